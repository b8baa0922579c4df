//! [`Hands`]: what more or less in hand changes. In games in which having more there never harms, a win with some pieces in hand is one with more of them, and against less: so what
//! is known of a position says something of all that differ from it in hands only (M. Seo, *The C\* algorithm for AND/OR tree search and its application to a tsume-shogi program*,
//! 1995; A. Nagai, *Df-pn algorithm*, 2002, who calls the least hands that are needed proof pieces).

use crate::{board::Board, shared::Shared};
use wazir_runtime::{Cell, Move, MoveKind, PieceId, Setup, SideId};

/// So many types of pieces may be held.
const KINDS: usize = 16;

/// More of a type are not told apart.
const MANY: u8 = u8::MAX;

/// How many there are of each type that can be held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts([u8; KINDS]);

impl Counts {
    pub(super) const NONE: Counts = Counts([0; KINDS]);
    pub(super) const ALL: Counts = Counts([MANY; KINDS]);

    /// Of each type no more than there?
    pub(super) fn within(self, other: Counts) -> bool {
        self.0.iter().zip(other.0).all(|(own, other)| *own <= other)
    }

    pub(super) fn max(self, other: Counts) -> Counts {
        Counts(std::array::from_fn(|kind| self.0[kind].max(other.0[kind])))
    }

    pub(super) fn min(self, other: Counts) -> Counts {
        Counts(std::array::from_fn(|kind| self.0[kind].min(other.0[kind])))
    }

    /// A bound on a hand after a move as one on the hand before it, which was `before` and has become `after`.
    fn taken_back(self, before: Counts, after: Counts) -> Counts {
        Counts(std::array::from_fn(|kind| match self.0[kind] {
            MANY => MANY,
            bound => (i16::from(bound) + i16::from(before.0[kind]) - i16::from(after.0[kind])).clamp(0, 254) as u8,
        }))
    }

    /// As many as there may be for all that is known, when of what is held all moves have been looked at: of a type that is not held none, as its drops have not been seen.
    fn of_what_is_held(self) -> Counts {
        Counts(self.0.map(|count| if count > 0 { MANY } else { 0 }))
    }

    pub(super) fn words(self) -> [u64; 2] {
        let (low, high) = self.0.split_at(8);
        [low, high].map(|half| half.iter().rev().fold(0, |word, &count| word << 8 | u64::from(count)))
    }

    pub(super) fn from_words(words: [u64; 2]) -> Counts {
        Counts(std::array::from_fn(|kind| (words[kind / 8] >> (kind % 8 * 8)) as u8))
    }
}

/// For which hands something holds. Of a win: the least that the side that attacks needs, and the most that the other may have. Of a refutation: the most and the least.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) own: Counts,
    pub(super) theirs: Counts,
}

/// A position, and what is in hand in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Held {
    pub(super) hash: u64,
    /// The hash of all but the hands; where hands do not count for themselves, of all.
    pub(super) bare: u64,
    pub(super) hands: Bounds,
}

impl Held {
    /// Is it the same position but for hands, and these are no better for the side that attacks?
    pub(super) fn is_no_better_than(&self, other: &Held) -> bool {
        self.bare == other.bare
            && self.hands.own.within(other.hands.own)
            && other.hands.theirs.within(self.hands.theirs)
    }

    /// What is known of the position after a move, with those hands there, as bounds here: for which hands a move that wins does so, or one that refutes.
    pub(super) fn by_one(&self, known: Bounds, after: Bounds) -> Bounds {
        Bounds {
            own: known.own.taken_back(self.hands.own, after.own),
            theirs: known.theirs.taken_back(self.hands.theirs, after.theirs),
        }
    }

    /// A win here, as every move of the other side loses.
    pub(super) fn won_by_all(&self, children: impl Iterator<Item = (Bounds, Bounds)>, drops: Drops) -> Bounds {
        let most = if drops == Drops::Nowhere { Counts::ALL } else { self.hands.theirs.of_what_is_held() };
        children.fold(Bounds { own: Counts::NONE, theirs: most }, |bounds, (known, after)| {
            let known = self.by_one(known, after);
            Bounds { own: bounds.own.max(known.own), theirs: bounds.theirs.min(known.theirs) }
        })
    }

    /// A refutation here, as no move of the side that attacks wins.
    pub(super) fn refuted_by_all(&self, children: impl Iterator<Item = (Bounds, Bounds)>) -> Bounds {
        let start = Bounds { own: self.hands.own.of_what_is_held(), theirs: Counts::NONE };
        children.fold(start, |bounds, (known, after)| {
            let known = self.by_one(known, after);
            Bounds { own: bounds.own.min(known.own), theirs: bounds.theirs.max(known.theirs) }
        })
    }
}

/// Could the side to move drop something?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drops {
    /// Nothing, whatever it held: what it holds can be dropped wherever anything can, and there is no such move.
    Nowhere,
    /// It can, or it is not known.
    Somewhere,
}

