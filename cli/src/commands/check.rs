//! `wazir check`: every mistake of rule files, and of the values next to them, in one run.

use crate::{
    position::backend_name,
    screen::{Failure, Screen, Status, bad_input},
};
use serde_json::{Value, json};
use std::io::Write;
use wazir::games::{self, OpenError};
use wazir_runtime::Backend;
use wazir_variant_spec::Rules;

/// Check rule files, and the values next to them: print every mistake with its place, what was expected and what to do
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  wazir check variants/*.ron
  wazir check my.ron --json
  cat my.ron | wazir check -

Exit status: 0 all files are right (there may be warnings); 1 a file is wrong; 2 a file cannot be read.")]
pub(crate) struct Args {
    /// RON files, names of games, or `-`
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Print JSON: an array with, for each file, file, ok, id, name, backend (who plays it without a rebuild), not_run (why not the machine) and diagnostics
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn run(self, screen: &mut Screen) -> Result<Status, Failure> {
        let mut status = Status::Fine;
        let mut unreadable = Vec::new();
        let mut report = Vec::new();
        for file in &self.files {
            let entry = match games::find(file) {
                Ok(entry) => entry,
                Err(error) => {
                    unreadable.push(error.to_string());
                    continue;
                }
            };
            let (rules, mut diagnostics) = match entry.checked() {
                Ok(checked) => (Some(checked.game.rules().clone()), checked.warnings),
                Err(diagnostics) => (None, diagnostics),
            };
            let mut rules = rules.filter(|_| diagnostics.check_name(&entry.source));
            match rules.as_ref().map(|rules| entry.values(rules)) {
                None | Some(Ok(_)) => {}
                Some(Err(OpenError::Rules(of_values))) => {
                    diagnostics.extend(*of_values);
                    rules = None;
                }
                Some(Err(error)) => {
                    unreadable.push(error.to_string());
                    continue;
                }
            }
            if rules.is_none() {
                status = Status::Wrong;
            }
            if self.json {
                report.push(file_json(file, rules.as_ref(), &diagnostics)?);
                continue;
            }
            write!(screen, "{}", diagnostics.render(screen.color))?;
            if let Some(rules) = rules {
                let (files, ranks) = (rules.board.files, rules.board.ranks);
                let pieces = rules.pieces.len();
                let ok = screen.paint("32", "ok");
                writeln!(screen, "{file}: {ok} ({}: {files}x{ranks}, {pieces} piece types)", rules.name)?;
                if let Err(refusal) = wazir_program::supported(&rules) {
                    writeln!(
                        screen,
                        "  played by the interpreter, which is slow: there is no move program for {refusal}"
                    )?;
                }
            }
        }
        if self.json {
            screen.json(&Value::Array(report))?;
        }
        match unreadable.is_empty() {
            true => Ok(status),
            false => bad_input(unreadable.join("\n")),
        }
    }
}

fn file_json(
    file: &str,
    rules: Option<&Rules>,
    diagnostics: &wazir_variant_spec::Diagnostics,
) -> Result<Value, Failure> {
    let refusal = rules.and_then(|rules| wazir_program::supported(rules).err());
    Ok(json!({
        "file": file,
        "ok": rules.is_some(),
        "id": rules.map(|rules| &rules.id),
        "name": rules.map(|rules| &rules.name),
        "backend": rules.map(|_| if refusal.is_none() { Backend::Machine } else { Backend::Reference }).map(backend_name),
        "not_run": refusal.map(|refusal| json!({"what": refusal.what, "place": refusal.place})),
        "diagnostics": serde_json::to_value(diagnostics)?,
    }))
}
