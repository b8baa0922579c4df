//! Wazir: chess-like games compiled from rule files into specialised move generators.
//!
//! [`games`] opens any game, compiled in or from a file; [`compiled`] is what this build has compiled in.

pub mod compiled;
pub mod games;

pub use wazir_runtime as runtime;
pub use wazir_variant_spec as variant_spec;
