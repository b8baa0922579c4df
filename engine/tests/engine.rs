//! What front ends count on: limits are kept, forced ends are found, answers can be had again, mistakes are told.

use std::{
    num::NonZeroUsize,
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};
use wazir_engine::{Audit, Clock, Engine, Level, Limits, Line, LineError, Report, Score, Stop, Technique, interpreted};
use wazir_reference::Interpreter;
use wazir_runtime::{Game, Style, Variant};
use wazir_variant_spec::{Folder, Library, compile, rules::Rules};

fn rules(id: &str) -> Rules {
    let folder = Folder(PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../variants")));
    let source = folder.find(id).expect("a rule file");
    compile(&source, &folder).expect("right rules").rules
}

/// An engine for a game, and a position of it.
fn open(id: &str, fen: &str) -> (Box<dyn Engine>, Box<dyn Game>, Line) {
    let rules = rules(id);
    let variant = Interpreter::new(rules.clone()).expect("a right start");
    let game = if fen.is_empty() { variant.start() } else { variant.from_fen(fen, Style::Game).expect("a position") };
    let line = Line { start: game.setup(), moves: Vec::new() };
    let mut engine = interpreted(&variant);
    engine.set_hash(4);
    (engine, game, line)
}

fn best(id: &str, fen: &str, limits: &Limits) -> (String, Score) {
    let (mut engine, game, line) = open(id, fen);
    let found = engine.search(&line, limits, &Stop::new(), &mut |_| {}).expect("a legal line");
    (found.best.map_or(String::new(), |mv| game.move_text(mv, Style::Game)), found.score)
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

#[test]
fn forced_ends_are_found_and_counted_in_plies() {
    let mate = best("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", &nodes(2000));
    assert_eq!(mate, ("a1a8".to_string(), Score::Wins(1)));
    let in_two = best("chess", "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", &nodes(6000));
    assert_eq!(in_two.1.mate(), Some(2), "{in_two:?}");
    let lost = best("chess", "7k/R7/1R6/8/8/8/8/6K1 b - - 0 1", &nodes(3000));
    assert_eq!(lost.1, Score::Loses(2));
    let dropped = best("crazyhouse", "6k1/5ppp/8/8/8/8/8/6K1[R] w - - 0 1", &nodes(4000));
    assert_eq!(dropped.1, Score::Wins(1), "{dropped:?}");
    // A goal instead of a mate; and a loss that wins.
    assert_eq!(best("kingofthehill", "7k/8/8/8/8/4K3/8/8 w - - 0 1", &nodes(500)).1, Score::Wins(1));
    assert!(best("antichess", "8/8/8/8/8/1p6/8/2R5 b - - 0 1", &nodes(2000)).1.mate().is_some());
}

#[test]
fn games_that_are_over_have_no_move() {
    let mated = best("chess", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", &nodes(100));
    assert_eq!(mated, (String::new(), Score::Loses(0)));
    let stuck = best("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", &nodes(100));
    assert_eq!(stuck, (String::new(), Score::Centipawns(0)));
}

#[test]
fn what_hangs_is_taken_and_what_is_defended_is_not() {
    assert_eq!(best("chess", "4k3/8/8/3q4/8/8/8/3QK3 w - - 0 1", &nodes(3000)).0, "d1d5");
    let defended = best("chess", "4k3/2p5/3p4/8/8/8/8/3QK3 w - - 0 1", &nodes(3000));
    assert_ne!(defended.0, "d1d6");
}

#[test]
fn a_search_that_hardly_began_moves_sensibly() {
    // Too few nodes to look at every move and its answers.
    let taken = best("chess", "3q3k/pp4pp/8/8/8/8/PP4PP/3R2K1 w - - 0 1", &nodes(1));
    assert_eq!(taken.0, "d1d8");
    let ran = best("breakthrough", "7p/P7/8/8/8/8/p7/7P w - - 0 1", &nodes(1));
    assert_eq!(ran.0, "a7a8");
}

#[test]
fn a_search_ends_within_20_ms_of_being_told() {
    let (mut engine, _, line) = open("chess", "");
    let limits = Limits { until_stopped: true, ..Limits::default() };
    let mut late: Vec<Duration> = (0..5)
        .map(|_| {
            let stop = Stop::new();
            let watch = after(120, &stop, Stop::raise);
            engine.search(&line, &limits, &stop, &mut |_| {}).expect("a legal line");
            watch.join().expect("the time").elapsed()
        })
        .collect();
    late.sort();
    // Not each of them: other tests run on the same machine.
    assert!(late[2] < Duration::from_millis(20), "{late:?} late");
}

#[test]
fn captures_are_looked_at_once_wherever_the_wall_goes() {
    // Everything hangs, and each capture can be made with the duck on any of 35 squares.
    let (mut engine, _, line) = open("duck", "rnbqk2r/ppp2ppp/3b1n2/3pp1B1/3PP3/2N2N2/PPP2PPP/R2QKB1R w KQkq - 0 1");
    let found = engine.search(&line, &nodes(6000), &Stop::new(), &mut |_| {}).expect("a legal line");
    assert!(found.depth >= 2, "{found:?}");
    let best = found.best.expect("a move");
    assert!(matches!(found.score, Score::Centipawns(100..=400)), "{best:?} {found:?}");
}

#[test]
fn two_thousand_moves_to_choose_from_do_not_hold_a_search_up() {
    let (mut engine, _, line) = open("amazons", "");
    let stop = Stop::new();
    let watch = after(1500, &stop, Stop::raise);
    let limits = Limits { time: Some(Duration::from_millis(100)), ..Limits::default() };
    let began = Instant::now();
    let found = engine.search(&line, &limits, &stop, &mut |_| {}).expect("a legal line");
    assert!(found.best.is_some() && began.elapsed() < Duration::from_millis(1000), "{:?}", began.elapsed());
    watch.join().expect("the time");
}

/// Does something with a search's flag after so many milliseconds; the moment at which it was done.
fn after(ms: u64, stop: &Stop, act: impl FnOnce(&Stop) + Send + 'static) -> std::thread::JoinHandle<Instant> {
    let stop = stop.clone();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(ms));
        let now = Instant::now();
        act(&stop);
        now
    })
}

