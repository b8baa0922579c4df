//! [`Control`]: the time control of a game, as XBoard tells it.

use crate::session::Session;
use std::time::Duration;
use wazir_engine::{Clock, Limits};

/// The time control.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Control {
    /// Moves of a session; 0: one session is the whole game.
    moves: u32,
    increment: Duration,
    /// Exactly this much for each move, instead.
    pub(super) exactly: Option<Duration>,
    pub(super) depth: Option<u32>,
    /// What is left on the engine's clock.
    pub(super) left: Duration,
}

impl Default for Control {
    fn default() -> Control {
        let left = Duration::from_secs(300);
        Control { moves: 40, increment: Duration::ZERO, exactly: None, depth: None, left }
    }
}

/// So many seconds; out of range they are brought into it.
pub(super) fn seconds(seconds: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds.clamp(0.0, 1e8)).ok()
}

impl Control {
    /// Reads what stands behind `level`: `MOVES MINUTES[:SECONDS] INCREMENT`. `None` when it is something else.
    pub(super) fn level(self, text: &str) -> Option<Control> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [moves, base, increment] = words[..] else { return None };
        let (minutes, rest) = base.split_once(':').unwrap_or((base, "0"));
        let left = seconds(minutes.parse::<f64>().ok()? * 60.0 + rest.parse::<f64>().ok()?)?;
        let increment = seconds(increment.parse().ok()?)?;
        Some(Control { moves: moves.parse().ok()?, increment, left, exactly: None, ..self })
    }

    /// When a search for the next move of the present game ends.
    pub(super) fn limits(&self, session: &Session) -> Limits {
        let overhead = session.settings.overhead;
        let moves_to_go = (self.moves > 0).then(|| {
            let made = session.play.moves().len() as u32 / session.play.info().sides.len().max(1) as u32;
            self.moves - made % self.moves
        });
        let clock = Clock {
            remaining: self.left.saturating_sub(overhead),
            increment: self.increment,
            byoyomi: Duration::ZERO,
            moves_to_go,
        };
        let exactly = self.exactly.map(|time| time.saturating_sub(overhead));
        let clock = exactly.is_none().then_some(clock);
        session.limited(Limits { depth: self.depth, time: exactly, clock, ..Limits::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read() {
        let read = |text| Control::default().level(text);
        let blitz = read("40 5:30 2.5").unwrap();
        assert_eq!((blitz.moves, blitz.left.as_secs(), blitz.increment.as_millis()), (40, 330, 2500));
        assert_eq!(read("0 1 0").unwrap().left, Duration::from_secs(60));
        assert_eq!(read("0 -1 0").unwrap().left, Duration::ZERO);
        for wrong in ["", "40 5", "40 5 0 0", "x 5 0", "40 5:x 0", "40 5 NaN"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
