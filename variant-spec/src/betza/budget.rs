//! [`Budget`]: how much work the movements of a game may be.

use crate::limits::GAME_WAYS;
use std::{cell::Cell, rc::Rc};

/// What is left of the ways (rides, and legs of journeys) that all movements of a game may have together. Copies share it.
#[derive(Clone, Debug)]
pub struct Budget(Rc<Cell<usize>>);

impl Default for Budget {
    /// That of one game.
    fn default() -> Budget {
        Budget(Rc::new(Cell::new(GAME_WAYS)))
    }
}

impl Budget {
    /// Takes away so many ways; false when no more are left.
    pub(crate) fn spend(&self, ways: usize) -> bool {
        let left = self.0.get().checked_sub(ways);
        self.0.set(left.unwrap_or(0));
        left.is_some()
    }
}
