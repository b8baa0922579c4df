//! What has no code together with gating.

use super::{Legality, Plan};
use crate::unsupported::Unsupported;

impl Plan<'_> {
    /// Asks how the legality of moves is decided, which has to be known.
    pub(super) fn refuse_unbuilt_gating(&self, side: usize) -> Result<(), Unsupported> {
        let play = &self.rules.play[side];
        let Some(gating) = &play.gating else { return Ok(()) };
        if self.rules.counts().is_some() {
            return Err(Unsupported::together(&gating.cause, "gating has", "counts of moves"));
        }
        // A piece brought in changes no line for the worse then: what is legal without it is legal with it.
        let known = matches!(self.legality[side], Legality::Masks | Legality::Free);
        if !known || self.blasts() || self.converts() || play.walling.is_some() {
            let what = "gating where legality is not decided by check mask and pin lines";
            return Err(Unsupported::at(&gating.cause, what.to_string()));
        }
        Ok(())
    }
}
