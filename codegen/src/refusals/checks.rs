//! What has no code together with restrictions of checks.

use super::together;
use wazir_program::Unsupported;
use wazir_program::analysis::{Analysis, Legality, Shape};
use wazir_variant_spec::rules::{Guard, PieceId};

/// What has no code together with types that may not mate: whatever lets one of them give check other than by its own ordinary move or drop.
pub(super) fn refuse_mates(game: &Analysis<'_>, side: usize) -> Result<(), Unsupported> {
    let play = &game.rules.play[side];
    let types = &play.check.may_not_mate;
    if types.is_empty() || game.royals[1 - side].is_empty() {
        return Ok(());
    }
    let own = || game.own(side);
    let is_leaper = |id: &PieceId| {
        let parts = &game.pieces[*id as usize].parts[side];
        parts.iter().filter(|part| part.mode.menaces).all(|part| matches!(part.shape, Shape::Leaps { .. }))
    };
    let with = if !types.iter().all(is_leaper) {
        "other movements than leaps"
    } else if own().flat_map(|rules| &rules.promotions).flat_map(|p| &p.to).any(|to| types.contains(&to.piece)) {
        "promotions to them"
    } else if types.iter().any(|id| game.pieces[*id as usize].parts[side].iter().any(|part| part.mode.en_passant)) {
        "captures en passant"
    } else if game.castlings(side).any(|c| types.contains(&c.king) || c.partners.iter().any(|p| types.contains(p))) {
        "castling"
    } else if play.gating.is_some() || play.walling.is_some() || game.blasts() || game.converts() {
        "gating, walls, explosions or conversions"
    } else if !game.capturers_arrive(side) || !game.harmless(side).is_empty() {
        "capturers that do not arrive, or that cannot capture a royal"
    } else if play.check.guard != Guard::Each || game.rules.play[1 - side].check.guard != Guard::Each {
        "several royals of which not each is guarded"
    } else {
        return Ok(());
    };
    Err(together(&play.check.cause, "types that may not mate have", with))
}

/// What has no code together with an obligation to end the facing of royals.
pub(super) fn refuse_facing(game: &Analysis<'_>, side: usize) -> Result<(), Unsupported> {
    let Some(walling) = game.rules.play[side].walling.as_ref().filter(|_| game.must_end[side].is_some()) else {
        return Ok(());
    };
    Err(together(&walling.cause, "walls placed after a move have", "royals that may not go on facing each other"))
}

/// Royals that may not flee, where it is not known beforehand which moves are flights.
pub(super) fn refuse_flight(game: &Analysis<'_>, side: usize) -> Result<(), Unsupported> {
    let check = &game.rules.play[side].check;
    if !check.may_not_flee || game.legality[side] == Legality::Masks {
        return Ok(());
    }
    let what = "royals that may not flee have a compiled form only where a side has one, attacked by leapers and plain sliders";
    Err(Unsupported::at(&check.cause, what.to_string()))
}
