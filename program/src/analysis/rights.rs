//! What there is to know about rights to castle and first moves.

use super::Analysis;
use wazir_variant_spec::rules::Castling;

impl Analysis<'_> {
    /// The castlings of one side.
    pub fn castlings(&self, side: usize) -> impl Iterator<Item = &Castling> {
        self.rules.castlings.iter().filter(move |c| c.side as usize == side)
    }
}
