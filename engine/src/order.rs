//! In which order moves are searched: what the search has learnt of moves, whatever the position.

use crate::corrections::Corrections;
use wazir_runtime::{Move, MoveKind, SideId};

/// A number that stands for a move in the transposition table; never 0.
pub(crate) fn mark(mv: Move) -> u32 {
    (mv.order().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32 | 1
}

/// A move and how early it is searched: the higher, the earlier.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scored {
    /// The move.
    pub(crate) mv: Move,
    /// Its rank.
    pub(crate) rank: i32,
    /// What it gains at once, as far as can be told: [`super::search::Worker::gain`].
    pub(crate) gain: i32,
    /// It is a capture that may lose by exchange: its rank has to be looked at before it is searched.
    pub(crate) unsure: bool,
}

/// Entries of the table of answers, at most.
const ANSWERS: usize = 1 << 21;

/// Histories stay within that, either way.
const LIMIT: i32 = 1 << 14;

/// How well moves have done so far.
pub(crate) struct Histories {
    kinds: usize,
    squares: usize,
    /// By side, type (dropped or moved) and target.
    quiet: Vec<i16>,
    /// By the move before and the move: what one node asks for lies close together. Several moves before share a row where there are too many.
    answers: Vec<i16>,
    /// Moves, and so entries of a row.
    moves: usize,
    /// Rows of `answers`.
    rows: usize,
    /// The last move that refuted each move, by index of the latter.
    refutations: Vec<Option<Move>>,
    /// By how much evaluations have been off.
    pub(crate) corrections: Corrections,
}

impl Histories {
    /// Nothing learnt yet, of a game with so many sides, types and squares.
    pub(crate) fn new(sides: usize, kinds: usize, squares: usize) -> Histories {
        let moves = (sides * 2 * kinds * squares).max(1);
        let rows = (ANSWERS / moves).clamp(1, moves);
        Histories {
            kinds,
            squares,
            quiet: vec![0; moves],
            answers: vec![0; rows * moves],
            moves,
            rows,
            refutations: vec![None; moves],
            corrections: Corrections::new(sides),
        }
    }

    /// The index of a move by its side, type and target.
    pub(crate) fn index(&self, side: SideId, mv: Move) -> usize {
        let dropped = (mv.kind() == MoveKind::Drop) as usize;
        let row = (side as usize * 2 + dropped) * self.kinds + mv.piece() as usize;
        row * self.squares + mv.wall().unwrap_or(mv.to()) as usize
    }

    /// The place of an answer to a move.
    fn answer(&self, before: usize, index: usize) -> usize {
        before % self.rows * self.moves + index
    }

    /// How well a quiet move has done, after the move of index `before`.
    pub(crate) fn of(&self, index: usize, before: Option<usize>) -> i32 {
        let quiet = self.quiet.get(index).map_or(0, |&history| history as i32);
        quiet + before.map_or(0, |before| self.answers[self.answer(before, index)] as i32)
    }

    /// The move that refuted the move of this index last.
    pub(crate) fn refutation(&self, before: usize) -> Option<Move> {
        self.refutations.get(before).copied().flatten()
    }

    /// A quiet move has refuted what came before (`bonus` more than 0) or has failed to.
    pub(crate) fn learn(&mut self, index: usize, before: Option<usize>, bonus: i32) {
        if let Some(history) = self.quiet.get_mut(index) {
            add(history, bonus);
        }
        if let Some(place) = before.map(|before| self.answer(before, index)) {
            add(&mut self.answers[place], bonus);
        }
    }

    /// This move has refuted the move of index `before`.
    pub(crate) fn refute(&mut self, before: usize, mv: Move) {
        if let Some(refutation) = self.refutations.get_mut(before) {
            *refutation = Some(mv);
        }
    }
}

/// Adds to a history so that it stays within [`LIMIT`]: the nearer to it, the less is added.
fn add(history: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT / 4, LIMIT / 4);
    let now = *history as i32;
    *history = (now + bonus - now * bonus.abs() / LIMIT) as i16;
}
