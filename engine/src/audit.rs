//! [`Audit`]: what moves that a search left out, or searched less deep, would have been worth.
//!
//! A move that is left out costs nothing but what it would have been worth, and that nobody sees. An audit looks: of every so many of such moves one is searched to the full depth
//! after all, and what comes of it is counted, by the technique that left it out, the depth, the kind of node, and whether it gives check. What the audited search itself finds stays as it would be, but
//! for what the additional searches leave in the transposition table.

use crate::Technique;
use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

/// A kind of node, by what is expected of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NodeKind {
    /// On the main line: its exact score is wanted.
    Main,
    /// It is expected to fail high: one good move is enough.
    Cut,
    /// It is expected to fail low: every move has to be refuted.
    All,
}

/// What moves that are counted together have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Case {
    /// What left the move out, or reduced it.
    pub technique: Technique,
    /// Plies that were left at the node, the move included.
    pub depth: u8,
    /// The node.
    pub node: NodeKind,
    /// The move gives check.
    pub checks: bool,
}

/// What became of the moves of a case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Moves that were searched to the full depth after all.
    pub looked_at: u64,
    /// Of these, moves that are better than what the node had: they ought not to have been left out.
    pub wrong: u64,
    /// Of these, moves that refute the move before them: the node's result was wrong.
    pub refuting: u64,
}

/// Counts what was left out wrongly. Several searches, and all threads of each, may share one.
#[derive(Debug)]
pub struct Audit {
    every: u64,
    tallies: Mutex<BTreeMap<Case, Tally>>,
}

impl Audit {
    /// Looks at one of `every` moves that are left out (1: at all of them).
    pub fn new(every: u64) -> Audit {
        Audit { every: every.max(1), tallies: Mutex::default() }
    }

    /// Of so many moves that are left out one is looked at.
    pub fn every(&self) -> u64 {
        self.every
    }

    /// What was found so far.
    pub fn tallies(&self) -> BTreeMap<Case, Tally> {
        self.tallies.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A move of this case has been looked at.
    pub(crate) fn count(&self, case: Case, wrong: bool, refuting: bool) {
        let mut tallies = self.tallies.lock().unwrap_or_else(PoisonError::into_inner);
        let tally = tallies.entry(case).or_default();
        tally.looked_at += 1;
        tally.wrong += u64::from(wrong);
        tally.refuting += u64::from(refuting);
    }
}
