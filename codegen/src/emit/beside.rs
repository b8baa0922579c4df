//! Movements that depend on friends beside: on which squares a piece has them.

use super::*;
use wazir_program::analysis::beside_parts;
use wazir_variant_spec::rules::Beside;

/// A type, a side, and a part of its movement.
pub(super) type PartOf<'p, 'r> = (&'p PiecePlan<'r>, usize, &'p Part);

/// So many parts that friends lend a type are a function, which it may share with others.
const FEWEST_LOANS: usize = 3;

/// Is it there only beside friends, and without other conditions?
pub(super) fn is_lent(part: &Part) -> bool {
    let beside = part.conditions.as_ref().and_then(|conditions| conditions.beside.as_ref());
    let wanted = beside.is_some_and(|beside| beside.wanted);
    wanted && part.mode.victims.is_none() && !part.mode.is_conditional()
}

/// What a part reaches has to be among these: on enemies it captures, on empty squares it does not.
pub(super) fn onto(part: &Part) -> TokenStream {
    match (part.mode.quiet, part.mode.capture) {
        (true, true) => quote!(),
        (true, false) => quote!(&empty),
        (false, _) => quote!(&them),
    }
}

impl Emitter<'_> {
    /// What friends lend a piece of this type on `sq`, where that is so much that a function finds it.
    pub(super) fn loan(&self, id: usize, side: usize, sq: &TokenStream) -> Option<TokenStream> {
        if self.lent(id, side).len() < FEWEST_LOANS {
            return None;
        }
        let body = self.both(|side| {
            let lent = self.lent(id, side);
            quote!((Set::EMPTY #(| #lent)*))
        });
        let mut loans = self.loans.borrow_mut();
        let known = loans.iter().position(|loan| loan.to_string() == body.to_string());
        let number = known.unwrap_or_else(|| {
            loans.push(body);
            loans.len() - 1
        });
        let function = loan_function(number);
        Some(quote!(#function::<S, B, C>(p, cpu, #sq)))
    }

    /// What each part gives that friends lend a piece of this type on `from`.
    fn lent(&self, id: usize, side: usize) -> Vec<TokenStream> {
        let (piece, from, us) = (&self.plan.pieces[id], quote!(from), quote!(us));
        let lent = piece.parts[side].iter().filter(|part| is_lent(part)).filter_map(|part| {
            let (reach, onto) = (self.reach(piece, side, part, &from, &quote!(occ))?, onto(part));
            Some(self.provided((piece, side, part), &from, &us, quote!(#reach #onto)))
        });
        lent.collect()
    }

    /// The functions that find what friends lend.
    pub(super) fn loan_functions(&self) -> TokenStream {
        let loans = self.loans.borrow();
        let functions = loans.iter().enumerate().map(|(number, body)| {
            let function = loan_function(number);
            quote! {
                /// What friends lend a piece of `S` on `from`.
                #[inline(always)]
                fn #function<S: Side, B: Bookkeeping, C: Cpu>(p: &State<B>, cpu: C, from: usize) -> Set {
                    let (us, them, occ) = (p.sides[S::ME], p.sides[S::THEM], p.occupied());
                    let empty = ALL & !occ;
                    let _ = (cpu, them, empty);
                    #body
                }
            }
        });
        functions.collect()
    }

    /// Does a piece of this type on `sq` stand beside such friends among `own`?
    pub(super) fn has_friends_beside(
        &self,
        (piece, side): (&PiecePlan<'_>, usize),
        beside: &Beside,
        sq: &TokenStream,
        own: &TokenStream,
    ) -> TokenStream {
        let friends = self.friends(beside, own);
        let near = self.near_friends(beside, &friends);
        let seen = beside_parts(self.plan.board(), beside).into_iter();
        let seen: Vec<TokenStream> = seen.filter_map(|part| self.reach(piece, side, &part, sq, &quote!(occ))).collect();
        match (near, seen.is_empty()) {
            (Some(near), true) if beside.wanted => quote!(#near.has(#sq)),
            (Some(near), true) => quote!((ALL & !#near).has(#sq)),
            (near, _) => {
                let near = near.map(|near| quote!(#near.has(#sq) ||));
                let not = (!beside.wanted).then(|| quote!(!));
                quote!(#not (#near ((#(#seen)|*) & #friends).any()))
            }
        }
    }

    /// The squares on which a piece of this type stands beside such friends among `own`.
    pub(super) fn beside_squares(
        &self,
        (piece, side): (&PiecePlan<'_>, usize),
        beside: &Beside,
        own: &TokenStream,
        occ: &TokenStream,
    ) -> TokenStream {
        let friends = self.friends(beside, own);
        let near = self.near_friends(beside, &friends);
        let parts = beside_parts(self.plan.board(), beside);
        // A friend is seen from where a piece could capture it in this way.
        let looks = parts.iter().flat_map(|part| self.look_back(piece, side, part, &quote!(friend), occ));
        let looks: Vec<TokenStream> = looks.map(|(origins, _)| origins).collect();
        let kept = if looks.is_empty() {
            near.unwrap_or(quote!(Set::EMPTY))
        } else {
            let near = near.unwrap_or(quote!(Set::EMPTY));
            quote!({
                let mut near = #near;
                for friend in #friends {
                    near |= #(#looks)|*;
                }
                near
            })
        };
        if beside.wanted { kept } else { quote!((ALL & !#kept)) }
    }

    /// Those of `own` that are such friends.
    fn friends(&self, beside: &Beside, own: &TokenStream) -> TokenStream {
        let kinds: Vec<usize> = beside.of.iter().map(usize::from).filter(|&id| id < self.plan.pieces.len()).collect();
        if kinds.is_empty() {
            return quote!(Set::EMPTY);
        }
        if kinds.len() == self.plan.pieces.len() {
            return own.clone();
        }
        let kinds = self.kinds(&kinds);
        quote!((#kinds & #own))
    }

    /// Where the piece may stand for the leaps that lead to friends, seen from these.
    fn near_friends(&self, beside: &Beside, friends: &TokenStream) -> Option<TokenStream> {
        let leaps: Vec<TokenStream> = beside
            .at
            .iter()
            .filter(|ride| ride.is_leap())
            .map(|ride| self.moved(friends, ride.step.reversed()))
            .collect();
        (!leaps.is_empty()).then(|| quote!((#(#leaps)|*)))
    }
}

/// The name of the function with this number.
fn loan_function(number: usize) -> Ident {
    format_ident!("lent_{}", number + 1)
}