#[test]
fn pondering_goes_on_in_own_time_once_the_move_was_made() {
    let (mut engine, _, line) = open("chess", "");
    // Neither time nor nodes nor depth end it before, and none of it is begun anew.
    let own = Limits { time: Some(Duration::from_millis(150)), ..Limits::default() };
    for limits in [Limits { ponder: true, ..own.clone() }, Limits { ponder: true, nodes: Some(100), ..own.clone() }] {
        let (stop, began) = (Stop::new(), Instant::now());
        let mut depths = Vec::new();
        let hit = after(400, &stop, {
            let own = own.clone();
            move |stop| stop.hit(&own)
        });
        let found = engine
            .search(&line, &limits, &stop, &mut |report| depths.push((report.depth, began.elapsed())))
            .expect("a legal line");
        let own_time = hit.join().expect("the time").elapsed();
        assert!(found.best.is_some() && stop.is_hit());
        assert!(depths.is_sorted_by_key(|(depth, _)| *depth), "{depths:?}");
        let most = if limits.nodes.is_some() { 100 } else { 350 };
        assert!(own_time < Duration::from_millis(most), "{own_time:?} after the move");
        if limits.nodes.is_none() {
            assert!(own_time > Duration::from_millis(100), "it has time of its own: {own_time:?}");
        }
    }
    // The opponent makes another move.
    let stop = Stop::new();
    let watch = after(100, &stop, Stop::raise);
    engine.search(&line, &Limits { ponder: true, ..own }, &stop, &mut |_| {}).expect("a legal line");
    assert!(watch.join().expect("the time").elapsed() < Duration::from_millis(100));
}

