//! [`Proofs`]: what the mate search knows of positions.

/// Entries that share a place.
const BUCKET: usize = 4;

/// Words of an entry: the key, the two numbers, and work and ply.
const ENTRY: usize = 3;

/// What is known of a position. What the numbers are depends on what was asked: the key says which.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry {
    /// Proof number, or the plies of a proven win.
    pub(super) pn: u32,
    /// Disproof number, or the plies within which there is no win.
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
        let mut buckets = mebibytes.max(1).saturating_mul(1 << 20) / (BUCKET * ENTRY * 8);
        loop {
            match bytemuck::allocation::try_zeroed_slice_box(buckets * BUCKET) {
                Ok(entries) => return Proofs { entries },
                Err(()) if buckets > 1 => buckets /= 2,
                Err(()) => return Proofs { entries: vec![[0; ENTRY]; BUCKET].into_boxed_slice() },
            }
        }
    }

    /// Where the bucket of a key begins.
    fn bucket(&self, key: u64) -> usize {
        let buckets = self.entries.len() / BUCKET;
        ((key as u128 * buckets as u128) >> 64) as usize * BUCKET
    }

    /// What is known under this key.
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let start = self.bucket(key);
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
        let start = self.bucket(key);
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

#[cfg(test)]
mod tests {
    use super::*;

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
