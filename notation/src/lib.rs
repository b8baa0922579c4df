//! How people and programs write games: moves in SAN and its kin, whole games in PGN.
//!
//! Nothing here knows a game or a rule: everything comes from a position's legal moves and the game's [`Info`](wazir_runtime::Info).
//!
//! ```
//! # use wazir_runtime::Game;
//! # fn example(game: &dyn Game) -> Result<(), wazir_notation::ReadError> {
//! let mv = wazir_notation::san::read(game, "Nf3")?;
//! println!("{}", wazir_notation::san::write(game, mv));
//! # Ok(())
//! # }
//! ```

pub mod csa;
mod error;
mod japanese;
pub mod kif;
mod moves;
pub mod names;
mod notation;
mod numbered;
pub mod pgn;
mod quick;
mod read;
pub mod san;
pub mod sfen;
mod shogi;
mod xiangqi;

pub use error::{ReadError, Trouble};
pub use notation::{Notation, UnknownNotation};
pub use read::{meant, pass, typed};
pub use shogi::usi;

/// The code of the README is tested with the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
