//! All pieces of a type moved at once, where each of its terms is one step that is the same from everywhere.

use super::*;

/// A step that leads the same way from everywhere.
#[derive(Debug)]
pub(crate) struct Shift<W> {
    /// From the start to the end, in squares.
    pub(crate) by: i32,
    /// Squares that have to be empty, from the start.
    pub(crate) path: Vec<i32>,
    /// Where it can be made.
    pub(crate) starts: W,
    pub(crate) mask: usize,
    /// It leaves en passant squares: the first of them, from the start.
    pub(crate) leaves: Option<i32>,
}

/// Shifts that are made rather than looking at pieces one by one: as many as there often are pieces of a type.
pub(super) const MOST_SHIFTS: usize = 16;

/// The terms of a piece as shifts; none where one of them is none, or two may lead to one square.
pub(super) fn shifts<W: Bits>(program: &Program, piece: &PieceProgram, terms: &[Term<W>]) -> Vec<Shift<W>> {
    let none = Vec::new;
    if piece.royal
        || !piece.swaps.is_empty()
        || !piece.journeys.is_empty()
        || !piece.pushes.is_empty()
        || terms.is_empty()
    {
        return none();
    }
    let (squares, files) = (program.rules.board.squares() as usize, i32::from(program.rules.board.files));
    let mut shifts: Vec<(Shift<W>, bool, bool)> = Vec::new();
    for (term, linked) in piece.terms.iter().zip(terms) {
        if !term.when.is_always() {
            return none();
        }
        // The steps of the term: by files and squares, and over which squares.
        let mut steps: Vec<(i32, i32, Vec<i32>, W)> = Vec::new();
        for from in 0..squares {
            let ways: Vec<(usize, Vec<i32>)> = match &program.kernels[term.kernel] {
                Kernel::Leaps(table) => table[from].iter().map(|to| (to as usize, Vec::new())).collect(),
                Kernel::Lame(ways) if ways[from].iter().all(|way| !way.occupied) => ways[from]
                    .iter()
                    .map(|way| (way.to as usize, way.path.iter().map(|at| i32::from(at) - from as i32).collect()))
                    .collect(),
                _ => return none(),
            };
            for (to, over) in ways {
                if !linked.from.has(from) || !linked.to.has(to) {
                    continue;
                }
                let by = to as i32 - from as i32;
                let aside = to as i32 % files - from as i32 % files;
                match steps.iter_mut().find(|(dx, known, path, _)| (*dx, *known) == (aside, by) && *path == over) {
                    Some((.., starts)) => *starts |= W::single(from),
                    None => steps.push((aside, by, over, W::single(from))),
                }
                if shifts.len() + steps.len() > MOST_SHIFTS {
                    return none();
                }
            }
        }
        let (to_empty, to_enemy) = (term.to_empty, term.to_enemy);
        for (_, by, path, starts) in steps {
            let same = |other: &(Shift<W>, bool, bool)| {
                other.0.by == by && (other.0.starts & starts).any() && (other.1 && to_empty || other.2 && to_enemy)
            };
            if shifts.iter().any(same) {
                return none();
            }
            // Where en passant squares are left: the first of those that are passed.
            let leaves = term.leaves.as_ref().and_then(|_| path.iter().copied().min());
            shifts.push((Shift { by, path, starts, mask: linked.mask, leaves }, to_empty, to_enemy));
        }
    }
    // Moves to one square come in the order of those from where they come then, as random games ask for them.
    shifts.sort_by_key(|(shift, ..)| core::cmp::Reverse(shift.by));
    shifts.into_iter().map(|(shift, ..)| shift).collect()
}
