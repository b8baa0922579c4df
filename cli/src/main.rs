//! The program `wazir`: one subcommand a file in [`commands`]; what they share is around it.

mod commands;
mod counting;
mod numbers;
mod position;
mod screen;
mod signals;
mod terminal;

use clap::{Parser, Subcommand};
use screen::{Color, Failure, Screen, Status};
use std::process::ExitCode;

/// A compiler for chess-like games: write the rules once, in a page of RON; get a move generator as fast as one written by hand.
#[derive(Parser)]
#[command(name = "wazir", version, max_term_width = 110, after_help = examples())]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// When to use colours (NO_COLOR is respected)
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    color: Color,
}

/// Of a build without the server, nothing that it would answer with an error.
fn examples() -> String {
    let has = |line: &&str| cfg!(feature = "serve") || !line.trim_start().starts_with("wazir serve");
    EXAMPLES.lines().filter(has).collect::<Vec<_>>().join("\n")
}

const EXAMPLES: &str = "\
GAME is the name of a game of this build (see `wazir list`), the path of a RON file, or `-` for standard input.
A file is played at once, without a rebuild.

Examples:
  wazir list                          the games of this build
  wazir play chess                    play it
  wazir serve                         play in a browser
  wazir perft shogi 4                 count shogi's positions four plies deep
  wazir playout makruk                how random games of makruk end
  wazir show xiangqi --piece H        how the horse moves
  wazir engine                        what a GUI starts: UCI, USI, UCCI, UGI, XBoard
  wazir match wazir random --game ataxx --games 10
                                      a match between two engines
  wazir tune mygame.ron               learn what its pieces are worth
  wazir pgn games.pgn                 are all games of a file legal?
  wazir new mygame --from chess       start a game of your own
  wazir check mygame.ron              what is wrong with it
  wazir show mygame.ron               its board
  wazir diff chess atomic --rules     how two games differ

Exit status: 0 all is well; 1 something is wrong or differs; 2 bad usage or bad input.";

#[derive(Subcommand)]
enum Command {
    List(commands::list::Args),
    Check(commands::check::Args),
    Show(commands::show::Args),
    Moves(commands::moves::Args),
    Perft(commands::perft::Args),
    Pgn(commands::pgn::Args),
    Play(Box<commands::play::Args>),
    Host(Box<commands::host::Args>),
    Join(commands::join::Args),
    #[cfg(feature = "serve")]
    Serve(commands::serve::Args),
    Playout(commands::playout::Args),
    Engine(commands::engine::Args),
    Match(Box<commands::play_match::Args>),
    Tune(commands::tune::Args),
    Emit(commands::emit::Args),
    Explain(commands::explain::Args),
    Diff(commands::diff::Args),
    New(commands::new::Args),
}

impl Command {
    fn run(self, screen: &mut Screen) -> Result<Status, Failure> {
        match self {
            Command::List(args) => args.run(screen),
            Command::Check(args) => args.run(screen),
            Command::Show(args) => args.run(screen),
            Command::Moves(args) => args.run(screen),
            Command::Perft(args) => args.run(screen),
            Command::Pgn(args) => args.run(screen),
            Command::Play(args) => args.run(screen),
            Command::Host(args) => args.run(screen),
            Command::Join(args) => args.run(screen),
            #[cfg(feature = "serve")]
            Command::Serve(args) => args.run(screen),
            Command::Playout(args) => args.run(screen),
            Command::Engine(args) => args.run(screen),
            Command::Match(args) => args.run(screen),
            Command::Tune(args) => args.run(screen),
            Command::Emit(args) => args.run(screen),
            Command::Explain(args) => args.run(screen),
            Command::Diff(args) => args.run(screen),
            Command::New(args) => args.run(screen),
        }
    }
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return ExitCode::from(screen::fail_on_arguments(&error)),
    };
    signals::watch();
    let mut screen = Screen::new(cli.color);
    let result = cli.command.run(&mut screen).and_then(|status| {
        std::io::Write::flush(&mut screen)?;
        Ok(status)
    });
    match result {
        Ok(Status::Fine) => ExitCode::SUCCESS,
        Ok(Status::Wrong) => ExitCode::from(1),
        Ok(Status::Interrupted) => ExitCode::from(signals::status()),
        Err(failure) => ExitCode::from(screen.fail(&failure)),
    }
}
