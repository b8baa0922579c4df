//! Journeys: tables of legs, and the moves along them that are more than a move to an empty square or an enemy's.

use super::ending_moves::Made;
use super::*;
use std::fmt::Write;
use wazir_program::analysis::{Travel, asks_for_own};
use wazir_variant_spec::rules::{Board, Forced, Ground, Leg, PieceId, PromotedBy, Promotion};

/// The tables of journeys of a module, as text; equal ones are stored once.
#[derive(Default)]
pub(crate) struct Roads {
    /// Every step that a leg takes.
    steps: Vec<Step>,
    /// Names and legs.
    tables: Vec<(Ident, Vec<Leg>)>,
}

impl Roads {
    /// The name of the table of these legs; `name` is used, with a number where it is taken, when there is no equal one.
    fn table(&mut self, name: &str, legs: &[Leg]) -> Ident {
        if let Some((ident, _)) = self.tables.iter().find(|(_, known)| known == legs) {
            return ident.clone();
        }
        let number = self.tables.iter().filter(|(ident, _)| ident.to_string().starts_with(name)).count();
        let ident = if number == 0 { format_ident!("{name}") } else { format_ident!("{name}_{}", number + 1) };
        self.note_steps(legs);
        self.tables.push((ident.clone(), legs.to_vec()));
        ident
    }

    fn note_steps(&mut self, legs: &[Leg]) {
        for leg in legs {
            if !self.steps.contains(&leg.step) {
                self.steps.push(leg.step);
            }
            self.note_steps(&leg.then);
        }
    }

    /// All tables as Rust text.
    pub(super) fn text(&self, board: &Board) -> String {
        let mut text = String::new();
        if self.tables.is_empty() {
            return text;
        }
        let about = "Where each step of a leg leads from each square.";
        tables::write_steps(&mut text, board, "LEG_STEPS", about, &self.steps);
        for (ident, legs) in &self.tables {
            let _ = writeln!(text, "\n/// Legs of journeys, each followed by those that may come after it.");
            let _ = writeln!(
                text,
                "#[rustfmt::skip]\nstatic {ident}: journeys::Journeys<SQUARES> = journeys::Journeys {{ steps: &LEG_STEPS, legs: &["
            );
            let mut rows = Vec::new();
            self.rows(legs, &mut rows);
            rows.iter().for_each(|row| {
                let _ = writeln!(text, "    {row},");
            });
            let _ = writeln!(text, "] }};");
        }
        text
    }

    /// Adds legs and what follows them, each as a row of text.
    fn rows(&self, legs: &[Leg], rows: &mut Vec<String>) {
        for leg in legs {
            let note = rows.len();
            if leg.unloads {
                rows.push(String::new());
            }
            let place = rows.len();
            rows.push(String::new());
            self.rows(&leg.then, rows);
            let step = self.steps.iter().position(|&step| step == leg.step).unwrap_or(0);
            let (min, max) = (leg.min.min(255), leg.max.min(255));
            let ground = match leg.ground {
                Ground::Empty => "Empty",
                Ground::Enemy => "Enemy",
                Ground::Friend => "Friend",
                Ground::Hurdle => "Hurdle",
                Ground::Any => "Any",
                Ground::OwnHurdle => "OwnHurdle",
                Ground::EnemyHurdle => "EnemyHurdle",
                Ground::CarriedEnemy => "CarriedEnemy",
                Ground::CarriedFriend => "CarriedFriend",
            };
            if leg.unloads {
                rows[note] = format!(
                    "journeys::Leg {{ step: 0, min: 0, max: 0, as_long: false, ground: journeys::Ground::PutDown, next: {} }}",
                    rows.len()
                );
            }
            rows[place] = format!(
                "journeys::Leg {{ step: {step}, min: {min}, max: {max}, as_long: {}, ground: journeys::Ground::{ground}, next: {} }}",
                leg.as_long,
                rows.len()
            );
        }
    }
}

