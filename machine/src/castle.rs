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
                // The squares of the line from one to another, both of them included.
                let between = |a: usize, b: u16| {
                    let (low, high) = (a.min(b as usize), a.max(b as usize));
                    castling.on_line & W::single(low).from_last() & W::single(high).through_first()
                };
                let (king_way, partner_way) = (between(king, rule.king_to), between(partner, rule.partner_to));
                let standing = occupied & !(W::single(king) | W::single(partner)) | !self.game.all;
                if ((king_way | partner_way) & standing).any() {
                    continue;
                }
                let to = rule.king_to as usize;
                let guarded = guard.royal == king;
                if guarded {
                    // On the way others stand where they stood; at the end the partner has moved.
                    let way = king_way;
                    let rest = occupied & !W::single(king);
                    let after = rest & !W::single(partner) | W::single(rule.partner_to as usize);
                    let end = W::single(to);
                    if self.unwatched(way & !end, rest) != way & !end || self.unwatched(end, after) != end {
                        continue;
                    }
                } else {
                    let passed = |at: &usize| *at != to || *at == king;
                    if !king_way.into_iter().filter(passed).all(|at| self.is_safe_at(king, at, me)) {
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
