//! What has no code together with gating.

use super::together;
use wazir_program::Unsupported;
use wazir_program::analysis::{Analysis, Legality};

/// Asks how the legality of moves is decided, which has to be known.
pub(super) fn refuse_gating(game: &Analysis<'_>, side: usize) -> Result<(), Unsupported> {
    let play = &game.rules.play[side];
    let Some(gating) = &play.gating else { return Ok(()) };
    if game.rules.counts().is_some() {
        return Err(together(&gating.cause, "gating has", "counts of moves"));
    }
    // A piece brought in changes no line for the worse then: what is legal without it is legal with it.
    let known = matches!(game.legality[side], Legality::Masks | Legality::Free);
    if !known || game.blasts() || game.converts() || play.walling.is_some() {
        let what = "gating where legality is not decided by check mask and pin lines";
        return Err(Unsupported::at(&gating.cause, what.to_string()));
    }
    Ok(())
}
