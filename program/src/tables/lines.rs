//! Rays and lines of the empty board.

use super::leaps::union;
use crate::analysis::{Kernel, Ray, ray_squares, ray_way};
use alloc::{collections::BTreeSet, vec::Vec};
use wazir_variant_spec::rules::{Board, Joined, Square, SquareSet, Step};

/// The eight directions, in the order of the rays in a module's `RAYS`.
pub const DIRECTIONS: [(&str, i16, i16); 8] = [
    ("NORTH", 0, 1),
    ("NORTH_EAST", 1, 1),
    ("EAST", 1, 0),
    ("SOUTH_EAST", 1, -1),
    ("SOUTH", 0, -1),
    ("SOUTH_WEST", -1, -1),
    ("WEST", -1, 0),
    ("NORTH_WEST", -1, 1),
];

/// By square: all squares on the lines of a kernel.
pub fn open_lines(board: &Board, kernel: Kernel) -> Vec<SquareSet> {
    union(board, kernel.rays().into_iter().map(|ray| ray_squares(board, ray)))
}

/// By square: all squares on the lines through it along these steps, both ways.
pub fn both_ways(board: &Board, steps: &[Step]) -> Vec<SquareSet> {
    let ways = steps.iter().flat_map(|&step| [step, step.reversed()]);
    union(board, ways.map(|step| ray_squares(board, Ray::along(step))))
}

/// The lines along these steps that are long enough, each once.
pub fn long_lines(board: &Board, count: u16, along: &[Step]) -> Vec<SquareSet> {
    let line = |step| move |square| board.line(square, step).into_iter().collect::<SquareSet>();
    let all = along.iter().flat_map(|&step| board.all().iter().map(line(step)).collect::<Vec<_>>());
    let lines: BTreeSet<SquareSet> = all.filter(|line| line.len() >= count as usize).collect();
    lines.into_iter().collect()
}

/// By square: its ray, cut where square numbers jump back over a joined edge, into stretches along which they ascend or (`ascending` false) descend. All rows are as
/// long as the longest.
pub fn stretches(board: &Board, ray: Ray, ascending: bool) -> Vec<Vec<SquareSet>> {
    let cut = |way: Vec<Square>| -> Vec<SquareSet> {
        way.chunk_by(|a, b| (a < b) == ascending).map(|stretch| stretch.iter().copied().collect()).collect()
    };
    let mut rows: Vec<Vec<SquareSet>> = (0..board.squares()).map(|start| cut(ray_way(board, ray, start))).collect();
    let most = rows.iter().map(Vec::len).max().unwrap_or(0);
    rows.iter_mut().for_each(|row| row.resize(most, SquareSet::EMPTY));
    rows
}

pub(super) fn ray(board: &Board, square: Square, direction: usize) -> SquareSet {
    let (_, dx, dy) = DIRECTIONS[direction];
    board.ray(square, Step { dx, dy }).collect()
}

/// The direction from one square to another on a common line.
fn direction(board: &Board, a: Square, b: Square) -> Option<usize> {
    (0..8).find(|&d| ray(board, a, d).contains(b))
}

/// The squares strictly between two squares of one line, for each pair of squares, at `a * squares + b`; as on the flat board: over joined edges several lines may
/// lead from one square to another.
pub fn between_pairs(board: &Board) -> Vec<SquareSet> {
    pairs(board, between)
}

/// The whole line through two squares, for each pair of squares, at `a * squares + b`; empty when no line joins them. As on the flat board.
pub fn lines_through_pairs(board: &Board) -> Vec<SquareSet> {
    pairs(board, line)
}

fn pairs(board: &Board, of: impl Fn(&Board, Square, Square) -> SquareSet) -> Vec<SquareSet> {
    let flat = Board { joined: Joined::default(), ..board.clone() };
    let all = 0..board.squares();
    all.clone().flat_map(|a| all.clone().map(move |b| (a, b))).map(|(a, b)| of(&flat, a, b)).collect()
}

fn between(board: &Board, a: Square, b: Square) -> SquareSet {
    match direction(board, a, b) {
        Some(d) => ray(board, a, d).and(&ray(board, b, (d + 4) % 8)),
        None => SquareSet::EMPTY,
    }
}

fn line(board: &Board, a: Square, b: Square) -> SquareSet {
    match direction(board, a, b) {
        Some(d) => {
            let mut line = ray(board, a, d).or(&ray(board, a, (d + 4) % 8));
            line.insert(a);
            line
        }
        None => SquareSet::EMPTY,
    }
}

/// The squares of each colour of the chequered board.
pub fn colours(board: &Board) -> [SquareSet; 2] {
    let files = board.files as u16;
    [0, 1].map(|colour| board.all().iter().filter(|square| (square % files + square / files) % 2 == colour).collect())
}
