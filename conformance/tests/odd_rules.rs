//! Positions of odd games whose moves are known by hand, in both backends.
#![allow(missing_docs)]

mod common;

use common::in_every_backend;
use wazir_conformance::games::interpreter;
use wazir_runtime::{Outcome, Reason, Setup, Style, Variant};

/// The trial with pieces that imitate.
const MIMICS: &str = "mimics";

/// Both backends generate exactly these moves for the piece on `from`.
fn moves(trial: &str, fen: &str, from: &str, expected: &[&str]) {
    in_every_backend(trial, fen, |game| {
        let all = game.legal_moves().into_iter().map(|mv| game.move_text(mv, Style::Game));
        let mut found: Vec<String> = all.filter_map(|text| Some(text.strip_prefix(from)?.to_string())).collect();
        found.sort();
        assert_eq!(found, expected, "{fen}: {from} ({:?})", game.backend());
    });
}

/// After these moves both backends have reached this position.
fn line(trial: &str, fen: &str, played: &[&str], reached: &str) {
    in_every_backend(trial, fen, |game| {
        for text in played {
            let mv = game.parse_move(text, Style::Game).unwrap_or_else(|error| panic!("{fen}: {text}: {error}"));
            game.play(mv).unwrap_or_else(|error| panic!("{fen}: {text}: {error}"));
        }
        assert_eq!(game.fen(Style::Game), reached, "{fen} ({:?})", game.backend());
        let again = game.at(&game.setup()).unwrap_or_else(|error| panic!("{reached}: {error}"));
        assert_eq!(again.hash(), game.hash(), "{reached}: the hash says the same from scratch ({:?})", game.backend());
    });
}

#[test]
fn a_joker_moves_as_what_has_moved_last() {
    let at_d4 = |last: &str| format!("4k3/8/8/8/3J4/8/8/4K3[] w - -{last} 0 1");
    moves(MIMICS, &at_d4(""), "d4", &[]);
    moves(MIMICS, &at_d4(" =N"), "d4", &["b3", "b5", "c2", "c6", "e2", "e6", "f3", "f5"]);
    let rook = ["a4", "b4", "c4", "d1", "d2", "d3", "d5", "d6", "d7", "d8", "e4", "f4", "g4", "h4"];
    moves(MIMICS, &at_d4(" =R"), "d4", &rook);
    moves(MIMICS, &at_d4(" =P"), "d4", &["d5"]);
    moves(MIMICS, &at_d4(" =k"), "d4", &["c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"]);
    // What the bishop has by a condition is not imitated.
    moves(MIMICS, &at_d4(" =B"), "d4", &["d5"]);
    // It captures as a pawn, but neither in passing nor by a double step.
    moves(MIMICS, "4k3/8/8/3pJ3/8/8/8/4K3[] w - d6 =P 0 1", "e5", &["e6"]);
    moves(MIMICS, "4k3/8/8/8/8/8/3J4/4K3[] w - - =P 0 1", "d2", &["d3"]);
    moves(MIMICS, "4k3/8/8/2n1n3/3J4/8/8/4K3[] w - - =P 0 1", "d4", &["c5", "d5", "e5"]);
    // For Black its own pawns are meant.
    moves(MIMICS, "4k3/8/8/8/3j4/8/8/4K3[] b - - =P 0 1", "d4", &["d3"]);
}

#[test]
fn imitators_that_face_the_other_way() {
    // Besides its own quiet steps, a pawn's step back and captures back; never off its ranks.
    moves(MIMICS, "4k3/8/8/8/3G4/4n3/8/4K3[] w - - =P 0 1", "d4", &["c4", "d3", "d5", "e3", "e4"]);
    moves(MIMICS, "4k3/8/8/8/8/8/3G4/2n3K1[] w - - =P 0 1", "d2", &["c2", "d1", "d3", "e2"]);
    // Both ways, all but rooks.
    moves(MIMICS, "4k3/8/8/2r1n3/3C4/8/8/6K1[] w - - =P 0 1", "d4", &["c3", "d3", "d5", "e3", "e5"]);
    // What is the same either way is there once.
    moves(
        MIMICS,
        "4k3/8/8/8/3C4/8/8/6K1[] w - - =N 0 1",
        "d4",
        &["b3", "b5", "c2", "c3", "c5", "c6", "e2", "e3", "e5", "e6", "f3", "f5"],
    );
}

