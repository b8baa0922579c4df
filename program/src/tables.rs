//! Tables that depend on the board and on ways of moving alone.
//!
//! Squares are numbered rank by rank from the first player's left (`rank * files + file`). A table by square has an entry for each square of the rectangle, holes
//! included.

mod leaps;
mod lines;
mod sliders;

pub use leaps::{around, conditional_leaps, leaving, origins, passed_by, steps_to, union};
pub use lines::{
    DIRECTIONS, between_pairs, both_ways, colours, lines_through_pairs, long_lines, open_lines, stretches,
};
pub use sliders::{Lookup, PackedRows, Reach, lookup, packed_ways, reach_table};

/// The machine words that hold a set of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// Up to 64 squares.
    One,
    /// Up to 128 squares.
    Two,
    /// More: this many 64-bit words.
    Many(usize),
}

impl Word {
    /// The word for so many squares.
    pub fn of(squares: u16) -> Word {
        match squares {
            0..=64 => Word::One,
            65..=128 => Word::Two,
            _ => Word::Many((squares as usize).div_ceil(64)),
        }
    }
}
