//! What a position keeps beyond the board: [`Full`] (hash and clocks) for play, [`Lean`] (nothing) for perft.

/// The bookkeeping of a position, chosen by the caller's type: perft does not pay for hashing.
pub trait Books: Copy + Eq + core::fmt::Debug + Default + Send + Sync + 'static {
    /// Keeps hash and clocks at all.
    const KEEPS: bool;
    /// Mixes a Zobrist key in or out.
    fn toggle(&mut self, key: u64);
    /// After a move: advances the clocks. `quiet` moves count on the halfmove clock, others reset it; `round` when the turn returns to the first side.
    fn tick(&mut self, quiet: bool, round: bool);
    /// Zobrist hash of the position; 0 when not kept.
    fn hash(&self) -> u64;
    /// Plies since the last move that was not quiet, and number of the full move; (0, 1) when not kept.
    fn clocks(&self) -> (u32, u32);
    /// Sets hash and clocks.
    fn set(&mut self, hash: u64, halfmove: u32, fullmove: u32);
}

/// Hash and clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Full {
    hash: u64,
    halfmove: u32,
    fullmove: u32,
}

impl Books for Full {
    const KEEPS: bool = true;
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
    fn hash(&self) -> u64 {
        self.hash
    }
    #[inline(always)]
    fn clocks(&self) -> (u32, u32) {
        (self.halfmove, self.fullmove)
    }
    #[inline(always)]
    fn set(&mut self, hash: u64, halfmove: u32, fullmove: u32) {
        *self = Full { hash, halfmove, fullmove };
    }
}

/// Nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lean;

impl Books for Lean {
    const KEEPS: bool = false;
    #[inline(always)]
    fn toggle(&mut self, _: u64) {}
    #[inline(always)]
    fn tick(&mut self, _: bool, _: bool) {}
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
