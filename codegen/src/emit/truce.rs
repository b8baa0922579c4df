//! Captures that may not be answered in kind: the squares on which they have been made, and the test of answers.

use super::*;

impl Emitter<'_> {
    /// The field of a position that holds those squares.
    pub(super) fn truce_field(&self) -> TokenStream {
        match self.plan.truce {
            None => quote!(),
            Some(_) => quote!(
                /// Squares on which the last move has made captures that may not be answered in kind.
                pub struck: Set,
            ),
        }
    }

    /// At the start of every move, `c` forgets them.
    pub(super) fn forget_struck(&self) -> TokenStream {
        match self.plan.truce {
            None => quote!(),
            Some(_) => quote! {
                if self.struck.any() {
                    toggle_set::<B>(&mut c.bookkeeping, STRUCK_KEYS, self.struck);
                    c.struck = Set::EMPTY;
                }
            },
        }
    }

    /// A capture by a `piece` of `S` on the squares `hit` makes `c` remember them, where they held what is protected.
    pub(super) fn strike(&self, piece: &TokenStream, hit: &TokenStream) -> TokenStream {
        let Some(truce) = self.plan.truce else { return quote!() };
        let note = self.note(self.cause(&truce.cause));
        let protected = truce.of.iter().map(|&id| self.piece(id));
        let strike = quote! {
            let struck = #hit & self.sides[S::THEM] & (#(self.kinds[#protected])|*);
            toggle_set::<B>(&mut c.bookkeeping, STRUCK_KEYS, struck);
            c.struck = struck;
        };
        if truce.by.len() == self.plan.pieces.len() {
            return quote!(#note #strike);
        }
        let by = truce.by.iter().map(|&id| self.piece(id));
        quote!(#note if matches!(#piece, #(#by)|*) { #strike })
    }

    /// The test of an answer: `p` is the position after it, `before` the one before.
    pub(super) fn keeps_truce(&self) -> TokenStream {
        let Some(truce) = self.plan.truce else { return quote!() };
        let note = self.note(self.cause(&truce.cause));
        quote!(#note if before.struck.any() && (p.struck & !before.struck).any() { return false; })
    }

    /// Statements that read those squares into `p` from `setup`.
    pub(super) fn read_truce(&self) -> TokenStream {
        if self.plan.truce.is_none() {
            return quote!();
        }
        quote! {
            for &square in &setup.struck {
                let side = setup.turn as usize & 1;
                let stood = (square as usize) < SQUARES && ALL.has(square as usize) && !p.sides[side].has(square as usize);
                if !stood {
                    let (name, square) = (&INFO.sides[side].name, INFO.square_name(square));
                    return Err(FenError::position(format!("nothing of {name} can just have been captured on {square}")));
                }
                p.struck |= Set::single(square as usize);
            }
        }
    }

    /// What the hash says of them.
    pub(super) fn truce_hash(&self) -> TokenStream {
        match self.plan.truce {
            None => quote!(),
            Some(_) => quote!(for square in p.struck {
                hash ^= key(STRUCK_KEYS + square);
            }),
        }
    }
}
