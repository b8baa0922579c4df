//! Movements broken into parts, each of one shape and one mode.

use super::Analysis;
use super::beside::beside_movement;
use super::conditions::PartConditions;
use super::journeys::{add_journeys, roaming_parts};
use super::shapes::{Kernel, Shape, shapes};
use crate::Unsupported;
use crate::tables::union;
use alloc::{format, vec::Vec};
use wazir_variant_spec::rules::{Board, Movement, PieceSet, SquareSet};

/// What a part of a movement does on its target square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mode {
    /// It goes to empty squares.
    pub quiet: bool,
    /// It captures.
    pub capture: bool,
    /// It captures royals of others, if its piece can: it is an attack on them.
    pub menaces: bool,
    /// The types it captures, of those that its piece can; `None`: all of them.
    pub victims: Option<PieceSet>,
    /// It captures en passant.
    pub en_passant: bool,
    /// It leaves an en passant square.
    pub leaves: bool,
    /// Only for a piece that has not moved.
    pub unmoved: bool,
    /// Only while no royal of the side is attacked.
    pub unchecked: bool,
    /// Only on a way that is not attacked.
    pub safe_way: bool,
}

impl Mode {
    /// Does it depend on more than what stands on the board?
    pub fn is_conditional(self) -> bool {
        self.unmoved || self.unchecked || self.safe_way
    }
}

/// One part of a piece's movement, of one shape and one mode, in board coordinates of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it does on its target.
    pub mode: Mode,
    /// How it gets there.
    pub shape: Shape,
    /// What else it depends on.
    pub conditions: Option<PartConditions>,
    /// Squares it may start from (already part of the tables of leaps and lame leaps).
    pub from: SquareSet,
    /// Squares it may end on (likewise).
    pub to: SquareSet,
}

/// Breaks movements of one side into parts, merging leaps of equal mode.
pub fn parts_of(board: &Board, movements: &[Movement]) -> Result<Vec<Part>, Unsupported> {
    let mut parts: Vec<Part> = Vec::new();
    for movement in movements {
        let mode = Mode {
            quiet: movement.to_empty,
            capture: movement.to_enemy,
            menaces: movement.to_enemy, // unless it spares all royals, see `spare_royals`
            victims: movement.victims.filter(|_| movement.to_enemy || movement.en_passant),
            en_passant: movement.en_passant,
            leaves: movement.leaves_en_passant,
            unmoved: movement.unmoved,
            unchecked: movement.unchecked,
            safe_way: movement.safe_way,
        };
        if !movement.legs.is_empty() && board.joined.any() {
            let what =
                format!("`{}`: a move of several legs over joined edges has no compiled form yet", movement.cause.text);
            return Err(Unsupported::at(&movement.cause, what));
        }
        if let Some(beside) = &movement.beside {
            let rides = beside.at.clone();
            parts_of(board, &[Movement { cause: movement.cause.clone(), ..beside_movement(board, rides) }])?;
        }
        if PartConditions::of(movement).is_some() && (movement.en_passant || movement.leaves_en_passant) {
            let when = if movement.beside.is_some() { "beside certain friends" } else { "after certain others" };
            let what = format!(
                "`{}`: a move {when} that has to do with en passant has no compiled form yet",
                movement.cause.text
            );
            return Err(Unsupported::at(&movement.cause, what));
        }
        if !movement.legs.is_empty() && mode.is_conditional() {
            let what =
                format!("`{}`: a move of several legs on a condition has no compiled form yet", movement.cause.text);
            return Err(Unsupported::at(&movement.cause, what));
        }
        for part in roaming_parts(board, movement) {
            add_part(&mut parts, part);
        }
        if mode.is_conditional() && (mode.capture || mode.en_passant || mode.leaves) {
            return Err(Unsupported {
                what: format!(
                    "`{}`: a capture, or a move that can be captured en passant, on a condition other than where it starts",
                    movement.cause.text
                ),
                place: format!("{}:{}", movement.cause.file, movement.cause.line),
            });
        }
        // What is left of a movement that only exchanges places or pushes, see `swaps_of` and `pushes_of`.
        if (movement.swap.is_some() || movement.push.is_some()) && !movement.to_empty && !movement.en_passant {
            continue;
        }
        for shape in shapes(board, movement)? {
            // A slide that stops on its first square passes none.
            let leaves = mode.leaves && !matches!(shape, Shape::Leaps { .. });
            let (conditions, from, to) = (PartConditions::of(movement), movement.from, movement.to);
            if mode.en_passant && !matches!(shape, Shape::Leaps { .. }) {
                let what = "only leaps can capture en passant in compiled games yet";
                return Err(Unsupported::at(&movement.cause, format!("`{}`: {what}", movement.cause.text)));
            }
            let part = Part { mode: Mode { leaves, ..mode }, shape, conditions, from, to };
            if leaves && mode.capture {
                // Nothing is passed by a capture: it is a part of its own.
                add_part(&mut parts, Part { mode: Mode { leaves: false, quiet: false, ..mode }, ..part.clone() });
                add_part(
                    &mut parts,
                    Part { mode: Mode { capture: false, menaces: false, victims: None, ..part.mode }, ..part },
                );
                continue;
            }
            add_part(&mut parts, part);
        }
    }
    Ok(parts)
}

