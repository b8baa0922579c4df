//! Pushes: rows of pieces that go one step on, walked over tables of the game.

use crate::{Bits, Shove, Square};
use smallvec::SmallVec;

/// What stands where, as one piece sees it that pushes.
#[derive(Clone, Copy, Debug)]
pub struct Field<W> {
    /// Empty squares, that of the piece itself included if it leaves it.
    pub empty: W,
    /// Pieces that it can push.
    pub pushed: W,
    /// Those of them that it can push over the edge.
    pub over_edge: W,
    /// Those of them that it can crush against something.
    pub crushed: W,
    /// Most pieces in a row.
    pub most: u16,
    /// It stays where it is.
    pub stays: bool,
}

/// Pushes of one piece, each once.
pub type Shoves = SmallVec<[Shove; 16]>;

/// What a table of steps says of a step that leads nowhere.
pub const NOWHERE: u16 = u16::MAX;

/// The push of the row that begins on `first`, by a step that leads from each square where the table says. `None` if it cannot be made.
#[inline(never)]
pub fn shove<W: Bits, const N: usize>(step: &[u16; N], first: usize, field: Field<W>) -> Option<Shove> {
    if !field.pushed.has(first) {
        return None;
    }
    let (mut last, mut length) = (first, 1);
    let lost = loop {
        let behind = step[last] as usize;
        if behind == NOWHERE as usize {
            break field.over_edge.has(last).then_some(true)?;
        }
        if field.empty.has(behind) {
            break false;
        }
        if length == field.most || !field.pushed.has(behind) {
            break field.crushed.has(last).then_some(true)?;
        }
        (last, length) = (behind, length + 1);
    };
    let next = if lost && length == 1 { first } else { step[first] as usize };
    Some(Shove { first: first as Square, next: next as Square, last: last as Square, lost, stays: field.stays })
}

/// Could what stands on a square be lost by a push along this step? Not where the square behind it is empty.
#[inline(always)]
pub fn may_be_lost<W: Bits, const N: usize>(step: &[u16; N], square: usize, empty: W) -> bool {
    let behind = step[square];
    behind == NOWHERE || !empty.has(behind as usize)
}

/// Adds the pushes of the rows that begin on squares of `firsts`.
#[inline(never)]
pub fn add<W: Bits, const N: usize>(step: &[u16; N], firsts: W, field: Field<W>, shoves: &mut Shoves) {
    for first in firsts & field.pushed {
        if let Some(shove) = shove(step, first, field)
            && !shoves.contains(&shove)
        {
            shoves.push(shove);
        }
    }
}

/// The squares of a row, in its order, and where its last piece goes if that is not lost.
pub fn row<const N: usize>(steps: &[[u16; N]], shove: Shove) -> SmallVec<[usize; 8]> {
    let mut row: SmallVec<[usize; 8]> = SmallVec::new();
    row.push(shove.first as usize);
    // Where two steps lead from one square to the same, they do so from all.
    let Some(step) = steps.iter().find(|step| step[shove.first as usize] == shove.next) else { return row };
    let mut at = shove.first;
    while at != shove.last {
        at = step[at as usize];
        row.push(at as usize);
    }
    if !shove.lost {
        row.push(step[at as usize] as usize);
    }
    row
}
