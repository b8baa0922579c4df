//! What the plan has to know about promotions.

use super::Plan;
use crate::unsupported::Unsupported;
use wazir_variant_spec::rules::{Capturer, Guard, PieceId, PromotedBy, Promotion};

impl Plan<'_> {
    /// Can royals of the side become something else without being taken?
    pub(crate) fn may_change_royals(&self, side: usize) -> bool {
        self.royals[side]
            .iter()
            .any(|&id| self.rules.piece_rules(id, side as u8).is_some_and(|r| !r.promotions.is_empty()))
    }

    /// Can pieces of the side become royals, all of which have to be safe?
    pub(super) fn makes_royals_guarded_each(&self, side: usize) -> bool {
        let promotions = self.own(side).flat_map(|rules| &rules.promotions);
        let mut targets = promotions.flat_map(|promotion| &promotion.to);
        self.rules.play[side].check.guard == Guard::Each && targets.any(|to| self.royals[side].contains(&to.piece))
    }

    /// What has no code together with promotions that are moves of their own.
    pub(super) fn refuse_unbuilt_promotions(&self, side: usize) -> Result<(), Unsupported> {
        let is_apart = |promotion: &&Promotion| matches!(promotion.by, PromotedBy::Apart { .. });
        for (id, rules) in self.pieces.iter().enumerate().filter_map(|(id, piece)| Some((id, piece.rules[side]?))) {
            let Some(apart) = rules.promotions.iter().find(is_apart) else { continue };
            let refuse = |with: &str| Err(Unsupported::together(&apart.cause, "a promotion `Apart` has", with));
            if self.rules.play[side].gating.as_ref().is_some_and(|gating| gating.with.contains(&(id as PieceId))) {
                return refuse("gating by such pieces");
            }
            if rules.capturer == Capturer::StaysBehind {
                return refuse("capturers that stay behind");
            }
            let targets = |apart: bool| {
                let of = rules.promotions.iter().filter(move |promotion| is_apart(promotion) == apart);
                of.flat_map(|promotion| &promotion.to).map(|target| target.piece)
            };
            if targets(true).any(|target| targets(false).any(|other| other == target)) {
                return refuse("promotions to the same type by ordinary moves");
            }
        }
        Ok(())
    }
}

/// Does more decide about the promotion, or about what it gives, than the squares of the move?
pub(super) fn is_conditional(promotion: &Promotion) -> bool {
    let limited = promotion.to.iter().any(|target| target.while_fewer_than.is_some() || target.ransom.is_some());
    let restrained = !promotion.may_not_attack.is_empty() || promotion.may_not_check;
    limited || restrained || promotion.while_at_most.is_some()
}
