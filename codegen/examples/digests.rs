//! A digest of what is generated for each game and each trial, a line each, or why nothing is.
//!
//! What only moves code about may not change what is generated: `cargo run --release -p wazir-codegen --example digests > before`, the change, the same into `after`,
//! and `diff before after` says nothing.

use rayon::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};
use wazir_conformance::games::{all, interpreter};

fn main() {
    let line = |id: &String| {
        let game = interpreter(id);
        match wazir_codegen::emit(&game) {
            Ok(code) => {
                // Of one version of Rust, a `DefaultHasher` is always the same.
                let mut digest = DefaultHasher::new();
                (&code, wazir_codegen::geometry(game.rules())).hash(&mut digest);
                format!("{id} {:016x} {} bytes", digest.finish(), code.len())
            }
            Err(unsupported) => format!("{id} {unsupported}"),
        }
    };
    let lines: Vec<String> = all().par_iter().map(line).collect();
    lines.iter().for_each(|line| println!("{line}"));
}