#[test]
fn parts_that_depend_on_what_has_moved_last() {
    moves(MIMICS, "4k3/8/8/8/8/8/3P4/4K3[] w - - 0 1", "d2", &["d3", "d4"]);
    moves(MIMICS, "4k3/8/8/8/8/3P4/8/4K3[] w - - =N 0 1", "d3", &["d4"]);
    moves(MIMICS, "4k3/8/8/8/8/3P4/8/4K3[] w - - =P 0 1", "d3", &["d4", "d5"]);
    // Unless a knight or a king has moved last: also where nobody has.
    let knight = ["b3", "b5", "c2", "c6", "e2", "e6", "f3", "f5"];
    moves(MIMICS, "4k3/8/8/8/3N4/8/8/6K1[] w - - =K 0 1", "d4", &knight);
    let more = ["b3", "b5", "c2", "c3", "c5", "c6", "e2", "e3", "e5", "e6", "f3", "f5"];
    moves(MIMICS, "4k3/8/8/8/3N4/8/8/6K1[] w - - 0 1", "d4", &more);
    moves(MIMICS, "4k3/8/8/8/3B4/8/8/6K1[] w - - 0 1", "d4", &["d5"]);
}

#[test]
fn checks_by_what_imitates() {
    // As the knight that has moved last the joker gives check. Wherever the king goes, it is a king that has moved last: not next to the joker.
    let checked = "4k3/8/5J2/8/8/8/8/4K3[] b - - =N 0 1";
    in_every_backend(MIMICS, checked, |game| assert_eq!(game.checkers(), [45], "{:?}", game.backend()));
    moves(MIMICS, checked, "e8", &["c7", "d6", "d7", "d8", "f6", "f8"]);
    in_every_backend(MIMICS, "4k3/8/5J2/8/8/8/8/4K3[] b - - =B 0 1", |game| {
        assert_eq!(game.checkers(), [0; 0], "{:?}", game.backend());
    });
    // A move of the rook makes a rook of the joker, which is on the king's file: it has to come between. The knight may go where it likes.
    let beware = "4k3/r7/2n5/8/4J3/8/8/4K3[] b - - =P 0 1";
    moves(MIMICS, beware, "a7", &["e7"]);
    moves(MIMICS, beware, "c6", &["a5", "b4", "b5", "b7", "b8", "d4", "d5", "d7", "d8", "e5", "e7"]);
}

#[test]
fn what_is_remembered() {
    let start = "rjnqkbgr/pppppcpp/8/8/8/8/PPPPPCPP/RJNQKBGR[] w KQkq - 0 1";
    line(MIMICS, start, &["c1d3"], "rjnqkbgr/pppppcpp/8/8/8/3N4/PPPPPCPP/RJ1QKBGR[] b KQkq - =N 1 1");
    // The joker leaps as the knight; what it imitated is still remembered, and after a pass as well.
    line(MIMICS, start, &["c1d3", "b8c6"], "r1nqkbgr/pppppcpp/2j5/8/8/3N4/PPPPPCPP/RJ1QKBGR[] w KQkq - =N 2 2");
    line(
        MIMICS,
        start,
        &["c1d3", "b8c6", "e1e1"],
        "r1nqkbgr/pppppcpp/2j5/8/8/3N4/PPPPPCPP/RJ1QKBGR[] b KQkq - 1p =N 3 2",
    );
    line(
        MIMICS,
        start,
        &["c1d3", "b8c6", "e1e1", "g7g6"],
        "r1nqkbgr/pppppc1p/2j3p1/8/8/3N4/PPPPPCPP/RJ1QKBGR[] w KQkq - =P 0 3",
    );
    // A promotion is a pawn's move, castling the king's, an exchange of places that of the piece that makes it, a drop that of what is dropped.
    line(MIMICS, "7k/P7/8/8/8/8/8/4K3[] w - - =N 0 1", &["a7a8q"], "Q~6k/8/8/8/8/8/8/4K3[] b - - =P 0 1");
    line(MIMICS, "k7/8/8/8/8/8/8/4K2R[] w K - =N 0 1", &["e1g1"], "k7/8/8/8/8/8/8/5RK1[] b - - =K 1 1");
    line(MIMICS, "7k/8/8/8/8/1R6/3Q4/4K3[] w - - =N 0 1", &["d2~b3"], "7k/8/8/8/8/1Q6/3R4/4K3[] b - - =Q 1 1");
    line(MIMICS, "7k/8/8/8/8/8/8/4K3[R] w - - =N 0 1", &["R@a2"], "7k/8/8/8/8/8/R7/4K3[] b - - =R 1 1");
    // In passing: pawn takes pawn.
    line(MIMICS, "7k/8/8/3pP3/8/8/8/4K3[] w - d6 =N 0 1", &["e5d6"], "7k/8/3P4/8/8/8/8/4K3[P] b - - =P 0 1");
}

