//! Promotion, obligations, passes, conversion, goals, counters, clocks, hashes and history on hand-made rules.
#![allow(missing_docs)]

mod common;

use common::*;
use std::collections::HashMap;
use wazir_runtime::{Game, Outcome, Perft, Reason, Style};
use wazir_variant_spec::{Rules, rules::*};

fn outcome(winner: Option<u8>, reason: Reason) -> Option<Outcome> {
    Some(Outcome { winner, reason })
}

fn capture_duty() -> Rules {
    let mut rules = chess();
    for_both(&mut rules, |play| play.check.may_not_remain = false);
    rules.castlings.clear();
    rules.start.fen = rules.start.fen.replace("KQkq", "-");
    rules.pieces.iter_mut().flat_map(|piece| piece.sides.iter_mut().flatten()).for_each(|rules| rules.royal = false);
    for_both(&mut rules, |play| play.obligations = vec![Obligation::Capture]);
    let all = (0..6).collect();
    let extinct = Condition::Extinct {
        subject: Subject::Mover,
        pieces: all,
        at_most: 0,
        opponent_at_least: None,
        in_hand: false,
    };
    rules.end = vec![end(extinct, Verdict::Wins), end(Condition::Stalemate, Verdict::Wins)];
    rules
}

#[test]
fn a_capture_is_made_when_there_is_one() {
    let rules = capture_duty();
    assert_eq!(moves(&*position(&rules, "8/8/8/3p4/4P3/8/8/R7 w - - 0 1")), ["e4d5"]);
    let mut game = position(&rules, "8/8/8/8/4pP2/8/8/8 b - f3 0 1");
    assert_eq!(moves(&*game), ["e4f3"], "en passant is a capture too");
    play(&mut *game, "e4f3");
    assert_eq!(game.outcome(), outcome(Some(0), Reason::Extinction), "who has lost everything has won");
    let stuck = position(&rules, "8/8/8/8/4p3/4P3/8/8 w - - 0 1");
    assert_eq!(stuck.outcome(), outcome(Some(0), Reason::Stalemate));
}

/// One promoting piece type on 4x4: P (forward) to G and Q (immobile), forced and limited as given.
fn promoting(zone: &[u8], on: [bool; 3], forced: Forced, limit: Option<u8>, reverts: bool) -> Rules {
    let b = board(4, 4);
    let zone = zone.iter().fold(SquareSet::EMPTY, |set, &r| set.or(&rank(&b, r)));
    let ahead = Ride { min: 1, ..ride(Step { dx: 0, dy: 1 }, 1) };
    let back = ride(Step { dx: 0, dy: -1 }, 1);
    let mut pawn = piece("P", "Pawn", vec![movement(&b, vec![ahead, back])]);
    let target = |piece, while_fewer_than| PromotionTarget { piece, while_fewer_than, ransom: None };
    let promotion = Promotion {
        zone,
        from: b.all(),
        by: PromotedBy::Moving { entering: on[0], within: on[1], leaving: on[2], only_capturing: false },
        while_at_most: None,
        may_not_attack: Vec::new(),
        may_not_check: false,
        to: vec![target(1, limit), target(2, limit)],
        forced,
        reverts_when_captured: reverts,
        cause: Cause::default(),
    };
    pawn.sides[0].iter_mut().for_each(|rules| rules.promotions = vec![promotion.clone()]);
    pawn.sides.iter_mut().flatten().for_each(|rules| rules.captured_as = Some(0));
    let mut gold = piece("+P", "Gold", vec![leaper(&b, 0, 1)]);
    gold.sides.iter_mut().flatten().for_each(|rules| rules.captured_as = Some(1));
    let pieces = vec![pawn, gold, piece("Q", "Queen", vec![rider(&b, 0, 1)])];
    game(b, pieces, "4/4/4/4[] w - - 0 1")
}

