#!/usr/bin/env bash
# Programs that others wrote talk to the engine (scripts/clients.py), where they can be had: Python packages in target/clients, XBoard and uci2wb from Debian's packages, where this is
# root on such a system. Getting them may take three minutes; what is missing is SKIPPED, and said. CI_INSTALL=0 gets nothing.
set -euo pipefail
cd "$(dirname "$0")/../.."
export PATH="$PATH:/usr/games"
wazir="${1:-${CARGO_TARGET_DIR:-target}/ci/wazir}"

command -v python3 >/dev/null || { echo "clients: SKIPPED (no python3)"; exit 0; }
options=(--wazir "$wazir" --quick)
if [ "${CI_INSTALL:-1}" != 0 ]; then
  if ! { command -v xboard && command -v xvfb-run && command -v uci2wb; } >/dev/null; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
      timeout 120 apt-get install -y -q --no-install-recommends xboard xvfb xauth uci2wb >target/clients-apt.log 2>&1 || echo "clients: apt-get installed nothing"
    fi
  fi
  # The environment is made by the first run, which may take a minute; without it, what needs it is skipped below.
  if timeout 60 scripts/clients.py --install --only none "${options[@]}"; then
    options+=(--install)
  else
    echo "clients: the Python packages cannot be had"
  fi
fi
timeout 900 scripts/clients.py "${options[@]}"
