//! [`Level`]: how well the engine plays against people.

/// How well to play: 1 is for somebody who has just learnt the moves, [`Level::BEST`] plays as well as it can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The weakest.
    pub const FIRST: Level = Level(1);
    /// The full strength.
    pub const BEST: Level = Level(10);

    /// The level of this number, 1 to 10; `None` for any other.
    pub const fn new(number: u8) -> Option<Level> {
        if number >= Level::FIRST.0 && number <= Level::BEST.0 { Some(Level(number)) } else { None }
    }
    /// Its number, 1 to 10.
    pub const fn number(self) -> u8 {
        self.0
    }
}
