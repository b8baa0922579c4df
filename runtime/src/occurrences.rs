//! [`Occurrences`]: which positions of a game are equal, found in constant time.

use alloc::vec::Vec;

/// The positions of a game by their hashes. Adding one, and taking the last one back, takes constant time however long the game is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Occurrences {
    positions: Vec<Occurrence>,
    /// An open-addressed table, at most half full: the number of the last position with a hash, and one; 0 where there is none. Its length is a power of two.
    slots: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Occurrence {
    hash: u64,
    /// How often it has occurred, this time included.
    times: u32,
    /// The number of the first equal position.
    first: u32,
    /// The number of the last equal one before it, and one; 0 where there is none.
    before: u32,
}

/// The length of the smallest table.
const FEWEST: usize = 256;

impl Occurrences {
    /// The slot of a hash: where its last position stands, or would stand.
    #[inline(always)]
    fn slot(&self, hash: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while let Some(number) = self.slots[slot].checked_sub(1) {
            if self.positions[number as usize].hash == hash {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Adds a position.
    #[inline]
    pub(crate) fn push(&mut self, hash: u64) {
        if 2 * (self.positions.len() + 1) > self.slots.len() {
            self.grow();
        }
        let slot = self.slot(hash);
        let before = self.slots[slot];
        let number = self.positions.len() as u32;
        let (times, first) = match before.checked_sub(1) {
            Some(equal) => {
                let equal = self.positions[equal as usize];
                (equal.times + 1, equal.first)
            }
            None => (1, number),
        };
        self.positions.push(Occurrence { hash, times, first, before });
        self.slots[slot] = number + 1;
    }

    #[cold]
    fn grow(&mut self) {
        let length = (2 * self.slots.len()).max(FEWEST);
        self.fill_slots(length);
    }

    /// Makes the table anew, of this length.
    fn fill_slots(&mut self, length: usize) {
        self.slots.clear();
        self.slots.resize(length, 0);
        for number in 0..self.positions.len() {
            let slot = self.slot(self.positions[number].hash);
            self.slots[slot] = number as u32 + 1;
        }
    }

    /// Takes the last position back, if there is one.
    #[inline]
    pub(crate) fn pop(&mut self) {
        let Some(&last) = self.positions.last() else { return };
        // What was added last is at the end of its chain of slots, so that emptying its slot breaks none.
        let slot = self.slot(last.hash);
        self.slots[slot] = last.before;
        self.positions.pop();
    }

    /// Takes all back but the first positions.
    pub(crate) fn truncate(&mut self, length: usize) {
        // Eight slots are emptied in less time than one position is found.
        let taken_back = self.positions.len().saturating_sub(length);
        if 8 * taken_back > self.slots.len() / 8 + length {
            self.positions.truncate(length);
            self.fill_slots(self.slots.len());
        }
        while self.positions.len() > length {
            self.pop();
        }
    }

    /// How often the last position has occurred, and the number of its first occurrence; (0, 0) where there is none.
    #[inline]
    pub(crate) fn last(&self) -> (u32, u32) {
        self.positions.last().map_or((0, 0), |last| (last.times, last.first))
    }

    /// Has a position with this hash occurred?
    #[inline]
    pub(crate) fn knows(&self, hash: u64) -> bool {
        !self.slots.is_empty() && self.slots[self.slot(hash)] != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    /// Adding and taking back at random, against a look through all positions.
    #[test]
    fn occurrences_are_those_of_a_list() {
        let (mut random, mut occurrences, mut list) = (Random::new(5), Occurrences::default(), Vec::new());
        for step in 0..20_000 {
            // Few hashes that share their low bits, so that chains of slots form.
            let hash = ((random.number() % 90) << 32) | (random.number() % 3);
            assert_eq!(occurrences.knows(hash), list.contains(&hash));
            if random.below(if step % 4_000 < 2_000 { 4 } else { 2 }) == 0 {
                occurrences.pop();
                list.pop();
            } else {
                occurrences.push(hash);
                list.push(hash);
            }
            let last = list.last().copied();
            let times = list.iter().filter(|&&hash| Some(hash) == last).count();
            let first = list.iter().position(|&hash| Some(hash) == last).unwrap_or(0);
            assert_eq!(occurrences.last(), (times as u32, first as u32));
        }
        assert!(list.len() > 300);
        occurrences.truncate(2);
        assert!(occurrences.knows(list[0]) && occurrences.positions.len() == 2);
        assert_eq!(occurrences.slots.iter().filter(|&&slot| slot > 0).count(), if list[0] == list[1] { 1 } else { 2 });
    }
}
