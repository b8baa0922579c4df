//! What there is to know about exchanges of places.

use super::Analysis;
use super::parts::{Part, parts_of};
use crate::Unsupported;
use alloc::{format, vec::Vec};
use wazir_variant_spec::rules::{Board, Movement, Swap};

/// The exchanges of places of a piece.
pub(super) fn swaps_of(board: &Board, movements: &[Movement]) -> Result<Vec<(Part, Swap)>, Unsupported> {
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
        swaps.extend(parts_of(board, &[anywhere])?.into_iter().map(|part| (part, swap)));
    }
    Ok(swaps)
}

impl Analysis<'_> {
    /// Can pieces of `side` exchange places with others?
    pub fn has_swaps(&self, side: usize) -> bool {
        self.pieces.iter().any(|piece| !piece.swaps[side].is_empty())
    }
}
