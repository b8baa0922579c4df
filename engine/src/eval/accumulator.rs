//! [`Accumulator`]: the board as the evaluation sees it, kept up to date move by move.

use super::{
    attack_cache::AttackCache,
    unit_sums::{Change, Royals, UnitSums},
    weights::{Pair, VITAL, Weights},
    words::Word,
};
use crate::{
    board::{Board, Changes, Content},
    corrections::LIKENESSES,
};
use std::{cell::RefCell, sync::Arc};
use wazir_runtime::{PieceId, SideId, Square, batches};
use wazir_variant_spec::rules::MOST_SIDES;

/// What stands on each square and is in each hand, with the sums of what all of it is worth.
#[derive(Clone)]
pub(crate) struct Accumulator {
    pub(crate) weights: Arc<Weights>,
    /// By square.
    pub(crate) cells: Vec<Content>,
    /// By side and type, `side * kinds + piece`.
    pub(crate) hands: Vec<u16>,
    /// Pieces on the board, by side and type.
    pub(crate) counts: Vec<u16>,
    /// Squares as words of 64: those that are not empty, then those of each side, then those of each type of each side.
    sets: Vec<u64>,
    /// How many squares of a figure are filled by each side, and by what is in everybody's way: `place * (sides + 1) + side`.
    filled: Vec<u8>,
    /// The sums now.
    pub(crate) sums: Sums,
    /// What was before each move: the sums, and how long the logs were.
    before: Vec<(Sums, usize, usize)>,
    /// Squares that moves have changed, with what stood there before.
    cell_log: Vec<(Square, Content)>,
    /// Hands that moves have changed, with what they held before.
    hand_log: Vec<(usize, u16)>,
    changes: Changes,
    /// What the units of the network add up to, where there is one.
    pub(crate) units: Option<RefCell<UnitSums>>,
    /// What pieces attacked in the positions before.
    pub(crate) attacks: AttackCache,
}

/// What is worth what, in sum.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Sums {
    /// Worth of what a side has, by side.
    pub(crate) worth: [Pair; MOST_SIDES],
    /// Pieces on the board, by side.
    pub(crate) pieces: [u16; MOST_SIDES],
    /// Force of the pieces that do more than plod forward, by side: how far the game is from its end.
    pub(crate) force: [i32; MOST_SIDES],
    /// Pieces on the board that are near a goal, of all sides ([`super::goals::Goals::near`]).
    pub(crate) near: u16,
    /// Pieces on the board that stand in a goal, of all sides ([`super::goals::Goals::finish`]).
    pub(crate) finished: u16,
    /// Worth of figures that are being made, by side.
    pub(crate) rows: [i32; MOST_SIDES],
    /// What tells positions apart that are not alike: where the pieces stand that only advance, and where all others of each side do.
    pub(crate) likeness: [u64; LIKENESSES],
    /// Where each side's royal is, if it has just one on the board.
    pub(crate) royals: [Option<Square>; MOST_SIDES],
}

impl Accumulator {
    /// The last position of a board, from which others will follow: so what pieces attack is remembered.
    pub(crate) fn new(weights: &Arc<Weights>, board: &dyn Board) -> Accumulator {
        let mut all = Changes::default();
        board.contents(&mut all);
        let attacks = weights.influence.as_ref().map(|influence| influence.cache()).unwrap_or_default();
        Accumulator { attacks, ..Accumulator::with(weights, &all) }
    }

    /// A board that is empty but for this.
    pub(crate) fn with(weights: &Arc<Weights>, all: &Changes) -> Accumulator {
        let mut accumulator = Accumulator {
            cells: vec![Content::Empty; weights.squares],
            hands: vec![0; weights.sides * weights.kinds],
            counts: vec![0; weights.sides * weights.kinds],
            sets: vec![0; words(weights) * (1 + weights.sides + weights.sides * weights.kinds)],
            filled: vec![0; weights.goals.rows.sizes.len() * (weights.sides + 1)],
            weights: weights.clone(),
            sums: Sums::default(),
            before: Vec::new(),
            cell_log: Vec::new(),
            hand_log: Vec::new(),
            changes: Changes::default(),
            units: None,
            attacks: AttackCache::default(),
        };
        accumulator.apply(all);
        accumulator.units = accumulator.royals().map(|royals| RefCell::new(UnitSums::new(royals)));
        accumulator.cell_log.clear();
        accumulator.hand_log.clear();
        accumulator
    }

    /// The board has made a move.
    pub(crate) fn follow(&mut self, board: &dyn Board) {
        let mut changes = std::mem::take(&mut self.changes);
        changes.clear();
        board.changes(&mut changes);
        self.before.push((self.sums, self.cell_log.len(), self.hand_log.len()));
        self.apply(&changes);
        if let Some((royals, units)) = self.royals().zip(self.units.as_mut()) {
            units.get_mut().push(royals);
        }
        self.changes = changes;
    }

