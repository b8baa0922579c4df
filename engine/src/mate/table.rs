//! What the mate search knows of positions: [`Proofs`] of those that are neither won nor refuted yet, [`Settled`] of those that are.

use super::hands::{Bounds, Counts, Held};

/// Entries that share a place.
const BUCKET: usize = 4;

/// Words of an entry: the key, the two numbers, and work and ply.
const ENTRY: usize = 3;

/// What is known of a position. What the numbers are depends on what was asked: the key says which.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry {
    /// Proof number.
    pub(super) pn: u32,
    /// Disproof number, or where a path refutes it the ply to which a loop returns.
    pub(super) dn: u32,
    /// Nodes that it took to find out.
    pub(super) work: u32,
    /// The least number of plies from the root.
    pub(super) ply: u16,
}

/// The table. It takes the memory it is given and no more: what took the least work to find out makes room.
pub(super) struct Proofs {
    entries: Box<[[u64; ENTRY]]>,
}

impl Proofs {
    /// A table of at most this many MiB; where there is not that much memory, of the next half of it that there is. Its pages are not touched before they are used.
    pub(super) fn new(mebibytes: usize) -> Proofs {
        Proofs { entries: zeroed(mebibytes, BUCKET) }
    }

    /// What is known under this key.
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let start = bucket(key, self.entries.len(), BUCKET);
        let found = self.entries[start..start + BUCKET].iter().find(|entry| entry[0] == key && entry[2] != 0)?;
        Some(Entry {
            pn: found[1] as u32,
            dn: (found[1] >> 32) as u32,
            work: found[2] as u32,
            ply: (found[2] >> 32) as u16,
        })
    }

    /// Remembers it, in place of what took the least work.
    pub(super) fn put(&mut self, key: u64, entry: Entry) {
        let start = bucket(key, self.entries.len(), BUCKET);
        let bucket = &mut self.entries[start..start + BUCKET];
        let same = bucket.iter().position(|old| old[0] == key && old[2] != 0);
        let least = || (0..BUCKET).min_by_key(|&place| bucket[place][2] as u32).unwrap_or(0);
        let place = same.unwrap_or_else(least);
        bucket[place] = [
            key,
            u64::from(entry.pn) | u64::from(entry.dn) << 32,
            u64::from(entry.work.max(1)) | u64::from(entry.ply) << 32,
        ];
    }
}

/// Entries of as many MiB, a whole number of buckets of them; of half as many where there is not that much memory, and so on.
fn zeroed<Entry: bytemuck::Zeroable + Clone>(mebibytes: usize, bucket: usize) -> Box<[Entry]> {
    let mut buckets = (mebibytes.max(1).saturating_mul(1 << 20) / (bucket * size_of::<Entry>())).max(1);
    loop {
        match bytemuck::allocation::try_zeroed_slice_box(buckets * bucket) {
            Ok(entries) => return entries,
            Err(()) if buckets > 1 => buckets /= 2,
            Err(()) => return vec![Entry::zeroed(); bucket].into_boxed_slice(),
        }
    }
}

/// Where the bucket of a key begins.
fn bucket(key: u64, entries: usize, bucket: usize) -> usize {
    ((u128::from(key) * (entries / bucket) as u128) >> 64) as usize * bucket
}

/// Entries that share a place, of positions that may differ in hands only.
const SHELF: usize = 8;

/// Words of an entry: the key, the hand of the side that attacks, that of the other, and what is known.
const KNOWN: usize = 6;

/// What is known for good of a position, and of those that differ from it in hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// It is won; else it is refuted.
    pub(super) won: bool,
    /// For which hands.
    pub(super) bounds: Bounds,
    /// Plies in which it is won at the latest, or in which it is not.
    pub(super) plies: u16,
    /// Nodes that it took to find out.
    pub(super) work: u32,
}

impl Known {
    fn words(self, key: u64) -> [u64; KNOWN] {
        let ([a, b], [c, d]) = (self.bounds.own.words(), self.bounds.theirs.words());
        // Two bits, so that nothing that is known is nought.
        let state = if self.won { 1 } else { 2 };
        [key, a, b, c, d, state | u64::from(self.plies) << 2 | u64::from(self.work) << 32]
    }

    fn of([_, a, b, c, d, rest]: [u64; KNOWN]) -> Known {
        let bounds = Bounds { own: Counts::from_words([a, b]), theirs: Counts::from_words([c, d]) };
        Known { won: rest & 3 == 1, bounds, plies: (rest >> 2) as u16, work: (rest >> 32) as u32 }
    }

