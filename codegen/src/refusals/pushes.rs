//! What has no code together with pushes.

use super::together;
use wazir_program::Unsupported;
use wazir_program::analysis::{Analysis, Pushing, is_conditional};
use wazir_variant_spec::rules::{Condition, EndRule, Movement};

/// Might a piece capture by another movement on a square where its pushes capture as well?
fn captures_where_it_pushes(game: &Analysis<'_>, id: usize, side: usize) -> bool {
    let Some(rules) = game.pieces[id].rules[side] else { return false };
    let board = game.board();
    let takes = |movement: &&Movement| movement.to_enemy || !movement.legs.is_empty();
    let pushes = |movement: &&Movement| movement.push.is_some_and(|push| push.captures() && !push.stays);
    let others: Vec<&Movement> = rules.movements.iter().filter(takes).collect();
    rules.movements.iter().filter(pushes).any(|movement| others.iter().any(|other| movement.may_meet(other, board)))
}

/// What has no code together with pushes.
pub(super) fn refuse_pushes(game: &Analysis<'_>, side: usize) -> Result<(), Unsupported> {
    let all = &game.rules.play;
    let play = &all[side];
    for (id, piece) in game.pieces.iter().enumerate() {
        let Some(rules) = piece.rules[side].filter(|_| !piece.pushes[side].is_empty()) else { continue };
        let captures = piece.pushes[side].iter().any(|pushing| pushing.push.captures());
        let picks = |pushing: &Pushing| {
            let taken = game.royals_taken_by(id, side, pushing);
            taken.contains(&true) && taken.contains(&false)
        };
        let safe_goal = |rule: &EndRule| matches!(rule.when, Condition::Reached { safe: true, .. });
        let with = if captures && all.iter().any(|play| play.capture.blast.is_some()) {
            "captures that explode"
        } else if play.walling.is_some() || play.gating.is_some() {
            "walls or gating"
        } else if captures && rules.promotions.iter().any(is_conditional) {
            "promotions under conditions"
        } else if all.iter().any(|play| !play.check.may_not_mate.is_empty()) {
            "types that may not mate"
        } else if all.iter().any(|play| play.check.may_not_flee) {
            "royals that may not flee"
        } else if game.chains || game.passed_sets() {
            "turns of several captures, or of several moves and captures en passant"
        } else if game.truce.is_some() || (0..2).any(|side| game.is_wary(side)) {
            "`truce` or `wary`"
        } else if captures && game.rules.end.iter().any(safe_goal) {
            "goals that have to be `safe`"
        } else if piece.pushes[side].iter().any(picks) {
            "royals some of which it can capture and some not"
        } else if captures && captures_where_it_pushes(game, id, side) {
            "other captures of the piece along the same lines"
        } else {
            continue;
        };
        let cause = rules.movements.iter().find(|m| m.push.is_some()).map(|m| m.cause.clone()).unwrap_or_default();
        return Err(together(&cause, "a push has", with));
    }
    Ok(())
}
