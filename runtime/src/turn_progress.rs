//! [`TurnProgress`]: how far a turn of several moves has come, and [`TurnInfo`], what notation has to know about turns.

use crate::{Game, Info, SideId, Square};
use alloc::vec;

/// How far the turn of the side to move has come. In games in which each turn is one move always [`TurnProgress::SINGLE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TurnProgress {
    /// Moves that are left in the turn, the next one included: 1 to `length`.
    pub left: u16,
    /// Moves that the whole turn has.
    pub length: u16,
    /// The piece that has just captured and has to go on capturing.
    pub with: Option<Square>,
}

impl TurnProgress {
    /// A turn of one move.
    pub const SINGLE: TurnProgress = TurnProgress::full(1);

    /// The start of a turn of this many moves.
    pub const fn full(length: u16) -> TurnProgress {
        TurnProgress { left: length, length, with: None }
    }

    /// Has the side to move made a move of this turn already?
    pub const fn is_under_way(self) -> bool {
        self.left < self.length || self.with.is_some()
    }
}

/// The turns of a side, for the field of FEN that tells how far one has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnInfo {
    /// Moves of a turn; of turns that grow, of the first turn of a game.
    pub moves: u16,
    /// By how many moves a turn is longer than the one before it, whoever had that; 0 where it does not grow.
    pub by: u16,
    /// Some piece goes on capturing.
    pub chains: bool,
}

impl Info {
    /// The start of a turn of a side, where nothing tells of its length but the number of the full move.
    pub fn full_turn(&self, side: SideId, fullmove: u32) -> TurnProgress {
        let Some(turn) = self.turns.get(side as usize) else { return TurnProgress::SINGLE };
        let before = (fullmove.max(1) - 1).saturating_mul(self.sides.len() as u32).saturating_add(side as u32);
        let grown = before.saturating_mul(turn.by as u32).min(u16::MAX as u32) as u16;
        TurnProgress::full(turn.moves.saturating_add(grown))
    }
}

/// Sequences of so many turns, each counted once for every way it can be made; 1 for no turn. A turn in the middle of which the game ends is a turn. Where each
/// turn is one move, this is what [`Game::perft`] counts, but slower: every move is played.
pub fn perft_turns(game: &dyn Game, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut sequences = 0;
    // A turn may have a thousand moves: what is left to count stands on the heap.
    let mut open = vec![(game.boxed(), depth)];
    while let Some((game, depth)) = open.pop() {
        for mv in game.legal_moves() {
            let mut child = game.boxed();
            // Listed a moment ago, it is legal.
            if child.play(mv).is_err() {
                continue;
            }
            let is_over = child.turn() != game.turn() || depth == 1 && child.count() == 0;
            match if is_over { depth - 1 } else { depth } {
                0 => sequences += 1,
                left => open.push((child, left)),
            }
        }
    }
    sequences
}
