//! Rays over joined edges. Square numbers along such a ray jump back where it goes on at the other edge, so it is kept as its stretches between
//! these jumps, nearest first; along each of them numbers go one way, and the functions for ordinary rays apply.

use crate::Bits;
use crate::batches::{before, first_on, slide};

/// How far a slider gets along the ray: through the empty squares up to and including the first occupied one.
#[inline(always)]
pub fn slide_joined<W: Bits, const N: usize>(ray: [W; N], occupied: W, ascending: bool) -> W {
    let mut reached = W::EMPTY;
    for stretch in ray {
        reached |= slide(stretch, occupied, ascending);
        if (stretch & occupied).any() {
            break;
        }
    }
    reached
}

/// What a hopper reaches along the ray: the squares behind the first occupied one (the hurdle), up to and including the next occupied one.
#[inline(always)]
pub fn hop_joined<W: Bits, const N: usize>(ray: [W; N], occupied: W, ascending: bool) -> W {
    let way = slide_joined(ray, occupied, ascending);
    if (way & occupied).is_empty() {
        return W::EMPTY;
    }
    slide_joined(ray.map(|stretch| stretch & !way), occupied, ascending)
}

/// The square just behind the first occupied one on the ray.
#[inline(always)]
pub fn hop_behind_joined<W: Bits, const N: usize>(ray: [W; N], occupied: W, ascending: bool) -> W {
    let beyond = hop_joined(ray, occupied, ascending);
    first_joined(ray.map(|stretch| stretch & beyond), beyond, ascending)
}

/// Where a hopper along the reverse of the ray stands that lands, where the ray starts, just behind its hurdle: the second occupied square of
/// the ray when the nearest square is occupied too.
#[inline(always)]
pub fn hopper_behind_joined<W: Bits, const N: usize>(ray: [W; N], occupied: W, ascending: bool) -> W {
    let nearest = first_joined(ray, !W::EMPTY, ascending);
    let hopper = first_joined(ray, occupied & !nearest, ascending);
    if (nearest & occupied).is_empty() { W::EMPTY } else { hopper }
}

/// The squares of the ray before `end`, which is one of them.
#[inline(always)]
pub fn before_joined<W: Bits, const N: usize>(ray: [W; N], end: usize, ascending: bool) -> W {
    let mut squares = W::EMPTY;
    for stretch in ray {
        if stretch.has(end) {
            return squares | before(stretch, end, ascending);
        }
        squares |= stretch;
    }
    squares
}

/// The first occupied square along the ray.
#[inline(always)]
fn first_joined<W: Bits, const N: usize>(ray: [W; N], occupied: W, ascending: bool) -> W {
    ray.into_iter().map(|stretch| first_on(stretch, occupied, ascending)).find(|first| first.any()).unwrap_or(W::EMPTY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Set64;
    use alloc::vec::Vec;

    /// Every occupancy of two rings of eight squares, seen from each square both ways, against walking square by square.
    #[test]
    fn rays_round_a_ring_are_walked_in_their_order() {
        for start in 0..8_usize {
            for ascending in [true, false] {
                let steps = (1..8).map(|n| if ascending { (start + n) % 8 } else { (start + 8 - n) % 8 });
                let way: Vec<usize> = steps.collect();
                let near = |&&at: &&usize| (at > start) == ascending;
                let set = |squares: &[usize]| squares.iter().fold(Set64::EMPTY, |set, &at| set | Set64::single(at));
                let stretches = [
                    set(&way.iter().filter(near).copied().collect::<Vec<_>>()),
                    set(&way.iter().filter(|at| !near(at)).copied().collect::<Vec<_>>()),
                ];
                for occupied in 0..256_u64 {
                    let is_occupied = |at: &usize| occupied >> at & 1 == 1;
                    let places: Vec<usize> = (0..7).filter(|&n| is_occupied(&way[n])).collect();
                    let upto = |from: usize, place: Option<&usize>| set(&way[from..place.map_or(7, |n| n + 1)]);
                    let occupied = Set64(occupied);
                    let slid = slide_joined(stretches, occupied, ascending);
                    assert_eq!(slid, upto(0, places.first()));
                    let hopped = places.first().map_or(Set64::EMPTY, |first| upto(first + 1, places.get(1)));
                    assert_eq!(hop_joined(stretches, occupied, ascending), hopped);
                    let behind = places.first().and_then(|first| way.get(first + 1));
                    let behind = behind.map_or(Set64::EMPTY, |&at| Set64::single(at));
                    assert_eq!(hop_behind_joined(stretches, occupied, ascending), behind);
                    let hopper = match places[..] {
                        [0, second, ..] => Set64::single(way[second]),
                        _ => Set64::EMPTY,
                    };
                    assert_eq!(hopper_behind_joined(stretches, occupied, ascending), hopper);
                }
                for end in 0..7 {
                    assert_eq!(before_joined(stretches, way[end], ascending), set(&way[..end]));
                }
            }
        }
    }
}
