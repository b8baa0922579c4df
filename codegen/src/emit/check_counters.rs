//! Counters of the checks that a side has given.

use super::*;
use wazir_variant_spec::rules::CheckCounter;

impl Emitter<'_> {
    /// Counters of the checks that a side has given.
    pub(super) fn note_checks(&self) -> TokenStream {
        if !self.plan.memory.checks {
            return quote!();
        }
        let counters = self.plan.rules.check_counters();
        let any = self.both(|side| self.note_any_check(&counters[side]));
        quote! {
            #[inline(always)]
            fn note_check<S: Side>(&mut self) {
                let left = self.checks[S::ME] as usize;
                if left > 0 {
                    self.bookkeeping.toggle(key(CHECK_KEYS + S::ME * 256 + left) ^ key(CHECK_KEYS + S::ME * 256 + left - 1));
                    self.checks[S::ME] -= 1;
                }
            }
            #[inline(always)]
            fn note_any_check<S: Side, C: Cpu>(&mut self, cpu: C) {
                #any
            }
        }
    }

    /// Notes what the move that `side` has just made does to its counter of checks.
    fn note_any_check(&self, counter: &CheckCounter) -> TokenStream {
        let checkers = quote!(checkers_of::<S::Other, B, C>(self, cpu));
        if counter.by.is_none() && !counter.in_a_row {
            return quote!(if #checkers.any() { self.note_check::<S>(); });
        }
        let counted = match &counter.by {
            None => quote!(checkers),
            Some(types) => {
                let kinds = types.iter().map(|&id| self.piece(id));
                quote!((checkers & (#(self.kinds[#kinds])|*)))
            }
        };
        let restart = counter.in_a_row.then(|| {
            let full = Literal::u8_unsuffixed(counter.checks);
            quote! {
                else if checkers.is_empty() && self.checks[S::ME] != #full {
                    let left = self.checks[S::ME] as usize;
                    self.bookkeeping.toggle(key(CHECK_KEYS + S::ME * 256 + left) ^ key(CHECK_KEYS + S::ME * 256 + #full));
                    self.checks[S::ME] = #full;
                }
            }
        });
        quote! {
            let checkers = #checkers;
            if #counted.any() { self.note_check::<S>(); } #restart
        }
    }
}