impl Emitter<'_> {
    /// The name of the table of these legs.
    pub(super) fn journeys(&self, name: &str, legs: &[Leg]) -> Ident {
        self.roads.borrow_mut().table(&name.to_uppercase(), legs)
    }

    /// The journeys of the pieces of a type that are more than a move to an empty square or an enemy's.
    pub(super) fn travels(&self, id: usize, side: usize) -> TokenStream {
        let piece = &self.plan.pieces[id];
        if piece.travels[side].is_empty() {
            return quote!();
        }
        let (enemies, friends) = (self.victims(id, side, quote!(them)), self.friendly_victims(id, side, quote!(us)));
        let way = |travel: &Travel| {
            let table = self.journeys(&format!("{}_travels", side_name(self.plan, side, piece)), &travel.legs);
            let onto = self.set(&travel.to);
            let walk = match (travel.carry, asks_for_own(&travel.legs)) {
                (false, false) => quote!(#table.travel(from, field, #onto, &mut arrivals);),
                (false, true) => quote!(#table.travel_over(from, field, us, #onto, &mut arrivals);),
                (true, _) => quote!(#table.carry(from, field, us, #onto, &mut carriages);),
            };
            let walk = match &travel.conditions {
                None => walk,
                Some(conditions) => {
                    let holds = self.holds(&quote!(p), (piece, side), conditions, &quote!(from), &quote!(us));
                    quote!(if #holds { #walk })
                }
            };
            if travel.from == self.all {
                walk
            } else {
                let start = self.set(&travel.from);
                quote!(if #start.has(from) { #walk })
            }
        };
        let (carrying, others): (Vec<&Travel>, Vec<&Travel>) =
            piece.travels[side].iter().partition(|travel| travel.carry);
        let carried = self.carriages(id, side, carrying.into_iter().map(way).collect());
        let ways: TokenStream = others.into_iter().map(way).collect();
        let wanted = if self.plan.must_capture[side] {
            quote!(if (arrival.captures || arrival.taken.any()) != taking {
                continue;
            })
        } else {
            quote!()
        };
        let moves = self.arrivals(id, side);
        let ident = &piece.ident;
        let note = self.note(format!("{}: journeys.", self.plan.rules.pieces[id].name));
        let found = if ways.is_empty() {
            quote!()
        } else {
            quote! {
                let mut arrivals = journeys::Arrivals::<Set>::new();
                #ways
                for arrival in arrivals {
                    #wanted
                    #moves
                }
            }
        };
        quote! {
            #note
            for from in p.kinds[#ident] & us {
                let field = journeys::Field { empty, enemies: #enemies, friends: #friends };
                #found
                #carried
            }
        }
    }

    /// The journeys that carry pieces, found in these ways.
    fn carriages(&self, id: usize, side: usize, ways: TokenStream) -> TokenStream {
        if ways.is_empty() {
            return quote!();
        }
        let ident = &self.plan.pieces[id].ident;
        let wanted = if self.plan.must_capture[side] {
            quote!(if carried.arrival.captures != taking {
                continue;
            })
        } else {
            quote!()
        };
        let batch = self.tested_batch(side, quote!(batches::Carry::<S, _>::new(#ident, from, carried)));
        quote! {
            let mut carriages = journeys::Carriages::<Set>::new();
            #ways
            for carried in carriages {
                #wanted
                #batch
            }
        }
    }

    /// Hands one arrival to the visitor, with each choice of promotion.
    pub(super) fn arrivals(&self, id: usize, side: usize) -> TokenStream {
        let piece = &self.plan.pieces[id];
        let ident = &piece.ident;
        let batch =
            |into: TokenStream| self.tested_batch(side, quote!(Journey::<S, _>::new(#ident, from, arrival, #into)));
        let stay = batch(quote!(None));
        let by_moving = |promotion: &&Promotion| matches!(promotion.by, PromotedBy::Moving { .. });
        let promotions: Vec<&Promotion> =
            piece.rules[side].iter().flat_map(|rules| &rules.promotions).filter(by_moving).collect();
        if promotions.is_empty() {
            return stay;
        }
        let offers: TokenStream = promotions.into_iter().map(|promotion| self.offer(promotion)).collect();
        let promote = batch(quote!(Some(into)));
        quote! {
            let mut offered = [false; KINDS];
            let mut forced = false;
            #offers
            for into in 0..KINDS {
                if offered[into] { #promote }
            }
            if !forced { #stay }
        }
    }

    /// Notes what a promotion offers for one arrival.
    fn offer(&self, promotion: &Promotion) -> TokenStream {
        let PromotedBy::Moving { entering, within, leaving, only_capturing } = promotion.by else { return quote!() };
        let zone = self.set(&promotion.zone);
        let captures = only_capturing.then(|| quote!((arrival.captures || arrival.taken.any()) &&));
        let starts = (promotion.from != self.all).then(|| {
            let starts = self.set(&promotion.from);
            quote!(#starts.has(from) &&)
        });
        let targets = promotion.to.iter().map(|target| self.piece(target.piece));
        let forced = match &promotion.forced {
            Forced::Never => quote!(),
            Forced::Always => quote!(forced = true;),
            Forced::Onto(squares) => {
                let squares = self.set(squares);
                quote!(forced |= #squares.has(arrival.to);)
            }
        };
        quote! {
            let may = match (#zone.has(from), #zone.has(arrival.to)) {
                (false, true) => #entering,
                (true, true) => #within,
                (true, false) => #leaving,
                (false, false) => false,
            };
            if #captures #starts may {
                #(offered[#targets] = true;)*
                #forced
            }
        }
    }

    /// The enemies on `occ` that journeys of a piece can jump which jump enemies only: those it can capture.
    pub(super) fn jumped_enemies(&self, piece: &PiecePlan<'_>, side: usize, occ: &TokenStream) -> TokenStream {
        let own = Literal::usize_unsuffixed(side);
        let them = if self.plan.memory.walls {
            quote!(#occ & !p.sides[#own] & !p.walls)
        } else {
            quote!(#occ & !p.sides[#own])
        };
        match self.plan.pieces.iter().position(|known| known.ident == piece.ident) {
            Some(id) => self.victims(id, side, them),
            None => them,
        }
    }

    /// Those of the enemies `them` that pieces of this type can capture.
    pub(super) fn victims(&self, id: usize, side: usize, them: TokenStream) -> TokenStream {
        let immune = self.plan.immune_to(id, side);
        if immune.is_empty() {
            return them;
        }
        let immune = self.kinds(&immune);
        quote!(#them & !#immune)
    }

    /// Those of the pieces `us` that pieces of this type can capture.
    pub(super) fn friendly_victims(&self, id: usize, side: usize, us: TokenStream) -> TokenStream {
        let Some(rules) = self.plan.pieces[id].rules[side] else { return us };
        let spared = |&other: &usize| {
            let other = other as PieceId;
            self.plan.royals[side].contains(&other) || !rules.victims.contains(&other)
        };
        let spared: Vec<usize> = (0..self.plan.pieces.len()).filter(spared).collect();
        if spared.is_empty() {
            return us;
        }
        let spared = self.kinds(&spared);
        quote!(#us & !#spared)
    }

    /// Adds the pieces of `side` that capture a royal on `sq` by such journeys to `found`.
    pub(super) fn travelling_attackers(&self, side: usize) -> TokenStream {
        let mut code = TokenStream::new();
        for (id, piece) in self.plan.pieces.iter().enumerate() {
            let them = if self.plan.memory.walls { quote!((occ & !own & !p.walls)) } else { quote!((occ & !own)) };
            let (enemies, friends) = (self.victims(id, side, them), self.friendly_victims(id, side, quote!(own)));
            // What leaps capture as well has been found.
            let travels =
                piece.travels[side].iter().filter(|travel| !piece.leaps_cover(travel, side, self.plan.board()));
            for travel in travels {
                let table = self.journeys(&format!("{}_travels", side_name(self.plan, side, piece)), &travel.legs);
                let (start, onto) = (self.set(&travel.from), self.set(&travel.to));
                let takes = if asks_for_own(&travel.legs) {
                    quote!(#table.takes_over(from, field, own, #onto, sq))
                } else {
                    quote!(#table.takes(from, field, #onto, sq))
                };
                let ident = &piece.ident;
                let holding = travel.conditions.as_ref().map(|conditions| {
                    let squares = self.holding_squares((piece, side), conditions, &quote!(own), &quote!(occ));
                    quote!(& #squares)
                });
                code.extend(quote! {
                    for from in p.kinds[#ident] & own & #start #holding {
                        let field = journeys::Field {
                            empty: ALL & !occ & !Set::single(sq),
                            enemies: #enemies | Set::single(sq),
                            friends: #friends,
                        };
                        if #takes {
                            found |= Set::single(from);
                        }
                    }
                });
            }
        }
        code
    }

    /// The part of `Make` that makes a journey.
    pub(super) fn make_journey(&self) -> TokenStream {
        let by_pushes = self.plan.pieces.iter().flat_map(|piece| &piece.pushes).flatten();
        let mut by_pushes = by_pushes.map(|pushing| &pushing.push);
        if self.plan.pieces.iter().flat_map(|piece| piece.travels.iter().flatten()).all(|travel| travel.carry)
            && !by_pushes.any(|push| push.captures() && !push.stays)
        {
            return quote!();
        }
        let rights = if self.plan.memory.rights { self.lose_rights_on(&quote!(hit)) } else { quote!() };
        let taken = self.taken_from_anybody();
        let arrive = self.arrive_from_journey();
        let strike = self.strike(&quote!(piece), &quote!(hit));
        let ending_move = self.note_ending_move(&Made {
            captures: Some(quote!(capture)),
            promotes: Some(quote!(into.is_some())),
            ..Made::default()
        });
        quote! {
            #[inline(always)]
            fn make_journey<S: Side, C: Cpu>(
                &self, cpu: C, piece: usize, (from, to): (usize, usize), taken: Set, into: Option<usize>,
            ) -> Self {
                let mut child = self.handed_over::<S>();
                let c = &mut child;
                let (start, end) = (Set::single(from), Set::single(to));
                let hit = (taken | end & !start) & (self.sides[0] | self.sides[1]);
                let capture = hit.any();
                #rights
                self.lift::<S>(c, piece, from);
                for square in hit {
                    #taken
                }
                #strike
                #ending_move
                let moved = Ordinary { piece, into: into.unwrap_or(piece), from, promotes: into.is_some() };
                #arrive
                child
            }
        }
    }

    /// The end of a journey: what `moved` tells of arrives on `end`, with all that follows from it.
    fn arrive_from_journey(&self) -> TokenStream {
        let (walked, convert) = (self.walk_promoted(), self.convert(false));
        let forfeited = self.forfeited(&quote!(moved.into));
        let quiet_kind = self.quiet_kind(&quote!(moved.piece));
        let go_on = self.go_on(&quote!(moved.piece), &quote!(moved.promotes));
        quote! {
            c.sides[S::ME] |= end;
            c.kinds[moved.into] |= end;
            c.bookkeeping.toggle(piece_key::<S>(moved.into, to));
            #forfeited
            #walked
            #convert
            #go_on
            finish::<S, B, C>(c, cpu, !capture && #quiet_kind);
        }
    }

    /// The part of `Make` that makes a journey which carries a piece.
    pub(super) fn make_carry(&self) -> TokenStream {
        if !self.plan.has_carries() {
            return quote!();
        }
        let rights = if self.plan.memory.rights { self.lose_rights_on(&quote!(left)) } else { quote!() };
        let taken = self.taken_from_anybody();
        let promoted = self.toggle_marks(&quote!(self.promoted.has(picked)), &quote!(load));
        let arrive = self.arrive_from_journey();
        let strike = self.strike(&quote!(piece), &quote!(hit));
        let ending_move = self.note_ending_move(&Made { captures: Some(quote!(capture)), ..Made::default() });
        quote! {
            #[inline(always)]
            fn make_carry<S: Side, C: Cpu>(
                &self, cpu: C, piece: usize, (from, to): (usize, usize), (picked, put): (usize, usize),
            ) -> Self {
                let mut child = self.handed_over::<S>();
                let c = &mut child;
                let (start, end) = (Set::single(from), Set::single(to));
                let load = Set::single(picked) | Set::single(put);
                let hit = end & !start & !load & (self.sides[0] | self.sides[1]);
                let capture = hit.any();
                let left = hit | load;
                #rights
                self.lift::<S>(c, piece, from);
                for square in hit {
                    #taken
                }
                let carried = self.kind_at(picked);
                c.kinds[carried] ^= load;
                if self.sides[S::THEM].has(picked) {
                    c.sides[S::THEM] ^= load;
                    c.bookkeeping.toggle(piece_key::<S::Other>(carried, picked) ^ piece_key::<S::Other>(carried, put));
                } else {
                    c.sides[S::ME] ^= load;
                    c.bookkeeping.toggle(piece_key::<S>(carried, picked) ^ piece_key::<S>(carried, put));
                }
                #promoted
                #strike
                #ending_move
                let moved = Ordinary { piece, into: piece, from, promotes: false };
                #arrive
                child
            }
        }
    }
}
