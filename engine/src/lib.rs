//! The engine: what plays any game, and what front ends (protocols, terminal, matches) say to it and hear from it.
//!
//! [`Engine`] is the object-safe handle through which every front end uses it; [`Games`] is where front ends get games and their engines from, so that
//! none of them knows how games are found or which are compiled in.

mod audit;
mod board;
mod corrections;
mod engine;
mod eval;
mod games;
mod level;
mod limits;
mod mate;
mod nature;
mod order;
mod played;
mod problem;
mod repetition;
mod report;
mod root;
mod search;
mod shared;
mod surprises;
mod table;
mod techniques;
mod thinker;
mod time;
pub mod tuning;
mod weak;

pub use audit::{Audit, Case, NodeKind, Tally};
pub use engine::{Engine, Line, LineError, Stop};
pub use games::{Games, Opened};
pub use level::Level;
pub use limits::{Clock, Limits, MOST_HASH, MOST_THREADS, Mate};
pub use problem::MateProblem;
pub use report::{Bound, Chances, Current, Found, Report, Score, Solved, Term};
pub use techniques::{Technique, Techniques};
pub use thinker::{compiled, interpreted, run};

/// The code of the README is tested with the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
