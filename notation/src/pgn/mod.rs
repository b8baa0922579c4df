//! Portable Game Notation: files of games, read game by game and written.
//!
//! Reading has two steps. [`Reader`] takes a file of any size apart into games, of which it knows the tags and the words; nothing of that depends on a game's rules.
//! [`Text::play`] then makes a game's moves on the board of its variant and gives the [`Record`]. What is wrong with a game is a [`Fault`] with its place, and the next game
//! is read all the same.
//!
//! Extensions of the standard that are understood: the tag `Variant` and `SetUp`/`FEN` for any game, comments in several places, texts that are not UTF-8 (taken for ISO 8859-1), games
//! without tags, moves in LAN or UCI. Where more than two sides play, a result has a score for each (`1-0-0-0`).

mod play;
mod read;
mod score;
mod tags;
mod write;

pub use play::Played;
pub use read::{LONGEST_GAME, LONGEST_LINE, MOST_NESTED, Reader, Text, Word};
pub use score::{Score, Scores};
pub use tags::Tags;
pub use write::{Layout, WriteError, tag_value};

use std::{fmt, time::Duration};
use wazir_runtime::{Move, Setup};

/// A game with all that was said about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// What is known about the game: players, date, and so on.
    pub tags: Tags,
    /// The position it begins with.
    pub start: Setup,
    /// The moves that were played.
    pub line: Line<Move>,
    /// How it ended; `None` where it has not ended or that is not known (`*`).
    pub scores: Option<Scores>,
}

/// A line of moves, with the lines that might have been played instead.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves in order.
    pub plays: Vec<Play<M>>,
}

/// A move, with what is said about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Play<M> {
    /// The move.
    pub mv: M,
    /// Numeric annotation glyphs: 1 for `!`, 2 for `?`, 0 to 255.
    pub nags: Vec<u8>,
    /// Comments after the move, without their braces.
    pub comments: Vec<String>,
    /// Lines that might have been played instead of this move.
    pub variations: Vec<Line<M>>,
}

impl<M> Default for Line<M> {
    fn default() -> Self {
        Line { comments: Vec::new(), plays: Vec::new() }
    }
}

impl<M> Play<M> {
    /// A move of which nothing is said.
    pub fn new(mv: M) -> Play<M> {
        Play { mv, nags: Vec::new(), comments: Vec::new(), variations: Vec::new() }
    }

    /// The time left on the mover's clock after the move, from a comment such as `[%clk 0:09:57.3]`.
    pub fn clock(&self) -> Option<Duration> {
        self.comments.iter().find_map(|comment| {
            let (_, rest) = comment.split_once("[%clk ")?;
            let (time, _) = rest.split_once(']')?;
            let parts = time.trim().split(':').map(|part| part.parse::<f64>().ok());
            let seconds = parts.into_iter().try_fold(0.0, |sum, part| Some(sum * 60.0 + part?))?;
            Duration::try_from_secs_f64(seconds).ok()
        })
    }

    /// Says what time is left on the mover's clock, to a tenth of a second; in place of what was said before.
    pub fn set_clock(&mut self, left: Duration) {
        self.comments.retain(|comment| !(comment.starts_with("[%clk ") && comment.ends_with(']')));
        let (seconds, tenths) = (left.as_secs(), left.subsec_millis() / 100);
        let fraction = if tenths > 0 { format!(".{tenths}") } else { String::new() };
        let text = format!("[%clk {}:{:02}:{:02}{fraction}]", seconds / 3600, seconds / 60 % 60, seconds % 60);
        self.comments.insert(0, text);
    }
}

/// Why a game of a file could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Which game of the file, from 1.
    pub game: u64,
    /// The move it is about, as in `12...`; `None` where it is about the tags or the whole game.
    pub number: Option<String>,
    /// The line of the file, from 1.
    pub line: u64,
    /// The place in the line, in characters from 1.
    pub column: u64,
    /// What is wrong, for people.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}, column {}", self.game, self.line, self.column)?;
        if let Some(number) = &self.number {
            write!(f, ", move {number}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for Fault {}