#[test]
fn promotion_on_entering_staying_and_leaving() {
    let texts = |on, fen: &str| moves(&*position(&promoting(&[2, 3], on, Forced::Never, None, false), fen));
    let (enter, within, leave) = ([true, false, false], [false, true, false], [false, false, true]);
    assert_eq!(texts(enter, "4/4/P3/4[] w - - 0 1"), ["a2a1", "a2a3", "a2a3+", "a2a3q"]);
    assert_eq!(texts(within, "4/4/P3/4[] w - - 0 1"), ["a2a1", "a2a3"]);
    assert_eq!(texts(within, "4/P3/4/4[] w - - 0 1"), ["a3a2", "a3a4", "a3a4+", "a3a4q"]);
    assert_eq!(texts(leave, "4/P3/4/4[] w - - 0 1"), ["a3a2", "a3a2+", "a3a2q", "a3a4"]);
}

#[test]
fn forced_and_limited_promotion() {
    let b = board(4, 4);
    let on = [true, true, false];
    let texts = |forced, limit, fen: &str| moves(&*position(&promoting(&[2, 3], on, forced, limit, false), fen));
    assert_eq!(texts(Forced::Always, None, "4/4/P3/4[] w - - 0 1"), ["a2a1", "a2a3+", "a2a3q"]);
    let last = || Forced::Onto(rank(&b, 3));
    assert_eq!(texts(last(), None, "4/4/P3/4[] w - - 0 1"), ["a2a1", "a2a3", "a2a3+", "a2a3q"]);
    assert_eq!(texts(last(), None, "4/P3/4/4[] w - - 0 1"), ["a3a2", "a3a4+", "a3a4q"]);
    // At most one of each: with a queen on the board only the gold is left, with both nothing, and the move is illegal.
    let fen = "4/4/P3/1Q2[] w - - 0 1";
    assert_eq!(targets(&*position(&promoting(&[2], on, Forced::Always, Some(1), false), fen), "a2"), ["a1", "a3+"]);
    let fen = "4/4/P3/1Q+P1[] w - - 0 1";
    assert_eq!(targets(&*position(&promoting(&[2], on, Forced::Always, Some(1), false), fen), "a2"), ["a1"]);
    assert_eq!(targets(&*position(&promoting(&[2], on, Forced::Never, Some(1), false), fen), "a2"), ["a1", "a3"]);
}

#[test]
fn promoted_pieces_revert_when_captured_if_the_rules_say_so() {
    for (reverts, promoted, hand) in [(false, "+P3", "+p"), (true, "+P~3", "p")] {
        let rules = promoting(&[2, 3], [true, true, false], Forced::Never, None, reverts);
        let mut game = position(&rules, "q3/4/P3/4[] w - - 0 1");
        play(&mut *game, "a2a3+");
        assert_eq!(game.fen(Style::Game), format!("q3/{promoted}/4/4[] b - - 1 1"));
        play(&mut *game, "a4a3");
        assert_eq!(game.fen(Style::Game), format!("4/q3/4/4[{hand}] w - - 0 2"));
    }
}

/// Clone or jump, and turn the neighbours (ataxx), on a board of the given size.
fn spreading(files: u8, ranks: u8, fen: &str) -> Rules {
    let b = board(files, ranks);
    let near = [all(0, 1), all(1, 1)].concat();
    let jumps = vec![leaper(&b, 0, 2), leaper(&b, 1, 2), leaper(&b, 2, 2)];
    let mut stone = piece("P", "Stone", jumps);
    for rules in stone.sides.iter_mut().flatten() {
        rules.movements.iter_mut().for_each(|movement| movement.to_enemy = false);
        rules.drop = Some(Drop {
            supply: Supply::Endless,
            exchange: None,
            zone: b.all(),
            per_file: None,
            opening: SquareSet::EMPTY,
            must_convert: false,
            per_colour: None,
            beside: near.clone(),
            away_from: Vec::new(),
            pushed: Vec::new(),
            may_not_check: false,
            may_not_mate: false,
            cause: Cause::default(),
        });
    }
    let mut rules = game(b, vec![stone], fen);
    for_both(&mut rules, |play| {
        let of = Converted::Around(near.clone());
        play.arrival =
            vec![Conversion { of, by_moves: true, by_drops: true, beside: Vec::new(), cause: Cause::default() }];
    });
    for_both(&mut rules, |play| play.pass = Pass::WhenStuck);
    let extinct = Condition::Extinct {
        subject: Subject::Either,
        pieces: vec![0],
        at_most: 0,
        opponent_at_least: None,
        in_hand: false,
    };
    rules.end = vec![
        end(extinct, Verdict::Loses),
        end(Condition::BoardFull, Verdict::MorePieces),
        end(Condition::NobodyCanMove, Verdict::MorePieces),
    ];
    rules
}

