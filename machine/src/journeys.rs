//! Moves of several legs: where they end, and what they capture or carry on their way.

use crate::generate::Sink;
use crate::link::{NOWHERE, Piece};
use crate::state::At;
use alloc::vec::Vec;
use smallvec::SmallVec;
use wazir_program::{Kinds, When};
use wazir_runtime::{Bits, Move, PieceId, Square};
use wazir_variant_spec::rules::Ground;

/// A leg, with those that may follow it.
#[derive(Debug)]
pub(crate) struct Leg {
    /// By square: where a step leads.
    pub(crate) next: alloc::sync::Arc<Vec<u16>>,
    pub(crate) min: u16,
    pub(crate) max: u16,
    pub(crate) as_long: bool,
    pub(crate) ground: Ground,
    pub(crate) unloads: bool,
    pub(crate) then: Vec<Leg>,
}

/// Journeys of a piece under the same conditions.
#[derive(Debug)]
pub(crate) struct Journeys<W> {
    pub(crate) legs: Vec<Leg>,
    pub(crate) when: When,
    pub(crate) from: W,
    pub(crate) to: W,
    /// By square: from where a journey might capture there, whatever stands on its way.
    pub(crate) cover: Vec<W>,
}

/// How a journey has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Arrival<W> {
    to: usize,
    /// Victims on the way.
    taken: W,
    /// Something is captured at the end: an enemy, or a friend.
    enemy: bool,
    friend: bool,
    load: Option<(usize, usize)>,
}

/// What a piece finds on its way.
#[derive(Clone, Copy)]
struct Way<W> {
    /// Squares that hold something.
    occupied: W,
    /// Enemies that it can capture, friends that it can capture, and all friends.
    enemies: W,
    friends: W,
    own: W,
    taken: W,
    picked: Option<usize>,
    put: Option<usize>,
}

impl<W: Bits> Way<W> {
    /// The same with this square empty.
    fn without(self, square: usize) -> Way<W> {
        let rest = !W::single(square);
        Way {
            occupied: self.occupied & rest,
            enemies: self.enemies & rest,
            friends: self.friends & rest,
            own: self.own & rest,
            ..self
        }
    }

    /// The same with what is carried standing where it is put down, where it is in the way and nothing else.
    fn laden(self) -> Way<W> {
        match (self.picked, self.put) {
            (Some(_), Some(put)) => {
                let empty = self.without(put);
                Way { occupied: empty.occupied | W::single(put), ..empty }
            }
            _ => self,
        }
    }
}

/// Goes on by each of these legs, having come to `start` by so many steps.
fn follow<W: Bits>(legs: &[Leg], start: usize, before: u16, way: Way<W>, found: &mut dyn FnMut(Arrival<W>)) {
    for leg in legs {
        if leg.unloads && way.picked == Some(start) {
            continue;
        }
        let way = if leg.unloads { Way { put: Some(start), ..way }.laden() } else { way };
        let (min, max) = if leg.as_long { (before, before) } else { (leg.min, leg.max) };
        let mut at = start;
        for steps in 1..=max {
            let next = leg.next[at];
            if next == NOWHERE || next as usize == start {
                break;
            }
            at = next as usize;
            let stands = way.occupied.has(at);
            let is_ground = match leg.ground {
                Ground::Empty => !stands,
                Ground::Enemy | Ground::EnemyHurdle | Ground::CarriedEnemy => way.enemies.has(at),
                Ground::Friend => way.friends.has(at),
                Ground::OwnHurdle | Ground::CarriedFriend => way.own.has(at),
                Ground::Hurdle => stands,
                Ground::Any => true,
            };
            if steps >= min && is_ground {
                let mut way = way;
                if leg.ground.carries() {
                    way = Way { picked: Some(at), ..way.without(at) }.laden();
                }
                let (enemy, friend) = (leg.ground == Ground::Enemy, leg.ground == Ground::Friend);
                if leg.then.is_empty() {
                    let load = way.picked.zip(way.put);
                    found(Arrival { to: at, taken: way.taken, enemy, friend, load });
                } else {
                    if enemy || friend {
                        way = Way { taken: way.taken | W::single(at), ..way.without(at) };
                    }
                    follow(&leg.then, at, steps, way, found);
                }
            }
            if stands {
                break;
            }
        }
    }
}

