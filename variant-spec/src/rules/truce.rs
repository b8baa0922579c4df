//! Captures that may not be answered in kind.

use super::{Cause, PieceId};

/// After a capture of a piece of a type in `of` by one of a type in `by` (what it was before the move), the side whose turn it is then may
/// not do the same elsewhere: with its move, no piece of a type in `by` captures one of a type in `of` except on a square on which one has just been captured so.
///
/// Royals are attacked by what could capture them without this rule. The rule is that of the side that is bound by it. Positions remember the squares on which its opponent has just captured so (by a journey, more than one), for
/// one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Truce {
    /// The types that are protected, of either side, ascending.
    pub of: Vec<PieceId>,
    /// The types whose captures are meant, ascending.
    pub by: Vec<PieceId>,
    /// Where this was written.
    pub cause: Cause,
}