    /// Does it say of this position what becomes of it within so many plies?
    fn tells(&self, held: &Held, left: u16) -> bool {
        let (own, theirs) = (held.hands.own, held.hands.theirs);
        if self.won {
            self.plies <= left && self.bounds.own.within(own) && theirs.within(self.bounds.theirs)
        } else {
            self.plies >= left && own.within(self.bounds.own) && self.bounds.theirs.within(theirs)
        }
    }

    /// Does it say all that the other says?
    fn covers(&self, other: &Known) -> bool {
        let (a, b) = (&self.bounds, &other.bounds);
        self.won == other.won
            && if self.won {
                self.plies <= other.plies && a.own.within(b.own) && b.theirs.within(a.theirs)
            } else {
                self.plies >= other.plies && b.own.within(a.own) && a.theirs.within(b.theirs)
            }
    }
}

/// The table of what is settled. It takes the memory it is given and no more: what took the least work to find out makes room.
pub(super) struct Settled {
    entries: Box<[[u64; KNOWN]]>,
}

impl Settled {
    /// A table of at most this many MiB, or less, as [`Proofs::new`] has it.
    pub(super) fn new(mebibytes: usize) -> Settled {
        Settled { entries: zeroed(mebibytes, SHELF) }
    }

    fn shelf(&self, key: u64) -> std::ops::Range<usize> {
        let start = bucket(key, self.entries.len(), SHELF);
        start..start + SHELF
    }

    /// What is known of this position within so many plies; the key is that of what is common to all positions that differ from it in hands.
    pub(super) fn get(&self, key: u64, held: &Held, left: u16) -> Option<Known> {
        let shelf = self.entries[self.shelf(key)].iter();
        let known = shelf.filter(|entry| entry[0] == key && entry[KNOWN - 1] & 3 != 0).map(|entry| Known::of(*entry));
        known.filter(|known| known.tells(held, left)).min_by_key(|known| if known.won { known.plies } else { 0 })
    }

    /// Remembers it, in place of what says no more than this, else of what took the least work.
    pub(super) fn put(&mut self, key: u64, known: Known) {
        let shelf = self.shelf(key);
        let mut place = shelf.start;
        let mut least = u64::MAX;
        for at in shelf {
            let entry = self.entries[at];
            let is_used = entry[KNOWN - 1] & 3 != 0;
            let old = Known::of(entry);
            if is_used && entry[0] == key {
                if old.covers(&known) {
                    return;
                }
                if known.covers(&old) {
                    place = at;
                    break;
                }
            }
            let work = if is_used { u64::from(old.work) + 1 } else { 0 };
            if work < least {
                (place, least) = (at, work);
            }
        }
        self.entries[place] = known.words(key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_settled_holds_for_other_hands() {
        let mut settled = Settled::new(1);
        let hands = |own: u64, theirs: u64| Bounds {
            own: Counts::from_words([own, 0]),
            theirs: Counts::from_words([theirs, 0]),
        };
        let held = |own, theirs| Held { hands: hands(own, theirs), ..Held::default() };
        settled.put(5, Known { won: true, bounds: hands(2, 3), plies: 7, work: 1 });
        settled.put(5, Known { won: false, bounds: hands(1, 4), plies: 9, work: 1 });
        let told = |own, theirs, left| settled.get(5, &held(own, theirs), left).map(|known| known.won);
        assert_eq!((told(2, 3, 7), told(3, 0, 8), told(2, 4, 7), told(2, 3, 6)), (Some(true), Some(true), None, None));
        assert_eq!((told(1, 4, 9), told(0, 5, 9), told(1, 4, 10)), (Some(false), Some(false), None));
        assert_eq!(settled.get(6, &held(2, 3), 7), None);
        // What says more takes the place of what says less.
        settled.put(5, Known { won: true, bounds: hands(1, 9), plies: 5, work: 1 });
        assert_eq!(settled.get(5, &held(2, 3), 7).map(|known| known.plies), Some(5));
    }

    #[test]
    fn what_took_most_work_stays() {
        let mut proofs = Proofs::new(1);
        let much = Entry { pn: 3, dn: 70_000, work: 900, ply: 5 };
        proofs.put(77, much);
        for other in 0..100_u64 {
            proofs.put(78 + other, Entry { pn: 1, dn: 1, work: 1, ply: 1 });
        }
        assert_eq!(proofs.get(77), Some(much));
        assert_eq!(proofs.get(76), None);
        proofs.put(77, Entry { pn: 4, ..much });
        assert_eq!(proofs.get(77).map(|entry| entry.pn), Some(4));
    }
}
