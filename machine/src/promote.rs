//! Moves by which pieces become others.

use crate::generate::{Sink, promoted, step};
use crate::link::{Piece, Promotion};
use crate::state::At;
use smallvec::SmallVec;
use wazir_program::Kinds;
use wazir_runtime::{Bits, Move, PieceId, Portable};
use wazir_variant_spec::rules::{Capturer, PromotionTarget};

impl<W: Bits, const K: usize, const S: usize> At<'_, W, K, S> {
    /// Passes on the moves of a piece with all choices of promotion.
    #[inline(never)]
    pub(crate) fn promote<V: Sink<W, K, S>>(
        &self,
        kind: usize,
        piece: &Piece<W>,
        from: usize,
        targets: W,
        enemies: W,
        sink: &mut V,
    ) {
        let forced = self.promoting(kind, piece, from, targets, enemies, sink);
        sink.batch(*self, step(kind, from, targets & !forced));
        if piece.promotions.iter().any(|promotion| !promotion.apart.is_empty()) {
            self.promote_apart(kind, piece, from, sink);
        }
    }

    /// Passes on the promoting ones of these moves; those targets to which the piece may not go without promoting.
    #[inline(always)]
    pub(crate) fn promoting<V: Sink<W, K, S>>(
        &self,
        kind: usize,
        piece: &Piece<W>,
        from: usize,
        targets: W,
        enemies: W,
        sink: &mut V,
    ) -> W {
        let stays = piece.capturer == Capturer::StaysBehind;
        let targets = if stays { targets & !enemies } else { targets };
        let (mut forced, mut single) = (W::EMPTY, None);
        let mut several = false;
        for promotion in &piece.promotions {
            let possible = self.possible(promotion, kind, from, targets, enemies);
            if possible.is_empty() {
                continue;
            }
            forced |= possible & promotion.forced;
            several |= single.is_some();
            single = Some((promotion, possible));
        }
        match single {
            Some((promotion, possible)) if !several && promotion.always => {
                for target in &promotion.rule.to {
                    sink.batch(*self, promoted(kind, from, target.piece as usize, possible));
                }
            }
            None => {}
            Some(_) => {
                for to in targets {
                    self.promote_one(kind, piece, from, to, enemies, sink);
                }
            }
        }
        forced
    }

    #[inline(always)]
    fn possible(&self, promotion: &Promotion<W>, kind: usize, from: usize, targets: W, enemies: W) -> W {
        let mut possible = promotion.targets[from] & targets;
        if promotion.only_capturing {
            possible &= enemies;
        }
        if possible.any() && !self.has_few_enough(promotion, kind, self.me()) {
            possible = W::EMPTY;
        }
        possible
    }

    pub(crate) fn has_few_enough(&self, promotion: &Promotion<W>, kind: usize, side: usize) -> bool {
        let own = self.s.kinds[kind] & self.s.sides[side];
        promotion.rule.while_at_most.is_none_or(|limit| own.count() <= u32::from(limit))
    }

    /// Every choice of promotion for one move, each once.
    fn promote_one<V: Sink<W, K, S>>(
        &self,
        kind: usize,
        piece: &Piece<W>,
        from: usize,
        to: usize,
        enemies: W,
        sink: &mut V,
    ) {
        let mut made: Kinds = 0;
        for promotion in &piece.promotions {
            if self.possible(promotion, kind, from, W::single(to), enemies).any() {
                self.choose(promotion, kind, from, to, &mut made, sink);
            }
        }
    }

    /// The choices of one promotion that have not been made.
    fn choose<V: Sink<W, K, S>>(
        &self,
        promotion: &Promotion<W>,
        kind: usize,
        from: usize,
        to: usize,
        made: &mut Kinds,
        sink: &mut V,
    ) {
        for target in &promotion.rule.to {
            let batch = promoted(kind, from, target.piece as usize, W::single(to));
            if *made >> target.piece & 1 == 0 && self.may_become(promotion, target, batch.mv(to)) {
                *made |= 1 << target.piece;
                sink.batch(*self, batch);
            }
        }
    }

    /// Is what the piece becomes by this move to be had, and does it do nothing then that it may not?
    fn may_become(&self, promotion: &Promotion<W>, target: &PromotionTarget, mv: Move) -> bool {
        let me = self.me();
        let there = self.s.kinds[target.piece as usize] & self.s.sides[me];
        let few = target.while_fewer_than.is_none_or(|limit| there.count() < u32::from(limit));
        few && self.is_ransomed(target, me) && self.is_restrained(promotion, mv)
    }

    /// Does the promotion attack and check nothing that it may not?
    fn is_restrained(&self, promotion: &Promotion<W>, mv: Move) -> bool {
        let rule = &promotion.rule;
        if rule.may_not_attack == 0 && !rule.may_not_check {
            return true;
        }
        let (me, next) = (self.me(), self.after(mv));
        let at = At { game: self.game, s: &next };
        let protected = next.of_kinds(rule.may_not_attack) & at.enemies(me);
        let attacks = protected.into_iter().any(|square| at.capturers_of(me, square).has(mv.to() as usize));
        !(attacks || rule.may_not_check && at.gives_check(me))
    }

    /// A move that is no step, with all choices of promotion. `mv` makes it of what the piece becomes.
    #[allow(clippy::too_many_arguments, reason = "a move and who makes it")]
    pub(crate) fn with_promotions<V: Sink<W, K, S>>(
        &self,
        kind: usize,
        piece: &Piece<W>,
        from: usize,
        to: usize,
        captures: bool,
        mv: impl Fn(Option<PieceId>) -> Move,
        sink: &mut V,
    ) {
        let possible = |promotion: &&Promotion<W>| {
            promotion.targets[from].has(to)
                && (captures || !promotion.only_capturing)
                && self.has_few_enough(promotion, kind, self.me())
        };
        let possible: SmallVec<[&Promotion<W>; 4]> = piece.promotions.iter().filter(possible).collect();
        if !possible.iter().any(|promotion| promotion.forced.has(to)) {
            sink.one(*self, mv(None));
        }
        let mut made: Kinds = 0;
        for promotion in possible {
            for target in &promotion.rule.to {
                let mv = mv(Some(target.piece));
                if made >> target.piece & 1 == 0 && self.may_become(promotion, target, mv) {
                    made |= 1 << target.piece;
                    sink.one(*self, mv);
                }
            }
        }
    }

    /// Moves that are made for promoting only.
    fn promote_apart<V: Sink<W, K, S>>(&self, kind: usize, piece: &Piece<W>, from: usize, sink: &mut V) {
        let occupied = self.s.occupied();
        let empty = self.game.all & !occupied;
        let mut made: SmallVec<[(usize, Kinds); 8]> = SmallVec::new();
        for promotion in piece.promotions.iter().filter(|p| p.zone.has(from) && !p.apart.is_empty()) {
            if !self.has_few_enough(promotion, kind, self.me()) {
                continue;
            }
            for &(kernel, _, arrives) in promotion.apart.iter().filter(|(_, starts, _)| starts.has(from)) {
                let reached = self.reach(Portable, kernel, from, occupied, self.me());
                let stays = reached & W::single(from);
                for to in stays | reached & arrives & empty {
                    let place = made.iter().position(|&(known, _)| known == to).unwrap_or_else(|| {
                        made.push((to, 0));
                        made.len() - 1
                    });
                    let mut known = made[place].1;
                    self.choose(promotion, kind, from, to, &mut known, sink);
                    made[place].1 = known;
                }
            }
        }
    }
}
