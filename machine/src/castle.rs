//! Castlings.

use crate::generate::{Batch, Sink, step};
use crate::guard::Guard;
use crate::link::{Castling, CastlingWay, NOWHERE};
use crate::state::At;
use wazir_runtime::{Bits, MoveKind};

impl<W: Bits, const K: usize, const S: usize> At<'_, W, K, S> {
    /// Castlings whose ways are free and safe.
    #[inline(always)]
    pub(crate) fn castlings<V: Sink<W, K, S>>(&self, guard: &Guard<W>, sink: &mut V) {
        let (s, me) = (self.s, self.me());
        let first_moves = !self.game.program.info.first_moves.is_empty();
        let (own, occupied) = (s.sides[me], s.occupied());
        for castling in &self.game.sides[me].castlings {
            let kings = s.kinds[castling.rule.king as usize] & own & castling.on_line;
            if kings.is_empty() {
                continue;
            }
            let king = kings.first();
            if first_moves && !s.rights.has(king) {
                continue;
            }
            for partner in s.rights & own & castling.on_line {
                // In most positions something is in the way.
                if let Some(way) = castling.way(king, partner)
                    && (way.free & occupied).is_empty()
                {
                    self.castle_along(castling, king, partner, way, guard, sink);
                }
            }
        }
    }

    /// The castling of this king and whatever stands at its partner's place, if that is one and the king's way is safe.
    #[inline(never)]
    fn castle_along<V: Sink<W, K, S>>(
        &self,
        castling: &Castling<W>,
        king: usize,
        partner: usize,
        way: &CastlingWay<W>,
        guard: &Guard<W>,
        sink: &mut V,
    ) {
        let rule = &castling.rule;
        if castling.partners >> self.s.kind_at(partner) & 1 == 0 {
            return;
        }
        let to = rule.king_to as usize;
        let guarded = guard.royal == king;
        if guarded {
            // On the way others stand where they stood; at the end the partner has moved.
            let rest = self.s.occupied() & !W::single(king);
            let after = rest & !W::single(partner) | W::single(rule.partner_to as usize);
            let end = W::single(to);
            let passed = way.king & !end;
            if self.unwatched(passed, rest) != passed || self.unwatched(end, after) != end {
                return;
            }
        } else {
            let passed = |at: &usize| *at != to || *at == king;
            if !way.king.into_iter().filter(passed).all(|at| self.is_safe_at(king, at, self.me())) {
                return;
            }
        }
        let batch = step(rule.king as usize, king, W::single(to));
        let batch = Batch { kind: MoveKind::Castling, aux: partner, ..batch };
        if guarded || guard.royal == NOWHERE as usize || self.is_safe_after(batch.mv(to)) {
            sink.batch(*self, batch);
        }
    }
}
