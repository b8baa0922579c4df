//! What has no code together with turns of several moves.

use super::together;
use wazir_program::Unsupported;
use wazir_program::analysis::Analysis;
use wazir_variant_spec::rules::{Attacks, Capturer, Condition, Guard};

/// What has no code together with turns of several moves.
pub(super) fn refuse_turns(game: &Analysis<'_>, side: usize) -> Result<(), Unsupported> {
    let play = &game.rules.play[side];
    if !game.memory.several_moves {
        return Ok(());
    }
    let asks = |condition: &dyn Fn(&Condition) -> bool| game.rules.end.iter().any(|rule| condition(&rule.when));
    let with = if play.walling.is_some() {
        "walls placed after a move"
    } else if play.gating.is_some() {
        "gating"
    } else if !play.check.may_not_mate.is_empty() || game.drops().any(|drop| drop.may_not_mate) {
        "moves that may not mate"
    } else if game.must_end[side].is_some() || asks(&|when| matches!(when, Condition::Facing { .. })) {
        "royals that face each other"
    } else if game.memory.checks {
        "counted checks"
    } else if asks(&|when| *when == Condition::NobodyCanMove) {
        "an end when nobody can move"
    } else if game.passes_several || game.en_passant && game.info.en_passant_names_victim() {
        "en passant squares that do not tell which piece has passed"
    } else if play.turn.attacks == Attacks::InOneTurn && game.rules.play[1 - side].check.guard != Guard::Each {
        "attacks in one turn on several royals of which not each is guarded"
    } else if play.turn.chain.is_some() && (0..game.pieces.len()).any(|id| stays_behind(game, id, side)) {
        "chains of captures by capturers that do not arrive"
    } else {
        return Ok(());
    };
    let cause = game.rules.play.iter().map(|play| &play.turn.cause).find(|cause| cause.line > 0);
    Err(together(&cause.cloned().unwrap_or_default(), "turns of several moves have", with))
}

fn stays_behind(game: &Analysis<'_>, id: usize, side: usize) -> bool {
    game.pieces[id].rules[side].is_some_and(|rules| rules.capturer != Capturer::Arrives)
}
