//! Kernels: how the targets of one part of a movement are found, as expressions and as the functions behind them.

use super::*;
use wazir_program::analysis::{asks_for_own, jumps_enemies};
use wazir_program::tables::{Reach, conditional_leaps, open_lines, packed_ways, reach_table, stretches};

/// A function behind expressions, which is written where one of them calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Helper {
    /// Of a kernel along lines.
    Line(LineKernel),
    /// Of packed tables, which those of lines and of lame leaps call.
    Packed,
    /// Of lame leaps.
    Lame,
    /// Of leaps along paths.
    Path,
    /// Of lame rides.
    LameRide,
}

/// A kernel along all lines of a rook or a bishop, looked up where PEXT is fast; its function and table are written when used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct LineKernel {
    /// Along ranks and files; else along diagonals.
    pub(super) rook: bool,
    /// What is reached.
    pub(super) reach: Reach,
}

impl LineKernel {
    fn function(self) -> Ident {
        let name = if self.rook { "rook" } else { "bishop" };
        match self.reach {
            Reach::Slide => format_ident!("{name}_attacks"),
            Reach::Beyond => format_ident!("{name}_hops"),
            Reach::JustBehind => format_ident!("{name}_hops_behind"),
            Reach::BackFromBehind => format_ident!("{name}_hoppers_behind"),
        }
    }
}

