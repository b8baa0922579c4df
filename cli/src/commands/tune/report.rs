//! What a tuning tells of what it has found.

use super::{Args, one::Job};
use crate::{
    commands::play_match::{summary, with_standing},
    screen::{Failure, Screen},
};
use serde_json::{Value, json};
use std::{io::Write, path::Path};
use wazir_engine::tuning::{Fit, Samples, Tuned};
use wazir_protocol::arena::Standing;

/// The match that proves values.
pub(super) struct Proof {
    pub(super) standing: Standing,
}

/// What is told at the end.
pub(super) struct Report<'a> {
    job: &'a Job<'a>,
    pub(super) fit: Fit,
    /// Positions and games that were learnt from.
    positions: usize,
    games: usize,
    /// Nothing differs from what there was.
    pub(super) is_idle: bool,
    pub(super) proof: Option<Proof>,
    /// The values were written.
    pub(super) written: bool,
}

/// Where more centipawns than that, some three queens, are needed to win ten times as often as one loses, being ahead says hardly anything.
const FAINT: f64 = 3000.0;

/// How much better results are told.
pub(super) fn losses(fit: &Fit) -> String {
    let (learnt, others) = (fit.learnt, fit.others);
    format!(
        "loss {:.4} -> {:.4}; of games that were not learnt from {:.4} -> {:.4}",
        learnt.before, learnt.after, others.before, others.after
    )
}

