//! `wazir diff`: what changed between two games, in the rules and in play.

mod play;
mod rules;

use crate::screen::{Failure, Screen, Status, bad_input};
use serde_json::{Value, json};
use std::io::Write;
use wazir::games;

/// Compare two games: their rules and their play
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  wazir diff chess atomic
  wazir diff old.ron new.ron --rules
  wazir diff chess berolina --play --seed 7

Without --rules and --play both are compared. The play is compared by random games from both start
positions: a position is printed in which the legal moves differ, the fewest moves from the start that were found.

Exit status: 0 no difference; 1 the games differ; 2 bad usage or bad input.")]
pub(crate) struct Args {
    /// The game before: a name, a path of a RON file, or `-`
    a: String,
    /// The game after
    b: String,
    /// Compare the rules, field by field, after inheritance and defaults
    #[arg(long)]
    rules: bool,
    /// Search a position in which the legal moves differ
    #[arg(long)]
    play: bool,
    /// With --play: how many random games from each start position
    #[arg(long, value_name = "N", default_value_t = 50)]
    games: u32,
    /// With --play: where the random games begin
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print JSON: an object with rules and play
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn run(self, screen: &mut Screen) -> Result<Status, Failure> {
        if self.a == "-" && self.b == "-" {
            return bad_input("only one of the two games can be read from standard input");
        }
        let all = !(self.rules || self.play);
        let (a, b) = (games::find(&self.a)?, games::find(&self.b)?);
        let (old, new) = (a.rules()?.rules, b.rules()?.rules);
        let mut report = json!({"a": self.a, "b": self.b});
        let mut differs = false;
        if all || self.rules {
            let changes = rules::compare(&old, &new);
            differs |= !changes.is_empty();
            if self.json {
                report["rules"] = Value::Array(changes.iter().map(rules::Change::json).collect());
            } else {
                heading(screen, "Rules")?;
                rules::print(screen, &changes)?;
            }
        }
        if all || self.play {
            let (a, b) = (a.open(None)?, b.open(None)?);
            let found = play::search(&*a, &*b, self.games, self.seed);
            differs |= found.differs();
            if self.json {
                report["play"] = found.json();
            } else {
                heading(screen, "Play")?;
                found.print(screen, &old.name, &new.name)?;
            }
        }
        if self.json {
            report["differs"] = json!(differs);
            screen.json(&report)?;
        }
        Ok(if differs { Status::Wrong } else { Status::Fine })
    }
}

fn heading(screen: &mut Screen, text: &str) -> Result<(), Failure> {
    let text = screen.paint("1", text);
    writeln!(screen, "{text}")?;
    Ok(())
}
