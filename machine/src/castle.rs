//! Castlings.

use crate::generate::{Batch, Sink, step};
use crate::guard::Guard;
use crate::link::NOWHERE;
use crate::state::At;
use wazir_runtime::{Bits, MoveKind};

impl<W: Bits, const K: usize, const S: usize> At<'_, W, K, S> {
    /// Castlings whose ways are free and safe.
    #[inline(never)]
    pub(crate) fn castlings<V: Sink<W, K, S>>(&self, guard: &Guard<W>, sink: &mut V) {
        let (s, me) = (self.s, self.me());
        let first_moves = !self.game.program.info.first_moves.is_empty();
        let occupied = s.occupied();
        for castling in &self.game.sides[me].castlings {
            let rule = &castling.rule;
            let kings = s.kinds[rule.king as usize] & s.sides[me] & castling.on_line;
            if kings.is_empty() {
                continue;
            }
            let king = kings.first();
            if first_moves && !s.rights.has(king) {
                continue;
            }
            let partners = s.rights & s.sides[me] & castling.on_line & s.of_kinds(castling.partners);
            for partner in partners {
                let wing = if rule.towards > 0 { partner > king } else { partner < king };
                if !wing {
                    continue;
                }
                let between = |a: usize, b: u16| {
                    let (low, high) = ((a as u16).min(b), (a as u16).max(b));
                    castling
                        .line
                        .iter()
                        .map(|&at| at as usize)
                        .filter(move |&at| at >= low as usize && at <= high as usize)
                };
                let free = |at: usize| at == king || at == partner || !occupied.has(at);
                let ways_free = between(king, rule.king_to).all(free) && between(partner, rule.partner_to).all(free);
                if !ways_free
                    || between(king, rule.king_to).any(|at| !self.game.all.has(at))
                    || between(partner, rule.partner_to).any(|at| !self.game.all.has(at))
                {
                    continue;
                }
                let to = rule.king_to as usize;
                let guarded = guard.royal == king;
                if guarded {
                    // On the way others stand where they stood; at the end the partner has moved.
                    let way = between(king, rule.king_to).fold(W::EMPTY, |way, at| way | W::single(at));
                    let rest = occupied & !W::single(king);
                    let after = rest & !W::single(partner) | W::single(rule.partner_to as usize);
                    let end = W::single(to);
                    if self.unwatched(way & !end, rest) != way & !end || self.unwatched(end, after) != end {
                        continue;
                    }
                } else {
                    let passed = |at: &usize| *at != to || *at == king;
                    if !between(king, rule.king_to).filter(passed).all(|at| self.is_safe_at(king, at, me)) {
                        continue;
                    }
                }
                let batch = step(rule.king as usize, king, W::single(to));
                let batch = Batch { kind: MoveKind::Castling, aux: partner, ..batch };
                if guarded || guard.royal == NOWHERE as usize || self.is_safe_after(batch.mv(to)) {
                    sink.batch(*self, batch);
                }
            }
        }
    }
}
