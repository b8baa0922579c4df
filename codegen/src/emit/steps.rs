//! The moves of pieces that are not royal: one by one, or a whole type shifted at once; en passant.

use super::beside::{is_lent, onto};
use super::en_passant::takes_passing;
use super::*;
use wazir_program::analysis::Legality;
use wazir_program::tables::{origins, union};
use wazir_variant_spec::rules::{Capturer, Forced, PromotedBy, Promotion};

/// Where the moves that are being written start.
pub(super) enum Start {
    /// On the square `from`.
    Square,
    /// A whole set shifted by one step.
    Shift(Step),
}

impl Emitter<'_> {
    /// The targets of an ordinary move of this type from `sq`, within `ok`. `None` when there are none.
    pub(super) fn targets(&self, id: usize, side: usize, sq: &TokenStream) -> Option<TokenStream> {
        let piece = &self.plan.pieces[id];
        let select = |quiet: bool, capture: bool| -> Vec<TokenStream> {
            piece.parts[side]
                .iter()
                .filter(|part| part.conditions.is_none())
                .filter(|part| !part.mode.leaves && !part.mode.is_conditional() && part.mode.victims.is_none())
                .filter(|part| (part.mode.quiet, part.mode.capture) == (quiet, capture))
                .filter_map(|part| self.reach(piece, side, part, sq, &quote!(occ)))
                .collect()
        };
        let mut terms = select(true, true);
        let apart = piece.parts[side]
            .iter()
            .filter(|part| part.conditions.is_some() && part.mode.victims.is_none() && !part.mode.is_conditional());
        let loan = self.loan(id, side, sq);
        for part in apart.filter(|part| loan.is_none() || !is_lent(part)) {
            let Some(reach) = self.reach(piece, side, part, sq, &quote!(occ)) else { continue };
            let onto = onto(part);
            terms.push(self.provided((piece, side, part), sq, &quote!(us), quote!(#reach #onto)));
        }
        terms.extend(loan);
        for (only, set) in [(select(true, false), quote!(empty)), (select(false, true), quote!(them))] {
            if !only.is_empty() {
                terms.push(quote!((#(#only)|*) & #set));
            }
        }
        for part in piece.parts[side].iter().filter(|part| !part.mode.en_passant) {
            let Some(victims) = part.mode.victims else { continue };
            let Some(reach) = self.reach(piece, side, part, sq, &quote!(occ)) else { continue };
            let victims: Vec<usize> =
                victims.iter().map(usize::from).filter(|&id| id < self.plan.pieces.len()).collect();
            let taken = match &victims[..] {
                [] => quote!(Set::EMPTY),
                victims => {
                    let kinds = self.kinds(victims);
                    quote!((#kinds & them))
                }
            };
            let reach = if part.mode.quiet { quote!(#reach & (empty | #taken)) } else { quote!(#reach & #taken) };
            terms.push(self.provided((piece, side, part), sq, &quote!(us), reach));
        }
        for part in piece.parts[side].iter().filter(|part| part.mode.is_conditional()) {
            let Some(reach) = self.reach(piece, side, part, sq, &quote!(occ)) else { continue };
            let unmoved = part.mode.unmoved.then(|| quote!(p.castling.has(#sq)));
            let unchecked =
                (part.mode.unchecked && !self.plan.royals[side].is_empty()).then(|| self.is_unchecked(side));
            let conditions: Vec<TokenStream> = [unmoved, unchecked].into_iter().flatten().collect();
            let reach = if part.mode.safe_way && self.plan.rules.play[side].check.may_not_remain {
                quote!(safe_royal_paths::<S, B, C>(p, cpu, #sq, #reach & empty))
            } else {
                quote!(#reach & empty)
            };
            let targets = match conditions[..] {
                [] => reach,
                _ => quote!((if #(#conditions)&&* { #reach } else { Set::EMPTY })),
            };
            terms.push(self.provided((piece, side, part), sq, &quote!(us), targets));
        }
        let immune = self.immune(id, side);
        (!terms.is_empty()).then(|| quote!((#(#terms)|*) & ok #immune))
    }

    /// Is no royal of the side attacked that it has to guard? (For sides that have royals.)
    pub(super) fn is_unchecked(&self, side: usize) -> TokenStream {
        match self.plan.legality[side] {
            Legality::Masks | Legality::Blasts => quote!(checkers.is_empty()),
            Legality::Lines if self.plan.watches(side) => quote!(checkers.is_empty()),
            _ => {
                let checkers = self.checkers_of_own();
                quote!(#checkers.is_empty())
            }
        }
    }

    /// Takes out the enemies that pieces of this type cannot capture.
    pub(super) fn immune(&self, id: usize, side: usize) -> TokenStream {
        let immune = self.plan.immune_to(id, side);
        if immune.is_empty() {
            return quote!();
        }
        let immune = self.kinds(&immune);
        quote!(& !(#immune & them))
    }

    /// All moves of the pieces of one type that are not treated as royal.
    pub(super) fn piece_moves(&self, id: usize, side: usize, legality: Legality) -> TokenStream {
        let piece = &self.plan.pieces[id];
        if piece.parts[side].is_empty() {
            return quote!();
        }
        let ident = &piece.ident;
        let note = self.note(self.plan.rules.pieces[id].name.clone());
        let each = self.each(id, side, legality);
        let shifts = self.shifts(id, side, legality);
        let by_arrival = self.by_arrival(id, side);
        // Which of them have to be looked at one by one.
        let mut special: Vec<TokenStream> = Vec::new();
        match legality {
            Legality::Masks => special.push(quote!(pinned)),
            Legality::Blasts => special.push(quote!(exposed)),
            Legality::Lines => {
                let lines = self.lines_for(id, side);
                special.push(quote!(#lines.loose()));
            }
            _ => {}
        }
        if self.plan.checking_moves[side] != CheckingMoves::Unknown {
            special.push(quote!(between));
        }
        match (legality, shifts) {
            (_, Some(shifts)) if special.is_empty() => quote! {
                #note
                #by_arrival {
                    let movers = p.kinds[#ident] & us;
                    #shifts
                }
            },
            (_, Some(shifts)) => {
                let lines = self.lines_for(id, side);
                let shifts =
                    if legality == Legality::Lines { quote!({ let ok = ok & #lines.safe(); #shifts }) } else { shifts };
                let special = match &special[..] {
                    [one] => one.clone(),
                    several => quote!((#(#several)|*)),
                };
                quote! {
                    #note
                    {
                        let movers = p.kinds[#ident] & us & !#special;
                        #shifts
                        for from in p.kinds[#ident] & us & #special { #each }
                    }
                }
            }
            (Legality::Masks, None) if self.plan.never_on_line(id, side) => quote! {
                #note
                for from in p.kinds[#ident] & us & !pinned { #each }
            },
            _ => {
                let moves = quote!(for from in p.kinds[#ident] & us { #each });
                match by_arrival {
                    Some(by_arrival) => quote!(#note #by_arrival { #moves }),
                    None => quote!(#note #moves),
                }
            }
        }
    }

    /// The moves of one piece on `from`.
    pub(super) fn each(&self, id: usize, side: usize, legality: Legality) -> TokenStream {
        let (narrow, between) = (self.narrow(id, side, legality), self.keep_between(side));
        self.each_of(id, side, &quote!(from), &quote!(#narrow #between))
    }

    /// The same, where `narrow` keeps the legal ones of its `targets`, and `square` is another name of `from`.
    pub(super) fn each_of(&self, id: usize, side: usize, square: &TokenStream, narrow: &TokenStream) -> TokenStream {
        let piece = &self.plan.pieces[id];
        // Where a move that leaves en passant squares and a plain one lead to the same square, they are one move: the former.
        let overlap = self.plan.passing_overlaps(id, side);
        let (collect, but) =
            if overlap { (quote!(passing |= targets;), quote!(&!passing)) } else { (quote!(), quote!()) };
        // Where it can capture en passant no other move of the piece goes.
        let taking = self.takes_passing(id, side).map(|taken| quote!(let ok = ok & !#taken;));
        // What passes the same square on its way to the same target is one move, whichever parts lead there.
        let mut reaches: Vec<(Step, TokenStream)> = Vec::new();
        for (one, first) in passing_parts(&piece.parts[side]) {
            let Some(reach) = self.reach(piece, side, &one, square, &quote!(occ)) else { continue };
            match reaches.iter_mut().find(|(step, _)| *step == first) {
                Some((_, reached)) => *reached = quote!((#reached | #reach)),
                None => reaches.push((first, reach)),
            }
        }
        let mut passing = quote!();
        for (first, reach) in reaches {
            let steps = self.steps(id, side, &Start::Square, "Passing");
            let passed = self.by(first);
            passing.extend(
                quote!({ let mut targets = #reach & empty & ok; #collect let passed = #passed; #narrow #steps }),
            );
        }
        let plain = self.targets(id, side, square).map(|targets| {
            let steps = self.steps(id, side, &Start::Square, "Step");
            quote!(let mut targets = #targets #but; #narrow #steps)
        });
        if overlap {
            quote!(#taking let mut passing = Set::EMPTY; #passing #plain)
        } else {
            quote!(#taking #plain #passing)
        }
    }

    /// Keeps those of the `targets` of a piece on `from` that leave its royal unattacked.
    pub(super) fn narrow(&self, id: usize, side: usize, legality: Legality) -> TokenStream {
        match legality {
            Legality::Masks if self.plan.never_on_line(id, side) => quote!(),
            Legality::Masks => {
                let line = self.pin_line(side);
                quote!(if pinned.has(from) { targets &= #line; })
            }
            Legality::Blasts => quote!(targets = decide(from, targets);),
            Legality::Lines => {
                let filter = if self.plan.watches(side) {
                    quote!(targets = filter_targets::<S, B, C>(p, cpu, king, watched, checkers, Set::single(from), targets);)
                } else {
                    quote!()
                };
                let lines = self.lines_for(id, side);
                quote!(targets &= #lines.targets(from); #filter)
            }
            _ => quote!(),
        }
    }

    /// A step as a difference of square numbers.
    pub(super) fn by(&self, step: Step) -> Literal {
        Literal::i32_unsuffixed(self.offset(step))
    }

    /// The difference of square numbers that a step makes.
    pub(super) fn offset(&self, step: Step) -> i32 {
        step.dy as i32 * self.plan.board().files as i32 + step.dx as i32
    }

    /// Hands `targets` to the visitor: promotions first, then moves that stay what they are.
    pub(super) fn steps(&self, id: usize, side: usize, start: &Start, kind: &str) -> TokenStream {
        let piece = &self.plan.pieces[id];
        let origin = match start {
            Start::Square => quote!(At(from)),
            Start::Shift(step) => {
                let by = self.by(*step);
                quote!(Shifted(#by))
            }
        };
        let by_moving = |promotion: &&Promotion| matches!(promotion.by, PromotedBy::Moving { .. });
        let promotions: Vec<&Promotion> =
            piece.rules[side].iter().flat_map(|r| &r.promotions).filter(by_moving).collect();
        let kind = format_ident!("{kind}");
        let passed = if kind == "Passing" { quote!(passed,) } else { quote!() };
        let ident = &piece.ident;
        let stay = self.told_batches(
            id,
            side,
            matches!(start, Start::Square),
            &|targets| quote!(#kind::<S, _, _>::new(#ident, #origin, #passed #targets)),
        );
        let gated = match start {
            Start::Square => self.gatings(id, side, &quote!(#kind::<S, _, _>::new(#ident, #origin, #passed targets))),
            Start::Shift(_) => quote!(),
        };
        let stay = quote!(#stay #gated);
        if promotions.is_empty() {
            return stay;
        }
        // A capturer that stays where it was does not arrive in any zone.
        let stays = self.plan.capturers(side, Capturer::StaysBehind).contains(&id);
        let arriving = if stays { quote!(&!them) } else { quote!() };
        let mut code = TokenStream::new();
        let mut forced = Vec::new();
        let mut offered: Vec<(&Promotion, Ident)> = Vec::new();
        let shared = self.shared_choices(&promotions, start);
        for (n, promotion) in promotions.iter().enumerate() {
            let Some(may) = self.may_promote(promotion, start) else { continue };
            let name = format_ident!("promoting_{}", n);
            let only_capturing = matches!(promotion.by, PromotedBy::Moving { only_capturing: true, .. });
            let foes = self.foes(&quote!(p));
            let victims = if only_capturing { quote!(&#foes) } else { quote!() };
            let few = self.few_enough(id, promotion);
            let may = few.map_or(quote!(#may), |few| quote!((if #few { #may } else { Set::EMPTY })));
            code.extend(quote!(let #name = targets & #may #arriving #victims;));
            code.extend(self.promotion_steps(id, side, promotion, &origin, &name, &shared));
            offered.push((promotion, name.clone()));
            match &promotion.forced {
                Forced::Never => {}
                Forced::Always => forced.push(quote!(#name)),
                Forced::Onto(squares) => {
                    let squares = self.set(squares);
                    forced.push(quote!((#name & #squares)));
                }
            }
        }
        code.extend(self.shared_promotions(id, side, &offered, &origin, &shared));
        if !forced.is_empty() {
            code.extend(quote!(let targets = targets & !(#(#forced)|*);));
        }
        quote!(#code #stay)
    }

    pub(super) fn en_passant(&self, side: usize, legality: Legality) -> TokenStream {
        let mut code = TokenStream::new();
        for (id, piece) in self.plan.pieces.iter().enumerate() {
            let Some(takers) = self.takers(id, side, &quote!(goal_square)) else { continue };
            let ident = &piece.ident;
            let batch = quote!(batches::EnPassant::<S, _, _>::new(#ident, At(from), victim, goal));
            let (batch, gated) = (self.tested_batch(side, batch.clone()), self.gatings(id, side, &batch));
            let batch = quote!(#batch #gated);
            let tested = match legality {
                Legality::Masks | Legality::Lines => quote! {
                    let after = occ & !Set::single(from) & !Set::single(victim) | goal;
                    if checks_to::<S::Other, B, C>(p, cpu, king, after, them & !Set::single(victim)).is_empty() {
                        #batch
                    }
                },
                Legality::Blasts => self.explosive_en_passant(side, &batch),
                _ => batch,
            };
            code.extend(quote!(for from in #takers & p.kinds[#ident] & us { #tested }));
        }
        if code.is_empty() || !self.plan.en_passant {
            return quote!();
        }
        let note = self.note("En passant.");
        if self.plan.memory.several_moves {
            let victim = self.passed_victim(&quote!(goal_square), &quote!(S::THEM));
            return quote! {
                #note
                for goal_square in p.passed[S::THEM] {
                    let victim = #victim;
                    let goal = Set::single(goal_square);
                    #code
                }
            };
        }
        if self.plan.passes_several {
            return quote! {
                #note
                if p.passed != NOWHERE {
                    let victim = p.victim as usize;
                    for goal_square in passed_squares(p.passed as usize, victim) {
                        let goal = Set::single(goal_square);
                        #code
                    }
                }
            };
        }
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
        let targets = takes_passing(piece, side);
        if targets.is_empty() {
            return None;
        }
        let name = format!("{}_takes_passing_from", side_name(self.plan, side, piece));
        let about = format!("Squares from which the {} captures en passant.", piece.snake);
        let table = self.sets(&name, &about, origins(&union(self.plan.board(), targets)));
        Some(self.at(&table, sq))
    }
}

/// The parts that leave en passant squares, each with the step to the first square that it passes.
fn passing_parts(parts: &[Part]) -> Vec<(Part, Step)> {
    let mut passing = Vec::new();
    for part in parts.iter().filter(|part| part.mode.leaves) {
        match &part.shape {
            Shape::Lame { state, steps } => passing.extend(steps.iter().map(|&(step, via)| {
                let shape = Shape::Lame { state: *state, steps: vec![(step, via)] };
                (Part { shape, ..part.clone() }, via)
            })),
            Shape::Slide(Kernel::Ray(ray)) => passing.push((part.clone(), ray.step)),
            _ => {}
        }
    }
    passing
}
