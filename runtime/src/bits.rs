//! Bitboards: sets of squares in one machine word ([`Set64`]), two ([`Set128`]) or more ([`Wide`]).

use crate::{Cpu, Square, sealed::Sealed};
use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares, as generated code uses it. Square `s` is bit `s`.
pub trait Bits:
    Sealed
    + Copy
    + Eq
    + fmt::Debug
    + Default
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + IntoIterator<Item = usize>
    + Send
    + Sync
    + 'static
{
    /// No square.
    const EMPTY: Self;
    /// Just this square (which has to be below the number of bits).
    fn single(square: usize) -> Self;
    /// Is the square in the set?
    fn has(self, square: usize) -> bool;
    /// No square at all?
    fn is_empty(self) -> bool;
    /// Some square?
    #[inline(always)]
    fn any(self) -> bool {
        !self.is_empty()
    }
    /// Number of squares.
    fn count(self) -> u32;
    /// The lowest square; the number of bits when empty.
    fn first(self) -> usize;
    /// All bits up to and including the lowest one in the set; all bits when it is empty.
    ///
    /// `ray & (ray & occupied).through_first()` is the reach of a slider whose squares ascend.
    fn through_first(self) -> Self;
    /// All bits from the highest one in the set upwards; all bits when it is empty.
    ///
    /// `ray & (ray & occupied).from_last()` is the reach of a slider whose squares descend.
    #[allow(clippy::wrong_self_convention, reason = "the squares from the last one on")]
    fn from_last(self) -> Self;
    /// Just the lowest square of the set.
    fn lowest(self) -> Self;
    /// Just the highest square of the set.
    fn highest(self) -> Self;
    /// Every square moved by `by` bits; bits that leave the word are lost.
    fn shift(self, by: i32) -> Self;
    /// The squares of `squares`, which are at most 64, packed into a number: bit 0 tells whether the lowest one is in the set.
    #[doc(hidden)]
    fn pack(self, cpu: impl Cpu, squares: Self) -> usize;
    /// Up to 1,024 bits as 64-bit words, lowest first.
    fn to_words(self) -> [u64; 16];
    /// True when the set has exactly one square.
    #[inline(always)]
    fn is_single(self) -> bool {
        self.any() && (self ^ self.lowest()).is_empty()
    }
}

/// Two sets of words, word by word.
macro_rules! words_of {
    ($a:ident, $b:ident, $operator:tt) => {{
        let (mut words, mut i) = ($a, 0);
        while i < words.len() {
            words[i] $operator $b[i];
            i += 1;
        }
        words
    }};
}

macro_rules! operators {
    ($name:ident $(<const $n:ident: usize>)?, |$a:ident, $b:ident| $and:expr, $or:expr, $xor:expr, |$c:ident| $not:expr) => {
        impl $(<const $n: usize>)? BitAnd for $name $(<$n>)? {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($and)
            }
        }
        impl $(<const $n: usize>)? BitOr for $name $(<$n>)? {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($or)
            }
        }
        impl $(<const $n: usize>)? BitXor for $name $(<$n>)? {
            type Output = Self;
            #[inline(always)]
            fn bitxor(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($xor)
            }
        }
        impl $(<const $n: usize>)? Not for $name $(<$n>)? {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                let $c = self.0;
                Self($not)
            }
        }
        impl $(<const $n: usize>)? BitAndAssign for $name $(<$n>)? {
            #[inline(always)]
            fn bitand_assign(&mut self, other: Self) {
                *self = *self & other;
            }
        }
        impl $(<const $n: usize>)? BitOrAssign for $name $(<$n>)? {
            #[inline(always)]
            fn bitor_assign(&mut self, other: Self) {
                *self = *self | other;
            }
        }
        impl $(<const $n: usize>)? BitXorAssign for $name $(<$n>)? {
            #[inline(always)]
            fn bitxor_assign(&mut self, other: Self) {
                *self = *self ^ other;
            }
        }
        impl $(<const $n: usize>)? fmt::Debug for $name $(<$n>)? {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut set = f.debug_set();
                for square in *self {
                    set.entry(&(square as Square));
                }
                set.finish()
            }
        }
    };
}

/// A set of squares of a board of up to 64 squares.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Set64(pub u64);

/// A set of squares of a board of up to 128 squares.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Set128(pub u128);

