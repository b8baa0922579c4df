//! Captures that explode: what a blast takes off the board, and legality without making such captures, since that is known from their square.

use super::*;
use wazir_variant_spec::rules::Blast;

impl Emitter<'_> {
    /// What quiet moves and captures are legal, by their targets; follows the check mask and the pins.
    pub(super) fn blast_masks(&self, side: usize, onto: &TokenStream) -> TokenStream {
        let Some(blast) = self.plan.common_blast() else { return quote!() };
        let (own, enemy) = (self.plan.royals[side][0], self.plan.royals[1 - side][0]);
        let lethal = if blast.spares.contains(&own) { quote!(Set::EMPTY) } else { quote!(hitting(king, Set::EMPTY)) };
        let won = if blast.spares.contains(&enemy) {
            quote!(enemy_royal)
        } else {
            quote!(if enemy_royal.any() { hitting(enemy_royal.first(), Set::EMPTY) } else { Set::EMPTY })
        };
        let note = self.note(
            "Captures that hit the own royal are illegal, those that hit the enemy's win; of the others, those that leave no line open.",
        );
        let line = self.pin_line(side);
        quote! {
            #note
            let winning = them & (#won);
            let prey = them & !#lethal & (winning | !opened) #onto;
            let quiets = match (checkers.any(), checkers.is_single()) {
                (false, _) => empty #onto,
                (true, true) => block & empty #onto,
                (true, false) => Set::EMPTY,
            };
            let ok = quiets | prey;
            let decide = |from: usize, targets: Set| {
                if !exposed.has(from) {
                    return targets;
                }
                let line = if pinned.has(from) { #line } else { ALL };
                let doubtful = targets & them & !winning;
                targets & (empty & line | winning) | survivors::<S, B, C>(p, cpu, king, from, doubtful)
            };
        }
    }

    /// Royals that touch are not in check.
    pub(super) fn shield(&self, side: usize) -> TokenStream {
        let Some(blast) = self.plan.common_blast() else { return quote!() };
        let enemy = self.plan.royals[1 - side][0];
        let (piece, table) = (self.piece(enemy), self.blast_table(blast));
        let enemy_royal = quote!(let enemy_royal = p.kinds[#piece] & them;);
        if blast.spares.contains(&enemy) {
            return enemy_royal;
        }
        let note = self.note("Royals that touch shield each other: capturing one would blow up the other.");
        quote! {
            #enemy_royal
            #note
            if (Set(#table[king]) & enemy_royal).any() {
                (checkers, block, pinned) = (Set::EMPTY, Set::EMPTY, Set::EMPTY);
                (exposed, opened) = (Set::EMPTY, Set::EMPTY);
            }
        }
    }

    /// Where the royal would touch the enemy's: no attack there.
    pub(super) fn shielded(&self, side: usize) -> TokenStream {
        let Some(blast) = self.plan.common_blast() else { return quote!() };
        let enemy = self.plan.royals[1 - side][0];
        if blast.spares.contains(&enemy) {
            return quote!();
        }
        let (piece, table) = (self.piece(enemy), self.blasted_from(blast));
        let note = self.note("Royals that touch shield each other.");
        quote! {
            #note
            for square in p.kinds[#piece] & them {
                attacked &= !Set(#table[square]);
            }
        }
    }

    /// The squares of captures that hit a square.
    fn blasted_from(&self, blast: &Blast) -> Ident {
        let back: Vec<Step> = blast.around.iter().map(|&step| step.reversed()).collect();
        self.around(&back, "BLASTED_FROM", "Where a capture blows up what stands here.")
    }

    /// The squares around a blast.
    fn blast_table(&self, blast: &Blast) -> Ident {
        self.around(&blast.around, "BLAST", "Squares a capture here blows up, besides its own.")
    }

    /// Functions about blasts that legality needs.
    pub(super) fn blast_functions(&self) -> TokenStream {
        let Some(blast) = self.plan.common_blast() else { return quote!() };
        let table = self.blast_table(blast);
        let spared = self.spared(blast, &quote!(p));
        let near = self.blasted_from(blast);
        quote! {
            /// Where a capture takes what stands on `square` off the board.
            #[inline(always)]
            fn hitting(square: usize, spared: Set) -> Set {
                Set::single(square) | if spared.has(square) { Set::EMPTY } else { Set(#near[square]) }
            }

            /// Where a capture takes all these blockers off the board and leaves the sniper behind them.
            #[inline(always)]
            fn opening<B: Bookkeeping>(p: &State<B>, blockers: Set, sniper: usize) -> Set {
                let spared = #spared;
                let mut squares = !hitting(sniper, spared);
                for blocker in blockers { squares &= hitting(blocker, spared); }
                squares
            }

            /// What a capture on `to` takes off the board, besides the capturer.
            #[inline(always)]
            fn blown_up<B: Bookkeeping>(p: &State<B>, to: usize) -> Set {
                Set(#table[to]) & !#spared & (p.sides[0] | p.sides[1]) | Set::single(to)
            }

            /// Those captures from `from` on `targets` after whose blast the royal on `king` is not attacked; none of them may hit a royal.
            #[inline(always)]
            fn survivors<S: Side, B: Bookkeeping, C: Cpu>(p: &State<B>, cpu: C, king: usize, from: usize, targets: Set) -> Set {
                let mut legal = Set::EMPTY;
                for to in targets {
                    let gone = blown_up(p, to) | Set::single(from);
                    if checks_to::<S::Other, B, C>(p, cpu, king, p.occupied() & !gone, p.sides[S::THEM] & !gone).is_empty() {
                        legal |= Set::single(to);
                    }
                }
                legal
            }
        }
    }

    /// Bystanders that survive blasts, of both sides, in the position `of`.
    pub(super) fn spared(&self, blast: &Blast, of: &TokenStream) -> TokenStream {
        if blast.spares.is_empty() {
            return quote!(Set::EMPTY);
        }
        let names = blast.spares.iter().map(|&id| self.piece(id));
        quote!((#(#of.kinds[#names])|*))
    }

    /// The en passant capture on `goal` by the piece on `from`, tested on what its blast leaves.
    pub(super) fn explosive_en_passant(&self, side: usize, batch: &TokenStream) -> TokenStream {
        let Some(blast) = self.plan.common_blast() else { return quote!() };
        let hits = |side: usize, royal: &str| {
            let (id, royal) = (self.plan.royals[side][0], format_ident!("{royal}"));
            if blast.spares.contains(&id) { quote!(false) } else { quote!((hit & #royal).any()) }
        };
        let (own, enemy) = (hits(side, "royal"), hits(1 - side, "enemy_royal"));
        quote! {
            let hit = blown_up(p, goal_square);
            let gone = hit | Set::single(from) | Set::single(victim);
            if !#own && (#enemy || checks_to::<S::Other, B, C>(p, cpu, king, occ & !gone, them & !gone).is_empty()) {
                #batch
            }
        }
    }

    /// What a capture that arrives on `to` blows up.
    pub(super) fn blast(&self, piece: &TokenStream) -> TokenStream {
        self.both(|side| self.blast_of(side, piece))
    }

    fn blast_of(&self, side: usize, piece: &TokenStream) -> TokenStream {
        let Some(blast) = &self.plan.rules.play[side].capture.blast else { return quote!() };
        let around = self.around(&blast.around, "BLAST", "Squares a capture here blows up, besides its own.");
        let note = self.note(self.cause(&blast.cause));
        let spared = self.spared(blast, &quote!(c));
        let own = if self.plan.blows_up_capturers(blast) {
            quote!(let hit = hit | end;)
        } else if blast.capturers.is_empty() {
            quote!()
        } else {
            let dying = blast.capturers.iter().map(|&id| self.piece(id));
            quote!(let hit = if matches!(#piece, #(#dying)|*) { hit | end } else { hit };)
        };
        let mut forget = TokenStream::new();
        if self.plan.memory.marks {
            forget.extend(quote! {
                let lost = c.promoted & hit;
                c.promoted ^= lost;
                toggle_set::<B>(&mut c.bookkeeping, PROMOTED_KEYS, lost);
            });
        }
        if self.plan.memory.rights {
            forget.extend(self.lose_rights_on(&quote!(hit)));
        }
        let petrify = if blast.petrifies.is_empty() {
            quote!()
        } else {
            let petrified = blast.petrifies.iter().map(|&id| self.piece(id));
            quote! {
                let petrified = hit & (#(c.kinds[#petrified])|*);
                c.walls |= petrified;
                toggle_set::<B>(&mut c.bookkeeping, WALL_KEYS, petrified);
            }
        };
        quote! {
            #note
            if capture {
                let hit = Set(#around[to]) & !#spared & (c.sides[0] | c.sides[1]);
                #own
                if B::KEEPS {
                    for square in hit {
                        let kind = c.kind_at(square);
                        let key = if c.sides[S::ME].has(square) { piece_key::<S>(kind, square) } else { piece_key::<S::Other>(kind, square) };
                        c.bookkeeping.toggle(key);
                    }
                }
                #forget
                #petrify
                c.kinds.iter_mut().for_each(|kind| *kind &= !hit);
                c.sides.iter_mut().for_each(|side| *side &= !hit);
            }
        }
    }
}