#[test]
fn ataxx_is_counted_as_published() {
    let fen = "P5p/7/7/7/7/7/p5P w - - 0 1";
    let game = position(&spreading(7, 7, fen), fen);
    for (depth, nodes) in (1..).zip([16, 256, 6_460]) {
        assert_eq!(game.perft(depth, Perft::Bulk), nodes, "depth {depth}");
    }
}

#[test]
fn arrivals_convert_their_neighbours() {
    let rules = spreading(4, 4, "P3/4/4/3p w - - 0 1");
    let mut game = position(&rules, "P3/4/2pp/3p w - - 0 1");
    play(&mut *game, "P@b3");
    assert_eq!(game.fen(Style::Game), "P3/1P2/2Pp/3p b - - 1 1");
    let mut game = position(&rules, "P3/4/2pp/3p w - - 0 1");
    play(&mut *game, "a4c3");
    assert_eq!(game.fen(Style::Game), "4/2P1/2PP/3p b - - 1 1");
}

#[test]
fn who_cannot_move_passes_and_the_full_board_is_counted() {
    let rules = spreading(4, 1, "P2p w - - 0 1");
    // White is walled in by Black's stones: only the pass is left, written with White's first stone.
    let rules_wide = spreading(7, 1, "P5p w - - 0 1");
    let mut game = position(&rules_wide, "Ppp4 w - - 0 1");
    assert_eq!(moves(&*game), ["a1a1"]);
    play(&mut *game, "a1a1");
    assert_eq!(game.fen(Style::Game), "Ppp4 b - - 1 1");
    let mut game = position(&rules, "PPp1 b - - 0 1");
    play(&mut *game, "P@d1");
    assert_eq!(game.outcome(), outcome(None, Reason::BoardFull), "two each");
    let mut game = position(&rules, "PPp1 w - - 0 1");
    play(&mut *game, "b1d1");
    assert_eq!(game.outcome(), outcome(Some(0), Reason::Extinction), "the last stone was turned");
    assert_eq!(game.count(), 0);
}

