//! Kernels: where rides lead, as tables that are computed once for each board.

use crate::tables::origins;
use alloc::{vec, vec::Vec};
use wazir_variant_spec::rules::{Board, Hurdle, Ride, Square, SquareSet, Via, ViaState};

/// Index of a kernel in [`Program::kernels`](crate::Program::kernels).
pub type KernelId = usize;

/// Where a piece gets from each square, given what is occupied: empty squares and occupied ones, whoever stands there.
#[derive(Clone, Debug)]
pub enum Kernel {
    /// The same squares whatever stands on the board, by the square it starts from.
    Leaps(Vec<SquareSet>),
    /// Along rays, up to and including the first occupied square of each.
    Rays(Vec<Ray>),
    /// Along rays, behind the first occupied square of each.
    Hops(Vec<Hop>),
    /// Leaps for which other squares have to be empty or occupied, by the square they start from.
    Lame(Vec<Vec<LameLeap>>),
    /// Rides that are walked step by step.
    Walk(Vec<Walk>),
}

/// A ray from each square.
#[derive(Clone, Debug)]
pub struct Ray {
    /// Its squares, by the square it starts from; as far as the ride goes.
    pub squares: Vec<SquareSet>,
    /// Those of them on which the ride may not end yet.
    pub near: Option<Vec<SquareSet>>,
    /// Its squares ascend with the distance.
    pub ascending: bool,
    /// The files and ranks of a step.
    pub step: (i16, i16),
}

/// A ray along which a hurdle is jumped.
#[derive(Clone, Debug)]
pub struct Hop {
    /// The ray.
    pub ray: Ray,
    /// What is jumped, and where it lands.
    pub hurdle: Hurdle,
}

/// A leap that can be stopped.
#[derive(Clone, Debug)]
pub struct LameLeap {
    /// Where it leads.
    pub to: Square,
    /// The squares that it passes.
    pub path: SquareSet,
    /// They have to be occupied; else empty.
    pub occupied: bool,
}

/// A ride step by step.
#[derive(Clone, Debug)]
pub struct Walk {
    /// The ride.
    pub ride: Ride,
    /// Where a step leads, by the square it starts from; [`Walk::NOWHERE`] off the board.
    pub next: Vec<Square>,
    /// The squares that a step passes, by the square it starts from; `None` where one of them is off the board. Empty where steps pass nothing.
    pub via: Vec<Option<SquareSet>>,
}

impl Walk {
    /// What [`Walk::next`] says of a step that leads off the board.
    pub const NOWHERE: Square = Square::MAX;
}

/// What kind of kernel a ride needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Leap,
    Ray,
    Hop,
    Lame,
    Walk,
}

impl Class {
    pub(crate) fn of(ride: &Ride, board: &Board) -> Class {
        let joined = board.joined.any() || ride.joined.any();
        match ride {
            _ if ride.is_leap() => Class::Leap,
            Ride { max: 1, via: Some(_), hurdle: None, .. } => Class::Lame,
            Ride { via: None, hurdle: None, .. } if !(joined || ride.skips && board.walls) => Class::Ray,
            Ride { via: None, hurdle: Some(_), skips: false, .. } if !joined => Class::Hop,
            _ => Class::Walk,
        }
    }
}

