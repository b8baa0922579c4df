//! [`Side`].

use super::ParseError;
use crate::SideId;
use core::{fmt, str::FromStr};

/// A side, by its place in the order of turns. What a game calls it ([`super::Board::side_name`]) is White in one and Black in another.
///
/// ```
/// use wazir_runtime::typed::Side;
///
/// assert_eq!(Side::SECOND.to_string(), "second");
/// assert_eq!("second".parse(), Ok(Side::SECOND));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Side(SideId);

const NAMES: [&str; 4] = ["first", "second", "third", "fourth"];

impl Side {
    /// The side that moves first.
    pub const FIRST: Side = Side(0);
    /// The side that moves second: of two, the other one.
    pub const SECOND: Side = Side(1);
    /// The third of three or four.
    pub const THIRD: Side = Side(2);
    /// The fourth of four.
    pub const FOURTH: Side = Side(3);

    /// The side at this place, counted from 0; `None` from 4 on: no game has more than four sides.
    pub const fn new(index: SideId) -> Option<Side> {
        if (index as usize) < NAMES.len() { Some(Side(index)) } else { None }
    }

    /// Its place in the order of turns, counted from 0.
    #[inline]
    pub const fn index(self) -> SideId {
        self.0
    }

    /// Of a game's own number.
    #[inline]
    pub(super) const fn of(id: SideId) -> Side {
        Side(id & 3)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(NAMES[usize::from(self.0)])
    }
}

impl FromStr for Side {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Side, ParseError> {
        match NAMES.iter().position(|name| *name == text) {
            Some(index) => Ok(Side(index as SideId)),
            None => Err(ParseError::new("a side: `first`, `second`, `third` or `fourth`", text)),
        }
    }
}

impl From<Side> for SideId {
    fn from(side: Side) -> SideId {
        side.0
    }
}
