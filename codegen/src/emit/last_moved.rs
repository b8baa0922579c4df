//! What has moved last: positions that remember it, and the conditions that ask for it.

use super::*;
use wazir_variant_spec::rules::LastMoved;

impl Emitter<'_> {
    /// Do positions remember it?
    pub(super) fn remembers_last_moved(&self) -> bool {
        self.plan.rules.remembers_last_moved()
    }

    /// The value of the field where nobody has moved yet.
    pub(super) fn nobody_moved(&self) -> TokenStream {
        if !self.remembers_last_moved() {
            return quote!();
        }
        quote! {
            /// Nobody has moved yet.
            pub const NOBODY_YET: usize = 255;
        }
    }

    /// The field of a position that holds it.
    pub(super) fn last_moved_field(&self) -> TokenStream {
        if !self.remembers_last_moved() {
            return quote!();
        }
        quote!(
            /// The type that has moved last, of those that are remembered, or `NOBODY_YET`.
            pub last_moved: u8,
        )
    }

    /// The method of a position that notes it.
    pub(super) fn last_moved_method(&self) -> TokenStream {
        if !self.remembers_last_moved() {
            return quote!();
        }
        let passed_over = self.both(|side| {
            let imitates = |piece: &&PiecePlan<'_>| piece.rules[side].is_some_and(|rules| rules.imitates);
            let imitators = self.plan.pieces.iter().filter(imitates).map(|piece| &piece.ident);
            let imitators: Vec<&Ident> = imitators.collect();
            if imitators.is_empty() {
                return quote!();
            }
            let note = self.note("What imitates is passed over.");
            quote! {
                #note
                if #(piece == #imitators)||* {
                    return;
                }
            }
        });
        quote! {
            /// A piece of this type of `S` moves.
            #[inline(always)]
            fn note_moved<S: Side>(&mut self, piece: usize) {
                #passed_over
                self.bookkeeping.toggle(key(LAST_MOVED_KEYS + self.last_moved as usize) ^ key(LAST_MOVED_KEYS + piece));
                self.last_moved = piece as u8;
            }
        }
    }

    /// The statement by which `child` notes that a `piece` of `S` moves.
    pub(super) fn note_moved(&self, child: &TokenStream, piece: &TokenStream) -> TokenStream {
        if self.remembers_last_moved() { quote!(#child.note_moved::<S>(#piece);) } else { quote!() }
    }

    /// Has one of these moved last in the position?
    pub(super) fn has_moved_last(&self, position: &TokenStream, last_moved: &LastMoved) -> TokenStream {
        // Comparisons rather than a pattern: where the sides differ in a type, the two are merged into one expression.
        let there = last_moved.of.iter().filter(|&id| usize::from(id) < self.plan.pieces.len());
        let types = there.map(|id| self.piece(id)).map(|ident| quote!(#ident));
        let types: Vec<TokenStream> = types.chain(last_moved.nobody.then(|| quote!(NOBODY_YET))).collect();
        match types[..] {
            [] => quote!(false),
            _ => quote!((#(#position.last_moved as usize == #types)||*)),
        }
    }

    /// Statements that read it into `p` from `setup`.
    pub(super) fn read_last_moved(&self) -> TokenStream {
        if !self.remembers_last_moved() {
            return quote!();
        }
        quote! {
            if let Some(last) = setup.last_moved {
                let piece = INFO.pieces.get(last as usize);
                if !piece.is_some_and(|piece| piece.remembered) {
                    let name = piece.map_or(String::from("such a piece"), |piece| format!("a {}", piece.name));
                    return Err(FenError::position(format!("it is not remembered in this game that {name} has moved last")));
                }
                p.last_moved = last;
            }
        }
    }

    /// What the hash says of it.
    pub(super) fn last_moved_hash(&self) -> TokenStream {
        if self.remembers_last_moved() {
            quote!(hash ^= key(LAST_MOVED_KEYS + p.last_moved as usize);)
        } else {
            quote!()
        }
    }
}
