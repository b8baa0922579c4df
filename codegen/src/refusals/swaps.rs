//! What has no code together with exchanges of places.

use super::together;
use wazir_program::Unsupported;
use wazir_program::analysis::Analysis;

/// What has no code together with exchanges of places.
pub(super) fn refuse_swaps(game: &Analysis<'_>, side: usize) -> Result<(), Unsupported> {
    let movements = game.own(side).flat_map(|rules| &rules.movements);
    let Some(movement) = movements.into_iter().find(|movement| movement.swap.is_some()) else { return Ok(()) };
    let play = &game.rules.play[side];
    let with = if play.walling.is_some() || play.gating.is_some() {
        "walls or gating"
    } else if !play.check.may_not_mate.is_empty() {
        "types that may not mate"
    } else if game.truce.is_some() {
        "`truce`"
    } else {
        return Ok(());
    };
    Err(together(&movement.cause, "exchanges of places have", with))
}
