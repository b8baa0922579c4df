//! [`Word`]: sets of squares as machine words, as small as a board allows.

use std::ops::{BitAnd, BitOr, Not};
use wazir_runtime::Square;

/// A set of squares; square n is bit n.
pub(crate) trait Word:
    Copy + Default + PartialEq + Send + Sync + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> + 'static
{
    /// Squares of the largest board.
    const SQUARES: usize;
    /// From words of 64 squares; those left out are empty.
    fn read(words: &[u64]) -> Self;
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

    /// Is there any square?
    fn any(self) -> bool {
        self != Self::default()
    }
    /// Is this square in it?
    fn has(self, square: Square) -> bool {
        (self & Self::bit(square)).any()
    }
    /// How many of its squares are such.
    fn count_of(self, such: impl Fn(Square) -> bool) -> i32 {
        let mut count = 0;
        self.each(|square| count += such(square) as i32);
        count
    }
    /// Calls `f` with each square, ascending.
    fn each(mut self, mut f: impl FnMut(Square)) {
        while self.any() {
            let square = self.lowest();
            self = self & !Self::bit(square);
            f(square);
        }
    }
}

macro_rules! machine_word {
    ($word:ty) => {
        impl Word for $word {
            const SQUARES: usize = <$word>::BITS as usize;
            fn read(words: &[u64]) -> Self {
                let parts = words.iter().take(Self::SQUARES / 64).enumerate();
                parts.fold(0, |set, (number, &part)| set | (part as $word) << (64 * number as u32))
            }
            fn bit(square: Square) -> Self {
                1 << square
            }
            fn count(self) -> u32 {
                self.count_ones()
            }
            fn lowest(self) -> Square {
                self.trailing_zeros() as Square
            }
            fn highest(self) -> Square {
                (<$word>::BITS - 1 - self.leading_zeros()) as Square
            }
            fn up_to(square: Square) -> Self {
                <$word>::MAX >> (<$word>::BITS - 1 - square as u32)
            }
            fn down_to(square: Square) -> Self {
                <$word>::MAX << square
            }
        }
    };
}

machine_word!(u64);
machine_word!(u128);

/// A set of up to 256 squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Quad([u128; 2]);

impl BitAnd for Quad {
    type Output = Quad;
    fn bitand(self, other: Quad) -> Quad {
        Quad([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }
}

impl BitOr for Quad {
    type Output = Quad;
    fn bitor(self, other: Quad) -> Quad {
        Quad([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }
}

impl Not for Quad {
    type Output = Quad;
    fn not(self) -> Quad {
        Quad([!self.0[0], !self.0[1]])
    }
}

impl Word for Quad {
    const SQUARES: usize = 256;
    fn read(words: &[u64]) -> Quad {
        Quad([u128::read(words), words.get(2..).map_or(0, u128::read)])
    }
    fn bit(square: Square) -> Quad {
        if square < 128 { Quad([1 << square, 0]) } else { Quad([0, 1 << (square - 128)]) }
    }
    fn count(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }
    fn lowest(self) -> Square {
        if self.0[0] != 0 { Word::lowest(self.0[0]) } else { 128 + Word::lowest(self.0[1]) }
    }
    fn highest(self) -> Square {
        if self.0[1] != 0 { 128 + Word::highest(self.0[1]) } else { Word::highest(self.0[0]) }
    }
    fn up_to(square: Square) -> Quad {
        if square < 128 {
            Quad([<u128 as Word>::up_to(square), 0])
        } else {
            Quad([u128::MAX, <u128 as Word>::up_to(square - 128)])
        }
    }
    fn down_to(square: Square) -> Quad {
        if square < 128 {
            Quad([<u128 as Word>::down_to(square), u128::MAX])
        } else {
            Quad([0, <u128 as Word>::down_to(square - 128)])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds<W: Word + std::fmt::Debug>() {
        let last = W::SQUARES as Square - 1;
        for square in 0..=last {
            let (mut below, mut above) = (0, 0);
            W::up_to(square).each(|at| below += (at <= square) as usize);
            W::down_to(square).each(|at| above += (at >= square) as usize);
            assert_eq!((below, above), (square as usize + 1, (last - square) as usize + 1));
            assert_eq!(W::up_to(square) & W::down_to(square), W::bit(square));
            let set = W::bit(square) | W::bit(last);
            assert_eq!((set.lowest(), set.highest(), set.has(square)), (square, last, true));
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
        holds::<Quad>();
    }
}
