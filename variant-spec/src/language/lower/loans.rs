//! Moves that friends lend each other: Betza's `x` becomes movements that are there beside friends.

use super::imitators::imitable;
use super::*;
use crate::betza::Loan;
use std::cell::OnceCell;

/// A loan as a part of a piece's `moves` says it.
pub(super) struct Agreed {
    pub(super) loan: Loan,
    /// Where borrowed moves may start and end. (Of lent ones that is known.)
    pub(super) from: SquareSet,
    pub(super) to: SquareSet,
    /// What borrowed moves capture, of all that they can.
    pub(super) captures: Option<PieceSet>,
    /// The text of the part.
    pub(super) span: Span,
}

impl Agreed {
    /// A movement of somebody else as the part that says `cause` grants it.
    pub(super) fn restrict(&self, movement: Movement, cause: &Cause) -> Movement {
        Movement {
            from: movement.from.and(&self.from),
            to: movement.to.and(&self.to),
            victims: common(movement.victims, self.captures),
            cause: cause.clone(),
            ..movement
        }
    }
}

/// What the `moves` of a type say for one side, before anything is lent.
#[derive(Default)]
pub(super) struct OwnMoves {
    pub(super) movements: Vec<Movement>,
    /// For each of them: is it for first moves only?
    pub(super) first: Vec<bool>,
    pub(super) loans: Vec<Agreed>,
    /// Where its parts ask what has moved last, and for what.
    pub(super) asked: Vec<(Span, LastMoved)>,
    /// The squares that it never leaves.
    pub(super) within: SquareSet,
}

impl OwnMoves {
    /// What others can borrow or imitate: neither first moves and captures in passing, nor what depends on checks or on what has moved last, or is itself a matter of friends beside. Moves that a piece gives up beside
    /// friends are borrowed all the same.
    pub(super) fn lendable(&self) -> impl Iterator<Item = Movement> + '_ {
        let own = self.movements.iter().zip(&self.first);
        let plain = own.filter(|(movement, first)| {
            let if_beside = movement.beside.as_ref().is_some_and(|beside| beside.wanted);
            let conditional = movement.unmoved || movement.unchecked || movement.safe_way || if_beside;
            !**first && !conditional && movement.last_moved.is_none()
        });
        let bare = plain.map(|(movement, _)| Movement {
            en_passant: false,
            leaves_en_passant: false,
            beside: None,
            cause: Cause::default(),
            ..movement.clone()
        });
        bare.filter(|movement| {
            let to_pieces = movement.to_enemy || movement.swap.is_some() || movement.push.is_some();
            movement.to_empty || to_pieces || !movement.legs.is_empty()
        })
    }
}

