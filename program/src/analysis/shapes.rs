//! How parts of movements get to their targets: their steps, rays and shapes, and which of them the rides of a movement have.

use super::Analysis;
use crate::Unsupported;
use crate::tables::DIRECTIONS;
use alloc::{format, vec, vec::Vec};
use wazir_variant_spec::rules::{
    Board, Hurdle, Joined, Landing, Leg, Movement, Path, PieceSet, Ride, Square, SquareSet, Step, Via, ViaState,
};

/// A slider kernel: a way of moving along lines that has one function in the generated code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kernel {
    /// All four orthogonal lines, unlimited.
    Rook,
    /// All four diagonal lines, unlimited.
    Bishop,
    /// One direction with any step.
    Ray(Ray),
}

impl Kernel {
    /// The kernel that finds the sliders attacking a square by looking back from it.
    pub fn reversed(self) -> Kernel {
        match self {
            Kernel::Ray(ray) => Kernel::Ray(Ray { step: ray.step.reversed(), ..ray }),
            all_round => all_round,
        }
    }

    /// The lines that it looks along.
    pub fn rays(self) -> Vec<Ray> {
        let every_other = |first: usize| {
            let steps = DIRECTIONS.into_iter().skip(first).step_by(2).map(|(_, dx, dy)| Step { dx, dy });
            steps.map(Ray::along).collect()
        };
        match self {
            Kernel::Rook => every_other(0),
            Kernel::Bishop => every_other(1),
            Kernel::Ray(ray) => vec![ray],
        }
    }
}

/// A ray: a repeated step with its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ray {
    /// The step.
    pub step: Step,
    /// Fewest steps it may end after.
    pub min: u16,
    /// The squares before that are skipped over, whatever stands there; else they have to be empty.
    pub skips: bool,
    /// Most steps.
    pub max: u16,
    /// Edges that are joined for it, besides those of the board.
    pub joined: Joined,
}

impl Ray {
    /// More steps than any board has room for.
    pub const FARTHEST: u16 = 1024;

    /// All along a line.
    pub fn along(step: Step) -> Ray {
        Ray { step, min: 1, skips: false, max: Ray::FARTHEST, joined: Joined::default() }
    }
}

/// How a part gets to its targets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Unconditional leaps.
    Leaps {
        /// Targets by start square.
        targets: Vec<SquareSet>,
        /// The steps.
        steps: Vec<Step>,
    },
    /// Leaps that depend on what stands on another square.
    Lame {
        /// What has to be there.
        state: ViaState,
        /// The steps with their via squares.
        steps: Vec<(Step, Step)>,
    },
    /// Leaps along paths: each depends on what stands on several squares.
    Path {
        /// What has to be on every square of a path.
        state: ViaState,
        /// The steps with their paths.
        ways: Vec<(Step, Path)>,
    },
    /// Sliders.
    Slide(Kernel),
    /// Hoppers.
    Hop {
        /// Their lines.
        kernel: Kernel,
        /// Where they land.
        landing: Landing,
        /// What they can jump over; `None`: anything.
        over: Option<PieceSet>,
        /// Of that only pieces of their own side.
        friendly: bool,
    },
    /// Riders whose every step is lame, in one direction.
    LameRide {
        /// The step.
        step: Step,
        /// Most steps.
        max: u16,
        /// The square each step passes.
        via: Via,
    },
    /// Journeys that capture nothing but on their last square.
    Roam {
        /// Their first legs.
        legs: Vec<Leg>,
    },
}

impl Shape {
    /// Does it go over edges that are joined for it alone?
    pub fn goes_round(&self) -> bool {
        match self {
            Shape::Slide(Kernel::Ray(ray)) | Shape::Hop { kernel: Kernel::Ray(ray), .. } => ray.joined.any(),
            _ => false,
        }
    }

    /// Are the squares that such a move passes known from one of them and the piece that has passed: nothing, one square, or the line between the two?
    fn tells_passed(&self) -> bool {
        match self {
            Shape::Lame { state: ViaState::Empty, .. } | Shape::Leaps { .. } => true,
            Shape::Slide(Kernel::Ray(ray)) => is_queen_step(ray.step),
            _ => false,
        }
    }

