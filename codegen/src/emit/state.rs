//! The module's names, the position type, and its `Position` implementation.

use super::*;
use wazir_variant_spec::rules::Pass;

impl Emitter<'_> {
    /// Imports, constants, type aliases.
    pub(super) fn prelude(&self) -> TokenStream {
        let plan = self.plan;
        let set = match plan.word {
            Word::One => quote!(
                /// A set of squares of this board.
                pub use wazir_runtime::Set64 as Set;
            ),
            Word::Two => quote!(
                /// A set of squares of this board.
                pub use wazir_runtime::Set128 as Set;
            ),
            Word::Many(n) => {
                let n = Literal::usize_unsuffixed(n);
                quote! {
                    /// A set of squares of this board.
                    pub type Set = Wide<#n>;

                    /// The set with these words.
                    #[allow(non_snake_case)]
                    const fn Set(words: [u64; #n]) -> Set {
                        Wide(words)
                    }
                }
            }
        };
        let board = self.board();
        let squares = Literal::usize_unsuffixed(plan.squares as usize);
        let kinds = Literal::usize_unsuffixed(plan.pieces.len());
        let all = self.set(&self.all);
        let types = plan.pieces.iter().enumerate().map(|(id, piece)| {
            let definition = &plan.rules.pieces[id];
            let (ident, id) = (&piece.ident, Literal::usize_unsuffixed(id));
            let movement = |side: usize| {
                let texts = piece.rules[side].iter().flat_map(|r| &r.movements).map(|m| m.cause.text.as_str());
                let mut texts: Vec<&str> = texts.collect();
                texts.dedup();
                texts.join(" ")
            };
            let alike = (1..plan.sides()).all(|side| movement(side) == movement(0) || movement(side).is_empty());
            let moves = if alike { movement(0) } else { format!("{} / {}", movement(0), movement(1)) };
            let doc = format!(" {} `{}`: {moves}", definition.name, definition.symbol);
            quote!(#[doc = #doc] pub const #ident: usize = #id;)
        });
        let doc = format!(" A position of {}, with hash and clocks.", plan.rules.name);
        quote! {
            #![allow(clippy::all, dead_code, unreachable_pub, unused_imports, unused_variables, unused_mut, unused_parens, unused_braces, reason = "generated; a game uses the parts it needs")]

            use super::#board::*;
            use wazir_runtime::batches::{self, *};
            use wazir_runtime::*;
            extern crate alloc;
            use alloc::{borrow::Cow, format, string::String, vec, vec::Vec};

            #set
            #[doc = #doc]
            pub type Position = State<Full>;
            /// Number of squares, holes included.
            pub const SQUARES: usize = #squares;
            /// Number of piece types.
            pub const KINDS: usize = #kinds;
            /// Every square there is.
            pub const ALL: Set = #all;
            #(#types)*
        }
    }

    /// The struct and its small accessors.
    pub(super) fn state(&self) -> TokenStream {
        let plan = self.plan;
        let mut fields = TokenStream::new();
        if plan.memory.walls {
            fields.extend(quote!(
                /// Squares occupied by walls.
                pub walls: Set,
            ));
        }
        if plan.memory.marks {
            fields.extend(quote!(
                /// Pieces that revert when captured.
                pub promoted: Set,
            ));
        }
        if plan.memory.rights {
            fields.extend(quote!(
                /// Castling rights: the squares of the partners that may still castle.
                pub castling: Set,
            ));
        }
        if plan.en_passant {
            let passed = if plan.passes_several {
                " The first square that was passed over by the last move, if it or one behind it can be captured on; else `NOWHERE`."
            } else {
                " The square that was passed over by the last move, if it can be captured on; else `NOWHERE`."
            };
            fields.extend(if plan.memory.several_moves {
                quote!(
                    /// Squares passed over in this turn or the one before it, by the side that did so.
                    pub passed: [Set; 2],
                )
            } else {
                quote!(
                    #[doc = #passed]
                    pub passed: u16,
                    /// The piece that passed it.
                    pub victim: u16,
                )
            });
        }
        if !plan.hand.is_empty() {
            let (n, sides) = (Literal::usize_unsuffixed(plan.hand.len()), Literal::usize_unsuffixed(plan.sides()));
            fields.extend(quote!(
                /// Pieces in hand, by side and place in `HAND`.
                pub hands: [[u8; #n]; #sides],
            ));
        }
        if plan.memory.checks {
            fields.extend(quote!(
                /// Checks still to give, by side.
                pub checks: [u8; 2],
            ));
        }
        if plan.memory.passes > 0 {
            fields.extend(quote!(
                /// Passes in a row up to here, as far as they are counted.
                pub passes: u8,
            ));
        }
        fields.extend(self.ending_move_field());
        fields.extend(self.truce_field());
        fields.extend(self.last_moved_field());
        fields.extend(self.turn_fields());
        let walls = plan.memory.walls.then(|| quote!(| self.walls));
        let each = (0..plan.sides()).map(Literal::usize_unsuffixed);
        let occupied = quote!(#(self.sides[#each])|* #walls);
        let sides = Literal::usize_unsuffixed(plan.sides());
        if self.is_multiplayer() {
            fields.extend(quote!(
                /// By side: the how many-th it was to go out of the game, from 1; 0 while it is in.
                pub out: [u8; #sides],
            ));
        }
        let order = self.turn_methods();
        let hand = if plan.hand.is_empty() {
            TokenStream::new()
        } else {
            let n = Literal::usize_unsuffixed(plan.hand.len());
            let types = plan.hand.iter().map(|&id| self.piece(id));
            quote! {
                /// The types that can be in hand, in the order of `State::hands`.
                pub const HAND: [usize; #n] = [#(#types),*];
            }
        };
        let nowhere = if plan.en_passant && !plan.memory.several_moves {
            quote! {
                /// No square.
                pub const NOWHERE: u16 = 1024;
            }
        } else {
            TokenStream::new()
        };
        let turns = self.turn_items();
        let (nobody, note_moved) = (self.nobody_moved(), self.last_moved_method());
        quote! {
            #hand
            #nowhere
            #nobody
            #turns

            /// A position: plain data, copied instead of unmade.
            #[derive(Clone, Copy, PartialEq, Eq, Debug)]
            pub struct State<B: Bookkeeping> {
                /// Squares of each type, of both sides.
                pub kinds: [Set; KINDS],
                /// Squares of each side.
                pub sides: [Set; #sides],
                #fields
                /// Side to move.
                pub turn: u8,
                /// Hash and clocks, or nothing.
                pub bookkeeping: B,
            }

            impl<B: Bookkeeping> State<B> {
                /// Squares that are not empty.
                #[inline(always)]
                pub fn occupied(&self) -> Set {
                    #occupied
                }

                #order

                /// The type of the piece on a square that holds one.
                #[inline(always)]
                pub fn kind_at(&self, square: usize) -> usize {
                    let mut kind = 0;
                    while kind + 1 < KINDS && !self.kinds[kind].has(square) {
                        kind += 1;
                    }
                    kind
                }

                #note_moved
            }
        }
    }

    /// `impl Position`: everything but the rules.
    pub(super) fn position_impl(&self) -> TokenStream {
        let plan = self.plan;
        let checkers = if plan.royals.iter().all(Vec::is_empty) {
            quote!(Set::EMPTY)
        } else {
            match self.is_multiplayer() {
                true => quote!(checkers_of::<B, Portable>(self, Portable, self.turn as usize)),
                false => {
                    self.for_turn(quote!(self.turn), |side| quote!(checkers_of::<#side, B, Portable>(self, Portable)))
                }
            }
        };
        let ended = if plan.ends_by_position() {
            quote!(if !V::GOING_ON && ended(self, cpu).is_some() {
                return;
            })
        } else {
            TokenStream::new()
        };
        let lawful = if plan.tests_children() && self.is_multiplayer() {
            let by_turn =
                self.for_turn(quote!(before.turn), |side| quote!(lawful_after::<#side, B, C>(before, self, cpu)));
            quote! {
                #[inline(always)]
                fn lawful<C: Cpu>(&self, before: &Self, cpu: C) -> bool {
                    #by_turn
                }
            }
        } else if plan.tests_children() {
            let by_turn = if plan.memory.several_moves {
                quote!(match before.turn {
                    0 => lawful_after::<First, B, C>(before, self, cpu),
                    _ => lawful_after::<Second, B, C>(before, self, cpu),
                })
            } else {
                quote!(match self.turn {
                    0 => lawful_after::<Second, B, C>(before, self, cpu),
                    _ => lawful_after::<First, B, C>(before, self, cpu),
                })
            };
            quote! {
                #[inline(always)]
                fn lawful<C: Cpu>(&self, before: &Self, cpu: C) -> bool {
                    #by_turn
                }
            }
        } else {
            TokenStream::new()
        };
        let lawful = if plan.must_end.iter().all(Option::is_none) {
            lawful
        } else {
            let duty = self.duty_done();
            quote!(#lawful #duty)
        };
        let outcome_with_moves = if self.tells_by_moves() {
            quote! {
                #[inline]
                fn outcome_with_moves(&self, moves: u64) -> Option<Outcome> {
                    outcome_with_moves(self, moves)
                }
            }
        } else {
            TokenStream::new()
        };
        let in_hand = if plan.hand.is_empty() {
            quote!(0)
        } else {
            let sides = Literal::usize_unsuffixed(plan.sides());
            quote! {
                match HAND.iter().position(|&kind| kind == piece as usize) {
                    Some(place) if side < #sides => self.hands[side as usize][place] as u16,
                    _ => 0,
                }
            }
        };
        let mut lean = TokenStream::new();
        for (present, field) in [
            (plan.memory.walls, "walls"),
            (plan.memory.marks, "promoted"),
            (plan.memory.rights, "castling"),
            (plan.en_passant, "passed"),
            (plan.en_passant && !plan.memory.several_moves, "victim"),
            (!plan.hand.is_empty(), "hands"),
            (plan.memory.checks, "checks"),
            (plan.memory.passes > 0, "passes"),
            (self.remembers_ending_moves(), "ending_move"),
            (self.is_multiplayer(), "out"),
            (plan.truce.is_some(), "struck"),
            (self.remembers_last_moved(), "last_moved"),
        ] {
            if present {
                let field = format_ident!("{field}");
                lean.extend(quote!(#field: self.#field,));
            }
        }
        for field in self.turn_field_names() {
            let field = format_ident!("{field}");
            lean.extend(quote!(#field: self.#field,));
        }
        let sides = Literal::usize_unsuffixed(plan.sides());
        let (played, constants) = if plan.is_frugal() {
            let made = self.for_turn(quote!(self.turn), |side| quote!(make::<#side, _, _>(Portable, self, mv)));
            let frugal = quote! {
                const FRUGAL: bool = true;
                #[inline(never)]
                fn after(&self, mv: Move) -> Self {
                    #made
                }
            };
            (quote!(*child = self.after(mv)), frugal)
        } else {
            let made = |cpu: TokenStream| {
                self.for_turn(quote!(self.turn), |side| quote!(make_into::<#side, _, _>(#cpu, self, mv, child)))
            };
            let inlined = if plan.regenerates() {
                let made = made(quote!(cpu));
                let in_order = self.moves_in_order().then(|| {
                    quote!(
                        const IN_ORDER: bool = KINDS_OF_MOVES.are_simple();
                    )
                });
                let digits = Literal::usize_unsuffixed(self.usual_digits());
                quote! {
                    const REGENERATES: bool = true;
                    const USUAL_DIGITS: usize = #digits;
                    #in_order
                    #[inline(always)]
                    fn play_into_inlined<C: Cpu>(&self, cpu: C, mv: Move, child: &mut Self) {
                        #made
                    }
                }
            } else {
                quote!()
            };
            (made(quote!(Portable)), inlined)
        };
        let (played, eliminates) = if self.is_multiplayer() {
            let settled = quote! {
                const ELIMINATES: bool = true;
                fn without_eliminated(&self) -> Self {
                    let mut settled = *self;
                    eliminate_sides(&mut settled);
                    settled
                }
            };
            (quote!(#played; eliminate_sides(child);), settled)
        } else {
            (played, quote!())
        };
        let walls = if plan.memory.walls {
            quote! {
                fn walls(&self) -> Set {
                    self.walls
                }
            }
        } else {
            TokenStream::new()
        };
        quote! {
            impl<B: Bookkeeping> wazir_runtime::Position for State<B> {
                type Set = Set;
                type Lean = State<B::Lean>;
                const COMPACT: bool = B::COMPACT;
                const KINDS_OF_MOVES: MoveKinds = KINDS_OF_MOVES;
                #eliminates
                #constants
                fn info() -> &'static Info {
                    &INFO
                }
                fn from_setup(setup: &Setup) -> Result<Self, FenError> {
                    from_setup(setup)
                }
                fn setup(&self) -> Setup {
                    to_setup(self)
                }
                #[inline(always)]
                fn lean(&self) -> State<B::Lean> {
                    State { kinds: self.kinds, sides: self.sides, #lean turn: self.turn, bookkeeping: self.bookkeeping.lean() }
                }
                #[inline(always)]
                fn turn(&self) -> SideId {
                    self.turn
                }
                fn piece_at(&self, square: Square) -> Option<(SideId, PieceId)> {
                    let square = square as usize;
                    if square >= SQUARES {
                        return None;
                    }
                    let side = (0..#sides).find(|&side| self.sides[side].has(square))?;
                    Some((side as SideId, self.kind_at(square) as PieceId))
                }
                #[inline(always)]
                fn of_side(&self, side: SideId) -> Set {
                    self.sides.get(side as usize).copied().unwrap_or_default()
                }
                #[inline(always)]
                fn of_type(&self, piece: PieceId) -> Set {
                    self.kinds.get(piece as usize).copied().unwrap_or_default()
                }
                #walls
                fn in_hand(&self, side: SideId, piece: PieceId) -> u16 {
                    #in_hand
                }
                #[inline(always)]
                fn visit<C: Cpu, V: Visitor<Self>>(&self, cpu: C, visitor: &mut V) {
                    #ended
                    moves(self, cpu, visitor);
                }
                #[inline(never)]
                fn play_into(&self, mv: Move, child: &mut Self) {
                    #played
                }
                fn checkers(&self) -> Set {
                    #checkers
                }
                #[inline(always)]
                fn hash(&self) -> u64 {
                    self.bookkeeping.hash()
                }
                fn outcome(&self) -> Option<Outcome> {
                    outcome(self)
                }
                #outcome_with_moves
                #lawful
            }
        }
    }

    /// When a side may pass, as a word for comments.
    pub(super) fn pass_text(&self, side: usize) -> &'static str {
        match self.plan.rules.play[side].pass {
            Pass::Never => "never",
            Pass::WhenStuck => "only without another move",
            Pass::Always if self.accepts_facing(side).is_empty() => "always, except in check",
            Pass::Always => "always, in check only where royals face each other and it ends the game",
        }
    }
}
