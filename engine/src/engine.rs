//! [`Engine`]: the handle through which front ends have a position thought about.

use crate::{
    Audit, Found, Limits, Report, Techniques, Term,
    time::{Budget, Lateness},
};
use std::{
    fmt,
    num::NonZeroUsize,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
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
    /// By which techniques it searches; until this is called, by all.
    fn set_techniques(&mut self, techniques: Techniques);
    /// Has the moves that its searches leave out looked at, from now on; `None`: no longer. By default an engine leaves nothing out.
    fn set_audit(&mut self, _audit: Option<Arc<Audit>>) {}
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
    /// The parts of which [`Engine::evaluate`] is the sum, but for those that are nothing. By default an engine cannot take it apart.
    ///
    /// # Errors
    /// When the line cannot be played.
    fn terms(&self, line: &Line) -> Result<Vec<Term>, LineError> {
        self.evaluate(line).map(|_| Vec::new())
    }
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

/// Ends a search from another thread, or tells one that ponders to come to its end. Clones are one and the same.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Signals>);

/// What a search may be told while it goes on.
#[derive(Debug, Default)]
struct Signals {
    raised: AtomicBool,
    hit: OnceLock<Hit>,
}

/// The moment from which a search that has pondered counts its time, and how much it has.
#[derive(Clone, Debug)]
pub(crate) struct Hit {
    at: Instant,
    limits: Limits,
}

impl Hit {
    /// The time since.
    pub(crate) fn elapsed(&self) -> Duration {
        self.at.elapsed()
    }
    /// How much there is of it, in a position with so many pieces.
    pub(crate) fn budget(&self, pieces: u32, lateness: Lateness) -> Budget {
        Budget::new(&self.limits, pieces, lateness)
    }
}

impl Stop {
    /// A flag that is not raised.
    pub fn new() -> Stop {
        Stop::default()
    }
    /// Ends the search that looks at this flag, and any that is begun with it.
    pub fn raise(&self) {
        self.0.raised.store(true, Ordering::Relaxed);
    }
    /// Has it been raised?
    pub fn is_raised(&self) -> bool {
        self.0.raised.load(Ordering::Relaxed)
    }
    /// The opponent has made the move that is pondered on ([`Limits::ponder`]): the search goes on, and from now on has the time (`time`, `clock`) of these
    /// limits.
    /// Of its other limits it keeps those that it was begun with. Only the first call counts.
    pub fn hit(&self, limits: &Limits) {
        self.0.hit.get_or_init(|| Hit { at: Instant::now(), limits: limits.clone() });
    }
    /// Has that been told?
    pub fn is_hit(&self) -> bool {
        self.0.hit.get().is_some()
    }
    /// When that was, if it was.
    pub(crate) fn hit_at(&self) -> Option<&Hit> {
        self.0.hit.get()
    }
}
