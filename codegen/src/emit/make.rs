//! `impl Make`: one function for each kind of move, which copies the position and changes the copy. What they all do is here: the turn passes on, a piece
//! leaves its start and arrives, clocks tick. What depends on one subject of the rules is in its file.

use super::ending_moves::Made;
use super::*;
use proc_macro2::TokenTree;
use wazir_runtime::{MoveKind, MoveKinds};

impl Emitter<'_> {
    /// The kinds of moves of a game with this code: those of the batches it makes.
    pub(super) fn kinds_of_moves(&self, code: &TokenStream) -> TokenStream {
        let mut kinds = Vec::new();
        note_kinds(code, &mut kinds);
        let about = format!(" The kinds of moves that there are: {kinds:?}.");
        let bits = Literal::u16_unsuffixed(MoveKinds::of(&kinds).bits());
        quote! {
            #[doc = #about]
            const KINDS_OF_MOVES: MoveKinds = MoveKinds::from_bits(#bits);
        }
    }

    /// The functions of this part of the module.
    pub(super) fn make(&self) -> TokenStream {
        let plan = self.plan;
        let helpers = self.key_helpers();
        let keep = self.keep_en_passant();
        let finish = self.finish();
        let hand_over = self.hand_over();
        let lift = self.lift();
        let land = self.land();
        let restore = self.restore();
        let note_checks = self.note_checks();
        let pass_over = self.pass_over();
        let en_passant = self.make_en_passant();
        let drop = self.drop_parts();
        let castling = self.make_castling();
        let (journey, carry) = (self.make_journey(), self.make_carry());
        let (swap, push) = (self.make_swap(), self.make_push());
        let walls = self.wall_functions();
        let gate = self.gate();
        let enemies = self.enemies();
        let count = if plan.memory.passes > 0 {
            let most = Literal::u8_unsuffixed(plan.memory.passes);
            quote! {
                c.passes = (self.passes + 1).min(#most);
                c.bookkeeping.toggle(key(PASS_KEYS) ^ key(PASS_KEYS + c.passes as usize));
            }
        } else {
            quote!()
        };
        let pass = if plan.passes() || self.plan.walls_alone() {
            quote! {
                #[inline(always)]
                fn make_pass<S: Side, C: Cpu>(&self, cpu: C) -> Self {
                    let mut c = self.handed_over::<S>();
                    #count
                    finish::<S, B, C>(&mut c, cpu, true);
                    c
                }
            }
        } else {
            quote!()
        };
        quote! {
            #helpers
            #keep
            #finish

            impl<B: Bookkeeping> Make for State<B> {
                #[inline(always)]
                fn enemies<S: Side>(&self) -> Set {
                    #enemies
                }
                #hand_over
                #lift
                #land
                #restore
                #note_checks
                #pass_over
                #en_passant
                #drop
                #castling
                #journey
                #carry
                #swap
                #push
                #walls
                #gate
                #pass
            }
        }
    }

    /// The start of every move: in a copy the turn is handed over.
    fn hand_over(&self) -> TokenStream {
        let clear = if self.plan.en_passant && !self.plan.memory.several_moves {
            let forget = self.forget_passed(&quote!(self), &quote!(c));
            quote!(if self.passed != NOWHERE { #forget })
        } else {
            quote!()
        };
        let moved = if self.plan.memory.passes > 0 {
            quote! {
                if self.passes != 0 {
                    c.bookkeeping.toggle(key(PASS_KEYS) ^ key(PASS_KEYS + self.passes as usize));
                    c.passes = 0;
                }
            }
        } else {
            quote!()
        };
        let forget_struck = self.forget_struck();
        if self.plan.memory.several_moves {
            let nobody_goes_on = self.nobody_goes_on();
            return quote! {
                #[inline(always)]
                fn hand_over<S: Side>(&self, c: &mut Self) {
                    #moved
                    #nobody_goes_on
                }
            };
        }
        let turn = if self.is_multiplayer() {
            quote! {
                let me = self.turn as usize;
                let next = self.next(me);
                c.turn = next as u8;
                c.bookkeeping.toggle(key(TURN_KEY + me) ^ key(TURN_KEY + next));
            }
        } else {
            quote! {
                c.turn = S::THEM as u8;
                c.bookkeeping.toggle(key(TURN_KEY));
            }
        };
        quote! {
            #[inline(always)]
            fn hand_over<S: Side>(&self, c: &mut Self) {
                #turn
                #clear
                #moved
                #forget_struck
            }
        }
    }

    /// A piece leaves its start.
    fn lift(&self) -> TokenStream {
        let promoted = self.toggle_marks(&quote!(self.promoted.has(from)), &quote!(start));
        let rights = if self.plan.memory.rights {
            let by_king = self.both(|side| match self.plan.castlings(side).next() {
                _ if self.plan.first_moves => quote!(start),
                None => quote!(Set::EMPTY),
                Some(castling) => {
                    let (king, rank) = (self.piece(castling.king), self.castling_rank(side));
                    let me = self.me();
                    quote!((if piece == #king && (start & #rank).any() { #rank & self.sides[#me] } else { start }))
                }
            });
            self.lose_rights(&by_king)
        } else {
            quote!()
        };
        let (who, me, key) = (self.who_moves(&quote!(self)), self.me(), self.key_of_own(&quote!(piece), &quote!(from)));
        let moved = self.note_moved(&quote!(c), &quote!(piece));
        quote! {
            #[inline(always)]
            fn lift<S: Side>(&self, c: &mut Self, piece: usize, from: usize) {
                #who
                let start = Set::single(from);
                c.kinds[piece] ^= start;
                c.sides[#me] ^= start;
                c.bookkeeping.toggle(#key);
                #promoted
                #rights
                #moved
            }
        }
    }

    /// A piece arrives, capturing or not.
    fn land(&self) -> TokenStream {
        let plan = self.plan;
        let rights = if plan.memory.rights {
            let captured = self.both(|side| self.rights_of_victims(side));
            self.lose_rights(&captured)
        } else {
            quote!()
        };
        let taken = self.taken();
        let strike = self.strike(&quote!(moved.piece), &quote!(end));
        let promoted = self.walk_promoted();
        let (blast, convert) = (self.blast(&quote!(moved.piece)), self.convert(false));
        let settled = self.convert_capturer(&quote!(moved.piece), &quote!(moved.into));
        let ending_move = self.note_ending_move(&Made {
            captures: Some(quote!(capture)),
            promotes: Some(quote!(moved.promotes)),
            ..Made::default()
        });
        let ransom = self.pay_ransom();
        let shooter = self.note_moved(&quote!(c), &quote!(moved.piece));
        let shooting = self.note_ending_move(&Made { captures: Some(quote!(true)), ..Made::default() });
        let shot = self.shoot(
            &quote!(moved.piece),
            &quote! {
                *c = self.handed_over::<S>();
                #shooter
                #shooting
                #taken
                #rights
                finish::<S, B, C>(c, cpu, false);
                return;
            },
        );
        let quiet_kind = self.quiet_kind(&quote!(moved.piece));
        let forfeited = self.forfeited(&quote!(moved.into));
        let go_on = self.go_on(&quote!(moved.piece), &quote!(moved.promotes));
        let (who, me, key) =
            (self.who_moves(&quote!(self)), self.me(), self.key_of_own(&quote!(moved.into), &quote!(to)));
        quote! {
            #[inline(always)]
            fn land<S: Side, C: Cpu>(&self, c: &mut Self, cpu: C, moved: Ordinary, to: usize, capture: bool) {
                #who
                let end = Set::single(to);
                #shot
                if capture {
                    #taken
                    #rights
                    #strike
                }
                #ending_move
                #ransom
                c.sides[#me] |= end;
                c.kinds[moved.into] |= end;
                c.bookkeeping.toggle(#key);
                #forfeited
                #promoted
                #settled
                #blast
                #convert
                #go_on
                finish::<S, B, C>(c, cpu, !capture && #quiet_kind);
            }
        }
    }

    /// Everything that [`Self::lift`], [`Self::land`] without a capture, and drops write.
    fn restore(&self) -> TokenStream {
        let plan = self.plan;
        let mut fields = TokenStream::new();
        for (present, field) in [
            (plan.memory.rights, "castling"),
            (plan.memory.marks, "promoted"),
            (plan.en_passant, "passed"),
            (plan.en_passant && !plan.memory.several_moves, "victim"),
            (plan.memory.several_moves, "turn"),
            (plan.memory.several_moves, "left"),
            (plan.memory.several_moves, "length"),
            (plan.chains, "with"),
            (plan.memory.checks, "checks"),
            (plan.walls_change, "walls"),
            (self.remembers_ending_moves(), "ending_move"),
            (self.remembers_last_moved(), "last_moved"),
            (self.plan.pays_ransoms(), "hands"),
        ] {
            if present {
                let field = format_ident!("{field}");
                fields.extend(quote!(self.#field = begun.#field;));
            }
        }
        let sides = match self.is_multiplayer() {
            true => quote!(self.sides = begun.sides;),
            false => self.both(|side| match plan.rules.play[side].arrival[..] {
                [] => quote!(self.sides[S::ME] = begun.sides[S::ME];),
                _ => quote!(self.sides = begun.sides;),
            }),
        };
        quote! {
            #[inline(always)]
            fn restore<S: Side>(&mut self, begun: &Self, piece: usize, into: usize) {
                self.kinds[piece] = begun.kinds[piece];
                self.kinds[into] = begun.kinds[into];
                #sides
                #fields
                self.bookkeeping = begun.bookkeeping;
            }
        }
    }

    /// The end of every move: clocks.
    fn finish(&self) -> TokenStream {
        let clocks = if self.plan.rules.counts().is_some() {
            quote! {
                if B::KEEPS {
                    let due = due_count(c);
                    c.bookkeeping.count(quiet, S::THEM == 0, due);
                }
            }
        } else {
            let round = if self.is_multiplayer() {
                quote!(B::KEEPS && c.turn as usize <= c.waiter())
            } else {
                self.round_ends()
            };
            quote!(c.bookkeeping.tick(quiet, #round);)
        };
        let turn_on = self.turn_on();
        quote! {
            /// What ends every move of `S`.
            #[inline(always)]
            fn finish<S: Side, B: Bookkeeping, C: Cpu>(c: &mut State<B>, cpu: C, quiet: bool) {
                #turn_on
                #clocks
            }
        }
    }

    /// Does a move of this piece let the halfmove clock run on?
    pub(super) fn quiet_kind(&self, piece: &TokenStream) -> TokenStream {
        self.both(|side| {
            let resets = self.plan.clock_resets(side);
            if resets.is_empty() {
                return quote!(true);
            }
            let names = resets.iter().map(|&id| &self.plan.pieces[id].ident);
            quote!(!matches!(#piece, #(#names)|*))
        })
    }
}

/// Adds the kinds of moves whose batches are named in some code, each once.
fn note_kinds(code: &TokenStream, kinds: &mut Vec<MoveKind>) {
    for token in code.clone() {
        match token {
            TokenTree::Group(group) => note_kinds(&group.stream(), kinds),
            TokenTree::Ident(name) => {
                let known = BATCHES.iter().find(|(batch, _)| name == batch);
                kinds.extend(known.map(|(_, kind)| *kind).filter(|kind| !kinds.contains(kind)));
            }
            _ => {}
        }
    }
}

/// The types of batches, with the kinds of their moves.
const BATCHES: [(&str, MoveKind); 12] = [
    ("Step", MoveKind::Step),
    ("Passing", MoveKind::Passing),
    ("EnPassant", MoveKind::EnPassant),
    ("Promotion", MoveKind::Promotion),
    ("Drop", MoveKind::Drop),
    ("Exchange", MoveKind::Drop),
    ("Castling", MoveKind::Castling),
    ("Pass", MoveKind::Pass),
    ("Journey", MoveKind::Journey),
    ("Swap", MoveKind::Swap),
    ("Push", MoveKind::Push),
    ("Carry", MoveKind::Carry),
];
