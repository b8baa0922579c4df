//! [`TimeControl`] and [`Clocks`]: how much time each side has. Time is told to them; they never look at a clock of the machine.

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr, time::Duration};
use wazir_runtime::SideId;

/// How much time there is for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// Time at the start.
    pub base: Duration,
    /// Time gained with each move.
    pub increment: Duration,
    /// Time for each move when the rest is used up.
    pub byoyomi: Duration,
    /// After so many moves the base is given again.
    pub moves: Option<u32>,
}

impl TimeControl {
    /// As PGN's tag `TimeControl` has it, in seconds: `300+3`, `40/5400+30`. Byoyomi is a last period in which every move has its time: `600:1/30`.
    pub fn pgn(self) -> String {
        let moves = self.moves.map_or(String::new(), |moves| format!("{moves}/"));
        let mut text = format!("{moves}{}", self.base.as_secs_f64());
        if !self.increment.is_zero() {
            text += &format!("+{}", self.increment.as_secs_f64());
        }
        if !self.byoyomi.is_zero() {
            text += &format!(":1/{}", self.byoyomi.as_secs_f64());
        }
        text
    }
}

/// What a time control looks like, for messages.
pub const TIME_CONTROL_FORMS: &str = "minutes, then what is wanted of: `/` and moves until they are given again, `+` and seconds a move, `b` and seconds \
     for each move at the end, as in `5`, `3+2`, `90/40+30` or `10b30`; or `none`";

/// A text that is no time control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeControlError(String);

impl fmt::Display for TimeControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; a time control is {TIME_CONTROL_FORMS}", self.0)
    }
}

impl std::error::Error for TimeControlError {}

/// The longest time that can be given at once.
const LONGEST: Duration = Duration::from_secs(7 * 24 * 3600);

impl FromStr for TimeControl {
    type Err = TimeControlError;
    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let text = text.trim();
        let error = |what: String| TimeControlError(format!("`{text}`: {what}"));
        let time = |number: &str, unit: f64, what: &str| -> Result<Duration, TimeControlError> {
            let value: f64 = number.parse().map_err(|_| error(format!("`{number}` is not a number of {what}")))?;
            let time = Duration::try_from_secs_f64(value * unit).ok().filter(|time| *time <= LONGEST);
            time.ok_or_else(|| error(format!("{what} have to be from 0 to a week, not `{number}`")))
        };
        // From the back: each part begins with its mark.
        let (rest, byoyomi) = match text.split_once('b') {
            Some((rest, seconds)) => (rest, time(seconds, 1.0, "seconds of byoyomi")?),
            None => (text, Duration::ZERO),
        };
        let (rest, increment) = match rest.split_once('+') {
            Some((rest, seconds)) => (rest, time(seconds, 1.0, "seconds a move")?),
            None => (rest, Duration::ZERO),
        };
        let (rest, moves) = match rest.split_once('/') {
            Some((rest, moves)) => {
                let number = moves.parse().ok().filter(|&number: &u32| number > 0);
                (rest, Some(number.ok_or_else(|| error(format!("`{moves}` is not a number of moves")))?))
            }
            None => (rest, None),
        };
        let control = TimeControl { base: time(rest, 60.0, "minutes")?, increment, byoyomi, moves };
        if control.base.is_zero() && control.increment.is_zero() && control.byoyomi.is_zero() {
            return Err(error("no time at all is not enough to play".to_string()));
        }
        Ok(control)
    }
}

impl TryFrom<String> for TimeControl {
    type Error = TimeControlError;
    fn try_from(text: String) -> Result<TimeControl, TimeControlError> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> String {
        control.to_string()
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.base.as_secs_f64() / 60.0)?;
        if let Some(moves) = self.moves {
            write!(f, "/{moves}")?;
        }
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        if !self.byoyomi.is_zero() {
            write!(f, "b{}", self.byoyomi.as_secs_f64())?;
        }
        Ok(())
    }
}

/// The clock of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideClock {
    /// What is left of the base and the increments, in milliseconds.
    pub main_ms: u64,
    /// What is left of this move's byoyomi, in milliseconds.
    pub byoyomi_ms: u64,
    /// Moves made.
    pub moves: u32,
}

/// The clocks of all sides. The clock of the side to move runs; [`Clocks::moved`] stops it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    control: TimeControl,
    sides: Vec<SideClock>,
    /// Parts of a millisecond that have not been taken off yet.
    rest: Duration,
}

