//! [`AttackCache`]: what pieces attacked from a square when that was last asked. From one position of a search to the next little changes, so that nearly always it still holds.

use super::words::Word;
use std::cell::Cell;

/// For each place that a piece may have, the obstacles that there were and what it attacked. The default has no places, and remembers nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct AttackCache {
    /// By place, the words of the first set and those of the second.
    words: Vec<Cell<u64>>,
}

impl AttackCache {
    /// One that knows nothing yet, of so many places on a board of so many words. All squares at once are no obstacles of any place that is asked for.
    pub(crate) fn new(places: usize, words: usize) -> AttackCache {
        AttackCache { words: vec![Cell::new(u64::MAX); 2 * places * words] }
    }

    /// What is attacked from a place with these obstacles: what was found the last time, if they were the same, or else what `find` says.
    #[inline(always)]
    pub(crate) fn get<W: Word>(&self, place: usize, obstacles: W, find: impl FnOnce() -> W) -> W {
        let size = W::SQUARES / 64;
        let Some(entry) = self.words.get(2 * place * size..2 * (place + 1) * size) else { return find() };
        let (known, attacked) = entry.split_at(size);
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
        let cache = AttackCache::new(2, W::SQUARES / 64);
        let (last, none) = (W::bit(W::SQUARES as u16 - 1), W::default());
        assert_eq!(cache.get(1, none, || last), last);
        assert_eq!(cache.get(1, none, || panic!("that is known")), last);
        assert_eq!(cache.get(1, last, || W::bit(3)), W::bit(3));
        assert_eq!(cache.get(0, last, || none), none, "places are apart");
        assert_eq!(cache.get(1, last, || panic!("that is known")), W::bit(3));
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
