//! [`Running`]: the clocks of a live game, whose time is told by the server, and which forgive what the network takes.

use crate::Moment;
use std::time::Duration;
use wazir_runtime::SideId;
use wazir_session::clock::{Clocks, SideClock, TimeControl};

/// The clocks of a game. At most one of them runs.
#[derive(Clone, Debug)]
pub(crate) struct Running {
    clocks: Clocks,
    /// What is forgiven each side yet.
    forgiven: Vec<Duration>,
    /// What is forgiven more with each move.
    gain: Duration,
    /// Which clock runs, and from when its time has not been taken off yet.
    running: Option<(SideId, Moment)>,
}

/// What a side is forgiven at the most, in gains.
const MOST_GAINS: u32 = 7;
/// What a side is forgiven at the start, in gains.
const FIRST_GAINS: u32 = 3;

impl Running {
    pub(crate) fn new(control: TimeControl, sides: usize) -> Running {
        Running::resumed(control, Clocks::new(control, sides).sides().to_vec())
    }

    /// Clocks as they stood; none runs.
    pub(crate) fn resumed(control: TimeControl, sides: Vec<SideClock>) -> Running {
        // Longer games forgive more: 0.15 s and 4 thousandths of the time at the start for each move, a second at the most.
        let gain = (Duration::from_millis(150) + control.base / 250).min(Duration::from_secs(1));
        let forgiven = vec![gain * FIRST_GAINS; sides.len()];
        Running { clocks: Clocks::resumed(control, sides), forgiven, gain, running: None }
    }

    pub(crate) fn control(&self) -> TimeControl {
        self.clocks.control()
    }
    pub(crate) fn clocks(&self) -> &Clocks {
        &self.clocks
    }
    pub(crate) fn sides(&self) -> &[SideClock] {
        self.clocks.sides()
    }
    pub(crate) fn running(&self) -> Option<SideId> {
        self.running.map(|(side, _)| side)
    }
    pub(crate) fn set(&mut self, sides: &[SideClock]) {
        self.clocks.set(sides);
    }

    /// Lets the clock of this side run from now on, or none.
    pub(crate) fn run(&mut self, side: Option<SideId>, now: Moment) {
        if self.running() == side {
            return;
        }
        self.settle(now);
        self.running = side.map(|side| (side, now));
    }

    /// Takes the time off the clock that runs.
    pub(crate) fn settle(&mut self, now: Moment) {
        if let Some((side, since)) = &mut self.running {
            self.clocks.tick(*side, now.since(*since));
            *since = now;
        }
    }

    /// What is forgiven of a move that comes now, of a side whose messages need `lag` there and back.
    fn forgives(&self, side: SideId, lag: Duration) -> Duration {
        self.forgiven.get(side as usize).copied().unwrap_or_default().min(lag)
    }

    /// When the clock that runs has no time left, with what would be forgiven.
    pub(crate) fn end(&self, lag: Duration) -> Option<Moment> {
        let (side, since) = self.running?;
        Some(since + self.clocks.left(side) + self.forgives(side, lag))
    }

    /// A move of this side has come: the lag is forgiven as far as it goes, the clock gains what it gains. It does not run any more.
    pub(crate) fn moved(&mut self, side: SideId, now: Moment, lag: Duration) {
        if let Some((_, since)) = self.running.take().filter(|(running, _)| *running == side) {
            let spent = now.since(since);
            let forgiven = self.forgives(side, lag).min(spent);
            self.clocks.tick(side, spent - forgiven);
            if let Some(left) = self.forgiven.get_mut(side as usize) {
                *left = (*left - forgiven + self.gain).min(self.gain * MOST_GAINS);
            }
        }
        self.clocks.moved(side);
    }

    /// What each side has left, in milliseconds.
    pub(crate) fn left(&self, now: Moment) -> Vec<u64> {
        let gone = |side| match self.running {
            Some((running, since)) if running == side => now.since(since),
            _ => Duration::ZERO,
        };
        let left = |side| self.clocks.left(side).saturating_sub(gone(side)).as_millis() as u64;
        (0..self.clocks.sides().len() as SideId).map(left).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wazir_session::clock::TimeControlError;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn lag_is_forgiven_within_bounds() -> Result<(), TimeControlError> {
        let mut clocks = Running::new("1".parse()?, 2);
        // 0.15 s + 60 s / 250 a move, three times that at first.
        let gain = 390;
        let mut now = Moment(1_000);
        clocks.run(Some(0), now);
        now = now + ms(2_000);
        clocks.moved(0, now, ms(300));
        assert_eq!(clocks.left(now), [60_000 - 1_700, 60_000]);
        // Somebody who says that everything takes a minute is forgiven no more than there is.
        let mut lost = 1_700;
        for turn in 0..20 {
            clocks.run(Some(0), now);
            now = now + ms(1_500);
            let kept = if turn == 0 { 3 * gain - 300 + gain } else { gain };
            lost += 1_500 - kept.min(1_500);
            clocks.moved(0, now, ms(60_000));
            assert_eq!(clocks.left(now)[0], 60_000 - lost, "{turn}");
        }
        Ok(())
    }

    #[test]
    fn no_move_takes_less_than_no_time() -> Result<(), TimeControlError> {
        let mut clocks = Running::new("1".parse()?, 2);
        clocks.run(Some(1), Moment(5));
        clocks.moved(1, Moment(15), ms(1_000));
        assert_eq!(clocks.left(Moment(15)), [60_000, 60_000]);
        Ok(())
    }

    #[test]
    fn a_clock_ends_later_by_what_is_forgiven() -> Result<(), TimeControlError> {
        let mut clocks = Running::new("0.1".parse()?, 2);
        assert_eq!(clocks.end(ms(50)), None);
        clocks.run(Some(1), Moment(0));
        assert_eq!(clocks.end(ms(50)), Some(Moment(6_050)));
        assert_eq!(clocks.end(ms(90_000)), Some(Moment(6_000 + 3 * 174)));
        clocks.run(None, Moment(2_000));
        assert_eq!((clocks.end(ms(50)), clocks.left(Moment(9_000))), (None, vec![6_000, 4_000]));
        Ok(())
    }
}
