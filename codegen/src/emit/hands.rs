//! What goes into hands, and from them onto the board.

use super::*;
use wazir_variant_spec::rules::{PieceId, PieceRules};

impl Emitter<'_> {
    /// Puts the captured `victim` into the mover's hand.
    pub(super) fn to_hand(&self, square: &TokenStream) -> TokenStream {
        let owner = if self.many() { quote!(self.owner(#square)) } else { quote!(S::THEM) };
        self.to_hand_from(&owner)
    }

    /// Puts the captured `victim` of that owner into the mover's hand.
    pub(super) fn to_hand_from(&self, owner: &TokenStream) -> TokenStream {
        if self.plan.hand.is_empty() {
            return quote!();
        }
        // What a victim of each side becomes: its place in the hand array, or none.
        let place = |id: Option<PieceId>| {
            let place = id.and_then(|id| self.plan.hand.iter().position(|&h| h == id)).map_or(255, |place| place as u8);
            Literal::u8_unsuffixed(place)
        };
        let becomes = |side: usize| -> Vec<Literal> {
            self.plan.pieces.iter().map(|piece| place(piece.rules[side].and_then(|r| r.captured_as))).collect()
        };
        let reverted = |side: usize| -> Vec<Literal> {
            (0..self.plan.pieces.len()).map(|id| place(self.reverts_to(id, side))).collect()
        };
        if (0..self.plan.sides())
            .all(|side| self.plan.pieces.iter().all(|p| p.rules[side].is_none_or(|r| r.captured_as.is_none())))
        {
            return quote!();
        }
        let table = |row: &dyn Fn(usize) -> Vec<Literal>| {
            let rows = (0..self.plan.sides()).map(|side| {
                let row = row(side);
                quote!([#(#row),*])
            });
            quote!([#(#rows),*])
        };
        let (me, sides, plain) = (self.me(), Literal::usize_unsuffixed(self.plan.sides()), table(&becomes));
        let chosen = if self.plan.promoted {
            let promoted = table(&reverted);
            quote!({
                static AS_IS: [[u8; KINDS]; #sides] = #plain;
                static REVERTED: [[u8; KINDS]; #sides] = #promoted;
                if was_promoted { REVERTED[#owner][victim] } else { AS_IS[#owner][victim] }
            })
        } else {
            quote!({
                static AS_IS: [[u8; KINDS]; #sides] = #plain;
                AS_IS[#owner][victim]
            })
        };
        quote! {
            let place = #chosen;
            if place != 255 {
                change_hand(c, #me, place as usize, 1);
            }
        }
    }

    /// What a promoted piece (marked `~`) of this type goes to hand as: the same as its original type would. Nothing becomes such a piece in play where no
    /// type promotes to it, but a FEN may mark one; it is its own original then.
    fn reverts_to(&self, id: usize, side: usize) -> Option<PieceId> {
        let becomes = |rules: &&PieceRules| {
            rules.promotions.iter().any(|p| p.reverts_when_captured && p.to.iter().any(|t| t.piece as usize == id))
        };
        let original = self.plan.pieces.iter().filter_map(|p| p.rules[side]).find(becomes);
        original.or(self.plan.pieces[id].rules[side])?.captured_as
    }

    pub(super) fn drop_parts(&self) -> TokenStream {
        let plan = self.plan;
        let drops = || plan.pieces.iter().flat_map(|p| p.rules.iter().flatten()).filter_map(|r| r.drop.as_ref());
        if drops().next().is_none() {
            return quote!();
        }
        let (quiet, convert) = (self.quiet_kind(&quote!(piece)), self.convert(true));
        let rights = self.both(|side| self.rights_by_drops(side));
        let forfeited = self.forfeited(&quote!(piece));
        let (who, me, key) = (self.who_moves(&quote!(self)), self.me(), self.key_of_own(&quote!(piece), &quote!(to)));
        let from_hand = if plan.hand.is_empty() || drops().all(|d| plan.place_in_hand(d).is_none()) {
            quote!()
        } else {
            // A type may be endless for one side and come from the other's hand.
            let rows = (0..plan.sides()).map(|side| {
                let places = plan.pieces.iter().enumerate().map(|(id, piece)| {
                    let place = match piece.rules[side].and_then(|r| r.drop.as_ref()) {
                        Some(drop) => plan.place_in_hand(drop),
                        None => plan.hand.iter().position(|&h| h as usize == id), // It is never asked.
                    };
                    place.unwrap_or(255) as u8
                });
                let places = places.map(Literal::u8_unsuffixed);
                quote!([#(#places),*])
            });
            let rows: Vec<TokenStream> = rows.collect();
            let alike = rows.iter().all(|row| row.to_string() == rows[0].to_string());
            let (table, place) = if alike {
                let row = &rows[0];
                (quote!([u8; KINDS] = #row), quote!(PLACE[piece]))
            } else {
                let sides = Literal::usize_unsuffixed(plan.sides());
                (quote!([[u8; KINDS]; #sides] = [#(#rows),*]), quote!(PLACE[#me][piece]))
            };
            quote! {
                #[inline(always)]
                fn take_in_hand<S: Side>(&self, c: &mut Self, piece: usize) {
                    #who
                    static PLACE: #table;
                    if #place != 255 {
                        change_hand(c, #me, #place as usize, -1);
                    }
                }
            }
        };
        let traded = self.trade();
        let moved = self.note_moved(&quote!(c), &quote!(piece));
        quote! {
            #from_hand
            #traded
            #[inline(always)]
            fn drop_onto<S: Side, C: Cpu>(&self, c: &mut Self, cpu: C, piece: usize, to: usize) {
                #who
                let end = Set::single(to);
                c.sides[#me] |= end;
                c.kinds[piece] |= end;
                c.books.toggle(#key);
                #rights
                #forfeited
                #convert
                #moved
                finish::<S, B, C>(c, cpu, #quiet);
            }
        }
    }
}
