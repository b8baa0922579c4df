//! Live games: a [`Room`] is one game between people, engines and whoever watches, from the first seat taken to the last word said. It is a plain state machine: messages
//! and the time go in, [`Effects`] come out (what is to be written down, and who is to be told what), and no network, no clock of the machine and no runtime is known here.
//!
//! What a room does is a journal of [`record::Entry`]s. A [`Store`] keeps journals; a [`Writer`] gathers what all rooms write and has it on disk before
//! anybody is told. A room is made again from its journal, so that nothing is lost that was acknowledged.
//!
//! Positions are shown by somebody else: a [`View`], which is asked once for each position.

mod clock;
pub mod limits;
pub mod message;
pub mod record;
pub mod room;
pub mod secret;
pub mod store;
pub mod writer;

pub use message::Said;
pub use record::{NewGame, SeatWanted, Summary};
pub use room::{Effects, Made, Room, To, View};
pub use secret::{Hash, Secret};
pub use store::{Store, Write};
pub use writer::Writer;

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A moment: milliseconds since 1970, UTC. Whoever tells the time sees to it that it never runs backwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Moment(pub u64);

impl Moment {
    /// The time from an earlier moment to this one; none if that is later.
    pub fn since(self, earlier: Moment) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }
}

impl std::ops::Add<Duration> for Moment {
    type Output = Moment;
    fn add(self, time: Duration) -> Moment {
        Moment(self.0.saturating_add(time.as_millis().try_into().unwrap_or(u64::MAX)))
    }
}

/// The code of the README is tested with the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
