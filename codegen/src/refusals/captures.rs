//! What has no code together with capturers that do not simply arrive, with victims that not all can capture, or with explosions.

use super::together;
use wazir_program::Unsupported;
use wazir_program::analysis::{Analysis, Part, PieceAnalysis};
use wazir_variant_spec::rules::{Capturer, Condition, EndRule, PieceId, PieceSet, Play, Rules};

/// What has no code together with capturers that do not simply arrive, or with victims that not all can capture.
pub(super) fn refuse_captures(game: &Analysis<'_>, side: usize) -> Result<(), Unsupported> {
    refuse_capturers(game, side)?;
    refuse_truce(game, side)?;
    refuse_wary(game, side)?;
    refuse_royal_paths(game, side)?;
    refuse_victims(game, side)?;
    refuse_blasts(game, side)
}

fn refuse_capturers(game: &Analysis<'_>, side: usize) -> Result<(), Unsupported> {
    let Some(rules) = game.own(side).find(|rules| rules.capturer != Capturer::Arrives) else { return Ok(()) };
    let with = if game.rules.play[side].capture.blast.is_some() {
        "captures that explode"
    } else if game.may_change_royals(side) {
        "royals that promote"
    } else {
        return Ok(());
    };
    Err(together(&rules.cause, "this `capturer` has", with))
}

/// What moves of the side do besides capturing where they arrive.
fn more_than_captures(game: &Analysis<'_>, side: usize) -> Option<&'static str> {
    let play = &game.rules.play[side];
    if play.walling.is_some() || play.gating.is_some() {
        Some("walls or gating")
    } else if game.blasts() || game.converts() || !game.capturers_arrive(side) {
        Some("explosions, conversions or capturers that do not arrive")
    } else {
        None
    }
}

fn refuse_truce(game: &Analysis<'_>, side: usize) -> Result<(), Unsupported> {
    let Some(truce) = game.truce else { return Ok(()) };
    let with = if let Some(ending_move) = more_than_captures(game, side) {
        ending_move
    } else if game.memory.several_moves {
        "turns of several moves"
    } else if game.en_passant {
        "captures en passant"
    } else {
        return Ok(());
    };
    Err(together(&truce.cause, "`truce` has", with))
}

fn refuse_wary(game: &Analysis<'_>, side: usize) -> Result<(), Unsupported> {
    let Some(wary) = game.own(side).find_map(|rules| rules.wary.as_ref()) else { return Ok(()) };
    let immune = (0..game.pieces.len()).any(|id| !game.immune_to(id, 1 - side).is_empty());
    let chooses = |piece: &PieceAnalysis<'_>| piece.parts[1 - side].iter().any(|part| part.mode.victims.is_some());
    let with = if let Some(ending_move) = more_than_captures(game, side) {
        ending_move
    } else if immune || game.pieces.iter().any(chooses) {
        "pieces that some enemies cannot capture"
    } else {
        return Ok(());
    };
    Err(together(&wary.cause, "`wary` has", with))
}

/// Ways that may not be attacked, where attacks are more than lines and leaps on a plane board.
fn refuse_royal_paths(game: &Analysis<'_>, side: usize) -> Result<(), Unsupported> {
    let over_attacks = game.own(side).flat_map(|rules| &rules.movements).find(|movement| movement.safe_way);
    let odd = game.board().joined.any() || game.goes_round() || game.blasts();
    let Some(movement) = over_attacks.filter(|_| odd) else { return Ok(()) };
    let what = "`WayAttacked` has no compiled form on joined edges or together with explosions yet";
    Err(Unsupported::at(&movement.cause, what.to_string()))
}

/// Pieces or movements that cannot capture all types.
fn refuse_victims(game: &Analysis<'_>, side: usize) -> Result<(), Unsupported> {
    let passes = |id: usize| game.pieces[id].parts[1 - side].iter().any(|part| part.mode.leaves);
    let asks = |rule: &EndRule| matches!(rule.when, Condition::Reached { safe: true, .. });
    for (id, piece) in game.pieces.iter().enumerate() {
        let Some(rules) = piece.rules[side] else { continue };
        let parts = || piece.parts[side].iter();
        let choosy = || parts().filter(|part| part.mode.victims.is_some());
        let spares_royal = |part: &Part| {
            let spared = |victims: PieceSet| game.royals[1 - side].iter().any(|&royal| !victims.contains(royal));
            part.mode.menaces && part.mode.victims.is_some_and(spared)
        };
        let immune = game.immune_to(id, side);
        let royals = immune.iter().filter(|&&victim| game.royals[1 - side].contains(&(victim as PieceId))).count();
        let with = if choosy().any(|part| part.mode.en_passant) {
            "captures en passant"
        } else if choosy().any(spares_royal) {
            "several royal types of which a movement captures some"
        } else if parts().any(|part| part.mode.en_passant) && immune.iter().any(|&victim| passes(victim)) {
            "captures en passant"
        } else if royals > 0 && royals < game.royals[1 - side].len() {
            "several royal types of which it may capture some"
        } else if royals > 0 && !game.rules.play[side].check.facing.is_empty() {
            "royals that face each other"
        } else if (!immune.is_empty() || choosy().next().is_some()) && game.rules.end.iter().any(asks) {
            "goals on which a piece has to be safe"
        } else {
            continue;
        };
        return Err(together(&rules.cause, "this restriction of `captures` has", with));
    }
    Ok(())
}

fn refuse_blasts(game: &Analysis<'_>, side: usize) -> Result<(), Unsupported> {
    let Some(blast) = &game.rules.play[side].capture.blast else { return Ok(()) };
    let dying = game.royals[side].iter().filter(|id| blast.capturers.contains(id)).count();
    if dying == 0 || dying == game.royals[side].len() {
        return Ok(());
    }
    let what = "several royal types of which some explode as capturers have no compiled form yet";
    Err(Unsupported::at(&blast.cause, what.to_string()))
}

/// What one side alone may not answer in kind, or each other things, would have to be remembered apart.
pub(super) fn refuse_truces(rules: &Rules) -> Result<(), Unsupported> {
    let Some(truce) = rules.play.iter().find_map(|play| play.truce.as_ref()) else { return Ok(()) };
    let terms = |play: &Play| play.truce.as_ref().map(|truce| (truce.of.clone(), truce.by.clone()));
    let what = if rules.sides.len() > 2 {
        "a `truce` of more than two sides has no compiled form yet"
    } else if terms(&rules.play[0]) != terms(&rules.play[1]) {
        "a `truce` that binds the sides differently has no compiled form yet"
    } else {
        return Ok(());
    };
    Err(Unsupported::at(&truce.cause, what))
}
