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
#[derive(Clone, Debug)]
pub(crate) struct Multiplicity<S> {
    planes: [S; PLANES],
    /// Planes from this one on are empty, whatever they hold. One of [`USUAL`], [`BUSY`] and [`PLANES`].
    used: usize,
}

/// Binary digits of the number of moves to one target: more than any position has.
const PLANES: usize = 16;
/// Few targets have more than seven moves: so many planes are added without asking whether there is something to carry.
const USUAL: usize = 3;
/// Hardly any position has a target with more than 31 moves.
const BUSY: usize = 5;

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

    /// Makes it that of these moves.
    #[inline(always)]
    pub(crate) fn count(&mut self, moves: &MoveSets<S>) {
        let mut tally = self.tally();
        for set in moves.sets() {
            tally.add(set.targets());
        }
        tally.finish();
    }

    /// Makes it that of the moves that are added to the tally, when that is finished.
    #[inline(always)]
    pub(crate) fn tally(&mut self) -> Tally<'_, S> {
        self.used = USUAL;
        Tally { low: [S::EMPTY; USUAL], many: self }
    }

    /// Adds what the usual planes carry.
    #[inline(never)]
    fn carry(&mut self, mut carry: S) {
        for (from, to) in [(USUAL, BUSY), (BUSY, PLANES)] {
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
    pub(crate) fn total(&self) -> u64 {
        let sum = |planes: &[S]| planes.iter().enumerate().map(|(k, plane)| u64::from(plane.count()) << k).sum();
        if self.used == USUAL { sum(&self.planes[..USUAL]) } else { sum(&self.planes[..self.used]) }
    }

    /// Where a number leads, below that of moves. Mostly without branches: nobody can foresee which plane it is.
    #[inline(always)]
    pub(crate) fn find(&self, cpu: impl Cpu, number: u64) -> Place {
        let [ones, twos, fours, ..] = self.planes;
        let below_twos = u64::from(ones.count());
        let below_fours = below_twos + 2 * u64::from(twos.count());
        if self.used > USUAL && number >= below_fours + 4 * u64::from(fours.count()) {
            return self.find_high(cpu, number);
        }
        let (in_ones, in_twos) = (number < below_twos, number < below_fours);
        let k = usize::from(!in_ones) + usize::from(!in_twos);
        let plane = select_unpredictable(in_ones, ones, select_unpredictable(in_twos, twos, fours));
        let below = select_unpredictable(in_ones, 0, select_unpredictable(in_twos, below_twos, below_fours));
        self.place(cpu, plane, k, number - below)
    }

    /// [`Multiplicity::find`] beyond the usual planes.
    #[inline(never)]
    fn find_high(&self, cpu: impl Cpu, mut number: u64) -> Place {
        let mut k = 0;
        loop {
            let here = u64::from(self.planes[k].count()) << k;
            if number < here {
                return self.place(cpu, self.planes[k], k, number);
            }
            number -= here;
            k += 1;
        }
    }

    /// Where a number leads among those of plane `k`.
    #[inline(always)]
    fn place(&self, cpu: impl Cpu, plane: S, k: usize, number: u64) -> Place {
        let target = nth_square(cpu, plane, number >> k);
        let digits =
            |planes: &[S]| planes.iter().enumerate().map(|(i, plane)| usize::from(plane.has(target)) << i).sum();
        let many: usize =
            if self.used == USUAL { digits(&self.planes[..USUAL]) } else { digits(&self.planes[..self.used]) };
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
pub(crate) struct Tally<'m, S> {
    /// Its usual planes, in registers.
    low: [S; USUAL],
    many: &'m mut Multiplicity<S>,
}

impl<S: Bits> Tally<'_, S> {
    /// Adds a move to each of these targets.
    #[inline(always)]
    fn add(&mut self, targets: S) {
        let mut carry = targets;
        for plane in &mut self.low {
            let both = *plane & carry;
            *plane ^= carry;
            carry = both;
        }
        if carry.any() {
            self.many.carry(carry);
        }
    }

    /// Adds a move to each target of each of eight sets, by Harley and Seal's tree of adders: in half the operations.
    #[inline(always)]
    fn add_eight(&mut self, [a, b, c, d, e, f, g, h]: [S; 8]) {
        let [ones, twos, fours] = &mut self.low;
        let (ab, cd) = (add_two(ones, a, b), add_two(ones, c, d));
        let abcd = add_two(twos, ab, cd);
        let (ef, gh) = (add_two(ones, e, f), add_two(ones, g, h));
        let efgh = add_two(twos, ef, gh);
        let carry = add_two(fours, abcd, efgh);
        if carry.any() {
            self.many.carry(carry);
        }
    }

    /// All has been added.
    #[inline(always)]
    pub(crate) fn finish(self) {
        self.many.planes[..USUAL].copy_from_slice(&self.low);
    }
}

impl<P: Position> Visitor<P> for Tally<'_, P::Set> {
    const ALIKE: bool = true;
    const COUNTS_ARRIVALS: bool = true;
    #[inline(always)]
    fn arrivals<const N: usize>(&mut self, targets: [P::Set; N]) {
        for eight in targets.chunks(8) {
            // Fewer are filled up with nothing, which the compiler leaves out.
            self.add_eight(core::array::from_fn(|at| eight.get(at).copied().unwrap_or(P::Set::EMPTY)));
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
