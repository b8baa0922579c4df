//! Exchanges of places: who changes with whom, what that ends, and what it does not do.
#![allow(missing_docs)]

mod common;

use common::*;
use wazir_variant_spec::Rules;
use wazir_variant_spec::rules::*;

/// Chess whose rooks change places with friends along their lines, and whose knights with enemies, capturing nothing.
fn swapping() -> Rules {
    let mut rules = chess();
    for own in rules.pieces[3].sides.iter_mut().flatten() {
        let lines = own.movements[0].rides.clone();
        let swap = Swap { enemies: false, friends: true };
        let board = Board::rectangle(8, 8);
        own.movements.push(Movement { to_empty: false, to_enemy: false, swap: Some(swap), ..movement(&board, lines) });
    }
    for own in rules.pieces[1].sides.iter_mut().flatten() {
        own.movements[0].to_enemy = false;
        own.movements[0].swap = Some(Swap { enemies: true, friends: false });
    }
    rules
}

#[test]
fn friends_and_enemies_change_places() {
    let rules = swapping();
    let game = position(&rules, "4k3/8/8/4p3/8/P4N2/8/R3K3 w - - 0 1");
    assert_eq!(
        targets(&*game, "a1"),
        ["a2", "b1", "c1", "d1", "~a3", "~e1"],
        "the rook moves as ever, or changes with its pawn or its king"
    );
    assert_eq!(targets(&*game, "f3"), ["d2", "d4", "g1", "g5", "h2", "h4", "~e5"], "a knight does not capture");
    let mut game = position(&rules, "4k3/8/8/4p3/8/P4N2/8/R3K3 w - - 7 1");
    play(&mut *game, "f3~e5");
    assert_eq!(game.fen(wazir_runtime::Style::Game), "4k3/8/8/4N3/8/P4p2/8/R3K3 b - - 8 1", "nothing was captured");
}

#[test]
fn both_have_moved() {
    let rules = swapping();
    let mut game = position(&rules, "r3k2r/p7/8/8/8/8/8/R3K2R w KQkq - 0 1");
    play(&mut *game, "a1~e1");
    assert_eq!(game.fen(wazir_runtime::Style::Game), "r3k2r/p7/8/8/8/8/8/K3R2R b kq - 1 1", "king and rook have moved");
    // Two rooks that change places stand where they stood, and have moved all the same.
    let mut game = position(&rules, "4k3/8/8/8/8/8/R7/R3K3 w Q - 0 1");
    play(&mut *game, "a2~a1");
    assert_eq!(game.fen(wazir_runtime::Style::Game), "4k3/8/8/8/8/8/R7/R3K3 b - - 1 1");
}

#[test]
fn no_royal_is_attacked_by_that_nor_left_in_check() {
    let rules = swapping();
    // A knight could change places with the king, which is no check.
    let game = position(&rules, "8/8/4k3/8/3N4/8/p7/4K3 b - - 0 1");
    assert_eq!(targets(&*game, "a2"), ["a1b", "a1n", "a1q", "a1r"]);
    // The rook on e2 is pinned: changing places with the pawn closes the file as well, with the king it does not.
    let game = position(&rules, "4r2k/8/8/8/8/8/P3R3/4K3 w - - 0 1");
    assert_eq!(targets(&*game, "e2"), ["e3", "e4", "e5", "e6", "e7", "e8", "~a2"]);
}
