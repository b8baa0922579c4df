//! How many royals a side has, and whether what attacks them comes along lines that meet.

use super::{Analysis, Shape};
use alloc::vec::Vec;
use wazir_runtime::{Cell, Info, SideId, Style, fen};
use wazir_variant_spec::rules::{PieceId, Rules, Step};

impl Analysis<'_> {
    /// Does the side have one royal, now and ever (unless it is blown up)?
    pub fn has_one_royal(&self, side: usize) -> bool {
        only_royal(self.rules, &self.info, side).is_some()
    }

    /// How many pieces of these types the side has in the start position.
    pub fn start_count(&self, side: usize, types: &[PieceId]) -> usize {
        start_count(self.rules, &self.info, side, types)
    }

    /// Can lines along which somebody attacks one square meet before it? Over joined edges, and where somebody rides one direction in steps of different lengths
    /// (a rook and a rider of two squares at once). Then one square may answer two checkers, and not every square of a checker's line answers it.
    pub fn lines_meet(&self) -> bool {
        let meet = |side: usize| {
            let parts = self.pieces.iter().flat_map(|piece| &piece.parts[side]).filter(|part| part.mode.menaces);
            let rays =
                parts.filter_map(|part| if let Shape::Slide(kernel) = part.shape { Some(kernel.rays()) } else { None });
            ways_meet(&rays.flatten().map(|ray| ray.step).collect::<Vec<Step>>())
        };
        self.board().joined.any() || (0..self.sides()).any(meet)
    }
}

/// The side's only royal type, of which it has one piece, now and ever (unless it is blown up).
pub fn only_royal(rules: &Rules, info: &Info, side: usize) -> Option<PieceId> {
    let [royal] = rules.royal_types(side as SideId)[..] else { return None };
    let mut own = rules.pieces.iter().filter_map(|piece| piece.sides[side].as_ref());
    let comes = own.any(|own| own.promotions.iter().flat_map(|promotion| &promotion.to).any(|to| to.piece == royal));
    let itself = rules.piece_rules(royal, side as SideId)?;
    let changes = !itself.promotions.is_empty() || itself.drop.is_some() || rules.is_gated(royal);
    (!comes && !changes && start_count(rules, info, side, &[royal]) == 1).then_some(royal)
}

/// How many pieces of these types the side has in the start position.
fn start_count(rules: &Rules, info: &Info, side: usize, types: &[PieceId]) -> usize {
    let setup = fen::parse(info, &rules.start.fen, Style::Game);
    let counts = |cell: &&Cell| matches!(cell, Cell::Piece { side: owner, piece, .. } if *owner as usize == side && types.contains(piece));
    setup.map_or(0, |setup| setup.board.iter().filter(counts).count())
}

/// Do any of these steps go one way, in different lengths?
pub(crate) fn ways_meet(steps: &[Step]) -> bool {
    let one_way = |a: &Step, b: &Step| {
        let [a, b] = [a, b].map(|step| (i32::from(step.dx), i32::from(step.dy)));
        a.0 * b.1 == a.1 * b.0 && a.0 * b.0 + a.1 * b.1 > 0
    };
    steps.iter().any(|step| steps.iter().any(|other| other != step && one_way(step, other)))
}
