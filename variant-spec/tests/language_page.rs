//! `docs/language.md` and `docs/from-fairy-stockfish.md`: every example compiles, and the former has one of every field.
//!
//! A `ron` block that starts with `(` is a whole file. Any other is a part of a file that extends the game named behind `ron`, else chess.

use std::{collections::BTreeSet, fs, path::Path};
use wazir_variant_spec::{Folder, Source, compile};

fn folder() -> Folder {
    Folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../variants"))
}

/// The `ron` blocks of a page of the documentation: line number, file text.
fn examples(page: &str) -> Vec<(usize, String)> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(page);
    let page = fs::read_to_string(page).expect("the page is there");
    let mut examples = Vec::new();
    let mut open: Option<(usize, &str, String)> = None;
    for (index, line) in page.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => open = Some((index + 2, info, String::new())),
            (Some((at, info, text)), Some(_)) => {
                if let Some(parent) = info.strip_prefix("ron") {
                    let parent = if parent.trim().is_empty() { "chess" } else { parent.trim() };
                    let whole = text.lines().any(|line| line.starts_with('('));
                    let file = if whole { text.clone() } else { format!("(extends: \"{parent}\",\n{text})") };
                    examples.push((*at, file));
                }
                open = None;
            }
            (Some((_, _, text)), None) => text.extend([line, "\n"]),
            (None, None) => {}
        }
    }
    examples
}

#[test]
fn examples_compile() {
    let mut wrong = String::new();
    for (page, at_least) in [("language.md", 24), ("from-fairy-stockfish.md", 6)] {
        let examples = examples(page);
        assert!(examples.len() >= at_least, "{page}: {} examples", examples.len());
        for (line, text) in examples {
            let file = format!("docs/{page}, block at line {line}");
            let found = match compile(&Source { file, text }, &folder()) {
                Ok(compiled) => compiled.warnings,
                Err(found) => found,
            };
            wrong += &found.render(false);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The fields that are possible somewhere, as the message about a wrong one lists them. `#` marks the place.
fn fields_at(text: &str) -> Vec<String> {
    let source = Source { file: "fields.ron".to_string(), text: text.replace('#', "qqqqqqqqqqqqqqqqqqqqqqqq: 1") };
    let found = compile(&source, &folder()).expect_err("there is no such field");
    let list =
        found.iter().find(|d| d.code == "unknown-field").and_then(|d| d.help.clone()).expect("fields are listed");
    list.split('`').skip(1).step_by(2).map(str::to_string).collect()
}

/// The tables of the fields of a file, of a piece and of a promotion are complete.
#[test]
fn every_field_is_in_its_table() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/language.md")).expect("the page");
    for (place, section) in [
        ("(extends: \"chess\", #)", "## A whole file"),
        ("(extends: \"chess\", pieces: {\"N\": (#)})", "## Pieces"),
        ("(extends: \"chess\", pieces: {\"P\": (promotes: (#))})", "### `promotes`"),
        ("(extends: \"chess\", drops: (#))", "### `drops`"),
        ("(extends: \"chess\", gating: (#))", "### `gating`"),
        ("(extends: \"chess\", after_move: PlaceWall(#))", "### `after_move`"),
    ] {
        let (_, text) = page.split_once(&format!("\n{section}\n")).expect("the section is there");
        let text = text.split("\n## ").next().unwrap_or_default();
        let first_cells: String =
            text.lines().filter(|line| line.starts_with("| ")).filter_map(|line| line.split(" | ").next()).collect();
        let missing: Vec<String> =
            fields_at(place).into_iter().filter(|field| !first_cells.contains(&format!("`{field}`"))).collect();
        assert!(missing.is_empty(), "docs/language.md, {section}: no row for {missing:?}");
    }
}

#[test]
fn every_field_has_an_example() {
    let places = [
        "(extends: \"chess\", #)",
        "(extends: \"chess\", board: (#))",
        "(extends: \"chess\", sides: [(name: \"White\", #), (name: \"Black\")])",
        "(extends: \"chess\", pieces: {\"N\": (#)})",
        "(extends: \"chess\", pieces: {\"N\": (moves: [(moves: \"N\", #)])})",
        "(extends: \"chess\", pieces: {\"P\": (promotes: (#))})",
        "(extends: \"chess\", pieces: {\"P\": (promotes: [(piece: \"Q\", #)])})",
        "(extends: \"chess\", promotion: (#))",
        "(extends: \"chess\", captured: ToHand(#))",
        "(extends: \"chess\", drops: (#))",
        "(extends: \"chess\", gating: (#))",
        "(extends: \"chess\", pieces: {\"K\": (forfeits: (#))})",
        "(extends: \"placement\", castling: (wings: {\"K\": (placed: (#))}))",
        "(extends: \"chess\", on_capture: Explode(#))",
        "(extends: \"ataxx\", on_arrival: Convert(#))",
        "(extends: \"chess\", castling: (#))",
        "(extends: \"chess\", castling: (wings: {\"K\": (#)}))",
        "(extends: \"chess\", check: (#))",
        "(extends: \"chess\", points: (#))",
        "(extends: \"chess\", after_move: PlaceWall(#))",
        "(extends: \"chess\", start: (#))",
        "(extends: \"chess\", end: [(#)])",
        "(extends: \"chess\", end: [(if: Extinct(#), then: Draw)])",
        "(extends: \"chess\", end: [(if: Reached(#), then: Draw)])",
        "(extends: \"chess\", end: [(if: Connected(#), then: Draw)])",
        "(extends: \"chess\", end: [(if: Connected(shape: Row(#)), then: Draw)])",
        "(extends: \"chess\", end: [(if: Connected(shape: Block(#)), then: Draw)])",
        "(extends: \"chess\", end: [(if: Connected(shape: Line(#)), then: Draw)])",
        "(extends: \"chess\", end: [(if: Connected(shape: Path(#)), then: Draw)])",
        "(extends: \"chess\", end: [(if: Checkmated(#), then: Draw)])",
        "(extends: \"chess\", end: [(if: ChecksGiven(#), then: Draw)])",
        "(extends: \"chess\", end: [(if: Passed(#), then: Draw)])",
        "(extends: \"chess\", end: [(if: Facing(#), then: Draw)])",
        "(extends: \"chess\", end: [(if: Repeated(#), then: Draw)])",
        "(extends: \"chess\", end: [(if: QuietMoves(#), then: Draw)])",
        "(extends: \"chess\", end: [(if: CountedOut(#), then: Draw)])",
        "(extends: \"chess\", end: [(if: CountedOut(counts: [(#)]), then: Draw)])",
        "(extends: \"chess\", end: [(if: CountedOut(counts: [(limits: [(#)])]), then: Draw)])",
    ];
    let shown: String = examples("language.md").into_iter().map(|(_, text)| text).collect();
    let fields: BTreeSet<String> = places.iter().flat_map(|place| fields_at(place)).collect();
    assert!(fields.len() > 45, "{fields:?}");
    let missing: Vec<&String> = fields.iter().filter(|field| !shown.contains(&format!("{field}:"))).collect();
    assert!(missing.is_empty(), "docs/language.md has no example of {missing:?}");
}
