//! Pushes: rows of pieces that go one step on, what is lost by that, and what it attacks.
#![allow(missing_docs)]

mod common;

use common::*;
use wazir_variant_spec::Rules;
use wazir_variant_spec::rules::*;

/// A push of rows of enemies and friends, by which nothing is lost.
const PLAIN: Push = Push {
    enemies: true,
    friends: true,
    most: Ride::UNLIMITED,
    over_edge: Whom { enemies: false, friends: false },
    crushed: Whom { enemies: false, friends: false },
    stays: false,
};
const ENEMIES: Whom = Whom { enemies: true, friends: false };
const ALL: Whom = Whom { enemies: true, friends: true };

/// Chess whose rooks push instead of capturing.
fn pushing(push: Push) -> Rules {
    let mut rules = chess();
    for own in rules.pieces[3].sides.iter_mut().flatten() {
        own.movements[0].to_enemy = false;
        own.movements[0].push = Some(push);
    }
    rules
}

/// The position after a move from the one given.
fn after(rules: &Rules, fen: &str, text: &str) -> String {
    let mut game = position(rules, fen);
    play(&mut *game, text);
    game.fen(wazir_runtime::Style::Game)
}

#[test]
fn rows_go_one_step_on() {
    let rules = pushing(PLAIN);
    let fen = "4k3/8/8/8/8/8/8/R1pP1n1K w - - 7 1";
    let game = position(&rules, fen);
    assert_eq!(
        targets(&*game, "a1"),
        ["a2", "a3", "a4", "a5", "a6", "a7", "a8", "b1", "c1"],
        "it moves, or pushes pawn and pawn"
    );
    assert_eq!(after(&rules, fen, "a1c1"), "4k3/8/8/8/8/8/8/2RpPn1K b - - 8 1", "both go on, nothing is captured");
    let one = pushing(Push { most: 1, ..PLAIN });
    assert!(!targets(&*position(&one, fen), "a1").contains(&"c1".to_string()), "the second pawn is one too many");
    let enemies = pushing(Push { friends: false, ..PLAIN });
    assert!(!targets(&*position(&enemies, fen), "a1").contains(&"c1".to_string()), "the own pawn stands in the way");
    // A row that has no room.
    let game = position(&rules, "4k2K/8/8/8/8/8/8/R4pnN w - - 0 1");
    assert!(!targets(&*game, "a1").contains(&"f1".to_string()));
}

#[test]
fn the_last_of_a_row_is_lost() {
    let fen = "4k2K/8/8/8/8/8/8/R4Npn w - - 7 1";
    let edge = pushing(Push { over_edge: ENEMIES, ..PLAIN });
    assert_eq!(after(&edge, fen, "a1f1"), "4k2K/8/8/8/8/8/8/5RNp b - - 0 1", "the last falls off, which is a capture");
    let own = "4k2K/8/8/8/8/8/8/R4npN w - - 7 1";
    assert!(!targets(&*position(&edge, own), "a1").contains(&"f1".to_string()), "but no friend");
    let all = pushing(Push { over_edge: ALL, ..PLAIN });
    assert_eq!(after(&all, own, "a1f1"), "4k2K/8/8/8/8/8/8/5Rnp b - - 0 1");
    let royal = "4k3/8/8/8/8/8/8/R4npK w - - 7 1";
    assert!(!targets(&*position(&all, royal), "a1").contains(&"f1".to_string()), "the own king is not pushed off");
    // Where one is the most in a row, it is crushed against the next.
    let crush = pushing(Push { most: 1, friends: false, crushed: ENEMIES, over_edge: ENEMIES, ..PLAIN });
    assert_eq!(after(&crush, fen.replace('N', "n").as_str(), "a1f1"), "4k2K/8/8/8/8/8/8/5Rpn b - - 0 1");
    assert_eq!(
        after(&crush, "4k2K/8/8/8/8/8/8/R4n1P w - - 7 1", "a1f1"),
        "4k2K/8/8/8/8/8/8/5RnP b - - 8 1",
        "with room, it is pushed"
    );
}