    /// Does more decide about an attack than the number of pieces on its line?
    pub fn is_odd(&self) -> bool {
        match self {
            Shape::Slide(Kernel::Ray(ray)) => ray.min > 1,
            Shape::LameRide { .. } | Shape::Roam { .. } => true,
            Shape::Path { state, .. } => *state == ViaState::Occupied,
            _ => false,
        }
    }
}

const ORTHOGONAL: [(i16, i16); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i16, i16); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The shapes of one movement's rides.
pub(super) fn shapes(board: &Board, movement: &Movement) -> Result<Vec<Shape>, Unsupported> {
    let mut rides = movement.rides.clone();
    for ride in &mut rides {
        // What is joined on the board anyway is no matter of the ride.
        ride.joined.files &= !board.joined.files;
        ride.joined.ranks &= !board.joined.ranks;
    }
    rides.sort_unstable();
    rides.dedup();
    // What passes squares is told apart by how many.
    let mut shapes = if movement.leaves_en_passant { Vec::new() } else { all_round(board, &mut rides) };
    if movement.leaves_en_passant {
        if rides.iter().any(|ride| ride.joined.any() || goes_round(board, movement, ride)) {
            return Err(unsupported(
                movement,
                "leaving en passant squares over a joined edge has no compiled form yet",
            ));
        }
        rides = rides.into_iter().flat_map(|ride| passing_rides(ride, board.most_steps(ride.step))).collect();
    }
    for ride in rides {
        let shape = shape(board, movement, ride)?;
        if movement.leaves_en_passant && !shape.tells_passed() {
            let what = "only lame leaps and slides can leave en passant squares in compiled games yet";
            return Err(unsupported(movement, what));
        }
        shapes.push(shape);
    }
    Ok(shapes)
}

fn unsupported(movement: &Movement, what: &str) -> Unsupported {
    Unsupported::at(&movement.cause, format!("`{}`: {what}", movement.cause.text))
}

/// Takes those rides out that together are all lines of a rook or of a bishop.
fn all_round(board: &Board, rides: &mut Vec<Ride>) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let mut hurdles: Vec<Option<Hurdle>> = rides.iter().map(|ride| ride.hurdle).collect();
    hurdles.sort_unstable();
    hurdles.dedup();
    let all_round = [(ORTHOGONAL, Kernel::Rook), (DIAGONAL, Kernel::Bishop)];
    for ((steps, kernel), hurdle) in all_round.iter().flat_map(|&lines| hurdles.iter().map(move |&h| (lines, h))) {
        let is_line = |ride: &Ride, (dx, dy): (i16, i16)| {
            ride.step == Step { dx, dy }
                && ride.min == 1
                && goes_all_the_way(board, ride.step, ride.max)
                && ride.max > 1
                && ride.via.is_none()
                && !ride.joined.any()
                && ride.hurdle == hurdle
        };
        if steps.iter().all(|&step| rides.iter().any(|ride| is_line(ride, step))) {
            rides.retain(|ride| !steps.iter().any(|&step| is_line(ride, step)));
            shapes.push(match hurdle {
                None => Shape::Slide(kernel),
                Some(Hurdle { landing, over, friendly }) => Shape::Hop { kernel, landing, over, friendly },
            });
        }
    }
    shapes
}

/// The shape of one ride.
fn shape(board: &Board, movement: &Movement, ride: Ride) -> Result<Shape, Unsupported> {
    let max = ride.max.min(board.over(ride.joined).most_steps(ride.step));
    let joined = ride.joined;
    Ok(match ride {
        Ride { hurdle: Some(Hurdle { landing, over, friendly }), via: None, min: 1, step, .. } => {
            let kernel = Kernel::Ray(Ray { step, min: 1, skips: false, max, joined });
            Shape::Hop { kernel, landing, over, friendly }
        }
        Ride { via: Some(_), .. } if joined.any() => {
            let what = "lame moves over edges joined for them alone have no compiled form yet";
            return Err(unsupported(movement, what));
        }
        Ride { hurdle: None, via: Some(via), min: 1, max: 1, step, .. } => match via.path[..] {
            [offset] => Shape::Lame { state: via.state, steps: vec![(step, offset)] },
            _ => Shape::Path { state: via.state, ways: vec![(step, via.path)] },
        },
        Ride { via: Some(via), .. } if via.path.len() > 1 => {
            return Err(unsupported(movement, "riders along paths of several squares have no compiled form yet"));
        }
        Ride { hurdle: None, via: Some(via), min: 1, step, .. } => Shape::LameRide { step, max, via },
        Ride { hurdle: None, via: None, min: 1, max: 1, step, .. } if !joined.any() => {
            let targets = leap_targets(board, step, &movement.from, &movement.to);
            Shape::Leaps { targets, steps: vec![step] }
        }
        Ride { hurdle: None, via: None, min, skips, step, .. } => {
            Shape::Slide(Kernel::Ray(Ray { step, min, skips: skips && min > 1, max, joined }))
        }
        _ => return Err(unsupported(movement, "this combination of modifiers has no compiled form yet")),
    })
}

