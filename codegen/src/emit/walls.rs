//! Walls placed after a move: where, and what placing one changes.

use super::*;
use wazir_program::analysis::{Legality, PieceAnalysis, parts_of};
use wazir_program::tables::leaving;
use wazir_variant_spec::rules::{WallDuty, WallReach, Walling};

impl<'r> Emitter<'r> {
    fn walling_of(&self, side: usize) -> Option<&'r Walling> {
        self.plan.rules.play[side].walling.as_ref()
    }

    /// `visitor`, behind one that adds walls to the moves.
    pub(super) fn walling(&self, side: usize, visitor: &TokenStream) -> TokenStream {
        match self.walling_of(side) {
            None | Some(Walling { duty: WallDuty::Instead, .. }) => visitor.clone(),
            Some(walling) => {
                let bare = match (walling.duty, &walling.reach) {
                    (WallDuty::Optional, _) => quote!(Bare::All),
                    (_, WallReach::Left) => quote!(Bare::Unwalled),
                    _ => quote!(Bare::None),
                };
                quote!(&mut Walling::<S, _, _> { inner: #visitor, cpu, bare: #bare, side: core::marker::PhantomData })
            }
        }
    }

    /// Walls placed instead of a move.
    pub(super) fn lone_walls(&self, side: usize) -> TokenStream {
        let Some(walling) = self.walling_of(side).filter(|walling| walling.duty == WallDuty::Instead) else {
            return quote!();
        };
        let note = self.note(self.cause(&walling.cause));
        let square = self.pass_square(side);
        let inner = if self.plan.legality[side] == Legality::Test {
            quote!(&mut Lawful { inner: &mut *v, cpu })
        } else {
            quote!(&mut *v)
        };
        quote! {
            #note
            {
                let square = #square;
                if p.sides[S::ME].any() {
                    let pass = Pass::<S, _, _>::new(p.kind_at(square), At(square), Set::single(square));
                    let mut walling = Walling::<S, _, _> { inner: #inner, cpu, bare: Bare::None, side: core::marker::PhantomData };
                    walling.batch(p, pass);
                }
            }
        }
    }

    /// `wall_squares` and `place_wall`.
    pub(super) fn wall_functions(&self) -> TokenStream {
        if !self.plan.rules.play.iter().any(|play| play.walling.is_some()) {
            return quote!();
        }
        let squares = self.both(|side| self.wall_squares(side));
        let moved = self.both(|side| match self.walling_of(side) {
            Some(walling) if walling.moves_standing => quote! {
                if B::KEEPS {
                    for standing in self.walls {
                        self.bookkeeping.toggle(key(WALL_KEYS + standing));
                    }
                }
                self.walls = Set::EMPTY;
            },
            _ => quote!(),
        });
        let en_passant = if self.plan.en_passant {
            let forget = self.forget_passed(&quote!(self), &quote!(self));
            quote!(if self.passed == square as u16 { #forget })
        } else {
            quote!()
        };
        quote! {
            #[inline(always)]
            fn wall_squares<S: Side, C: Cpu>(&self, cpu: C, from: Option<usize>, to: usize) -> Set {
                let occ = self.occupied();
                #squares
            }
            #[inline(always)]
            fn place_wall<S: Side>(&mut self, square: usize) {
                #moved
                self.walls |= Set::single(square);
                self.bookkeeping.toggle(key(WALL_KEYS + square));
                #en_passant
            }
        }
    }

    fn wall_squares(&self, side: usize) -> TokenStream {
        let Some(walling) = self.walling_of(side) else { return quote!(Set::EMPTY) };
        let onto = if walling.onto == self.all {
            quote!(ALL & !occ)
        } else {
            let onto = self.set(&walling.onto);
            quote!(#onto & !occ)
        };
        let reach = match &walling.reach {
            WallReach::Anywhere => return onto,
            WallReach::Left => quote!(from.map_or(Set::EMPTY, Set::single)),
            WallReach::Rim(steps) => {
                let edge = steps.iter().map(|&step| self.all.minus(&leaving(self.plan.board(), step)));
                let edge = self.set(&edge.fold(SquareSet::EMPTY, |edge, squares| edge.or(&squares)));
                let beside = steps.iter().map(|&step| {
                    let back = step.reversed();
                    let (onward, by) = (self.set(&leaving(self.plan.board(), back)), self.by(back));
                    quote!(| (self.walls & #onward).shift(#by))
                });
                quote!(#edge #(#beside)*)
            }
            WallReach::Along(movements) => {
                // It was planned for the refusals; here it cannot fail.
                let parts = parts_of(self.plan.board(), movements).unwrap_or_default();
                let wall = PiecePlan {
                    ident: format_ident!("WALL"),
                    snake: "wall".to_string(),
                    known: PieceAnalysis::of_parts(vec![None; self.plan.sides()], vec![parts; self.plan.sides()]),
                };
                self.quiet_reach(&wall, side)
            }
            WallReach::OwnMovement => {
                let arms = self.plan.pieces.iter().filter(|piece| !piece.parts[side].is_empty()).map(|piece| {
                    let (ident, reach) = (&piece.ident, self.quiet_reach(piece, side));
                    quote!(#ident => #reach,)
                });
                quote!(match self.kind_at(to) {
                    _ if !self.sides[S::ME].has(to) => Set::EMPTY,
                    #(#arms)*
                    _ => Set::EMPTY,
                })
            }
        };
        quote!((#reach) & #onto)
    }

    /// Where the movements of a piece on `to` lead without capturing, own pieces and enemies included.
    fn quiet_reach(&self, piece: &PiecePlan<'_>, side: usize) -> TokenStream {
        let quiet = piece.parts[side].iter().filter(|part| part.mode.quiet);
        let terms: Vec<TokenStream> =
            quiet.filter_map(|part| self.reach(piece, side, part, &quote!(to), &quote!(occ))).collect();
        if terms.is_empty() { quote!(Set::EMPTY) } else { quote!(#(#terms)|*) }
    }
}
