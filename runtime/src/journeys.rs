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
    /// A piece of the mover's own side, which stays.
    OwnHurdle,
    /// An enemy that could be captured, which stays.
    EnemyHurdle,
    /// An enemy that could be captured, which is carried away.
    CarriedEnemy,
    /// A piece of the mover's own side, which is carried away.
    CarriedFriend,
    /// No leg, but a note before the one that follows: where it starts, what is carried is put down.
    PutDown,
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

/// How a journey has ended that carries a piece from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carried<W> {
    /// Where it has ended. Nothing is captured on the way.
    pub arrival: Arrival<W>,
    /// Where the carried piece stood, and where it is put down.
    pub load: (usize, usize),
}

/// Such ends, each once.
pub type Carriages<W> = SmallVec<[Carried<W>; 16]>;

/// What stands where for a piece on its way, and what it has done so far.
#[derive(Clone, Copy)]
struct Way<W> {
    field: Field<W>,
    /// All pieces of its own side. (Empty where no leg asks for them.)
    own: W,
    /// Squares of its victims.
    taken: W,
    /// Where the piece stood that it carries.
    picked: Option<usize>,
    /// Where that is put down.
    put: Option<usize>,
}

impl<W: Bits> Way<W> {
    /// At the start, which counts as empty from now on.
    #[inline(always)]
    fn from(start: usize, field: Field<W>, own: W) -> Self {
        let start = W::single(start);
        let field = Field { empty: field.empty | start, enemies: field.enemies, friends: field.friends & !start };
        Way { field, own: own & !start, taken: W::EMPTY, picked: None, put: None }
    }

    /// After the piece that stood on this square is gone from there.
    #[inline(always)]
    fn without(self, square: W) -> Self {
        let field = Field {
            empty: self.field.empty | square,
            enemies: self.field.enemies & !square,
            friends: self.field.friends & !square,
        };
        Way { field, own: self.own & !square, ..self }
    }

    /// With what is carried in the way where it is put down, as soon as both are known.
    #[inline(always)]
    fn unloaded(mut self) -> Self {
        if let (Some(_), Some(put)) = (self.picked, self.put) {
            self.field.empty &= !W::single(put);
        }
        self
    }
}

impl<const N: usize> Journeys<N> {
    /// What a table of steps says of a step that leaves the board.
    pub const NOWHERE: u16 = u16::MAX;

    /// The squares at the ends of journeys that capture nothing on the way, whatever stands there.
    #[inline(never)]
    pub fn reach<W: Bits>(&self, from: usize, occupied: W) -> W {
        self.reach_over(from, occupied, W::EMPTY, W::EMPTY)
    }

    /// The same where some jump pieces of their own side only (`own`), or enemies they can capture only (`enemies`).
    #[inline(never)]
    pub fn reach_over<W: Bits>(&self, from: usize, occupied: W, own: W, enemies: W) -> W {
        let mut reached = W::EMPTY;
        let start = W::single(from);
        let board = (occupied & !start, own & !start, enemies);
        self.reach_by(0..self.legs.len(), from, 0, board, &mut reached);
        reached
    }