    /// Where each side's only royal is, as far as the network asks; `None` without one.
    fn royals(&self) -> Option<Royals> {
        let network = self.weights.network.as_ref()?;
        let [first, second, ..] = self.sums.royals;
        Some(if network.sees_royals() { [first, second] } else { Royals::default() })
    }

    /// The board has taken a move back.
    pub(crate) fn undo(&mut self) {
        let Some((sums, cells, hands)) = self.before.pop() else { return };
        while self.cell_log.len() > cells {
            let Some((square, content)) = self.cell_log.pop() else { break };
            self.put(square, content);
        }
        for (hand, count) in self.hand_log.drain(hands..).rev() {
            self.hands[hand] = count;
        }
        self.sums = sums;
        if let Some(units) = &mut self.units {
            units.get_mut().pop();
        }
    }

    fn apply(&mut self, changes: &Changes) {
        for &(square, content) in &changes.squares {
            let Some(&before) = self.cells.get(square as usize) else { continue };
            self.weigh(before, square, -1);
            self.weigh(content, square, 1);
            self.put(square, content);
            for changed in [before, content] {
                if let Content::Piece(side, piece) = changed
                    && self.weights.royal[self.weights.index(side, piece)]
                {
                    self.find_royal(side);
                }
            }
            self.cell_log.push((square, before));
        }
        for &(side, piece, count) in &changes.hands {
            let hand = self.weights.index(side, piece);
            let Some(held) = self.hands.get_mut(hand) else { continue };
            let before = std::mem::replace(held, count);
            self.hand_log.push((hand, before));
            let more = count as i32 - before as i32;
            self.sums.worth[side as usize] += self.weights.in_hand[hand] * more;
            self.sums.force[side as usize] += self.weights.force[hand] * more;
            self.note(Change::Hand { kind: hand, more });
        }
    }

    /// Something changes that the network is told of, if there is one.
    fn note(&mut self, change: Change) {
        if let Some(units) = &mut self.units {
            units.get_mut().note(change);
        }
    }

    /// Puts something on a square in place of what is there, and keeps everything that depends on it but the sums, which are as they were when it is taken back.
    fn put(&mut self, square: Square, content: Content) {
        let before = std::mem::replace(&mut self.cells[square as usize], content);
        if let Content::Piece(side, piece) = before {
            let kind = self.weights.index(side, piece);
            self.counts[kind] = self.counts[kind].wrapping_sub(1);
            self.mark(side, piece, square);
        }
        if let Content::Piece(side, piece) = content {
            let kind = self.weights.index(side, piece);
            self.counts[kind] = self.counts[kind].wrapping_add(1);
            self.mark(side, piece, square);
        }
        if (before == Content::Empty) != (content == Content::Empty) {
            self.sets[square as usize / 64] ^= 1 << (square % 64);
        }
        if !self.weights.goals.rows.is_empty() {
            self.fill(square, before, content);
        }
    }

    /// Puts a piece's square into the sets of its side and type, or takes it out.
    fn mark(&mut self, side: SideId, piece: PieceId, square: Square) {
        let words = words(&self.weights);
        let (word, bit) = (square as usize / 64, 1 << (square % 64));
        self.sets[(1 + side as usize) * words + word] ^= bit;
        self.sets[(1 + self.weights.sides + self.weights.index(side, piece)) * words + word] ^= bit;
    }

    /// The squares that are not empty.
    pub(crate) fn occupied<W: Word>(&self) -> W {
        W::read(&self.sets[..words(&self.weights)])
    }

    /// The squares of a side.
    pub(crate) fn of_side<W: Word>(&self, side: usize) -> W {
        let words = words(&self.weights);
        W::read(&self.sets[(1 + side) * words..(2 + side) * words])
    }

    /// The squares of a type of a side, `side * kinds + piece`.
    pub(crate) fn of_kind<W: Word>(&self, kind: usize) -> W {
        let (words, first) = (words(&self.weights), 1 + self.weights.sides);
        W::read(&self.sets[(first + kind) * words..(first + kind + 1) * words])
    }