impl<W: Bits, const K: usize, const S: usize> At<'_, W, K, S> {
    /// What the piece of `side` on `from` finds when it sets out.
    fn way(&self, side: usize, from: usize, victims: Kinds) -> Way<W> {
        let (s, own) = (self.s, self.s.sides[side]);
        let taken = s.of_kinds(victims);
        let mut royals = W::EMPTY;
        for owner in 0..self.sides() {
            royals |= self.royals(owner);
        }
        Way {
            occupied: s.occupied(),
            enemies: self.enemies(side) & taken,
            friends: own & taken & !royals,
            own,
            taken: W::EMPTY,
            picked: None,
            put: None,
        }
        .without(from)
    }

    /// Passes on the journeys of a piece that are more than a move to another square, empty or an enemy's; those others' ends are returned.
    #[inline(never)]
    pub(crate) fn journeys<V: Sink<W, K, S>>(&self, kind: usize, piece: &Piece<W>, from: usize, sink: &mut V) -> W {
        let me = self.me();
        let mut plain = W::EMPTY;
        let mut special: SmallVec<[Arrival<W>; 16]> = SmallVec::new();
        for journeys in piece.journeys.iter().filter(|journeys| journeys.from.has(from)) {
            if !self.is_available_when(&journeys.when, from, me) {
                continue;
            }
            let way = self.way(me, from, piece.victims);
            follow(&journeys.legs, from, 0, way, &mut |arrival| {
                if !journeys.to.has(arrival.to) {
                    return;
                }
                let is_plain =
                    arrival.taken.is_empty() && arrival.load.is_none() && arrival.to != from && !arrival.friend;
                if is_plain {
                    plain |= W::single(arrival.to);
                } else if !special.contains(&arrival) {
                    special.push(arrival);
                }
            });
        }
        for arrival in special {
            self.journey(kind, piece, from, &arrival, sink);
        }
        plain
    }

    /// One journey, with all choices of promotion.
    fn journey<V: Sink<W, K, S>>(
        &self,
        kind: usize,
        piece: &Piece<W>,
        from: usize,
        arrival: &Arrival<W>,
        sink: &mut V,
    ) {
        let to = arrival.to;
        if let Some((picked, put)) = arrival.load {
            let load = (picked as Square, put as Square);
            sink.one(*self, Move::carry(kind as PieceId, from as Square, to as Square, load));
            return;
        }
        let mut victims = arrival.taken.into_iter().map(|square| square as Square);
        let victims = (victims.next(), victims.next());
        let mv = |into| Move::journey(kind as PieceId, from as Square, to as Square, victims, into);
        let captures = arrival.taken.any() || arrival.enemy || arrival.friend;
        self.with_promotions(kind, piece, from, to, captures, mv, sink);
    }

    /// Could the piece of `side` on `from`, of this type, capture what stands on `target` by a journey?
    pub(crate) fn takes_on_journeys(&self, side: usize, piece: &Piece<W>, from: usize, target: usize) -> bool {
        piece.journeys.iter().any(|journeys| {
            if !journeys.cover[target].has(from) || !journeys.from.has(from) || !self.holds(&journeys.when, from, side)
            {
                return false;
            }
            let mut takes = false;
            follow(&journeys.legs, from, 0, self.way(side, from, piece.victims), &mut |arrival| {
                let there = arrival.taken.has(target) || arrival.enemy && arrival.to == target;
                takes |= there && journeys.to.has(arrival.to);
            });
            takes
        })
    }
}
