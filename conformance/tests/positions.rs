//! Positions of the games themselves whose answers are known from the rules of the game, played by every backend.
#![allow(missing_docs)]

mod common;

use common::{for_every_backend, in_every_backend};
use wazir_conformance::games::{interpret, rules};
use wazir_runtime::{Outcome, Reason, Setup, Style, Variant};

/// Every backend generates exactly these moves for the piece on `from` (without that square), or these drops of `P@`.
fn moves(name: &str, fen: &str, from: &str, expected: &[&str]) {
    in_every_backend(name, fen, |game| {
        let all = game.legal_moves().into_iter().map(|mv| game.move_text(mv, Style::Game));
        let mut found: Vec<String> = all.filter_map(|text| Some(text.strip_prefix(from)?.to_string())).collect();
        found.sort();
        assert_eq!(found, expected, "{name}: {fen}: {from} ({:?})", game.backend());
    });
}

/// After these moves every backend has reached this position and this outcome (winner and reason).
fn line(name: &str, fen: &str, played: &[&str], reached: &str, outcome: Option<(Option<u8>, Reason)>) {
    in_every_backend(name, fen, |game| {
        for text in played {
            let mv = game.parse_move(text, Style::Game).unwrap_or_else(|error| panic!("{name}: {fen}: {error}"));
            game.play(mv).unwrap_or_else(|error| panic!("{name}: {fen}: {error}"));
        }
        assert_eq!(game.fen(Style::Game), reached, "{name}: {fen} ({:?})", game.backend());
        let expected = outcome.map(|(winner, reason)| Outcome { winner, reason });
        assert_eq!(game.outcome(), expected, "{name}: {reached} ({:?})", game.backend());
        let over = expected.is_some_and(|outcome| ![Reason::QuietMoves, Reason::CountedOut].contains(&outcome.reason));
        assert_eq!(game.legal_moves().is_empty(), over, "{name}: {reached} ({:?})", game.backend());
    });
}

#[test]
fn what_goes_on_capturing_has_something_to_capture() {
    let start = |turn: &str| format!("1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1 b - - {turn} 0 1");
    let jumping = "1m1m1m1m/m1m1m1m1/1m1m3m/4m3/3M4/M3M1M1/1M1M1M1M/M1M1M1M1 b - - d4m 0 1";
    for_every_backend("draughts", |game| {
        assert!(game.from_fen(&start("c3m"), Style::Game).is_err(), "{:?}", game.backend());
        let jumps = game.from_fen(jumping, Style::Game).map(|position| position.count());
        assert_eq!(jumps, Ok(1), "{:?}", game.backend());
    });
}

#[test]
fn xiangqi_pieces() {
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    moves("xiangqi", start, "b1", &["a3", "c3"]); // d2 is blocked on c1
    moves("xiangqi", start, "b3", &["a3", "b10", "b2", "b4", "b5", "b6", "b7", "c3", "d3", "e3", "f3", "g3"]);
    moves("xiangqi", "4k4/9/9/9/9/2B6/9/9/9/3K5 w - - 0 1", "c5", &["a3", "e3"]); // not over the river
    moves("xiangqi", "4k4/9/9/9/9/2B6/3p5/9/9/3K5 w - - 0 1", "c5", &["a3"]); // the eye d4 is blocked
    moves("xiangqi", "3k5/9/9/9/4P4/9/9/9/9/4K4 w - - 0 1", "e6", &["d6", "e7", "f6"]);
    moves("xiangqi", "3k5/9/9/9/9/4P4/9/9/9/4K4 w - - 0 1", "e5", &["e6"]);
    moves("xiangqi", "3k5/9/9/9/9/9/9/5K3/4A4/9 w - - 0 1", "e2", &["d1", "d3", "f1"]);
}

#[test]
fn xiangqi_generals() {
    moves("xiangqi", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "d1", &["d2"]); // on e1 they face each other, c1 is no palace
    moves("xiangqi", "4k4/9/9/9/4R4/9/9/9/9/4K4 b - - 0 1", "e10", &["d10", "f10"]);
    moves("xiangqi", "4k4/9/9/4p4/4N4/9/9/9/9/4K4 w - - 0 1", "e6", &["c5", "c7", "d4", "f4", "g5", "g7"]); // the soldier stands between
    moves("xiangqi", "4k4/9/9/9/4N4/9/9/9/9/4K4 w - - 0 1", "e6", &[]); // the horse is all that does
    let stuck = "3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1";
    line("xiangqi", stuck, &[], stuck, Some((Some(0), Reason::Stalemate))); // d9 is attacked, e10 faces
}

#[test]
fn shogi_drops() {
    let pawn = "4k4/9/9/9/9/9/P8/9/4K4[P] w - - 0 1";
    in_every_backend("shogi", pawn, |game| {
        let drops = game.legal_moves().into_iter().filter(|mv| mv.kind() == wazir_runtime::MoveKind::Drop);
        // Eight files without a pawn, ranks 1 to 8, without the king's square.
        assert_eq!(drops.count(), 8 * 8 - 1, "{:?}", game.backend());
    });
    let mate = "k8/2G6/G8/9/9/9/9/9/4K4[PL] w - - 0 1";
    in_every_backend("shogi", mate, |game| {
        assert!(game.parse_move("P@a8", Style::Game).is_err(), "a dropped pawn may not mate: {:?}", game.backend());
    });
    let mated = "k8/L1G6/G8/9/9/9/9/9/4K4[P] b - - 0 1";
    line("shogi", mate, &["L@a8"], mated, Some((Some(0), Reason::Checkmate)));
    // The pawn that is pushed, not dropped, may mate.
    let pushed = "k8/P1G6/G8/9/9/9/9/9/4K4[] b - - 1 1";
    in_every_backend("shogi", "k8/2G6/P8/G8/9/9/9/9/4K4[] w - - 0 1", |game| {
        assert!(game.parse_move("a7a8", Style::Game).is_ok(), "{:?}", game.backend());
    });
    line("shogi", pushed, &[], pushed, Some((Some(0), Reason::Checkmate)));
}

#[test]
fn drop_mate_is_a_rule_of_its_own() {
    let mut allowing = rules("shogi");
    let all = allowing.pieces.iter_mut().flat_map(|piece| piece.sides.iter_mut().flatten());
    all.filter_map(|rules| rules.drop.as_mut()).for_each(|drop| drop.may_not_mate = false);
    let mate = "k8/2G6/G8/9/9/9/9/9/4K4[P] w - - 0 1";
    let count = |rules| interpret(rules).from_fen(mate, Style::Game).map(|game| game.count());
    let (forbidding, allowing) = (count(rules("shogi")), count(allowing));
    assert_eq!(forbidding.map(|count| count + 1), allowing, "one drop mates");
}

/// Counted by hand: on 62 empty squares, 13 on the king's file and rank and 7 on its diagonals give check with a queen; a knight does so from four.
#[test]
fn drops_that_may_not_check() {
    let mut discreet = rules("crazyhouse");
    let all = discreet.pieces.iter_mut().flat_map(|piece| piece.sides.iter_mut().flatten());
    all.filter_map(|rules| rules.drop.as_mut()).for_each(|drop| drop.may_not_check = true);
    let discreet = interpret(discreet);
    for (hand, allowed) in [("Q", 62 - 13 - 7), ("N", 62 - 4), ("P", 48 - 2)] {
        let game = discreet.from_fen(&format!("4k3/8/8/8/8/8/8/4K3[{hand}] w - - 0 1"), Style::Game);
        let moves = game.unwrap_or_else(|error| panic!("{error}")).legal_moves();
        let drops = moves.into_iter().filter(|mv| mv.kind() == wazir_runtime::MoveKind::Drop).count();
        assert_eq!(drops, allowed, "{hand}");
    }
}

/// A castling ends the opponent's right to the wing it names, and no other.
#[test]
fn castlings_that_forfeit() {
    let mut opposite = rules("chess");
    opposite.castlings.iter_mut().for_each(|castling| castling.forfeits = vec![castling.letter]);
    let opposite = interpret(opposite);
    for (castling, rights) in [("e1g1", "q"), ("e1c1", "k"), ("e1e2", "kq")] {
        let mut game = opposite.from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", Style::Game).expect("a position");
        let mv = game.parse_move(castling, Style::Game).expect("legal");
        game.play(mv).expect("legal");
        assert_eq!(game.fen(Style::Game).split(' ').nth(2), Some(rights), "{castling}");
    }
}

#[test]
fn shogi_promotion() {
    let fen = "4k4/P8/9/7N1/9/9/9/9/4K4[] w - - 0 1";
    moves("shogi", fen, "a8", &["a9+"]); // it could never move again
    moves("shogi", fen, "h6", &["g8+", "i8+"]);
    moves("shogi", "4k4/9/S8/9/9/9/9/9/4K4[] w - - 0 1", "a7", &["a8", "a8+", "b6", "b6+", "b8", "b8+"]);
    // A pawn that no game leaves there has nowhere to go.
    moves("shogi", "2P2K3/9/9/9/6k2/9/9/9/9[] w - - 0 1", "c9", &[]);
    // A captured dragon goes to the hand as a rook.
    let taken = "4k4/9/9/9/9/9/9/r8/4K4[r] w - - 0 2";
    line("shogi", "r3k4/9/9/9/9/9/9/+R8/4K4[] b - - 0 1", &["a9a2"], taken, None);
}

#[test]
fn crazyhouse_hands() {
    let taken = "4k3/8/8/8/8/8/8/4K2r[p] w - - 0 2";
    line("crazyhouse", "4k2r/8/8/8/8/8/8/4K2Q~[] b - - 3 1", &["h8h1"], taken, None);
    let kept = "4k3/8/8/8/8/8/8/4K2r[q] w - - 0 2";
    line("crazyhouse", "4k2r/8/8/8/8/8/8/4K2Q[] b - - 3 1", &["h8h1"], kept, None);
    let marked = "Q~3k3/8/8/8/8/8/8/4K3[] b - - 0 1";
    line("crazyhouse", "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1", &["a7a8q"], marked, None);
    // A drop that answers the check stands on the e-file; a pawn not on its first or last square.
    moves("crazyhouse", "4r2k/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@", &["e2", "e3", "e4", "e5", "e6", "e7"]);
}

