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

/// The squares of these from which a movement leads anywhere.
pub(super) fn sources(board: &Board, movement: &Movement, from: &SquareSet) -> SquareSet {
    let from = from.and(&movement.from);
    let by_rides = from.iter().filter(|&start| rides_lead(board, movement, start)).collect();
    Leg::sources(&movement.legs, board, &movement.to).and(&from).or(&by_rides)
}

/// Could a movement lead from any square to another?
pub(super) fn can_move(board: &Board, movement: &Movement) -> bool {
    let from = board.all().and(&movement.from);
    from.iter().any(|start| rides_lead(board, movement, start))
        || !Leg::sources(&movement.legs, board, &movement.to).and(&from).is_empty()
}

fn rides_lead(board: &Board, movement: &Movement, start: Square) -> bool {
    let start = std::iter::once(start).collect();
    movement.rides.iter().any(|ride| {
        let mut found = SquareSet::EMPTY;
        add_ride(board, ride, &start, &mut found);
        !found.and(&movement.to).is_empty()
    })
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
        for (steps, next) in (1..).zip(board.along(start, ride)) {
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