#[test]
fn what_cannot_be_remembered() {
    let game = interpreter(MIMICS);
    let refused = |fen: &str| {
        let error = game.from_fen(fen, Style::Game).err().expect("the last field is wrong");
        (error.field, error.span, error.message)
    };
    let known = "expected one of `=P`, `=N`, `=B`, `=R`, `=Q`, `=K`: a type that is remembered to have moved last";
    let board = "4k3/8/8/8/3J4/8/8/4K3[] w - -";
    assert_eq!(refused(&format!("{board} =J 0 1")), ("last moved", (30, 32), known.to_string()));
    assert_eq!(refused(&format!("{board} =X 0 1")), ("last moved", (30, 32), known.to_string()));
    in_every_backend(MIMICS, &format!("{board} =N 0 1"), |game| {
        for (last, allowed) in [(None, true), (Some(0), true), (Some(5), false), (Some(200), false)] {
            let setup = Setup { last_moved: last, ..game.setup() };
            let refused = game.at(&setup).err().map(|error| error.message);
            assert_eq!(refused.is_none(), allowed, "{last:?}: {refused:?} ({:?})", game.backend());
            assert!(refused.is_none_or(|text| text.starts_with("it is not remembered in this game")), "{last:?}");
        }
    });
}

#[test]
fn hoppers_over_friends() {
    // The cannon captures over its own pawn, not over the enemy's; without capturing it slides.
    let cannon = ["d4", "e1", "e2", "e3", "e5", "e6", "e7", "e8", "f4", "i4"];
    moves("screens", "k8/9/9/9/n1p1C1P1p/9/9/8K[] w - - 0 1", "e4", &cannon);
    // For Black its own pieces are the screens.
    let taken_over_own = ["a4", "d4", "e1", "e2", "e3", "e5", "e6", "e7", "e8", "f4"];
    moves("screens", "k8/9/9/9/N1p1c1P1P/9/9/8K[] b - - 0 1", "e4", &taken_over_own);
    moves("screens", "k8/9/9/5P3/4Gp3/9/9/8K[] w - - 0 1", "e4", &["d3", "d5", "f3", "g6"]);
    // The archer jumps own pawns and cannons only: over the pawn on f5, not over the knight on d5 or the enemy's cannon.
    let archer = ["f3", "g2", "g6", "h1", "h7", "i8"];
    moves("screens", "k8/9/9/3N1P3/4B4/3c5/2n6/8K[] w - - 0 1", "e4", &archer);
    for (fen, checkers) in [
        ("k8/9/9/9/c3p3K/9/9/9[] w - - 0 1", &[27][..]),
        ("k8/9/9/9/c3P3K/9/9/9[] w - - 0 1", &[]),
        ("k8/9/9/9/c7K/9/9/9[] w - - 0 1", &[]),
    ] {
        in_every_backend("screens", fen, |game| assert_eq!(game.checkers(), checkers, "{fen} ({:?})", game.backend()));
    }
    // The pawn is no screen of the enemy's, and may step on.
    moves("screens", "k8/9/9/9/c3P3K/9/9/9[] w - - 0 1", "e4", &["e5"]);
}

/// The trial with pieces that carry others, and that jump friends or enemies only.
const MOVERS: &str = "movers";

