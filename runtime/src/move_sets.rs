//! [`MoveSets`]: the legal moves of a position as they are generated, sets of targets that are not unpacked.

use crate::{Batch, Bits, Move, MoveKind, Position, Visitor};
use alloc::vec::Vec;

/// The legal moves of a position as sets of targets: a buffer that is filled again for each position ([`Position::fill`]) and allocates only while it grows.
///
/// Counting, looking for one move, and choosing the n-th take time by the number of sets (the pieces, roughly), not of moves.
#[derive(Clone, Debug, Default)]
pub struct MoveSets<S> {
    sets: Vec<MoveSet<S>>,
}

/// Moves that differ in their targets ([`Move::target`]) alone. Packed, each is a linear function of its target: `first + target * step`.
#[derive(Clone, Copy, Debug)]
pub struct MoveSet<S> {
    targets: S,
    first: u64,
    step: u64,
}

impl<S: Bits> MoveSet<S> {
    /// Their targets.
    #[inline(always)]
    pub fn targets(&self) -> S {
        self.targets
    }

    /// The move to one of them.
    #[inline(always)]
    pub fn mv(&self, target: usize) -> Move {
        Move::from_bits(self.first.wrapping_add(self.step.wrapping_mul(target as u64)))
    }

    /// What kind of moves they are.
    #[inline(always)]
    pub fn kind(&self) -> MoveKind {
        self.mv(self.targets.first()).kind()
    }
}

impl<S: Bits> MoveSets<S> {
    /// An empty buffer.
    pub const fn new() -> Self {
        MoveSets { sets: Vec::new() }
    }

    /// An empty buffer with room for so many sets.
    pub fn with_capacity(sets: usize) -> Self {
        MoveSets { sets: Vec::with_capacity(sets) }
    }

    /// Forgets all moves.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.sets.clear();
    }

    /// Adds the moves of a batch to these targets, a subset of its own.
    #[inline(always)]
    pub(crate) fn add<P: Position<Set = S>, B: Batch<P>>(&mut self, batch: B, targets: S) {
        self.add_moves(targets, |target| batch.mv(target));
    }

    /// Adds moves to these targets. `mv` tells the one to a target: packed, a linear function of it.
    #[inline(always)]
    pub fn add_moves(&mut self, targets: S, mv: impl Fn(usize) -> Move) {
        if targets.is_empty() {
            return;
        }
        // Any two neighbouring targets tell the step. On boards of at most 512 squares no part of a move runs out of its bits near target 512, and both are constants
        // of the batch; beyond, the first target is one whose move there is.
        let near = if const { size_of::<S>() <= 64 } { 512 } else { targets.first() };
        let at = mv(near).bits();
        let step = mv(near + 1).bits().wrapping_sub(at);
        self.add_line(targets, at.wrapping_sub(step.wrapping_mul(near as u64)), step);
    }

    /// Adds moves to these targets, packed `first + target * step`.
    #[inline(always)]
    pub fn add_line(&mut self, targets: S, first: u64, step: u64) {
        if targets.any() {
            self.sets.push(MoveSet { targets, first, step });
        }
    }

    /// Adds one move.
    #[inline]
    pub fn add_one(&mut self, mv: Move) {
        self.sets.push(MoveSet { targets: S::single(usize::from(mv.target())), first: mv.bits(), step: 0 });
    }

    /// The sets, in the order of generation; none is empty.
    #[inline(always)]
    pub fn sets(&self) -> &[MoveSet<S>] {
        &self.sets
    }

    /// Keeps of each set the targets that `kept` tells.
    #[inline(always)]
    pub fn retain(&mut self, mut kept: impl FnMut(&MoveSet<S>) -> S) {
        self.sets.retain_mut(|set| {
            set.targets &= kept(set);
            set.targets.any()
        });
    }

    /// The number of moves.
    #[inline(always)]
    pub fn count(&self) -> u64 {
        let mut count = 0;
        for set in &self.sets {
            count += u64::from(set.targets.count());
        }
        count
    }

    /// No move?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// Is this move among them?
    #[inline]
    pub fn contains(&self, mv: Move) -> bool {
        let target = usize::from(mv.target());
        self.sets.iter().any(|set| target < 8 * size_of::<S>() && set.targets.has(target) && set.mv(target) == mv)
    }

    /// Every move, once, in the order of generation.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.sets.iter().flat_map(|set| set.targets.into_iter().map(|target| set.mv(target)))
    }

    /// Writes moves into `moves`, in the order of [`MoveSets::iter`] and from the one of this number on, as many as there are and have room; tells how many.
    pub fn list_from(&self, mut number: u64, moves: &mut [Move]) -> usize {
        let mut listed = 0;
        for set in &self.sets {
            let here = u64::from(set.targets.count());
            if number >= here {
                number -= here;
                continue;
            }
            for target in set.targets.into_iter().skip(number as usize) {
                let Some(place) = moves.get_mut(listed) else { return listed };
                *place = set.mv(target);
                listed += 1;
            }
            number = 0;
        }
        listed
    }
}

/// Fills a buffer.
#[derive(Debug)]
pub(crate) struct Filler<'m, S> {
    pub(crate) into: &'m mut MoveSets<S>,
    /// Only moves that capture or promote?
    pub(crate) noisy: bool,
}

impl<P: Position> Visitor<P> for Filler<'_, P::Set> {
    const ALIKE: bool = true;
    #[inline(always)]
    fn batch<B: Batch<P>>(&mut self, position: &P, batch: B) {
        let targets = if self.noisy { batch.noisy(position) } else { batch.targets() };
        self.into.add(batch, targets);
    }
}
