//! Writing files so that nothing is lost when a disk is full or the machine stops.
//!
//! - [`replace`] and [`create`] leave either the whole new file or what was there before.
//! - A [`Log`] grows by whole entries; what could not be written is kept, and written with the next entry.
//! - [`Keeping`] tells when there is something to tell: that something is not kept any more, and that it is again.

mod keeping;
mod log;
mod whole;

pub use keeping::{Keeping, News};
pub use log::Log;
pub use whole::{create, replace};

/// The code of the README is tested with the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
