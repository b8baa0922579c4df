//! Whether a game is over, and how: the conditions of its rules about the end, in their order.

use crate::link::Linked;
use crate::run;
use crate::signs::{Sign, Whose};
use crate::state::{At, State};
use wazir_program::kinds_of;
use wazir_runtime::{Bits, Cpu, Move, MoveKind, Outcome, Portable, Reason, SideId};
use wazir_variant_spec::rules::{Condition, Defeated, EndRule, Subject, Verdict};

/// Can a condition hold while there are moves left, and is it told by the position?
pub(crate) fn is_looked_at(condition: &Condition) -> bool {
    !matches!(
        condition,
        Condition::Checkmate { .. }
            | Condition::Stalemate
            | Condition::Repetition { .. }
            | Condition::QuietMoves { .. }
            | Condition::CountedOut { .. }
    )
}

type Candidates = smallvec::SmallVec<[usize; 4]>;

/// What counts in a goal.
struct Goal<'g, W> {
    kinds: u64,
    squares: &'g [W],
    safe: bool,
    at_least: u16,
    filled: bool,
}

impl<'a, W: Bits, const K: usize, const S: usize> At<'a, W, K, S> {
    /// The first rule that ends the game whether or not there are moves left, of whom it holds, and why.
    pub(crate) fn over(&self) -> Option<(&'a EndRule, usize, Reason)> {
        self.first_of(|rule| is_looked_at(&rule.when))
    }

    #[inline(never)]
    pub(crate) fn is_over_with_moves_left(&self) -> bool {
        self.game.may_be_over && self.over().is_some()
    }

    /// Is the game over by a rule that asks for no moves? (Those that do are looked at when moves are known.)
    #[inline(always)]
    pub(crate) fn is_over_so_far<C: Cpu>(&self, cpu: C) -> bool {
        for (index, whose, sign) in &self.game.rules_so_far {
            let sides = match whose {
                Whose::Movers => self.me()..self.me() + 1,
                Whose::Waiters => self.waiter()..self.waiter() + 1,
                Whose::Anyones => 0..self.sides(),
            };
            if self.s.shows(cpu, sign, sides) && self.holds_indeed(*index) {
                return true;
            }
        }
        false
    }

    #[inline(never)]
    fn holds_indeed(&self, index: usize) -> bool {
        self.by(index).is_some()
    }

    /// The first rule that holds, of whom, and why.
    pub(crate) fn deciding_rule(&self) -> Option<(&'a EndRule, usize, Reason)> {
        self.first_of(|_| true)
    }

    /// The first of these rules that holds, of whom, and why.
    pub(crate) fn first_of(&self, asked: impl Fn(&EndRule) -> bool) -> Option<(&'a EndRule, usize, Reason)> {
        let rules = self.rules().end.iter().enumerate();
        rules.filter(|(_, rule)| asked(rule)).find_map(|(index, _)| self.by(index))
    }

    fn by(&self, index: usize) -> Option<(&'a EndRule, usize, Reason)> {
        let rule = &self.rules().end[index];
        let is_meant = |side: usize| rule.of.is_none_or(|of| of as usize == side);
        let (subject, reason) = self.condition(index, &is_meant)?;
        is_meant(subject).then_some((rule, subject, reason))
    }

    /// The result, if the position by itself ends the game.
    pub(crate) fn result(&self) -> Option<Outcome> {
        self.result_by(self.deciding_rule()?)
    }

    /// The same where there are legal moves, which has been asked: what would leave none ([`is_looked_at`]) does not hold then.
    pub(crate) fn result_with_moves(&self) -> Option<Outcome> {
        self.result_by(self.game.rules_with_moves.iter().find_map(|&index| self.by(index))?)
    }

    fn result_by(&self, (rule, subject, reason): (&EndRule, usize, Reason)) -> Option<Outcome> {
        let winner = match rule.then {
            _ if reason == Reason::BothReachedGoal => None,
            Verdict::Wins => Some(subject),
            Verdict::Loses | Verdict::TeamLoses => Some(self.winner_without(&self.losers(rule.then, subject))?),
            Verdict::Draw | Verdict::Illegal => None,
            Verdict::WinFor(side) => Some(side as usize),
            Verdict::MorePieces => self.most(|side| i64::from(self.s.sides[side].count())),
            Verdict::FewerPieces => self.most(|side| -i64::from(self.s.sides[side].count())),
            Verdict::MorePoints => self.most(|side| self.points(side)),
        };
        Some(Outcome { winner: winner.map(|winner| winner as SideId), reason })
    }

