//! Everybody that is measured, behind one small interface. Each peer counts as its own author would: its fastest documented way for bulk
//! counting; for leaf counting, every leaf is made on the board and handed to `black_box`.

use crate::{measure::Sample, positions::Position};

mod ataxx;
mod atomic;
mod cozy;
mod haitaka;
mod machine;
mod monster;
mod ours;
mod outsider;
mod program;
mod shakmaty;
mod template;
mod uci;

pub(crate) use machine::{Machine, NAME as MACHINE};
pub(crate) use ours::open as open_ours;
pub(crate) use outsider::Outsider;
pub(crate) use program::Program;
pub(crate) use uci::Engine;

/// How leaves are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Without playing them.
    Bulk,
    /// Each is played.
    Leaf,
}

impl Mode {
    /// Its name in tables.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Mode::Bulk => "bulk",
            Mode::Leaf => "leaf",
        }
    }
}

/// A move generator other than ours.
pub(crate) trait Peer {
    /// Its name in tables.
    fn name(&self) -> &str;
    /// Does it know the game of this position?
    fn plays(&self, position: &Position) -> bool;
    /// Can it count this way?
    fn counts(&self, _mode: Mode) -> bool {
        true
    }
    /// Sets up a position of a game that it plays.
    fn open<'a>(&'a mut self, position: &Position) -> Result<Box<dyn Counter + 'a>, String>;
}

/// A position set up somewhere.
pub(crate) trait Counter {
    /// Counts and times one perft.
    fn count(&mut self, depth: u32, mode: Mode) -> Result<Sample, String>;
}

/// A counter out of a function.
struct Perft<F>(F);

impl<F: FnMut(u32, Mode) -> Result<Sample, String>> Counter for Perft<F> {
    fn count(&mut self, depth: u32, mode: Mode) -> Result<Sample, String> {
        (self.0)(depth, mode)
    }
}

/// The libraries that are linked in.
pub(crate) fn libraries() -> Vec<Box<dyn Peer>> {
    vec![
        Box::new(cozy::CozyChess),
        Box::new(haitaka::Haitaka),
        Box::new(shakmaty::Shakmaty),
        Box::new(monster::MonsterChess),
        Box::new(ataxx::AtaxxCrate),
        Box::new(atomic::AtomicMovegen),
    ]
}
