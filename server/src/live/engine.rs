//! The engine at a table: it thinks while somebody looks, and no longer.

use crate::{
    App, Playable, Problem,
    engines::{Question, Thought, thinking_time},
};
use std::{future::pending, time::Duration};
use tokio::time::{Instant, sleep_until};
use wazir_engine::{Clock, Level, Limits};
use wazir_live::Room;
use wazir_runtime::Move;

/// After so many failures at one position it is not asked again.
const MOST_FAILURES: u32 = 3;
/// How long is waited before it is asked again.
const PAUSE: Duration = Duration::from_secs(1);
/// A clock that has less time than so many moves would take decides how long is thought about one.
const MOVES_AHEAD: u32 = 40;

/// What a table has to do with the engine.
#[derive(Default)]
pub(super) struct Mover {
    thought: Option<(u64, Thought)>,
    /// The position at which it failed, how often, and when it is asked again.
    failed: Option<(u64, u32, Instant)>,
}

/// What has come of thinking.
pub(super) enum Found {
    /// A move in the position of this epoch.
    Move(u64, Move),
    /// Nothing yet: it is to be asked again.
    Again,
    /// Nothing, and it will not be asked again at this position.
    Failed(Problem),
}

impl Mover {
    /// Asks the engine if it is to move and has not been asked; has it stop if it is not.
    pub(super) fn look(&mut self, app: &App, game: &Playable, room: &Room, number: u64) {
        let Some(epoch) = room.engine_to_move() else {
            self.thought = None;
            return;
        };
        if self.failed.is_some_and(|(at, _, _)| at != epoch) {
            self.failed = None;
        }
        let rests = self.failed.is_some_and(|(_, times, again)| times >= MOST_FAILURES || Instant::now() < again);
        if rests || self.thought.as_ref().is_some_and(|(of, _)| *of == epoch) {
            return;
        }
        self.thought = None;
        let Some(question) = room.question() else { return };
        let limits = limits(question.level, question.clock);
        let question = Question { limits, opened: game.opened.clone(), line: question.line, game: number };
        match app.engines().ask(question) {
            Ok(thought) => self.thought = Some((epoch, thought)),
            // Others are before it: that is no failure.
            Err(_) => self.failed = Some((epoch, 0, Instant::now() + PAUSE)),
        }
    }

    /// What it finds; never anything if it is not asked.
    pub(super) async fn found(&mut self) -> Found {
        if let Some((epoch, thought)) = &mut self.thought {
            let epoch = *epoch;
            let found = thought.await;
            self.thought = None;
            let problem = match found.map(|found| found.best) {
                Ok(Some(mv)) => return Found::Move(epoch, mv),
                Ok(None) => Problem::ours("The engine has found no move."),
                Err(problem) => problem,
            };
            let times = self.failed.map_or(0, |(_, times, _)| times) + 1;
            self.failed = Some((epoch, times, Instant::now() + PAUSE));
            return if times < MOST_FAILURES { Found::Again } else { Found::Failed(problem) };
        }
        match self.failed {
            Some((_, times, again)) if times < MOST_FAILURES && again > Instant::now() => {
                sleep_until(again).await;
                Found::Again
            }
            _ => pending().await,
        }
    }
}

/// How long and how well it thinks: as long as suits the level, and no longer than the clock has time for.
fn limits(level: u8, clock: Option<Clock>) -> Limits {
    let level = Level::new(level).unwrap_or(Level::FIRST);
    let usual = thinking_time(level);
    let enough = |clock: &Clock| {
        clock.remaining >= usual * MOVES_AHEAD || clock.increment >= usual || clock.byoyomi >= 2 * usual
    };
    match clock.filter(|clock| !enough(clock)) {
        Some(clock) => Limits { clock: Some(clock), level: Some(level), ..Limits::default() },
        None => Limits { time: Some(usual), level: Some(level), ..Limits::default() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_decides_where_it_is_short() {
        let clock = |remaining, increment, byoyomi| Clock {
            remaining: Duration::from_secs(remaining),
            increment: Duration::from_secs(increment),
            byoyomi: Duration::from_secs(byoyomi),
            moves_to_go: None,
        };
        let by_clock = |level, clock| {
            let limits = limits(level, clock);
            assert_eq!(limits.level, Level::new(level));
            assert_ne!(limits.clock.is_some(), limits.time.is_some());
            limits.clock.is_some()
        };
        assert!(!by_clock(10, None) && !by_clock(10, Some(clock(600, 0, 0))));
        assert!(by_clock(10, Some(clock(20, 0, 0))) && by_clock(1, Some(clock(3, 0, 0))));
        assert!(!by_clock(10, Some(clock(5, 3, 0))) && !by_clock(10, Some(clock(0, 0, 30))));
    }
}
