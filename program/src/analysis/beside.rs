//! What there is to know about movements that depend on friends beside.

use super::parts::{Part, parts_of};
use alloc::vec::Vec;
use wazir_variant_spec::rules::{Beside, Board, Cause, Movement, Ride};

/// The parts along which a piece looks for friends, apart from leaps.
pub fn beside_parts(board: &Board, beside: &Beside) -> Vec<Part> {
    let rides = beside.at.iter().filter(|ride| !ride.is_leap()).copied().collect();
    // That there is code for all of them has been looked at before, see `parts_of`.
    parts_of(board, &[beside_movement(board, rides)]).unwrap_or_default()
}

/// Rides to friends, as if they were captures.
pub(super) fn beside_movement(board: &Board, rides: Vec<Ride>) -> Movement {
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
        beside: None,
        last_moved: None,
        from: board.all(),
        to: board.all(),
        leaves_en_passant: false,
        cause: Cause::default(),
    }
}
