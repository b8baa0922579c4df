//! Moves, in batches: a piece (or a hand) with all its targets.

use crate::guard::Guard;
use crate::link::{COMMON_MASKS, NOWHERE, Piece, Promotes, Tables, Term};
use crate::state::At;
use wazir_runtime::{Bits, Cpu, Move, MoveKind, PieceId, Square};

/// Of so many targets of a royal it is not asked one by one whether they are attacked.
const MANY_TARGETS: u32 = 10;

/// Moves of one kind that differ only in where they arrive.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Batch<W> {
    pub(crate) kind: MoveKind,
    pub(crate) piece: usize,
    /// Where they start; of drops nowhere.
    pub(crate) from: usize,
    pub(crate) aux: usize,
    pub(crate) into: usize,
    pub(crate) targets: W,
    /// Not 0: each starts so many squares before its target instead, and `aux` is told from there as well.
    pub(crate) shift: i32,
}

impl<W: Bits> Batch<W> {
    #[inline(always)]
    pub(crate) fn mv(&self, to: usize) -> Move {
        let (first, step) = self.line();
        Move::from_bits(first.wrapping_add(step.wrapping_mul(to as u64)))
    }

    /// What the move to square 0 would be, packed, and what is added for each square on.
    #[inline(always)]
    pub(crate) fn line(&self) -> (u64, u64) {
        // One square on, in each part of a packed move that holds one.
        const ORIGIN: u64 = Move::new(MoveKind::Step, 0, 1, 0, 0, 0).bits();
        const TARGET: u64 = Move::new(MoveKind::Step, 0, 0, 1, 0, 0).bits();
        const AUX: u64 = Move::new(MoveKind::Step, 0, 0, 0, 1, 0).bits();
        let bits = |from: usize, aux: usize| {
            Move::new(self.kind, self.piece as PieceId, from as Square, 0, aux as Square, self.into as PieceId).bits()
        };
        // Where parts would be below 0 they borrow from those above, which give it back for each real move.
        let back = i64::from(self.shift) as u64;
        match (self.kind, self.shift) {
            (MoveKind::Drop, _) => (bits(0, self.aux), TARGET + ORIGIN),
            (_, 0) => (bits(self.from, self.aux), TARGET),
            (MoveKind::Passing, _) => {
                let passed = (self.aux as u64).wrapping_sub(back).wrapping_mul(AUX);
                (bits(0, 0).wrapping_add(passed).wrapping_sub(back), AUX + TARGET + ORIGIN)
            }
            _ => (bits(0, 0).wrapping_sub(back), TARGET + ORIGIN),
        }
    }
}

