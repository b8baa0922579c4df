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
        // On its way the piece stands nowhere.
        let mut lifted = self.clone();
        lifted.setup.board[from as usize] = Cell::Empty;
        lifted.follow(side, rules, &movement.legs, (from, 0), &[], &mut |journey: Journey| {
            if movement.to.contains(journey.to) && !found.contains(&journey) {
                found.push(journey);
            }
        });
        found
    }

    /// Goes on by each of the legs from a square that was reached in so many steps.
    fn follow(
        &self,
        side: SideId,
        rules: &PieceRules,
        legs: &[Leg],
        (start, before): (Square, u16),
        taken: &[Square],
        found: &mut dyn FnMut(Journey),
    ) {
        for leg in legs {
            let (min, max) = if leg.as_long { (before, before) } else { (leg.min, leg.max) };
            let mut at = start;
            for steps in 1..=max {
                let Some(next) = self.shift(at, leg.step) else { break };
                at = next;
                if steps >= min && self.is_ground(side, rules, leg.ground, at) {
                    let victim = matches!(leg.ground, Ground::Enemy | Ground::Friend);
                    if leg.then.is_empty() {
                        let last = self.piece_on(at).filter(|_| victim);
                        found(Journey { to: at, taken: taken.to_vec(), last });
                    } else if victim {
                        let mut gone = self.clone();
                        gone.setup.board[at as usize] = Cell::Empty;
                        let mut taken = taken.to_vec();
                        taken.push(at);
                        taken.sort_unstable();
                        gone.follow(side, rules, &leg.then, (at, steps), &taken, found);
                    } else {
                        self.follow(side, rules, &leg.then, (at, steps), taken, found);
                    }
                }
                if self.cell(at) != Cell::Empty {
                    break;
                }
            }
        }
    }

    /// Does the square hold what a leg of the piece of `side` has to find there?
    fn is_ground(&self, side: SideId, rules: &PieceRules, ground: Ground, at: Square) -> bool {
        let piece = self.piece_on(at);
        let is_victim = |(_, piece): (SideId, PieceId)| rules.victims.contains(&piece);
        match ground {
            Ground::Empty => self.cell(at) == Cell::Empty,
            Ground::Enemy => {
                piece.is_some_and(|(owner, piece)| self.is_enemy(side, owner) && is_victim((owner, piece)))
            }
            Ground::Friend => piece.is_some_and(|(owner, piece)| {
                let royal = self.rules().piece_rules(piece, owner).is_some_and(|rules| rules.royal);
                owner == side && is_victim((owner, piece)) && !royal
            }),
            Ground::Hurdle => self.cell(at) != Cell::Empty,
            Ground::Any => true,
        }
    }
}