#[test]
fn pieces_that_are_carried() {
    // The valkyrie exchanges places with the pawn, or brings it to where she has passed; with the rook beside her she only exchanges places.
    let corner = "8k/9/9/9/P8/2p6/9/VR6K[] w - - 0 1";
    moves(MOVERS, corner, "a1", &["a2", "a3", "a4~a4a2", "a4~a4a3", "b2", "c3", "~a4", "~b1"]);
    line(MOVERS, corner, &["a1a4~a4a2"], "8k/9/9/9/V8/2p6/P8/1R6K[] b - - 1 1");
    // What has been promoted stays so.
    line(MOVERS, "8k/9/9/9/B~8/9/9/V7K[] w - - 0 1", &["a1a4~a4a2"], "8k/9/9/9/V8/9/B~8/8K[] b - - 1 1");
    // A rook that is carried has moved.
    line(MOVERS, "4k4/9/9/9/9/9/9/R2VK3R[] w KQ - 0 1", &["d1a1~a1b1"], "4k4/9/9/9/9/9/9/VR2K3R[] b K - 1 1");
    // Her king may be carried, but not onto a2, which the bishop attacks.
    moves(MOVERS, "8k/9/4b4/9/K8/9/1R7/VR7[] w - - 0 1", "a1", &["a2", "a3", "a4~a4a3", "~a4", "~b1", "~b2"]);
    // The dragger takes the pawn on e5 along to e6, where it turns aside or goes on to capture the rook; it leaves behind what it leaps to, and what it finds at two steps.
    let drags = "8k/4r4/9/4p4/4D1p2/4P4/9/K8[] w - - 0 1";
    let all = ["d3", "d5", "d6~e5e6", "e2~e3e4", "e7~e5e6", "f3", "f5", "f6~e5e6", "g4~g4e4"];
    moves(MOVERS, drags, "e4", &all);
    line(MOVERS, drags, &["e4e7~e5e6"], "8k/4D4/4p4/9/6p2/4P4/9/K8[R] b - - 0 1");
    line(MOVERS, drags, &["e4e2~e3e4"], "8k/4r4/9/4p4/4P1p2/9/4D4/K8[] b - - 1 1");
    line(MOVERS, drags, &["e4g4~g4e4"], "8k/4r4/9/4p4/4p1D2/4P4/9/K8[] b - - 1 1");
    // Without what it carries a move is understood where nothing else is meant.
    line(MOVERS, drags, &["e4e7"], "8k/4D4/4p4/9/6p2/4P4/9/K8[R] b - - 0 1");
    // The puller steps away and comes back for what stood behind it, friend or enemy; over a friend it captures on its way.
    let pulls = "8k/9/9/9/2pPL4/4p4/9/K8[] w - - 0 1";
    moves(MOVERS, pulls, "e4", &["c4,c4b4", "d3", "d4~d4f4", "d5", "e3~e3e5", "f3", "f5"]);
    line(MOVERS, pulls, &["e4d4~d4f4"], "8k/9/9/9/2pL1P3/4p4/9/K8[] b - - 1 1");
    line(MOVERS, pulls, &["e4c4,c4b4"], "8k/9/9/9/1L1P5/4p4/9/K8[P] b - - 0 1");
}

#[test]
fn what_is_carried_is_not_attacked() {
    for (fen, checkers) in [
        // The king could be carried, not captured.
        ("9/9/9/4k4/4D4/9/9/K8[] b - - 0 1", &[][..]),
        ("9/9/9/5k3/4D4/9/9/K8[] b - - 0 1", &[31]),
        // It is captured at the end of a move that takes the pawn along, if there is room for that.
        ("9/4k4/9/4p4/4D4/9/9/K8[] b - - 0 1", &[31]),
        ("9/4k4/4p4/4p4/4D4/9/9/K8[] b - - 0 1", &[]),
    ] {
        in_every_backend(MOVERS, fen, |game| assert_eq!(game.checkers(), checkers, "{fen} ({:?})", game.backend()));
    }
}

#[test]
fn legs_that_jump_some_pieces_only() {
    // Over its pawns the jumper bends, or lands right behind; the rook is pinched between it and the pawn on g4. The enemy on f5 is not jumped.
    let jumper = ["c5", "c6", "d4", "d6", "e3", "e6", "f4", "f6"];
    moves(MOVERS, "8k/9/9/3PPp3/4JrP2/9/9/K8[] w - - 0 1", "e4", &jumper);
    // The cannon captures over the pawn on e6, having gone on by a step at least, which the one on d4 does not let it; enemies beside it are jumped diagonally.
    let cannon = ["c6", "e1", "e2", "e3", "e5", "e8", "f4", "g4", "g6", "h4", "i4"];
    moves(MOVERS, "4r3k/9/2r1P4/3p1p3/1r1PC4/9/9/K8[] w - - 0 1", "e4", &cannon);
    // Its own piece is no enemy to jump, an enemy no screen.
    moves(MOVERS, "4r3k/9/2r1p4/3P5/3PCP3/4P4/9/K8[] w - - 0 1", "e4", &["e5"]);
    for (fen, checkers) in [
        ("4k4/9/4P4/9/4C4/9/9/K8[] b - - 0 1", &[31][..]),
        ("4k4/9/4p4/9/4C4/9/9/K8[] b - - 0 1", &[]),
        ("9/9/6k2/5p3/4C4/9/9/K8[] b - - 0 1", &[31]),
        ("9/9/6k2/5R3/4C4/9/9/K8[] b - - 0 1", &[]),
    ] {
        in_every_backend(MOVERS, fen, |game| assert_eq!(game.checkers(), checkers, "{fen} ({:?})", game.backend()));
    }
}

