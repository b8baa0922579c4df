//! Wazir's rule language: RON files and Betza notation in, normalised [`Rules`] out.
//!
//! Stages: read (RON with places) -> resolve `extends` -> lower (regions, Betza, mirroring, defaults) -> check.

pub mod betza;
mod diagnostic;
pub mod file_name;
pub mod foreign;
mod info;
mod language;
mod library;
pub mod limits;
pub mod rules;
pub mod values;

pub use diagnostic::{Diagnostic, Diagnostics, Severity, Source, Untold};
pub use info::info;
pub use language::{Compiled, compile};
pub use library::{Folder, Library};
pub use rules::Rules;
pub use values::Values;

/// The code of the README is tested with the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
