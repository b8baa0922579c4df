//! How far pieces reach on a board that is partly filled: what their values are made of.

use wazir_variant_spec::rules::{Landing, Leg, Movement, Piece, PieceId, Ride, Rules, SideId, Square, Step, ViaState};

/// What a quiet target and a capture are worth, of one square that is both. Captures are a little more.
const QUIET: f64 = 0.45;
const CAPTURE: f64 = 0.55;

/// What a movement counts that a piece has only before it has moved.
const ONCE: f64 = 0.1;

/// A board on which each square is empty with the same probability.
pub(crate) struct Crowd<'r> {
    rules: &'r Rules,
    /// How likely a square is to be empty.
    empty: f64,
}

impl<'r> Crowd<'r> {
    /// As crowded as the game is in its middle: a good half of the pieces of the start are left.
    pub(crate) fn new(rules: &'r Rules, pieces_at_start: usize) -> Crowd<'r> {
        let squares = rules.board.all().len().max(1) as f64;
        let empty = (1.0 - 0.6 * pieces_at_start as f64 / squares).clamp(0.55, 0.9);
        Crowd { rules, empty }
    }

    /// How many squares a piece is expected to reach from a square, each weighted by how likely its way is free and by what can be done there. A square to
    /// which it can go and on which it can capture is 1.
    pub(crate) fn reach(&self, side: SideId, piece: PieceId, from: Square) -> f64 {
        let Some(rules) = self.rules.piece_rules(piece, side) else { return 0.0 };
        rules.movements.iter().map(|movement| self.of_movement(movement, from)).sum()
    }

    fn of_movement(&self, movement: &Movement, from: Square) -> f64 {
        if !movement.from.contains(from) {
            return 0.0;
        }
        let worth = if movement.to_empty { QUIET } else { 0.0 } + if movement.to_enemy { CAPTURE } else { 0.0 };
        let mut sum = 0.0;
        for ride in &movement.rides {
            self.along(ride, from, &mut |to, likely| {
                if movement.to.contains(to) {
                    sum += worth * likely;
                }
            });
        }
        sum += self.of_legs(&movement.legs, movement, from, 1.0);
        if movement.unmoved || movement.company.is_some() { sum * ONCE } else { sum }
    }

    /// Calls `end` with every square on which a ride may end and how likely its way there is free.
    pub(crate) fn along(&self, ride: &Ride, from: Square, end: &mut dyn FnMut(Square, f64)) {
        let (empty, full) = (self.empty, 1.0 - self.empty);
        // Likelihoods that the way so far has been passed, and (of hoppers) that the hurdle has been.
        let (mut free, mut jumped) = (1.0, 0.0);
        let mut at = from;
        for (index, to) in self.rules.board.ray(from, ride.step).enumerate() {
            let steps = index as u16 + 1;
            if steps > ride.max {
                break;
            }
            let via = ride.via.map_or(1.0, |via| {
                let each = via.path.iter().map(|&offset| match (self.rules.board.step(at, offset), via.state) {
                    (Some(_), ViaState::Empty) => empty,
                    (Some(_), ViaState::Occupied) => full,
                    (None, _) => 0.0,
                });
                each.product()
            });
            (free, jumped) = (free * via, jumped * via);
            let arrives = match ride.hurdle {
                None => free,
                Some(_) => jumped,
            };
            if steps >= ride.min {
                end(to, arrives);
            }
            match ride.hurdle {
                Some(hurdle) => {
                    let some = if hurdle.over.is_some() { 0.7 } else { 1.0 };
                    let goes_on = if hurdle.landing == Landing::Beyond { jumped * empty } else { 0.0 };
                    jumped = goes_on + free * full * some;
                    free *= empty;
                }
                None if ride.skips && steps < ride.min => {}
                None => free *= empty,
            }
            at = to;
        }
    }

    /// Journeys, as if each of their ways were one of its own.
    fn of_legs(&self, legs: &[Leg], movement: &Movement, from: Square, likely: f64) -> f64 {
        use wazir_variant_spec::rules::Ground;
        let mut sum = 0.0;
        for leg in legs {
            let mut likely = likely;
            for (index, to) in self.rules.board.ray(from, leg.step).enumerate() {
                let steps = index as u16 + 1;
                if steps > leg.max {
                    break;
                }
                if steps >= leg.min {
                    let (ground, worth) = match leg.ground {
                        Ground::Empty => (self.empty, QUIET),
                        Ground::Enemy => ((1.0 - self.empty) / 2.0, CAPTURE),
                        Ground::Friend => ((1.0 - self.empty) / 2.0, 0.0),
                        Ground::Hurdle => (1.0 - self.empty, 0.0),
                        Ground::Any => (1.0, 0.0),
                    };
                    if leg.then.is_empty() {
                        // Rides count targets whatever stands there; so do journeys, so that both compare.
                        sum += if movement.to.contains(to) { likely * worth } else { 0.0 };
                    } else {
                        sum += self.of_legs(&leg.then, movement, to, likely * ground);
                    }
                }
                likely *= self.empty;
            }
        }
        sum
    }
}

/// The fewest quiet moves on an empty board from each square to one of `goal`, by square; `None` where it cannot be reached.
pub(crate) fn distances(
    rules: &Rules,
    side: SideId,
    piece: PieceId,
    goal: &dyn Fn(Square) -> bool,
) -> Vec<Option<u16>> {
    let squares = rules.board.squares() as usize;
    let mut distance: Vec<Option<u16>> = vec![None; squares];
    let Some(piece) = rules.piece_rules(piece, side) else { return distance };
    let targets: Vec<Vec<Square>> =
        (0..squares as Square).map(|from| quiet_targets(rules, &piece.movements, from)).collect();
    for square in rules.board.all().iter().filter(|&square| goal(square)) {
        distance[square as usize] = Some(0);
    }
    // Square by square until nothing changes: boards are small, and this is done once for a game.
    for steps in 0..squares as u16 {
        let mut grown = false;
        for from in 0..squares {
            let reaches = |to: &Square| distance[*to as usize] == Some(steps);
            if distance[from].is_none() && targets[from].iter().any(reaches) {
                distance[from] = Some(steps + 1);
                grown = true;
            }
        }
        if !grown {
            break;
        }
    }
    distance
}

/// Where a piece can go without capturing on an otherwise empty board; where it only moves by capturing, where it captures.
fn quiet_targets(rules: &Rules, movements: &[Movement], from: Square) -> Vec<Square> {
    let quiet = movements.iter().any(|movement| movement.to_empty);
    let mut targets = Vec::new();
    for movement in movements.iter().filter(|m| !m.unmoved && m.from.contains(from) && (m.to_empty || !quiet)) {
        for ride in movement.rides.iter().filter(|ride| ride.hurdle.is_none() || !quiet) {
            let reached = rules.board.ray(from, ride.step).take(ride.max as usize).skip(ride.min as usize - 1);
            targets.extend(reached.filter(|&to| movement.to.contains(to)));
        }
        Leg::ends(&movement.legs, &rules.board, from, &mut |to, _| targets.push(to));
    }
    targets
}

/// Does a piece of this type move forward only, as its side sees it?
pub(crate) fn only_advances(piece: &Piece, rules: &Rules, side: SideId) -> bool {
    let Some(of_side) = piece.sides.get(side as usize).and_then(Option::as_ref) else { return false };
    let orientation = rules.sides[side as usize].orientation;
    let mut steps = of_side.movements.iter().flat_map(|m| m.rides.iter().map(|ride| ride.step)).peekable();
    let forward = |step: Step| rules.board.is_forward(orientation.seen(step));
    steps.peek().is_some() && of_side.movements.iter().all(|m| m.legs.is_empty()) && steps.all(forward)
}
