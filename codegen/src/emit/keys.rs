//! Zobrist keys: which features of a position have one, how moves mix them in and out, and the hash from scratch.

use super::*;
use wazir_program::analysis::petrifies;

/// Keys of pieces are looked up where there are at most so many, which are 32 KB: random games of chess are a twentieth faster so. More of them would be in nobody's cache.
const MOST_TABULATED: usize = 4096;

/// Places of features in the sequence of Zobrist keys.
pub(super) struct Keys {
    pieces: usize,
    promoted: usize,
    castling: usize,
    passed: usize,
    victim: usize,
    turn: usize,
    hands: usize,
    checks: usize,
    walls: usize,
    passes: usize,
    out: usize,
}

impl Keys {
    /// The first of the keys of kinds of moves that end the game, of which there are as many as such rules. (Passes have but few keys.)
    pub(super) fn ending_moves(&self) -> usize {
        self.passes + 128
    }

    /// The first of the keys of squares on which captures have been made that may not be answered in kind; only in games whose turns have one move.
    pub(super) fn struck(&self) -> usize {
        self.passes + 256
    }

    /// The first of the keys of what has moved last, of which there are 256.
    pub(super) fn last_moved(&self) -> usize {
        self.turns() + 3 * 65_536
    }

    /// The first of the keys of turns, of which there are 65,536 for moves left, as many for moves of a turn, and one for each square.
    pub(super) fn turns(&self) -> usize {
        self.passes + 256
    }
}

