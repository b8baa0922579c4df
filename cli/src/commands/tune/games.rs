//! The games of a tuning: played, kept in journals, and made into samples.

use super::{Args, one::Job};
use crate::{
    commands::play_match::summary,
    screen::{Failure, Progress, Screen, bad_input},
    signals,
};
use serde_json::{Value, json};
use std::{path::Path, sync::Arc, time::Instant};
use wazir::registry::Registry;
use wazir_engine::{Games, tuning::Samples};
use wazir_protocol::arena::{
    Contestant, Control, Ending, Match, Openings, Standing,
    contestant::{BuiltIn, Knowledge},
    journal::{Entry, Journal, Played},
    play_match,
    tournament::Finished,
};
use wazir_variant_spec::Values;

/// How unequal openings may be, in centipawns, by a short search: positions that are half won teach as well. For the proof, as in matches.
const UNEQUAL: u32 = 400;
const UNEQUAL_IN_PROOF: u32 = 150;

/// The transposition table of engines that look at few positions, in MiB.
const HASH: usize = 1;

/// What has been played, on disk.
pub(super) struct Journals {
    pub(super) path: String,
    journal: Journal,
    played: Played,
    /// How many games there were already.
    pub(super) resumed: usize,
    /// The journal of the match that proves the values, while that is played.
    proof: String,
}

impl Journals {
    /// Those of a tuning.
    pub(super) fn open(job: &Job<'_>) -> Result<Journals, Failure> {
        let Job { args, opened, from, .. } = job;
        let about = json!({
            "tuning": opened.rules.id,
            "rules": wazir_tui::net::rules_hash(&opened.source, &Registry.parents(opened)),
            "from": from.text(&opened.rules, &[]),
            "games a round": args.games,
            "nodes": args.nodes,
            "random plies": args.plies,
            "max plies": args.max_plies,
            "seed": args.seed,
        });
        let path = job.journal.clone();
        let (journal, played) = open(&path, &about)?;
        let resumed = played.scores.len();
        Ok(Journals { path, journal, played, resumed, proof: job.proof_journal.clone() })
    }

    /// Plays those of the first `all` games that are missing, between engines that know these values. False when it was interrupted.
    pub(super) fn play(
        &mut self,
        screen: &Screen,
        job: &Job<'_>,
        all: u64,
        values: &Arc<Values>,
    ) -> Result<bool, Failure> {
        let args = job.args;
        let mut terms = terms(job, [values, values]);
        (terms.games, terms.paired, terms.seed) = (all, false, args.seed);
        terms.openings = Openings::Random { plies: args.plies, at_most: UNEQUAL };
        let mut scores = std::mem::take(&mut self.played.scores);
        let known = scores.len();
        let progress = Progress::new(format!("{}games", job.label), all);
        let began = Instant::now();
        let result = signals::with_cancel(|cancel| {
            play_match(&terms, &mut scores, cancel, &mut |finished, standing| {
                let done = standing.games();
                let (entry, told) = add(&mut self.journal, finished)?;
                tell(screen, &progress, told);
                self.played.entries.insert(finished.number, entry);
                let speed = (done as usize - known) as f64 / began.elapsed().as_secs_f64().max(1e-3);
                let left = all.saturating_sub(done) as f64 / speed.max(1e-9);
                progress.show(done, &format!("{speed:.1} games/s, about {left:.0} s left"));
                Ok(())
            })
        });
        progress.clear();
        let missing = self.journal.missing();
        if missing > 0 {
            screen.complain(&format!("`{}` lacks {missing} games, which would be played again", self.path));
        }
        self.played.scores = scores;
        result.map_err(|error| Failure::Input(format!("{error}\nwhat was played is in `{}`", self.path)))?;
        Ok((0..all).all(|number| self.played.scores.contains_key(&number)))
    }

    /// The positions of all games up to a round's.
    pub(super) fn samples(&self, job: &Job<'_>, round: u64) -> Result<Samples, Failure> {
        let Job { args, opened, tuning, .. } = job;
        let progress = Progress::new(format!("{}replay", job.label), round * args.games);
        let mut samples = if args.network { Samples::with_all() } else { Samples::default() };
        for (number, score) in self.played.scores.range(..round * args.games) {
            let Some(entry) = self.played.entries.get(number) else { continue };
            let play = entry
                .replay(&*opened.variant)
                .map_err(|error| Failure::Input(format!("`{}`, game {number}: {error}", self.path)))?;
            let of_a = *score as u64 as f64 / 2.0;
            // The first contestant has the first side in games of even numbers.
            let of_first = if number % 2 == 0 { of_a } else { 1.0 - of_a };
            // Of the opening's moves nothing is said.
            let scores = entry.comments.iter().map(|comment| score_of(comment)).chain(std::iter::repeat(None));
            let steps = play.steps().skip(args.plies).zip(scores).map(|((game, mv), score)| (game, mv, score));
            samples.add(tuning, of_first, steps);
            progress.advance();
        }
        Ok(samples)
    }

