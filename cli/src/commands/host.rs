//! `wazir host`: a game in the terminal to which somebody comes over the network.

use crate::{
    commands::play::control,
    screen::{Failure, Screen, Status},
    terminal::{LookArgs, run, side, start_fen},
};
use std::sync::Arc;
use wazir::registry::Registry;
use wazir_engine::Games;
use wazir_tui::{app::Hosted, net};

/// Wait for somebody to play with over the network
///
/// The other side says `wazir join` with the address that is shown. It is sent the rules of the game if it lacks them. The host keeps the clock.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  wazir host chess                       for a guest on this machine
  wazir host shogi --bind 0.0.0.0        for guests from anywhere that reach this machine
  wazir host chess --port 5000
  wazir host my.ron --clock 10+5 --side random --name Ada

Nothing is encrypted: over networks that you do not trust, use a tunnel (ssh -L 4817:localhost:4817 ...).

Exit status: 0 it was left; 2 bad usage or bad input; 130 interrupted.")]
pub(crate) struct Args {
    /// Name of a game or path of a RON file
    game: String,
    /// The address to listen at, with a port or without (then that of --port, else 4817)
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: String,
    /// The port to listen at; 0: any
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Who you are: a side's name, its letter, or `random`. The guest plays every other side
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
    /// Minutes and seconds a move (5+3), moves until they are given again (90/40+30), byoyomi (10b30), or `none`
    #[arg(long, value_name = "TIME", default_value = "none")]
    clock: String,
    /// Where to begin, in FEN
    #[arg(long)]
    fen: Option<String>,
    /// What the guest sees as your name
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    look: LookArgs,
}

impl Args {
    pub(crate) fn run(self, screen: &mut Screen) -> Result<Status, Failure> {
        let games = Arc::new(Registry);
        let opened = games.open(&self.game).map_err(Failure::Input)?;
        let control = control(&self.clock)?;
        let side = match &self.side {
            Some(text) => side(opened.variant.info(), text)?,
            None => Some(0),
        };
        if let Some(fen) = &self.fen {
            start_fen(&*opened.variant, fen)?;
        }
        let address = net::with_port(&self.bind, self.port).map_err(Failure::Input)?;
        run(screen, games, &self.look, |app| {
            app.settings.name = self.name.unwrap_or_else(|| app.settings.name.clone());
            app.host(&address, Hosted { name: self.game, opened, side, control, fen: self.fen })
        })
    }
}
