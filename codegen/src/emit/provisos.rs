//! Movements that depend on more than squares: on friends nearby, on what has moved last.

use super::company::PartOf;
use super::*;
use crate::plan::Proviso;

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
        let Some(proviso) = &part.proviso else { return targets };
        let holds = self.holds(position, (piece, side), proviso, sq, own);
        quote!((if #holds { #targets } else { Set::EMPTY }))
    }

    /// Do these conditions hold for a piece of this type on `sq`?
    pub(super) fn holds(
        &self,
        position: &TokenStream,
        piece: (&PiecePlan<'_>, usize),
        proviso: &Proviso,
        sq: &TokenStream,
        own: &TokenStream,
    ) -> TokenStream {
        let company = proviso.company.as_ref().map(|company| self.keeps_company(piece, company, sq, own));
        let last_moved = proviso.last_moved.as_ref().map(|last_moved| self.has_moved_last(position, last_moved));
        let conditions = last_moved.into_iter().chain(company);
        quote!(#(#conditions)&&*)
    }

    /// The squares on which these conditions hold for a piece of this type, `own` being the pieces of its side.
    pub(super) fn holding_squares(
        &self,
        piece: (&PiecePlan<'_>, usize),
        proviso: &Proviso,
        own: &TokenStream,
        occ: &TokenStream,
    ) -> TokenStream {
        let company = proviso.company.as_ref().map(|company| self.company_squares(piece, company, own, occ));
        let Some(last_moved) = &proviso.last_moved else { return company.unwrap_or(quote!(ALL)) };
        let (holds, squares) = (self.has_moved_last(&quote!(p), last_moved), company.unwrap_or(quote!(ALL)));
        quote!((if #holds { #squares } else { Set::EMPTY }))
    }
}
