//! Choosing a move by its number, as random games do, without a list: [`Multiplicity`] and [`Arrivals`].

use crate::{Batch, Bits, Cpu, Move, MoveKind, MoveSets, PieceId, Position, Square, Visitor};
use alloc::vec::Vec;
use core::hint::select_unpredictable;

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

/// How many moves go to each square, in binary: digit `k` of the number for a square stands in plane `k`. By it the n-th move is found without a list.
///
/// The lowest planes stand apart, in [`Usual`], with as many as are enough as a rule for whoever counts.
#[derive(Clone, Debug)]
pub(crate) struct Multiplicity<S> {
    planes: [S; PLANES],
    /// Planes from this one on are empty, whatever they hold. The number of usual planes, [`BUSY`] or [`PLANES`].
    used: usize,
}

/// Binary digits of the number of moves to one target: more than any position has.
const PLANES: usize = 16;
/// Hardly any position has a target with more than 31 moves.
const BUSY: usize = 5;
/// In most games few targets have more than seven moves: so many planes are added without asking whether there is something to carry.
pub(crate) const USUAL: usize = 3;

/// The `N` lowest planes of a [`Multiplicity`]: small enough for registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Usual<S, const N: usize> {
    planes: [S; N],
    /// By plane: how many moves those below it stand for.
    below: [u64; N],
    /// How many all of them stand for.
    total: u64,
}

impl<S: Bits, const N: usize> Usual<S, N> {
    #[inline(always)]
    pub(crate) fn new(planes: [S; N]) -> Self {
        let (mut below, mut total) = ([0; N], 0);
        for k in 0..N {
            below[k] = total;
            total += u64::from(planes[k].count()) << k;
        }
        Usual { planes, below, total }
    }
}

/// Where a number leads. Small enough for a register.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// The target.
    target: u16,
    /// Which of the moves to it, by [`Move::order`] from 0.
    which: u16,
    /// How many these are.
    many: u16,
}

impl Place {
    #[inline(always)]
    fn new(target: usize, which: usize, many: usize) -> Self {
        Place { target: target as u16, which: which as u16, many: many as u16 }
    }
}

impl<S: Bits> Multiplicity<S> {
    pub(crate) const fn new() -> Self {
        Multiplicity { planes: [S::EMPTY; PLANES], used: USUAL }
    }

    /// Makes it that of these moves, as far as the usual planes do not tell.
    #[inline(always)]
    pub(crate) fn count(&mut self, moves: &MoveSets<S>) -> Usual<S, USUAL> {
        let mut tally = self.tally();
        for set in moves.sets() {
            tally.add(set.targets());
        }
        tally.finish()
    }

    /// Makes it that of the moves that are added to the tally, as far as the usual planes do not tell.
    #[inline(always)]
    pub(crate) fn tally<const N: usize>(&mut self) -> Tally<'_, S, N> {
        self.used = N;
        Tally { low: [S::EMPTY; N], many: self }
    }

    /// Adds what so many usual planes carry.
    #[inline(never)]
    fn carry(&mut self, usual: usize, mut carry: S) {
        for (from, to) in [(usual, BUSY), (BUSY, PLANES)] {
            if self.used < to {
                self.planes[from..to].fill(S::EMPTY);
                self.used = to;
            }
            for plane in &mut self.planes[from..to] {
                let both = *plane & carry;
                *plane ^= carry;
                carry = both;
            }
            if carry.is_empty() {
                return;
            }
        }
    }

    /// The number of moves.
    #[inline(always)]
    pub(crate) fn total<const N: usize>(&self, usual: &Usual<S, N>) -> u64 {
        let sum = |planes: &[S]| planes.iter().enumerate().map(|(k, plane)| u64::from(plane.count()) << k).sum::<u64>();
        usual.total + if self.used == N { 0 } else { sum(&self.planes[N..self.used]) << N }
    }

    /// Where a number leads, below that of moves. Mostly without branches: nobody can foresee which plane it is.
    #[inline(always)]
    pub(crate) fn find<const N: usize>(&self, usual: &Usual<S, N>, cpu: impl Cpu, number: u64) -> Place {
        if self.used > N && number >= usual.total {
            return self.find_high(*usual, cpu, number - usual.total);
        }
        let (mut k, mut plane, mut below) = (N - 1, usual.planes[N - 1], usual.below[N - 1]);
        for lower in (0..N - 1).rev() {
            let is_lower = number < usual.below[lower + 1];
            k -= usize::from(is_lower);
            plane = select_unpredictable(is_lower, usual.planes[lower], plane);
            below = select_unpredictable(is_lower, usual.below[lower], below);
        }
        self.place(usual, cpu, plane, k, number - below)
    }

    /// [`Multiplicity::find`] beyond the usual planes; `number` is what is left of it there. (By value: else they would have to be in memory for everybody.)
    #[inline(never)]
    fn find_high<const N: usize>(&self, usual: Usual<S, N>, cpu: impl Cpu, mut number: u64) -> Place {
        let mut k = N;
        loop {
            let here = u64::from(self.planes[k].count()) << k;
            if number < here {
                return self.place(&usual, cpu, self.planes[k], k, number);
            }
            number -= here;
            k += 1;
        }
    }

    /// Where a number leads among those of plane `k`.
    #[inline(always)]
    fn place<const N: usize>(&self, usual: &Usual<S, N>, cpu: impl Cpu, plane: S, k: usize, number: u64) -> Place {
        let target = nth_square(cpu, plane, number >> k);
        let digits = |planes: &[S]| {
            planes.iter().enumerate().map(|(i, plane)| usize::from(plane.has(target)) << i).sum::<usize>()
        };
        let many = digits(&usual.planes) + if self.used == N { 0 } else { digits(&self.planes[N..self.used]) << N };
        let below = (1 << k) - 1;
        Place::new(target, (many & below) + (number as usize & below), many)
    }
}

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

