//! `wazir explain`: the move program of a game, as text.

use crate::screen::{Failure, Screen, Status, bad_input};
use serde_json::json;
use std::io::Write;
use wazir::games;
use wazir_program::Legality;

/// Explain how a game's moves are found: its move program, with the line of the rule file behind each part
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  wazir explain shogi | less
  wazir explain my.ron

Exit status: 0; 2 when there is no such game, its rules are wrong, or there is no move program for them (it says why).")]
pub(crate) struct Args {
    /// Name of a game, path of a RON file, or `-`
    game: String,
    /// Print JSON: id, name, how each side's legality is decided, and the text
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn run(self, screen: &mut Screen) -> Result<Status, Failure> {
        let entry = games::find(&self.game)?;
        let rules = entry.checked()?.game.rules().clone();
        let program = match wazir_program::lower(&rules) {
            Ok(program) => program,
            Err(refusal) => return bad_input(format!("{} has no move program yet: {refusal}", rules.name)),
        };
        if self.json {
            let legality = |legality: Legality| match legality {
                Legality::Free => "free",
                Legality::Masks { .. } => "masks",
                Legality::Test => "test",
            };
            let named = rules.sides.iter().zip(&program.sides);
            let sides: Vec<_> = named
                .map(|(side, program)| json!({"name": side.name, "legality": legality(program.legality)}))
                .collect();
            let kernels = program.kernels.len();
            screen.json(&json!({
                "id": rules.id, "name": rules.name, "sides": sides, "kernels": kernels, "text": program.explain(),
            }))?;
        } else {
            screen.write_all(program.explain().as_bytes())?;
        }
        Ok(Status::Fine)
    }
}
