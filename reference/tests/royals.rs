//! Checks, castling, explosions, facing royals, forbidden checks, drop mate: positions whose answers were worked out by hand.
#![allow(missing_docs)]

mod common;

use common::*;
use wazir_reference::Interpreter;
use wazir_runtime::{Game, Outcome, Reason, Style, Variant, parse_square};
use wazir_variant_spec::{Rules, rules::*};

fn has(game: &dyn Game, text: &str) -> bool {
    moves(game).iter().any(|known| known == text)
}

fn refused(rules: &Rules, fen: &str) -> String {
    match Interpreter::new(rules.clone()).expect("a right start").from_fen(fen, Style::Standard) {
        Ok(game) => panic!("{fen} was accepted as {}", game.fen(Style::Standard)),
        Err(error) => error.message,
    }
}

#[test]
fn castling_needs_a_safe_way() {
    let rules = chess();
    for (fen, king_side, queen_side) in [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", true, true),
        ("4k3/8/8/8/8/8/8/R3K2R w K - 0 1", true, false),
        ("4k3/8/8/8/8/8/6p1/R3K2R w KQ - 0 1", false, true), // f1 attacked: through check
        ("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", false, true), // g1: into check
        ("4k3/8/8/4r3/8/8/8/R3K2R w KQ - 0 1", false, false), // out of check
        ("1r2k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1", true, true), // b1 and h1 may be attacked
        ("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", true, false),  // b1 is in the rook's way
    ] {
        let game = position(&rules, fen);
        assert_eq!((has(&*game, "e1g1"), has(&*game, "e1c1")), (king_side, queen_side), "{fen}");
    }
}

