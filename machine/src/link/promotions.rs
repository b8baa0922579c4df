//! How pieces promote.

use super::*;

/// By the square a move starts from: where it may end that promotes, captures aside. Squares inside the zone have the same targets, and so have those outside.
pub(super) fn promotion_targets<W: Bits>(promotion: &Promoting, board: &Board) -> Vec<W> {
    let all = board.all();
    let of_one = |squares: SquareSet| {
        squares.and(&promotion.from).iter().next().map_or(W::EMPTY, |one| word(&promotion.targets(one, &all)))
    };
    let (inside, outside) = (of_one(promotion.zone), of_one(all.minus(&promotion.zone)));
    let from = |from: u16| match (promotion.from.contains(from), promotion.zone.contains(from)) {
        (false, _) => W::EMPTY,
        (true, true) => inside,
        (true, false) => outside,
    };
    (0..board.squares()).map(from).collect()
}

/// How a piece promotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Promotes {
    Never,
    /// By one rule, which asks nothing but where the move leads.
    Simply,
    Oddly,
}

#[derive(Debug)]
pub(crate) struct Promotion<W> {
    /// By the square it starts from: targets, and those of them where it has to.
    pub(crate) targets: Vec<W>,
    pub(crate) forced: W,
    pub(crate) only_capturing: bool,
    pub(crate) zone: W,
    /// What it becomes.
    pub(crate) into: Vec<u8>,
    pub(crate) rule: Promoting,
    pub(crate) apart: Vec<(usize, W, W)>,
    /// It asks nothing but where the move leads.
    pub(crate) always: bool,
}

pub(super) fn has_each_once(kinds: &[u8]) -> bool {
    kinds.iter().enumerate().all(|(place, kind)| !kinds[..place].contains(kind))
}

pub(super) fn arrives(own: Option<&wazir_variant_spec::rules::PieceRules>) -> bool {
    own.is_none_or(|own| own.capturer != Capturer::StaysBehind)
}

/// The type that a piece marked as reverting was promoted from.
pub(super) fn original(program: &Program, side: usize, piece: u8) -> u8 {
    let rules = &program.rules;
    let becomes = |origin: &u8| {
        rules.piece_rules(*origin, side as u8).is_some_and(|own| {
            own.promotions.iter().any(|p| p.reverts_when_captured && p.to.iter().any(|target| target.piece == piece))
        })
    };
    (0..rules.pieces.len() as u8).find(becomes).unwrap_or(piece)
}
