//! Turns of several moves: whether the turn passes on after a move, which moves may go on, what a turn leaves for en passant captures, and what a
//! side could capture within a turn.

use super::*;
use wazir_variant_spec::rules::{Chain, Safe, TakesPassing, Turn, TurnCheck, TurnLength};

impl Emitter<'_> {
    pub(super) fn turn_of(&self, side: usize) -> &Turn {
        &self.plan.rules.play[side].turn
    }

    /// The fields of the position, with their docs.
    pub(super) fn turn_fields(&self) -> TokenStream {
        if !self.plan.memory.several_moves {
            return quote!();
        }
        let with = self.plan.chains.then(|| {
            quote! {
                /// The piece that has just captured and has to go on, or `NO_PIECE`.
                pub with: u16,
            }
        });
        quote! {
            /// Moves left in the turn, the next one included.
            pub left: u16,
            /// Moves that the whole turn has.
            pub length: u16,
            #with
        }
    }

    /// The names of those fields.
    pub(super) fn turn_field_names(&self) -> Vec<&'static str> {
        match (self.plan.memory.several_moves, self.plan.chains) {
            (false, _) => vec![],
            (true, false) => vec!["left", "length"],
            (true, true) => vec!["left", "length", "with"],
        }
    }

    /// Constants and methods of the position.
    pub(super) fn turn_items(&self) -> TokenStream {
        if !self.plan.memory.several_moves {
            return quote!();
        }
        let first = Literal::usize_unsuffixed(self.keys().turns());
        let length = self.both(|side| match self.turn_of(side).length {
            TurnLength::Fixed(moves) => {
                let moves = Literal::u16_unsuffixed(moves);
                quote!(#moves)
            }
            TurnLength::Growing { by, .. } => {
                let by = Literal::u16_unsuffixed(by);
                quote!(previous.saturating_add(#by))
            }
        });
        let (with, no_piece) = if self.plan.chains {
            let no_piece = quote! {
                /// No square.
                pub const NO_PIECE: u16 = 1024;
            };
            (quote!(|| self.with != NO_PIECE), no_piece)
        } else {
            (quote!(), quote!())
        };
        quote! {
            #no_piece
            /// First Zobrist key of the moves left in a turn; those of the moves it has, and of the piece that goes on, follow.
            const TURN_KEYS: usize = #first;

            /// Moves of a turn of `S` that follows one of `previous` moves.
            #[inline(always)]
            fn turn_length<S: Side>(previous: u16) -> u16 {
                #length
            }

            impl<B: Bookkeeping> State<B> {
                /// Has the side to move made a move of this turn already?
                #[inline(always)]
                pub fn is_under_way(&self) -> bool {
                    self.left < self.length #with
                }

                /// Sets how far the turn has come.
                #[inline(always)]
                fn set_turn(&mut self, left: u16, length: u16) {
                    self.bookkeeping.toggle(key(TURN_KEYS + self.left as usize) ^ key(TURN_KEYS + left as usize));
                    self.bookkeeping.toggle(key(TURN_KEYS + 65536 + self.length as usize) ^ key(TURN_KEYS + 65536 + length as usize));
                    self.left = left;
                    self.length = length;
                }
            }
        }
    }

    /// What the hash from scratch mixes in.
    pub(super) fn turn_hash(&self) -> TokenStream {
        if !self.plan.memory.several_moves {
            return quote!();
        }
        let with = self.plan.chains.then(|| quote!(hash ^= key(TURN_KEYS + 131072 + p.with as usize);));
        quote! {
            hash ^= key(TURN_KEYS + p.left as usize) ^ key(TURN_KEYS + 65536 + p.length as usize);
            #with
        }
    }

    /// Whose move led to a position: as the variables `mover` and `waiter`.
    pub(super) fn mover_and_waiter(&self) -> TokenStream {
        if self.is_multiplayer() {
            return quote!(let (mover, waiter) = (p.turn as usize, p.waiter()););
        }
        if self.plan.memory.several_moves {
            quote! {
                let mover = p.turn as usize;
                let waiter = if p.is_under_way() { mover } else { 1 - mover };
            }
        } else {
            // The compiler, too, has to see that there are two.
            quote!(let (mover, waiter) = (p.turn as usize & 1, p.turn as usize & 1 ^ 1);)
        }
    }

    /// At the start of every move: nobody has to go on.
    pub(super) fn nobody_goes_on(&self) -> TokenStream {
        if !self.plan.chains {
            return quote!();
        }
        quote! {
            if self.with != NO_PIECE {
                c.bookkeeping.toggle(key(TURN_KEYS + 131072 + self.with as usize) ^ key(TURN_KEYS + 131072 + NO_PIECE as usize));
                c.with = NO_PIECE;
            }
        }
    }

    /// Before the end of a move to `to`: whether the capture is followed by another of the same piece. `promotes` tells whether the piece has promoted.
    pub(super) fn go_on(&self, piece: &TokenStream, promotes: &TokenStream) -> TokenStream {
        self.both(|side| {
            let Some(Chain { pieces, promotion_ends }) = &self.turn_of(side).chain else { return quote!() };
            let kinds = pieces.iter().filter(|&id| (id as usize) < self.plan.pieces.len()).map(|id| self.piece(id));
            let unpromoted = promotion_ends.then(|| quote!(&&!#promotes));
            let note = self.note(self.cause(&self.turn_of(side).cause));
            quote! {
                #note
                if capture && matches!(#piece, #(#kinds)|*) #unpromoted && can_capture_from::<S>(&wazir_runtime::Position::lean(c), to) {
                    c.bookkeeping.toggle(key(TURN_KEYS + 131072 + NO_PIECE as usize) ^ key(TURN_KEYS + 131072 + to));
                    c.with = to as u16;
                }
            }
        })
    }

    /// The end of every move of `S`: the turn goes on or passes.
    pub(super) fn turn_on(&self) -> TokenStream {
        if !self.plan.memory.several_moves {
            return quote!();
        }
        let ends = self.both(|side| match self.turn_of(side).check {
            TurnCheck::Ends if !self.plan.royals[1 - side].is_empty() => {
                quote!(checkers_of::<S::Other, B, C>(c, cpu).any())
            }
            _ => quote!(false),
        });
        let passed = self.plan.passed_sets().then(|| {
            quote! {
                let before = c.passed;
                c.passed[S::THEM] = Set::EMPTY;
                c.passed[S::ME] &= !c.occupied() & still_passed::<S, B>(c);
                if c.turn as usize == S::THEM {
                    c.passed[S::ME] = takable::<S::Other, B>(c, c.passed[S::ME]);
                }
                toggle_set::<B>(&mut c.bookkeeping, PASSED_KEYS, before[0] ^ c.passed[0]);
                toggle_set::<B>(&mut c.bookkeeping, VICTIM_KEYS, before[1] ^ c.passed[1]);
            }
        });
        let step = quote! {
            if c.left > 1 && !#ends {
                c.set_turn(c.left - 1, c.length);
            } else {
                c.turn = S::THEM as u8;
                c.bookkeeping.toggle(key(TURN_KEY));
                let length = turn_length::<S::Other>(c.length);
                c.set_turn(length, length);
            }
        };
        let step = if self.plan.chains {
            // A check ends the turn also where captures would go on.
            let stops = self.both(|side| match &self.turn_of(side).chain {
                Some(_) if self.turn_of(side).check == TurnCheck::Ends && !self.plan.royals[1 - side].is_empty() => {
                    quote! {
                        if c.with != NO_PIECE && checkers_of::<S::Other, B, C>(c, cpu).any() {
                            c.bookkeeping.toggle(key(TURN_KEYS + 131072 + c.with as usize) ^ key(TURN_KEYS + 131072 + NO_PIECE as usize));
                            c.with = NO_PIECE;
                        }
                    }
                }
                _ => quote!(),
            });
            quote!(#stops if c.with == NO_PIECE { #step })
        } else {
            step
        };
        quote!(#step #passed)
    }

    /// Does the clock's number of the full move go up with a move of `S`?
    pub(super) fn round_ends(&self) -> TokenStream {
        if self.plan.memory.several_moves { quote!(S::THEM == 0 && c.turn == 0) } else { quote!(S::THEM == 0) }
    }

    /// From en passant squares left by `owner` to the pieces that passed them, in squares.
    fn passed_by(&self, side: usize) -> i32 {
        let info = &self.plan.info;
        let pattern = info.en_passant.iter().find(|pattern| pattern.side as usize == side);
        pattern.map_or(0, |p| p.dx as i32 + p.dy as i32 * self.plan.board().files as i32)
    }

    /// The piece that passed `square`, of the side `owner`, as a number.
    pub(super) fn passed_victim(&self, square: &TokenStream, owner: &TokenStream) -> TokenStream {
        let [first, second] = [0, 1].map(|side| Literal::i32_unsuffixed(self.passed_by(side)));
        quote!((#square as i32 + if #owner == 0 { #first } else { #second }) as usize)
    }

    /// Functions about the en passant squares of a turn.
    pub(super) fn passed_functions(&self) -> TokenStream {
        if !self.plan.passed_sets() {
            return quote!();
        }
        let takers = self.both(|side| self.all_takers(side));
        let still = self.both(|side| {
            let kinds: Vec<&Ident> = self
                .plan
                .pieces
                .iter()
                .filter(|piece| piece.parts[side].iter().any(|part| part.mode.leaves))
                .map(|piece| &piece.ident)
                .collect();
            let back = Literal::i32_unsuffixed(-self.passed_by(side));
            match kinds[..] {
                [] => quote!(Set::EMPTY),
                _ => quote!(((#(c.kinds[#kinds])|*) & c.sides[S::ME]).shift(#back)),
            }
        });
        quote! {
            /// The squares that pieces of `S` may have passed, where those pieces still stand.
            #[inline(always)]
            fn still_passed<S: Side, B: Bookkeeping>(c: &State<B>) -> Set {
                #still
            }

            /// Those of the squares on which a piece of `S` could capture en passant.
            #[inline(always)]
            fn takable<S: Side, B: Bookkeeping>(c: &State<B>, squares: Set) -> Set {
                let mut kept = Set::EMPTY;
                for passed in squares {
                    let takers = #takers;
                    if takers.any() {
                        kept |= Set::single(passed);
                    }
                }
                kept
            }
        }
    }

    /// After a step of `S` over the square `passed`.
    pub(super) fn pass_over_in_turn(&self) -> TokenStream {
        quote! {
            #[inline(always)]
            fn pass_over<S: Side>(c: &mut Self, to: usize, passed: usize) {
                let mut left = Set::single(passed);
                if c.turn as usize == S::THEM {
                    left = takable::<S::Other, B>(c, left);
                }
                c.passed[S::ME] |= left;
                toggle_set::<B>(&mut c.bookkeeping, if S::ME == 0 { PASSED_KEYS } else { VICTIM_KEYS }, left);
            }
        }
    }

    /// After an en passant capture on `to`, by which the turn may be over: what else may still be captured so.
    pub(super) fn takes_on(&self) -> TokenStream {
        if !self.plan.passed_sets() {
            return quote!();
        }
        self.both(|side| match self.turn_of(side).en_passant {
            TakesPassing::FirstMove => quote!(),
            TakesPassing::FirstMoves => quote! {
                if c.turn as usize == S::ME {
                    let open = takable::<S, B>(c, self.passed[S::THEM] & !c.occupied() & still_passed::<S::Other, B>(c));
                    c.passed[S::THEM] = open;
                    toggle_set::<B>(&mut c.bookkeeping, if S::ME == 0 { VICTIM_KEYS } else { PASSED_KEYS }, open);
                }
            },
        })
    }

    /// Functions that ask about turns.
    pub(super) fn turn_functions(&self) -> TokenStream {
        let plan = self.plan;
        let onto = if plan.must_capture.contains(&true) { quote!(, ALL, false) } else { quote!() };
        let mut code = self.passed_functions();
        if plan.chains {
            let onto = if onto.is_empty() { quote!() } else { quote!(, ALL, true) };
            code.extend(quote! {
                /// Can the piece of `S`, whose turn it is, on this square capture?
                #[inline(never)]
                fn can_capture_from<S: Side>(p: &State<impl Bookkeeping>, square: usize) -> bool {
                    let mut count = Count::default();
                    let mut from = GoingOn { inner: &mut count, from: Some(square) };
                    free_moves::<S, _, _, _>(p, Portable, &mut from #onto);
                    count.moves > 0
                }
            });
        }
        if (0..2).any(|side| self.turn_of(side).safe == Safe::AfterTurn) {
            let over = plan.ends_by_position().then(|| {
                quote! {
                    if ended(p, Portable).is_some() {
                        return true;
                    }
                }
            });
            code.extend(quote! {
                /// Can `S`, in the middle of its turn, go on with it, or is the game over?
                #[inline(never)]
                fn can_go_on<S: Side>(p: &State<impl Bookkeeping>) -> bool {
                    #over
                    let mut count = Count::default();
                    moves_of::<S, _, _, _>(p, Portable, &mut count);
                    count.moves > 0
                }
            });
        }
        if (0..2).any(|side| self.plan.is_attacked_in_a_turn(side)) {
            let passed = plan.passed_sets().then(|| quote!(turned.passed = [Set::EMPTY; 2];));
            let asked = self.both(|side| {
                let asked = self.plan.is_attacked_in_a_turn(side);
                quote!(#asked)
            });
            code.extend(quote! {
                /// Could the enemy capture a royal of `S` by one of the moves of a turn?
                #[inline(never)]
                fn attacked_in_a_turn<S: Side>(p: &State<impl Bookkeeping>) -> bool {
                    let mut turned = *p;
                    if p.turn as usize == S::ME {
                        let length = turn_length::<S::Other>(p.length);
                        (turned.turn, turned.left, turned.length) = (S::THEM as u8, length, length);
                        #passed
                    }
                    #asked && captures_royal::<S>(&turned)
                }

                /// Could the enemy, whose turn it is, capture a royal of `S` by one of the moves that are left?
                #[inline(never)]
                fn captures_royal<S: Side>(p: &State<impl Bookkeeping>) -> bool {
                    if checkers_of::<S, _, _>(p, Portable).any() {
                        return true;
                    }
                    let mut royal = RoyalSeeker::<S> { found: false, side: core::marker::PhantomData };
                    if p.left > 1 {
                        free_moves::<S::Other, _, _, _>(p, Portable, &mut royal #onto);
                    }
                    royal.found
                }

                /// Looks for a move after which a royal of `S` could be captured in the same turn.
                struct RoyalSeeker<S> {
                    found: bool,
                    side: core::marker::PhantomData<S>,
                }

                impl<S: Side, B: Bookkeeping> Visitor<State<B>> for RoyalSeeker<S> {
                    fn batch<T: Batch<State<B>>>(&mut self, position: &State<B>, batch: T) {
                        for to in batch.targets() {
                            if self.found {
                                return;
                            }
                            let child = batch.child(Portable, position, to);
                            self.found = child.turn as usize == S::THEM && captures_royal::<S>(&child);
                        }
                    }
                }
            });
        }
        code
    }

    /// Whether royals of `side`, `S` in the code, are attacked in the position `p`, besides by the next move; to be added to a test.
    pub(super) fn or_in_a_turn(&self, side: usize, position: &TokenStream) -> TokenStream {
        if self.plan.is_attacked_in_a_turn(side) {
            let of = if side == 0 { quote!(First) } else { quote!(Second) };
            quote!(||attacked_in_a_turn::<#of>(&wazir_runtime::Position::lean(#position)))
        } else {
            quote!()
        }
    }

    /// What a move of `side` that does not end its turn is tested for on the position after it.
    pub(super) fn unfinished(&self, side: usize) -> TokenStream {
        let turn = self.turn_of(side);
        let note = self.note(self.cause(&turn.cause));
        let only_last = turn.check == TurnCheck::OnlyLast && !self.plan.royals[1 - side].is_empty();
        let only_last = only_last.then(|| {
            quote!(if p.turn as usize == S::ME && checkers_of::<S::Other, B, C>(p, cpu).any() {
                return false;
            })
        });
        let after_turn = (turn.safe == Safe::AfterTurn).then(|| {
            quote!(if p.turn as usize == S::ME {
                return can_go_on::<S>(&wazir_runtime::Position::lean(p));
            })
        });
        if only_last.is_none() && after_turn.is_none() { quote!() } else { quote!(#note #only_last #after_turn) }
    }

    /// Reads how far the turn has come, and checks it.
    pub(super) fn read_turn(&self) -> TokenStream {
        if !self.plan.memory.several_moves {
            return quote!();
        }
        let fits = (0..2).map(|side| match self.turn_of(side).length {
            TurnLength::Fixed(moves) => {
                let moves = Literal::u16_unsuffixed(moves);
                quote!(p.length == #moves)
            }
            TurnLength::Growing { first, .. } => {
                let first = Literal::u16_unsuffixed(first);
                quote!(p.length >= #first)
            }
        });
        let fits: Vec<TokenStream> = fits.collect();
        let (first, second) = (&fits[0], &fits[1]);
        let with = if self.plan.chains { self.read_chain() } else { quote!() };
        quote! {
            (p.left, p.length) = (setup.progress.left, setup.progress.length);
            let fits = if p.turn == 0 { #first } else { #second };
            if !fits || p.left == 0 || p.left > p.length {
                let message = format!("a turn of {} cannot have {} of {} moves left", INFO.sides[p.turn as usize].name, p.left, p.length);
                return Err(FenError::position(message));
            }
            #with
        }
    }

    /// Reads which piece has to go on.
    fn read_chain(&self) -> TokenStream {
        let going = [0, 1].map(|side| {
            let Some(chain) = &self.turn_of(side).chain else { return quote!(false) };
            // What it was before its last capture is not known: it may have promoted.
            let types = 0..self.plan.pieces.len() as u8;
            let came = |piece: u8| types.clone().any(|origin| chain.goes_on(origin, origin != piece));
            let kinds = types.clone().filter(|&piece| came(piece)).map(|piece| self.piece(piece));
            let name = if side == 0 { quote!(First) } else { quote!(Second) };
            let side = Literal::usize_unsuffixed(side);
            quote!((p.sides[#side].has(square) && matches!(p.kind_at(square), #(#kinds)|*) && can_capture_from::<#name>(&wazir_runtime::Position::lean(&p), square)))
        });
        let [first, second] = going;
        quote! {
            if let Some(with) = setup.progress.with {
                let square = with as usize;
                let goes_on = square < SQUARES && if p.turn == 0 { #first } else { #second };
                if !goes_on {
                    let name = square_name(INFO.files, with);
                    return Err(FenError::position(format!("the piece on {name} cannot have to go on capturing")));
                }
                p.with = with;
            }
        }
    }

    /// How far the turn has come, in the neutral form.
    pub(super) fn write_turn(&self) -> TokenStream {
        let with = if self.plan.chains { quote!((p.with != NO_PIECE).then_some(p.with)) } else { quote!(None) };
        quote!(setup.progress = TurnProgress { left: p.left, length: p.length, with: #with };)
    }

    /// Writes the en passant squares of a turn, by the squares of their victims.
    pub(super) fn write_passed(&self) -> TokenStream {
        let victim = self.passed_victim(&quote!(square), &quote!(owner));
        quote! {
            for owner in 0..2 {
                for square in p.passed[owner] {
                    setup.en_passant.push(wazir_runtime::EnPassant { squares: vec![square as Square], victim: #victim as Square });
                }
            }
            setup.en_passant.sort_unstable_by_key(|passed| passed.victim);
        }
    }

    /// Reads the en passant squares of a turn. `possible` tells for each side whether its piece on `victim` may have passed `passed`.
    pub(super) fn read_passed(&self, possible: &[TokenStream]) -> TokenStream {
        let (by_first, by_second) = (&possible[0], &possible[1]);
        quote! {
            for en_passant in &setup.en_passant {
                let victim = en_passant.victim as usize;
                let passed = match en_passant.squares[..] {
                    [square] => square as usize,
                    _ => SQUARES,
                };
                let owner = if victim < SQUARES && p.sides[1].has(victim) { 1 } else { 0 };
                let by_rule = victim < SQUARES && passed < SQUARES && (owner != p.turn as usize || p.is_under_way()) && match owner {
                    1 => #by_second,
                    _ => p.sides[0].has(victim) && (#by_first),
                };
                if !by_rule {
                    let names: Vec<String> = en_passant.squares.iter().map(|&square| square_name(INFO.files, square)).collect();
                    let victim = square_name(INFO.files, en_passant.victim);
                    return Err(FenError::position(format!("en passant on {}: the piece on {victim} cannot just have passed there", names.join(" "))));
                }
                p.passed[owner] |= Set::single(passed);
            }
            match p.turn {
                0 => p.passed[1] = takable::<First, B>(&p, p.passed[1]),
                _ => p.passed[0] = takable::<Second, B>(&p, p.passed[0]),
            }
        }
    }
}
