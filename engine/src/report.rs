//! [`Report`]: what a search tells while it goes on, and [`Found`], what it has come to.

use std::time::Duration;
use wazir_runtime::Move;
use wazir_variant_spec::values::Outcomes;

/// What a position is worth, to the side to move in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// Hundredths of a pawn (of the least valuable piece, in games without pawns); more is better.
    Centipawns(i32),
    /// The side to move wins in this many plies, at least 1, whatever the opponent does.
    Wins(u32),
    /// The side to move loses in this many plies: 0 when it has lost.
    Loses(u32),
}

impl Score {
    /// The moves of the winner until a forced end, as protocols count: negative when the side to move loses; `None` where no end is forced.
    pub fn mate(self) -> Option<i32> {
        match self {
            Score::Centipawns(_) => None,
            Score::Wins(plies) => Some(plies.div_ceil(2) as i32),
            Score::Loses(plies) => Some(-(plies.div_ceil(2) as i32)),
        }
    }
}

/// Whether a score is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// It is the score.
    Exact,
    /// It is at least that.
    Lower,
    /// It is at most that.
    Upper,
}

/// What a search has found so far, for one of its best moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Which of the best moves: 0 for the best.
    pub line: usize,
    /// Plies searched in full.
    pub depth: u32,
    /// Plies of the longest line looked at.
    pub reached: u32,
    /// What it is worth.
    pub score: Score,
    /// Is that exact?
    pub bound: Bound,
    /// Positions visited by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub full: u16,
    /// The line of best play, beginning with the move.
    pub moves: Vec<Move>,
    /// How such games have ended, where that has been counted ([`Values::outcomes`](wazir_variant_spec::Values::outcomes)).
    pub chances: Option<Chances>,
    /// Nothing is told but which move the search looks at now ([`Limits::tells_moves`](crate::Limits::tells_moves)); the line, the score and the moves are empty.
    pub current: Option<Current>,
}

/// How games end from a position, in thousandths, as the side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chances {
    /// Games that it wins.
    pub win: u16,
    /// Games that nobody wins.
    pub draw: u16,
    /// Games that it loses.
    pub loss: u16,
}

impl Chances {
    /// What a score means so many plies after the start of a game, by what was counted.
    pub(crate) fn of(score: Score, plies: u32, outcomes: Outcomes) -> Chances {
        let (win, loss) = match score {
            Score::Centipawns(value) => (outcomes.wins(value, plies), outcomes.wins(-value, plies)),
            Score::Wins(_) => (1.0, 0.0),
            Score::Loses(_) => (0.0, 1.0),
        };
        let thousandths = |share: f64| (1000.0 * share).round() as u16;
        let win = thousandths(win);
        let loss = thousandths(loss).min(1000 - win);
        Chances { win, draw: 1000 - win - loss, loss }
    }
}

/// The move of the root that a search looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Current {
    /// The move.
    pub mv: Move,
    /// Its number, from 1.
    pub number: usize,
    /// How many there are.
    pub of: usize,
}

/// A part of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// What it is called.
    pub name: &'static str,
    /// What it says.
    pub about: &'static str,
    /// What it is worth to the side to move (and its allies), in centipawns.
    pub worth: i32,
}

/// What a search has come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The move to play; `None` when there is no legal one.
    pub best: Option<Move>,
    /// The answer it expects.
    pub ponder: Option<Move>,
    /// What the position is worth.
    pub score: Score,
    /// Plies searched in full.
    pub depth: u32,
    /// Positions visited by all threads.
    pub nodes: u64,
    /// What has come of the forced win that was looked for ([`Limits::mate`](crate::Limits::mate)); `None` where none was, and where time or nodes were not enough to
    /// say.
    pub mate: Option<Solved>,
}

/// What the search for a forced win has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solved {
    /// It is won by this line.
    Won(Vec<Move>),
    /// There is no such win, whatever the side to move plays.
    Refuted,
}
