//! Where journeys end, and what they capture: see [`Leg`] for the meaning of its parts.

use crate::position::Position;
use wazir_runtime::{Cell, Move, PieceId, SideId, Square};
use wazir_variant_spec::rules::{Ground, Leg, Movement, PieceRules};

/// A journey that a piece can make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Journey {
    /// Where it ends.
    pub(crate) to: Square,
    /// The squares of its victims before its last leg, ascending.
    pub(crate) taken: Vec<Square>,
    /// What is captured where it ends.
    pub(crate) last: Option<(SideId, PieceId)>,
}

impl Journey {
    /// Is it the same as a move to an empty square or a capture there, of a piece of `side` that started on `from`?
    pub(crate) fn is_plain(&self, side: SideId, from: Square) -> bool {
        self.taken.is_empty() && self.to != from && self.last.is_none_or(|(owner, _)| owner != side)
    }

    /// As a move of a piece of type `piece`, which then becomes an `into`.
    pub(crate) fn as_move(&self, piece: PieceId, from: Square, into: Option<PieceId>) -> Move {
        let mut victims = self.taken.iter().copied();
        let (first, second) = (victims.next(), victims.next());
        Move::journey(piece, from, self.to, (first, second), into)
    }
}

impl Position {
    /// The journeys of the piece of `side` on `from` by this movement, each once.
    pub(crate) fn journeys(&self, side: SideId, from: Square, rules: &PieceRules, movement: &Movement) -> Vec<Journey> {
        let mut found = Vec::new();
        if movement.legs.is_empty() {
            return found;
        }
        let traveller = Traveller { position: self, side, rules };
        // On its way the piece stands nowhere.
        traveller.follow(&movement.legs, (from, 0), &[from], &mut |to, gone: &[Square], last| {
            let mut taken = gone[1..].to_vec();
            taken.sort_unstable();
            let journey = Journey { to, taken, last };
            if movement.to.contains(to) && !found.contains(&journey) {
                found.push(journey);
            }
        });
        found
    }
}

/// What a journey has found: where it ends, the squares that have become empty on the way, and what is captured at the end.
type Found<'f> = dyn FnMut(Square, &[Square], Option<(SideId, PieceId)>) + 'f;

/// A piece on its way.
struct Traveller<'p> {
    position: &'p Position,
    side: SideId,
    rules: &'p PieceRules,
}

impl Traveller<'_> {
    /// Goes on by each of the legs from a square that was reached in so many steps; what stood on the squares of `gone` (the start first, then the victims) is there no more.
    fn follow(&self, legs: &[Leg], (start, before): (Square, u16), gone: &[Square], found: &mut Found<'_>) {
        for leg in legs {
            let (min, max) = if leg.as_long { (before, before) } else { (leg.min, leg.max) };
            let mut at = start;
            for steps in 1..=max {
                let Some(next) = self.position.shift(at, leg.step).filter(|&next| next != start) else { break };
                at = next;
                let cell = if gone.contains(&at) { Cell::Empty } else { self.position.cell(at) };
                if steps >= min && self.is_ground(leg.ground, cell) {
                    let victim = match (leg.ground, cell) {
                        (Ground::Enemy | Ground::Friend, Cell::Piece { side, piece, .. }) => Some((side, piece)),
                        _ => None,
                    };
                    if leg.then.is_empty() {
                        found(at, gone, victim);
                    } else if victim.is_some() {
                        self.follow(&leg.then, (at, steps), &[gone, &[at]].concat(), found);
                    } else {
                        self.follow(&leg.then, (at, steps), gone, found);
                    }
                }
                if cell != Cell::Empty {
                    break;
                }
            }
        }
    }

    /// Is that what a leg has to find where it ends?
    fn is_ground(&self, ground: Ground, cell: Cell) -> bool {
        let is_victim = |piece: PieceId| self.rules.victims.contains(&piece);
        let is_royal = |piece: PieceId, owner: SideId| {
            self.position.rules().piece_rules(piece, owner).is_some_and(|rules| rules.royal)
        };
        match (ground, cell) {
            (Ground::Empty, cell) => cell == Cell::Empty,
            (Ground::Enemy, Cell::Piece { side, piece, .. }) => {
                self.position.is_enemy(self.side, side) && is_victim(piece)
            }
            (Ground::Friend, Cell::Piece { side, piece, .. }) => {
                side == self.side && is_victim(piece) && !is_royal(piece, side)
            }
            (Ground::Enemy | Ground::Friend, _) => false,
            (Ground::Hurdle, cell) => cell != Cell::Empty,
            (Ground::Any, _) => true,
        }
    }
}
