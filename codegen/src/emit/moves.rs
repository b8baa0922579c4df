//! The one source of moves: `moves`, which calls the visitor batch by batch.

use super::*;
use crate::merge::try_merge;
use crate::plan::Legality;
use wazir_variant_spec::rules::{Condition, Drop, Forced, Pass, PieceId, Promotion, Supply};

/// Where the moves that are being written start.
enum Start {
    /// On the square `from`.
    Square,
    /// A whole set shifted by one step.
    Shift(Step),
}

impl Emitter<'_> {
    /// The functions of this part of the module.
    pub(super) fn moves(&self) -> TokenStream {
        let dispatch = quote! {
            /// All legal moves of a position that is not over.
            #[inline(always)]
            fn moves<B: Books, C: Cpu, V: Visitor<State<B>>>(p: &State<B>, cpu: C, v: &mut V) {
                match p.turn {
                    0 => moves_of::<First, B, C, V>(p, cpu, v),
                    _ => moves_of::<Second, B, C, V>(p, cpu, v),
                }
            }
        };
        let turn = self.turn();
        let mut code = quote!(#dispatch #turn);
        let mut written = Vec::new();
        for legality in self.plan.legality {
            // Make-and-test filters what the free generator yields.
            let generator = if legality == Legality::Test { Legality::Free } else { legality };
            if !written.contains(&generator) {
                written.push(generator);
                code.extend(self.generator(generator));
            }
        }
        code.extend(self.castling_function());
        code.extend(self.helpers());
        code
    }

    /// The moves of one side: generator, filter, obligations, passes.
    fn turn(&self) -> TokenStream {
        let plan = self.plan;
        let call = |onto: TokenStream| {
            self.both(|side| {
                let (function, filtered) = match plan.legality[side] {
                    Legality::Free => ("free_moves", false),
                    Legality::Masks => ("masked_moves", false),
                    Legality::Lines => ("screened_moves", false),
                    Legality::Test => ("free_moves", true),
                };
                let function = format_ident!("{function}");
                if filtered {
                    quote!({ #function::<S, B, C, _>(p, cpu, &mut Lawful { inner: &mut *v, cpu } #onto); })
                } else {
                    quote!({ #function::<S, B, C, _>(p, cpu, &mut *v #onto); })
                }
            })
        };
        let watched = plan.must_capture || plan.rules.pass == Pass::WhenStuck;
        let begin = if watched {
            quote!(let mut watch = Watch { inner: v, any: false }; let v = &mut watch;)
        } else {
            quote!()
        };
        let body = if plan.must_capture {
            let (captures, quiets) =
                (call(quote!(, p.sides[S::THEM], true)), call(quote!(, ALL & !p.occupied(), false)));
            let note = self.note("Captures are obligatory: anything else only when there is none.");
            quote!(#note #captures; if !v.any { #quiets; })
        } else {
            let all = call(quote!());
            quote!(#all;)
        };
        let pass = self.pass();
        let unpassing = quote! {
            /// The moves of `S`, passes excepted.
            #[inline(always)]
            fn moves_of<S: Side, B: Books, C: Cpu, V: Visitor<State<B>>>(p: &State<B>, cpu: C, v: &mut V) {
                #begin
                #body
                #pass
            }
        };
        unpassing
    }

    fn pass(&self) -> TokenStream {
        let plan = self.plan;
        let square = self.both(|side| {
            let royal = &plan.royals[side];
            if royal.is_empty() {
                quote!(p.sides[S::ME].first())
            } else {
                let kinds = self.kinds(&royal.iter().map(|&id| id as usize).collect::<Vec<_>>());
                quote!({ let royal = #kinds & p.sides[S::ME]; if royal.any() { royal.first() } else { p.sides[S::ME].first() } })
            }
        });
        let batch = quote! {
            let square = #square;
            if p.sides[S::ME].any() {
                v.batch(p, Pass::<S, _, _>::new(p.kind_at(square), At(square), Set::single(square)));
            }
        };
        let note = self.note(format!("Passing: {}.", self.pass_text()));
        let unchecked = if plan.royals.iter().all(Vec::is_empty) || !plan.rules.check.may_not_remain {
            quote!(true)
        } else {
            quote!(checkers_of::<S, B, C>(p, cpu).is_empty())
        };
        match plan.rules.pass {
            Pass::Never => TokenStream::new(),
            Pass::Always => quote!(#note if #unchecked { #batch }),
            Pass::WhenStuck => {
                let nobody = plan.rules.end.iter().any(|rule| rule.when == Condition::NobodyCanMove);
                let useful = if nobody {
                    quote!(&&can_move::<S::Other, B, C>(&p.make_pass::<S, C>(cpu), cpu))
                } else {
                    quote!()
                };
                quote!(#note if !v.any && #unchecked #useful { #batch })
            }
        }
    }

    /// Does anything ask whether a side can move without passing?
    pub(super) fn asks_mobility(&self) -> bool {
        self.plan.rules.end.iter().any(|rule| rule.when == Condition::NobodyCanMove)
    }

    fn helpers(&self) -> TokenStream {
        let plan = self.plan;
        let mut code = TokenStream::new();
        if self.asks_mobility() {
            let call = self.both(|side| match plan.legality[side] {
                Legality::Test => quote!(free_moves::<S, B, C, _>(p, cpu, &mut Lawful { inner: &mut count, cpu })),
                Legality::Masks => quote!(masked_moves::<S, B, C, _>(p, cpu, &mut count)),
                Legality::Lines => quote!(screened_moves::<S, B, C, _>(p, cpu, &mut count)),
                Legality::Free if plan.must_capture => {
                    quote!(free_moves::<S, B, C, _>(p, cpu, &mut count, ALL & !p.sides[S::ME], true))
                }
                Legality::Free => quote!(free_moves::<S, B, C, _>(p, cpu, &mut count)),
            });
            code.extend(quote! {
                /// Has `S` a move other than a pass?
                #[inline(never)]
                fn can_move<S: Side, B: Books, C: Cpu>(p: &State<B>, cpu: C) -> bool {
                    let mut count = Count::default();
                    #call;
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
        if no_mate {
            code.extend(quote! {
                /// Is the side to move, which is not `S`, mated?
                #[inline(never)]
                fn mated_by<S: Side, B: Books, C: Cpu>(p: &State<B>, cpu: C) -> bool {
                    let mut count = Count::default();
                    if checkers_of::<S::Other, B, C>(p, cpu).any() {
                        moves_of::<S::Other, B, C, _>(p, cpu, &mut count);
                        return count.moves == 0;
                    }
                    false
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
        let sides: Vec<usize> = (0..2)
            .filter(|&side| {
                plan.legality[side] == legality || (legality == Legality::Free && plan.legality[side] == Legality::Test)
            })
            .collect();
        let name = format_ident!(
            "{}",
            match legality {
                Legality::Masks => "masked_moves",
                Legality::Lines => "screened_moves",
                _ => "free_moves",
            }
        );
        let about = match legality {
            Legality::Masks => " Legal moves by check mask and pin lines.",
            Legality::Lines => {
                " Legal moves: those that touch no watched square at once, the others by a test on the changed occupancy."
            }
            _ => " Moves without regard to royals.",
        };
        let onto = if self.plan.must_capture { quote!(, onto: Set, taking: bool) } else { quote!() };
        // Where the sides' royals are attacked in different ways, each side has a body of its own.
        let alike = sides.len() < 2 || try_merge(self.prologue(0, legality), self.prologue(1, legality)).is_some();
        let body = if alike {
            self.generator_body(legality, &sides)
        } else {
            let (first, second) = (self.generator_body(legality, &[0]), self.generator_body(legality, &[1]));
            quote!(if S::ME == 0 { #first } else { #second })
        };
        quote! {
            #[doc = #about]
            #[inline(always)]
            fn #name<S: Side, B: Books, C: Cpu, V: Visitor<State<B>>>(p: &State<B>, cpu: C, v: &mut V #onto) {
                let (us, them) = (p.sides[S::ME], p.sides[S::THEM]);
                let occ = p.occupied();
                let empty = ALL & !occ;
                #body
            }
        }
    }

    fn prologue(&self, side: usize, legality: Legality) -> TokenStream {
        match legality {
            Legality::Masks => self.masks(side),
            Legality::Lines => self.watch(side),
            _ => quote!(),
        }
    }

    /// The body of a generator for these sides.
    fn generator_body(&self, legality: Legality, sides: &[usize]) -> TokenStream {
        let plan = self.plan;
        let merged = |code: &dyn Fn(usize) -> TokenStream| match sides[..] {
            [one] => code(one),
            _ => merge(code(0), code(1)),
        };
        let own = if plan.walls { quote!((us | p.walls)) } else { quote!(us) };
        let ok = if plan.must_capture { quote!(!#own & onto) } else { quote!(!#own) };
        let prologue = merged(&|side| self.prologue(side, legality));
        let royal = match legality {
            Legality::Masks | Legality::Lines => merged(&|side| self.royal_moves(plan.royals[side][0], side, &ok)),
            _ => quote!(),
        };
        let limit = match legality {
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
            _ => quote!(let ok = #ok;),
        };
        let mut pieces = TokenStream::new();
        for id in 0..plan.pieces.len() {
            pieces.extend(merged(&|side| {
                let royal = matches!(legality, Legality::Masks | Legality::Lines)
                    && plan.royals[side].contains(&(id as PieceId));
                if royal { quote!() } else { self.piece_moves(id, side, legality) }
            }));
        }
        let en_passant = self.guarded(merged(&|side| self.en_passant(side, legality)), true);
        let drops = self.guarded(merged(&|side| self.drops(side, legality)), false);
        let castling = self.guarded(merged(&|side| self.castling_call(side, legality)), false);
        quote! {
            #prologue
            #royal
            #castling
            #limit
            #pieces
            #en_passant
            #drops
        }
    }

    /// With obligatory captures, some moves belong to one of the two passes only.
    fn guarded(&self, code: TokenStream, taking: bool) -> TokenStream {
        if code.is_empty() || !self.plan.must_capture {
            return code;
        }
        if taking { quote!(if taking { #code }) } else { quote!(if !taking { #code }) }
    }

    /// Checkers, the block mask and the pinned pieces.
    fn masks(&self, side: usize) -> TokenStream {
        let royal = self.piece(self.plan.royals[side][0]);
        let looks = self.look_backs(1 - side, &quote!(king), &quote!(occ));
        let leapers: Vec<TokenStream> = looks
            .iter()
            .filter(|look| look.kernel.is_none())
            .map(|look| {
                let (origins, kinds) = (&look.origins, self.kinds(&look.kinds));
                quote!(#origins & #kinds)
            })
            .collect();
        let leapers = if leapers.is_empty() { quote!(Set::EMPTY) } else { quote!((#(#leapers)|*) & them) };
        let exact = self.exact_pins(side);
        let on_line = |kernel: &Kernel| match kernel {
            Kernel::Ray(ray) => is_queen_step(ray.step) && !matches!(self.plan.word, Word::Many(_)),
            _ => !matches!(self.plan.word, Word::Many(_)),
        };
        let squares = Literal::usize_unsuffixed(self.plan.squares as usize);
        let pin = |between: TokenStream| {
            if exact {
                quote!(pinned |= blockers; pins[pin_count] = (blockers, #between | Set::single(sniper)); pin_count += 1;)
            } else {
                quote!(pinned |= blockers;)
            }
        };
        let judge = |between: TokenStream| {
            let pin = pin(quote!(between));
            quote! {
                let between = #between;
                let blockers = between & occ;
                if blockers.is_empty() {
                    checkers |= Set::single(sniper);
                    block |= between;
                } else if blockers.is_single() && (blockers & us).any() {
                    #pin
                }
            }
        };
        let mut sliders = TokenStream::new();
        let lines: Vec<TokenStream> = looks
            .iter()
            .filter_map(|look| look.kernel.as_ref().filter(|k| on_line(k)).map(|k| (look, k)))
            .map(|(look, kernel)| {
                let (rays, kinds) = (self.open_lines(kernel.reversed(), &quote!(king)), self.kinds(&look.kinds));
                quote!(#rays & #kinds)
            })
            .collect();
        if !lines.is_empty() {
            let judge = judge(quote!(Set(BETWEEN[king * #squares + sniper])));
            sliders.extend(quote!(((#(#lines)|*) & them).for_each(|sniper| { #judge });));
        }
        for look in looks.iter().filter(|look| look.kernel.as_ref().is_some_and(|k| !on_line(k))) {
            let kinds = self.kinds(&look.kinds);
            for ray in rays_of(look.kernel.as_ref().map_or(Kernel::Rook, |k| k.reversed())) {
                let (table, ascending) = (self.ray_table(ray), self.ascending(ray.step));
                let judge = judge(quote!(before(Set(#table[king]), sniper, #ascending)));
                sliders.extend(quote!((Set(#table[king]) & #kinds & them).for_each(|sniper| { #judge });));
            }
        }
        let pins = if exact {
            quote!(let mut pins = [(Set::EMPTY, Set::EMPTY); 32]; let mut pin_count = 0;)
        } else {
            quote!()
        };
        let note = self.note("Checks and pins, seen from the royal.");
        quote! {
            let royal = p.kinds[#royal] & us;
            if royal.is_empty() {
                return;
            }
            let king = royal.first();
            #note
            let leapers = #leapers;
            let (mut checkers, mut block, mut pinned) = (leapers, Set::EMPTY, Set::EMPTY);
            #pins
            #sliders
            if leapers.any() {
                block = Set::EMPTY;
            }
        }
    }

    /// A pinned piece may stay on the line through its square and the royal's, except where it could jump along that line past the
    /// pinner: then the exact pin has to be remembered.
    fn exact_pins(&self, side: usize) -> bool {
        let odd_ray = self.plan.pieces.iter().flat_map(|p| &p.parts[1 - side]).any(|part| {
            part.mode.capture && matches!(&part.shape, Shape::Slide(Kernel::Ray(ray)) if !is_queen_step(ray.step))
        });
        let jumps = self.plan.pieces.iter().flat_map(|p| &p.parts[side]).any(|part| match &part.shape {
            Shape::Leaps { steps, .. } => steps.iter().any(|&s| jumps_on_line(s)),
            Shape::Lame { steps, .. } => steps.iter().any(|&(s, _)| jumps_on_line(s)) && !part.mode.leaves,
            Shape::Slide(Kernel::Ray(ray)) => ray.min > 1 || jumps_on_line(ray.step),
            Shape::Slide(_) => false,
            Shape::Hop { .. } => true,
            Shape::LameRide { step, .. } => jumps_on_line(*step),
        });
        odd_ray || jumps || matches!(self.plan.word, Word::Many(_))
    }

    fn pin_line(&self, side: usize) -> TokenStream {
        let squares = Literal::usize_unsuffixed(self.plan.squares as usize);
        if self.exact_pins(side) {
            quote!(
                pins[..pin_count]
                    .iter()
                    .filter(|(blocker, _)| blocker.has(from))
                    .fold(ALL, |line, (_, pin)| line & *pin)
            )
        } else {
            quote!(Set(LINE[king * #squares + from]))
        }
    }

    /// Can no piece of this type stay on a line through a royal when pinned?
    fn never_on_line(&self, id: usize, side: usize) -> bool {
        !self.exact_pins(side)
            && self.plan.pieces[id].parts[side].iter().all(|part| match &part.shape {
                Shape::Leaps { steps, .. } => steps.iter().all(|&s| !is_aligned(s)),
                Shape::Lame { steps, .. } => steps.iter().all(|&(s, _)| !is_aligned(s)),
                _ => false,
            })
    }

    /// The royal's square, its checkers, and the squares whose occupancy decides whether it is attacked.
    fn watch(&self, side: usize) -> TokenStream {
        let royal = self.piece(self.plan.royals[side][0]);
        let mut code = TokenStream::new();
        let mut rays: Vec<(Ray, Vec<usize>, u32)> = Vec::new();
        let mut add_ray =
            |ray: Ray, id: usize, most: u32| match rays.iter_mut().find(|(r, _, m)| (*r, *m) == (ray, most)) {
                Some((_, kinds, _)) if kinds.contains(&id) => {}
                Some((_, kinds, _)) => kinds.push(id),
                None => rays.push((ray, vec![id], most)),
            };
        for (id, piece) in self.plan.pieces.iter().enumerate() {
            for part in piece.parts[1 - side].iter().filter(|part| part.mode.capture) {
                match &part.shape {
                    Shape::Leaps { .. } => {}
                    Shape::Slide(Kernel::Ray(ray)) if ray.min > 1 => {
                        add_ray(Ray { min: 1, step: reverse(ray.step), ..*ray }, id, u32::MAX)
                    }
                    Shape::Slide(kernel) => rays_of(kernel.reversed()).into_iter().for_each(|ray| add_ray(ray, id, 1)),
                    Shape::Hop { step, max, .. } => add_ray(Ray { step: reverse(*step), min: 1, max: *max }, id, 2),
                    Shape::Lame { steps, .. } => {
                        let name = format!("{}_attacked_from", side_name(self.plan, 1 - side, piece));
                        let (vias, origins) = self.lame_tables(&name, steps, &part.from, &part.to, true);
                        let ident = &piece.ident;
                        code.extend(quote! {
                            for leg in 0..#vias[king].len() {
                                if (Set(#origins[king][leg]) & p.kinds[#ident] & them).any() {
                                    watched |= Set(#vias[king][leg]);
                                }
                            }
                        });
                    }
                    Shape::LameRide { .. } => {
                        let ident = &piece.ident;
                        code.extend(quote!(if (p.kinds[#ident] & them).any() { watched = ALL; }));
                    }
                }
            }
        }
        for (kernel, royal) in self.facing(1 - side) {
            rays_of(kernel).into_iter().for_each(|ray| add_ray(ray, royal as usize, 1));
        }
        for (ray, kinds, most) in rays {
            let (table, kinds, ascending) = (self.ray_table(ray), self.kinds(&kinds), self.ascending(ray.step));
            let watch = match most {
                u32::MAX => quote!(watched |= between;),
                _ => {
                    let most = Literal::u32_unsuffixed(most);
                    quote!(if (between & occ).count() <= #most { watched |= between; })
                }
            };
            code.extend(quote! {
                (Set(#table[king]) & #kinds & them).for_each(|sniper| {
                    let between = before(Set(#table[king]), sniper, #ascending);
                    #watch
                });
            });
        }
        let note = self.note("Squares whose occupancy decides whether the royal is attacked.");
        quote! {
            let royal = p.kinds[#royal] & us;
            if royal.is_empty() {
                return;
            }
            let king = royal.first();
            let checkers = checks_to::<S::Other, B, C>(p, cpu, king, occ, them);
            #note
            let mut watched = Set::EMPTY;
            #code
        }
    }

    /// The moves of a royal: each target is looked at by itself.
    fn royal_moves(&self, id: PieceId, side: usize, ok: &TokenStream) -> TokenStream {
        let Some(targets) = self.targets(id as usize, side, &quote!(king)) else { return quote!() };
        let steps = self.steps(id as usize, side, &Start::Square, "Step");
        let note = self.note(format!("The {}, to squares that are not attacked.", self.plan.pieces[id as usize].snake));
        quote! {
            #note
            {
                let from = king;
                let ok = #ok;
                let mut targets = Set::EMPTY;
                (#targets).for_each(|to| {
                    let square = Set::single(to);
                    if checks_to::<S::Other, B, C>(p, cpu, to, occ ^ royal, them & !square).is_empty() {
                        targets |= square;
                    }
                });
                #steps
            }
        }
    }

    /// The targets of an ordinary move of this type from `sq`, within `ok`. `None` when there are none.
    fn targets(&self, id: usize, side: usize, sq: &TokenStream) -> Option<TokenStream> {
        let piece = &self.plan.pieces[id];
        let select = |quiet: bool, capture: bool| -> Vec<TokenStream> {
            piece.parts[side]
                .iter()
                .filter(|part| !part.mode.leaves && (part.mode.quiet, part.mode.capture) == (quiet, capture))
                .filter_map(|part| self.reach(piece, side, part, sq, &quote!(occ)))
                .collect()
        };
        let mut terms = select(true, true);
        for (only, set) in [(select(true, false), quote!(empty)), (select(false, true), quote!(them))] {
            if !only.is_empty() {
                terms.push(quote!((#(#only)|*) & #set));
            }
        }
        (!terms.is_empty()).then(|| quote!((#(#terms)|*) & ok))
    }

    /// All moves of the pieces of one type that are not treated as royal.
    fn piece_moves(&self, id: usize, side: usize, legality: Legality) -> TokenStream {
        let piece = &self.plan.pieces[id];
        if piece.parts[side].is_empty() {
            return quote!();
        }
        let ident = &piece.ident;
        let note = self.note(self.plan.rules.pieces[id].name.clone());
        let each = self.each(id, side, legality);
        let shifts = self.shifts(id, side, legality);
        match (legality, shifts) {
            (Legality::Masks, Some(shifts)) => quote! {
                #note
                {
                    let movers = p.kinds[#ident] & us & !pinned;
                    #shifts
                    (p.kinds[#ident] & us & pinned).for_each(|from| { #each });
                }
            },
            (_, Some(shifts)) => quote! {
                #note
                {
                    let movers = p.kinds[#ident] & us;
                    #shifts
                }
            },
            (Legality::Masks, None) if self.never_on_line(id, side) => quote! {
                #note
                (p.kinds[#ident] & us & !pinned).for_each(|from| { #each });
            },
            _ => quote! {
                #note
                (p.kinds[#ident] & us).for_each(|from| { #each });
            },
        }
    }

    /// The moves of one piece on `from`.
    fn each(&self, id: usize, side: usize, legality: Legality) -> TokenStream {
        let piece = &self.plan.pieces[id];
        let narrow = match legality {
            Legality::Masks if self.never_on_line(id, side) => quote!(),
            Legality::Masks => {
                let line = self.pin_line(side);
                quote!(if pinned.has(from) { targets &= #line; })
            }
            Legality::Lines => {
                quote!(targets = screen::<S, B, C>(p, cpu, king, watched, checkers, Set::single(from), targets);)
            }
            _ => quote!(),
        };
        let mut code = quote!();
        if let Some(targets) = self.targets(id, side, &quote!(from)) {
            let steps = self.steps(id, side, &Start::Square, "Step");
            code.extend(quote!(let mut targets = #targets; #narrow #steps));
        }
        for part in piece.parts[side].iter().filter(|part| part.mode.leaves) {
            let Shape::Lame { state, steps } = &part.shape else { continue };
            for &(step, via) in steps {
                let one = Part { shape: Shape::Lame { state: *state, steps: vec![(step, via)] }, ..part.clone() };
                let Some(reach) = self.reach(piece, side, &one, &quote!(from), &quote!(occ)) else { continue };
                let passing = self.steps(id, side, &Start::Square, "Passing");
                let passed = self.by(via);
                code.extend(quote!({ let mut targets = #reach & empty & ok; let passed = #passed; #narrow #passing }));
            }
        }
        code
    }

    /// A step as a difference of square numbers.
    fn by(&self, step: Step) -> Literal {
        Literal::i32_unsuffixed(step.dy as i32 * self.plan.board().files as i32 + step.dx as i32)
    }

    /// All pieces of a type at once, when its movement is a few leaps and there are enough of them to be worth it.
    fn shifts(&self, id: usize, side: usize, legality: Legality) -> Option<TokenStream> {
        let piece = &self.plan.pieces[id];
        if !matches!(legality, Legality::Masks | Legality::Free) || self.plan.start_count(side, &[id as PieceId]) < 4 {
            return None;
        }
        let mut code = TokenStream::new();
        for part in &piece.parts[side] {
            let steps: Vec<(Step, Option<(ViaState, Step)>)> = match &part.shape {
                Shape::Leaps { steps, .. } => steps.iter().map(|&step| (step, None)).collect(),
                Shape::Lame { state, steps } => steps.iter().map(|&(step, via)| (step, Some((*state, via)))).collect(),
                _ => return None,
            };
            if steps.len() > 3 {
                return None;
            }
            for (step, via) in steps {
                code.extend(self.shift(id, side, part, step, via));
            }
        }
        Some(code)
    }

    fn shift(&self, id: usize, side: usize, part: &Part, step: Step, via: Option<(ViaState, Step)>) -> TokenStream {
        let targets_of = match &part.shape {
            // Zones of merged leaps are in the table.
            Shape::Leaps { targets, .. } => targets.clone(),
            _ => self.plan.leap_targets(step, &part.from, &part.to),
        };
        let board = self.plan.board();
        let from: SquareSet = (0..self.plan.squares)
            .filter(|&s| board.step(s, step).is_some_and(|to| targets_of[s as usize].contains(to)))
            .collect();
        let by = self.by(step);
        let everywhere: SquareSet = self.all.iter().filter(|&s| board.step(s, step).is_some()).collect();
        // What leaves the board falls off the word, or is no square to go to; else it has to be kept from starting.
        let bits = match self.plan.word {
            Word::One => 64,
            Word::Two => 128,
            Word::Many(words) => 64 * words,
        };
        let stays = bits == self.plan.squares as usize || !(part.mode.quiet && part.mode.capture);
        let movers = if step.dx == 0 && from == everywhere && board.holes.is_empty() && stays {
            quote!(movers)
        } else {
            let from = self.set(&from);
            quote!((movers & #from))
        };
        let onto = match (part.mode.quiet, part.mode.capture) {
            (true, true) => quote!(),
            (true, false) => quote!(&empty),
            (false, true) => quote!(&them),
            (false, false) => return quote!(),
        };
        let via_test = via.map_or(quote!(), |(state, via)| {
            let rest = self.by(Step { dx: step.dx - via.dx, dy: step.dy - via.dy });
            let set = if state == ViaState::Empty { quote!(empty) } else { quote!(occ) };
            quote!(& #set.shift(#rest))
        });
        let kind = if part.mode.leaves { "Passing" } else { "Step" };
        let steps = self.steps(id, side, &Start::Shift(step), kind);
        let passed = via.filter(|_| part.mode.leaves).map_or(quote!(), |(_, via)| {
            let passed = self.by(via);
            quote!(let passed = #passed;)
        });
        quote! {{
            let targets = #movers.shift(#by) #onto #via_test & ok;
            #passed
            #steps
        }}
    }

    /// Hands `targets` to the visitor: promotions first, then moves that stay what they are.
    fn steps(&self, id: usize, side: usize, start: &Start, kind: &str) -> TokenStream {
        let piece = &self.plan.pieces[id];
        let origin = match start {
            Start::Square => quote!(At(from)),
            Start::Shift(step) => {
                let by = self.by(*step);
                quote!(Shifted(#by))
            }
        };
        let promotions: Vec<&Promotion> = piece.rules[side].iter().flat_map(|r| &r.promotions).collect();
        let kind = format_ident!("{kind}");
        let passed = if kind == "Passing" { quote!(passed,) } else { quote!() };
        let ident = &piece.ident;
        let stay = quote!(v.batch(p, #kind::<S, _, _>::new(#ident, #origin, #passed targets)););
        if promotions.is_empty() {
            return stay;
        }
        let mut code = TokenStream::new();
        let mut forced = Vec::new();
        for (n, promotion) in promotions.iter().enumerate() {
            let Some(may) = self.may_promote(promotion, start) else { continue };
            let name = format_ident!("promoting_{}", n);
            code.extend(quote!(let #name = targets & #may;));
            let free: Vec<&Ident> =
                promotion.to.iter().filter(|to| to.while_fewer_than.is_none()).map(|to| self.piece(to.piece)).collect();
            match free[..] {
                [] => {}
                [into] => code.extend(quote!(v.batch(p, Promotion::<S, _, _>::new(#ident, #origin, #into, #name));)),
                _ => code.extend(quote! {
                    for into in [#(#free),*] {
                        v.batch(p, Promotion::<S, _, _>::new(#ident, #origin, into, #name));
                    }
                }),
            }
            let limited = promotion.to.iter().filter_map(|to| Some((self.piece(to.piece), to.while_fewer_than?)));
            let limited: Vec<TokenStream> = limited
                .map(|(into, limit)| {
                    let limit = Literal::u32_unsuffixed(limit as u32);
                    quote!((#into, #limit))
                })
                .collect();
            if !limited.is_empty() {
                code.extend(quote! {
                    for (into, limit) in [#(#limited),*] {
                        if (p.kinds[into] & us).count() < limit {
                            v.batch(p, Promotion::<S, _, _>::new(#ident, #origin, into, #name));
                        }
                    }
                });
            }
            match &promotion.forced {
                Forced::Never => {}
                Forced::Always => forced.push(quote!(#name)),
                Forced::Onto(squares) => {
                    let squares = self.set(squares);
                    forced.push(quote!((#name & #squares)));
                }
            }
        }
        if !forced.is_empty() {
            code.extend(quote!(let targets = targets & !(#(#forced)|*);));
        }
        quote!(#code #stay)
    }

    /// The targets on which a move may promote, as an expression. `None` when there are none.
    fn may_promote(&self, promotion: &Promotion, start: &Start) -> Option<TokenStream> {
        let zone = promotion.zone;
        let outside = self.all.minus(&zone);
        let none = SquareSet::EMPTY;
        let from_inside =
            (if promotion.within { zone } else { none }).or(if promotion.leaving { &outside } else { &none });
        let from_outside = if promotion.entering { zone } else { none };
        match start {
            Start::Square if from_inside == from_outside => (!from_inside.is_empty()).then(|| self.set(&from_inside)),
            Start::Square => {
                let (zone, inside, outside) = (self.set(&zone), self.set(&from_inside), self.set(&from_outside));
                Some(quote!((if #zone.has(from) { #inside } else { #outside })))
            }
            Start::Shift(step) => {
                let board = self.plan.board();
                let squares: SquareSet = self
                    .all
                    .iter()
                    .filter_map(|from| {
                        let to = board.step(from, *step)?;
                        let allowed = if zone.contains(from) { &from_inside } else { &from_outside };
                        allowed.contains(to).then_some(to)
                    })
                    .collect();
                (!squares.is_empty()).then(|| self.set(&squares))
            }
        }
    }

    fn en_passant(&self, side: usize, legality: Legality) -> TokenStream {
        let mut code = TokenStream::new();
        for (id, piece) in self.plan.pieces.iter().enumerate() {
            let Some(takers) = self.takers(id, side, &quote!(goal_square)) else { continue };
            let ident = &piece.ident;
            let batch = quote!(v.batch(p, batches::EnPassant::<S, _, _>::new(#ident, At(from), victim, goal)););
            let tested = match legality {
                Legality::Masks | Legality::Lines => quote! {
                    let after = occ & !Set::single(from) & !Set::single(victim) | goal;
                    if checks_to::<S::Other, B, C>(p, cpu, king, after, them & !Set::single(victim)).is_empty() {
                        #batch
                    }
                },
                _ => batch,
            };
            code.extend(quote!((#takers & p.kinds[#ident] & us).for_each(|from| { #tested });));
        }
        if code.is_empty() || !self.plan.en_passant {
            return quote!();
        }
        let note = self.note("En passant.");
        quote! {
            #note
            if p.passed != NOWHERE {
                let (goal_square, victim) = (p.passed as usize, p.victim as usize);
                let goal = Set::single(goal_square);
                #code
            }
        }
    }

    /// Squares from which a piece of the type could capture en passant on `sq`, were it there; `None` when it never does.
    pub(super) fn takers(&self, id: usize, side: usize, sq: &TokenStream) -> Option<TokenStream> {
        let piece = &self.plan.pieces[id];
        let mut origins: Option<Vec<SquareSet>> = None;
        for part in piece.parts[side].iter().filter(|part| part.mode.en_passant) {
            let Shape::Leaps { targets, .. } = &part.shape else { continue };
            let origins = origins.get_or_insert_with(|| vec![SquareSet::EMPTY; targets.len()]);
            for (from, targets) in targets.iter().enumerate() {
                targets.iter().for_each(|to| origins[to as usize].insert(from as u16));
            }
        }
        let name = format!("{}_takes_passing_from", side_name(self.plan, side, piece));
        let table = self.sets(&name, &format!("Squares from which the {} captures en passant.", piece.snake), origins?);
        Some(self.at(&table, sq))
    }

    fn drops(&self, side: usize, legality: Legality) -> TokenStream {
        let mut code = TokenStream::new();
        for (id, piece) in self.plan.pieces.iter().enumerate() {
            if let Some(drop) = piece.rules[side].and_then(|r| r.drop.as_ref()) {
                code.extend(self.drop(id, side, drop, legality));
            }
        }
        if code.is_empty() {
            return code;
        }
        let note = self.note("Drops.");
        let onto = match legality {
            Legality::Masks => quote!(let onto = if checkers.is_empty() { empty } else { block };),
            _ => quote!(let onto = empty;),
        };
        quote!(#note { #onto #code })
    }

    fn drop(&self, id: usize, side: usize, drop: &Drop, legality: Legality) -> TokenStream {
        let piece = &self.plan.pieces[id];
        let ident = &piece.ident;
        let mut code = if drop.zone == self.all {
            quote!(let mut targets = onto;)
        } else {
            let zone = self.set(&drop.zone);
            quote!(let mut targets = onto & #zone;)
        };
        match drop.per_file {
            Some(1) => code.extend(quote!(targets &= !whole_files(p.kinds[#ident] & us);)),
            Some(limit) => {
                let files: Vec<TokenStream> = (0..self.plan.board().files as u16)
                    .map(|file| {
                        self.set(&self.all.iter().filter(|s| s % self.plan.board().files as u16 == file).collect())
                    })
                    .collect();
                let limit = Literal::u32_unsuffixed(limit as u32);
                code.extend(quote! {
                    for file in [#(#files),*] {
                        if (p.kinds[#ident] & us & file).count() >= #limit {
                            targets &= !file;
                        }
                    }
                });
            }
            None => {}
        }
        if !drop.beside.is_empty() {
            let near = drop.beside.iter().map(|&step| {
                let back = reverse(step);
                let from: SquareSet = self.all.iter().filter(|&s| self.plan.board().step(s, back).is_some()).collect();
                let (from, by) = (self.set(&from), self.by(back));
                quote!((us & #from).shift(#by))
            });
            code.extend(quote!(targets &= #(#near)|*;));
        }
        if legality == Legality::Lines {
            code.extend(
                quote!(let mut targets = screen::<S, B, C>(p, cpu, king, watched, checkers, Set::EMPTY, targets);),
            );
        }
        if drop.may_not_mate {
            let origins: Vec<TokenStream> = self
                .look_backs(side, &quote!(enemy), &quote!(occ))
                .into_iter()
                .filter(|look| look.kinds.contains(&id))
                .map(|look| look.origins)
                .collect();
            let royals = self.kinds(&self.plan.royals[1 - side].iter().map(|&r| r as usize).collect::<Vec<_>>());
            let note = self.note("This drop may not mate.");
            code.extend(quote! {
                #note
                let mut checking = Set::EMPTY;
                (#royals & them).for_each(|enemy| checking |= #(#origins)|*);
                (targets & checking).for_each(|to| {
                    if mated_by::<S, B, C>(&p.make_drop::<S, C>(cpu, #ident, to), cpu) {
                        targets &= !Set::single(to);
                    }
                });
            });
        }
        code.extend(quote!(v.batch(p, Drop::<S, _, _>::new(#ident, At(0), targets));));
        match (drop.supply, self.plan.hand.iter().position(|&h| h as usize == id)) {
            (Supply::Hand, Some(place)) => {
                let place = Literal::usize_unsuffixed(place);
                quote!(if p.hands[S::ME][#place] > 0 { #code })
            }
            _ => quote!({ #code }),
        }
    }

    fn castling_call(&self, side: usize, legality: Legality) -> TokenStream {
        let Some(castling) = self.plan.castlings(side).next() else { return quote!() };
        let king = self.piece(castling.king);
        let rank: SquareSet = self.all.iter().filter(|&s| self.plan.board().rank(s) == castling.rank).collect();
        let rank = self.set(&rank);
        let unchecked = match legality {
            Legality::Masks | Legality::Lines => quote!(checkers.is_empty() &&),
            _ => quote!(),
        };
        quote! {
            if #unchecked (p.castling & us & #rank).any() {
                let home = p.kinds[#king] & us & #rank;
                if home.any() {
                    let king = home.first();
                    (p.castling & us & #rank).for_each(|partner| castle::<S, B, C, V>(p, cpu, v, king, partner));
                }
            }
        }
    }

    fn castling_function(&self) -> TokenStream {
        if !self.plan.castling {
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
        let king = self.both(|side| {
            let king = self.plan.castlings(side).next().map_or(0, |c| c.king);
            let ident = self.piece(king);
            quote!(#ident)
        });
        let tested = self.both(|side| {
            let royal = self.plan.castlings(side).next().is_some_and(|c| self.plan.royals[side].contains(&c.king))
                && self.plan.rules.check.may_not_remain;
            if royal { quote!(true) } else { quote!(false) }
        });
        let test = if self.plan.royals.iter().all(Vec::is_empty) {
            quote!()
        } else {
            let note = self.note("The king may not leave or pass an attacked square, nor be attacked after castling.");
            quote! {
                #note
                let without = occ ^ Set::single(king);
                if #tested {
                    let mut safe = true;
                    let way = if king == king_to { Set::single(king) } else { span::<Set>(king, king_to) & !Set::single(king_to) };
                    way.for_each(|sq| safe = safe && checks_to::<S::Other, B, C>(p, cpu, sq, without, them).is_empty());
                    let after = (without ^ Set::single(partner)) | Set::single(king_to) | Set::single(partner_to);
                    if !safe || checks_to::<S::Other, B, C>(p, cpu, king_to, after, them).any() {
                        return;
                    }
                }
            }
        };
        let cause = self.plan.rules.castlings.first().map_or(String::new(), |c| self.cause(&c.cause));
        let about = format!(" Castling of the king with one partner, when the way is free. {cause}");
        quote! {
            #[doc = #about]
            #[inline(always)]
            fn castle<S: Side, B: Books, C: Cpu, V: Visitor<State<B>>>(p: &State<B>, cpu: C, v: &mut V, king: usize, partner: usize) {
                let (king_to, partner_to) = #destinations;
                let (occ, them) = (p.occupied(), p.sides[S::THEM]);
                let way = span::<Set>(king, king_to) | span::<Set>(partner, partner_to);
                if (way & occ & !Set::single(king) & !Set::single(partner)).any() {
                    return;
                }
                #test
                v.batch(p, Castling::<S, _, _>::new(#king, At(king), partner, Set::single(king_to)));
            }
        }
    }
}

/// The rays of a kernel.
fn rays_of(kernel: Kernel) -> Vec<Ray> {
    let all = |first: usize| {
        (0..4).map(move |i| DIRECTIONS[first + 2 * i]).map(|(_, dx, dy)| Ray { step: Step { dx, dy }, min: 1, max: 64 })
    };
    match kernel {
        Kernel::Rook => all(0).collect(),
        Kernel::Bishop => all(1).collect(),
        Kernel::Ray(ray) => vec![ray],
    }
}

fn is_queen_step(step: Step) -> bool {
    step.dx.abs().max(step.dy.abs()) == 1
}

fn is_aligned(step: Step) -> bool {
    step.dx == 0 || step.dy == 0 || step.dx.abs() == step.dy.abs()
}

/// Could such a step jump over a square of a queen's line and stay on it?
fn jumps_on_line(step: Step) -> bool {
    is_aligned(step) && !is_queen_step(step)
}
