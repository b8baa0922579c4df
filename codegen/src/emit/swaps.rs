//! Exchanges of places: the moves, and how they are made.

use super::*;

impl Emitter<'_> {
    /// The exchanges of places that pieces of a type make.
    pub(super) fn swaps(&self, id: usize, side: usize) -> TokenStream {
        let piece = &self.plan.pieces[id];
        let (ident, from) = (&piece.ident, quote!(from));
        let immune = self.immune(id, side);
        let targets = piece.swaps[side].iter().filter_map(|(part, swap)| {
            let reach = self.reach(piece, side, part, &from, &quote!(occ))?;
            let enemies = match part.mode.victims {
                _ if !swap.enemies => None,
                None => Some(quote!((them #immune))),
                Some(victims) => {
                    let kinds = victims.iter().map(usize::from).filter(|&id| id < self.plan.pieces.len());
                    let kinds: Vec<usize> = kinds.collect();
                    (!kinds.is_empty()).then(|| {
                        let kinds = self.kinds(&kinds);
                        quote!((#kinds & them #immune))
                    })
                }
            };
            let friends = swap.friends.then(|| quote!(us));
            let others = enemies.into_iter().chain(friends);
            let others = quote!((Set::EMPTY #(| #others)*));
            Some(self.provided((piece, side, part), &from, &quote!(us), quote!(#reach & #others)))
        });
        let targets: Vec<TokenStream> = targets.collect();
        if targets.is_empty() {
            return quote!();
        }
        let note = self.note(format!("{}: exchanges of places.", self.plan.rules.pieces[id].name));
        let batch = self.tested_batch(side, quote!(batches::Swap::<S, _, _>::new(#ident, At(from), targets)));
        // They capture nothing, so that they are no moves where something has to be captured.
        let allowed = self.plan.must_capture[side].then(|| quote!(if !taking));
        quote! {
            #note
            #allowed {
                for from in p.kinds[#ident] & us {
                    let targets = (#(#targets)|*) & !Set::single(from);
                    #batch
                }
            }
        }
    }

    /// The part of `Make` that exchanges places.
    pub(super) fn make_swap(&self) -> TokenStream {
        if self.plan.pieces.iter().all(|piece| piece.swaps.iter().all(Vec::is_empty)) {
            return quote!();
        }
        let rights = if self.plan.memory.rights { self.lose_rights_on(&quote!(hit)) } else { quote!() };
        let (convert, forfeited) = (self.convert(false), self.forfeited(&quote!(piece)));
        let quiet_kind = self.quiet_kind(&quote!(piece));
        let moved = self.note_moved(&quote!(c), &quote!(piece));
        let promoted = self.toggle_marks(&quote!(self.promoted.has(from) != self.promoted.has(to)), &quote!(hit));
        quote! {
            #[inline(always)]
            fn make_swap<S: Side, C: Cpu>(&self, cpu: C, piece: usize, from: usize, to: usize) -> Self {
                let mut child = self.handed_over::<S>();
                let c = &mut child;
                let hit = Set::single(from) | Set::single(to);
                #rights
                let other = self.kind_at(to);
                c.kinds[piece] ^= hit;
                c.kinds[other] ^= hit;
                c.bookkeeping.toggle(piece_key::<S>(piece, from) ^ piece_key::<S>(piece, to));
                if self.sides[S::THEM].has(to) {
                    c.sides[S::ME] ^= hit;
                    c.sides[S::THEM] ^= hit;
                    c.bookkeeping.toggle(piece_key::<S::Other>(other, to) ^ piece_key::<S::Other>(other, from));
                } else {
                    c.bookkeeping.toggle(piece_key::<S>(other, to) ^ piece_key::<S>(other, from));
                }
                #promoted
                #forfeited
                #convert
                #moved
                finish::<S, B, C>(c, cpu, #quiet_kind);
                child
            }
        }
    }
}
