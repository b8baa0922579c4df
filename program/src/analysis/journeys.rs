//! What there is to know about journeys: moves of several legs.

use super::conditions::PartConditions;
use super::parts::{Mode, Part};
use super::shapes::Shape;
use super::{Analysis, PieceAnalysis};
use alloc::{vec, vec::Vec};
use wazir_variant_spec::rules::{Board, Ground, Leg, Movement, SquareSet};

/// Journeys with the same conditions that are more than a move to an empty square or an enemy's: they may capture on their way or capture a friend, or end where they
/// began; or all of them carry a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Travel {
    /// Their first legs.
    pub legs: Vec<Leg>,
    /// They carry a piece.
    pub carry: bool,
    /// What else they depend on.
    pub conditions: Option<PartConditions>,
    /// Squares they may start from.
    pub from: SquareSet,
    /// Squares they may end on.
    pub to: SquareSet,
}

/// The other journeys of a piece.
pub(super) fn travels_of(movements: &[Movement]) -> Vec<Travel> {
    let mut travels: Vec<Travel> = Vec::new();
    for movement in movements {
        for journey in Leg::journeys(&movement.legs) {
            let journey = without_rest(&journey);
            let carry = carries(&journey);
            let takes_friend = journey.last().is_some_and(|last| last.ground == Ground::Friend);
            if !carry && !captures_on_the_way(&journey) && !takes_friend && !may_return(&journey) {
                continue;
            }
            let alike = |travel: &&mut Travel| {
                let (conditions, bounds) = (PartConditions::of(movement), (movement.from, movement.to));
                (travel.carry, (travel.from, travel.to), &travel.conditions) == (carry, bounds, &conditions)
            };
            match travels.iter_mut().find(alike) {
                Some(travel) => Leg::add(&mut travel.legs, &journey),
                None => {
                    let mut legs = Vec::new();
                    Leg::add(&mut legs, &journey);
                    let conditions = PartConditions::of(movement);
                    travels.push(Travel { legs, carry, conditions, from: movement.from, to: movement.to });
                }
            }
        }
    }
    travels
}

/// The journeys of a movement that capture nothing but on their last square: those that may end both on empty squares and on enemies, then the others.
pub(super) fn roaming_parts(board: &Board, movement: &Movement) -> Vec<Part> {
    let (mut quiet, mut capturing): (Vec<Vec<Leg>>, Vec<Vec<Leg>>) = Default::default();
    for journey in Leg::journeys(&movement.legs) {
        let mut journey = without_rest(&journey);
        if carries(&journey) || captures_on_the_way(&journey) || only_returns(&journey) && !board.joined.any() {
            continue;
        }
        let Some(last) = journey.last_mut() else { continue };
        let ground = core::mem::replace(&mut last.ground, Ground::Empty);
        match ground {
            Ground::Empty => quiet.push(journey),
            Ground::Enemy => capturing.push(journey),
            _ => {}
        }
    }
    let both = quiet.iter().filter(|journey| capturing.contains(journey)).cloned().collect();
    let only = |these: &[Vec<Leg>], those: &[Vec<Leg>]| -> Vec<Vec<Leg>> {
        these.iter().filter(|journey| !those.contains(journey)).cloned().collect()
    };
    let sorted = [(both, true, true), (only(&quiet, &capturing), true, false), (only(&capturing, &quiet), false, true)];
    let parts = sorted.into_iter().filter(|(journeys, ..)| !journeys.is_empty()).map(|(journeys, quiet, capture)| {
        let mut legs = Vec::new();
        journeys.iter().for_each(|journey| Leg::add(&mut legs, journey));
        let (en_passant, leaves, unmoved, unchecked, safe_way) = (false, false, false, false, false);
        let mode =
            Mode { quiet, capture, menaces: capture, en_passant, leaves, unmoved, unchecked, safe_way, victims: None };
        Part {
            mode,
            shape: Shape::Roam { legs },
            conditions: PartConditions::of(movement),
            from: movement.from,
            to: movement.to,
        }
    });
    parts.collect()
}

