//! Royals that face each other without attacking by it: where that ends the game, and where a side's moves have to end it.

use super::*;
use wazir_variant_spec::rules::{Condition, EndRule, Facing};

impl Emitter<'_> {
    /// The name of the function that tells whether royals face each other so.
    pub(super) fn faced(&self, facing: &Facing) -> Ident {
        match self.plan.facings().iter().position(|known| *known == facing) {
            None | Some(0) => format_ident!("faced"),
            Some(index) => format_ident!("faced_{}", index + 1),
        }
    }

    /// A function for each facing.
    pub(super) fn faced_functions(&self) -> TokenStream {
        let mut code = TokenStream::new();
        for facing in self.plan.facings() {
            let name = self.faced(facing);
            let both_ways = facing.along.iter().flat_map(|&step| [step, step.reversed()]);
            let looks = both_ways.map(|step| {
                let kernel = Kernel::Ray(Ray::along(step));
                let (line, seen) = (
                    self.open_lines(kernel, &quote!(royal)),
                    self.slide(kernel, &quote!(royal), &quote!(p.occupied())),
                );
                quote!((#line & others).any() && (#seen & others).any())
            });
            code.extend(quote! {
                /// Do royals of both sides face each other with nothing between them?
                #[inline(always)]
                fn #name<B: Bookkeeping, C: Cpu>(p: &State<B>, cpu: C) -> bool {
                    let others = royals::<Second, B>(p);
                    for royal in royals::<First, B>(p) {
                        if #(#looks)||* {
                            return true;
                        }
                    }
                    false
                }
            });
        }
        code
    }

    /// What is true where a pass of a side accepts that royals face each other, which ends the game: a check need not be minded then.
    pub(super) fn accepts_facing(&self, side: usize) -> Vec<TokenStream> {
        let accepted = |rule: &EndRule| match &rule.when {
            // Who is to move after the pass is whom the rule is about.
            Condition::Facing { facing, passes: passes @ 1.. } if rule.of.is_none_or(|of| of as usize != side) => {
                let faced = self.faced(facing);
                let before = Literal::u8_unsuffixed(*passes - 1);
                let passed = (*passes > 1).then(|| quote!(p.passes >= #before &&));
                Some(quote!(#passed #faced::<B, C>(p, cpu)))
            }
            _ => None,
        };
        self.plan.rules.end.iter().filter_map(accepted).collect()
    }

    /// The method that tells whether a move has ended what its side has to end.
    pub(super) fn duty_done(&self) -> TokenStream {
        let body = |side: usize| match self.plan.must_end[side] {
            Some(facing) => {
                let faced = self.faced(facing);
                quote!(!#faced::<B, C>(self, cpu))
            }
            None => quote!(true),
        };
        let (by_first, by_second) = (body(0), body(1));
        quote! {
            #[inline(always)]
            fn relieved<C: Cpu>(&self, cpu: C) -> bool {
                match self.turn {
                    0 => #by_second,
                    _ => #by_first,
                }
            }
        }
    }

    /// Where the moves of a side may have to end a facing: the visitor that keeps those that do.
    pub(super) fn dutiful(&self, side: usize, visitor: &TokenStream) -> TokenStream {
        let Some(facing) = self.plan.must_end[side] else { return visitor.clone() };
        let faced = self.faced(facing);
        quote!(&mut Dutiful { inner: #visitor, cpu, bound: #faced::<B, C>(p, cpu) })
    }
}
