//! The generated code itself: it is what the snapshots say, equal every time, and short enough to be read.
#![allow(missing_docs)]

use rayon::prelude::*;
use std::collections::BTreeSet;
use wazir_conformance::games::{interpreter, played};
use wazir_variant_spec::Rules;
use wazir_variant_spec::rules::{Piece, PieceRules};

/// The module without the numbers of its tables.
fn without_tables(code: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for line in code.lines() {
        if inside && line == "];" {
            inside = false;
            text.push_str("    // ...\n");
        }
        if !inside {
            text.push_str(line);
            text.push('\n');
        }
        inside |= line.starts_with("static ") && (line.ends_with("= [") || line.ends_with("= &["));
    }
    text
}

/// `INSTA_UPDATE=always cargo test -p wazir-codegen` writes them anew.
#[test]
fn emitted_code_matches_its_snapshots() {
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        for id in ["chess", "shogi", "ataxx"] {
            let code = wazir_codegen::emit(&interpreter(id)).expect("a compiled form");
            insta::assert_snapshot!(id, without_tables(&code));
        }
    });
}

/// The number of piece types, each counted once for every way in which sides move it.
fn kinds_of_pieces(rules: &Rules) -> usize {
    let ways = |piece: &Piece| {
        let texts = |side: &PieceRules| side.movements.iter().map(|m| m.cause.text.clone()).collect::<Vec<_>>();
        piece.sides.iter().flatten().map(texts).collect::<BTreeSet<_>>().len()
    };
    rules.pieces.iter().map(ways).sum()
}

/// Equal rules give equal bytes; and below 1,500 lines for two sides, 750 for each one more; games with more than fifteen kinds of pieces have a hundred
/// lines for each.
#[test]
fn modules_are_equal_every_time_and_stay_readable() {
    played().par_iter().for_each(|id| {
        let (first, second) = (interpreter(id), interpreter(id));
        let code = wazir_codegen::emit(&first);
        assert_eq!(code, wazir_codegen::emit(&second), "{id}");
        let rules = first.rules();
        assert_eq!(wazir_codegen::geometry(rules), wazir_codegen::geometry(second.rules()), "{id}");
        let code = without_tables(&code.expect("a compiled form"));
        let usual = 750 * rules.sides.len();
        let (lines, most) = (code.lines().count(), usual.max(100 * kinds_of_pieces(rules)));
        assert!(lines < most, "{id}: {lines} lines without tables, not below {most}");
    });
}
