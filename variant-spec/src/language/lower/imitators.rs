//! Pieces that move as what has moved last: Betza's `I` becomes movements with that condition.

use super::loans::{Agreed, Others, OwnMoves, all_lendable};
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
    /// What a piece has by imitating others.
    pub(super) fn imitate(&mut self, others: &Others, agreed: &Agreed, cause: &Cause) -> Vec<Movement> {
        if others.found.is_empty() {
            let message = "`I` imitates nobody here: no other type of the side has moves that can be imitated";
            let help = "first moves (`i`), captures in passing and moves under conditions are not imitated, nor are other imitators";
            self.context.error(agreed.span, "nobody-imitated", message).help = Some(help.to_string());
        }
        let after = |(movement, types): &(Movement, PieceSet)| Movement {
            last_moved: Some(LastMoved { of: *types, nobody: false }),
            ..agreed.restrict(movement.clone(), cause)
        };
        others.found.iter().map(after).collect()
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

/// What can be imitated of the types of a side, where these are remembered: as they move, turned round, or both.
pub(super) fn imitable(own: &[Option<OwnMoves>], remembered: PieceSet, (ahead, flipped): (bool, bool)) -> Others {
    let seen = all_lendable(own).filter(|&(piece, _)| remembered.contains(piece));
    Others::of(seen.flat_map(|(piece, movement)| {
        let turned = flipped.then(|| turned_round(&movement)).filter(|turned| *turned != movement);
        let turned = match turned {
            Some(turned) if ahead => what_is_more(turned, &movement),
            turned => turned,
        };
        // A movement that is the same when it is turned round is there either way.
        let straight = (ahead || turned.is_none()).then_some(movement);
        straight.into_iter().chain(turned).map(move |way| (piece, way))
    }))
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
    let mut legs: Vec<Leg> = movement.legs.iter().map(|leg| leg.turned(&Step::reversed)).collect();
    if Leg::sorted(&legs) == Leg::sorted(&movement.legs) {
        legs.clone_from(&movement.legs);
    }
    Movement { rides, legs, ..movement.clone() }
}

/// What a movement has that another one has not; `None` where that is nothing.
fn what_is_more(movement: Movement, than: &Movement) -> Option<Movement> {
    let rides: Vec<Ride> = movement.rides.iter().filter(|ride| !than.rides.contains(ride)).copied().collect();
    let legs = if Leg::sorted(&movement.legs) == Leg::sorted(&than.legs) { Vec::new() } else { movement.legs.clone() };
    (!rides.is_empty() || !legs.is_empty()).then_some(Movement { rides, legs, ..movement })
}
