//! What the plan has to know about exchanges between the players' hands.

use super::Plan;
use crate::unsupported::Unsupported;
use wazir_variant_spec::rules::{Forced, PieceId, PromotedBy, Promotion, Ransom};

impl Plan<'_> {
    /// Are there promotions of `side` that depend on the opponent's hand, as attacks do by which they would be made?
    pub(crate) fn has_ransoms(&self, side: usize) -> bool {
        self.ransoms(side).next().is_some()
    }

    /// The promotions of `side` that exchange something with the opponent's hand: of which type, to which.
    pub(crate) fn ransoms(&self, side: usize) -> impl Iterator<Item = (usize, PieceId, Ransom)> + '_ {
        let promotions = self.pieces.iter().enumerate().flat_map(move |(id, piece)| {
            piece.rules[side].into_iter().flat_map(|own| &own.promotions).map(move |promotion| (id, promotion))
        });
        let targets = promotions.flat_map(|(id, promotion)| promotion.to.iter().map(move |to| (id, to)));
        targets.filter_map(|(id, to)| Some((id, to.piece, to.ransom?)))
    }

    /// Can pieces be had from the opponent's hand?
    pub(crate) fn has_exchanges(&self) -> bool {
        let own = self.pieces.iter().flat_map(|piece| piece.rules.iter().flatten());
        own.filter_map(|own| own.drop.as_ref()).any(|drop| drop.exchange.is_some())
    }

    /// What has no code together with exchanges between hands.
    pub(super) fn refuse_unbuilt_exchanges(&self, side: usize) -> Result<(), Unsupported> {
        for (piece, rules) in self.pieces.iter().filter_map(|piece| Some((piece, piece.rules[side]?))) {
            let exchanged = rules.drop.as_ref().filter(|drop| drop.exchange.is_some());
            if let Some(drop) = exchanged.filter(|drop| drop.may_not_mate || drop.may_not_check) {
                return Err(Unsupported::together(
                    &drop.cause,
                    "an `exchange` has",
                    "drops that may not mate or check",
                ));
            }
            let Some(promotion) = rules.promotions.iter().find(|p| p.to.iter().any(|to| to.ransom.is_some())) else {
                continue;
            };
            let simple = |p: &Promotion| {
                let entering =
                    PromotedBy::Moving { entering: true, within: true, leaving: false, only_capturing: false };
                p.by == entering && p.from == self.board().all() && p.while_at_most.is_none()
            };
            let with = if !simple(promotion) || promotion.forced != Forced::Always || rules.promotions.len() > 1 {
                "other promotions than one that each move into its zone or within has to be"
            } else if !piece.travels[side].is_empty() || self.has_journeys() {
                "moves of several legs"
            } else if !self.capturers_arrive(side) {
                "capturers that do not arrive"
            } else if !self.rules.play[side].check.may_not_mate.is_empty() {
                "types that may not mate"
            } else {
                continue;
            };
            return Err(Unsupported::together(&promotion.cause, "a promotion for a `ransom` has", with));
        }
        Ok(())
    }
}