/// Which types can be held, and their part in the hash of a position.
pub(super) struct Hands {
    kinds: Vec<PieceId>,
    /// Of each side, which of these can be dropped wherever anything can.
    free: Vec<Vec<bool>>,
    /// What so many of a type in the hand of a side change in the hash: by side, type and number.
    keys: Vec<u64>,
    /// More of a type cannot be held.
    most: usize,
}

impl Hands {
    /// The hands of the game; `None` where they are to count as all else of a position does: where to have more may harm, and where hashes cannot be taken apart.
    pub(super) fn new(shared: &Shared<'_>, board: &dyn Board, setup: &Setup) -> Option<Hands> {
        let helpful = shared.nature.helpful_hands.as_ref().filter(|hands| hands.kinds.len() <= KINDS)?;
        let standing = setup.board.iter().filter(|cell| matches!(cell, Cell::Piece { .. })).count();
        let held: usize = setup.hands.iter().flatten().map(|&count| usize::from(count)).sum();
        let most = (standing + held).min(usize::from(MANY) - 1);
        let mut bare = setup.clone();
        bare.hands.iter_mut().for_each(|hand| hand.fill(0));
        let without = board.at(&bare).ok()?.hash();
        let mut keys = Vec::new();
        for side in 0..shared.info.sides.len() {
            for &kind in &helpful.kinds {
                for count in 0..=most {
                    bare.hands[side][kind as usize] = count as u16;
                    keys.push(board.at(&bare).ok()?.hash() ^ without);
                }
                bare.hands[side][kind as usize] = 0;
            }
        }
        let hands = Hands { kinds: helpful.kinds.clone(), free: helpful.free.clone(), keys, most };
        // That hands are a part of their own is seen from the position itself.
        (hands.held(board, board.turn()).bare == without).then_some(hands)
    }

    /// The present position, with the hand of the side `me` and that of the other.
    pub(super) fn held(&self, board: &dyn Board, me: SideId) -> Held {
        let hash = board.hash();
        let mut held = Held { hash, bare: hash, hands: Bounds::default() };
        for side in 0..2 {
            let counts = if side == me { &mut held.hands.own } else { &mut held.hands.theirs };
            for (number, &kind) in self.kinds.iter().enumerate() {
                let count = usize::from(board.in_hand(side, kind)).min(self.most);
                counts.0[number] = count as u8;
                held.bare ^= self.keys[(usize::from(side) * self.kinds.len() + number) * (self.most + 1) + count];
            }
        }
        held
    }

    /// Could this side, with such a hand and these moves, drop anything that it does not hold?
    pub(super) fn drops(&self, side: SideId, hand: Counts, moves: &[Move]) -> Drops {
        let free = self.free[side as usize].iter().zip(hand.0).any(|(free, count)| *free && count > 0);
        let any = || moves.iter().any(|mv| mv.kind() == MoveKind::Drop);
        if free && !any() { Drops::Nowhere } else { Drops::Somewhere }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(of: &[u8]) -> Counts {
        Counts(std::array::from_fn(|kind| of.get(kind).copied().unwrap_or(0)))
    }

    #[test]
    fn bounds_go_back_over_moves() {
        let here = Held { hands: Bounds { own: counts(&[1, 0]), theirs: counts(&[0, 2]) }, ..Held::default() };
        // The side that attacks drops the one it has, and needs nothing afterwards.
        let after = Bounds { own: counts(&[0, 0]), theirs: counts(&[0, 2]) };
        let won = here.by_one(Bounds { own: Counts::NONE, theirs: counts(&[0, MANY]) }, after);
        assert_eq!(won, Bounds { own: counts(&[1, 0]), theirs: counts(&[0, MANY]) });
        // It captures another, and needs it afterwards: then it needs nothing here.
        let after = Bounds { own: counts(&[1, 1]), theirs: counts(&[0, 2]) };
        assert_eq!(here.by_one(Bounds { own: counts(&[0, 1]), theirs: Counts::ALL }, after).own, Counts::NONE);
        // The other side drops one of two: one more may have been in its hand than what is allowed afterwards; of what it does not hold nothing has been seen.
        let after = Bounds { own: counts(&[1, 0]), theirs: counts(&[0, 1]) };
        let known = Bounds { own: counts(&[1, 0]), theirs: counts(&[MANY, 3]) };
        let all = here.won_by_all([(known, after)].into_iter(), Drops::Somewhere);
        assert_eq!(all, Bounds { own: counts(&[1, 0]), theirs: counts(&[0, 4]) });
        assert_eq!(here.won_by_all([].into_iter(), Drops::Nowhere).theirs, Counts::ALL);
        let refuted = here.refuted_by_all([].into_iter());
        assert_eq!(refuted, Bounds { own: counts(&[MANY, 0]), theirs: Counts::NONE });
    }

    #[test]
    fn counts_are_kept_in_words() {
        let some = Counts(std::array::from_fn(|kind| kind as u8 * 17));
        assert_eq!(Counts::from_words(some.words()), some);
        assert!(counts(&[1, 2]).within(counts(&[1, 3])) && !counts(&[2, 0]).within(counts(&[1, 3])));
    }
}