#[test]
fn atomic_castling_and_extinction() {
    // The rook h8 does not attack c8 once the castling rook stands on d8; the kings on e8 and e7 protect each other.
    moves("atomic", "r3k2R/4K3/8/8/8/8/8/6r1 b q - 0 1", "e8", &["c8", "d7", "d8", "f7", "f8"]);
    let end = "rnbq3r/ppp1p1pp/8/3p4/8/8/PPPPPPPP/RNBQKB1R b KQ - 0 3";
    let start = "rnbqkbnr/ppp1pppp/8/3p2N1/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 3";
    line("atomic", start, &["g5f7"], end, Some((Some(0), Reason::Extinction)));
}

#[test]
fn antichess_obligation_and_goal() {
    moves("antichess", "8/P7/8/8/8/8/8/7k w - - 0 1", "a7", &["a8b", "a8k", "a8n", "a8q", "a8r"]);
    moves("antichess", "8/8/8/3p4/4P3/8/8/R6k w - - 0 1", "a1", &["h1"]);
    moves("antichess", "8/8/8/3p4/4P3/8/8/R7 w - - 0 1", "a1", &[]);
    let won = "8/8/8/3P4/8/8/8/8 b - - 0 1";
    line("antichess", "8/8/8/3p4/4P3/8/8/8 w - - 0 1", &["e4d5"], won, Some((Some(1), Reason::Extinction)));
}

#[test]
fn horde_pawns() {
    let first = "4k3/8/8/8/8/P7/1p6/8 b - - 0 1";
    line("horde", "4k3/8/8/8/8/8/1p6/P7 w - - 0 1", &["a1a3"], first, None);
    let second = "4k3/8/8/8/Pp6/8/8/8 b - a3 0 1";
    line("horde", "4k3/8/8/8/1p6/8/P7/8 w - - 0 1", &["a2a4"], second, None);
    let lost = "4k3/8/8/8/8/p7/8/8 w - - 0 2";
    line("horde", second, &["b4a3"], lost, Some((Some(1), Reason::Extinction)));
}

#[test]
fn racing_kings() {
    let fen = "8/k6K/8/8/8/8/8/8 w - - 0 1";
    line("racingkings", fen, &["h7h8"], "7K/k7/8/8/8/8/8/8 b - - 1 1", None);
    let both = Some((None, Reason::BothReachedGoal));
    line("racingkings", fen, &["h7h8", "a7a8"], "k6K/8/8/8/8/8/8/8 w - - 2 2", both);
    let white = Some((Some(0), Reason::Goal));
    line("racingkings", fen, &["h7h8", "a7a6"], "7K/8/k7/8/8/8/8/8 w - - 2 2", white);
    line("racingkings", "8/7K/k7/8/8/8/8/8 w - - 0 1", &["h7h8"], "7K/8/k7/8/8/8/8/8 b - - 1 1", white);
    // On b3 the rook would give check.
    let free = &["b2", "b4", "b5", "b6", "b7", "b8", "c1", "d1", "e1", "f1", "g1"];
    moves("racingkings", "8/8/8/8/8/k7/8/1R5K w - - 0 1", "b1", free);
}

