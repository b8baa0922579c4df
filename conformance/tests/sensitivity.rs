//! The comparison itself has to notice: a small change to the rules of a game is found.
#![allow(missing_docs)]

use wazir_conformance::compare::{Effort, compare};
use wazir_conformance::games::{interpret, rules};
use wazir_conformance::perft::openings;
use wazir_variant_spec::{Rules, rules::Forced};

const EFFORT: Effort = Effort { positions: 20_000, plies: 160, children_every: 12 };

/// The comparison itself has to notice: each of these changes to the rules is found.
#[test]
fn a_difference_in_the_rules_is_found() {
    let change = |what: &str, change: fn(&mut Rules)| {
        let original = rules(what);
        let mut changed = original.clone();
        change(&mut changed);
        compare(&interpret(original), &interpret(changed), &openings(what), 7, EFFORT)
    };
    for (what, result) in [
        (
            "no en passant",
            change("chess", |rules| each(rules, |piece| piece.movements.iter_mut().for_each(|m| m.en_passant = false))),
        ),
        (
            "kings left in check",
            change("crazyhouse", |rules| rules.play.iter_mut().for_each(|p| p.check.may_not_remain = false)),
        ),
        (
            "promotion never forced",
            change("shogi", |rules| {
                each(rules, |piece| piece.promotions.iter_mut().for_each(|p| p.forced = Forced::Never))
            }),
        ),
        (
            "two pawns on a file",
            change("shogi", |rules| each(rules, |piece| piece.drop.iter_mut().for_each(|d| d.per_file = None))),
        ),
        ("generals may face", change("xiangqi", |rules| rules.play.iter_mut().for_each(|p| p.check.facing.clear()))),
        ("no stalemate", change("chess", |rules| rules.end.truncate(1))),
    ] {
        assert!(result.is_err(), "{what}: not noticed in {result:?}");
    }
    let same = rules("dobutsu");
    let same = compare(
        &interpret(same.clone()),
        &interpret(same),
        &openings("dobutsu"),
        7,
        Effort { positions: 1_000, ..EFFORT },
    );
    assert!(same.is_ok_and(|seen| seen.finished > 0 && seen.children > 0));
}

/// Changes the rules of all types of all sides.
fn each(rules: &mut Rules, change: fn(&mut wazir_variant_spec::rules::PieceRules)) {
    rules.pieces.iter_mut().flat_map(|piece| piece.sides.iter_mut().flatten()).for_each(change);
}
