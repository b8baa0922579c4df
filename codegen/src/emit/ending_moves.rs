//! Kinds of moves that end the game: which of them the last move was of, and rights to castle that have been lost.

use super::*;
use wazir_variant_spec::rules::{Condition, EndRule, EndingMove};

/// What is known of the moves that a part of `Make` makes, as expressions.
#[derive(Default)]
pub(super) struct Made {
    /// Does it capture something?
    pub(super) captures: Option<TokenStream>,
    /// Is it an en passant capture?
    pub(super) in_passing: bool,
    /// Does it promote?
    pub(super) promotes: Option<TokenStream>,
    /// Of a castling: does the partner stand on a higher file (sideways: rank) than the king?
    pub(super) castles_right: Option<TokenStream>,
}

impl Emitter<'_> {
    /// Do positions remember whether the last move was of a kind that ends the game?
    pub(super) fn remembers_ending_moves(&self) -> bool {
        !self.plan.rules.ending_moves().is_empty()
    }

    /// The field of a position that holds it.
    pub(super) fn ending_move_field(&self) -> TokenStream {
        if !self.remembers_ending_moves() {
            return quote!();
        }
        quote!(
            /// Which of the kinds of moves that end the game the last move was of, from 1; 0 for none.
            pub ending_move: u8,
        )
    }

    /// Statements that note in `c` what kind of move has just been made. (The game is over after one that is noted, so that nothing has to be forgotten.)
    pub(super) fn note_ending_move(&self, made: &Made) -> TokenStream {
        self.both(|side| self.note_ending_move_of(side, made))
    }

    fn note_ending_move_of(&self, side: usize, made: &Made) -> TokenStream {
        let ending_moves = (1u8..).zip(self.plan.rules.ending_moves());
        let own = ending_moves.filter(|(_, (_, of))| of.is_none_or(|of| of as usize == side));
        let noted: Vec<TokenStream> = own
            .filter_map(|(place, (ending_move, _))| {
                let holds = self.is_of_kind(side, ending_move, made)?;
                let place = Literal::u8_unsuffixed(place);
                Some(quote!(if #holds {
                    c.ending_move = #place;
                    c.bookkeeping.toggle(key(ENDING_MOVE_KEYS + #place));
                }))
            })
            .collect();
        if noted.is_empty() {
            return quote!();
        }
        let note = self.note("Is it a kind of move that ends the game?");
        quote!(#note #(#noted)else*)
    }

    /// Is the move of this kind? `None` where it cannot be.
    fn is_of_kind(&self, side: usize, ending_move: &EndingMove, made: &Made) -> Option<TokenStream> {
        match ending_move {
            EndingMove::Capture => made.captures.clone(),
            EndingMove::EnPassant => made.in_passing.then(|| quote!(true)),
            EndingMove::Promotion => made.promotes.clone(),
            EndingMove::Castling(letters) => {
                let is_right = made.castles_right.as_ref()?;
                let counts = |towards: i8| {
                    self.plan.castlings(side).any(|c| c.towards == towards && letters.contains(&c.letter))
                };
                match (counts(1), counts(-1)) {
                    (true, true) => Some(quote!(true)),
                    (true, false) => Some(quote!(#is_right)),
                    (false, true) => Some(quote!(!(#is_right))),
                    (false, false) => None,
                }
            }
        }
    }

    /// The place of a rule about a kind of move among those, from 1.
    pub(super) fn ending_move_place(&self, rule: &EndRule) -> Literal {
        let end = &self.plan.rules.end;
        let before = end.iter().take_while(|earlier| !std::ptr::eq(*earlier, rule));
        let ending_moves = before.filter(|earlier| matches!(earlier.when, Condition::Moved { .. })).count();
        Literal::u8_unsuffixed(ending_moves as u8 + 1)
    }

    /// Statements that read the kind of the last move into `p` from `setup`.
    pub(super) fn read_ending_move(&self) -> TokenStream {
        if !self.remembers_ending_moves() {
            return quote!();
        }
        let of = self.plan.rules.ending_moves().into_iter().map(|(_, of)| match of {
            Some(side) => quote!(Some(#side)),
            None => quote!(None),
        });
        let waiter_now = self
            .plan
            .memory
            .several_moves
            .then(|| quote!(let waiter = if p.is_under_way() { setup.turn } else { waiter };));
        quote! {
            if let Some(place) = (setup.ending_move as usize).checked_sub(1) {
                let of: &[Option<u8>] = &[#(#of),*];
                let waiter = 1 - (setup.turn & 1);
                #waiter_now
                match of.get(place) {
                    None => return Err(FenError::position(format!("no kind of move {} ends this game", place + 1))),
                    Some(Some(of)) if *of != waiter => {
                        return Err(FenError::position(format!("moves of kind {} end the game only when others make them", place + 1)));
                    }
                    Some(_) => p.ending_move = setup.ending_move,
                }
            }
        }
    }

    /// The expression for: `side` (a variable) has the right to castle on one of these wings in the position `p`.
    pub(super) fn entitled(&self, wings: &[char]) -> TokenStream {
        let of_side = (0..2).map(|side| {
            let castlings: Vec<_> = self.plan.castlings(side).filter(|c| wings.contains(&c.letter)).collect();
            let Some(first) = castlings.first() else { return quote!(false) };
            let (king, rank) = (self.piece(first.king), self.castling_rank(side));
            let first_king = self.plan.first_moves.then(|| quote!(&&p.castling.has(king)));
            let own = Literal::usize_unsuffixed(side);
            let wings = castlings.iter().map(|castling| {
                let partners: Vec<usize> = castling.partners.iter().map(|&id| usize::from(id)).collect();
                let partners = self.kinds(&partners);
                let beyond = if castling.towards > 0 { quote!(partner > king) } else { quote!(partner < king) };
                quote!((p.castling & p.sides[#own] & #rank & #partners).into_iter().any(|partner| #beyond))
            });
            quote!({
                let home = p.kinds[#king] & p.sides[#own] & #rank;
                home.any() && {
                    let king = home.first();
                    (#(#wings)||*) #first_king
                }
            })
        });
        let of_side: Vec<TokenStream> = of_side.collect();
        let [first, second] = &of_side[..] else { return quote!(false) };
        quote!((if side == 0 { #first } else { #second }))
    }
}
