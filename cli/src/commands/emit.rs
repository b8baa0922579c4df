//! `wazir emit`: the generated module of a game, as it is compiled.

use crate::screen::{Failure, Screen, Status, bad_input};
use std::{io::Write, path::PathBuf};
use wazir::games;
use wazir_reference::Interpreter;

/// Print the Rust code that is generated for a game
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  wazir emit shogi | less
  wazir emit my.ron -o my.rs")]
pub(crate) struct Args {
    /// Name of a game, path of a RON file, or `-`
    game: String,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Args {
    pub(crate) fn run(self, screen: &mut Screen) -> Result<Status, Failure> {
        let code = code(&games::find(&self.game)?.checked()?.game)?;
        match self.output {
            None => screen.write_all(code.as_bytes())?,
            Some(file) => {
                if let Err(error) = wazir_files::replace(&file, code.as_bytes()) {
                    return bad_input(format!("cannot write `{}`: {error}", file.display()));
                }
            }
        }
        Ok(Status::Fine)
    }
}

/// The generated module of a game.
pub(crate) fn code(game: &Interpreter) -> Result<String, Failure> {
    let name = &game.rules().name;
    wazir_codegen::emit(game)
        .map_err(|error| Failure::Input(format!("{name} has no compiled form yet, and is run by the machine: {error}")))
}
