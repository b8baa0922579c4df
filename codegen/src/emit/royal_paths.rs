//! Leaps of royals that may not pass an attacked square.

use super::*;

impl Emitter<'_> {
    /// The filter of such leaps: those of the `targets` on whose way the royal could stand.
    pub(super) fn safe_royal_paths(&self) -> TokenStream {
        if !self.plan.asks_royal_paths() {
            return quote!();
        }
        let files = Literal::usize_unsuffixed(self.plan.board().files as usize);
        let exists = if self.plan.board().holes.is_empty() {
            quote!()
        } else {
            let all = self.set(&self.all);
            quote!(#all.has(middle) &&)
        };
        quote! {
            /// The targets of leaps from `from` on whose way is a square that is not attacked by the opponent of `S`.
            fn safe_royal_paths<S: Side, B: Bookkeeping, C: Cpu>(p: &State<B>, cpu: C, from: usize, targets: Set) -> Set {
                let (occ, them) = (p.occupied() & !Set::single(from), p.sides[S::THEM]);
                let mut safe = Set::EMPTY;
                for to in targets {
                    for middle in wazir_runtime::middles(#files, from, to) {
                        let there = Set::single(middle);
                        if #exists checks_to::<S::Other, B, C>(p, cpu, middle, occ | there, them & !there).is_empty() {
                            safe |= Set::single(to);
                            break;
                        }
                    }
                }
                safe
            }
        }
    }
}
