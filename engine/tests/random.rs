//! The engine against a mover that picks any legal move, in games of all kinds, interpreted.

use std::{path::PathBuf, sync::Arc};
use wazir_engine::{Limits, Line, Stop, interpreted};
use wazir_reference::Interpreter;
use wazir_runtime::{Random, Variant};
use wazir_variant_spec::{Folder, Library, compile, rules::Rules};

fn rules(id: &str) -> Arc<Rules> {
    let folder = Folder(PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../variants")));
    let source = folder.find(id).expect("a rule file");
    Arc::new(compile(&source, &folder).expect("right rules").rules)
}

/// Plays a game with the engine on every side of the team of `side`; the engine's score in half points.
fn play(rules: &Rules, side: u8, seed: u64, nodes: u64, plies: usize) -> u32 {
    let variant = Interpreter::new(rules.clone()).expect("a right start");
    let mut engine = interpreted(&variant);
    engine.set_hash(1);
    let mut random = Random::new(seed);
    let mut game = variant.start().begin();
    let mut line = Line { start: game.position().setup(), moves: Vec::new() };
    let mut legal = Vec::new();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    while game.outcome().is_none() && game.count() > 0 && line.moves.len() < plies {
        game.list(&mut legal);
        let mv = if rules.are_allied(game.position().turn(), side) {
            let found = engine.search(&line, &limits, &Stop::new(), &mut |_| {}).expect("a legal line");
            found.best.expect("a move where there is one")
        } else {
            legal[random.below(legal.len())]
        };
        assert!(legal.contains(&mv), "{}: {mv:?} in {}", rules.id, game.position().fen(Default::default()));
        game.play(mv).expect("a legal move");
        line.moves.push(mv);
    }
    match game.outcome() {
        Some(outcome) if outcome.winners(variant.info()).contains(&side) => 2,
        Some(outcome) if outcome.winner.is_none() => 1,
        Some(_) => 0,
        None => 1,
    }
}

/// Scores of `games` games, sides in turn.
fn against_random(id: &str, games: u64, nodes: u64, plies: usize) -> Vec<u32> {
    let rules = rules(id);
    let sides = rules.sides.len() as u64;
    (0..games).map(|number| play(&rules, (number % sides) as u8, number + 1, nodes, plies)).collect()
}

/// Wins all games: at these sizes a single draw or loss tells that something is wrong.
macro_rules! wins {
    ($($name:ident: $id:literal, $games:literal games, $nodes:literal nodes;)*) => {$(
        #[test]
        fn $name() {
            let scores = against_random($id, $games, $nodes, 300);
            assert!(scores.iter().all(|&score| score == 2), "{}: {scores:?}", $id);
        }
    )*};
}

wins! {
    wins_chess: "chess", 2 games, 150 nodes;
    wins_minishogi: "minishogi", 2 games, 150 nodes;
    wins_minixiangqi: "minixiangqi", 2 games, 150 nodes;
    wins_breakthrough: "breakthrough", 2 games, 150 nodes;
    wins_racingkings: "racingkings", 2 games, 150 nodes;
    wins_hex: "hex", 2 games, 150 nodes;
    wins_flipello: "flipello", 2 games, 120 nodes;
    wins_extinction: "extinction", 2 games, 120 nodes;
    wins_3check: "3check", 2 games, 120 nodes;
    wins_jungle: "jungle", 2 games, 200 nodes;
    wins_marseillais: "marseillais", 2 games, 150 nodes;
    wins_fourplayer_teams: "fourplayer-teams", 1 games, 40 nodes;
    wins_ataxx: "ataxx", 2 games, 60 nodes;
    wins_antichess: "antichess", 2 games, 150 nodes;
    wins_atomic: "atomic", 2 games, 150 nodes;
    wins_connectfour: "connectfour", 2 games, 300 nodes;
    wins_draughts: "draughts", 2 games, 100 nodes;
    wins_gomoku: "gomoku", 2 games, 250 nodes;
    wins_dobutsu: "dobutsu", 2 games, 300 nodes;
}

/// Who makes the last move of a game of so few moves is hard to tell before it is near, and luck may have decided it by then.
#[test]
fn wins_most_of_clobber() {
    let scores = against_random("clobber", 6, 2000, 300);
    assert!(scores.iter().sum::<u32>() >= 10, "{scores:?}");
}
