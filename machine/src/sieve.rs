//! Consumers of moves: they count them or write them down, and leave out those that are not legal.

use crate::generate::{Batch, Sink};
use crate::guard::Guard;
use crate::state::At;
use wazir_runtime::{Bits, Move, MoveKind, MoveSets};

/// Counts moves.
pub(crate) struct Counted(pub(crate) u64);

impl<W: Bits, const K: usize, const S: usize> Sink<W, K, S> for Counted {
    #[inline(always)]
    fn batch(&mut self, _: At<'_, W, K, S>, batch: Batch<W>) {
        self.0 += u64::from(batch.targets.count());
    }
    #[inline(always)]
    fn one(&mut self, _: At<'_, W, K, S>, _: Move) {
        self.0 += 1;
    }
}

/// Writes moves down.
pub(crate) struct Filled<'m, W>(pub(crate) &'m mut MoveSets<W>);

impl<W: Bits, const K: usize, const S: usize> Sink<W, K, S> for Filled<'_, W> {
    #[inline(always)]
    fn batch(&mut self, _: At<'_, W, K, S>, batch: Batch<W>) {
        self.0.add_moves(batch.targets, |to| batch.mv(to));
    }
    #[inline(always)]
    fn one(&mut self, _: At<'_, W, K, S>, mv: Move) {
        self.0.add_one(mv);
    }
}

/// Passes on the legal ones of the moves that it is given.
pub(crate) struct Sieve<'g, V, W> {
    pub(crate) sink: V,
    pub(crate) guard: &'g Guard<W>,
}

impl<W: Bits, V: Sink<W, K, S>, const K: usize, const S: usize> Sink<W, K, S> for Sieve<'_, V, W> {
    #[inline(always)]
    fn batch(&mut self, at: At<'_, W, K, S>, mut batch: Batch<W>) {
        if self.guard.tests {
            batch.targets = at.sifted(&batch, self.guard);
        }
        self.sink.batch(at, batch);
    }
    #[inline(always)]
    fn one(&mut self, at: At<'_, W, K, S>, mv: Move) {
        if !self.guard.tests || at.is_allowed(mv) {
            self.sink.one(at, mv);
        }
    }
}

impl<W: Bits, const K: usize, const S: usize> At<'_, W, K, S> {
    /// The targets of the legal ones of these moves: those are tested of which it is not known.
    #[inline(never)]
    fn sifted(&self, batch: &Batch<W>, guard: &Guard<W>) -> W {
        let mut legal = batch.targets & self.surely_legal(batch, guard);
        for to in batch.targets & !legal {
            if self.is_allowed(batch.mv(to)) {
                legal |= W::single(to);
            }
        }
        legal
    }

    /// Targets to which the moves of a batch are legal, whatever the position after them looks like.
    #[inline(always)]
    fn surely_legal(&self, batch: &Batch<W>, guard: &Guard<W>) -> W {
        let doubtful = guard.doubtful;
        let side = &self.game.sides[self.me()];
        if side.royals >> batch.piece & 1 == 1 {
            return W::EMPTY;
        }
        let mut sure = !doubtful;
        let becomes = if batch.kind == MoveKind::Promotion { batch.into } else { batch.piece };
        if let Some(checking) = guard.checking.get(becomes) {
            sure &= !*checking;
        }
        match batch.kind {
            MoveKind::Drop => return if side.calm { sure } else { W::EMPTY },
            MoveKind::Step | MoveKind::Passing => {}
            MoveKind::Promotion if side.royals >> batch.into & 1 == 0 => {}
            _ => return W::EMPTY,
        }
        if batch.shift != 0 {
            sure &= !doubtful.shift(batch.shift);
        } else if doubtful.has(batch.from) {
            return W::EMPTY;
        }
        if side.costly {
            sure &= !self.enemies(self.me());
        }
        sure
    }
}