#[test]
fn a_search_that_is_stopped_at_once_tells_no_score_that_it_has_not_found() {
    let (mut engine, _, line) = open("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    for limits in [Limits { until_stopped: true, ..Limits::default() }, nodes(1)] {
        let stop = Stop::new();
        stop.raise();
        let mut told = Vec::new();
        let found = engine.search(&line, &limits, &stop, &mut |report| told.push(report.score));
        let found = found.expect("a legal line");
        assert!(found.best.is_some() && !told.is_empty());
        for score in told.into_iter().chain([found.score]) {
            assert!(matches!(score, Score::Centipawns(-100..=100)), "{score:?}");
        }
    }
}

#[test]
fn who_has_pondered_long_enough_moves_at_once() {
    let (mut engine, _, line) = open("chess", "4k3/8/8/3q4/8/8/8/3QK3 w - - 0 1");
    let ms = Duration::from_millis;
    let clock = Clock { remaining: ms(3000), increment: ms(0), byoyomi: ms(0), moves_to_go: None };
    let limits = Limits { ponder: true, clock: Some(clock), ..Limits::default() };
    let stop = Stop::new();
    let hit = after(1500, &stop, {
        let limits = limits.clone();
        move |stop| stop.hit(&limits)
    });
    engine.search(&line, &limits, &stop, &mut |_| {}).expect("a legal line");
    let own_time = hit.join().expect("the time").elapsed();
    assert!(own_time < ms(60), "{own_time:?}");
}

#[test]
fn fixed_times_and_depths_are_kept() {
    let (mut engine, _, line) = open("chess", "");
    let began = Instant::now();
    let limits = Limits { time: Some(Duration::from_millis(200)), ..Limits::default() };
    engine.search(&line, &limits, &Stop::new(), &mut |_| {}).expect("a legal line");
    let took = began.elapsed();
    assert!(took > Duration::from_millis(150) && took < Duration::from_millis(400), "{took:?}");
    let limits = Limits { depth: Some(2), ..Limits::default() };
    assert_eq!(engine.search(&line, &limits, &Stop::new(), &mut |_| {}).expect("a legal line").depth, 2);
}

#[test]
fn several_lines_are_told_best_first() {
    let (mut engine, game, line) = open("chess", "4k3/8/8/3q4/8/8/8/3QK3 w - - 0 1");
    let limits = Limits { depth: Some(3), lines: NonZeroUsize::new(3), ..Limits::default() };
    let mut last: Vec<Report> = Vec::new();
    engine
        .search(&line, &limits, &Stop::new(), &mut |report| {
            if report.depth == 3 && report.bound == wazir_engine::Bound::Exact {
                last.push(report.clone());
            }
        })
        .expect("a legal line");
    assert_eq!(last.iter().map(|report| report.line).collect::<Vec<_>>(), [0, 1, 2]);
    let firsts: Vec<String> = last.iter().map(|report| game.move_text(report.moves[0], Style::Game)).collect();
    assert_eq!(firsts[0], "d1d5");
    assert!(firsts[1] != firsts[0] && firsts[2] != firsts[1]);
    let worth = |score: Score| match score {
        Score::Centipawns(score) => score,
        Score::Wins(_) => i32::MAX,
        Score::Loses(_) => i32::MIN,
    };
    assert!(last.windows(2).all(|pair| worth(pair[0].score) >= worth(pair[1].score)), "{last:?}");
}

#[test]
fn only_the_moves_asked_for_are_looked_at() {
    let (mut engine, game, line) = open("chess", "4k3/8/8/3q4/8/8/8/3QK3 w - - 0 1");
    let mv = game.parse_move("e1e2", Style::Game).expect("a move");
    let limits = Limits { depth: Some(2), only: vec![mv], ..Limits::default() };
    assert_eq!(engine.search(&line, &limits, &Stop::new(), &mut |_| {}).expect("a legal line").best, Some(mv));
}

