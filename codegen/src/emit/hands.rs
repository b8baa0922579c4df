//! What goes into hands, and from them onto the board.

use super::*;
use wazir_variant_spec::rules::PieceId;

impl Emitter<'_> {
    /// Puts the captured `victim` into the mover's hand.
    pub(super) fn to_hand(&self, square: &TokenStream) -> TokenStream {
        let owner = if self.is_multiplayer() { quote!(self.owner(#square)) } else { quote!(S::THEM) };
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
            (0..self.plan.pieces.len()).map(|id| place(self.plan.reverts_to(id, side))).collect()
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
        let chosen = if self.plan.memory.marks {
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

    /// The change of a hand, with its key.
    pub(super) fn change_hand(&self) -> TokenStream {
        if self.plan.hand.is_empty() {
            return quote!();
        }
        quote! {
            /// Changes the number of pieces of one type in a hand.
            #[inline(always)]
            fn change_hand<B: Bookkeeping>(c: &mut State<B>, side: usize, place: usize, by: i8) {
                let keys = HAND_KEYS + (side * KINDS + HAND[place]) * 256;
                let before = c.hands[side][place];
                let after = before.saturating_add_signed(by);
                c.hands[side][place] = after;
                c.bookkeeping.toggle(key(keys + before as usize) ^ key(keys + after as usize));
            }
        }
    }

    /// A piece comes from a hand onto the board.
    pub(super) fn drop_parts(&self) -> TokenStream {
        if self.plan.drops().next().is_none() {
            return quote!();
        }
        let (quiet, convert) = (self.quiet_kind(&quote!(piece)), self.convert(true));
        let rights = self.both(|side| self.rights_by_drops(side));
        let forfeited = self.forfeited(&quote!(piece));
        let (who, me, key) = (self.who_moves(&quote!(self)), self.me(), self.key_of_own(&quote!(piece), &quote!(to)));
        let (from_hand, traded) = (self.take_in_hand(), self.trade());
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
                c.bookkeeping.toggle(#key);
                #rights
                #forfeited
                #convert
                #moved
                finish::<S, B, C>(c, cpu, #quiet);
            }
        }
    }

    /// A piece leaves the hand of the side to move, unless its supply is endless.
    fn take_in_hand(&self) -> TokenStream {
        let plan = self.plan;
        if plan.hand.is_empty() || plan.drops().all(|drop| plan.place_in_hand(drop).is_none()) {
            return quote!();
        }
        // A type may be endless for one side and come from the other's hand.
        let rows = (0..plan.sides()).map(|side| {
            let places = plan.pieces.iter().enumerate().map(|(id, piece)| {
                let place = match piece.rules[side].and_then(|rules| rules.drop.as_ref()) {
                    Some(drop) => plan.place_in_hand(drop),
                    None => plan.hand.iter().position(|&held| held as usize == id), // It is never asked.
                };
                Literal::u8_unsuffixed(place.unwrap_or(255) as u8)
            });
            quote!([#(#places),*])
        });
        let rows: Vec<TokenStream> = rows.collect();
        let alike = rows.iter().all(|row| row.to_string() == rows[0].to_string());
        let (who, me) = (self.who_moves(&quote!(self)), self.me());
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
    }
}
