//! [`Shared`]: what all threads of a search look at.

use crate::{
    Audit, Stop, Techniques,
    eval::Weights,
    nature::Nature,
    table::Table,
    time::{Budget, Lateness},
};
use std::{
    sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    time::{Duration, Instant},
};
use wazir_runtime::Info;

/// What all threads of a search share.
pub(crate) struct Shared<'s> {
    pub(crate) table: &'s Table,
    pub(crate) nature: &'s Nature,
    pub(crate) info: &'s Info,
    pub(crate) weights: &'s std::sync::Arc<Weights>,
    pub(crate) reductions: &'s Reductions,
    /// By what it looks at less, or at more.
    pub(crate) techniques: Techniques,
    /// What looks at what is left out.
    pub(crate) audit: Option<&'s Audit>,
    /// When the search began.
    pub(crate) began: Instant,
    /// How much time it has.
    pub(crate) budget: Budget,
    /// How late earlier searches were.
    pub(crate) lateness: Lateness,
    /// The longest time between two looks of a thread at the clock, in microseconds.
    longest: AtomicU64,
    /// Plies played since the start of the game, as its FEN counts them.
    pub(crate) plies: u32,
    /// How many pieces there are, of those that the game began with: the game is the longer for them.
    pub(crate) pieces: u32,
    /// Neither time nor nodes count until the opponent has moved.
    pub(crate) ponder: bool,
    /// It has pondered for as long as it would think: when the opponent moves, it is over.
    pub(crate) ripe: AtomicBool,
    /// Nodes after which it has to end.
    pub(crate) most_nodes: Option<u64>,
    /// Nodes after which a thread looks whether the search is over: few where positions take long.
    pub(crate) patience: u64,
    /// Somebody else wants it to end.
    pub(crate) stop: &'s Stop,
    /// It is over.
    pub(crate) over: AtomicBool,
    nodes: AtomicU64,
    depth: AtomicUsize,
}

impl<'s> Shared<'s> {
    /// A search that begins now.
    #[allow(clippy::too_many_arguments, reason = "each of them is something else")]
    pub(crate) fn new(
        table: &'s Table,
        nature: &'s Nature,
        info: &'s Info,
        weights: &'s std::sync::Arc<Weights>,
        reductions: &'s Reductions,
        stop: &'s Stop,
    ) -> Shared<'s> {
        Shared {
            table,
            nature,
            info,
            weights,
            reductions,
            techniques: Techniques::default(),
            audit: None,
            began: Instant::now(),
            budget: Budget::default(),
            lateness: Lateness::default(),
            longest: AtomicU64::new(0),
            plies: 0,
            pieces: 0,
            ponder: false,
            ripe: AtomicBool::new(false),
            most_nodes: None,
            patience: 256,
            stop,
            over: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            depth: AtomicUsize::new(1),
        }
    }

    /// Adds nodes; whether the search is over.
    pub(crate) fn count(&self, fresh: u64) -> bool {
        let nodes = self.nodes.fetch_add(fresh, Ordering::Relaxed) + fresh;
        let spent = self.clock().is_some_and(|(time, budget)| {
            let late = budget.hard.is_some_and(|hard| time >= hard);
            late || self.most_nodes.is_some_and(|most| nodes >= most) || self.ripe.load(Ordering::Relaxed)
        });
        if spent || self.stop.is_raised() {
            self.over.store(true, Ordering::Relaxed);
        }
        self.over.load(Ordering::Relaxed)
    }

    /// A thread has not looked at the clock for so long.
    pub(crate) fn looked_after(&self, time: Duration) {
        self.longest.fetch_max(time.as_micros() as u64, Ordering::Relaxed);
    }

    /// How late this search was, and earlier ones.
    pub(crate) fn lateness_now(&self) -> Lateness {
        self.lateness.after(Duration::from_micros(self.longest.load(Ordering::Relaxed)))
    }

    /// The time that counts, and how much there is of it; `None` while the opponent thinks.
    pub(crate) fn clock(&self) -> Option<(Duration, Budget)> {
        if self.ponder {
            self.stop.hit_at().map(|hit| (hit.elapsed(), hit.budget(self.pieces, self.lateness)))
        } else {
            Some((self.began.elapsed(), self.budget))
        }
    }

    /// Nodes that all threads have told of.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The depth of the main thread's iteration.
    pub(crate) fn depth(&self) -> usize {
        self.depth.load(Ordering::Relaxed)
    }

    /// The main thread begins an iteration.
    pub(crate) fn set_depth(&self, depth: usize) {
        self.depth.store(depth, Ordering::Relaxed);
    }
}

/// By how many plies less late moves are searched.
pub(crate) struct Reductions(Vec<f32>);

impl Reductions {
    /// The table of logarithms.
    pub(crate) fn new() -> Reductions {
        Reductions((0..256).map(|n| (n.max(1) as f32).ln()).collect())
    }

    /// For the move of this number, from 0, at this depth: the product of their logarithms.
    pub(crate) fn less(&self, depth: i32, number: usize) -> i32 {
        let log = |n: usize| self.0[n.min(self.0.len() - 1)];
        (0.6 + log(depth.max(1) as usize) * log(number + 1) / 2.2) as i32
    }
}
