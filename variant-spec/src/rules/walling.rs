//! Walls that a side places: the second part of its turn.

use super::{Cause, Movement, SquareSet, Step};

/// What a side does after its move: it places a wall.
///
/// A wall may be placed on the empty squares, in the position after the move (with its captures, promotions and conversions done), that
/// [`Walling::reach`] names and that lie in [`Walling::onto`]. The move and each of those squares together are one move of the game; checks, obligations and
/// the end of the game are looked at after the wall has been placed. A castling arrives where its king does, and leaves the king's square.
/// A pass places no wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walling {
    /// Where a wall gets, seen from the move.
    pub reach: WallReach,
    /// Squares on which walls are placed.
    pub onto: SquareSet,
    /// The walls that stand on the board are taken up when the new one is placed (there is one movable wall). They
    /// stand in the way until then: their squares are not empty. Else they stay.
    pub moves_standing: bool,
    /// Whether a wall has to be placed.
    pub duty: WallDuty,
    /// Where this was written.
    pub cause: Cause,
}

/// Where a wall gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WallReach {
    /// Anywhere.
    Anywhere,
    /// On the square that the move has left. A move that leaves no square empty (a drop) places no wall, whatever the duty.
    Left,
    /// Where these movements, of the side that moves, lead to an empty square from the square of arrival.
    Along(Vec<Movement>),
    /// At the edge of the board as walls leave it: on a square from which at least one of these steps leads off the board, into a hole or onto a wall.
    Rim(Vec<Step>),
    /// Where the movements of the piece on the square of arrival lead to an empty square.
    OwnMovement,
}

/// Whether a wall has to be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WallDuty {
    /// With every move; a move after which none can be placed is illegal.
    Always,
    /// A move may be made with or without one.
    Optional,
    /// Instead of a move: a turn is either a move or a wall. A wall placed by itself is a pass with a wall, and the same as a pass in all other
    /// respects; it does not depend on whether the side may [`pass`](super::Pass) otherwise.
    Instead,
}
