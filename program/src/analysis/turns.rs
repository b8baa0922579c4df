//! What there is to know about turns of several moves.

use super::Analysis;
use wazir_variant_spec::rules::{Attacks, Safe, TurnCheck, WallDuty};

impl Analysis<'_> {
    /// Do positions hold the en passant squares of a turn as sets, by the side that has left them?
    pub fn passed_sets(&self) -> bool {
        self.memory.several_moves && self.en_passant
    }

    /// Do turns ask for moves of `side` to be made and tested, or for a generator that does not look at its royals?
    pub fn turn_tests(&self, side: usize) -> bool {
        if self.rules.has_many_sides() {
            return false; // Turns of several moves are refused.
        }
        let [own, other] = [side, 1 - side].map(|side| &self.rules.play[side].turn);
        let royals = !self.royals[side].is_empty();
        own.check == TurnCheck::OnlyLast && !self.royals[1 - side].is_empty()
            || own.safe == Safe::AfterTurn
            || royals
                && (own.attacks == Attacks::InOneTurn || own.chain.is_some() || other.attacks == Attacks::InOneTurn)
    }

    /// May first moves of this type bring in a piece?
    pub fn gates(&self, id: usize, side: usize) -> bool {
        self.rules.play[side].gating.as_ref().is_some_and(|gating| gating.with.contains(&(id as u8)))
    }

    /// Does a side place walls instead of moving?
    pub fn walls_alone(&self) -> bool {
        (0..2)
            .any(|side| self.rules.play[side].walling.as_ref().is_some_and(|walling| walling.duty == WallDuty::Instead))
    }
}
