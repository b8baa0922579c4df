//! How a game ended, and why.

use crate::{Info, SideId};
use alloc::vec::Vec;
use core::fmt;

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Outcome {
    /// The winner, or `None` for a draw. Where sides are allied, one of the winners: see [`Outcome::winners`].
    pub winner: Option<SideId>,
    /// Why it is over.
    pub reason: Reason,
}

/// How one side has fared in a game that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Standing {
    /// It has won, alone or with its allies.
    Won,
    /// The game is a draw, and the side was still in it.
    Drew,
    /// It has lost.
    Lost {
        /// From 2: one more than the number of sides that have fared better.
        place: u8,
    },
}

impl Outcome {
    /// The sides that have won: the winner and its allies; none in a draw.
    pub fn winners(&self, info: &Info) -> Vec<SideId> {
        let sides = 0..info.sides.len() as SideId;
        sides.filter(|&side| self.winner.is_some_and(|winner| info.are_allied(winner, side))).collect()
    }

    /// How each side has fared, where those in `out` went out in this order before the end ([`crate::Setup::out`]): who went later fared better, and who was
    /// still in at the end better than all of them.
    pub fn standings(&self, info: &Info, out: &[SideId]) -> Vec<Standing> {
        let winners = self.winners(info);
        let sides = 0..info.sides.len() as SideId;
        let fared = |side: SideId| match out.iter().position(|&gone| gone == side) {
            _ if winners.contains(&side) => usize::MAX,
            Some(position) => position,
            None => out.len(),
        };
        let standing = |side: SideId| {
            let better = sides.clone().filter(|&other| fared(other) > fared(side)).count();
            match fared(side) {
                usize::MAX => Standing::Won,
                _ if self.winner.is_none() && !out.contains(&side) => Standing::Drew,
                _ => Standing::Lost { place: better as u8 + 1 },
            }
        };
        sides.clone().map(standing).collect()
    }
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
    /// A move of a kind that ends the game was made: a castling, a capture.
    EndingMove,
    /// The right to castle was lost.
    Unentitled,
    /// Royals face each other.
    Facing,
    /// The position occurred too often.
    Repetition,
    /// One side checked all along while the position was repeated.
    PerpetualCheck,
    /// One side chased a piece all along while the position was repeated.
    PerpetualChase,
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
            Reason::EndingMove => "a decisive kind of move",
            Reason::Unentitled => "the right to castle lost",
            Reason::Facing => "royals face each other",
            Reason::Repetition => "repetition",
            Reason::PerpetualCheck => "perpetual check",
            Reason::PerpetualChase => "perpetual chase",
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
