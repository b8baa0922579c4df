//! What a position keeps beyond the board: [`Full`] (hash and clocks) for play, [`Lean`] (nothing) for perft, [`Compact`] (as `Full`) where many games are
//! compiled to be compared and none to be fast.

use crate::sealed::Sealed;

/// The bookkeeping of a position, chosen by the caller's type: perft does not pay for hashing.
pub trait Bookkeeping: Sealed + Copy + Eq + core::fmt::Debug + Default + Send + Sync + 'static {
    /// Keeps hash and clocks at all.
    const KEEPS: bool;
    /// Are positions with these bookkeeping compiled as one instance for each processor that does all kinds of work ([`crate::Position::COMPACT`])?
    const COMPACT: bool;
    /// The bookkeeping of the positions that are counted.
    type Lean: Bookkeeping;
    /// What they start with.
    fn lean(&self) -> Self::Lean;
    /// Mixes a Zobrist key in or out.
    fn toggle(&mut self, key: u64);
    /// After a move: advances the clocks. `quiet` moves count on the halfmove clock, others reset it; `round` when the turn returns to the first side.
    fn tick(&mut self, quiet: bool, round: bool);
    /// After a move in a game with counts, in place of [`Bookkeeping::tick`]: `due` is the count that is due now.
    fn count(&mut self, quiet: bool, round: bool, due: Option<DueCount>);
    /// Plies at which the running count runs out; 0 when none is running, or when not kept.
    fn count_limit(&self) -> u32;
    /// Sets the limit of a running count (0: none), and which count is due in the position.
    fn set_count(&mut self, limit: u32, due: Option<DueCount>);
    /// Zobrist hash of the position; 0 when not kept.
    fn hash(&self) -> u64;
    /// Plies since the last move that was not quiet, and number of the full move; (0, 1) when not kept.
    fn clocks(&self) -> (u32, u32);
    /// Sets hash and clocks.
    fn set(&mut self, hash: u64, halfmove: u32, fullmove: u32);
}

/// A count of moves that is due in a position to the side that counts: it starts if none is running, or if another one was due before the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DueCount {
    /// Which of the game's counts.
    pub index: u8,
    /// Plies it starts at.
    pub plies: u32,
    /// Plies at which it runs out.
    pub limit: u32,
}

/// Hash and clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Full {
    hash: u64,
    halfmove: u32,
    fullmove: u32,
    /// Plies at which the running count runs out, or 0.
    count_limit: u32,
    /// Which count is due in the position, from 1, or 0.
    due: u8,
}

impl Sealed for Full {}
impl Sealed for Compact {}
impl Sealed for Lean {}

impl Bookkeeping for Full {
    const KEEPS: bool = true;
    const COMPACT: bool = false;
    type Lean = Lean;
    #[inline(always)]
    fn lean(&self) -> Lean {
        Lean
    }
    #[inline(always)]
    fn toggle(&mut self, key: u64) {
        self.hash ^= key;
    }
    #[inline(always)]
    fn tick(&mut self, quiet: bool, round: bool) {
        self.halfmove = if quiet { self.halfmove.saturating_add(1) } else { 0 };
        self.fullmove = self.fullmove.saturating_add(round as u32);
    }
    #[inline(always)]
    fn count(&mut self, quiet: bool, round: bool, due: Option<DueCount>) {
        let counting = self.count_limit > 0;
        self.tick(quiet || counting, round);
        let index = due.map_or(0, |due| due.index + 1);
        if let Some(due) = due.filter(|_| !counting || index != self.due) {
            self.halfmove = due.plies;
            self.count_limit = due.limit;
        }
        self.due = index;
    }
    #[inline(always)]
    fn count_limit(&self) -> u32 {
        self.count_limit
    }
    #[inline(always)]
    fn set_count(&mut self, limit: u32, due: Option<DueCount>) {
        self.count_limit = limit;
        self.due = due.map_or(0, |due| due.index + 1);
    }
    #[inline(always)]
    fn hash(&self) -> u64 {
        self.hash
    }
    #[inline(always)]
    fn clocks(&self) -> (u32, u32) {
        (self.halfmove, self.fullmove)
    }
    #[inline(always)]
    fn set(&mut self, hash: u64, halfmove: u32, fullmove: u32) {
        *self = Full { hash, halfmove, fullmove, count_limit: 0, due: 0 };
    }
}

/// What [`Full`] keeps, in positions of which as little as possible is compiled: one instance for each processor, counted without leaving it. For tests of
/// many games: a game compiles in a fraction of the time and says the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Compact(Full);

impl Bookkeeping for Compact {
    const KEEPS: bool = true;
    const COMPACT: bool = true;
    type Lean = Compact;
    #[inline(always)]
    fn lean(&self) -> Compact {
        *self
    }
    #[inline(always)]
    fn toggle(&mut self, key: u64) {
        self.0.toggle(key);
    }
    #[inline(always)]
    fn tick(&mut self, quiet: bool, round: bool) {
        self.0.tick(quiet, round);
    }
    #[inline(always)]
    fn count(&mut self, quiet: bool, round: bool, due: Option<DueCount>) {
        self.0.count(quiet, round, due);
    }
    #[inline(always)]
    fn count_limit(&self) -> u32 {
        self.0.count_limit()
    }
    #[inline(always)]
    fn set_count(&mut self, limit: u32, due: Option<DueCount>) {
        self.0.set_count(limit, due);
    }
    #[inline(always)]
    fn hash(&self) -> u64 {
        self.0.hash()
    }
    #[inline(always)]
    fn clocks(&self) -> (u32, u32) {
        self.0.clocks()
    }
    #[inline(always)]
    fn set(&mut self, hash: u64, halfmove: u32, fullmove: u32) {
        self.0.set(hash, halfmove, fullmove);
    }
}

/// Nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lean;

impl Bookkeeping for Lean {
    const KEEPS: bool = false;
    const COMPACT: bool = false;
    type Lean = Lean;
    #[inline(always)]
    fn lean(&self) -> Lean {
        Lean
    }
    #[inline(always)]
    fn toggle(&mut self, _: u64) {}
    #[inline(always)]
    fn tick(&mut self, _: bool, _: bool) {}
    #[inline(always)]
    fn count(&mut self, _: bool, _: bool, _: Option<DueCount>) {}
    #[inline(always)]
    fn count_limit(&self) -> u32 {
        0
    }
    #[inline(always)]
    fn set_count(&mut self, _: u32, _: Option<DueCount>) {}
    #[inline(always)]
    fn hash(&self) -> u64 {
        0
    }
    #[inline(always)]
    fn clocks(&self) -> (u32, u32) {
        (0, 1)
    }
    #[inline(always)]
    fn set(&mut self, _: u64, _: u32, _: u32) {}
}

/// The Zobrist key of feature number `index`: a bijective mix (splitmix64), so that different features have different keys.
#[inline(always)]
pub const fn key(index: usize) -> u64 {
    let mut z = (index as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// The Zobrist keys of as many features as there is room for, from number `first` on.
pub const fn keys<const N: usize>(first: usize) -> [u64; N] {
    let (mut keys, mut index) = ([0; N], 0);
    while index < N {
        keys[index] = key(first + index);
        index += 1;
    }
    keys
}