/// A set of squares of a board of up to `64 * N` squares; the first word holds the lowest squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Wide<const N: usize>(pub [u64; N]);

impl<const N: usize> Default for Wide<N> {
    fn default() -> Self {
        Wide([0; N])
    }
}

operators!(Set64, |a, b| a & b, a | b, a ^ b, |c| !c);
operators!(Set128, |a, b| a & b, a | b, a ^ b, |c| !c);
// Loops, here and below: closures given to the functions of arrays are calls wherever the compiler does not inline them, and without optimisation always.
operators!(Wide<const N: usize>, |a, b| words_of!(a, b, &=), words_of!(a, b, |=), words_of!(a, b, ^=), |c| {
    let (mut words, mut i) = (c, 0);
    while i < N {
        words[i] = !words[i];
        i += 1;
    }
    words
});

/// The squares of a set in ascending order, word by word.
#[derive(Clone, Debug)]
pub struct Squares<const N: usize> {
    /// What is left of the word at `index`.
    word: u64,
    index: usize,
    words: [u64; N],
}

impl<const N: usize> Squares<N> {
    #[inline(always)]
    const fn new(words: [u64; N]) -> Self {
        Squares { word: words[0], index: 0, words }
    }
}

impl<const N: usize> Iterator for Squares<N> {
    type Item = usize;
    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.word == 0 {
            self.index += 1;
            if self.index >= N {
                return None;
            }
            self.word = self.words[self.index];
        }
        let bit = self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some(64 * self.index + bit)
    }
}

macro_rules! iteration {
    ($name:ty, $n:expr, $(<const $p:ident: usize>)?, |$set:ident| $words:expr) => {
        impl $(<const $p: usize>)? IntoIterator for $name {
            type Item = usize;
            type IntoIter = Squares<$n>;
            #[inline(always)]
            fn into_iter(self) -> Squares<$n> {
                let $set = self.0;
                Squares::new($words)
            }
        }
    };
}

iteration!(Set64, 1, , |word| [word]);
iteration!(Set128, 2, , |word| [word as u64, (word >> 64) as u64]);
iteration!(Wide<N>, N, <const N: usize>, |words| words);

impl Sealed for Set64 {}

impl Bits for Set64 {
    const EMPTY: Self = Set64(0);
    #[inline(always)]
    fn single(square: usize) -> Self {
        Set64(1 << (square & 63))
    }
    #[inline(always)]
    fn has(self, square: usize) -> bool {
        self.0 >> (square & 63) & 1 != 0
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0 == 0
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.0.count_ones()
    }
    #[inline(always)]
    fn first(self) -> usize {
        self.0.trailing_zeros() as usize
    }
    #[inline(always)]
    fn through_first(self) -> Self {
        Set64(self.0 ^ self.0.wrapping_sub(1))
    }
    #[inline(always)]
    fn from_last(self) -> Self {
        Set64(u64::MAX << (63 - (self.0 | 1).leading_zeros()))
    }
    #[inline(always)]
    fn lowest(self) -> Self {
        Set64(self.0 & self.0.wrapping_neg())
    }
    #[inline(always)]
    fn highest(self) -> Self {
        Set64(self.0 & (1 << 63 >> (self.0 | 1).leading_zeros()))
    }
    #[inline(always)]
    fn shift(self, by: i32) -> Self {
        Set64(if by >= 0 { self.0 << by } else { self.0 >> -by })
    }
    #[inline(always)]
    fn pack(self, cpu: impl Cpu, squares: Self) -> usize {
        cpu.pext(self.0, squares.0) as usize
    }
    #[inline(always)]
    fn to_words(self) -> [u64; 16] {
        let mut words = [0; 16];
        words[0] = self.0;
        words
    }
}

// Shifts of 128 bits by a variable are slow (SHLD is microcoded on many processors): these work on the halves.
impl Set128 {
    #[inline(always)]
    const fn halves(self) -> (u64, u64) {
        (self.0 as u64, (self.0 >> 64) as u64)
    }
    #[inline(always)]
    const fn join(low: u64, high: u64) -> Self {
        Set128(low as u128 | (high as u128) << 64)
    }
}

impl Sealed for Set128 {}

