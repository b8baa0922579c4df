//! [`Control`]: how much time, depth or nodes a move has.

use std::{fmt, str::FromStr, time::Duration};
use wazir_engine::{Clock, Limits};

/// How much a move has: of time, of depth, of nodes; everything that is given holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Control {
    /// A clock.
    pub time: Option<TimeControl>,
    /// The same time for each move.
    pub move_time: Option<Duration>,
    /// Plies of full search.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// How much later than its clock allows a move may come: for the way between processes on a busy machine.
    pub margin: Duration,
    /// How long an engine without a clock may think before it counts as hanging.
    pub patience: Duration,
}

/// A clock: `40/60+0.5` is 40 moves in 60 seconds, and half a second more for each move; without the first number the time is for the whole game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeControl {
    /// Moves of a session.
    pub moves: Option<u32>,
    /// Time of a session.
    pub base: Duration,
    /// Time gained with each move.
    pub increment: Duration,
}

impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<TimeControl, String> {
        let wrong = || {
            format!(
                "`{text}` is no time control; write seconds, as in `10`, `10+0.1` or `40/60+0.5` (40 moves in 60 seconds, half a second more for each move)"
            )
        };
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                (Some(moves.parse::<u32>().ok().filter(|moves| *moves > 0).ok_or_else(wrong)?), rest)
            }
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let seconds = |text: &str| {
            let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..1e7).contains(seconds));
            seconds.map(Duration::from_secs_f64).ok_or_else(wrong)
        };
        let control = TimeControl { moves, base: seconds(base)?, increment: seconds(increment)? };
        if control.base.is_zero() && control.increment.is_zero() { Err(wrong()) } else { Ok(control) }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", self.increment.as_secs_f64()) }
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.time.map(|time| time.to_string()),
            self.move_time.map(|time| format!("{} s a move", time.as_secs_f64())),
            self.depth.map(|depth| format!("depth {depth}")),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

/// The clocks of a game.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    control: Option<TimeControl>,
    left: Vec<Duration>,
    made: Vec<u32>,
}

impl Clocks {
    /// The clocks of so many sides.
    pub(crate) fn new(control: Option<TimeControl>, sides: usize) -> Clocks {
        let base = control.map_or(Duration::ZERO, |control| control.base + control.increment);
        Clocks { control, left: vec![base; sides], made: vec![0; sides] }
    }

    /// The clock of a side; `None` without a time control.
    pub(crate) fn of(&self, side: usize) -> Option<Clock> {
        let control = self.control?;
        let moves_to_go = control.moves.map(|moves| moves - self.made[side] % moves);
        Some(Clock { remaining: self.left[side], increment: control.increment, byoyomi: Duration::ZERO, moves_to_go })
    }

    /// The clocks of all sides.
    pub(crate) fn all(&self) -> Vec<Option<Clock>> {
        (0..self.left.len()).map(|side| self.of(side)).collect()
    }

    /// A side has made a move in this time; false when that was more than it had.
    pub(crate) fn spend(&mut self, side: usize, time: Duration, margin: Duration) -> bool {
        let Some(control) = self.control else { return true };
        if time > self.left[side] + margin {
            self.left[side] = Duration::ZERO;
            return false;
        }
        self.made[side] += 1;
        self.left[side] = self.left[side].saturating_sub(time) + control.increment;
        if control.moves.is_some_and(|moves| self.made[side].is_multiple_of(moves)) {
            self.left[side] += control.base;
        }
        true
    }
}

/// What one move has.
#[derive(Clone, Debug)]
pub(crate) struct Budget<'c> {
    pub(crate) control: &'c Control,
    /// The clocks, by side.
    pub(crate) clocks: Vec<Option<Clock>>,
    /// The side that moves.
    pub(crate) side: usize,
}

impl Budget<'_> {
    /// The clock of the side that moves.
    pub(crate) fn clock(&self) -> Option<Clock> {
        self.clocks[self.side]
    }

    /// What the own engine is told.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            depth: self.control.depth,
            nodes: self.control.nodes,
            time: self.control.move_time,
            clock: self.clock(),
            ..Limits::default()
        }
    }

    /// How long to wait for the move.
    pub(crate) fn patience(&self) -> Duration {
        /// What is waited beyond the clock: a move that comes late loses, an engine that does not answer at all is started anew.
        const GRACE: Duration = Duration::from_secs(5);
        match (self.clock(), self.control.move_time) {
            (Some(clock), _) => clock.remaining + self.control.margin + GRACE,
            (None, Some(time)) => time + self.control.margin + GRACE,
            (None, None) => self.control.patience,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_and_written() {
        for text in ["10", "1+0.01", "40/60+0.5", "0.5", "0+1"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        for text in ["", "x", "0", "10+", "/5", "0/5", "-1", "1e99", "nan"] {
            assert!(text.parse::<TimeControl>().unwrap_err().contains("is no time control"), "{text}");
        }
    }

    #[test]
    fn clocks_run_down_and_are_wound_up() {
        let control: TimeControl = "2/10+1".parse().unwrap();
        let mut clocks = Clocks::new(Some(control), 2);
        let seconds = Duration::from_secs;
        assert_eq!(clocks.of(0).unwrap().remaining, seconds(11));
        assert!(clocks.spend(0, seconds(4), Duration::ZERO));
        assert_eq!((clocks.of(0).unwrap().remaining, clocks.of(0).unwrap().moves_to_go), (seconds(8), Some(1)));
        assert!(clocks.spend(0, seconds(8), Duration::ZERO));
        assert_eq!((clocks.of(0).unwrap().remaining, clocks.of(0).unwrap().moves_to_go), (seconds(11), Some(2)));
        assert!(!clocks.spend(0, seconds(12), Duration::ZERO));
        assert!(clocks.spend(1, seconds(12), seconds(1)), "within the margin");
    }
}
