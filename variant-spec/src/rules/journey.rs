//! Moves of several legs: [`Leg`].

use super::{Board, Square, Step};

/// A leg of a journey: a move in which a piece goes on, and may capture, where another move would end.
///
/// A leg is the same step taken `min..=max` times, over empty squares, to one that holds what `ground` says. There the journey ends, if no leg follows; else it
/// goes on from there by one of those in `then`. A movement's journeys are a tree of legs; every way through it, from its roots to a leg that nothing follows, is a
/// journey.
///
/// While it is on its way the piece stands nowhere, and what it has captured is gone: the squares where it started and where its victims stood count
/// as empty for the legs that follow. No leg enters a hole; a wall is neither empty nor a piece. All victims leave the board as they do in
/// any capture, and the mover's side gets in hand what captures give. Enemies that the piece cannot capture ([`super::PieceRules::victims`]) are no victims; neither
/// are friends of the types it could not capture as enemies, nor royal friends.
///
/// What is left of a journey is where it begins, where it ends, and what it has captured: journeys that are alike in this are one move. One that captures nothing but an
/// enemy where it ends is the same move as a ride to that square. One that ends where it began is a move of its own, even if nothing is changed by it but whose
/// turn it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Leg {
    /// The step.
    pub step: Step,
    /// Fewest steps, at least 1.
    pub min: u16,
    /// Most steps; [`super::Ride::UNLIMITED`] for as far as the board goes.
    pub max: u16,
    /// It takes exactly as many steps as the leg before it has taken; `min` and `max` do not count then.
    pub as_long: bool,
    /// What has to stand on its last square.
    pub ground: Ground,
    /// The legs one of which has to follow; where there are none, the journey ends.
    pub then: Vec<Leg>,
}

/// What stands on the last square of a [`Leg`], and what becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ground {
    /// Nothing (Betza `m`).
    Empty,
    /// An enemy, which is captured (Betza `c`).
    Enemy,
    /// A piece of the mover's own side, which is captured (Betza `d`).
    Friend,
    /// A piece of either side or a wall, which stays: it is jumped over (Betza `p`). Another leg follows.
    Hurdle,
    /// Whatever: it stays (Betza `mp`). Another leg follows.
    Any,
}

impl Leg {
    /// The most victims that a journey can have on its way, before its last leg: what a move has room for.
    pub const MOST_VICTIMS: usize = 2;

    /// Every journey of a tree with these roots, as the legs it consists of (each with what may follow it).
    pub fn journeys(roots: &[Leg]) -> Vec<Vec<&Leg>> {
        let mut all = Vec::new();
        for leg in roots {
            if leg.then.is_empty() {
                all.push(vec![leg]);
            }
            for mut rest in Leg::journeys(&leg.then) {
                rest.insert(0, leg);
                all.push(rest);
            }
        }
        all
    }

    /// Calls `end` with the square where each journey of a tree with these roots ends that begins on `from`, and with what has to stand there. Nothing is asked of the squares on
    /// the way: this is where journeys may lead at all.
    pub fn ends(roots: &[Leg], board: &Board, from: Square, end: &mut dyn FnMut(Square, Ground)) {
        Leg::stops(roots, board, from, &mut |at, leg| {
            if leg.then.is_empty() {
                end(at, leg.ground);
            }
        });
    }

    /// Calls `stop` with each square where a leg of a tree with these roots may end, on journeys that begin on `from`, and with that leg. Nothing is asked of the squares on the way.
    pub fn stops(roots: &[Leg], board: &Board, from: Square, stop: &mut dyn FnMut(Square, &Leg)) {
        fn walk(legs: &[Leg], board: &Board, from: Square, before: u16, stop: &mut dyn FnMut(Square, &Leg)) {
            for leg in legs {
                let (min, max) = if leg.as_long { (before, before) } else { (leg.min, leg.max) };
                let mut at = from;
                for steps in 1..=max {
                    let Some(next) = board.step(at, leg.step) else { break };
                    at = next;
                    if steps >= min {
                        stop(at, leg);
                        walk(&leg.then, board, at, steps, stop);
                    }
                }
            }
        }
        walk(roots, board, from, 0, stop);
    }

    /// Adds a journey, given as legs that nothing follows, to a tree: legs it shares with others stand there once.
    pub fn add(roots: &mut Vec<Leg>, journey: &[Leg]) {
        let Some((first, rest)) = journey.split_first() else { return };
        // A leg that ends a journey and one that goes on are two legs.
        let same = |leg: &Leg| {
            (leg.step, leg.min, leg.max, leg.as_long, leg.ground)
                == (first.step, first.min, first.max, first.as_long, first.ground)
                && leg.then.is_empty() == rest.is_empty()
        };
        let place = roots.iter().position(same).unwrap_or_else(|| {
            roots.push(Leg { then: Vec::new(), ..first.clone() });
            roots.len() - 1
        });
        // A new leg that goes on has nothing behind it yet.
        Leg::add(&mut roots[place].then, rest);
    }
}
