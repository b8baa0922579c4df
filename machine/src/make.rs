//! The position after a move.

use crate::link::{NOWHERE, Row};
use crate::state::{At, State};
use wazir_runtime::batches::{before, first_on, key};
use wazir_runtime::{Bits, Move, MoveKind};
use wazir_variant_spec::rules::{Capturer, CountStart, EndingMove, Supply, TakesPassing, TurnCheck};

/// What a common move has changed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Undo {
    captured: bool,
    drops: bool,
    passes: bool,
    piece: usize,
    into: usize,
    victim: usize,
}

impl<W: Bits, const K: usize, const S: usize> At<'_, W, K, S> {
    /// The position after a move of the side to move, without hash and clocks, before sides go out by it.
    #[inline(always)]
    pub(crate) fn after(&self, mv: Move) -> State<W, K, S> {
        if self.is_made_quickly(mv) {
            let mut c = *self.s;
            self.make_quickly::<false>(&mut c, mv);
            c
        } else {
            self.made::<false>(mv)
        }
    }

    /// Makes `c`, a copy of the position, the one after a move of the side to move, with hash and clocks: in its place, since positions are big.
    #[inline(always)]
    pub(crate) fn make_on(&self, c: &mut State<W, K, S>, mv: Move) {
        if (self.game.plain || self.game.converts_only) && self.is_quick(mv) {
            self.make_quickly::<true>(c, mv);
            if self.game.converts_only {
                self.convert::<true>(c, mv);
            }
        } else {
            *c = self.made::<true>(mv);
        }
    }

    /// Can the move be made by [`At::complete`], without hash and clocks?
    #[inline(always)]
    pub(crate) fn is_made_quickly(&self, mv: Move) -> bool {
        self.game.quick && self.is_quick(mv) && !(self.game.quick_on_empty && self.captures(mv))
    }

    /// Is it a kind of move that is common, and nothing more? It may place a wall, but not where it leaves en passant squares, which walls may close.
    #[inline(always)]
    pub(crate) fn is_quick(&self, mv: Move) -> bool {
        let common = match mv.kind() {
            MoveKind::Step | MoveKind::Promotion | MoveKind::Drop => true,
            MoveKind::Passing => mv.wall().is_none(),
            _ => false,
        };
        common && mv.gating().is_none()
    }

    /// Makes a move of a kind that is common, in a game in which moves do nothing that is rare, on a copy of the position.
    #[inline(always)]
    fn make_quickly<const FULL: bool>(&self, c: &mut State<W, K, S>, mv: Move) {
        let (s, game, me) = (self.s, self.game, self.me());
        begin(c);
        if FULL && s.victim != NOWHERE {
            toggle(&mut c.hash, s.passed, game.keys.passed);
            c.hash ^= key(game.keys.victim + s.victim as usize);
        }
        let undo = self.complete::<FULL>(c, mv);
        if let Some(wall) = mv.wall() {
            self.place_wall(c, wall as usize);
            if FULL {
                toggle(&mut c.hash, c.walls ^ s.walls, game.keys.walls);
            }
        }
        if FULL {
            c.hash ^= key(game.keys.turn);
            let resets = undo.captured || game.sides[me].resets >> mv.piece() & 1 == 1;
            c.halfmove = if resets { 0 } else { s.halfmove.saturating_add(1) };
            c.fullmove = s.fullmove.saturating_add(u32::from(me == 1));
        }
    }

    /// Converts what a common move converts. Is that something?
    #[inline(always)]
    fn convert<const FULL: bool>(&self, c: &mut State<W, K, S>, mv: Move) -> bool {
        let me = self.me().min(1);
        let converted = At { game: self.game, s: c }.converted(me, mv.to() as usize, mv.kind() == MoveKind::Drop);
        c.sides[1 - me] &= !converted;
        c.sides[me] |= converted;
        if FULL {
            let keys = &self.game.keys;
            for kind in 0..self.rules().pieces.len().min(K) {
                for square in converted & c.kinds[kind] {
                    c.hash ^= keys.piece(me, kind, square) ^ keys.piece(1 - me, kind, square);
                }
            }
        }
        converted.any()
    }

    /// Places a wall of the side to move, perhaps one that stands elsewhere.
    #[inline(always)]
    fn place_wall(&self, c: &mut State<W, K, S>, square: usize) {
        let walling = self.rules().play[self.me()].walling.as_ref();
        if walling.is_some_and(|walling| walling.moves_standing) {
            c.walls = W::EMPTY;
        }
        c.walls |= W::single(square);
    }

    /// Does something with the positions after a common move with each of these walls, and without any where it may be `bare`: in a position that was
    /// [begun](Self::begun), and in which all is taken back.
    #[inline(always)]
    pub(crate) fn with_each_wall(
        &self,
        c: &mut State<W, K, S>,
        mv: Move,
        walls: W,
        bare: bool,
        mut does: impl FnMut(&State<W, K, S>),
    ) {
        let undo = self.complete::<false>(c, mv);
        if bare {
            does(c);
        }
        for wall in walls {
            c.walls = self.s.walls;
            self.place_wall(c, wall);
            if undo.passes {
                self.leave_passed::<false>(c, mv);
            }
            does(c);
        }
        c.walls = self.s.walls;
        self.take_back(c, undo);
    }

    /// The position with the turn passed on: what the positions after common moves have in common.
    #[inline(always)]
    pub(crate) fn begun(&self) -> State<W, K, S> {
        let mut c = *self.s;
        begin(&mut c);
        c
    }

    /// Makes a common move in a position that was [begun](Self::begun).
    #[inline(always)]
    pub(crate) fn complete<const FULL: bool>(&self, c: &mut State<W, K, S>, mv: Move) -> Undo {
        let (s, game, me) = (self.s, self.game, self.me());
        let (from, to, piece) = (mv.from() as usize, mv.to() as usize, (mv.piece() as usize).min(K - 1));
        let keys = &game.keys;
        let memory = &game.program.memory;
        let mut undo = Undo { captured: false, drops: false, passes: false, piece, into: piece, victim: piece };
        if mv.kind() == MoveKind::Drop {
            undo.drops = true;
            c.put(me, piece, to);
            if FULL {
                c.hash ^= keys.piece(me, piece, to);
            }
            if let Some(held) = game.sides[me].supplies[piece] {
                self.change_hand::<FULL>(c, me, held as usize, false);
            }
            if memory.rights {
                self.gain_rights::<FULL>(c, mv);
            }
            if !FULL {
                self.settle_rarely(c, mv, &mut undo);
            }
            return undo;
        }
        let (start, end) = (W::single(from), W::single(to));
        let them = 1 - me.min(1);
        if s.sides[them].has(to) {
            let victim = s.kind_at(to);
            (undo.captured, undo.victim) = (true, victim);
            c.kinds[victim] ^= end;
            c.sides[them] ^= end;
            if FULL {
                c.hash ^= keys.piece(them, victim, to);
            }
            if memory.hands || memory.marks {
                self.keep_victim::<FULL>(c, them, victim, to);
            }
        }
        if mv.kind() == MoveKind::Promotion {
            undo.into = (mv.promotion() as usize).min(K - 1);
        }
        let into = undo.into;
        c.sides[me] = c.sides[me] & !start | end;
        c.kinds[piece] &= !start;
        c.kinds[into] |= end;
        if FULL {
            c.hash ^= keys.piece(me, piece, from) ^ keys.piece(me, into, to);
        }
        if memory.marks {
            let marked = match mv.kind() {
                MoveKind::Promotion => {
                    game.sides[me].pieces[piece].as_ref().is_some_and(|p| p.reverts >> into & 1 == 1)
                }
                _ => s.marks.has(from),
            };
            let marks = c.marks & !start & !end | if marked { end } else { W::EMPTY };
            if FULL {
                toggle(&mut c.hash, marks ^ c.marks, keys.promoted);
            }
            c.marks = marks;
        }
        if memory.rights && s.rights.any() {
            self.keep_rights::<FULL>(c, start | end, W::EMPTY);
        }
        if mv.kind() == MoveKind::Passing {
            undo.passes = true;
            self.leave_passed::<FULL>(c, mv);
        }
        if !FULL {
            self.settle_rarely(c, mv, &mut undo);
        }
        undo
    }

    /// What follows from a common move in games that are not plain.
    #[inline(always)]
    fn settle_rarely(&self, c: &mut State<W, K, S>, mv: Move, undo: &mut Undo) {
        if self.game.plain {
            return;
        }
        undo.captured |= self.convert::<false>(c, mv);
        if self.game.forfeits && c.rights.any() {
            self.forfeit_first_moves(c, mv);
        }
        if self.game.program.memory.checks {
            self.count_checks(c);
        }
    }

    /// Takes back what [`At::complete`] has done. (Not with hash and clocks.)
    #[inline(always)]
    pub(crate) fn take_back(&self, c: &mut State<W, K, S>, undo: Undo) {
        let s = self.s;
        let me = self.me().min(1);
        c.sides[me] = s.sides[me];
        c.kinds[undo.piece] = s.kinds[undo.piece];
        c.kinds[undo.into] = s.kinds[undo.into];
        if undo.captured {
            c.sides[1 - me] = s.sides[1 - me];
            c.kinds[undo.victim] = s.kinds[undo.victim];
        }
        if self.game.program.memory.hands && (undo.captured || undo.drops) {
            c.hands[me] = s.hands[me];
        }
        (c.marks, c.rights, c.checks) = (s.marks, s.rights, s.checks);
        if undo.passes {
            (c.passed, c.victim) = (W::EMPTY, NOWHERE);
        }
    }

    /// The victim goes to the hand of the side to move, or leaves the game; a mark goes with it.
    #[inline(always)]
    fn keep_victim<const FULL: bool>(&self, c: &mut State<W, K, S>, owner: usize, victim: usize, square: usize) {
        let marked = self.s.marks.has(square);
        let pieces = &self.game.sides[owner].pieces;
        let original = match &pieces[victim] {
            Some(piece) if marked => piece.original as usize,
            _ => victim,
        };
        if let Some(kept) = pieces[original].as_ref().and_then(|piece| piece.captured_as) {
            self.change_hand::<FULL>(c, self.me(), kept as usize, true);
        }
    }

    #[inline(always)]
    fn change_hand<const FULL: bool>(&self, c: &mut State<W, K, S>, side: usize, kind: usize, more: bool) {
        let held = c.hands[side][kind];
        let now = if more { held.saturating_add(1) } else { held.saturating_sub(1) };
        c.hands[side][kind] = now;
        if FULL {
            c.hash ^= self.hand_key(side, kind, held) ^ self.hand_key(side, kind, now);
        }
    }

    /// Rights that outlive changes on these squares. `lost`: rights that end in any case.
    #[inline(always)]
    fn keep_rights<const FULL: bool>(&self, c: &mut State<W, K, S>, changed: W, lost: W) {
        let s = self.s;
        if (changed & (s.rights | s.of_kinds(self.game.castling_kings))).is_empty() && lost.is_empty() {
            return;
        }
        let mut kept = s.rights & !changed & !lost;
        if self.game.program.info.first_moves.is_empty() {
            for side in 0..self.sides() {
                for castling in &self.game.sides[side].castlings {
                    let kings = s.kinds[castling.rule.king as usize] & s.sides[side] & castling.on_line;
                    if (kings & changed).any() {
                        kept &= !s.sides[side];
                    }
                }
            }
        }
        if FULL {
            toggle(&mut c.hash, kept ^ c.rights, self.game.keys.castling);
        }
        c.rights = kept;
    }

    /// The rights to castle that a drop completes.
    fn gain_rights<const FULL: bool>(&self, c: &mut State<W, K, S>, mv: Move) {
        let me = self.me();
        let first_moves = !self.game.program.info.first_moves.is_empty();
        let mut gained = c.rights;
        for castling in &self.game.sides[me].castlings {
            let Some(placed) = castling.rule.placed else { continue };
            if Some(mv.to()) != placed.king && mv.to() != placed.partner {
                continue;
            }
            let own = |square: u16, kinds: u64| (c.of_kinds(kinds) & c.sides[me]).has(square as usize);
            let king = placed.king.is_none_or(|king| own(king, 1 << castling.rule.king));
            if king && own(placed.partner, castling.partners) {
                gained |= W::single(placed.partner as usize);
                if let Some(king) = placed.king.filter(|_| first_moves) {
                    gained |= W::single(king as usize);
                }
            }
        }
        if FULL {
            toggle(&mut c.hash, gained ^ c.rights, self.game.keys.castling);
        }
        c.rights = gained;
    }

    /// The squares that a move leaves behind for captures en passant, where somebody can make one.
    #[inline(never)]
    fn leave_passed<const FULL: bool>(&self, c: &mut State<W, K, S>, mv: Move) {
        let passed = self.passed_by(mv);
        (c.passed, c.victim) = (passed, mv.to());
        let at = At { game: self.game, s: c };
        if passed.any() && at.takeable(c.turn as usize).any() {
            if FULL {
                let keys = &self.game.keys;
                toggle(&mut c.hash, passed, keys.passed);
                c.hash ^= key(keys.victim + mv.to() as usize);
            }
        } else {
            (c.passed, c.victim) = (W::EMPTY, NOWHERE);
        }
    }

    /// The squares that a move passes over.
    pub(crate) fn passed_by(&self, mv: Move) -> W {
        let (from, to) = (mv.from() as usize, mv.to() as usize);
        let Some(piece) = &self.game.sides[self.me()].pieces[mv.piece() as usize] else { return W::EMPTY };
        let mut passed = W::EMPTY;
        if let Some(leaves) = &piece.leaves {
            for (end, over) in &leaves[from] {
                if *end as usize == to && (*over & self.s.occupied()).is_empty() {
                    passed |= *over;
                }
            }
            return passed;
        }
        for term in piece.terms.iter().filter(|term| term.leaves.is_some() && term.from.has(from) && term.to.has(to)) {
            if term.to_empty && self.holds(&term.when, from, self.me()) {
                passed |= self.passed_to(term, from, to);
            }
        }
        passed
    }

    /// What a term passes over on its way to a square, if it gets there.
    pub(crate) fn passed_to(&self, term: &crate::link::Term<W>, from: usize, to: usize) -> W {
        let mut passed = W::EMPTY;
        for (end, over) in term.leaves.iter().flat_map(|leaves| &leaves[from]) {
            if *end as usize == to && (*over & self.s.occupied()).is_empty() {
                passed |= *over;
            }
        }
        passed
    }

    /// Any move, in any game.
    #[inline(never)]
    fn made<const FULL: bool>(&self, mv: Move) -> State<W, K, S> {
        let (s, game, me) = (self.s, self.game, self.me());
        let (from, to, piece) = (mv.from() as usize, mv.to() as usize, mv.piece() as usize);
        let memory = &game.program.memory;
        let mut c = *s;
        let mut captured = false;
        // What has moved or been put down, even where what stands there looks the same.
        let mut touched = W::EMPTY;
        match mv.kind() {
            MoveKind::Pass => {}
            MoveKind::Drop => self.drop_piece(&mut c, mv),
            MoveKind::Castling => self.castle(&mut c, mv),
            MoveKind::Swap => {
                if let Some((owner, other)) = s.piece_at(to) {
                    let (mine, theirs) = (s.marks.has(from), s.marks.has(to));
                    c.clear(from);
                    c.clear(to);
                    c.put(me, piece, to);
                    c.put(owner, other, from);
                    c.marks |= if mine { W::single(to) } else { W::EMPTY };
                    c.marks |= if theirs { W::single(from) } else { W::EMPTY };
                }
                touched |= W::single(from);
            }
            MoveKind::Push => {
                let (lost, over) = self.push(&mut c, mv);
                captured = lost;
                touched |= over;
            }
            MoveKind::Carry => {
                let Some((picked, put)) = mv.load() else { return c };
                let (picked, put) = (picked as usize, put as usize);
                let (mine, theirs) = (s.marks.has(from), s.marks.has(picked));
                let load = s.piece_at(picked);
                c.clear(from);
                c.clear(picked);
                captured = self.take::<false>(&mut c, to);
                if let Some((owner, kind)) = load {
                    c.put(owner, kind, put);
                    c.marks |= if theirs { W::single(put) } else { W::EMPTY };
                }
                c.put(me, piece, to);
                c.marks |= if mine { W::single(to) } else { W::EMPTY };
                touched |= W::single(put);
            }
            MoveKind::Journey | MoveKind::JourneyPromotion => {
                let mut marked = s.marks.has(from);
                c.clear(from);
                for victim in mv.victims().chain([mv.to()]) {
                    captured |= self.take::<false>(&mut c, victim as usize);
                }
                let mut into = piece;
                if mv.kind() == MoveKind::JourneyPromotion {
                    into = mv.promotion() as usize;
                    marked = game.sides[me].pieces[piece].as_ref().is_some_and(|own| own.reverts >> into & 1 == 1);
                }
                c.put(me, into, to);
                c.marks |= if marked { W::single(to) } else { W::EMPTY };
            }
            _ => {
                let victim = if mv.kind() == MoveKind::EnPassant { mv.aux() as usize } else { to };
                if victim != from
                    && let Some((owner, kind)) = s.piece_at(victim)
                {
                    captured = true;
                    self.keep_victim::<false>(&mut c, owner, kind, victim);
                    c.clear(victim);
                }
                let mut marked = s.marks.has(from);
                c.clear(from);
                let mut into = piece;
                if mv.kind() == MoveKind::Promotion {
                    into = mv.promotion() as usize;
                    marked = game.sides[me].pieces[piece].as_ref().is_some_and(|own| own.reverts >> into & 1 == 1);
                }
                c.put(me, into, to);
                if marked {
                    c.marks |= W::single(to);
                }
            }
        }
        if mv.kind() != MoveKind::Pass {
            touched |= W::single(to);
        }
        self.pay_ransom(&mut c, mv);
        if memory.last_moved && mv.kind() != MoveKind::Pass {
            let imitates = game.sides[me].pieces[piece].as_ref().is_none_or(|own| own.imitates);
            if !imitates {
                c.last_moved = piece as u16;
            }
        }
        if captured {
            self.convert_capturer(&mut c, mv);
            self.explode(&mut c, mv);
        }
        if mv.kind() != MoveKind::Pass {
            let converted = At { game, s: &c }.converted(me, to, mv.kind() == MoveKind::Drop);
            for side in 0..self.sides() {
                c.sides[side] &= !converted;
            }
            c.sides[me] |= converted;
        }
        if let Some(wall) = mv.wall() {
            self.place_wall(&mut c, wall as usize);
        }
        if memory.rights {
            self.lose_rights(&mut c, mv, touched);
        }
        if let Some((gated, square)) = mv.gating() {
            c.put(me, gated as usize, square as usize);
            self.change_hand::<false>(&mut c, me, gated as usize, false);
        }
        c.passes = match mv.kind() {
            MoveKind::Pass => s.passes.saturating_add(1).min(memory.passes),
            _ => 0,
        };
        c.ending_move = if memory.ending_moves { self.ending_move(mv, captured) } else { 0 };
        self.turn_on(&mut c, mv, captured);
        c.struck = if memory.truces && c.turn as usize != me { self.struck_by(mv, c.turn as usize) } else { W::EMPTY };
        // Of lean positions nobody asks how long nothing has happened, but where sides go out.
        if (FULL || game.multiplayer) && !(memory.counts && self.count_on(&mut c)) {
            let resets = captured || mv.kind() != MoveKind::Pass && game.sides[me].resets >> piece & 1 == 1;
            c.halfmove = if resets { 0 } else { s.halfmove.saturating_add(1) };
        }
        if memory.several_moves && memory.en_passant {
            self.pass_on(&mut c, mv, touched);
        } else {
            (c.passed, c.victim) = (W::EMPTY, NOWHERE);
            if mv.kind() == MoveKind::Passing {
                self.leave_passed::<false>(&mut c, mv);
            }
        }
        if memory.checks {
            self.count_checks(&mut c);
        }
        if FULL {
            c.hash = self.hash_after(&c);
        }
        c
    }

    /// Takes what stands there off the board of `c`, into the hand of the side to move where it belongs. Was there something?
    pub(crate) fn take<const FULL: bool>(&self, c: &mut State<W, K, S>, square: usize) -> bool {
        let Some((owner, kind)) = c.piece_at(square) else { return false };
        self.keep_victim::<FULL>(c, owner, kind, square);
        c.clear(square);
        true
    }

    fn drop_piece(&self, c: &mut State<W, K, S>, mv: Move) {
        let me = self.me();
        c.put(me, mv.piece() as usize, mv.to() as usize);
        let Some(drop) = self.rules().piece_rules(mv.piece(), me as u8).and_then(|own| own.drop.as_ref()) else {
            return;
        };
        match (mv.price(), drop.supply) {
            (Some(paid), _) => {
                let Some(exchange) = &drop.exchange else { return };
                let Some(price) = exchange.prices.iter().find(|price| price.paid == paid) else { return };
                let opponent = self.next_side(me);
                self.change_hand::<false>(c, me, paid as usize, false);
                self.change_hand::<false>(c, opponent, exchange.taken as usize, false);
                self.change_hand::<false>(c, opponent, price.becomes as usize, true);
            }
            (None, Supply::Hand(held)) => self.change_hand::<false>(c, me, held as usize, false),
            (None, Supply::Endless) => {}
        }
    }

    /// The castling of the side to move by which these two castle.
    fn castling_of(&self, king: u16, partner: u16) -> Option<&crate::link::Castling<W>> {
        self.game.sides[self.me()].castlings.iter().find(|castling| {
            let wing = if castling.rule.towards > 0 { partner > king } else { partner < king };
            wing && castling.on_line.has(partner as usize)
        })
    }

    fn castle(&self, c: &mut State<W, K, S>, mv: Move) {
        let me = self.me();
        let Some(castling) = self.castling_of(mv.from(), mv.aux()) else { return };
        let (from, partner) = (mv.from() as usize, mv.aux() as usize);
        let kind = self.s.kind_at(partner);
        let marks = [(from, mv.to() as usize), (partner, castling.rule.partner_to as usize)]
            .map(|(at, to)| (self.s.marks.has(at), to));
        c.clear(from);
        c.clear(partner);
        c.put(me, mv.piece() as usize, mv.to() as usize);
        c.put(me, kind, castling.rule.partner_to as usize);
        for (_, to) in marks.into_iter().filter(|(marked, _)| *marked) {
            c.marks |= W::single(to);
        }
    }

    /// What a promotion exchanges with the opponent's hand.
    fn pay_ransom(&self, c: &mut State<W, K, S>, mv: Move) {
        if !promotes(mv) {
            return;
        }
        let Some(own) = self.rules().piece_rules(mv.piece(), self.s.turn) else { return };
        let mut targets = own.promotions.iter().flat_map(|promotion| &promotion.to);
        if let Some(ransom) = targets.find(|to| to.piece == mv.promotion()).and_then(|to| to.ransom) {
            let opponent = self.next_side(self.me());
            self.change_hand::<false>(c, opponent, ransom.taken as usize, false);
            self.change_hand::<false>(c, opponent, ransom.given as usize, true);
        }
    }

    /// What becomes of the piece that has captured.
    fn convert_capturer(&self, c: &mut State<W, K, S>, mv: Move) {
        let me = self.me();
        let fate =
            self.game.sides[me].pieces[mv.piece() as usize].as_ref().map_or(Capturer::Arrives, |own| own.capturer);
        let (to, marked) = (mv.to() as usize, c.marks.has(mv.to() as usize));
        if fate == Capturer::Arrives {
            return;
        }
        let Some((_, kind)) = c.piece_at(to) else { return };
        c.clear(to);
        let place = match fate {
            Capturer::StaysBehind => Some((me, mv.from() as usize)),
            Capturer::ChangesSides => Some((self.next_side(me), to)),
            Capturer::TurnsToWall => {
                c.walls |= W::single(to);
                None
            }
            Capturer::Arrives | Capturer::Removed => None,
        };
        if let Some((side, square)) = place {
            c.put(side, kind, square);
            if marked {
                c.marks |= W::single(square);
            }
        }
    }

    /// What a capture blows up.
    fn explode(&self, c: &mut State<W, K, S>, mv: Move) {
        let me = self.me();
        let Some(blast) = &self.game.sides[me].blast else { return };
        let (centre, kind) = (mv.to() as usize, mv.piece() as usize);
        let pieces = c.sides.iter().fold(W::EMPTY, |all, &side| all | side);
        let mut gone = blast.around[centre] & pieces & !c.of_kinds(blast.spares);
        let fate = self.game.sides[me].pieces[kind].as_ref().map_or(Capturer::Arrives, |own| own.capturer);
        if blast.capturers >> kind & 1 == 1 && fate == Capturer::Arrives {
            gone |= W::single(centre);
        }
        let walls = gone & c.of_kinds(blast.petrifies);
        for square in gone {
            c.clear(square);
        }
        c.walls |= walls;
    }

    /// The enemies that the piece of `side` converts that has just arrived.
    pub(crate) fn converted(&self, side: usize, arrival: usize, dropped: bool) -> W {
        let conversions = &self.game.sides[side].conversions;
        if conversions.is_empty() || !self.s.sides[side].has(arrival) {
            return W::EMPTY;
        }
        self.would_convert(side, arrival, dropped)
    }

    /// The enemies that a piece of `side` would convert by arriving on a square.
    pub(crate) fn would_convert(&self, side: usize, arrival: usize, dropped: bool) -> W {
        let conversions = &self.game.sides[side].conversions;
        let (own, enemies) = (self.s.sides[side], self.enemies(side));
        let mut converted = W::EMPTY;
        for conversion in conversions.iter().filter(|c| if dropped { c.by_drops } else { c.by_moves }) {
            if let Some(beside) = &conversion.beside
                && (beside[arrival] & own).is_empty()
            {
                continue;
            }
            if let Some(around) = &conversion.around {
                converted |= around[arrival];
            }
            for row in &conversion.rows {
                converted |= row.enclosed(arrival, own, enemies);
            }
        }
        converted & enemies
    }

    /// What is different, or has moved or been put down though it looks the same.
    fn changed(&self, c: &State<W, K, S>, touched: W) -> W {
        let s = self.s;
        let mut changed = touched | (s.walls ^ c.walls) | (s.marks ^ c.marks);
        for kind in 0..K {
            changed |= s.kinds[kind] ^ c.kinds[kind];
        }
        for side in 0..S {
            changed |= s.sides[side] ^ c.sides[side];
        }
        changed
    }

    /// The en passant squares after a move where turns have several: those left in this turn, and those on which captures go on.
    fn pass_on(&self, c: &mut State<W, K, S>, mv: Move, touched: W) {
        let (s, me) = (self.s, self.me());
        let changed = self.changed(c, touched);
        let goes_on = c.turn as usize == me;
        let takes_on = goes_on
            && mv.kind() == MoveKind::EnPassant
            && self.rules().play[me].turn.en_passant == TakesPassing::FirstMoves;
        let occupied = c.occupied();
        let kept = |squares: W, owner: usize| {
            let mut kept = squares & !occupied;
            for square in kept {
                if changed.has(self.victim_of(owner, square)) {
                    kept &= !W::single(square);
                }
            }
            kept
        };
        let theirs = if takes_on { kept(s.passed, 1 - me.min(1)) } else { W::EMPTY };
        let mut own = kept(s.waiting, me);
        if mv.kind() == MoveKind::Passing {
            own |= self.passed_by(mv);
        }
        (c.passed, c.waiting) = if goes_on { (theirs, own) } else { (own, W::EMPTY) };
        c.victim = NOWHERE;
        c.passed &= At { game: self.game, s: c }.takeable(c.turn as usize);
    }

    /// Which rights outlive the move.
    fn lose_rights(&self, c: &mut State<W, K, S>, mv: Move, touched: W) {
        let (s, me) = (self.s, self.me());
        let changed = self.changed(c, touched);
        let mut lost = W::EMPTY;
        if mv.kind() == MoveKind::Castling {
            if self.game.program.info.first_moves.is_empty() {
                lost |= s.sides[me];
                if let Some(made) = self.castling_of(mv.from(), mv.aux()) {
                    lost |= self.forfeited(&made.rule.forfeits);
                }
            } else {
                lost |= W::single(mv.from() as usize) | W::single(mv.aux() as usize);
            }
        }
        self.keep_rights::<false>(c, changed, lost);
        if mv.kind() == MoveKind::Drop {
            self.gain_rights::<false>(c, mv);
        }
        if self.game.forfeits {
            self.forfeit_first_moves(c, mv);
        }
    }

    /// The opponents' rights to castlings with these letters.
    fn forfeited(&self, letters: &[char]) -> W {
        let (s, mut lost) = (self.s, W::EMPTY);
        for other in (0..self.sides()).filter(|&other| other != self.me()) {
            for castling in self.game.sides[other].castlings.iter().filter(|c| letters.contains(&c.rule.letter)) {
                let kings = s.kinds[castling.rule.king as usize] & s.sides[other] & castling.on_line;
                for partner in s.rights & s.sides[other] & castling.on_line {
                    let king = kings.first();
                    let wing = if castling.rule.towards > 0 { partner > king } else { partner < king };
                    if kings.any() && wing {
                        lost |= W::single(partner);
                    }
                }
            }
        }
        lost
    }

    /// Ends what enemies of the piece that has arrived forfeit to it.
    fn forfeit_first_moves(&self, c: &mut State<W, K, S>, mv: Move) {
        let (me, to) = (self.me(), mv.to() as usize);
        let Some((_, arrived)) = c.piece_at(to).filter(|_| mv.kind() != MoveKind::Pass) else { return };
        let mut lost = W::EMPTY;
        for (owner, side) in self.game.sides.iter().enumerate().filter(|&(owner, _)| self.is_enemy(me, owner)) {
            for forfeit in side.forfeits.iter().filter(|forfeit| forfeit.by >> arrived & 1 == 1) {
                lost |= forfeit.lines[to] & c.kinds[forfeit.kind] & c.sides[owner];
            }
        }
        c.rights &= !lost;
    }

    /// Which of the kinds of moves that end the game this is of, from 1; 0: of none.
    fn ending_move(&self, mv: Move, captured: bool) -> u8 {
        let me = self.me();
        let is_of = |ending_move: &EndingMove| match ending_move {
            EndingMove::Castling(letters) => {
                mv.kind() == MoveKind::Castling
                    && self.castling_of(mv.from(), mv.aux()).is_some_and(|made| letters.contains(&made.rule.letter))
            }
            EndingMove::Capture => captured,
            EndingMove::EnPassant => mv.kind() == MoveKind::EnPassant,
            EndingMove::Promotion => promotes(mv),
        };
        let ending_moves = self.rules().ending_moves();
        let place = ending_moves
            .iter()
            .position(|(ending_move, of)| of.is_none_or(|of| of as usize == me) && is_of(ending_move));
        place.map_or(0, |place| place as u8 + 1)
    }

    /// The squares on which a move captures what `bound` may not capture in answer.
    pub(crate) fn struck_by(&self, mv: Move, bound: usize) -> W {
        let Some(truce) = &self.rules().play[bound].truce else { return W::EMPTY };
        if !self.captures(mv) || !truce.by.contains(&mv.piece()) {
            return W::EMPTY;
        }
        let protected = self.s.of_kinds(wazir_program::kinds_of(truce.of.iter().copied())) & self.enemies(self.me());
        let mut squares = if mv.kind() == MoveKind::Push { W::EMPTY } else { W::single(mv.to() as usize) };
        for victim in mv.victims() {
            squares |= W::single(victim as usize);
        }
        squares & protected
    }

    /// Does the move capture something?
    pub(crate) fn captures(&self, mv: Move) -> bool {
        let stands = |square: usize| self.s.sides.iter().any(|side| side.has(square));
        mv.victims().next().is_some() || mv.captures_on_arrival() && stands(mv.to() as usize)
    }

    /// The turn goes on, or passes to the next side.
    fn turn_on(&self, c: &mut State<W, K, S>, mv: Move, captured: bool) {
        let (s, me) = (self.s, self.me());
        let turn = &self.rules().play[me].turn;
        c.with = NOWHERE;
        if self.game.program.memory.several_moves {
            let chains = captured && turn.chain.as_ref().is_some_and(|chain| chain.goes_on(mv.piece(), promotes(mv)));
            let captures_on = chains && At { game: self.game, s: c }.can_capture_from(mv.to() as usize);
            if captures_on || s.left > 1 {
                // What the side attacks may depend on how much of its turn is left.
                if captures_on {
                    c.with = mv.to();
                } else {
                    c.left = s.left - 1;
                }
                if turn.check != TurnCheck::Ends || !(At { game: self.game, s: c }).gives_check(me) {
                    return;
                }
                c.with = NOWHERE;
            }
        }
        let next = self.next_side(me);
        c.turn = next as u8;
        c.length = self.turn_length(next, s.length);
        c.left = c.length;
        if next <= me {
            c.fullmove = s.fullmove.saturating_add(1);
        }
    }

    /// Counts the check that the side to move has just given, or that it has given none.
    fn count_checks(&self, c: &mut State<W, K, S>) {
        let me = self.me();
        let Some(counter) = self.game.counters.get(me) else { return };
        let at = At { game: self.game, s: c };
        let mut checkers = W::EMPTY;
        for opponent in at.opponents(me) {
            checkers |= at.checkers_of(opponent);
        }
        let counting = match &counter.by {
            None => checkers,
            Some(types) => checkers & c.of_kinds(wazir_program::kinds_of(types.iter().copied())),
        };
        let left = c.checks[me];
        c.checks[me] = match counting.any() {
            true => left.saturating_sub(1),
            false if checkers.is_empty() && counter.in_a_row => counter.checks,
            false => left,
        };
    }

    /// The count that is due: which, to whom, and its limit.
    fn due(&self) -> Option<(usize, usize, u32)> {
        let (counts, of) = self.rules().counts()?;
        let mover = self.me();
        let s = self.s;
        let all = |types: &[u8]| s.of_kinds(wazir_program::kinds_of(types.iter().copied()));
        counts.iter().enumerate().find_map(|(index, count)| {
            let sides = core::iter::once(mover).chain(self.opponents(mover));
            let mut meant = sides.filter(|&side| of.is_none_or(|of| of as usize == side));
            meant.find_map(|side| {
                let pieces = s.sides.iter().fold(W::EMPTY, |all, &side| all | side);
                if s.sides[side].count() > u32::from(count.at_most) || (all(&count.without) & pieces).any() {
                    return None;
                }
                let opponent = self.next_side(side);
                let has = |types: &[u8]| (all(types) & s.sides[opponent]).count();
                let limit = count.limits.iter().find(|limit| has(&limit.pieces) >= u32::from(limit.at_least))?;
                Some((index, side, u32::from(limit.moves)))
            })
        })
    }

    /// Sets the clock and its limit after a move, where that is a matter of counts. Returns whether it is.
    fn count_on(&self, c: &mut State<W, K, S>) -> bool {
        let counting = self.s.count_limit > 0;
        match (At { game: self.game, s: c }).due() {
            Some((index, side, moves)) if !counting || self.due().is_none_or(|(known, ..)| known != index) => {
                let start = self.rules().counts().map(|(counts, _)| counts[index].start);
                let number = match start {
                    Some(CountStart::Pieces) => c.sides.iter().map(|side| side.count()).sum(),
                    _ => 0,
                };
                c.halfmove = if side == c.turn as usize { 2 * number } else { (2 * number).max(2) - 1 };
                c.count_limit = 2 * moves;
                true
            }
            _ if counting => {
                c.halfmove = self.s.halfmove.saturating_add(1);
                true
            }
            _ => false,
        }
    }
}

