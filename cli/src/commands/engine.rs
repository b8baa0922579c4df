//! `wazir engine`: the protocols of GUIs.

use crate::screen::{Failure, Screen, Status};
use std::{io, sync::Arc};
use wazir::registry::Registry;

/// Speak UCI, USI, UCCI, UGI or CECP (XBoard) with a GUI
///
/// The first line chooses the protocol: uci, usi, ucci, ucicyclone, ugi or xboard. Every game of this build can be chosen by the protocol's own means, and
/// rule files by the option VariantPath. docs/protocols.md has the commands and options.
#[derive(clap::Args)]
#[command(
    visible_alias = "uci",
    after_help = "\
Examples:
  wazir engine                                  what a GUI starts
  wazir engine crazyhouse                       begin with another game
  xboard -fcp \"wazir engine\" -variant shogi     play shogi in XBoard
  printf 'uci\\nposition startpos\\ngo perft 4\\n' | wazir engine

Exit status: 0 the GUI has said quit, or has gone; 2 bad usage, or the game cannot be opened."
)]
pub(crate) struct Args {
    /// The game to begin with: a name, or the path of a RON file; by default that for which the protocol was made
    game: Option<String>,
}

impl Args {
    pub(crate) fn run(self, screen: &mut Screen) -> Result<Status, Failure> {
        let input = io::BufReader::new(io::stdin());
        wazir_protocol::serve(Arc::new(Registry), self.game.as_deref(), input, screen).map_err(Failure::Input)?;
        Ok(Status::Fine)
    }
}