/// Does the ride go over a joined edge from any square where the movement may start?
pub(super) fn goes_round(board: &Board, movement: &Movement, ride: &Ride) -> bool {
    let flat = Board { joined: Joined::default(), ..board.clone() };
    let way = |board: &Board, from| board.ray(from, ride.step).take(ride.max as usize).collect::<Vec<_>>();
    movement.from.and(&board.all()).iter().any(|from| way(board, from) != way(&flat, from))
}

/// The rides of a movement that leaves en passant squares, apart by what they pass: nothing with one step, one square with two, else several.
fn passing_rides(ride: Ride, longest: u16) -> Vec<Ride> {
    if ride.via.is_some() || ride.hurdle.is_some() || ride.skips {
        return vec![ride];
    }
    let Step { dx, dy } = ride.step;
    let mut rides = Vec::new();
    if ride.min == 1 {
        rides.push(Ride { max: 1, ..ride });
    }
    match ride.max.min(longest) {
        0 | 1 => {}
        2 => rides.push(Ride {
            step: Step { dx: 2 * dx, dy: 2 * dy },
            min: 1,
            max: 1,
            via: Some(Via::one(ride.step, ViaState::Empty)),
            ..ride
        }),
        max => rides.push(Ride { min: ride.min.max(2), max, ..ride }),
    }
    rides
}

impl Analysis<'_> {
    /// Where one step leads from each square of the board.
    pub fn leap_targets(&self, step: Step, from: &SquareSet, to: &SquareSet) -> Vec<SquareSet> {
        leap_targets(self.board(), step, from, to)
    }

    /// The landing squares of a ray from each square, as far as the board goes (not before `min` steps, not past `max`).
    pub fn ray_squares(&self, ray: Ray) -> Vec<SquareSet> {
        ray_squares(self.board(), ray)
    }
}

/// Where one step between these sets leads from each square of a board.
pub fn leap_targets(board: &Board, step: Step, from: &SquareSet, to: &SquareSet) -> Vec<SquareSet> {
    let is_start = |square: Square| from.contains(square) && board.all().contains(square);
    let target = |square: Square| board.step(square, step).filter(|&target| is_start(square) && to.contains(target));
    (0..board.squares()).map(|square| target(square).into_iter().collect()).collect()
}

/// The landing squares of a ray from each square of a board.
pub fn ray_squares(board: &Board, ray: Ray) -> Vec<SquareSet> {
    (0..board.squares()).map(|start| ray_way(board, ray, start).into_iter().collect()).collect()
}

/// The landing squares of a ray from one square, in their order.
pub fn ray_way(board: &Board, ray: Ray, start: Square) -> Vec<Square> {
    if board.holes.contains(start) {
        return Vec::new();
    }
    board.over(ray.joined).ray(start, ray.step).take(ray.max as usize).skip(ray.min as usize - 1).collect()
}

/// Does a ray of so many steps get as far as the board goes?
pub fn goes_all_the_way(board: &Board, step: Step, max: u16) -> bool {
    // On a flat board the farthest square is one less away than there are squares in a row.
    let most = board.most_steps(step);
    max >= if board.joined.any() { most } else { most - 1 }
}

/// Is it a step of a queen?
pub fn is_queen_step(step: Step) -> bool {
    step.dx.abs().max(step.dy.abs()) == 1
}

/// Is such a step along a line of a queen?
pub fn is_aligned(step: Step) -> bool {
    step.dx == 0 || step.dy == 0 || step.dx.abs() == step.dy.abs()
}

/// Could such a step jump over a square of a queen's line and stay on it?
pub(super) fn jumps_on_line(step: Step) -> bool {
    is_aligned(step) && !is_queen_step(step)
}
