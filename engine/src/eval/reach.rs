//! How far pieces reach on a board that is partly filled: what their values are made of.

use std::collections::BTreeMap;
use wazir_variant_spec::rules::{
    Ground, Landing, Leg, Movement, Piece, PieceId, Ride, Rules, SideId, Square, SquareSet, Step, ViaState,
};

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
        // What is reached already, by square: without capturing, and by capturing.
        let mut reached = Reached::default();
        let some = rules.movements.iter().filter(|movement| movement.from.contains(from));
        let rides: f64 = some.clone().map(|movement| self.of_rides(movement, from, &mut reached)).sum();
        rides + some.map(|movement| self.of_journeys(movement, from, &mut reached)).sum::<f64>()
    }

    fn of_rides(&self, movement: &Movement, from: Square, reached: &mut Reached) -> f64 {
        let worth = if movement.to_empty { QUIET } else { 0.0 } + if movement.to_enemy { CAPTURE } else { 0.0 };
        let mut sum = 0.0;
        for ride in &movement.rides {
            self.along(ride, from, &mut |to, likely| {
                if movement.to.contains(to) {
                    sum += worth * likely;
                    if !is_occasional(movement) {
                        reached.add(to, movement.to_empty.then_some(likely), movement.to_enemy.then_some(likely));
                    }
                }
            });
        }
        if is_occasional(movement) { sum * ONCE } else { sum }
    }

    /// What the journeys of a movement add to what has been `reached`: of all ways to a square the likeliest counts, and of what is captured on the way each square once.
    fn of_journeys(&self, movement: &Movement, from: Square, reached: &mut Reached) -> f64 {
        if movement.legs.is_empty() {
            return 0.0;
        }
        let mut ways = Ways::default();
        self.walk(&movement.legs, movement, from, 1.0, &mut ways);
        let (quiet, captures): (f64, f64) = reached.more(&ways.ends);
        let passed: f64 = ways.passed.values().sum();
        let sum = QUIET * quiet + CAPTURE * (captures + passed);
        if is_occasional(movement) { sum * ONCE } else { sum }
    }

    /// Calls `end` with every square on which a ride may end and how likely its way there is free.
    pub(crate) fn along(&self, ride: &Ride, from: Square, end: &mut dyn FnMut(Square, f64)) {
        let (empty, full) = (self.empty, 1.0 - self.empty);
        // Likelihoods that the way so far has been passed, and (of hoppers) that the hurdle has been.
        let (mut free, mut jumped) = (1.0, 0.0);
        let mut at = from;
        for (index, to) in self.rules.board.along(from, ride).enumerate() {
            let steps = index as u16 + 1;
            if steps > ride.max {
                break;
            }
            let via = ride.via.map_or(1.0, |via| {
                let each = via.path.iter().map(|&offset| {
                    match (self.rules.board.step_over(at, offset, ride.joined), via.state) {
                        (Some(_), ViaState::Empty) => empty,
                        (Some(_), ViaState::Occupied) => full,
                        (None, _) => 0.0,
                    }
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

    /// Walks all journeys by these legs that begin on `from`, and notes where they end and what they capture on the way.
    fn walk(&self, legs: &[Leg], movement: &Movement, from: Square, likely: f64, ways: &mut Ways) {
        for leg in legs {
            let mut likely = likely;
            for (index, to) in self.rules.board.ray(from, leg.step).enumerate() {
                let steps = index as u16 + 1;
                if steps > leg.max {
                    break;
                }
                if steps >= leg.min {
                    let ground = match leg.ground {
                        Ground::Empty => self.empty,
                        // A piece of one side.
                        Ground::Enemy
                        | Ground::Friend
                        | Ground::OwnHurdle
                        | Ground::EnemyHurdle
                        | Ground::CarriedEnemy
                        | Ground::CarriedFriend => (1.0 - self.empty) / 2.0,
                        Ground::Hurdle => 1.0 - self.empty,
                        Ground::Any => 1.0,
                    };
                    if !leg.then.is_empty() {
                        if leg.ground == Ground::Enemy {
                            likeliest(&mut ways.passed, to, likely * ground);
                        }
                        self.walk(&leg.then, movement, to, likely * ground, ways);
                    } else if movement.to.contains(to) {
                        // Rides count targets whatever stands there; so do journeys, so that both compare.
                        match leg.ground {
                            Ground::Empty => ways.ends.add(to, Some(likely), None),
                            Ground::Enemy => ways.ends.add(to, None, Some(likely)),
                            // An exchange of places reaches nothing either.
                            _ => {}
                        }
                    }
                }
                likely *= self.empty;
            }
        }
    }
}

/// What a piece reaches from a square, and how likely.
#[derive(Default)]
struct Reached {
    quiet: BTreeMap<Square, f64>,
    captures: BTreeMap<Square, f64>,
}

/// Where journeys lead.
#[derive(Default)]
struct Ways {
    ends: Reached,
    /// What they capture before their end.
    passed: BTreeMap<Square, f64>,
}

impl Reached {
    /// A square that is reached, without capturing, by capturing, or both.
    fn add(&mut self, to: Square, quiet: Option<f64>, captures: Option<f64>) {
        quiet.into_iter().for_each(|likely| likeliest(&mut self.quiet, to, likely));
        captures.into_iter().for_each(|likely| likeliest(&mut self.captures, to, likely));
    }

    /// How much more is reached by `others` too, in sum.
    fn more(&mut self, others: &Reached) -> (f64, f64) {
        fn sum(known: &mut BTreeMap<Square, f64>, others: &BTreeMap<Square, f64>) -> f64 {
            let mut more = 0.0;
            for (&to, &likely) in others {
                more += (likely - known.get(&to).copied().unwrap_or(0.0)).max(0.0);
                likeliest(known, to, likely);
            }
            more
        }
        (sum(&mut self.quiet, &others.quiet), sum(&mut self.captures, &others.captures))
    }
}

/// Keeps the likeliest way to a square.
fn likeliest(known: &mut BTreeMap<Square, f64>, to: Square, likely: f64) {
    let known = known.entry(to).or_default();
    *known = known.max(likely);
}

/// Does a piece seldom have this movement: only before it has moved, only beside others, or only after others have moved?
fn is_occasional(movement: &Movement) -> bool {
    movement.unmoved || movement.beside.is_some() || movement.last_moved.is_some()
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
    let targets = quiet_targets(rules, &piece.movements);
    for square in rules.board.all().iter().filter(|&square| goal(square)) {
        distance[square as usize] = Some(0);
    }
    // Square by square until nothing changes: boards are small, and this is done once for a game.
    for steps in 0..squares as u16 {
        let mut grown = false;
        for from in 0..squares {
            let reaches = |to: &Square| distance[*to as usize] == Some(steps);
            if distance[from].is_none() && targets[from].iter().any(|to| reaches(&to)) {
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

/// By square: where a piece can go without capturing on an otherwise empty board; where it only moves by capturing, where it captures.
fn quiet_targets(rules: &Rules, movements: &[Movement]) -> Vec<SquareSet> {
    let quiet = movements.iter().any(|movement| movement.to_empty);
    let moving = movements.iter().filter(|movement| !movement.unmoved && (movement.to_empty || !quiet));
    ends(rules, moving, |ride| ride.hurdle.is_none() || !quiet)
}

/// By square: where a piece can go at the most, whatever stands on the board.
pub(crate) fn all_targets(rules: &Rules, movements: &[Movement]) -> Vec<SquareSet> {
    ends(rules, movements.iter(), |_| true)
}

/// By square: where the journeys of movements can end, and those of their rides that are meant, with nothing in their way.
fn ends<'m>(
    rules: &Rules,
    movements: impl Iterator<Item = &'m Movement>,
    meant: impl Fn(&Ride) -> bool,
) -> Vec<SquareSet> {
    let mut targets = vec![SquareSet::EMPTY; rules.board.squares() as usize];
    for movement in movements {
        let journeys = Leg::covers(&movement.legs, &rules.board, &|leg| leg.then.is_empty());
        for from in movement.from.iter() {
            let there = &mut targets[from as usize];
            for ride in movement.rides.iter().filter(|ride| meant(ride)) {
                let reached = rules.board.along(from, ride).skip(ride.min as usize - 1);
                reached.filter(|&to| movement.to.contains(to)).for_each(|to| there.insert(to));
            }
            *there = there.or(&journeys[from as usize]);
        }
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