    fn losers(&self, verdict: Verdict, subject: usize) -> Candidates {
        match verdict {
            Verdict::TeamLoses => (0..self.sides())
                .filter(|&side| self.is_in(side) && self.rules().are_allied(side as u8, subject as u8))
                .collect(),
            _ => Candidates::from_slice(&[subject]),
        }
    }

    /// A side of the only team that is left without these; `None` where there are several.
    fn winner_without(&self, losers: &[usize]) -> Option<usize> {
        let mut left = (0..self.sides()).filter(|&side| self.is_in(side) && !losers.contains(&side));
        let first = left.next()?;
        left.all(|side| self.rules().are_allied(first as u8, side as u8)).then_some(first)
    }

    fn most(&self, measure: impl Fn(usize) -> i64) -> Option<usize> {
        let sides = || (0..self.sides()).filter(|&side| self.is_in(side));
        let best = sides().map(&measure).max()?;
        let mut winners = sides().filter(|&side| measure(side) == best);
        winners.next().filter(|_| winners.next().is_none())
    }

    fn points(&self, side: usize) -> i64 {
        let points = &self.rules().points[side];
        let mut sum = i64::from(points.bonus);
        for (kind, &value) in points.pieces.iter().enumerate().take(K) {
            let there = (self.s.kinds[kind] & self.s.sides[side]).count() + u32::from(self.s.hands[side][kind]);
            sum += i64::from(value) * i64::from(there);
        }
        sum
    }

    fn candidates(&self, subject: Subject) -> Candidates {
        let mover = self.me();
        match subject {
            Subject::Mover => Candidates::from_slice(&[mover]),
            Subject::Waiter => Candidates::from_slice(&[self.waiter()]),
            Subject::Either => {
                let mut all: Candidates = self.others(mover).collect();
                all.reverse();
                let place = if self.s.is_under_way() { 0 } else { all.len() };
                all.insert(place, mover);
                all
            }
        }
    }

