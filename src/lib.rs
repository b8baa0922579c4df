//! Wazir: chess-like games compiled from rule files into specialised move generators.
//!
//! [`games`] opens any game, compiled in or from a file; [`compiled`] is what this build has compiled in.
//!
//! ```
//! use wazir::runtime::{Perft, Style};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let shogi = wazir::games::find("shogi")?.open(None)?;
//! let mut game = shogi.start();
//! let mv = game.parse_move("c3c4", Style::Game)?;
//! game.play(mv)?;
//! assert_eq!(game.perft(2, Perft::Bulk), 1110);
//! # Ok(())
//! # }
//! ```

pub mod compiled;
pub mod games;
#[cfg(feature = "program")]
pub mod registry;

pub use wazir_runtime as runtime;
pub use wazir_variant_spec as variant_spec;

/// The README's Rust code is tested with the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
