//! Where steps and leaps lead, and where they come from.

use crate::analysis::leap_targets;
use alloc::{vec, vec::Vec};
use wazir_variant_spec::rules::{Board, Square, SquareSet, Step};

/// By square: what any of these tables has there.
pub fn union(board: &Board, tables: impl IntoIterator<Item = Vec<SquareSet>>) -> Vec<SquareSet> {
    let mut all = vec![SquareSet::EMPTY; board.squares() as usize];
    for table in tables {
        all.iter_mut().zip(&table).for_each(|(all, these)| *all = all.or(these));
    }
    all
}

/// By square: where one of these steps leads.
pub fn around(board: &Board, steps: &[Step]) -> Vec<SquareSet> {
    union(board, steps.iter().map(|&step| leap_targets(board, step, &board.all(), &board.all())))
}

/// By square: from where leaps come, given where they lead.
pub fn origins(targets: &[SquareSet]) -> Vec<SquareSet> {
    let mut origins = vec![SquareSet::EMPTY; targets.len()];
    for (from, targets) in (0..).zip(targets) {
        targets.iter().for_each(|to| origins[to as usize].insert(from));
    }
    origins
}

/// By square: where a step leads; `None` off the board, and from holes.
pub fn steps_to(board: &Board, step: Step) -> Vec<Option<Square>> {
    let leads = |from: Square| board.step(from, step).filter(|_| !board.holes.contains(from));
    (0..board.squares()).map(leads).collect()
}

/// The squares from which a step leads to another.
pub fn leaving(board: &Board, step: Step) -> SquareSet {
    board.all().iter().filter(|&square| board.step(square, step).is_some()).collect()
}

/// By square: what decides about leaps from it between these sets, with the targets that each opens. `decider` says it of a start and a way, `None` where there is no
/// such leap. With `reversed`: about leaps to the square, with their starts.
pub fn conditional_leaps<W, K: PartialEq>(
    board: &Board,
    ways: &[(Step, W)],
    decider: impl Fn(Square, &W) -> Option<K>,
    (from, to): (&SquareSet, &SquareSet),
    reversed: bool,
) -> Vec<Vec<(K, SquareSet)>> {
    let mut rows: Vec<Vec<(K, SquareSet)>> = (0..board.squares()).map(|_| Vec::new()).collect();
    for start in from.and(&board.all()).iter() {
        for (step, way) in ways {
            let target = board.step(start, *step).filter(|&target| to.contains(target));
            let (Some(target), Some(decider)) = (target, decider(start, way)) else { continue };
            let (row, value) = if reversed { (target, start) } else { (start, target) };
            let row = &mut rows[row as usize];
            match row.iter_mut().find(|(known, _)| *known == decider) {
                Some((_, set)) => set.insert(value),
                None => row.push((decider, [value].into_iter().collect())),
            }
        }
    }
    rows
}

/// By the square on which a move by this step between these sets ends: where it began, and the square that it passed first, which `via` leads to.
pub fn passed_by(
    board: &Board,
    (step, via): (Step, Step),
    (from, to): (&SquareSet, &SquareSet),
) -> (Vec<SquareSet>, Vec<SquareSet>) {
    let none = vec![SquareSet::EMPTY; board.squares() as usize];
    let (mut origins, mut over) = (none.clone(), none);
    for start in from.iter().filter(|&square| square < board.squares()) {
        let (Some(end), Some(via)) = (board.step(start, step), board.step(start, via)) else { continue };
        if to.contains(end) {
            origins[end as usize].insert(start);
            over[end as usize].insert(via);
        }
    }
    (origins, over)
}
