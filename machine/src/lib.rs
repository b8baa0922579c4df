//! Wazir's machine: plays any game from its move program ([`wazir_program::Program`]), as fast as can be without compiling anything.
//!
//! In: a program. Out: a [`Machine`], which is a [`Variant`](wazir_runtime::Variant); and [`Line`]s of positions for whoever searches.
//!
//! A position is a plain value (`state`), which is copied instead of unmade. Moves are found in batches (`generate`) by the kernels of the program; where the
//! program has a way to tell beforehand which of a side's moves are legal ([`wazir_program::Legality`]), they go straight to whoever counts or makes them, else each is made and the position after it tested (`legal`).
//! What is compiled is compiled once for each word of the board, number of types and sides, not for each game; portable, and for processors with BMI2, chosen at run time.
#![no_std]
extern crate alloc;

mod attacks;
mod castle;
mod drops;
mod ends;
mod game;
mod generate;
mod guard;
mod journeys;
mod legal;
mod link;
mod make;
mod promote;
mod pushes;
mod run;
mod sieve;
mod signs;
mod state;

pub use game::{Line, Machine};

/// The code of the README is tested with the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
