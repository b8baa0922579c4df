//! `wazir tune`: values that fit a game better than those derived from its rules, learnt from games that the engine plays against itself.

mod every;
mod games;
mod ledger;
mod one;
mod report;

use crate::{
    commands::play_match::elo_bounds,
    numbers,
    screen::{Failure, Screen, Status, bad_input},
};
use std::{num::NonZeroUsize, path::Path, sync::Arc};
use wazir::{
    games::{self as catalogue, read_values},
    registry::Registry,
};
use wazir_engine::{Games, Opened};
use wazir_protocol::arena::{MOST_GAMES, Sprt, Standing, statistics::Verdict};
use wazir_variant_spec::{Source, Values, values::EXTENSION};

/// Learn from games against itself what pieces are worth, and where, and how much the parts of the evaluation count
///
/// The engine plays itself with few nodes a move; the values that tell the results of the games best are found, and prove themselves in a match against those that there were before. If they are not
/// worse, they are written next to the rule file, from where every engine for the game takes them (of the games that come with the program: after the next build). Of several games, those are kept
/// that a sequential test with more nodes has proven.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  wazir tune mygame.ron
  wazir tune mygame.ron --games 4000 --nodes 1000 --threads 2
  wazir tune breakthrough --rounds 2 --prove 400
  wazir tune mygame.ron --from mygame.values --nodes 1000 --seed 2 --output better.values
  wazir tune chess --output chess.values
  wazir tune mygame.ron --network --games 4000 --nodes 400
  wazir tune losalamos placement --games 1500
  wazir tune --all --hours 8
  wazir tune --all --network --games 4000 --nodes 400 --hours 8
  wazir match wazir:values=chess.values wazir:values=derived --game chess --nodes 2000

Every game is written to a journal beside the output as it ends. After Ctrl-C the same command goes on from there; with more --rounds it goes on from a tuning that was finished.

Several games, or all: a plan of the time that each needs comes first, from two games of each that are played and timed. They begin with the values that they have. A game's new values are
kept if a sequential test (--sprt) accepts them within --prove games at --prove-nodes, against those it had. The journals, and what has been done, are in the folder of --journals; the same command
goes on, whatever has ended it, and passes over what has been done.

Exit status: 0 the values were written, or nothing is better than what there was; of several games: all that there was time for was done; 1 the match was lost; 2 bad usage or bad input; 130 interrupted.")]
pub(crate) struct Args {
    /// Names of games, or paths of RON files
    #[arg(value_name = "GAME", required_unless_present = "all", conflicts_with = "all")]
    game: Vec<String>,
    /// Every game that comes with the program and has no values of its own yet (with --network: no network), the quickest first
    #[arg(long)]
    all: bool,
    /// Learn a small neural network that corrects the values the game has, instead of other values; a few thousand games are needed
    #[arg(long)]
    network: bool,
    /// How many games a round
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: u64,
    /// Nodes a move
    #[arg(long, value_name = "N", default_value = "500", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How often; the games of later rounds are played with what was learnt in those before
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u64).range(1..=1000))]
    rounds: u64,
    /// Random moves at the beginning of each game
    #[arg(long, value_name = "N", default_value = "8")]
    plies: usize,
    /// Plies after which a game that no rule has ended is a draw
    #[arg(long, value_name = "N", default_value = "400")]
    max_plies: usize,
    /// Which games: another number, other games
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u64,
    /// How many games are played at the same time, and threads used after them
    #[arg(long, value_name = "N", default_value = "1", value_parser = numbers::threads)]
    threads: NonZeroUsize,
    /// Games of the match that proves the values, rounded up to whole pairs; 0: none. By default 100, of several games at most 200
    #[arg(long, value_name = "N", value_parser = numbers::games)]
    prove: Option<u64>,
    /// Nodes a move in that match; by default as many as --nodes, of several games 20000
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    prove_nodes: Option<u64>,
    /// The match ends as soon as it is sure (errors of 5 %) that the values are better by ELO1 rather than ELO0, or the other way round, and only the former proves them. By default there is no such test,
    /// and half of the points are enough; of several games 0,50
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// Write the values also if they lose the match
    #[arg(long)]
    force: bool,
    /// Begin with the values of this file, instead of those derived from the rules
    #[arg(long, value_name = "FILE")]
    from: Option<String>,
    /// Where the values go; by default next to the rule file. Of several games: a folder
    #[arg(long, value_name = "FILE")]
    output: Option<String>,
    /// Of several games: begin no game that is not expected to be done within so many hours
    #[arg(long, value_name = "H")]
    hours: Option<f64>,
    /// Of several games: the folder with a journal for each game, and what has been done; by default `wazir-tune` in the present folder
    #[arg(long, value_name = "FOLDER")]
    journals: Option<String>,
    /// Print JSON: variant, games, positions, tenfold, learnt, others, parameters, units (of the network), proof, output, written; of several games: `games`, each as that with `state` (or with variant, state, and error), and kept
    #[arg(long)]
    json: bool,
}

/// How values have to prove themselves.
#[derive(Clone, Copy, Debug)]
struct Terms {
    /// Games of the match; 0: they need not.
    games: u64,
    /// Nodes a move.
    nodes: u64,
    /// The test that ends it, if there is one.
    sprt: Option<Sprt>,
}

/// How often a sequential test may be wrong either way.
const RISK: f64 = 0.05;

impl Terms {
    /// Has such a match proven them?
    fn are_met(&self, standing: &Standing) -> bool {
        match self.sprt {
            Some(sprt) => sprt.verdict(standing) == Some(Verdict::Accepted),
            None => standing.score() >= 0.5,
        }
    }

