//! Counts of moves that a weakened side has going: which one is due in a position.

use super::*;
use wazir_variant_spec::rules::{Count, CountStart, SideId};

impl Emitter<'_> {
    /// The function that finds the due count, in games that have counts.
    pub(super) fn counts(&self) -> TokenStream {
        let Some((counts, of)) = self.plan.rules.counts() else { return quote!() };
        let counts = counts.iter().enumerate().map(|(index, count)| self.count(index, count, of));
        quote! {
            /// The count of moves that is due now.
            fn due_count<B: Bookkeeping>(p: &State<B>) -> Option<DueCount> {
                let (mover, waiter) = (p.turn as usize, 1 - p.turn as usize);
                #(#counts)*
                None
            }
        }
    }

    /// One count: `return`s it if it is due.
    fn count(&self, index: usize, count: &Count, of: Option<SideId>) -> TokenStream {
        let index = Literal::u8_unsuffixed(index as u8);
        let meant = of.map(|of| {
            let of = Literal::usize_unsuffixed(of as usize);
            quote!(side == #of &&)
        });
        let few = Literal::u32_unsuffixed(count.at_most as u32);
        let gone = (!count.without.is_empty()).then(|| {
            let types = self.types(&count.without);
            quote!(&& (#types & (p.sides[0] | p.sides[1])).is_empty())
        });
        let limits = count.limits.iter().map(|limit| {
            let (types, least) = (self.types(&limit.pieces), Literal::u32_unsuffixed(limit.at_least as u32));
            let plies = Literal::u32_unsuffixed(2 * limit.moves as u32);
            quote!(if (#types & p.sides[1 - side]).count() >= #least { #plies })
        });
        let start = match count.start {
            CountStart::Zero => quote!(0_u32),
            CountStart::Pieces => quote!(2 * (p.sides[0] | p.sides[1]).count()),
        };
        quote! {
            for side in [mover, waiter] {
                if #meant p.sides[side].count() <= #few #gone {
                    let limit = #(#limits else)* { 0 };
                    if limit > 0 {
                        let start = #start;
                        let plies = if side == mover { start } else { start.max(2) - 1 };
                        return Some(DueCount { index: #index, plies, limit });
                    }
                }
            }
        }
    }
}