/// The kernel of these rides, which are of one class.
pub(crate) fn kernel(class: Class, rides: &[Ride], board: &Board) -> Kernel {
    let squares = 0..board.squares();
    match class {
        Class::Leap => Kernel::Leaps(
            squares
                .map(|from| {
                    rides
                        .iter()
                        .filter(|_| exists(board, from))
                        .filter_map(|ride| board.step(from, ride.step))
                        .collect()
                })
                .collect(),
        ),
        Class::Ray => Kernel::Rays(rides.iter().map(|ride| ray(ride, board)).collect()),
        Class::Hop => Kernel::Hops(
            rides.iter().filter_map(|ride| Some(Hop { ray: ray(ride, board), hurdle: ride.hurdle? })).collect(),
        ),
        Class::Lame => Kernel::Lame(
            squares
                .map(|from| {
                    let here = rides.iter().filter(|_| exists(board, from));
                    here.filter_map(|ride| {
                        let to = board.step_over(from, ride.step, ride.joined)?;
                        let via = ride.via?;
                        Some(LameLeap {
                            to,
                            path: path(&via, ride, from, board)?,
                            occupied: via.state == ViaState::Occupied,
                        })
                    })
                    .collect()
                })
                .collect(),
        ),
        Class::Walk => Kernel::Walk(
            rides
                .iter()
                .map(|ride| Walk {
                    ride: *ride,
                    next: squares
                        .clone()
                        .map(|from| {
                            let next = board.step_over(from, ride.step, ride.joined);
                            next.filter(|_| exists(board, from)).unwrap_or(Walk::NOWHERE)
                        })
                        .collect(),
                    via: match ride.via {
                        Some(via) => squares.clone().map(|from| path(&via, ride, from, board)).collect(),
                        None => Vec::new(),
                    },
                })
                .collect(),
        ),
    }
}

fn exists(board: &Board, square: Square) -> bool {
    !board.holes.contains(square)
}

/// The squares that a step from here passes; `None` where one of them does not exist.
fn path(via: &Via, ride: &Ride, from: Square, board: &Board) -> Option<SquareSet> {
    via.path.iter().map(|&offset| board.step_over(from, offset, ride.joined)).collect::<Option<SquareSet>>()
}

fn ray(ride: &Ride, board: &Board) -> Ray {
    let (min, max) = (ride.min as usize, ride.max as usize);
    let far = |from: Square| -> Vec<Square> {
        if exists(board, from) { board.ray(from, ride.step).take(max).collect() } else { Vec::new() }
    };
    let skipped = if ride.skips { min - 1 } else { 0 };
    let squares = (0..board.squares()).map(|from| far(from).into_iter().skip(skipped).collect()).collect();
    let near = (min > 1 && !ride.skips)
        .then(|| (0..board.squares()).map(|from| far(from).into_iter().take(min - 1).collect()).collect());
    let ascending = i32::from(ride.step.dy) * i32::from(board.files) + i32::from(ride.step.dx) > 0;
    Ray { squares, near, ascending, step: (ride.step.dx, ride.step.dy) }
}

/// The kernel that leads back from where these rides end, if there is one that says exactly from where they do.
pub(crate) fn reversed(class: Class, rides: &[Ride], board: &Board) -> Option<Kernel> {
    match class {
        Class::Leap | Class::Lame => Some(inverse(&kernel(class, rides, board), board)),
        Class::Ray if rides.iter().all(|ride| !ride.skips) => {
            let back: Vec<Ride> = rides.iter().map(Ride::reversed).collect();
            // A ride that may not end early passes empty squares, from either end.
            Some(kernel(Class::Ray, &back, board))
        }
        Class::Hop
            if rides
                .iter()
                .all(|r| r.hurdle.is_some_and(|h| h.landing == wazir_variant_spec::rules::Landing::Beyond)) =>
        {
            let back: Vec<Ride> = rides.iter().map(Ride::reversed).collect();
            Some(kernel(Class::Hop, &back, board))
        }
        _ => None,
    }
}

/// From where a table of leaps leads to each square.
fn inverse(forward: &Kernel, board: &Board) -> Kernel {
    match forward {
        Kernel::Leaps(table) => Kernel::Leaps(origins(table)),
        Kernel::Lame(ways) => {
            let mut back = vec![Vec::new(); board.squares() as usize];
            for (from, ways) in (0..).zip(ways) {
                ways.iter().for_each(|way| back[way.to as usize].push(LameLeap { to: from, ..way.clone() }));
            }
            Kernel::Lame(back)
        }
        other => other.clone(),
    }
}

/// By square: the squares from which these rides may lead there, whatever stands between.
pub(crate) fn cover(rides: &[Ride], board: &Board) -> Kernel {
    let mut back = vec![SquareSet::EMPTY; board.squares() as usize];
    for from in board.all().iter() {
        for ride in rides {
            board.along(from, ride).for_each(|to| back[to as usize].insert(from));
        }
    }
    Kernel::Leaps(back)
}