impl<W: Bits> Row<W> {
    /// The enemies in a row between a square and one of these pieces.
    #[inline(always)]
    fn enclosed(&self, from: usize, own: W, enemies: W) -> W {
        match self {
            Row::Straight { ray, .. } => {
                let squares = ray.squares[from];
                let end = first_on(squares, !enemies, ray.ascending);
                if (end & own).any() { before(squares, end.first(), ray.ascending) } else { W::EMPTY }
            }
            Row::Round(next) => {
                let (mut row, mut at) = (W::EMPTY, from);
                loop {
                    let there = next[at];
                    if there == NOWHERE || there as usize == from {
                        return W::EMPTY;
                    }
                    at = there as usize;
                    if own.has(at) {
                        return row;
                    }
                    if !enemies.has(at) {
                        return W::EMPTY;
                    }
                    row |= W::single(at);
                }
            }
        }
    }
}

/// Does the piece become another by the move?
fn promotes(mv: Move) -> bool {
    matches!(mv.kind(), MoveKind::Promotion | MoveKind::JourneyPromotion)
}

/// Mixes the keys of a set of squares in or out.
#[inline(always)]
fn toggle<W: Bits>(hash: &mut u64, squares: W, first: usize) {
    for square in squares {
        *hash ^= key(first + square);
    }
}

/// Changes on a copy of a position what every common move changes: the turn passes on, no en passant square is left.
#[inline(always)]
fn begin<W: Bits, const K: usize, const S: usize>(c: &mut State<W, K, S>) {
    (c.passed, c.victim) = (W::EMPTY, NOWHERE);
    c.turn = 1 - c.turn.min(1);
    c.passes = 0;
}