impl Bits for Set128 {
    const EMPTY: Self = Set128(0);
    #[inline(always)]
    fn single(square: usize) -> Self {
        let bit = 1 << (square & 63);
        let high = ((square as u64) >> 6 & 1).wrapping_neg();
        Set128::join(bit & !high, bit & high)
    }
    #[inline(always)]
    fn has(self, square: usize) -> bool {
        let (low, high) = self.halves();
        let word = if square & 64 == 0 { low } else { high };
        word >> (square & 63) & 1 != 0
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0 == 0
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.0.count_ones()
    }
    #[inline(always)]
    fn first(self) -> usize {
        self.0.trailing_zeros() as usize
    }
    #[inline(always)]
    fn through_first(self) -> Self {
        Set128(self.0 ^ self.0.wrapping_sub(1))
    }
    #[inline(always)]
    fn from_last(self) -> Self {
        let (low, high) = self.halves();
        let from = |word: u64| u64::MAX << (63 - (word | 1).leading_zeros());
        if high == 0 { Set128::join(from(low), u64::MAX) } else { Set128::join(0, from(high)) }
    }
    #[inline(always)]
    fn lowest(self) -> Self {
        Set128(self.0 & self.0.wrapping_neg())
    }
    #[inline(always)]
    fn highest(self) -> Self {
        let (low, high) = self.halves();
        let highest = |word: u64| word & (1 << 63 >> (word | 1).leading_zeros());
        if high == 0 { Set128::join(highest(low), 0) } else { Set128::join(0, highest(high)) }
    }
    #[inline(always)]
    fn shift(self, by: i32) -> Self {
        Set128(if by >= 0 { self.0 << by } else { self.0 >> -by })
    }
    #[inline(always)]
    fn pack(self, cpu: impl Cpu, squares: Self) -> usize {
        cpu.pext128(self.0, squares.0) as usize
    }
    #[inline(always)]
    fn to_words(self) -> [u64; 16] {
        let mut words = [0; 16];
        words[0] = self.0 as u64;
        words[1] = (self.0 >> 64) as u64;
        words
    }
}

impl<const N: usize> Sealed for Wide<N> {}

