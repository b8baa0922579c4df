//! `wazir diff`: what changed between two games, in the rules, in play and in the generated code.

mod play;
mod rules;

use crate::{
    commands::emit,
    screen::{Failure, Screen, Status, bad_input},
};
use serde_json::{Value, json};
use std::io::Write;
use wazir::games;
use wazir_reference::Interpreter;

/// Compare two games: their rules, their play, their generated code
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  wazir diff chess atomic
  wazir diff old.ron new.ron --rules
  wazir diff chess berolina --play --seed 7
  wazir diff old.ron new.ron --code > changes.patch

Without --rules, --play and --code all three are compared. The play is compared by random games from both start
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
    /// Compare the generated code
    #[arg(long)]
    code: bool,
    /// With --play: how many random games from each start position
    #[arg(long, value_name = "N", default_value_t = 50)]
    games: u32,
    /// With --play: where the random games begin
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print JSON: an object with rules, play and code
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn run(self, screen: &mut Screen) -> Result<Status, Failure> {
        if self.a == "-" && self.b == "-" {
            return bad_input("only one of the two games can be read from standard input");
        }
        let all = !(self.rules || self.play || self.code);
        let (a, b) = (games::find(&self.a)?, games::find(&self.b)?);
        let (before, after) = (a.checked()?.game, b.checked()?.game);
        let (old, new) = (before.rules(), after.rules());
        let mut report = json!({"a": self.a, "b": self.b});
        let mut differs = false;
        if all || self.rules {
            let changes = rules::compare(old, new);
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
        if all || self.code {
            let diff = code(&before, &after)?;
            differs |= !diff.is_empty();
            if self.json {
                report["code"] = json!(diff);
            } else {
                heading(screen, "Code")?;
                print_code(screen, &diff)?;
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

/// The unified diff of the two generated modules; empty when they are equal.
fn code(a: &Interpreter, b: &Interpreter) -> Result<String, Failure> {
    let (old, new) = (without_places(&emit::code(a)?), without_places(&emit::code(b)?));
    let diff = similar::TextDiff::from_lines(&old, &new);
    let (old, new) = (format!("a/{}.rs", a.rules().id), format!("b/{}.rs", b.rules().id));
    Ok(diff.unified_diff().context_radius(3).header(&old, &new).to_string())
}

/// Code without the file and line of the rules in its comments: those differ everywhere between two files.
fn without_places(code: &str) -> String {
    let is_place = |word: &str| {
        let place = word.strip_suffix(':').and_then(|place| place.rsplit_once(':'));
        place.is_some_and(|(file, line)| file.ends_with(".ron") && line.parse::<u32>().is_ok())
    };
    let strip = |line: &str| match line.split_once("// ") {
        Some((before, comment)) => {
            let words: Vec<&str> = comment.split(' ').filter(|word| !is_place(word)).collect();
            format!("{before}// {}\n", words.join(" "))
        }
        None => format!("{line}\n"),
    };
    code.lines().map(strip).collect()
}

fn print_code(screen: &mut Screen, diff: &str) -> Result<(), Failure> {
    if diff.is_empty() {
        writeln!(screen, "  no difference")?;
    }
    for line in diff.lines() {
        let code = match line.as_bytes().first() {
            Some(b'+') => "32",
            Some(b'-') => "31",
            Some(b'@') => "36",
            _ => "",
        };
        let line = if code.is_empty() { line.to_string() } else { screen.paint(code, line) };
        writeln!(screen, "{line}")?;
    }
    Ok(())
}
