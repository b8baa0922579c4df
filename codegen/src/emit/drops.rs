//! Drops from hands and from endless supplies.

use super::*;
use wazir_program::analysis::Legality;
use wazir_program::tables::{colours, leaving};
use wazir_variant_spec::rules::{Drop, PieceId};

impl Emitter<'_> {
    /// All drops of a side; those that have to be made come before everything else, see [`Self::urgent_drops`].
    pub(super) fn drops(&self, side: usize, legality: Legality) -> TokenStream {
        let must = &self.plan.must_drop[side];
        self.drops_of(side, legality, |id| !must.contains(&id))
    }

    /// Where the side has to drop what it holds: a test of its hand, and the drops that end the generator if there is something. `limit` stands
    /// before the drops.
    pub(super) fn urgent_drops(&self, side: usize, legality: Legality, limit: &TokenStream) -> TokenStream {
        let must = &self.plan.must_drop[side];
        let places = must.iter().filter_map(|id| self.plan.hand.iter().position(|held| held == id));
        let held: Vec<TokenStream> = places
            .map(|place| {
                let place = Literal::usize_unsuffixed(place);
                let me = self.me();
                quote!(p.hands[#me][#place] > 0)
            })
            .collect();
        if held.is_empty() {
            return quote!();
        }
        let drops = self.drops_of(side, legality, |id| must.contains(&id));
        let note = self.note("What is in hand has to be dropped.");
        quote!(#note if #(#held)||* { #limit #drops return; })
    }

    fn drops_of(&self, side: usize, legality: Legality, listed: impl Fn(PieceId) -> bool) -> TokenStream {
        let mut code = TokenStream::new();
        for (id, piece) in self.plan.pieces.iter().enumerate().filter(|(id, _)| listed(*id as PieceId)) {
            if let Some(drop) = piece.rules[side].and_then(|r| r.drop.as_ref()) {
                code.extend(self.drop(id, side, drop, legality));
            }
        }
        if code.is_empty() {
            return code;
        }
        let note = self.note("Drops.");
        let kept = self.kept_squares(side);
        let onto = match legality {
            Legality::Masks if self.plan.lines_meet() => quote!(let onto = block & empty;),
            Legality::Masks => quote!(let onto = if checkers.is_empty() { empty } else { block };),
            Legality::Blasts => quote!(let onto = quiets;),
            _ => quote!(let onto = empty;),
        };
        let unchecked = if self.plan.grants_drops(side) {
            let note =
                self.note("A piece that comes in takes no line away: without check before, there is none after.");
            let checkers = self.checkers_of_own();
            quote!(#note let unchecked = #checkers.is_empty();)
        } else {
            quote!()
        };
        quote!(#note { #onto #kept #unchecked #code })
    }

    /// The squares that only pieces of the type that is limited by colour may be dropped on, for each such type.
    fn kept_squares(&self, side: usize) -> TokenStream {
        let mut code = TokenStream::new();
        for (id, piece) in self.plan.pieces.iter().enumerate() {
            let Some(drop) = piece.rules[side].and_then(|r| r.drop.as_ref()) else { continue };
            let (Some(limit), Some(place)) =
                (drop.per_colour, self.plan.hand.iter().position(|&held| held as usize == id))
            else {
                continue;
            };
            let (me, ident, kept) = (self.me(), &piece.ident, format_ident!("kept_for_{}", piece.snake));
            let zones = colours(self.plan.board()).map(|colour| (self.set(&colour), self.set(&colour.and(&drop.zone))));
            let zones = zones.map(|(colour, zone)| quote!((#colour, #zone)));
            let (limit, place) = (Literal::u32_unsuffixed(limit as u32), Literal::usize_unsuffixed(place));
            code.extend(quote! {
                let mut #kept = Set::EMPTY;
                let held = p.hands[#me][#place] as u32;
                if held > 0 {
                    let mut places = 0;
                    for (colour, zone) in [#(#zones),*] {
                        let room = (#limit as u32).saturating_sub((p.kinds[#ident] & us & colour).count());
                        let free = zone & empty;
                        places += room.min(free.count());
                        if free.count() <= room {
                            #kept |= free;
                        }
                    }
                    if places > held {
                        #kept = Set::EMPTY;
                    }
                }
            });
        }
        code
    }

    pub(super) fn drop(&self, id: usize, side: usize, drop: &Drop, legality: Legality) -> TokenStream {
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
        let required = drop.must_convert.then(|| self.converting(side));
        if !drop.opening.is_empty() {
            let note = self.note("As long as the opening has room.");
            let opening = self.set(&drop.opening);
            let required = required.map(|converting| quote!(else { targets &= #converting; }));
            code.extend(quote!(#note if (#opening & empty).any() { targets &= #opening; } #required));
        } else if let Some(converting) = required {
            code.extend(quote!(targets &= #converting;));
        }
        if let Some(limit) = drop.per_colour {
            let colours = colours(self.plan.board()).map(|colour| self.set(&colour));
            let limit = Literal::u32_unsuffixed(limit as u32);
            code.extend(quote! {
                for colour in [#(#colours),*] {
                    if (p.kinds[#ident] & us & colour).count() >= #limit {
                        targets &= !colour;
                    }
                }
            });
        }
        for (other, piece) in self.plan.pieces.iter().enumerate().filter(|(other, _)| *other != id) {
            let limited = piece.rules[side].and_then(|r| r.drop.as_ref()).is_some_and(|drop| drop.per_colour.is_some());
            if limited && self.plan.hand.iter().any(|&held| held as usize == other) {
                let kept = format_ident!("kept_for_{}", piece.snake);
                code.extend(quote!(targets &= !#kept;));
            }
        }
        if !drop.beside.is_empty() {
            let near = drop.beside.iter().map(|&step| self.moved(&quote!(us), step.reversed()));
            code.extend(quote!(targets &= #(#near)|*;));
        }
        if !drop.away_from.is_empty() {
            let near = drop.away_from.iter().map(|&step| self.moved(&quote!(them), step.reversed()));
            code.extend(quote!(targets &= !(#(#near)|*);));
        }
        if !drop.pushed.is_empty() {
            code.extend(self.resting_places(&drop.pushed));
        }
        if legality == Legality::Lines {
            code.extend(quote!(targets &= lines.safe();));
            if self.plan.watches(side) {
                code.extend(
                    quote!(targets = filter_targets::<S, B, C>(p, cpu, king, watched, checkers, Set::EMPTY, targets);),
                );
            }
        }
        if drop.may_not_check && self.plan.can_check(side) {
            let note = self.note("This drop may not give check.");
            code.extend(quote! {
                #note
                for to in targets {
                    let dropped = batches::Drop::<S, _, _>::new(#ident, At(to), Set::single(to)).child(cpu, p, to);
                    if checkers_of::<S::Other, B, C>(&dropped, cpu).any() {
                        targets &= !Set::single(to);
                    }
                }
            });
        }
        if drop.may_not_mate && self.plan.can_check(side) {
            let note = self.note("This drop may not mate.");
            let single = quote!(batches::Drop::<S, _, _>::new(#ident, At(to), Set::single(to)));
            let unchecked = self.plan.grants_drops(side).then(|| quote!(unchecked));
            let spared = self.spare_mates(id, side, &format_ident!("mated_by"), &single, unchecked);
            code.extend(quote!(#note #spared));
        }
        // What has been written so far finds the `targets`; the moves follow.
        let find = std::mem::take(&mut code);
        let batch = |targets: TokenStream| quote!(Drop::<S, _, _>::new(#ident, At(0), #targets));
        if self.plan.grants_drops(side) && !self.plan.royals[side].contains(&(id as PieceId)) {
            let batch = self.noted(batch(quote!(targets)));
            code.extend(quote!(v.granted(p, #batch, unchecked);));
        } else {
            code.extend(self.told_batches(id, side, false, &batch));
        }
        let me = self.me();
        let held = self.plan.place_in_hand(drop).map(|place| {
            let place = Literal::usize_unsuffixed(place);
            quote!(p.hands[#me][#place] > 0)
        });
        let (to_be_had, exchanged) = match &drop.exchange {
            Some(exchange) => self.exchanges(id, side, exchange),
            None => (None, quote!()),
        };
        match (held, to_be_had) {
            (Some(held), None) => quote!(if #held { #find #code }),
            (None, None) => quote!({ #find #code }),
            (Some(held), Some(to_be_had)) => quote! {
                let (held, to_be_had) = (#held, #to_be_had);
                if held || to_be_had {
                    #find
                    if held { #code }
                    if to_be_had { #exchanged }
                }
            },
            (None, Some(to_be_had)) => quote!({ #find { #code } if #to_be_had { #exchanged } }),
        }
    }

    /// Narrows `targets` to where a piece comes to rest that is pushed in along one of the steps.
    fn resting_places(&self, steps: &[Step]) -> TokenStream {
        let board = self.plan.board();
        let pushed = steps.iter().map(|&step| {
            let (onward, behind) = (self.moved(&quote!(way), step), self.moved(&quote!(empty), step.reversed()));
            // Squares with another one behind them are those from which a piece comes; the others are where it enters.
            let entered = self.all.minus(&leaving(self.plan.board(), step.reversed()));
            // The longest way of a piece that is pushed in.
            let length = |mut at: u16| {
                let mut steps = 0;
                while let Some(next) = board.step(at, step) {
                    (at, steps) = (next, steps + 1);
                }
                steps
            };
            let longest = Literal::usize_unsuffixed(entered.iter().map(length).max().unwrap_or(0));
            let entered = self.set(&entered);
            quote! {
                let mut way = empty & #entered;
                for _ in 0..#longest {
                    way |= #onward & empty;
                }
                rest |= way & !#behind;
            }
        });
        let note = self.note("Where a piece that is pushed in comes to rest.");
        quote! {
            #note
            let mut rest = Set::EMPTY;
            #(#pushed)*
            targets &= rest;
        }
    }
}
