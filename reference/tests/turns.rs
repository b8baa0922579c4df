//! Captures that go on in the same turn, and checks that they give, on positions worked out by hand.
#![allow(missing_docs)]

mod common;

use common::*;
use wazir_runtime::Style;
use wazir_variant_spec::{Rules, rules::*};

/// Chess in which White's captures go on, whatever captures, and checks mean this.
fn going_on(check: TurnCheck) -> Rules {
    let mut rules = chess();
    let pieces = (0..rules.pieces.len() as PieceId).collect();
    let chain = Some(Chain { pieces, promotion_ends: false });
    rules.play[0].turn = Turn { check, chain, ..Turn::default() };
    rules
}

/// The knight can capture on e6, and on c5 or g5 from there.
const QUIET: &str = "7k/8/4p3/2p3p1/3N4/8/8/4K3 w - - 0 1";
/// On e6 it gives check to g7 as well.
const LOUD: &str = "8/6k1/4p3/2p5/3N4/8/8/4K3 w - - 0 1";
/// On c6 it opens the bishop's way to g7.
const OPENING: &str = "8/4p1k1/2p5/8/3N4/8/8/B3K3 w - - 0 1";

#[test]
fn what_has_captured_goes_on() {
    for check in [TurnCheck::Ends, TurnCheck::OnlyLast] {
        let mut game = position(&going_on(check), QUIET);
        play(&mut *game, "d4e6");
        assert_eq!(game.fen(Style::Game), "7k/8/4N3/2p3p1/8/8/8/4K3 w - - e6m 0 1");
        assert_eq!(moves(&*game), ["e6c5", "e6g5"]);
        play(&mut *game, "e6c5");
        assert_eq!(game.fen(Style::Game), "7k/8/8/2N3p1/8/8/8/4K3 b - - 0 1");
    }
}

#[test]
fn a_check_ends_the_turn_whatever_could_be_captured_next() {
    let mut game = position(&going_on(TurnCheck::Ends), LOUD);
    play(&mut *game, "d4e6");
    assert_eq!(game.fen(Style::Game), "8/6k1/4N3/2p5/8/8/8/4K3 b - - 0 1");
    assert_eq!(game.checkers().len(), 1);
}

#[test]
fn a_check_that_may_be_given_last_only_is_given_by_the_last_capture() {
    let rules = going_on(TurnCheck::OnlyLast);
    assert!(!moves(&*position(&rules, OPENING)).contains(&"d4c6".to_string()), "it could capture on e7 next");
    let mut game = position(&rules, &OPENING.replace("4p1k1", "6k1"));
    play(&mut *game, "d4c6");
    assert_eq!(game.fen(Style::Game), "8/6k1/2N5/8/8/8/8/B3K3 b - - 0 1");
    // What attacks a royal could capture it, as far as the chain is concerned: this check is never the last move.
    assert!(!moves(&*position(&rules, "8/6k1/4p3/8/3N4/8/8/4K3 w - - 0 1")).contains(&"d4e6".to_string()));
}
