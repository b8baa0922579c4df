//! Tests of legality that are not masks: the screen of moves by watched squares, and the test of a made move.

use super::*;
use crate::plan::Legality;

impl Emitter<'_> {
    /// The functions of this part of the module.
    pub(super) fn legality(&self) -> TokenStream {
        let mut code = TokenStream::new();
        if self.plan.legality.contains(&Legality::Lines) {
            code.extend(quote! {
                /// The legal ones among the moves of a piece from `from` (empty for a drop) to `targets`.
                ///
                /// A move that changes the occupancy of no watched square leaves the royal as it is.
                #[inline(always)]
                fn screen<S: Side, B: Books, C: Cpu>(
                    p: &State<B>, cpu: C, king: usize, watched: Set, checkers: Set, from: Set, targets: Set,
                ) -> Set {
                    let occ = p.occupied();
                    let (mut legal, doubtful) = match (checkers.any(), (from & watched).any()) {
                        (false, false) => (targets & (!watched | occ), targets & watched & !occ),
                        (true, false) => (Set::EMPTY, targets & (watched | checkers)),
                        (_, true) => (Set::EMPTY, targets),
                    };
                    for to in doubtful {
                        let to = Set::single(to);
                        if checks_to::<S::Other, B, C>(p, cpu, king, occ & !from | to, p.sides[S::THEM] & !to).is_empty() {
                            legal |= to;
                        }
                    }
                    legal
                }
            });
        }
        if self.plan.legality.contains(&Legality::Test) {
            let tests = self.both(|side| {
                if self.plan.legality[side] != Legality::Test {
                    return quote!();
                }
                let play = &self.plan.rules.play[side];
                let own_matters = play.check.may_not_remain || play.capture.blast.is_some();
                let own = if self.plan.royals[side].is_empty() || !own_matters {
                    quote!()
                } else {
                    let gone = if self.plan.royals[1 - side].is_empty() || play.capture.blast.is_none() {
                        quote!()
                    } else {
                        let note = self.note("Having destroyed the last royal of the opponent is enough.");
                        quote!(#note if royals::<S::Other, B>(p).is_empty() { return true; })
                    };
                    let attacked = if play.check.may_not_remain {
                        quote!(if checkers_of::<S, B, C>(p, cpu).any() {
                            return false;
                        })
                    } else {
                        quote!()
                    };
                    let note = self.note("The mover keeps its royal, unattacked where the rules say so.");
                    quote! {
                        #note
                        if royals::<S, B>(p).is_empty() {
                            return false;
                        }
                        #gone
                        #attacked
                    }
                };
                let given = if play.check.may_not_be_given && !self.plan.royals[1 - side].is_empty() {
                    let note = self.note(self.cause(&play.check.cause));
                    quote!(#note if checkers_of::<S::Other, B, C>(p, cpu).any() { return false; })
                } else {
                    quote!()
                };
                quote!(#own #given)
            });
            code.extend(quote! {
                /// Was the move that `S` has just made legal?
                #[inline(always)]
                fn lawful_after<S: Side, B: Books, C: Cpu>(p: &State<B>, cpu: C) -> bool {
                    #tests
                    true
                }
            });
        }
        code
    }
}
