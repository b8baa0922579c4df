//! What has gone on while a position was repeated: [`AllAlong`].

use super::{PieceId, SquareSet};

/// What a side has to have done with each of its moves since a position occurred first, for a repetition to mean something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AllAlong {
    /// Nothing: the rule is about the side to move.
    Anything,
    /// Given check. The rule is about the one side that has, if only one has.
    Checking,
    /// Chased one and the same piece. The rule is about the one side that has, if only one has.
    Chasing(Chase),
}

/// Which moves are chases. (In games of two sides whose turns are one move.)
///
/// A *threat* of a side in a position is a pair of a hunter and a prey: a piece of the side of a type in `hunters`, and an enemy that is one of the `prey` and that the hunter could capture
/// by a legal move, if it were the side's turn. It is one only if
/// - after that capture no legal move could capture the hunter on the square where it has arrived (the prey is unprotected), and
/// - the prey is not of the hunter's type and could capture the hunter itself by a legal move, if it were its side's turn (an offer to exchange);
///
/// or, whatever could capture whom back, if the hunter's type is among those that chase this prey [`Prey::although_protected`].
///
/// A move chases the prey of all threats of the mover's side after the move that were none before it, with the same hunter and the same prey. It need not be the hunter that has moved. A move that
/// gives check chases nothing. Pieces stay the same when they move and when they promote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chase {
    /// Types whose attacks are chases, ascending.
    pub hunters: Vec<PieceId>,
    /// What can be chased, ascending by type.
    pub prey: Vec<Prey>,
}

/// Pieces of a type that can be chased.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prey {
    /// The type.
    pub piece: PieceId,
    /// The squares on which it can be chased, by the side it belongs to.
    pub zones: Vec<SquareSet>,
    /// Types, ascending, that chase it even though it is protected.
    pub although_protected: Vec<PieceId>,
}
