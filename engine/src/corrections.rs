//! [`Corrections`]: by how much the search has found the evaluation to be off, in positions like the one that is looked at.
//!
//! Positions are alike where the pieces that only advance stand alike, or all other pieces of one side (correction histories, as in Stockfish since 2024).

use wazir_runtime::SideId;

/// Ways in which positions can be alike.
pub(crate) const LIKENESSES: usize = 3;

/// Entries for each way and side to move.
const ENTRIES: usize = 1 << 14;

/// Entries stay within that, either way.
const LIMIT: i32 = 1 << 10;

/// An entry divided by that is centipawns.
const GRAIN: i32 = 12;

/// What has been learnt, by side to move and likeness.
pub(crate) struct Corrections {
    entries: Vec<i16>,
}

impl Corrections {
    /// Nothing learnt yet, of a game with so many sides.
    pub(crate) fn new(sides: usize) -> Corrections {
        Corrections { entries: vec![0; sides * LIKENESSES * ENTRIES] }
    }

    /// The places of a position's entries.
    fn places(turn: SideId, keys: [u64; LIKENESSES]) -> [usize; LIKENESSES] {
        let mut way = turn as usize * LIKENESSES;
        keys.map(|key| {
            way += 1;
            (way - 1) * ENTRIES + (key >> 40) as usize % ENTRIES
        })
    }

    /// What is to be added to the evaluation, in centipawns.
    pub(crate) fn of(&self, turn: SideId, keys: [u64; LIKENESSES]) -> i32 {
        Self::places(turn, keys).iter().map(|&place| self.entries[place] as i32).sum::<i32>() / GRAIN
    }

    /// A search of `depth` plies has found that what was said of the position is off by that much.
    pub(crate) fn learn(&mut self, turn: SideId, keys: [u64; LIKENESSES], off: i32, depth: i32) {
        let bonus = (off * depth / 8).clamp(-LIMIT / 4, LIMIT / 4);
        for place in Self::places(turn, keys) {
            let now = self.entries[place] as i32;
            self.entries[place] = (now + bonus - now * bonus.abs() / LIMIT) as i16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_learnt_is_of_like_positions() {
        let mut corrections = Corrections::new(2);
        let keys = [1 << 40, 2 << 40, 3 << 40];
        for _ in 0..100 {
            corrections.learn(1, keys, 50, 8);
        }
        let all = corrections.of(1, keys);
        assert!((50..=3 * LIMIT / GRAIN).contains(&all), "{all}");
        assert_eq!(corrections.of(0, keys), 0);
        assert_eq!(corrections.of(1, [1 << 40, 9 << 40, 9 << 40]), all / 3);
        for _ in 0..200 {
            corrections.learn(1, keys, -50, 8);
        }
        assert!(corrections.of(1, keys) < 0);
    }
}
