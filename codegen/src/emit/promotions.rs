//! Promotions: at the end of ordinary moves, and by moves made for nothing else.

use super::steps::Start;
use super::*;
use wazir_program::analysis::{Legality, PieceAnalysis};
use wazir_variant_spec::rules::{PieceId, PromotedBy, Promotion, PromotionTarget};

impl Emitter<'_> {
    /// The moves of a piece on `origin` to the squares of `name`, which may promote, with each choice of the promotion but the `shared` ones.
    pub(super) fn promotion_steps(
        &self,
        id: usize,
        side: usize,
        promotion: &Promotion,
        origin: &TokenStream,
        name: &Ident,
        shared: &[PieceId],
    ) -> TokenStream {
        let batch = |into: TokenStream, targets: TokenStream| self.promotion_batch(id, side, origin, &into, &targets);
        let choices = || promotion.to.iter().filter(|target| !shared.contains(&target.piece));
        let mut code = TokenStream::new();
        if self.plan.is_restrained(side, promotion) {
            for target in choices() {
                let restrained = self.restrained(id, side, promotion, target.piece, origin);
                let into = self.piece(target.piece);
                let batch = batch(quote!(#into), quote!(targets));
                let available = self.available(target).map(|available| quote!(if #available));
                code.extend(quote!(#available { let mut targets = #name; #restrained #batch }));
            }
            return code;
        }
        let free: Vec<&Ident> = choices()
            .filter(|to| to.while_fewer_than.is_none() && to.ransom.is_none())
            .map(|to| self.piece(to.piece))
            .collect();
        match free[..] {
            [] => {}
            [into] => code.extend(batch(quote!(#into), quote!(#name))),
            _ => {
                let batch = batch(quote!(into), quote!(#name));
                code.extend(quote!(for into in [#(#free),*] { #batch }));
            }
        }
        for target in choices().filter(|to| to.ransom.is_some()) {
            let into = self.piece(target.piece);
            let batch = batch(quote!(#into), quote!(#name));
            let available = self.available(target).map(|available| quote!(if #available));
            code.extend(quote!(#available { #batch }));
        }
        let limited = choices().filter(|to| to.ransom.is_none());
        let limited = limited.filter_map(|to| Some((self.piece(to.piece), to.while_fewer_than?)));
        let limited: Vec<TokenStream> = limited
            .map(|(into, limit)| {
                let limit = Literal::u32_unsuffixed(limit as u32);
                quote!((#into, #limit))
            })
            .collect();
        if !limited.is_empty() {
            let batch = batch(quote!(into), quote!(#name));
            code.extend(quote! {
                for (into, limit) in [#(#limited),*] {
                    if (p.kinds[into] & us).count() < limit {
                        #batch
                    }
                }
            });
        }
        code
    }

    /// The types that more than one of these promotions gives to moves from `start`.
    pub(super) fn shared_choices(&self, promotions: &[&Promotion], start: &Start) -> Vec<PieceId> {
        let possible = promotions.iter().filter(|promotion| self.may_promote(promotion, start).is_some());
        let mut choices: Vec<PieceId> = possible.flat_map(|promotion| &promotion.to).map(|to| to.piece).collect();
        choices.sort_unstable();
        let mut shared: Vec<PieceId> = choices.windows(2).filter(|two| two[0] == two[1]).map(|two| two[0]).collect();
        shared.dedup();
        shared
    }

    /// The moves of a piece on `origin` that promote it to an `into`, with what they may bring in.
    fn promotion_batch(
        &self,
        id: usize,
        side: usize,
        origin: &TokenStream,
        into: &TokenStream,
        targets: &TokenStream,
    ) -> TokenStream {
        let ident = &self.plan.pieces[id].ident;
        let batch = quote!(Promotion::<S, _, _>::new(#ident, #origin, #into, #targets));
        let (tested, gated) = (self.tested_batch(side, batch.clone()), self.gatings(id, side, &batch));
        quote!(#tested #gated)
    }

    /// The promotions to types that several of the `offered` promotions give: the same move by several is one move.
    pub(super) fn shared_promotions(
        &self,
        id: usize,
        side: usize,
        offered: &[(&Promotion, Ident)],
        origin: &TokenStream,
        shared: &[PieceId],
    ) -> TokenStream {
        let each = shared.iter().map(|&into| {
            let ways = offered.iter().filter_map(|(promotion, name)| {
                let target = promotion.to.iter().find(|target| target.piece == into)?;
                let restrained = self.restrained(id, side, promotion, into, origin);
                let available = self.available(target).map(|available| quote!(if #available));
                Some(quote!(#available { let mut targets = #name; #restrained promoting |= targets; }))
            });
            let into = self.piece(into);
            let batch = self.promotion_batch(id, side, origin, &quote!(#into), &quote!(promoting));
            quote!({ let mut promoting = Set::EMPTY; #(#ways)* #batch })
        });
        each.collect()
    }

    /// The targets on which an ordinary move may promote, as an expression. `None` when there are none.
    pub(super) fn may_promote(&self, promotion: &Promotion, start: &Start) -> Option<TokenStream> {
        let PromotedBy::Moving { entering, within, leaving, .. } = promotion.by else { return None };
        let zone = promotion.zone;
        let outside = self.all.minus(&zone);
        let none = SquareSet::EMPTY;
        let from_inside = (if within { zone } else { none }).or(if leaving { &outside } else { &none });
        let from_outside = if entering { zone } else { none };
        let starts = promotion.from;
        if starts != self.all && matches!(start, Start::Square) {
            let any = Promotion { from: self.all, ..promotion.clone() };
            let (starts, promoting) = (self.set(&starts), self.may_promote(&any, start)?);
            return Some(quote!((if #starts.has(from) { #promoting } else { Set::EMPTY })));
        }
        match start {
            Start::Square if from_inside == from_outside => (!from_inside.is_empty()).then(|| self.set(&from_inside)),
            Start::Square => {
                let (zone, inside, outside) = (self.set(&zone), self.set(&from_inside), self.set(&from_outside));
                Some(quote!((if #zone.has(from) { #inside } else { #outside })))
            }
            Start::Shift(step) => {
                let board = self.plan.board();
                let squares: SquareSet = self
                    .all
                    .iter()
                    .filter_map(|from| {
                        let to = board.step(from, *step)?;
                        let allowed = if zone.contains(from) { &from_inside } else { &from_outside };
                        (starts.contains(from) && allowed.contains(to)).then_some(to)
                    })
                    .collect();
                (!squares.is_empty()).then(|| self.set(&squares))
            }
        }
    }

    /// Moves of a type that are made for promoting only.
    pub(super) fn promotions_apart(&self, id: usize, side: usize, legality: Legality) -> TokenStream {
        let piece = &self.plan.pieces[id];
        let all = piece.rules[side].map_or(&[][..], |rules| &rules.promotions);
        let is_apart = |promotion: &Promotion| matches!(promotion.by, PromotedBy::Apart { .. });
        let apart: Vec<(usize, &Promotion)> = all.iter().enumerate().filter(|(_, p)| is_apart(p)).collect();
        let Some((_, first)) = apart.first() else { return quote!() };
        let note = self.note(self.cause(&first.cause));
        let zone = apart.iter().fold(SquareSet::EMPTY, |zone, (_, promotion)| zone.or(&promotion.zone));
        let zone = if zone == self.all {
            quote!()
        } else {
            let zone = self.set(&zone);
            quote!(& #zone)
        };
        let mut choices: Vec<PieceId> = apart.iter().flat_map(|(_, p)| &p.to).map(|target| target.piece).collect();
        choices.sort_unstable();
        choices.dedup();
        let ident = &piece.ident;
        // The same move by several promotions is one move.
        let each = choices.into_iter().map(|into| {
            let ways = apart.iter().map(|&(n, promotion)| self.way_apart(id, side, n, promotion, into, legality));
            let into = self.piece(into);
            let batch = self.tested_batch(side, quote!(Promotion::<S, _, _>::new(#ident, At(from), #into, promoting)));
            quote!({
                let mut promoting = Set::EMPTY;
                #(#ways)*
                #batch
            })
        });
        quote!(#note for from in p.kinds[#ident] & us #zone { #(#each)* })
    }

    /// Adds where a piece on `from` becomes an `into` by this promotion.
    fn way_apart(
        &self,
        id: usize,
        side: usize,
        number: usize,
        promotion: &Promotion,
        into: PieceId,
        legality: Legality,
    ) -> TokenStream {
        let Some(target) = promotion.to.iter().find(|target| target.piece == into) else { return quote!() };
        let zone = (promotion.zone != self.all).then(|| {
            let zone = self.set(&promotion.zone);
            quote!(#zone.has(from))
        });
        let conditions: Vec<TokenStream> =
            [zone, self.few_enough(id, promotion), self.available(target)].into_iter().flatten().collect();
        let (moved, narrow) = (self.steps_apart(id, side, number), self.narrow(id, side, legality));
        let stays = matches!(promotion.by, PromotedBy::Apart { stays: true, .. });
        let stay = if !stays {
            quote!()
        } else if matches!(legality, Legality::Masks | Legality::Blasts | Legality::Lines) {
            // What stands where it stood answers no check.
            let unchecked = self.is_unchecked(side);
            quote!(if #unchecked { targets |= Set::single(from); })
        } else {
            quote!(targets |= Set::single(from);)
        };
        let stay = self.guarded(stay, side, false);
        let restrained = self.restrained(id, side, promotion, into, &quote!(At(from)));
        let way = quote! {
            let mut targets = #moved & empty & ok;
            #narrow
            #stay
            #restrained
            promoting |= targets;
        };
        if conditions.is_empty() { quote!({ #way }) } else { quote!(if #(#conditions)&&* { #way }) }
    }

    /// Where a piece on `from` can go by the moves of its own of the promotion with this number.
    fn steps_apart(&self, id: usize, side: usize, number: usize) -> TokenStream {
        let piece = &self.plan.pieces[id];
        let parts: Vec<Vec<Part>> =
            piece.apart.iter().map(|apart| apart.get(number).cloned().unwrap_or_default()).collect();
        let promoting = PiecePlan {
            ident: piece.ident.clone(),
            snake: format!("promoting_{}", piece.snake),
            known: PieceAnalysis::of_parts(piece.rules.clone(), parts),
        };
        let reached = promoting.parts[side].iter();
        let terms: Vec<TokenStream> =
            reached.filter_map(|part| self.reach(&promoting, side, part, &quote!(from), &quote!(occ))).collect();
        if terms.is_empty() { quote!(Set::EMPTY) } else { quote!((#(#terms)|*)) }
    }

    /// Has the side few enough pieces of the type for this promotion? `None` where it does not matter.
    pub(super) fn few_enough(&self, id: usize, promotion: &Promotion) -> Option<TokenStream> {
        let (ident, most) = (&self.plan.pieces[id].ident, Literal::u32_unsuffixed(promotion.while_at_most? as u32));
        Some(quote!((p.kinds[#ident] & us).count() <= #most))
    }

    /// Has the side few enough pieces of the target's type to choose it? `None` where it does not matter.
    fn available(&self, target: &PromotionTarget) -> Option<TokenStream> {
        let into = self.piece(target.piece);
        let few = target.while_fewer_than.map(|limit| {
            let limit = Literal::u32_unsuffixed(limit as u32);
            quote!((p.kinds[#into] & us).count() < #limit)
        });
        let ransomed = target.ransom.and_then(|ransom| self.held(&quote!(p), &quote!(S::THEM), ransom.taken));
        match (few, ransomed) {
            (Some(few), Some(ransomed)) => Some(quote!(#few && #ransomed)),
            (few, ransomed) => few.or(ransomed),
        }
    }

    /// Takes those `targets` out on which a piece from `origin` that becomes an `into` would attack or check what it may not.
    fn restrained(
        &self,
        id: usize,
        side: usize,
        promotion: &Promotion,
        into: PieceId,
        origin: &TokenStream,
    ) -> TokenStream {
        if !self.plan.is_restrained(side, promotion) {
            return quote!();
        }
        let (ident, becomes) = (&self.plan.pieces[id].ident, &self.plan.pieces[into as usize]);
        let immune = self.plan.immune_to(into as usize, side);
        let protected: Vec<usize> =
            promotion.may_not_attack.iter().map(|&id| id as usize).filter(|id| !immune.contains(id)).collect();
        let captures = becomes.parts[side].iter().filter(|part| part.mode.capture);
        let reach = captures.filter_map(|part| {
            let reach = self.reach(becomes, side, part, &quote!(to), &quote!(occ))?;
            let own = quote!(after.sides[S::ME]);
            Some(self.provided_in(&quote!(after), (becomes, side, part), &quote!(to), &own, reach))
        });
        let reach: Vec<TokenStream> = reach.collect();
        let attacks = (!reach.is_empty() && !protected.is_empty()).then(|| {
            let kinds = protected.iter().map(|&id| &self.plan.pieces[id].ident);
            let protected =
                if protected.len() == self.plan.pieces.len() { quote!() } else { quote!(& (#(after.kinds[#kinds])|*)) };
            quote!(((#(#reach)|*) & after.sides[S::THEM] #protected).any())
        });
        let checks = (promotion.may_not_check && self.plan.can_check(side))
            .then(|| quote!(checkers_of::<S::Other, B, C>(&after, cpu).any()));
        let threats: Vec<TokenStream> = [attacks, checks].into_iter().flatten().collect();
        if threats.is_empty() {
            return quote!();
        }
        let into = self.piece(into);
        let note = self.note("This promotion may not threaten.");
        quote! {
            #note
            for to in targets {
                let after = Promotion::<S, _, _>::new(#ident, #origin, #into, Set::single(to)).child(cpu, p, to);
                let occ = after.occupied();
                if #(#threats)||* {
                    targets &= !Set::single(to);
                }
            }
        }
    }
}
