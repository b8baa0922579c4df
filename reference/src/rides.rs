//! Where a ride can end: see [`Ride`] for the meaning of its parts.

use crate::position::Position;
use wazir_runtime::{Cell, Square};
use wazir_variant_spec::rules::{Hurdle, Landing, Ride, Step, ViaState};

impl Position {
    /// Calls `visit` with every square on which the ride from `from` may end as far as the placement is concerned (empty, or held
    /// by a piece of any side), and the number of steps it took.
    pub(crate) fn landings(&self, ride: &Ride, from: Square, mut visit: impl FnMut(Square, u16)) {
        let mut at = from;
        let mut hurdle_jumped = false;
        for steps in 1..=ride.max {
            if !self.via_allows(ride, at) {
                return;
            }
            let Some(next) = self.shift_along(ride, at, ride.step).filter(|&next| next != from) else { return };
            at = next;
            let cell = self.cell(at);
            if ride.skips && steps < ride.min {
                // The ski slide passes any piece here, but no wall; what it passes is no hurdle.
                if cell == Cell::Wall {
                    return;
                }
                continue;
            }
            let may_end = steps >= ride.min;
            match ride.hurdle {
                Some(hurdle) if !hurdle_jumped && cell != Cell::Empty => {
                    if !self.is_hurdle(&hurdle, from, cell) {
                        return;
                    }
                    hurdle_jumped = true;
                }
                Some(_) if !hurdle_jumped => {}
                Some(hurdle) => {
                    if may_end && cell != Cell::Wall {
                        visit(at, steps);
                    }
                    if cell != Cell::Empty || hurdle.landing == Landing::JustBehind {
                        return;
                    }
                }
                None => {
                    if may_end && cell != Cell::Wall {
                        visit(at, steps);
                    }
                    if cell != Cell::Empty {
                        return;
                    }
                }
            }
        }
    }

    /// Can the ride from `from` end on `to`, as far as the placement is concerned?
    pub(crate) fn lands_on(&self, ride: &Ride, from: Square, to: Square) -> bool {
        let mut found = false;
        if self.is_on_line(ride, from, to) {
            self.landings(ride, from, |square, _| found |= square == to);
        }
        found
    }

    /// The empty squares passed over by the ride when it ends after that many steps.
    pub(crate) fn passed_over(&self, ride: &Ride, from: Square, steps: u16) -> Vec<Square> {
        let mut passed = Vec::new();
        let mut at = from;
        for step in 1..=steps {
            let vias = ride.via.iter().flat_map(|via| via.path.iter());
            passed.extend(vias.filter_map(|&offset| self.shift_along(ride, at, offset)));
            let Some(next) = self.shift_along(ride, at, ride.step) else { break };
            at = next;
            if step < steps {
                passed.push(at);
            }
        }
        passed.retain(|&square| self.cell(square) == Cell::Empty);
        passed
    }

    /// The square one step away, unless that is off the board or a hole.
    pub(crate) fn shift(&self, from: Square, step: Step) -> Option<Square> {
        self.rules().board.step(from, step)
    }

    /// The same for a ride, which may go over edges that are joined for it alone.
    fn shift_along(&self, ride: &Ride, from: Square, step: Step) -> Option<Square> {
        self.rules().board.step_over(from, step, ride.joined)
    }

    /// Does what stands on the via squares of the step that starts at `at` let the ride go on?
    fn via_allows(&self, ride: &Ride, at: Square) -> bool {
        let Some(via) = ride.via else { return true };
        via.path.iter().map(|&offset| self.shift_along(ride, at, offset).map(|square| self.cell(square))).all(|cell| {
            match via.state {
                ViaState::Empty => cell == Some(Cell::Empty),
                ViaState::Occupied => cell.is_some_and(|cell| cell != Cell::Empty),
            }
        })
    }

    /// Can the hopper on `from` jump over what stands on an occupied square?
    fn is_hurdle(&self, hurdle: &Hurdle, from: Square, cell: Cell) -> bool {
        match cell {
            Cell::Piece { side, piece, .. } => {
                let own = || self.piece_on(from).is_some_and(|(owner, _)| owner == side);
                hurdle.over.is_none_or(|over| over.contains(piece)) && (!hurdle.friendly || own())
            }
            _ => hurdle.over.is_none() && !hurdle.friendly,
        }
    }

    /// Is `to` some number of whole steps away? (Saves walking all the rides that lead elsewhere.)
    fn is_on_line(&self, ride: &Ride, from: Square, to: Square) -> bool {
        let board = &self.rules().board;
        let files = board.files;
        let (files, from, to) = (files as i32, from as i32, to as i32);
        let (dx, dy) = (to % files - from % files, to / files - from / files);
        let (sx, sy) = (ride.step.dx as i32, ride.step.dy as i32);
        board.joined.any() || ride.joined.any() || dx * sy == dy * sx && (dx * sx > 0 || dy * sy > 0)
    }
}
