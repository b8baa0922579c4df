//! What has no code together with promotions that are moves of their own.

use super::together;
use wazir_program::Unsupported;
use wazir_program::analysis::Analysis;
use wazir_variant_spec::rules::{Capturer, PieceId, PromotedBy, Promotion};

/// What has no code together with promotions that are moves of their own.
pub(super) fn refuse_promotions(game: &Analysis<'_>, side: usize) -> Result<(), Unsupported> {
    let is_apart = |promotion: &&Promotion| matches!(promotion.by, PromotedBy::Apart { .. });
    for (id, rules) in game.pieces.iter().enumerate().filter_map(|(id, piece)| Some((id, piece.rules[side]?))) {
        let Some(apart) = rules.promotions.iter().find(is_apart) else { continue };
        let refuse = |with: &str| Err(together(&apart.cause, "a promotion `Apart` has", with));
        if game.rules.play[side].gating.as_ref().is_some_and(|gating| gating.with.contains(&(id as PieceId))) {
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
