//! Pieces that are put on the board out of a hand, or from nowhere.

use crate::generate::{Batch, Sink, step};
use crate::guard::Guard;
use crate::link::Dropping;
use crate::state::At;
use smallvec::SmallVec;
use wazir_runtime::{Bits, MoveKind, PieceId, Portable, Square};
use wazir_variant_spec::rules::{Drop, Exchange, Supply};

impl<W: Bits, const K: usize, const S: usize> At<'_, W, K, S> {
    /// Drops.
    #[inline(never)]
    pub(crate) fn drops<V: Sink<W, K, S>>(&self, guard: &Guard<W>, sink: &mut V) {
        let (s, me) = (self.s, self.me());
        let empty = self.game.all & !s.occupied() & guard.answers;
        if empty.is_empty() {
            return;
        }
        for &(kind, zone) in &self.game.sides[me].drops {
            let Some(drop) = self.rules().piece_rules(kind as u8, me as u8).and_then(|own| own.drop.as_ref()) else {
                continue;
            };
            let supplied = match drop.supply {
                Supply::Hand(held) => s.hands[me][held as usize] > 0,
                Supply::Endless => true,
            };
            let mut prices: SmallVec<[PieceId; 4]> = SmallVec::new();
            if let Some(exchange) = drop.exchange.as_ref().filter(|exchange| self.is_to_be_had(exchange)) {
                prices.extend(
                    exchange.prices.iter().map(|price| price.paid).filter(|&paid| s.hands[me][paid as usize] > 0),
                );
            }
            if !supplied && prices.is_empty() {
                continue;
            }
            let mut targets = empty & zone;
            if targets.any() {
                targets = self.droppable(drop, kind, targets);
            }
            if (drop.may_not_mate || drop.may_not_check) && guard.minds_drops {
                targets = self.harmless(drop, kind, targets);
            }
            let batch = dropped(kind, targets);
            if supplied {
                sink.batch(*self, batch);
            }
            for paid in prices {
                sink.batch(*self, Batch { aux: paid as usize + 1, ..batch });
            }
        }
    }

    /// Does an opponent hold such a piece?
    fn is_to_be_had(&self, exchange: &Exchange) -> bool {
        self.opponents(self.me()).any(|other| self.s.hands[other][exchange.taken as usize] > 0)
    }

    /// The targets on which a drop is allowed by what stands elsewhere.
    #[inline(always)]
    fn droppable(&self, drop: &Drop, kind: usize, mut targets: W) -> W {
        let (s, me) = (self.s, self.me());
        if let Some(limit) = drop.per_file {
            let own = s.kinds[kind] & s.sides[me];
            for file in 0..self.game.files {
                let squares = self.game.columns[file];
                if (own & squares).count() >= u32::from(limit) {
                    targets &= !squares;
                }
            }
        }
        if let Some(dropping) = &self.game.sides[me].dropping[kind] {
            targets = dropping.kept(targets, s.sides[me], self.enemies(me), s.occupied());
        }
        let told = drop.opening.is_empty()
            && !drop.must_convert
            && drop.per_colour.is_none()
            && !self.game.sides[me].keeps_colours;
        if told { targets } else { self.oddly_droppable(drop, kind, targets) }
    }

    #[inline(never)]
    fn oddly_droppable(&self, drop: &Drop, kind: usize, targets: W) -> W {
        let occupied = self.s.occupied();
        let opens = drop.opening.iter().any(|square| {
            (square as usize) < self.game.squares
                && self.game.all.has(square as usize)
                && !occupied.has(square as usize)
        });
        let mut kept = W::EMPTY;
        for to in targets {
            let square = to as Square;
            let places =
                if opens { drop.opening.contains(square) } else { !drop.must_convert || self.drop_converts(kind, to) };
            if places && self.colour_has_room(drop, kind, to) && !self.is_kept_from(kind, to) {
                kept |= W::single(to);
            }
        }
        kept
    }

    fn drop_converts(&self, kind: usize, to: usize) -> bool {
        let mut dropped = *self.s;
        dropped.put(self.me(), kind, to);
        At { game: self.game, s: &dropped }.converted(self.me(), to, true).any()
    }

    fn on_colour(&self, kind: usize, colour: usize) -> usize {
        let own = self.s.kinds[kind] & self.s.sides[self.me()];
        own.into_iter().filter(|&square| self.colour(square) == colour).count()
    }

    fn colour(&self, square: usize) -> usize {
        (square % self.game.files + square / self.game.files) % 2
    }

    fn colour_has_room(&self, drop: &Drop, kind: usize, to: usize) -> bool {
        drop.per_colour.is_none_or(|limit| self.on_colour(kind, self.colour(to)) < limit as usize)
    }

    /// Is the square kept for pieces of another type in hand that are limited by colour?
    fn is_kept_from(&self, kind: usize, to: usize) -> bool {
        let (s, me) = (self.s, self.me());
        let occupied = s.occupied();
        (0..self.game.keys.kinds.min(K)).filter(|&other| other != kind).any(|other| {
            let held = s.hands[me][other] as usize;
            let drop = self.rules().piece_rules(other as u8, me as u8).and_then(|own| own.drop.as_ref());
            let Some((drop, limit)) = drop.filter(|_| held > 0).and_then(|drop| Some((drop, drop.per_colour?))) else {
                return false;
            };
            let room = |colour| (limit as usize).saturating_sub(self.on_colour(other, colour));
            let free = |colour| {
                let squares = drop.zone.iter().map(|square| square as usize);
                squares.filter(|&at| self.colour(at) == colour && self.game.all.has(at) && !occupied.has(at)).count()
            };
            let places = |colour| room(colour).min(free(colour));
            let colour = self.colour(to);
            drop.zone.contains(to as Square) && free(colour) <= room(colour) && places(0) + places(1) <= held
        })
    }

    /// The targets of drops that neither check nor mate where they may not.
    #[inline(never)]
    fn harmless(&self, drop: &Drop, kind: usize, targets: W) -> W {
        let (s, me) = (self.s, self.me());
        let them = self.next_side(me);
        let mut kept = targets;
        let royals = self.royals(them);
        let occupied = s.occupied();
        // Only what attacks the royal from where it lands can check: a drop opens no line (others than hoppers' lines, whose games are tested).
        let mut checking = W::EMPTY;
        for royal in royals {
            let victims = 1 << s.kind_at(royal);
            for look in self.game.sides[me].looks.iter().filter(|look| look.kind == kind && look.victims & victims != 0)
            {
                checking |= self.reach(Portable, look.kernel, royal, occupied, me);
            }
        }
        let doubtful = if self.game.sides[me].opens_by_drops { targets } else { targets & checking };
        for to in doubtful {
            let next = self.after::<false>(dropped(kind, targets).mv(to));
            let at = At { game: self.game, s: &next };
            let wrong = drop.may_not_check && at.gives_check(me)
                || drop.may_not_mate
                    && next.turn as usize != me
                    && at.is_attacked(next.turn as usize)
                    && at.has_no_move_by_rule();
            if wrong {
                kept &= !W::single(to);
            }
        }
        kept
    }
}

impl<W: Bits> Dropping<W> {
    /// The targets around which all is as it has to be.
    #[inline(always)]
    fn kept(&self, mut targets: W, own: W, enemies: W, occupied: W) -> W {
        if let Some(beside) = &self.beside {
            targets &= own.into_iter().fold(W::EMPTY, |near, from| near | beside[from]);
        }
        if let Some(away_from) = &self.away_from {
            targets &= !enemies.into_iter().fold(W::EMPTY, |near, from| near | away_from[from]);
        }
        if !self.pushed.is_empty() {
            let rests = |to: &usize| {
                self.pushed
                    .iter()
                    .filter_map(|ways| ways[*to])
                    .any(|(way, stop)| (way & occupied).is_empty() && (stop.is_empty() || (stop & occupied).any()))
            };
            targets = targets.into_iter().filter(rests).fold(W::EMPTY, with);
        }
        targets
    }
}

/// Drops of a type.
#[inline(always)]
fn dropped<W: Bits>(kind: usize, targets: W) -> Batch<W> {
    Batch { kind: MoveKind::Drop, ..step(kind, 0, targets) }
}

#[inline(always)]
fn with<W: Bits>(set: W, square: usize) -> W {
    set | W::single(square)
}
