//! Moves that also put a piece of the hand on a square they leave.

use super::Make;
use crate::{Batch, Cpu, Move, MoveKind, PieceId, Side};
use core::marker::PhantomData;

/// The same moves, which also put a piece of the hand on a square they leave.
#[derive(Clone, Copy, Debug)]
pub struct Gated<S, B> {
    moves: B,
    piece: usize,
    square: usize,
    by_partner: bool,
    side: PhantomData<S>,
}

impl<S, B> Gated<S, B> {
    /// These moves with a piece of type `piece` on `square`: the one they leave or, `by_partner`, the one that a castling partner leaves.
    #[inline(always)]
    pub fn new(moves: B, piece: usize, square: usize, by_partner: bool) -> Self {
        Gated { moves, piece, square, by_partner, side: PhantomData }
    }
}

impl<S: Side, P: Make, B: Batch<P>> Batch<P> for Gated<S, B> {
    // Unpacked as drops are: such moves are seldom.
    const KIND: MoveKind = MoveKind::Drop;
    #[inline(always)]
    fn piece(self) -> PieceId {
        self.moves.piece()
    }
    #[inline(always)]
    fn targets(self) -> P::Set {
        self.moves.targets()
    }
    #[inline(always)]
    fn from(self, to: usize) -> Option<usize> {
        self.moves.from(to)
    }
    #[inline(always)]
    fn with(self, targets: P::Set) -> Self {
        Gated { moves: self.moves.with(targets), ..self }
    }
    #[inline(always)]
    fn mv(self, to: usize) -> Move {
        self.moves.mv(to).with_gating(self.piece as PieceId, self.by_partner)
    }
    #[inline(always)]
    fn captures(self, position: &P) -> P::Set {
        self.moves.captures(position)
    }
    #[inline(always)]
    fn noisy(self, position: &P) -> P::Set {
        self.moves.noisy(position)
    }
    #[inline(always)]
    fn begin(self, position: &P, child: &mut P) {
        self.moves.begin(position, child);
    }
    #[inline(always)]
    fn complete<C: Cpu>(self, cpu: C, position: &P, child: &mut P, to: usize, capture: bool) {
        self.moves.complete(cpu, position, child, to, capture);
        child.gate::<S>(self.piece, self.square);
    }
    #[inline(always)]
    fn restore(self, child: &mut P, begun: &P) {
        self.moves.restore(child, begun);
        child.restore_gated(begun, self.piece);
    }
}
