//! What the plan has to know about rights to castle and first moves.

use super::Plan;
use crate::unsupported::Unsupported;
use wazir_variant_spec::rules::{Castling, Cause};

impl Plan<'_> {
    /// The castlings of one side.
    pub(crate) fn castlings(&self, side: usize) -> impl Iterator<Item = &Castling> {
        self.rules.castlings.iter().filter(move |c| c.side as usize == side)
    }

    /// What has no code together with first moves that are remembered.
    pub(super) fn refuse_unbuilt_first_moves(&self) -> Result<(), Unsupported> {
        let dropped = |castling: &Castling| castling.placed.is_some_and(|placed| placed.king.is_some());
        let what = if !self.first_moves {
            return Ok(());
        } else if (0..2).any(|side| !self.capturers_arrive(side)) {
            "capturers that do not arrive where first moves are remembered"
        } else if self.rules.castlings.iter().any(dropped) {
            "castling rights gained by drops where first moves are remembered"
        } else {
            return Ok(());
        };
        Err(Unsupported::at(&Cause::default(), what.to_string()))
    }
}
