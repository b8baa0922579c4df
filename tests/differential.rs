//! The backbone: the compiled backend and the reference interpreter agree on random games of every game that is compiled in, starting from the
//! start position and from all positions of the perft figures.
#![allow(missing_docs)]

mod common;
#[path = "common/differential.rs"]
mod differential;

use common::{dearness, game_names, in_parallel, perft_rows, rules};
use differential::{Effort, compare};
use wazir_reference::Interpreter;
use wazir_runtime::{Style, Variant};
use wazir_variant_spec::{Rules, rules::Forced};

const EFFORT: Effort = Effort {
    positions: if cfg!(debug_assertions) { 150 } else { 3_000 },
    plies: 160,
    children_every: if cfg!(debug_assertions) { 40 } else { 12 },
};

/// Less of the games whose positions take long.
fn effort(rules: &Rules) -> Effort {
    let dearness = dearness(rules);
    let children_every = if dearness > 4 { 60 } else { EFFORT.children_every };
    Effort { positions: (EFFORT.positions / dearness).max(150), children_every, ..EFFORT }
}

/// The FENs of the perft figures of a game.
fn openings(variant: &str) -> Vec<(String, Style)> {
    let rows = perft_rows().into_iter().filter(|row| row.variant == variant);
    let mut openings: Vec<(String, Style)> = rows.map(|row| (row.fen, row.style)).collect();
    openings.dedup_by(|a, b| a.0 == b.0);
    openings
}

/// Where a game is not compiled in, the reference is compared with itself: its hashes and FENs have to hold together as well.
#[test]
fn both_backends_play_alike() {
    let names = game_names();
    let results = in_parallel(&names, |name| {
        let reference = Interpreter::new(rules(name));
        let compiled = wazir::compiled::variants().iter().find(|game| game.info().id == **name);
        let game: &dyn Variant = compiled.map_or(&reference, |game| *game);
        compare(game, &reference, &openings(name), 0x5EED, effort(&rules(name)))
            .map_err(|what| format!("{name}: {what}"))
    });
    let wrong: Vec<String> = results.iter().filter_map(|result| result.as_ref().err().cloned()).collect();
    assert!(wrong.is_empty(), "{} of {} games differ:\n\n{}", wrong.len(), names.len(), wrong.join("\n\n"));
}

/// The comparison itself has to notice: each of these changes to the rules is found.
#[test]
fn a_difference_in_the_rules_is_found() {
    let change = |what: &str, change: fn(&mut Rules)| {
        let original = rules(what);
        let mut changed = original.clone();
        change(&mut changed);
        compare(
            &Interpreter::new(original),
            &Interpreter::new(changed),
            &openings(what),
            7,
            Effort { positions: 20_000, ..EFFORT },
        )
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
    // Games of dobutsu are short enough to finish within the smaller effort of debug builds.
    let same = rules("dobutsu");
    let same = compare(&Interpreter::new(same.clone()), &Interpreter::new(same), &openings("dobutsu"), 7, EFFORT);
    assert!(same.is_ok_and(|seen| seen.finished > 0 && seen.children > 0));
}

/// Changes the rules of all types of all sides.
fn each(rules: &mut Rules, change: fn(&mut wazir_variant_spec::rules::PieceRules)) {
    rules.pieces.iter_mut().flat_map(|piece| piece.sides.iter_mut().flatten()).for_each(change);
}