    fn reach_by<W: Bits>(&self, legs: Range<usize>, start: usize, before: u8, board: (W, W, W), reached: &mut W) {
        let (occupied, own, enemies) = board;
        self.walk(legs, start, before, |leg, following, steps, at| {
            let is_occupied = occupied.has(at);
            if let Some(steps) = steps {
                let goes_on = match leg.ground {
                    Ground::Empty => !is_occupied,
                    Ground::Hurdle => is_occupied,
                    Ground::Any => true,
                    Ground::OwnHurdle => own.has(at),
                    Ground::EnemyHurdle => enemies.has(at),
                    Ground::Enemy | Ground::Friend => false,
                    Ground::CarriedEnemy | Ground::CarriedFriend | Ground::PutDown => false,
                };
                if following.is_empty() {
                    *reached |= W::single(at);
                } else if goes_on {
                    self.reach_by(following, at, steps, board, reached);
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
            if leg.ground == Ground::PutDown {
                step(leg, place + 1..leg.next as usize, Some(before), start);
                place = leg.next as usize;
                continue;
            }
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
        self.travel_over(from, field, W::EMPTY, onto, arrivals);
    }

    /// The same where some jump pieces of their own side only: `own` are all of them.
    #[inline(never)]
    pub fn travel_over<W: Bits>(&self, from: usize, field: Field<W>, own: W, onto: W, arrivals: &mut Arrivals<W>) {
        let way = Way::from(from, field, own);
        let mut found = |way: &Way<W>, arrival: Arrival<W>| {
            let special = arrival.taken.any() || arrival.to == from || field.friends.has(arrival.to);
            if special && way.picked.is_none() && onto.has(arrival.to) && !arrivals.contains(&arrival) {
                arrivals.push(arrival);
            }
        };
        self.travel_by(0..self.legs.len(), from, 0, &way, &mut found);
    }

    /// Adds the journeys that carry a piece; `own` are all pieces of the mover's side. Only those that end on a square of `onto`.
    #[inline(never)]
    pub fn carry<W: Bits>(&self, from: usize, field: Field<W>, own: W, onto: W, carriages: &mut Carriages<W>) {
        let way = Way::from(from, field, own);
        let mut found = |way: &Way<W>, arrival: Arrival<W>| {
            let (Some(picked), Some(put)) = (way.picked, way.put) else { return };
            let carried = Carried { arrival, load: (picked, put) };
            if onto.has(arrival.to) && !carriages.contains(&carried) {
                carriages.push(carried);
            }
        };
        self.travel_by(0..self.legs.len(), from, 0, &way, &mut found);
    }

    fn travel_by<W: Bits>(
        &self,
        legs: Range<usize>,
        start: usize,
        before: u8,
        way: &Way<W>,
        found: &mut dyn FnMut(&Way<W>, Arrival<W>),
    ) {
        let field = &way.field;
        self.walk(legs, start, before, |leg, following, steps, at| {
            let is_empty = field.empty.has(at);
            let (stands, captures) = match leg.ground {
                Ground::Empty => (is_empty, false),
                Ground::Enemy => (field.enemies.has(at), true),
                Ground::Friend => (field.friends.has(at), true),
                Ground::Hurdle => (!is_empty, false),
                Ground::Any => (true, false),
                Ground::OwnHurdle | Ground::CarriedFriend => (way.own.has(at), false),
                Ground::EnemyHurdle | Ground::CarriedEnemy => (field.enemies.has(at), false),
                // Nothing is put down where it stood.
                Ground::PutDown => (way.picked != Some(at), false),
            };
            if let Some(steps) = steps.filter(|_| stands) {
                let square = W::single(at);
                match leg.ground {
                    Ground::PutDown => {
                        let way = Way { put: Some(at), ..*way }.unloaded();
                        self.travel_by(following, at, steps, &way, found);
                    }
                    Ground::CarriedEnemy | Ground::CarriedFriend => {
                        let way = Way { picked: Some(at), ..way.without(square) }.unloaded();
                        if following.is_empty() {
                            found(&way, Arrival { to: at, taken: way.taken, captures: false });
                        } else {
                            self.travel_by(following, at, steps, &way, found);
                        }
                    }
                    _ if following.is_empty() => found(way, Arrival { to: at, taken: way.taken, captures }),
                    _ if captures => {
                        // The victim is gone: its square is empty from now on.
                        let way = Way { taken: way.taken | square, ..way.without(square) };
                        self.travel_by(following, at, steps, &way, found);
                    }
                    _ => self.travel_by(following, at, steps, way, found),
                }
            }
            is_empty
        });
    }

    /// Can a journey from `from` capture what stands on `target` on its way, or by a journey as [`Journeys::travel`] and [`Journeys::carry`] find them?
    #[inline(never)]
    pub fn takes<W: Bits>(&self, from: usize, field: Field<W>, onto: W, target: usize) -> bool {
        self.takes_over(from, field, W::EMPTY, onto, target)
    }

    /// The same where some jump or carry pieces of their own side: `own` are all of them.
    #[inline(never)]
    pub fn takes_over<W: Bits>(&self, from: usize, field: Field<W>, own: W, onto: W, target: usize) -> bool {
        let way = Way::from(from, field, own);
        let mut takes = false;
        self.travel_by(0..self.legs.len(), from, 0, &way, &mut |_, arrival| {
            let captured = arrival.taken.has(target) || arrival.captures && arrival.to == target;
            takes |= captured && onto.has(arrival.to);
        });
        takes
    }
}
