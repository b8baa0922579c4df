//! The moves of all pieces of a type at once: the whole set of them shifted by one step after another.

use super::steps::Start;
use super::*;
use wazir_program::analysis::Legality;
use wazir_program::tables::origins;
use wazir_variant_spec::rules::{PieceId, Supply};

/// A leap of a part of a type's movement: the step, and what has to be on another square by the way.
pub(super) type Leap<'p> = (&'p Part, Step, Option<(ViaState, Step)>);

impl Emitter<'_> {
    /// All pieces of a type at once, when its movement is a few leaps and there are enough of them to be worth it.
    pub(super) fn shifts(&self, id: usize, side: usize, legality: Legality) -> Option<TokenStream> {
        let filtered = legality == Legality::Lines && self.plan.watches(side);
        let pieces = self.plan.start_count(side, &[id as PieceId]);
        if filtered || pieces < 4 {
            return None;
        }
        let leaps = self.leaps(id, side)?;
        let of_part = |part: &Part| leaps.iter().filter(|(other, ..)| *other == part).count();
        if leaps.iter().any(|(part, ..)| of_part(part) > 3.max(pieces / 3)) {
            return None;
        }
        Some(leaps.into_iter().map(|leap| self.shift(id, side, leap)).collect())
    }

    /// The same for random games that generate moves twice, and ask first how many lead to each square, then for those to one of them: branches, before what is for everybody
    /// else. `None` where moves of this type are told them as well by batches.
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
    pub(super) fn usual_number(&self, id: usize, side: usize) -> usize {
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
        let onto = match (part.mode.quiet, part.mode.capture) {
            (true, true) => quote!(ok),
            (true, false) => quote!((empty & ok)),
            (false, true) => quote!((them & ok)),
            (false, false) => return None,
        };
        let immune = if part.mode.capture { self.immune(id, side) } else { quote!() };
        Some(quote!((if (#onto #immune).has(to) { movers & #from } else { Set::EMPTY })))
    }

    /// The leaps of which a type's movement consists; `None` where it consists of something else, or leaps are not alike wherever a piece stands.
    pub(super) fn leaps(&self, id: usize, side: usize) -> Option<Vec<Leap<'_>>> {
        let parts = &self.plan.pieces[id].parts[side];
        let alone =
            |part: &Part| part.mode.is_conditional() || part.mode.victims.is_some() || part.conditions.is_some();
        // Over a joined edge a set does not move by one shift.
        if self.plan.board().joined.any()
            || self.plan.gates(id, side)
            || parts.iter().any(alone)
            || self.plan.takes_where_it_goes(id, side)
            || self.plan.passing_overlaps(id, side)
        {
            return None;
        }
        // Where two parts lead to the same square by the same right, that is one move.
        let alike = |a: &Part, b: &Part| a.mode.quiet && b.mode.quiet || a.mode.capture && b.mode.capture;
        let twice = |(index, one): (usize, &Part)| {
            parts[..index].iter().any(|other| alike(one, other) && self.plan.may_meet(one, other))
        };
        if parts.iter().enumerate().any(twice) {
            return None;
        }
        let mut leaps: Vec<Leap<'_>> = Vec::new();
        for part in parts {
            match &part.shape {
                Shape::Leaps { steps, .. } => leaps.extend(steps.iter().map(|&step| (part, step, None))),
                Shape::Lame { state, steps } => {
                    leaps.extend(steps.iter().map(|&(step, via)| (part, step, Some((*state, via)))));
                }
                _ => return None,
            }
        }
        if self.plan.regenerates() {
            // In the order of the squares from which they come: see `moves_in_order`.
            leaps.sort_by_key(|(_, step, _)| std::cmp::Reverse(self.offset(*step)));
        }
        Some(leaps)
    }

    /// The moves by one leap of all `movers`.
    fn shift(&self, id: usize, side: usize, leap: Leap<'_>) -> TokenStream {
        let Some(targets) = self.shifted(id, side, leap) else { return quote!() };
        let (part, step, via) = leap;
        let kind = if part.mode.leaves { "Passing" } else { "Step" };
        let steps = self.steps(id, side, &Start::Shift(step), kind);
        let passed = via.filter(|_| part.mode.leaves).map_or(quote!(), |(_, via)| {
            let passed = self.by(via);
            quote!(let passed = #passed;)
        });
        quote! {{
            let targets = #targets;
            #passed
            #steps
        }}
    }

    /// Where one leap of all `movers` leads.
    fn shifted(&self, id: usize, side: usize, (part, step, via): Leap<'_>) -> Option<TokenStream> {
        let targets_of = match &part.shape {
            // Zones of merged leaps are in the table.
            Shape::Leaps { targets, .. } => targets.clone(),
            _ => self.plan.leap_targets(step, &part.from, &part.to),
        };
        let board = self.plan.board();
        let from: SquareSet = (0..self.plan.squares)
            .filter(|&s| board.step(s, step).is_some_and(|to| targets_of[s as usize].contains(to)))
            .collect();
        let by = self.by(step);
        let everywhere: SquareSet = self.all.iter().filter(|&s| board.step(s, step).is_some()).collect();
        // What leaves the board falls off the word, or is no square to go to; else it has to be kept from starting.
        let bits = match self.plan.word {
            Word::One => 64,
            Word::Two => 128,
            Word::Many(words) => 64 * words,
        };
        let stays = bits == self.plan.squares as usize || !(part.mode.quiet && part.mode.capture);
        let movers = if step.dx == 0 && from == everywhere && board.holes.is_empty() && stays {
            quote!(movers)
        } else {
            let from = self.set(&from);
            quote!((movers & #from))
        };
        let onto = match (part.mode.quiet, part.mode.capture) {
            (true, true) => quote!(),
            (true, false) => quote!(&empty),
            (false, true) => quote!(&them),
            (false, false) => return None,
        };
        let via_test = via.map_or(quote!(), |(state, via)| {
            let rest = self.by(Step { dx: step.dx - via.dx, dy: step.dy - via.dy });
            let set = if state == ViaState::Empty { quote!(empty) } else { quote!(occ) };
            quote!(& #set.shift(#rest))
        });
        let immune = if part.mode.capture { self.immune(id, side) } else { quote!() };
        Some(quote!(#movers.shift(#by) #onto #via_test & ok #immune))
    }
}
