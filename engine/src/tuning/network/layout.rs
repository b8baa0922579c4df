//! [`Layout`]: the rows of a network's input, of which some are on in a position.

use super::super::samples::Sample;
use crate::{board::Content, eval::AttackInputs};
use std::ops::Range;
use wazir_runtime::{PieceId, SideId, Square};
use wazir_variant_spec::{
    rules::Rules,
    values::{Feature, Standings, lines_of},
};

/// Kinds of numbers that a type has.
const FEATURES: usize = Feature::ALL.len();

/// The rows of the network's input: for each side that looks, each owner and type, one for each number of an [`Input`](wazir_variant_spec::values::Input).
pub(super) struct Layout {
    pub(super) kinds: usize,
    /// One for each side that looks, or one for both, where they have the same.
    groups: usize,
    /// Where the rows of each feature begin among those of a type, and where they end, by the side that looks.
    firsts: [[usize; FEATURES + 1]; 2],
    /// Rank and file of each square, as each side sees it.
    of_square: [Vec<(usize, usize)>; 2],
    to_royals: Standings,
    /// The royal types of each side.
    royals: [Vec<PieceId>; 2],
}

impl Layout {
    pub(super) fn new(rules: &Rules, alike: bool) -> Layout {
        let squares = rules.board.squares();
        let seen = |side: SideId| (0..squares).map(|square| lines_of(rules, side, square)).collect();
        Layout {
            kinds: rules.pieces.len(),
            groups: if alike { 1 } else { 2 },
            firsts: [0, 1].map(|side| Feature::firsts(rules, side)),
            of_square: [seen(0), seen(1)],
            to_royals: Standings::new(rules),
            royals: [0, 1].map(|side| rules.royal_types(side)),
        }
    }

    /// Rows of one type.
    fn span(&self) -> usize {
        self.firsts[0][FEATURES].max(self.firsts[1][FEATURES])
    }

    /// How many rows there are.
    pub(super) fn rows(&self) -> usize {
        self.groups * 2 * self.kinds * self.span()
    }

    /// The rows of a feature of a type of an owner, for a side that looks.
    pub(super) fn rows_of(&self, looker: usize, owner: usize, piece: PieceId, feature: Feature) -> Range<usize> {
        let group = looker % self.groups;
        let enemy = usize::from(looker != owner);
        let of_type = ((group * 2 + enemy) * self.kinds + piece as usize) * self.span();
        let index = feature as usize;
        of_type + self.firsts[looker][index]..of_type + self.firsts[looker][index + 1]
    }

    /// How many numbers, names and brackets a unit is in a file, at most, if these rows are on somewhere.
    pub(super) fn values_of_a_unit(&self, seen: &[bool]) -> usize {
        let list = |looker: usize, owner: usize, piece: PieceId, feature: Feature| {
            let rows = self.rows_of(looker, owner, piece, feature);
            if seen[rows.clone()].contains(&true) { 1 + rows.len() } else { 0 }
        };
        let of_type = |looker: usize, piece: PieceId| {
            // Beside the lists: what has them, and its name.
            let both = (0..2).flat_map(|owner| Feature::ALL.map(|feature| list(looker, owner, piece, feature)));
            4 + both.sum::<usize>()
        };
        let lookers = 0..self.groups;
        4 + lookers
            .flat_map(|looker| (0..self.kinds as PieceId).map(move |piece| of_type(looker, piece)))
            .sum::<usize>()
    }

    /// Where the only royal of a side is, if it has just one.
    fn only_royal(&self, side: usize, sample: &Sample) -> Option<Square> {
        let is_royal = |content| matches!(content, Content::Piece(owner, piece) if owner as usize == side && self.royals[side].contains(&piece));
        let mut royals = sample.contents.squares.iter().filter(|(_, content)| is_royal(*content));
        royals.next().filter(|_| royals.next().is_none()).map(|&(square, _)| square)
    }

    /// The rows that are on in a position of which attacks tell `inputs`, as a side sees it.
    pub(super) fn add(&self, looker: usize, sample: &Sample, inputs: &AttackInputs, rows: &mut Vec<u16>) {
        let mut add = |owner: usize, piece: PieceId, (feature, index): (Feature, usize)| {
            rows.push((self.rows_of(looker, owner, piece, feature).start + index) as u16);
        };
        let royals = [(Feature::OwnRoyal, looker), (Feature::EnemyRoyal, 1 - looker)];
        let royals = royals.map(|(feature, side)| (feature, self.only_royal(side, sample)));
        for &(square, content) in &sample.contents.squares {
            let Content::Piece(owner, piece) = content else { continue };
            let (rank, file) = self.of_square[looker][square as usize];
            add(owner as usize, piece, (Feature::Ranks, rank));
            add(owner as usize, piece, (Feature::Files, file));
            for (feature, royal) in royals {
                if let Some(royal) = royal {
                    add(owner as usize, piece, (feature, self.to_royals.of(looker as SideId, square, royal)));
                }
            }
        }
        for &(owner, piece, count) in &sample.contents.hands {
            (0..count).for_each(|_| add(owner as usize, piece, (Feature::Hand, 0)));
        }
        for input in inputs.iter() {
            let (owner, piece) = (input.kind / self.kinds, (input.kind % self.kinds) as PieceId);
            add(owner, piece, input.told.place(owner != sample.turn as usize));
        }
    }
}
