//! What has no code together with walls that are placed after moves.

use super::Plan;
use super::parts::plan_parts;
use crate::unsupported::Unsupported;
use wazir_variant_spec::rules::{WallDuty, WallReach};

impl Plan<'_> {
    pub(super) fn refuse_unbuilt_walls(&self) -> Result<(), Unsupported> {
        for play in &self.rules.play {
            let Some(walling) = &play.walling else { continue };
            if let WallReach::Along(movements) = &walling.reach {
                plan_parts(self.board(), movements)?;
            }
            let with = if self.checks {
                "counted checks"
            } else if self.passes_several {
                "moves that leave several en passant squares"
            } else if self.drops().any(|drop| drop.may_not_mate) {
                "drops that may not mate"
            } else if self.drops().any(|drop| drop.may_not_check) {
                "drops that may not give check"
            } else if walling.duty == WallDuty::Instead && !play.obligations.is_empty() {
                "obligations"
            } else {
                continue;
            };
            return Err(Unsupported::together(&walling.cause, "walls placed after a move have", with));
        }
        Ok(())
    }
}