impl Clocks {
    /// Full clocks of so many sides.
    pub fn new(control: TimeControl, sides: usize) -> Clocks {
        let full = SideClock { main_ms: millis(control.base), byoyomi_ms: millis(control.byoyomi), moves: 0 };
        Clocks { control, sides: vec![full; sides], rest: Duration::ZERO }
    }
    /// Clocks as they stood.
    pub fn resumed(control: TimeControl, sides: Vec<SideClock>) -> Clocks {
        Clocks { control, sides, rest: Duration::ZERO }
    }
    /// The time control.
    pub fn control(&self) -> TimeControl {
        self.control
    }
    /// How they stand.
    pub fn sides(&self) -> &[SideClock] {
        &self.sides
    }
    /// Sets them to how they stood (a move was taken back, or whoever keeps the clocks says so). Clocks of another number of sides are ignored: false.
    pub fn set(&mut self, sides: &[SideClock]) -> bool {
        let fits = sides.len() == self.sides.len();
        if fits {
            self.sides.copy_from_slice(sides);
        }
        fits
    }
    /// What a side has left, byoyomi included.
    pub fn left(&self, side: SideId) -> Duration {
        let clock = self.sides.get(side as usize);
        Duration::from_millis(clock.map_or(0, |clock| clock.main_ms.saturating_add(clock.byoyomi_ms)))
    }
    /// Takes time off a side's clock; false when none is left.
    pub fn tick(&mut self, side: SideId, elapsed: Duration) -> bool {
        let elapsed = elapsed + self.rest;
        let mut gone = millis(elapsed);
        self.rest = elapsed.saturating_sub(Duration::from_millis(gone));
        let Some(clock) = self.sides.get_mut(side as usize) else { return true };
        for left in [&mut clock.main_ms, &mut clock.byoyomi_ms] {
            let taken = gone.min(*left);
            *left -= taken;
            gone -= taken;
        }
        clock.main_ms > 0 || clock.byoyomi_ms > 0
    }
    /// The side has made a move.
    pub fn moved(&mut self, side: SideId) {
        let control = self.control;
        let Some(clock) = self.sides.get_mut(side as usize) else { return };
        clock.moves = clock.moves.saturating_add(1);
        clock.main_ms = clock.main_ms.saturating_add(millis(control.increment));
        if control.moves.is_some_and(|moves| moves > 0 && clock.moves % moves == 0) {
            clock.main_ms = clock.main_ms.saturating_add(millis(control.base));
        }
        clock.byoyomi_ms = millis(control.byoyomi);
    }
    /// The clock of a side, for the engine.
    pub fn for_engine(&self, side: SideId) -> Option<wazir_engine::Clock> {
        let clock = self.sides.get(side as usize)?;
        Some(wazir_engine::Clock {
            remaining: Duration::from_millis(clock.main_ms),
            increment: self.control.increment,
            byoyomi: Duration::from_millis(clock.byoyomi_ms),
            moves_to_go: self.control.moves.map(|moves| moves - clock.moves % moves.max(1)),
        })
    }
}

fn millis(time: Duration) -> u64 {
    time.as_millis().try_into().unwrap_or(u64::MAX)
}

/// A time as clocks show it: `1:02:03`, `4:05`, and `9.3` when it gets short.
pub fn clock_text(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..10 => format!("0:0{seconds}.{}", time.subsec_millis() / 100),
        10..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_and_written() {
        for text in ["5", "3+2", "90/40+30", "10b30", "0.5+1.5b3"] {
            assert_eq!(text.parse::<TimeControl>().map(|control| control.to_string()), Ok(text.to_string()));
        }
        let error = |text: &str| text.parse::<TimeControl>().err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error("x").starts_with("`x`: `x` is not a number of minutes; a time control is"));
        assert!(error("5/0").contains("`0` is not a number of moves"));
        assert!(error("-1").contains("from 0 to a week"));
        assert!(error("1e300").contains("from 0 to a week"));
        assert!(error("NaN").contains("from 0 to a week"));
        assert!(error("0").contains("no time at all"));
    }

    #[test]
    fn pgn_has_them_in_seconds() -> Result<(), TimeControlError> {
        for (text, pgn) in [("5", "300"), ("3+2", "180+2"), ("90/40+30", "40/5400+30"), ("10b30", "600:1/30")] {
            assert_eq!(text.parse::<TimeControl>()?.pgn(), pgn);
        }
        Ok(())
    }

    #[test]
    fn clocks_run_and_gain() -> Result<(), TimeControlError> {
        let mut clocks = Clocks::new("1/2+5b10".parse()?, 2);
        assert!(clocks.tick(0, Duration::from_secs(65)));
        assert_eq!(clocks.left(0), Duration::from_secs(5));
        clocks.moved(0);
        assert_eq!(clocks.left(0), Duration::from_secs(15));
        clocks.moved(0);
        assert_eq!(clocks.left(0), Duration::from_secs(80), "the base is given again");
        assert!(!clocks.tick(1, Duration::from_secs(70)));
        assert_eq!(clocks.left(1), Duration::ZERO);
        Ok(())
    }

    #[test]
    fn fractions_of_milliseconds_are_not_lost() -> Result<(), TimeControlError> {
        let mut clocks = Clocks::new("1".parse()?, 2);
        for _ in 0..10 {
            clocks.tick(0, Duration::from_micros(500));
        }
        assert_eq!(clocks.left(0), Duration::from_millis(59_995));
        Ok(())
    }

    #[test]
    fn times_are_shown() {
        let shown = |ms| clock_text(Duration::from_millis(ms));
        assert_eq!([shown(9_340), shown(65_000), shown(3_723_000)], ["0:09.3", "1:05", "1:02:03"]);
    }
}
