//! Movements that depend on more than squares: on friends nearby, on what has moved last.

use super::beside::PartOf;
use super::*;
use wazir_program::analysis::PartConditions;

impl Emitter<'_> {
    /// The targets of a part from `sq` where what it depends on holds, `own` being the pieces of its side; all of them where it depends on nothing.
    pub(super) fn provided(
        &self,
        part: PartOf<'_, '_>,
        sq: &TokenStream,
        own: &TokenStream,
        targets: TokenStream,
    ) -> TokenStream {
        self.provided_in(&quote!(p), part, sq, own, targets)
    }

    /// The same in another position than `p`.
    pub(super) fn provided_in(
        &self,
        position: &TokenStream,
        (piece, side, part): PartOf<'_, '_>,
        sq: &TokenStream,
        own: &TokenStream,
        targets: TokenStream,
    ) -> TokenStream {
        let Some(conditions) = &part.conditions else { return targets };
        let holds = self.holds(position, (piece, side), conditions, sq, own);
        quote!((if #holds { #targets } else { Set::EMPTY }))
    }

    /// Do these conditions hold for a piece of this type on `sq`?
    pub(super) fn holds(
        &self,
        position: &TokenStream,
        piece: (&PiecePlan<'_>, usize),
        conditions: &PartConditions,
        sq: &TokenStream,
        own: &TokenStream,
    ) -> TokenStream {
        let beside = conditions.beside.as_ref().map(|beside| self.has_friends_beside(piece, beside, sq, own));
        let last_moved = conditions.last_moved.as_ref().map(|last_moved| self.has_moved_last(position, last_moved));
        let conditions = last_moved.into_iter().chain(beside);
        quote!(#(#conditions)&&*)
    }

    /// The squares on which these conditions hold for a piece of this type, `own` being the pieces of its side.
    pub(super) fn holding_squares(
        &self,
        piece: (&PiecePlan<'_>, usize),
        conditions: &PartConditions,
        own: &TokenStream,
        occ: &TokenStream,
    ) -> TokenStream {
        let beside = conditions.beside.as_ref().map(|beside| self.beside_squares(piece, beside, own, occ));
        let Some(last_moved) = &conditions.last_moved else { return beside.unwrap_or(quote!(ALL)) };
        let (holds, squares) = (self.has_moved_last(&quote!(p), last_moved), beside.unwrap_or(quote!(ALL)));
        quote!((if #holds { #squares } else { Set::EMPTY }))
    }
}