#[test]
fn castling_rights_end_with_their_pieces() {
    let rules = chess();
    let mut game = position(&rules, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9");
    play(&mut *game, "a1a8");
    assert_eq!(game.fen(Style::Standard), "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 9");
    let mut game = position(&rules, "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 9");
    play(&mut *game, "e8c8");
    assert_eq!(game.fen(Style::Standard), "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 4 10");
    assert!(refused(&rules, "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1").contains("castling"));
}

#[test]
fn chess960_castling() {
    let rules = chess();
    let at = |fen: &str| position_in(&rules, fen, Style::Chess960);
    let castles = |fen: &str, text: &str| {
        let game = at(fen);
        let mut texts = game.legal_moves().into_iter().map(|mv| game.move_text(mv, Style::Chess960));
        texts.any(|known| known == text)
    };
    assert!(castles("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1"));
    assert!(!castles("4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "c1b1"), "the rook shielded its king");
    assert!(castles("4k3/8/8/8/8/8/8/1KR5 w C - 0 1", "b1c1"), "the king passes over its rook");
    assert!(!castles("3rk3/8/8/8/8/8/8/1KR5 w C - 0 1", "b1c1"), "through check on d1");
    assert!(!castles("4k3/8/8/8/8/8/8/1KR1N3 w C - 0 1", "b1c1"), "e1 is occupied");
    assert!(castles("4k3/8/8/8/8/8/8/5RK1 b - - 0 1", "e8d8"));
    let mut game = at("4k3/8/8/8/8/8/8/R1RK3R w CH - 0 1");
    assert_eq!(game.fen(Style::Chess960), "4k3/8/8/8/8/8/8/R1RK3R w HC - 0 1");
    let castling = game.parse_move("d1c1", Style::Chess960).expect("the inner rook castles");
    game.play(castling).expect("it is legal");
    assert_eq!(game.fen(Style::Chess960), "4k3/8/8/8/8/8/8/R1KR3R b - - 1 1");
}

#[test]
fn en_passant_and_discovered_check() {
    let rules = chess();
    let game = position(&rules, "8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1");
    assert_eq!(targets(&*game, "e4"), ["e3"], "both pawns would leave the fourth rank");
    let game = position(&rules, "8/8/8/8/k2Pp3/8/8/4K2R b - d3 0 1");
    assert_eq!(targets(&*game, "e4"), ["d3", "e3"]);
    let mut game = position(&rules, "4k3/8/8/8/1p6/8/P1P5/4K3 w - - 0 1");
    play(&mut *game, "c2c4");
    assert_eq!(game.fen(Style::Standard), "4k3/8/8/8/1pP5/8/P7/4K3 b - c3 0 1");
    play(&mut *game, "b4c3");
    assert_eq!(game.fen(Style::Standard), "4k3/8/8/8/8/2p5/P7/4K3 w - - 0 2");
}

#[test]
fn en_passant_is_part_of_the_position_only_where_it_can_be_used() {
    let rules = chess();
    let idle = position(&rules, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    assert!(idle.setup().en_passant.is_empty());
    let mut played = position(&rules, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    play(&mut *played, "e2e4");
    assert_eq!((played.setup(), played.hash()), (idle.setup(), idle.hash()));
    // A pinned pawn captures pseudo-legally: the state stays, the move is illegal.
    let pinned = position(&rules, "3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1");
    assert!(!pinned.setup().en_passant.is_empty());
    assert_eq!(targets(&*pinned, "d4"), ["d3"]);
    assert!(refused(&rules, "4k3/8/8/8/4P3/8/4P3/4K3 b - e3 0 1").contains("en passant"));
}

#[test]
fn impossible_positions_are_refused_with_a_reason() {
    let rules = chess();
    assert!(refused(&rules, "8/8/8/8/8/8/8/4K3 w - - 0 1").contains("Black has no king"));
    assert!(refused(&rules, "4k3/8/8/8/8/8/8/3KK3 w - - 0 1").contains("White has 2 royal pieces"));
    assert!(refused(&rules, "4k3/8/8/8/8/8/8/4RK2 w - - 0 1").contains("could capture the royal piece of Black on e8"));
}

#[test]
fn checkmate_and_stalemate() {
    let rules = chess();
    let game = position(&rules, "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
    assert_eq!(game.outcome(), Some(Outcome { winner: Some(0), reason: Reason::Checkmate }));
    assert_eq!(game.checkers(), [56]);
    let game = position(&rules, "k7/8/1Q6/8/8/8/8/6K1 b - - 0 1");
    assert_eq!(game.outcome(), Some(Outcome { winner: None, reason: Reason::Stalemate }));
    assert_eq!(game.count(), 0);
}

fn facing() -> Rules {
    let b = board(5, 5);
    let pieces = vec![
        piece("K", "General", vec![leaper(&b, 0, 1)]),
        piece("R", "Rook", vec![rider(&b, 0, 1)]),
        piece("S", "Soldier", vec![leaper(&b, 0, 1)]),
    ];
    let mut rules = game(b, pieces, "2k2/5/5/5/1K3 w - - 0 1");
    royal(&mut rules, "K");
    for_both(&mut rules, |play| play.check.facing = vec![Step { dx: 0, dy: 1 }]);
    rules
}

#[test]
fn royals_may_not_face_each_other() {
    let rules = facing();
    let game = position(&rules, "2k2/5/5/5/1K3 w - - 0 1");
    assert_eq!(targets(&*game, "b1"), ["a1", "b2"], "c1 faces the other general");
    let game = position(&rules, "2k2/5/2S2/5/2K2 w - - 0 1");
    assert_eq!(targets(&*game, "c3"), ["c2", "c4"], "the soldier is all that stands between them");
    assert!(refused(&rules, "2k2/5/5/5/2K2 w - - 0 1").contains("could capture"));
}

#[test]
fn facing_royals_check_each_other() {
    let mut rules = facing();
    // With royals that may be left attacked, such positions exist, and each royal is a checker.
    for_both(&mut rules, |play| play.check.may_not_remain = false);
    let game = position(&rules, "2k2/5/5/5/2K2 w - - 0 1");
    assert_eq!(game.checkers(), [22]);
    let game = position(&rules, "2k2/5/2r2/5/2K2 w - - 0 1");
    assert_eq!(game.checkers(), [12], "only the rook");
}

#[test]
fn giving_check_may_be_forbidden() {
    let b = board(5, 5);
    let pieces =
        vec![piece("K", "King", vec![leaper(&b, 0, 1), leaper(&b, 1, 1)]), piece("R", "Rook", vec![rider(&b, 0, 1)])];
    let mut rules = game(b, pieces, "k4/5/5/5/3RK w - - 0 1");
    royal(&mut rules, "K");
    for_both(&mut rules, |play| play.check.may_not_be_given = true);
    let game = position(&rules, "k4/5/5/5/3RK w - - 0 1");
    assert_eq!(targets(&*game, "d1"), ["b1", "c1", "d2", "d3", "d4"], "a1 and d5 would check");
    assert!(refused(&rules, "k4/5/5/5/R3K b - - 0 1").contains("White may not give check"));
}

/// Chess in which captures explode (atomic).
fn explosive() -> Rules {
    let mut rules = chess();
    let around = [all(0, 1), all(1, 1)].concat();
    let all_types: Vec<PieceId> = (0..rules.pieces.len() as PieceId).collect();
    for_both(&mut rules, |play| {
        play.capture.blast = Some(Blast {
            petrifies: Vec::new(),
            around: around.clone(),
            spares: vec![0],
            capturers: all_types.clone(),
            cause: Cause::default(),
        })
    });
    let extinct = Condition::Extinct {
        subject: Subject::Either,
        pieces: vec![5],
        at_most: 0,
        opponent_at_least: None,
        in_hand: false,
    };
    rules.end.insert(0, end(extinct, Verdict::Loses));
    rules
}

#[test]
fn connected_kings_are_not_in_check() {
    let rules = explosive();
    let game = position(&rules, "8/8/8/8/8/3k4/q2K4/8 w - - 0 1");
    assert_eq!(game.checkers(), [0; 0]);
    assert_eq!(targets(&*game, "d2"), ["c1", "c2", "c3", "d1", "e1", "e2", "e3"], "kings do not capture");
    let game = position(&rules, "8/8/8/3k4/8/8/q2K4/8 w - - 0 1");
    assert_eq!(game.checkers(), [8], "apart, it is a check");
}

#[test]
fn blowing_up_the_enemy_king_is_worth_any_check() {
    let rules = explosive();
    let mut game = position(&rules, "r6k/6pp/8/8/8/8/8/K5Q1 w - - 0 1");
    assert_eq!(game.checkers(), [56]);
    assert!(has(&*game, "g1g7"));
    play(&mut *game, "g1g7");
    assert_eq!(game.fen(Style::Standard), "r7/7p/8/8/8/8/8/K7 b - - 0 1");
    assert_eq!(game.outcome(), Some(Outcome { winner: Some(0), reason: Reason::Extinction }));
    assert_eq!(game.count(), 0);
    // The finished position can be set up as well.
    assert_eq!(position(&rules, &game.fen(Style::Standard)).outcome(), game.outcome());
}

#[test]
fn a_king_may_be_missing_only_where_its_loss_is_the_end() {
    let white_only = "8/8/8/8/8/8/8/K7 b - - 0 1";
    assert_eq!(position(&explosive(), white_only).outcome().map(|outcome| outcome.winner), Some(Some(0)));
    let mut rules = explosive();
    rules.end[0].of = Some(0);
    assert!(refused(&rules, white_only).contains("Black has no king"), "only White's loss ends the game");
    let black_only = "8/8/8/8/8/8/8/k7 w - - 0 1";
    assert_eq!(position(&rules, black_only).outcome().map(|outcome| outcome.winner), Some(Some(1)));
}

#[test]
fn nobody_blows_up_their_own_king() {
    let rules = explosive();
    let game = position(&rules, "7k/8/8/8/8/8/1n6/KQ6 w - - 0 1");
    assert!(!has(&*game, "b1b2") && !has(&*game, "a1b2"));
    assert!(has(&*game, "b1h1") && has(&*game, "a1a2"));
}

#[test]
fn en_passant_explodes_where_it_arrives() {
    let rules = explosive();
    let mut game = position(&rules, "4k3/2r1n3/2p5/3pP3/8/8/8/4K3 w - d6 0 1");
    play(&mut *game, "e5d6");
    assert_eq!(game.fen(Style::Standard), "4k3/8/2p5/8/8/8/8/4K3 b - - 0 1", "the pawn on c6 survives");
}

#[test]
fn explosions_take_castling_rights() {
    let rules = explosive();
    let mut game = position(&rules, "r3k2r/p6p/8/8/8/8/8/RR2K2R w KQkq - 0 1");
    play(&mut *game, "a1a7");
    assert_eq!(game.fen(Style::Standard), "4k2r/7p/8/8/8/8/8/1R2K2R b Kk - 0 1");
}

/// King, gold and pawn on 5x5 with drops as in shogi.
fn dropping(may_not_mate: bool) -> Rules {
    let b = board(5, 5);
    let step = |dx, dy| ride(Step { dx, dy }, 1);
    let one_side = |name: &str, rides: &dyn Fn(i16) -> Vec<Ride>| {
        let sides = [1, -1].map(|up| {
            let mut rules = piece("X", name, vec![movement(&b, rides(up))]).sides[0].clone();
            if let Some(rules) = rules.as_mut().filter(|_| name == "Pawn") {
                let last = rank(&b, if up > 0 { 4 } else { 0 });
                let zone = b.all().minus(&last);
                let supply = Supply::Hand(2);
                let cause = Cause::default();
                rules.drop = Some(Drop {
                    supply,
                    exchange: None,
                    zone,
                    per_file: Some(1),
                    opening: SquareSet::EMPTY,
                    must_convert: false,
                    per_colour: None,
                    beside: Vec::new(),
                    away_from: Vec::new(),
                    pushed: Vec::new(),
                    may_not_check: false,
                    may_not_mate,
                    cause,
                });
                rules.captured_as = Some(2);
            }
            rules
        });
        sides.to_vec()
    };
    let gold =
        one_side("Gold", &|up| vec![step(0, up), step(1, up), step(-1, up), step(1, 0), step(-1, 0), step(0, -up)]);
    let pawn = one_side("Pawn", &|up| vec![step(0, up)]);
    let pieces = vec![
        piece("K", "King", vec![leaper(&b, 0, 1), leaper(&b, 1, 1)]),
        Piece { symbol: "G".into(), name: "Gold".into(), glyphs: Vec::new(), sides: gold },
        Piece { symbol: "P".into(), name: "Pawn".into(), glyphs: Vec::new(), sides: pawn },
    ];
    let mut rules = game(b, pieces, "k4/5/5/5/4K[P] w - - 0 1");
    royal(&mut rules, "K");
    rules
}

#[test]
fn a_dropped_pawn_may_not_mate() {
    let mate = "k4/2G2/G4/5/4K[P] w - - 0 1";
    assert!(!has(&*position(&dropping(true), mate), "P@a4"));
    let mut allowed = position(&dropping(false), mate);
    play(&mut *allowed, "P@a4");
    assert_eq!(allowed.outcome(), Some(Outcome { winner: Some(0), reason: Reason::Checkmate }));
    // A check that can be answered is allowed.
    assert!(has(&*position(&dropping(true), "k4/5/G4/5/4K[P] w - - 0 1"), "P@a4"));
}

#[test]
fn drops_respect_files_and_dead_ends() {
    let game = position(&dropping(true), "k4/5/5/2P2/4K[P] w - - 0 1");
    let drops: Vec<String> = moves(&*game).into_iter().filter(|text| text.contains('@')).collect();
    assert!(drops.iter().all(|text| !text.starts_with("P@c") && !text.ends_with('5')), "{drops:?}");
    // Files a, b, d, e; ranks 1 to 4; the square of the white king is taken.
    assert_eq!(drops.len(), 4 * 4 - 1);
}

#[test]
fn captures_go_to_the_hand_as_the_victim_says() {
    let mut game = position(&dropping(true), "k4/5/2p2/2P2/4K[] w - - 0 1");
    play(&mut *game, "c2c3");
    assert_eq!(game.fen(Style::Standard), "k4/5/2P2/5/4K[P] b - - 0 1");
    assert_eq!(game.in_hand(0, 2), 1);
    assert_eq!(parse_square(5, 5, "c3"), Some((12, "")));
    assert_eq!(game.piece_at(12), Some((0, 2)));
}

/// Chess without castling rights in which White guards its kings in this way.
fn guarding(guard: Guard) -> Rules {
    let mut rules = chess();
    rules.start.fen = "3kk3/8/8/8/8/8/8/3KK3 w - - 0 1".into();
    rules.play[0].check.guard = guard;
    rules
}

#[test]
fn several_royals_are_guarded_each_at_last_or_all_together() {
    // A rook attacks the king on a1; the pawn shields the other.
    let one_attacked = "7K/8/8/3kk3/8/7P/8/K6r w - - 0 1";
    for (guard, checkers, pawn_may_move) in [(Guard::Each, 1, false), (Guard::Last, 0, true), (Guard::All, 0, true)] {
        let game = position(&guarding(guard), one_attacked);
        assert_eq!(game.checkers().len(), checkers, "{guard:?}");
        assert_eq!(has(&*game, "h3h4"), pawn_may_move, "{guard:?}");
    }
    // Rooks attack both: enough for `All`, still nothing to `Last`.
    let both_attacked = "r6K/8/8/3kk3/8/7P/8/K6r w - - 0 1";
    for (guard, checkers, pawn_may_move) in [(Guard::Each, 2, false), (Guard::Last, 0, true), (Guard::All, 2, false)] {
        let game = position(&guarding(guard), both_attacked);
        assert_eq!(game.checkers().len(), checkers, "{guard:?}");
        assert_eq!(has(&*game, "h3h4"), pawn_may_move, "{guard:?}");
    }
    // Taking one of two kings is a move like another; the last one is in check like any king.
    let mut game = position(&guarding(Guard::Last), "8/8/8/3kk3/8/r7/7P/K6K b - - 0 1");
    play(&mut *game, "a3a1");
    assert_eq!((game.checkers().len(), has(&*game, "h2h3")), (1, false));
}

#[test]
fn a_king_may_have_to_stay_in_check() {
    let mut rules = chess();
    rules.play[0].check.may_not_flee = true;
    // The rook gives check and cannot be taken; the pawn can block.
    let game = position(&rules, "4k3/8/8/8/r6K/8/5P2/8 w - - 0 1");
    assert_eq!(moves(&*game), ["f2f4"]);
    // A checker next to the king may be taken by it, if it is the only one.
    assert_eq!(moves(&*position(&rules, "4k3/8/8/8/6rK/8/8/8 w - - 0 1")), ["h4g4"]);
    let two = position(&rules, "4k3/8/8/8/6rK/8/5n2/7r w - - 0 1");
    assert_eq!((moves(&*two).len(), two.outcome().map(|o| o.reason)), (0, Some(Reason::Checkmate)));
    // Not in check, it is a king like any other.
    assert!(has(&*position(&rules, "4k3/8/8/8/7K/8/8/8 w - - 0 1"), "h4h5"));
}

/// Chess without pawns, in which a side may pass, has to answer facing kings or pass, and ends by points.
fn calls() -> Rules {
    let mut rules = chess();
    let facing = Facing { along: vec![Step { dx: 0, dy: 1 }] };
    for_both(&mut rules, |play| {
        play.pass = Pass::Always;
        play.obligations = vec![Obligation::EndFacing(facing.clone())];
    });
    rules.points[0].pieces[1..5].copy_from_slice(&[300, 325, 500, 900]);
    rules.points[1] = Points { bonus: 50, ..rules.points[0].clone() };
    rules.end = vec![
        end(Condition::Checkmate { after: None }, Verdict::Loses),
        end(Condition::Facing { facing, passes: 1 }, Verdict::MorePoints),
        end(Condition::Passed { times: 2 }, Verdict::MorePoints),
    ];
    rules
}

#[test]
fn facing_royals_are_answered_or_passed_over() {
    let rules = calls();
    // The king leaves the file (where the rook's file is not), the knight comes between; the pawns do neither.
    let mut game = position(&rules, "4k3/8/8/2N5/8/7P/8/4K2R w - - 0 1");
    assert_eq!(moves(&*game), ["c5e4", "c5e6", "e1d1", "e1d2", "e1e1", "e1f1", "e1f2"]);
    assert_eq!(game.outcome(), None);
    play(&mut *game, "e1e1");
    assert_eq!(game.fen(Style::Standard), "4k3/8/8/2N5/8/7P/8/4K2R b - - 1p 1 1");
    assert_eq!(game.outcome(), Some(Outcome { winner: Some(0), reason: Reason::Facing }), "8 points to 0.5");
    assert!(moves(&*game).is_empty());
    // In check, a move has to end both; the pass, which ends the game, may be made all the same.
    let mut game = position(&rules, "4k3/8/8/8/8/7r/8/R3K2r w - - 0 1");
    assert_eq!(moves(&*game), ["e1d2", "e1e1", "e1f2"]);
    play(&mut *game, "e1e1");
    assert_eq!(game.outcome(), Some(Outcome { winner: Some(1), reason: Reason::Facing }), "5 points to 10.5");
    assert_eq!(position(&rules, &game.fen(Style::Standard)).outcome(), game.outcome());
    // Not where kings do not face each other, nor where the game goes on after it.
    assert!(!has(&*position(&rules, "3k4/8/8/8/8/7r/8/R3K2r w - - 0 1"), "e1e1"));
    let mut goes_on = rules.clone();
    goes_on.end.remove(1);
    assert!(!has(&*position(&goes_on, "4k3/8/8/8/8/7r/8/R3K2r w - - 0 1"), "e1e1"));
    // It may be the mover who brings it about.
    let game = position(&rules, "3k4/8/8/8/8/8/8/4K3 w - - 0 1");
    assert!(has(&*game, "e1d1") && has(&*game, "e1e1"));
}

#[test]
fn passes_in_a_row_are_counted() {
    let rules = calls();
    let mut game = position(&rules, "3k4/8/8/8/8/8/8/4K1B1 w - - 0 1");
    let start = game.hash();
    for text in ["e1e1", "d8c8", "e1e1"] {
        play(&mut *game, text);
        assert_eq!(game.outcome(), None);
    }
    assert_eq!(game.fen(Style::Standard), "2k5/8/8/8/8/8/8/4K1B1 b - - 1p 3 2");
    play(&mut *game, "c8c8");
    assert_eq!(game.outcome(), Some(Outcome { winner: Some(0), reason: Reason::Passes }), "3.25 to 0.5");
    let even = position(&rules, "3k4/8/8/8/8/8/8/4K3 w - - 2p 0 1");
    assert_eq!(even.outcome(), Some(Outcome { winner: Some(1), reason: Reason::Passes }), "0 to 0.5");
    let passed = position(&rules, "3k4/8/8/8/8/8/8/4K1B1 w - - 1p 0 1");
    assert_ne!(passed.hash(), start, "passes are part of the position");
    let too_many =
        Interpreter::new(rules).expect("a right start").from_fen("3k4/8/8/8/8/8/8/4K1B1 w - - 3p 0 1", Style::Standard);
    assert_eq!(too_many.err().map(|error| error.field), Some("passes"));
    assert!(refused(&chess(), "4k3/8/8/8/8/8/8/4K3 w - - 1p 0 1").contains("does not count passes"));
}
