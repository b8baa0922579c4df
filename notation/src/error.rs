//! [`ReadError`]: why a text is no move here.

use std::fmt;
use wazir_runtime::{LONGEST_MOVE, shortened, too_long};

/// Why the text of a move was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The text; of one that is [too long](Trouble::Long) the beginning.
    pub text: String,
    /// What is wrong with it.
    pub trouble: Trouble,
    /// Legal moves that come near, in the same notation, best first; of an ambiguous text all that it may mean. May be empty.
    pub near: Vec<String>,
}

/// What is wrong with the text of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// There is no text.
    Empty,
    /// It is longer than a move may be ([`LONGEST_MOVE`]), and was not read: how many bytes it has.
    Long(usize),
    /// It has not the form of a move: what was expected.
    Form(String),
    /// It names a square that the board does not have: the name, the first and the last square there are.
    Square(String, String, String),
    /// It names a piece that the game does not have: the letter, and the letters there are.
    Piece(String, Vec<String>),
    /// It may be a move, and is not legal here.
    Illegal,
    /// It gives up the turn, which the rules do not allow here.
    Pass,
    /// Several legal moves can be written so.
    Ambiguous,
    /// The game cannot be written in this notation: why.
    Unfit(String),
}

impl ReadError {
    pub(crate) fn new(text: &str, trouble: Trouble) -> ReadError {
        ReadError { text: text.to_string(), trouble, near: Vec::new() }
    }

    /// The text of a move without blanks around it, if it is not longer than any move is: what reads moves looks at a text again and again.
    pub(crate) fn unless_long(text: &str) -> Result<&str, ReadError> {
        let text = text.trim();
        if text.len() > LONGEST_MOVE {
            return Err(ReadError::new(&shortened(text), Trouble::Long(text.len())));
        }
        Ok(text)
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.text;
        match &self.trouble {
            Trouble::Empty => f.write_str("a move is expected, and there is none")?,
            Trouble::Long(bytes) => write!(f, "`{text}` is not a move: {}", too_long(*bytes))?,
            Trouble::Form(expected) => write!(f, "`{text}` is not a move: {expected}")?,
            Trouble::Square(name, first, last) => {
                write!(f, "`{text}`: there is no square {name} on this board ({first} to {last})")?;
            }
            Trouble::Piece(letter, known) => {
                write!(f, "`{text}`: no piece is written `{letter}`; this game has {}", known.join(" "))?;
            }
            Trouble::Illegal => write!(f, "`{text}` is not a legal move here")?,
            Trouble::Pass => write!(f, "`{text}` gives up the turn (a null move), which the rules do not allow here")?,
            Trouble::Ambiguous => return write!(f, "`{text}` may mean {}", self.near.join(" or ")),
            Trouble::Unfit(why) => return write!(f, "`{text}` cannot be read: {why}"),
        }
        if self.near.is_empty() { Ok(()) } else { write!(f, "; did you mean {}?", self.near.join(" or ")) }
    }
}

impl std::error::Error for ReadError {}
