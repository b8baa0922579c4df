//! Our engine as a player, and somebody who moves at random.

use super::{
    contestant::BuiltIn,
    control::Budget,
    player::{Choice, Fault, Player},
};
use crate::Play;
use std::{
    num::NonZeroUsize,
    panic::{AssertUnwindSafe, catch_unwind},
    time::Duration,
};
use wazir_engine::{Engine, Limits, Opened, Score, Stop};
use wazir_runtime::Random;

/// Our engine.
pub(crate) struct BuiltInPlayer {
    engine: Box<dyn Engine>,
    set: BuiltIn,
    name: String,
}

/// How much of its clock the own engine does not touch: what the way to it and back takes.
const OVERHEAD: Duration = Duration::from_millis(5);

impl BuiltInPlayer {
    /// # Errors
    /// When the values it is to know cannot be read.
    pub(crate) fn new(opened: &Opened, set: &BuiltIn, name: String) -> Result<BuiltInPlayer, String> {
        let mut engine = (opened.engine)();
        if let Some(values) = set.knows.values(opened)? {
            engine.set_values(&values);
        }
        engine.set_techniques(set.techniques);
        engine.set_hash(set.hash);
        engine.set_threads(NonZeroUsize::new(set.threads).unwrap_or(NonZeroUsize::MIN));
        Ok(BuiltInPlayer { engine, set: set.clone(), name })
    }

    fn limits(&self, budget: &Budget) -> Limits {
        let set = &self.set;
        let mut limits = Limits { level: set.level, ..budget.limits() };
        if set.nodes.is_some() || set.depth.is_some() || set.time.is_some() {
            limits = Limits {
                nodes: set.nodes,
                depth: set.depth,
                time: set.time,
                level: set.level,
                clock: budget.clock(),
                ..Limits::default()
            };
        }
        if let Some(clock) = &mut limits.clock {
            clock.remaining = clock.remaining.saturating_sub(OVERHEAD);
        }
        limits
    }
}

impl Player for BuiltInPlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn begin(&mut self, _: &Play) -> Result<(), Fault> {
        self.engine.new_game();
        Ok(())
    }

    fn choose(&mut self, play: &Play, budget: &Budget, cancel: &Stop) -> Result<Choice, Fault> {
        let (line, limits) = (play.line(), self.limits(budget));
        let search = || self.engine.search(&line, &limits, cancel, &mut |_| {});
        let found = catch_unwind(AssertUnwindSafe(search));
        if cancel.is_raised() {
            return Err(Fault::Cancelled);
        }
        let found = found.map_err(|_| Fault::Died("the search failed".to_string()))?;
        let found = found.map_err(|error| Fault::Wrong(error.to_string()))?;
        let score = match (found.score, found.score.mate()) {
            (Score::Centipawns(value), _) => format!("{:+.2}", f64::from(value) / 100.0),
            (_, mate) => format!("M{}", mate.unwrap_or_default()),
        };
        Ok(Choice { mv: found.best, says: format!("{score}/{}", found.depth) })
    }
}

/// Somebody who makes any legal move, each as likely as the others.
pub(crate) struct RandomPlayer(pub(crate) Random);

impl Player for RandomPlayer {
    fn name(&self) -> String {
        "random".to_string()
    }

    fn begin(&mut self, _: &Play) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, play: &Play, _: &Budget, _: &Stop) -> Result<Choice, Fault> {
        let mut legal = play.legal_moves();
        // Backends list the same moves in orders of their own.
        legal.sort_unstable_by_key(|mv| mv.order());
        let chosen = if legal.is_empty() { None } else { Some(legal[self.0.below(legal.len())]) };
        Ok(Choice { mv: chosen, says: String::new() })
    }
}
