//! Betza notation: how a piece moves, in a few letters.
//!
//! [`parse`] reads the whole of XBetza (leaper and rider atoms, directions, modes, `a` legs, repetition groups,
//! bracketed paths) into a [`Betza`]; its `Display` is the canonical spelling. [`lower`] turns the part of the notation
//! that Wazir plays into [`crate::rules::Movement`]s and refuses the rest with its place: a move is never read as
//! another one.
//!
//! Where readers of Betza disagree, Wazir does as XBoard's documentation says, except that `L` is the camel and `J`
//! the zebra as everywhere else (see [`Dialect`]); both disagreements are noted in [`Betza::lints`].

mod ast;
mod budget;
mod directions;
mod error;
mod hexagons;
mod imitator;
mod journey;
mod loan;
mod lower;
mod parse;
mod path;
mod print;

pub use ast::{Aside, Atom, Betza, Join, Letter, Modifier, Modifiers, Move, Part, Range, Shape, Simple, Suffix};
pub use budget::Budget;
pub use error::BetzaError;
pub(crate) use journey::over_budget;
pub use loan::Loan;
pub use lower::{Initial, Lowered, Lowering, lower, lower_all};
pub use parse::{Dialect, parse, parse_as};

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
