//! What the plan has to know about pushes.

use super::Plan;
use super::parts::{Part, plan_parts};
use super::promotions::is_conditional;
use crate::unsupported::Unsupported;
use wazir_variant_spec::rules::{Board, Condition, EndRule, Movement, PieceId, PieceSet, Push, Step};

/// Pushes with the same conditions.
#[derive(Clone, Debug)]
pub(crate) struct Pushing {
    /// What they do.
    pub push: Push,
    /// The types that are pushed; `None`: all.
    pub takes: Option<PieceSet>,
    /// By step, the parts of the rides that end where a row begins.
    pub steps: Vec<(Step, Vec<Part>)>,
}

impl Pushing {
    /// The parts of all its rides.
    pub(super) fn parts(&self) -> impl Iterator<Item = &Part> {
        self.steps.iter().flat_map(|(_, parts)| parts)
    }
}

/// The pushes of a piece.
pub(super) fn plan_pushes(board: &Board, movements: &[Movement]) -> Result<Vec<Pushing>, Unsupported> {
    let mut pushes = Vec::new();
    for movement in movements {
        let Some(push) = movement.push else { continue };
        if movement.unmoved || movement.unchecked || movement.safe_way {
            let what = format!("`{}`: a push on a condition has no compiled form yet", movement.cause.text);
            return Err(Unsupported::at(&movement.cause, what));
        }
        let mut ways: Vec<Step> = movement.rides.iter().map(|ride| ride.step).collect();
        ways.sort_unstable();
        ways.dedup();
        let mut steps = Vec::new();
        for step in ways {
            let anywhere = Movement {
                rides: movement.rides.iter().filter(|ride| ride.step == step).copied().collect(),
                to_empty: true,
                to_enemy: true,
                push: None,
                victims: None,
                en_passant: false,
                leaves_en_passant: false,
                ..movement.clone()
            };
            steps.push((step, plan_parts(board, &[anywhere])?));
        }
        pushes.push(Pushing { push, takes: movement.victims, steps });
    }
    Ok(pushes)
}

impl Plan<'_> {
    /// Can anybody push?
    pub(crate) fn has_pushes(&self) -> bool {
        self.pieces.iter().any(|piece| piece.pushes.iter().any(|pushes| !pushes.is_empty()))
    }

    /// For each type of royals of others: can such a push lose one?
    fn royals_taken_by(&self, id: usize, side: usize, pushing: &Pushing) -> Vec<bool> {
        let Some(rules) = self.pieces[id].rules[side] else { return Vec::new() };
        let loses = pushing.push.enemies && (pushing.push.over_edge.enemies || pushing.push.crushed.enemies);
        let royals = self.others(side).filter(|_| loses).flat_map(|other| &self.royals[other]);
        let takes =
            |royal: &PieceId| pushing.takes.is_none_or(|types| types.contains(*royal)) && rules.victims.contains(royal);
        royals.map(takes).collect()
    }

    /// Can such a push lose a royal of another side?
    pub(crate) fn loses_royals_by(&self, id: usize, side: usize, pushing: &Pushing) -> bool {
        self.royals_taken_by(id, side, pushing).contains(&true)
    }

    /// Might a piece capture by another movement on a square where its pushes capture as well?
    fn captures_where_it_pushes(&self, id: usize, side: usize) -> bool {
        let Some(rules) = self.pieces[id].rules[side] else { return false };
        let board = self.board();
        let takes = |movement: &&Movement| movement.to_enemy || !movement.legs.is_empty();
        let pushes = |movement: &&Movement| movement.push.is_some_and(|push| push.captures() && !push.stays);
        let others: Vec<&Movement> = rules.movements.iter().filter(takes).collect();
        rules.movements.iter().filter(pushes).any(|movement| others.iter().any(|other| movement.may_meet(other, board)))
    }

    /// What has no code together with pushes.
    pub(super) fn refuse_unbuilt_pushes(&self, side: usize) -> Result<(), Unsupported> {
        let all = &self.rules.play;
        let play = &all[side];
        for (id, piece) in self.pieces.iter().enumerate() {
            let Some(rules) = piece.rules[side].filter(|_| !piece.pushes[side].is_empty()) else { continue };
            let captures = piece.pushes[side].iter().any(|pushing| pushing.push.captures());
            let picks = |pushing: &Pushing| {
                let taken = self.royals_taken_by(id, side, pushing);
                taken.contains(&true) && taken.contains(&false)
            };
            let safe_goal = |rule: &EndRule| matches!(rule.when, Condition::Reached { safe: true, .. });
            let with = if captures && all.iter().any(|play| play.capture.blast.is_some()) {
                "captures that explode"
            } else if play.walling.is_some() || play.gating.is_some() {
                "walls or gating"
            } else if captures && rules.promotions.iter().any(is_conditional) {
                "promotions under conditions"
            } else if all.iter().any(|play| !play.check.may_not_mate.is_empty()) {
                "types that may not mate"
            } else if all.iter().any(|play| play.check.may_not_flee) {
                "royals that may not flee"
            } else if self.chains || self.passed_sets() {
                "turns of several captures, or of several moves and captures en passant"
            } else if self.truce.is_some() || (0..2).any(|side| self.is_wary(side)) {
                "`truce` or `wary`"
            } else if captures && self.rules.end.iter().any(safe_goal) {
                "goals that have to be `safe`"
            } else if piece.pushes[side].iter().any(picks) {
                "royals some of which it can capture and some not"
            } else if captures && self.captures_where_it_pushes(id, side) {
                "other captures of the piece along the same lines"
            } else {
                continue;
            };
            let cause = rules.movements.iter().find(|m| m.push.is_some()).map(|m| m.cause.clone()).unwrap_or_default();
            return Err(Unsupported::together(&cause, "a push has", with));
        }
        Ok(())
    }
}
