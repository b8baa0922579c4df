//! Solves mate problems and prints how long each takes: `cargo run --release -p wazir-engine --example mates -- cli/tests/program/data/mates.tsv [SECONDS]`.
//!
//! A line of the file is a problem, its fields separated by tabs: the game (chess, or shogi), moves of the side that mates, the position as UCI or USI writes it; what follows is
//! not looked at. The games are run by the machine.

use std::{
    collections::BTreeMap,
    env, fs,
    path::Path,
    process::ExitCode,
    time::{Duration, Instant},
};
use wazir_engine::{Limits, Line, Mate, Opened, Solved, Stop};
use wazir_notation::sfen;
use wazir_reference::Interpreter;
use wazir_runtime::{Setup, Style};
use wazir_variant_spec::{Folder, Library, Values, compile};

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    let (Some(file), seconds) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: mates FILE [SECONDS]");
        return ExitCode::FAILURE;
    };
    let seconds = seconds.map_or(Ok(60), |text| text.parse().map_err(|error| format!("`{text}`: {error}")));
    match seconds.and_then(|seconds| solve_all(&file, Duration::from_secs(seconds))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn open(id: &str) -> Result<Opened, String> {
    let folder = Folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../variants"));
    let source = folder.find(id).ok_or_else(|| format!("there are no rules of {id}"))?;
    let rules = compile(&source, &folder).map_err(|_| format!("the rules of {id} are wrong"))?.rules;
    let game = Interpreter::new(rules).map_err(|error| error.to_string())?;
    Ok(Opened::without_code(source, game, Values::default()))
}

fn read(opened: &Opened, position: &str) -> Result<Setup, String> {
    match position.split_once(' ') {
        Some(("sfen", text)) => sfen::read(opened.variant.info(), text).map_err(|error| error.to_string()),
        Some(("fen", text)) => {
            let game = opened.variant.from_fen(text, Style::Game);
            game.map(|game| game.setup()).map_err(|error| error.to_string())
        }
        _ => Err("a position begins with `fen` or `sfen`".to_string()),
    }
}

fn solve_all(file: &str, time: Duration) -> Result<(), String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let mut games: BTreeMap<&str, Opened> = BTreeMap::new();
    let (mut all, mut nodes, mut solved, mut problems) = (Duration::ZERO, 0, 0, 0);
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let [id, moves, position, ..] = line.split('\t').collect::<Vec<_>>()[..] else {
            return Err(format!("{line}: a game, moves and a position are expected, with tabs between"));
        };
        if !games.contains_key(id) {
            games.insert(id, open(id)?);
        }
        let game = &games[id];
        let setup = read(game, position).map_err(|error| format!("{line}: {error}"))?;
        let problem = game.mate_problem(&setup);
        let mut engine = (problem.as_ref().map_or(game, |problem| &problem.opened).engine)();
        engine.set_hash(512);
        let mate = match moves.parse() {
            Ok(moves) if position.starts_with("fen") => Mate::Within(moves),
            _ => Mate::ByChecks,
        };
        let limits = Limits { mate: Some(mate), time: Some(time), ..Limits::default() };
        let mut first = None;
        let began = Instant::now();
        let searched = engine.search(&Line { start: setup, moves: Vec::new() }, &limits, &Stop::new(), &mut |told| {
            first.get_or_insert((told.moves.len(), told.nodes, began.elapsed()));
        });
        let found = searched.map_err(|error| format!("{line}: {error}"))?;
        let took = began.elapsed();
        let answer = match &found.mate {
            Some(Solved::Won(line)) => format!("{} plies", line.len()),
            Some(Solved::Refuted) => "no mate".to_string(),
            None => "open".to_string(),
        };
        let first = match first.filter(|_| found.mate.is_some()) {
            Some((plies, nodes, at)) => format!("{plies} plies after {nodes} nodes, {:.2} s", at.as_secs_f64()),
            None => "nothing".to_string(),
        };
        println!(
            "{moves:>2} moves: {answer:>8}, {:>8} nodes, {:6.2} s; first {first}; {id} {position}",
            found.nodes,
            took.as_secs_f64()
        );
        problems += 1;
        solved += usize::from(found.mate.is_some());
        all += took;
        nodes += found.nodes;
    }
    println!("{solved} of {problems} problems, {nodes} nodes, {:.2} s", all.as_secs_f64());
    Ok(())
}