#[test]
fn who_pushes_may_stay() {
    let rules = pushing(Push { stays: true, over_edge: ALL, ..PLAIN });
    let fen = "4k2K/8/8/8/8/8/8/R1Nn4 w - - 7 1";
    let game = position(&rules, fen);
    let texts = moves(&*game);
    assert!(texts.contains(&"a1>c1>d1".to_string()), "{texts:?}");
    assert_eq!(after(&rules, fen, "a1>c1>d1"), "4k2K/8/8/8/8/8/8/R2Nn3 b - - 8 1");
    let fen = "4k2K/8/8/8/8/8/8/R6n w - - 7 1";
    assert_eq!(after(&rules, fen, "a1>h1>h1"), "4k2K/8/8/8/8/8/8/R7 b - - 0 1", "pushed off from afar");
    assert_eq!(after(&rules, fen, "a1h1"), "4k2K/8/8/8/8/8/8/R7 b - - 0 1", "as it is understood in short");
}

#[test]
fn a_royal_is_attacked_where_it_would_be_lost() {
    let rules = pushing(Push { over_edge: ENEMIES, crushed: ENEMIES, most: 2, friends: false, ..PLAIN });
    let checked = |fen: &str| !position(&rules, fen).checkers().is_empty();
    assert!(!checked("4k3/8/8/8/8/8/8/R5K1 b - - 0 1"));
    assert!(!checked("8/8/8/R4k2/8/8/8/6K1 b - - 0 1"), "it would only be pushed");
    assert!(checked("8/8/8/R6k/8/8/8/6K1 b - - 0 1"), "over the edge");
    assert!(checked("8/8/8/R5pk/8/8/8/6K1 b - - 0 1"), "even behind its pawn");
    assert!(!checked("8/8/8/R4kpp/8/8/8/6K1 b - - 0 1"), "the last of two is crushed, the king only pushed");
    assert!(checked("8/8/8/R4pkp/8/8/8/6K1 b - - 0 1"), "crushed between two pawns");
    assert!(!checked("8/8/8/R4ppk/8/8/8/6K1 b - - 0 1"), "behind a pawn that would be crushed");
}

#[test]
fn all_that_are_pushed_have_moved() {
    let rules = pushing(Push { over_edge: ENEMIES, ..PLAIN });
    let fen = "4k3/8/8/8/8/8/8/R2RK2R w KQ - 0 1";
    // The rook on a1 pushes the rook on d1, that the king; the one on h1 stays what it is. The rights are those of a king that has moved.
    assert_eq!(after(&rules, fen, "a1d1"), "4k3/8/8/8/8/8/8/3RRK1R b - - 1 1");
    // The rook that pushes the one on a2 was on a1, the other was not: none is left that could castle.
    let rules = pushing(PLAIN);
    assert_eq!(after(&rules, "4k3/8/8/8/R7/8/R7/R3K3 w Q - 0 1", "a1a2"), "4k3/8/8/8/R7/R7/R7/4K3 b - - 1 1");
}

#[test]
fn no_push_leaves_the_own_king_attacked() {
    let rules = pushing(PLAIN);
    // On e5 the black queen would give check.
    let game = position(&rules, "7k/8/8/R2q4/8/8/8/4K3 w - - 0 1");
    assert!(!targets(&*game, "a5").contains(&"d5".to_string()));
    let game = position(&rules, "7k/8/8/R2q4/8/4P3/8/4K3 w - - 0 1");
    assert!(targets(&*game, "a5").contains(&"d5".to_string()));
    // The rook takes the place of the knight that it pushes away, so the king is shielded from the bishop; not if it stays.
    let fen = "7k/8/8/8/7b/8/R4N2/4K3 w - - 0 1";
    assert!(targets(&*position(&rules, fen), "a2").contains(&"f2".to_string()));
    let rules = pushing(Push { stays: true, ..PLAIN });
    assert!(!moves(&*position(&rules, fen)).contains(&"a2>f2>g2".to_string()));
    assert!(moves(&*position(&rules, &fen.replace('b', "n"))).contains(&"a2>f2>g2".to_string()));
}
