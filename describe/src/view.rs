//! Games and positions as values that are written as JSON; `web/js/types.js` has the same types for who reads them.
//!
//! Squares are numbers, `file + rank * files` from 0 at a1; sides and kinds of pieces are their places in the lists of the game.

mod game;
mod gestures;
mod pictogram;
mod position;

pub use game::{BesideView, GameEntry, GameView, Joined, PieceView, RegionView, SeatView, SideView};
pub use gestures::{Gesture, Tap, describe, gestures};
pub use pictogram::Pictogram;
pub use position::{LastMove, MoveView, OutcomeView, Placed, PositionView, captured, outcome, placed};
