//! The way between [`wazir_runtime::Setup`] and the position type.

use super::*;
use wazir_variant_spec::rules::Safe;

impl Emitter<'_> {
    pub(super) fn reader(&self) -> TokenStream {
        let plan = self.plan;
        let mut fields = TokenStream::new();
        let mut read = TokenStream::new();
        let wall = if plan.memory.walls { quote!(p.walls |= Set::single(square)) } else { quote!({}) };
        let mark = if plan.memory.marks {
            quote!(if promoted {
                p.promoted |= Set::single(square);
            })
        } else {
            quote!()
        };
        if plan.memory.walls {
            fields.extend(quote!(walls: Set::EMPTY,));
        }
        if plan.memory.marks {
            fields.extend(quote!(promoted: Set::EMPTY,));
        }
        if plan.memory.rights {
            fields.extend(quote!(castling: Set::EMPTY,));
            let each = (0..plan.sides()).map(Literal::usize_unsuffixed);
            read.extend(quote! {
                for &square in &setup.castling {
                    if (square as usize) < SQUARES {
                        p.castling |= Set::single(square as usize);
                    }
                }
                p.castling &= #(p.sides[#each])|*;
            });
        }
        if plan.en_passant {
            fields.extend(match plan.memory.several_moves {
                true => quote!(passed: [Set::EMPTY; 2],),
                false => quote!(passed: NOWHERE, victim: NOWHERE,),
            });
        }
        if plan.memory.several_moves {
            let with = plan.chains.then(|| quote!(with: NO_PIECE,));
            fields.extend(quote!(left: 1, length: 1, #with));
        }
        if !plan.hand.is_empty() {
            let n = Literal::usize_unsuffixed(plan.hand.len());
            let sides = Literal::usize_unsuffixed(plan.sides());
            fields.extend(quote!(hands: [[0; #n]; #sides],));
            read.extend(quote! {
                for (side, hand) in setup.hands.iter().enumerate().take(#sides) {
                    for (kind, &count) in hand.iter().enumerate() {
                        match HAND.iter().position(|&held| held == kind) {
                            Some(place) => p.hands[side][place] = count.min(255) as u8,
                            None if count > 0 => {
                                let symbol = INFO.pieces.get(kind).map_or("?", |piece| &*piece.symbol);
                                return Err(FenError::position(format!("{symbol} is never in hand in this game")));
                            }
                            None => {}
                        }
                    }
                }
            });
        }
        if plan.memory.checks {
            fields.extend(quote!(checks: [0; 2],));
            read.extend(quote! {
                for (side, &count) in setup.checks.iter().enumerate().take(2) {
                    p.checks[side] = count;
                }
            });
        }
        let most = Literal::u8_unsuffixed(plan.memory.passes);
        read.extend(if plan.memory.passes > 0 {
            fields.extend(quote!(passes: 0,));
            quote! {
                if setup.passes > #most {
                    return Err(FenError::position(format!("{} passes in a row are not counted in this game", setup.passes)));
                }
                p.passes = setup.passes;
            }
        } else {
            quote!()
        });
        if self.remembers_ending_moves() {
            fields.extend(quote!(ending_move: 0,));
        }
        if plan.truce.is_some() {
            fields.extend(quote!(struck: Set::EMPTY,));
            read.extend(self.read_truce());
        }
        if self.remembers_last_moved() {
            fields.extend(quote!(last_moved: NOBODY_YET as u8,));
            read.extend(self.read_last_moved());
        }
        let owners = (0..plan.sides()).flat_map(|side| {
            plan.pieces.iter().filter(move |piece| piece.rules[side].is_none()).map(move |piece| (side, piece))
        });
        let strangers: TokenStream = owners
            .map(|(side, piece)| {
                let (ident, side_index) = (&piece.ident, Literal::usize_unsuffixed(side));
                let message = format!(
                    "{} can have no {} in this game",
                    plan.rules.sides[side].name,
                    piece.snake.replace('_', " ")
                );
                quote! {
                    if (p.kinds[#ident] & p.sides[#side_index]).any() {
                        return Err(FenError::position(#message));
                    }
                }
            })
            .collect();
        let (in_turn, ending_move, en_passant) = (self.read_turn(), self.read_ending_move(), self.read_en_passant());
        let royals = self.check_royals();
        let counts = self.plan.rules.counts().is_some();
        let count = counts.then(|| quote!(p.bookkeeping.set_count(setup.count_limit, due_count(&p));));
        let sides = Literal::usize_unsuffixed(plan.sides());
        let read_out = self.read_out();
        let (turn, settled) = if self.is_multiplayer() {
            fields.extend(quote!(out: [0; #sides],));
            let note = self.note("What would end with a move that leads here has happened.");
            (quote!(setup.turn % #sides), quote!(#note eliminate_sides(&mut p);))
        } else {
            (quote!(setup.turn & 1), quote!())
        };
        quote! {
            /// A position from its neutral form, if the rules allow it.
            fn from_setup<B: Bookkeeping>(setup: &Setup) -> Result<State<B>, FenError> {
                let mut p: State<B> = State { kinds: [Set::EMPTY; KINDS], sides: [Set::EMPTY; #sides], #fields turn: #turn, bookkeeping: B::default() };
                for (square, cell) in setup.board.iter().enumerate().take(SQUARES) {
                    match *cell {
                        Cell::Piece { side, piece, promoted } if (side as usize) < #sides && (piece as usize) < KINDS => {
                            p.kinds[piece as usize] |= Set::single(square);
                            p.sides[side as usize] |= Set::single(square);
                            #mark
                        }
                        Cell::Wall => #wall,
                        _ => {}
                    }
                }
                #strangers
                #read
                #in_turn
                #ending_move
                #read_out
                #en_passant
                let hash = full_hash(&p);
                p.bookkeeping.set(hash, setup.halfmove, setup.fullmove);
                #count
                #royals
                #settled
                Ok(p)
            }
        }
    }

    /// Every side that starts with royals has one, and none too many; nobody can have left a royal attacked.
    fn check_royals(&self) -> TokenStream {
        let plan = self.plan;
        if plan.royals.iter().all(Vec::is_empty) {
            return quote!();
        }
        let mut missing = TokenStream::new();
        let mut code = TokenStream::new();
        for side in 0..plan.sides() {
            let at_start = plan.start_count(side, &plan.royals[side]);
            if at_start == 0 {
                continue;
            }
            let index = Literal::usize_unsuffixed(side);
            let royals = self.royals_of(side);
            let is_in = if self.is_multiplayer() { quote!(p.out[#index] == 0 &&) } else { quote!() };
            let owner = &plan.rules.sides[side].name;
            let names: Vec<String> =
                plan.royals[side].iter().map(|&id| plan.rules.pieces[id as usize].name.to_lowercase()).collect();
            let names = names.join(" or ");
            let none = format!("{owner} has no {names}");
            if !self.plan.may_lose_royals(side) {
                missing.extend(quote!(if #is_in #royals.is_empty() { return Err(FenError::position(#none)); }));
            }
            let can_gain = plan.pieces.iter().filter_map(|p| p.rules[side]).any(|r| {
                r.promotions.iter().flat_map(|p| &p.to).any(|to| plan.royals[side].contains(&to.piece))
                    || (r.royal && r.drop.is_some())
            }) || self.plan.royals_change_over(side);
            if !can_gain && plan.rules.play[side].arrival.is_empty() {
                let most = Literal::u32_unsuffixed(at_start as u32);
                let many = format!("{owner} has more than {at_start} royal pieces ({names})");
                code.extend(quote!(if #royals.count() > #most { return Err(FenError::position(#many)); }));
            }
        }
        // What the side that has just moved cannot have done, by the side whose turn it is.
        let forbidden = |attacked: &dyn Fn(usize) -> usize,
                         unless: TokenStream,
                         forbids: &dyn Fn(usize) -> Option<String>| {
            let turns = if self.is_multiplayer() { 0..0 } else { 0..2 };
            let arms: Vec<TokenStream> = turns
                .filter_map(|turn| {
                    let message = forbids(turn)?;
                    let side = if attacked(turn) == 0 { quote!(First) } else { quote!(Second) };
                    let in_a_turn = self.or_in_a_turn(attacked(turn), &quote!(&p));
                    let in_a_turn = if attacked(turn) == turn { quote!() } else { in_a_turn };
                    let turn = Literal::usize_unsuffixed(turn);
                    Some(quote!(#turn if #unless checkers_of::<#side, B, _>(&p, Portable).any() #in_a_turn => return Err(FenError::position(#message)),))
                })
                .collect();
            if arms.is_empty() { quote!() } else { quote!(match p.turn { #(#arms)* _ => {} }) }
        };
        let name = |side: usize| &plan.rules.sides[side].name;
        let check = |side: usize| &plan.rules.play[side].check;
        if self.is_multiplayer() {
            code.extend(self.left_attacked());
        }
        let remains = forbidden(&|turn| 1 - turn, quote!(), &|turn| {
            let (moving, waiting) = (name(turn), name(1 - turn));
            check(1 - turn)
                .may_not_remain
                .then(|| format!("it is the turn of {moving}, who could capture a royal piece of {waiting}"))
        });
        let (at_start, under_way) = match plan.memory.several_moves {
            true => (quote!(!p.is_under_way() &&), quote!(p.is_under_way() &&)),
            false => (quote!(), quote!()),
        };
        let left = forbidden(&|turn| turn, under_way, &|turn| {
            let safe = plan.memory.several_moves
                && self.turn_of(turn).safe == Safe::AfterEachMove
                && check(turn).may_not_remain;
            safe.then(|| format!("{} has left a royal piece attacked by a move of its turn", name(turn)))
        });
        let given = forbidden(&|turn| turn, at_start, &|turn| {
            let (moving, waiting) = (name(turn), name(1 - turn));
            check(1 - turn).may_not_be_given.then(|| format!("{moving} is in check, and {waiting} may not give check"))
        });
        code.extend(quote!(#remains #left #given));
        let decided = if self.is_multiplayer() { quote!(decided) } else { quote!(outcome) };
        if plan.ends_by_position() {
            let note = self.note("A finished game may leave royals attacked.");
            quote! {
                #missing
                #note
                let over = ended(&p, Portable).is_some_and(|_| {
                    let outcome = #decided(&p).map(|outcome| outcome.reason);
                    matches!(outcome, Some(Reason::Extinction | Reason::Goal | Reason::BothReachedGoal | Reason::Checks | Reason::Facing))
                });
                if !over { #code }
            }
        } else {
            quote!(#missing #code)
        }
    }

    pub(super) fn writer(&self) -> TokenStream {
        let plan = self.plan;
        let promoted = if plan.memory.marks { quote!(p.promoted.has(square)) } else { quote!(false) };
        let mut write = TokenStream::new();
        if plan.memory.walls {
            write.extend(quote!(for square in p.walls {
                setup.board[square] = Cell::Wall;
            }));
        }
        if !plan.hand.is_empty() {
            let sides = Literal::usize_unsuffixed(plan.sides());
            write.extend(quote! {
                for side in 0..#sides {
                    for (place, &kind) in HAND.iter().enumerate() {
                        setup.hands[side][kind] = p.hands[side][place] as u16;
                    }
                }
            });
        }
        if plan.memory.rights {
            write.extend(quote!(setup.castling.extend(p.castling.into_iter().map(|square| square as Square));));
        }
        if plan.passed_sets() {
            write.extend(self.write_passed());
        } else if plan.en_passant {
            let squares = match plan.passes_several {
                true => {
                    let all = quote!(passed_squares(p.passed as usize, p.victim as usize));
                    quote!(#all.into_iter().map(|square| square as Square).collect())
                }
                false => quote!(vec![p.passed]),
            };
            write.extend(quote! {
                if p.passed != NOWHERE {
                    setup.en_passant.push(wazir_runtime::EnPassant { squares: #squares, victim: p.victim });
                }
            });
        }
        if plan.memory.checks {
            write.extend(quote!(setup.checks = p.checks.to_vec();));
        }
        if plan.memory.passes > 0 {
            write.extend(quote!(setup.passes = p.passes;));
        }
        if self.remembers_ending_moves() {
            write.extend(quote!(setup.ending_move = p.ending_move;));
        }
        if plan.truce.is_some() {
            write.extend(quote!(setup.struck = p.struck.into_iter().map(|square| square as Square).collect();));
        }
        if self.remembers_last_moved() {
            write.extend(quote!(setup.last_moved = Some(p.last_moved).filter(|&last| last as usize != NOBODY_YET);));
        }
        if plan.memory.several_moves {
            write.extend(self.write_turn());
        }
        if plan.rules.counts().is_some() {
            write.extend(quote!(setup.count_limit = p.bookkeeping.count_limit();));
        }
        let sides = Literal::usize_unsuffixed(plan.sides());
        if self.is_multiplayer() {
            write.extend(quote! {
                setup.out = (0..#sides).filter(|&side| p.out[side] > 0).map(|side| side as SideId).collect();
                setup.out.sort_by_key(|&side| p.out[side as usize]);
            });
        }
        quote! {
            /// The neutral form of a position.
            fn to_setup<B: Bookkeeping>(p: &State<B>) -> Setup {
                let mut setup = Setup::empty(&INFO);
                for side in 0..#sides {
                    for square in p.sides[side] {
                        setup.board[square] = Cell::Piece { side: side as SideId, piece: p.kind_at(square) as PieceId, promoted: #promoted };
                    }
                }
                setup.turn = p.turn;
                #write
                (setup.halfmove, setup.fullmove) = p.bookkeeping.clocks();
                setup
            }
        }
    }
}
