//! Captures: what becomes of the piece on the square, and of its capturer.

use super::*;
use wazir_variant_spec::rules::Capturer;

impl Emitter<'_> {
    /// Takes what stands on `square` off the board of `c`, whosever it is, into the hand where the rules say so.
    pub(super) fn taken_from_anybody(&self) -> TokenStream {
        let hand = self.to_hand_from(&quote!(owner));
        let unmark = self.unmark(&quote!(square), &quote!(gone));
        quote! {
            let gone = Set::single(square);
            let owner = if self.sides[S::THEM].has(square) { S::THEM } else { S::ME };
            let victim = self.kind_at(square);
            c.sides[owner] ^= gone;
            c.kinds[victim] ^= gone;
            c.bookkeeping.toggle(if owner == S::THEM {
                piece_key::<S::Other>(victim, square)
            } else {
                piece_key::<S>(victim, square)
            });
            #unmark
            #hand
        }
    }

    /// Takes what stands on `end` off the board of `c`, into the hand where the rules say so.
    pub(super) fn taken(&self) -> TokenStream {
        let hand = self.to_hand(&quote!(to));
        let promoted = self.unmark(&quote!(to), &quote!(end));
        let key = self.victim_key(&quote!(to));
        let off = self.take_off(&quote!(end));
        let by_name = quote! {
            let victim = self.kind_at(to);
            c.kinds[victim] ^= end;
            c.bookkeeping.toggle(#key);
        };
        let removed = if hand.is_empty() {
            quote! {
                if B::KEEPS {
                    #by_name
                } else {
                    c.kinds.iter_mut().for_each(|kind| *kind &= !end);
                }
                #promoted
            }
        } else {
            quote!(#by_name #promoted #hand)
        };
        quote! {
            #off
            #removed
        }
    }

    /// Zobrist key of the captured `victim` on a square of `self`.
    pub(super) fn victim_key(&self, square: &TokenStream) -> TokenStream {
        if self.is_multiplayer() {
            quote!(piece_key(victim, #square, self.owner(#square)))
        } else {
            quote!(piece_key::<S::Other>(victim, #square))
        }
    }

    /// Takes the enemy piece on the one square of a set off the set of its side.
    pub(super) fn take_off(&self, set: &TokenStream) -> TokenStream {
        if !self.is_multiplayer() {
            return quote!(c.sides[S::THEM] ^= #set;);
        }
        quote!(c.sides.iter_mut().for_each(|side| *side &= !#set);)
    }

    /// For captures by a `piece` that stays where it was.
    pub(super) fn shoot(&self, piece: &TokenStream, statements: &TokenStream) -> TokenStream {
        self.both(|side| match self.pattern(&self.plan.capturers(side, Capturer::StaysBehind)) {
            None => quote!(),
            Some(pattern) => {
                let note = self.note("The capturer stays where it was.");
                quote!(#note if capture && matches!(#piece, #pattern) { #statements })
            }
        })
    }

    /// What becomes of a `piece` that has arrived on `to`, capturing, and now is an `into`.
    pub(super) fn convert_capturer(&self, piece: &TokenStream, into: &TokenStream) -> TokenStream {
        self.both(|side| {
            let mut code = TokenStream::new();
            if let Some(pattern) = self.pattern(&self.plan.capturers(side, Capturer::ChangesSides)) {
                let note = self.note("The capturer changes sides.");
                code.extend(quote! {
                    #note
                    if capture && matches!(#piece, #pattern) {
                        c.sides[S::ME] ^= end;
                        c.sides[S::THEM] ^= end;
                        c.bookkeeping.toggle(piece_key::<S>(#into, to) ^ piece_key::<S::Other>(#into, to));
                    }
                });
            }
            let walls = quote! {
                c.walls |= end;
                c.bookkeeping.toggle(key(WALL_KEYS + to));
            };
            let fates = [
                (Capturer::TurnsToWall, "The capturer becomes a wall.", walls),
                (Capturer::Removed, "The capturer leaves the game.", quote!()),
            ];
            for (fate, text, more) in fates {
                let Some(pattern) = self.pattern(&self.plan.capturers(side, fate)) else { continue };
                let note = self.note(text);
                let promoted = if self.plan.memory.marks {
                    quote! {
                        toggle_set::<B>(&mut c.bookkeeping, PROMOTED_KEYS, c.promoted & end);
                        c.promoted &= !end;
                    }
                } else {
                    quote!()
                };
                code.extend(quote! {
                    #note
                    if capture && matches!(#piece, #pattern) {
                        c.sides[S::ME] ^= end;
                        c.kinds[#into] ^= end;
                        c.bookkeeping.toggle(piece_key::<S>(#into, to));
                        #promoted
                        #more
                    }
                });
            }
            code
        })
    }

    /// Names of types as a pattern; `None` when there are none.
    fn pattern(&self, ids: &[usize]) -> Option<TokenStream> {
        let names = ids.iter().map(|&id| &self.plan.pieces[id].ident);
        (!ids.is_empty()).then(|| quote!(#(#names)|*))
    }
}
