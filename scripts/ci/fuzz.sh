#!/usr/bin/env bash
# Runs each fuzz target for a few seconds (10, or the first argument), where a nightly toolchain and cargo-fuzz are there. Otherwise it says what is skipped: the same targets
# run on their seeds, and on seeded changes of them, in the plain test of `fuzz/`.
#
# cargo-fuzz is installed into target/tools where it is missing (a minute of CPU time, once); CI_INSTALL=0 leaves that out.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds="${1:-10}"
[[ "$seconds" =~ ^[0-9]+$ ]] || { echo "usage: $0 [SECONDS]" >&2; exit 2; }
export PATH="$PWD/target/tools/bin:$PATH"

skip() { echo "fuzz: SKIPPED ($1); the plain test of fuzz/ runs the targets on their seeds and on changes of them"; exit 0; }
cargo +nightly --version >/dev/null 2>&1 || skip "no nightly toolchain"
if ! command -v cargo-fuzz >/dev/null; then
  [ "${CI_INSTALL:-1}" != 0 ] || skip "cargo-fuzz is not installed"
  cargo install cargo-fuzz --locked --quiet --root target/tools || skip "cargo-fuzz cannot be installed"
fi

# Without AddressSanitizer: there is no unsafe code here for it to find anything in, and it makes everything slower.
options=(--sanitizer none)
# What an incremental build would keep for the next one is two thirds of a gigabyte.
CARGO_INCREMENTAL=0 cargo +nightly fuzz build "${options[@]}"
# Of the whole workspace, as the tests do: for this package alone, everything below it would be compiled anew with fewer features.
cargo build --quiet --profile ci --workspace --bins
built="${CARGO_TARGET_DIR:-target}"
host=$(rustc +nightly -vV | sed -n 's/^host: //p')
# One target for so many seconds; prints all of it at once, as several run side by side.
run() {
  local target="$1" folder="fuzz/corpus/$1" regressions="fuzz/regressions/$1" log="$built/fuzz-$1.log" extra=()
  "$built/ci/$target" --seeds "$folder"
  [ ! -d "$regressions" ] || extra=("$regressions")
  mkdir -p "fuzz/artifacts/$target"
  if ! "$built/$host/release/$target" "$folder" "${extra[@]}" -artifact_prefix="fuzz/artifacts/$target/" \
    -max_total_time="$seconds" -timeout=120 -rss_limit_mb=2048 -dict=fuzz/words.dict -print_final_stats=1 >"$log" 2>&1; then
    printf '%s\nfuzz: %s FAILED; its input lies in fuzz/artifacts/%s/\n' "$(tail -40 "$log")" "$target" "$target"
    return 1
  fi
  printf 'fuzz: %s for %s s\n%s\n' "$target" "$seconds" "$(grep -E 'stat::(number_of_executed_units|new_units_added|slowest_unit_time_sec)' "$log")"
}
export -f run
export built host seconds
cargo +nightly fuzz list | xargs -P "$(nproc)" -I TARGET bash -c 'set -euo pipefail; run TARGET'
echo "fuzz: all targets ran for $seconds s each, in $SECONDS s with building"