#[test]
fn goals_and_counters() {
    let hill = Some((Some(0), Reason::Goal));
    line("kingofthehill", "7k/8/8/8/8/4K3/8/8 w - - 0 1", &["e3e4"], "7k/8/8/8/4K3/8/8/8 b - - 1 1", hill);
    line("breakthrough", "8/P7/8/8/8/8/p7/8 w - - 0 1", &["a7a8"], "P7/8/8/8/8/8/p7/8 b - - 0 1", hill);
    let third = Some((Some(0), Reason::Checks));
    line("3check", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", &["a1a8"], "R3k3/8/8/8/8/8/8/4K3 b - - 0+3 1 1", third);
    // A bare king loses unless it bares the opponent at once.
    let bare = Some((Some(0), Reason::Extinction));
    let taken = "8/8/8/3k4/8/8/8/R3K3 b - - 0 1";
    line("shatranj", "8/8/8/3k4/8/8/8/r3K2R w - - 0 1", &[], "8/8/8/3k4/8/8/8/r3K2R w - - 0 1", None);
    line("shatranj", taken, &["d5d6"], "8/8/3k4/8/8/8/8/R3K3 w - - 1 2", bare);
    line("shatranj", "8/8/8/3k4/3R4/8/8/4K3 b - - 0 1", &["d5d4"], "8/8/8/8/3k4/8/8/4K3 w - - 0 2", None);
}

#[test]
fn dobutsu_lions() {
    let tried = Some((Some(0), Reason::Goal));
    line("dobutsu", "3/L2/1l1/3[] w - - 0 1", &["a3a4"], "L2/3/1l1/3[] b - - 1 1", tried);
    line("dobutsu", "1l1/L2/3/3[] w - - 0 1", &["a3a4"], "Ll1/3/3/3[] b - - 1 1", None);
    let caught = "l2/3/3/3[l] w - - 0 2";
    line("dobutsu", "Ll1/3/3/3[] b - - 1 1", &["b4a4"], caught, Some((Some(1), Reason::Extinction)));
    // Spared, and no longer attacked: it has arrived.
    line("dobutsu", "Ll1/3/3/3[] b - - 1 1", &["b4c3"], "L2/2l/3/3[] w - - 2 2", tried);
}

#[test]
fn berolina_en_passant_names_both_squares() {
    let passed = "4k3/8/8/8/2Pp4/8/8/4K3 b - d3c4 0 1";
    line("berolina", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", &["e2c4"], passed, None);
    line("berolina", passed, &["d4d3"], "4k3/8/8/8/8/3p4/8/4K3 w - - 0 2", None);
}

#[test]
fn ataxx_passes_and_ends() {
    moves("ataxx", "Ppp4/ppp4/ppp4/7/7/7/7 w - - 0 1", "a7", &["a7"]); // only the pass is left
    let lost = Some((Some(0), Reason::Extinction));
    line("ataxx", "P1p4/7/7/7/7/7/7 w - - 0 1", &["P@b7"], "PPP4/7/7/7/7/7/7 b - - 1 1", lost);
    let full = "PPPPPPP/PPPPPPP/PPPPPPP/PPPPPPP/ppppppp/ppppppp/ppppppP b - - 1 1";
    let before = "PPPPPPP/PPPPPPP/PPPPPPP/PPPPPPP/ppppppp/ppppppp/ppppp1P w - - 0 1";
    in_every_backend("ataxx", before, |game| assert!(game.parse_move("P@f1", Style::Game).is_ok()));
    line("ataxx", full, &[], full, Some((Some(0), Reason::BoardFull)));
}

#[test]
fn the_maharajah_may_not_be_left_attacked() {
    moves("maharajah", "4k3/8/8/8/8/8/p7/4M3 b - - 0 1", "a2", &[]); // in check from the maharajah
    moves("maharajah", "3k4/8/8/8/8/8/p7/4M3 b - - 0 1", "a2", &["a1"]); // black pawns do not promote
    // Attacked by the rook: everywhere but on a5 and on the first rank.
    let safe =
        &["a1", "b4", "c2", "c3", "d2", "d3", "e2", "e3", "e4", "e5", "e6", "e7", "e8", "f2", "f3", "g2", "g3", "h4"];
    moves("maharajah", "7k/8/8/8/8/8/8/r3M3 w - - 0 1", "e1", safe);
}

#[test]
fn seirawan_gating() {
    // The king leaves the line of the rook: what comes in on e1 does not make d1 safe.
    let checked = "4k3/8/8/8/8/8/8/4K2r[H] w E - 0 1";
    moves("seirawan", checked, "e1", &["d2", "d2h", "e2", "e2h", "f2", "f2h"]);
    // Castling: on the king's square or on the rook's.
    let castling = "4k3/8/8/8/8/8/8/4K2R[H] w K - 0 1";
    let king = ["d1", "d1h", "d2", "d2h", "e2", "e2h", "f1", "f1h", "f2", "f2h", "g1", "g1h"];
    moves("seirawan", castling, "e1", &king);
    line("seirawan", castling, &["h1e1h"], "4k3/8/8/8/8/8/8/5RKH[] b - - 1 1", None);
    // A rook that has moved castles no more; the king's own first move is still to come.
    line("seirawan", castling, &["h1h2", "e8d8", "h2h1", "d8e8"], "4k3/8/8/8/8/8/8/4K2R[H] w E - 4 3", None);
}

#[test]
fn cambodian_leaps() {
    moves("cambodian", "4k3/8/8/8/8/8/8/3K4 w D - 0 1", "d1", &["b2", "c1", "c2", "d2", "e1", "e2", "f2"]);
    moves("cambodian", "3rk3/8/8/8/8/8/8/3K4 w D - 0 1", "d1", &["c1", "c2", "e1", "e2"]); // in check
    // A rook aims at the king, through a pawn.
    let aimed = "r3k3/pp6/8/8/8/PP1P4/8/3K4 b D - 0 1";
    line("cambodian", aimed, &["a8d8"], "3rk3/pp6/8/8/8/PP1P4/8/3K4 w - - 1 2", None);
}

#[test]
fn placement_and_obligatory_drops() {
    let last = "r3k3/pppppppp/8/8/8/8/PPPPPPPP/R6R[K] w q - 0 1";
    line("placement", last, &["K@e1"], "r3k3/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[] b KQq - 1 1", None);
    moves("placement", last, "a2", &[]); // nothing else before the king stands
    let king_in_hand = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB2BNR[KQ] w kq - 0 1";
    moves("koedem", king_in_hand, "Q@", &[]);
}

#[test]
fn rows_end_the_game() {
    let won = |side| Some((Some(side), Reason::Connection));
    line("tictactoe", "PP1/pp1/3 w - - 0 3", &["P@c3"], "PPP/pp1/3 b - - 1 3", won(0));
    line("tictactoe", "PP1/pp1/3 w - - 0 3", &["P@a1"], "PP1/pp1/P2 b - - 1 3", None);
    line("tictactoe", "P1p/1p1/1P1 b - - 0 3", &["P@a1"], "P1p/1p1/pP1 w - - 1 4", won(1));
    line("tictactoe", "PPp/ppP/1Pp w - - 0 5", &["P@a1"], "PPp/ppP/PPp b - - 1 5", Some((None, Reason::Stalemate)));
    // Squares that follow each other on paper are no row on the board: f1 g1 a2 b2.
    line("connectfour", "7/7/7/7/P6/p4PP w - - 0 1", &["P@b1"], "7/7/7/7/P6/pP3PP b - - 1 1", None);
    line("connectfour", "7/7/7/2Pp3/1PpP3/PpPp3 w - - 0 1", &["P@d4"], "7/7/3P3/2Pp3/1PpP3/PpPp3 b - - 1 1", won(0));
    let file = "7/7/1p5/1p5/1p5/1PPP3 b - - 0 1";
    line("connectfour", file, &["P@b5"], "7/1p5/1p5/1p5/1p5/1PPP3 w - - 1 2", won(1));
    // Six in a row are five as well.
    let six = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/PPP1PP9 b - - 0 1";
    line("gomoku", six, &["P@d1"], "15/15/15/15/15/15/15/15/15/15/15/15/15/15/PPPPPP9 w - - 1 1", won(0));
}

#[test]
fn discs_fall() {
    moves("connectfour", "7/7/7/7/P6/pp5 w - - 0 1", "P@", &["a3", "b2", "c1", "d1", "e1", "f1", "g1"]);
    moves("connectfour", "p6/P6/p6/P6/P6/pp5 w - - 0 1", "P@", &["b2", "c1", "d1", "e1", "f1", "g1"]);
}

#[test]
fn hex_chains() {
    let won = |side| Some((Some(side), Reason::Connection));
    // Up the a-file and then along the touching corners: b1 and a2 touch, a1 and b2 do not.
    let up = "10P/10P/10P/10P/10P/10P/10P/10P/10P/10P";
    line("hex", &format!("{up}/11 r - - 0 1"), &["P@k1"], &format!("{up}/10P b - - 1 1"), won(0));
    let bent = "P10/P10/P10/P10/P10/P10/P10/P10/P10";
    line("hex", &format!("{bent}/P10/11 r - - 0 1"), &["P@b1"], &format!("{bent}/P10/1P9 b - - 1 1"), won(0));
    line("hex", &format!("{bent}/1P9/11 r - - 0 1"), &["P@a1"], &format!("{bent}/1P9/P10 b - - 1 1"), None);
    line(
        "hex",
        "11/11/11/11/11/11/11/11/11/11/ppppp1ppppp b - - 0 1",
        &["P@f1"],
        "11/11/11/11/11/11/11/11/11/11/ppppppppppp r - - 1 2",
        won(1),
    );
    // Red's edges are not Blue's.
    line(
        "hex",
        "11/11/11/11/11/11/11/11/11/11/PPPPP1PPPPP r - - 0 1",
        &["P@f1"],
        "11/11/11/11/11/11/11/11/11/11/PPPPPPPPPPP b - - 1 1",
        None,
    );
}

#[test]
fn counts_of_bare_kings() {
    // The last piece falls, the pawn: four pieces are left, one of them a rook. So from 4 to 16, in plies.
    let (pawn, bare) = ("4k3/8/8/8/8/3p4/2S5/R3K3 w - - 3 1", "4k3/8/8/8/8/3S4/8/R3K3 b - 32 8 1");
    line("makruk", pawn, &["c2d3"], bare, None);
    line("makruk", bare, &["e8d8"], "3k4/8/8/8/8/3S4/8/R3K3 w - 32 9 2", None);
    // The rook is lost: the limit stays.
    line("makruk", "8/8/8/8/8/8/R7/1k2K2S b - 32 14 9", &["b1a2"], "8/8/8/8/8/8/k7/4K2S w - 32 15 10", None);
    // The sixteenth move is free, the seventeenth one too many.
    let last = "4k3/8/8/8/8/3S4/8/R3K3 b - 32 30 20";
    line("makruk", last, &["e8d8"], "3k4/8/8/8/8/3S4/8/R3K3 w - 32 31 21", None);
    let out = Some((None, Reason::CountedOut));
    line("makruk", last, &["e8d8", "e1e2", "d8e8"], "4k3/8/8/8/8/3S4/4K3/R7 w - 32 33 22", out);
    // Mate with the last move counts as mate.
    let mate = Some((Some(0), Reason::Checkmate));
    line("makruk", "k7/8/1K6/8/8/8/8/7R w - 32 31 20", &["h1h8"], "k6R/8/1K6/8/8/8/8/8 b - 32 32 20", mate);
}

#[test]
fn counts_of_others() {
    // Board's honour, and then the last piece falls: from 3 to 44.
    let board = "4k3/8/8/8/8/2ns4/3S4/4K3 w - - 0 1";
    line("makruk", board, &["e1f1"], "4k3/8/8/8/8/2ns4/3S4/5K2 b - 128 0 1", None);
    let bared = "4k3/8/8/8/8/3S4/8/4K3 b - 88 6 30";
    line("makruk", "4k3/8/8/8/8/3s4/2S5/4K3 w - 128 41 30", &["c2d3"], bared, None);
    // A bare king that takes the last pawn has counted that move.
    line("makruk", "4k3/4P3/8/8/8/8/8/R3K3 b - - 0 1", &["e8e7"], "8/4k3/8/8/8/8/8/R3K3 w - 32 5 2", None);
    // Two pieces and a king are few in cambodian rules, whatever pawns there are.
    line("cambodian", "4k3/8/8/8/3p4/2p5/1S6/R3K3 w - - 0 1", &["b2c3"], "4k3/8/8/8/3p4/2S5/8/R3K3 b - 126 0 1", None);
    // In asean rules the count begins at nought, and only rooks, bishops and knights set a limit.
    line("asean", "4k3/8/8/8/8/2b5/1B6/4K3 w - - 0 1", &["b2c3"], "4k3/8/8/8/8/2B5/8/4K3 b - 88 0 1", None);
    line("asean", "4k3/4P3/8/8/8/8/8/B3K3 b - - 0 1", &["e8e7"], "8/4k3/8/8/8/8/8/B3K3 w - 88 1 2", None);
    line("asean", "4k3/8/8/8/8/2b5/1Q6/4K3 w - - 9 1", &["b2c3"], "4k3/8/8/8/8/2Q5/8/4K3 b - - 0 1", None);
}

#[test]
fn discs_from_any_side() {
    // Into the corner g1 leads no way: the rank is closed by a1, from below a disc slides on to g2, and from above it stops on g4.
    let fen = "7/7/7/7/6p/7/P6 w - - 0 1";
    let squares = [
        "a2", "a4", "a5", "a6", "a7", "b1", "b7", "c1", "c7", "d1", "d7", "e1", "e7", "f1", "f3", "f7", "g2", "g4",
        "g5", "g6", "g7",
    ];
    moves("connectfour-anyside", fen, "P@", &squares);
}

#[test]
fn chains_that_turn_back() {
    // a2 b2 c2 c3 c4 d4 e4 e5 e6 f6 g6, and down again: g5 g4 g3 g2 h2 i2.
    let rest = "1pPpPppp1/PpPPPpP1P/pp1pPp1pp/PpP1PPPpP/1pPpPpPp1/P1PPPpPpP";
    let (before, after) = ("PpPppp1pp/PPPpP1PPP/PpppppPpp", "PpPpppPpp/PPPpP1PPP/PpppppPpp");
    let won = Some((Some(0), Reason::Connection));
    line("gale", &format!("{rest}/{before} w - - 2 16"), &["P@g3"], &format!("{rest}/{after} b - - 3 16"), won);
}

#[test]
fn blocks_and_lines() {
    let won = |side| Some((Some(side), Reason::Connection));
    line("teeko", "5/5/5/PP3/1P2P[pppp] w - - 0 9", &["e1d2"], "5/5/5/PP1P1/1P3[pppp] b - - 1 9", None);
    line("teeko", "5/5/2pp1/PPp2/1P2P[p] b - - 0 9", &["P@d2"], "5/5/2pp1/PPpp1/1P2P[] w - - 1 10", won(1));
    line("teeko", "5/5/5/PPp2/P1P2[] w - - 0 9", &["c1b1"], "5/5/5/PPp2/PP3[] b - - 1 9", won(0));
    line("teeko", "5/5/5/PPpP1/3P1[] w - - 0 9", &["d1c1"], "5/5/5/PPpP1/2P2[] b - - 1 9", None);
    // Three musketeers on one file, with a guard between two of them, have lost.
    line("threemusketeers", "M4/p4/M4/5/1Mp2 b - - 0 9", &["c1d1"], "M4/p4/M4/5/1M1p1 w - - 1 10", None);
    let lost = "M4/p4/M4/5/M4 b - - 0 10";
    line("threemusketeers", "M4/p4/M4/5/pM3 w - - 0 10", &["b1a1"], lost, won(1));
}

#[test]
fn janggi_pieces() {
    let start = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1";
    moves("janggi", start, "b3", &[]); // nothing to jump but cannons, and a horse on the edge
    moves("janggi", start, "c1", &[]);
    // The elephant: e6 blocks its two ways ahead, g6 the second square of its way to h7.
    moves("janggi", "3k5/9/9/9/4p1p2/4B4/9/9/4K4/9 w - - 0 1", "e5", &["b3", "b7", "c2", "g2", "h3"]);
    // The cannon moves and captures over one piece that is none.
    moves("janggi", "3k5/9/1r7/9/9/1P7/9/1C1c5/4K4/9 w - - 0 1", "b3", &["b6", "b7", "b8"]);
    moves("janggi", "3k5/9/1c7/9/9/1P7/9/1C1c5/4K4/9 w - - 0 1", "b3", &["b6", "b7"]);
    // Diagonals of the palaces: for generals and guards, chariots, cannons, and soldiers going forward.
    let all_round = ["d1", "d2", "d3", "e1", "e2", "e3", "f1", "f2", "f3"];
    moves("janggi", "3k5/9/9/9/9/9/9/9/4K4/9 w - - 0 1", "e2", &all_round);
    moves("janggi", "4k4/9/9/9/9/9/9/9/3K5/9 w - - 0 1", "d2", &["d1", "d2", "d3", "e2"]);
    let chariot = ["a1", "b1", "c1", "d10", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9", "e1", "e2", "f3"];
    moves("janggi", "4k4/9/9/9/9/9/9/9/9/3R1K3 w - - 0 1", "d1", &chariot);
    moves("janggi", "5k3/9/9/9/9/9/9/9/4K4/3C5 w - - 0 1", "d1", &["f3"]);
    moves("janggi", "5k3/9/3P5/9/9/9/9/9/4K4/9 w - - 0 1", "d8", &["c8", "d9", "e8", "e9"]);
    // A cannon gives check over e7; another cannon may take the screen's place, a chariot may not.
    let check = "4k4/9/9/c1p1P3r/9/9/4C4/9/9/5K3 b - - 0 1";
    moves("janggi", check, "a7", &["e7"]);
    moves("janggi", check, "i7", &[]);
}

#[test]
fn janggi_passes_and_facing_generals() {
    let start = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1";
    let called = "rnba1abnr/4k4/1c5c1/p1pp2p1p/9/9/P1PP2P1P/1C5C1/4K4/RNBA1ABNR w - - 0 2";
    moves("janggi", called, "e2", &["d2", "d3", "e2", "f2", "f3"]); // leave the file, or pass
    moves("janggi", called, "c1", &["e4"]);
    moves("janggi", called, "a4", &[]);
    moves("janggicasual", called, "a4", &["a5", "b4"]);
    // 72 points to 73.5: the armies are equal, and the second side has the bonus.
    let passed = "rnba1abnr/4k4/1c5c1/p1pp2p1p/9/9/P1PP2P1P/1C5C1/4K4/RNBA1ABNR b - - 1p 3 2";
    let bikjang = ["e4d4", "e7d7", "e2e2"];
    line("janggi", start, &bikjang, passed, Some((Some(1), Reason::Facing)));
    line("janggitraditional", start, &bikjang, passed, Some((None, Reason::Facing)));
    line("janggicasual", start, &bikjang, passed, None);
    let both = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 2p 2 2";
    line("janggimodern", start, &["e2e2", "e9e9"], both, Some((Some(1), Reason::Passes)));
    line("janggicasual", start, &["e2e2", "e9e9"], both, Some((None, Reason::Passes)));
    // A soldier ahead is worth more than the bonus.
    let ahead = "rnba1abnr/4k4/1c5c1/p1p1p1p2/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR";
    line(
        "janggi",
        &format!("{ahead} b - - 1p 0 1"),
        &["e9e9"],
        &format!("{ahead} w - - 2p 1 2"),
        Some((Some(0), Reason::Passes)),
    );
}

#[test]
fn sittuyin_promotions() {
    // In place or by a step of the general, beside its ordinary moves; d5 is on the diagonals.
    moves("sittuyin", "k7/8/8/3P4/8/8/8/P6K[] w - - 0 1", "d5", &["c4f", "c6f", "d5f", "d6", "e4f", "e6f"]);
    // It captures nothing, and attacks nothing from where it arrives: neither the knight on e6 nor, from e4, the one on f3.
    let near = "k7/8/4n3/3P4/8/5n2/8/P6K[] w - - 0 1";
    moves("sittuyin", near, "d5", &["c4f", "c6f", "d6", "e6"]);
    // Off the diagonals only the last pawn promotes, and only while there is no general.
    moves("sittuyin", "k7/8/8/8/3P4/8/8/P6K[] w - - 0 1", "d4", &["d5"]);
    moves("sittuyin", "k7/8/8/8/3P4/8/8/7K[] w - - 0 1", "d4", &["c3f", "c5f", "d4f", "d5", "e3f", "e5f"]);
    moves("sittuyin", "k7/8/8/8/3P4/8/8/F6K[] w - - 0 1", "d4", &["d5"]);
    // Nor may it open the line of the rook on d1; an ordinary move may, but this one stays on the file.
    moves("sittuyin", "3k4/8/8/3P4/8/8/P7/3R3K[] w - - 0 1", "d5", &["d5f", "d6"]);
    // Where it stands it answers no check and breaks no pin.
    moves("sittuyin", "k2r4/8/8/3P4/8/8/P7/3K4[] w - - 0 1", "d5", &["d5f", "d6"]);
    moves("sittuyin", "k6r/8/8/3P4/8/8/P7/7K[] w - - 0 1", "d5", &[]);
    let promoted = "k7/8/8/3F4/8/8/P7/7K[] b - - 0 1";
    line("sittuyin", "k7/8/8/3P4/8/8/P7/7K[] w - - 4 1", &["d5d5f"], promoted, None);
}

#[test]
fn shatar_mates() {
    // A knight may not mate; it may give check.
    moves("shatar", "6rk/6pp/7N/8/8/8/8/K6R w - - 0 1", "h6", &["f5", "g4", "g8"]);
    moves("shatar", "6rk/6p1/7N/8/8/8/8/K5R1 w - - 0 1", "h6", &["f5", "f7", "g4", "g8"]); // h7 is free
    // A mate by a bishop is niol, a draw, unless there was a shak in the series of checks.
    let niol = "6bk/7p/8/8/8/8/1B6/K6R b - - 1+1 1 1";
    line("shatar", "6bk/7p/8/8/8/8/8/K1B4R w - - 0 1", &["c1b2"], niol, Some((None, Reason::Checkmate)));
    let shak = "6bk/7p/8/8/8/8/8/K1B4R w - - 0+1 0 1";
    let mate = "6bk/7p/8/8/8/8/1B6/K6R b - - 0+1 1 1";
    line("shatar", shak, &["c1b2"], mate, Some((Some(0), Reason::Checkmate)));
    // The series ends with a move that gives no check, and begins with a rook's.
    line("shatar", shak, &["h1h2"], "6bk/7p/8/8/8/8/7R/K1B5 b - - 1+1 1 1", None);
    line("shatar", "6bk/7p/8/8/8/8/8/K1B3R1 w - - 0 1", &["g1g8"], "6Rk/7p/8/8/8/8/8/K1B5 b - - 0+1 0 1", None);
    let won = "5R1k/p7/6K1/8/8/8/8/8 b - - 0+1 1 1";
    line("shatar", "7k/p7/6K1/8/8/8/8/5R2 w - - 0 1", &["f1f8"], won, Some((Some(0), Reason::Checkmate)));
    // The check on the board counts, whatever a FEN leaves out.
    let set_up = "5R1k/p7/6K1/8/8/8/8/8 b - - 1+1 1 1";
    line("shatar", "5R1k/p7/6K1/8/8/8/8/8 b - - 1 1", &[], set_up, Some((Some(0), Reason::Checkmate)));
    // Robado: who has bared the king has drawn.
    let bare = "6k1/8/8/8/8/8/8/K5R1 b - - 1+1 0 1";
    line("shatar", "6k1/8/8/8/8/8/6p1/K5R1 w - - 0 1", &[], "6k1/8/8/8/8/8/6p1/K5R1 w - - 1+1 0 1", None);
    line(
        "shatar",
        "6k1/8/8/8/8/8/5p2/K4R2 w - - 0 1",
        &["f1f2"],
        "6k1/8/8/8/8/8/5R2/K7 b - - 1+1 0 1",
        Some((None, Reason::Extinction)),
    );
    line("shatar", bare, &[], bare, Some((None, Reason::Extinction)));
}

#[test]
fn a_check_ends_a_marseillais_turn() {
    // White's first turn is one move, Black's has two.
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1m 0 1";
    let black = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    line("marseillais", start, &["e2e4"], black, None);
    let half = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 1m 0 1";
    // A pawn that has passed e6 is no longer there to be captured: no white pawn stands beside it.
    line(
        "marseillais",
        black,
        &["e7e5", "d7d6"],
        "rnbqkbnr/ppp2ppp/3p4/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        None,
    );
    line("marseillais", half, &["g8f6"], "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2", None);
    // Bb5+ is the whole turn; Ba6 is not.
    let two = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let checked = "rnbqkbnr/ppp1pppp/8/1B1p4/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 2";
    line("marseillais", two, &["f1b5"], checked, None);
    let quiet = "rnbqkbnr/ppp1pppp/B7/3p4/4P3/8/PPPP1PPP/RNBQK1NR w KQkq - 1m 1 2";
    line("marseillais", two, &["f1a6"], quiet, None);
    // In check, the first move has to see to it; the king may not pass through an attack, though a second move is left.
    moves("marseillais", "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "e1", &["d2", "e2", "f2"]);
    moves("marseillais", "4k3/8/8/8/8/8/3r4/7K w - - 0 1", "h1", &["g1"]);
}

#[test]
fn pawns_are_captured_in_passing_at_the_start_of_a_marseillais_turn() {
    // Both of White's pawns have passed, and both can be captured, one move after the other.
    let before = "4k3/8/8/8/1p3p2/8/P3P3/4K3 w - - 0 1";
    let passed = "4k3/8/8/8/Pp2Pp2/8/8/4K3 b - a3a4e3e4 0 1";
    line("marseillais", before, &["a2a4", "e2e4"], passed, None);
    moves("marseillais", passed, "b4", &["a3", "b3"]);
    let taken = "4k3/8/8/8/4Pp2/p7/8/4K3 b - e3e4 1m 0 1";
    line("marseillais", passed, &["b4a3"], taken, None);
    line("marseillais", taken, &["f4e3"], "4k3/8/8/8/8/p3p3/8/4K3 w - - 0 2", None);
    // After any other move they are safe.
    line("marseillais", passed, &["e8e7"], "8/4k3/8/8/Pp2Pp2/8/8/4K3 b - - 1m 1 1", None);
    // A pawn that has moved on cannot be captured so, nor when its square is taken.
    line("marseillais", before, &["a2a4", "a4a5"], "4k3/8/8/P7/1p3p2/8/4P3/4K3 b - - 0 1", None);
    let half = "4k3/8/8/8/4Pp2/8/8/4KN2 w - e3e4 1m 0 1";
    line("marseillais", "4k3/8/8/8/5p2/8/4P3/4KN2 w - - 0 1", &["e2e4"], half, None);
    line("marseillais", half, &["f1e3"], "4k3/8/8/8/4Pp2/4N3/8/4K3 b - - 1 1", None);
}

#[test]
fn progressive_turns_grow() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1/1m 0 1";
    let third = "rnbqkbnr/ppp2ppp/8/3pp3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 3/3m 0 2";
    line("progressive", start, &["e2e4", "e7e5", "d7d5"], third, None);
    // A check forfeits the rest of the turn, and the next is as long as it would have been; White has no such choice by the Italian rules.
    let checked = "rnbqkbnr/ppp2ppp/8/1B1pp3/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 4/4m 1 2";
    line("progressive", third, &["f1b5"], checked, None);
    moves("progressive-italian", third, "f1", &["a6", "c4", "d3", "e2"]);
    moves("progressive", third, "f1", &["a6", "b5", "c4", "d3", "e2"]);
    let last = "rnbqkbnr/ppp2ppp/8/3pp3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1/3m 0 2";
    moves("progressive-italian", last, "f1", &["a6", "b5", "c4", "d3", "e2"]);
    // The only way out of check is to capture the rook, which gives check: mate, unless it is the last move.
    let only = "8/8/8/8/RB5k/8/6PP/4r2K w - - 2/2m 0 9";
    line("progressive-italian", only, &[], only, Some((Some(1), Reason::Checkmate)));
    moves("progressive-italian", "8/8/8/8/RB5k/8/6PP/4r2K w - - 1/1m 0 9", "b4", &["e1"]);
    moves("progressive", only, "b4", &["e1"]);
    // Without a number, a turn is as long as the number of the full move says.
    line("progressive", "4k3/8/8/8/8/8/8/4K3 b - - 0 3", &[], "4k3/8/8/8/8/8/8/4K3 b - - 6/6m 0 3", None);
}

#[test]
fn the_monster_moves_twice() {
    // The king may step where the rook attacks it, as long as it gets out again.
    moves("monster", "4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "e1", &["d1", "d2", "e2", "f1", "f2"]);
    moves("monster", "4k3/8/8/8/8/8/r7/4K3 w - - 1m 0 1", "e1", &["d1", "f1"]);
    // A pawn on d6 attacks e8 in two moves (d7 and e8), so that Black is in check, and mated: the diagram of Wikipedia.
    let before = "4k3/8/4P3/8/3P4/8/2q5/7K w - - 0 1";
    let mated = "4k3/8/3PP3/8/8/8/2q5/7K b - - 0 1";
    line("monster", before, &["d4d5", "d5d6"], mated, Some((Some(0), Reason::Checkmate)));
    // Black's king keeps three ranks or files away from White's.
    moves("monster", "8/8/8/8/3k4/8/8/3K4 b - - 0 1", "d4", &["c4", "c5", "d5", "e4", "e5"]);
}

/// Is the move legal, in every backend?
fn allows(name: &str, fen: &str, text: &str, expected: bool) {
    in_every_backend(name, fen, |game| {
        let legal = game.legal_moves().into_iter().any(|mv| game.move_text(mv, Style::Game) == text);
        assert_eq!(legal, expected, "{name}: {fen}: {text} ({:?})", game.backend());
    });
}

#[test]
fn a_lion_moves_twice() {
    let fen = "12/12/12/12/12/12/5pp5/5N6/12/12/12/5K5k w - - 0 1";
    // Everywhere within two steps, back to its square without or with a capture, and on from each capture.
    let expected = [
        "d3", "d4", "d5", "d6", "d7", "e3", "e4", "e5", "e6", "e7", "f3", "f4", "f5", "f6", "f6,f6e5", "f6,f6e6",
        "f6,f6e7", "f6,f6f5", "f6,f6f7", "f6,f6g5", "f6,f6g6", "f6,f6g7", "f7", "g3", "g4", "g5", "g6", "g6,g6f5",
        "g6,g6f6", "g6,g6f7", "g6,g6g5", "g6,g6g7", "g6,g6h5", "g6,g6h6", "g6,g6h7", "g7", "h3", "h4", "h5", "h6",
        "h7",
    ];
    moves("chu", fen, "f5", &expected);
    let igui = "12/12/12/12/12/12/6p5/5N6/12/12/12/5K5k b - - 0 1";
    line("chu", fen, &["f5f6,f6f5"], igui, None);
    line("chu", fen, &["f5f6,f6g6"], "12/12/12/12/12/12/6N5/12/12/12/12/5K5k b - - 0 1", None);
    line("chu", fen, &["f5f5"], "12/12/12/12/12/12/5pp5/5N6/12/12/12/5K5k b - - 1 1", None);
    // Where only one way leads there, it need not be told.
    let lone = "12/12/12/12/12/12/5p6/5N6/12/12/12/5K5k w - - 0 1";
    line("chu", lone, &["f5f5"], "12/12/12/12/12/12/5p6/5N6/12/12/12/5K5k b - - 1 1", None);
}

#[test]
fn falcons_and_eagles_have_a_lions_power_ahead() {
    let falcon = "12/12/12/12/12/5p6/5p6/4P+HP5/4PPP5/12/12/5K5k w - - 0 1";
    moves(
        "chu",
        falcon,
        "f5",
        &["a10", "b9", "c8", "d7", "e6", "f6", "f6,f6f5", "f6,f6f7", "f7", "g6", "h7", "i8", "j9", "k10", "l11"],
    );
    // The square ahead being empty, it may step there and back.
    let free = "12/12/12/12/12/5p6/12/4P+HP5/4PPP5/12/12/5K5k w - - 0 1";
    moves("chu", free, "f5", &["a10", "b9", "c8", "d7", "e6", "f5", "f6", "f7", "g6", "h7", "i8", "j9", "k10", "l11"]);
    let eagle = "12/12/12/12/12/5p6/4Pp6/3PP+DP5/4PPP5/12/12/5K5k w - - 0 1";
    moves("chu", eagle, "f5", &["d7", "f5", "f6", "g6", "h7"]);
}

#[test]
fn lions_are_not_exchanged_from_a_distance() {
    // The lion on f7 is protected by the pawn on f8.
    allows("chu", "12/12/12/12/5p6/5n6/12/5N6/12/12/12/5K5k w - - 0 1", "f5f7", false);
    allows("chu", "12/12/12/12/12/5n6/12/5N6/12/12/12/5K5k w - - 0 1", "f5f7", true);
    // What a lion captures on its way may have stood between a rook and its own king: then it has to stay on that line.
    let screened = "11k/12/12/5r6/12/12/4Np6/12/5K6/12/12/12 w - - 0 1";
    allows("chu", screened, "e6f6,f6e6", false);
    allows("chu", screened, "e6f6,f6g6", false);
    allows("chu", screened, "e6f6,f6f7", true);
    allows("chu", screened, "e6f6", true);
    allows("chu", screened, "e6f7", true);
    allows("chu", "12/12/12/12/5p6/5n6/5N6/12/12/12/12/5K5k w - - 0 1", "f6f7", true);
    // A capture on the way excuses it, but not one of a pawn or a go-between.
    allows("chu", "12/12/12/12/5p6/5n6/5s6/5N6/12/12/12/5K5k w - - 0 1", "f5f6,f6f7", true);
    allows("chu", "12/12/12/12/5p6/5n6/5s6/5N6/12/12/12/5K5k w - - 0 1", "f5f7", false);
    allows("chu", "12/12/12/12/5p6/5n6/5i6/5N6/12/12/12/5K5k w - - 0 1", "f5f6,f6f7", false);
    // In a game, as HaChu says as well.
    let game = "lf2gekgs1fl/acbtsxoh1bca/mvrhdq1dtrvm/2pppppppppp/pp1i1n6/12/6N5/3I4I3/PPPPPPPPPPPP/MVR2DQDHRVM/A1BHTOXG1BFA/LFCSGKETSC1L w - - 2 11";
    allows("chu", game, "g6f8", false);
}

#[test]
fn a_lion_is_not_lost_in_answer_to_a_lion() {
    // The rook has captured a lion on a6: Gote's rooks may not capture the lion on l6, its lion may, and anything that stands on a6 can be captured.
    let start = "5k5r/12/12/12/12/12/n10N/12/12/12/12/R4K6 w - - 0 1";
    let answered = "5k5r/12/12/12/12/12/R10N/12/12/12/12/5K6 b - - a6t 0 1";
    line("chu", start, &["a1a6"], answered, None);
    let file: Vec<String> = (7..12).map(|rank| format!("l{rank}")).collect();
    let rank = ["k12", "j12", "i12", "h12", "g12"].map(String::from);
    let mut quiet: Vec<&str> = file.iter().chain(&rank).map(String::as_str).collect();
    quiet.sort_unstable();
    moves("chu", answered, "l12", &quiet);
    allows("chu", "5k5r/12/12/12/12/12/R10N/12/12/12/12/5K6 b - - 0 1", "l12l6", true);
    allows("chu", "5k5r/12/12/12/12/10n1/R10N/12/12/12/12/5K6 b - - a6t 0 1", "k7l6", true);
    // One that became a lion by capturing one may be captured where it stands.
    allows("chu", "5k5r/12/12/12/12/12/+O10r/12/12/12/12/5K6 b - - a6t 0 1", "l6a6", true);
    // It is about the next move only, and about captures by other pieces: after a lion's capture of a lion any piece may answer.
    line("chu", answered, &["l12k12", "f1e1"], "5k4r1/12/12/12/12/12/R10N/12/12/12/12/4K7 b - - 2 2", None);
    line(
        "chu",
        "5k5r/12/12/12/12/n11/1N9N/12/12/12/12/5K6 w - - 0 1",
        &["b6a7", "l12l6"],
        "5k6/12/12/12/12/N11/11r/12/12/12/12/5K6 w - - l6t 0 2",
        None,
    );
}

#[test]
fn a_lion_cannot_have_been_lost_where_there_is_no_square() {
    in_every_backend("chu", "5k5r/12/12/12/12/12/R10N/12/12/12/12/5K6 b - - a6t 0 1", |game| {
        let (a6, l12, nowhere) = (60, 143, 9_999);
        for (square, allowed) in [(a6, true), (l12, false), (nowhere, false)] {
            let setup = Setup { struck: vec![square], ..game.setup() };
            let refused = game.at(&setup).err().map(|error| error.message);
            assert_eq!(refused.is_none(), allowed, "{square}: {refused:?} ({:?})", game.backend());
            let named = |text: String| text.starts_with("nothing of Gote can just have been captured on ");
            assert!(refused.is_none_or(named), "{square} ({:?})", game.backend());
        }
    });
}

#[test]
fn own_pieces_can_be_captured() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    moves("selfcapture", start, "b1", &["a3", "c3", "d2"]);
    moves("selfcapture", start, "a1", &["a2", "b1"]);
    moves("selfcapture", start, "d1", &["c1", "c2", "d2", "e2"]); // not the king
    line("selfcapture", start, &["e1f1"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1KNR b kq - 0 1", None);
    // A rook that is captured by its own side castles no more.
    let rook = "4k3/8/8/8/8/8/6N1/4K2R w K - 0 1";
    line("selfcapture", "4k3/8/8/8/8/6N1/8/4K2R w K - 0 1", &["g3h1"], "4k3/8/8/8/8/8/8/4K2N b - - 0 1", None);
    moves("selfcapture", rook, "g2", &["e3", "f4", "h4"]);
}

#[test]
fn cylinder_goes_round_once() {
    let rook = ["a1", "a2", "a3", "a5", "a6", "a7", "a8", "b4", "c4", "d4", "e4", "f4", "g4", "h4"];
    moves("cylinder", "4k3/8/8/8/R7/8/8/4K3 w - - 0 1", "a4", &rook); // not twice, and not onto its own square
    let bishop = ["a3", "a7", "b2", "b8", "d2", "d8", "e3", "e7", "f4", "f6", "g5", "h4", "h6"];
    moves("cylinder", "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "c1", &bishop);
    moves("cylinder", "4k3/8/8/8/8/8/7N/4K3 w - - 0 1", "h2", &["a4", "b1", "b3", "f1", "f3", "g4"]);
    moves("cylinder", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2", "a5", &["a6", "h6"]); // en passant over the joint
    // Castling does not go round.
    moves("cylinder", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1", &["c1", "d1", "d2", "e2", "f1", "f2", "g1"]);
    moves("cylinder", "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1", &["d1", "d2", "e2", "f1", "f2", "g1"]);
}

#[test]
fn cylinder_checks_come_from_two_sides() {
    // On the flat board the rook could come between on b4; here the other one attacks along e4 to h4 as well.
    moves("cylinder", "4k3/8/8/8/K2r4/8/8/1R6 w - - 0 1", "b1", &[]);
    moves("cylinder", "4k3/8/8/8/K2r4/8/8/3R4 w - - 0 1", "d1", &["d4"]);
    moves("cylinder", "4k3/8/8/8/K2r2N1/8/8/1R6 w - - 0 1", "b1", &["b4"]);
    // It is held over the joint, where it may move along the line.
    moves("cylinder", "4k3/8/8/8/K2P2rR/8/8/8 w - - 0 1", "h4", &["g4"]);
}

#[test]
fn torus_has_no_edges() {
    moves("toroidal", "8/8/8/3k4/8/8/8/K7 w - - 0 1", "a1", &["a2", "a8", "b1", "b2", "b8", "h1", "h2", "h8"]);
    moves("toroidal", "8/8/8/3k4/8/8/8/P3K3 w - - 0 1", "a1", &["a2", "a3", "a4"]);
    moves("toroidal", "8/8/8/3k4/8/P7/8/4K3 w - - 0 1", "a3", &["a4"]);
    let bishop = ["b2", "b8", "c3", "c7", "d4", "d6", "e5", "f4", "f6", "g3", "g7", "h2", "h8"];
    moves("toroidal", "8/8/8/8/1k6/8/8/B3K3 w - - 0 1", "a1", &bishop);
}

#[test]
fn glinski_pieces() {
    let knight = "_____k5/____7/___8/__9/_10/5N5/10_/9__/8___/7____/5K_____ w - - 0 1";
    let leaps = ["c4", "c5", "d3", "d7", "e3", "e8", "g3", "g8", "h3", "h7", "i4", "i5"];
    moves("glinski", knight, "f6", &leaps);
    let king = "_____k5/____7/___8/__9/_10/5K5/10_/9__/8___/7____/6_____ w - - 0 1";
    let around = ["d5", "e4", "e5", "e6", "e7", "f5", "f7", "g4", "g5", "g6", "g7", "h5"];
    moves("glinski", king, "f6", &around);
    // A rook in the corner sees three lines, a bishop there two.
    let corner = "_____k5/____7/___8/__9/_10/11/10_/9__/8___/7____/R4K_____ w - - 0 1";
    let lines = [
        "a2", "a3", "a4", "a5", "a6", "b1", "b2", "c1", "c3", "d1", "d4", "e1", "e5", "f6", "g6", "h6", "i6", "k6",
        "l6",
    ];
    moves("glinski", corner, "a1", &lines);
    let bishop = "_____6/____1k5/___8/__9/_10/11/10_/9__/8___/7____/B4K_____ w - - 0 1";
    moves("glinski", bishop, "a1", &["b3", "c2", "c5", "d7", "e3", "e9", "f11", "g3", "i2", "l1"]);
}

#[test]
fn glinski_pawns() {
    let takes = "_____k5/____7/___8/__9/_10/6p4/4pP4_/9__/8___/7____/5K_____ w - - 0 1";
    moves("glinski", takes, "f5", &["e5", "f6", "f7", "g5"]);
    let passed = "_____k5/____7/___8/__9/_10/5Pp4/10_/9__/8___/7____/5K_____ w - g6 0 2";
    moves("glinski", passed, "f6", &["f7", "g6"]);
    let promotes = "_____k5/____7/___8/__9/_10/11/P9_/9__/8___/7____/5K_____ w - - 0 1";
    moves("glinski", promotes, "a5", &["a6b", "a6n", "a6q", "a6r"]);
}

#[test]
fn draughts_counted_in_turns() {
    // Published for English draughts, where a turn is a move with all its captures (Aart Bik).
    let published = [7, 49, 302, 1469, 7361, 36768];
    in_every_backend("draughts", "1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1 b - - 0 1", |game| {
        for (turns, &sequences) in (1..).zip(&published) {
            assert_eq!(wazir_runtime::perft_turns(game, turns), sequences, "{turns} turns ({:?})", game.backend());
        }
    });
}

#[test]
fn draughts_chains() {
    // The man on c3 leaps over d4 and has to go on over f6; meanwhile nothing else may move.
    let before = "8/8/5m2/8/3m4/2M5/7M/8 b - - 0 1";
    moves("draughts", before, "h2", &[]);
    let going = "8/8/5m2/4M3/8/8/7M/8 b - - e5m 0 1";
    line("draughts", before, &["c3d4,d4e5"], going, None);
    moves("draughts", going, "e5", &["f6,f6g7"]);
    moves("draughts", going, "h2", &[]);
    let over = Some((Some(0), Reason::Stalemate));
    line("draughts", going, &["e5f6,f6g7"], "8/6M1/8/8/8/8/7M/8 w - - 0 1", over);
    // A man that becomes a king has done enough, though a king could go on over f7.
    let crowned = "4K3/5m2/7m/8/8/8/8/8 w - - 0 1";
    line("draughts", "8/3m1m2/2M4m/8/8/8/8/8 b - - 0 1", &["c6d7,d7e8k"], crowned, None);
    // Kings capture backwards; nobody leaps over two, nor over a friend.
    moves("draughts", "8/8/8/3K4/4m3/8/8/8 b - - 0 1", "d5", &["e4,e4f3"]);
    moves("draughts", "8/8/8/3K4/4m3/5m2/8/8 b - - 0 1", "d5", &["c4", "c6", "e6"]);
}

/// Blue's king on a11 has a10, b10 and b11 beside it, since the corner is no part of the cross: the queen on e11 and the rook on k10 mate it.
#[test]
fn four_players_go_on_without_who_is_mated() {
    let fen = "___3yK4___/___8___/___8___/bK13/10rR3/14/14/14/14/4rQ9/13gK/___8___/___8___/___4rK3___ r - - 0 1";
    let mated = "___3yK4___/___8___/___8___/bK3rQ9/10rR3/14/14/14/14/14/13gK/___8___/___8___/___4rK3___ y xb - - 1 1";
    line("fourplayer", fen, &["e5e11"], mated, None);
    // The dead king stays, and can be captured; Blue has no turn between Red's and Yellow's.
    let taken = "___2yK5___/___8___/___8___/rQ13/10rR3/14/14/14/14/13gK/14/___8___/___8___/___4rK3___ y xb - - 0 2";
    line("fourplayer", fen, &["e5e11", "g14f14", "n4n5", "e11a11"], taken, None);
    // In teams the first mate decides, for Red and Yellow here.
    let won = mated.replace(" y xb ", " b ");
    line("fourplayer-teams", fen, &["e5e11"], &won, Some((Some(0), Reason::Checkmate)));
}

#[test]
fn hostages_are_exchanged() {
    // White holds a knight, Black a pawn: a pawn is worth no more, and comes back on any rank but the first and the last.
    let held = "4k3/8/8/8/8/8/8/4K3[N'p'] w - - 5 1";
    let dropped = |fen: &str| {
        let dropped = std::cell::Cell::new(0);
        in_every_backend("hostage", fen, |game| {
            let drops = game.legal_moves().into_iter().filter(|mv| mv.kind() == wazir_runtime::MoveKind::Drop);
            dropped.set(drops.count());
        });
        dropped.get()
    };
    assert_eq!(dropped(held), 48);
    line("hostage", held, &["P@e2n'"], "4k3/8/8/8/8/8/4P3/4K3[n] b - - 0 1", None);
    // Not the other way round; nor is there anything to have where the opponent holds nothing.
    assert_eq!(dropped("4k3/8/8/8/8/8/8/4K3[P'n'] w - - 0 1"), 0);
    assert_eq!(dropped("4k3/8/8/8/8/8/8/4K3[Q'R'] w - - 0 1"), 0);
    // A bishop for a knight, a rook or a queen: three prices for each of 62 squares; and one that is there already.
    assert_eq!(dropped("4k3/8/8/8/8/8/8/4K3[P'N'R'Q'b'] w - - 0 1"), 186);
    assert_eq!(dropped("4k3/8/8/8/8/8/8/4K3[BP'N'R'Q'b'] w - - 0 1"), 248);
    line("hostage", "4k3/8/8/8/8/8/8/4K3[R'b'] w - - 5 1", &["B@e2r'"], "4k3/8/8/8/8/8/4B3/4K3[r] b - - 6 1", None);
    // Captures: each side keeps what it has taken.
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    let taken = "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[P'p'] w KQkq - 0 3";
    line("hostage", start, &["e2e4", "d7d5", "e4d5", "d8d5"], taken, None);
}

#[test]
fn hostages_are_promoted_to() {
    // There is nothing to promote to: the pawn cannot move.
    moves("hostage", "k7/4P3/8/8/8/8/8/K7[] w - - 0 1", "e7", &[]);
    let held = "k7/4P3/8/8/8/8/8/K7[n'q'] w - - 0 1";
    moves("hostage", held, "e7", &["e8n", "e8q"]);
    line("hostage", held, &["e7e8q"], "k3Q3/8/8/8/8/8/8/K7[p'n'] b - - 0 1", None);
    // Nor does it give check then: Black may move its pawn.
    moves("hostage", "3k4/4P3/8/p7/8/8/8/K7[] b - - 0 1", "a5", &["a4"]);
    moves("hostage", "3k4/4P3/8/p7/8/8/8/K7[q'] b - - 0 1", "a5", &[]);
    moves("hostage", "3k4/4P3/8/p7/8/8/8/K7[q'] b - - 0 1", "d8", &["c7", "c8", "d7", "e7", "e8"]);
    // Giving the queen away for a knight ends the check, wherever the knight comes in.
    let released = "3k4/4P3/8/p7/8/8/8/K7[N'q'] b - - 0 1";
    moves("hostage", released, "a5", &[]);
    line("hostage", released, &["N@h1q'"], "3k4/4P3/8/p7/8/8/8/K6n[Q] w - - 1 2", None);
    // Taking the queen would give the pawn on b2 something to promote to, so that it gave check.
    moves("hostage", "k7/8/8/8/8/8/1p6/K1q4R[] w - - 0 1", "h1", &[]);
    moves("hostage", "k7/8/8/8/8/8/2p5/K1q4R[] w - - 0 1", "h1", &["c1"]);
}

#[test]
fn rooks_that_come_back_castle() {
    let start = "4k3/8/8/8/8/8/8/4K3[R] w E - 0 1";
    line("hostage", start, &["R@h1"], "4k3/8/8/8/8/8/8/4K2R[] b K - 1 1", None);
    line("hostage", start, &["R@h1", "e8e7", "e1g1"], "8/4k3/8/8/8/8/8/5RK1[] b - - 3 2", None);
    // Not with a king that has moved, nor on another square.
    line("hostage", "4k3/8/8/8/8/8/8/4K3[R] w - - 0 1", &["R@h1", "e8e7"], "8/4k3/8/8/8/8/8/4K2R[] w H - 2 2", None);
    moves("hostage", "8/4k3/8/8/8/8/8/4K2R[] w H - 2 2", "e1", &["d1", "d2", "e2", "f1", "f2"]);
}

#[test]
fn knights_relay_their_move() {
    // The pawn is guarded by the knight; it does not leap to the last rank, and so gives no check.
    let pawn = "3k4/8/4P3/8/3N4/8/8/4K3 w - - 0 1";
    moves("knightrelay", pawn, "e6", &["c5", "c7", "e7", "f4", "g5", "g7"]);
    moves("knightrelay", pawn, "d4", &["b3", "b5", "c2", "c6", "e2", "f3", "f5"]);
    moves("knightrelay", "3k4/8/4P3/8/8/3N4/8/4K3 w - - 0 1", "e6", &["e7"]);
    // A rook that gives check like a knight, and forbids the squares it reaches so.
    moves("knightrelay", "8/8/1k6/3R4/8/2N5/8/4K3 b - - 0 1", "b6", &["a6", "a7", "b7", "c6"]);
    // Knights neither capture nor are captured.
    moves("knightrelay", "3k4/8/8/8/3n4/8/2R1N3/4K3 w - - 0 1", "e2", &["c1", "c3", "f4", "g1", "g3"]);
    moves(
        "knightrelay",
        "3k4/8/8/8/8/8/1nR5/4K3 w - - 0 1",
        "c2",
        &["c1", "c3", "c4", "c5", "c6", "c7", "c8", "d2", "e2", "f2", "g2", "h2"],
    );
}

#[test]
fn whoever_stands_behind_says_how_to_move() {
    let start = "lnsgkgsnl/1r5b1/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL[] w - - 0 1";
    moves("annan", start, "b2", &["a4", "c4"]); // a bishop before a knight
    moves("annan", start, "h2", &["g4", "i4"]);
    moves("annan", start, "d1", &["c2", "d2", "e2"]); // nobody is behind the gold
    moves("annan", start, "b4", &["b5"]);
    // A pawn before the king moves as a king, a king before a rook as a rook and not as a king.
    moves("annan", "4k4/9/9/9/9/9/9/4P4/4K4[] w - - 0 1", "e2", &["d1", "d2", "d3", "e3", "f1", "f2", "f3"]);
    let rook = ["a4", "b4", "c4", "d4", "e5", "e6", "e7", "e8", "e9", "f4", "g4", "h4", "i4"];
    moves("annan", "k8/9/9/9/9/4K4/4R4/9/9[] w - - 0 1", "e4", &rook);
    // Who stands behind the one behind does not matter: the silver moves as the pawn would by itself.
    moves("annan", "k8/9/9/9/4S4/4P4/4R4/9/8K[] w - - 0 1", "e5", &["e6"]);
    moves("annan", "k8/9/9/9/4S4/4P4/4R4/9/8K[] w - - 0 1", "e4", &["a4", "b4", "c4", "d4", "f4", "g4", "h4", "i4"]);
    // For Gote behind is the other way. A pawn that could go no further by itself has to promote.
    let pawn = ["a7", "b7", "c7", "d7", "e1+", "e2", "e2+", "e3", "e3+", "e4", "e5", "e6", "f7", "g7", "h7", "i7"];
    moves("annan", "k8/4r4/4p4/9/9/9/9/9/8K[] b - - 0 1", "e7", &pawn);
}

#[test]
fn checks_of_those_behind_whom_somebody_stands() {
    // The rook before a knight gives no check along the file; the king may not go where it leaps.
    moves("annan", "4k4/9/9/4R4/4N4/9/9/9/4K4[] b - - 0 1", "e9", &["d9", "e8", "f9"]);
    // On its own move it leaps like the knight, and may promote as the rook that it is.
    moves("annan", "4k4/9/9/4R4/4N4/9/9/9/4K4[] w - - 0 1", "e6", &["d8", "d8+", "f8", "f8+"]);
    // Without the knight it is a rook again, and gives check along the file.
    let checked = "4k4/9/9/4R4/9/9/9/9/4K4[] b - - 0 1";
    moves("annan", checked, "e9", &["d8", "d9", "f8", "f9"]);
}

#[test]
fn annan_drops() {
    // Knights are dropped on the 62 empty squares of ranks 1 to 7, whoever might stand behind them.
    in_every_backend("annan", "4k4/9/4G4/9/9/9/9/9/4K4[N] w - - 0 1", |game| {
        let drops = game.legal_moves().into_iter().filter(|mv| mv.kind() == wazir_runtime::MoveKind::Drop);
        assert_eq!(drops.count(), 7 * 9 - 2, "{:?}", game.backend());
    });
    // A dropped pawn may not mate: neither as the gold behind it, which takes b9 from the king, nor by making a pawn of the bishop before it.
    for (fen, mating, other) in [
        ("k8/9/G8/9/9/9/9/9/4K4[P] w - - 0 1", "P@a8", "P@b8"),
        ("k8/B8/9/9/9/9/9/4K4/1R7[P] w - - 0 1", "P@a7", "P@a6"),
    ] {
        in_every_backend("annan", fen, |game| {
            assert!(game.parse_move(mating, Style::Game).is_err(), "{fen}: {mating} mates: {:?}", game.backend());
            assert!(game.parse_move(other, Style::Game).is_ok(), "{fen}: {other}: {:?}", game.backend());
        });
    }
    // Whether a pawn mates is asked of legal drops only: here each side's drops would lead to the other's, as long as there are pawns in hand.
    in_every_backend("annan", "k8/9/9/9/9/9/9/4r4/4K4[PPPPpppp] w - - 0 1", |game| {
        let moves: Vec<String> = game.legal_moves().into_iter().map(|mv| game.move_text(mv, Style::Game)).collect();
        assert_eq!(moves.len(), 3, "{:?}: {moves:?}", game.backend());
    });
    line("shogi", "k8/9/G8/9/9/9/9/9/4K4[P] w - - 0 1", &["P@a8"], "k8/P8/G8/9/9/9/9/9/4K4[] b - - 0 1", None);
}

#[test]
fn mccooey_pawns() {
    let start = "_____bkrp2/____qbnp3/___rnbp4/__pppp5/_10/11/10_/5PPPP__/4PBNR___/3PNBK____/2PRQB_____ w - - 0 1";
    moves("mccooey", start, "e3", &["e4", "e5"]);
    moves("mccooey", start, "f4", &["f5"]); // not the one in the middle
    // The bishop in front gets out between the pawns, over corners.
    moves("mccooey", start, "f3", &["b7", "c6", "d5", "e4", "g4", "h5", "i6", "k7"]);
    in_every_backend("mccooey", start, |game| {
        // Six pawns with two moves and one with one, two knights with five, one bishop with eight.
        assert_eq!(game.legal_moves().len(), 31, "{:?}", game.backend());
    });
}

#[test]
fn what_has_room_is_pushed_and_what_has_none_is_squashed() {
    // The examples of the game's description: a pawn on f5 is pushed to g6, or squashed against what stands there.
    let line = |fen: &str, played: &str, reached: &str| line("squashing", fen, &[played], reached, None);
    line("4k3/8/8/5p2/4P3/8/8/4K3 w - - 5 1", "e4f5", "4k3/8/6p1/5P2/8/8/8/4K3 b - - 0 1");
    line("4k3/8/6n1/5p2/4P3/8/8/4K3 w - - 5 1", "e4f5", "4k3/8/6n1/5P2/8/8/8/4K3 b - - 0 1");
    // From afar, one square; a push is no capture, so that the clock goes on.
    line("4k3/8/8/R3n3/8/8/8/4K3 w - - 5 1", "a5e5", "4k3/8/8/4Rn2/8/8/8/4K3 b - - 6 1");
    line("4k3/8/8/R3r2b/8/8/8/4K3 w - - 5 1", "a5e5", "4k3/8/8/4Rr1b/8/8/8/4K3 b - - 6 1");
    line("4k3/8/8/R3rp2/8/8/8/4K3 w - - 5 1", "a5e5", "4k3/8/8/4Rp2/8/8/8/4K3 b - - 0 1");
    line("4k3/8/8/R6q/8/8/8/4K3 w - - 5 1", "a5h5", "4k3/8/8/7R/8/8/8/4K3 b - - 0 1");
    // Knights are pushed, but neither squashed nor capturing.
    moves(
        "squashing",
        "4k3/8/8/R6n/8/8/8/4K3 w - - 0 1",
        "a5",
        &["a1", "a2", "a3", "a4", "a6", "a7", "a8", "b5", "c5", "d5", "e5", "f5", "g5"],
    );
    moves("squashing", "4k3/8/8/3N4/5p2/8/8/4K3 w - - 0 1", "d5", &["b4", "b6", "c3", "c7", "e3", "e7", "f6"]);
    // A pawn squashes on the last rank, and promotes; one that is pushed there does not.
    moves(
        "squashing",
        "k2r1n2/4P3/8/8/8/8/8/4K3 w - - 0 1",
        "e7",
        &["d8b", "d8n", "d8q", "d8r", "e8b", "e8n", "e8q", "e8r"],
    );
    line("8/4P3/8/8/4q3/8/k7/2K5 b - - 5 1", "e4e7", "4P3/4q3/8/8/8/8/k7/2K5 w - - 6 2");
    moves("squashing", "4P3/8/8/8/4q3/8/k7/2K5 w - - 0 1", "e8", &[]);
}

#[test]
fn kings_are_in_check_where_they_would_be_squashed() {
    let checked = |fen: &str, expected: &[&str]| {
        in_every_backend("squashing", fen, |game| {
            let found: Vec<String> = game.checkers().into_iter().map(|at| game.info().square_name(at)).collect();
            assert_eq!(found, expected, "{fen} ({:?})", game.backend());
        });
    };
    checked("8/8/k7/Q7/8/8/8/4K3 b - - 0 1", &[]);
    checked("8/p7/k7/Q7/8/8/8/4K3 b - - 0 1", &["a5"]);
    checked("k7/8/8/8/8/8/8/R3K3 b - - 0 1", &["a1"]);
    // The pinned pawn: where it stands there would be nothing between the king on the edge and the rook.
    moves("squashing", "k7/p7/8/8/1N6/8/8/R3K3 b - - 0 1", "a7", &["a5", "a6"]);
    moves("squashing", "k7/p7/1P6/8/8/8/8/R3K3 b - - 0 1", "a7", &["a5", "a6"]); // b6 would be pushed to c5, and the file is open
    moves("squashing", "8/k7/p7/1P6/8/8/8/R3K3 b - - 0 1", "a6", &["a5", "b5"]); // on a7 the king would only be pushed
    // Away from the edge a king may stand next to another, but not between it and an obstacle.
    moves("squashing", "8/8/8/3k4/8/3K4/8/8 w - - 0 1", "d3", &["c2", "c3", "c4", "d2", "d4", "e2", "e3", "e4"]);
    moves("squashing", "8/8/8/3k4/8/2PKP3/8/8 w - - 0 1", "d3", &["c2", "c4", "d2", "d4", "e2", "e4"]);
    moves("squashing", "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1", "d3", &["c2", "c3", "c4", "d4", "e2", "e3", "e4"]);
    moves("squashing", "8/8/8/3k4/8/2KP4/8/8 w - - 0 1", "c3", &["b2", "b3", "b4", "c2", "c4", "d2"]); // not d4
    // Kings push as well, also each other.
    line("squashing", "8/8/8/3k4/3K4/8/8/8 w - - 3 1", &["d4d5"], "8/8/3k4/3K4/8/8/8/8 b - - 4 1", None);
    // From g7 the king would be squashed against its bishop.
    let mated = "6bk/7p/8/8/3B4/8/8/K5R1 b - - 1 1";
    line("squashing", "6bk/7p/8/8/8/4B3/8/K5R1 w - - 0 1", &["e3d4"], mated, Some((Some(0), Reason::Checkmate)));
    moves("squashing", "6nk/7p/8/8/3B4/8/8/K5R1 b - - 1 1", "g8", &["f6"]);
}

#[test]
fn kings_that_are_pushed_do_not_castle() {
    line("squashing", "4k3/8/8/8/8/8/8/R1q1K2R b KQ - 0 1", &["c1e1"], "4k3/8/8/8/8/8/8/R3qK1R w - - 1 2", None);
    line("squashing", "4k3/8/8/8/8/8/6b1/R3K2R b KQ - 0 1", &["g2h1"], "4k3/8/8/8/8/8/8/R3K2b w Q - 0 2", None);
    moves("squashing", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1", &["c1", "d1", "d2", "e2", "f1", "f2", "g1"]);
    // The rook on f8 attacks f1, where the king would be pushed off.
    moves("squashing", "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1", &["c1", "d1", "d2", "e2", "f2"]);
}

/// Sixteen files and ranks: pieces on an otherwise empty board, where their squares can be counted by hand.
#[test]
fn terachess_pieces() {
    // Kings out of everybody's way; `ranks` are ranks 9 to 1.
    let fen = |ranks: &str| format!("16/16/16/16/16/16/12k3/{ranks} w - - 0 1");
    let file = |number: usize| char::from(b'a' + number as u8 - 1);
    let square = |(x, y): (usize, usize)| format!("{}{y}", file(x));
    let check = |ranks: &str, from: &str, mut to: Vec<String>| {
        to.sort();
        moves("terachess", &fen(ranks), from, &to.iter().map(String::as_str).collect::<Vec<_>>());
    };
    let all = |text: &str| text.split(' ').map(str::to_string).collect::<Vec<_>>();
    // The eagle steps diagonally and goes on straight ahead from there, away from where it began.
    let mut eagle = vec!["a1".to_string()];
    eagle.extend((3..=16).flat_map(|to| [square((1, to)), square((to, 1)), square((3, to))]));
    eagle.extend((4..=16).map(|to| square((to, 3))));
    assert_eq!(eagle.len(), 56);
    check("16/14K1/16/16/16/16/16/1G14/16", "b2", eagle);
    // With something on its first square, nothing behind that.
    check("16/14K1/16/16/16/16/2p13/1G14/P1P13", "b2", {
        let mut eagle = vec!["c3".to_string()];
        eagle.extend((3..=16).map(|to| square((1, to))));
        eagle
    });
    // The rhinoceros steps straight and goes on diagonally.
    let mut rhinoceros = all("a2 b1 b3 c2 a4 d1");
    rhinoceros.extend((4..=16).map(|x| square((x, x - 1))));
    rhinoceros.extend((4..=16).map(|y| square((y - 1, y))));
    check("16/14K1/16/16/16/16/16/1U14/16", "b2", rhinoceros);
    // The troll leaps three squares straight or diagonally, or moves as a pawn.
    check("16/14K1/16/3p1p10/4T11/16/16/16/16", "e5", all("b2 b5 b8 d6 e2 e6 e8 f6 h2 h5 h8"));
    // The prince may advance two squares from anywhere, if nothing is in its way.
    check("16/14K1/16/16/4I11/16/16/16/16", "e5", all("d4 d5 d6 e4 e6 e7 f4 f5 f6"));
    check("16/14K1/16/4p11/4I11/16/16/16/16", "e5", all("d4 d5 d6 e4 e6 f4 f5 f6"));
    // The crocodile moves as a bishop and captures behind a hurdle.
    check("16/14K1/16/5p10/16/16/2P13/16/V15", "a1", all("b2 f6"));
    // Leapers of two and three squares.
    check(
        "16/14K1/16/16/4D11/16/16/16/16",
        "e5",
        all("b2 b5 b8 c3 c5 c7 d4 d5 d6 e2 e3 e4 e6 e7 e8 f4 f5 f6 g3 g5 g7 h2 h5 h8"),
    );
    check(
        "16/7F8/16/16/16/16/16/16/15K",
        "h8",
        all("e10 e6 e7 e9 f11 f5 f7 f9 g10 g11 g5 g6 i10 i11 i5 i6 j11 j5 j7 j9 k10 k6 k7 k9"),
    );
    // The king's first move may be a leap, but not out of check.
    let king = |ranks: &str, to: &str| {
        let fen = format!("{ranks} w Hh - 0 1");
        let mut to = all(to);
        to.sort();
        moves("terachess", &fen, "h2", &to.iter().map(String::as_str).collect::<Vec<_>>());
    };
    king(
        "16/7k8/16/16/16/16/16/16/16/16/16/16/16/16/7K8/16",
        "f1 f2 f3 f4 g1 g2 g3 g4 h1 h3 h4 i1 i2 i3 i4 j1 j2 j3 j4",
    );
    king("16/7k8/16/16/16/16/7r8/16/16/16/16/16/16/16/7K8/16", "g1 g2 g3 i1 i2 i3");
}

/// Found by damaged FENs: a pawn on the last rank, where no game puts it, has no move over the edge of the board.
#[test]
fn a_pawn_on_the_last_rank_stays_there() {
    moves("shogi", "lnsgkgsPl/1r5b1/1pppppppp/9/9/9/nPPPPP1PP/1B5R1/LNSGKGSNL[] w - - 0 1", "h9", &[]);
}

/// A pass accepts that generals face each other, whatever attacks one's own (move 24 of a game in <https://github.com/fairy-stockfish/Fairy-Stockfish/issues/94>).
#[test]
fn facing_generals_are_accepted_in_check() {
    let fen = "2R1acb2/4ak3/4B1n2/n3p4/7p1/3P5/1PP4P1/2N1CK1C1/5A2r/5A3 w - - 0 25";
    let accepted = "2R1acb2/4ak3/4B1n2/n3p4/7p1/3P5/1PP4P1/2N1CK1C1/5A2r/5A3 b - - 1p 1 25";
    in_every_backend("janggi", fen, |game| {
        let texts: Vec<String> = game.legal_moves().iter().map(|&mv| game.move_text(mv, Style::Game)).collect();
        assert!(texts.contains(&"f3f3".to_string()), "{:?}: {texts:?}", game.backend());
        let pass = game.parse_move("f3f3", Style::Game).unwrap();
        let mut next = game.boxed();
        next.play(pass).unwrap();
        assert_eq!(next.outcome().map(|outcome| outcome.reason), Some(Reason::Facing), "{:?}", game.backend());
        assert_eq!(next.fen(Style::Game), accepted, "{:?}", game.backend());
    });
    // What that leads to is a position, though a general could be captured.
    in_every_backend("janggi", accepted, |game| {
        assert_eq!(game.outcome().map(|outcome| outcome.reason), Some(Reason::Facing), "{:?}", game.backend());
    });
    // Where the generals do not face each other, nobody passes in check.
    let apart = "1n1a2bn1/R6c1/rc1k5/p3b4/2p1p2p1/PC2P2P1/1P1P5/1R2K4/1B3A3/1N1CA1B2 b - - 11 32";
    in_every_backend("janggi", apart, |game| {
        assert_eq!(game.checkers().len(), 1, "{:?}", game.backend());
        assert!(game.parse_move("d8d8", Style::Game).is_err(), "{:?}", game.backend());
    });
}

/// Kings beside each other are safe where captures blow up whatever stands beside them: going away may let a piece attack, which counts as a check that it gives.
#[test]
fn a_king_that_goes_away_lets_a_pawn_explode() {
    let fen = "7/7/3pkB1/1P2K2/5P1/PP1P1P1/R3P2/R6 b - - 2 37";
    moves("unequal", fen, "e6", &[]); // Black may not give check
    moves("unequal", &fen.replace("3pkB1", "4kB1"), "e6", &["d7", "f7"]);
}

/// Whether a drop mates, which it may not, depends on whether the drops that answer it mate: who asks for one answer may not look at all of them, nor at those that do not answer (18 s took the
/// machine for these moves once).
#[test]
fn drops_that_may_not_mate_are_answered_by_such_drops() {
    let fen = "1b1Nc2nc/3pP2pp/4b2kl/K2P1pl2/2P2g2O/PP1nn1PP1/P3PP2P/4P1C2[PCOpg] w - - 0 56";
    in_every_backend("screens", fen, |game| {
        let moves = game.legal_moves();
        assert_eq!(moves.len(), 93, "{:?}", game.backend());
        for mv in moves {
            let mut next = game.boxed();
            next.play(mv).unwrap();
            assert_eq!(next.outcome(), None, "{:?}: {}", game.backend(), game.move_text(mv, Style::Game));
        }
    });
}
