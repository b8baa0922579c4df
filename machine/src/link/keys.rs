//! Places of features in the sequence of Zobrist keys.

use super::*;

/// Places of features in the sequence of Zobrist keys: as compiled games have them.
#[derive(Debug)]
pub(crate) struct Keys {
    pub(crate) kinds: usize,
    pub(crate) squares: usize,
    pub(crate) sides: usize,
    pub(crate) promoted: usize,
    pub(crate) castling: usize,
    pub(crate) passed: usize,
    pub(crate) victim: usize,
    pub(crate) turn: usize,
    pub(crate) hands: usize,
    pub(crate) checks: usize,
    pub(crate) walls: usize,
    pub(crate) passes: usize,
    pub(crate) out: usize,
}

impl Keys {
    pub(super) fn new(program: &Program) -> Keys {
        let squares = program.rules.board.squares() as usize;
        let (sides, kinds) = (program.sides.len(), program.rules.pieces.len());
        let promoted = sides * kinds * squares;
        let castling = promoted + squares;
        let passed = castling + squares;
        let victim = passed + squares;
        let turn = victim + squares;
        let hands = turn + if sides > 2 { sides } else { 1 };
        let checks = hands + sides * kinds * 256;
        let walls = checks + sides * 256;
        let passes = walls + squares;
        let out = passes + 256;
        Keys { kinds, squares, sides, promoted, castling, passed, victim, turn, hands, checks, walls, passes, out }
    }
    pub(crate) fn ending_moves(&self) -> usize {
        self.passes + 128
    }
    pub(crate) fn struck(&self) -> usize {
        self.passes + 256
    }
    pub(crate) fn turns(&self) -> usize {
        self.passes + 256
    }
    pub(crate) fn last_moved(&self) -> usize {
        self.turns() + 3 * 65_536
    }
    #[inline(always)]
    pub(crate) fn piece(&self, side: usize, kind: usize, square: usize) -> u64 {
        wazir_runtime::batches::key((side * self.kinds + kind) * self.squares + square)
    }
}
