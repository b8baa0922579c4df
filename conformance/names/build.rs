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

/// Names of pieces that generated code has another use for, that are no names to Rust, or that differ in what cannot stand in one.
const PIECES: [&str; 26] = [
    "King",
    "All",
    "Squares",
    "Kinds",
    "Info",
    "Hand",
    "Self",
    "Set",
    "State",
    "Piece",
    "Position",
    "Piece keys",
    "Turn key",
    "King leaps",
    "9",
    "龍",
    "龍王",
    "a2",
    "A 2",
    "A",
    "a",
    "Place",
    "Nowhere",
    "Rays",
    "North",
    "Teams",
];

/// A game with all of [`PIECES`], of which the king alone is on the board.
fn named_pieces() -> String {
    let pieces = PIECES.iter().zip(["K"].into_iter().chain(LETTERS)).map(|(name, symbol)| match symbol {
        "K" => format!("\"K\": (name: \"{name}\", moves: \"K\", royal: true),\n"),
        _ => format!("\"{symbol}\": (name: \"{name}\", moves: \"WfF\"),\n"),
    });
    let pieces: String = pieces.collect();
    RULES.replacen("\"K\": (name: \"King\", moves: \"K\", royal: true)", &pieces, 1)
}

/// The symbols of the others.
const LETTERS: [&str; 25] = [
    "A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "L", "M", "N", "O", "P", "Q", "R", "S", "T", "U", "V", "W", "X",
    "Y", "Z",
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let source = |name: &str, text: String| Source { file: format!("{name}.ron"), text };
    let mut sources: Vec<Source> = NAMES.iter().map(|name| source(name, RULES.to_string())).collect();
    sources.push(source("pieces", named_pieces()));
    let generated = modules(&sources, &Folder(".".into())).unwrap_or_else(|errors| fail(&errors));
    let entries = generated.games.iter().zip(&generated.ids);
    let list: String =
        entries.map(|(game, id)| format!("({id:?}, count::<games::{game}::State<Compact>>),\n")).collect();
    write(&generated, "games.rs");
    write_file("list.rs", format!("&[\n{list}]"));
}