#[test]
fn weak_play_can_be_had_again_and_differs_by_seed() {
    let play = |seed| {
        let limits = Limits { level: Level::new(1), seed: Some(seed), ..Limits::default() };
        best("chess", "", &limits).0
    };
    assert_eq!(play(3), play(3));
    assert!((0..8).any(|seed| play(seed) != play(3)));
}

#[test]
fn higher_levels_beat_lower_ones() {
    let rules = rules("minishogi");
    let variant = Interpreter::new(rules.clone()).expect("a right start");
    let mut points = 0;
    for number in 0..4_u64 {
        let mut game = variant.start();
        let mut line = Line { start: game.setup(), moves: Vec::new() };
        let mut engines = [interpreted(&variant), interpreted(&variant)];
        let strong = (number % 2) as u8;
        while game.outcome().is_none() && line.moves.len() < 120 {
            let level = if game.turn() == strong { Level::new(5) } else { Level::FIRST.into() };
            let limits = Limits {
                level,
                seed: Some(number * 1000 + line.moves.len() as u64),
                nodes: Some(300),
                ..Limits::default()
            };
            let found = engines[game.turn() as usize].search(&line, &limits, &Stop::new(), &mut |_| {});
            let Some(mv) = found.expect("a legal line").best else { break };
            game.play(mv).expect("a legal move");
            line.moves.push(mv);
        }
        points += match game.outcome().and_then(|outcome| outcome.winner) {
            Some(winner) => 2 * (winner == strong) as u32,
            None => 1,
        };
    }
    assert!(points >= 7, "{points} of 8");
}

#[test]
fn threads_share_a_search() {
    let (mut engine, game, line) = open("chess", "4k3/8/8/3q4/8/8/8/3QK3 w - - 0 1");
    engine.set_threads(NonZeroUsize::new(3).expect("three"));
    let found = engine.search(&line, &nodes(4000), &Stop::new(), &mut |_| {}).expect("a legal line");
    assert_eq!(found.best.map(|mv| game.move_text(mv, Style::Game)).as_deref(), Some("d1d5"));
}

#[test]
fn perpetual_check_saves_a_lost_game() {
    // Black is a queen down and checks for ever.
    let saved = best("chess", "6k1/Q4ppp/1Q6/8/8/5q2/5P1P/6K1 b - - 0 1", &nodes(6000));
    assert!(matches!(saved.1, Score::Centipawns(score) if score.abs() < 50), "{saved:?}");
}

#[test]
fn lines_that_cannot_be_played_are_refused_by_number() {
    let (mut engine, game, mut line) = open("chess", "");
    let mv = game.parse_move("e2e4", Style::Game).expect("a move");
    line.moves = vec![mv, mv];
    let refused = engine.search(&line, &nodes(10), &Stop::new(), &mut |_| {});
    assert!(matches!(refused, Err(LineError::Move(1, _))), "{refused:?}");
    assert!(engine.evaluate(&line).is_err());
    line.moves.pop();
    let after = engine.search(&line, &nodes(50), &Stop::new(), &mut |_| {}).expect("a legal line");
    assert!(after.best.is_some());
}

