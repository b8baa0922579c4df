//! Moves of several legs (`a`) to [`Ride`]s: leaps along a path of squares that have to be empty, or occupied.

use std::ops;

use super::directions::{Rose, unsupported};
use super::{Atom, BetzaError, Modifier, Modifiers, Part, Range};
use crate::rules::{Grid, Path, Ride, Step, Via, ViaState};

/// The eight points of the compass, clockwise from straight ahead: an eighth of a turn is one place.
pub(super) const COMPASS: [(i16, i16); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The legs of a move: the modifiers of each, in order.
pub(super) fn legs(parts: &[Part], span: &ops::Range<usize>) -> Result<Vec<Modifiers>, BetzaError> {
    let mut legs = vec![Modifiers::default()];
    for part in parts {
        match (part, legs.last_mut()) {
            (Part::Modifiers(modifiers), Some(leg)) => *leg = modifiers.clone(),
            (Part::Again, _) => legs.push(Modifiers::default()),
            _ => return Err(unsupported(span.clone(), "a group of legs that is repeated")),
        }
    }
    if legs.len() > Path::LONGEST + 1 {
        let what = format!("a move of more than {} legs", Path::LONGEST + 1);
        return Err(unsupported(span.clone(), &what));
    }
    Ok(legs)
}

/// The rides of a move of several legs, as the mover sees the board; mistakes are added to `errors`.
pub(super) fn rides(
    legs: &[Modifiers],
    atom: &Atom,
    range: &Range,
    span: &ops::Range<usize>,
    errors: &mut Vec<BetzaError>,
) -> Vec<Ride> {
    let before = errors.len();
    let state = passing_state(legs, errors);
    let rose = match (atom, atom.leap()) {
        (Atom::King, _) => Rose::Compass,
        (Atom::Leap(..) | Atom::Vector(..), Some((long, short))) if short == 0 || short == long => {
            Rose::of((long, short))
        }
        _ => {
            errors.push(unsupported(span.clone(), &format!("a move of several legs by `{atom}`")));
            return Vec::new();
        }
    };
    if !matches!(range, Range::Default | Range::UpTo(1)) {
        errors.push(unsupported(span.clone(), "a move of several legs with a range"));
    }
    let turns = turns(legs, matches!(rose, Rose::Compass), errors);
    let first = legs.first().map_or(Ok(Vec::new()), |leg| rose.select(leg.directions(), Grid::Squares)).unwrap_or_else(
        |error| {
            errors.push(error);
            Vec::new()
        },
    );
    if errors.len() > before {
        return Vec::new();
    }
    let length = atom.leap().map_or(1, |(long, _)| i16::from(long));
    let mut paths: Vec<Vec<Step>> = first.into_iter().map(|step| vec![step]).collect();
    for turns in &turns {
        paths = paths.iter().flat_map(|path| turns.iter().map(|&turn| continued(path, turn, length))).collect();
    }
    let mut rides: Vec<Ride> = Vec::new();
    for path in &paths {
        let [passed @ .., end] = &path[..] else { continue };
        if (end.dx, end.dy) == (0, 0) {
            errors.push(unsupported(span.clone(), "a path that may lead back to its start"));
            return Vec::new();
        }
        // The piece has left its start: that square is empty.
        let is_start = |step: &&Step| (step.dx, step.dy) == (0, 0);
        if state == ViaState::Occupied && passed.iter().any(|step| is_start(&step)) {
            continue;
        }
        let passed: Vec<Step> = passed.iter().filter(|step| !is_start(step)).copied().collect();
        let via = (!passed.is_empty()).then(|| Via { path: Path::new(&passed), state });
        let ride = Ride { via, ..Ride::leap(*end) };
        if !rides.contains(&ride) {
            rides.push(ride);
        }
    }
    rides
}

/// What has to stand on the squares where a leg ends that is not the last one.
fn passing_state(legs: &[Modifiers], errors: &mut Vec<BetzaError>) -> ViaState {
    let [passing @ .., last] = legs else { return ViaState::Empty };
    for (index, leg) in legs.iter().enumerate() {
        let is_last = index == passing.len();
        for letter in leg.letters().iter().filter(|letter| !letter.modifier.is_direction()) {
            let known = match letter.modifier {
                Modifier::Initial => index == 0 && leg.count(Modifier::Initial) == 1,
                Modifier::Empty => true,
                Modifier::Enemy => is_last,
                Modifier::Hop => !is_last && !leg.has(Modifier::Empty),
                _ => false,
            };
            if !known {
                let at = letter.at.0;
                let which = if is_last { "the last of several legs" } else { "a leg that is not the last" };
                errors.push(unsupported(at..at + 1, &format!("`{}` in {which}", letter.modifier.letter())));
            }
        }
    }
    let hops = |leg: &&Modifiers| leg.has(Modifier::Hop);
    match passing.iter().filter(hops).count() {
        0 => ViaState::Empty,
        all if all == passing.len() => ViaState::Occupied,
        _ => {
            let at = passing.iter().find(hops).unwrap_or(last).place(Modifier::Hop).unwrap_or(0);
            errors.push(unsupported(at..at + 1, "a path over both empty and occupied squares"));
            ViaState::Empty
        }
    }
}

/// For each leg but the first: by how many eighths of a turn to the right it may go on. Without letters, in all directions but back, for
/// an atom of four directions in those at right angles.
fn turns(legs: &[Modifiers], eight: bool, errors: &mut Vec<BetzaError>) -> Vec<Vec<usize>> {
    let of_leg = |leg: &Modifiers| match leg.directions() {
        [] if eight => Ok(vec![0, 1, 2, 3, 5, 6, 7]),
        [] => Ok(vec![0, 2, 6]),
        letters => {
            Rose::Compass.select(letters, Grid::Squares).map(|steps| steps.into_iter().filter_map(point).collect())
        }
    };
    let found: Vec<Result<Vec<usize>, BetzaError>> = legs.iter().skip(1).map(of_leg).collect();
    found
        .into_iter()
        .map(|turns| {
            turns.unwrap_or_else(|error| {
                errors.push(error);
                Vec::new()
            })
        })
        .collect()
}

/// The path with one more leg, turned by so many eighths from the last.
fn continued(path: &[Step], turn: usize, length: i16) -> Vec<Step> {
    let start = Step { dx: 0, dy: 0 };
    let (last, before) = (path.last().unwrap_or(&start), path.iter().rev().nth(1).unwrap_or(&start));
    let direction = point(Step { dx: last.dx - before.dx, dy: last.dy - before.dy }).unwrap_or(0);
    let (dx, dy) = COMPASS[(direction + turn) % 8];
    let mut path = path.to_vec();
    path.push(Step { dx: last.dx + dx * length, dy: last.dy + dy * length });
    path
}

/// The point of the compass towards which a step leads.
pub(super) fn point(step: Step) -> Option<usize> {
    COMPASS.iter().position(|&(dx, dy)| (dx, dy) == (step.dx.signum(), step.dy.signum()))
}
