//! Along a ray: how far sliders and hoppers get, from the occupied squares on it.

use crate::Bits;

/// All squares from `a` to `b`, both included, where all squares between them are consecutive (a rank).
#[inline(always)]
pub fn span<W: Bits>(a: usize, b: usize) -> W {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    W::single(low).from_last() & W::single(high).through_first()
}

/// How far a slider gets along `ray`: through the empty squares up to and including the first occupied one. `ascending`: the ray's
/// squares ascend with the distance.
#[inline(always)]
pub fn slide<W: Bits>(ray: W, occupied: W, ascending: bool) -> W {
    let blockers = ray & occupied;
    ray & if ascending { blockers.through_first() } else { blockers.from_last() }
}

/// What a hopper reaches along `ray`: the squares behind the first occupied one (the hurdle), up to and including the next occupied one.
#[inline(always)]
pub fn hop<W: Bits>(ray: W, occupied: W, ascending: bool) -> W {
    let hurdle = first_on(ray, occupied, ascending);
    slide(ray, occupied, ascending) ^ slide(ray, occupied ^ hurdle, ascending)
}

/// The square just behind the first occupied one on `ray`.
#[inline(always)]
pub fn hop_behind<W: Bits>(ray: W, occupied: W, ascending: bool) -> W {
    let beyond = hop(ray, occupied, ascending);
    first_on(beyond, beyond, ascending)
}

/// Where a hopper along the reverse of `ray` stands that lands, where `ray` starts, just behind its hurdle: the second occupied square of
/// the ray when the nearest square is occupied too.
#[inline(always)]
pub fn hopper_behind<W: Bits>(ray: W, occupied: W, ascending: bool) -> W {
    let nearest = first_on(ray, ray, ascending);
    let hopper = first_on(ray, occupied & !nearest, ascending);
    if (nearest & occupied).is_empty() { W::EMPTY } else { hopper }
}

/// The first occupied square along `ray`.
#[inline(always)]
pub fn first_on<W: Bits>(ray: W, occupied: W, ascending: bool) -> W {
    let blockers = ray & occupied;
    if ascending { blockers.lowest() } else { blockers.highest() }
}

/// The squares of `ray` before `end`, which is one of them.
#[inline(always)]
pub fn before<W: Bits>(ray: W, end: usize, ascending: bool) -> W {
    let end = W::single(end);
    ray & !end & if ascending { end.through_first() } else { end.from_last() }
}