/// A [`Multiplicity`] that is being counted.
pub(crate) struct Tally<'m, S, const N: usize> {
    /// Its usual planes, in registers.
    low: [S; N],
    many: &'m mut Multiplicity<S>,
}

impl<S: Bits, const N: usize> Tally<'_, S, N> {
    /// Adds a move to each of these targets.
    #[inline(always)]
    fn add(&mut self, targets: S) {
        self.add_above(0, targets);
    }

    /// Adds to the planes from this one on.
    #[inline(always)]
    fn add_above(&mut self, plane: usize, mut carry: S) {
        for plane in &mut self.low[plane..] {
            let both = *plane & carry;
            *plane ^= carry;
            carry = both;
        }
        if carry.any() {
            self.many.carry(N, carry);
        }
    }

    /// Adds a move to each target of each of these sets by a tree of adders (Harley and Seal), in half the operations; what is carried to the fours.
    #[inline(always)]
    fn add_four(&mut self, [a, b, c, d]: [S; 4]) -> S {
        let (ab, cd) = (add_two(&mut self.low[0], a, b), add_two(&mut self.low[0], c, d));
        add_two(&mut self.low[1], ab, cd)
    }

    /// The usual planes, when all has been added.
    #[inline(always)]
    pub(crate) fn finish(self) -> Usual<S, N> {
        Usual::new(self.low)
    }
}

impl<P: Position, const N: usize> Visitor<P> for Tally<'_, P::Set, N> {
    const ALIKE: bool = true;
    const COUNTS_ARRIVALS: bool = true;
    #[inline(always)]
    fn arrivals<const M: usize>(&mut self, targets: [P::Set; M]) {
        for eight in targets.chunks(8) {
            // Fewer are filled up with nothing, which the compiler leaves out.
            let set = |at: usize| eight.get(at).copied().unwrap_or(P::Set::EMPTY);
            let (first, second) =
                (self.add_four([set(0), set(1), set(2), set(3)]), self.add_four([set(4), set(5), set(6), set(7)]));
            if N > 2 {
                let carry = add_two(&mut self.low[2], first, second);
                self.add_above(3, carry);
            } else {
                self.add_above(2, first);
                self.add_above(2, second);
            }
        }
    }
    #[inline(always)]
    fn batch<B: Batch<P>>(&mut self, _: &P, batch: B) {
        self.add(batch.targets());
    }
}

/// Adds two sets to a plane; what is carried to the next one.
#[inline(always)]
fn add_two<S: Bits>(plane: &mut S, a: S, b: S) -> S {
    let one = *plane ^ a;
    let carry = *plane & a | one & b;
    *plane = one ^ b;
    carry
}

/// So many moves to one target are looked at on the stack.
const MOST_SHORT: usize = 15;

/// Room for the moves to one target, and for one more.
pub(crate) type Room = [Move; MOST_SHORT + 1];

/// Such room.
pub(crate) const NO_MOVES: Room = [Move::from_bits(0); MOST_SHORT + 1];

/// Finds the move of a [`Place`] among those to its target.
pub(crate) struct Arrivals<'r> {
    place: Place,
    found: &'r mut Room,
    length: usize,
}

impl<'r> Arrivals<'r> {
    /// `None` where too many moves go to the target.
    #[inline(always)]
    pub(crate) fn at(place: Place, found: &'r mut Room) -> Option<Self> {
        (usize::from(place.many) <= MOST_SHORT).then_some(Arrivals { place, found, length: 0 })
    }

    /// Adds the move to the target if there is one. Without a branch: which sets have the target cannot be guessed.
    #[inline(always)]
    fn add(&mut self, there_is: bool, mv: Move) {
        self.found[self.length] = mv;
        self.length += usize::from(there_is);
    }

