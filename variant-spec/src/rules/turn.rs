//! Turns: how many moves a side makes before the turn passes on.

use super::{Cause, PieceId, PieceSet};

/// The turns of a side. By default a turn is one move.
///
/// A turn is a series of moves of one side; each of them is a move, and a ply, of its own. After a move the turn goes on in this order of precedence:
///
/// 1. not, if the move gave check and [`Turn::check`] says so;
/// 2. with the same piece, if the move was a capture and the turn has [`Turn::chain`]s that say so;
/// 3. with any piece, while moves of [`Turn::length`] are left; all captures of a chain together are one of them, and a pass is one.
///
/// In any other case the turn passes to the next side. A position in the middle of a turn is a position like any other: its side to move is the side that has just
/// moved as well. Conditions about the end of a game are looked at after each move, so that a side without a move in the middle of its
/// turn is mated or stalemated. The halfmove clock counts moves; the number of the full move goes up when the turn passes to a side that comes before the mover, or is the mover's own again. How far the turn
/// has come is part of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// How many moves it has.
    pub length: TurnLength,
    /// What a check given before the last move of a turn means.
    pub check: TurnCheck,
    /// After which moves the side's royals have to be safe: see [`super::Check`].
    pub safe: Safe,
    /// What the side attacks.
    pub attacks: Attacks,
    /// Which captures are followed by others.
    pub chain: Option<Chain>,
    /// During which moves of its turn the side may capture en passant.
    pub en_passant: TakesPassing,
    /// Where this was written.
    pub cause: Cause,
}

impl Default for Turn {
    fn default() -> Turn {
        Turn {
            length: TurnLength::Fixed(1),
            check: TurnCheck::GoesOn,
            safe: Safe::AfterEachMove,
            attacks: Attacks::InOneMove,
            chain: None,
            en_passant: TakesPassing::FirstMove,
            cause: Cause::default(),
        }
    }
}

/// How many moves a turn has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnLength {
    /// Always so many.
    Fixed(u16),
    /// More than the turn before it had, whoever's that was.
    Growing {
        /// Moves of the turn, if it is the first of a game.
        first: u16,
        /// By how many it is longer than the one before it.
        by: u16,
    },
}

impl TurnLength {
    /// Can a turn have more than one move?
    pub fn is_several(self) -> bool {
        self != TurnLength::Fixed(1)
    }
}

/// What a check means that is given before the last move of a turn, by one of its moves or by a capture that others would follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnCheck {
    /// Nothing: the turn goes on. (Only where no royal could be captured by that: see [`Attacks::InOneTurn`], which no side has together with [`Turn::chain`]s.)
    GoesOn,
    /// It ends the turn.
    Ends,
    /// It may not be given: such a move is illegal.
    OnlyLast,
}

/// After which moves the royals of a side may not be attacked, where its [`super::Check`] says they may not be left so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safe {
    /// After each of its moves.
    AfterEachMove,
    /// After the last move of its turn. A move before that is legal if the turn can go on with a legal move, or the game is over.
    AfterTurn,
}

/// Within which time a side could capture what it attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attacks {
    /// By its next move.
    InOneMove,
    /// By one of the moves of its next turn (of its present one, when it is the side to move). The moves before that may be any that its pieces can
    /// make, whether or not they leave its own royals attacked. Whatever asks whether royals are attacked means this, but a castling king may leave and
    /// pass squares that are attacked by the second move of a turn or a later one, and checkers are those that could capture by their next move.
    InOneTurn,
}

/// Captures that are followed by others: the piece that has just captured goes on, and has to, while it can capture (leaving checks aside, so that a royal counts as
/// well) from where it has arrived. Its captures are the only legal moves then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The types (before the move) that go on.
    pub pieces: PieceSet,
    /// A capture that promotes is the last.
    pub promotion_ends: bool,
}

impl Chain {
    /// Do captures of these pieces go on, as far as their type tells?
    pub fn goes_on(&self, piece: PieceId, promotes: bool) -> bool {
        self.pieces.contains(piece) && !(promotes && self.promotion_ends)
    }
}

/// During which moves of its turn a side may capture en passant.
///
/// All moves of a turn leave en passant squares; they are open to the next side. Within the turn in which a square was left, it is forgotten when something
/// comes to stand on it or when the piece that has passed it moves again. Squares that are left to a side at the start of its turn are forgotten
/// when its rule here is over, at the latest with its turn; those that none of its pieces could capture on are no part of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakesPassing {
    /// With the first.
    FirstMove,
    /// With the first, and with each that follows captures en passant only.
    FirstMoves,
}
