//! What has no compiled form with more than two sides is refused by name, and what has one is not.
#![allow(missing_docs)]

use wazir_variant_spec::{Folder, Source, compile};

/// Whether a small game of three sides, with `more` fields and such a pawn, is compiled; else what is refused.
fn refused(pawn: &str, more: &str) -> Option<String> {
    let end = if more.contains("end:") {
        ""
    } else {
        r#"end: [(if: Checkmated, then: Loses), (if: Stalemated, then: Draw)],"#
    };
    let text = format!(
        r#"(
            name: "Three", about: "Three sides.",
            board: (files: 6, ranks: 6),
            sides: [
                (name: "Red", letter: "r", forward: Up),
                (name: "Blue", letter: "b", forward: Right),
                (name: "Green", letter: "g", forward: Down),
            ],
            pieces: {{
                "K": (name: "King", moves: "K", royal: true),
                "P": (name: "Pawn", {pawn}),
            }},
            start: "gK4gP/6/6/bK3bP1/6/rK4rP r - - 0 1",
            {more}
            {end}
        )"#
    );
    match compile(&Source { file: "three.ron".into(), text }, &Folder("../variants".into())) {
        Ok(compiled) => wazir_codegen::emit(&compiled.rules).err().map(|refused| refused.to_string()),
        Err(errors) => panic!("{}", errors.render(false)),
    }
}

#[test]
fn what_is_built_is_compiled() {
    for (pawn, more) in [
        (r#"moves: "fmWfcF""#, ""),
        (r#"moves: "fmWfcF", promotes: "K""#, "defeated: GoOver,"),
        (r#"moves: "fmWfcF""#, r#"captured: ToHand(), drops: (from: Hand, onto: "board"),"#),
        (r#"moves: "fmWfcF""#, r#"teams: [["Red", "Blue"], ["Green"]],"#),
    ] {
        assert_eq!(refused(pawn, more), None, "{pawn} {more}");
    }
}

#[test]
fn the_rest_is_refused_by_name() {
    for (pawn, more, named) in [
        (r#"moves: "cabK""#, "", "a journey"),
        (r#"moves: "K", capturer: StaysBehind"#, "", "`capturer`"),
        (r#"moves: "K", captures: ["P"]"#, "", "`captures`"),
        (r#"moves: "K""#, r#"on_capture: Explode(around: "K"),"#, "explodes"),
        (r#"moves: "K""#, "must: [Capture],", "an obligation"),
        (r#"moves: "K""#, "pass: Always,", "passing"),
        (r#"moves: "K""#, "turn: (moves: 2, check: Ends),", "a turn of several moves"),
    ] {
        let told = refused(pawn, more).unwrap_or_else(|| panic!("{pawn} {more} is compiled"));
        assert!(told.contains(named) && told.contains("more than two sides"), "{pawn} {more}: {told}");
    }
}
