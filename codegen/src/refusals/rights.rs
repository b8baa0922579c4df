//! What has no code together with first moves that are remembered.

use wazir_program::Unsupported;
use wazir_program::analysis::Analysis;
use wazir_variant_spec::rules::{Castling, Cause};

/// What has no code together with first moves that are remembered.
pub(super) fn refuse_first_moves(game: &Analysis<'_>, side: usize) -> Result<(), Unsupported> {
    let dropped = |castling: &Castling| castling.placed.is_some_and(|placed| placed.king.is_some());
    let what = if !game.first_moves {
        return Ok(());
    } else if !game.capturers_arrive(side) {
        "capturers that do not arrive where first moves are remembered"
    } else if game.castlings(side).any(dropped) {
        "castling rights gained by drops where first moves are remembered"
    } else {
        return Ok(());
    };
    Err(Unsupported::at(&Cause::default(), what.to_string()))
}
