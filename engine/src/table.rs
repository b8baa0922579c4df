//! [`Table`]: what searches have found of positions, shared by all threads without locks.

use std::sync::atomic::{AtomicU64, Ordering};

/// Entries that share a place: as many as fit in a line of the cache.
const BUCKET: usize = 4;

/// Words of an entry.
const ENTRY: usize = 2;

/// The transposition table.
///
/// An entry is two words that are written one after the other without a lock. The first is stored exclusive-or the second (R. Hyatt, T. Mann: A lockless
/// transposition table, 2002): where two threads have mixed their entries, the key that is read does not fit, and nothing is found.
#[derive(Debug)]
pub(crate) struct Table {
    words: Box<[AtomicU64]>,
    /// How many searches ago an entry is from is told from this.
    age: u8,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// [`mark`](crate::order::mark) of the best move; 0 for none.
    pub(crate) best: u32,
    /// What the position is worth, as far as `kind` tells; mates are counted from this position.
    pub(crate) score: i16,
    /// What it is worth without search.
    pub(crate) still: i16,
    /// Plies searched.
    pub(crate) depth: u8,
    /// What the score is.
    pub(crate) kind: Kind,
}

/// What a stored score is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// None: only the static evaluation is known.
    None,
    /// The position is worth at most that.
    Upper,
    /// The position is worth at least that.
    Lower,
    /// It is the score.
    Exact,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::None, Kind::Upper, Kind::Lower, Kind::Exact];
}

/// Ages that are told apart.
const AGES: u8 = 64;

impl Table {
    /// A table of at most this many MiB; where there is not that much memory, of the next half of it that there is. Its pages are not touched before they
    /// are used.
    pub(crate) fn new(mebibytes: usize) -> Table {
        let mut buckets = mebibytes.max(1).saturating_mul(1 << 20) / (BUCKET * ENTRY * 8);
        loop {
            match bytemuck::allocation::try_zeroed_slice_box::<AtomicU64>(buckets * BUCKET * ENTRY) {
                Ok(words) => return Table { words, age: 0 },
                Err(()) if buckets > 1 => buckets /= 2,
                Err(()) => return Table { words: (0..BUCKET * ENTRY).map(|_| AtomicU64::new(0)).collect(), age: 0 },
            }
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.age = 0;
        let words = self.words.len();
        // Fresh pages come faster than old ones are written over.
        if let Ok(fresh) = bytemuck::allocation::try_zeroed_slice_box::<AtomicU64>(words) {
            self.words = fresh;
        } else {
            self.words.iter_mut().for_each(|word| *word.get_mut() = 0);
        }
    }

    /// A new search begins.
    pub(crate) fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// The words of the bucket for a hash.
    fn bucket(&self, hash: u64) -> &[AtomicU64] {
        let buckets = self.words.len() / (BUCKET * ENTRY);
        let bucket = ((hash as u128 * buckets as u128) >> 64) as usize;
        &self.words[bucket * BUCKET * ENTRY..(bucket + 1) * BUCKET * ENTRY]
    }

    /// Has what is known of the position with this hash brought near, to be asked for soon.
    pub(crate) fn prefetch(&self, hash: u64) {
        wazir_runtime::prefetch(&self.bucket(hash)[0]);
    }

    /// What is known of the position with this hash.
    pub(crate) fn get(&self, hash: u64) -> Option<Known> {
        let mut entries = self.bucket(hash).chunks_exact(ENTRY);
        entries.find_map(|entry| {
            let data = entry[1].load(Ordering::Relaxed);
            let first = entry[0].load(Ordering::Relaxed) ^ data;
            (data != 0 && first as u32 == hash as u32).then(|| Known {
                best: (first >> 32) as u32,
                score: data as i16,
                still: (data >> 16) as i16,
                depth: (data >> 32) as u8,
                kind: Kind::ALL[(data >> 40 & 3) as usize],
            })
        })
    }

    /// Remembers what is known of the position with this hash, in place of what is least worth knowing.
    pub(crate) fn put(&self, hash: u64, mut known: Known) {
        let mut place = None;
        let mut least = i32::MAX;
        for entry in self.bucket(hash).chunks_exact(ENTRY) {
            let data = entry[1].load(Ordering::Relaxed);
            let first = entry[0].load(Ordering::Relaxed) ^ data;
            let (depth, kind, age) = ((data >> 32) as u8, data >> 40 & 3, (data >> 42) as u8 % AGES);
            if data != 0 && first as u32 == hash as u32 {
                if known.best == 0 {
                    known.best = (first >> 32) as u32;
                }
                // A much deeper search of the same position is kept, unless this one is exact.
                let is_deeper = depth as i32 > known.depth as i32 + 3 && age == self.age && kind != 0;
                if is_deeper && known.kind != Kind::Exact {
                    return;
                }
                place = Some(entry);
                break;
            }
            let years = (AGES + self.age - age) % AGES;
            let worth = if data == 0 { i32::MIN } else { depth as i32 - 8 * years as i32 };
            if worth < least {
                least = worth;
                place = Some(entry);
            }
        }
        let Some(entry) = place else { return };
        let data = known.score as u16 as u64
            | (known.still as u16 as u64) << 16
            | (known.depth as u64) << 32
            | (known.kind as u64) << 40
            | (self.age as u64) << 42
            // So that no entry is all zeros.
            | 1 << 48;
        let first = hash as u32 as u64 | (known.best as u64) << 32;
        entry[0].store(first ^ data, Ordering::Relaxed);
        entry[1].store(data, Ordering::Relaxed);
    }

    /// How full it is with entries of this search, in thousandths: a sample.
    pub(crate) fn full(&self) -> u16 {
        let sample = self.words.chunks_exact(ENTRY).take(1000);
        let recent = |entry: &&[AtomicU64]| {
            let data = entry[1].load(Ordering::Relaxed);
            data != 0 && (data >> 42) as u8 % AGES == self.age
        };
        let of = sample.len().max(1);
        (sample.filter(recent).count() * 1000 / of) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_found_until_it_is_crowded_out() {
        let mut table = Table::new(1);
        let known = Known { best: 7, score: -31_000, still: 25, depth: 9, kind: Kind::Lower };
        assert_eq!(table.get(12_345), None);
        table.put(12_345, known);
        assert_eq!(table.get(12_345), Some(known));
        // The same place, other positions: the shallow ones make room for one another, the deep one stays.
        for other in 1..100_u64 {
            table.put(12_345 + (other << 8), Known { depth: 1, ..known });
        }
        assert_eq!(table.get(12_345), Some(known));
        table.clear();
        assert_eq!(table.get(12_345), None);
    }

    #[test]
    fn a_hash_move_outlives_a_result_without_one() {
        let table = Table::new(1);
        let known = Known { best: 7, score: 3, still: 25, depth: 2, kind: Kind::Lower };
        table.put(99, known);
        table.put(99, Known { best: 0, kind: Kind::Upper, ..known });
        assert_eq!(table.get(99).map(|known| (known.best, known.kind)), Some((7, Kind::Upper)));
    }

    #[test]
    fn huge_tables_cost_nothing_before_they_are_used() {
        let began = std::time::Instant::now();
        let table = Table::new(1 << 14);
        table.put(u64::MAX, Known { best: 1, score: 1, still: 1, depth: 1, kind: Kind::Exact });
        assert!(table.get(u64::MAX).is_some());
        assert!(began.elapsed().as_millis() < 500, "{:?}", began.elapsed());
    }
}
