//! What Wazir's generated move generators link against, and the words every other part speaks:
//! squares, moves, FEN, outcomes, the static [`Position`] trait for speed and the object-safe [`Game`]
//! handle for programs.
//!
//! In: nothing (this crate knows no variant and no rule file). Out: types and kernels.
#![no_std]
extern crate alloc;

pub mod fen;
mod game;
mod info;
mod moves;
mod notation;
mod outcome;

pub use fen::{Cell, EnPassant, FenError, Setup};
pub use game::{Backend, Game, MoveError, Perft, Variant};
pub use info::{CastlingInfo, EnPassantPattern, Info, PieceInfo, SideInfo};
pub use moves::{Move, MoveKind};
pub use notation::{Style, move_text, parse_move, parse_square, square_name};
pub use outcome::{Outcome, Reason};

/// A square: `file + rank * files`, counted from 0 at a1. At most 1,023.
pub type Square = u16;
/// Index of a side in [`Info::sides`]; also its place in the order of turns.
pub type SideId = u8;
/// Index of a piece type in [`Info::pieces`].
pub type PieceId = u8;
