//! What a program that plays games has in its hands: values with types, names and errors, on top of the numbers that generated code works with.
//!
//! A value here is what its name says: [`Square`] is `e4`, [`PieceType`] `N` or `+R`, [`Move`] `e7e8q` or `P@f7`, and [`Side`] the first or the second to
//! move. So they can be printed, read, compared and kept (with the feature `serde` also in files) without a game at hand. Which of its own squares, types and
//! moves they are, a game tells: [`Board`] for the one it plays, [`Naming`] for any.
//!
//! The crate's own [`crate::Square`], [`crate::PieceId`], [`crate::SideId`] and [`crate::Move`] are plain numbers, which mean something in one game only.

mod board;
mod moves;
mod naming;
mod piece;
#[cfg(feature = "serde")]
mod serde;
mod side;
mod square;

pub use board::{Board, Moves, Outcome};
pub use moves::Move;
pub use naming::Naming;
pub use piece::{NamedPiece, Piece, PieceType, UnknownPiece};
pub use side::Side;
pub use square::Square;

use alloc::string::String;
use core::fmt;

/// A text that is no square, side, piece type or move of any game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// What was expected, with an article.
    expected: &'static str,
    /// The text.
    text: String,
}

impl ParseError {
    fn new(expected: &'static str, text: &str) -> ParseError {
        // A text of megabytes is not repeated in the error.
        ParseError { expected, text: text.chars().take(64).collect() }
    }

    /// What was read; of a long text the beginning.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not {}", self.text, self.expected)
    }
}

impl core::error::Error for ParseError {}

#[cfg(test)]
mod tests;
