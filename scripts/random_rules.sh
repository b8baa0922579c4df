#!/usr/bin/env bash
# Composes rule files at random, compiles them in batches and compares both backends on random games: `scripts/random_rules.sh 500`, or the options of
# `cargo run --profile ci -p wazir-random-rules -- --help`. A hundred files take about ten minutes on two cores; what is found is left in target/random-rules/kept.
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1:-}" in
  "" | *[!0-9]*) exec cargo run --locked --quiet --profile ci -p wazir-random-rules -- "$@" ;;
  *) exec cargo run --locked --quiet --profile ci -p wazir-random-rules -- --count "$@" ;;
esac
