//! A game that is being played, whatever shows it: [`session`] is one game from its start to its end, with all that can be taken back, [`clock`] the clocks of its
//! sides, [`writing`] the notation it is shown and typed in. None of them knows players, a screen or a network, or looks at the clock of the machine.

pub mod clock;
pub mod session;
pub mod writing;

/// The code of the README is tested with the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
