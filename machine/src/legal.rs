//! Which moves are legal, where that has to be asked of the position after each of them.

use crate::link::{Gates, NOWHERE};
use crate::run;
use crate::state::At;
use smallvec::SmallVec;
use wazir_program::Legality;
use wazir_runtime::{Bits, Move, MoveKind, MoveSet, MoveSets, PieceId, Portable, Square};
use wazir_variant_spec::rules::{
    Capturer, Condition, EndRule, Obligation, Safe, TurnCheck, WallDuty, WallReach, Walling, Wary,
};

/// Does a move of this kind leave a square?
fn leaves_something(kind: MoveKind) -> bool {
    !matches!(kind, MoveKind::Drop | MoveKind::Pass)
}

impl<W: Bits, const K: usize, const S: usize> At<'_, W, K, S> {
    /// Is it tested which moves are legal only when all is known that belongs to them?
    pub(crate) fn tests_late(&self) -> bool {
        self.rules().play[self.me()].walling.is_some()
    }

    /// What has to be done with the moves that pieces can make, where that is more than to make one of them. `late`: they have not been tested.
    #[inline(never)]
    pub(crate) fn finish(&self, sets: &mut MoveSets<W>, late: bool) {
        let me = self.me();
        let (play, side) = (&self.rules().play[me], &self.game.sides[me]);
        if play.walling.is_some() {
            self.add_walls(sets);
        }
        if self.s.with != NOWHERE {
            sets.retain(|set| self.kept(set, |mv| mv.from() == self.s.with && self.captures(mv)));
        }
        if late {
            sets.retain(|set| self.kept(set, |mv| self.is_allowed(mv)));
        }
        if let Some(gates) = &side.gates {
            self.add_gatings(gates, sets, side.legality == Legality::Test || side.minds_checks);
        }
        if let Some(obligation) = play.obligations.iter().find(|obligation| self.is_in_force(obligation, sets)) {
            sets.retain(|set| match obligation {
                Obligation::Capture => self.capturing(set),
                Obligation::Drop { pieces } => {
                    let piece = set.mv(set.targets().first()).piece();
                    if set.kind() == MoveKind::Drop && pieces.contains(&piece) { set.targets() } else { W::EMPTY }
                }
                Obligation::EndFacing(_) => self.kept(set, |mv| self.satisfies(obligation, mv)),
            });
        }
    }

    /// The targets of moves of a set of which this holds.
    fn kept(&self, set: &MoveSet<W>, holds: impl Fn(Move) -> bool) -> W {
        let targets = set.targets().into_iter().filter(|&target| holds(set.mv(target)));
        targets.fold(W::EMPTY, |kept, target| kept | W::single(target))
    }

    /// The targets of the moves of a set that capture.
    pub(crate) fn capturing(&self, set: &MoveSet<W>) -> W {
        let one = set.mv(set.targets().first());
        let ordinary = matches!(one.kind(), MoveKind::Step | MoveKind::Passing) && one.wall().is_none();
        if !ordinary {
            return self.kept(set, |mv| self.captures(mv));
        }
        self.s.sides.iter().fold(W::EMPTY, |all, &side| all | side) & set.targets()
    }

    /// Is there something to pass with, and no turn that has begun?
    pub(crate) fn has_a_pass(&self) -> bool {
        self.s.with == NOWHERE && self.s.sides[self.me()].any()
    }

    /// May the side to move pass, as far as its royals go?
    pub(crate) fn passes_lawfully(&self) -> bool {
        let me = self.me();
        let side = &self.game.sides[me];
        if side.legality == Legality::Test || side.minds_checks || !side.direct {
            return self.is_allowed(self.pass());
        }
        let guarded = side.may_not_remain && side.royals != 0;
        !(guarded && self.is_attacked(me))
    }

    /// Would the side to move, by passing, accept that royals face each other, which ends the game? Whoever does so need not mind checks (bikjang in janggi).
    #[cold]
    pub(crate) fn accepts_facing(&self) -> bool {
        let accepted = |rule: &EndRule| matches!(rule.when, Condition::Facing { passes: 1.., .. });
        if !self.rules().end.iter().any(accepted) {
            return false;
        }
        let next = self.after(self.pass());
        At { game: self.game, s: &next }.first_of(accepted).is_some()
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
        let next = self.after(mv);
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
        let next = self.after(mv);
        let at = At { game: self.game, s: &next };
        if !next.sides.iter().any(|side| side.has(to)) {
            return false;
        }
        self.opponents(me).any(|other| at.capturers_of(other, to).any())
    }

    /// Does the side to move hold something that it has to drop before it does anything else?
    #[inline(always)]
    pub(crate) fn has_to_drop(&self) -> bool {
        let due = &self.game.sides[self.me()].due;
        !due.is_empty() && self.holds_one_of(due)
    }

    fn holds_one_of(&self, pieces: &[PieceId]) -> bool {
        pieces.iter().any(|&piece| self.s.hands[self.me()][piece as usize] > 0)
    }

    fn is_in_force(&self, obligation: &Obligation, sets: &MoveSets<W>) -> bool {
        match obligation {
            Obligation::Capture => sets.sets().iter().any(|set| self.capturing(set).any()),
            Obligation::Drop { pieces } => self.holds_one_of(pieces),
            Obligation::EndFacing(facing) => self.faces(self.me(), facing),
        }
    }

    fn satisfies(&self, obligation: &Obligation, mv: Move) -> bool {
        match obligation {
            Obligation::Capture => self.captures(mv),
            Obligation::Drop { pieces } => mv.kind() == MoveKind::Drop && pieces.contains(&mv.piece()),
            Obligation::EndFacing(facing) => {
                let next = self.after(mv);
                !At { game: self.game, s: &next }.faces(self.me(), facing)
            }
        }
    }

    /// Adds moves with each piece of the hand that they may bring in. `tests`: the position after each of them has to be looked at.
    #[inline(never)]
    fn add_gatings(&self, gates: &Gates<W>, sets: &mut MoveSets<W>, tests: bool) {
        let (first, held) = self.gating(gates);
        if first.is_empty() || held.is_empty() {
            return;
        }
        let before: SmallVec<[MoveSet<W>; 32]> = sets.sets().iter().copied().collect();
        for set in before.iter().filter(|set| leaves_something(set.kind())) {
            let Some((from, shift)) = self.leaving(set) else {
                for target in set.targets() {
                    self.add_gatings_of(gates, set.mv(target), first, &held, sets, tests);
                }
                continue;
            };
            for &kind in &held {
                let gated = |target: usize| set.mv(target).with_gating(kind as PieceId, false);
                let mut targets = set.targets();
                match shift {
                    0 if !(first & gates.zones[kind]).has(from) => continue,
                    0 => {}
                    _ => targets &= (first & gates.zones[kind]).shift(shift),
                }
                if tests {
                    let refused = targets.into_iter().filter(|&target| !self.is_allowed(gated(target)));
                    targets &= !refused.fold(W::EMPTY, |refused, target| refused | W::single(target));
                }
                sets.add_moves(targets, gated);
            }
        }
    }

    /// The number of moves that pieces can make, each alone and with what it may bring in, where that has not to be tested.
    #[inline(never)]
    pub(crate) fn count_gated(&self, moves: &MoveSets<W>) -> u64 {
        let mut count = moves.count();
        let Some(gates) = &self.game.sides[self.me()].gates else { return count };
        let (first, held) = self.gating(gates);
        if first.is_empty() || held.is_empty() {
            return count;
        }
        let mut others = MoveSets::new();
        for set in moves.sets().iter().filter(|set| leaves_something(set.kind())) {
            match self.leaving(set) {
                Some((from, 0)) if !first.has(from) => {}
                Some((from, 0)) => {
                    let brought = held.iter().filter(|&&kind| gates.zones[kind].has(from)).count();
                    count += u64::from(set.targets().count()) * brought as u64;
                }
                Some((_, shift)) => {
                    let left = set.targets().shift(-shift) & first;
                    count += held.iter().map(|&kind| u64::from((left & gates.zones[kind]).count())).sum::<u64>();
                }
                None => {
                    for target in set.targets() {
                        self.add_gatings_of(gates, set.mv(target), first, &held, &mut others, false);
                    }
                }
            }
        }
        count + others.count()
    }

    /// What can be left for the first time so that something comes in, and the types that may.
    #[inline(always)]
    fn gating(&self, gates: &Gates<W>) -> (W, SmallVec<[usize; 8]>) {
        let (s, me) = (self.s, self.me());
        let kinds = 0..self.game.keys.kinds.min(K);
        let first = s.rights & s.sides[me] & s.of_kinds(gates.with);
        (first, kinds.filter(|&kind| s.hands[me][kind] > 0).collect())
    }

    /// Which square the moves of a set leave for good, if that is all they leave: the one from which they start, and 0; or, where each starts so many squares before
    /// its target, that of the first and the distance.
    #[inline(always)]
    fn leaving(&self, set: &MoveSet<W>) -> Option<(usize, i32)> {
        let (one, last) = (set.mv(set.targets().first()), set.mv(set.targets().highest().first()));
        let leaves = matches!(one.kind(), MoveKind::Step | MoveKind::Promotion | MoveKind::Passing)
            && self.game.sides[self.me()].pieces[one.piece() as usize]
                .as_ref()
                .is_some_and(|piece| piece.capturer == Capturer::Arrives);
        let distance = if one.from() == last.from() { 0 } else { i32::from(one.to()) - i32::from(one.from()) };
        leaves.then_some((one.from() as usize, distance))
    }

    /// The same of one move, by which pieces may stand where others have left.
    fn add_gatings_of(
        &self,
        gates: &Gates<W>,
        mv: Move,
        first: W,
        held: &[usize],
        sets: &mut MoveSets<W>,
        tests: bool,
    ) {
        let left: &[(Square, bool)] = match mv.kind() {
            MoveKind::Drop | MoveKind::Pass => &[],
            MoveKind::Castling => &[(mv.from(), false), (mv.aux(), true)],
            _ => &[(mv.from(), false)],
        };
        for &(square, by_partner) in left.iter().filter(|(square, _)| first.has(*square as usize)) {
            if self.after(mv).occupied().has(square as usize) {
                continue;
            }
            for &kind in held.iter().filter(|&&kind| gates.zones[kind].has(square as usize)) {
                let gated = mv.with_gating(kind as PieceId, by_partner);
                if !tests || self.is_allowed(gated) {
                    sets.add_one(gated);
                }
            }
        }
    }

    /// Makes turns of moves: with every wall that may be placed after them.
    fn add_walls(&self, sets: &mut MoveSets<W>) {
        let Some(walling) = &self.rules().play[self.me()].walling else { return };
        if walling.duty == WallDuty::Instead {
            self.add_walled(walling, self.pass(), sets);
            return;
        }
        let before: SmallVec<[MoveSet<W>; 32]> = sets.sets().iter().copied().collect();
        if walling.duty == WallDuty::Always {
            sets.clear();
        }
        for set in before {
            for target in set.targets() {
                self.add_walled(walling, set.mv(target), sets);
            }
        }
    }

    /// The number of moves with their walls, where these are the moves that pieces can make and nothing else has to be asked.
    #[inline(never)]
    pub(crate) fn count_walled(&self, moves: &MoveSets<W>) -> u64 {
        let Some(walling) = &self.rules().play[self.me()].walling else { return moves.count() };
        let mut count = if walling.duty == WallDuty::Instead { moves.count() } else { 0 };
        self.each_walled(walling, moves, |_, walls, bare| count += u64::from(walls.count()) + u64::from(bare));
        count
    }

    /// Moves after which walls may be placed, each with these walls, and whether it may also be made without any: a pass where walls are placed instead of moving.
    #[inline(always)]
    pub(crate) fn each_walled(&self, walling: &Walling, moves: &MoveSets<W>, mut does: impl FnMut(Move, W, bool)) {
        let mut walled = |mv: Move| {
            let walls = self.walls_after(walling, mv);
            does(mv, walls, walling.duty == WallDuty::Optional || self.needs_no_wall(walling, walls));
        };
        match walling.duty {
            WallDuty::Instead => walled(self.pass()),
            WallDuty::Optional | WallDuty::Always => moves.iter().for_each(walled),
        }
    }

    /// Adds the move with each wall that may follow it.
    fn add_walled(&self, walling: &Walling, mv: Move, walled: &mut MoveSets<W>) {
        let walls = self.walls_after(walling, mv);
        if self.needs_no_wall(walling, walls) {
            walled.add_one(mv);
            return;
        }
        walled.add_moves(walls, |wall| mv.with_wall(wall as Square));
    }

    /// Is a move made without a wall after which these can be placed? So it is where only the square that it has left could hold one, and cannot.
    #[inline(always)]
    fn needs_no_wall(&self, walling: &Walling, walls: W) -> bool {
        walls.is_empty() && walling.reach == WallReach::Left && walling.duty != WallDuty::Optional
    }

    /// Where walls can be placed after a move.
    #[inline(never)]
    fn walls_after(&self, walling: &Walling, mv: Move) -> W {
        let me = self.me();
        let (start, end) = (W::single(mv.from() as usize), W::single(mv.to() as usize));
        // Most moves only carry a piece from one square to another: where that leaves what is empty no position is made.
        if self.game.walls_only && self.game.sides[me].walls_told && self.is_quick(mv) {
            let kind = if mv.kind() == MoveKind::Promotion { mv.promotion() } else { mv.piece() };
            return self.walls_reached(walling, me, mv, self.s.occupied() & !start | end, Some(kind as usize));
        }
        let next = self.after(mv);
        let kind = (next.sides[me] & end).any().then(|| next.kind_at(mv.to() as usize));
        At { game: self.game, s: &next }.walls_reached(walling, me, mv, next.occupied(), kind)
    }

    /// Where walls can be placed after a move of `side` when these squares are occupied, and there is a piece of the type where it has arrived.
    #[inline(always)]
    fn walls_reached(&self, walling: &Walling, side: usize, mv: Move, occupied: W, kind: Option<usize>) -> W {
        let own = &self.game.sides[side];
        let empty = self.game.all & !occupied;
        let to = mv.to() as usize;
        let mut reached = W::EMPTY;
        match &walling.reach {
            WallReach::Anywhere => reached = empty,
            WallReach::Left if mv.kind() == MoveKind::Drop => {}
            WallReach::Left => reached = W::single(mv.from() as usize),
            WallReach::Rim(_) => {
                let walls = self.s.walls;
                let is_rim = |square: &usize| {
                    own.wall_rim.iter().any(|next| next[*square] == NOWHERE || walls.has(next[*square] as usize))
                };
                reached = empty.into_iter().filter(is_rim).fold(W::EMPTY, |rim, square| rim | W::single(square));
            }
            WallReach::Along(_) => {
                for (kernel, _, onto) in own.wall_along.iter().filter(|(_, from, _)| from.has(to)) {
                    reached |= self.reach(Portable, *kernel, to, occupied, side) & *onto;
                }
            }
            WallReach::OwnMovement => {
                if let Some(piece) = kind.and_then(|kind| own.pieces[kind].as_ref()) {
                    for term in piece.terms.iter().filter(|term| term.to_empty && term.from.has(to)) {
                        reached |= self.reach(Portable, term.kernel, to, occupied, side) & term.to;
                    }
                }
            }
        }
        reached & empty & own.wall_onto
    }

    /// Can the piece of the side to move on this square capture, leaving checks aside?
    pub(crate) fn can_capture_from(&self, square: usize) -> bool {
        if !self.s.sides[self.me()].has(square) {
            return false;
        }
        self.collected().iter().any(|mv| mv.from() as usize == square && self.captures(mv))
    }
}
