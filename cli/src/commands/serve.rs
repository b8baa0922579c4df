//! `wazir serve`: any game in a browser.

use crate::{
    numbers,
    screen::{Failure, Screen, Status},
    signals,
};
use std::{io::Write, net::IpAddr, num::NonZeroUsize, sync::Arc, time::Duration};
use wazir::registry::Registry;
use wazir_server::{Address, Setup};

/// Play any game in a browser, here or wherever this machine can be reached
///
/// Prints the address of the first page. Needs no network: pages and pictures are part of the program. A rule file that is served is read again whenever it is
/// saved, also in pages that are open. docs/web.md tells how programs ask this server, and how to put it behind a proxy.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  wazir serve                              all games, at http://127.0.0.1:8417/
  wazir serve shogi --open                 and open the page of one of them
  wazir serve my.ron                       a game of your own, while you write it
  wazir serve --bind 0.0.0.0 --port 80     for everybody who can reach this machine
  wazir serve --origin https://play.example.org --proxied
                                           behind a proxy of that name

Exit status: 0 it was ended by Ctrl-C or SIGTERM; 2 bad usage, or nothing can be served there.")]
pub(crate) struct Args {
    /// Name of a game or path of a RON file, shown before all others
    #[arg(value_name = "GAME|FILE")]
    game: Option<String>,
    /// The address to listen at: 127.0.0.1 is this machine alone, 0.0.0.0 every network it is in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: IpAddr,
    /// The port to listen at; 0: any that is free
    #[arg(long, value_name = "N", default_value_t = 8417)]
    port: u16,
    /// Where games are kept: a file, `:memory:` (nowhere), or postgres://...; by default a file among the user's data
    #[arg(long, value_name = "PATH|:memory:|postgres://...")]
    db: Option<String>,
    /// Forget games that nobody has touched for so many days; by default they are kept for ever (those in which nothing was played: a week)
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..=36_500))]
    keep: Option<u32>,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
    /// An address by which browsers reach this server through a proxy or by a name, such as https://play.example.org
    #[arg(long, value_name = "URL", value_parser = wazir_server::guard::origin)]
    origin: Vec<String>,
    /// Believe the header X-Forwarded-For, which a proxy before this server has to set
    #[arg(long)]
    proxied: bool,
    /// Threads of the engine; by default half of the processors
    #[arg(long, value_name = "N", value_parser = numbers::threads)]
    threads: Option<NonZeroUsize>,
}

impl Args {
    pub(crate) fn run(self, screen: &mut Screen) -> Result<Status, Failure> {
        let setup = Setup {
            game: self.game,
            db: self.db,
            origins: self.origin,
            proxied: self.proxied,
            engine_threads: self.threads,
            keep: self.keep.map(|days| Duration::from_secs(u64::from(days) * 24 * 3600)),
            ..Setup::default()
        };
        let address = Address { bind: self.bind, port: self.port };
        signals::end_by_itself();
        let ready = |url: &str| {
            writeln!(screen, "{url}")?;
            screen.flush()?;
            if self.open && wazir_server::open_browser(url).is_err() {
                screen.note("no browser can be opened here; open the address in one");
            }
            Ok(())
        };
        let served = signals::with_cancel(|stop| wazir_server::serve(Arc::new(Registry), setup, address, stop, ready));
        served.map_err(Failure::Input)?;
        Ok(Status::Fine)
    }
}