    fn condition(&self, index: usize, is_meant: &dyn Fn(usize) -> bool) -> Option<(usize, Reason)> {
        let (s, mover) = (self.s, self.me());
        match &self.rules().end[index].when {
            Condition::Checkmate { after } => {
                let mated = self.is_attacked(mover)
                    && self.has_no_move_by_rule()
                    && after.as_ref().is_none_or(|types| {
                        let earlier = s.checks[self.waiter()] == 0;
                        earlier || (self.checkers_of(mover) & s.of_kinds(kinds_of(types.iter().copied()))).any()
                    });
                mated.then_some((mover, Reason::Checkmate))
            }
            Condition::Stalemate => {
                (!self.is_attacked(mover) && self.has_no_move_by_rule()).then_some((mover, Reason::Stalemate))
            }
            Condition::NobodyCanMove => {
                let stuck = self.is_stuck(mover) && self.others(mover).all(|side| self.is_stuck(side));
                stuck.then_some((mover, Reason::NobodyCanMove))
            }
            Condition::Extinct { subject, pieces, at_most, opponent_at_least, in_hand } => {
                let kinds = kinds_of(pieces.iter().copied());
                let all = s.of_kinds(kinds);
                let count = |side: usize| {
                    let held = |piece: &u8| u32::from(s.hands[side][*piece as usize]);
                    let held: u32 = if *in_hand { pieces.iter().map(held).sum() } else { 0 };
                    (all & s.sides[side]).count() + held
                };
                let extinct = |side: &usize| {
                    count(*side) <= u32::from(*at_most)
                        && opponent_at_least
                            .is_none_or(|least| self.opponents(*side).any(|other| count(other) >= u32::from(least)))
                };
                let found = self.candidates(*subject).into_iter().filter(|&side| is_meant(side)).find(extinct);
                found.map(|side| (side, Reason::Extinction))
            }
            Condition::Reached { pieces, goal: _, held, safe, last_turn, at_least, filled } => {
                let kinds = kinds_of(pieces.iter().copied());
                let squares = &self.game.goals[index];
                let goal = Goal { kinds, squares, safe: *safe, at_least: *at_least, filled: *filled };
                if *held {
                    return self.reached(&goal, mover).then_some((mover, Reason::Goal));
                }
                if *last_turn {
                    return self.reached_in_round(&goal);
                }
                let waiter = self.waiter();
                if is_meant(waiter) && self.reached(&goal, waiter) {
                    return Some((waiter, Reason::Goal));
                }
                (*safe && self.reached(&goal, mover)).then_some((mover, Reason::Goal))
            }
            Condition::Connected { subject, .. } => {
                // The sign of a figure is the figure itself.
                let sign = self.game.rules_so_far.iter().find(|(rule, ..)| *rule == index);
                let Some((.., Sign::Figure(kinds, figure))) = sign else { return None };
                let connected = |side: &usize| figure.is_made(s.among(*kinds, s.sides[*side]), *side);
                let found = self.candidates(*subject).into_iter().filter(|&side| is_meant(side)).find(connected);
                found.map(|side| (side, Reason::Connection))
            }
            Condition::ChecksGiven { .. } => {
                let waiter = self.waiter();
                (self.game.program.memory.checks && s.checks[waiter] == 0).then_some((waiter, Reason::Checks))
            }
            Condition::BoardFull => (self.game.all & !s.occupied()).is_empty().then_some((mover, Reason::BoardFull)),
            Condition::Passed { times } => (s.passes >= *times).then_some((mover, Reason::Passes)),
            Condition::Moved { by } => {
                let ending_moves = self.rules().ending_moves();
                let remembered = usize::from(s.ending_move).checked_sub(1).and_then(|place| ending_moves.get(place));
                remembered
                    .is_some_and(|(ending_move, _)| *ending_move == by)
                    .then_some((self.waiter(), Reason::EndingMove))
            }
            Condition::Unentitled { subject, wings } => {
                let unentitled = |side: &usize| !self.is_entitled(*side, wings);
                let found = self.candidates(*subject).into_iter().filter(|&side| is_meant(side)).find(unentitled);
                found.map(|side| (side, Reason::Unentitled))
            }
            Condition::Facing { facing, passes } => {
                (s.passes >= *passes && self.faces(mover, facing)).then_some((mover, Reason::Facing))
            }
            Condition::Repetition { .. } => None,
            Condition::QuietMoves { plies } => {
                let quiet = s.halfmove >= u32::from(*plies) && s.count_limit == 0;
                quiet.then_some((mover, Reason::QuietMoves))
            }
            Condition::CountedOut { .. } => {
                let counter = if s.halfmove % 2 == 1 { self.waiter() } else { mover };
                (s.count_limit > 0 && s.halfmove > s.count_limit).then_some((counter, Reason::CountedOut))
            }
        }
    }

    /// Has the side the right to castle on one of these wings?
    fn is_entitled(&self, side: usize, wings: &[char]) -> bool {
        let s = self.s;
        let first_moves = !self.game.program.info.first_moves.is_empty();
        self.game.sides[side].castlings.iter().filter(|castling| wings.contains(&castling.rule.letter)).any(
            |castling| {
                let kings = s.kinds[castling.rule.king as usize] & s.sides[side] & castling.on_line;
                let king = kings.first();
                if kings.is_empty() || first_moves && !s.rights.has(king) {
                    return false;
                }
                let partners = s.rights & s.sides[side] & castling.on_line & s.of_kinds(castling.partners);
                partners.into_iter().any(|at| if castling.rule.towards > 0 { at > king } else { at < king })
            },
        )
    }

    /// Has the side no move but passing, were it to move now?
    fn is_stuck(&self, side: usize) -> bool {
        let mut state: State<W, K, S> = *self.s;
        if side != self.me() {
            state.turn = side as u8;
            (state.passed, state.waiting, state.victim) = (W::EMPTY, W::EMPTY, crate::link::NOWHERE);
            let full = self.game.program.info.full_turn(side as u8, state.fullmove);
            (state.left, state.length, state.with) = (full.left, full.length, crate::link::NOWHERE);
        }
        let at = At { game: self.game, s: &state };
        run::moves_by_rule(at).sets().iter().all(|set| set.kind() == MoveKind::Pass)
    }

