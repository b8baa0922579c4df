//! What there is to know about promotions.

use super::Analysis;
use wazir_variant_spec::rules::{PieceId, PieceRules, Promotion};

impl Analysis<'_> {
    /// Can royals of the side become something else without being taken?
    pub fn may_change_royals(&self, side: usize) -> bool {
        self.royals[side]
            .iter()
            .any(|&id| self.rules.piece_rules(id, side as u8).is_some_and(|r| !r.promotions.is_empty()))
    }

    /// Can pieces of the side become royals?
    pub fn makes_royals(&self, side: usize) -> bool {
        let promotions = self.own(side).flat_map(|rules| &rules.promotions);
        let mut targets = promotions.flat_map(|promotion| &promotion.to);
        targets.any(|to| self.royals[side].contains(&to.piece))
    }

    /// Can royals of the side be dropped?
    pub fn drops_royals(&self, side: usize) -> bool {
        let drops = |id: &PieceId| self.pieces[*id as usize].rules[side].is_some_and(|own| own.drop.is_some());
        self.royals[side].iter().any(drops)
    }

    /// Is the promotion forbidden to attack or to check anything?
    pub fn is_restrained(&self, side: usize, promotion: &Promotion) -> bool {
        !promotion.may_not_attack.is_empty() || promotion.may_not_check && self.can_check(side)
    }

    /// What a promoted piece (marked `~`) of this type goes to hand as: the same as its original type would. Nothing becomes such a piece in play where no
    /// type promotes to it, but a FEN may mark one; it is its own original then.
    pub fn reverts_to(&self, id: usize, side: usize) -> Option<PieceId> {
        let becomes = |rules: &&PieceRules| {
            rules.promotions.iter().any(|p| p.reverts_when_captured && p.to.iter().any(|t| t.piece as usize == id))
        };
        let original = self.pieces.iter().filter_map(|p| p.rules[side]).find(becomes);
        original.or(self.pieces[id].rules[side])?.captured_as
    }

    /// Do promotions change hands?
    pub fn pays_ransoms(&self) -> bool {
        self.sides() <= 2 && (0..2).any(|side| self.has_ransoms(side))
    }
}

/// Does more decide about the promotion, or about what it gives, than the squares of the move?
pub fn is_conditional(promotion: &Promotion) -> bool {
    let limited = promotion.to.iter().any(|target| target.while_fewer_than.is_some() || target.ransom.is_some());
    let restrained = !promotion.may_not_attack.is_empty() || promotion.may_not_check;
    limited || restrained || promotion.while_at_most.is_some()
}
