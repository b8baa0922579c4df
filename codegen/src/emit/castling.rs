//! Castling.

use super::ending_moves::Made;
use super::*;
use wazir_program::analysis::Legality;

impl Emitter<'_> {
    pub(super) fn castling_call(&self, side: usize, legality: Legality) -> TokenStream {
        let Some(castling) = self.plan.castlings(side).next() else { return quote!() };
        let king = self.piece(castling.king);
        let rank = self.castling_rank(side);
        let unchecked = match legality {
            Legality::Masks | Legality::Blasts => quote!(checkers.is_empty() &&),
            _ => quote!(),
        };
        // Where first moves are remembered, among those of other pieces, the king has to be one that has not moved.
        let (kings, partners) = if self.plan.first_moves {
            let partners: Vec<usize> =
                self.plan.castlings(side).flat_map(|c| &c.partners).map(|&id| id as usize).collect();
            let partners = self.kinds(&partners);
            (quote!(&p.castling), quote!(& #partners))
        } else {
            (quote!(), quote!())
        };
        quote! {
            if #unchecked (p.castling & us & #rank).any() {
                let home = p.kinds[#king] & us & #rank #kings;
                if home.any() {
                    let king = home.first();
                    for partner in p.castling & us & #rank #partners {
                        castle::<S, B, C, V>(p, cpu, v, king, partner);
                    }
                }
            }
        }
    }

    pub(super) fn castling_function(&self) -> TokenStream {
        if self.plan.rules.castlings.is_empty() {
            return quote!();
        }
        let destinations = self.both(|side| {
            let to = |towards: i8| {
                let castling = self.plan.castlings(side).find(|c| c.towards == towards);
                castling.map_or(quote!(return), |c| {
                    let (king, partner) = (
                        Literal::usize_unsuffixed(c.king_to as usize),
                        Literal::usize_unsuffixed(c.partner_to as usize),
                    );
                    quote!((#king, #partner))
                })
            };
            if self.plan.castlings(side).next().is_none() {
                return quote!(return);
            }
            let (right, left) = (to(1), to(-1));
            quote!(if partner > king { #right } else { #left })
        });
        // Squares of a file do not follow each other: the ways of those who castle along one are cut out.
        let sideways = self.plan.rules.sides.iter().any(|side| side.orientation.is_sideways());
        let (along, line) = if sideways {
            let along = self.both(|side| self.castling_rank(side));
            (quote!(let along = #along;), quote!(&along))
        } else {
            (quote!(), quote!())
        };
        let ways = quote!(span::<Set>(king, king_to) | span::<Set>(partner, partner_to));
        let ways = if sideways { quote!((#ways) #line) } else { ways };
        let (who, foes) = (self.who_moves(&quote!(p)), self.foes(&quote!(p)));
        let king = self.both(|side| {
            let king = self.plan.castlings(side).next().map_or(0, |c| c.king);
            let ident = self.piece(king);
            quote!(#ident)
        });
        let tested = self.both(|side| {
            let royal = self.plan.castlings(side).next().is_some_and(|c| self.plan.royals[side].contains(&c.king))
                && self.plan.rules.play[side].check.may_not_remain;
            if royal { quote!(true) } else { quote!(false) }
        });
        let test = if self.plan.royals.iter().all(Vec::is_empty) {
            quote!()
        } else {
            let own = quote!(them);
            let passed = self.checks_by_foes(quote!(p), quote!(sq), quote!(without), own.clone());
            let arrived = self.checks_by_foes(quote!(p), quote!(king_to), quote!(after), own);
            // Where attacks depend on what has moved last, castling itself decides of those after it: they are tested then.
            let is_told = |side: usize| !self.plan.others(side).any(|other| self.plan.has_conditions(other));
            let told = if (0..self.plan.sides()).all(is_told) {
                quote!()
            } else {
                let told = self.both(|side| if is_told(side) { quote!(true) } else { quote!(false) });
                quote!(#told &&)
            };
            let note = self.note("The king may not leave or pass an attacked square, nor be attacked after castling.");
            quote! {
                #note
                let without = occ ^ Set::single(king);
                if #tested {
                    let mut safe = true;
                    let way = if king == king_to { Set::single(king) } else { span::<Set>(king, king_to) #line & !Set::single(king_to) };
                    for sq in way {
                        safe = safe && #passed.is_empty();
                    }
                    let after = (without ^ Set::single(partner)) | Set::single(king_to) | Set::single(partner_to);
                    if !safe || #told #arrived.any() {
                        return;
                    }
                }
            }
        };
        let batch = self.both(|side| {
            let batch = quote!(Castling::<S, _, _>::new(#king, At(king), partner, Set::single(king_to)));
            let tested = self.tested_batch(side, batch.clone());
            let gated = self.gated_castling(side, &batch);
            quote!(#tested #gated)
        });
        let cause = self.plan.rules.castlings.first().map_or(String::new(), |c| self.cause(&c.cause));
        let about = format!(" Castling of the king with one partner, when the way is free. {cause}");
        quote! {
            #[doc = #about]
            #[inline(always)]
            fn castle<S: Side, B: Bookkeeping, C: Cpu, V: Visitor<State<B>>>(p: &State<B>, cpu: C, v: &mut V, king: usize, partner: usize) {
                #who
                let (king_to, partner_to) = #destinations;
                let (occ, them) = (p.occupied(), #foes);
                #along
                let way = #ways;
                if (way & occ & !Set::single(king) & !Set::single(partner)).any() {
                    return;
                }
                #test
                #batch
            }
        }
    }

    /// The move of king and partner.
    pub(super) fn make_castling(&self) -> TokenStream {
        if self.plan.rules.castlings.is_empty() {
            return quote!();
        }
        let lost = if self.plan.first_moves {
            quote!(self.castling & (Set::single(from) | Set::single(partner)))
        } else {
            let rank = self.both(|side| self.castling_rank(side));
            let me = self.me();
            quote!(self.castling & #rank & self.sides[#me])
        };
        let to = self.both(|side| {
            let to = |towards: i8| {
                let castling = self.plan.castlings(side).find(|c| c.towards == towards);
                Literal::usize_unsuffixed(castling.map_or(0, |c| c.partner_to as usize))
            };
            let (right, left) = (to(1), to(-1));
            quote!(if partner > from { #right } else { #left })
        });
        let king = self.both(|side| {
            let king = self.piece(self.plan.castlings(side).next().map_or(0, |c| c.king));
            quote!(#king)
        });
        let (quiet, convert) = (self.quiet_kind(&quote!(piece)), self.convert(false));
        let promoted = if self.plan.memory.marks {
            quote! {
                if self.promoted.has(partner) {
                    c.promoted ^= Set::single(partner) ^ Set::single(partner_to);
                    toggle_set::<B>(&mut c.bookkeeping, PROMOTED_KEYS, Set::single(partner) ^ Set::single(partner_to));
                }
            }
        } else {
            quote!()
        };
        let (who, me) = (self.who_moves(&quote!(self)), self.me());
        let [king_left, king_arrived, rook_left, rook_arrived] =
            [("piece", "from"), ("piece", "to"), ("rook", "partner"), ("rook", "partner_to")].map(|(kind, square)| {
                let (kind, square) = (format_ident!("{kind}"), format_ident!("{square}"));
                self.key_of_own(&quote!(#kind), &quote!(#square))
            });
        let forfeited = self.forfeited_rights();
        let moved = self.note_moved(&quote!(c), &quote!(piece));
        let ending_move =
            self.note_ending_move(&Made { castles_right: Some(quote!(partner > from)), ..Made::default() });
        quote! {
            #[inline(always)]
            fn make_castling<S: Side, C: Cpu>(&self, cpu: C, from: usize, to: usize, partner: usize) -> Self {
                #who
                let mut c = self.handed_over::<S>();
                #ending_move
                let piece = #king;
                #moved
                let rook = self.kind_at(partner);
                let partner_to = #to;
                c.kinds[piece] ^= Set::single(from) ^ Set::single(to);
                c.kinds[rook] ^= Set::single(partner) ^ Set::single(partner_to);
                c.sides[#me] &= !(Set::single(from) | Set::single(partner));
                c.sides[#me] |= Set::single(to) | Set::single(partner_to);
                c.bookkeeping.toggle(#king_left ^ #king_arrived);
                c.bookkeeping.toggle(#rook_left ^ #rook_arrived);
                #promoted
                let lost = #lost;
                #forfeited
                c.castling ^= lost;
                toggle_set::<B>(&mut c.bookkeeping, CASTLING_KEYS, lost);
                #convert
                finish::<S, B, C>(&mut c, cpu, #quiet);
                c
            }
        }
    }
}
