//! Choices at random that are the same on every machine.

use wazir_conformance::random::Random;

/// Chance, in the words of a composer.
#[derive(Clone, Debug)]
pub(crate) struct Dice(Random);

impl Dice {
    /// The chance of this seed's attempt: neighbouring seeds have nothing in common.
    pub(crate) fn new(seed: u64, attempt: u64) -> Dice {
        let mut random = Random(seed.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(attempt << 32));
        random.below(2);
        Dice(random)
    }

    /// A number below `limit`, which is not 0.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0.below(limit)
    }

    /// A number from `least` to `most`.
    pub(crate) fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.0.below(most.saturating_sub(least) + 1)
    }

    /// True in so many of a hundred cases.
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.0.below(100) < percent
    }

    /// One of these.
    ///
    /// # Panics
    /// When there are none.
    pub(crate) fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.0.below(of.len())].clone()
    }

    /// One of these, each as often as its number says.
    pub(crate) fn weigh<T: Clone>(&mut self, of: &[(usize, T)]) -> T {
        let mut left = self.0.below(of.iter().map(|(weight, _)| weight).sum());
        for (weight, one) in of {
            match left.checked_sub(*weight) {
                Some(rest) => left = rest,
                None => return one.clone(),
            }
        }
        unreachable!("a number below the sum of the weights")
    }

    /// So many of these, or all where there are fewer, in their order.
    pub(crate) fn some<T: Clone>(&mut self, of: &[T], number: usize) -> Vec<T> {
        let mut left = of.len();
        let mut wanted = number.min(left);
        let mut chosen = Vec::new();
        for one in of {
            if wanted > 0 && self.0.below(left) < wanted {
                chosen.push(one.clone());
                wanted -= 1;
            }
            left -= 1;
        }
        chosen
    }

    /// The same in any order.
    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.0.below(last + 1));
        }
    }
}
