//! Tests of legality that are not masks: the filter of moves by watched squares, and the test of a made move.

use super::*;
use wazir_program::analysis::Legality;
use wazir_variant_spec::rules::Guard;

impl Emitter<'_> {
    /// The functions of this part of the module.
    pub(super) fn legality(&self) -> TokenStream {
        let mut code = TokenStream::new();
        if self.plan.legality.contains(&Legality::Blasts) {
            code.extend(self.blast_functions());
        }
        if (0..self.plan.sides()).any(|side| self.plan.legality[side] == Legality::Lines && self.plan.watches(side)) {
            code.extend(quote! {
                /// The legal ones among the moves of a piece from `from` (empty for a drop) to `targets`.
                ///
                /// A move that changes the occupancy of no watched square leaves the royal as it is.
                #[inline(always)]
                fn filter_targets<S: Side, B: Bookkeeping, C: Cpu>(
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
        if (0..self.plan.sides()).any(|side| self.plan.filters(side)) {
            code.extend(self.doubtful());
        }
        if self.plan.tests_children() {
            let tests = self.both(|side| {
                if self.plan.legality[side] != Legality::Test && self.plan.checking_moves[side] != CheckingMoves::Masked
                {
                    return quote!();
                }
                let blasted = self.survival(side);
                let attacked = if self.plan.royals[side].is_empty() || !self.plan.rules.play[side].check.may_not_remain
                {
                    quote!()
                } else {
                    let note = self.note("The mover's royals are not attacked.");
                    let in_a_turn = self.or_in_a_turn(side, &quote!(p));
                    let checkers = self.checkers_of_own();
                    quote!(#note if #checkers.any() #in_a_turn { return false; })
                };
                let unfinished = self.unfinished(side);
                let given = if !self.is_multiplayer() && self.plan.may_not_give_check(side) {
                    let note = self.note(self.cause(&self.plan.rules.play[side].check.cause));
                    quote!(#note if checkers_of::<S::Other, B, C>(p, cpu).any() { return false; })
                } else {
                    quote!()
                };
                let wary = self.wary(side);
                let truce = self.keeps_truce();
                quote!(#truce #blasted #unfinished #attacked #given #wary)
            });
            let who = self.who_moves(&quote!(before));
            code.extend(quote! {
                /// Was the move that `S` has just made, from `before` to `p`, legal?
                #[inline(always)]
                fn lawful_after<S: Side, B: Bookkeeping, C: Cpu>(before: &State<B>, p: &State<B>, cpu: C) -> bool {
                    #who
                    #tests
                    true
                }
            });
        }
        code
    }

    /// The function that says which moves have to be tested: where enemies attack by leaps and along lines, only a royal that moves and what stands first on a line to one
    /// can change whether a royal is attacked.
    fn doubtful(&self) -> TokenStream {
        let body = self.both(|side| {
            if !self.plan.filters(side) {
                return quote!((ALL, ALL, true));
            }
            let truce = self.plan.truce.is_some().then(|| quote!(|| p.struck.any()));
            let foes = self.foes(&quote!(p));
            let protected: BTreeSet<usize> = self
                .plan
                .pieces
                .iter()
                .filter_map(|piece| piece.rules[side]?.wary.as_ref())
                .flat_map(|wary| wary.of.iter().map(|&id| id as usize))
                .collect();
            let entered = if protected.is_empty() {
                quote!(Set::EMPTY)
            } else {
                let kinds = self.kinds(&protected.into_iter().collect::<Vec<_>>());
                quote!(#kinds & #foes)
            };
            // Along each way from a royal: as far as anybody attacks along it, and who does.
            let mut rays: Vec<(Ray, BTreeSet<usize>)> = Vec::new();
            let looks = self.plan.others(side).flat_map(|other| self.look_backs(other, &quote!(sq), &quote!(occ)));
            for look in looks {
                for ray in look.kernel.iter().flat_map(|kernel| kernel.reversed().rays()) {
                    match rays.iter_mut().find(|(known, _)| known.step == ray.step) {
                        Some((known, kinds)) => {
                            known.max = known.max.max(ray.max);
                            kinds.extend(&look.kinds);
                        }
                        None => rays.push((ray, look.kinds.iter().copied().collect())),
                    }
                }
            }
            let rays = rays.into_iter().map(|(ray, kinds)| {
                let slide = |occ: &TokenStream| self.slide(Kernel::Ray(ray), &quote!(sq), occ);
                let first = slide(&quote!(occ));
                if self.plan.has_journeys() {
                    // One move may take several pieces off a line.
                    return quote!(left |= #first;);
                }
                let (behind, kinds) =
                    (slide(&quote!((occ & !first))), self.kinds(&kinds.into_iter().collect::<Vec<_>>()));
                quote! {
                    let first = #first;
                    if (#behind & #kinds & #foes).any() {
                        left |= first;
                    }
                }
            });
            let lines = quote! {
                for sq in royals {
                    #(#rays)*
                }
            };
            let guarded = if self.plan.rules.play[side].check.guard == Guard::Last {
                quote!(if royals.is_single() { #lines })
            } else {
                lines
            };
            let promotions = match self.plan.rules.play[side].check.guard {
                _ if !self.plan.makes_royals(side) => quote!(false),
                Guard::Each => quote!(true),
                // It is enough that one of several is safe.
                Guard::Last | Guard::All => quote!(royals.is_empty()),
            };
            // Journeys may capture friends, royals among them.
            let own_royals = self.plan.has_journeys().then(|| quote!(| royals));
            let checkers = self.checkers_of_own();
            let (own, me) = self.gives_side();
            quote! {
                let (royals, occ) = (royals::<#own B>(p #me), p.occupied());
                if #checkers.any() #truce {
                    return (ALL, ALL, true);
                }
                let mut left = royals;
                #guarded
                (left, #entered #own_royals, #promotions)
            }
        });
        let who = self.who_moves(&quote!(p));
        quote! {
            /// The squares that only tested moves of `S` take a piece from, those that only tested moves go to, and whether promotions are tested.
            #[inline(always)]
            fn doubtful<S: Side, B: Bookkeeping, C: Cpu>(p: &State<B>, cpu: C) -> (Set, Set, bool) {
                #who
                #body
            }
        }
    }

    /// What captures pieces may not make that could be captured back.
    fn wary(&self, side: usize) -> TokenStream {
        let mut code = TokenStream::new();
        for (id, piece) in self.plan.pieces.iter().enumerate() {
            let Some(wary) = piece.rules[side].and_then(|rules| rules.wary.as_ref()) else { continue };
            let kinds = |ids: &[u8]| {
                let names = ids.iter().map(|&id| self.piece(id));
                if ids.is_empty() { quote!(Set::EMPTY) } else { quote!((#(before.kinds[#names])|*)) }
            };
            let (protected, trifles) = (kinds(&wary.of), kinds(&wary.trifles));
            let near =
                self.around(&wary.near, "NEAR", "Squares on which a wary piece captures whatever protects its victim.");
            let (note, ident) = (self.note(self.cause(&wary.cause)), &self.plan.pieces[id].ident);
            code.extend(quote! {
                #note
                let from = before.kinds[#ident] & before.sides[S::ME] & !p.sides[S::ME];
                let lost = before.sides[S::THEM] & !p.sides[S::THEM];
                let end = p.sides[S::ME] & !before.sides[S::ME];
                if from.is_single() && (end & lost & #protected).any() {
                    let to = end.first();
                    let excused = (lost & !end & !#trifles).any() || Set(#near[from.first()]).has(to);
                    if !excused && attackers::<S::Other, B, C>(p, cpu, to, p.occupied(), p.sides[S::THEM]).any() {
                        return false;
                    }
                }
            });
        }
        code
    }

    /// What captures may do to royals of the capturer's side, and what explosions do to others, before any attack is looked at.
    fn survival(&self, side: usize) -> TokenStream {
        let explodes = self.plan.rules.play[side].capture.blast.is_some();
        let own = if !self.plan.loses_royals(side) {
            quote!()
        } else {
            let note = self.note("No capture may take a royal of the mover off the board.");
            let capture = if self.plan.may_change_royals(side) {
                quote!(p.sides[S::THEM].count() < before.sides[S::THEM].count() &&)
            } else {
                quote!()
            };
            quote! {
                #note
                if #capture royals::<S, B>(p).count() < royals::<S, B>(before).count() {
                    return false;
                }
            }
        };
        let won = if !explodes || self.plan.royals.iter().enumerate().all(|(s, royals)| s == side || royals.is_empty())
        {
            quote!()
        } else {
            let note = self.note("Having destroyed the last royal of the opponent is enough.");
            quote!(#note if royals::<S::Other, B>(p).is_empty() && royals::<S::Other, B>(before).any() { return true; })
        };
        quote!(#own #won)
    }
}
