//! Gating: moves that bring in a piece from the hand on the square they leave.

use super::*;
use wazir_variant_spec::rules::Gating;

impl Emitter<'_> {
    fn gating(&self, side: usize) -> Option<&Gating> {
        self.plan.rules.play[side].gating.as_ref()
    }

    /// The moves of `batch`, which start on `from`, with each piece that they may bring in there.
    pub(super) fn gatings(&self, id: usize, side: usize, batch: &TokenStream) -> TokenStream {
        if self.plan.gates(id, side) {
            quote!(gatings::<S, B, C, _, _>(p, cpu, v, #batch, from, false);)
        } else {
            quote!()
        }
    }

    /// The function that brings pieces in.
    pub(super) fn gating_function(&self) -> TokenStream {
        if (0..2).all(|side| self.gating(side).is_none()) {
            return quote!();
        }
        let body = self.both(|side| {
            let Some(gating) = self.gating(side) else { return quote!() };
            let held = self.plan.hand.iter().enumerate().filter(|(_, id)| !gating.zones[**id as usize].is_empty());
            let kinds: Vec<TokenStream> = held
                .map(|(place, &id)| {
                    let (ident, place) = (self.piece(id), Literal::usize_unsuffixed(place));
                    let zone = self.set(&gating.zones[id as usize]);
                    quote!((#ident, #place, #zone))
                })
                .collect();
            let gated = self.tested_batch(side, quote!(Gated::<S, _>::new(batch, piece, square, by_partner)));
            quote! {
                for (piece, place, zone) in [#(#kinds),*] {
                    if p.hands[S::ME][place] > 0 && zone.has(square) {
                        #gated
                    }
                }
            }
        });
        quote! {
            /// The moves of `batch` with each piece that may be brought in on `square`, if what stood there has not moved before. `by_partner`: the
            /// square is that of a castling partner.
            #[inline(always)]
            fn gatings<S: Side, B: Bookkeeping, C: Cpu, V: Visitor<State<B>>, T: Batch<State<B>>>(
                p: &State<B>, cpu: C, v: &mut V, batch: T, square: usize, by_partner: bool,
            ) {
                if p.castling.has(square) {
                    #body
                }
            }
        }
    }

    /// The castling `batch` with a piece brought in on the king's or the partner's square.
    pub(super) fn gated_castling(&self, side: usize, batch: &TokenStream) -> TokenStream {
        let Some(castling) = self.plan.castlings(side).next() else { return quote!() };
        let partners = || castling.partners.iter().map(|&id| id as usize).filter(|&id| self.plan.gates(id, side));
        let mut code = TokenStream::new();
        if self.plan.gates(castling.king as usize, side) {
            code.extend(quote! {
                if king != king_to && king != partner_to {
                    gatings::<S, B, C, _, _>(p, cpu, v, #batch, king, false);
                }
            });
        }
        if partners().next().is_some() {
            let kinds = self.kinds(&partners().collect::<Vec<_>>());
            code.extend(quote! {
                if partner != king_to && partner != partner_to && #kinds.has(partner) {
                    gatings::<S, B, C, _, _>(p, cpu, v, #batch, partner, true);
                }
            });
        }
        code
    }

    /// The part of `Make` that puts the piece down.
    pub(super) fn gate(&self) -> TokenStream {
        if self.plan.rules.play.iter().all(|play| play.gating.is_none()) {
            return quote!();
        }
        let kinds = Literal::usize_unsuffixed(self.plan.pieces.len());
        let places = (0..self.plan.pieces.len()).map(|id| {
            let place = self.plan.hand.iter().position(|&held| held as usize == id).unwrap_or(0);
            Literal::u8_unsuffixed(place as u8)
        });
        quote! {
            #[inline(always)]
            fn gate<S: Side>(&mut self, piece: usize, square: usize) {
                /// The place in the hand of each type that can be there.
                static PLACE: [u8; #kinds] = [#(#places),*];
                let at = Set::single(square);
                self.sides[S::ME] |= at;
                self.kinds[piece] |= at;
                self.bookkeeping.toggle(piece_key::<S>(piece, square));
                change_hand(self, S::ME, PLACE[piece] as usize, -1);
            }
            #[inline(always)]
            fn restore_gated(&mut self, begun: &Self, piece: usize) {
                self.kinds[piece] = begun.kinds[piece];
                self.hands = begun.hands;
            }
        }
    }
}
