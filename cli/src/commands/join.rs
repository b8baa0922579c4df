//! `wazir join`: a game in the terminal that somebody hosts.

use crate::{
    screen::{Failure, Screen, Status},
    terminal::{LookArgs, run},
};
use std::sync::Arc;
use wazir::registry::Registry;
use wazir_tui::net;

/// Join a game that somebody hosts
///
/// Which game, which side and how much time there is the host says. Rules that are not at hand are sent, and checked like any rule file.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  wazir join localhost
  wazir join 192.168.1.20:4817 --name Grace
  wazir join 192.168.1.20 --code 1f0c52b9-7d1e6a44-90b3c2d8-5e6f7a81

A connection that is lost is taken up again for three minutes. Where the program itself has ended, `--code` with the code that was shown above the board
brings you back in that time; on the same machine also without it, and from the menu of `wazir play`.

Exit status: 0 it was left; 2 bad usage or bad input; 130 interrupted.")]
pub(crate) struct Args {
    /// Where the host is, with a port or without (then 4817)
    #[arg(value_name = "HOST[:PORT]")]
    address: String,
    /// Come back to a game: the code of your seat, which is shown above the board
    #[arg(long, value_name = "CODE")]
    code: Option<net::Code>,
    /// What the host sees as your name
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    look: LookArgs,
}

impl Args {
    pub(crate) fn run(self, screen: &mut Screen) -> Result<Status, Failure> {
        let address = net::with_port(&self.address, None).map_err(Failure::Input)?;
        run(screen, Arc::new(Registry), &self.look, |app| {
            app.settings.name = self.name.unwrap_or_else(|| app.settings.name.clone());
            app.join(&address, self.code)
        })
    }
}
