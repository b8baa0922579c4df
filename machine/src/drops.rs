//! Pieces that are put on the board out of a hand, or from nowhere.

use crate::generate::{Batch, Sink, step};
use crate::guard::Guard;
use crate::link::{Dropped, Dropping, Row};
use crate::state::At;
use wazir_runtime::{Bits, MoveKind, Portable};
use wazir_variant_spec::rules::{Drop, Exchange};

impl<W: Bits, const K: usize, const S: usize> At<'_, W, K, S> {
    /// Drops.
    #[inline(never)]
    pub(crate) fn drops<V: Sink<W, K, S>>(&self, guard: &Guard<W>, sink: &mut V) {
        let (s, me) = (self.s, self.me());
        let empty = self.game.all & !s.occupied() & guard.answers;
        if empty.is_empty() {
            return;
        }
        for drop in &self.game.sides[me].drops {
            if sink.is_satisfied() {
                return;
            }
            let kind = drop.kind;
            let supplied = drop.held.is_none_or(|held| s.hands[me][held as usize] > 0);
            if !supplied && !drop.exchanged {
                continue;
            }
            let mut targets = empty & drop.zone;
            if let Some(files) = &drop.files {
                for from in s.kinds[kind.min(K - 1)] & s.sides[me] {
                    targets &= !files[from];
                }
            }
            if drop.looks_around && targets.any() {
                targets = self.within_reach(kind, targets);
            }
            if !drop.told || drop.minds && guard.minds_drops {
                targets = self.droppable(drop, targets, guard, sink.one_is_enough());
            }
            if supplied {
                sink.batch(*self, dropped(kind, targets));
            }
            if drop.exchanged {
                self.bought(kind, targets, sink);
            }
        }
    }

    /// Drops that are paid for with something else.
    #[inline(never)]
    fn bought<V: Sink<W, K, S>>(&self, kind: usize, targets: W, sink: &mut V) {
        let me = self.me();
        let drop = self.rules().piece_rules(kind as u8, me as u8).and_then(|own| own.drop.as_ref());
        let Some(exchange) = drop.and_then(|drop| drop.exchange.as_ref()) else { return };
        if !self.is_to_be_had(exchange) {
            return;
        }
        for price in exchange.prices.iter().filter(|price| self.s.hands[me][price.paid as usize] > 0) {
            sink.batch(*self, Batch { aux: price.paid as usize + 1, ..dropped(kind, targets) });
        }
    }

    /// Does an opponent hold such a piece?
    fn is_to_be_had(&self, exchange: &Exchange) -> bool {
        self.opponents(self.me()).any(|other| self.s.hands[other][exchange.taken as usize] > 0)
    }

    /// The targets around which all is as it has to be.
    #[inline(always)]
    fn within_reach(&self, kind: usize, targets: W) -> W {
        let (s, me) = (self.s, self.me());
        match &self.game.sides[me].dropping[kind] {
            Some(dropping) => dropping.kept(targets, s.sides[me], self.enemies(me), s.occupied()),
            None => targets,
        }
    }

    /// The targets on which a drop is allowed, where more has to be asked than what stands around; some of them, if `one` is enough.
    #[inline(never)]
    fn droppable(&self, dropped: &Dropped<W>, mut targets: W, guard: &Guard<W>, one: bool) -> W {
        let (s, me, kind) = (self.s, self.me(), dropped.kind);
        if let Some(limit) = dropped.per_file {
            let own = s.kinds[kind] & s.sides[me];
            for file in 0..self.game.files {
                let squares = self.game.columns[file];
                if (own & squares).count() >= limit {
                    targets &= !squares;
                }
            }
        }
        if !dropped.told {
            targets = self.oddly_droppable(dropped, targets);
        }
        if !dropped.minds || !guard.minds_drops {
            return targets;
        }
        let Some(drop) = self.rules().piece_rules(kind as u8, me as u8).and_then(|own| own.drop.as_ref()) else {
            return W::EMPTY;
        };
        let mut enough = if one { !W::EMPTY } else { W::EMPTY };
        // What is tested afterwards is tested before as far as that is quick, and is enough where no test is left.
        if guard.tests && targets.any() {
            let (sure, illegal) = self.told(&self::dropped(kind, targets), guard);
            targets &= !illegal;
            enough &= sure;
        }
        self.harmless(drop, kind, targets, enough)
    }

    /// The targets that conversions and limits by colour leave.
    #[inline(never)]
    fn oddly_droppable(&self, dropped: &Dropped<W>, mut targets: W) -> W {
        let (s, me) = (self.s, self.me());
        let opening = dropped.opening & self.game.all & !s.occupied();
        if opening.any() {
            targets &= dropped.opening;
        } else if dropped.must_convert {
            targets = self.converting(me, targets);
        }
        if let Some(limit) = dropped.per_colour {
            let own = s.kinds[dropped.kind] & s.sides[me];
            for colour in self.game.colours {
                if (own & colour).count() >= u32::from(limit) {
                    targets &= !colour;
                }
            }
        }
        for other in self.game.sides[me].drops.iter().filter(|other| other.kind != dropped.kind) {
            targets &= !self.kept_for(other);
        }
        targets
    }

    /// The squares that are kept for pieces in hand of a type that is limited by colour: where there are no more than it needs.
    fn kept_for(&self, dropped: &Dropped<W>) -> W {
        let (s, me) = (self.s, self.me());
        let held = u32::from(s.hands[me][dropped.kind]);
        let Some(limit) = dropped.per_colour.filter(|_| held > 0) else { return W::EMPTY };
        let (own, empty) = (s.kinds[dropped.kind] & s.sides[me], dropped.zone & self.game.all & !s.occupied());
        let (mut kept, mut places) = (W::EMPTY, 0);
        for colour in self.game.colours {
            let (room, free) = (u32::from(limit).saturating_sub((own & colour).count()), empty & colour);
            places += room.min(free.count());
            if free.count() <= room {
                kept |= free;
            }
        }
        if places <= held { kept } else { W::EMPTY }
    }

    /// The targets on which a drop converts something.
    fn converting(&self, side: usize, targets: W) -> W {
        let (own, enemies) = (self.s.sides[side], self.enemies(side));
        let (mut found, mut odd) = (W::EMPTY, false);
        for conversion in self.game.sides[side].conversions.iter().filter(|conversion| conversion.by_drops) {
            odd |= conversion.beside.is_some() || conversion.around.is_some();
            if conversion.beside.is_some() {
                continue;
            }
            for row in &conversion.rows {
                match row {
                    Row::Straight { by, starts, .. } => {
                        // Enemies from which the row leads on, over others, to a piece of the side's own.
                        let onto = enemies & *starts;
                        let mut last = own.shift(-*by) & onto;
                        let mut run = last;
                        while last.any() {
                            last = last.shift(-*by) & onto;
                            run |= last;
                        }
                        found |= run.shift(-*by) & *starts;
                    }
                    Row::Round(_) => odd = true,
                }
            }
        }
        found &= targets;
        if odd {
            let converts = |&square: &usize| self.would_convert(side, square, true).any();
            found |= (targets & !found).into_iter().filter(converts).fold(W::EMPTY, |set, at| set | W::single(at));
        }
        found
    }

    /// The targets of drops that neither check nor mate where they may not; some of them, where one of `enough` is enough.
    #[inline(never)]
    fn harmless(&self, drop: &Drop, kind: usize, targets: W, enough: W) -> W {
        let (s, me) = (self.s, self.me());
        let them = self.next_side(me);
        let royals = self.royals(them);
        let occupied = s.occupied();
        // Only what attacks the royal from where it lands can check: a drop opens no line (others than hoppers' lines, whose games are tested).
        let mut checking = W::EMPTY;
        for royal in royals {
            let victims = 1 << s.kind_at(royal);
            for attack in
                self.game.sides[me].attacks.iter().filter(|attack| attack.kind == kind && attack.victims & victims != 0)
            {
                checking |= self.reach(Portable, attack.kernel, royal, occupied, me);
            }
        }
        let doubtful = if self.game.sides[me].opens_by_drops { targets } else { targets & checking };
        let mut kept = targets & !doubtful;
        for to in doubtful {
            // Whether a drop mates can take long to tell: whoever answers it may have to do it by another such drop.
            if (kept & enough).any() {
                break;
            }
            let next = self.after(dropped(kind, targets).mv(to));
            let at = At { game: self.game, s: &next };
            let wrong = drop.may_not_check && at.gives_check(me)
                || drop.may_not_mate
                    && next.turn as usize != me
                    && at.is_attacked(next.turn as usize)
                    && at.has_no_move_by_rule();
            if !wrong {
                kept |= W::single(to);
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
            targets &= beside.of(own);
        }
        if let Some(away_from) = &self.away_from {
            targets &= !away_from.of(enemies);
        }
        if !self.pushed.is_empty() {
            let mut resting = W::EMPTY;
            for pushed in &self.pushed {
                if let Some(by) = pushed.by {
                    let mut last = pushed.enters & !occupied;
                    while last.any() {
                        resting |= last & (pushed.ends | occupied.shift(-by));
                        last = (last & !pushed.ends).shift(by) & !occupied;
                    }
                    continue;
                }
                for to in targets & !resting {
                    if let Some((way, stop)) = pushed.ways[to]
                        && (way & occupied).is_empty()
                        && (stop.is_empty() || (stop & occupied).any())
                    {
                        resting |= W::single(to);
                    }
                }
            }
            targets &= resting;
        }
        targets
    }
}

/// Drops of a type.
#[inline(always)]
fn dropped<W: Bits>(kind: usize, targets: W) -> Batch<W> {
    Batch { kind: MoveKind::Drop, ..step(kind, 0, targets) }
}
