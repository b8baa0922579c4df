//! What has no code together with walls that are placed after moves.

use super::together;
use wazir_program::Unsupported;
use wazir_program::analysis::{Analysis, parts_of};
use wazir_variant_spec::rules::{WallDuty, WallReach};

pub(super) fn refuse_walls(game: &Analysis<'_>) -> Result<(), Unsupported> {
    for play in &game.rules.play {
        let Some(walling) = &play.walling else { continue };
        if let WallReach::Along(movements) = &walling.reach {
            parts_of(game.board(), movements)?;
        }
        let with = if game.memory.checks {
            "counted checks"
        } else if game.passes_several {
            "moves that leave several en passant squares"
        } else if game.drops().any(|drop| drop.may_not_mate) {
            "drops that may not mate"
        } else if game.drops().any(|drop| drop.may_not_check) {
            "drops that may not give check"
        } else if walling.duty == WallDuty::Instead && !play.obligations.is_empty() {
            "obligations"
        } else {
            continue;
        };
        return Err(together(&walling.cause, "walls placed after a move have", with));
    }
    Ok(())
}
