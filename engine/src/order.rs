//! In which order moves are searched: what the search has learnt of moves, whatever the position.

use crate::{corrections::Corrections, surprises::Surprises};
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
    /// What it gains at once, as far as can be told: [`super::search::gain`].
    pub(crate) gain: i32,
    /// It is a capture that may lose by exchange: its rank has to be looked at before it is searched.
    pub(crate) unsure: bool,
}

/// Entries of a table of pairs of moves, at most.
const PAIRS: usize = 1 << 21;

/// Histories stay within that, either way.
const LIMIT: i32 = 1 << 14;

/// The two moves before a move, by their indices, as far as there are any: what its history depends on.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Before {
    /// The last one, which it answers.
    pub(crate) last: Option<usize>,
    /// The one before that, which it follows up: in most games the mover's own.
    pub(crate) own: Option<usize>,
}

/// How well moves have done so far.
pub(crate) struct Histories {
    kinds: usize,
    squares: usize,
    /// By side, type (dropped or moved) and target.
    quiet: Vec<i16>,
    /// By the last move and the move: what one node asks for lies close together. Several last moves share a row where there are too many.
    answers: Vec<i16>,
    /// The same by the move before the last.
    follow_ups: Vec<i16>,
    /// Moves, and so entries of a row.
    moves: usize,
    /// Rows of `answers` and `follow_ups`.
    rows: usize,
    /// The last move that refuted each move, by index of the latter.
    refutations: Vec<Option<Move>>,
    /// By how much evaluations have been off.
    pub(crate) corrections: Corrections,
    /// What is to be foreseen of evaluations.
    pub(crate) surprises: Surprises,
}

impl Histories {
    /// Nothing learnt yet, of a game with so many sides, types and squares.
    pub(crate) fn new(sides: usize, kinds: usize, squares: usize) -> Histories {
        let moves = (sides * 2 * kinds * squares).max(1);
        let rows = (PAIRS / moves).clamp(1, moves);
        Histories {
            kinds,
            squares,
            quiet: vec![0; moves],
            answers: vec![0; rows * moves],
            follow_ups: vec![0; rows * moves],
            moves,
            rows,
            refutations: vec![None; moves],
            corrections: Corrections::new(sides),
            surprises: Surprises::new(moves),
        }
    }

    /// The index of a move by its side, type and target.
    pub(crate) fn index(&self, side: SideId, mv: Move) -> usize {
        let dropped = (mv.kind() == MoveKind::Drop) as usize;
        let row = (side as usize * 2 + dropped) * self.kinds + mv.piece() as usize;
        row * self.squares + mv.wall().unwrap_or(mv.to()) as usize
    }

    /// The place of a move after another one.
    fn pair(&self, before: usize, index: usize) -> usize {
        before % self.rows * self.moves + index
    }

    /// How well a quiet move has done, alone and after those `before` it.
    pub(crate) fn of(&self, index: usize, before: Before) -> i32 {
        let alone = self.quiet.get(index).map_or(0, |&history| history as i32);
        let after =
            |table: &[i16], before: Option<usize>| before.map_or(0, |before| table[self.pair(before, index)] as i32);
        alone + after(&self.answers, before.last) + after(&self.follow_ups, before.own)
    }

    /// The move that refuted the move of this index last.
    pub(crate) fn refutation(&self, before: usize) -> Option<Move> {
        self.refutations.get(before).copied().flatten()
    }

    /// A quiet move has done well after those `before` it (`bonus` more than 0), or has not.
    pub(crate) fn learn(&mut self, index: usize, before: Before, bonus: i32) {
        if let Some(history) = self.quiet.get_mut(index) {
            add(history, bonus);
        }
        if let Some(place) = before.last.map(|before| self.pair(before, index)) {
            add(&mut self.answers[place], bonus);
        }
        if let Some(place) = before.own.map(|before| self.pair(before, index)) {
            add(&mut self.follow_ups[place], bonus);
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
