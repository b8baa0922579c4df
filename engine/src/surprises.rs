//! [`Surprises`]: by how much more attacks say of a position, for its side to move, than what they said before the last move lets expect.

/// What is remembered of each move weighs so many times as much as what comes of it next.
const MEMORY: i32 = 16;

/// The same of how large surprises are all in all.
const LONG_MEMORY: i32 = 1 << 10;

/// How far surprises are taken to be off before anything is known of them, in centipawns: too far for anything to be foreseen.
const UNKNOWN: i32 = 200;

/// What has been learnt, by the last move: its index ([`crate::order::Histories::index`]), and whether it gained anything.
pub(crate) struct Surprises {
    /// Means, in `MEMORY`-ths of centipawns.
    means: Vec<i32>,
    /// How far surprises are from them, in the mean, in `LONG_MEMORY`-ths of centipawns.
    deviations: [i32; 2],
}

impl Surprises {
    /// Nothing learnt yet, of a game with so many moves.
    pub(crate) fn new(moves: usize) -> Surprises {
        Surprises { means: vec![0; 2 * moves], deviations: [UNKNOWN * LONG_MEMORY; 2] }
    }

    fn place(index: usize, quiet: bool) -> usize {
        2 * index + quiet as usize
    }

    /// What is to be expected after a move, and how far from it surprises are in the mean, in centipawns.
    pub(crate) fn after(&self, index: usize, quiet: bool) -> (i32, i32) {
        (self.means[Self::place(index, quiet)] / MEMORY, self.deviations[quiet as usize] / LONG_MEMORY)
    }

    /// There was so much of a surprise, in centipawns.
    pub(crate) fn learn(&mut self, index: usize, quiet: bool, surprise: i32) {
        let place = Self::place(index, quiet);
        let off = surprise - self.means[place] / MEMORY;
        self.means[place] += off;
        let deviation = &mut self.deviations[quiet as usize];
        *deviation += off.abs() - *deviation / LONG_MEMORY;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_expected_is_of_like_moves() {
        let mut surprises = Surprises::new(3);
        let before = surprises.after(1, true).1;
        for _ in 0..20_000 {
            surprises.learn(1, true, 60);
            surprises.learn(1, false, -40);
        }
        let (expected, deviation) = surprises.after(1, true);
        // Whole steps end a little before the mean.
        assert!((45..=60).contains(&expected) && deviation < 20 && before == UNKNOWN, "{expected}, {deviation}");
        assert!((-40..=-25).contains(&surprises.after(1, false).0));
        assert_eq!(surprises.after(2, true), (0, deviation), "of other moves it is known how far they are off");
    }
}
