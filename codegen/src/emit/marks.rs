//! Marks of promoted pieces, which revert when they are captured.

use super::*;
use std::collections::BTreeSet;
use wazir_variant_spec::rules::PieceId;

impl Emitter<'_> {
    /// What stands on `square`, which is all of `set`, leaves it; `was_promoted` tells whether it was marked.
    pub(super) fn unmark(&self, square: &TokenStream, set: &TokenStream) -> TokenStream {
        self.unmark_where(&quote!(self.promoted.has(#square)), set)
    }

    /// The same of a piece that is marked, and leaves its square, where this holds.
    pub(super) fn unmark_where(&self, marked: &TokenStream, set: &TokenStream) -> TokenStream {
        let toggled = self.toggle_marks(&quote!(was_promoted), set);
        let told = self.plan.memory.marks.then(|| quote!(let was_promoted = #marked;));
        quote!(#told #toggled)
    }

    /// Where this holds, every square of `set` that was marked is so no more, and every other one is.
    pub(super) fn toggle_marks(&self, holds: &TokenStream, set: &TokenStream) -> TokenStream {
        if !self.plan.memory.marks {
            return quote!();
        }
        quote! {
            if #holds {
                c.promoted ^= #set;
                toggle_set::<B>(&mut c.bookkeeping, PROMOTED_KEYS, #set);
            }
        }
    }

    /// The mark of a promoted piece goes with it; a promotion sets it if it reverts, and else ends it.
    pub(super) fn walk_promoted(&self) -> TokenStream {
        if !self.plan.memory.marks {
            return quote!();
        }
        // Each side's promotions are its own: where one side's captured pieces leave the game, those of the other may still revert.
        let sets: Vec<TokenStream> = (0..self.plan.sides()).map(|side| self.sets_mark(side)).collect();
        let sets = match &sets[..] {
            sets if sets.iter().all(|of_side| of_side.to_string() == sets[0].to_string()) => sets[0].clone(),
            [first, second] => quote!((if S::ME == 0 { #first } else { #second })),
            sets => quote!([#(#sets),*][me]),
        };
        let marked = self.toggle_marks(&quote!(marked), &quote!(end));
        quote! {
            let marked = if moved.promotes { #sets } else { self.promoted.has(moved.from) };
            #marked
        }
    }

    /// Whether the promotion by the move `moved` of this side marks the piece.
    fn sets_mark(&self, side: usize) -> TokenStream {
        let plan = self.plan;
        let arms = plan.pieces.iter().filter_map(|piece| {
            let promotions = piece.rules[side].map_or(&[][..], |rules| &rules.promotions);
            let mut known = BTreeSet::new();
            let mut marking: Vec<PieceId> = Vec::new();
            // What several promotions give it becomes by the first of them.
            for (promotion, target) in promotions.iter().flat_map(|p| p.to.iter().map(move |target| (p, target))) {
                if known.insert(target.piece) && promotion.reverts_when_captured {
                    marking.push(target.piece);
                }
            }
            let ident = &piece.ident;
            let into = marking.iter().map(|&into| self.piece(into));
            match marking.len() {
                0 => None,
                all if all == known.len() => Some(quote!((#ident, _))),
                _ => Some(quote!((#ident, #(#into)|*))),
            }
        });
        let arms: Vec<TokenStream> = arms.collect();
        if arms.is_empty() { quote!(false) } else { quote!(matches!((moved.piece, moved.into), #(#arms)|*)) }
    }
}