    /// Keeps the figures that go through a square.
    fn fill(&mut self, square: Square, before: Content, content: Content) {
        let weights = &self.weights;
        let (rows, sides) = (&weights.goals.rows, weights.sides);
        let (from, to) = (rows.filler(before, sides), rows.filler(content, sides));
        if from == to {
            return;
        }
        for &place in &rows.places_of[square as usize] {
            let place = place as usize;
            let filled = &mut self.filled[place * (sides + 1)..(place + 1) * (sides + 1)];
            let alone = |filled: &[u8]| {
                let mut some = filled.iter().enumerate().filter(|(_, filled)| **filled > 0);
                some.next()
                    .filter(|(side, _)| *side < sides && some.next().is_none())
                    .map(|(side, &filled)| (side, filled))
            };
            if let Some((side, number)) = alone(filled) {
                self.sums.rows[side] -= rows.worth(place, number);
            }
            if let Some(from) = from {
                filled[from] = filled[from].saturating_sub(1);
            }
            if let Some(to) = to {
                filled[to] = filled[to].saturating_add(1);
            }
            if let Some((side, number)) = alone(filled) {
                self.sums.rows[side] += rows.worth(place, number);
            }
        }
    }

    /// Finds a side's only royal where one of its royals may have come or gone.
    fn find_royal(&mut self, side: SideId) {
        let weights = &self.weights;
        let words = words(weights);
        let kinds = (weights.index(side, 0)..weights.index(side + 1, 0)).filter(|&kind| weights.royal[kind]);
        let mut royals = kinds.flat_map(|kind| squares(&self.sets[(1 + weights.sides + kind) * words..][..words]));
        self.sums.royals[side as usize] = royals.next().filter(|_| royals.next().is_none());
    }

    /// Counts what stands on a square into the sums (`more` is 1) or out of them (-1).
    fn weigh(&mut self, content: Content, square: Square, more: i32) {
        let Content::Piece(side, piece) = content else { return };
        let (owner, kind) = (side as usize, self.weights.index(side, piece));
        let place = kind * self.weights.squares + square as usize;
        self.sums.worth[owner] += self.weights.on_square[place] * more;
        self.note(Change::Square { kind, square, comes: more > 0 });
        self.sums.force[owner] += self.weights.force[kind] * more;
        let advances = self.weights.force[kind] == 0 && self.weights.worths[kind].is_some();
        let like = if advances { 0 } else { 1 + owner % (LIKENESSES - 1) };
        self.sums.likeness[like] ^= batches::key(place);
        if self.weights.goals.near.get(place) == Some(&true) {
            self.sums.near = self.sums.near.wrapping_add_signed(more as i16);
        }
        if self.weights.goals.finish.get(place) == Some(&true) {
            self.sums.finished = self.sums.finished.wrapping_add_signed(more as i16);
        }
        self.sums.pieces[owner] = self.sums.pieces[owner].wrapping_add_signed(more as i16);
    }

    /// What a capture on this square would gain: the worth of the enemy piece there for ordering and pruning; 0 where there is none.
    pub(crate) fn prize(&self, square: Square) -> i32 {
        match self.cells.get(square as usize) {
            Some(&Content::Piece(side, piece)) => {
                let count = |piece: usize| self.counts[side as usize * self.weights.kinds + piece];
                if self.weights.goals.is_last(side, piece, count) {
                    return VITAL;
                }
                self.weights.prize[self.weights.index(side, piece)]
            }
            _ => 0,
        }
    }

    /// Can a quiet move of whoever it may be win at once, by reaching a goal or making a figure?
    pub(crate) fn may_race(&self) -> bool {
        self.weights.goals.may_race(self.sums.near)
    }

    /// Does it win at once to put a piece of this type there, as far as goals and figures tell?
    pub(crate) fn wins_by_arriving(&self, side: SideId, piece: PieceId, to: Square) -> bool {
        let goals = &self.weights.goals;
        if !goals.races {
            return false;
        }
        let at = self.weights.index(side, piece) * self.weights.squares + to as usize;
        let sides = self.weights.sides;
        let completes = |&place: &u32| {
            let place = place as usize;
            let filled = self.filled.get(place * (sides + 1) + side as usize);
            goals.rows.signs[place] > 0 && filled.is_some_and(|&filled| filled + 1 == goals.rows.sizes[place])
        };
        let rows = goals.rows.places_of.get(to as usize);
        goals.finish.get(at) == Some(&true) || rows.is_some_and(|places| places.iter().any(completes))
    }

    /// What capturing a piece of a type gains, for the side that has it at a higher price.
    pub(crate) fn prize_of(&self, piece: PieceId) -> i32 {
        let of_side = |side| self.weights.prize[self.weights.index(side, piece)];
        (0..self.weights.sides as SideId).map(of_side).max().unwrap_or(0)
    }
}

/// The squares of a set, ascending.
fn squares(words: &[u64]) -> impl Iterator<Item = Square> + '_ {
    words.iter().enumerate().flat_map(|(index, &word)| {
        let mut left = word;
        std::iter::from_fn(move || {
            let bit = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            (bit < 64).then_some((index as u32 * 64 + bit) as Square)
        })
    })
}

/// Words of 64 squares that a board takes.
fn words(weights: &Weights) -> usize {
    weights.squares.div_ceil(64)
}
