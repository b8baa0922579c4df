//! [`Engine`]: the handle through which front ends have a position thought about.

use crate::{Found, Limits, Report};
use std::{
    fmt,
    num::NonZeroUsize,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};
use wazir_runtime::{FenError, Info, Move, MoveError, Setup};
use wazir_variant_spec::Values;

/// An engine for one game. It keeps what it has learnt from search to search; [`Engine::new_game`] makes it forget.
pub trait Engine: Send {
    /// The game it plays.
    fn info(&self) -> &Info;
    /// How much memory its transposition table may take, in MiB. What the table held is forgotten.
    fn set_hash(&mut self, mebibytes: usize);
    /// How many threads search.
    fn set_threads(&mut self, threads: NonZeroUsize);
    /// What it knows about the game besides what it derives from the rules; until this is called, nothing. What it has learnt is forgotten.
    fn set_values(&mut self, values: &Values);
    /// Forgets earlier searches.
    fn new_game(&mut self);
    /// Searches the last position of `line` until a limit is reached or `stop` is raised, whichever comes first, and returns within 20 ms of that. Calls `report`
    /// whenever there is something new to tell, from this thread.
    ///
    /// # Errors
    /// When the line cannot be played.
    fn search(
        &mut self,
        line: &Line,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Result<Found, LineError>;
    /// What the last position of `line` is worth to the side to move, without any search, in centipawns.
    ///
    /// # Errors
    /// When the line cannot be played.
    fn evaluate(&self, line: &Line) -> Result<i32, LineError>;
}

/// A game as far as it has gone: repetition and turns of several moves depend on how a position came about.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Where it began.
    pub start: Setup,
    /// The moves made since.
    pub moves: Vec<Move>,
}

/// Why a line cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineError {
    /// The game has no such start.
    Start(FenError),
    /// A move is not legal: its index in [`Line::moves`].
    Move(usize, MoveError),
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineError::Start(error) => write!(f, "{error}"),
            LineError::Move(index, error) => write!(f, "move {}: {error}", index + 1),
        }
    }
}

impl std::error::Error for LineError {}

/// Ends a search from another thread. Clones are one and the same flag.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A flag that is not raised.
    pub fn new() -> Stop {
        Stop::default()
    }
    /// Ends the search that looks at this flag, and any that is begun with it.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
    /// Has it been raised?
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
