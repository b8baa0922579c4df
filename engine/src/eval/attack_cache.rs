//! [`AttackCache`]: what pieces attacked from a square when that was last asked. From one position of a search to the next little changes, so that nearly always it still holds.

use super::words::Word;
use std::cell::Cell;

/// For each place that a piece may have, the squares on which there can be obstacles, those on which there were, and what it attacked: side by side, so that one look brings all of them
/// near. What only leaps has no obstacles, and what was found of it once always holds. The default has no places, and remembers nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct AttackCache {
    /// By place, the words of the first set, those of the second and those of the third.
    words: Vec<Cell<u64>>,
}

impl AttackCache {
    /// What a cache of so many places begins with: `all` tells on which squares there can be obstacles of a place, and what is attacked from it where there are all of them.
    pub(crate) fn first<W: Word>(places: usize, all: impl Fn(usize) -> (W, W)) -> Vec<u64> {
        let sets = (0..places).map(all).flat_map(|(obstacles, attacked)| [obstacles, obstacles, attacked]);
        sets.flat_map(|set| (0..W::SQUARES / 64).map(move |n| set.word(n))).collect()
    }

    /// One that begins with [`AttackCache::first`].
    pub(crate) fn new(first: &[u64]) -> AttackCache {
        AttackCache { words: first.iter().copied().map(Cell::new).collect() }
    }

    /// What is attacked from a place with these squares occupied: what was found the last time, if the obstacles were the same, or else what `find` says.
    #[inline(always)]
    pub(crate) fn get<W: Word>(&self, place: usize, occupied: W, find: impl FnOnce() -> W) -> W {
        let size = W::SQUARES / 64;
        let Some(entry) = self.words.get(3 * place * size..3 * (place + 1) * size) else { return find() };
        let (possible, entry) = entry.split_at(size);
        let (known, attacked) = entry.split_at(size);
        let obstacles = occupied & read(possible);
        if read::<W>(known) == obstacles {
            return read(attacked);
        }
        let found = find();
        write(known, obstacles);
        write(attacked, found);
        found
    }
}

#[inline(always)]
fn read<W: Word>(cells: &[Cell<u64>]) -> W {
    W::by_word(|n| cells[n].get())
}

#[inline(always)]
fn write<W: Word>(cells: &[Cell<u64>], set: W) {
    cells.iter().enumerate().for_each(|(n, cell)| cell.set(set.word(n)));
}

#[cfg(test)]
mod tests {
    use super::super::words::Words;
    use super::*;

    fn holds<W: Word + std::fmt::Debug>() {
        let (last, third, none) = (W::bit(W::SQUARES as u16 - 1), W::bit(2), W::default());
        // Nothing stands in the way from the first place, two squares do from the others.
        let first = AttackCache::first(3, |place| if place == 0 { (none, third) } else { (last | third, last) });
        let cache = AttackCache::new(&first);
        for occupied in [none, last, !none] {
            assert_eq!(cache.get(0, occupied, || panic!("nothing stands in its way")), third);
        }
        assert_eq!(cache.get(1, !none, || panic!("that is known")), last);
        assert_eq!(cache.get(1, none, || last | third), last | third);
        assert_eq!(cache.get(1, W::bit(3), || panic!("that stands in nobody's way")), last | third);
        assert_eq!(cache.get(1, last, || W::bit(3)), W::bit(3));
        assert_eq!(cache.get(2, last, || none), none, "places are apart");
        assert_eq!(cache.get(1, last | W::bit(3), || panic!("that is known")), W::bit(3));
        assert_eq!(cache.get(1, none, || none), none, "only the last is known");
        assert_eq!(cache.get(7, none, || last), last, "of other places nothing is kept");
        assert_eq!(cache.get(7, none, || none), none);
    }

    #[test]
    fn what_was_found_last_is_known() {
        holds::<u64>();
        holds::<u128>();
        holds::<Words<3>>();
        holds::<Words<4>>();
    }
}
