//! Figures that a side's pieces make on the board together: rows, blocks, lines, paths.

use super::{Board, SideId, SquareSet, Step};

/// A figure made by pieces of one side. Which of its pieces count is said where the figure is used; what else stands on the board does not matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formation {
    /// One of these patterns, somewhere on the board: a row of five, a block of four squares.
    Pattern(Vec<Pattern>),
    /// So many of them on one line: on squares that lie whole numbers of steps apart, one way or the other, with whatever between them.
    Line {
        /// How many, at least.
        count: u16,
        /// The directions of the lines in board coordinates; both ways are meant.
        along: Vec<Step>,
    },
    /// A chain of them, each one step from the next, that begins in one region and ends in the other. One piece that stands in both is such a chain.
    Path {
        /// Where it begins, by side; for a side without such squares there is no path.
        from: Vec<SquareSet>,
        /// Where it ends, by side.
        to: Vec<SquareSet>,
        /// From a piece to the next, in board coordinates; both ways are meant.
        steps: Vec<Step>,
    },
}

/// Squares seen from one of them, wherever on the board that one is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Offsets of squares that all hold a piece that counts; the first is the square itself, (0, 0).
    pub occupied: Vec<Step>,
    /// Offsets of squares that do not hold one, or do not exist.
    pub free: Vec<Step>,
}

impl Formation {
    /// Is the figure made for `side` by pieces on the squares `own`?
    pub fn is_made(&self, board: &Board, own: &SquareSet, side: SideId) -> bool {
        let holds = |from, step| board.step(from, step).is_some_and(|square| own.contains(square));
        match self {
            Formation::Pattern(patterns) => patterns.iter().any(|pattern| {
                let is_here = |from| {
                    pattern.occupied.iter().all(|&step| holds(from, step))
                        && !pattern.free.iter().any(|&step| holds(from, step))
                };
                own.iter().any(is_here)
            }),
            Formation::Line { count, along } => along.iter().any(|&step| {
                let on_line = |from| board.line(from, step).into_iter().filter(|&square| own.contains(square)).count();
                own.iter().any(|from| on_line(from) >= *count as usize)
            }),
            Formation::Path { from, to, steps } => {
                let mut reached = own.and(&from[side as usize]);
                loop {
                    let next = reached.iter().flat_map(|square| {
                        let both = steps.iter().flat_map(|&step| [step, step.reversed()]);
                        both.filter_map(move |step| board.step(square, step))
                    });
                    let grown = next.collect::<SquareSet>().and(own).or(&reached);
                    if grown == reached {
                        return !reached.and(&to[side as usize]).is_empty();
                    }
                    reached = grown;
                }
            }
        }
    }
}