impl Emitter<'_> {
    /// The name of a ray's table: the board's own for the eight directions, else one of the game's.
    pub(super) fn ray_table(&self, ray: Ray) -> TokenStream {
        let direction = DIRECTIONS.iter().find(|(_, dx, dy)| (Step { dx: *dx, dy: *dy }) == ray.step);
        match direction {
            Some((name, ..))
                if ray.min == 1 && !ray.joined.any() && goes_all_the_way(self.plan.board(), ray.step, ray.max) =>
            {
                let name = format_ident!("{name}");
                quote!(#name)
            }
            _ => {
                let part = |n: i16| if n < 0 { format!("M{}", -n) } else { format!("{n}") };
                let name = format!("RAY_{}_{}", part(ray.step.dx), part(ray.step.dy));
                let about = format!("Squares on the way by steps of ({}, {}).", ray.step.dx, ray.step.dy);
                let table = self.sets(&name, &about, self.plan.ray_squares(ray));
                quote!(#table)
            }
        }
    }

    /// Do the squares of a ray ascend with the distance, jumps over joined edges aside?
    pub(super) fn ascending(&self, step: Step) -> bool {
        (step.dy, step.dx) > (0, 0)
    }

    /// A ray from `sq` as an argument of the functions that follow rays, and the ending of their names: `_joined` where the ray jumps back over a joined edge.
    pub(super) fn ray_from(&self, ray: Ray, sq: &TokenStream) -> (TokenStream, &'static str) {
        let ascending = self.ascending(ray.step);
        let rows = stretches(self.plan.board(), ray, ascending);
        if rows.first().is_none_or(|row| row.len() < 2) {
            let table = self.ray_table(ray);
            return (quote!(Set(#table[#sq])), "");
        }
        let part = |n: i16| if n < 0 { format!("M{}", -n) } else { format!("{n}") };
        let name = format!("JOINED_{}_{}", part(ray.step.dx), part(ray.step.dy));
        let about = format!(
            "Squares on the way by steps of ({}, {}), in stretches between joined edges.",
            ray.step.dx, ray.step.dy
        );
        let table = self.tables.borrow_mut().rows(&name, &about, rows);
        (quote!(#table[#sq].map(Set)), "_joined")
    }

    /// The squares of a ray from `sq` before `end`, which is one of them.
    pub(super) fn before(&self, ray: Ray, sq: &TokenStream, end: &TokenStream) -> TokenStream {
        let ((ray_from, round), ascending) = (self.ray_from(ray, sq), self.ascending(ray.step));
        let function = format_ident!("before{round}");
        quote!(#function(#ray_from, #end, #ascending))
    }

    /// What a slider kernel reaches from `sq`.
    pub(super) fn slide(&self, kernel: Kernel, sq: &TokenStream, occ: &TokenStream) -> TokenStream {
        self.along(kernel, Reach::Slide, sq, occ)
    }

    /// What is reached along the lines of a kernel from `sq`.
    pub(super) fn along(&self, kernel: Kernel, reach: Reach, sq: &TokenStream, occ: &TokenStream) -> TokenStream {
        let rook = match kernel {
            Kernel::Rook => true,
            Kernel::Bishop => false,
            Kernel::Ray(ray) => {
                let (from, round) = self.ray_from(ray, sq);
                let ascending = self.ascending(ray.step);
                let function = format_ident!(
                    "{}{round}",
                    match reach {
                        Reach::Slide => "slide",
                        Reach::Beyond => "hop",
                        Reach::JustBehind => "hop_behind",
                        Reach::BackFromBehind => "hopper_behind",
                    }
                );
                if reach == Reach::Slide && ray.min > 1 && !ray.skips {
                    // The squares it may not end on yet stop it like all others.
                    let (way, round) = self.ray_from(Ray { min: 1, ..ray }, sq);
                    let (function, table) = (format_ident!("slide{round}"), self.ray_table(ray));
                    return quote!((#function(#way, #occ, #ascending) & Set(#table[#sq])));
                }
                let reached = quote!(#function(#from, #occ, #ascending));
                if ray.skips && self.plan.memory.walls {
                    // Pieces are passed over, walls are not.
                    let (way, round) = self.ray_from(Ray { min: 1, skips: false, ..ray }, sq);
                    let function = format_ident!("slide{round}");
                    return quote!((#reached & #function(#way, p.walls, #ascending)));
                }
                return reached;
            }
        };
        let kernel = LineKernel { rook, reach };
        self.called.borrow_mut().insert(Helper::Line(kernel));
        let function = kernel.function();
        quote!(#function(cpu, #sq, #occ))
    }

    /// The empty-board reach of a kernel.
    pub(super) fn open_lines(&self, kernel: Kernel, sq: &TokenStream) -> TokenStream {
        match kernel {
            Kernel::Ray(ray) => {
                let table = self.ray_table(ray);
                quote!(Set(#table[#sq]))
            }
            line => {
                let name = if line == Kernel::Rook { "ROOK_RAYS" } else { "BISHOP_RAYS" };
                let about = "All squares on these lines of an empty board.";
                let table = self.sets(name, about, open_lines(self.plan.board(), line));
                quote!(Set(#table[#sq]))
            }
        }
    }

    /// The targets of one part from `sq`, before own pieces are taken out. `None` when the part can never move.
    pub(super) fn reach(
        &self,
        piece: &PiecePlan<'_>,
        side: usize,
        part: &Part,
        sq: &TokenStream,
        occ: &TokenStream,
    ) -> Option<TokenStream> {
        let name = format!("{}_{}", side_name(self.plan, side, piece), mode_name(part.mode));
        let expression = match &part.shape {
            Shape::Leaps { targets, .. } => {
                if targets.iter().all(SquareSet::is_empty) {
                    return None;
                }
                let table = self.sets(&name, &format!("Leaps of the {}.", piece.snake), targets.clone());
                return Some(self.at(&table, sq));
            }
            Shape::Lame { state, steps } => {
                return Some(self.lame(&name, *state, steps, &part.from, &part.to, false, sq, occ));
            }
            Shape::Slide(kernel) => self.slide(*kernel, sq, occ),
            Shape::Path { state, ways } => {
                return Some(self.paths(&name, *state, ways, &part.from, &part.to, false, sq, occ));
            }
            Shape::Hop { kernel, landing, over, friendly } => {
                let reach = match landing {
                    Landing::Beyond => Reach::Beyond,
                    Landing::JustBehind => Reach::JustBehind,
                };
                self.hop((*kernel, reach), over, friendly.then_some(side), sq, occ)
            }
            Shape::Roam { legs } => {
                let table = self.journeys(&format!("{name}_journeys"), legs);
                let (own, enemies) = (asks_for_own(legs), jumps_enemies(legs));
                if !own && !enemies {
                    quote!(#table.reach(#sq, #occ))
                } else {
                    let friends = Literal::usize_unsuffixed(side);
                    let own = if own { quote!(p.sides[#friends]) } else { quote!(Set::EMPTY) };
                    let enemies = if enemies { self.jumped_enemies(piece, side, occ) } else { quote!(Set::EMPTY) };
                    quote!(#table.reach_over(#sq, #occ, #own, #enemies))
                }
            }
            Shape::LameRide { step, max, via } => {
                let board = self.plan.board();
                let (dx, dy) = (step.dx, step.dy);
                let vias = self.plan.leap_targets(via.path[0], &self.all, &self.all);
                // A via square that does not exist counts as blocked.
                let open: SquareSet = self.all.iter().filter(|&s| !vias[s as usize].is_empty()).collect();
                let next = self.plan.leap_targets(*step, &open, &self.all);
                let next = self.sets(&format!("STEP_{}", name), &format!("One step of ({dx}, {dy})."), next);
                let vias = self.sets(&format!("VIA_{}", name), "The square such a step passes.", vias);
                let wanted = via.state == ViaState::Empty;
                let max = (*max).min(board.most_steps(*step));
                self.called.borrow_mut().insert(Helper::LameRide);
                quote!(lame_ride(&#next, &#vias, #sq, #occ, #max, #wanted))
            }
        };
        Some(self.zoned(expression, part, sq))
    }

    /// What a hopper reaches from `sq`; `friends`: the side whose pieces alone it can jump.
    ///
    /// Where not everything can be jumped, a landing has to be one both with all pieces and without those that are no hurdles: the first piece on
    /// the way is the same then.
    pub(super) fn hop(
        &self,
        (kernel, reach): (Kernel, Reach),
        over: &Option<PieceSet>,
        friends: Option<usize>,
        sq: &TokenStream,
        occ: &TokenStream,
    ) -> TokenStream {
        // Over joined edges several lines may lead to one square: the first piece on each counts.
        let lines: Vec<Kernel> = match (over, friends) {
            (None, None) => vec![kernel],
            _ if self.plan.board().joined.any() => kernel.rays().into_iter().map(Kernel::Ray).collect(),
            _ => vec![kernel],
        };
        let by_type = over.as_ref().map(|over| self.hurdles(over, occ));
        let friends = friends.map(Literal::usize_unsuffixed);
        let hurdles = match (by_type, friends) {
            (None, None) => return self.along(kernel, reach, sq, occ),
            (Some(by_type), None) => by_type,
            (None, Some(side)) => quote!((#occ & p.sides[#side])),
            (Some(by_type), Some(side)) => quote!((#by_type & p.sides[#side])),
        };
        let landings = lines.into_iter().map(|line| {
            let (all, some) = (self.along(line, reach, sq, occ), self.along(line, reach, sq, &hurdles));
            quote!((#all & #some))
        });
        let landings: Vec<TokenStream> = landings.collect();
        if let [landing] = &landings[..] { landing.clone() } else { quote!((#(#landings)|*)) }
    }

    /// The squares of `occ` whose pieces can be jumped.
    pub(super) fn hurdles(&self, over: &PieceSet, occ: &TokenStream) -> TokenStream {
        let (hurdles, others): (Vec<usize>, Vec<usize>) =
            (0..self.plan.pieces.len()).partition(|&id| over.contains(id as u8));
        if self.plan.memory.walls || hurdles.len() < others.len() {
            let hurdles = self.kinds(&hurdles);
            return quote!((#occ & #hurdles));
        }
        if others.is_empty() {
            return quote!(#occ);
        }
        let others = self.kinds(&others);
        quote!((#occ & !#others))
    }

    /// Targets of leaps along paths from `sq` (with `reversed`: the squares that leap to it).
    #[allow(clippy::too_many_arguments, reason = "one leap is described by all of these")]
    pub(super) fn paths(
        &self,
        name: &str,
        state: ViaState,
        ways: &[(Step, Path)],
        from: &SquareSet,
        to: &SquareSet,
        reversed: bool,
        sq: &TokenStream,
        occ: &TokenStream,
    ) -> TokenStream {
        let (paths, targets) = self.path_tables(name, ways, from, to, reversed);
        let blocked = if state == ViaState::Empty { quote!(#occ) } else { quote!(!#occ) };
        self.called.borrow_mut().insert(Helper::Path);
        quote!(path_leaps(&#paths[#sq], &#targets[#sq], #blocked))
    }

    /// Tables of leaps along paths: for each square the paths and what each opens. With `reversed`, by target: the paths and the start squares.
    pub(super) fn path_tables(
        &self,
        name: &str,
        ways: &[(Step, Path)],
        from: &SquareSet,
        to: &SquareSet,
        reversed: bool,
    ) -> (Ident, Ident) {
        let board = self.plan.board();
        let path = |start, path: &Path| path.iter().map(|&offset| board.step(start, offset)).collect();
        let mut rows: Vec<Vec<(SquareSet, SquareSet)>> = conditional_leaps(board, ways, path, (from, to), reversed);
        let width = rows.iter().map(Vec::len).max().unwrap_or(0).max(2);
        rows.iter_mut().for_each(|row| row.resize(width, (SquareSet::EMPTY, SquareSet::EMPTY)));
        let column = |pick: &dyn Fn(&(SquareSet, SquareSet)) -> SquareSet| -> Vec<Vec<SquareSet>> {
            rows.iter().map(|row| row.iter().map(pick).collect()).collect()
        };
        let what = if reversed { "origins" } else { "targets" };
        let mut tables = self.tables.borrow_mut();
        let paths =
            tables.rows(&format!("{name}_{what}_paths"), "Squares that decide about a leap.", column(&|row| row.0));
        let values = tables.rows(&format!("{name}_{what}"), "What each of those paths opens.", column(&|row| row.1));
        (paths, values)
    }

    /// Restricts a part to its zones.
    fn zoned(&self, expression: TokenStream, part: &Part, sq: &TokenStream) -> TokenStream {
        self.between_zones(expression, &part.from, &part.to, sq)
    }

    /// Restricts what is seen from `sq` to `seen`, and where it is seen from to `here`.
    pub(super) fn between_zones(
        &self,
        expression: TokenStream,
        here: &SquareSet,
        seen: &SquareSet,
        sq: &TokenStream,
    ) -> TokenStream {
        let mut expression = expression;
        if *seen != self.all {
            let seen = self.set(seen);
            expression = quote!((#expression & #seen));
        }
        if *here != self.all {
            let here = self.set(here);
            expression = quote!((if #here.has(#sq) { #expression } else { Set::EMPTY }));
        }
        expression
    }

    /// Targets of lame leaps from `sq` (with `reversed`: the squares that leap to it), by what stands on their legs.
    #[allow(clippy::too_many_arguments, reason = "one leap is described by all of these")]
    pub(super) fn lame(
        &self,
        name: &str,
        state: ViaState,
        steps: &[(Step, Step)],
        from: &SquareSet,
        to: &SquareSet,
        reversed: bool,
        sq: &TokenStream,
        occ: &TokenStream,
    ) -> TokenStream {
        self.called.borrow_mut().insert(Helper::Lame);
        if matches!(self.plan.word, Word::Many(_)) {
            let (legs, targets) = self.lame_tables(name, steps, from, to, reversed);
            let wanted = state == ViaState::Empty;
            return quote!(lame(&#legs[#sq], &#targets[#sq], #occ, #wanted));
        }
        let rows = self.lame_rows(steps, from, to, reversed);
        let tables = packed_ways(&rows, state, LEGS).into_iter().map(|rows| {
            let what = if reversed { "origins" } else { "targets" };
            let (legs, targets) = self.tables.borrow_mut().packed(
                &format!("{name}_legs"),
                &format!("{name}_{what}"),
                "Squares that decide about a lame leap, and where its row starts in the next table.",
                "What is reached, by the packed occupancy of those squares.",
                rows,
            );
            quote!(packed(cpu, &#legs[#sq][0], #targets, #occ))
        });
        quote!((#(#tables)|*))
    }

    /// For each square the squares that decide about lame leaps from it, with what each opens. With `reversed`, about leaps to it.
    fn lame_rows(
        &self,
        steps: &[(Step, Step)],
        from: &SquareSet,
        to: &SquareSet,
        reversed: bool,
    ) -> Vec<Vec<(u16, SquareSet)>> {
        let board = self.plan.board();
        conditional_leaps(board, steps, |start, &via| board.step(start, via), (from, to), reversed)
    }

    /// Tables of lame leaps: for each square the via squares and what each opens. With `reversed`, by target: the via squares and the
    /// start squares.
    pub(super) fn lame_tables(
        &self,
        name: &str,
        steps: &[(Step, Step)],
        from: &SquareSet,
        to: &SquareSet,
        reversed: bool,
    ) -> (Ident, Ident) {
        let rows = self.lame_rows(steps, from, to, reversed);
        let width = rows.iter().map(Vec::len).max().unwrap_or(0).max(2);
        let column = |pick: &dyn Fn(&(u16, SquareSet)) -> SquareSet| -> Vec<Vec<SquareSet>> {
            rows.iter()
                .map(|row| {
                    let mut cells: Vec<SquareSet> = row.iter().map(pick).collect();
                    cells.resize(width, SquareSet::EMPTY);
                    cells
                })
                .collect()
        };
        let vias = column(&|(via, _)| [*via].into_iter().collect());
        let values = column(&|(_, set)| *set);
        let what = if reversed { "origins" } else { "targets" };
        let mut tables = self.tables.borrow_mut();
        let vias = tables.rows(&format!("{name}_{what}_legs"), "Squares that decide about a lame leap.", vias);
        let values = tables.rows(&format!("{name}_{what}"), "What each of those squares opens.", values);
        (vias, values)
    }

    /// The functions behind the expressions that have been written, but for those that this has written before.
    pub(super) fn kernels(&self) -> TokenStream {
        let called: Vec<Helper> = self.called.borrow().iter().copied().collect();
        let is_new = |helper: Helper| self.written.borrow_mut().insert(helper);
        let wants = |helper: Helper| called.contains(&helper) && is_new(helper);
        let mut code = TokenStream::new();
        for &helper in &called {
            if let Helper::Line(kernel) = helper
                && is_new(helper)
            {
                code.extend(self.line_kernel(kernel));
            }
        }
        let word = tables::word_type(self.plan.word).parse::<TokenStream>().unwrap_or_default();
        let wide = matches!(self.plan.word, Word::Many(_));
        let looks_up = called.iter().any(|helper| matches!(helper, Helper::Line(_) | Helper::Lame));
        if !wide && looks_up && is_new(Helper::Packed) {
            code.extend(quote! {
                /// What a table holds for the occupancy of these squares; its row starts at the number beside them.
                #[inline(always)]
                fn packed<C: Cpu>(cpu: C, squares: &(#word, u32), table: &[#word], occ: Set) -> Set {
                    Set(table[squares.1 as usize + occ.pack(cpu, Set(squares.0))])
                }
            });
        }
        if wide && wants(Helper::Lame) {
            code.extend(quote! {
                /// Targets of lame leaps: those whose leg is empty (or occupied, as `empty` says).
                #[inline(always)]
                fn lame<const N: usize>(legs: &[#word; N], targets: &[#word; N], occ: Set, empty: bool) -> Set {
                    let mut reached = Set::EMPTY;
                    for leg in 0..N {
                        if (occ & Set(legs[leg])).is_empty() == empty {
                            reached |= Set(targets[leg]);
                        }
                    }
                    reached
                }
            });
        }
        if wants(Helper::Path) {
            code.extend(quote! {
                /// Targets of leaps along paths: those no square of whose path is `blocked`.
                #[inline(always)]
                fn path_leaps<const N: usize>(paths: &[#word; N], targets: &[#word; N], blocked: Set) -> Set {
                    let mut reached = Set::EMPTY;
                    for path in 0..N {
                        if (blocked & Set(paths[path])).is_empty() {
                            reached |= Set(targets[path]);
                        }
                    }
                    reached
                }
            });
        }
        if wants(Helper::LameRide) {
            code.extend(quote! {
                /// Targets of a rider whose every step passes a square that has to be empty (or occupied, as `empty` says).
                fn lame_ride(next: &[#word; SQUARES], via: &[#word; SQUARES], from: usize, occ: Set, most: u16, empty: bool) -> Set {
                    let mut reached = Set::EMPTY;
                    let mut at = from;
                    for _ in 0..most {
                        let (to, leg) = (Set(next[at]), Set(via[at]));
                        if to.is_empty() || (occ & leg).is_empty() != empty {
                            break;
                        }
                        reached |= to;
                        if (occ & to).any() {
                            break;
                        }
                        at = to.first();
                    }
                    reached
                }
            });
        }
        code
    }

    /// The function of a line kernel.
    fn line_kernel(&self, kernel: LineKernel) -> TokenStream {
        let LineKernel { rook, reach } = kernel;
        let function = kernel.function();
        let name = if rook { "rook" } else { "bishop" };
        let steps: Vec<usize> = if rook { vec![0, 2, 4, 6] } else { vec![1, 3, 5, 7] };
        let rays = steps.iter().map(|&d| {
            let (_, dx, dy) = DIRECTIONS[d];
            let ray = Ray::along(Step { dx, dy });
            self.along(Kernel::Ray(ray), reach, &quote!(sq), &quote!(occ))
        });
        let rays = quote!(#(#rays)|*);
        let about = match reach {
            Reach::Slide => {
                format!(" Squares a {name} attacks from `sq`: up to and including the first occupied one on each line.")
            }
            Reach::Beyond => {
                format!(
                    " Squares behind the first hurdle on each line of a {name}, up to and including the next occupied one."
                )
            }
            Reach::JustBehind => format!(" The squares just behind the first hurdle on each line of a {name}."),
            Reach::BackFromBehind => {
                format!(" Where a hopper stands that lands on `sq` just behind its hurdle, on each line of a {name}.")
            }
        };
        let board = self.plan.board();
        let tables = match (lookup(board, self.plan.word, rook), reach) {
            (Lookup::Rays, _) => None,
            (found, Reach::Slide) => {
                let upper = name.to_uppercase();
                let count = if found == Lookup::Square { 1 } else { 2 };
                Some((format_ident!("{upper}_LINES"), format_ident!("{upper}_ATTACKS"), count))
            }
            (found, _) => {
                let (lines, reached) = self.tables.borrow_mut().packed(
                    &format!("{name}_hop_lines"),
                    &function.to_string(),
                    "For each square and line: the squares whose occupancy matters, and where its row starts in the next table.",
                    "What is reached, by the packed occupancy of a line.",
                    reach_table(board, rook, true, reach),
                );
                // Where the board's own table goes line by line, its lines and rows are the same.
                let lines = if found == Lookup::Line { format_ident!("{}_LINES", name.to_uppercase()) } else { lines };
                Some((lines, reached, 2))
            }
        };
        let body = match tables {
            None => rays,
            Some((lines, reached, count)) => {
                let looked_up = (0..count).map(|i| {
                    let i = Literal::usize_unsuffixed(i);
                    quote!(packed(cpu, &lines[#i], #reached, occ))
                });
                quote! {
                    if C::PEXT {
                        let lines = &#lines[sq];
                        return #(#looked_up)|*;
                    }
                    #rays
                }
            }
        };
        quote! {
            #[doc = #about]
            #[inline(always)]
            fn #function<C: Cpu>(cpu: C, sq: usize, occ: Set) -> Set {
                let _ = cpu;
                #body
            }
        }
    }
}

/// Legs in one table of lame leaps: 16 entries a square.
const LEGS: usize = 4;
