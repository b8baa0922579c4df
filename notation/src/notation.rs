//! [`Notation`]: every way of writing moves, by its name.

use crate::{ReadError, Trouble, moves::Moves, read, san};
use std::{fmt, str::FromStr};
use wazir_runtime::{Game, Move, MoveError, Style};

/// A way of writing moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Standard algebraic notation: see [`san`].
    San,
    /// Long algebraic notation: see [`san::write_long`].
    Lan,
    /// What engines speak: see [`wazir_runtime::move_text`].
    Uci,
}

/// No notation has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownNotation(String);

impl fmt::Display for UnknownNotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Notation::ALL.iter().map(|notation| notation.name()).collect();
        write!(f, "no notation is called `{}`; there are {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownNotation {}

impl FromStr for Notation {
    type Err = UnknownNotation;

    fn from_str(name: &str) -> Result<Notation, UnknownNotation> {
        let found = Notation::ALL.into_iter().find(|notation| notation.name() == name);
        found.ok_or_else(|| UnknownNotation(name.to_string()))
    }
}

impl Notation {
    /// All of them.
    pub const ALL: [Notation; 3] = [Notation::San, Notation::Lan, Notation::Uci];

    /// Its name, as options and [`FromStr`] take it.
    pub const fn name(self) -> &'static str {
        match self {
            Notation::San => "san",
            Notation::Lan => "lan",
            Notation::Uci => "uci",
        }
    }

    /// The text of a legal move.
    pub fn write(self, game: &dyn Game, mv: Move) -> String {
        let moves = Moves::of(game);
        let mark = match self {
            Notation::San | Notation::Lan => moves.check_mark(mv),
            _ => "",
        };
        self.unmarked(&moves, mv) + mark
    }

    /// Every legal move with its text.
    pub fn all(self, game: &dyn Game) -> Vec<(Move, String)> {
        match self {
            Notation::San => san::all(game),
            _ => game.legal_moves().into_iter().map(|mv| (mv, self.write(game, mv))).collect(),
        }
    }

    /// The text without a mark of check or mate.
    pub(crate) fn write_unmarked(self, game: &dyn Game, mv: Move) -> String {
        self.unmarked(&Moves::of(game), mv)
    }

    fn unmarked(self, moves: &Moves<'_>, mv: Move) -> String {
        match self {
            Notation::San => san::short(moves, mv),
            Notation::Lan => san::long(moves, mv),
            Notation::Uci => moves.game.move_text(mv, Style::Game),
        }
    }

    /// The legal move that the text means. SAN, LAN and UCI are understood whichever of them is asked for.
    ///
    /// # Errors
    /// Says what about the text is wrong, and which moves come near.
    pub fn read(self, game: &dyn Game, text: &str) -> Result<Move, ReadError> {
        match self {
            Notation::San | Notation::Lan => read::read(&Moves::of(game), text),
            Notation::Uci => game.parse_move(text, Style::Game).or_else(|error| {
                read::read(&Moves::of(game), text).map_err(|_| match error {
                    MoveError::Syntax(what) => ReadError::new(text, Trouble::Form(what)),
                    MoveError::Illegal { near, .. } => ReadError { near, ..ReadError::new(text, Trouble::Illegal) },
                })
            }),
        }
    }
}