    /// Is the match over?
    fn are_over(&self, standing: &Standing) -> bool {
        standing.games() >= self.games || self.sprt.is_some_and(|sprt| sprt.verdict(standing).is_some())
    }
}

impl Args {
    pub(crate) fn run(self, screen: &mut Screen) -> Result<Status, Failure> {
        match &self.game[..] {
            [game] => self.tune_one(game, screen),
            _ => every::tune(&self, screen),
        }
    }

    fn tune_one(&self, game: &str, screen: &mut Screen) -> Result<Status, Failure> {
        if self.hours.is_some() || self.journals.is_some() {
            let option = if self.hours.is_some() { "--hours" } else { "--journals" };
            return bad_input(format!(
                "{option} is for several games or --all; of one game, --games says how long it takes, and its journal is beside the output"
            ));
        }
        let opened = Registry.open(game).map_err(Failure::Input)?;
        let output = match &self.output {
            Some(output) => output.clone(),
            None => beside(game, &opened)?,
        };
        let from = match &self.from {
            // A network corrects what there is.
            None if self.network => Known::of(game, &output, &opened)?,
            None => Known::nothing(),
            Some(path) => match Known::on_disk(path, &opened)? {
                Some(known) => known,
                None => return bad_input(format!("--from: there is no file `{path}`")),
            },
        };
        let against = Known::as_it_was(&output, &opened)?.unwrap_or_else(|| from.clone());
        let values = Arc::new(from.values);
        let tuning = one::tuning(&opened, &values)?;
        let job = one::Job {
            args: self,
            opened,
            tuning,
            from: values,
            remarks: from.remarks,
            against: Arc::new(against.values),
            against_name: against.name,
            terms: self.terms(100, self.nodes, None)?,
            journal: format!("{output}.journal"),
            proof_journal: format!("{output}.proof.journal"),
            output,
            label: String::new(),
        };
        job.run(screen)
    }

    /// How values have to prove themselves where nothing else is said.
    fn terms(&self, games: u64, nodes: u64, sprt: Option<(f64, f64)>) -> Result<Terms, Failure> {
        let sprt = self.sprt.as_deref().map(elo_bounds).transpose()?.or(sprt);
        let sprt = sprt.map(|(elo0, elo1)| Sprt { elo0, elo1, alpha: RISK, beta: RISK });
        let (games, nodes) = (self.prove.unwrap_or(games), self.prove_nodes.unwrap_or(nodes));
        Ok(Terms { games: games.next_multiple_of(2), nodes, sprt })
    }
}

/// What values play against that nobody has learnt.
const DERIVED: &str = "what is derived";

/// What values play against that come with the program.
const KNOWN: &str = "the values it had";

/// Values that there are already.
#[derive(Clone)]
struct Known {
    values: Values,
    /// What they are called.
    name: String,
    /// What their file says of where they come from, but for a network and what was counted with them.
    remarks: Vec<String>,
}

impl Known {
    /// What is derived from the rules.
    fn nothing() -> Known {
        Known { values: Values::default(), name: DERIVED.to_string(), remarks: Vec::new() }
    }

    /// Those of a file; `None` where there is no such file.
    fn on_disk(path: &str, opened: &Opened) -> Result<Option<Known>, Failure> {
        match Source::read_values(Path::new(path)) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => bad_input(format!("cannot read `{path}`: {error}")),
            Ok(source) => {
                let values = read_values(&source, &opened.rules)?;
                Ok(Some(Known { values, name: format!("`{path}`"), remarks: remarks(&source.text) }))
            }
        }
    }

    /// Those of the file to which new ones go.
    fn as_it_was(output: &str, opened: &Opened) -> Result<Option<Known>, Failure> {
        let known = Known::on_disk(output, opened)?;
        Ok(known.map(|known| Known { name: format!("`{output}` as it was"), ..known }))
    }

    /// Those that a game has: in the file to which new ones go, which may be newer than what this build knows, or those that come with the program.
    fn of(game: &str, output: &str, opened: &Opened) -> Result<Known, Failure> {
        if let Some(known) = Known::as_it_was(output, opened)? {
            return Ok(known);
        }
        let entry = catalogue::find(game)?;
        let values = entry.values(&opened.rules)?;
        if values.is_empty() {
            return Ok(Known::nothing());
        }
        let remarks = entry.values_file()?.map_or_else(Vec::new, |source| remarks(&source.text));
        Ok(Known { values, name: KNOWN.to_string(), remarks })
    }
}

/// The comments at the beginning of a file of values, up to those of a network; without what is said of outcomes.
fn remarks(text: &str) -> Vec<String> {
    let comments = text.lines().map_while(|line| line.strip_prefix("//")).map(str::trim);
    let of_values = comments.take_while(|comment| !comment.contains("--network"));
    of_values.filter(|comment| !comment.starts_with("outcomes:")).map(str::to_string).collect()
}

/// Where the values of a game go: next to its rule file.
fn beside(game: &str, opened: &Opened) -> Result<String, Failure> {
    let file = Path::new(&opened.source.file);
    // A game that comes with the program has a file only in a checkout.
    if std::fs::read_to_string(file).is_ok_and(|text| text == opened.source.text) {
        return Ok(file.with_extension(EXTENSION).display().to_string());
    }
    bad_input(format!(
        "`{game}` has no rule file here next to which the values could be written; say where by `--output {}.{EXTENSION}`",
        opened.rules.id
    ))
}

fn write(output: &str, text: &str) -> Result<(), Failure> {
    wazir_files::replace(Path::new(output), text.as_bytes())
        .map_err(|error| Failure::Input(format!("cannot write `{output}`: {error}; what was played is kept")))
}