    /// A match of the first values against the second; `None` when it was interrupted.
    pub(super) fn prove(
        &self,
        screen: &Screen,
        job: &Job<'_>,
        values: [Arc<Values>; 2],
    ) -> Result<Option<Standing>, Failure> {
        let Job { args, opened, .. } = job;
        let texts: Vec<String> = values.iter().map(|values| values.text(&opened.rules, &[])).collect();
        let about = json!({
            "nodes": job.terms.nodes,
            "random plies": args.plies,
            "max plies": args.max_plies,
            "seed": args.seed,
            "values": texts,
        });
        // A proof of other values is of no use.
        let (mut journal, mut played) = match open(&self.proof, &about) {
            Ok(opened) => opened,
            Err(_) => {
                let cannot = |error| Failure::Input(format!("cannot remove `{}`: {error}", self.proof));
                std::fs::remove_file(&self.proof).map_err(cannot)?;
                open(&self.proof, &about)?
            }
        };
        let mut terms = terms(job, [&values[0], &values[1]]);
        (terms.games, terms.paired, terms.sprt) = (job.terms.games, true, job.terms.sprt);
        terms.control.nodes = Some(job.terms.nodes);
        // Other openings than those that were learnt from.
        terms.seed = args.seed.wrapping_add(0x5EED);
        terms.openings = Openings::Random { plies: args.plies, at_most: UNEQUAL_IN_PROOF };
        let progress = Progress::new(format!("{}proof", job.label), terms.games);
        let result = signals::with_cancel(|cancel| {
            play_match(&terms, &mut played.scores, cancel, &mut |finished, standing| {
                let (_, told) = add(&mut journal, finished)?;
                tell(screen, &progress, told);
                progress.show(standing.games(), &summary(standing, terms.sprt.as_ref()));
                Ok(())
            })
        });
        progress.clear();
        let standing = result.map_err(Failure::Input)?;
        Ok(job.terms.are_over(&standing).then_some(standing))
    }

    /// Have all games been played?
    pub(super) fn is_complete(&self, args: &Args) -> bool {
        (0..args.games * args.rounds).all(|number| self.played.scores.contains_key(&number))
    }

    /// Removes the journal of the games, which are not needed any more.
    pub(super) fn remove(self) -> Result<(), Failure> {
        self.forget_proof()?;
        self.journal.remove().map_err(Failure::Input)
    }

    /// The proof has done its work.
    pub(super) fn forget_proof(&self) -> Result<(), Failure> {
        match std::fs::remove_file(&self.proof) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                bad_input(format!("cannot remove `{}`: {error}", self.proof))
            }
            Ok(()) | Err(_) => Ok(()),
        }
    }
}

/// The score in what an engine has said of a move, `+0.34/7`, in centipawns; `None` where it is a forced end, or nothing was said.
fn score_of(comment: &str) -> Option<i32> {
    let (score, _) = comment.split_once('/')?;
    let pawns: f64 = score.parse().ok().filter(|pawns: &f64| pawns.is_finite())?;
    Some((pawns * 100.0).round() as i32)
}

/// What games of a tuning have in common: engines that know these values.
fn terms(job: &Job<'_>, values: [&Arc<Values>; 2]) -> Match {
    let Job { args, opened, .. } = job;
    let own = |values: &Arc<Values>| {
        Contestant::BuiltIn(BuiltIn { hash: HASH, knows: Knowledge::Given(values.clone()), ..BuiltIn::default() })
    };
    Match {
        opened: opened.clone(),
        contestants: values.map(own),
        control: Control { nodes: Some(args.nodes), ..Control::default() },
        games: args.games,
        concurrency: args.threads,
        openings: Openings::Random { plies: args.plies, at_most: UNEQUAL },
        paired: false,
        seed: args.seed,
        most_plies: args.max_plies,
        sprt: None,
    }
}

/// Goes on with a journal, or begins one.
fn open(path: &str, about: &Value) -> Result<(Journal, Played), Failure> {
    if !Path::new(path).exists() {
        return Ok((Journal::begin(path, about).map_err(Failure::Input)?, Played::default()));
    }
    match Journal::resume(path, about) {
        Ok(opened) => Ok(opened),
        Err(error) => bad_input(format!("{error}\nremove it to begin anew, or name another `--output`")),
    }
}

fn tell(screen: &Screen, progress: &Progress, told: Option<String>) {
    if let Some(told) = told {
        progress.clear();
        screen.complain(&told);
    }
}

/// Writes a game down; what there is to say of it, and what is to be told about the journal.
fn add(journal: &mut Journal, finished: &Finished) -> Result<(Entry, Option<String>), String> {
    let ending = &finished.game.ending;
    if !matches!(ending, Ending::Rules(_) | Ending::Stuck | Ending::TooLong) {
        return Err(format!("game {} could not be played: {ending}", finished.number));
    }
    let entry = Entry::of(finished, ending.to_string());
    let told = journal.add(finished.number, finished.score, &entry);
    Ok((entry, told))
}
