//! Exchanges between hands: drops of pieces that the opponent holds, for others, and promotions that take a piece out of the opponent's hand.

use super::*;
use wazir_program::analysis::Legality;
use wazir_variant_spec::rules::{Exchange, PieceId};

impl Emitter<'_> {
    /// The place of a type in the hand array.
    fn place(&self, piece: PieceId) -> Option<Literal> {
        self.plan.hand.iter().position(|&held| held == piece).map(Literal::usize_unsuffixed)
    }

    /// The expression for: there is such a piece in the hand of `side` in this position.
    pub(super) fn held(&self, position: &TokenStream, side: &TokenStream, piece: PieceId) -> Option<TokenStream> {
        let place = self.place(piece)?;
        Some(quote!(#position.hands[#side][#place] > 0))
    }

    /// The drops of a type that the opponent holds, onto `targets`: whether it is to be had, and the moves, one for each price.
    pub(super) fn exchanges(&self, id: usize, side: usize, exchange: &Exchange) -> (Option<TokenStream>, TokenStream) {
        let ident = &self.plan.pieces[id].ident;
        let grants = self.plan.grants_drops(side) && !self.plan.royals[side].contains(&(id as PieceId));
        let prices = exchange.prices.iter().filter_map(|price| {
            let (place, paid) = (self.place(price.paid)?, self.piece(price.paid));
            Some(quote!((#place, #paid)))
        });
        let batch = |targets: TokenStream| quote!(batches::Exchange::<S, _, _>::new(#ident, At(0), paid, #targets));
        let moves = if grants && self.plan.legality[side] == Legality::Test {
            let batch = self.noted(batch(quote!(targets)));
            quote!(v.granted(p, #batch, unchecked);)
        } else {
            self.told_batches(id, side, false, &batch)
        };
        let each = quote! {
            for (place, paid) in [#(#prices),*] {
                if p.hands[S::ME][place] > 0 { #moves }
            }
        };
        (self.held(&quote!(p), &quote!(S::THEM), exchange.taken), each)
    }

    /// The part of `Make` that exchanges pieces in the hands before the drop.
    pub(super) fn trade(&self) -> TokenStream {
        if !self.plan.has_exchanges() {
            return quote!();
        }
        let trades = self.both(|side| {
            let pieces = self.plan.pieces.iter().filter_map(|piece| {
                let exchange = piece.rules[side]?.drop.as_ref()?.exchange.as_ref()?;
                let (ident, taken) = (&piece.ident, self.place(exchange.taken)?);
                let prices = exchange.prices.iter().filter_map(|price| {
                    let (paid, place, becomes) =
                        (self.piece(price.paid), self.place(price.paid)?, self.place(price.becomes)?);
                    Some(quote!((#ident, #paid) => (#taken, #place, #becomes),))
                });
                Some(prices.collect::<TokenStream>())
            });
            let pieces: TokenStream = pieces.collect();
            quote!(match (piece, paid) { #pieces _ => return })
        });
        quote! {
            #[inline(always)]
            fn trade_in_hand<S: Side>(&self, c: &mut Self, piece: usize, paid: usize) {
                let (taken, paid, becomes): (usize, usize, usize) = #trades;
                change_hand(c, S::THEM, taken, -1);
                change_hand(c, S::ME, paid, -1);
                change_hand(c, S::THEM, becomes, 1);
            }
        }
    }

    /// What the promotion that lands does to the opponent's hand.
    pub(super) fn pay_ransom(&self) -> TokenStream {
        if !self.plan.pays_ransoms() {
            return quote!();
        }
        self.both(|side| {
            let ransoms = self.plan.ransoms(side).filter_map(|(id, into, ransom)| {
                let (piece, into) = (&self.plan.pieces[id].ident, self.piece(into));
                let (taken, given) = (self.place(ransom.taken)?, self.place(ransom.given)?);
                Some(quote! {
                    (#piece, #into) => {
                        change_hand(c, S::THEM, #taken, -1);
                        change_hand(c, S::THEM, #given, 1);
                    }
                })
            });
            let ransoms: TokenStream = ransoms.collect();
            if ransoms.is_empty() {
                return quote!();
            }
            let note = self.note("What the promotion takes out of the opponent's hand, and what it puts there.");
            quote! {
                #note
                if moved.promotes {
                    match (moved.piece, moved.into) { #ransoms _ => {} }
                }
            }
        })
    }

    /// Takes those `found` out that could capture on `sq` only by a promotion that is not to be had.
    pub(super) fn unransomed_attackers(&self, side: usize) -> TokenStream {
        let mut code = TokenStream::new();
        for piece in &self.plan.pieces {
            // See `Plan::refuse_unbuilt_exchanges`: there is one promotion, and each move into its zone or within has to be it.
            let Some(promotion) = piece.rules[side].and_then(|rules| rules.promotions.first()) else { continue };
            let wanted: Option<Vec<PieceId>> = promotion.to.iter().map(|to| Some(to.ransom?.taken)).collect();
            let Some(wanted) = wanted.filter(|wanted| !wanted.is_empty()) else { continue };
            let held = wanted.into_iter().filter_map(|taken| self.held(&quote!(p), &quote!(S::THEM), taken));
            let (ident, zone) = (&piece.ident, self.set(&promotion.zone));
            let note = self.note("Without a piece to promote to this is no attack.");
            code.extend(quote! {
                #note
                if #zone.has(sq) && !(#(#held)||*) {
                    found &= !p.kinds[#ident];
                }
            });
        }
        code
    }
}
