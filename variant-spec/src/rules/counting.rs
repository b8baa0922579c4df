//! Counts of moves: how long a weakened side has to be hunted before the game is over.

use super::PieceId;

/// A count that a weakened side has going, under one [`super::Condition::CountedOut`].
///
/// A count is *due* to a side when all that this type says holds in the position; of several counts the first that is due to anybody is the one that is due,
/// and of two sides to which it is due, it is due to the side to move. After a move, the due count starts if none is running, or if another one or none was due before
/// the move; a count that runs is given up for it. Otherwise a running count goes on, whatever happens to the pieces: its limit is settled when it starts.
///
/// A count stands at some number of moves of the side that counts, and goes up by one with each of them. It starts at the number of [`CountStart`]; where that side has just moved, this move was
/// the one of that number (at least the first). It has run out when it stands above its limit.
///
/// While a count is running, the halfmove clock of the position shows it, in plies: twice the number, less one where the side that counts has
/// just moved; [`super::Condition::QuietMoves`] never holds then. The limit, in plies as well (twice the moves), is part of the position, and stands in place of the en passant square in a FEN. Neither is
/// part of what makes positions equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The side that counts has at most this many pieces on the board, royals included.
    pub at_most: u16,
    /// No side has a piece of these types on the board; ascending.
    pub without: Vec<PieceId>,
    /// At which number it starts.
    pub start: CountStart,
    /// How far it goes, by what the opponent has: the first of these that it has decides. Without any of them, the count is not due.
    pub limits: Vec<CountLimit>,
}

/// At which number a count starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountStart {
    /// At nought.
    Zero,
    /// At the number of pieces on the board, of both sides, royals included.
    Pieces,
}

/// How far a count goes against an opponent with such pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountLimit {
    /// The opponent has pieces of these types on the board, ...
    pub pieces: Vec<PieceId>,
    /// ... together at least so many.
    pub at_least: u16,
    /// The last number that may be counted, in moves of the side that counts.
    pub moves: u16,
}
