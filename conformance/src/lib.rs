//! Conformance: every game that can be compiled says the same as the interpreter, and both reproduce the perft figures.
//!
//! This library knows how to compare; `shards/` holds the compiled games, `tests/` runs the comparisons.

pub mod compare;
pub mod damage;
pub mod games;
pub mod odd;
pub mod perft;
pub mod progress;
pub mod random;
mod roomy;

pub use roomy::roomy;
