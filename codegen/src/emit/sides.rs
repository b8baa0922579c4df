//! What depends on the number of sides: their types, who is whose enemy, whose turn is next, and in games of more than two what puts a side out.

use super::*;
use wazir_variant_spec::rules::{Defeated, Subject, Verdict};

impl Emitter<'_> {
    /// Does the game have more than two sides?
    pub(super) fn is_multiplayer(&self) -> bool {
        self.plan.sides() > 2
    }

    /// The type of a side. More than two sides share one instance of the code, which asks the position whose turn it is.
    fn side_type(&self, side: usize) -> TokenStream {
        match (self.is_multiplayer(), side) {
            (true, _) => quote!(Mover),
            (false, 0) => quote!(First),
            (false, _) => quote!(Second),
        }
    }

    /// The type of the side that moves after `S`.
    pub(super) fn next_side(&self) -> TokenStream {
        if self.is_multiplayer() { quote!(Mover) } else { quote!(S::Other) }
    }

    /// The code for the side whose index is `turn`, from that for each side's type.
    pub(super) fn for_turn(&self, turn: TokenStream, code: impl Fn(TokenStream) -> TokenStream) -> TokenStream {
        let [first, second] = [0, 1].map(|side| code(self.side_type(side)));
        if self.is_multiplayer() { first } else { quote!(match #turn { 0 => #first, _ => #second, }) }
    }

    /// A statement that says who moves in a position, in functions in which [`Self::me`] or [`Self::both`] ask for it.
    pub(super) fn who_moves(&self, position: &TokenStream) -> TokenStream {
        if self.is_multiplayer() { quote!(let me = #position.turn as usize;) } else { quote!() }
    }

    /// The index of the side whose code this is.
    pub(super) fn me(&self) -> TokenStream {
        if self.is_multiplayer() { quote!(me) } else { quote!(S::ME) }
    }

    /// How a function takes the side it is about where that need not be who moves: as a type, or as a last parameter.
    pub(super) fn takes_side(&self) -> (TokenStream, TokenStream) {
        if self.is_multiplayer() { (quote!(), quote!(, me: usize)) } else { (quote!(S: Side,), quote!()) }
    }

    /// How such a function is called for the side whose code this is.
    pub(super) fn gives_side(&self) -> (TokenStream, TokenStream) {
        if self.is_multiplayer() { (quote!(), quote!(, me)) } else { (quote!(S,), quote!()) }
    }

    /// The Zobrist key of an own piece.
    pub(super) fn key_of_own(&self, kind: &TokenStream, square: &TokenStream) -> TokenStream {
        if self.is_multiplayer() {
            quote!(piece_key(#kind, #square, me))
        } else {
            quote!(piece_key::<S>(#kind, #square))
        }
    }

    /// The royals of a side in `p`, a variable.
    pub(super) fn royals_of(&self, side: usize) -> TokenStream {
        let (index, of) = (Literal::usize_unsuffixed(side), self.side_type(side));
        if self.is_multiplayer() { quote!(royals::<B>(&p, #index)) } else { quote!(royals::<#of, B>(&p)) }
    }

    /// The pieces that give check to an own royal in `p`.
    pub(super) fn checkers_of_own(&self) -> TokenStream {
        let (own, me) = self.gives_side();
        quote!(checkers_of::<#own B, C>(p, cpu #me))
    }

    /// The squares of the enemies of the side whose code this is.
    pub(super) fn foes(&self, position: &TokenStream) -> TokenStream {
        if self.is_multiplayer() { quote!(#position.foes(me)) } else { quote!(#position.sides[S::THEM]) }
    }

    /// What its enemies among `own` attack a royal of it on `sq` with, when `occ` is occupied.
    pub(super) fn checks_by_foes(
        &self,
        p: TokenStream,
        sq: TokenStream,
        occ: TokenStream,
        own: TokenStream,
    ) -> TokenStream {
        if self.is_multiplayer() {
            quote!(checks_by_enemies::<B, C>(#p, cpu, #sq, #occ, #own, me))
        } else {
            quote!(checks_to::<S::Other, B, C>(#p, cpu, #sq, #occ, #own))
        }
    }

    /// The squares that `S` can capture on, in the body of a method.
    pub(super) fn enemies(&self) -> TokenStream {
        if self.is_multiplayer() { quote!(self.foes(self.turn as usize)) } else { quote!(self.sides[S::THEM]) }
    }

    /// For each side, the sides of its team, as bits.
    fn teams(&self) -> TokenStream {
        let (sides, rules) = (self.plan.sides(), self.plan.rules);
        let teams = (0..sides).map(|side| {
            let allies = (0..sides).filter(|&other| rules.are_allied(side as u8, other as u8));
            Literal::u8_unsuffixed(allies.map(|ally| 1 << ally).sum())
        });
        let sides = Literal::usize_unsuffixed(sides);
        quote! {
            /// By side: the sides of its team, itself among them, as bits.
            const TEAMS: [u8; #sides] = [#(#teams),*];
        }
    }

    /// Methods of the position about the order of turns.
    pub(super) fn turn_methods(&self) -> TokenStream {
        if !self.is_multiplayer() {
            return quote!();
        }
        let sides = Literal::usize_unsuffixed(self.plan.sides());
        quote! {
            /// The side after `side` in the order of turns that is in the game.
            #[inline(always)]
            pub fn next(&self, side: usize) -> usize {
                let mut next = (side + 1) % #sides;
                while next != side && self.out[next] > 0 {
                    next = (next + 1) % #sides;
                }
                next
            }

            /// The sides in the order in which rules about the end look at them: backwards from the one that has just moved to the one to move.
            #[inline(always)]
            pub fn turns_back(&self) -> [usize; #sides] {
                core::array::from_fn(|n| (self.turn as usize + #sides - 1 - n) % #sides)
            }

            /// The side that has just moved.
            #[inline(always)]
            pub fn waiter(&self) -> usize {
                self.turns_back().into_iter().find(|&side| self.out[side] == 0).unwrap_or(self.turn as usize)
            }

            /// The squares of the sides that `side` can capture: those of other teams, and of former allies that are out.
            #[inline(always)]
            pub fn foes(&self, side: usize) -> Set {
                let mut foes = Set::EMPTY;
                for other in 0..#sides {
                    if TEAMS[side] >> other & 1 == 0 || other != side && self.out[other] > 0 {
                        foes |= self.sides[other];
                    }
                }
                foes
            }

            /// Whose piece stands on a square that holds one.
            #[inline(always)]
            pub fn owner(&self, square: usize) -> usize {
                (0..#sides).find(|&side| self.sides[side].has(square)).unwrap_or(0)
            }
        }
    }

    /// The sides a rule about the end is tested for.
    pub(super) fn tested(&self, subject: Subject) -> TokenStream {
        match subject {
            Subject::Mover => quote!([mover]),
            Subject::Waiter => quote!([waiter]),
            Subject::Either if self.is_multiplayer() => quote!(p.turns_back()),
            // In the middle of a turn the side that has just moved is the one to move.
            Subject::Either => quote!([waiter, 1 - waiter]),
        }
    }

    /// What a rule about the end gives in a game of more than two sides: who loses by it, as bits, or else who wins.
    pub(super) fn decision(&self, verdict: Verdict, subject: &TokenStream, reason: &Ident) -> TokenStream {
        let (losers, winner) = match verdict {
            Verdict::Loses => (quote!(1 << #subject), quote!(None)),
            Verdict::TeamLoses => (quote!(TEAMS[#subject] & sides_in(p)), quote!(None)),
            Verdict::Wins => (quote!(0), quote!(Some(#subject as SideId))),
            Verdict::WinFor(side) => {
                let side = Literal::u8_unsuffixed(side);
                (quote!(0), quote!(Some(#side)))
            }
            // The others are refused.
            _ => (quote!(0), quote!(None)),
        };
        quote!(return Some(Decision { losers: #losers, winner: #winner, reason: Reason::#reason });)
    }

    /// `outcome` and what puts sides out, for more than two sides; `rules` are the statements that return the first decision.
    pub(super) fn outcome_of_multiplayer(&self, rules: &TokenStream, attacked: &TokenStream) -> TokenStream {
        let plan = self.plan;
        let sides = Literal::usize_unsuffixed(plan.sides());
        let teams = self.teams();
        let castling = if plan.memory.rights {
            quote! {
                let lost = p.castling & theirs;
                p.castling ^= lost;
                toggle_set::<B>(&mut p.bookkeeping, CASTLING_KEYS, lost);
            }
        } else {
            quote!()
        };
        let hand = (!plan.hand.is_empty()).then(|| {
            quote! {
                for (place, &kind) in HAND.iter().enumerate() {
                    let keys = HAND_KEYS + (loser * KINDS + kind) * 256;
                    p.bookkeeping.toggle(key(keys) ^ key(keys + p.hands[loser][place] as usize));
                }
                p.hands[loser] = [0; HAND.len()];
            }
        });
        let marks = plan.memory.marks.then(|| {
            quote! {
                let lost = p.promoted & theirs;
                p.promoted ^= lost;
                toggle_set::<B>(&mut p.bookkeeping, PROMOTED_KEYS, lost);
            }
        });
        let forget = if plan.en_passant {
            let forget = self.forget_passed(&quote!(p), &quote!(p));
            quote!(if p.passed != NOWHERE { #forget })
        } else {
            quote!()
        };
        let fates = (0..plan.sides()).map(|side| {
            let index = Literal::usize_unsuffixed(side);
            let fate = match plan.rules.play[side].defeated {
                Defeated::Stay => quote!({}),
                Defeated::Removed => quote!({
                    hand_over(p, loser, theirs, Set::EMPTY, conqueror);
                }),
                Defeated::GoOver => {
                    let owned = (0..plan.sides()).map(|conqueror| {
                        let is_kept = |id: &usize| {
                            let royal = plan.royals[side].contains(&(*id as u8));
                            !royal && plan.pieces[*id].rules[conqueror].is_some()
                        };
                        let kept: Vec<usize> = (0..plan.pieces.len()).filter(is_kept).collect();
                        if kept.is_empty() { quote!(Set::EMPTY) } else { self.kinds(&kept) }
                    });
                    quote!({
                        let kept = [#(#owned),*][conqueror];
                        let kept = if losers >> conqueror & 1 == 0 { kept & theirs } else { Set::EMPTY };
                        hand_over(p, loser, theirs, kept, conqueror);
                    })
                }
            };
            quote!(#index => #fate)
        });
        quote! {
            #teams
            /// What the first rule about the end that holds decides.
            #[derive(Clone, Copy)]
            struct Decision {
                /// The sides that lose, as bits.
                losers: u8,
                /// Else who wins, or nobody.
                winner: Option<SideId>,
                /// Why.
                reason: Reason,
            }

            /// The sides in the game, as bits.
            #[inline(always)]
            fn sides_in<B: Bookkeeping>(p: &State<B>) -> u8 {
                (0..#sides).filter(|&side| p.out[side] == 0).map(|side| 1 << side).sum()
            }

            /// A side of the one team that is left without these, if it is only one.
            fn survivor<B: Bookkeeping>(p: &State<B>, losers: u8) -> Option<SideId> {
                let left = sides_in(p) & !losers;
                let first = (0..#sides).find(|&side| left >> side & 1 == 1)?;
                (left & !TEAMS[first] == 0).then_some(first as SideId)
            }

            /// Has the side to move no legal move, whether or not the position is over?
            #[inline(never)]
            fn is_stuck(p: &State<impl Bookkeeping>) -> bool {
                let mut any = AnyMove::default();
                moves(p, Portable, &mut any);
                !any.found
            }

            /// The first rule that holds.
            fn decided<B: Bookkeeping>(p: &State<B>) -> Option<Decision> {
                let cpu = Portable;
                let (mover, waiter) = (p.turn as usize, p.waiter());
                let stuck = || is_stuck(&wazir_runtime::Position::lean(p));
                let attacked = || #attacked;
                #rules
                None
            }

            /// The result by the first rule that holds.
            fn outcome<B: Bookkeeping>(p: &State<B>) -> Option<Outcome> {
                let Decision { losers, winner, reason } = decided(p)?;
                let winner = if losers == 0 { winner } else { survivor(p, losers) };
                Some(Outcome { winner, reason })
            }

            /// Puts out the sides that lose, as long as others play on.
            #[inline(never)]
            fn eliminate_sides<B: Bookkeeping>(p: &mut State<B>) {
                while let Some(decision) = decided(p) {
                    if decision.losers == 0 || survivor(p, decision.losers).is_some() {
                        return;
                    }
                    put_out(p, decision.losers);
                }
            }

            fn put_out<B: Bookkeeping>(p: &mut State<B>, losers: u8) {
                let conqueror = p.waiter();
                for loser in (0..#sides).filter(|&side| losers >> side & 1 == 1) {
                    let theirs = p.sides[loser];
                    #castling
                    #hand
                    p.out[loser] = 1 + p.out.iter().filter(|&&place| place > 0).count() as u8;
                    p.bookkeeping.toggle(key(OUT_KEYS + loser * #sides + p.out[loser] as usize - 1));
                    match loser {
                        #(#fates)*
                        _ => {}
                    }
                }
                let turn = p.turn as usize;
                if p.out[turn] > 0 {
                    let next = p.next(turn);
                    p.turn = next as u8;
                    p.bookkeeping.toggle(key(TURN_KEY + turn) ^ key(TURN_KEY + next));
                    let (halfmove, fullmove) = p.bookkeeping.clocks();
                    p.bookkeeping.set(p.bookkeeping.hash(), halfmove, fullmove.saturating_add((next <= turn) as u32));
                }
                #forget
            }

            /// The pieces of a side leave the board, but for `kept`, which change to the `conqueror`.
            fn hand_over<B: Bookkeeping>(p: &mut State<B>, loser: usize, theirs: Set, kept: Set, conqueror: usize) {
                if B::KEEPS {
                    for square in theirs {
                        let kind = p.kind_at(square);
                        p.bookkeeping.toggle(piece_key(kind, square, loser));
                        if kept.has(square) {
                            p.bookkeeping.toggle(piece_key(kind, square, conqueror));
                        }
                    }
                }
                #marks
                let gone = theirs & !kept;
                p.kinds.iter_mut().for_each(|kind| *kind &= !gone);
                p.sides[loser] = Set::EMPTY;
                p.sides[conqueror] |= kept;
            }
        }
    }

    /// `checks_by_enemies`: the attackers of a royal among several sides.
    pub(super) fn checks_by_enemies(&self) -> TokenStream {
        if !self.is_multiplayer() {
            return quote!();
        }
        let sides = Literal::usize_unsuffixed(self.plan.sides());
        quote! {
            /// The pieces among `own`, of sides in the game that play against `me`, that give check to a royal of it on `sq`.
            #[inline(always)]
            fn checks_by_enemies<B: Bookkeeping, C: Cpu>(p: &State<B>, cpu: C, sq: usize, occ: Set, own: Set, me: usize) -> Set {
                let mut found = Set::EMPTY;
                for other in 0..#sides {
                    if TEAMS[me] >> other & 1 == 0 && p.out[other] == 0 {
                        found |= checks_to::<B, C>(p, cpu, sq, occ, own & p.sides[other], other);
                    }
                }
                found
            }
        }
    }

    /// Statements that read who is out, and what cannot be said of them.
    pub(super) fn read_out(&self) -> TokenStream {
        if !self.is_multiplayer() {
            return quote!();
        }
        let sides = Literal::usize_unsuffixed(self.plan.sides());
        let castling = self.plan.memory.rights.then(|| quote!((p.castling & p.sides[side]).any()));
        let hand = (!self.plan.hand.is_empty()).then(|| quote!(p.hands[side].iter().any(|&held| held > 0)));
        let owned: Vec<TokenStream> = [castling, hand].into_iter().flatten().collect();
        let rights = if owned.is_empty() { quote!(false) } else { quote!(#(#owned)||*) };
        let leave = self.plan.rules.play.iter().map(|play| play.defeated != Defeated::Stay);
        quote! {
            for (n, &side) in setup.out.iter().enumerate() {
                if let Some(place) = p.out.get_mut(side as usize) {
                    *place = n as u8 + 1;
                }
            }
            if !setup.out.is_empty() {
                if let Some(left) = survivor(&p, 0) {
                    let name = &INFO.sides[left as usize].name;
                    return Err(FenError::position(format!("the game is over: nobody is left to play against {name}")));
                }
                const LEAVE: [bool; #sides] = [#(#leave),*];
                for side in (0..#sides).filter(|&side| p.out[side] > 0) {
                    let name = &INFO.sides[side].name;
                    if LEAVE[side] && p.sides[side].any() {
                        let square = square_name(INFO.files, p.sides[side].first() as Square);
                        return Err(FenError::position(format!("{name} is out, and its pieces leave the board then; there is one on {square}")));
                    }
                    if #rights {
                        return Err(FenError::position(format!("{name} is out, and has neither rights nor a hand then")));
                    }
                }
            }
        }
    }

    /// The royals of the side that has just moved may not be attacked by the one to move, while nobody is out.
    pub(super) fn left_attacked(&self) -> TokenStream {
        let plan = self.plan;
        let sides = plan.sides();
        let arms = (0..sides).filter_map(|turn| {
            let waiter = (turn + sides - 1) % sides;
            let applies = plan.rules.play[waiter].check.may_not_remain && !plan.royals[waiter].is_empty();
            if !applies || plan.rules.are_allied(turn as u8, waiter as u8) {
                return None;
            }
            let name = |side: usize| &plan.rules.sides[side].name;
            let (moving, waiting) = (name(turn), name(waiter));
            let message = format!("it is the turn of {moving}, who could capture a royal piece of {waiting}");
            let (turn, waiter) = (Literal::usize_unsuffixed(turn), Literal::usize_unsuffixed(waiter));
            Some(quote! {
                #turn => {
                    for sq in royals::<B>(&p, #waiter) {
                        if checks_to::<B, _>(&p, Portable, sq, p.occupied(), p.sides[#turn], #turn).any() {
                            return Err(FenError::position(#message));
                        }
                    }
                }
            })
        });
        quote!(if setup.out.is_empty() { match p.turn { #(#arms)* _ => {} } })
    }
}