impl<const N: usize> Bits for Wide<N> {
    const EMPTY: Self = Wide([0; N]);
    #[inline(always)]
    fn single(square: usize) -> Self {
        let mut words = [0; N];
        words[square / 64] = 1 << (square % 64);
        Wide(words)
    }
    #[inline(always)]
    fn has(self, square: usize) -> bool {
        self.0[square / 64] >> (square % 64) & 1 != 0
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    #[inline(always)]
    fn first(self) -> usize {
        let index = self.0.iter().position(|&word| word != 0);
        index.map_or(64 * N, |i| 64 * i + self.0[i].trailing_zeros() as usize)
    }
    // Without branches: one that depends on where the first square is would be guessed wrongly all the time.
    // Not inlined: a dozen riders on four words would be megabytes of machine code, and the call takes a tenth of the time.
    #[inline(never)]
    fn through_first(self) -> Self {
        // The set xor one less, with the borrow going from word to word.
        let (mut words, mut borrow) = (self.0, true);
        for word in &mut words {
            let (less, out) = word.overflowing_sub(borrow as u64);
            borrow = out;
            *word ^= less;
        }
        Wide(words)
    }
    #[inline(never)]
    fn from_last(self) -> Self {
        let mut words = self.0;
        let mut above = 0;
        for word in words.iter_mut().rev() {
            let from = if *word == 0 { u64::MAX } else { u64::MAX << (63 - (*word | 1).leading_zeros()) };
            (*word, above) = (if above == 0 { from } else { 0 }, above | *word);
        }
        Wide(words)
    }
    #[inline(always)]
    fn lowest(self) -> Self {
        self & self.through_first()
    }
    #[inline(always)]
    fn highest(self) -> Self {
        self & self.from_last()
    }
    #[inline(always)]
    fn shift(self, by: i32) -> Self {
        let (skipped, bits) = ((by.unsigned_abs() / 64) as usize, by.unsigned_abs() % 64);
        let mut whole = self.0;
        // Most steps are shorter than a word.
        if skipped > 0 {
            let at = |i: Option<usize>| i.and_then(|i| self.0.get(i)).copied().unwrap_or(0);
            for (i, word) in whole.iter_mut().enumerate() {
                *word = at(if by >= 0 { i.checked_sub(skipped) } else { Some(i + skipped) });
            }
        }
        let (mut words, mut i) = (whole, 0);
        while i < N {
            words[i] = if by >= 0 {
                let low = if i > 0 { whole[i - 1] } else { 0 };
                whole[i] << bits | low >> 1 >> (63 - bits)
            } else {
                let high = if i + 1 < N { whole[i + 1] } else { 0 };
                whole[i] >> bits | high << 1 << (63 - bits)
            };
            i += 1;
        }
        Wide(words)
    }
    #[inline(always)]
    fn pack(self, cpu: impl Cpu, squares: Self) -> usize {
        let (mut packed, mut bits) = (0, 0);
        for (word, squares) in self.0.into_iter().zip(squares.0).filter(|(_, squares)| *squares != 0) {
            packed |= (cpu.pext(word, squares) as usize) << bits;
            bits += squares.count_ones();
        }
        packed
    }
    #[inline(always)]
    fn to_words(self) -> [u64; 16] {
        let mut words = [0; 16];
        words[..N].copy_from_slice(&self.0);
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// Some sets of squares below `bits`, from a small linear congruential generator.
    fn samples(bits: usize) -> Vec<Vec<usize>> {
        let mut state = 1_u64;
        let mut next = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize
        };
        let mut sets: Vec<Vec<usize>> = (0..bits).map(|bit| alloc::vec![bit]).collect();
        sets.push(Vec::new());
        for size in 1..40 {
            let mut set: Vec<usize> = (0..size).map(|_| next() % bits).collect();
            set.sort_unstable();
            set.dedup();
            sets.push(set);
        }
        sets
    }

    /// Every operation against the same one on sorted lists.
    fn check<W: Bits>(bits: usize) {
        let word = |squares: &[usize]| squares.iter().fold(W::EMPTY, |set, &s| set | W::single(s));
        let list = |set: W| set.into_iter().collect::<Vec<_>>();
        let masks: Vec<Vec<usize>> = samples(bits).into_iter().filter(|mask| mask.len() <= 20).step_by(7).collect();
        for squares in samples(bits) {
            let set = word(&squares);
            assert_eq!(list(set), squares);
            assert_eq!(set.count() as usize, squares.len());
            assert_eq!(set.is_empty(), squares.is_empty());
            assert_eq!(set.is_single(), squares.len() == 1);
            assert_eq!(set.first(), squares.first().copied().unwrap_or(bits));
            assert_eq!(list(set.lowest()), squares.iter().copied().take(1).collect::<Vec<_>>());
            assert_eq!(list(set.highest()), squares.iter().copied().rev().take(1).collect::<Vec<_>>());
            let first = squares.first().copied().unwrap_or(bits - 1);
            assert_eq!(list(set.through_first()), (0..=first).collect::<Vec<_>>());
            let last = squares.last().copied().unwrap_or(0);
            assert_eq!(list(set.from_last()), (last..bits).collect::<Vec<_>>());
            assert_eq!(list(!set).len(), bits - squares.len());
            for by in [0, 1, 7, 9, 31, 32, 63] {
                let up: Vec<usize> = squares.iter().map(|s| s + by).filter(|&s| s < bits).collect();
                assert_eq!(list(set.shift(by as i32)), up);
                let down: Vec<usize> = squares.iter().filter_map(|s| s.checked_sub(by)).collect();
                assert_eq!(list(set.shift(-(by as i32))), down);
            }
            for mask in &masks {
                let packed =
                    mask.iter().enumerate().filter(|(_, s)| squares.contains(s)).fold(0, |n, (i, _)| n | 1 << i);
                assert_eq!(set.pack(crate::Portable, word(mask)), packed);
                if let Some(cpu) = crate::Bmi2::detect() {
                    assert_eq!(set.pack(cpu, word(mask)), packed);
                }
            }
            let words = set.to_words();
            assert!((0..bits).all(|s| (words[s / 64] >> (s % 64) & 1 == 1) == squares.contains(&s)));
            assert!((0..bits).all(|s| set.has(s) == squares.contains(&s)));
        }
    }

    #[test]
    fn sets_behave_like_lists() {
        check::<Set64>(64);
        check::<Set128>(128);
        check::<Wide<3>>(192);
        check::<Wide<16>>(1024);
    }
}
