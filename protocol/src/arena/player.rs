//! [`Player`]: somebody who chooses moves.

use super::control::Budget;
use crate::Play;
use std::fmt;
use wazir_engine::Stop;
use wazir_runtime::{Move, shortened_to};

/// Characters of the name that a program gives itself: of a longer one the beginning is used.
const LONGEST_NAME: usize = 100;
/// Characters of a list of what a program offers, such as its options, in a message.
const LONGEST_LIST: usize = 4_000;
/// Characters of a line that a program says, in a message.
const LONGEST_QUOTE: usize = 200;

/// A name as programs tell theirs, for tags and lists.
pub(crate) fn name(told: &str) -> String {
    shortened_to(told.trim(), LONGEST_NAME)
}

/// What a program offers, for a message that something else was asked for.
pub(crate) fn list<T: AsRef<str>>(offered: &[T]) -> String {
    let offered: Vec<&str> = offered.iter().map(AsRef::as_ref).collect();
    shortened_to(&offered.join(", "), LONGEST_LIST)
}

/// A line that a program says, for a message about it.
pub(crate) fn quote(line: &str) -> String {
    shortened_to(line, LONGEST_QUOTE)
}

/// Somebody who chooses moves.
pub(crate) trait Player: Send {
    /// What it calls itself.
    fn name(&self) -> String;
    /// A new game begins with this position; the moves made in it already are those of its opening.
    fn begin(&mut self, play: &Play) -> Result<(), Fault>;
    /// Chooses a move in the present position. `cancel` is raised when nobody wants to know any more.
    fn choose(&mut self, play: &Play, budget: &Budget, cancel: &Stop) -> Result<Choice, Fault>;
}

/// What a player does when it is its turn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Choice {
    /// The move; `None`: it gives up.
    pub(crate) mv: Option<Move>,
    /// What it says about it: its score (centipawns, or `M5`) and depth.
    pub(crate) says: String,
}

/// Why a player cannot go on: it loses the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Its program has ended.
    Died(String),
    /// It does not answer.
    Silent(String),
    /// Its move is not legal.
    Illegal(String),
    /// It does not do what its protocol asks for.
    Wrong(String),
    /// The match has been called off: nobody loses.
    Cancelled,
}

impl Fault {
    /// Is the program to be started anew?
    pub(crate) fn is_fatal(&self) -> bool {
        !matches!(self, Fault::Illegal(_))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Died(what) => write!(f, "its program has ended: {what}"),
            Fault::Silent(what) => write!(f, "it does not answer: {what}"),
            Fault::Illegal(what) => write!(f, "illegal move: {what}"),
            Fault::Wrong(what) => f.write_str(what),
            Fault::Cancelled => f.write_str("called off"),
        }
    }
}
