//! Moves, in batches: a piece (or a hand) with all its targets.

use crate::link::{NOWHERE, Piece, Promotion, Term};
use crate::state::At;
use smallvec::SmallVec;
use wazir_program::{Judge, Kinds};
use wazir_runtime::{Bits, Cpu, Move, MoveKind, PieceId, Portable, Square};
use wazir_variant_spec::rules::{Drop, Exchange, Pass, Supply};

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
        let from = if matches!(self.kind, MoveKind::Drop) { to } else { self.from };
        let (from, aux) = match self.shift {
            0 => (from, self.aux),
            shift => {
                let from = (to as i32).wrapping_sub(shift);
                let passed =
                    if matches!(self.kind, MoveKind::Passing) { from.wrapping_add(self.aux as i32) } else { 0 };
                (from as usize, passed as usize)
            }
        };
        Move::new(self.kind, self.piece as PieceId, from as Square, to as Square, aux as Square, self.into as PieceId)
    }
}

/// A consumer of moves.
pub(crate) trait Sink<W, const K: usize, const S: usize> {
    /// Takes a batch; it may be empty.
    fn batch(&mut self, at: At<'_, W, K, S>, batch: Batch<W>);
    /// Takes one move.
    fn one(&mut self, at: At<'_, W, K, S>, mv: Move);
}

/// What is found once a position about checks to the royal of the side to move.
pub(crate) struct Guard<W> {
    /// Squares that answer a check; all where there is none.
    pub(crate) answers: W,
    /// Pieces that may only move along a line, with that line.
    pub(crate) pinned: W,
    pub(crate) pins: SmallVec<[(W, W); 8]>,
    /// The royal that may not move to attacked squares; `NOWHERE` where none has to be guarded.
    pub(crate) royal: usize,
    /// It is attacked.
    pub(crate) checked: bool,
    /// What it says decides which moves are legal; else they are tested afterwards.
    pub(crate) decides: bool,
    /// It is attacked by several pieces at once: nothing but its own moves helps.
    pub(crate) twice: bool,
}

impl<W: Bits> Guard<W> {
    /// Nothing to guard.
    fn none() -> Guard<W> {
        Guard {
            answers: !W::EMPTY,
            pinned: W::EMPTY,
            pins: SmallVec::new(),
            royal: NOWHERE as usize,
            checked: false,
            decides: false,
            twice: false,
        }
    }
}

/// Sets that targets are cut with.
type Masks<W> = SmallVec<[W; 12]>;

impl<W: Bits, const K: usize, const S: usize> At<'_, W, K, S> {
    /// All legal moves. None when the game is over.
    #[inline(always)]
    pub(crate) fn visit<C: Cpu, V: Sink<W, K, S>>(&self, cpu: C, sink: &mut V) {
        if self.game.may_be_over && self.is_over_with_moves_left() {
            return;
        }
        self.by_rule(cpu, sink);
    }

    /// The moves that the rules of moving allow, whether or not the game is over.
    #[inline(always)]
    pub(crate) fn by_rule<C: Cpu, V: Sink<W, K, S>>(&self, cpu: C, sink: &mut V) {
        let side = &self.game.sides[self.me()];
        if side.direct {
            let guard = self.guard(cpu);
            self.generate(cpu, &guard, sink);
            if self.rules().play[self.me()].pass == Pass::Always && !guard.checked && !self.is_passing_wrong() {
                sink.one(*self, self.pass());
            }
        } else {
            for mv in self.listed(cpu) {
                sink.one(*self, mv);
            }
        }
    }

    /// Is a royal attacked, so that a pass is illegal?
    fn is_passing_wrong(&self) -> bool {
        let me = self.me();
        self.game.sides[me].may_not_remain && self.game.sides[me].royals != 0 && self.is_attacked(me)
    }

    /// The pass of the side to move, which is written with its first royal, else its first piece.
    pub(crate) fn pass(&self) -> Move {
        let (own, royals) = (self.s.sides[self.me()], self.royals(self.me()));
        let square = if royals.any() {
            royals.first()
        } else if own.any() {
            own.first()
        } else {
            0
        };
        let piece = if own.any() { self.s.kind_at(square) } else { 0 };
        Move::new(MoveKind::Pass, piece as PieceId, square as Square, square as Square, 0, 0)
    }

    /// What checks and pins say.
    #[inline(always)]
    pub(crate) fn guard<C: Cpu>(&self, cpu: C) -> Guard<W> {
        let me = self.me();
        let mut guard = Guard::none();
        guard.decides = self.game.sides[me].judge != Judge::Test;
        let Judge::Masks { royal } = self.game.sides[me].judge else { return guard };
        let royals = self.s.kinds[royal as usize] & self.s.sides[me];
        if royals.is_empty() {
            return guard;
        }
        let square = royals.first();
        guard.royal = square;
        self.find_checks(cpu, square, royal as usize, me, &mut guard);
        guard
    }

    /// No guard at all: whatever pieces can do.
    pub(crate) fn unguarded(&self) -> Guard<W> {
        Guard::none()
    }

    #[inline(always)]
    fn find_checks<C: Cpu>(&self, cpu: C, square: usize, royal: usize, me: usize, guard: &mut Guard<W>) {
        let (s, them) = (self.s, 1 - me);
        let (own, occupied) = (s.sides[me], s.occupied());
        let mut answers = W::EMPTY;
        let mut checks = 0;
        for look in &self.game.sides[them].looks {
            let pieces = s.kinds[look.kind] & s.sides[them];
            if pieces.is_empty() || look.victims >> royal & 1 == 0 {
                continue;
            }
            match &self.game.kernels[look.kernel] {
                crate::link::Tables::Leaps(table) => {
                    let mut there = table[square] & pieces & look.from;
                    if there.any() && look.to.has(square) {
                        // By a piece that attacks in several ways there is one check.
                        there &= !answers;
                        checks += there.count();
                        answers |= there;
                    }
                }
                crate::link::Tables::Rays { rays, .. } => {
                    let _ = cpu;
                    for ray in rays {
                        let squares = ray.squares[square];
                        if (squares & pieces).is_empty() {
                            continue;
                        }
                        let first = wazir_runtime::batches::first_on(squares, occupied, ray.ascending);
                        if (first & pieces).any() {
                            if (first & answers).is_empty() {
                                checks += 1;
                            }
                            answers |= ray.slide(square, occupied);
                        } else if (first & own).any() {
                            let rest = occupied & !first;
                            let second = wazir_runtime::batches::first_on(squares, rest, ray.ascending);
                            if (second & pieces).any() {
                                guard.pinned |= first;
                                guard.pins.push((first, ray.slide(square, rest)));
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        if checks > 0 {
            guard.checked = true;
            guard.twice = checks > 1;
            guard.answers = if guard.twice { W::EMPTY } else { answers };
        }
    }

    /// The sets that targets are cut with, in the order of [`crate::link::Side::masks`].
    #[inline(always)]
    fn masks(&self, guard: &Guard<W>, enemies: W, empty: W) -> Masks<W> {
        let side = &self.game.sides[self.me()];
        let mut masks = Masks::new();
        let all: Kinds = if self.game.keys.kinds >= 64 { u64::MAX } else { (1 << self.game.keys.kinds) - 1 };
        for &(to_empty, victims) in &side.masks {
            let taken = match victims {
                0 => W::EMPTY,
                victims if victims == all => enemies,
                victims => enemies & self.s.of_kinds(victims),
            };
            masks.push((taken | if to_empty { empty } else { W::EMPTY }) & guard.answers);
        }
        masks
    }

    /// The moves of all pieces, castlings and drops: legal where the guard tells, else whatever pieces can do.
    #[inline(always)]
    pub(crate) fn generate<C: Cpu, V: Sink<W, K, S>>(&self, cpu: C, guard: &Guard<W>, sink: &mut V) {
        let (s, me) = (self.s, self.me());
        let side = &self.game.sides[me];
        let (own, enemies, occupied) = (s.sides[me], self.enemies(me), s.occupied());
        let empty = self.game.all & !occupied;
        let masks = self.masks(guard, enemies, empty);
        for (kind, piece) in side.pieces.iter().enumerate() {
            let Some(piece) = piece else { continue };
            let set = s.kinds[kind.min(K - 1)] & own;
            if set.is_empty() {
                continue;
            }
            if guard.royal != NOWHERE as usize && piece.royal {
                self.royal_moves(cpu, guard, kind, piece, enemies, empty, sink);
                continue;
            }
            if guard.twice {
                continue;
            }
            let mut set = set;
            if !piece.shifts.is_empty() && s.passed.is_empty() {
                let slow = set & (guard.pinned | piece.promotes_from);
                self.shift(piece, kind, set & !slow, empty, &masks, sink);
                set = slow;
            }
            if piece.conditional
                || piece.passes
                || !piece.swaps.is_empty()
                || !piece.journeys.is_empty()
                || !piece.pushes.is_empty()
            {
                for from in set {
                    self.odd_moves(cpu, guard, kind, piece, from, &masks, sink);
                }
                continue;
            }
            for from in set {
                let mut targets = W::EMPTY;
                for term in &piece.terms {
                    targets |= self.reach(cpu, term.kernel, from, occupied, me) & masks[term.mask];
                }
                if guard.pinned.has(from) {
                    targets &= pin(guard, from);
                }
                if piece.promotions.is_empty() {
                    sink.batch(*self, step(kind, from, targets));
                } else {
                    self.promote(kind, piece, from, targets, enemies, sink);
                }
            }
        }
        if !side.castlings.is_empty() && s.rights.any() && !guard.checked {
            self.castlings(guard, sink);
        }
        if !side.drops.is_empty() && !guard.twice {
            self.drops(guard, sink);
        }
    }

    /// The moves of all these pieces at once.
    #[inline(always)]
    fn shift<V: Sink<W, K, S>>(&self, piece: &Piece<W>, kind: usize, set: W, empty: W, masks: &[W], sink: &mut V) {
        for shift in &piece.shifts {
            let mut starts = set & shift.starts;
            for &at in &shift.path {
                starts &= empty.shift(-at);
            }
            let targets = starts.shift(shift.by) & masks[shift.mask];
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
                reached = self.with_safe_ways(from, reached);
            }
            targets |= reached;
        }
        let left = occupied & !W::single(from);
        for to in targets {
            let there = left & !W::single(to);
            if self.capturers(cpu, 1 - me, to, 1 << kind, there | W::single(to)).any_but(to) {
                targets &= !W::single(to);
            }
        }
        if piece.promotions.is_empty() {
            sink.batch(*self, step(kind, from, targets));
        } else {
            self.promote(kind, piece, from, targets, enemies, sink);
        }
    }

    fn is_available_royally(&self, term: &Term<W>, from: usize, guard: &Guard<W>) -> bool {
        (!term.when.unmoved || self.s.rights.has(from))
            && !(term.when.unchecked && guard.checked)
            && self.holds(&term.when, from, self.me())
    }

    /// The targets to which a royal gets without passing an attacked square.
    fn with_safe_ways(&self, from: usize, targets: W) -> W {
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
        masks: &[W],
        sink: &mut V,
    ) {
        let (s, me) = (self.s, self.me());
        let (enemies, occupied) = (self.enemies(me), s.occupied());
        let empty = self.game.all & !occupied;
        let line = if guard.pinned.has(from) { pin(guard, from) } else { !W::EMPTY };
        let (mut steps, mut passing, mut taking) = (W::EMPTY, W::EMPTY, W::EMPTY);
        for term in &piece.terms {
            if !(term.always || term.from.has(from) && self.is_available(term, from, me)) {
                continue;
            }
            let mut reached = self.reach(cpu, term.kernel, from, occupied, me) & term.to;
            if term.when.safe_way {
                reached = self.with_safe_ways(from, reached & (empty | enemies));
            }
            let there = reached & masks[term.mask] & line;
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
            let batch =
                Batch { kind: MoveKind::EnPassant, piece: kind, from, aux, into: 0, targets: W::single(to), shift: 0 };
            // What it takes off the board opens lines in more than one way.
            if guard.royal == NOWHERE as usize || self.is_safe_after(batch.mv(to)) {
                sink.batch(*self, batch);
            }
        }
        for to in passing {
            let mv = Move::new(MoveKind::Passing, kind as PieceId, from as Square, to as Square, 0, 0);
            let aux = self.passed_by(mv).first();
            let batch =
                Batch { kind: MoveKind::Passing, piece: kind, from, aux, into: 0, targets: W::single(to), shift: 0 };
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
            sink.batch(
                *self,
                Batch { kind: MoveKind::Swap, piece: kind, from, aux: 0, into: 0, targets: swapped, shift: 0 },
            );
        }
    }

    /// Is the royal of the side to move unattacked after this move?
    fn is_safe_after(&self, mv: Move) -> bool {
        let next = self.after::<false>(mv);
        !At { game: self.game, s: &next }.is_attacked(self.me())
    }

    /// Passes on the moves of a piece with all choices of promotion.
    #[inline(never)]
    fn promote<V: Sink<W, K, S>>(
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
    fn promoting<V: Sink<W, K, S>>(
        &self,
        kind: usize,
        piece: &Piece<W>,
        from: usize,
        targets: W,
        enemies: W,
        sink: &mut V,
    ) -> W {
        let stays = piece.capturer == wazir_variant_spec::rules::Capturer::StaysBehind;
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
        if possible.any() && !self.has_few_enough(promotion, kind) {
            possible = W::EMPTY;
        }
        possible
    }

    fn has_few_enough(&self, promotion: &Promotion<W>, kind: usize) -> bool {
        let own = self.s.kinds[kind] & self.s.sides[self.me()];
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
        let me = self.me();
        for target in &promotion.rule.to {
            let there = self.s.kinds[target.piece as usize] & self.s.sides[me];
            let few = target.while_fewer_than.is_none_or(|limit| there.count() < u32::from(limit));
            let ransomed = target
                .ransom
                .is_none_or(|ransom| self.opponents(me).any(|other| self.s.hands[other][ransom.taken as usize] > 0));
            let batch = promoted(kind, from, target.piece as usize, W::single(to));
            if *made >> target.piece & 1 == 0 && few && ransomed && self.is_restrained(promotion, batch.mv(to)) {
                *made |= 1 << target.piece;
                sink.batch(*self, batch);
            }
        }
    }

    /// Does the promotion attack and check nothing that it may not?
    fn is_restrained(&self, promotion: &Promotion<W>, mv: Move) -> bool {
        let rule = &promotion.rule;
        if rule.may_not_attack == 0 && !rule.may_not_check {
            return true;
        }
        let (me, next) = (self.me(), self.after::<false>(mv));
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
        let me = self.me();
        let possible = |promotion: &&Promotion<W>| {
            promotion.targets[from].has(to)
                && (captures || !promotion.only_capturing)
                && self.has_few_enough(promotion, kind)
        };
        let possible: SmallVec<[&Promotion<W>; 4]> = piece.promotions.iter().filter(possible).collect();
        if !possible.iter().any(|promotion| promotion.forced.has(to)) {
            sink.one(*self, mv(None));
        }
        let mut made: Kinds = 0;
        for promotion in possible {
            for target in &promotion.rule.to {
                let there = self.s.kinds[target.piece as usize] & self.s.sides[me];
                let few = target.while_fewer_than.is_none_or(|limit| there.count() < u32::from(limit));
                let ransomed = target.ransom.is_none_or(|ransom| {
                    self.opponents(me).any(|other| self.s.hands[other][ransom.taken as usize] > 0)
                });
                let mv = mv(Some(target.piece));
                if made >> target.piece & 1 == 0 && few && ransomed && self.is_restrained(promotion, mv) {
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
            if !self.has_few_enough(promotion, kind) {
                continue;
            }
            for &(kernel, starts, arrives) in promotion.apart.iter().filter(|(_, starts, _)| starts.has(from)) {
                let _ = starts;
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

    /// Castlings whose ways are free and safe.
    #[inline(never)]
    fn castlings<V: Sink<W, K, S>>(&self, guard: &Guard<W>, sink: &mut V) {
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
                let passed = |at: &usize| *at != rule.king_to as usize || *at == king;
                if !between(king, rule.king_to).filter(passed).all(|at| self.is_safe_at(king, at, me)) {
                    continue;
                }
                let batch = Batch {
                    kind: MoveKind::Castling,
                    piece: rule.king as usize,
                    from: king,
                    aux: partner,
                    into: 0,
                    targets: W::single(rule.king_to as usize),
                    shift: 0,
                };
                if guard.royal == NOWHERE as usize || self.is_safe_after(batch.mv(rule.king_to as usize)) {
                    sink.batch(*self, batch);
                }
            }
        }
    }

    /// Drops.
    #[inline(never)]
    fn drops<V: Sink<W, K, S>>(&self, guard: &Guard<W>, sink: &mut V) {
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
            if (drop.may_not_mate || drop.may_not_check) && guard.decides {
                targets = self.harmless(drop, kind, targets);
            }
            let batch = Batch { kind: MoveKind::Drop, piece: kind, from: 0, aux: 0, into: 0, targets, shift: 0 };
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
        let odd = !drop.opening.is_empty()
            || drop.must_convert
            || drop.per_colour.is_some()
            || !drop.beside.is_empty()
            || !drop.away_from.is_empty()
            || !drop.pushed.is_empty()
            || self.game.sides[me].keeps_colours;
        if odd { self.oddly_droppable(drop, kind, targets) } else { targets }
    }

    #[inline(never)]
    fn oddly_droppable(&self, drop: &Drop, kind: usize, targets: W) -> W {
        let (s, me, board) = (self.s, self.me(), &self.rules().board);
        let (own, enemies, occupied) = (s.sides[me], self.enemies(me), s.occupied());
        let opens = drop.opening.iter().any(|square| {
            (square as usize) < self.game.squares
                && self.game.all.has(square as usize)
                && !occupied.has(square as usize)
        });
        let mut kept = W::EMPTY;
        for to in targets {
            let square = to as Square;
            let near = |steps: &[wazir_variant_spec::rules::Step], set: W| {
                steps.iter().any(|&step| board.step(square, step).is_some_and(|there| set.has(there as usize)))
            };
            let rests = || {
                drop.pushed.iter().any(|&step| {
                    let way: SmallVec<[u16; 16]> = board.ray(square, step.reversed()).collect();
                    let last = way.last().copied().unwrap_or(square);
                    let enters = board.step(last, step.reversed()).is_none();
                    let stopped = board.step(square, step).is_none_or(|next| occupied.has(next as usize));
                    enters && way.iter().all(|&at| !occupied.has(at as usize)) && stopped
                })
            };
            let places =
                if opens { drop.opening.contains(square) } else { !drop.must_convert || self.drop_converts(kind, to) };
            if (drop.beside.is_empty() || near(&drop.beside, own))
                && !near(&drop.away_from, enemies)
                && (drop.pushed.is_empty() || rests())
                && places
                && self.colour_has_room(drop, kind, to)
                && !self.is_kept_from(kind, to)
            {
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
            let mv = Batch { kind: MoveKind::Drop, piece: kind, from: 0, aux: 0, into: 0, targets, shift: 0 }.mv(to);
            let next = self.after::<false>(mv);
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

#[inline(always)]
pub(crate) fn step<W: Bits>(piece: usize, from: usize, targets: W) -> Batch<W> {
    Batch { kind: MoveKind::Step, piece, from, aux: 0, into: 0, targets, shift: 0 }
}

fn promoted<W: Bits>(piece: usize, from: usize, into: usize, targets: W) -> Batch<W> {
    Batch { kind: MoveKind::Promotion, piece, from, aux: 0, into, targets, shift: 0 }
}

/// The line that a pinned piece stays on.
#[inline(always)]
fn pin<W: Bits>(guard: &Guard<W>, from: usize) -> W {
    let mut line = !W::EMPTY;
    for (pinned, along) in &guard.pins {
        if pinned.has(from) {
            line &= *along;
        }
    }
    line
}

/// More of sets.
pub(crate) trait AnyBut {
    /// Is there anything but this square?
    fn any_but(self, square: usize) -> bool;
}

impl<W: Bits> AnyBut for W {
    #[inline(always)]
    fn any_but(self, square: usize) -> bool {
        (self & !W::single(square)).any()
    }
}