impl World<'_> {
    /// The movements of all types of a side, with what they borrow, what is lent to them and what they imitate of the types that are `remembered`.
    pub(super) fn lend(
        &mut self,
        own: &[Option<OwnMoves>],
        royal: &[bool],
        remembered: PieceSet,
    ) -> Vec<Vec<Movement>> {
        let mut all: Vec<Vec<Movement>> =
            own.iter().map(|own| own.as_ref().map_or(Vec::new(), |own| own.movements.clone())).collect();
        // Whoever borrows has the same to choose from, and so has whoever imitates alike.
        let borrowed = OnceCell::new();
        let imitated: [OnceCell<Others>; 4] = Default::default();
        for (piece, agreed) in
            own.iter().enumerate().flat_map(|(p, o)| o.iter().flat_map(move |o| o.loans.iter().map(move |l| (p, l))))
        {
            let bare = |own: &Movement| Movement { cause: Cause::default(), ..own.clone() };
            let known: Vec<Movement> = own[piece].iter().flat_map(|own| own.movements.iter().map(bare)).collect();
            let has = |movement: &Movement| {
                known.contains(&Movement {
                    beside: None,
                    last_moved: None,
                    cause: Cause::default(),
                    ..movement.clone()
                })
            };
            match &agreed.loan {
                Loan::Borrowed { along, cause } => {
                    let others = borrowed.get_or_init(|| Others::of(all_lendable(own)));
                    if !self.spend_others(agreed, others) {
                        return all;
                    }
                    let if_beside = self.borrow(others, agreed, along, cause);
                    all[piece].extend(if_beside.into_iter().filter(|movement| !has(movement)));
                }
                Loan::Imitated { ahead, flipped, cause } => {
                    let (ahead, flipped) = (*ahead, *flipped);
                    let same = &imitated[2 * usize::from(ahead) + usize::from(flipped)];
                    let others = same.get_or_init(|| imitable(own, remembered, (ahead, flipped)));
                    if !self.spend_others(agreed, others) {
                        return all;
                    }
                    let after = self.imitate(others, agreed, cause);
                    all[piece].extend(after.into_iter().filter(|movement| !has(movement)));
                }
                Loan::Lent { lines } => {
                    let receives = |&other: &usize| other != piece && own[other].is_some() && !royal[other];
                    let receivers: Vec<usize> = (0..own.len()).filter(receives).collect();
                    if receivers.is_empty() {
                        let message = "`x` lends moves to nobody here: the side has no other types that are not royal";
                        self.context.error(agreed.span, "nobody-borrows", message);
                    }
                    for (along, movement) in lines {
                        let at = along.iter().map(Ride::reversed).collect();
                        let of = std::iter::once(piece as PieceId).collect();
                        let there =
                            |victims: PieceSet| victims.iter().filter(|&p| usize::from(p) < own.len()).collect();
                        let victims = common(movement.victims, agreed.captures).map(there);
                        let lent =
                            Movement { beside: Some(Beside { of, at, wanted: true }), victims, ..movement.clone() };
                        if !self.spend_ways(agreed.span, lent.ways().saturating_mul(receivers.len()))
                            || !self.spend_movements(agreed.span, receivers.len())
                        {
                            return all;
                        }
                        receivers.iter().for_each(|&other| all[other].push(lent.clone()));
                    }
                }
            }
        }
        for (movements, own) in all.iter_mut().zip(own) {
            let within = own.as_ref().map_or(SquareSet::EMPTY, |own| own.within);
            movements.iter_mut().for_each(|movement| movement.to = movement.to.and(&within));
        }
        all
    }

    /// Counts what a piece gets of these movements of others; false, with an error, where the game has too many.
    fn spend_others(&mut self, agreed: &Agreed, others: &Others) -> bool {
        self.spend_movements(agreed.span, others.found.len()) && self.spend_ways(agreed.span, others.ways)
    }

    /// What a piece borrows along these rides.
    fn borrow(&mut self, others: &Others, agreed: &Agreed, along: &[Ride], cause: &Cause) -> Vec<Movement> {
        if others.found.is_empty() {
            let message = "`x` borrows from nobody here: no type of the side has moves that can be borrowed";
            let help = "first moves (`i`), captures in passing and moves under conditions are not lent";
            self.context.error(agreed.span, "nobody-lends", message).help = Some(help.to_string());
        }
        let if_beside = |(movement, lenders): &(Movement, PieceSet)| Movement {
            beside: Some(Beside { of: *lenders, at: along.to_vec(), wanted: true }),
            ..agreed.restrict(movement.clone(), cause)
        };
        others.found.iter().map(if_beside).collect()
    }
}

/// Movements of other types that a piece may make: each once, with all types that have it.
pub(super) struct Others {
    pub(super) found: Vec<(Movement, PieceSet)>,
    /// The ways of them all.
    ways: usize,
}

impl Others {
    /// Of movements and who has them.
    pub(super) fn of(movements: impl Iterator<Item = (PieceId, Movement)>) -> Others {
        let mut found: Vec<(Movement, Vec<PieceId>)> = Vec::new();
        for (piece, movement) in movements {
            match found.iter_mut().find(|(known, _)| *known == movement) {
                Some((_, types)) => types.push(piece),
                None => found.push((movement, vec![piece])),
            }
        }
        let ways = found.iter().map(|(movement, _)| movement.ways()).fold(0, usize::saturating_add);
        let found = found.into_iter().map(|(movement, types)| (movement, types.into_iter().collect())).collect();
        Others { found, ways }
    }
}

/// What the types of a side can lend, and which of them.
pub(super) fn all_lendable(own: &[Option<OwnMoves>]) -> impl Iterator<Item = (PieceId, Movement)> + '_ {
    (0..)
        .zip(own)
        .flat_map(|(piece, own)| own.iter().flat_map(OwnMoves::lendable).map(move |movement| (piece, movement)))
}

/// The types in both sets, where `None` is all of them.
pub(super) fn common(one: Option<PieceSet>, other: Option<PieceSet>) -> Option<PieceSet> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.iter().filter(|&piece| other.contains(piece)).collect()),
        (one, other) => one.or(other),
    }
}