/// A journey's legs, without what follows them.
fn without_rest(journey: &[&Leg]) -> Vec<Leg> {
    journey.iter().map(|leg| leg.alone()).collect()
}

/// Adds the journeys of one tree to another.
pub(super) fn add_journeys(legs: &mut Vec<Leg>, more: &[Leg]) {
    Leg::journeys(more).iter().for_each(|journey| Leg::add(legs, &without_rest(journey)));
}

/// Does a journey capture something on its way?
fn captures_on_the_way(journey: &[Leg]) -> bool {
    let inner = &journey[..journey.len() - 1];
    inner.iter().any(|leg| leg.ground.captures())
}

/// Does a journey carry a piece from one square to another?
fn carries(journey: &[Leg]) -> bool {
    journey.iter().any(|leg| leg.unloads)
}

/// Is something on these legs asked of pieces of the mover's own side, whichever can be captured?
pub fn asks_for_own(legs: &[Leg]) -> bool {
    legs.iter().any(|leg| matches!(leg.ground, Ground::OwnHurdle | Ground::CarriedFriend) || asks_for_own(&leg.then))
}

/// Are enemies jumped on these legs, and no others?
pub fn jumps_enemies(legs: &[Leg]) -> bool {
    legs.iter().any(|leg| leg.ground == Ground::EnemyHurdle || jumps_enemies(&leg.then))
}

/// Could a journey end where it began? Not where all its steps lead to one side of some line.
fn may_return(journey: &[Leg]) -> bool {
    let sides = (-2i16..=2).flat_map(|x| (-2i16..=2).map(move |y| (x, y)));
    !sides.into_iter().any(|(x, y)| journey.iter().all(|leg| leg.step.dx * x + leg.step.dy * y > 0))
}

/// Does a journey always end where it began?
fn only_returns(journey: &[Leg]) -> bool {
    let (mut file, mut rank, mut before) = (0, 0, 0);
    for leg in journey {
        if !leg.as_long && leg.min != leg.max {
            return false;
        }
        before = if leg.as_long { before } else { i32::from(leg.max) };
        (file, rank) = (file + before * i32::from(leg.step.dx), rank + before * i32::from(leg.step.dy));
    }
    (file, rank) == (0, 0)
}

impl PieceAnalysis<'_> {
    /// Does the piece capture by leaps, whatever stands where, on every square on which it could on one of these journeys?
    pub fn leaps_cover(&self, travel: &Travel, side: usize, board: &Board) -> bool {
        let mut leaps = vec![SquareSet::EMPTY; board.squares() as usize];
        for part in self.parts[side]
            .iter()
            .filter(|part| part.mode.menaces && part.conditions.is_none() && part.mode.victims.is_none())
        {
            if let Shape::Leaps { targets, .. } = &part.shape {
                leaps.iter_mut().zip(targets).for_each(|(leaps, targets)| *leaps = leaps.or(targets));
            }
        }
        let captured = Leg::covers(&travel.legs, board, &|leg| leg.ground == Ground::Enemy);
        travel.from.iter().all(|from| {
            let rest = captured[from as usize].minus(&leaps[from as usize]);
            rest.iter().all(|at| at == from)
        })
    }
}

impl Analysis<'_> {
    /// Has anybody moves of several legs that are no leaps along a path?
    pub fn has_journeys(&self) -> bool {
        let roams = |piece: &PieceAnalysis<'_>| {
            let mut parts = piece.parts.iter().flatten();
            parts.any(|part| matches!(part.shape, Shape::Roam { .. })) || piece.travels.iter().any(|t| !t.is_empty())
        };
        self.pieces.iter().any(roams)
    }

    /// Has anybody journeys that carry a piece?
    pub fn has_carries(&self) -> bool {
        self.pieces.iter().flat_map(|piece| piece.travels.iter().flatten()).any(|travel| travel.carry)
    }
}
