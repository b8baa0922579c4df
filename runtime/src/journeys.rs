//! Journeys: moves of several legs, walked leg by leg over tables of the game.

use crate::{Bits, Square};
use core::ops::Range;
use smallvec::SmallVec;

/// What stands where a leg ends, and what becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Nothing.
    Empty,
    /// An enemy, which is captured.
    Enemy,
    /// A piece of the mover's own side, which is captured.
    Friend,
    /// A piece of either side or a wall, which stays.
    Hurdle,
    /// Whatever: it stays.
    Any,
}

/// A leg of a journey. Legs that may follow it stand behind it in the table, up to [`Leg::next`]; where there are none, the journey ends.
#[derive(Clone, Copy, Debug)]
pub struct Leg {
    /// Which of the tables of steps.
    pub step: u16,
    /// Fewest steps, at least 1.
    pub min: u8,
    /// Most steps.
    pub max: u8,
    /// Exactly as many steps as the leg before it; `min` and `max` do not count then.
    pub as_long: bool,
    /// What has to stand on its last square; those before it are empty.
    pub ground: Ground,
    /// Place in the table of the next leg that does not follow this one.
    pub next: u16,
}

/// The journeys of a piece, on a board with `N` squares.
#[derive(Clone, Copy, Debug)]
pub struct Journeys<const N: usize> {
    /// Where each step leads from each square; [`Journeys::NOWHERE`] off the board.
    pub steps: &'static [[u16; N]],
    /// The legs, each followed by those that continue it.
    pub legs: &'static [Leg],
}

/// What stands where, as one piece sees it that sets out.
#[derive(Clone, Copy, Debug)]
pub struct Field<W> {
    /// Empty squares, that of the piece itself included.
    pub empty: W,
    /// Enemies it can capture.
    pub enemies: W,
    /// Pieces of its own side that it can capture.
    pub friends: W,
}

/// How a journey has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival<W> {
    /// Where.
    pub to: usize,
    /// The victims on the way.
    pub taken: W,
    /// Is something captured on `to`?
    pub captures: bool,
}

impl<W: Bits> Arrival<W> {
    /// The first two victims, ascending, as moves hold them.
    #[inline(always)]
    pub fn victims(&self) -> (Option<Square>, Option<Square>) {
        let mut victims = self.taken.into_iter().map(|square| square as Square);
        let first = victims.next();
        (first, victims.next())
    }
}

/// Arrivals, each once.
pub type Arrivals<W> = SmallVec<[Arrival<W>; 16]>;

impl<const N: usize> Journeys<N> {
    /// What a table of steps says of a step that leaves the board.
    pub const NOWHERE: u16 = u16::MAX;

    /// The squares at the ends of journeys that capture nothing on the way, whatever stands there.
    #[inline(never)]
    pub fn reach<W: Bits>(&self, from: usize, occupied: W) -> W {
        let mut reached = W::EMPTY;
        self.reach_by(0..self.legs.len(), from, 0, occupied & !W::single(from), &mut reached);
        reached
    }

    fn reach_by<W: Bits>(&self, legs: Range<usize>, start: usize, before: u8, occupied: W, reached: &mut W) {
        self.walk(legs, start, before, |leg, following, steps, at| {
            let is_occupied = occupied.has(at);
            if let Some(steps) = steps {
                let goes_on = match leg.ground {
                    Ground::Empty => !is_occupied,
                    Ground::Hurdle => is_occupied,
                    Ground::Any => true,
                    Ground::Enemy | Ground::Friend => false,
                };
                if following.is_empty() {
                    *reached |= W::single(at);
                } else if goes_on {
                    self.reach_by(following, at, steps, occupied, reached);
                }
            }
            !is_occupied
        });
    }

    /// Walks each of `legs` (not those that continue them) step by step from `start`, after a leg of `before` steps. `step` gets the leg, those that continue it, the number of
    /// steps if the leg may end after so many, and the square; it says whether the leg may go on over that square.
    #[inline(always)]
    fn walk(
        &self,
        legs: Range<usize>,
        start: usize,
        before: u8,
        mut step: impl FnMut(&Leg, Range<usize>, Option<u8>, usize) -> bool,
    ) {
        let mut place = legs.start;
        while place < legs.end {
            let leg = &self.legs[place];
            let (min, max) = if leg.as_long { (before, before) } else { (leg.min, leg.max) };
            let mut at = start;
            for steps in 1..=max {
                at = match self.steps[leg.step as usize][at] {
                    Self::NOWHERE => break,
                    next => next as usize,
                };
                let may_end = (steps >= min).then_some(steps);
                if !step(leg, place + 1..leg.next as usize, may_end, at) {
                    break;
                }
            }
            place = leg.next as usize;
        }
    }

    /// Adds the journeys that are more than a move to another square, empty or an enemy's: those that capture on the way, that capture an own piece, or that end where they
    /// began. Only those that end on a square of `onto`.
    #[inline(never)]
    pub fn travel<W: Bits>(&self, from: usize, field: Field<W>, onto: W, arrivals: &mut Arrivals<W>) {
        let start = W::single(from);
        let field = Field { empty: field.empty | start, enemies: field.enemies, friends: field.friends & !start };
        let mut found = |arrival: Arrival<W>| {
            let special = arrival.taken.any() || arrival.to == from || field.friends.has(arrival.to);
            if special && onto.has(arrival.to) && !arrivals.contains(&arrival) {
                arrivals.push(arrival);
            }
        };
        self.travel_by(0..self.legs.len(), from, 0, field, W::EMPTY, &mut found);
    }

    fn travel_by<W: Bits>(
        &self,
        legs: Range<usize>,
        start: usize,
        before: u8,
        field: Field<W>,
        taken: W,
        found: &mut dyn FnMut(Arrival<W>),
    ) {
        self.walk(legs, start, before, |leg, following, steps, at| {
            let is_empty = field.empty.has(at);
            let (stands, captures) = match leg.ground {
                Ground::Empty => (is_empty, false),
                Ground::Enemy => (field.enemies.has(at), true),
                Ground::Friend => (field.friends.has(at), true),
                Ground::Hurdle => (!is_empty, false),
                Ground::Any => (true, false),
            };
            if let Some(steps) = steps.filter(|_| stands) {
                let square = W::single(at);
                if following.is_empty() {
                    found(Arrival { to: at, taken, captures });
                } else if captures {
                    // The victim is gone: its square is empty from now on.
                    let field = Field {
                        empty: field.empty | square,
                        enemies: field.enemies & !square,
                        friends: field.friends & !square,
                    };
                    self.travel_by(following, at, steps, field, taken | square, found);
                } else {
                    self.travel_by(following, at, steps, field, taken, found);
                }
            }
            is_empty
        });
    }

    /// Can a journey from `from` capture what stands on `target` on its way, or by a journey as [`Journeys::travel`] finds them?
    #[inline(never)]
    pub fn takes<W: Bits>(&self, from: usize, field: Field<W>, onto: W, target: usize) -> bool {
        let start = W::single(from);
        let field = Field { empty: field.empty | start, enemies: field.enemies, friends: field.friends & !start };
        let mut takes = false;
        self.travel_by(0..self.legs.len(), from, 0, field, W::EMPTY, &mut |arrival| {
            let captured = arrival.taken.has(target) || arrival.captures && arrival.to == target;
            takes |= captured && onto.has(arrival.to);
        });
        takes
    }
}
