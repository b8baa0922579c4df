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
    /// From where to where it carries a piece.
    pub(crate) load: Option<(Square, Square)>,
}

impl Journey {
    /// Is it the same as a move to an empty square or a capture there, of a piece of `side` that started on `from`?
    pub(crate) fn is_plain(&self, side: SideId, from: Square) -> bool {
        self.taken.is_empty()
            && self.load.is_none()
            && self.to != from
            && self.last.is_none_or(|(owner, _)| owner != side)
    }

    /// As a move of a piece of type `piece`, which then becomes an `into` (never, where it carries something).
    pub(crate) fn as_move(&self, piece: PieceId, from: Square, into: Option<PieceId>) -> Move {
        if let Some(load) = self.load {
            return Move::carry(piece, from, self.to, load);
        }
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
        let way = Way { gone: vec![from], picked: None, put: None };
        traveller.follow(&movement.legs, (from, 0), &way, &mut |to, way: &Way, last| {
            let mut taken = way.gone[1..].to_vec();
            taken.sort_unstable();
            let journey = Journey { to, taken, last, load: way.picked.zip(way.put) };
            if movement.to.contains(to) && !found.contains(&journey) {
                found.push(journey);
            }
        });
        found
    }
}

/// What a journey has found: where it ends, what has become of the board on the way, and what is captured at the end.
type Found<'f> = dyn FnMut(Square, &Way, Option<(SideId, PieceId)>) + 'f;

/// What a journey has changed so far.
#[derive(Clone)]
struct Way {
    /// The squares that have become empty: the start first, then those of the victims.
    gone: Vec<Square>,
    /// Where the piece stood that it carries.
    picked: Option<Square>,
    /// Where that is put down.
    put: Option<Square>,
}

impl Way {
    /// The square where a piece stands that has been carried there.
    fn carried(&self) -> Option<Square> {
        self.picked.and(self.put)
    }
}

/// A piece on its way.
struct Traveller<'p> {
    position: &'p Position,
    side: SideId,
    rules: &'p PieceRules,
}

impl Traveller<'_> {
    /// Goes on by each of the legs from a square that was reached in so many steps.
    fn follow(&self, legs: &[Leg], (start, before): (Square, u16), way: &Way, found: &mut Found<'_>) {
        for leg in legs {
            if leg.unloads && way.picked == Some(start) {
                continue; // It would be put down where it stood.
            }
            let way = Way { put: if leg.unloads { Some(start) } else { way.put }, ..way.clone() };
            let (min, max) = if leg.as_long { (before, before) } else { (leg.min, leg.max) };
            let mut at = start;
            for steps in 1..=max {
                let Some(next) = self.position.shift(at, leg.step).filter(|&next| next != start) else { break };
                at = next;
                let cell = self.cell(at, &way);
                if steps >= min && self.is_ground(leg.ground, at, &way) {
                    let mut way = way.clone();
                    if leg.ground.carries() {
                        way.picked = Some(at);
                    }
                    let victim = self.position.piece_on(at).filter(|_| leg.ground.captures());
                    if leg.then.is_empty() {
                        found(at, &way, victim);
                    } else {
                        way.gone.extend(victim.map(|_| at));
                        self.follow(&leg.then, (at, steps), &way, found);
                    }
                }
                if cell != Cell::Empty {
                    break;
                }
            }
        }
    }

    /// What stands on a square by now.
    fn cell(&self, at: Square, way: &Way) -> Cell {
        match way.picked {
            Some(picked) if way.put == Some(at) => self.position.cell(picked),
            Some(picked) if picked == at => Cell::Empty,
            _ if way.gone.contains(&at) => Cell::Empty,
            _ => self.position.cell(at),
        }
    }

    /// Is that what a leg has to find where it ends?
    fn is_ground(&self, ground: Ground, at: Square, way: &Way) -> bool {
        let is_victim = |piece: PieceId| self.rules.victims.contains(&piece);
        let is_royal = |piece: PieceId, owner: SideId| {
            self.position.rules().piece_rules(piece, owner).is_some_and(|rules| rules.royal)
        };
        // What has been carried here is in the way, and nothing else.
        let cell = self.cell(at, way);
        let piece = match cell {
            Cell::Piece { side, piece, .. } if way.carried() != Some(at) => Some((side, piece)),
            _ => None,
        };
        let is_enemy =
            || piece.is_some_and(|(side, piece)| self.position.is_enemy(self.side, side) && is_victim(piece));
        let is_own = || piece.is_some_and(|(side, _)| side == self.side);
        match ground {
            Ground::Empty => cell == Cell::Empty,
            Ground::Enemy | Ground::EnemyHurdle | Ground::CarriedEnemy => is_enemy(),
            Ground::Friend => is_own() && piece.is_some_and(|(side, piece)| is_victim(piece) && !is_royal(piece, side)),
            Ground::OwnHurdle | Ground::CarriedFriend => is_own(),
            Ground::Hurdle => cell != Cell::Empty,
            Ground::Any => true,
        }
    }
}
