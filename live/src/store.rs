//! [`Store`]: where journals of games are kept.

mod postgres;
mod sqlite;

pub use postgres::Postgres;
pub use sqlite::Sqlite;

use crate::{
    Moment,
    record::{Entry, Summary},
};
use std::fmt;

/// Something that is written to the journal of a game.
#[derive(Clone, Debug)]
pub struct Write {
    /// The number of the first entry, from 0.
    pub first: u64,
    /// The entries, as JSON.
    pub entries: Vec<String>,
    /// The game in lists, from now on.
    pub summary: Summary,
}

impl Write {
    pub(crate) fn new(first: u64, entries: &[Entry], summary: Summary) -> Write {
        // Texts and numbers only: that cannot fail.
        let entries = entries.iter().map(|entry| serde_json::to_string(entry).unwrap_or_default()).collect();
        Write { first, entries, summary }
    }
}

/// Why something cannot be kept, or found again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// Somebody else has written to this game: another server that has the same store.
    Taken(String),
    /// What is there cannot be read: why.
    Broken(String),
    /// The store does not do what it should: what it says.
    Failed(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Taken(game) => write!(f, "game {game} is played by another server that has the same storage"),
            StoreError::Broken(why) => write!(f, "what is stored cannot be read: {why}"),
            StoreError::Failed(why) => write!(f, "the storage fails: {why}"),
        }
    }
}

impl std::error::Error for StoreError {}

/// Which games are forgotten: never those that somebody says to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forget {
    /// Those that have not changed since then.
    pub before: Moment,
    /// Those in which nothing has been played, and that have not changed since then.
    pub unplayed_before: Moment,
    /// The present, by which leases have ended or not.
    pub now: Moment,
    /// At most so many, so that nobody waits for it.
    pub most: u32,
}

/// Where journals of games are kept.
pub trait Store: Send {
    /// Writes all of this, or nothing. When it returns, that is on disk.
    ///
    /// # Errors
    /// When it cannot be written. [`StoreError::Taken`] names the game that makes the others fail as well: without its part they can be written.
    fn append(&mut self, writes: &[Write]) -> Result<(), StoreError>;
    /// The journal of a game; empty where there is no such game.
    ///
    /// # Errors
    /// When it cannot be read.
    fn load(&mut self, game: &str) -> Result<Vec<Entry>, StoreError>;
    /// The games in which somebody has a seat, those that have changed last first, at most so many.
    ///
    /// # Errors
    /// When they cannot be read.
    fn games_of(&mut self, owner: &str, most: usize) -> Result<Vec<Summary>, StoreError>;
    /// Says that this instance (of several with one store) plays these games, until then: those of which another one says so already. What is said need not outlive a
    /// crash of the machine.
    ///
    /// # Errors
    /// When the store fails.
    fn lease(
        &mut self,
        games: &[String],
        instance: &str,
        now: Moment,
        until: Moment,
    ) -> Result<Vec<String>, StoreError>;
    /// This instance does not play the game any more.
    ///
    /// # Errors
    /// When the store fails.
    fn release(&mut self, game: &str, instance: &str) -> Result<(), StoreError>;
    /// Forgets games: how many that were.
    ///
    /// # Errors
    /// When the store fails.
    fn forget(&mut self, which: Forget) -> Result<usize, StoreError>;
}

/// The entries of a journal, from JSON.
fn read_entries<'a>(game: &str, lines: impl Iterator<Item = &'a str>) -> Result<Vec<Entry>, StoreError> {
    let read = |(number, line): (usize, &str)| {
        serde_json::from_str(line)
            .map_err(|error| StoreError::Broken(format!("entry {number} of game {game}: {error}")))
    };
    lines.enumerate().map(read).collect()
}

fn read_summary(text: &str) -> Result<Summary, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Broken(error.to_string()))
}