impl<'a> Report<'a> {
    /// Of what was learnt, before it is proven.
    pub(super) fn new(job: &'a Job<'a>, fit: Fit, samples: &Samples) -> Report<'a> {
        let is_idle = fit.values == *job.from;
        Report { job, fit, positions: samples.len(), games: samples.games(), is_idle, proof: None, written: false }
    }

    /// Has the match proven them, or was there none?
    pub(super) fn is_proven(&self) -> bool {
        self.proof.as_ref().is_none_or(|proof| self.job.terms.are_met(&proof.standing))
    }

    /// Units of the network, where there is one.
    fn units(&self) -> usize {
        self.fit.values.network.as_ref().map_or(0, |network| network.units.len())
    }

    fn learnt_from(&self) -> String {
        format!("{} positions of {} games", self.positions, self.games)
    }

    fn of_proof(&self, proof: &Proof) -> String {
        let (against, nodes) = (&self.job.against_name, self.job.terms.nodes);
        format!("against {against} at {nodes} nodes a move: {}", summary(&proof.standing, None))
    }

    /// The comments of the file.
    pub(super) fn remarks(&self) -> Vec<String> {
        let Args { games, nodes, rounds, seed, network, .. } = self.job.args;
        let id = &self.job.opened.rules.id;
        // Without its folder, which is of the machine that it was tuned on.
        let from = self.job.args.from.as_ref().and_then(|file| Path::new(file).file_name());
        let from = from.map_or_else(String::new, |file| format!(" --from {}", file.to_string_lossy()));
        // A network leaves what it begins with as it is.
        let mut remarks = if *network { self.job.remarks.clone() } else { Vec::new() };
        let network = if *network { " --network" } else { "" };
        remarks.extend([
            format!(
                "Written by `wazir tune {id}{network} --games {games} --nodes {nodes} --rounds {rounds} --seed {seed}{from}`."
            ),
            format!("{}: {}.", self.learnt_from(), losses(&self.fit)),
        ]);
        remarks.extend(self.proof.as_ref().map(|proof| format!("Match {}.", self.of_proof(proof))));
        remarks
    }

    /// The numbers that have changed most, against how sure they are: a line for a table.
    pub(super) fn most_changed(&self) -> String {
        let mut changed: Vec<&Tuned> =
            self.fit.tuned.iter().filter(|tuned| !tuned.of_place && tuned.best != tuned.before).collect();
        let by = |tuned: &Tuned| (tuned.best - tuned.before).abs() / tuned.error.max(1.0);
        changed.sort_by(|a, b| by(b).total_cmp(&by(a)));
        let of = |tuned: &&Tuned| format!("{} {:.0} -> {:.0}", tuned.name, tuned.before, tuned.best);
        changed.iter().take(2).map(of).collect::<Vec<String>>().join("; ")
    }

    /// The losses, and a table of what was tuned.
    pub(super) fn print_fit(&self, screen: &mut Screen) -> Result<(), Failure> {
        let id = screen.paint("1", &self.job.opened.rules.id);
        writeln!(screen, "{id}: {}", self.learnt_from())?;
        writeln!(screen, "{}", losses(&self.fit))?;
        writeln!(screen, "who is {:.0} centipawns ahead wins ten times as often as he loses", self.fit.tenfold)?;
        if self.fit.tenfold > FAINT {
            writeln!(
                screen,
                "(these games hardly tell what anything is worth: mistakes have decided them; with more --nodes there are fewer)"
            )?;
        }
        writeln!(screen)?;
        if self.job.args.network {
            let units = self.units();
            writeln!(screen, "a network of {units} units corrects the values; `network` in the file has its weights")?;
            return Ok(());
        }
        let shown = || self.fit.tuned.iter().filter(|tuned| !tuned.of_place);
        let width = shown().map(|tuned| tuned.name.chars().count()).max().unwrap_or(0);
        for Tuned { name, before, best, error, .. } in shown() {
            let row = format!("  {name:<width$}  {before:>6.0} -> {best:>6.0}  (±{error:.0})");
            // What is further from what it was than chance explains.
            let row = if (best - before).abs() > 2.0 * error { screen.paint("1", &row) } else { row };
            writeln!(screen, "{row}")?;
        }
        self.print_places(screen)
    }

    /// How much more pieces are worth by where they stand: once where it is the same for both sides.
    fn print_places(&self, screen: &mut Screen) -> Result<(), Failure> {
        let (values, rules) = (&self.fit.values, &self.job.opened.rules);
        if !values.places.is_empty() {
            writeln!(screen, "\nby rank from the first to the last, and by file from the edge to the middle:\n")?;
        }
        for (&(side, piece), places) in &values.places {
            let alike = values.places(1 - side, piece) == *places;
            if alike && side > 0 {
                continue;
            }
            let name = &rules.pieces[piece as usize].name;
            let of = if alike { String::new() } else { format!(" of {}", rules.sides[side as usize].name) };
            for field in places.fields() {
                writeln!(screen, "  {name}{of}, {field}")?;
            }
        }
        Ok(())
    }

    /// How the match went, and what was written.
    pub(super) fn print_end(&self, screen: &mut Screen) -> Result<(), Failure> {
        writeln!(screen)?;
        if self.is_idle {
            writeln!(screen, "nothing is better than what there was; nothing was written")?;
            return Ok(());
        }
        let output = &self.job.output;
        match &self.proof {
            Some(proof) => writeln!(screen, "{}", self.of_proof(proof))?,
            None => writeln!(screen, "no match was played that would prove it")?,
        }
        if self.written {
            writeln!(screen, "wrote {output}")?;
        } else {
            writeln!(
                screen,
                "{output} was not written; --force writes it all the same, more --games or --nodes may find better values"
            )?;
        }
        Ok(())
    }

    pub(super) fn json(&self) -> Value {
        let fit = &self.fit;
        let parameters = fit.tuned.iter().map(|Tuned { name, before, best, error, .. }| {
            json!({ "name": name, "before": before, "tuned": best, "error": error })
        });
        let proof = self.proof.as_ref().map(|Proof { standing }| {
            let told = json!({ "against": self.job.against_name, "nodes": self.job.terms.nodes });
            with_standing(told, standing)
        });
        json!({
            "variant": self.job.opened.rules.id,
            "games": self.games,
            "positions": self.positions,
            "tenfold": fit.tenfold,
            "learnt": { "before": fit.learnt.before, "after": fit.learnt.after },
            "others": { "before": fit.others.before, "after": fit.others.after },
            "parameters": parameters.collect::<Vec<Value>>(),
            "units": self.units(),
            "proof": proof,
            "output": self.job.output,
            "written": self.written,
        })
    }
}
