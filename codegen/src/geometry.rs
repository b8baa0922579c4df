//! The tables that depend on the board alone: rays, lines between squares, slider tables. Games on equal boards share them.

use crate::plan::{Ray, Word, ray_squares};
use crate::tables::{PackedRows, word_type, write_packed, write_sets};
use std::fmt::Write;
use wazir_variant_spec::rules::{Board, Joined, Square, SquareSet, Step};

/// The eight directions, in the order of the rays in a module's `RAYS`.
pub(crate) const DIRECTIONS: [(&str, i16, i16); 8] = [
    ("NORTH", 0, 1),
    ("NORTH_EAST", 1, 1),
    ("EAST", 1, 0),
    ("SOUTH_EAST", 1, -1),
    ("SOUTH", 0, -1),
    ("SOUTH_WEST", -1, -1),
    ("WEST", -1, 0),
    ("NORTH_WEST", -1, 1),
];

/// Largest slider table worth having, in bytes; beyond that sliders walk rays.
const LARGEST_TABLE: usize = 3 << 19;

/// How rook and bishop attacks are looked up where PEXT is fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lookup {
    /// One PEXT of all lines through the square.
    Square,
    /// One PEXT a line.
    Line,
    /// No table: rays.
    Rays,
}

/// The lookup for sliders along these four directions (indices into [`DIRECTIONS`]).
pub(crate) fn lookup(board: &Board, word: Word, rook: bool) -> Lookup {
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

fn ray(board: &Board, square: Square, direction: usize) -> SquareSet {
    let (_, dx, dy) = DIRECTIONS[direction];
    board.ray(square, Step { dx, dy }).collect()
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
pub(crate) enum Reach {
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

/// Name of the geometry module of a board: `_board_8x8`, `_board_8x8_torus`; boards with holes get a digest of them. No game's module can be called so
/// (`wazir_variant_spec::file_name::module_name`).
pub(crate) fn module_name(board: &Board) -> String {
    let joint = match board.joined {
        Joined { files: false, ranks: false } => "",
        Joined { files: true, ranks: false } => "_joined_files",
        Joined { files: false, ranks: true } => "_joined_ranks",
        Joined { files: true, ranks: true } => "_torus",
    };
    let name = format!("_board_{}x{}{joint}", board.files, board.ranks);
    if board.holes.is_empty() {
        return name;
    }
    let digest =
        board.holes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, s| (hash ^ s as u64).wrapping_mul(0x0100_0000_01b3));
    format!("{name}_{digest:016x}")
}

/// The geometry module of a board as Rust text.
pub(crate) fn module(board: &Board, word: Word) -> String {
    let mut text = String::new();
    let size = board.squares();
    let _ = writeln!(
        text,
        "// Geometry of a board of {} files and {} ranks. Generated by wazir-codegen: do not edit.",
        board.files, board.ranks
    );
    let _ = writeln!(
        text,
        "#![allow(dead_code, unreachable_pub, missing_docs, clippy::all, reason = \"generated tables; a game uses those it needs\")]"
    );
    for (name, dx, dy) in DIRECTIONS {
        let sets = ray_squares(board, Ray::along(Step { dx, dy }));
        table(
            &mut text,
            word,
            name,
            &format!("Squares to the {} of each square, to the edge.", name.to_lowercase().replace('_', "-")),
            &sets,
        );
    }
    // Over joined edges several lines may lead from one square to another: these tables are about the flat board.
    let board_as_it_is = board;
    let board = &Board { joined: Joined::default(), ..board.clone() };
    let pairs = || (0..size).flat_map(|a| (0..size).map(move |b| (a, b)));
    let between: Vec<SquareSet> = pairs().map(|(a, b)| between(board, a, b)).collect();
    table(
        &mut text,
        word,
        "BETWEEN",
        &format!("Squares strictly between two squares of one line, at [a * {size} + b]."),
        &between,
    );
    let line: Vec<SquareSet> = pairs().map(|(a, b)| line(board, a, b)).collect();
    table(
        &mut text,
        word,
        "LINE",
        &format!("The whole line through two squares, at [a * {size} + b]; empty when no line joins them."),
        &line,
    );
    let board = board_as_it_is;
    for (rook, name) in [(true, "ROOK"), (false, "BISHOP")] {
        let split = match lookup(board, word, rook) {
            Lookup::Square => false,
            Lookup::Line => true,
            Lookup::Rays => continue,
        };
        write_packed(
            &mut text,
            word,
            "pub ",
            (&format!("{name}_LINES"), &format!("{name}_ATTACKS")),
            (
                "For each square and line: the squares whose occupancy matters, and where its attacks start in the table.",
                "Attacks by packed occupancy.",
            ),
            &reach_table(board, rook, split, Reach::Slide),
        );
    }
    text
}

/// What is reached from each square, by the packed occupancy of its lines taken together or (`split`) one by one.
pub(crate) fn reach_table(board: &Board, rook: bool, split: bool, kind: Reach) -> PackedRows {
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

fn table(text: &mut String, word: Word, name: &str, about: &str, sets: &[SquareSet]) {
    let head = format!("pub static {name}: [{}; {}] = [", word_type(word), sets.len());
    write_sets(text, word, &head, about, &sets.iter().collect::<Vec<_>>());
}

/// The direction from one square to another on a common line.
fn direction(board: &Board, a: Square, b: Square) -> Option<usize> {
    (0..8).find(|&d| ray(board, a, d).contains(b))
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
