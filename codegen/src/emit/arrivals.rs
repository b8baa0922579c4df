//! What random games that generate moves twice are told (`Plan::regenerates`): how many lead to each square, then those to one of them.

use super::beside::onto;
use super::*;
use wazir_program::tables::origins;
use wazir_variant_spec::rules::{PieceId, Supply};

impl Emitter<'_> {
    /// The moves of all pieces of a type, by where they lead: branches, before what is for everybody else. `None` where moves of this type are told them as well by batches.
    pub(super) fn by_arrival(&self, id: usize, side: usize) -> Option<TokenStream> {
        let (plan, piece) = (self.plan, &self.plan.pieces[id]);
        let minds_checks = plan.memory.checks
            || plan.checking_moves[side] != CheckingMoves::Unknown
            || !plan.rules.play[side].check.may_not_mate.is_empty();
        let promotes = piece.rules[side].is_none_or(|rules| !rules.promotions.is_empty());
        if !plan.regenerates() || minds_checks || promotes {
            return None;
        }
        let leaps = self.leaps(id, side)?;
        let ident = &piece.ident;
        let movers = quote!(let movers = p.kinds[#ident] & us;);
        // By direction in less time than one by one, where there are more pieces than half of their leaps.
        let counted = (2 * self.usual_number(id, side) >= leaps.len()).then(|| {
            let targets = leaps.iter().filter_map(|&leap| self.shifted(id, side, leap));
            quote!(if const { V::COUNTS_ARRIVALS } { #movers v.arrivals([#(#targets),*]); } else)
        });
        let found = leaps.iter().all(|(.., via)| via.is_none()).then(|| {
            let from = piece.parts[side].iter().filter_map(|part| self.leaping_from(id, side, part));
            quote! {
                if const { V::HAS_GOAL } {
                    let to = v.goal();
                    #movers
                    v.steps_to_goal(cpu, #ident, #(#from)|*);
                } else
            }
        });
        (counted.is_some() || found.is_some()).then(|| quote!(#counted #found))
    }

    /// How many pieces of a type there are as a rule: as many as at the start, or a quarter of the board full where there is always another one.
    fn usual_number(&self, id: usize, side: usize) -> usize {
        let drop = self.plan.pieces[id].rules[side].and_then(|rules| rules.drop.as_ref());
        match drop {
            Some(drop) if drop.supply == Supply::Endless => self.plan.squares as usize / 4,
            _ => self.plan.start_count(side, &[id as PieceId]),
        }
    }

    /// From which squares of `movers` a part's leaps lead to the square `to`.
    fn leaping_from(&self, id: usize, side: usize, part: &Part) -> Option<TokenStream> {
        let Shape::Leaps { targets, .. } = &part.shape else { return None };
        let piece = &self.plan.pieces[id];
        let name = format!("{}_{}_from", side_name(self.plan, side, piece), mode_name(part.mode));
        let about = format!("Squares from which the {} leaps somewhere.", piece.snake);
        let from = self.at(&self.sets(&name, &about, origins(targets)), &quote!(to));
        if !part.mode.quiet && !part.mode.capture {
            return None;
        }
        let onto = onto(part);
        let immune = if part.mode.capture { self.immune(id, side) } else { quote!() };
        Some(quote!((if (ok #onto #immune).has(to) { movers & #from } else { Set::EMPTY })))
    }

    /// How many binary digits, 2 to 4, has the number of moves that go to one square as a rule, where random games generate moves twice? By how many pieces may get there, and in how
    /// many ways.
    pub(super) fn usual_digits(&self) -> usize {
        let ways = |side: usize| -> usize {
            let of_type = |(id, piece): (usize, &PiecePlan<'_>)| {
                let moves = match &piece.parts[side][..] {
                    [] => 0,
                    // Of others there are seldom many.
                    _ => self.leaps(id, side).map_or(4, |leaps| leaps.len()).min(self.usual_number(id, side)),
                };
                moves + usize::from(piece.rules[side].is_some_and(|rules| rules.drop.is_some()))
            };
            self.plan.pieces.iter().enumerate().map(of_type).sum()
        };
        match (0..self.plan.sides()).map(ways).max().unwrap_or(0) {
            0..4 => 2,
            4..13 => 3,
            _ => 4,
        }
    }

    /// Do steps, drops and passes that go to one square come in the order of `Move::order`? First steps, type by type, each by where they start; then drops, type by type.
    pub(super) fn moves_in_order(&self) -> bool {
        let plan = self.plan;
        let sides: Vec<usize> = (0..plan.sides()).collect();
        let by_type = |sides: &[usize]| {
            let (mut types, later) = self.present_and_later(sides);
            types.extend(later);
            types.is_sorted()
        };
        let mut drops =
            plan.pieces.iter().flat_map(|piece| piece.rules.iter().flatten()).filter_map(|own| own.drop.as_ref());
        by_type(&sides)
            && sides.iter().all(|&side| by_type(&[side]))
            && drops.all(|drop| drop.exchange.is_none())
            && plan.rules.play.iter().all(|play| play.gating.is_none())
    }
}
