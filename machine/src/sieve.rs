//! Consumers of moves: they count them or write them down, and leave out those that are not legal.

use crate::generate::{Batch, Sink};
use crate::guard::Guard;
use crate::state::At;
use wazir_runtime::{Bits, Move, MoveKind, MoveSets};

/// Counts moves.
pub(crate) struct Counted {
    /// How many there are so far.
    pub(crate) count: u64,
    /// It is only asked whether there is one.
    pub(crate) one_is_enough: bool,
}

impl<W: Bits, const K: usize, const S: usize> Sink<W, K, S> for Counted {
    #[inline(always)]
    fn batch(&mut self, _: At<'_, W, K, S>, batch: Batch<W>) {
        self.count += u64::from(batch.targets.count());
    }
    #[inline(always)]
    fn one(&mut self, _: At<'_, W, K, S>, _: Move) {
        self.count += 1;
    }
    #[inline(always)]
    fn one_is_enough(&self) -> bool {
        self.one_is_enough
    }
    #[inline(always)]
    fn is_satisfied(&self) -> bool {
        self.one_is_enough && self.count > 0
    }
}

/// Writes moves down.
pub(crate) struct Filled<'m, W>(pub(crate) &'m mut MoveSets<W>);

impl<W: Bits, const K: usize, const S: usize> Sink<W, K, S> for Filled<'_, W> {
    #[inline(always)]
    fn batch(&mut self, _: At<'_, W, K, S>, batch: Batch<W>) {
        let (first, step) = batch.line();
        self.0.add_line(batch.targets, first, step);
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
            if self.sink.is_satisfied() {
                return;
            }
            let one = self.sink.one_is_enough();
            let steps = matches!(batch.kind, MoveKind::Step | MoveKind::Passing);
            // A copy: what functions are given by reference has to be in memory, which it would be for those as well who ask for no tests.
            let asked = batch;
            if steps && self.guard.told && at.game.sides[at.me()].royals >> batch.piece & 1 == 0 {
                batch.targets &= self.guard.kept(&asked);
            } else if self.guard.minds_checks {
                batch.targets = at.minding_checks(&asked, self.guard, one);
            } else {
                batch.targets = at.sifted(&asked, self.guard, one);
            }
        }
        self.sink.batch(at, batch);
    }
    #[inline(always)]
    fn one(&mut self, at: At<'_, W, K, S>, mv: Move) {
        if !self.guard.tests || !self.sink.is_satisfied() && at.is_allowed(mv) {
            self.sink.one(at, mv);
        }
    }
    #[inline(always)]
    fn one_is_enough(&self) -> bool {
        self.sink.one_is_enough()
    }
    #[inline(always)]
    fn is_satisfied(&self) -> bool {
        self.sink.is_satisfied()
    }
}

impl<W: Bits> Guard<W> {
    /// The targets of these moves, of which each takes one piece from one square to another or drops one, that give no check.
    #[inline(always)]
    fn quiet(&self, batch: &Batch<W>) -> W {
        let arriving = self.arriving.iter().filter(|(kinds, _)| kinds >> batch.piece & 1 == 1);
        let quiet = arriving.fold(batch.targets, |quiet, &(_, checking)| quiet & !checking);
        // What opens lines goes piece by piece.
        let apart = batch.shift != 0 || batch.kind == MoveKind::Drop;
        if apart { quiet } else { quiet & wazir_runtime::within_pins(&self.opening, batch.from) }
    }

    /// The targets of ordinary moves of a batch, not of royals, that keep the royals safe as far as lines tell.
    #[inline(always)]
    fn kept(&self, batch: &Batch<W>) -> W {
        // What stands on lines goes piece by piece.
        let apart = batch.shift != 0 || batch.kind == MoveKind::Drop;
        if apart { self.lines.safe() } else { self.lines.targets(batch.from) }
    }
}

