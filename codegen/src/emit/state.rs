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
            let moves = if movement(0) == movement(1) || movement(1).is_empty() {
                movement(0)
            } else {
                format!("{} / {}", movement(0), movement(1))
            };
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
        if plan.walls {
            fields.extend(quote!(
                /// Squares occupied by walls.
                pub walls: Set,
            ));
        }
        if plan.promoted {
            fields.extend(quote!(
                /// Pieces that revert when captured.
                pub promoted: Set,
            ));
        }
        if plan.castling {
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
            fields.extend(if plan.series {
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
            let n = Literal::usize_unsuffixed(plan.hand.len());
            fields.extend(quote!(
                /// Pieces in hand, by side and place in `HAND`.
                pub hands: [[u8; #n]; 2],
            ));
        }
        if plan.checks {
            fields.extend(quote!(
                /// Checks still to give, by side.
                pub checks: [u8; 2],
            ));
        }
        if plan.passes_counted > 0 {
            fields.extend(quote!(
                /// Passes in a row up to here, as far as they are counted.
                pub passes: u8,
            ));
        }
        fields.extend(self.turn_fields());
        let occupied = if plan.walls {
            quote!(self.sides[0] | self.sides[1] | self.walls)
        } else {
            quote!(self.sides[0] | self.sides[1])
        };
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
        let nowhere = if plan.en_passant && !plan.series {
            quote! {
                /// No square.
                pub const NOWHERE: u16 = 1024;
            }
        } else {
            TokenStream::new()
        };
        let turns = self.turn_items();
        quote! {
            #hand
            #nowhere
            #turns

            /// A position: plain data, copied instead of unmade.
            #[derive(Clone, Copy, PartialEq, Eq, Debug)]
            pub struct State<B: Books> {
                /// Squares of each type, of both sides.
                pub kinds: [Set; KINDS],
                /// Squares of each side.
                pub sides: [Set; 2],
                #fields
                /// Side to move.
                pub turn: u8,
                /// Hash and clocks, or nothing.
                pub books: B,
            }

            impl<B: Books> State<B> {
                /// Squares that are not empty.
                #[inline(always)]
                pub fn occupied(&self) -> Set {
                    #occupied
                }

                /// The type of the piece on a square that holds one.
                #[inline(always)]
                pub fn kind_at(&self, square: usize) -> usize {
                    let mut kind = 0;
                    while kind + 1 < KINDS && !self.kinds[kind].has(square) {
                        kind += 1;
                    }
                    kind
                }
            }
        }
    }

    /// `impl Position`: everything but the rules.
    pub(super) fn position_impl(&self) -> TokenStream {
        let plan = self.plan;
        let checkers = if plan.royals.iter().all(Vec::is_empty) {
            quote!(Set::EMPTY)
        } else {
            quote!(match self.turn {
                0 => checkers_of::<First, B, Portable>(self, Portable),
                _ => checkers_of::<Second, B, Portable>(self, Portable),
            })
        };
        let ended = if plan.ends_by_position() {
            quote!(if ended(self, cpu).is_some() {
                return;
            })
        } else {
            TokenStream::new()
        };
        let lawful = if plan.tests_children() {
            let by_turn = if plan.series {
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
        let in_hand = if plan.hand.is_empty() {
            quote!(0)
        } else {
            quote! {
                match HAND.iter().position(|&kind| kind == piece as usize) {
                    Some(place) if side < 2 => self.hands[side as usize][place] as u16,
                    _ => 0,
                }
            }
        };
        let mut lean = TokenStream::new();
        for (present, field) in [
            (plan.walls, "walls"),
            (plan.promoted, "promoted"),
            (plan.castling, "castling"),
            (plan.en_passant, "passed"),
            (plan.en_passant && !plan.series, "victim"),
            (!plan.hand.is_empty(), "hands"),
            (plan.checks, "checks"),
            (plan.passes_counted > 0, "passes"),
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
        quote! {
            impl<B: Books> wazir_runtime::Position for State<B> {
                type Set = Set;
                type Lean = State<Lean>;
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
                fn lean(&self) -> State<Lean> {
                    State { kinds: self.kinds, sides: self.sides, #lean turn: self.turn, books: Lean }
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
                    let side = (0..2).find(|&side| self.sides[side].has(square))?;
                    Some((side as SideId, self.kind_at(square) as PieceId))
                }
                fn in_hand(&self, side: SideId, piece: PieceId) -> u16 {
                    #in_hand
                }
                #[inline(always)]
                fn visit<C: Cpu, V: Visitor<Self>>(&self, cpu: C, visitor: &mut V) {
                    #ended
                    moves(self, cpu, visitor);
                }
                fn play_unchecked(&self, mv: Move) -> Self {
                    match self.turn {
                        0 => make::<First, _, _>(Portable, self, mv),
                        _ => make::<Second, _, _>(Portable, self, mv),
                    }
                }
                fn checkers(&self) -> Set {
                    #checkers
                }
                #[inline(always)]
                fn hash(&self) -> u64 {
                    self.books.hash()
                }
                fn outcome(&self) -> Option<Outcome> {
                    outcome(self)
                }
                #lawful
            }
        }
    }

    /// When a side may pass, as a word for comments.
    pub(super) fn pass_text(&self, side: usize) -> &'static str {
        match self.plan.rules.play[side].pass {
            Pass::Never => "never",
            Pass::WhenStuck => "only without another move",
            Pass::Always => "always, except in check",
        }
    }
}
