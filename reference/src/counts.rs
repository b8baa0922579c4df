//! Counts of moves: see [`Count`].

use crate::position::Position;
use wazir_runtime::{PieceId, SideId};
use wazir_variant_spec::rules::{Count, CountStart};

/// A count that is due to a side.
struct Due {
    /// Which of the rule's counts.
    index: usize,
    /// The side that counts.
    side: SideId,
    /// The last number, in moves of that side.
    moves: u32,
}

impl Position {
    /// Is a count running?
    pub(crate) fn is_counting(&self) -> bool {
        self.setup.count_limit > 0
    }

    /// Sets the clock of `next`, the position after a move, and its limit, where that is a matter of counts. Returns whether it is.
    pub(crate) fn count_on(&self, next: &mut Position) -> bool {
        let (before, now) = (self.due(), next.due());
        match now {
            Some(due) if !self.is_counting() || before.is_none_or(|before| before.index != due.index) => {
                next.setup.halfmove = next.plies_at_start(&due);
                next.setup.count_limit = 2 * due.moves;
                true
            }
            _ if self.is_counting() => {
                next.setup.halfmove = self.setup.halfmove.saturating_add(1);
                true
            }
            _ => false,
        }
    }

    /// The count that is due, and to whom.
    fn due(&self) -> Option<Due> {
        let (counts, of) = self.rules().counts()?;
        let mover = self.setup.turn;
        let sides: Vec<SideId> = [mover].into_iter().chain(self.opponents(mover)).collect();
        counts.iter().enumerate().find_map(|(index, count)| {
            let meant = sides.iter().filter(|&&side| of.is_none_or(|of| of == side));
            meant.copied().find_map(|side| Some(Due { index, side, moves: self.limit(count, side)? }))
        })
    }

    /// The limit of the count, if it is due to the side.
    fn limit(&self, count: &Count, side: SideId) -> Option<u32> {
        let is_there =
            |pieces: &[PieceId]| (0..self.rules().sides.len() as SideId).any(|side| self.count_of(side, pieces) > 0);
        if self.pieces_of(side).count() > count.at_most as usize || is_there(&count.without) {
            return None;
        }
        let opponent = self.after(side);
        let limit =
            count.limits.iter().find(|limit| self.count_of(opponent, &limit.pieces) >= limit.at_least as usize)?;
        Some(limit.moves as u32)
    }

    fn plies_at_start(&self, due: &Due) -> u32 {
        let count = self.rules().counts().map(|(counts, _)| counts[due.index].start);
        let number = match count {
            Some(CountStart::Pieces) => self.squares().filter(|&square| self.piece_on(square).is_some()).count() as u32,
            _ => 0,
        };
        if due.side == self.setup.turn { 2 * number } else { (2 * number).max(2) - 1 }
    }
}
