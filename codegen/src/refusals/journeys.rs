//! What has no code together with moves of several legs.

use super::together;
use wazir_program::Unsupported;
use wazir_program::analysis::{Analysis, is_conditional};
use wazir_variant_spec::rules::PieceId;

/// What has no code together with journeys.
pub(super) fn refuse_journeys(game: &Analysis<'_>, side: usize) -> Result<(), Unsupported> {
    let play = &game.rules.play[side];
    for (id, piece) in game.pieces.iter().enumerate() {
        let Some(rules) = piece.rules[side].filter(|_| !piece.travels[side].is_empty()) else { continue };
        let with = if game.rules.play.iter().any(|play| play.capture.blast.is_some()) {
            "captures that explode"
        } else if play.walling.is_some() {
            "walls placed after a move"
        } else if play.gating.as_ref().is_some_and(|gating| gating.with.contains(&(id as PieceId))) {
            "gating by such pieces"
        } else if rules.promotions.iter().any(is_conditional) {
            "promotions under conditions"
        } else if !play.check.may_not_mate.is_empty() {
            "types that may not mate"
        } else if piece.travels[side].iter().any(|travel| travel.carry) && (game.truce.is_some() || game.is_wary(side))
        {
            return Err(together(&rules.cause, "moves of several legs that carry pieces have", "`truce` or `wary`"));
        } else {
            continue;
        };
        return Err(together(
            &rules.cause,
            "moves that capture on their way, capture friends or end where they began have",
            with,
        ));
    }
    let mut promotions = game.own(side).flat_map(|rules| &rules.promotions).filter(|_| game.has_journeys());
    let Some(restrained) = promotions.find(|promotion| !promotion.may_not_attack.is_empty()) else { return Ok(()) };
    Err(together(&restrained.cause, "promotions that may not attack have", "moves of several legs"))
}
