//! What sliders and hoppers reach, and which leaps are open, by the packed occupancy of the squares that decide about it.

use super::Word;
use super::lines::DIRECTIONS;
use alloc::{vec, vec::Vec};
use wazir_variant_spec::rules::{Board, Square, SquareSet, Step, ViaState};

/// Largest slider table worth having, in bytes; beyond that sliders walk rays.
const LARGEST_TABLE: usize = 3 << 19;

/// How rook and bishop attacks are looked up where PEXT is fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// One PEXT of all lines through the square.
    Square,
    /// One PEXT a line.
    Line,
    /// No table: rays.
    Rays,
}

/// The lookup for sliders along these four directions (indices into [`DIRECTIONS`]).
pub fn lookup(board: &Board, word: Word, rook: bool) -> Lookup {
    let bytes = |groups: &[Vec<usize>], size: usize| {
        let entries: usize = (0..board.squares())
            .flat_map(|square| groups.iter().map(move |group| (square, group)))
            .map(|(square, group)| {
                1_usize.checked_shl(relevant(board, square, group).len() as u32).unwrap_or(usize::MAX)
            })
            .fold(0, usize::saturating_add);
        entries.saturating_mul(size)
    };
    match word {
        Word::One if bytes(&lines(rook, false), 8) <= LARGEST_TABLE => Lookup::Square,
        Word::One if bytes(&lines(rook, true), 8) <= LARGEST_TABLE => Lookup::Line,
        Word::Two if bytes(&lines(rook, true), 16) <= LARGEST_TABLE => Lookup::Line,
        _ => Lookup::Rays,
    }
}

/// The directions of rook or bishop, in one group or line by line.
fn lines(rook: bool, split: bool) -> Vec<Vec<usize>> {
    let first = usize::from(!rook);
    if split {
        vec![vec![first, first + 4], vec![first + 2, first + 6]]
    } else {
        vec![vec![first, first + 2, first + 4, first + 6]]
    }
}

/// The squares whose occupancy matters to a slider: all on its lines that have another square behind them.
fn relevant(board: &Board, square: Square, directions: &[usize]) -> SquareSet {
    let mut set = SquareSet::EMPTY;
    if board.holes.contains(square) {
        return set;
    }
    for &direction in directions {
        let (_, dx, dy) = DIRECTIONS[direction];
        let mut way: Vec<Square> = board.ray(square, Step { dx, dy }).collect();
        way.pop();
        way.into_iter().for_each(|s| set.insert(s));
    }
    set
}

/// What a kernel reaches along a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// Up to and including the first occupied square.
    Slide,
    /// Behind the first occupied square (the hurdle), up to and including the next occupied one.
    Beyond,
    /// The square just behind the hurdle.
    JustBehind,
    /// Looking back from a square that is landed on just behind a hurdle: the square (or, when none is occupied, the last square) where
    /// the hopper would stand.
    BackFromBehind,
}

/// Squares reached with this occupancy.
fn reach(board: &Board, square: Square, directions: &[usize], occupied: &SquareSet, kind: Reach) -> SquareSet {
    let mut reached = SquareSet::EMPTY;
    if board.holes.contains(square) {
        return reached;
    }
    for &direction in directions {
        let (_, dx, dy) = DIRECTIONS[direction];
        let step = Step { dx, dy };
        let line: Vec<Square> = board.ray(square, step).collect();
        let first = line.iter().position(|&s| occupied.contains(s));
        let up_to_next = |from: usize| {
            let next = line[from..].iter().position(|&s| occupied.contains(s));
            &line[from..next.map_or(line.len(), |n| from + n + 1)]
        };
        let squares = match (kind, first) {
            (Reach::Slide, _) => up_to_next(0),
            (Reach::Beyond, Some(hurdle)) => up_to_next(hurdle + 1),
            (Reach::JustBehind, Some(hurdle)) => &line[hurdle + 1..line.len().min(hurdle + 2)],
            (Reach::BackFromBehind, Some(0)) => {
                let beyond = up_to_next(1);
                &beyond[beyond.len().saturating_sub(1)..]
            }
            _ => &[],
        };
        squares.iter().for_each(|&s| reached.insert(s));
    }
    reached
}

/// Rows of a table by packed occupancy: for each square, groups of squares whose occupancy matters and what it leads to.
pub type PackedRows = Vec<Vec<(SquareSet, Vec<SquareSet>)>>;

/// What is reached from each square, by the packed occupancy of its lines taken together or (`split`) one by one.
pub fn reach_table(board: &Board, rook: bool, split: bool, kind: Reach) -> PackedRows {
    let row = |square: Square| {
        let groups = lines(rook, split).into_iter().map(|group| {
            let mask = relevant(board, square, &group);
            let squares: Vec<Square> = mask.iter().collect();
            let entries = (0..1_u64 << squares.len()).map(|index| {
                let occupied = squares.iter().enumerate().filter(|(bit, _)| index >> bit & 1 == 1).map(|(_, &s)| s);
                reach(board, square, &group, &occupied.collect(), kind)
            });
            (mask, entries.collect())
        });
        groups.collect()
    };
    (0..board.squares()).map(row).collect()
}

/// Leaps, each of which one square decides about, as rows by the packed occupancy of these squares: for each table that is needed, with at most `most` of the squares a
/// row, one group by square. `ways`: by square, the deciding squares with what each opens (see [`super::conditional_leaps`]).
pub fn packed_ways(ways: &[Vec<(Square, SquareSet)>], state: ViaState, most: usize) -> Vec<PackedRows> {
    let tables = ways.iter().map(|row| row.len().div_ceil(most)).max().unwrap_or(0).max(1);
    let row = |ways: &Vec<(Square, SquareSet)>, table: usize| {
        let mut ways: Vec<&(Square, SquareSet)> = ways.iter().skip(table * most).take(most).collect();
        ways.sort_unstable_by_key(|(via, _)| *via);
        let entries = (0..1_usize << ways.len()).map(|occupied| {
            let open = |bit: usize| (occupied >> bit & 1 == 1) == (state == ViaState::Occupied);
            let reached = ways.iter().enumerate().filter(|(bit, _)| open(*bit));
            reached.fold(SquareSet::EMPTY, |set, (_, (_, targets))| set.or(targets))
        });
        vec![(ways.iter().map(|(via, _)| *via).collect(), entries.collect())]
    };
    (0..tables).map(|table| ways.iter().map(|ways| row(ways, table)).collect()).collect()
}
