//! Arrivals that convert enemies.

use super::*;
use wazir_variant_spec::rules::{Capturer, Conversion, Converted};

impl Emitter<'_> {
    /// What an arrival on `to` converts, by a drop or by a move.
    pub(super) fn convert(&self, dropped: bool) -> TokenStream {
        self.both(|side| self.convert_of(side, dropped))
    }

    fn convert_of(&self, side: usize, dropped: bool) -> TokenStream {
        let conversions: Vec<&Conversion> = self.plan.conversions(side, dropped).collect();
        let Some(first) = conversions.first() else { return quote!() };
        let note = self.note(self.cause(&first.cause));
        let converted: Vec<TokenStream> =
            conversions.iter().map(|conversion| self.converted_beside(conversion)).collect();
        let converted = match &converted[..] {
            [one] => one.clone(),
            several => quote!((#(#several)|*)),
        };
        // A piece that has not survived its arrival converts nobody.
        let lost = [Capturer::ChangesSides, Capturer::TurnsToWall, Capturer::Removed];
        let may_be_lost = lost.iter().any(|&fate| !self.plan.capturers(side, fate).is_empty());
        let converted = if self.plan.rules.play[side].capture.blast.is_some() || may_be_lost {
            quote!(if c.sides[S::ME].has(to) { #converted } else { Set::EMPTY })
        } else {
            converted
        };
        let rights = if self.plan.memory.rights { self.lose_rights_on(&quote!(converted)) } else { quote!() };
        quote! {
            #note
            let converted = #converted;
            #rights
            c.sides[S::ME] ^= converted;
            c.sides[S::THEM] ^= converted;
            if B::KEEPS {
                for square in converted {
                    let kind = c.kind_at(square);
                    c.bookkeeping.toggle(piece_key::<S>(kind, square) ^ piece_key::<S::Other>(kind, square));
                }
            }
        }
    }

    /// The enemies that an arrival of `S` on `to` converts, in the position `c`.
    fn converted_beside(&self, conversion: &Conversion) -> TokenStream {
        let converted = self.converted(&conversion.of);
        if conversion.beside.is_empty() {
            return converted;
        }
        let near = self.around(
            &conversion.beside,
            "BESIDE",
            "Squares one of which has to hold a friend for an arrival here to convert.",
        );
        quote!(if (Set(#near[to]) & c.sides[S::ME]).any() { #converted } else { Set::EMPTY })
    }

    /// Those of them that stand where the conversion says.
    fn converted(&self, of: &Converted) -> TokenStream {
        match of {
            Converted::Around(steps) => {
                let around = self.around(steps, "CONVERTED", "Squares on which an arrival here converts enemies.");
                quote!(Set(#around[to]) & c.sides[S::THEM])
            }
            Converted::Enclosed(steps) => {
                // The row of enemies and the square behind it.
                let rows = steps.iter().map(|&step| {
                    let kernel = Kernel::Ray(Ray::along(step));
                    let row = self.slide(kernel, &quote!(to), &quote!(!them));
                    quote! {
                        let row = #row;
                        if (row & own).any() { enclosed |= row & them; }
                    }
                });
                quote!({
                    let (own, them) = (c.sides[S::ME], c.sides[S::THEM]);
                    let mut enclosed = Set::EMPTY;
                    #(#rows)*
                    enclosed
                })
            }
        }
    }

    /// The empty squares on which a drop of `side` converts something.
    pub(super) fn converting(&self, side: usize) -> TokenStream {
        let board = self.plan.board();
        let shifted = |set: TokenStream, step: Step| self.moved(&set, step);
        let mut code = TokenStream::new();
        for conversion in self.plan.conversions(side, true) {
            let near = conversion.beside.iter().map(|&step| shifted(quote!(us), step.reversed()));
            let beside = if conversion.beside.is_empty() { quote!() } else { quote!(& (#(#near)|*)) };
            match &conversion.of {
                Converted::Around(steps) => {
                    for &step in steps {
                        let near = shifted(quote!(them), step.reversed());
                        code.extend(quote!(converting |= #near #beside;));
                    }
                }
                Converted::Enclosed(steps) => {
                    for &step in steps {
                        let longest = board.most_steps(step).saturating_sub(if board.joined.any() { 2 } else { 3 });
                        let longest = Literal::usize_unsuffixed(longest as usize);
                        let (first, next) = (shifted(quote!(us), step), shifted(quote!(row), step));
                        code.extend(quote! {
                            let mut row = #first & them;
                            for _ in 0..#longest { row |= #next & them; }
                            converting |= #next #beside;
                        });
                    }
                }
            }
        }
        quote!({
            let mut converting = Set::EMPTY;
            #code
            converting & empty
        })
    }
}
