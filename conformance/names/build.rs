//! Compiles one small game under many names.

use wazir_codegen::build::{fail, modules, write, write_file};
use wazir_variant_spec::{Folder, Source};

/// Names that mean something else: to Rust, to the prelude, to generated code, to cargo.
const NAMES: [&str; 28] = [
    "0",
    "3d",
    "a-",
    "a-b",
    "alloc",
    "board_4x4",
    "bool",
    "build",
    "core",
    "crate",
    "games",
    "gen",
    "match",
    "option",
    "registry",
    "self",
    "some-",
    "state",
    "std",
    "str",
    "string",
    "super",
    "test",
    "u8",
    "usize",
    "variants",
    "wazir_runtime",
    "with",
];

const RULES: &str = r#"(
    name: "Named",
    board: (files: 4, ranks: 4),
    pieces: { "K": (name: "King", moves: "K", royal: true) },
    start: "k3/4/4/3K w - - 0 1",
    end: [(if: Checkmated, then: Loses), (if: Stalemated, then: Draw)],
)"#;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let sources: Vec<Source> =
        NAMES.iter().map(|name| Source { file: format!("{name}.ron"), text: RULES.to_string() }).collect();
    let generated = modules(&sources, &Folder(".".into())).unwrap_or_else(|errors| fail(&errors));
    let entries = generated.games.iter().zip(&generated.ids);
    let list: String =
        entries.map(|(game, id)| format!("({id:?}, count::<games::{game}::State<Compact>>),\n")).collect();
    write(&generated, "games.rs");
    write_file("list.rs", &format!("&[\n{list}]"));
}
