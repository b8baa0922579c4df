//! [`Word`]: sets of squares as machine words, as small as a board allows.

use std::{
    cmp::Ordering,
    ops::{BitAnd, BitOr, Not},
};
use wazir_runtime::Square;

/// A set of squares; square n is bit n.
pub(crate) trait Word:
    Copy + Default + PartialEq + Send + Sync + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> + 'static
{
    /// Squares of the largest board.
    const SQUARES: usize;
    /// From what each of its words of 64 squares is.
    fn by_word(word: impl Fn(usize) -> u64) -> Self;
    /// One of its words of 64 squares.
    fn word(self, number: usize) -> u64;
    /// One square.
    fn bit(square: Square) -> Self;
    /// How many squares.
    fn count(self) -> u32;
    /// The lowest square; of a set that is not empty.
    fn lowest(self) -> Square;
    /// The highest square; of a set that is not empty.
    fn highest(self) -> Square;
    /// All squares up to this one, and itself.
    fn up_to(square: Square) -> Self;
    /// All squares from this one on.
    fn down_to(square: Square) -> Self;

    /// The same without its lowest square; of a set that is not empty.
    fn without_lowest(self) -> Self;

    /// From words of 64 squares; those left out are empty.
    #[inline(always)]
    fn read(words: &[u64]) -> Self {
        Self::by_word(|n| words.get(n).copied().unwrap_or(0))
    }
    /// These squares.
    fn of(squares: impl IntoIterator<Item = Square>) -> Self {
        squares.into_iter().fold(Self::default(), |set, square| set | Self::bit(square))
    }
    /// Is there any square?
    #[inline(always)]
    fn any(self) -> bool {
        self != Self::default()
    }
    /// Is this square in it?
    #[inline(always)]
    fn has(self, square: Square) -> bool {
        (self & Self::bit(square)).any()
    }
    /// Its squares, ascending.
    #[inline(always)]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

/// The squares of a set, ascending.
#[derive(Clone, Debug)]
pub(crate) struct Squares<W>(W);

impl<W: Word> Iterator for Squares<W> {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if !self.0.any() {
            return None;
        }
        let square = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(square)
    }
}

macro_rules! machine_word {
    ($word:ty) => {
        impl Word for $word {
            const SQUARES: usize = <$word>::BITS as usize;
            #[inline(always)]
            fn by_word(word: impl Fn(usize) -> u64) -> Self {
                (0..Self::SQUARES / 64).fold(0, |set, number| set | <$word>::from(word(number)) << (64 * number))
            }
            #[inline(always)]
            fn word(self, number: usize) -> u64 {
                (self >> (64 * number)) as u64
            }
            #[inline(always)]
            fn bit(square: Square) -> Self {
                1 << square
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn lowest(self) -> Square {
                self.trailing_zeros() as Square
            }
            #[inline(always)]
            fn highest(self) -> Square {
                (<$word>::BITS - 1 - self.leading_zeros()) as Square
            }
            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & (self - 1)
            }
            #[inline(always)]
            fn up_to(square: Square) -> Self {
                <$word>::MAX >> (<$word>::BITS - 1 - square as u32)
            }
            #[inline(always)]
            fn down_to(square: Square) -> Self {
                <$word>::MAX << square
            }
        }
    };
}

machine_word!(u64);
machine_word!(u128);

/// A set of squares in several words of 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Words<const N: usize>([u64; N]);

impl<const N: usize> Words<N> {
    /// The first word that is not empty.
    #[inline(always)]
    fn first(self) -> usize {
        (0..N - 1).find(|&n| self.0[n] != 0).unwrap_or(N - 1)
    }
}

impl<const N: usize> Default for Words<N> {
    #[inline(always)]
    fn default() -> Self {
        Words([0; N])
    }
}

impl<const N: usize> BitAnd for Words<N> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Words::by_word(|n| self.0[n] & other.0[n])
    }
}

impl<const N: usize> BitOr for Words<N> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Words::by_word(|n| self.0[n] | other.0[n])
    }
}

impl<const N: usize> Not for Words<N> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Words::by_word(|n| !self.0[n])
    }
}

impl<const N: usize> Word for Words<N> {
    const SQUARES: usize = 64 * N;
    #[inline(always)]
    fn by_word(word: impl Fn(usize) -> u64) -> Self {
        Words(std::array::from_fn(word))
    }
    #[inline(always)]
    fn word(self, number: usize) -> u64 {
        self.0.get(number).copied().unwrap_or(0)
    }
    #[inline(always)]
    fn bit(square: Square) -> Self {
        Words::by_word(|n| ((square as usize / 64 == n) as u64) << (square % 64))
    }
    #[inline(always)]
    fn any(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) != 0
    }
    #[inline(always)]
    fn has(self, square: Square) -> bool {
        self.0.get(square as usize / 64).is_some_and(|word| word >> (square % 64) & 1 != 0)
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    #[inline(always)]
    fn lowest(self) -> Square {
        let word = self.first();
        64 * word as Square + self.0[word].trailing_zeros() as Square
    }
    #[inline(always)]
    fn highest(self) -> Square {
        let word = (1..N).rev().find(|&n| self.0[n] != 0).unwrap_or(0);
        64 * word as Square + 63 - self.0[word].leading_zeros().min(63) as Square
    }
    #[inline(always)]
    fn without_lowest(self) -> Self {
        let mut rest = self;
        let word = self.first();
        rest.0[word] &= rest.0[word].wrapping_sub(1);
        rest
    }
    #[inline(always)]
    fn up_to(square: Square) -> Self {
        let (word, last) = (square as usize / 64, u64::MAX >> (63 - square % 64));
        Words::by_word(|n| match n.cmp(&word) {
            Ordering::Less => u64::MAX,
            Ordering::Equal => last,
            Ordering::Greater => 0,
        })
    }
    #[inline(always)]
    fn down_to(square: Square) -> Self {
        let (word, first) = (square as usize / 64, u64::MAX << (square % 64));
        Words::by_word(|n| match n.cmp(&word) {
            Ordering::Less => 0,
            Ordering::Equal => first,
            Ordering::Greater => u64::MAX,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds<W: Word + std::fmt::Debug>() {
        let last = W::SQUARES as Square - 1;
        for square in 0..=last {
            let below = W::up_to(square).squares().filter(|&at| at <= square).count();
            let above = W::down_to(square).squares().filter(|&at| at >= square).count();
            assert_eq!((below, above), (square as usize + 1, (last - square) as usize + 1));
            assert_eq!(W::up_to(square) & W::down_to(square), W::bit(square));
            let set = W::bit(square) | W::bit(last);
            assert_eq!((set.lowest(), set.highest(), set.has(square)), (square, last, true));
            assert_eq!(set.without_lowest(), if square < last { W::bit(last) } else { W::default() });
            let mut words = vec![0; W::SQUARES / 64];
            words[square as usize / 64] = 1 << (square % 64);
            assert_eq!(W::read(&words), W::bit(square));
        }
        assert!(!W::default().any() && !W::read(&[]).any());
    }

    #[test]
    fn sets_of_all_sizes_agree() {
        holds::<u64>();
        holds::<u128>();
        holds::<Words<3>>();
        holds::<Words<4>>();
    }
}
