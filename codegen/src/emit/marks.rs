//! Marks of promoted pieces, which revert when they are captured.

use super::*;
use wazir_variant_spec::rules::PieceRules;

impl Emitter<'_> {
    /// What stands on `square`, which is all of `set`, leaves it; `was_promoted` tells whether it was marked.
    pub(super) fn unmark(&self, square: &TokenStream, set: &TokenStream) -> TokenStream {
        self.unmark_where(&quote!(self.promoted.has(#square)), set)
    }

    /// The same of a piece that is marked, and leaves its square, where this holds.
    pub(super) fn unmark_where(&self, marked: &TokenStream, set: &TokenStream) -> TokenStream {
        let toggled = self.toggle_marks(&quote!(was_promoted), set);
        let told = self.plan.promoted.then(|| quote!(let was_promoted = #marked;));
        quote!(#told #toggled)
    }

    /// Where this holds, every square of `set` that was marked is so no more, and every other one is.
    pub(super) fn toggle_marks(&self, holds: &TokenStream, set: &TokenStream) -> TokenStream {
        if !self.plan.promoted {
            return quote!();
        }
        quote! {
            if #holds {
                c.promoted ^= #set;
                toggle_set::<B>(&mut c.books, PROMOTED_KEYS, #set);
            }
        }
    }

    /// The mark of a promoted piece goes with it; a promotion may set it.
    pub(super) fn walk_promoted(&self) -> TokenStream {
        let plan = self.plan;
        if !plan.promoted {
            return quote!();
        }
        // Each side's promotions are its own: where one side's captured pieces leave the game, those of the other may still revert.
        let reverts = |rules: &&PieceRules| rules.promotions.iter().any(|p| p.reverts_when_captured);
        let reverting = |side: usize| -> Vec<&Ident> {
            plan.pieces.iter().filter(|p| p.rules[side].as_ref().is_some_and(reverts)).map(|p| &p.ident).collect()
        };
        let matching = |types: &[&Ident]| match types {
            [] => quote!(false),
            _ => quote!(matches!(moved.piece, #(#types)|*)),
        };
        let types: Vec<Vec<&Ident>> = (0..plan.sides()).map(reverting).collect();
        let sets = match &types[..] {
            types if types.iter().all(Vec::is_empty) => quote!(),
            types if types.iter().all(|of_side| *of_side == types[0]) => {
                let matching = matching(&types[0]);
                quote!(|| moved.promotes && #matching)
            }
            [first, second] => {
                let (first, second) = (matching(first), matching(second));
                quote!(|| moved.promotes && (if S::ME == 0 { #first } else { #second }))
            }
            types => {
                let matching = types.iter().map(|types| matching(types));
                quote!(|| moved.promotes && [#(#matching),*][me])
            }
        };
        quote! {
            if self.promoted.has(moved.from) #sets {
                c.promoted |= end;
                toggle_set::<B>(&mut c.books, PROMOTED_KEYS, end);
            }
        }
    }
}