/// Adds what is not there yet to what is in order.
fn add_sorted<T: Ord + Copy>(known: &mut Vec<T>, more: &[T]) {
    known.extend(more);
    known.sort_unstable();
    known.dedup();
}

/// Adds a part, or widens an equal one that is there.
fn add_part(parts: &mut Vec<Part>, part: Part) {
    for known in parts.iter_mut().filter(|known| known.mode == part.mode && known.conditions == part.conditions) {
        match (&mut known.shape, &part.shape) {
            (Shape::Leaps { targets, steps }, Shape::Leaps { targets: more, steps: more_steps }) => {
                targets.iter_mut().zip(more).for_each(|(a, b)| *a = a.or(b));
                add_sorted(steps, more_steps);
                known.from = known.from.or(&part.from);
                known.to = known.to.or(&part.to);
                return;
            }
            (Shape::Path { state, ways }, Shape::Path { state: other, ways: more })
                if *state == *other && (known.from, known.to) == (part.from, part.to) =>
            {
                add_sorted(ways, more);
                return;
            }
            (Shape::Lame { state, steps }, Shape::Lame { state: other, steps: more })
                if *state == *other && (known.from, known.to) == (part.from, part.to) =>
            {
                add_sorted(steps, more);
                return;
            }
            (Shape::Roam { legs }, Shape::Roam { legs: more }) if (known.from, known.to) == (part.from, part.to) => {
                add_journeys(legs, more);
                return;
            }
            _ => {}
        }
    }
    if !parts.contains(&part) {
        parts.push(part);
    }
}

impl Analysis<'_> {
    /// May both lead from one square to the same one?
    pub fn may_meet(&self, one: &Part, other: &Part) -> bool {
        let reach = |part: &Part| match &part.shape {
            Shape::Leaps { targets, .. } => Some(targets.clone()),
            Shape::Lame { steps, .. } => {
                let targets = steps.iter().map(|&(step, _)| self.leap_targets(step, &part.from, &part.to));
                Some(union(self.board(), targets))
            }
            Shape::Slide(Kernel::Ray(ray)) => Some(self.ray_squares(*ray)),
            _ => None,
        };
        match (reach(one), reach(other)) {
            (Some(a), Some(b)) => a.iter().zip(&b).any(|(a, b)| !a.and(b).is_empty()),
            _ => true,
        }
    }

    /// May a move that leaves en passant squares and a plain one of the same piece lead to the same square?
    pub fn passing_overlaps(&self, id: usize, side: usize) -> bool {
        let parts = &self.pieces[id].parts[side];
        let plain = || parts.iter().filter(|part| part.mode.quiet && !part.mode.leaves);
        parts.iter().filter(|part| part.mode.leaves).any(|passing| plain().any(|other| self.may_meet(passing, other)))
    }

    /// May a capture en passant lead to where the same piece also goes without capturing?
    pub fn takes_where_it_goes(&self, id: usize, side: usize) -> bool {
        let parts = &self.pieces[id].parts[side];
        let mut taking = parts.iter().filter(|part| part.mode.en_passant);
        let quiet = || parts.iter().filter(|part| part.mode.quiet);
        self.en_passant && taking.any(|taking| quiet().any(|other| self.may_meet(taking, other)))
    }
}
