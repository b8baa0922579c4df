//! En passant: the squares that a move has passed, who could capture there, and the capture.

use super::ending_moves::Made;
use super::*;
use wazir_program::tables::{passed_by, union};
use wazir_variant_spec::rules::Grid;

impl Emitter<'_> {
    /// A move has passed squares: they become en passant squares.
    pub(super) fn pass_over(&self) -> TokenStream {
        if !self.plan.en_passant {
            return quote!();
        }
        if self.plan.memory.several_moves {
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

    /// Remembers an en passant square where it can be captured on.
    pub(super) fn keep_en_passant(&self) -> TokenStream {
        if !self.plan.en_passant || self.plan.memory.several_moves {
            return quote!();
        }
        let (who, takers) = (self.who_moves(&quote!(c)), self.both(|side| self.all_takers(side)));
        // A wall placed there after the move keeps everybody from it.
        let free = if self.plan.walls_change { quote!(&&!c.walls.has(passed as usize)) } else { quote!() };
        // An ally may have passed there.
        let free = if self.is_multiplayer() { quote!(#free && c.foes(me).has(victim as usize)) } else { free };
        if self.plan.passes_several {
            let free = if self.is_multiplayer() { quote!(&&c.foes(me).has(victim as usize)) } else { quote!() };
            let squares = Literal::usize_unsuffixed(self.plan.squares as usize);
            return quote! {
                /// The squares that the piece on `victim` has passed over on a line, `passed` the first of them.
                #[inline(always)]
                fn passed_squares(passed: usize, victim: usize) -> Set {
                    Set::single(passed) | Set(BETWEEN[passed * #squares + victim])
                }

                /// Sets the en passant squares, told by the first of them, if a piece of `S` could capture on one.
                #[inline(always)]
                fn keep_en_passant<S: Side, B: Bookkeeping>(c: &mut State<B>, first: u16, victim: u16) {
                    #who
                    let mut can_take = false;
                    for passed in passed_squares(first as usize, victim as usize) {
                        let takers = #takers;
                        can_take |= takers.any();
                    }
                    if can_take #free {
                        c.passed = first;
                        c.victim = victim;
                        c.bookkeeping.toggle(key(PASSED_KEYS + first as usize) ^ key(VICTIM_KEYS + victim as usize));
                    }
                }
            };
        }
        quote! {
            /// Sets the en passant square if a piece of `S` could capture on it.
            #[inline(always)]
            fn keep_en_passant<S: Side, B: Bookkeeping>(c: &mut State<B>, passed: u16, victim: u16) {
                #who
                let takers = #takers;
                if takers.any() #free {
                    c.passed = passed;
                    c.victim = victim;
                    c.bookkeeping.toggle(key(PASSED_KEYS + passed as usize) ^ key(VICTIM_KEYS + victim as usize));
                }
            }
        }
    }

    /// Statements with which `child` forgets the square that was passed in `known`, and who passed it.
    pub(super) fn forget_passed(&self, known: &TokenStream, child: &TokenStream) -> TokenStream {
        quote! {
            #child.bookkeeping.toggle(key(PASSED_KEYS + #known.passed as usize) ^ key(VICTIM_KEYS + #known.victim as usize));
            #child.passed = NOWHERE;
            #child.victim = NOWHERE;
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

    /// The squares on which a piece on `from` can capture en passant, where it may go there without capturing as well: one move leads there, the capture.
    pub(super) fn takes_passing(&self, id: usize, side: usize) -> Option<TokenStream> {
        if !self.plan.takes_where_it_goes(id, side) {
            return None;
        }
        let piece = &self.plan.pieces[id];
        let reached = union(self.plan.board(), takes_passing(piece, side));
        let name = format!("{}_takes_passing", side_name(self.plan, side, piece));
        let about = format!("Squares on which the {} captures en passant.", piece.snake);
        let (table, passed) = (self.sets(&name, &about, reached), self.open_passed());
        let reached = self.at(&table, &quote!(from));
        Some(quote!((#reached & #passed)))
    }

    /// The squares on which the side to move may capture en passant.
    fn open_passed(&self) -> TokenStream {
        if self.plan.memory.several_moves {
            return quote!(p.passed[S::THEM]);
        }
        let passed = match self.plan.passes_several {
            true => quote!(passed_squares(p.passed as usize, p.victim as usize)),
            false => quote!(Set::single(p.passed as usize)),
        };
        quote!((if p.passed != NOWHERE { #passed } else { Set::EMPTY }))
    }

    /// A capture en passant.
    pub(super) fn make_en_passant(&self) -> TokenStream {
        if !self.plan.en_passant {
            return quote!();
        }
        let hand = self.to_hand(&quote!(victim_square));
        let (blast, convert) = (self.blast(&quote!(piece)), self.convert(false));
        let settled = self.convert_capturer(&quote!(piece), &quote!(piece));
        let shot = self.shoot(
            &quote!(piece),
            &quote! {
                finish::<S, B, C>(c, cpu, false);
                return child;
            },
        );
        let rights = if self.plan.first_moves { self.lose_rights(&quote!((start | gone))) } else { quote!() };
        let promoted = if self.plan.memory.marks { quote!(let was_promoted = false;) } else { quote!() };
        let takes_on = self.takes_on();
        let ending_move =
            self.note_ending_move(&Made { captures: Some(quote!(true)), in_passing: true, ..Made::default() });
        let moved = self.note_moved(&quote!(c), &quote!(piece));
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
                c.bookkeeping.toggle(#key);
                #promoted
                #rights
                #hand
                #ending_move
                #moved
                #shot
                c.sides[#me] ^= start | end;
                c.kinds[piece] ^= start | end;
                c.bookkeeping.toggle(#left ^ #arrived);
                #settled
                #blast
                #convert
                finish::<S, B, C>(c, cpu, false);
                #takes_on
                child
            }
        }
    }

    /// Reads the square that a FEN names, where a piece can just have passed it.
    pub(super) fn read_en_passant(&self) -> TokenStream {
        if !self.plan.en_passant {
            return quote!();
        }
        let possible: Vec<TokenStream> = (0..self.plan.sides()).map(|side| self.may_have_passed(side)).collect();
        if self.plan.memory.several_moves {
            return self.read_passed(&possible);
        }
        let by_rule = if self.is_multiplayer() {
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

    /// Whether a piece of `side` that now stands on `victim` may have come there over `passed`.
    fn may_have_passed(&self, side: usize) -> TokenStream {
        // The square that was left is empty, unless the same turn has put a wall there; another piece may have come there later in a turn of several moves.
        let walls = self.plan.rules.play[side].walling.is_some();
        let taken =
            if walls && !self.is_multiplayer() { quote!((p.sides[0] | p.sides[1])) } else { quote!(p.occupied()) };
        let (taken, left) = match self.plan.memory.several_moves {
            true => (quote!(), quote!(any())),
            false => (quote!(& #taken), quote!(is_empty())),
        };
        let mut terms = Vec::new();
        for piece in &self.plan.pieces {
            let ident = &piece.ident;
            for part in piece.parts[side].iter().filter(|part| part.mode.leaves) {
                for (step, via) in passing_steps(&part.shape) {
                    let (origins, over) = self.passed_by_step(part, step, via);
                    terms.push(quote! {
                        (p.kinds[#ident].has(victim) && Set(#over[victim]).has(passed) && (Set(#origins[victim]) #taken).#left)
                    });
                }
            }
        }
        if terms.is_empty() { quote!(false) } else { quote!(#(#terms)||*) }
    }

    /// Two tables by the square on which a move by this step ends: where it began, and what it passed first.
    fn passed_by_step(&self, part: &Part, step: Step, via: Step) -> (Ident, Ident) {
        let (origins, over) = passed_by(self.plan.board(), (step, via), (&part.from, &part.to));
        let about = "Start of the move that ends here and leaves an en passant square.";
        let origins = self.sets("PASSED_FROM", about, origins);
        (origins, self.sets("PASSED_OVER", "The en passant square that such a move leaves.", over))
    }
}

/// Where captures en passant by a piece lead, by square, a table for each of its parts.
pub(super) fn takes_passing(piece: &PiecePlan<'_>, side: usize) -> Vec<Vec<SquareSet>> {
    let takes = |part: &Part| match &part.shape {
        Shape::Leaps { targets, .. } if part.mode.en_passant => Some(targets.clone()),
        _ => None,
    };
    piece.parts[side].iter().filter_map(takes).collect()
}

/// Each length of a move that leaves en passant squares, with the step to the square it passes first.
fn passing_steps(shape: &Shape) -> Vec<(Step, Step)> {
    match shape {
        Shape::Lame { steps, .. } => steps.clone(),
        Shape::Slide(Kernel::Ray(ray)) => (ray.min as i16..=ray.max as i16)
            .map(|n| (Step { dx: n * ray.step.dx, dy: n * ray.step.dy }, ray.step))
            .collect(),
        _ => Vec::new(),
    }
}
