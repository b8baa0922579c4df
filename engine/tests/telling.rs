//! What an engine tells of its work and its judgement: which move it looks at, what a position is worth part by part, and how such games have ended.

use std::{path::PathBuf, time::Duration};
use wazir_engine::{Chances, Engine, Limits, Line, Report, Score, Stop, interpreted, run};
use wazir_machine::Machine;
use wazir_reference::Interpreter;
use wazir_runtime::{Game, Random, Style, Variant};
use wazir_variant_spec::{
    Folder, Library, Values, compile,
    values::{Outcomes, Worth},
};

fn open(id: &str) -> (Interpreter, Box<dyn Engine>) {
    let folder = Folder(PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../variants")));
    let source = folder.find(id).expect("a rule file");
    let rules = compile(&source, &folder).expect("right rules").rules;
    let variant = Interpreter::new(rules).expect("a right start");
    let engine = interpreted(&variant);
    (variant, engine)
}

fn line(game: &dyn Game) -> Line {
    Line { start: game.setup(), moves: Vec::new() }
}

/// In positions of random games, with hands, goals, races, points, many sides and none of that.
#[test]
fn the_terms_of_an_evaluation_add_up_to_it() {
    for id in [
        "chess",
        "shogi",
        "xiangqi",
        "breakthrough",
        "gomoku",
        "flipello",
        "3check",
        "ataxx",
        "antichess",
        "fourplayer",
    ] {
        let (variant, engine) = open(id);
        let (mut random, mut game, mut told) = (Random::new(5), variant.start(), 0);
        for _ in 0..40 {
            let legal = game.legal_moves();
            if legal.is_empty() || game.outcome().is_some() {
                break;
            }
            game.play(legal[random.below(legal.len())]).expect("a legal move");
            let (worth, terms) = (engine.evaluate(&line(&*game)), engine.terms(&line(&*game)));
            let terms = terms.expect("a position");
            assert!(terms.iter().all(|term| term.worth != 0), "{id}: {terms:?}");
            assert_eq!(
                Ok(terms.iter().map(|term| term.worth).sum()),
                worth,
                "{id}: {terms:?} {}",
                game.fen(Style::Game)
            );
            told += terms.len();
        }
        assert!(told > 20, "{id}: {told} terms");
    }
}

#[test]
fn each_term_says_its_own() {
    let (variant, engine) = open("crazyhouse");
    let term = |fen: &str, name: &str| {
        let game = variant.from_fen(fen, Style::Game).expect("a position");
        let terms = engine.terms(&line(&*game)).expect("a position");
        terms.iter().find(|term| term.name == name).map_or(0, |term| term.worth)
    };
    let (up, held) = ("4k3/8/8/8/8/8/8/R3K3[] b - - 0 1", "4k3/8/8/8/8/8/8/4K3[R] w - - 0 1");
    assert!(term(up, "material") < -300 && term(up, "hands") == 0);
    assert!(term(held, "material") == 0 && term(held, "hands") > 300);
}

/// Whoever shows nodes a second divides what was told last.
#[test]
fn the_last_report_has_counted_everything() {
    for (id, limits) in [
        ("chess", Limits { nodes: Some(3000), ..Limits::default() }),
        ("shogi", Limits { nodes: Some(500), ..Limits::default() }),
        ("chess", Limits { nodes: Some(1), ..Limits::default() }),
        ("chess", Limits { depth: Some(4), ..Limits::default() }),
        ("chess", Limits { time: Some(Duration::from_millis(60)), ..Limits::default() }),
    ] {
        let (variant, mut engine) = open(id);
        let mut last = None;
        let mut report = |news: &Report| last = Some(news.clone());
        let found = engine.search(&line(&*variant.start()), &limits, &Stop::new(), &mut report).expect("a position");
        let last = last.unwrap_or_else(|| panic!("{id}, {limits:?}: nothing was told"));
        assert_eq!((last.nodes, last.moves.first().copied()), (found.nodes, found.best), "{id}, {limits:?}");
    }
}

#[test]
fn moves_are_told_when_they_are_asked_for() {
    // Run, not interpreted: an interpreter looks at one move of the root for longer than the search may take.
    let (variant, _) = open("chess");
    let machine = Machine::load(variant.rules()).map_err(|error| error.to_string()).expect("chess can be run");
    let mut engine = run(&machine);
    let game = machine.start();
    // Moves of the root are told as they are begun: how long one takes depends on the machine, so that it is waited for the first, and not for a time.
    let mut told = |tells_moves: bool, time: Duration| {
        let limits = Limits { time: Some(time), tells_moves, ..Limits::default() };
        let (stop, mut told) = (Stop::new(), Vec::new());
        let tell = &mut |report: &wazir_engine::Report| {
            if let Some(current) = report.current {
                told.push((current, report.time));
                stop.raise();
            }
        };
        engine.search(&line(&*game), &limits, &stop, tell).expect("a position");
        told
    };
    assert_eq!(told(false, Duration::from_millis(1200)), []);
    let told = told(true, Duration::from_secs(60));
    assert!(!told.is_empty(), "in a minute");
    for (current, time) in told {
        assert!(
            current.of == 20 && (1..=20).contains(&current.number) && time >= Duration::from_millis(500),
            "{current:?} {time:?}"
        );
        assert!(game.legal_moves().contains(&current.mv));
    }
}

#[test]
fn chances_are_those_that_were_counted() {
    let (variant, mut engine) = open("chess");
    let outcomes = Outcomes { even: [200, 150, 100], spread: [100, 75, 50] };
    let mut values = Values { outcomes: Some(outcomes), ..Values::default() };
    // So that nothing but these is seen.
    values.worths.insert((0, 0), Worth::default());
    engine.set_values(&values);
    let mut chances = |fen: &str| {
        let game = variant.from_fen(fen, Style::Game).expect("a position");
        let limits = Limits { nodes: Some(3000), ..Limits::default() };
        let mut last = None;
        let tell = &mut |report: &wazir_engine::Report| last = Some((report.score, report.chances));
        engine.search(&line(&*game), &limits, &Stop::new(), tell).expect("a position");
        last.expect("a report")
    };
    let (score, start) = chances("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let Score::Centipawns(score) = score else { panic!("{score:?}") };
    let wins = |score: i32, plies| (1000.0 * outcomes.wins(score, plies)).round() as u16;
    let (win, loss) = (wins(score, 0), wins(-score, 0));
    assert_eq!(start, Some(Chances { win, draw: 1000 - win - loss, loss }));
    // The hundredth move counts as late as the eightieth, and later than the first.
    assert!(outcomes.wins(150, 198) > 0.73 && outcomes.wins(150, 0) < 0.38);
    let (_, mate) = chances("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    assert_eq!(mate, Some(Chances { win: 1000, draw: 0, loss: 0 }));
}