impl Emitter<'_> {
    /// The sequence: each feature has as many keys as it has values.
    pub(super) fn keys(&self) -> Keys {
        let squares = self.plan.squares as usize;
        let sides = self.plan.sides();
        let promoted = sides * self.plan.pieces.len() * squares;
        let castling = promoted + squares;
        let passed = castling + squares;
        let victim = passed + squares;
        let turn = victim + squares;
        let hands = turn + if self.is_multiplayer() { sides } else { 1 };
        let checks = hands + sides * self.plan.pieces.len() * 256;
        let walls = checks + sides * 256;
        let passes = walls + squares;
        let out = passes + 256;
        Keys { pieces: 0, promoted, castling, passed, victim, turn, hands, checks, walls, passes, out }
    }

    /// What mixes keys in and out.
    pub(super) fn key_helpers(&self) -> TokenStream {
        let (constants, toggle_set, change_hand) = (self.key_constants(), self.toggle_set(), self.change_hand());
        let ((_, who), me) = (self.takes_side(), self.me());
        let of = (!self.is_multiplayer()).then(|| quote!(S: Side));
        let piece_keys = self.plan.sides() * self.plan.pieces.len() * self.plan.squares as usize;
        let index = quote!((#me * KINDS + kind) * SQUARES + square);
        let (table, found) = if piece_keys <= MOST_TABULATED {
            let count = Literal::usize_unsuffixed(piece_keys);
            let table = quote! {
                /// Zobrist keys of pieces, by side, type and square.
                static PIECE_KEY: [u64; #count] = keys(PIECE_KEYS);
            };
            (table, quote!(PIECE_KEY[#index]))
        } else {
            (quote!(), quote!(key(PIECE_KEYS + #index)))
        };
        quote! {
            #constants
            #table

            /// Zobrist key of a piece of `S`.
            #[inline(always)]
            fn piece_key<#of>(kind: usize, square: usize #who) -> u64 {
                #found
            }
            #toggle_set
            #change_hand
        }
    }

    /// The constants by which emitted code names them.
    fn key_constants(&self) -> TokenStream {
        let keys = self.keys();
        let constant = |name: &str, doc: &str, value: usize| {
            let (name, value) = (format_ident!("{name}"), Literal::usize_unsuffixed(value));
            quote!(#[doc = #doc] const #name: usize = #value;)
        };
        let mut code = TokenStream::new();
        for (used, name, doc, value) in [
            (
                true,
                "PIECE_KEYS",
                " First Zobrist key of pieces, at `(side * KINDS + kind) * SQUARES + square`.",
                keys.pieces,
            ),
            (self.plan.memory.marks, "PROMOTED_KEYS", " First key of promoted marks, by square.", keys.promoted),
            (self.plan.memory.rights, "CASTLING_KEYS", " First key of castling rights, by square.", keys.castling),
            (self.plan.en_passant, "PASSED_KEYS", " First key of en passant squares.", keys.passed),
            (self.plan.en_passant, "VICTIM_KEYS", " First key of en passant victims.", keys.victim),
            (
                true,
                "TURN_KEY",
                if self.is_multiplayer() {
                    " First key of the side to move."
                } else {
                    " Key of the second side being to move."
                },
                keys.turn,
            ),
            (
                self.is_multiplayer(),
                "OUT_KEYS",
                " First key of sides that are out, at `side * sides + place - 1`.",
                keys.out,
            ),
            (
                !self.plan.hand.is_empty(),
                "HAND_KEYS",
                " First key of hands, at `(side * KINDS + kind) * 256 + count`.",
                keys.hands,
            ),
            (
                self.plan.memory.checks,
                "CHECK_KEYS",
                " First key of check counters, at `side * 256 + count`.",
                keys.checks,
            ),
            (self.plan.walls_change, "WALL_KEYS", " First key of walls, by square.", keys.walls),
            (self.plan.memory.passes > 0, "PASS_KEYS", " First key of passes in a row, by their number.", keys.passes),
            (
                self.remembers_ending_moves(),
                "ENDING_MOVE_KEYS",
                " First key of kinds of moves that end the game, by their place from 1.",
                keys.ending_moves(),
            ),
            (
                self.plan.truce.is_some(),
                "STRUCK_KEYS",
                " First key of captures that may not be answered in kind, by square.",
                keys.struck(),
            ),
            (
                self.remembers_last_moved(),
                "LAST_MOVED_KEYS",
                " First key of what has moved last, by type.",
                keys.last_moved(),
            ),
        ] {
            if used {
                code.extend(constant(name, doc, value));
            }
        }
        code
    }

    fn toggle_set(&self) -> TokenStream {
        let plan = self.plan;
        let marks = plan.memory.marks || plan.memory.rights || plan.passed_sets() || plan.truce.is_some();
        if !marks && !petrifies(plan.rules) {
            return quote!();
        }
        quote! {
            /// Mixes the keys of a set of squares in or out.
            #[inline(always)]
            fn toggle_set<B: Bookkeeping>(bookkeeping: &mut B, keys: usize, squares: Set) {
                if B::KEEPS {
                    for square in squares {
                        bookkeeping.toggle(key(keys + square));
                    }
                }
            }
        }
    }

    /// The hash of a whole position.
    pub(super) fn hash(&self) -> TokenStream {
        let plan = self.plan;
        let mut more = TokenStream::new();
        if plan.memory.marks {
            more.extend(quote!(for square in p.promoted {
                hash ^= key(PROMOTED_KEYS + square);
            }));
        }
        if plan.walls_change {
            more.extend(quote!(for square in p.walls {
                hash ^= key(WALL_KEYS + square);
            }));
        }
        if plan.memory.rights {
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
        if plan.memory.checks {
            more.extend(quote! {
                for side in 0..2 {
                    hash ^= key(CHECK_KEYS + side * 256 + p.checks[side] as usize);
                }
            });
        }
        if plan.memory.passes > 0 {
            more.extend(quote!(hash ^= key(PASS_KEYS) ^ key(PASS_KEYS + p.passes as usize);));
        }
        if self.remembers_ending_moves() {
            more.extend(quote!(if p.ending_move > 0 {
                hash ^= key(ENDING_MOVE_KEYS + p.ending_move as usize);
            }));
        }
        more.extend(self.truce_hash());
        more.extend(self.last_moved_hash());
        more.extend(self.turn_hash());
        let sides = Literal::usize_unsuffixed(plan.sides());
        let turn = if self.is_multiplayer() {
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
            pub fn full_hash<B: Bookkeeping>(p: &State<B>) -> u64 {
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
