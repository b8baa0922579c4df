//! What a part of a movement depends on besides its squares: friends nearby, and what has moved last.

use super::Analysis;
use super::parts::Part;
use super::pushes::Pushing;
use super::shapes::Shape;
use wazir_variant_spec::rules::{Beside, LastMoved, Movement, ViaState};

/// Conditions of a part of a movement; it is there only while they hold, as a move and as an attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartConditions {
    /// Certain friends beside, or none of them.
    pub beside: Option<Beside>,
    /// What has to have moved last.
    pub last_moved: Option<LastMoved>,
}

impl PartConditions {
    /// What a movement depends on. `None` where that is nothing.
    pub fn of(movement: &Movement) -> Option<PartConditions> {
        let conditions = PartConditions { beside: movement.beside.clone(), last_moved: movement.last_moved };
        (conditions.beside.is_some() || conditions.last_moved.is_some()).then_some(conditions)
    }

    /// Does the piece look for friends along lines?
    pub fn looks_along_lines(&self) -> bool {
        self.beside.as_ref().is_some_and(|beside| beside.at.iter().any(|ride| !ride.is_leap()))
    }

    /// Does it look over edges that are joined for that alone?
    pub fn goes_round(&self) -> bool {
        self.beside.as_ref().is_some_and(|beside| beside.at.iter().any(|ride| ride.joined.any()))
    }
}

impl Analysis<'_> {
    /// Do attacks of `side` depend on where its own pieces stand, or on what has moved last?
    pub fn has_conditions(&self, side: usize) -> bool {
        self.pieces.iter().any(|piece| {
            piece.parts[side].iter().any(|part| part.mode.menaces && part.conditions.is_some())
                || piece.travels[side].iter().any(|travel| travel.conditions.is_some())
                || piece.pushes[side].iter().flat_map(Pushing::parts).any(|part| part.conditions.is_some())
        })
    }

    /// Could a piece that is put on an empty square open a way for an attack of `side`? It may be jumped over, hide a friend without whom another piece attacks, or
    /// be of a type after which that side attacks.
    pub fn attacks_over_others(&self, side: usize) -> bool {
        let over = |part: &Part| {
            let by_shape = match &part.shape {
                Shape::Leaps { .. } | Shape::Slide(_) => false,
                Shape::Lame { state, .. } | Shape::Path { state, .. } => *state == ViaState::Occupied,
                Shape::LameRide { via, .. } => via.state == ViaState::Occupied,
                Shape::Hop { .. } | Shape::Roam { .. } => true,
            };
            let heeds = |on: &PartConditions| on.looks_along_lines() || on.last_moved.is_some();
            part.mode.menaces && (by_shape || part.conditions.as_ref().is_some_and(heeds))
        };
        self.pieces.iter().any(|piece| piece.parts[side].iter().any(over) || !piece.travels[side].is_empty())
    }
}
