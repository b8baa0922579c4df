//! Moves after which a wall is placed.

use super::Make;
use crate::{Batch, Bits, Cpu, Move, MoveKind, PieceId, Position, Side, Square, Visitor};
use core::marker::PhantomData;

/// One move, after which a wall is placed: its targets are the squares of the wall.
#[derive(Clone, Copy, Debug)]
pub struct Walled<S, P: Position, B> {
    batch: B,
    to: usize,
    moved: P,
    walls: P::Set,
    side: PhantomData<S>,
}

impl<S: Side, P: Make, B: Batch<P>> Walled<S, P, B> {
    /// The move of `batch` to `to`, which leads to the position `moved`, with each of the `walls`.
    #[inline(always)]
    pub fn new(batch: B, to: usize, moved: P, walls: P::Set) -> Self {
        Walled { batch, to, moved, walls, side: PhantomData }
    }
}

impl<S: Side, P: Make, B: Batch<P>> Batch<P> for Walled<S, P, B> {
    const KIND: MoveKind = B::KIND;
    #[inline(always)]
    fn piece(self) -> PieceId {
        self.batch.piece()
    }
    #[inline(always)]
    fn targets(self) -> P::Set {
        self.walls
    }
    #[inline(always)]
    fn from(self, _: usize) -> Option<usize> {
        self.batch.from(self.to)
    }
    #[inline(always)]
    fn with(self, walls: P::Set) -> Self {
        Walled { walls, ..self }
    }
    #[inline(always)]
    fn mv(self, wall: usize) -> Move {
        self.batch.mv(self.to).with_wall(wall as Square)
    }
    #[inline(always)]
    fn captures(self, _: &P) -> P::Set {
        P::Set::EMPTY
    }
    #[inline(always)]
    fn noisy(self, _: &P) -> P::Set {
        self.walls
    }
    #[inline(always)]
    fn begin(self, _: &P, child: &mut P) {
        *child = self.moved;
    }
    #[inline(always)]
    fn complete<C: Cpu>(self, _: C, _: &P, child: &mut P, wall: usize, _: bool) {
        child.place_wall::<S>(wall);
    }
    #[inline(always)]
    fn restore(self, child: &mut P, begun: &P) {
        child.restore::<S>(begun, 0, 0);
    }
}

/// Passes on the moves of `S` with every wall that may be placed after them.
#[derive(Debug)]
pub struct Walling<'v, S, V, C> {
    /// The consumer.
    pub inner: &'v mut V,
    /// The processor.
    pub cpu: C,
    /// Are moves passed on without a wall as well: always, where no square was left, or never?
    pub bare: Bare,
    /// Whose moves.
    pub side: PhantomData<S>,
}

/// Which moves are made without placing a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bare {
    /// All may be.
    All,
    /// Those after which there is no square for a wall.
    Unwalled,
    /// None.
    None,
}

impl<S: Side, P: Make, V: Visitor<P>, C: Cpu> Visitor<P> for Walling<'_, S, V, C> {
    #[inline(always)]
    fn batch<B: Batch<P>>(&mut self, position: &P, batch: B) {
        let mut bare = if self.bare == Bare::All { batch.targets() } else { P::Set::EMPTY };
        for to in batch.targets() {
            let moved = batch.child(self.cpu, position, to);
            let walls = moved.wall_squares::<S, C>(self.cpu, batch.from(to), to);
            if self.bare == Bare::Unwalled && walls.is_empty() {
                bare |= P::Set::single(to);
            }
            self.inner.batch(position, Walled::<S, P, B>::new(batch, to, moved, walls));
        }
        if self.bare != Bare::None {
            self.inner.batch(position, batch.with(bare));
        }
    }
}
