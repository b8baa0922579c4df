//! What has no code together with exchanges between the players' hands.

use super::together;
use wazir_program::Unsupported;
use wazir_program::analysis::Analysis;
use wazir_variant_spec::rules::{Forced, PromotedBy, Promotion};

/// What has no code together with exchanges between hands.
pub(super) fn refuse_exchanges(game: &Analysis<'_>, side: usize) -> Result<(), Unsupported> {
    for (piece, rules) in game.pieces.iter().filter_map(|piece| Some((piece, piece.rules[side]?))) {
        let exchanged = rules.drop.as_ref().filter(|drop| drop.exchange.is_some());
        if let Some(drop) = exchanged.filter(|drop| drop.may_not_mate || drop.may_not_check) {
            return Err(together(&drop.cause, "an `exchange` has", "drops that may not mate or check"));
        }
        let Some(promotion) = rules.promotions.iter().find(|p| p.to.iter().any(|to| to.ransom.is_some())) else {
            continue;
        };
        let simple = |p: &Promotion| {
            let entering = PromotedBy::Moving { entering: true, within: true, leaving: false, only_capturing: false };
            p.by == entering && p.from == game.board().all() && p.while_at_most.is_none()
        };
        let with = if !simple(promotion) || promotion.forced != Forced::Always || rules.promotions.len() > 1 {
            "other promotions than one that each move into its zone or within has to be"
        } else if !piece.travels[side].is_empty() || game.has_journeys() {
            "moves of several legs"
        } else if !game.capturers_arrive(side) {
            "capturers that do not arrive"
        } else if !game.rules.play[side].check.may_not_mate.is_empty() {
            "types that may not mate"
        } else {
            continue;
        };
        return Err(together(&promotion.cause, "a promotion for a `ransom` has", with));
    }
    Ok(())
}
