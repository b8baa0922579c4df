//! Where movements lead, whatever stands on the board: from whole sets of squares at once, since a game may have very many movements.

use crate::rules::*;

/// Where a movement could lead from any of these squares.
pub(super) fn targets(board: &Board, movement: &Movement, from: &SquareSet) -> SquareSet {
    let mut found = SquareSet::EMPTY;
    let from = from.and(&movement.from);
    if from.is_empty() {
        return found;
    }
    for ride in &movement.rides {
        add_ride(board, ride, &from, &mut found);
    }
    add_journeys(board, &movement.legs, &from, &mut found);
    found.and(&movement.to)
}

/// Could a movement lead from this square anywhere?
pub(super) fn can_move(board: &Board, movement: &Movement, from: Square) -> bool {
    if !movement.from.contains(from) {
        return false;
    }
    let from = std::iter::once(from).collect();
    let leads = |add: &dyn Fn(&mut SquareSet)| {
        let mut found = SquareSet::EMPTY;
        add(&mut found);
        !found.and(&movement.to).is_empty()
    };
    movement.rides.iter().any(|ride| leads(&|found| add_ride(board, ride, &from, found)))
        || leads(&|found| add_journeys(board, &movement.legs, &from, found))
}

fn add_journeys(board: &Board, legs: &[Leg], from: &SquareSet, found: &mut SquareSet) {
    Leg::stops_of(legs, board, from, &mut |squares, leg| {
        if leg.then.is_empty() {
            *found = found.or(squares);
        }
    });
}

fn add_ride(board: &Board, ride: &Ride, from: &SquareSet, found: &mut SquareSet) {
    // A hopper needs a square for its hurdle before it lands.
    let fewest = if ride.hurdle.is_some() { ride.min.max(2) } else { ride.min };
    if ride.via.is_none() && !board.joined.or(ride.joined).any() {
        return board.reached(from, ride.step, (fewest, ride.max), &mut |at| found.insert(at));
    }
    for start in from.iter() {
        let mut at = start;
        for (steps, next) in (1..).zip(board.way(start, ride)) {
            if let Some(via) = &ride.via
                && via.path.iter().any(|&offset| board.step_over(at, offset, ride.joined).is_none())
            {
                break;
            }
            at = next;
            if steps >= fewest {
                found.insert(at);
            }
        }
    }
}
