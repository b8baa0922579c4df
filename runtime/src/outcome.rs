//! How a game ended, and why.

use crate::SideId;
use core::fmt;

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Outcome {
    /// The winner, or `None` for a draw.
    pub winner: Option<SideId>,
    /// Why it is over.
    pub reason: Reason,
}

/// Why a game is over: the condition of the rule that ended it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// A royal is attacked and there is no legal move.
    Checkmate,
    /// No legal move, and no royal attacked.
    Stalemate,
    /// No side can move any more.
    NobodyCanMove,
    /// Too few pieces of some types are left.
    Extinction,
    /// A goal was reached.
    Goal,
    /// Both sides reached their goals in the same round.
    BothReachedGoal,
    /// Pieces of one side make a figure: a row, a block, a path.
    Connection,
    /// The last allowed check was given.
    Checks,
    /// No empty square is left.
    BoardFull,
    /// Too many passes in a row.
    Passes,
    /// Royals face each other.
    Facing,
    /// The position occurred too often.
    Repetition,
    /// One side checked all along while the position was repeated.
    PerpetualCheck,
    /// Too many quiet moves.
    QuietMoves,
    /// A weakened side has counted to its limit.
    CountedOut,
}

impl Reason {
    /// The reason in a few lower-case words, for people and for `--json`.
    pub const fn text(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::NobodyCanMove => "nobody can move",
            Reason::Extinction => "extinction",
            Reason::Goal => "goal reached",
            Reason::BothReachedGoal => "both reached their goals",
            Reason::Connection => "connection",
            Reason::Checks => "checks given",
            Reason::BoardFull => "board full",
            Reason::Passes => "passes in a row",
            Reason::Facing => "royals face each other",
            Reason::Repetition => "repetition",
            Reason::PerpetualCheck => "perpetual check",
            Reason::CountedOut => "counted out",
            Reason::QuietMoves => "too many quiet moves",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
