//! How much of its clock a move may take.

use crate::{Clock, Limits};
use std::time::Duration;

/// What is kept back for what goes on outside of the search.
const MARGIN: Duration = Duration::from_millis(8);

/// What of a clock is left for the moments in which others have the processor: with two busy threads beside it a search on two cores wakes up to 30 ms late. Half of the clock at most.
const CUSHION: Duration = Duration::from_millis(40);

/// How late the clock has been looked at: for that long at most the search did not run, though it should have. It is measured while searching, so that what is kept back for such
/// moments is what the machine needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lateness(Duration);

impl Lateness {
    /// After a search of which this was the longest time between two looks at the clock. What was long ago counts less: a machine is not busy for ever.
    pub(crate) fn after(self, longest: Duration) -> Lateness {
        Lateness((self.0 * 7 / 8).max(longest))
    }

    /// What is kept back of a clock for it: the same may happen once more before it is noticed, and again on the way to whoever holds the clock.
    fn reserve(self) -> Duration {
        self.0 * 2
    }
}

/// How long a search may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Budget {
    /// After that no new iteration begins.
    pub(crate) soft: Option<Duration>,
    /// After that the search ends wherever it is.
    pub(crate) hard: Option<Duration>,
}

impl Budget {
    /// The time that limits allow, in a position with so many pieces, on a machine that is so late.
    pub(crate) fn new(limits: &Limits, pieces: u32, lateness: Lateness) -> Budget {
        let mut budget = limits.clock.map_or(Budget::default(), |clock| Budget::by_clock(clock, pieces, lateness));
        if let Some(time) = limits.time {
            let time = time.saturating_sub(Duration::from_millis(2)).max(Duration::from_millis(1));
            budget.hard = Some(budget.hard.map_or(time, |hard| hard.min(time)));
        }
        budget
    }

    /// A share of what is left, by how many moves it has to last for, and most of what comes anew with every move.
    fn by_clock(clock: Clock, pieces: u32, lateness: Lateness) -> Budget {
        let moves = clock.moves_to_go.map_or_else(|| moves_left(pieces), |moves| moves.clamp(1, 50));
        let least = Duration::from_millis(1);
        let reserve = lateness.reserve();
        let remaining = clock.remaining.saturating_sub(CUSHION.min(clock.remaining / 2) + reserve);
        let byoyomi = clock.byoyomi.saturating_sub(reserve.min(clock.byoyomi / 2));
        // All that can be thought without losing on time.
        let all = (remaining + byoyomi).saturating_sub(MARGIN).max(least);
        // A move that is late by a part of that takes what would come anew.
        let increment = clock.increment.mul_f64(0.75).saturating_sub(reserve / 8);
        let anew = increment + byoyomi.mul_f64(0.9);
        let share = remaining / moves + anew;
        let most = if moves == 1 { all } else { (remaining.mul_f64(0.35) + anew).min(all) };
        let hard = share.mul_f64(2.8).min(most).min(all).max(least);
        let soft = share.mul_f64(0.65).min(hard);
        Budget { soft: Some(soft), hard: Some(hard) }
    }
}

/// How many moves the clock has to last for: the more pieces there are, the longer they take to be exchanged. (Chess, shogi and xiangqi are at the least.)
fn moves_left(pieces: u32) -> u32 {
    (pieces * 4 / 5).max(32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: u64, increment: u64, byoyomi: u64, moves_to_go: Option<u32>) -> Limits {
        let ms = Duration::from_millis;
        let clock = Clock { remaining: ms(remaining), increment: ms(increment), byoyomi: ms(byoyomi), moves_to_go };
        Limits { clock: Some(clock), ..Limits::default() }
    }

    #[test]
    fn no_move_takes_more_than_there_is() {
        for (remaining, increment, byoyomi, moves) in [
            (0, 0, 0, None),
            (5, 0, 0, None),
            (1000, 10, 0, None),
            (0, 0, 1000, None),
            (1000, 0, 0, Some(1)),
            (100, 5000, 0, None),
        ] {
            let budget = Budget::new(&clock(remaining, increment, byoyomi, moves), 32, Lateness::default());
            let hard = budget.hard.unwrap_or_default();
            assert!(hard <= Duration::from_millis((remaining + byoyomi).max(1)), "{remaining} {budget:?}");
            assert!(budget.soft <= budget.hard);
        }
        // Byoyomi is there to be used.
        assert!(
            Budget::new(&clock(0, 0, 1000, None), 32, Lateness::default()).hard >= Some(Duration::from_millis(800))
        );
        // The last move before a control may take what is left.
        assert!(
            Budget::new(&clock(1000, 0, 0, Some(1)), 32, Lateness::default()).hard >= Some(Duration::from_millis(900))
        );
    }

    #[test]
    fn a_clock_that_runs_low_recovers_by_its_increment() {
        let mut left = 100.0;
        for _ in 0..200 {
            let hard = Budget::new(&clock(left as u64, 10, 0, None), 32, Lateness::default()).hard.unwrap_or_default();
            left = left - hard.as_secs_f64() * 1e3 + 10.0;
            assert!(left > 20.0, "{left} ms");
        }
    }

    #[test]
    fn a_fixed_time_is_kept() {
        let limits = Limits { time: Some(Duration::from_millis(100)), ..Limits::default() };
        assert_eq!(Budget::new(&limits, 32, Lateness::default()).hard, Some(Duration::from_millis(98)));
        assert_eq!(Budget::new(&Limits::default(), 32, Lateness::default()), Budget::default());
    }

    #[test]
    fn long_games_are_planned_for() {
        let hard = |pieces| Budget::new(&clock(1000, 0, 0, None), pieces, Lateness::default()).hard.unwrap_or_default();
        assert_eq!(hard(0), hard(40));
        assert!(hard(92) < hard(40) / 2 && hard(92) > Duration::ZERO);
        assert_eq!(
            Budget::new(&clock(1000, 0, 0, Some(10)), 92, Lateness::default()),
            Budget::new(&clock(1000, 0, 0, Some(10)), 32, Lateness::default())
        );
    }

    #[test]
    fn on_a_machine_that_is_late_more_of_the_clock_is_kept() {
        let late = Lateness::default().after(Duration::from_millis(30));
        let hard = |left, late| Budget::new(&clock(left, 10, 0, None), 32, late).hard.unwrap_or_default();
        let least = Duration::from_millis(1);
        // A clock on which being late twice would lose is left alone until it has recovered.
        assert_eq!(hard(100, late), least);
        assert!(hard(300, late) > least && hard(300, late) < hard(300, Lateness::default()));
        for left in [0, 10, 60, 100, 200, 400, 1000] {
            let spent = hard(left, late) + 2 * Duration::from_millis(30);
            assert!(hard(left, late) == least || spent < Duration::from_millis(left), "{left}");
        }
        // What was long ago is forgotten.
        let later = (0..60).fold(late, |late, _| late.after(Duration::ZERO));
        assert!(hard(100, later) >= hard(100, Lateness::default()).mul_f64(0.95));
        // Byoyomi comes again and again, but no move may be later than it.
        let byoyomi = Budget::new(&clock(0, 0, 1000, None), 32, late).hard.unwrap_or_default();
        assert!((Duration::from_millis(700)..Duration::from_millis(940)).contains(&byoyomi), "{byoyomi:?}");
    }
}
