//! What the plan has to know about turns of several moves.

use super::Plan;
use crate::unsupported::Unsupported;
use wazir_variant_spec::rules::{Attacks, Capturer, Condition, Guard, Safe, TurnCheck};

impl Plan<'_> {
    /// Do positions hold the en passant squares of a turn as sets, by the side that has left them?
    pub(crate) fn passed_sets(&self) -> bool {
        self.several_moves && self.en_passant
    }

    /// Do turns ask for moves of `side` to be made and tested, or for a generator that does not look at its royals?
    pub(crate) fn turn_tests(&self, side: usize) -> bool {
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

    /// What has no code together with turns of several moves.
    pub(super) fn refuse_unbuilt_turns(&self, side: usize) -> Result<(), Unsupported> {
        let play = &self.rules.play[side];
        if !self.several_moves {
            return Ok(());
        }
        let asks = |condition: &dyn Fn(&Condition) -> bool| self.rules.end.iter().any(|rule| condition(&rule.when));
        let info = wazir_variant_spec::info(self.rules);
        let with = if play.walling.is_some() {
            "walls placed after a move"
        } else if play.gating.is_some() {
            "gating"
        } else if !play.check.may_not_mate.is_empty() || self.drops().any(|drop| drop.may_not_mate) {
            "moves that may not mate"
        } else if self.must_end[side].is_some() || asks(&|when| matches!(when, Condition::Facing { .. })) {
            "royals that face each other"
        } else if self.checks {
            "counted checks"
        } else if asks(&|when| *when == Condition::NobodyCanMove) {
            "an end when nobody can move"
        } else if self.passes_several || self.en_passant && info.en_passant_names_victim() {
            "en passant squares that do not tell which piece has passed"
        } else if play.turn.attacks == Attacks::InOneTurn && self.rules.play[1 - side].check.guard != Guard::Each {
            "attacks in one turn on several royals of which not each is guarded"
        } else if play.turn.chain.is_some() && (0..self.pieces.len()).any(|id| self.stays_behind(id, side)) {
            "chains of captures by capturers that do not arrive"
        } else {
            return Ok(());
        };
        let cause = self.rules.play.iter().map(|play| &play.turn.cause).find(|cause| cause.line > 0);
        Err(Unsupported::together(&cause.cloned().unwrap_or_default(), "turns of several moves have", with))
    }

    fn stays_behind(&self, id: usize, side: usize) -> bool {
        self.pieces[id].rules[side].is_some_and(|rules| rules.capturer != Capturer::Arrives)
    }
}