    fn reached(&self, goal: &Goal<'_, W>, side: usize) -> bool {
        let s = self.s;
        let Some(&squares) = goal.squares.get(side) else { return false };
        let mut there = squares & s.sides[side] & s.of_kinds(goal.kinds);
        if goal.safe {
            for square in there {
                let victims = 1 << s.kind_at(square);
                let attacked = |other: usize| self.capturers(Portable, other, square, victims, s.occupied()).any();
                if self.opponents(side).any(attacked) {
                    there &= !W::single(square);
                }
            }
        }
        let full = || (squares & self.game.all & !s.occupied()).is_empty();
        there.count() >= u32::from(goal.at_least) || goal.filled && there.any() && full()
    }

    fn reached_in_round(&self, goal: &Goal<'_, W>) -> Option<(usize, Reason)> {
        let (mover, waiter) = (self.me(), self.waiter());
        if mover == 0 {
            let mut there = (0..self.sides()).filter(|&side| self.reached(goal, side));
            let first = there.next()?;
            let reason = if there.next().is_some() { Reason::BothReachedGoal } else { Reason::Goal };
            return Some((first, reason));
        }
        if !self.reached(goal, waiter) {
            return None;
        }
        let equalises = |mv: &Move| {
            let next = self.after(*mv);
            At { game: self.game, s: &next }.reached(goal, mover)
        };
        let may_equalise = waiter == 0 && run::moves_by_rule(*self).iter().any(|mv| equalises(&mv));
        (!may_equalise).then_some((waiter, Reason::Goal))
    }

    fn put_out(&self, losers: &[usize]) -> State<W, K, S> {
        let mut state = *self.s;
        let conqueror = self.waiter();
        for &loser in losers {
            let theirs = state.sides[loser];
            state.rights &= !theirs;
            let last = state.out.iter().copied().max().unwrap_or(0);
            state.out[loser] = last + 1;
            state.hands[loser] = [0; K];
            match self.rules().play[loser].defeated {
                Defeated::Stay => {}
                Defeated::Removed => theirs.into_iter().for_each(|square| state.clear(square)),
                Defeated::GoOver => {
                    for square in theirs {
                        let kind = state.kind_at(square);
                        state.clear(square);
                        let royal = self.game.sides[loser].royals >> kind & 1 == 1;
                        let can_own = self.game.sides[conqueror].pieces[kind].is_some();
                        if !(royal || !can_own || losers.contains(&conqueror)) {
                            state.put(conqueror, kind, square);
                        }
                    }
                }
            }
        }
        let turn = state.turn as usize;
        if state.out[turn] > 0 {
            let next = At { game: self.game, s: &state }.next_side(turn);
            state.fullmove = state.fullmove.saturating_add(u32::from(next <= turn));
            state.turn = next as u8;
            state.length = self.turn_length(next, state.length);
            (state.left, state.with) = (state.length, crate::link::NOWHERE);
        }
        (state.passed, state.waiting, state.victim) = (W::EMPTY, W::EMPTY, crate::link::NOWHERE);
        state.hash = At { game: self.game, s: &state }.full_hash();
        state
    }
}

impl<W: Bits> Linked<W> {
    /// Puts the sides out that go out in this position, as long as others play on.
    #[inline(always)]
    pub(crate) fn eliminate_sides<const K: usize, const S: usize>(&self, state: &mut State<W, K, S>) {
        if self.multiplayer {
            self.put_losers_out(state);
        }
    }

    #[inline(never)]
    fn put_losers_out<const K: usize, const S: usize>(&self, state: &mut State<W, K, S>) {
        loop {
            let at = At { game: self, s: state };
            let Some((rule, subject, _)) = at.deciding_rule() else { return };
            if !matches!(rule.then, Verdict::Loses | Verdict::TeamLoses) {
                return;
            }
            let losers = at.losers(rule.then, subject);
            if at.winner_without(&losers).is_some() {
                return;
            }
            *state = at.put_out(&losers);
        }
    }
}
