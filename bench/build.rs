//! Tells the program how it was compiled, so that every table says so.

fn main() {
    // Flags arrive separated by 0x1f; `-C target-cpu=native` may be one or two of them.
    let flags = std::env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let cpu = flags
        .split('\x1f')
        .filter_map(|flag| flag.split_once("target-cpu="))
        .next_back()
        .map_or("default", |(_, cpu)| cpu);
    println!("cargo::rustc-env=BENCH_TARGET_CPU={cpu}");
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_string());
    let version = std::process::Command::new(rustc).arg("--version").output().ok();
    let version = version.and_then(|output| String::from_utf8(output.stdout).ok());
    println!("cargo::rustc-env=BENCH_RUSTC={}", version.as_deref().unwrap_or("an unknown rustc").trim());
    println!("cargo::rerun-if-env-changed=CARGO_ENCODED_RUSTFLAGS");
    println!("cargo::rerun-if-changed=build.rs");
}
