//! What captures and arrivals do besides taking a piece and its place: explosions and conversions.

use super::*;
use wazir_program::analysis::ray_squares;

#[derive(Debug)]
pub(crate) struct Blast<W> {
    pub(crate) around: Vec<W>,
    pub(crate) spares: Kinds,
    pub(crate) capturers: Kinds,
    pub(crate) petrifies: Kinds,
}

#[derive(Debug)]
pub(crate) struct Converting<W> {
    pub(crate) by_moves: bool,
    pub(crate) by_drops: bool,
    pub(crate) beside: Option<Vec<W>>,
    pub(crate) around: Option<Vec<W>>,
    pub(crate) rows: Vec<Row<W>>,
}

/// Rows in one direction.
#[derive(Debug)]
pub(crate) enum Row<W> {
    /// The lines from each square, the step in squares, and the squares from which it leads on.
    Straight { ray: RayTable<W>, by: i32, starts: W },
    /// Where steps lead, over joined edges.
    Round(Vec<u16>),
}

/// A step in squares, on a board without joined edges.
pub(super) fn in_squares(program: &Program, step: Step) -> i32 {
    i32::from(step.dy) * i32::from(program.rules.board.files) + i32::from(step.dx)
}

/// The line of a step from each square, to where the board ends.
pub(super) fn line_of_steps<W: Bits>(program: &Program, step: Step) -> RayTable<W> {
    let squares = ray_squares(&program.rules.board, wazir_program::analysis::Ray::along(step));
    RayTable { squares: squares.iter().map(word).collect(), near: None, ascending: in_squares(program, step) > 0 }
}

pub(super) fn row<W: Bits>(program: &Program, step: Step) -> Row<W> {
    let board = &program.rules.board;
    if board.joined.any() {
        return Row::Round(nexts(program, step));
    }
    Row::Straight {
        ray: line_of_steps(program, step),
        by: in_squares(program, step),
        starts: word(&tables::leaving(board, step)),
    }
}
