#!/usr/bin/env bash
# What the project depends on: lock files are up to date, licences are permissive and sources are crates.io (deny.toml), and no known hole is in it, where the list of
# advisories can be reached. What could not be checked is said.
#
# cargo-deny is installed into target/tools where it is missing, once; not optimised, as it runs for a second and would compile for minutes. CI_INSTALL=0 leaves that, and what needs it,
# out.
set -euo pipefail
cd "$(dirname "$0")/../.."
export PATH="$PWD/target/tools/bin:$PATH"

for manifest in Cargo.toml bench/Cargo.toml examples/own-game/Cargo.toml; do
  [ -f "${manifest%toml}lock" ] || { echo "deny: $manifest has no lock file"; continue; }
  cargo update --workspace --locked --quiet --manifest-path "$manifest" || {
    echo "deny: the lock file of $manifest is not up to date"
    exit 1
  }
done
echo "deny: lock files ok"

if ! command -v cargo-deny >/dev/null; then
  if [ "${CI_INSTALL:-1}" = 0 ] || ! cargo install cargo-deny --locked --quiet --debug --root target/tools; then
    echo "deny: SKIPPED licences, bans, sources and advisories (cargo-deny is not installed)"
    exit 0
  fi
fi
cargo deny --locked --log-level error check licenses bans sources
if cargo deny --log-level off fetch db 2>/dev/null; then
  cargo deny --locked --log-level error check advisories
else
  echo "deny: SKIPPED advisories (their list cannot be reached)"
fi
echo "deny: done in $SECONDS s"
