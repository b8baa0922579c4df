#!/usr/bin/env bash
# Plays in a real browser what `wazir serve` shows, and checks the types of the client: web/tests/ says what. Pictures of what was seen, and what was measured, lie in
# target/browser/ afterwards.
#
#   scripts/browser.sh                     builds the program, and runs everything
#   scripts/browser.sh --program PATH      with a program that is built already
#   scripts/browser.sh [...] TEST...       only these files of web/tests, such as chess.test.js; -u as well: writes accessibility.txt anew
#
# Needs node 18.19 or newer and Chromium (`CHROMIUM=/path/to/it`, else one on the PATH). As root on Debian they are installed where they are missing, unless CI_INSTALL=0. What npm
# brings (the versions of web/tests/package.json) goes to target/browser/. What cannot be had here is told and skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
tools="$PWD/target/browser"
mkdir -p "$tools"

program="" tests=()
while [ $# -gt 0 ]; do
  case "$1" in
    --program) program="${2:?--program needs a path}"; shift 2 ;;
    -u) export UPDATE_SNAPSHOTS=1; shift ;;
    -*) echo "browser: unknown option $1; the head of $0 says what there is" >&2; exit 2 ;;
    *) tests+=("web/tests/${1#web/tests/}"); shift ;;
  esac
done
[ ${#tests[@]} -gt 0 ] || tests=(web/tests/*.test.js)

skip() { echo "browser: SKIPPED $1"; exit 0; }
installable() { [ "${CI_INSTALL:-1}" != 0 ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; }
install() { installable && { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$@"; } >"$tools/apt.log" 2>&1; }

{ command -v node && command -v npm; } >/dev/null || install nodejs npm || skip "everything (node and npm are not there, and cannot be installed)"
node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 18 || (a == 18 && b >= 19) ? 0 : 1)' || skip "everything (node $(node --version) is older than 18.19)"
if ! cmp -s web/tests/package.json "$tools/package.json" || [ ! -d "$tools/node_modules/playwright-core" ]; then
  [ "${CI_INSTALL:-1}" != 0 ] || skip "everything (playwright-core and typescript are not in target/browser)"
  cp web/tests/package.json "$tools/"
  npm install --prefix "$tools" --no-audit --no-fund --no-package-lock --silent || { rm "$tools/package.json"; skip "everything (npm reaches no registry)"; }
fi

echo "browser: types"
"$tools/node_modules/.bin/tsc" -p web/jsconfig.json
"$tools/node_modules/.bin/tsc" -p web/tests/jsconfig.json

found() { for name in ${CHROMIUM:-chromium chromium-browser google-chrome}; do if command -v "$name"; then return; fi; done; return 1; }
CHROMIUM=$(found) || { install chromium fonts-dejavu-core && CHROMIUM=$(found); } || skip "playing (Chromium is not there, and cannot be installed)"
export CHROMIUM
echo "browser: $("$CHROMIUM" --version 2>/dev/null | head -1)"

if [ -z "$program" ]; then
  cargo build --locked --quiet --profile ci -p wazir-cli --no-default-features --features serve,wazir/variant-chess
  program="${CARGO_TARGET_DIR:-target}/ci/wazir"
fi
WAZIR_PROGRAM=$(realpath "$program")
export WAZIR_PROGRAM

rm -rf "$tools/pictures" "$tools/measured.txt"
mkdir -p "$tools/pictures"
# Tests that ask more than one address may say who they are by X-Forwarded-For.
"$WAZIR_PROGRAM" serve --port 0 --db :memory: --proxied >"$tools/address" 2>"$tools/server.log" &
server=$!
trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true' EXIT
for _ in $(seq 200); do [ -s "$tools/address" ] && break; kill -0 "$server" 2>/dev/null || { cat "$tools/server.log"; exit 1; }; sleep 0.1; done
WAZIR_URL=$(head -1 "$tools/address")
export WAZIR_URL="${WAZIR_URL%/}"

# One file after the other: each has a browser of its own, and there are two processors.
timeout --foreground 600 node --test --test-concurrency=1 --test-reporter=spec "${tests[@]}"
kill -0 "$server" 2>/dev/null || { echo "browser: the server has ended on the way"; cat "$tools/server.log"; exit 1; }
if [ -f "$tools/measured.txt" ]; then cat "$tools/measured.txt"; fi
echo "browser: passed in $SECONDS s; pictures in target/browser/pictures"
