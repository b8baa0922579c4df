//! `wazir tune`: values that fit a game better than those derived from its rules, learnt from games that the engine plays against itself.

mod games;
mod report;

use crate::{
    screen::{Failure, Progress, Screen, Status, bad_input},
    signals,
};
use games::Journals;
use report::{Proof, Report};
use std::{num::NonZeroUsize, path::Path, sync::Arc};
use wazir::registry::Registry;
use wazir_engine::{
    Games, Opened,
    tuning::{Fit, Samples, Tuning},
};
use wazir_variant_spec::{Source, Values, values::EXTENSION};

/// Learn from games against itself what pieces are worth, and where, and how much the parts of the evaluation count
///
/// The engine plays itself with few nodes a move; the values that tell the results of the games best are found, and prove themselves in a match against those that there were before. If they are not
/// worse, they are written next to the rule file, from where every engine for the game takes them (of the games that come with the program: after the next build).
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  wazir tune mygame.ron
  wazir tune mygame.ron --games 4000 --nodes 1000 --threads 2
  wazir tune breakthrough --rounds 2 --prove 400
  wazir tune mygame.ron --from mygame.values --nodes 1000 --seed 2 --output better.values
  wazir tune chess --output chess.values
  wazir match wazir:values=chess.values wazir:values=derived --game chess --nodes 2000

Every game is written to a journal beside the output as it ends. After Ctrl-C the same command goes on from there; with more --rounds it goes on from a tuning that was finished.

Exit status: 0 the values were written, or nothing is better than what there was; 1 the match was lost; 2 bad usage or bad input; 130 interrupted.")]
pub(crate) struct Args {
    /// Name of a game, or path of a RON file
    game: String,
    /// How many games a round
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
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
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
    /// Games of the match that proves the values, rounded up to whole pairs; 0: none
    #[arg(long, value_name = "N", default_value = "100")]
    prove: u64,
    /// Write the values also if they lose the match
    #[arg(long)]
    force: bool,
    /// Begin with the values of this file, instead of those derived from the rules
    #[arg(long, value_name = "FILE")]
    from: Option<String>,
    /// Where the values go; by default next to the rule file
    #[arg(long, value_name = "FILE")]
    output: Option<String>,
    /// Print JSON: variant, games, positions, tenfold, learnt, others, parameters, proof, output, written
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn run(self, screen: &mut Screen) -> Result<Status, Failure> {
        let opened = Registry.open(&self.game).map_err(Failure::Input)?;
        let from = match &self.from {
            None => Values::default(),
            Some(path) => match read(path, &opened)? {
                Some(values) => values,
                None => return bad_input(format!("--from: there is no file `{path}`")),
            },
        };
        let from = Arc::new(from);
        let tuning = Tuning::new(&opened.rules, opened.variant.info(), &from).map_err(Failure::Input)?;
        let output = self.output(&opened)?;
        let known = read(&output, &opened)?;
        let mut journals = Journals::open(&self, &opened, &from, &output)?;
        if journals.resumed > 0 {
            let path = &journals.path;
            screen.note(&format!(
                "going on from {} games, which `{path}` holds; remove it to begin anew",
                journals.resumed
            ));
        }
        signals::end_by_itself();
        let mut values = from.clone();
        let mut last = None;
        for round in 1..=self.rounds {
            if !journals.play(screen, &self, &opened, round, &values)? {
                return Ok(interrupted(screen, &journals.path));
            }
            let samples = journals.samples(&self, &opened, &tuning, round)?;
            let Some(fit) = self.fit(&tuning, &samples, round)? else {
                return Ok(interrupted(screen, &journals.path));
            };
            if round < self.rounds {
                screen.note(&format!("after round {round}: {}", report::losses(&fit)));
            }
            values = Arc::new(fit.values.clone());
            last = Some((fit, samples));
        }
        let Some((fit, samples)) = last else { return bad_input("--rounds: at least one") };
        let is_idle = values == from;
        let mut report =
            Report { args: &self, opened: &opened, fit: &fit, samples: &samples, is_idle, proof: None, written: None };
        if !self.json {
            report.print_fit(screen)?;
        }
        if !is_idle && self.prove > 0 {
            let (against, name) = match (known, &self.from) {
                (Some(known), _) => (Arc::new(known), format!("`{output}` as it was")),
                (None, Some(path)) => (from.clone(), format!("`{path}`")),
                (None, None) => (from.clone(), "what is derived".to_string()),
            };
            match journals.prove(screen, &self, &opened, [values.clone(), against])? {
                Some(standing) => report.proof = Some(Proof { standing, against: name }),
                None => return Ok(interrupted(screen, &journals.path)),
            }
        }
        let proven = report.proof.as_ref().is_none_or(|proof| proof.standing.score() >= 0.5);
        if !is_idle && (proven || self.force) {
            write(&output, &values.text(&opened.rules, &report.remarks()))?;
            report.written = Some(output.clone());
        }
        // Only now: if the values cannot be written, the next attempt need not prove them again.
        journals.forget_proof()?;
        if self.json {
            screen.json(&report.json(&output))?;
        } else {
            report.print_end(screen, &output)?;
        }
        Ok(if proven || self.force { Status::Fine } else { Status::Wrong })
    }

    /// Where the values go.
    fn output(&self, opened: &Opened) -> Result<String, Failure> {
        if let Some(output) = &self.output {
            return Ok(output.clone());
        }
        let file = Path::new(&opened.source.file);
        // A game that comes with the program has a file only in a checkout.
        if std::fs::read_to_string(file).is_ok_and(|text| text == opened.source.text) {
            return Ok(file.with_extension(EXTENSION).display().to_string());
        }
        bad_input(format!(
            "`{}` has no rule file here next to which the values could be written; say where by `--output {}.{EXTENSION}`",
            self.game, opened.rules.id
        ))
    }

    /// The values that fit; `None` when it was interrupted.
    fn fit(&self, tuning: &Tuning, samples: &Samples, round: u64) -> Result<Option<Fit>, Failure> {
        let progress = Progress::new("fit", 0);
        let told = |done: usize, all: usize| {
            progress.show_part(&format!("round {round}, {} positions: {} %", samples.len(), 100 * done / all.max(1)));
            !signals::is_interrupted()
        };
        tuning.fit(samples, self.threads, &told).map_err(Failure::Input)
    }
}

/// The values of a file; `None` where there is no such file.
fn read(path: &str, opened: &Opened) -> Result<Option<Values>, Failure> {
    match std::fs::read_to_string(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => bad_input(format!("cannot read `{path}`: {error}")),
        Ok(text) => Ok(Some(Values::read(&Source { file: path.to_string(), text }, &opened.rules)?)),
    }
}

fn write(output: &str, text: &str) -> Result<(), Failure> {
    wazir_files::replace(Path::new(output), text.as_bytes())
        .map_err(|error| Failure::Input(format!("cannot write `{output}`: {error}; what was played is kept")))
}

fn interrupted(screen: &Screen, journal: &str) -> Status {
    screen.note(&format!("nothing is lost: the same command goes on from `{journal}`"));
    Status::Interrupted
}
