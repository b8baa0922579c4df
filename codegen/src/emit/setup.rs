//! The static description of the game, and the way between [`wazir_runtime::Setup`] and the position type.

use super::*;
use wazir_runtime::TurnInfo;
use wazir_variant_spec::rules::{Condition, Grid, Safe, Subject};

impl Emitter<'_> {
    /// The items of this part of the module.
    pub(super) fn setup(&self) -> TokenStream {
        let info = self.info();
        let from = self.reader();
        let to = self.writer();
        let hash = self.hash();
        quote!(#info #from #to #hash)
    }

    fn info(&self) -> TokenStream {
        let info = wazir_variant_spec::info(self.plan.rules);
        let wazir_runtime::Info {
            id,
            name,
            about,
            files,
            ranks,
            grid,
            holes,
            walls,
            sides,
            seats,
            pieces,
            hands,
            promoted_marks,
            castlings,
            first_moves,
            en_passant,
            checks,
            passes,
            deeds,
            truces,
            turns,
            points,
            repetition,
            start_fen,
            chess960,
        } = &info;
        let (id, name, about, start_fen) = (&**id, &**name, &**about, &**start_fen);
        let (grid, holes) = (format_ident!("{grid:?}"), holes.iter());
        let sides = sides.iter().map(|side| {
            let (name, letter) = (&*side.name, side.letter);
            quote!(SideInfo::new(#name, #letter))
        });
        let seats = seats.iter().map(|seat| {
            let (team, sideways) = (seat.team, seat.sideways);
            quote!(SeatInfo { team: #team, sideways: #sideways })
        });
        let pieces = pieces.iter().map(|piece| {
            let (symbol, name) = (&*piece.symbol, &*piece.name);
            match (piece.royal, piece.pawn) {
                (true, true) => quote!(PieceInfo { symbol: Cow::Borrowed(#symbol), name: Cow::Borrowed(#name), royal: true, pawn: true }),
                (true, false) => quote!(PieceInfo::royal(#symbol, #name)),
                (false, true) => quote!(PieceInfo::pawn(#symbol, #name)),
                (false, false) => quote!(PieceInfo::common(#symbol, #name)),
            }
        });
        let castlings = castlings.iter().map(|c| {
            let (side, letter, king, rank, towards) = (c.side, c.letter, c.king, c.rank, Literal::i8_unsuffixed(c.towards));
            let partners = c.partners.iter();
            let partner_from = match c.partner_from {
                Some(square) => quote!(Some(#square)),
                None => quote!(None),
            };
            quote!(CastlingInfo { side: #side, letter: #letter, king: #king, partners: Cow::Borrowed(&[#(#partners),*]), rank: #rank, towards: #towards, partner_from: #partner_from })
        });
        let first_moves = first_moves.iter().map(|first| {
            let (side, rank, pieces) = (first.side, first.rank, first.pieces.iter());
            quote!(FirstMoves { side: #side, rank: #rank, pieces: Cow::Borrowed(&[#(#pieces),*]) })
        });
        let en_passant = en_passant.iter().map(|e| {
            let (side, piece) = (e.side, e.piece);
            let (dx, dy) = (Literal::i16_unsuffixed(e.dx), Literal::i16_unsuffixed(e.dy));
            quote!(EnPassantPattern { side: #side, piece: #piece, dx: #dx, dy: #dy })
        });
        let checks = checks.iter();
        let turns = turns.iter().map(|turn| {
            let TurnInfo { moves, by, chains } = turn;
            quote!(TurnInfo { moves: #moves, by: #by, chains: #chains })
        });
        let points = points.iter().map(|side| {
            let (pieces, bonus) = (side.pieces.iter(), side.bonus);
            quote!(SidePoints { pieces: Cow::Borrowed(&[#(#pieces),*]), bonus: #bonus })
        });
        let repetition = repetition.iter().map(repetition::repetition);
        quote! {
            /// The game's description.
            pub static INFO: Info = Info {
                id: Cow::Borrowed(#id),
                name: Cow::Borrowed(#name),
                about: Cow::Borrowed(#about),
                files: #files,
                ranks: #ranks,
                grid: Grid::#grid,
                holes: Cow::Borrowed(&[#(#holes),*]),
                walls: #walls,
                sides: Cow::Borrowed(&[#(#sides),*]),
                seats: Cow::Borrowed(&[#(#seats),*]),
                pieces: Cow::Borrowed(&[#(#pieces),*]),
                hands: #hands,
                promoted_marks: #promoted_marks,
                castlings: Cow::Borrowed(&[#(#castlings),*]),
                first_moves: Cow::Borrowed(&[#(#first_moves),*]),
                en_passant: Cow::Borrowed(&[#(#en_passant),*]),
                checks: Cow::Borrowed(&[#(#checks),*]),
                passes: #passes,
                deeds: #deeds,
                truces: #truces,
                turns: Cow::Borrowed(&[#(#turns),*]),
                points: Cow::Borrowed(&[#(#points),*]),
                repetition: Cow::Borrowed(&[#(#repetition),*]),
                start_fen: Cow::Borrowed(#start_fen),
                chess960: #chess960,
            };
        }
    }

    fn reader(&self) -> TokenStream {
        let plan = self.plan;
        let mut fields = TokenStream::new();
        let mut read = TokenStream::new();
        let wall = if plan.walls { quote!(p.walls |= Set::single(square)) } else { quote!({}) };
        let mark = if plan.promoted {
            quote!(if promoted {
                p.promoted |= Set::single(square);
            })
        } else {
            quote!()
        };
        if plan.walls {
            fields.extend(quote!(walls: Set::EMPTY,));
        }
        if plan.promoted {
            fields.extend(quote!(promoted: Set::EMPTY,));
        }
        if plan.castling {
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
            fields.extend(match plan.series {
                true => quote!(passed: [Set::EMPTY; 2],),
                false => quote!(passed: NOWHERE, victim: NOWHERE,),
            });
        }
        if plan.series {
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
        if plan.checks {
            fields.extend(quote!(checks: [0; 2],));
            read.extend(quote! {
                for (side, &count) in setup.checks.iter().enumerate().take(2) {
                    p.checks[side] = count;
                }
            });
        }
        let most = Literal::u8_unsuffixed(plan.passes_counted);
        read.extend(if plan.passes_counted > 0 {
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
        if self.remembers_deeds() {
            fields.extend(quote!(deed: 0,));
        }
        if plan.truce.is_some() {
            fields.extend(quote!(struck: Set::EMPTY,));
            read.extend(self.read_truce());
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
        let (in_turn, deed, en_passant) = (self.read_turn(), self.read_deed(), self.read_en_passant());
        let royals = self.check_royals();
        let counts = self.plan.rules.counts().is_some();
        let count = counts.then(|| quote!(p.books.set_count(setup.count_limit, due_count(&p));));
        let sides = Literal::usize_unsuffixed(plan.sides());
        let read_out = self.read_out();
        let (turn, settled) = if self.many() {
            fields.extend(quote!(out: [0; #sides],));
            let note = self.note("What would end with a move that leads here has happened.");
            (quote!(setup.turn % #sides), quote!(#note settle(&mut p);))
        } else {
            (quote!(setup.turn & 1), quote!())
        };
        quote! {
            /// A position from its neutral form, if the rules allow it.
            fn from_setup<B: Books>(setup: &Setup) -> Result<State<B>, FenError> {
                let mut p: State<B> = State { kinds: [Set::EMPTY; KINDS], sides: [Set::EMPTY; #sides], #fields turn: #turn, books: B::default() };
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
                #deed
                #read_out
                #en_passant
                let hash = full_hash(&p);
                p.books.set(hash, setup.halfmove, setup.fullmove);
                #count
                #royals
                #settled
                Ok(p)
            }
        }
    }

    fn read_en_passant(&self) -> TokenStream {
        if !self.plan.en_passant {
            return quote!();
        }
        // Where a piece that now stands on `victim` may have come from over `passed`.
        let possible = (0..self.plan.sides()).map(|side| {
            // The square that was left is empty, unless the same turn has put a wall there.
            let walls = self.plan.rules.play[side].walling.is_some();
            let taken = if walls && !self.many() { quote!((p.sides[0] | p.sides[1])) } else { quote!(p.occupied()) };
            let mut terms = Vec::new();
            for piece in &self.plan.pieces {
                let ident = &piece.ident;
                for part in piece.parts[side].iter().filter(|part| part.mode.leaves) {
                    // Each length of the move, with the square it passes first.
                    let steps: Vec<(Step, Step)> = match &part.shape {
                        Shape::Lame { steps, .. } => steps.clone(),
                        Shape::Slide(Kernel::Ray(ray)) => (ray.min as i16..=ray.max as i16)
                            .map(|n| (Step { dx: n * ray.step.dx, dy: n * ray.step.dy }, ray.step))
                            .collect(),
                        _ => continue,
                    };
                    for &(step, via) in &steps {
                        let board = self.plan.board();
                        let mut origins = vec![SquareSet::EMPTY; self.plan.squares as usize];
                        let mut over = vec![SquareSet::EMPTY; self.plan.squares as usize];
                        for from in part.from.iter().filter(|&s| s < self.plan.squares) {
                            let (Some(to), Some(via)) = (board.step(from, step), board.step(from, via)) else { continue };
                            if part.to.contains(to) {
                                origins[to as usize].insert(from);
                                over[to as usize].insert(via);
                            }
                        }
                        let origins = self.sets("PASSED_FROM", "Start of the move that ends here and leaves an en passant square.", origins);
                        let over = self.sets("PASSED_OVER", "The en passant square that such a move leaves.", over);
                        // Another piece may have come there later in the same turn.
                        let left = if self.plan.series { quote!(any()) } else { quote!(is_empty()) };
                        let taken = if self.plan.series { quote!() } else { quote!(& #taken) };
                        terms.push(quote! {
                            (p.kinds[#ident].has(victim) && Set(#over[victim]).has(passed) && (Set(#origins[victim]) #taken).#left)
                        });
                    }
                }
            }
            if terms.is_empty() { quote!(false) } else { quote!(#(#terms)||*) }
        });
        let possible: Vec<TokenStream> = possible.collect();
        if self.plan.series {
            return self.read_passed(&possible);
        }
        let by_rule = if self.many() {
            let each = possible.iter().enumerate().map(|(side, possible)| {
                let side = Literal::usize_unsuffixed(side);
                quote!((p.turn != #side && p.out[#side] == 0 && p.sides[#side].has(victim) && (#possible)))
            });
            quote!((#(#each)||*))
        } else {
            let (by_first, by_second) = (&possible[0], &possible[1]);
            quote!(match p.turn {
                0 => p.sides[1].has(victim) && (#by_second),
                _ => p.sides[0].has(victim) && (#by_first),
            })
        };
        let keep = self
            .for_turn(quote!(p.turn), |side| quote!(keep_en_passant::<#side, B>(&mut p, passed as u16, victim as u16)));
        let find = if self.plan.passes_several {
            quote! {
                let squares: Vec<usize> = en_passant.squares.iter().map(|&square| square as usize).filter(|&square| square < SQUARES).collect();
                let listed = squares.iter().fold(Set::EMPTY, |listed, &square| listed | Set::single(square));
                let all = |&first: &usize| victim < SQUARES && passed_squares(first, victim) == listed;
                let passed = squares.iter().copied().find(all).unwrap_or(SQUARES);
            }
        } else {
            quote! {
                let passed = match en_passant.squares[..] {
                    [square] => square as usize,
                    _ => SQUARES,
                };
            }
        };
        let name = |square: TokenStream| match self.plan.board().grid {
            Grid::Squares => quote!(square_name(INFO.files, #square)),
            Grid::Hexagons => quote!(INFO.square_name(#square)),
        };
        let (name_square, name_victim) = (name(quote!(square)), name(quote!(en_passant.victim)));
        quote! {
            if let Some(en_passant) = setup.only_en_passant()? {
                let names: Vec<String> = en_passant.squares.iter().map(|&square| #name_square).collect();
                let victim = en_passant.victim as usize;
                #find
                let by_rule = victim < SQUARES && passed < SQUARES && #by_rule;
                if !by_rule {
                    let victim = #name_victim;
                    return Err(FenError::position(format!("en passant on {}: the piece on {victim} cannot just have passed there", names.join(" "))));
                }
                #keep
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
            let is_in = if self.many() { quote!(p.out[#index] == 0 &&) } else { quote!() };
            let owner = &plan.rules.sides[side].name;
            let names: Vec<String> =
                plan.royals[side].iter().map(|&id| plan.rules.pieces[id as usize].name.to_lowercase()).collect();
            let names = names.join(" or ");
            let none = format!("{owner} has no {names}");
            if !self.may_lose_royals(side) {
                missing.extend(quote!(if #is_in #royals.is_empty() { return Err(FenError::position(#none)); }));
            }
            let can_gain = plan.pieces.iter().filter_map(|p| p.rules[side]).any(|r| {
                r.promotions.iter().flat_map(|p| &p.to).any(|to| plan.royals[side].contains(&to.piece))
                    || (r.royal && r.drop.is_some())
            });
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
            let turns = if self.many() { 0..0 } else { 0..2 };
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
        if self.many() {
            code.extend(self.left_attacked());
        }
        let remains = forbidden(&|turn| 1 - turn, quote!(), &|turn| {
            let (moving, waiting) = (name(turn), name(1 - turn));
            check(1 - turn)
                .may_not_remain
                .then(|| format!("it is the turn of {moving}, who could capture a royal piece of {waiting}"))
        });
        let (at_start, under_way) = match plan.series {
            true => (quote!(!p.is_under_way() &&), quote!(p.is_under_way() &&)),
            false => (quote!(), quote!()),
        };
        let left = forbidden(&|turn| turn, under_way, &|turn| {
            let safe = plan.series && self.turn_of(turn).safe == Safe::AfterEachMove && check(turn).may_not_remain;
            safe.then(|| format!("{} has left a royal piece attacked by a move of its turn", name(turn)))
        });
        let given = forbidden(&|turn| turn, at_start, &|turn| {
            let (moving, waiting) = (name(turn), name(1 - turn));
            check(1 - turn).may_not_be_given.then(|| format!("{moving} is in check, and {waiting} may not give check"))
        });
        code.extend(quote!(#remains #left #given));
        let decided = if self.many() { quote!(decided) } else { quote!(outcome) };
        if plan.ends_by_position() {
            let note = self.note("A finished game may leave royals attacked.");
            quote! {
                #missing
                #note
                let over = ended(&p, Portable).is_some_and(|_| {
                    let outcome = #decided(&p).map(|outcome| outcome.reason);
                    matches!(outcome, Some(Reason::Extinction | Reason::Goal | Reason::BothReachedGoal | Reason::Checks))
                });
                if !over { #code }
            }
        } else {
            quote!(#missing #code)
        }
    }

    /// Is the loss of a side's royals (and of nothing else) an end of the game?
    fn may_lose_royals(&self, side: usize) -> bool {
        let royals = &self.plan.royals[side];
        let of_side = |rule: &&wazir_variant_spec::rules::EndRule| rule.of.is_none_or(|of| of as usize == side);
        self.plan.rules.end.iter().filter(of_side).any(|rule| match &rule.when {
            Condition::Extinct { subject: Subject::Either, pieces, opponent_at_least: None, .. } => {
                pieces.iter().all(|piece| royals.contains(piece))
            }
            _ => false,
        })
    }

    fn writer(&self) -> TokenStream {
        let plan = self.plan;
        let promoted = if plan.promoted { quote!(p.promoted.has(square)) } else { quote!(false) };
        let mut write = TokenStream::new();
        if plan.walls {
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
        if plan.castling {
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
        if plan.checks {
            write.extend(quote!(setup.checks = p.checks.to_vec();));
        }
        if plan.passes_counted > 0 {
            write.extend(quote!(setup.passes = p.passes;));
        }
        if self.remembers_deeds() {
            write.extend(quote!(setup.deed = p.deed;));
        }
        if plan.truce.is_some() {
            write.extend(quote!(setup.struck = p.struck.into_iter().map(|square| square as Square).collect();));
        }
        if plan.series {
            write.extend(self.write_turn());
        }
        if plan.rules.counts().is_some() {
            write.extend(quote!(setup.count_limit = p.books.count_limit();));
        }
        let sides = Literal::usize_unsuffixed(plan.sides());
        if self.many() {
            write.extend(quote! {
                setup.out = (0..#sides).filter(|&side| p.out[side] > 0).map(|side| side as SideId).collect();
                setup.out.sort_by_key(|&side| p.out[side as usize]);
            });
        }
        quote! {
            /// The neutral form of a position.
            fn to_setup<B: Books>(p: &State<B>) -> Setup {
                let mut setup = Setup::empty(&INFO);
                for side in 0..#sides {
                    for square in p.sides[side] {
                        setup.board[square] = Cell::Piece { side: side as SideId, piece: p.kind_at(square) as PieceId, promoted: #promoted };
                    }
                }
                setup.turn = p.turn;
                #write
                (setup.halfmove, setup.fullmove) = p.books.clocks();
                setup
            }
        }
    }

    fn hash(&self) -> TokenStream {
        let plan = self.plan;
        let mut more = TokenStream::new();
        if plan.promoted {
            more.extend(quote!(for square in p.promoted {
                hash ^= key(PROMOTED_KEYS + square);
            }));
        }
        if plan.walls_change {
            more.extend(quote!(for square in p.walls {
                hash ^= key(WALL_KEYS + square);
            }));
        }
        if plan.castling {
            more.extend(quote!(for square in p.castling {
                hash ^= key(CASTLING_KEYS + square);
            }));
        }
        if plan.passed_sets() {
            more.extend(quote! {
                for (owner, keys) in [PASSED_KEYS, VICTIM_KEYS].into_iter().enumerate() {
                    for square in p.passed[owner] {
                        hash ^= key(keys + square);
                    }
                }
            });
        } else if plan.en_passant {
            more.extend(quote! {
                if p.passed != NOWHERE {
                    hash ^= key(PASSED_KEYS + p.passed as usize) ^ key(VICTIM_KEYS + p.victim as usize);
                }
            });
        }
        if !plan.hand.is_empty() {
            let sides = Literal::usize_unsuffixed(plan.sides());
            more.extend(quote! {
                for side in 0..#sides {
                    for (place, &kind) in HAND.iter().enumerate() {
                        hash ^= key(HAND_KEYS + (side * KINDS + kind) * 256 + p.hands[side][place] as usize);
                    }
                }
            });
        }
        if plan.checks {
            more.extend(quote! {
                for side in 0..2 {
                    hash ^= key(CHECK_KEYS + side * 256 + p.checks[side] as usize);
                }
            });
        }
        if plan.passes_counted > 0 {
            more.extend(quote!(hash ^= key(PASS_KEYS) ^ key(PASS_KEYS + p.passes as usize);));
        }
        if self.remembers_deeds() {
            more.extend(quote!(if p.deed > 0 {
                hash ^= key(DEED_KEYS + p.deed as usize);
            }));
        }
        more.extend(self.truce_hash());
        more.extend(self.turn_hash());
        let sides = Literal::usize_unsuffixed(plan.sides());
        let turn = if self.many() {
            more.extend(quote! {
                for side in (0..#sides).filter(|&side| p.out[side] > 0) {
                    hash ^= key(OUT_KEYS + side * #sides + p.out[side] as usize - 1);
                }
            });
            quote!(key(TURN_KEY + p.turn as usize))
        } else {
            quote!(if p.turn == 1 { key(TURN_KEY) } else { 0 })
        };
        quote! {
            /// The Zobrist hash from scratch; moves keep it up to date.
            pub fn full_hash<B: Books>(p: &State<B>) -> u64 {
                let mut hash = #turn;
                for side in 0..#sides {
                    for square in p.sides[side] {
                        hash ^= key(PIECE_KEYS + (side * KINDS + p.kind_at(square)) * SQUARES + square);
                    }
                }
                #more
                hash
            }
        }
    }
}
