//! Perft of Wazir's generated games against other move generators: both count the same position in one run, taking turns; whoever counts
//! differently is reported and not timed.

mod games;
mod markdown;
mod measure;
mod peers;
mod positions;
mod report;
mod verify;

use clap::Parser;
use measure::{Failure, compare};
use peers::{Engine, Mode, Outsider, Peer, Program};
use positions::Position;
use report::{Report, Row};
use std::{path::PathBuf, process::ExitCode, time::Duration};
use wazir_runtime::Variant;

/// Compare the speed of Wazir's compiled games with other move generators.
#[derive(Parser)]
#[command(after_help = "\
Examples:
  wazir-bench                                   everything that is linked in
  wazir-bench --filter chess,shogi//haitaka     all of chess; shogi against haitaka
  wazir-bench --filter ///leaf --seconds 2      only played leaves, two seconds a cell
  wazir-bench --filter //machine --no-engine    every game, compiled and run by the machine
  wazir-bench --engine /usr/games/fairy-stockfish --filter xiangqi
  wazir-bench --program 'chess:gigantua=./Gigantua.perft {fen} {depth}' --filter chess
  wazir-bench --games --filter chess,shogi      random games, ours and theirs
  wazir-bench --games --player 'pyffish=python3 bench/pyffish_games.py {game} {seconds}'
  wazir-bench --markdown docs/speed.md          the page of the documentation
  wazir-bench --verify ../conformance/data/perft.tsv  do the peers count right?

Speed is leaf nodes by CPU time of the counting thread, median of the rounds.")]
struct Arguments {
    /// What to measure: comma-separated VARIANT[/POSITION[/PEER[/MODE]]]; an empty part means all.
    #[arg(long, value_delimiter = ',')]
    filter: Vec<String>,
    /// Time for all rounds of one cell; the deepest perft that fits is measured.
    #[arg(long, default_value_t = 5.0)]
    seconds: f64,
    /// Rounds a cell.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..))]
    rounds: u8,
    /// A UCI engine with `go perft`, by path. May be given several times. Without it, `fairy-stockfish` is used where it is installed.
    #[arg(long, value_name = "PATH", conflicts_with = "no_engine")]
    engine: Vec<PathBuf>,
    /// No UCI engine, not even the one that is installed.
    #[arg(long)]
    no_engine: bool,
    /// Not the same games run by the machine, with nothing compiled for them.
    #[arg(long)]
    no_machine: bool,
    /// A program that prints one perft, as `GAME[/leaf]:NAME=COMMAND` with {fen} and {depth} in the command. May be given several times.
    #[arg(long, value_name = "DESCRIPTION")]
    program: Vec<Program>,
    /// Also write all figures and the targets, with the machine and the command, to this file.
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// One JSON object a line instead of the table.
    #[arg(long)]
    json: bool,
    /// Random games instead of perft: games and plies a second, and what share of perft's speed that is. --filter names games.
    #[arg(long)]
    games: bool,
    /// A program that plays random games, as `NAME=COMMAND` with {game} and {seconds} in the command. May be given several times.
    #[arg(long, value_name = "DESCRIPTION", requires = "games")]
    player: Vec<Outsider>,
    /// Tell how this program was compiled, and stop.
    #[arg(long)]
    native: bool,
    /// Count rows of a perft table with every peer, instead of measuring.
    #[arg(long, value_name = "FILE.tsv")]
    verify: Option<PathBuf>,
    /// With --verify: leave out rows with more nodes than this.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    max_nodes: u64,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.native {
        println!("{}", report::build());
        return ExitCode::SUCCESS;
    }
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

