//! `impl Make`: one function for each kind of move, which copies the position and changes the copy.

use super::deeds::Made;
use super::*;
use wazir_variant_spec::rules::{Capturer, CheckCounter, Conversion, Converted, Guard, PieceId, PieceRules};

/// Places of features in the sequence of Zobrist keys.
pub(super) struct Keys {
    pieces: usize,
    promoted: usize,
    castling: usize,
    passed: usize,
    victim: usize,
    turn: usize,
    hands: usize,
    checks: usize,
    walls: usize,
    passes: usize,
    out: usize,
}

impl Keys {
    /// The first of the keys of kinds of moves that end the game, of which there are as many as such rules. (Passes have but few keys.)
    pub(super) fn deeds(&self) -> usize {
        self.passes + 128
    }

    /// The first of the keys of squares on which captures have been made that may not be answered in kind; only in games whose turns have one move.
    pub(super) fn struck(&self) -> usize {
        self.passes + 256
    }

    /// The first of the keys of turns, of which there are 65,536 for moves left, as many for moves of a turn, and one for each square.
    pub(super) fn turns(&self) -> usize {
        self.passes + 256
    }
}

impl Emitter<'_> {
    pub(super) fn keys(&self) -> Keys {
        let squares = self.plan.squares as usize;
        let sides = self.plan.sides();
        let promoted = sides * self.plan.pieces.len() * squares;
        let castling = promoted + squares;
        let passed = castling + squares;
        let victim = passed + squares;
        let turn = victim + squares;
        let hands = turn + if self.many() { sides } else { 1 };
        let checks = hands + sides * self.plan.pieces.len() * 256;
        let walls = checks + sides * 256;
        let passes = walls + squares;
        let out = passes + 256;
        Keys { pieces: 0, promoted, castling, passed, victim, turn, hands, checks, walls, passes, out }
    }

    /// The functions of this part of the module.
    pub(super) fn make(&self) -> TokenStream {
        let plan = self.plan;
        let helpers = self.key_helpers();
        let keep = self.keep_en_passant();
        let finish = self.finish();
        let handed_over = self.handed_over();
        let lift = self.lift();
        let land = self.land();
        let restore = self.restore();
        let note_checks = self.note_checks();
        let pass_over = self.pass_over();
        let en_passant = self.make_en_passant();
        let drop = self.drop_parts();
        let castling = self.make_castling();
        let (journey, swap, push) = (self.make_journey(), self.make_swap(), self.make_push());
        let walls = self.wall_functions();
        let gate = self.gate();
        let enemies = self.enemies();
        let count = if plan.passes_counted > 0 {
            let most = Literal::u8_unsuffixed(plan.passes_counted);
            quote! {
                c.passes = (self.passes + 1).min(#most);
                c.books.toggle(key(PASS_KEYS) ^ key(PASS_KEYS + c.passes as usize));
            }
        } else {
            quote!()
        };
        let pass = if plan.passes() || self.walls_alone() {
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

            impl<B: Books> Make for State<B> {
                #[inline(always)]
                fn enemies<S: Side>(&self) -> Set {
                    #enemies
                }
                #handed_over
                #lift
                #land
                #restore
                #note_checks
                #pass_over
                #en_passant
                #drop
                #castling
                #journey
                #swap
                #push
                #walls
                #gate
                #pass
            }
        }
    }

    /// Statements with which `child` forgets the square that was passed in `known`, and who passed it.
    pub(super) fn forget_passed(&self, known: &TokenStream, child: &TokenStream) -> TokenStream {
        quote! {
            #child.books.toggle(key(PASSED_KEYS + #known.passed as usize) ^ key(VICTIM_KEYS + #known.victim as usize));
            #child.passed = NOWHERE;
            #child.victim = NOWHERE;
        }
    }

    /// The start of every move: a copy, with the turn handed over.
    fn handed_over(&self) -> TokenStream {
        let clear = if self.plan.en_passant && !self.plan.series {
            let forget = self.forget_passed(&quote!(self), &quote!(c));
            quote!(if self.passed != NOWHERE { #forget })
        } else {
            quote!()
        };
        let moved = if self.plan.passes_counted > 0 {
            quote! {
                if self.passes != 0 {
                    c.books.toggle(key(PASS_KEYS) ^ key(PASS_KEYS + self.passes as usize));
                    c.passes = 0;
                }
            }
        } else {
            quote!()
        };
        let forget_struck = self.forget_struck();
        if self.plan.series {
            let nobody_goes_on = self.nobody_goes_on();
            return quote! {
                #[inline(always)]
                fn handed_over<S: Side>(&self) -> Self {
                    let mut c = *self;
                    #moved
                    #nobody_goes_on
                    c
                }
            };
        }
        let turn = if self.many() {
            quote! {
                let me = self.turn as usize;
                let next = self.next(me);
                c.turn = next as u8;
                c.books.toggle(key(TURN_KEY + me) ^ key(TURN_KEY + next));
            }
        } else {
            quote! {
                c.turn = S::THEM as u8;
                c.books.toggle(key(TURN_KEY));
            }
        };
        quote! {
            #[inline(always)]
            fn handed_over<S: Side>(&self) -> Self {
                let mut c = *self;
                #turn
                #clear
                #moved
                #forget_struck
                c
            }
        }
    }

    /// A piece leaves its start.
    fn lift(&self) -> TokenStream {
        let promoted = if self.plan.promoted {
            quote! {
                if self.promoted.has(from) {
                    c.promoted ^= start;
                    toggle_set::<B>(&mut c.books, PROMOTED_KEYS, start);
                }
            }
        } else {
            quote!()
        };
        let rights = if self.plan.castling {
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
        quote! {
            #[inline(always)]
            fn lift<S: Side>(&self, c: &mut Self, piece: usize, from: usize) {
                #who
                let start = Set::single(from);
                c.kinds[piece] ^= start;
                c.sides[#me] ^= start;
                c.books.toggle(#key);
                #promoted
                #rights
            }
        }
    }

    /// A piece arrives, capturing or not.
    fn land(&self) -> TokenStream {
        let plan = self.plan;
        let rights = if plan.castling {
            let captured = self.both(|side| self.rights_of_victims(side));
            self.lose_rights(&captured)
        } else {
            quote!()
        };
        let taken = self.taken();
        let strike = self.strike(&quote!(moved.piece), &quote!(end));
        let promoted = self.walk_promoted();
        let (blast, convert) = (self.blast(&quote!(moved.piece)), self.convert(false));
        let settled = self.settle_capturer(&quote!(moved.piece), &quote!(moved.into));
        let deed = self.note_deed(&Made {
            captures: Some(quote!(capture)),
            promotes: Some(quote!(moved.promotes)),
            ..Made::default()
        });
        let ransom = self.pay_ransom();
        let shooting = self.note_deed(&Made { captures: Some(quote!(true)), ..Made::default() });
        let shot = self.shoot(
            &quote!(moved.piece),
            &quote! {
                *c = self.handed_over::<S>();
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
                #deed
                #ransom
                c.sides[#me] |= end;
                c.kinds[moved.into] |= end;
                c.books.toggle(#key);
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

    /// The squares whose rights end with a capture by `side` on `end`.
    fn rights_of_victims(&self, side: usize) -> TokenStream {
        if !self.many() {
            return self.rights_of_victim(1 - side);
        }
        let lines = (0..self.plan.sides()).filter(|&other| other != side).filter_map(|other| {
            let king = self.piece(self.plan.castlings(other).next()?.king);
            let (line, other) = (self.castling_rank(other), Literal::usize_unsuffixed(other));
            Some(quote!(if (self.kinds[#king] & self.sides[#other] & end & #line).any() { lost |= #line & self.sides[#other]; }))
        });
        quote!({
            let mut lost = end;
            #(#lines)*
            lost
        })
    }

    /// The squares whose rights end with a capture of what `side` has on `end`: where its castling king may be captured, the king's whole rank.
    fn rights_of_victim(&self, side: usize) -> TokenStream {
        let plan = self.plan;
        let king = plan.castlings(side).next().map(|castling| castling.king).filter(|_| !plan.first_moves);
        let check = &plan.rules.play[side].check;
        let stays = |king: &u8| plan.royals[side].contains(king) && check.may_not_remain && check.guard == Guard::Each;
        let Some(king) = king.filter(|king| !stays(king)) else { return quote!(end) };
        let (king, rank) = (self.piece(king), self.castling_rank(side));
        quote!((if (self.kinds[#king] & end & #rank).any() { #rank & self.sides[S::THEM] } else { end }))
    }

    /// Everything that [`Self::lift`], [`Self::land`] without a capture, and drops write.
    fn restore(&self) -> TokenStream {
        let plan = self.plan;
        let mut fields = TokenStream::new();
        for (present, field) in [
            (plan.castling, "castling"),
            (plan.promoted, "promoted"),
            (plan.en_passant, "passed"),
            (plan.en_passant && !plan.series, "victim"),
            (plan.series, "turn"),
            (plan.series, "left"),
            (plan.series, "length"),
            (plan.chains, "with"),
            (plan.checks, "checks"),
            (plan.walls_change, "walls"),
            (self.remembers_deeds(), "deed"),
            (self.pays_ransoms(), "hands"),
        ] {
            if present {
                let field = format_ident!("{field}");
                fields.extend(quote!(self.#field = begun.#field;));
            }
        }
        let sides = match self.many() {
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
                self.books = begun.books;
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

    /// The mark of a promoted piece goes with it; a promotion may set it.
    pub(super) fn walk_promoted(&self) -> TokenStream {
        let plan = self.plan;
        if !plan.promoted {
            return quote!();
        }
        // Each side's promotions are its own: where one side's captured pieces leave the game, those of the other may still revert.
        let reverts = |rules: &&PieceRules| rules.promotions.iter().any(|p| p.reverts_when_captured);
        let reverting = |side: usize| -> Vec<&Ident> {
            plan.pieces.iter().filter(|p| p.rules[side].as_ref().is_some_and(reverts)).map(|p| &p.ident).collect()
        };
        let matching = |types: &[&Ident]| match types {
            [] => quote!(false),
            _ => quote!(matches!(moved.piece, #(#types)|*)),
        };
        let types: Vec<Vec<&Ident>> = (0..plan.sides()).map(reverting).collect();
        let sets = match &types[..] {
            types if types.iter().all(Vec::is_empty) => quote!(),
            types if types.iter().all(|of_side| *of_side == types[0]) => {
                let matching = matching(&types[0]);
                quote!(|| moved.promotes && #matching)
            }
            [first, second] => {
                let (first, second) = (matching(first), matching(second));
                quote!(|| moved.promotes && (if S::ME == 0 { #first } else { #second }))
            }
            types => {
                let matching = types.iter().map(|types| matching(types));
                quote!(|| moved.promotes && [#(#matching),*][me])
            }
        };
        quote! {
            if self.promoted.has(moved.from) #sets {
                c.promoted |= end;
                toggle_set::<B>(&mut c.books, PROMOTED_KEYS, end);
            }
        }
    }

    /// Castling rights end with what happens on these squares.
    fn lose_rights(&self, squares: &TokenStream) -> TokenStream {
        quote! {
            if B::KEEPS {
                let lost = c.castling & #squares;
                c.castling ^= lost;
                toggle_set::<B>(&mut c.books, CASTLING_KEYS, lost);
            } else {
                c.castling &= !#squares;
            }
        }
    }

    /// The rank (sideways: the file) on which a side castles; nothing when it does not.
    pub(super) fn castling_rank(&self, side: usize) -> TokenStream {
        let Some(castling) = self.plan.castlings(side).next() else { return quote!(Set::EMPTY) };
        self.set(&self.plan.rules.castling_line(castling).filter(|&s| self.all.contains(s)).collect())
    }

    fn key_helpers(&self) -> TokenStream {
        let keys = self.keys();
        let constant = |name: &str, doc: &str, value: usize| {
            let (name, value) = (format_ident!("{name}"), Literal::usize_unsuffixed(value));
            quote!(#[doc = #doc] const #name: usize = #value;)
        };
        let mut code = TokenStream::new();
        for (used, name, doc, value) in [
            (
                true,
                "PIECE_KEYS",
                " First Zobrist key of pieces, at `(side * KINDS + kind) * SQUARES + square`.",
                keys.pieces,
            ),
            (self.plan.promoted, "PROMOTED_KEYS", " First key of promoted marks, by square.", keys.promoted),
            (self.plan.castling, "CASTLING_KEYS", " First key of castling rights, by square.", keys.castling),
            (self.plan.en_passant, "PASSED_KEYS", " First key of en passant squares.", keys.passed),
            (self.plan.en_passant, "VICTIM_KEYS", " First key of en passant victims.", keys.victim),
            (
                true,
                "TURN_KEY",
                if self.many() { " First key of the side to move." } else { " Key of the second side being to move." },
                keys.turn,
            ),
            (self.many(), "OUT_KEYS", " First key of sides that are out, at `side * sides + place - 1`.", keys.out),
            (
                !self.plan.hand.is_empty(),
                "HAND_KEYS",
                " First key of hands, at `(side * KINDS + kind) * 256 + count`.",
                keys.hands,
            ),
            (self.plan.checks, "CHECK_KEYS", " First key of check counters, at `side * 256 + count`.", keys.checks),
            (self.plan.walls_change, "WALL_KEYS", " First key of walls, by square.", keys.walls),
            (self.plan.passes_counted > 0, "PASS_KEYS", " First key of passes in a row, by their number.", keys.passes),
            (
                self.remembers_deeds(),
                "DEED_KEYS",
                " First key of kinds of moves that end the game, by their place from 1.",
                keys.deeds(),
            ),
            (
                self.plan.truce.is_some(),
                "STRUCK_KEYS",
                " First key of captures that may not be answered in kind, by square.",
                keys.struck(),
            ),
        ] {
            if used {
                code.extend(constant(name, doc, value));
            }
        }
        let petrifies = crate::plan::petrifies(self.plan.rules);
        let sets = self.plan.passed_sets() || self.plan.truce.is_some() || petrifies;
        let toggles = self.plan.promoted || self.plan.castling || sets;
        let toggle_set = if toggles {
            quote! {
                /// Mixes the keys of a set of squares in or out.
                #[inline(always)]
                fn toggle_set<B: Books>(books: &mut B, keys: usize, squares: Set) {
                    if B::KEEPS {
                        for square in squares {
                            books.toggle(key(keys + square));
                        }
                    }
                }
            }
        } else {
            quote!()
        };
        let change_hand = if self.plan.hand.is_empty() {
            quote!()
        } else {
            quote! {
                /// Changes the number of pieces of one type in a hand.
                #[inline(always)]
                fn change_hand<B: Books>(c: &mut State<B>, side: usize, place: usize, by: i8) {
                    let keys = HAND_KEYS + (side * KINDS + HAND[place]) * 256;
                    let before = c.hands[side][place];
                    let after = before.saturating_add_signed(by);
                    c.hands[side][place] = after;
                    c.books.toggle(key(keys + before as usize) ^ key(keys + after as usize));
                }
            }
        };
        let ((_, who), me) = (self.takes_side(), self.me());
        let of = (!self.many()).then(|| quote!(S: Side));
        quote! {
            #code

            /// Zobrist key of a piece of `S`.
            #[inline(always)]
            const fn piece_key<#of>(kind: usize, square: usize #who) -> u64 {
                key(PIECE_KEYS + (#me * KINDS + kind) * SQUARES + square)
            }
            #toggle_set
            #change_hand
        }
    }

    /// Takes what stands on `end` off the board of `c`, into the hand where the rules say so.
    fn taken(&self) -> TokenStream {
        let hand = self.to_hand(&quote!(to));
        let promoted = if self.plan.promoted {
            quote! {
                let was_promoted = self.promoted.has(to);
                if was_promoted {
                    c.promoted ^= end;
                    toggle_set::<B>(&mut c.books, PROMOTED_KEYS, end);
                }
            }
        } else {
            quote!()
        };
        let key = self.victim_key(&quote!(to));
        let off = self.take_off(&quote!(end));
        let by_name = quote! {
            let victim = self.kind_at(to);
            c.kinds[victim] ^= end;
            c.books.toggle(#key);
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
    fn victim_key(&self, square: &TokenStream) -> TokenStream {
        if self.many() {
            quote!(piece_key(victim, #square, self.owner(#square)))
        } else {
            quote!(piece_key::<S::Other>(victim, #square))
        }
    }

    /// Takes the enemy piece on the one square of a set off the set of its side.
    fn take_off(&self, set: &TokenStream) -> TokenStream {
        if !self.many() {
            return quote!(c.sides[S::THEM] ^= #set;);
        }
        quote!(c.sides.iter_mut().for_each(|side| *side &= !#set);)
    }

    /// Puts the captured `victim` into the mover's hand.
    fn to_hand(&self, square: &TokenStream) -> TokenStream {
        let owner = if self.many() { quote!(self.owner(#square)) } else { quote!(S::THEM) };
        self.to_hand_from(&owner)
    }

    /// Puts the captured `victim` of that owner into the mover's hand.
    pub(super) fn to_hand_from(&self, owner: &TokenStream) -> TokenStream {
        if self.plan.hand.is_empty() {
            return quote!();
        }
        // What a victim of each side becomes: its place in the hand array, or none.
        let place = |id: Option<PieceId>| {
            let place = id.and_then(|id| self.plan.hand.iter().position(|&h| h == id)).map_or(255, |place| place as u8);
            Literal::u8_unsuffixed(place)
        };
        let becomes = |side: usize| -> Vec<Literal> {
            self.plan.pieces.iter().map(|piece| place(piece.rules[side].and_then(|r| r.captured_as))).collect()
        };
        let reverted = |side: usize| -> Vec<Literal> {
            (0..self.plan.pieces.len()).map(|id| place(self.reverts_to(id, side))).collect()
        };
        if (0..self.plan.sides())
            .all(|side| self.plan.pieces.iter().all(|p| p.rules[side].is_none_or(|r| r.captured_as.is_none())))
        {
            return quote!();
        }
        let table = |row: &dyn Fn(usize) -> Vec<Literal>| {
            let rows = (0..self.plan.sides()).map(|side| {
                let row = row(side);
                quote!([#(#row),*])
            });
            quote!([#(#rows),*])
        };
        let (me, sides, plain) = (self.me(), Literal::usize_unsuffixed(self.plan.sides()), table(&becomes));
        let chosen = if self.plan.promoted {
            let promoted = table(&reverted);
            quote!({
                static AS_IS: [[u8; KINDS]; #sides] = #plain;
                static REVERTED: [[u8; KINDS]; #sides] = #promoted;
                if was_promoted { REVERTED[#owner][victim] } else { AS_IS[#owner][victim] }
            })
        } else {
            quote!({
                static AS_IS: [[u8; KINDS]; #sides] = #plain;
                AS_IS[#owner][victim]
            })
        };
        quote! {
            let place = #chosen;
            if place != 255 {
                change_hand(c, #me, place as usize, 1);
            }
        }
    }

    /// What a promoted piece (marked `~`) of this type goes to hand as: the same as its original type would. Nothing becomes such a piece in play where no
    /// type promotes to it, but a FEN may mark one; it is its own original then.
    fn reverts_to(&self, id: usize, side: usize) -> Option<PieceId> {
        let becomes = |rules: &&PieceRules| {
            rules.promotions.iter().any(|p| p.reverts_when_captured && p.to.iter().any(|t| t.piece as usize == id))
        };
        let original = self.plan.pieces.iter().filter_map(|p| p.rules[side]).find(becomes);
        original.or(self.plan.pieces[id].rules[side])?.captured_as
    }

    /// Counters of the checks that a side has given.
    fn note_checks(&self) -> TokenStream {
        if !self.plan.checks {
            return quote!();
        }
        let counters = self.plan.rules.check_counters();
        let any = self.both(|side| self.note_any_check(&counters[side]));
        quote! {
            #[inline(always)]
            fn note_check<S: Side>(&mut self) {
                let left = self.checks[S::ME] as usize;
                if left > 0 {
                    self.books.toggle(key(CHECK_KEYS + S::ME * 256 + left) ^ key(CHECK_KEYS + S::ME * 256 + left - 1));
                    self.checks[S::ME] -= 1;
                }
            }
            #[inline(always)]
            fn note_any_check<S: Side, C: Cpu>(&mut self, cpu: C) {
                #any
            }
        }
    }

    /// Notes what the move that `side` has just made does to its counter of checks.
    fn note_any_check(&self, counter: &CheckCounter) -> TokenStream {
        let checkers = quote!(checkers_of::<S::Other, B, C>(self, cpu));
        if counter.by.is_none() && !counter.in_a_row {
            return quote!(if #checkers.any() { self.note_check::<S>(); });
        }
        let counted = match &counter.by {
            None => quote!(checkers),
            Some(types) => {
                let kinds = types.iter().map(|&id| self.piece(id));
                quote!((checkers & (#(self.kinds[#kinds])|*)))
            }
        };
        let restart = counter.in_a_row.then(|| {
            let full = Literal::u8_unsuffixed(counter.checks);
            quote! {
                else if checkers.is_empty() && self.checks[S::ME] != #full {
                    let left = self.checks[S::ME] as usize;
                    self.books.toggle(key(CHECK_KEYS + S::ME * 256 + left) ^ key(CHECK_KEYS + S::ME * 256 + #full));
                    self.checks[S::ME] = #full;
                }
            }
        });
        quote! {
            let checkers = #checkers;
            if #counted.any() { self.note_check::<S>(); } #restart
        }
    }

    /// The end of every move: clocks.
    fn finish(&self) -> TokenStream {
        let clocks = if self.plan.rules.counts().is_some() {
            quote! {
                if B::KEEPS {
                    let due = due_count(c);
                    c.books.count(quiet, S::THEM == 0, due);
                }
            }
        } else {
            let round = if self.many() { quote!(B::KEEPS && c.turn as usize <= c.waiter()) } else { self.round_ends() };
            quote!(c.books.tick(quiet, #round);)
        };
        let turn_on = self.turn_on();
        quote! {
            /// What ends every move of `S`.
            #[inline(always)]
            fn finish<S: Side, B: Books, C: Cpu>(c: &mut State<B>, cpu: C, quiet: bool) {
                #turn_on
                #clocks
            }
        }
    }

    /// Names of types as a pattern; `None` when there are none.
    fn pattern(&self, ids: &[usize]) -> Option<TokenStream> {
        let names = ids.iter().map(|&id| &self.plan.pieces[id].ident);
        (!ids.is_empty()).then(|| quote!(#(#names)|*))
    }

    /// For captures by a `piece` that stays where it was.
    fn shoot(&self, piece: &TokenStream, statements: &TokenStream) -> TokenStream {
        self.both(|side| match self.pattern(&self.plan.capturers(side, Capturer::StaysBehind)) {
            None => quote!(),
            Some(pattern) => {
                let note = self.note("The capturer stays where it was.");
                quote!(#note if capture && matches!(#piece, #pattern) { #statements })
            }
        })
    }

    /// What becomes of a `piece` that has arrived on `to`, capturing, and now is an `into`.
    fn settle_capturer(&self, piece: &TokenStream, into: &TokenStream) -> TokenStream {
        self.both(|side| {
            let mut code = TokenStream::new();
            if let Some(pattern) = self.pattern(&self.plan.capturers(side, Capturer::ChangesSides)) {
                let note = self.note("The capturer changes sides.");
                code.extend(quote! {
                    #note
                    if capture && matches!(#piece, #pattern) {
                        c.sides[S::ME] ^= end;
                        c.sides[S::THEM] ^= end;
                        c.books.toggle(piece_key::<S>(#into, to) ^ piece_key::<S::Other>(#into, to));
                    }
                });
            }
            let walls = quote! {
                c.walls |= end;
                c.books.toggle(key(WALL_KEYS + to));
            };
            let fates = [
                (Capturer::TurnsToWall, "The capturer becomes a wall.", walls),
                (Capturer::Removed, "The capturer leaves the game.", quote!()),
            ];
            for (fate, text, more) in fates {
                let Some(pattern) = self.pattern(&self.plan.capturers(side, fate)) else { continue };
                let note = self.note(text);
                let promoted = if self.plan.promoted {
                    quote! {
                        toggle_set::<B>(&mut c.books, PROMOTED_KEYS, c.promoted & end);
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
                        c.books.toggle(piece_key::<S>(#into, to));
                        #promoted
                        #more
                    }
                });
            }
            code
        })
    }

    /// What a capture that arrives on `to` blows up.
    fn blast(&self, piece: &TokenStream) -> TokenStream {
        self.both(|side| self.blast_of(side, piece))
    }

    fn blast_of(&self, side: usize, piece: &TokenStream) -> TokenStream {
        let Some(blast) = &self.plan.rules.play[side].capture.blast else { return quote!() };
        let around = self.around(&blast.around, "BLAST", "Squares a capture here blows up, besides its own.");
        let note = self.note(self.cause(&blast.cause));
        let spared = self.spared(blast, &quote!(c));
        let own = if self.plan.blows_up_capturers(blast) {
            quote!(let hit = hit | end;)
        } else if blast.capturers.is_empty() {
            quote!()
        } else {
            let dying = blast.capturers.iter().map(|&id| self.piece(id));
            quote!(let hit = if matches!(#piece, #(#dying)|*) { hit | end } else { hit };)
        };
        let mut forget = TokenStream::new();
        if self.plan.promoted {
            forget.extend(quote! {
                let lost = c.promoted & hit;
                c.promoted ^= lost;
                toggle_set::<B>(&mut c.books, PROMOTED_KEYS, lost);
            });
        }
        if self.plan.castling {
            forget.extend(self.lose_rights_on(&quote!(hit)));
        }
        let petrify = if blast.petrifies.is_empty() {
            quote!()
        } else {
            let petrified = blast.petrifies.iter().map(|&id| self.piece(id));
            quote! {
                let petrified = hit & (#(c.kinds[#petrified])|*);
                c.walls |= petrified;
                toggle_set::<B>(&mut c.books, WALL_KEYS, petrified);
            }
        };
        quote! {
            #note
            if capture {
                let hit = Set(#around[to]) & !#spared & (c.sides[0] | c.sides[1]);
                #own
                if B::KEEPS {
                    for square in hit {
                        let kind = c.kind_at(square);
                        let key = if c.sides[S::ME].has(square) { piece_key::<S>(kind, square) } else { piece_key::<S::Other>(kind, square) };
                        c.books.toggle(key);
                    }
                }
                #forget
                #petrify
                c.kinds.iter_mut().for_each(|kind| *kind &= !hit);
                c.sides.iter_mut().for_each(|side| *side &= !hit);
            }
        }
    }

    /// The castling rights that end with what becomes of the pieces on the squares of the variable `hit`: partners lose theirs, kings all of their
    /// side's.
    pub(super) fn lose_rights_on(&self, hit: &TokenStream) -> TokenStream {
        let mut by_king = TokenStream::new();
        for side in 0..self.plan.sides() {
            let Some(castling) = self.plan.castlings(side).next().filter(|_| !self.plan.first_moves) else { continue };
            let (king, rank) = (self.piece(castling.king), self.castling_rank(side));
            let side = Literal::usize_unsuffixed(side);
            by_king.extend(quote!(if (c.kinds[#king] & c.sides[#side] & #rank & #hit).any() { lost |= c.castling & c.sides[#side] & #rank; }));
        }
        quote! {
            let mut lost = c.castling & #hit;
            #by_king
            c.castling ^= lost;
            toggle_set::<B>(&mut c.books, CASTLING_KEYS, lost);
        }
    }

    /// What an arrival on `to` converts, by a drop or by a move.
    pub(super) fn convert(&self, dropped: bool) -> TokenStream {
        self.both(|side| self.convert_of(side, dropped))
    }

    fn convert_of(&self, side: usize, dropped: bool) -> TokenStream {
        let conversions: Vec<&Conversion> = self.conversions(side, dropped).collect();
        let Some(first) = conversions.first() else { return quote!() };
        let note = self.note(self.cause(&first.cause));
        let converted: Vec<TokenStream> =
            conversions.iter().map(|conversion| self.converted_beside(conversion)).collect();
        let converted = match &converted[..] {
            [one] => one.clone(),
            several => quote!((#(#several)|*)),
        };
        // A piece that has not survived its arrival converts nobody.
        let lost = [Capturer::ChangesSides, Capturer::TurnsToWall, Capturer::Removed];
        let may_be_lost = lost.iter().any(|&fate| !self.plan.capturers(side, fate).is_empty());
        let converted = if self.plan.rules.play[side].capture.blast.is_some() || may_be_lost {
            quote!(if c.sides[S::ME].has(to) { #converted } else { Set::EMPTY })
        } else {
            converted
        };
        let rights = if self.plan.castling { self.lose_rights_on(&quote!(converted)) } else { quote!() };
        quote! {
            #note
            let converted = #converted;
            #rights
            c.sides[S::ME] ^= converted;
            c.sides[S::THEM] ^= converted;
            if B::KEEPS {
                for square in converted {
                    let kind = c.kind_at(square);
                    c.books.toggle(piece_key::<S>(kind, square) ^ piece_key::<S::Other>(kind, square));
                }
            }
        }
    }

    /// What arrivals of `side` convert, by drops or by moves.
    fn conversions(&self, side: usize, dropped: bool) -> impl Iterator<Item = &Conversion> {
        let arrival = self.plan.rules.play[side].arrival.iter();
        arrival.filter(move |conversion| if dropped { conversion.by_drops } else { conversion.by_moves })
    }

    /// The enemies that an arrival of `S` on `to` converts, in the position `c`.
    fn converted_beside(&self, conversion: &Conversion) -> TokenStream {
        let converted = self.converted(&conversion.of);
        if conversion.beside.is_empty() {
            return converted;
        }
        let near = self.around(
            &conversion.beside,
            "BESIDE",
            "Squares one of which has to hold a friend for an arrival here to convert.",
        );
        quote!(if (Set(#near[to]) & c.sides[S::ME]).any() { #converted } else { Set::EMPTY })
    }

    /// Those of them that stand where the conversion says.
    fn converted(&self, of: &Converted) -> TokenStream {
        match of {
            Converted::Around(steps) => {
                let around = self.around(steps, "CONVERTED", "Squares on which an arrival here converts enemies.");
                quote!(Set(#around[to]) & c.sides[S::THEM])
            }
            Converted::Enclosed(steps) => {
                // The row of enemies and the square behind it.
                let rows = steps.iter().map(|&step| {
                    let kernel = Kernel::Ray(Ray::along(step));
                    let row = self.slide(kernel, &quote!(to), &quote!(!them));
                    quote! {
                        let row = #row;
                        if (row & own).any() { enclosed |= row & them; }
                    }
                });
                quote!({
                    let (own, them) = (c.sides[S::ME], c.sides[S::THEM]);
                    let mut enclosed = Set::EMPTY;
                    #(#rows)*
                    enclosed
                })
            }
        }
    }

    /// The empty squares on which a drop of `side` converts something.
    pub(super) fn converting(&self, side: usize) -> TokenStream {
        let board = self.plan.board();
        let shifted = |set: TokenStream, step: Step| self.moved(&set, step);
        let mut code = TokenStream::new();
        for conversion in self.conversions(side, true) {
            let near = conversion.beside.iter().map(|&step| shifted(quote!(us), reverse(step)));
            let beside = if conversion.beside.is_empty() { quote!() } else { quote!(& (#(#near)|*)) };
            match &conversion.of {
                Converted::Around(steps) => {
                    for &step in steps {
                        let near = shifted(quote!(them), reverse(step));
                        code.extend(quote!(converting |= #near #beside;));
                    }
                }
                Converted::Enclosed(steps) => {
                    for &step in steps {
                        let longest = board.most_steps(step).saturating_sub(if board.joined.any() { 2 } else { 3 });
                        let longest = Literal::usize_unsuffixed(longest as usize);
                        let (first, next) = (shifted(quote!(us), step), shifted(quote!(row), step));
                        code.extend(quote! {
                            let mut row = #first & them;
                            for _ in 0..#longest { row |= #next & them; }
                            converting |= #next #beside;
                        });
                    }
                }
            }
        }
        quote!({
            let mut converting = Set::EMPTY;
            #code
            converting & empty
        })
    }

    fn pass_over(&self) -> TokenStream {
        if !self.plan.en_passant {
            return quote!();
        }
        if self.plan.series {
            return self.pass_over_in_turn();
        }
        let next = self.next_side();
        quote! {
            #[inline(always)]
            fn pass_over<S: Side>(c: &mut Self, to: usize, passed: usize) {
                keep_en_passant::<#next, B>(c, passed as u16, to as u16);
            }
        }
    }

    /// The pieces of a side that could capture en passant on `passed`.
    pub(super) fn all_takers(&self, side: usize) -> TokenStream {
        let terms: Vec<TokenStream> = (0..self.plan.pieces.len())
            .filter_map(|id| {
                let ident = &self.plan.pieces[id].ident;
                self.takers(id, side, &quote!(passed as usize)).map(|takers| quote!(#takers & c.kinds[#ident]))
            })
            .collect();
        let me = self.me();
        if terms.is_empty() { quote!(Set::EMPTY) } else { quote!((#(#terms)|*) & c.sides[#me]) }
    }

    /// Remembers an en passant square where it can be captured on.
    fn keep_en_passant(&self) -> TokenStream {
        if !self.plan.en_passant {
            return quote!();
        }
        if self.plan.series {
            return quote!();
        }
        let (who, takers) = (self.who_moves(&quote!(c)), self.both(|side| self.all_takers(side)));
        // A wall placed there after the move keeps everybody from it.
        let free = if self.plan.walls_change { quote!(&&!c.walls.has(passed as usize)) } else { quote!() };
        // An ally may have passed there.
        let free = if self.many() { quote!(#free && c.foes(me).has(victim as usize)) } else { free };
        if self.plan.passes_several {
            let free = if self.many() { quote!(&&c.foes(me).has(victim as usize)) } else { quote!() };
            let squares = Literal::usize_unsuffixed(self.plan.squares as usize);
            return quote! {
                /// The squares that the piece on `victim` has passed over on a line, `passed` the first of them.
                #[inline(always)]
                fn passed_squares(passed: usize, victim: usize) -> Set {
                    Set::single(passed) | Set(BETWEEN[passed * #squares + victim])
                }

                /// Sets the en passant squares, told by the first of them, if a piece of `S` could capture on one.
                #[inline(always)]
                fn keep_en_passant<S: Side, B: Books>(c: &mut State<B>, first: u16, victim: u16) {
                    #who
                    let mut can_take = false;
                    for passed in passed_squares(first as usize, victim as usize) {
                        let takers = #takers;
                        can_take |= takers.any();
                    }
                    if can_take #free {
                        c.passed = first;
                        c.victim = victim;
                        c.books.toggle(key(PASSED_KEYS + first as usize) ^ key(VICTIM_KEYS + victim as usize));
                    }
                }
            };
        }
        quote! {
            /// Sets the en passant square if a piece of `S` could capture on it.
            #[inline(always)]
            fn keep_en_passant<S: Side, B: Books>(c: &mut State<B>, passed: u16, victim: u16) {
                #who
                let takers = #takers;
                if takers.any() #free {
                    c.passed = passed;
                    c.victim = victim;
                    c.books.toggle(key(PASSED_KEYS + passed as usize) ^ key(VICTIM_KEYS + victim as usize));
                }
            }
        }
    }

    fn make_en_passant(&self) -> TokenStream {
        if !self.plan.en_passant {
            return quote!();
        }
        let hand = self.to_hand(&quote!(victim_square));
        let (blast, convert) = (self.blast(&quote!(piece)), self.convert(false));
        let settled = self.settle_capturer(&quote!(piece), &quote!(piece));
        let shot = self.shoot(
            &quote!(piece),
            &quote! {
                finish::<S, B, C>(c, cpu, false);
                return child;
            },
        );
        let rights = if self.plan.first_moves { self.lose_rights(&quote!((start | gone))) } else { quote!() };
        let promoted = if self.plan.promoted { quote!(let was_promoted = false;) } else { quote!() };
        let takes_on = self.takes_on();
        let deed = self.note_deed(&Made { captures: Some(quote!(true)), in_passing: true, ..Made::default() });
        let (off, key) = (self.take_off(&quote!(gone)), self.victim_key(&quote!(victim_square)));
        let (who, me) = (self.who_moves(&quote!(self)), self.me());
        let [left, arrived] = ["from", "to"].map(|square| {
            let square = format_ident!("{square}");
            self.key_of_own(&quote!(piece), &quote!(#square))
        });
        quote! {
            #[inline(always)]
            fn make_en_passant<S: Side, C: Cpu>(&self, cpu: C, piece: usize, from: usize, to: usize, victim: usize) -> Self {
                #who
                let mut child = self.handed_over::<S>();
                let c = &mut child;
                let (start, end, gone) = (Set::single(from), Set::single(to), Set::single(victim));
                let capture = true;
                let victim_square = victim;
                let victim = self.kind_at(victim_square);
                c.kinds[victim] ^= gone;
                #off
                c.books.toggle(#key);
                #promoted
                #rights
                #hand
                #deed
                #shot
                c.sides[#me] ^= start | end;
                c.kinds[piece] ^= start | end;
                c.books.toggle(#left ^ #arrived);
                #settled
                #blast
                #convert
                finish::<S, B, C>(c, cpu, false);
                #takes_on
                child
            }
        }
    }

    fn drop_parts(&self) -> TokenStream {
        let plan = self.plan;
        let drops = || plan.pieces.iter().flat_map(|p| p.rules.iter().flatten()).filter_map(|r| r.drop.as_ref());
        if drops().next().is_none() {
            return quote!();
        }
        let (quiet, convert) = (self.quiet_kind(&quote!(piece)), self.convert(true));
        let rights = self.both(|side| self.rights_by_drops(side));
        let forfeited = self.forfeited(&quote!(piece));
        let (who, me, key) = (self.who_moves(&quote!(self)), self.me(), self.key_of_own(&quote!(piece), &quote!(to)));
        let from_hand = if plan.hand.is_empty() || drops().all(|d| plan.place_in_hand(d).is_none()) {
            quote!()
        } else {
            // A type may be endless for one side and come from the other's hand.
            let rows = (0..plan.sides()).map(|side| {
                let places = plan.pieces.iter().enumerate().map(|(id, piece)| {
                    let place = match piece.rules[side].and_then(|r| r.drop.as_ref()) {
                        Some(drop) => plan.place_in_hand(drop),
                        None => plan.hand.iter().position(|&h| h as usize == id), // It is never asked.
                    };
                    place.unwrap_or(255) as u8
                });
                let places = places.map(Literal::u8_unsuffixed);
                quote!([#(#places),*])
            });
            let rows: Vec<TokenStream> = rows.collect();
            let alike = rows.iter().all(|row| row.to_string() == rows[0].to_string());
            let (table, place) = if alike {
                let row = &rows[0];
                (quote!([u8; KINDS] = #row), quote!(PLACE[piece]))
            } else {
                let sides = Literal::usize_unsuffixed(plan.sides());
                (quote!([[u8; KINDS]; #sides] = [#(#rows),*]), quote!(PLACE[#me][piece]))
            };
            quote! {
                #[inline(always)]
                fn take_in_hand<S: Side>(&self, c: &mut Self, piece: usize) {
                    #who
                    static PLACE: #table;
                    if #place != 255 {
                        change_hand(c, #me, #place as usize, -1);
                    }
                }
            }
        };
        let traded = self.trade();
        quote! {
            #from_hand
            #traded
            #[inline(always)]
            fn drop_onto<S: Side, C: Cpu>(&self, c: &mut Self, cpu: C, piece: usize, to: usize) {
                #who
                let end = Set::single(to);
                c.sides[#me] |= end;
                c.kinds[piece] |= end;
                c.books.toggle(#key);
                #rights
                #forfeited
                #convert
                finish::<S, B, C>(c, cpu, #quiet);
            }
        }
    }

    /// What enemies forfeit to a piece of type `arrived` that has come to `to`.
    pub(super) fn forfeited(&self, arrived: &TokenStream) -> TokenStream {
        let forfeit = |side: usize| {
            let pieces =
                self.plan.pieces.iter().filter_map(|piece| Some((piece, piece.rules[side]?.forfeit.as_ref()?)));
            let forfeit = pieces.filter(|_| self.plan.first_moves).map(|(piece, forfeit)| {
                let lines = (0..self.plan.squares).map(|from| {
                    let both_ways = forfeit.along.iter().flat_map(|&step| [step, reverse(step)]);
                    let ray = |step| Ray::along(step);
                    both_ways.flat_map(|step| ray_way(self.plan.board(), ray(step), from)).collect::<SquareSet>()
                });
                let lines =
                    self.sets("FORFEITS", "Squares on a line along which first moves are forfeited.", lines.collect());
                let (ident, by) = (&piece.ident, forfeit.by.iter().map(|&id| self.piece(id)));
                let lost = self.lose_rights(&quote!((Set(#lines[to]) & self.kinds[#ident] & self.sides[S::THEM])));
                quote!(if matches!(#arrived, #(#by)|*) { #lost })
            });
            forfeit.collect()
        };
        if self.plan.first_moves { self.both(|side| forfeit(1 - side)) } else { quote!() }
    }

    /// The rights to castle that a drop on `to` completes.
    fn rights_by_drops(&self, side: usize) -> TokenStream {
        let gained = self.plan.castlings(side).filter_map(|castling| {
            let placed = castling.placed?;
            let king = self.piece(castling.king);
            let partners = self.kinds_of(&castling.partners);
            let partner_at = Literal::usize_unsuffixed(placed.partner as usize);
            let (arrives, stands) = match placed.king.map(|king| Literal::usize_unsuffixed(king as usize)) {
                Some(king_at) => (
                    quote!((to == #king_at || to == #partner_at)),
                    quote!((c.kinds[#king] & c.sides[S::ME]).has(#king_at) &&),
                ),
                None => (quote!(to == #partner_at), quote!()),
            };
            Some(quote! {
                if #arrives
                    && #stands (#partners & c.sides[S::ME]).has(#partner_at)
                    && !c.castling.has(#partner_at)
                {
                    c.castling |= Set::single(#partner_at);
                    c.books.toggle(key(CASTLING_KEYS + #partner_at));
                }
            })
        });
        let gained: Vec<TokenStream> = gained.collect();
        if gained.is_empty() {
            return quote!();
        }
        let note = self.note("King and partner that are dropped on their squares may castle.");
        quote!(#note #(#gained)*)
    }

    /// The squares of these types in the position `c`.
    fn kinds_of(&self, ids: &[PieceId]) -> TokenStream {
        let names = ids.iter().map(|&id| self.piece(id));
        quote!((#(c.kinds[#names])|*))
    }

    /// Adds to `lost` what rights the opponent loses by a castling.
    fn forfeited_rights(&self) -> TokenStream {
        if self.plan.rules.castlings.iter().all(|castling| castling.forfeits.is_empty()) {
            return quote!();
        }
        let forfeited = self.both(|side| {
            let Some(theirs) = self.plan.castlings(1 - side).next() else { return quote!() };
            let (king, rank) = (self.piece(theirs.king), self.castling_rank(1 - side));
            let by = |towards: i8| {
                let made = self.plan.castlings(side).find(|castling| castling.towards == towards);
                let ended = |towards: i8| {
                    let theirs = self.plan.castlings(1 - side).find(|castling| castling.towards == towards);
                    theirs.zip(made).is_some_and(|(theirs, made)| made.forfeits.contains(&theirs.letter))
                };
                let (right, left) = (ended(1), ended(-1));
                quote!((#right, #left))
            };
            let (by_right, by_left) = (by(1), by(-1));
            quote! {
                let (right, left) = if partner > from { #by_right } else { #by_left };
                let rights = self.castling & #rank & self.sides[S::THEM];
                let home = self.kinds[#king] & self.sides[S::THEM] & #rank;
                if home.any() {
                    let king = home.first();
                    for theirs in rights {
                        let ends = if theirs > king { right } else { left };
                        if ends {
                            lost |= Set::single(theirs);
                        }
                    }
                }
            }
        });
        let note = self.note("Rights that the opponent loses by this castling.");
        quote!(#note let mut lost = lost; #forfeited)
    }

    fn make_castling(&self) -> TokenStream {
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
        let promoted = if self.plan.promoted {
            quote! {
                if self.promoted.has(partner) {
                    c.promoted ^= Set::single(partner) ^ Set::single(partner_to);
                    toggle_set::<B>(&mut c.books, PROMOTED_KEYS, Set::single(partner) ^ Set::single(partner_to));
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
        let deed = self.note_deed(&Made { castles_right: Some(quote!(partner > from)), ..Made::default() });
        quote! {
            #[inline(always)]
            fn make_castling<S: Side, C: Cpu>(&self, cpu: C, from: usize, to: usize, partner: usize) -> Self {
                #who
                let mut c = self.handed_over::<S>();
                #deed
                let piece = #king;
                let rook = self.kind_at(partner);
                let partner_to = #to;
                c.kinds[piece] ^= Set::single(from) ^ Set::single(to);
                c.kinds[rook] ^= Set::single(partner) ^ Set::single(partner_to);
                c.sides[#me] &= !(Set::single(from) | Set::single(partner));
                c.sides[#me] |= Set::single(to) | Set::single(partner_to);
                c.books.toggle(#king_left ^ #king_arrived);
                c.books.toggle(#rook_left ^ #rook_arrived);
                #promoted
                let lost = #lost;
                #forfeited
                c.castling ^= lost;
                toggle_set::<B>(&mut c.books, CASTLING_KEYS, lost);
                #convert
                finish::<S, B, C>(&mut c, cpu, #quiet);
                c
            }
        }
    }
}
