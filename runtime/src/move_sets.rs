//! [`MoveSets`]: the legal moves of a position as they are generated, sets of targets that are not unpacked.

use crate::{Batch, Bits, Cpu, Move, MoveKind, Position, Visitor};
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

/// Binary digits of the number of moves to one target: more than any position has.
const PLANES: usize = 16;

/// How many moves go to each square, in binary: digit `k` of the number for a square stands in plane `k`. By it the n-th move is found without a list.
#[derive(Clone, Debug)]
pub(crate) struct Multiplicity<S> {
    planes: [S; PLANES],
    /// How many numbers the planes below each one stand for; in the end, all of them.
    below: [u64; PLANES + 1],
    /// Planes from this one on are empty.
    used: usize,
}

/// Few targets have more than seven moves: so many planes are added without asking whether there is something to carry.
const USUAL: usize = 3;

impl<S: Bits> Multiplicity<S> {
    pub(crate) const fn new() -> Self {
        Multiplicity { planes: [S::EMPTY; PLANES], below: [0; PLANES + 1], used: USUAL }
    }

    /// Makes it that of these moves.
    #[inline(always)]
    pub(crate) fn count(&mut self, moves: &MoveSets<S>) {
        let mut low = [S::EMPTY; USUAL];
        let mut used = USUAL;
        for set in &moves.sets {
            let mut carry = set.targets;
            for plane in &mut low {
                let both = *plane & carry;
                *plane ^= carry;
                carry = both;
            }
            if carry.any() {
                // A plane is stale until it is used again.
                self.planes[used..].fill(S::EMPTY);
                used = PLANES;
                for plane in &mut self.planes[USUAL..] {
                    let both = *plane & carry;
                    *plane ^= carry;
                    carry = both;
                }
            }
        }
        self.planes[..USUAL].copy_from_slice(&low);
        self.used = used;
        let mut below = 0;
        for (k, plane) in self.planes[..used].iter().enumerate() {
            below += u64::from(plane.count()) << k;
            self.below[k + 1] = below;
        }
    }

    /// The number of moves.
    #[inline]
    pub(crate) fn total(&self) -> u64 {
        self.below[self.used]
    }

    /// The target of the move that a number stands for, which of the moves to that target it is, and how many these are.
    #[inline(always)]
    fn find(&self, cpu: impl Cpu, number: u64) -> (usize, usize, usize) {
        match self.used {
            USUAL => self.find_in::<USUAL>(cpu, number),
            _ => self.find_in::<PLANES>(cpu, number),
        }
    }

    /// [`Multiplicity::find`] where the first planes have it. Without branches: nobody can foresee which plane it is.
    #[inline(always)]
    fn find_in<const USED: usize>(&self, cpu: impl Cpu, number: u64) -> (usize, usize, usize) {
        let k: usize = self.below[1..USED].iter().map(|&below| usize::from(number >= below)).sum();
        let n = number - self.below[k];
        let target = nth_square(cpu, self.planes[k], n >> k);
        let mut many = 0;
        for (i, plane) in self.planes[..USED].iter().enumerate() {
            many += usize::from(plane.has(target)) << i;
        }
        let below = (1 << k) - 1;
        (target, (many & below) + (n as usize & below), many)
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
        self.sets.push(MoveSet { targets, first: at.wrapping_sub(step.wrapping_mul(near as u64)), step });
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

    /// The move that a number stands for, below that of moves, which is how `many` there are ([`choose`]).
    #[inline(always)]
    pub(crate) fn nth(&self, cpu: impl Cpu, many: &Multiplicity<S>, number: u64) -> Move {
        let (target, which, many) = many.find(cpu, number);
        self.nth_to(target, which, many)
    }

    /// The move of this number among the so many to a target, by [`Move::order`].
    #[inline(always)]
    fn nth_to(&self, target: usize, number: usize, many: usize) -> Move {
        if many > MOST_SHORT {
            return self.nth_to_busy(target, number);
        }
        // Without branches: which sets have the target cannot be guessed.
        let mut found = [Move::from_bits(0); MOST_SHORT + 1];
        let mut length = 0;
        for set in &self.sets {
            found[length] = set.mv(target);
            length += usize::from(set.targets.has(target));
        }
        match (many, &found) {
            (1, [only, ..]) => return *only,
            (2, [one, other, ..]) => return if (one.order() < other.order()) == (number == 0) { *one } else { *other },
            _ => {}
        }
        let found = &mut found[..many];
        found.sort_unstable_by_key(|mv| mv.order());
        found[number]
    }

    /// [`MoveSets::nth_to`] where many moves go to the target.
    #[cold]
    fn nth_to_busy(&self, target: usize, number: usize) -> Move {
        let mut found: Vec<Move> =
            self.sets.iter().filter(|set| set.targets.has(target)).map(|set| set.mv(target)).collect();
        found.sort_unstable_by_key(|mv| mv.order());
        found[number]
    }
}

/// So many moves to one target are looked at on the stack.
const MOST_SHORT: usize = 15;

/// The square of this number (from 0), below how many there are, in ascending order.
#[inline(always)]
fn nth_square<S: Bits>(cpu: impl Cpu, set: S, mut number: u64) -> usize {
    let last = const { size_of::<S>().div_ceil(8) - 1 };
    let words = set.to_words();
    for (at, &word) in words[..last].iter().enumerate() {
        let here = u64::from(word.count_ones());
        if number < here {
            return 64 * at + cpu.nth_bit(word, number as u32) as usize;
        }
        number -= here;
    }
    64 * last + cpu.nth_bit(words[last], number as u32) as usize
}

/// The move that a number stands for where random games choose by numbers, from a list in any order: [`crate::Ongoing`] finds the same one without a list. `None` unless the number is below that of
/// moves.
///
/// Let m(t) be the number of moves to the target t. The numbers are given out by the binary digits of m: first, ascending, one number to each target with an odd m;
/// then two numbers to each target whose m has the digit for two, and so on. Within a target, lower numbers go to moves of lower [`Move::order`].
pub fn choose(moves: &mut [Move], number: u64) -> Option<Move> {
    moves.sort_unstable_by_key(|mv| (mv.target(), mv.order()));
    let mut left = usize::try_from(number).ok()?;
    for k in 0..usize::BITS {
        let digit = 1_usize << k;
        for group in moves.chunk_by(|a, b| a.target() == b.target()) {
            if group.len() & digit == 0 {
                continue;
            }
            if left < digit {
                return group.get((group.len() & (digit - 1)) + left).copied();
            }
            left -= digit;
        }
    }
    None
}

/// Fills a buffer.
#[derive(Debug)]
pub(crate) struct Filler<'m, S> {
    pub(crate) into: &'m mut MoveSets<S>,
    /// Only moves that capture or promote?
    pub(crate) noisy: bool,
}

impl<P: Position> Visitor<P> for Filler<'_, P::Set> {
    #[inline(always)]
    fn batch<B: Batch<P>>(&mut self, position: &P, batch: B) {
        let targets = if self.noisy { batch.noisy(position) } else { batch.targets() };
        self.into.add(batch, targets);
    }
    #[inline(always)]
    fn split<B: Batch<P>, O: Batch<P>>(&mut self, position: &P, batch: B, _: P::Set, _: impl FnOnce(B) -> O) {
        // To whoever lists them, moves that give check are like the others.
        self.batch(position, batch);
    }
}
