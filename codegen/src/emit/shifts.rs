//! The moves of all pieces of a type at once: the whole set of them shifted by one step after another.

use super::beside::onto;
use super::steps::Start;
use super::*;
use wazir_program::analysis::Legality;
use wazir_variant_spec::rules::PieceId;

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
    pub(super) fn shifted(&self, id: usize, side: usize, (part, step, via): Leap<'_>) -> Option<TokenStream> {
        if !part.mode.quiet && !part.mode.capture {
            return None;
        }
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
        let via_test = via.map_or(quote!(), |(state, via)| {
            let rest = self.by(Step { dx: step.dx - via.dx, dy: step.dy - via.dy });
            let set = if state == ViaState::Empty { quote!(empty) } else { quote!(occ) };
            quote!(& #set.shift(#rest))
        });
        let onto = onto(part);
        let immune = if part.mode.capture { self.immune(id, side) } else { quote!() };
        Some(quote!(#movers.shift(#by) #onto #via_test & ok #immune))
    }
}
