//! What the plan has to know about movements that depend on the company of friends.

use super::Plan;
use super::parts::{Part, plan_parts};
use super::pushes::Pushing;
use super::shapes::Shape;
use crate::unsupported::Unsupported;
use wazir_variant_spec::rules::{Board, Cause, Company, Movement, Ride, ViaState, WallReach, Walling};

/// The parts along which a piece looks for company, apart from leaps.
pub(crate) fn company_parts(board: &Board, company: &Company) -> Vec<Part> {
    let rides = company.at.iter().filter(|ride| !ride.is_leap()).copied().collect();
    // That there is code for all of them has been looked at before, see `plan_parts`.
    plan_parts(board, &[company_movement(board, rides)]).unwrap_or_default()
}

/// Rides to friends, as if they were captures.
pub(super) fn company_movement(board: &Board, rides: Vec<Ride>) -> Movement {
    Movement {
        rides,
        legs: Vec::new(),
        to_empty: false,
        to_enemy: true,
        victims: None,
        en_passant: false,
        swap: None,
        push: None,
        unmoved: false,
        unchecked: false,
        safe_way: false,
        company: None,
        from: board.all(),
        to: board.all(),
        leaves_en_passant: false,
        cause: Cause::default(),
    }
}

impl Plan<'_> {
    /// Do attacks of `side` depend on where its own pieces stand?
    pub(crate) fn needs_company(&self, side: usize) -> bool {
        self.pieces.iter().any(|piece| {
            piece.parts[side].iter().any(|part| part.mode.menaces && part.company.is_some())
                || piece.travels[side].iter().any(|travel| travel.company.is_some())
                || piece.pushes[side].iter().flat_map(Pushing::parts).any(|part| part.company.is_some())
        })
    }

    /// Could a piece that is put on an empty square open a way for an attack of `side`? It may be jumped over, or hide a friend without whom another piece attacks.
    pub(crate) fn attacks_over_others(&self, side: usize) -> bool {
        let over = |part: &Part| {
            let by_shape = match &part.shape {
                Shape::Leaps { .. } | Shape::Slide(_) => false,
                Shape::Lame { state, .. } | Shape::Path { state, .. } => *state == ViaState::Occupied,
                Shape::LameRide { via, .. } => via.state == ViaState::Occupied,
                Shape::Hop { .. } | Shape::Roam { .. } => true,
            };
            let lines = part.company.as_ref().is_some_and(|company| company.at.iter().any(|ride| !ride.is_leap()));
            part.mode.menaces && (by_shape || lines)
        };
        self.pieces.iter().any(|piece| piece.parts[side].iter().any(over) || !piece.travels[side].is_empty())
    }

    /// What has no code together with movements that depend on the company of friends.
    pub(super) fn refuse_unbuilt_company(&self, side: usize) -> Result<(), Unsupported> {
        let play = &self.rules.play[side];
        let movements = self.own(side).flat_map(|rules| &rules.movements);
        let Some(movement) = movements.into_iter().find(|movement| movement.company.is_some()) else { return Ok(()) };
        let on_its_own_way = |walling: &Walling| matches!(walling.reach, WallReach::OwnMovement);
        let with = if play.walling.as_ref().is_some_and(on_its_own_way) {
            "walls placed where a piece could move on to"
        } else if !play.check.may_not_mate.is_empty() {
            "types that may not mate"
        } else {
            return Ok(());
        };
        let what = format!("`Beside` in `moves` has no compiled form together with {with} yet");
        Err(Unsupported::at(&movement.cause, what))
    }
}
