//! What a position is worth, without any search. Everything in it comes from the rules: `docs/engine.md` tells how.

mod reach;
mod scene;
mod weights;

pub(crate) use scene::Scene;
pub(crate) use weights::Weights;

use crate::nature::Nature;
use wazir_runtime::SideId;

/// Evaluations stay below that: what is above is a forced end.
pub(crate) const MOST: i32 = 28_000;

impl Scene {
    /// What the position is worth to a side and its allies, in centipawns.
    pub(crate) fn evaluate(&self, nature: &Nature, side: SideId) -> i32 {
        let (mut full, mut bare, mut force) = (0, 0, 0);
        for owner in 0..self.weights.sides {
            let worth = self.sums.worth[owner];
            let sign = if nature.are_allied(owner as SideId, side) { 1 } else { -1 };
            full += sign * worth.full;
            bare += sign * worth.bare;
            force += self.sums.force[owner];
        }
        let most = self.weights.full_force.max(1);
        let force = force.clamp(0, most);
        let score = (full as i64 * force as i64 + bare as i64 * (most - force) as i64) / most as i64;
        (score as i32).clamp(-MOST, MOST)
    }
}