#[test]
fn passing_at_will_is_no_answer_to_check() {
    let mut rules = chess();
    for_both(&mut rules, |play| play.pass = Pass::Always);
    let game = position(&rules, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert!(moves(&*game).contains(&"e1e1".to_string()));
    let game = position(&rules, "4k3/8/8/8/8/8/8/r3K3 w - - 0 1");
    assert_eq!(targets(&*game, "e1"), ["d2", "e2", "f2"]);
    let game = position(&rules, "4k3/8/8/8/8/8/4r3/r3K3 w - - 0 1");
    assert_eq!(game.outcome(), None, "the king takes");
}

fn racing() -> Rules {
    let b = board(8, 8);
    let goal = vec![rank(&b, 7), rank(&b, 7)];
    let mut rules = game(
        b.clone(),
        vec![piece("K", "King", vec![leaper(&b, 0, 1), leaper(&b, 1, 1)])],
        "8/8/8/8/8/8/k6K/8 w - - 0 1",
    );
    royal(&mut rules, "K");
    for_both(&mut rules, |play| play.check.may_not_be_given = true);
    rules.end.insert(
        0,
        end(
            Condition::Reached {
                pieces: vec![0],
                goal,
                held: false,
                safe: false,
                last_turn: true,
                at_least: 1,
                filled: false,
            },
            Verdict::Wins,
        ),
    );
    rules
}

#[test]
fn the_second_side_may_equalise() {
    let rules = racing();
    let mut game = position(&rules, "8/k6K/8/8/8/8/8/8 w - - 0 1");
    play(&mut *game, "h7h8");
    assert_eq!(game.outcome(), None);
    assert_eq!(game.count(), 5, "any move may be played");
    let mut other = game.boxed();
    play(&mut *game, "a7b8");
    assert_eq!(game.outcome(), outcome(None, Reason::BothReachedGoal));
    assert_eq!(game.count(), 0);
    play(&mut *other, "a7a6");
    assert_eq!(other.outcome(), outcome(Some(0), Reason::Goal));
    assert_eq!(other.count(), 0);
}

#[test]
fn a_goal_out_of_the_opponents_reach_wins_at_once() {
    let rules = racing();
    let mut game = position(&rules, "8/7K/k7/8/8/8/8/8 w - - 0 1");
    play(&mut *game, "h7h8");
    assert_eq!(game.outcome(), outcome(Some(0), Reason::Goal));
    let mut game = position(&rules, "8/k6K/8/8/8/8/8/8 b - - 0 1");
    play(&mut *game, "a7a8");
    assert_eq!(game.outcome(), outcome(Some(1), Reason::Goal), "the second side of the round needs no reply");
}

#[test]
fn a_safe_goal_has_to_survive_the_reply() {
    let b = board(3, 4);
    let goal = vec![rank(&b, 3), rank(&b, 0)];
    let pieces = vec![piece("L", "Lion", vec![leaper(&b, 0, 1), leaper(&b, 1, 1)])];
    let mut rules = game(b, pieces, "1l1/3/3/1L1 w - - 0 1");
    let safe = Condition::Reached {
        pieces: vec![0],
        goal,
        held: false,
        safe: true,
        last_turn: false,
        at_least: 1,
        filled: false,
    };
    rules.end = vec![end(safe, Verdict::Wins)];
    let mut game = position(&rules, "1l1/L2/3/3 w - - 0 1");
    play(&mut *game, "a3a4");
    assert_eq!(game.outcome(), None);
    assert!(moves(&*game).contains(&"b4a4".to_string()));
    let mut game = position(&rules, "3/L2/1l1/3 w - - 0 1");
    play(&mut *game, "a3a4");
    assert_eq!(game.outcome(), outcome(Some(0), Reason::Goal));
}

#[test]
fn checks_are_counted_down() {
    let mut rules = chess();
    rules.end.insert(0, end(Condition::ChecksGiven { times: 3 }, Verdict::Wins));
    let mut game = position(&rules, "4k3/8/8/8/8/8/8/R3K3 w - - 2+3 0 1");
    play(&mut *game, "a1a8");
    assert_eq!(game.fen(Style::Standard), "R3k3/8/8/8/8/8/8/4K3 b - - 1+3 1 1");
    play(&mut *game, "e8e7");
    play(&mut *game, "a8a7");
    assert_eq!(game.outcome(), outcome(Some(0), Reason::Checks));
    assert_eq!(game.count(), 0);
}

#[test]
fn clocks() {
    let mut rules = chess();
    rules.end.push(end(Condition::QuietMoves { plies: 3 }, Verdict::Draw));
    let mut game = position(&rules, "4k3/8/8/8/8/8/P7/4K3 b - - 1 7");
    play(&mut *game, "e8e7");
    assert_eq!(game.fen(Style::Standard), "8/4k3/8/8/8/8/P7/4K3 w - - 2 8");
    let mut pawn = game.boxed();
    play(&mut *pawn, "a2a4");
    assert_eq!(pawn.fen(Style::Standard), "8/4k3/8/8/P7/8/8/4K3 b - - 0 8");
    play(&mut *game, "e1e2");
    assert_eq!(game.outcome(), outcome(None, Reason::QuietMoves));
    assert!(game.count() > 0, "the rule ends games, not positions");
}

#[test]
fn extinction_may_depend_on_the_opponent() {
    let mut rules = chess();
    let bare = |least| Condition::Extinct {
        subject: Subject::Either,
        pieces: (0..6).collect(),
        at_most: 1,
        opponent_at_least: Some(least),
        in_hand: false,
    };
    rules.end.insert(0, end(bare(2), Verdict::Loses));
    assert_eq!(position(&rules, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1").outcome(), outcome(Some(0), Reason::Extinction));
    assert_eq!(position(&rules, "4k3/8/8/8/8/8/8/4K3 w - - 0 1").outcome(), None);
}

#[test]
fn a_rule_of_one_side_looks_past_the_other() {
    let result = |of, fen: &str| {
        let mut rules = chess();
        let bare = Condition::Extinct {
            subject: Subject::Either,
            pieces: (0..6).collect(),
            at_most: 1,
            opponent_at_least: None,
            in_hand: false,
        };
        rules.end = vec![EndRule { of, ..end(bare, Verdict::Loses) }];
        rules.end.push(EndRule { of, ..end(Condition::Stalemate, Verdict::Wins) });
        position(&rules, fen).outcome()
    };
    let both_bare = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(result(None, both_bare), outcome(Some(0), Reason::Extinction), "who has just moved comes first");
    assert_eq!(result(Some(0), both_bare), outcome(Some(1), Reason::Extinction));
    assert_eq!(result(Some(1), both_bare), outcome(Some(0), Reason::Extinction));
    assert_eq!(result(Some(0), "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), None);
    let stuck = "k7/p1K5/P7/8/8/8/8/8 b - - 0 1";
    assert_eq!(result(Some(1), stuck), outcome(Some(1), Reason::Stalemate));
    assert_eq!(result(Some(0), stuck), None);
}

#[test]
fn repetition_and_perpetual_check() {
    let mut rules = chess();
    let repetition = |times, all_along| Condition::Repetition { times, all_along };
    rules.end.push(end(repetition(3, AllAlong::Checking), Verdict::Loses));
    rules.end.push(end(repetition(3, AllAlong::Anything), Verdict::Draw));
    let run = |fen: &str, cycle: [&str; 4]| {
        let mut game = position(&rules, fen).begin();
        for _ in 0..2 {
            for text in cycle {
                assert_eq!(game.outcome(), None);
                let mv = game.position().parse_move(text, Style::Game).unwrap();
                game.play(mv).unwrap();
            }
        }
        assert_eq!((game.occurrences(), game.plies()), (3, 8));
        game.outcome()
    };
    let quiet = run("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", ["a1a2", "e8d8", "a2a1", "d8e8"]);
    assert_eq!(quiet, outcome(None, Reason::Repetition));
    // From a position in which Black is not in check yet, White checks with every move.
    let checks = run("4k3/8/8/8/8/8/8/RR2K3 w - - 0 1", ["a1a8", "e8e7", "a8a1", "e7e8"]);
    assert_eq!(checks, outcome(None, Reason::Repetition), "the rook's return gives no check");
    let checks = run("R7/4k3/8/8/8/8/8/6K1 w - - 0 1", ["a8a7", "e7e8", "a7a8", "e8e7"]);
    assert_eq!(checks, outcome(Some(1), Reason::PerpetualCheck));
}

#[test]
fn hashes_tell_positions_apart_and_nothing_else() {
    let rules = chess();
    let mut seen: HashMap<u64, String> = HashMap::new();
    for fen in [
        "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 0 1",
        "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq - 0 1",
        "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQk - 0 1",
        "r3k2r/8/8/8/3pP3/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/3pP3/8/8/R3K1R1 w Qkq - 0 1",
    ] {
        let other = seen.insert(position(&rules, fen).hash(), fen.to_string());
        assert_eq!(other, None, "{fen}");
    }
    let (mut a, mut b) =
        (position(&rules, "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"), position(&rules, "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"));
    ["a1a2", "e8e7", "h1h2"].iter().for_each(|text| play(&mut *a, text));
    ["h1h2", "e8e7", "a1a2"].iter().for_each(|text| play(&mut *b, text));
    assert_eq!(a.hash(), b.hash());
    let late = position(&rules, "8/4k3/8/8/8/8/R6R/4K3 b - - 40 60");
    assert_eq!(a.hash(), late.hash(), "the clocks do not count");
}

#[test]
fn illegal_moves_are_refused_and_change_nothing() {
    let rules = chess();
    let mut game = position(&rules, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    let before = game.setup();
    let foreign = wazir_runtime::Move::new(wazir_runtime::MoveKind::Drop, 200, 1000, 1000, 0, 99);
    assert!(game.play(foreign).is_err());
    assert!(game.parse_move("e1e3", Style::Game).is_err());
    assert_eq!(game.setup(), before);
    assert_eq!(game.piece_at(1000), None);
    assert_eq!(game.in_hand(9, 200), 0);
    let _: &dyn Game = &*game;
}
