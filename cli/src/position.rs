//! Arguments that choose a position of a game, shared by the subcommands: `--fen`, `--moves`, `--chess960`, `--backend`.

use crate::screen::{Failure, bad_input, fen_error};
use clap::ValueEnum;
use wazir::games::Entry;
use wazir_runtime::{Backend, Game, Style, Variant};
use wazir_session::writing::Writing;

/// Which implementation plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BackendChoice {
    /// Generated code.
    Compiled,
    /// The machine, which runs the move program of a rule file.
    Machine,
    /// The interpreter, which plays any rule file, slowly: the oracle.
    #[value(alias = "interpreted")]
    Reference,
}

impl From<BackendChoice> for Backend {
    fn from(choice: BackendChoice) -> Backend {
        match choice {
            BackendChoice::Compiled => Backend::Compiled,
            BackendChoice::Machine => Backend::Machine,
            BackendChoice::Reference => Backend::Reference,
        }
    }
}

/// The name of a backend, as `--backend` takes it.
pub(crate) fn backend_name(backend: Backend) -> &'static str {
    match backend {
        Backend::Compiled => "compiled",
        Backend::Machine => "machine",
        Backend::Reference => "reference",
    }
}

/// A position of a game.
#[derive(clap::Args)]
pub(crate) struct PositionArgs {
    /// The position in FEN; the game's start position by default
    #[arg(long)]
    pub(crate) fen: Option<String>,
    /// Moves to play first, separated by blanks, as the game is written or in SAN, LAN or UCI: "e4 e5 Nf3", "e2e4 e7e5", "P-7f 3c3d"
    #[arg(long, value_name = "MOVES")]
    pub(crate) moves: Option<String>,
    /// Castling as in Chess960: rights as files (HAha), castling as king takes rook
    #[arg(long)]
    pub(crate) chess960: bool,
}

impl PositionArgs {
    /// How castling is written.
    pub(crate) fn style(&self) -> Style {
        if self.chess960 { Style::Chess960 } else { Style::Game }
    }

    /// The position, in the game of this rule file, which `variant` plays.
    pub(crate) fn open(&self, entry: &Entry, variant: &dyn Variant) -> Result<Box<dyn Game>, Failure> {
        let style = self.style();
        let mut game = match &self.fen {
            Some(fen) => variant.from_fen(fen, style).map_err(|error| fen_error(fen, &error))?,
            None => variant.start(),
        };
        let Some(moves) = &self.moves else { return Ok(game) };
        // Read as they are typed in `wazir play`.
        let writing = Writing::of(&entry.rules()?, variant.info());
        for (number, text) in moves.split_whitespace().enumerate() {
            let mv = writing.parse(&*game, text, style).map_err(|error| error.to_string());
            if let Err(error) = mv.and_then(|mv| game.play(mv).map_err(|error| error.to_string())) {
                let fen = game.fen(style);
                return bad_input(format!("move {} of --moves: {error}\n  in {fen}", number + 1));
            }
        }
        Ok(game)
    }
}