/// Does what was asked. `false`: somebody counted differently.
fn run(arguments: &Arguments) -> Result<bool, String> {
    if !arguments.seconds.is_finite() || arguments.seconds <= 0.0 {
        return Err("--seconds wants a positive number".to_string());
    }
    if arguments.games {
        let wanted = games::Wanted {
            names: &arguments.filter,
            seconds: arguments.seconds,
            rounds: arguments.rounds,
            machine: !arguments.no_machine,
            outsiders: &arguments.player,
            json: arguments.json,
        };
        return games::run(wazir::compiled::variants(), &wanted).map(|()| true);
    }
    let mut peers = peers::libraries();
    // What was asked for by name has to be there; what is looked for may be missing.
    for path in &arguments.engine {
        peers.push(Box::new(Engine::start(path)?));
    }
    if arguments.engine.is_empty() && !arguments.no_engine {
        match Engine::usual().map(|path| Engine::start(&path)) {
            Some(Ok(engine)) => peers.push(Box::new(engine)),
            Some(Err(message)) => eprintln!("note: {message}; most games go without a peer"),
            None => eprintln!(
                "note: no fairy-stockfish here (apt-get install fairy-stockfish); most games go without a peer"
            ),
        }
    }
    peers.extend(arguments.program.iter().map(|program| Box::new(program.clone()) as Box<dyn Peer>));
    if !arguments.no_machine {
        peers.push(Box::new(peers::Machine));
    }
    match &arguments.verify {
        Some(file) => verify::run(file, arguments.max_nodes, &arguments.filter, &mut peers),
        None => measure(arguments, &mut peers),
    }
}

/// Measures every cell that the filter lets through.
fn measure(arguments: &Arguments, peers: &mut [Box<dyn Peer>]) -> Result<bool, String> {
    let games = wazir::compiled::variants();
    let mut report = Report::new(arguments.json);
    let mut all_agree = true;
    let mut cells = 0;
    for position in positions::all(games) {
        let Some(game) = games.iter().find(|game| game.info().id == position.variant) else { continue };
        if !peers.iter().any(|peer| peer.plays(&position)) {
            for mode in [Mode::Bulk, Mode::Leaf] {
                if passes(&arguments.filter, &position, "", mode.name()) {
                    cells += 1;
                    report.add(alone(arguments, *game, &position, mode));
                }
            }
        }
        for peer in peers.iter_mut().filter(|peer| peer.plays(&position)) {
            for mode in [Mode::Bulk, Mode::Leaf] {
                if !peer.counts(mode) || !passes(&arguments.filter, &position, peer.name(), mode.name()) {
                    continue;
                }
                cells += 1;
                let row = cell(arguments, *game, &position, &mut **peer, mode);
                all_agree &= row.agrees();
                report.add(row);
            }
        }
    }
    report.end();
    if cells == 0 {
        return Err("nothing to measure: no compiled game, position and peer match the filter".to_string());
    }
    if let Some(file) = &arguments.markdown {
        let text = markdown::page(report.rows(), games);
        std::fs::write(file, text).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    Ok(all_agree)
}

/// One comparison.
fn cell(arguments: &Arguments, game: &dyn Variant, position: &Position, peer: &mut dyn Peer, mode: Mode) -> Row {
    let budget = Duration::from_secs_f64(arguments.seconds);
    let name = peer.name().to_string();
    let result = (|| {
        let mut ours = peers::open_ours(game, position).map_err(|e| Failure::Broken(format!("wazir: {e}")))?;
        let mut theirs = peer.open(position).map_err(|e| Failure::Broken(format!("{name}: {e}")))?;
        compare(&mut *ours, &mut *theirs, mode, position.max_depth, arguments.rounds.into(), budget)
    })();
    Row::new(position, mode, &name, result)
}

/// A game that nobody else plays.
fn alone(arguments: &Arguments, game: &dyn Variant, position: &Position, mode: Mode) -> Row {
    let budget = Duration::from_secs_f64(arguments.seconds / 2.0);
    let result = peers::open_ours(game, position)
        .map_err(Failure::Broken)
        .and_then(|mut ours| measure::alone(&mut *ours, mode, position.max_depth, arguments.rounds.into(), budget));
    Row::new(position, mode, "", result)
}

/// Does one of the filters let this cell through? No filter lets all through.
fn passes(filters: &[String], position: &Position, peer: &str, mode: &str) -> bool {
    let names = [&*position.variant, position.name, peer, mode];
    let passes = |filter: &String| {
        let mut parts = filter.split('/');
        names.iter().all(|name| parts.next().is_none_or(|part| part.is_empty() || part == *name))
            && parts.next().is_none()
    };
    filters.is_empty() || filters.iter().any(passes)
}
