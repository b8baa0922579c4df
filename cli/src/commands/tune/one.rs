//! The tuning of one game.

use super::{
    Args, Terms,
    games::Journals,
    report::{Proof, Report, losses},
    write,
};
use crate::{
    screen::{Failure, Progress, Screen, Status, bad_input},
    signals,
};
use std::sync::Arc;
use wazir_engine::{
    Opened,
    tuning::{Fit, Samples, Tuning},
};
use wazir_variant_spec::Values;

/// What is to be tuned, and how.
pub(super) struct Job<'a> {
    pub(super) args: &'a Args,
    pub(super) opened: Opened,
    pub(super) tuning: Tuning,
    /// What it begins with.
    pub(super) from: Arc<Values>,
    /// What the file of that says of where it comes from.
    pub(super) remarks: Vec<String>,
    /// What new values have to win against, and what that is called.
    pub(super) against: Arc<Values>,
    pub(super) against_name: String,
    /// How they have to win.
    pub(super) terms: Terms,
    /// Where they go.
    pub(super) output: String,
    pub(super) journal: String,
    pub(super) proof_journal: String,
    /// What stands before the progress that is shown.
    pub(super) label: String,
}

/// The tuning of a game that begins with these values.
pub(super) fn tuning(opened: &Opened, from: &Values) -> Result<Tuning, Failure> {
    Tuning::new(&opened.rules, opened.variant.info(), from).map_err(Failure::Input)
}

impl Job<'_> {
    /// Tunes the game, and tells of it.
    pub(super) fn run(&self, screen: &mut Screen) -> Result<Status, Failure> {
        let mut journals = Journals::open(self)?;
        if journals.resumed > 0 {
            screen.note(&format!(
                "going on from {} games, which `{}` holds; remove it to begin anew",
                journals.resumed, self.journal
            ));
        }
        signals::end_by_itself();
        let Some((fit, samples)) = self.learn(screen, &mut journals)? else { return Ok(self.interrupted(screen)) };
        let mut report = Report::new(self, fit, &samples);
        if !self.args.json {
            report.print_fit(screen)?;
        }
        if !self.prove(screen, &journals, &mut report)? {
            return Ok(self.interrupted(screen));
        }
        journals.forget_proof()?;
        if self.args.json {
            screen.json(&report.json())?;
        } else {
            report.print_end(screen)?;
        }
        Ok(if report.is_proven() || self.args.force { Status::Fine } else { Status::Wrong })
    }

    /// Plays the games that are missing and learns from all; `None` when it was interrupted.
    pub(super) fn learn(&self, screen: &Screen, journals: &mut Journals) -> Result<Option<(Fit, Samples)>, Failure> {
        let mut values = self.from.clone();
        let mut last = None;
        for round in 1..=self.args.rounds {
            if !journals.play(screen, self, round * self.args.games, &values)? {
                return Ok(None);
            }
            let samples = journals.samples(self, round)?;
            let Some(fit) = self.fit(&samples, round)? else { return Ok(None) };
            if round < self.args.rounds {
                screen.note(&format!("after round {round}: {}", losses(&fit)));
            }
            values = Arc::new(fit.values.clone());
            last = Some((fit, samples));
        }
        if last.is_none() {
            return bad_input("--rounds: at least one");
        }
        Ok(last)
    }

    /// Has what was learnt prove itself, and writes it down if it does. False when it was interrupted.
    ///
    /// The journal of the match stays, so that the values need not be proven again if they cannot be written.
    pub(super) fn prove(&self, screen: &Screen, journals: &Journals, report: &mut Report<'_>) -> Result<bool, Failure> {
        let values = Arc::new(report.fit.values.clone());
        if !report.is_idle && self.terms.games > 0 {
            match journals.prove(screen, self, [values.clone(), self.against.clone()])? {
                Some(standing) => report.proof = Some(Proof { standing }),
                None => return Ok(false),
            }
        }
        if !report.is_idle && (report.is_proven() || self.args.force) {
            write(&self.output, &values.text(&self.opened.rules, &report.remarks()))?;
            report.written = true;
        }
        Ok(true)
    }

    /// The values that fit; `None` when it was interrupted.
    fn fit(&self, samples: &Samples, round: u64) -> Result<Option<Fit>, Failure> {
        let progress = Progress::new(format!("{}fit", self.label), 0);
        let told = |done: usize, all: usize| {
            progress.show_part(&format!("round {round}, {} positions: {} %", samples.len(), 100 * done / all.max(1)));
            !signals::is_interrupted()
        };
        let fit = if self.args.network {
            self.tuning.learn_network(samples, &told)
        } else {
            self.tuning.fit(samples, self.args.threads, &told)
        };
        let fit = fit.map_err(Failure::Input);
        progress.clear();
        fit
    }

    fn interrupted(&self, screen: &Screen) -> Status {
        screen.note(&format!("nothing is lost: the same command goes on from `{}`", self.journal));
        Status::Interrupted
    }
}