#[test]
fn evaluations_are_fair() {
    let (engine, _, line) = open("chess", "");
    // Nothing but the initiative, whoever has it.
    assert_eq!(engine.evaluate(&line), Ok(10));
    let (engine, _, line) = open("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
    assert_eq!(engine.evaluate(&line), Ok(10));
    let (engine, _, line) = open("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1");
    let worse = engine.evaluate(&line).expect("a legal line");
    assert!((-1200..-700).contains(&worse), "{worse}");
}

/// Who asks what a position is worth between two searches finds the same as who does not.
#[test]
fn evaluating_forgets_nothing() {
    let found = |asks: bool| {
        let (mut engine, _, line) = open("chess", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
        let mut best = |nodes_each| {
            let mut told = Vec::new();
            let found = engine.search(&line, &nodes(nodes_each), &Stop::new(), &mut |report| {
                told.push((report.depth, report.nodes, report.score));
            });
            if asks {
                engine.evaluate(&line).expect("a legal line");
            }
            (found.expect("a legal line").best, told)
        };
        (best(400), best(800))
    };
    assert_eq!(found(false), found(true));
}

/// Nodes of a search, and how many reports it has made.
fn effort(id: &str, fen: &str, limits: &Limits) -> (u64, usize) {
    let (mut engine, _, line) = open(id, fen);
    let mut told = 0;
    let mut report = |news: &Report| told += usize::from(!news.moves.is_empty());
    let found = engine.search(&line, limits, &Stop::new(), &mut report).expect("a legal line");
    (found.nodes, told)
}

/// Where captures are compulsory, exchanges have as many lines as there are choices: 245,742 nodes were one ply deep in the first position.
#[test]
fn compulsory_captures_do_not_explode() {
    let depth = |depth| Limits { depth: Some(depth), ..Limits::default() };
    let (nodes, _) = effort("antichess", "rnb1kbnr/1pppqppp/8/8/p7/3P4/PPP1PPPP/RN1QKBNR w - - 0 4", &depth(1));
    assert!(nodes < 5_000, "{nodes} nodes");
    let (nodes, _) = effort("antichess", "", &depth(4));
    assert!(nodes < 60_000, "{nodes} nodes");
}

#[test]
fn forced_captures_are_followed_to_the_end() {
    // From games that were lost to Fairy-Stockfish, which saw the end 9 to 11 moves ahead. Without what is searched deeper here, 400,000 nodes found none of them.
    for fen in [
        "4k1n1/2r3p1/np3p2/5P2/8/7P/P3K3/5B2 b - - 0 18",
        "rn2kb2/pb2pp2/2p4p/8/P7/1PN1P1PN/3P1P2/R1BK4 w - - 1 14",
        "2b2br1/1p2p2p/2n1k1p1/2r5/2p5/2P5/P4P2/R3KRN1 b - - 2 22",
    ] {
        let (_, score) = best("antichess", fen, &nodes(60_000));
        assert!(matches!(score, Score::Wins(_)), "{fen}: {score:?}");
    }
}

#[test]
fn every_search_tells_a_move() {
    for id in ["chess", "antichess", "shogi", "ataxx"] {
        for most in [1, 2, 5, 40] {
            let (_, told) = effort(id, "", &nodes(most));
            assert!(told > 0, "{id}: {most} nodes");
        }
    }
}

#[test]
fn what_is_left_out_is_audited() {
    let (mut engine, _, line) = open("chess", "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1");
    let audit = Arc::new(Audit::new(4));
    engine.set_audit(Some(audit.clone()));
    engine.search(&line, &nodes(20_000), &Stop::new(), &mut |_| {}).expect("a legal line");
    let tallies = audit.tallies();
    let of = |technique| tallies.iter().filter(|(case, _)| case.technique == technique).collect::<Vec<_>>();
    for (case, tally) in &tallies {
        assert!(tally.looked_at > 0 && tally.refuting <= tally.wrong && tally.wrong <= tally.looked_at, "{case:?}");
    }
    let late = of(Technique::LateMovePruning);
    let (looked_at, wrong) = late.iter().fold((0, 0), |(all, wrong), (_, of)| (all + of.looked_at, wrong + of.wrong));
    assert!(looked_at > 200 && wrong * 20 < looked_at, "{wrong} of {looked_at}");
    // Checks are known before they are made, and left out never; but they may be reduced.
    assert!(late.iter().all(|(case, _)| !case.checks), "{late:?}");
    assert!(!of(Technique::LateMoveReductions).is_empty());
    // An engine that is no longer audited counts nothing.
    engine.set_audit(None);
    engine.search(&line, &nodes(2_000), &Stop::new(), &mut |_| {}).expect("a legal line");
    assert_eq!(audit.tallies(), tallies);
}
