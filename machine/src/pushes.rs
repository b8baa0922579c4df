//! Moves that shift what stands in their way.

use crate::generate::Sink;
use crate::link::{NOWHERE, Piece};
use crate::state::{At, State};
use alloc::{sync::Arc, vec::Vec};
use smallvec::SmallVec;
use wazir_program::{Kinds, When};
use wazir_runtime::{Bits, Move, PieceId, Portable, Shove, Square};
use wazir_variant_spec::rules::Push;

/// Pushes of a piece along one ride.
#[derive(Debug)]
pub(crate) struct Pushing<W> {
    pub(crate) kernel: usize,
    /// By square: where a step leads.
    pub(crate) next: Arc<Vec<u16>>,
    pub(crate) push: Push,
    /// What can be pushed, by type.
    pub(crate) takes: Kinds,
    pub(crate) when: When,
    pub(crate) from: W,
    pub(crate) to: W,
}

type Shoves = SmallVec<[Shove; 8]>;

/// Is the push a capture like any other: does the mover stand then where the piece stood that is lost?
fn is_plain(shove: Shove) -> bool {
    shove.lost && shove.last == shove.first && !shove.stays
}

impl<W: Bits, const K: usize, const S: usize> At<'_, W, K, S> {
    /// Passes on the pushes of a piece. `steps`: where it captures by other movements.
    #[inline(never)]
    pub(crate) fn pushes<V: Sink<W, K, S>>(&self, kind: usize, piece: &Piece<W>, from: usize, steps: W, sink: &mut V) {
        let me = self.me();
        let (mut made, mut captures) = (Shoves::new(), W::EMPTY);
        for pushing in piece.pushes.iter().filter(|pushing| pushing.from.has(from)) {
            if !self.is_available_when(&pushing.when, from, me) {
                continue;
            }
            for shove in self.shoves(me, piece, pushing, from) {
                let to = shove.first as usize;
                if is_plain(shove) {
                    if !(steps | captures).has(to) {
                        captures |= W::single(to);
                        let mv =
                            |into| Move::journey(kind as PieceId, from as Square, to as Square, (None, None), into);
                        self.with_promotions(kind, piece, from, to, true, mv, sink);
                    }
                } else if !made.contains(&shove) {
                    made.push(shove);
                    sink.one(*self, Move::push(kind as PieceId, from as Square, shove, piece.names_pushes));
                }
            }
        }
    }

    /// The pushes of the piece of `side` on `from` along one ride.
    fn shoves(&self, side: usize, piece: &Piece<W>, pushing: &Pushing<W>, from: usize) -> Shoves {
        let s = self.s;
        let (own, enemies, occupied) = (s.sides[side], self.enemies(side), s.occupied());
        let mut royals = W::EMPTY;
        for owner in 0..self.sides() {
            royals |= self.royals(owner);
        }
        let push = pushing.push;
        let mut named = W::EMPTY;
        if push.friends {
            named |= own;
        }
        if push.enemies {
            named |= enemies;
        }
        let pushed = named & s.of_kinds(pushing.takes) & !W::single(from);
        let victims = s.of_kinds(piece.victims);
        let lost = |whom: wazir_variant_spec::rules::Whom| {
            let friends = if whom.friends { own & !royals } else { W::EMPTY };
            victims & (friends | if whom.enemies { enemies } else { W::EMPTY })
        };
        let (over_edge, crushed) = (lost(push.over_edge), lost(push.crushed));
        let mut shoves = Shoves::new();
        for first in self.reach(Portable, pushing.kernel, from, occupied, side) & pushing.to & pushed {
            let (mut last, mut length) = (first, 1);
            let gone = loop {
                let behind = pushing.next[last];
                if behind == NOWHERE {
                    break over_edge.has(last).then_some(true);
                }
                let behind = behind as usize;
                if behind == from && !push.stays || !occupied.has(behind) {
                    break Some(false);
                }
                if length == push.most || !pushed.has(behind) {
                    break crushed.has(last).then_some(true);
                }
                (last, length) = (behind, length + 1);
            };
            let Some(lost) = gone else { continue };
            let next = if lost && first == last { first as Square } else { pushing.next[first] };
            let shove = Shove { first: first as Square, next, last: last as Square, lost, stays: push.stays };
            if next != NOWHERE && !shoves.contains(&shove) {
                shoves.push(shove);
            }
        }
        shoves
    }

    /// Could the piece of `side` on `from`, of this type, capture what stands on `target` by a push?
    pub(crate) fn takes_by_pushing(&self, side: usize, piece: &Piece<W>, from: usize, target: usize) -> bool {
        let occupied = self.s.occupied();
        piece.pushes.iter().filter(|pushing| pushing.push.captures() && pushing.from.has(from)).any(|pushing| {
            // Behind what is lost is the edge or something that stays: mostly there is room, and nothing more to ask.
            let behind = pushing.next[target];
            if behind != NOWHERE && (behind as usize == from && !pushing.push.stays || !occupied.has(behind as usize)) {
                return false;
            }
            let takes = |shove: &Shove| shove.lost && shove.last as usize == target;
            self.holds(&pushing.when, from, side) && self.shoves(side, piece, pushing, from).iter().any(takes)
        })
    }

    /// The squares of the row that a move of the side to move pushes, in its order, and where its last piece goes.
    fn row(&self, mv: Move, shove: Shove) -> SmallVec<[usize; 16]> {
        let mut row: SmallVec<[usize; 16]> = SmallVec::new();
        row.push(shove.first as usize);
        let Some(piece) = &self.game.sides[self.me()].pieces[mv.piece() as usize] else { return row };
        let mut steps = piece.pushes.iter().map(|pushing| &pushing.next);
        let Some(next) = steps.find(|next| next[shove.first as usize] == shove.next) else { return row };
        let mut at = shove.first;
        while at != shove.last && row.len() <= self.game.squares {
            at = next[at as usize];
            if at == NOWHERE {
                return row;
            }
            row.push(at as usize);
        }
        if !shove.lost && next[at as usize] != NOWHERE {
            row.push(next[at as usize] as usize);
        }
        row
    }

    /// A push; whether something was captured, and the squares that pieces were pushed over.
    pub(crate) fn push(&self, c: &mut State<W, K, S>, mv: Move) -> (bool, W) {
        let Some(shove) = mv.shove() else { return (false, W::EMPTY) };
        let (from, to, me) = (mv.from() as usize, mv.to() as usize, self.me());
        let row = self.row(mv, shove);
        let captured = shove.lost && self.take::<false>(c, shove.last as usize);
        let marked = self.s.marks.has(from);
        if !shove.stays {
            c.clear(from);
        }
        let mut touched = W::EMPTY;
        for &square in &row {
            touched |= W::single(square);
        }
        for pair in row.windows(2).rev() {
            let mark = c.marks.has(pair[0]);
            if let Some((owner, kind)) = c.piece_at(pair[0]) {
                c.clear(pair[0]);
                c.put(owner, kind, pair[1]);
                c.marks |= if mark { W::single(pair[1]) } else { W::EMPTY };
            }
        }
        if !shove.stays {
            c.put(me, mv.piece() as usize, to);
            c.marks |= if marked { W::single(to) } else { W::EMPTY };
        }
        (captured, touched)
    }
}
