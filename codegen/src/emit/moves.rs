//! The one source of moves: `moves`, which calls the visitor batch by batch.

use super::*;
use crate::merge::try_merge;
use wazir_program::analysis::Legality;
use wazir_variant_spec::rules::{Pass, PieceId};

impl Emitter<'_> {
    /// The functions of this part of the module.
    pub(super) fn moves(&self) -> TokenStream {
        let by_turn = self.for_turn(quote!(p.turn), |side| quote!(moves_of::<#side, B, C, V>(p, cpu, v)));
        let dispatch = quote! {
            /// All legal moves of a position that is not over.
            #[inline(always)]
            fn moves<B: Bookkeeping, C: Cpu, V: Visitor<State<B>>>(p: &State<B>, cpu: C, v: &mut V) {
                #by_turn
            }
        };
        let turn = self.turn();
        let mut code = quote!(#dispatch #turn);
        let mut written = Vec::new();
        for &legality in &self.plan.legality {
            // Make-and-test filters what the free generator yields.
            let generator = if legality == Legality::Test { Legality::Free } else { legality };
            if !written.contains(&generator) {
                written.push(generator);
                code.extend(self.generator(generator));
            }
        }
        code.extend(self.castling_function());
        code.extend(self.gating_function());
        code.extend(self.helpers());
        code
    }

    /// The moves of one side: generator, filter, obligations, passes.
    fn turn(&self) -> TokenStream {
        let body = self.both(|side| {
            let plan = self.plan;
            let pass = plan.rules.play[side].pass;
            let watched = plan.must_capture[side]
                || pass == Pass::WhenStuck
                || pass == Pass::Always && self.plan.ends_when_nobody_moves(side);
            let going_on = plan.chains.then(|| {
                let note = self.note("A piece that has to go on capturing is the only one that moves.");
                quote! {
                    #note
                    let mut going_on = GoingOn { inner: v, from: (p.with != NO_PIECE).then_some(p.with as usize) };
                    let v = &mut going_on;
                }
            });
            let watch = watched.then(|| quote!(let mut watch = Watch::new(v); let v = &mut watch;));
            let begin = quote!(#going_on #watch);
            let visitor = quote!(&mut *v);
            let moves = if plan.must_capture[side] {
                let note = self.note("Captures are obligatory: anything else only when there is none.");
                let (captures, quiets) = (self.captures(side, &visitor), self.quiets(side, &visitor));
                quote!(#note #captures if !v.any() { #quiets })
            } else {
                self.all_moves(side, &visitor)
            };
            let (walls, pass) = (self.lone_walls(side), self.pass(side));
            quote!(#begin #moves #walls #pass)
        });
        let who = self.who_moves(&quote!(p));
        quote! {
            /// The moves of `S`.
            #[inline(always)]
            fn moves_of<S: Side, B: Bookkeeping, C: Cpu, V: Visitor<State<B>>>(p: &State<B>, cpu: C, v: &mut V) {
                #who
                #body
            }
        }
    }

    /// Do generators take the squares to move onto, and whether to capture?
    fn is_split(&self) -> bool {
        self.plan.must_capture.contains(&true)
    }

    /// Hands the moves of one side, passes excepted, to `visitor`.
    fn all_moves(&self, side: usize, visitor: &TokenStream) -> TokenStream {
        self.generated(side, visitor, if self.is_split() { quote!(, ALL, false) } else { quote!() })
    }

    /// Where captures are obligatory: the captures.
    fn captures(&self, side: usize, visitor: &TokenStream) -> TokenStream {
        let foes = self.foes(&quote!(p));
        self.generated(side, visitor, quote!(, #foes, true))
    }

    /// Where captures are obligatory: the other moves.
    fn quiets(&self, side: usize, visitor: &TokenStream) -> TokenStream {
        self.generated(side, visitor, quote!(, ALL & !p.occupied(), false))
    }

    fn generated(&self, side: usize, visitor: &TokenStream, onto: TokenStream) -> TokenStream {
        let (function, filtered) = match self.plan.legality[side] {
            Legality::Free => ("free_moves", false),
            Legality::Masks => ("masked_moves", false),
            Legality::Blasts => ("blast_moves", false),
            Legality::Lines => ("filtered_moves", false),
            Legality::Test => ("free_moves", true),
        };
        let function = format_ident!("{function}");
        let visitor = &self.dutiful(side, visitor);
        let visitor = match filtered {
            false => visitor.clone(),
            true if self.plan.filters(side) => quote! {
                &mut {
                    let (left, entered, promotions) = doubtful::<S, B, C>(p, cpu);
                    Filtered { inner: #visitor, cpu, left, entered, promotions }
                }
            },
            true => quote!(&mut Lawful { inner: #visitor, cpu }),
        };
        let visitor = self.walling(side, &visitor);
        quote!(#function::<S, B, C, _>(p, cpu, #visitor #onto);)
    }

    /// The square that the text of a pass names: that of the first royal, else of the first piece.
    pub(super) fn pass_square(&self, side: usize) -> TokenStream {
        let royal = &self.plan.royals[side];
        if royal.is_empty() {
            quote!(p.sides[S::ME].first())
        } else {
            let kinds = self.kinds(&royal.iter().map(|&id| id as usize).collect::<Vec<_>>());
            quote!({ let royal = #kinds & p.sides[S::ME]; if royal.any() { royal.first() } else { p.sides[S::ME].first() } })
        }
    }

    fn pass(&self, side: usize) -> TokenStream {
        let plan = self.plan;
        let royal = &plan.royals[side];
        let square = self.pass_square(side);
        let pass = quote!(Pass::<S, _, _>::new(p.kind_at(square), At(square), Set::single(square)));
        let pass = self.noted(pass);
        let batch = quote! {
            let square = #square;
            if p.sides[S::ME].any() {
                v.batch(p, #pass);
            }
        };
        let note = self.note(format!("Passing: {}.", self.pass_text(side)));
        let check = &plan.rules.play[side].check;
        let own = (!royal.is_empty() && check.may_not_remain).then(|| {
            let safe = quote!(checkers_of::<S, B, C>(p, cpu).is_empty());
            let accepts = self.accepts_facing(side);
            if accepts.is_empty() { safe } else { quote!((#safe || #(#accepts)||*)) }
        });
        let given = (plan.rules.play[side].pass != Pass::Never && plan.may_not_give_check(side))
            .then(|| quote!(checkers_of::<S::Other, B, C>(p, cpu).is_empty()));
        let others_move = quote!(can_move::<S::Other, B, C>(&p.make_pass::<S, C>(cpu), cpu));
        let (stuck, useful) = match (plan.rules.play[side].pass, self.plan.ends_when_nobody_moves(side)) {
            (Pass::Never, _) => return TokenStream::new(),
            (Pass::Always, false) => (None, None),
            (Pass::Always, true) => (None, Some(quote!((v.any() || #others_move)))),
            (Pass::WhenStuck, false) => (Some(quote!(!v.any())), None),
            (Pass::WhenStuck, true) => (Some(quote!(!v.any())), Some(others_move)),
        };
        let conditions: Vec<TokenStream> = [stuck, own, given, useful].into_iter().flatten().collect();
        if conditions.is_empty() { quote!(#note #batch) } else { quote!(#note if #(#conditions)&&* { #batch }) }
    }

    fn helpers(&self) -> TokenStream {
        let plan = self.plan;
        let mut code = TokenStream::new();
        if self.plan.asks_mobility() {
            let call = self.both(|side| {
                let count = quote!(&mut count);
                if plan.must_capture[side] {
                    let (captures, quiets) = (self.captures(side, &count), self.quiets(side, &count));
                    quote!(#captures #quiets)
                } else {
                    self.all_moves(side, &count)
                }
            });
            code.extend(quote! {
                /// Has `S` a move other than a pass?
                #[inline(never)]
                fn can_move<S: Side, B: Bookkeeping, C: Cpu>(p: &State<B>, cpu: C) -> bool {
                    let mut count = Count::default();
                    #call
                    count.moves > 0
                }
            });
        }
        let no_mate = plan
            .pieces
            .iter()
            .flat_map(|p| p.rules.iter().flatten())
            .filter_map(|r| r.drop.as_ref())
            .any(|d| d.may_not_mate);
        if no_mate && plan.royals.iter().any(|royals| !royals.is_empty()) {
            code.extend(quote! {
                /// Is the side to move, which is not `S`, mated? Asked so seldom that one instance does for all.
                #[inline(never)]
                fn mated_by<S: Side>(p: &State<impl Bookkeeping>) -> bool {
                    let mut answers = AnyMove::default();
                    if checkers_of::<S::Other, _, _>(p, Portable).any() {
                        moves_of::<S::Other, _, _, _>(p, Portable, &mut answers);
                        return !answers.found;
                    }
                    false
                }
            });
        }
        if plan.rules.play.iter().any(|play| !play.check.may_not_mate.is_empty())
            && plan.royals.iter().any(|r| !r.is_empty())
        {
            let types = self.both(|side| {
                let types = &plan.rules.play[side].check.may_not_mate;
                let kinds = types.iter().map(|&id| self.piece(id));
                if types.is_empty() { quote!(Set::EMPTY) } else { quote!((#(p.kinds[#kinds])|*)) }
            });
            code.extend(quote! {
                /// Is the side to move, which is not `S`, mated by pieces of `S` that may not do so, and by no other?
                #[inline(never)]
                fn mated_by_leapers<S: Side>(p: &State<impl Bookkeeping>) -> bool {
                    let checkers = checkers_of::<S::Other, _, _>(p, Portable);
                    if checkers.is_empty() || (checkers & !#types).any() {
                        return false;
                    }
                    let mut answers = AnyMove::default();
                    moves_of::<S::Other, _, _, _>(p, Portable, &mut answers);
                    !answers.found
                }
            });
        }
        if plan
            .pieces
            .iter()
            .flat_map(|p| p.rules.iter().flatten())
            .filter_map(|r| r.drop.as_ref())
            .any(|d| d.per_file == Some(1))
        {
            let files = plan.board().files as i32;
            let mut steps = Vec::new();
            let mut by = 1;
            while by < plan.board().ranks as i32 {
                steps.push(Literal::i32_unsuffixed(by * files));
                by *= 2;
            }
            let down = steps.iter().rev().map(|step| quote!(files |= files.shift(-#step);)).collect::<TokenStream>();
            code.extend(quote! {
                /// All squares of the files that hold one of these squares.
                #[inline(always)]
                fn whole_files(squares: Set) -> Set {
                    let mut files = squares;
                    #(files |= files.shift(#steps);)*
                    #down
                    files & ALL
                }
            });
        }
        code
    }

    /// A generator of all moves but passes.
    fn generator(&self, legality: Legality) -> TokenStream {
        let plan = self.plan;
        let sides: Vec<usize> = (0..plan.sides())
            .filter(|&side| {
                plan.legality[side] == legality || (legality == Legality::Free && plan.legality[side] == Legality::Test)
            })
            .collect();
        let name = format_ident!(
            "{}",
            match legality {
                Legality::Masks => "masked_moves",
                Legality::Blasts => "blast_moves",
                Legality::Lines => "filtered_moves",
                _ => "free_moves",
            }
        );
        let about = match legality {
            Legality::Masks => " Legal moves by check mask and pin lines.",
            Legality::Blasts => " Legal moves by check mask and pin lines, and captures by what their blast removes.",
            Legality::Lines => " Legal moves, by the lines along which the royal is or could be attacked.",
            _ => " Moves without regard to royals.",
        };
        let onto = if self.is_split() { quote!(, onto: Set, taking: bool) } else { quote!() };
        // Where the sides' royals are attacked in different ways, each side has a body of its own.
        let alike = sides.len() < 2
            || self.is_multiplayer()
            || try_merge(self.prologue(0, legality), self.prologue(1, legality)).is_some();
        let body = if alike {
            self.generator_body(legality, &sides)
        } else {
            let (first, second) = (self.generator_body(legality, &[0]), self.generator_body(legality, &[1]));
            quote!(if S::ME == 0 { #first } else { #second })
        };
        let (who, me, foes) = (self.who_moves(&quote!(p)), self.me(), self.foes(&quote!(p)));
        quote! {
            #[doc = #about]
            #[inline(always)]
            fn #name<S: Side, B: Bookkeeping, C: Cpu, V: Visitor<State<B>>>(p: &State<B>, cpu: C, v: &mut V #onto) {
                #who
                let (us, them) = (p.sides[#me], #foes);
                let occ = p.occupied();
                let empty = ALL & !occ;
                #body
            }
        }
    }

    fn prologue(&self, side: usize, legality: Legality) -> TokenStream {
        let check_squares = self.check_squares(side);
        let own = match legality {
            Legality::Masks | Legality::Blasts => self.masks(side, legality),
            Legality::Lines => self.royal_lines(side),
            _ => quote!(),
        };
        quote!(#own #check_squares)
    }

    /// The body of a generator for these sides.
    fn generator_body(&self, legality: Legality, sides: &[usize]) -> TokenStream {
        let plan = self.plan;
        let merged = |code: &dyn Fn(usize) -> TokenStream| match sides[..] {
            [one] => code(one),
            _ => self.both(code),
        };
        let own = if plan.memory.walls { quote!((us | p.walls)) } else { quote!(us) };
        let ok = match (self.is_multiplayer(), self.is_split()) {
            (true, _) => quote!((them | empty)),
            (false, true) => quote!(!#own & onto),
            (false, false) => quote!(!#own),
        };
        let onto = if self.is_split() { quote!(&onto) } else { quote!() };
        let prologue = merged(&|side| self.prologue(side, legality));
        let royal = match legality {
            Legality::Masks | Legality::Lines => merged(&|side| self.royal_moves(plan.royals[side][0], side, &ok)),
            // A royal that captures is blown up.
            Legality::Blasts => merged(&|side| self.royal_moves(plan.royals[side][0], side, &quote!(empty #onto))),
            _ => quote!(),
        };
        let limit = match legality {
            Legality::Masks if plan.lines_meet() => {
                let note = self.note("In check: capture the checker or block; what answers two checkers is rare, and there may be nothing.");
                quote! {
                    #note
                    if block.is_empty() {
                        return;
                    }
                    let ok = block & #ok;
                }
            }
            Legality::Masks => {
                let note = self.note("In check: capture the checker or block; with two checkers only the royal moves.");
                quote! {
                    #note
                    if checkers.any() && !checkers.is_single() {
                        return;
                    }
                    let ok = if checkers.is_empty() { #ok } else { (block | checkers) & #ok };
                }
            }
            Legality::Blasts => merged(&|side| self.blast_masks(side, &onto)),
            _ => quote!(let ok = #ok;),
        };
        let moves_of = |id: usize| {
            merged(&|side| {
                let royal = matches!(legality, Legality::Masks | Legality::Blasts | Legality::Lines)
                    && plan.royals[side].contains(&(id as PieceId));
                if royal {
                    return quote!();
                }
                let (moves, apart) = (self.piece_moves(id, side, legality), self.promotions_apart(id, side, legality));
                let (travels, swaps, pushes) = (self.travels(id, side), self.swaps(id, side), self.pushes(id, side));
                quote!(#moves #travels #swaps #pushes #apart)
            })
        };
        let (present, later) = self.present_and_later(sides);
        let mut pieces: TokenStream = present.into_iter().map(moves_of).collect();
        let others: TokenStream = later.iter().copied().map(moves_of).collect();
        if later.len() > 1 && !others.is_empty() {
            let (note, kinds) = (self.note("Types that are not there at the start."), self.kinds(&later));
            pieces.extend(quote!(#note if (#kinds & us).any() { #others }));
        } else {
            pieces.extend(others);
        }
        let en_passant = merged(&|side| self.guarded(self.en_passant(side, legality), side, true));
        let drops = merged(&|side| self.guarded(self.drops(side, legality), side, false));
        let castling = merged(&|side| self.guarded(self.castling_call(side, legality), side, false));
        let urgent = merged(&|side| self.urgent_drops(side, legality, &limit));
        quote! {
            #prologue
            #urgent
            #royal
            #castling
            #limit
            #pieces
            #en_passant
            #drops
        }
    }

    /// The types of which one of these sides has pieces at the start, and the others.
    pub(super) fn present_and_later(&self, sides: &[usize]) -> (Vec<usize>, Vec<usize>) {
        let at_start = |id: &usize| sides.iter().any(|&side| self.plan.start_count(side, &[*id as PieceId]) > 0);
        (0..self.plan.pieces.len()).partition(at_start)
    }

    /// With obligatory captures, some moves belong to one of the two passes only.
    pub(super) fn guarded(&self, code: TokenStream, side: usize, taking: bool) -> TokenStream {
        if code.is_empty() || !self.plan.must_capture[side] {
            return code;
        }
        if taking { quote!(if taking { #code }) } else { quote!(if !taking { #code }) }
    }
}
