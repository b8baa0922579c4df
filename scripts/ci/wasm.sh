#!/usr/bin/env bash
# Compiles what runs in a browser, the machine with everything below it, for wasm32. The target is taken from the toolchain that is there, from rustup, or from Debian's
# compiler for the web (made once, kept in target/wasm); where it is to be had nowhere that is said, and nothing is compiled.
set -euo pipefail
cd "$(dirname "$0")/../.."
target=wasm32-unknown-unknown
made=$PWD/target/wasm

has_target() { [ -n "$(find "$("$1" --print target-libdir --target $target 2>/dev/null)" -name 'libcore-*.rlib' 2>/dev/null)" ]; }

# Debian's compiler for the web, with the standard library compiled for the target.
from_debian() {
  command -v apt-get >/dev/null && command -v dpkg >/dev/null || return 1
  local version minor root=$made/root llvm
  version=$(apt-cache policy rustc-web 2>/dev/null | awk '/Candidate/{print $2}')
  [ -n "$version" ] && [ "$version" != "(none)" ] || return 1
  minor=${version%%+*}
  minor=${minor%.*}
  rm -rf "$made"
  mkdir -p "$root/usr/lib/rustlib" "$made/deb" "$made/std/src"
  (
    cd "$made/deb"
    apt-get download -qq rustc-web libstd-rust-web-dev rust-web-src "libstd-rust-web-$minor"
    llvm=$(dpkg -I libstd-rust-web-"$minor"_*.deb | grep -oE 'libllvm[0-9]+' | head -n 1)
    apt-get download -qq "$llvm"
    echo "${llvm#libllvm}" >../llvm
    for package in *.deb; do dpkg -x "$package" "$root"; done
  ) || return 1
  llvm=$(cat "$made/llvm")
  printf '#!/bin/sh\nLD_LIBRARY_PATH=%s exec %s "$@"\n' "$root/usr/lib/x86_64-linux-gnu:$root/usr/lib/llvm-$llvm/lib" "$root/usr/bin/rustc" >"$made/rustc"
  chmod +x "$made/rustc"
  printf '[package]\nname = "s"\nversion = "0.0.0"\nedition = "2021"\n[workspace]\n' >"$made/std/Cargo.toml"
  : >"$made/std/src/lib.rs"
  (cd "$made/std" && CARGO_TARGET_DIR=$made/std/target RUSTC=$made/rustc RUSTC_BOOTSTRAP=1 cargo build -q -Zbuild-std=std,panic_abort --target $target) || return 1
  local library=$root/usr/lib/rustlib/$target/lib
  mkdir -p "$library"
  find "$made/std/target/$target/debug/deps" -name '*.rlib' ! -name 'libs-*' -exec cp {} "$library/" \;
  rm -rf "$made/std" "$made/deb"
}

if has_target rustc; then
  compiler=rustc
elif [ -x "$made/rustc" ] && has_target "$made/rustc"; then
  compiler=$made/rustc
elif command -v rustup >/dev/null && timeout 20 rustup target add $target >/dev/null 2>&1; then
  compiler=rustc
elif from_debian; then
  compiler=$made/rustc
else
  echo "SKIPPED: the machine for wasm32, whose standard library is to be had neither from rustup nor from Debian's packages here"
  exit 0
fi
RUSTC=$compiler CARGO_TARGET_DIR=target/apart-wasm cargo build --locked --quiet -p wazir-machine --target $target
echo "the machine compiles for $target, by $("$compiler" --version)"
