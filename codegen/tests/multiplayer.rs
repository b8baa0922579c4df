//! What has no compiled form with more than two sides is refused by name, and what has one is not.
#![allow(missing_docs)]

use wazir_reference::compile;
use wazir_variant_spec::{Folder, Source};

/// The module of a small game of three sides, with `more` fields and such a king and pawn.
///
/// # Errors
/// What is refused.
fn emitted(king: &str, pawn: &str, more: &str) -> Result<String, String> {
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
                "K": (name: "King", {king}, royal: true),
                "P": (name: "Pawn", {pawn}),
            }},
            start: "gK4gP/6/6/bK3bP1/6/rK4rP r - - 0 1",
            {more}
            {end}
        )"#
    );
    match compile(&Source { file: "three.ron".into(), text }, &Folder("../variants".into())) {
        Ok(checked) => wazir_codegen::emit(&checked.game).map_err(|refused| refused.to_string()),
        Err(errors) => panic!("{}", errors.render(false)),
    }
}

const KING: &str = r#"moves: "K""#;

#[test]
fn what_is_built_is_compiled() {
    for (pawn, more) in [
        (r#"moves: "fmWfcF""#, ""),
        (r#"moves: "fmWfcF", promotes: "K""#, "defeated: GoOver,"),
        (r#"moves: "fmWfcF""#, r#"captured: ToHand(), drops: (from: Hand, onto: "board"),"#),
        (r#"moves: "fmWfcF""#, r#"teams: [["Red", "Blue"], ["Green"]],"#),
    ] {
        let code = emitted(KING, pawn, more).unwrap_or_else(|refused| panic!("{pawn} {more}: {refused}"));
        // All sides share one instance, which asks the position: there are no two types of sides.
        for two_sided in ["S::ME", "S::THEM", "S::Other"] {
            assert!(!code.contains(two_sided), "{pawn} {more}: {two_sided}");
        }
    }
}

#[test]
fn the_rest_is_refused_by_name() {
    let leaping = r#"moves: ["K", (moves: "mN", unless: WayAttacked)]"#;
    for (king, pawn, more, named) in [
        (leaping, r#"moves: "K""#, "", "`unless: WayAttacked`"),
        (KING, r#"moves: ["mK", (moves: "cN", captures: ["P"])]"#, "", "`captures` of its own"),
        (KING, r#"moves: "mKtN""#, "", "`captures` of its own"),
        (KING, r#"moves: "cabK""#, "", "a journey"),
        (KING, r#"moves: ["mW", "fI"]"#, "", "something has moved last"),
        (KING, r#"moves: "K", capturer: StaysBehind"#, "", "`capturer`"),
        (KING, r#"moves: "K", captures: ["P"]"#, "", "`captures`"),
        (KING, r#"moves: "K""#, r#"on_capture: Explode(around: "K"),"#, "explodes"),
        (KING, r#"moves: "K""#, "must: [Capture],", "an obligation"),
        (KING, r#"moves: "K""#, "pass: Always,", "passing"),
        (KING, r#"moves: "K""#, "turn: (moves: 2, check: Ends),", "a turn of several moves"),
    ] {
        let Err(told) = emitted(king, pawn, more) else { panic!("{king} {pawn} {more} is compiled") };
        assert!(told.contains(named) && told.contains("more than two sides"), "{king} {pawn} {more}: {told}");
    }
}