/// A consumer of moves.
pub(crate) trait Sink<W, const K: usize, const S: usize> {
    /// Takes a batch; it may be empty.
    fn batch(&mut self, at: At<'_, W, K, S>, batch: Batch<W>);
    /// Takes one move.
    fn one(&mut self, at: At<'_, W, K, S>, mv: Move);
    /// Is it enough for it to get one move? Then whoever has to look far ahead to tell whether a move is legal may stop at the first that is.
    fn one_is_enough(&self) -> bool {
        false
    }
    /// Has it got one, and needs no other?
    fn is_satisfied(&self) -> bool {
        false
    }
}

/// Sets that targets are cut with, as [`crate::link::COMMON_MASKS`] says: nothing, empty squares, enemies, both.
pub(crate) struct Masks<W>([W; COMMON_MASKS]);

impl<W: Bits, const K: usize, const S: usize> At<'_, W, K, S> {
    /// The moves of all pieces, castlings and drops: legal where the guard tells, else whatever pieces can do.
    #[inline(always)]
    pub(crate) fn generate<C: Cpu, V: Sink<W, K, S>>(&self, cpu: C, guard: &Guard<W>, sink: &mut V) {
        let (s, me) = (self.s, self.me());
        let side = &self.game.sides[me];
        let (own, enemies, occupied) = (s.sides[me], self.enemies(me), s.occupied());
        let empty = self.game.all & !occupied;
        let (taken, free) = (enemies & guard.answers, empty & guard.answers);
        let masks = Masks([W::EMPTY, free, taken, taken | free]);
        // Pieces that may capture en passant go one by one.
        let takers = if s.passed.any() { self.near_passed(me) } else { W::EMPTY };
        for (kind, piece) in side.pieces.iter().enumerate() {
            let Some(piece) = piece else { continue };
            let mut set = s.kinds[kind.min(K - 1)] & own;
            if set.is_empty() || piece.stays {
                continue;
            }
            if piece.royal && guard.royal != NOWHERE as usize {
                self.royal_moves(cpu, guard, kind, piece, enemies, empty, sink);
                continue;
            }
            if guard.twice {
                continue;
            }
            // Few pieces that leap are looked at sooner than all their steps.
            if !piece.shifts.is_empty() && (piece.odd || set.count() as usize > piece.shifts.len() / 2) {
                let slow = set & (guard.pinned | piece.promotes_from | takers);
                self.shift(piece, kind, set & !slow, empty, &masks, sink);
                set = slow;
                if set.is_empty() {
                    continue;
                }
            }
            if piece.odd {
                for from in set {
                    self.odd_moves(cpu, guard, kind, piece, from, &masks, sink);
                }
                continue;
            }
            match piece.only.map(|(kernel, mask)| (&self.game.kernels[kernel], self.mask(&masks, mask))) {
                Some((Tables::Leaps(table), mask)) => {
                    for from in set {
                        self.offer(guard, kind, piece, from, table[from] & mask, enemies, sink);
                    }
                }
                Some((
                    Tables::Rays { packed, .. } | Tables::Hops { packed, .. } | Tables::Lame { packed, .. },
                    mask,
                )) if C::PEXT && packed.lines > 0 => {
                    for from in set {
                        let reached = packed.reach(cpu, &self.game.packed, from, occupied);
                        self.offer(guard, kind, piece, from, reached & mask, enemies, sink);
                    }
                }
                _ => {
                    for from in set {
                        let mut targets = W::EMPTY;
                        for way in &piece.simple_terms {
                            if way.from.has(from) {
                                let reached = self.reach(cpu, way.kernel, from, occupied, me);
                                targets |= reached & self.mask(&masks, way.mask) & way.to;
                            }
                        }
                        self.offer(guard, kind, piece, from, targets, enemies, sink);
                    }
                }
            }
        }
        if s.rights.any() && !guard.checked {
            self.castlings(guard, sink);
        }
        if !side.drops.is_empty() && !guard.twice {
            self.drops(guard, sink);
        }
    }

    /// What targets are cut with: one of these sets, or the squares of enemies of some types and perhaps empty ones, in the order of [`crate::link::Side::masks`].
    #[inline(always)]
    fn mask(&self, masks: &Masks<W>, mask: usize) -> W {
        if mask < COMMON_MASKS {
            return masks.0[mask];
        }
        let (to_empty, victims) = self.game.sides[self.me()].masks[mask];
        let [_, free, taken, _] = masks.0;
        taken & self.s.of_kinds(victims) | if to_empty { free } else { W::EMPTY }
    }

    /// Passes on the ordinary moves of a piece, within its pin and with its promotions.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "what is known of the position already")]
    fn offer<V: Sink<W, K, S>>(
        &self,
        guard: &Guard<W>,
        kind: usize,
        piece: &Piece<W>,
        from: usize,
        targets: W,
        enemies: W,
        sink: &mut V,
    ) {
        let targets = if guard.pinned.has(from) { targets & guard.line(from) } else { targets };
        match piece.promoting {
            Promotes::Never => sink.batch(*self, step(kind, from, targets)),
            Promotes::Simply => {
                let promotion = &piece.promotions[0];
                let mut possible = promotion.targets[from] & targets;
                if promotion.only_capturing {
                    possible &= enemies;
                }
                if possible.any() {
                    for &into in &promotion.into {
                        sink.batch(*self, promoted(kind, from, into as usize, possible));
                    }
                }
                sink.batch(*self, step(kind, from, targets & !(possible & promotion.forced)));
            }
            Promotes::Oddly => self.promote(kind, piece, from, targets, enemies, sink),
        }
    }

    /// The moves of all these pieces at once.
    #[inline(always)]
    fn shift<V: Sink<W, K, S>>(&self, piece: &Piece<W>, kind: usize, set: W, empty: W, masks: &Masks<W>, sink: &mut V) {
        for shift in &piece.shifts {
            let mut starts = set & shift.starts;
            for &at in &shift.path {
                starts &= empty.shift(-at);
            }
            let targets = starts.shift(shift.by) & self.mask(masks, shift.mask);
            if targets.is_empty() {
                continue;
            }
            let batch = Batch { shift: shift.by, ..step(kind, 0, targets) };
            match shift.leaves {
                None => sink.batch(*self, batch),
                Some(aux) => sink.batch(*self, Batch { kind: MoveKind::Passing, aux: aux as usize, ..batch }),
            }
        }
    }

    /// Moves of a guarded royal: not to attacked squares.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "what is known of the position already")]
    fn royal_moves<C: Cpu, V: Sink<W, K, S>>(
        &self,
        cpu: C,
        guard: &Guard<W>,
        kind: usize,
        piece: &Piece<W>,
        enemies: W,
        empty: W,
        sink: &mut V,
    ) {
        let (from, me) = (guard.royal, self.me());
        let occupied = self.s.occupied();
        let mut targets = W::EMPTY;
        for term in &piece.terms {
            if !(term.always || term.from.has(from) && self.is_available_royally(term, from, guard)) {
                continue;
            }
            let (to_empty, victims) = self.game.sides[me].masks[term.mask];
            let mask = if to_empty { empty } else { W::EMPTY } | enemies & self.s.of_kinds(victims);
            let mut reached = self.reach(cpu, term.kernel, from, occupied, me) & mask & term.to;
            if term.when.safe_way {
                reached = self.with_safe_royal_paths(from, reached);
            }
            targets |= reached;
        }
        if targets.is_empty() {
            return;
        }
        if guard.checked && self.game.sides[me].may_not_flee {
            let checkers = self.attackers_of_royal(from, me);
            targets &= if checkers.is_single() { checkers } else { W::EMPTY };
        }
        let left = occupied & !W::single(from);
        targets = match targets.count() {
            0..MANY_TARGETS => self.unwatched_near(from, targets, left),
            _ => self.unwatched_of_many(cpu, targets, left),
        };
        self.offer(guard, kind, piece, from, targets, enemies, sink);
    }

    fn is_available_royally(&self, term: &Term<W>, from: usize, guard: &Guard<W>) -> bool {
        (!term.when.unmoved || self.s.rights.has(from))
            && !(term.when.unchecked && guard.checked)
            && self.holds(&term.when, from, self.me())
    }

    /// The targets to which a royal gets without passing an attacked square.
    fn with_safe_royal_paths(&self, from: usize, targets: W) -> W {
        let mut kept = W::EMPTY;
        for to in targets {
            let middles = wazir_runtime::middles(self.game.files, from, to);
            let mut there = middles.into_iter().filter(|&at| self.game.all.has(at));
            if there.any(|at| self.is_safe_at(from, at, self.me())) {
                kept |= W::single(to);
            }
        }
        kept
    }

    /// Moves of a piece whose movements have conditions, leave en passant squares, capture on them, or exchange places.
    #[inline(never)]
    #[allow(clippy::too_many_arguments, reason = "what is known of the position already")]
    fn odd_moves<C: Cpu, V: Sink<W, K, S>>(
        &self,
        cpu: C,
        guard: &Guard<W>,
        kind: usize,
        piece: &Piece<W>,
        from: usize,
        masks: &Masks<W>,
        sink: &mut V,
    ) {
        let (s, me) = (self.s, self.me());
        let (enemies, occupied) = (self.enemies(me), s.occupied());
        let empty = self.game.all & !occupied;
        let line = guard.line(from);
        let (mut steps, mut passing, mut taking) = (W::EMPTY, W::EMPTY, W::EMPTY);
        for term in &piece.terms {
            if !(term.always || term.from.has(from) && self.is_available(term, from, me)) {
                continue;
            }
            let mut reached = self.reach(cpu, term.kernel, from, occupied, me) & term.to;
            if term.when.safe_way {
                reached = self.with_safe_royal_paths(from, reached & (empty | enemies));
            }
            let there = reached & self.mask(masks, term.mask) & line;
            match &term.leaves {
                None => steps |= there,
                Some(leaves) => {
                    steps |= there;
                    for (to, passed) in &leaves[from] {
                        let to = *to as usize;
                        if there.has(to) && empty.has(to) && (*passed & occupied).is_empty() {
                            passing |= W::single(to);
                        }
                    }
                }
            }
            if term.en_passant {
                for to in reached & s.passed & empty {
                    let victim = self.victim_on(to);
                    if enemies.has(victim) && term.victims >> s.kind_at(victim) & 1 == 1 {
                        taking |= W::single(to);
                    }
                }
            }
        }
        if !piece.journeys.is_empty() {
            steps |= self.journeys(kind, piece, from, sink);
        }
        passing &= !taking;
        steps &= !(passing | taking);
        for to in taking {
            let aux = self.victim_on(to);
            let batch = Batch { kind: MoveKind::EnPassant, aux, ..step(kind, from, W::single(to)) };
            // What it takes off the board opens lines in more than one way.
            if guard.royal == NOWHERE as usize || self.is_safe_after(batch.mv(to)) {
                sink.batch(*self, batch);
            }
        }
        for to in passing {
            let mv = Move::new(MoveKind::Passing, kind as PieceId, from as Square, to as Square, 0, 0);
            let aux = self.passed_by(mv).first();
            let batch = Batch { kind: MoveKind::Passing, aux, ..step(kind, from, W::single(to)) };
            if piece.promotions.is_empty() || self.promoting(kind, piece, from, W::single(to), enemies, sink).is_empty()
            {
                sink.batch(*self, batch);
            }
        }
        if piece.promotions.is_empty() {
            sink.batch(*self, step(kind, from, steps));
        } else {
            self.promote(kind, piece, from, steps, enemies, sink);
        }
        if !piece.pushes.is_empty() {
            self.pushes(kind, piece, from, steps, sink);
        }
        let mut swapped = W::EMPTY;
        for swap in piece.swaps.iter().filter(|swap| swap.from.has(from)) {
            if !self.is_available_when(&swap.when, from, me) {
                continue;
            }
            let friends = if swap.friends { s.sides[me] & !W::single(from) } else { W::EMPTY };
            let with = friends | enemies & s.of_kinds(swap.enemies);
            swapped |= self.reach(cpu, swap.kernel, from, occupied, me) & swap.to & with;
        }
        if swapped.any() {
            sink.batch(*self, Batch { kind: MoveKind::Swap, ..step(kind, from, swapped) });
        }
    }

    /// Is the royal of the side to move unattacked after this move?
    pub(crate) fn is_safe_after(&self, mv: Move) -> bool {
        let next = self.after(mv);
        !At { game: self.game, s: &next }.is_attacked(self.me())
    }
}

#[inline(always)]
pub(crate) fn step<W: Bits>(piece: usize, from: usize, targets: W) -> Batch<W> {
    Batch { kind: MoveKind::Step, piece, from, aux: 0, into: 0, targets, shift: 0 }
}

#[inline(always)]
pub(crate) fn promoted<W: Bits>(piece: usize, from: usize, into: usize, targets: W) -> Batch<W> {
    Batch { kind: MoveKind::Promotion, into, ..step(piece, from, targets) }
}
