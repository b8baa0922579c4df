#!/usr/bin/env bash
# Composes rule files at random, compiles them in batches and compares generated code and the machine with the interpreter on random games: `scripts/random_rules.sh 500`, or the options of
# `cargo run --profile ci -p wazir-random-rules -- --help`. A hundred files take about ten minutes on two cores; what is found is left in target/random-rules/kept.
# The machine alone, also on files that have no compiled form, in a tenth of the time: WAZIR_RANDOM_SEEDS=1..501 cargo test --profile ci -p wazir-random-rules --test machine -- --nocapture
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1:-}" in
  "" | *[!0-9]*) exec cargo run --locked --quiet --profile ci -p wazir-random-rules -- "$@" ;;
  *) exec cargo run --locked --quiet --profile ci -p wazir-random-rules -- --count "$@" ;;
esac
