//! Work on positions: listing, counting, making.

use crate::generate::{Batch, Sink};
use crate::legal::Lister;
use crate::state::{At, State};
use wazir_runtime::{Bits, Bmi2, Cpu, Move, MoveKind, MoveList, Portable, Task};

/// Does a task in code for this processor.
pub(crate) fn perform<T: Task>(task: T) -> T::Output {
    match Bmi2::detect() {
        Some(cpu) => cpu.perform(task),
        None => Portable.perform(task),
    }
}

/// Collects what pieces can do, as far as the judge of the side tells.
pub(crate) struct Collect<'a, 'm, W, const K: usize, const S: usize> {
    pub(crate) at: At<'a, W, K, S>,
    pub(crate) moves: &'m mut MoveList,
}

impl<W: Bits, const K: usize, const S: usize> Task for Collect<'_, '_, W, K, S> {
    type Output = ();
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) {
        let guard = self.at.guard(cpu);
        self.at.generate(cpu, &guard, &mut Lister(self.moves));
    }
}

/// Lists legal moves.
struct List<'a, 'm, W, const K: usize, const S: usize> {
    at: At<'a, W, K, S>,
    moves: &'m mut MoveList,
    /// Whether or not the game is over.
    by_rule: bool,
}

impl<W: Bits, const K: usize, const S: usize> Task for List<'_, '_, W, K, S> {
    type Output = ();
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) {
        if !self.by_rule && self.at.is_over_with_moves_left() {
            return;
        }
        self.at.by_rule(cpu, &mut Lister(self.moves));
    }
}

/// The legal moves.
pub(crate) fn list<W: Bits, const K: usize, const S: usize>(at: At<'_, W, K, S>) -> MoveList {
    let mut moves = MoveList::new();
    perform(List { at, moves: &mut moves, by_rule: false });
    moves
}

/// The same, whether or not the game is over.
pub(crate) fn list_by_rule<W: Bits, const K: usize, const S: usize>(at: At<'_, W, K, S>) -> MoveList {
    let mut moves = MoveList::new();
    perform(List { at, moves: &mut moves, by_rule: true });
    moves
}

/// Is there a move?
pub(crate) fn any<W: Bits, const K: usize, const S: usize>(at: At<'_, W, K, S>) -> bool {
    !at.is_over_with_moves_left() && any_by_rule(at)
}

/// The same, whether or not the game is over.
pub(crate) fn any_by_rule<W: Bits, const K: usize, const S: usize>(at: At<'_, W, K, S>) -> bool {
    !list_by_rule(at).is_empty()
}

/// Leaf nodes `depth` plies (at least one) below.
struct Perft<'a, W, const K: usize, const S: usize> {
    at: At<'a, W, K, S>,
    depth: u32,
    leaf: bool,
}

impl<W: Bits, const K: usize, const S: usize> Task for Perft<'_, W, K, S> {
    type Output = u64;
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> u64 {
        if self.depth == 1 && !self.leaf {
            let mut count = Count(0);
            self.at.visit(cpu, &mut count);
            return count.0;
        }
        let mut walk = Walk { cpu, below: self.depth - 1, leaf: self.leaf, nodes: 0 };
        self.at.visit(cpu, &mut walk);
        walk.nodes
    }
}

/// Counts moves.
struct Count(u64);

impl<W: Bits, const K: usize, const S: usize> Sink<W, K, S> for Count {
    #[inline(always)]
    fn batch(&mut self, _: At<'_, W, K, S>, batch: Batch<W>) {
        self.0 += u64::from(batch.targets.count());
    }
    #[inline(always)]
    fn one(&mut self, _: At<'_, W, K, S>, _: Move) {
        self.0 += 1;
    }
}

/// Makes moves and counts what lies below them.
struct Walk<C> {
    cpu: C,
    below: u32,
    leaf: bool,
    nodes: u64,
}

impl<C: Cpu> Walk<C> {
    #[inline(always)]
    fn child<W: Bits, const K: usize, const S: usize>(&mut self, at: At<'_, W, K, S>, child: &State<W, K, S>) {
        let child = At { game: at.game, s: child };
        if at.game.many {
            let settled = child.settled();
            self.count(At { game: at.game, s: &settled });
        } else {
            self.count(child);
        }
    }

    #[inline(always)]
    fn count<W: Bits, const K: usize, const S: usize>(&mut self, child: At<'_, W, K, S>) {
        self.nodes += match self.below {
            0 => {
                core::hint::black_box(child.s);
                1
            }
            depth => self.cpu.perform(Perft { at: child, depth, leaf: self.leaf }),
        };
    }
}

impl<W: Bits, const K: usize, const S: usize, C: Cpu> Sink<W, K, S> for Walk<C> {
    #[inline(always)]
    fn batch(&mut self, at: At<'_, W, K, S>, batch: Batch<W>) {
        for to in batch.targets {
            let mv = batch.mv(to);
            let child = match batch.kind {
                MoveKind::Step | MoveKind::Promotion | MoveKind::Drop => at.after::<false>(mv),
                _ => at.after::<false>(mv),
            };
            self.child(at, &child);
        }
    }
    #[inline(always)]
    fn one(&mut self, at: At<'_, W, K, S>, mv: Move) {
        let child = at.after::<false>(mv);
        self.child(at, &child);
    }
}

/// Leaf nodes `depth` plies below.
pub(crate) fn perft<W: Bits, const K: usize, const S: usize>(at: At<'_, W, K, S>, depth: u32, leaf: bool) -> u64 {
    if depth == 0 { 1 } else { perform(Perft { at, depth, leaf }) }
}
