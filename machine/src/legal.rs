//! Which moves are legal, where that has to be asked of the position after each of them.

use crate::generate::{Batch, Sink};
use crate::link::NOWHERE;
use crate::run::{self, Collect};
use crate::state::At;
use smallvec::SmallVec;
use wazir_program::Judge;
use wazir_runtime::{Bits, Cpu, Move, MoveKind, MoveList, PieceId, Portable, Square};
use wazir_variant_spec::rules::{Obligation, Pass, Safe, TurnCheck, WallDuty, WallReach, Wary};

/// Lists moves.
pub(crate) struct Lister<'m>(pub(crate) &'m mut MoveList);

impl<W: Bits, const K: usize, const S: usize> Sink<W, K, S> for Lister<'_> {
    #[inline(always)]
    fn batch(&mut self, _: At<'_, W, K, S>, batch: Batch<W>) {
        for to in batch.targets {
            self.0.push(batch.mv(to));
        }
    }
    #[inline(always)]
    fn one(&mut self, _: At<'_, W, K, S>, mv: Move) {
        self.0.push(mv);
    }
}

impl<W: Bits, const K: usize, const S: usize> At<'_, W, K, S> {
    /// The legal moves, listed.
    #[inline(never)]
    pub(crate) fn listed<C: Cpu>(&self, cpu: C) -> MoveList {
        let me = self.me();
        let (play, judge) = (&self.rules().play[me], self.game.sides[me].judge);
        let mut moves = MoveList::new();
        cpu.perform(Collect { at: *self, moves: &mut moves });
        if play.walling.is_some() {
            moves = self.with_walls(moves);
        }
        if self.s.with != NOWHERE {
            moves.retain(|mv| mv.from() == self.s.with && self.captures(*mv));
        }
        if judge == Judge::Test {
            self.keep_allowed(&mut moves);
        }
        if play.gating.is_some() {
            let gated: SmallVec<[Move; 64]> = moves.iter().flat_map(|&mv| self.gatings(mv)).collect();
            moves.extend(gated.into_iter().filter(|&mv| judge != Judge::Test || self.is_allowed(mv)));
        }
        if let Some(obligation) = play.obligations.iter().find(|obligation| self.is_in_force(obligation, &moves)) {
            moves.retain(|mv| self.satisfies(obligation, *mv));
        }
        let may_pass = match play.pass {
            Pass::Never => false,
            Pass::WhenStuck => moves.is_empty(),
            Pass::Always => true,
        };
        if may_pass && self.s.with == NOWHERE && self.is_allowed(self.pass()) {
            moves.push(self.pass());
        }
        moves
    }

    #[inline(never)]
    fn keep_allowed(&self, moves: &mut MoveList) {
        moves.retain(|mv| self.is_allowed(*mv));
    }

    /// Is there no legal move?
    pub(crate) fn has_no_move(&self) -> bool {
        !run::any(*self)
    }

    /// Does a move respect all rules about royals?
    pub(crate) fn is_allowed(&self, mv: Move) -> bool {
        let me = self.me();
        let play = &self.rules().play[me];
        let check = &play.check;
        let drop = match mv.kind() {
            MoveKind::Drop => self.rules().piece_rules(mv.piece(), me as u8).and_then(|own| own.drop.as_ref()),
            _ => None,
        };
        let may_not_mate = drop.is_some_and(|drop| drop.may_not_mate);
        let may_not_check = check.may_not_be_given || drop.is_some_and(|drop| drop.may_not_check);
        if self.s.struck.any() && (self.struck_by(mv, me) & !self.s.struck).any() {
            return false;
        }
        if check.may_not_flee && self.flees(mv) {
            return false;
        }
        let blast = play.capture.blast.is_some();
        let own = self.rules().piece_rules(mv.piece(), me as u8);
        let costly = blast || own.is_some_and(|own| own.capturer.is_lost());
        let captures = self.captures(mv);
        if captures
            && mv.kind() != MoveKind::Drop
            && let Some(wary) = own.and_then(|own| own.wary.as_ref())
            && self.is_too_daring(wary, mv)
        {
            return false;
        }
        let some_may_not_mate = !check.may_not_mate.is_empty();
        let spoils = play.turn.check == TurnCheck::OnlyLast;
        if !(check.may_not_remain || may_not_check || may_not_mate || some_may_not_mate || costly || spoils) {
            return true;
        }
        let next = self.after::<false>(mv);
        let at = At { game: self.game, s: &next };
        if costly && captures && at.royals(me).count() < self.royals(me).count() {
            return false;
        }
        // Taking away an opponent's last royal is worth any risk.
        if blast && self.opponents(me).any(|other| self.royals(other).any() && at.royals(other).is_empty()) {
            return true;
        }
        let same_turn = next.turn as usize == me;
        let has_to_be_safe = check.may_not_remain && (!same_turn || play.turn.safe == Safe::AfterEachMove);
        if has_to_be_safe && at.is_attacked(me) {
            return false;
        }
        if same_turn {
            let stuck = || !at.is_over_with_moves_left() && at.has_no_move();
            if spoils && at.gives_check(me) || play.turn.safe == Safe::AfterTurn && stuck() {
                return false;
            }
        }
        if may_not_check && at.gives_check(me) {
            return false;
        }
        if some_may_not_mate {
            let checkers = at.checkers_of(at.me());
            let mates = next.of_kinds(wazir_program::kinds_of(check.may_not_mate.iter().copied()));
            if checkers.any() && (checkers & !mates).is_empty() && at.has_no_move_by_rule() {
                return false;
            }
        }
        !(may_not_mate && !same_turn && at.is_attacked(at.me()) && at.has_no_move_by_rule())
    }

    /// Is there no move that the rules of moving allow, whether or not the game is over?
    pub(crate) fn has_no_move_by_rule(&self) -> bool {
        !run::any_by_rule(*self)
    }

    /// Does an attacked royal move away, other than by capturing the only checker?
    fn flees(&self, mv: Move) -> bool {
        let me = self.me();
        let moves = !matches!(mv.kind(), MoveKind::Drop | MoveKind::Pass) && mv.to() != mv.from();
        let stays = mv.shove().is_some_and(|shove| shove.stays);
        moves
            && !stays
            && self.royals(me).has(mv.from() as usize)
            && self.attackers_of_royal(mv.from() as usize, me).any()
            && (self.checkers_of(me) & !W::single(mv.to() as usize)).any()
    }

    /// Is this a capture after which a piece that is wary of its victim could be captured back?
    fn is_too_daring(&self, wary: &Wary, mv: Move) -> bool {
        let (me, to) = (self.me(), mv.to() as usize);
        let protected = self.s.of_kinds(wazir_program::kinds_of(wary.of.iter().copied())) & !self.s.sides[me];
        let board = &self.rules().board;
        let near = wary.near.iter().any(|&step| board.step(mv.from(), step) == Some(mv.to()));
        let excused = mv.victims().any(|victim| {
            let kind = self.s.piece_at(victim as usize).map(|(_, kind)| kind as u8);
            !kind.is_some_and(|kind| wary.trifles.contains(&kind))
        });
        let carried = mv.load().is_some_and(|(picked, _)| picked == mv.to());
        if mv.kind() == MoveKind::Push
            || carried
            || mv.to() == mv.from()
            || !protected.has(to)
            || !self.s.occupied().has(to)
            || near
            || excused
        {
            return false;
        }
        let next = self.after::<false>(mv);
        let at = At { game: self.game, s: &next };
        if !next.sides.iter().any(|side| side.has(to)) {
            return false;
        }
        self.opponents(me).any(|other| at.capturers_of(other, to).any())
    }

    fn is_in_force(&self, obligation: &Obligation, moves: &[Move]) -> bool {
        match obligation {
            Obligation::Capture => moves.iter().any(|&mv| self.captures(mv)),
            Obligation::Drop { pieces } => pieces.iter().any(|&piece| self.s.hands[self.me()][piece as usize] > 0),
            Obligation::EndFacing(facing) => self.faces(self.me(), facing),
        }
    }

    fn satisfies(&self, obligation: &Obligation, mv: Move) -> bool {
        match obligation {
            Obligation::Capture => self.captures(mv),
            Obligation::Drop { pieces } => mv.kind() == MoveKind::Drop && pieces.contains(&mv.piece()),
            Obligation::EndFacing(facing) => {
                let next = self.after::<false>(mv);
                !At { game: self.game, s: &next }.faces(self.me(), facing)
            }
        }
    }

    /// The move with each piece of the hand that it may bring in.
    fn gatings(&self, mv: Move) -> SmallVec<[Move; 8]> {
        let (s, me) = (self.s, self.me());
        let mut gated = SmallVec::new();
        let Some(gating) = &self.rules().play[me].gating else { return gated };
        let left: &[(Square, bool)] = match mv.kind() {
            MoveKind::Drop | MoveKind::Pass => &[],
            MoveKind::Castling => &[(mv.from(), false), (mv.aux(), true)],
            _ => &[(mv.from(), false)],
        };
        let first = s.rights & s.sides[me] & s.of_kinds(wazir_program::kinds_of(gating.with.iter().copied()));
        for &(square, by_partner) in left.iter().filter(|(square, _)| first.has(*square as usize)) {
            if self.after::<false>(mv).occupied().has(square as usize) {
                continue;
            }
            for piece in 0..self.game.keys.kinds.min(K) {
                if s.hands[me][piece] > 0 && gating.zones[piece].contains(square) {
                    gated.push(mv.with_gating(piece as PieceId, by_partner));
                }
            }
        }
        gated
    }

    /// The turns that begin with these moves: with every wall that may be placed after them.
    fn with_walls(&self, moves: MoveList) -> MoveList {
        let Some(walling) = &self.rules().play[self.me()].walling else { return moves };
        let mut walled = MoveList::new();
        match walling.duty {
            WallDuty::Instead => {
                walled.extend(moves);
                self.add_walled(self.pass(), &mut walled);
            }
            duty => {
                for mv in moves {
                    if duty == WallDuty::Optional {
                        walled.push(mv);
                    }
                    self.add_walled(mv, &mut walled);
                }
                if duty == WallDuty::Optional {
                    walled.sort_unstable();
                    walled.dedup();
                }
            }
        }
        walled
    }

    /// The move with each wall that may follow it.
    fn add_walled(&self, mv: Move, walled: &mut MoveList) {
        let me = self.me();
        let Some(walling) = &self.rules().play[me].walling else { return };
        let next = self.after::<false>(mv);
        let at = At { game: self.game, s: &next };
        let occupied = next.occupied();
        let empty = self.game.all & !occupied;
        let to = mv.to() as usize;
        let reached = match &walling.reach {
            WallReach::Anywhere => empty,
            WallReach::Left if mv.kind() == MoveKind::Drop => W::EMPTY,
            WallReach::Left => W::single(mv.from() as usize),
            WallReach::Rim(_) => {
                let mut rim = W::EMPTY;
                for square in empty {
                    let leads_out =
                        |next: &alloc::vec::Vec<u16>| next[square] == NOWHERE || at.s.walls.has(next[square] as usize);
                    if self.game.sides[me].wall_rim.iter().any(leads_out) {
                        rim |= W::single(square);
                    }
                }
                rim
            }
            WallReach::Along(_) => {
                let mut reached = W::EMPTY;
                for (kernel, from, onto) in &self.game.sides[me].wall_along {
                    if from.has(to) {
                        reached |= at.reach(Portable, *kernel, to, occupied, me) & *onto;
                    }
                }
                reached
            }
            WallReach::OwnMovement => {
                let mut reached = W::EMPTY;
                if next.sides[me].has(to)
                    && let Some(piece) = &self.game.sides[me].pieces[next.kind_at(to)]
                {
                    for term in piece.terms.iter().filter(|term| term.to_empty && term.from.has(to)) {
                        reached |= at.reach(Portable, term.kernel, to, occupied, me) & term.to;
                    }
                }
                reached
            }
        };
        let walls = reached & empty & self.game.sides[me].wall_onto;
        if walls.is_empty() && walling.reach == WallReach::Left {
            walled.push(mv);
            return;
        }
        for wall in walls {
            walled.push(mv.with_wall(wall as Square));
        }
    }

    /// Can the piece of the side to move on this square capture, leaving checks aside?
    pub(crate) fn can_capture_from(&self, square: usize) -> bool {
        if !self.s.sides[self.me()].has(square) {
            return false;
        }
        let mut moves = MoveList::new();
        self.generate(Portable, &self.unguarded(), &mut Lister(&mut moves));
        moves.iter().any(|mv| mv.from() as usize == square && self.captures(*mv))
    }
}
