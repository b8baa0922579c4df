//! What has no code together with movements that depend on friends beside, or on what has moved last.

use super::together;
use wazir_program::Unsupported;
use wazir_program::analysis::{Analysis, PartConditions};
use wazir_variant_spec::rules::{WallReach, Walling};

/// What has no code together with movements that depend on friends beside, or on what has moved last.
pub(super) fn refuse_conditions(game: &Analysis<'_>, side: usize) -> Result<(), Unsupported> {
    let play = &game.rules.play[side];
    let mut movements = game.own(side).flat_map(|rules| &rules.movements);
    let Some((movement, conditions)) = movements.find_map(|movement| Some((movement, PartConditions::of(movement)?)))
    else {
        return Ok(());
    };
    let on_its_own_way = |walling: &Walling| matches!(walling.reach, WallReach::OwnMovement);
    let with = if play.walling.as_ref().is_some_and(on_its_own_way) {
        "walls placed where a piece could move on to"
    } else if !play.check.may_not_mate.is_empty() {
        "types that may not mate"
    } else {
        return Ok(());
    };
    let condition = if conditions.beside.is_some() { "Beside" } else { "LastMoved" };
    Err(together(&movement.cause, &format!("`{condition}` in `moves` has"), with))
}
