//! Wazir's rule language: RON files and Betza notation in, normalised [`Rules`] out.
//!
//! Stages: read (RON with spans) -> resolve `extends` -> lower (regions, Betza, mirroring, defaults) -> check.

pub mod betza;
mod info;
pub mod rules;

pub use info::info;
pub use rules::Rules;