impl<W: Bits, const K: usize, const S: usize> At<'_, W, K, S> {
    /// The targets of those of these moves that are legal as far as the checks go that they give; of some of them, if `one` is enough.
    #[inline(never)]
    fn minding_checks(&self, batch: &Batch<W>, guard: &Guard<W>, one: bool) -> W {
        let is_told = matches!(batch.kind, MoveKind::Step | MoveKind::Passing | MoveKind::Drop);
        let quiet = if is_told { guard.quiet(batch) } else { W::EMPTY };
        if quiet == batch.targets || is_told && self.rules().play[self.me()].check.may_not_be_given {
            return quiet;
        }
        self.with_loud(batch, quiet, one)
    }

    /// The same, where some of the moves give check, or may.
    #[inline(never)]
    fn with_loud(&self, batch: &Batch<W>, quiet: W, one: bool) -> W {
        self.with_tested(batch, quiet, batch.targets & !quiet, one)
    }

    /// Legal targets, and those of the asked ones to which the move, which is made, is legal as well; the first of all of them, if `one` is enough.
    #[inline(always)]
    fn with_tested(&self, batch: &Batch<W>, mut legal: W, asked: W, one: bool) -> W {
        for to in asked {
            if one && legal.any() {
                break;
            }
            if self.is_allowed(batch.mv(to)) {
                legal |= W::single(to);
            }
        }
        legal
    }

    /// The targets of the legal ones of these moves: those are tested of which it is not known. Of some of them, if `one` is enough.
    #[inline(never)]
    fn sifted(&self, batch: &Batch<W>, guard: &Guard<W>, one: bool) -> W {
        let (legal, illegal) = self.told(batch, guard);
        let legal = batch.targets & legal;
        self.with_tested(batch, legal, batch.targets & !legal & !illegal, one)
    }

    /// Targets to which the moves of a batch are legal, and such to which they are not, whatever the position after them looks like.
    #[inline(always)]
    pub(crate) fn told(&self, batch: &Batch<W>, guard: &Guard<W>) -> (W, W) {
        let side = &self.game.sides[self.me()];
        let nothing = (W::EMPTY, W::EMPTY);
        let ordinary = match batch.kind {
            MoveKind::Drop => side.calm,
            MoveKind::Step | MoveKind::Passing => true,
            MoveKind::Promotion => side.royals >> batch.into & 1 == 0,
            _ => false,
        };
        let stays = batch.kind != MoveKind::Drop && batch.shift == 0 && batch.targets.has(batch.from);
        if !ordinary || stays {
            return nothing;
        }
        // What these do to the position is more than that one piece takes another's place.
        let captures = if side.odd_captures { self.enemies(self.me()) } else { W::EMPTY };
        if side.royals >> batch.piece & 1 == 1 {
            let asked = batch.targets & !captures;
            if batch.from != guard.lone || batch.shift != 0 || batch.kind != MoveKind::Step {
                return nothing;
            }
            let safe = self.unattacked(batch.from, asked);
            let mut sure = safe;
            // Where a royal could be blown up by a capture, its going away may make that capture a threat.
            if side.minds_checks && side.risks_royals {
                sure = W::EMPTY;
            } else if side.minds_checks {
                sure &= if guard.doubtful.has(batch.from) { W::EMPTY } else { !guard.doubtful };
                sure &= guard.checking.get(batch.piece).map_or(W::EMPTY, |&checking| !checking);
            }
            return (sure, asked & !safe);
        }
        let doubtful = guard.doubtful;
        let kept = guard.kept(batch);
        let mut sure = kept & !doubtful & !captures;
        let becomes = if batch.kind == MoveKind::Promotion { batch.into } else { batch.piece };
        if let Some(checking) = guard.checking.get(becomes) {
            sure &= !*checking;
        }
        if batch.shift != 0 {
            sure &= !doubtful.shift(batch.shift);
        } else if batch.kind != MoveKind::Drop && doubtful.has(batch.from) {
            sure = W::EMPTY;
        }
        let forbidden = guard.forbidden.get(becomes).map_or(W::EMPTY, |&forbidden| forbidden);
        (sure, (!kept | forbidden) & !captures)
    }
}