/// After this move the game is over in both backends, and so it is in the position that is read from its FEN.
fn ends(trial: &str, fen: &str, played: &str, winner: Option<u8>, reason: Reason) {
    in_every_backend(trial, fen, |game| {
        let mv = game.parse_move(played, Style::Game).unwrap_or_else(|error| panic!("{fen}: {played}: {error}"));
        game.play(mv).expect("a legal move");
        let told = Some(Outcome { winner, reason });
        let reached = game.fen(Style::Game);
        assert_eq!((game.outcome(), game.count()), (told, 0), "{fen}: {played} ({:?})", game.backend());
        in_every_backend(trial, &reached, |again| {
            assert_eq!(again.outcome(), told, "{reached} ({:?})", again.backend())
        });
    });
}

#[test]
fn who_has_no_royal_left_has_lost() {
    // The rook arrives on c4 and turns the king on d5 over: Black has no other, and none in hand.
    ends("abdications", "6/3k2/R5/6/6/1K4[] w - - 0 1", "a4c4", Some(0), Reason::Extinction);
    // Nobody has a rule for it, so the last king that becomes a duke is lost as well.
    ends("abdications", "5k/6/2K3/6/6/6[] w - - 0 1", "c4c5d", Some(1), Reason::Extinction);
    // Black encloses the king between rook and pawn.
    ends("abdications", "1k4/6/2r3/pK4/6/6[] b - - 0 1", "c4c3", Some(1), Reason::Extinction);
    // With another on the board, or in hand, the game goes on.
    line("abdications", "6/3k2/R5/6/6/1K4[k] w - - 0 1", &["a4c4"], "6/3K2/2R3/6/6/1K4[k] b - - 1 1");
    line("abdications", "5k/3k2/R5/6/6/1K4[] w - - 0 1", &["a4c4"], "5k/3K2/2R3/6/6/1K4[] b - - 1 1");
    // What the file says comes first: by giving up its king, Black wins there.
    ends("regents", "5k/6/6/2K3/6/6/6 w - - 0 1", "c4c5d", Some(1), Reason::Extinction);
    ends("regents", "6/6/6/2k3/6/6/K5 b - - 0 1", "c4c3d", Some(1), Reason::Extinction);
}

#[test]
fn one_square_answers_two_checks() {
    // A rook on a4 and a rider of two squares on a5, which comes over a3.
    moves("strides", "4k3/8/8/d7/r7/7R/8/K7 w - - 0 1", "h3", &["a3"]);
    // What rides both ways on a5 is not answered on a4.
    moves("strides", "4k3/8/8/m7/7R/8/8/K7 w - - 0 1", "h4", &[]);
    moves("strides", "4k3/8/8/m7/8/7R/8/K7 w - - 0 1", "h3", &["a3"]);
    // What stands there already is pinned along both: off a3, it lets the rider on a5 through even where it takes the rook.
    moves("strides", "4k3/8/8/d7/r7/R7/8/K7 w - - 0 1", "a3", &[]);
    // Over the joined edges the bishop on c6 and the rook on d1 meet on f3.
    moves("hives", "b2K2/1Bb3/1k4/4pn/1P2p1/1B4/2nR2 b - - 143 170", "c1", &["f3"]);
}

#[test]
fn a_turn_in_its_middle_is_finished_by_what_is_allowed() {
    moves("sprees", "4p1B/5q1/Q6/1p3qC/1KN4/1C2N1q/3kB1C b - - 1m 132 47", "d1", &[]);
}
