//! [`Limits`]: when a search ends.

use crate::Level;
use std::{num::NonZeroUsize, time::Duration};
use wazir_runtime::Move;

/// Threads of a search, and of whatever else has its work done by several: more than any machine has use for, and as many as any system can begin.
pub const MOST_THREADS: usize = 512;
/// MiB of a transposition table.
pub const MOST_HASH: usize = 1 << 17;

/// When a search ends: at the first of these that is reached. With none of them it goes on until it is stopped.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// Plies of full search.
    pub depth: Option<u32>,
    /// Positions visited, by all threads.
    pub nodes: Option<u64>,
    /// Exactly this much time.
    pub time: Option<Duration>,
    /// The clock of the side to move: the engine decides how much of it to use.
    pub clock: Option<Clock>,
    /// Not the best move is looked for but a forced win, by a search of its own; what has come of that is told by [`Found::mate`](crate::Found::mate).
    pub mate: Option<Mate>,
    /// How many best moves to report, each with its line; `None` is one.
    pub lines: Option<NonZeroUsize>,
    /// Only these moves are looked at; empty: all.
    pub only: Vec<Move>,
    /// How well to play; `None` is as well as possible.
    pub level: Option<Level>,
    /// What a level's mistakes depend on, so that they can be had again; `None`: other ones every time.
    pub seed: Option<u64>,
    /// Whether the search may end by itself where nothing is left to find (a single legal move, a mate). False while pondering and in analysis: it then
    /// goes on until it is stopped.
    pub until_stopped: bool,
    /// Which move of the root is looked at is reported too, once the search has gone on for half a second ([`Report::current`](crate::Report::current)).
    pub tells_moves: bool,
    /// The opponent is still thinking: nothing ends the search but [`Stop`](crate::Stop), until [`Stop::hit`](crate::Stop::hit) says that the expected move was
    /// made. Then it goes on within the limits of time told there, counted from that moment; what was thought before is not lost.
    pub ponder: bool,
}

/// What forced win is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mate {
    /// In at most this many moves of the winner: the shortest.
    Within(u32),
    /// By checks alone, in any number of moves, as in problems of shogi (tsume); by any moves in games without royals.
    ByChecks,
}

impl Limits {
    /// Plies of full search, and moves until a mate, that are searched at the most.
    pub const DEEPEST: u32 = 120;
}

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time gained with each move.
    pub increment: Duration,
    /// Time each move may take when no other is left (Japanese byoyomi).
    pub byoyomi: Duration,
    /// Moves until the next time control; `None`: the rest of the game.
    pub moves_to_go: Option<u32>,
}
