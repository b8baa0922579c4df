//! What the plan has to know about exchanges of places.

use super::Plan;
use super::parts::{Part, plan_parts};
use crate::unsupported::Unsupported;
use wazir_variant_spec::rules::{Board, Movement, Swap};

/// The exchanges of places of a piece.
pub(super) fn plan_swaps(board: &Board, movements: &[Movement]) -> Result<Vec<(Part, Swap)>, Unsupported> {
    let mut swaps = Vec::new();
    for movement in movements {
        let Some(swap) = movement.swap else { continue };
        if movement.unmoved || movement.unchecked || movement.safe_way {
            let what =
                format!("`{}`: an exchange of places on a condition has no compiled form yet", movement.cause.text);
            return Err(Unsupported::at(&movement.cause, what));
        }
        let anywhere =
            Movement { to_empty: true, to_enemy: true, swap: None, leaves_en_passant: false, ..movement.clone() };
        swaps.extend(plan_parts(board, &[anywhere])?.into_iter().map(|part| (part, swap)));
    }
    Ok(swaps)
}

impl Plan<'_> {
    /// Can pieces of `side` exchange places with others?
    pub(super) fn has_swaps(&self, side: usize) -> bool {
        self.pieces.iter().any(|piece| !piece.swaps[side].is_empty())
    }

    /// What has no code together with exchanges of places.
    pub(super) fn refuse_unbuilt_swaps(&self, side: usize) -> Result<(), Unsupported> {
        let movements = self.own(side).flat_map(|rules| &rules.movements);
        let Some(movement) = movements.into_iter().find(|movement| movement.swap.is_some()) else { return Ok(()) };
        let play = &self.rules.play[side];
        let with = if play.walling.is_some() || play.gating.is_some() {
            "walls or gating"
        } else if !play.check.may_not_mate.is_empty() {
            "types that may not mate"
        } else if self.truce.is_some() {
            "`truce`"
        } else {
            return Ok(());
        };
        Err(Unsupported::together(&movement.cause, "exchanges of places have", with))
    }
}