    /// The move, when all to the target have been added. `order` is [`Move::order`], or [`Move::bits`] where no move is of a kind for which they differ.
    #[inline(always)]
    pub(crate) fn chosen(self, order: impl Fn(Move) -> u64) -> Move {
        let (which, many) = (self.place.which, usize::from(self.place.many));
        if many > 3 {
            return self.sorted(order);
        }
        // Without branches, again.
        let ranked = |at: usize| {
            let mv = self.found[at];
            (select_unpredictable(at < many, order(mv), u64::MAX), mv)
        };
        let (a, b, c) = (ranked(0), ranked(1), ranked(2));
        let swapped = |swap: bool, a, b| (select_unpredictable(swap, b, a), select_unpredictable(swap, a, b));
        let (low, high) = swapped(b.0 < a.0, a, b);
        let (middle, high) = swapped(c.0 < high.0, high, c);
        let (low, middle) = swapped(middle.0 < low.0, low, middle);
        let chosen = select_unpredictable(which == 0, low.1, middle.1);
        select_unpredictable(which == 2, high.1, chosen)
    }

    /// The same where many may go to the target.
    #[inline(always)]
    fn sorted(self, order: impl Fn(Move) -> u64) -> Move {
        let found = &mut self.found[..usize::from(self.place.many)];
        // Those of one type of piece are in order, as a rule.
        if !found.is_sorted_by_key(|&mv| order(mv)) {
            found.sort_unstable_by_key(|&mv| order(mv));
        }
        found[usize::from(self.place.which)]
    }
}

impl<P: Position> Visitor<P> for Arrivals<'_> {
    const ALIKE: bool = true;
    /// Whoever looks for a move knows that there are some.
    const GOING_ON: bool = true;
    #[inline(always)]
    fn batch<B: Batch<P>>(&mut self, _: &P, batch: B) {
        let target = usize::from(self.place.target);
        self.add(batch.targets().has(target), batch.mv(target));
    }
}

/// Finds the move of a [`Place`] where the moves to each square come in the order of [`Move::order`].
pub(crate) struct Arrival {
    place: Place,
    /// How many to the target have come.
    seen: u16,
    found: Move,
}

impl Arrival {
    #[inline(always)]
    pub(crate) fn at(place: Place) -> Self {
        Arrival { place, seen: 0, found: Move::from_bits(0) }
    }

    /// The move, when all have come.
    #[inline(always)]
    pub(crate) fn found(self) -> Move {
        debug_assert_eq!(self.seen, self.place.many);
        self.found
    }
}

impl<P: Position> Visitor<P> for Arrival {
    const ALIKE: bool = true;
    /// Whoever looks for a move knows that there are some.
    const GOING_ON: bool = true;
    const HAS_GOAL: bool = true;
    #[inline(always)]
    fn goal(&self) -> usize {
        usize::from(self.place.target)
    }
    #[inline(always)]
    fn steps_to_goal<C: Cpu>(&mut self, cpu: C, piece: usize, from: P::Set) {
        let (number, count) = (self.place.which.wrapping_sub(self.seen), from.count() as u16);
        // Without a branch, as below: whatever square it is where the number is too high.
        let square = nth_square(cpu, from, u64::from(number));
        let mv = Move::new(MoveKind::Step, piece as PieceId, square as Square, self.place.target, 0, 0);
        self.found = select_unpredictable(number < count, mv, self.found);
        self.seen += count;
    }
    /// Without a branch, as for [`Arrivals`].
    #[inline(always)]
    fn batch<B: Batch<P>>(&mut self, _: &P, batch: B) {
        let target = usize::from(self.place.target);
        let there_is = batch.targets().has(target);
        let meant = there_is & (self.seen == self.place.which);
        self.found = select_unpredictable(meant, batch.mv(target), self.found);
        self.seen += u16::from(there_is);
    }
}

impl<S: Bits> MoveSets<S> {
    /// The move of a place. With branches here, where the moves to a target are mostly those of different pieces, and mostly one.
    #[inline(always)]
    pub(crate) fn at(&self, place: Place, room: &mut Room) -> Move {
        let Some(mut arrivals) = Arrivals::at(place, room) else { return self.at_busy(place) };
        let target = usize::from(place.target);
        for set in self.sets() {
            arrivals.add(set.targets().has(target), set.mv(target));
        }
        match (place.many, &*arrivals.found) {
            (1, [only, ..]) => *only,
            (2, [one, other, ..]) if (one.order() < other.order()) == (place.which == 0) => *one,
            (2, [_, other, ..]) => *other,
            _ => arrivals.sorted(Move::order),
        }
    }

    /// [`MoveSets::at`] where many moves go to the target.
    #[cold]
    fn at_busy(&self, place: Place) -> Move {
        let target = usize::from(place.target);
        let there = self.sets().iter().filter(|set| set.targets().has(target));
        let mut found: Vec<Move> = there.map(|set| set.mv(target)).collect();
        found.sort_unstable_by_key(|mv| mv.order());
        found[usize::from(place.which)]
    }
}
