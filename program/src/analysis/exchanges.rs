//! What there is to know about exchanges between the players' hands.

use super::Analysis;
use wazir_variant_spec::rules::{PieceId, Ransom};

impl Analysis<'_> {
    /// Are there promotions of `side` that depend on the opponent's hand, as attacks do by which they would be made?
    pub fn has_ransoms(&self, side: usize) -> bool {
        self.ransoms(side).next().is_some()
    }

    /// The promotions of `side` that exchange something with the opponent's hand: of which type, to which.
    pub fn ransoms(&self, side: usize) -> impl Iterator<Item = (usize, PieceId, Ransom)> + '_ {
        let promotions = self.pieces.iter().enumerate().flat_map(move |(id, piece)| {
            piece.rules[side].into_iter().flat_map(|own| &own.promotions).map(move |promotion| (id, promotion))
        });
        let targets = promotions.flat_map(|(id, promotion)| promotion.to.iter().map(move |to| (id, to)));
        targets.filter_map(|(id, to)| Some((id, to.piece, to.ransom?)))
    }

    /// Can pieces be had from the opponent's hand?
    pub fn has_exchanges(&self) -> bool {
        let own = self.pieces.iter().flat_map(|piece| piece.rules.iter().flatten());
        own.filter_map(|own| own.drop.as_ref()).any(|drop| drop.exchange.is_some())
    }
}
