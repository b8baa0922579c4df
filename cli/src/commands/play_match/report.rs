//! What a match in one game has come to, for people and in JSON.

use crate::screen::{Failure, Screen};
use serde_json::{Value, json};
use std::{collections::BTreeMap, io::Write};
use wazir_protocol::arena::{
    Match, Sprt, Standing,
    statistics::{Elo, Verdict},
};

/// A difference in Elo for people.
fn elo_text(elo: &Elo) -> String {
    let number = |elo: f64| match elo {
        _ if elo == f64::INFINITY => "infinite".to_string(),
        _ if elo == f64::NEG_INFINITY => "-infinite".to_string(),
        _ => format!("{elo:+.0}"),
    };
    format!("{} (95 %: {} to {})", number(elo.value), number(elo.low), number(elo.high))
}

/// The standing in a few words.
pub(crate) fn summary(standing: &Standing, sprt: Option<&Sprt>) -> String {
    let mut text =
        format!("+{} ={} -{}, {:.1} %", standing.wins, standing.draws, standing.losses, 100.0 * standing.score());
    if let Some(elo) = standing.elo() {
        text += &format!(", Elo {}", elo_text(&elo));
    }
    if let Some(sprt) = sprt {
        let (low, high) = sprt.bounds();
        let ratio = standing.log_likelihood_ratio(sprt.elo0, sprt.elo1);
        text += &format!(", LLR {ratio:.2} ({low:.2} to {high:.2})");
    }
    text
}

/// Adds to an object of JSON how a match stands: games by their ends, score, and Elo. (JSON has no infinite numbers: they are null.)
pub(crate) fn with_standing(mut told: Value, standing: &Standing) -> Value {
    let elo = standing.elo();
    told["games"] = json!(standing.games());
    told["wins"] = json!(standing.wins);
    told["draws"] = json!(standing.draws);
    told["losses"] = json!(standing.losses);
    told["score"] = json!(standing.score());
    told["elo"] = json!(elo.map(|elo| elo.value));
    told["elo_low"] = json!(elo.map(|elo| elo.low));
    told["elo_high"] = json!(elo.map(|elo| elo.high));
    told
}

/// What is told at the end.
pub(super) struct Report<'a> {
    pub(super) terms: &'a Match,
    pub(super) standing: Standing,
    pub(super) endings: &'a BTreeMap<String, u64>,
    pub(super) a: &'a str,
    pub(super) b: &'a str,
}

impl Report<'_> {
    pub(super) fn print(&self, screen: &mut Screen) -> Result<(), Failure> {
        let standing = &self.standing;
        let info = self.terms.opened.variant.info();
        writeln!(screen, "{} - {} in {}, {}", self.a, self.b, info.id, self.terms.control)?;
        let games = screen.paint("1", &standing.games().to_string());
        writeln!(screen, "{games} games: {}", summary(standing, None))?;
        if let Some(sprt) = &self.terms.sprt {
            let (low, high) = sprt.bounds();
            let ratio = standing.log_likelihood_ratio(sprt.elo0, sprt.elo1);
            let verdict = match sprt.verdict(standing) {
                Some(Verdict::Accepted) => "accepted",
                Some(Verdict::Rejected) => "rejected",
                None => "undecided",
            };
            writeln!(
                screen,
                "test of {} against {} Elo: {verdict}, LLR {ratio:.2} ({low:.2} to {high:.2})",
                sprt.elo1, sprt.elo0
            )?;
        }
        let pairs = standing.pairs;
        writeln!(
            screen,
            "pairs by points: 0: {}, 0.5: {}, 1: {}, 1.5: {}, 2: {}",
            pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]
        )?;
        let mut endings: Vec<(&String, &u64)> = self.endings.iter().collect();
        endings.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        for (ending, count) in endings {
            writeln!(screen, "  {count:>6}  {ending}")?;
        }
        Ok(())
    }

    pub(super) fn json(&self) -> Value {
        let standing = &self.standing;
        let sprt = self.terms.sprt.map(|sprt| {
            let (low, high) = sprt.bounds();
            let verdict = sprt.verdict(standing).map(|verdict| match verdict {
                Verdict::Accepted => "accepted",
                Verdict::Rejected => "rejected",
            });
            json!({
                "elo0": sprt.elo0,
                "elo1": sprt.elo1,
                "llr": standing.log_likelihood_ratio(sprt.elo0, sprt.elo1),
                "low": low,
                "high": high,
                "verdict": verdict,
            })
        });
        let told = json!({
            "variant": self.terms.opened.rules.id,
            "a": self.a,
            "b": self.b,
            "control": self.terms.control.to_string(),
            "pairs": standing.pairs,
            "sprt": sprt,
            "endings": self.endings,
        });
        with_standing(told, standing)
    }
}
