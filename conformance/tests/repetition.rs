//! Games that repeat positions, and what becomes of them, in every backend.
#![allow(missing_docs)]

mod common;

use common::in_every_backend;
use wazir_conformance::games::interpret;
use wazir_runtime::{GameInProgress, MoveError, Reason, SideId, Style, Variant};

fn play(game: &mut dyn GameInProgress, text: &str) {
    let position = game.position();
    let mv = position.parse_move(text, Style::Game);
    let mv = mv.unwrap_or_else(|error| panic!("{}: {error}", position.fen(Style::Game)));
    game.play(mv).unwrap_or_else(|error| panic!("{error}"));
}

/// When these moves, by which the position comes back, have been made twice, the game is over: who has won, and why.
fn cycle(name: &str, fen: &str, moves: &str, expected: (Option<SideId>, Reason)) {
    in_every_backend(name, fen, |game| {
        let (backend, mut game) = (game.backend(), game.begin());
        for text in moves.split(' ').chain(moves.split(' ')) {
            assert_eq!(game.outcome(), None, "{fen} {moves} ({backend:?})");
            play(&mut *game, text);
        }
        let outcome = game.outcome().map(|outcome| (outcome.winner, outcome.reason));
        assert_eq!(outcome, Some(expected), "{fen} {moves} ({backend:?})");
    });
}

const RED: SideId = 0;
const BLACK: SideId = 1;
const DRAW: (Option<SideId>, Reason) = (None, Reason::Repetition);

fn chased_by(side: SideId) -> (Option<SideId>, Reason) {
    (Some(1 - side), Reason::PerpetualChase)
}

fn checked_by(side: SideId) -> (Option<SideId>, Reason) {
    (Some(1 - side), Reason::PerpetualCheck)
}

/// Positions on which the people who made the same rule for an independent engine agreed: <https://github.com/fairy-stockfish/Fairy-Stockfish/pull/466>, and issues 55 and 938 there.
#[test]
fn xiangqi_perpetual_chase() {
    let xiangqi = |fen, moves, expected| cycle("xiangqi", fen, moves, expected);
    // The chariot follows a horse that only its general could protect, who may not face the other.
    xiangqi("3k5/9/9/9/9/9/3r5/9/9/3NK4 w", "d1c3 d4c4 c3d1 c4d4", chased_by(BLACK));
    // The cannons do not protect each other from the chariot between them: it is the screen, and gone with the capture.
    xiangqi("5k3/9/9/9/9/1C7/1r7/9/1C7/4K4 w", "b5c5 b4c4 c5b5 c4b4", chased_by(BLACK));
    xiangqi("3k5/4P4/4b4/3C5/4c4/9/9/9/9/5K3 w", "d7e7 e8g6 e7d7 g6e8", chased_by(BLACK));
    xiangqi("4k4/9/4b4/2c2nR2/9/9/9/9/9/3K5 w", "g7g6 f7g9 g6g7 g9f7", chased_by(BLACK));
    xiangqi("5k3/9/9/9/9/4c4/3r5/3NB4/4A4/4K4 w", "e1d1 e5d5 d1e1 d5e5", chased_by(BLACK));
    xiangqi("5k3/9/9/9/9/9/9/9/9/3NK1cr1 w", "d1c3 h1h3 c3d1 h3h1", chased_by(BLACK));
    xiangqi("5k3/9/9/9/9/1N2P1C2/9/4BC3/9/cr1RK4 w", "b5c3 b1c1 c3b5 c1b1", chased_by(BLACK));
    xiangqi("4k4/9/9/9/4n4/9/5C3/9/4N4/4K4 w", "e2g1 e10f10 g1e2 f10e10", chased_by(BLACK));
    xiangqi("3P5/3k5/3nn4/9/9/9/9/9/9/5K3 w", "d10e10 d9e9 e10d10 e9d9", chased_by(BLACK));
    xiangqi("4ck3/9/9/9/9/2r1R4/9/9/4A4/3AK4 w", "e5e4 c5c4 e4e5 c4c5", chased_by(BLACK));
    xiangqi("4k4/9/9/c1c6/9/r8/9/9/C8/3K5 w", "a2c2 a5c5 c2a2 c5a5", chased_by(BLACK));
    // An elephant uncovers a chariot's attack on a chariot, which is protected: minor pieces may not chase chariots at all.
    xiangqi("4k4/9/9/9/9/r1r6/3C5/4B4/9/5K3 w", "d4f4 c5g5 f4d4 g5c5", chased_by(RED));
    xiangqi("3k4n/9/9/9/9/9/9/9/9/4K2R1 w", "h1i1 i10h8 i1h1 h8i10", chased_by(RED));
}

