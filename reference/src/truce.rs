//! Captures that may not be answered in kind.

use crate::position::Position;
use wazir_runtime::{Move, MoveKind, SideId, Square};

impl Position {
    /// The squares, ascending, on which the pseudo-move captures what `bound` may not capture in answer.
    pub(crate) fn struck_by(&self, mv: Move, bound: SideId) -> Vec<Square> {
        let Some(truce) = &self.rules().play(bound).truce else { return Vec::new() };
        if !self.captures(mv) || !truce.by.contains(&mv.piece()) {
            return Vec::new();
        }
        let is_protected = |&square: &Square| {
            let enemy = self.piece_on(square).filter(|&(owner, _)| self.is_enemy(self.setup.turn, owner));
            enemy.is_some_and(|(_, piece)| truce.of.contains(&piece))
        };
        let arrival = (mv.kind() != MoveKind::Push).then(|| mv.to());
        let mut struck: Vec<Square> = mv.victims().chain(arrival).filter(is_protected).collect();
        struck.sort_unstable();
        struck
    }

    /// Does the pseudo-move answer a capture in kind, on another square?
    pub(crate) fn breaks_truce(&self, mv: Move) -> bool {
        !self.setup.struck.is_empty()
            && self.struck_by(mv, self.setup.turn).iter().any(|square| !self.setup.struck.contains(square))
    }
}
