//! Rights to castle, or of pieces that have not moved: with what they are lost and gained.

use super::*;
use wazir_program::tables::both_ways;
use wazir_variant_spec::rules::{Guard, PieceId};

impl Emitter<'_> {
    /// Castling rights end with what happens on these squares.
    pub(super) fn lose_rights(&self, squares: &TokenStream) -> TokenStream {
        quote! {
            if B::KEEPS {
                let lost = c.castling & #squares;
                c.castling ^= lost;
                toggle_set::<B>(&mut c.bookkeeping, CASTLING_KEYS, lost);
            } else {
                c.castling &= !#squares;
            }
        }
    }

    /// The castling rights that end with what becomes of the pieces on the squares of the variable `hit`: partners lose theirs, kings all of their
    /// side's.
    pub(super) fn lose_rights_on(&self, hit: &TokenStream) -> TokenStream {
        let mut by_king = TokenStream::new();
        for side in 0..self.plan.sides() {
            let Some(castling) = self.plan.castlings(side).next().filter(|_| !self.plan.first_moves) else { continue };
            let (king, rank) = (self.piece(castling.king), self.castling_rank(side));
            let side = Literal::usize_unsuffixed(side);
            by_king.extend(quote!(if (c.kinds[#king] & c.sides[#side] & #rank & #hit).any() { lost |= c.castling & c.sides[#side] & #rank; }));
        }
        quote! {
            let mut lost = c.castling & #hit;
            #by_king
            c.castling ^= lost;
            toggle_set::<B>(&mut c.bookkeeping, CASTLING_KEYS, lost);
        }
    }

    /// The rank (sideways: the file) on which a side castles; nothing when it does not.
    pub(super) fn castling_rank(&self, side: usize) -> TokenStream {
        let Some(castling) = self.plan.castlings(side).next() else { return quote!(Set::EMPTY) };
        self.set(&self.plan.rules.castling_line(castling).filter(|&s| self.all.contains(s)).collect())
    }

    /// The squares whose rights end with a capture by `side` on `end`.
    pub(super) fn rights_of_victims(&self, side: usize) -> TokenStream {
        if !self.is_multiplayer() {
            return self.rights_of_victim(1 - side);
        }
        let lines = (0..self.plan.sides()).filter(|&other| other != side).filter_map(|other| {
            let king = self.piece(self.plan.castlings(other).next()?.king);
            let (line, other) = (self.castling_rank(other), Literal::usize_unsuffixed(other));
            Some(quote!(if (self.kinds[#king] & self.sides[#other] & end & #line).any() { lost |= #line & self.sides[#other]; }))
        });
        quote!({
            let mut lost = end;
            #(#lines)*
            lost
        })
    }

    /// The squares whose rights end with a capture of what `side` has on `end`: where its castling king may be captured, the king's whole rank.
    fn rights_of_victim(&self, side: usize) -> TokenStream {
        let plan = self.plan;
        let king = plan.castlings(side).next().map(|castling| castling.king).filter(|_| !plan.first_moves);
        let check = &plan.rules.play[side].check;
        let stays = |king: &u8| plan.royals[side].contains(king) && check.may_not_remain && check.guard == Guard::Each;
        let Some(king) = king.filter(|king| !stays(king)) else { return quote!(end) };
        let (king, rank) = (self.piece(king), self.castling_rank(side));
        quote!((if (self.kinds[#king] & end & #rank).any() { #rank & self.sides[S::THEM] } else { end }))
    }

    /// What enemies forfeit to a piece of type `arrived` that has come to `to`.
    pub(super) fn forfeited(&self, arrived: &TokenStream) -> TokenStream {
        let forfeit = |side: usize| {
            let pieces =
                self.plan.pieces.iter().filter_map(|piece| Some((piece, piece.rules[side]?.forfeit.as_ref()?)));
            let forfeit = pieces.filter(|_| self.plan.first_moves).map(|(piece, forfeit)| {
                let lines = both_ways(self.plan.board(), &forfeit.along);
                let lines = self.sets("FORFEITS", "Squares on a line along which first moves are forfeited.", lines);
                let (ident, by) = (&piece.ident, forfeit.by.iter().map(|&id| self.piece(id)));
                let lost = self.lose_rights(&quote!((Set(#lines[to]) & self.kinds[#ident] & self.sides[S::THEM])));
                quote!(if matches!(#arrived, #(#by)|*) { #lost })
            });
            forfeit.collect()
        };
        if self.plan.first_moves { self.both(|side| forfeit(1 - side)) } else { quote!() }
    }

    /// Adds to `lost` what rights the opponent loses by a castling.
    pub(super) fn forfeited_rights(&self) -> TokenStream {
        if self.plan.rules.castlings.iter().all(|castling| castling.forfeits.is_empty()) {
            return quote!();
        }
        let forfeited = self.both(|side| {
            let Some(theirs) = self.plan.castlings(1 - side).next() else { return quote!() };
            let (king, rank) = (self.piece(theirs.king), self.castling_rank(1 - side));
            let by = |towards: i8| {
                let made = self.plan.castlings(side).find(|castling| castling.towards == towards);
                let ended = |towards: i8| {
                    let theirs = self.plan.castlings(1 - side).find(|castling| castling.towards == towards);
                    theirs.zip(made).is_some_and(|(theirs, made)| made.forfeits.contains(&theirs.letter))
                };
                let (right, left) = (ended(1), ended(-1));
                quote!((#right, #left))
            };
            let (by_right, by_left) = (by(1), by(-1));
            quote! {
                let (right, left) = if partner > from { #by_right } else { #by_left };
                let rights = self.castling & #rank & self.sides[S::THEM];
                let home = self.kinds[#king] & self.sides[S::THEM] & #rank;
                if home.any() {
                    let king = home.first();
                    for theirs in rights {
                        let ends = if theirs > king { right } else { left };
                        if ends {
                            lost |= Set::single(theirs);
                        }
                    }
                }
            }
        });
        let note = self.note("Rights that the opponent loses by this castling.");
        quote!(#note let mut lost = lost; #forfeited)
    }

    /// The rights to castle that a drop on `to` completes.
    pub(super) fn rights_by_drops(&self, side: usize) -> TokenStream {
        let gained = self.plan.castlings(side).filter_map(|castling| {
            let placed = castling.placed?;
            let king = self.piece(castling.king);
            let partners = self.kinds_of(&castling.partners);
            let partner_at = Literal::usize_unsuffixed(placed.partner as usize);
            let (arrives, stands) = match placed.king.map(|king| Literal::usize_unsuffixed(king as usize)) {
                Some(king_at) => (
                    quote!((to == #king_at || to == #partner_at)),
                    quote!((c.kinds[#king] & c.sides[S::ME]).has(#king_at) &&),
                ),
                None => (quote!(to == #partner_at), quote!()),
            };
            Some(quote! {
                if #arrives
                    && #stands (#partners & c.sides[S::ME]).has(#partner_at)
                    && !c.castling.has(#partner_at)
                {
                    c.castling |= Set::single(#partner_at);
                    c.bookkeeping.toggle(key(CASTLING_KEYS + #partner_at));
                }
            })
        });
        let gained: Vec<TokenStream> = gained.collect();
        if gained.is_empty() {
            return quote!();
        }
        let note = self.note("King and partner that are dropped on their squares may castle.");
        quote!(#note #(#gained)*)
    }

    /// The squares of these types in the position `c`.
    fn kinds_of(&self, ids: &[PieceId]) -> TokenStream {
        let names = ids.iter().map(|&id| self.piece(id));
        quote!((#(c.kinds[#names])|*))
    }
}