#[test]
fn xiangqi_repetitions_that_are_no_chase() {
    let xiangqi = |fen, moves, expected| cycle("xiangqi", fen, moves, expected);
    // The horse protects what the chariot attacks: the other horse stands free of the generals' file.
    xiangqi("3k5/9/9/3n5/9/9/3r5/9/9/3NK4 w", "d1c3 d4c4 c3d1 c4d4", DRAW);
    xiangqi("9/4c4/3k5/3r5/9/9/4C4/9/4K4/3R5 w", "e4d4 d7e7 d4e4 e7d7", DRAW);
    xiangqi("5k3/9/9/9/9/9/7r1/9/2nRA3c/4K4 w", "e2f1 h4h2 f1e2 h2h4", DRAW);
    xiangqi("4ka3/c2R1R2c/4b4/9/9/9/9/9/9/4K4 w", "f9f7 f10e9 f7f9 e9f10", DRAW);
    // Checks weigh more, whatever is attacked meanwhile.
    xiangqi("9/3kc4/3a5/3P5/9/4p4/9/4K4/9/3C5 w", "d7e7 e5d5 e7d7 d5e5", checked_by(BLACK));
    xiangqi("3k5/9/9/9/9/5p3/9/5p3/5K3/5C3 w", "f2e2 f3e3 e2f2 e3f3", checked_by(BLACK));
}

/// Checks between chases: neither is done with every move, so that neither is forbidden (by the rules of the Asian Xiangqi Federation, a draw).
#[test]
fn xiangqi_checks_between_chases() {
    let xiangqi = |fen, moves| cycle("xiangqi", fen, moves, DRAW);
    // The chariot chases the horse and checks in turn.
    xiangqi("3k5/9/9/1N7/9/4r4/9/9/9/4K4 w", "e1f1 e5e7 b7c5 e7f7 f1e1 f7f5 c5b7 f5e5");
    // It checks with every second move, and does nothing with the others.
    xiangqi("3k5/9/9/9/9/4r4/9/9/9/4K4 w", "e1f1 e5d5 f1e1 d5e5");
}

/// Who would bring a position about for the fourth time plays something else.
#[test]
fn janggi_fourth_time() {
    let start = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1";
    in_every_backend("janggimodern", start, |game| {
        let (backend, mut game) = (game.backend(), game.begin());
        let moves = ["a1a2", "a10a9", "a2a1", "a9a10"].repeat(3);
        for text in &moves[..11] {
            assert_eq!(illegal(&*game), [""; 0], "{backend:?}");
            play(&mut *game, text);
        }
        assert_eq!(illegal(&*game), ["a9a10"], "{backend:?}");
        assert_eq!(game.outcome(), None);
        let repeats = game.position().parse_move("a9a10", Style::Game).unwrap();
        assert_eq!(game.play(repeats), Err(MoveError::Repeats { text: "a9a10".into() }), "{backend:?}");
    });
}

/// Soldiers chase as they like.
#[test]
fn xiangqi_free_chases() {
    cycle("xiangqi", "4k4/9/4r4/3P5/9/9/9/9/9/5K3 w", "d7e7 e8d8 e7d7 d8e8", DRAW);
}

/// The moves of the position that may not be made for what they repeat.
fn illegal(game: &dyn GameInProgress) -> Vec<String> {
    let position = game.position();
    let others = position.legal_moves().into_iter().filter(|&mv| !game.is_legal(mv));
    others.map(|mv| position.move_text(mv, Style::Game)).collect()
}

/// Who would bring a position about for the third time plays something else (<http://81dojo.com/81forum/showthread.php?tid=610>, rule 7).
#[test]
fn torishogi_third_time() {
    let start = "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR[] w - - 0 1";
    in_every_backend("torishogi", start, |game| {
        let (backend, mut game) = (game.backend(), game.begin());
        let moves = ["c1b2", "c7b6", "b2c1", "b6c7"].repeat(2);
        for text in &moves[..7] {
            assert_eq!(illegal(&*game), [""; 0], "{backend:?}");
            play(&mut *game, text);
        }
        // The start position would occur for the third time by the move of the second side.
        assert_eq!(illegal(&*game), ["b6c7"], "{backend:?}");
        assert!(game.position().parse_move("b6c7", Style::Game).is_ok(), "the position by itself does not know");
        assert_eq!(game.outcome(), None);
    });
}

/// Two tokens on two squares each: whoever has to repeat a position first has lost.
#[test]
fn who_can_only_repeat_loses() {
    let text = "(
        board: (files: 2, ranks: 2),
        pieces: { \"T\": (moves: \"smW\") },
        start: \"t1/T1 w - - 0 1\",
        end: [(if: Stalemated, then: Draw), (if: Repeated(times: 2), then: Illegal)],
    )";
    let source = wazir_variant_spec::Source { file: "tokens.ron".into(), text: text.into() };
    let compiled = wazir_variant_spec::compile(&source, &wazir_variant_spec::Folder("variants".into()));
    let variant = interpret(compiled.unwrap_or_else(|errors| panic!("{}", errors.render(false))).rules);
    let mut game = variant.start().begin();
    for text in ["a1b1", "a2b2", "b1a1"] {
        assert_eq!(game.outcome(), None);
        play(&mut *game, text);
    }
    assert_eq!(illegal(&*game), ["b2a2"]);
    let lost = wazir_runtime::Outcome { winner: Some(0), reason: Reason::Repetition };
    assert_eq!(game.outcome(), Some(lost));
}
