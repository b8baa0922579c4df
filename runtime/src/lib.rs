//! What Wazir's generated move generators link against, and the words every other part speaks:
//! squares, moves, FEN, outcomes, the static [`Position`] trait for speed and the object-safe [`Game`]
//! handle for programs.
//!
//! In: nothing (this crate knows no variant and no rule file). Out: types and kernels.
//!
//! Programs that play games begin with [`typed`]. What only generated code uses is left out of these pages; it changes with the generator, and the two are
//! released together.
#![no_std]
extern crate alloc;

#[doc(hidden)]
pub mod batches;
mod bits;
mod bookkeeping;
mod chases;
mod choice;
mod compiled;
mod cpu;
pub mod fen;
mod game;
mod info;
#[doc(hidden)]
pub mod instances;
mod joined_rays;
#[doc(hidden)]
pub mod journeys;
mod lines;
mod middles;
mod move_sets;
mod moves;
mod notation;
mod occurrences;
mod ongoing;
mod outcome;
mod playout;
mod position;
mod prefetch;
mod printable;
#[doc(hidden)]
pub mod pushes;
mod rays;
mod repetition;
mod side;
mod turn_progress;
pub mod typed;
#[doc(hidden)]
pub mod visitors;
mod wording;

/// What nobody outside this crate can implement: traits that have it as supertrait have the implementations that are here, for the generator to choose from.
mod sealed {
    pub trait Sealed {}
}

pub use bits::{Bits, Set64, Set128, Wide};
#[doc(hidden)]
pub use bookkeeping::{Bookkeeping, Compact, DueCount, Full, Lean};
#[doc(hidden)]
pub use chases::{Chase, Prey};
pub use choice::choose;
pub use compiled::Compiled;
#[doc(hidden)]
pub use cpu::{Bmi2, Cpu, Portable, Task, perform};
pub use fen::{Cell, EnPassant, FenError, Setup};
pub use game::{Backend, Game, MoveError, Perft, Variant};
pub use info::{CastlingInfo, EnPassantPattern, FirstMoves, Grid, Info, PieceInfo, SeatInfo, SideInfo, SidePoints};
#[doc(hidden)]
pub use joined_rays::{before_joined, hop_behind_joined, hop_joined, hopper_behind_joined, slide_joined};
#[doc(hidden)]
pub use lines::{Lines, within_pins};
#[doc(hidden)]
pub use middles::middles;
pub use move_sets::{MoveSet, MoveSets};
#[doc(hidden)]
pub use moves::MoveKinds;
pub use moves::{Move, MoveKind, Shove};
pub use notation::{
    LONGEST_MOVE, MOST_MARKS, SYMBOL_MARKS, Style, cell_name, file_name, lowest_rank, move_text, parse_cell,
    parse_move, parse_square, square_name, symbol_length, too_long,
};
pub use ongoing::{GameInProgress, Ongoing, Playable, Referred};
pub use outcome::{Outcome, Reason, Standing};
pub use playout::{Ending, Playout, Random, playout};
#[doc(hidden)]
pub use position::{Batch, Visitor};
pub use position::{MoveList, Position};
#[doc(hidden)]
pub use prefetch::prefetch;
pub use printable::{is_command, printable, printable_line, shortened, shortened_to};
pub use repetition::{AllAlong, RepetitionRule, RepetitionVerdict};
#[doc(hidden)]
pub use side::{First, Mover, Second, Side};
pub use turn_progress::{TurnInfo, TurnProgress, perft_turns};
#[doc(hidden)]
pub use visitors::{AnyMove, Count, Dutiful, Filtered, GoingOn, Lawful, Watch};

/// A square: `file + rank * files`, counted from 0 at a1. At most 1,023.
pub type Square = u16;
/// Index of a side in [`Info::sides`]; also its place in the order of turns.
pub type SideId = u8;
/// Index of a piece type in [`Info::pieces`].
pub type PieceId = u8;

/// The code of the README is tested with the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
