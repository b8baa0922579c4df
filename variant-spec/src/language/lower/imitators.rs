//! Pieces that move as what has moved last: Betza's `I` becomes movements with that condition.

use super::loans::{Agreed, OwnMoves};
use super::*;
use crate::betza::Loan;

impl OwnMoves {
    /// Do such pieces imitate?
    pub(super) fn imitates(&self) -> bool {
        self.loans.iter().any(|agreed| matches!(agreed.loan, Loan::Imitated { .. }))
    }
}

/// The types that are remembered as having moved last: those that some side has and that do not imitate there.
pub(super) fn remembered(own: &[Vec<Option<OwnMoves>>]) -> PieceSet {
    let types = own.first().map_or(0, Vec::len);
    let moves = |&piece: &usize| own.iter().any(|side| side[piece].as_ref().is_some_and(|own| !own.imitates()));
    (0..types).filter(moves).map(|piece| piece as PieceId).collect()
}

impl World<'_> {
    /// What a piece has by imitating the types of its own side, where these are remembered: each movement once, for all types that have it.
    pub(super) fn imitated(
        &mut self,
        own: &[Option<OwnMoves>],
        remembered: PieceSet,
        agreed: &Agreed,
        (ahead, flipped): (bool, bool),
        cause: &Cause,
    ) -> Vec<Movement> {
        let mut found: Vec<(Movement, Vec<PieceId>)> = Vec::new();
        for (piece, own) in (0..).zip(own).filter(|&(piece, _)| remembered.contains(piece)) {
            for movement in own.iter().flat_map(OwnMoves::lendable) {
                let turned = flipped.then(|| turned_round(&movement)).filter(|turned| *turned != movement);
                let turned = match turned {
                    Some(turned) if ahead => what_is_more(turned, &movement),
                    turned => turned,
                };
                // A movement that is the same when it is turned round is there either way.
                let straight = (ahead || turned.is_none()).then_some(movement);
                for way in straight.into_iter().chain(turned) {
                    match found.iter_mut().find(|(known, _)| *known == way) {
                        Some((_, types)) => types.push(piece),
                        None => found.push((way, vec![piece])),
                    }
                }
            }
        }
        if found.is_empty() {
            let message = "`I` imitates nobody here: no other type of the side has moves that can be imitated";
            let help = "first moves (`i`), captures in passing and moves under conditions are not imitated, nor are other imitators";
            self.context.error(agreed.span, "nobody-imitated", message).help = Some(help.to_string());
        }
        let after = |(movement, types): (Movement, Vec<PieceId>)| Movement {
            last_moved: Some(LastMoved { of: types.into_iter().collect(), nobody: false }),
            ..agreed.restrict(movement, cause)
        };
        found.into_iter().map(after).collect()
    }

    /// Conditions that never hold, because nothing that they name is remembered.
    pub(super) fn check_remembered(&mut self, own: &[Vec<Option<OwnMoves>>], remembered: PieceSet) {
        for &(span, condition) in own.iter().flatten().flatten().flat_map(|own| &own.asked) {
            // Where nothing is left that could be meant, that has been said already.
            if condition.of.iter().next().is_none() && self.context.has_errors() {
                continue;
            }
            let ever = condition.nobody || condition.of.iter().any(|piece| remembered.contains(piece));
            if !ever && !self.context.told(span, "never-moved-last") {
                let message = "`LastMoved` can never hold here: none of these is remembered as having moved last";
                let help = "pieces that imitate (Betza's `I`) are passed over: what moved before them still counts";
                self.context.error(span, "never-moved-last", message).help = Some(help.to_string());
            }
        }
    }
}

/// The same movement of a piece that faces the other way, within the same squares.
fn turned_round(movement: &Movement) -> Movement {
    let ride = |ride: &Ride| {
        let via = ride.via.map(|via| {
            let path: Vec<Step> = via.path.iter().map(|offset| offset.reversed()).collect();
            Via { path: Path::new(&path), ..via }
        });
        Ride { step: ride.step.reversed(), via, ..*ride }
    };
    let mut rides: Vec<Ride> = movement.rides.iter().map(ride).collect();
    let (mut sorted, mut known) = (rides.clone(), movement.rides.clone());
    sorted.sort_unstable();
    known.sort_unstable();
    // The order of directions means nothing.
    if sorted == known {
        rides.clone_from(&movement.rides);
    }
    let mut legs: Vec<Leg> = movement.legs.iter().map(turned_leg).collect();
    if journeys(&legs) == journeys(&movement.legs) {
        legs.clone_from(&movement.legs);
    }
    Movement { rides, legs, ..movement.clone() }
}

/// The journeys of these legs, in an order that does not depend on theirs.
fn journeys(legs: &[Leg]) -> Vec<Vec<Leg>> {
    let alone = |leg: &&Leg| Leg { then: Vec::new(), ..(*leg).clone() };
    let mut all: Vec<Vec<Leg>> =
        Leg::journeys(legs).iter().map(|journey| journey.iter().map(alone).collect()).collect();
    all.sort_unstable();
    all
}

/// A leg that leads the other way, and so do those that follow it.
fn turned_leg(leg: &Leg) -> Leg {
    Leg { step: leg.step.reversed(), then: leg.then.iter().map(turned_leg).collect(), ..leg.clone() }
}

/// What a movement has that another one has not; `None` where that is nothing.
fn what_is_more(movement: Movement, than: &Movement) -> Option<Movement> {
    let rides: Vec<Ride> = movement.rides.iter().filter(|ride| !than.rides.contains(ride)).copied().collect();
    let legs = if journeys(&movement.legs) == journeys(&than.legs) { Vec::new() } else { movement.legs.clone() };
    (!rides.is_empty() || !legs.is_empty()).then_some(Movement { rides, legs, ..movement })
}
