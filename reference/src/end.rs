//! Whether the game is over, and how: the conditions of [`Condition`] in the order of the rules.

use crate::position::Position;
use wazir_runtime::{Cell, MoveKind, Outcome, Reason, SideId, Square};
use wazir_variant_spec::rules::{Condition, EndRule, PieceId, SquareSet, Subject, Verdict};

impl Position {
    /// The result of the first end rule that holds. (Repetition is not a matter of one position.)
    pub(crate) fn result(&self) -> Option<Outcome> {
        let (rule, subject, reason) = self.deciding_rule()?;
        let winner = match rule.then {
            _ if reason == Reason::BothReachedGoal => None,
            Verdict::Wins => Some(subject),
            Verdict::Loses | Verdict::TeamLoses => self.winner_without(&self.losers_by(rule.then, subject)?),
            // What repetitions mean is a matter of the game's history.
            Verdict::Draw | Verdict::Illegal => None,
            Verdict::WinFor(side) => Some(side),
            Verdict::MorePieces => self.most(|side| self.pieces_of(side).count()),
            Verdict::FewerPieces => self.most(|side| usize::MAX - self.pieces_of(side).count()),
            Verdict::MorePoints => self.most(|side| self.points_of(side)),
        };
        Some(Outcome { winner, reason })
    }

    /// The first rule that holds, of whom, and how that is called.
    pub(crate) fn deciding_rule(&self) -> Option<(&EndRule, SideId, Reason)> {
        self.rules().end.iter().find_map(|rule| self.holds(rule).map(|(subject, reason)| (rule, subject, reason)))
    }

    /// Does a rule end the game that could hold while there are moves left? (Checkmate and stalemate cannot.)
    pub(crate) fn is_over_with_moves_left(&self) -> bool {
        self.rules().end.iter().any(|rule| match rule.when {
            Condition::Checkmate { .. } | Condition::Stalemate => false,
            Condition::Repetition { .. } | Condition::QuietMoves { .. } | Condition::CountedOut { .. } => false,
            Condition::NobodyCanMove
            | Condition::Extinct { .. }
            | Condition::Reached { .. }
            | Condition::Connected { .. }
            | Condition::ChecksGiven { .. }
            | Condition::Passed { .. }
            | Condition::Moved { .. }
            | Condition::Unentitled { .. }
            | Condition::Facing { .. }
            | Condition::BoardFull => self.holds(rule).is_some(),
        })
    }

    /// Is the game over because royals face each other and that has been accepted by passing? Whoever does so need not mind checks (bikjang in janggi:
    /// <https://github.com/fairy-stockfish/Fairy-Stockfish/issues/94>).
    pub(crate) fn is_over_by_accepted_facing(&self) -> bool {
        let accepted = |rule: &&EndRule| matches!(rule.when, Condition::Facing { passes: 1.., .. });
        self.rules().end.iter().filter(accepted).any(|rule| self.holds(rule).is_some())
    }

    /// If the rule's condition holds: of whom, and how that is called.
    fn holds(&self, rule: &EndRule) -> Option<(SideId, Reason)> {
        let is_meant = |side: &SideId| rule.of.is_none_or(|of| of == *side);
        self.condition(&rule.when, is_meant).filter(|(subject, _)| is_meant(subject))
    }

    /// If the condition holds of a side that is meant: of which, and how that is called.
    fn condition(&self, condition: &Condition, is_meant: impl Fn(&SideId) -> bool) -> Option<(SideId, Reason)> {
        let (mover, waiter) = (self.setup.turn, self.waiter());
        match condition {
            Condition::Checkmate { after } => {
                let series = after.as_ref().is_none_or(|types| self.series_of_checks_has(types));
                let mated = series && self.is_attacked(mover) && self.has_no_move();
                mated.then_some((mover, Reason::Checkmate))
            }
            Condition::Stalemate => {
                (!self.is_attacked(mover) && self.has_no_move()).then_some((mover, Reason::Stalemate))
            }
            Condition::NobodyCanMove => {
                let stuck = self.is_stuck(mover) && self.others(mover).all(|side| self.is_stuck(side));
                stuck.then_some((mover, Reason::NobodyCanMove))
            }
            Condition::Extinct { subject, pieces, at_most, opponent_at_least, in_hand } => {
                let extinct = |&side: &SideId| {
                    let held = |side: SideId| match in_hand {
                        true => {
                            pieces.iter().map(|&piece| self.setup.hands[side as usize][piece as usize] as usize).sum()
                        }
                        false => 0,
                    };
                    let count = |side: SideId| self.count_of(side, pieces) + held(side);
                    let enough = |least: u16| self.opponents(side).any(|other| count(other) >= least as usize);
                    count(side) <= *at_most as usize && opponent_at_least.is_none_or(enough)
                };
                let candidates = self.candidates(*subject).into_iter();
                candidates.filter(is_meant).find(extinct).map(|side| (side, Reason::Extinction))
            }
            Condition::Reached { pieces, goal, held, safe, last_turn, at_least, filled } => {
                let goal = Goal { pieces, squares: goal, safe: *safe, at_least: *at_least, filled: *filled };
                if *held {
                    return self.reached(&goal, mover).then_some((mover, Reason::Goal));
                }
                if *last_turn {
                    return self.reached_in_round(&goal);
                }
                // A piece that was attacked when it arrived counts as soon as nothing attacks it any more.
                let arrived_earlier = || (*safe && self.reached(&goal, mover)).then_some(mover);
                let there = self.reached(&goal, waiter).then_some(waiter).filter(is_meant).or_else(arrived_earlier);
                there.map(|side| (side, Reason::Goal))
            }
            Condition::Connected { subject, pieces, formation } => {
                let connected = |&side: &SideId| {
                    let counts =
                        |&square: &Square| self.piece_on(square).is_some_and(|(_, piece)| pieces.contains(&piece));
                    let own: SquareSet = self.pieces_of(side).filter(counts).collect();
                    formation.is_made(&self.rules().board, &own, side)
                };
                let candidates = self.candidates(*subject).into_iter();
                candidates.filter(is_meant).find(connected).map(|side| (side, Reason::Connection))
            }
            Condition::ChecksGiven { .. } => {
                let left = self.setup.checks.get(waiter as usize).copied();
                (left == Some(0)).then_some((waiter, Reason::Checks))
            }
            Condition::BoardFull => {
                let full = self.setup.board.iter().all(|&cell| cell != Cell::Empty);
                full.then_some((mover, Reason::BoardFull))
            }
            Condition::Passed { times } => (self.setup.passes >= *times).then_some((mover, Reason::Passes)),
            // The first of the kinds that the last move was of is the one that is remembered, and the first that decides.
            Condition::Moved { by } => {
                let ending_moves = self.rules().ending_moves();
                let remembered =
                    usize::from(self.setup.ending_move).checked_sub(1).and_then(|place| ending_moves.get(place));
                remembered.is_some_and(|(ending_move, _)| *ending_move == by).then_some((waiter, Reason::EndingMove))
            }
            Condition::Unentitled { subject, wings } => {
                let unentitled = |&side: &SideId| !self.is_entitled(side, wings);
                let candidates = self.candidates(*subject).into_iter();
                candidates.filter(is_meant).find(unentitled).map(|side| (side, Reason::Unentitled))
            }
            Condition::Facing { facing, passes } => {
                let holds = self.setup.passes >= *passes && self.faces(mover, facing);
                holds.then_some((mover, Reason::Facing))
            }
            Condition::Repetition { .. } => None,
            Condition::QuietMoves { plies } => {
                let quiet = self.setup.halfmove >= *plies as u32 && !self.is_counting();
                quiet.then_some((mover, Reason::QuietMoves))
            }
            // It runs out with a move of the side that counts.
            Condition::CountedOut { .. } => {
                let counter = if self.setup.halfmove % 2 == 1 { waiter } else { mover };
                let out = self.is_counting() && self.setup.halfmove > self.setup.count_limit;
                out.then_some((counter, Reason::CountedOut))
            }
        }
    }

    /// The sides a condition is tested for, in this order.
    fn candidates(&self, subject: Subject) -> Vec<SideId> {
        let mover = self.setup.turn;
        match subject {
            Subject::Mover => vec![mover],
            Subject::Waiter => vec![self.waiter()],
            Subject::Either => {
                // Backwards in the order of turns: the side that has just moved comes first.
                let mut all: Vec<SideId> = self.others(mover).collect();
                all.reverse();
                let place = if self.setup.progress.is_under_way() { 0 } else { all.len() };
                all.insert(place, mover);
                all
            }
        }
    }

    /// Has a piece of these types given one of the checks that the side that has just moved has given in a row? (The last one can be seen on the board,
    /// also where a FEN does not tell what came before.)
    fn series_of_checks_has(&self, types: &[PieceId]) -> bool {
        let earlier = self.setup.checks.get(self.waiter() as usize) == Some(&0);
        earlier || self.checkers_of(self.setup.turn).iter().any(|&at| self.is_one_of(at, types))
    }

    /// Has the side the right to castle on one of these wings?
    fn is_entitled(&self, side: SideId, wings: &[char]) -> bool {
        let rules = self.rules();
        let own = rules.castlings.iter().filter(|castling| castling.side == side && wings.contains(&castling.letter));
        own.into_iter().any(|castling| {
            let is_first = |square: Square| !self.memory().first_moves || self.setup.castling.contains(&square);
            let Some(king) = self.castling_king(castling).filter(|&king| is_first(king)) else { return false };
            let is_partner = |&&square: &&Square| {
                let owned = self.own_rules(square, side).is_some_and(|(piece, _)| castling.partners.contains(&piece));
                owned && self.is_of_wing(castling, king, square)
            };
            self.setup.castling.iter().any(|square| is_partner(&square))
        })
    }

    /// Has the side no move but passing, were it to move now?
    fn is_stuck(&self, side: SideId) -> bool {
        let mut position = self.clone();
        if side != self.setup.turn {
            position.setup.turn = side;
            position.setup.en_passant = Vec::new();
            position.setup.progress = self.shared.info.full_turn(side, self.setup.fullmove);
        }
        position.moves_by_rule().iter().all(|mv| mv.kind() == MoveKind::Pass)
    }

    /// Has the side as many pieces in its goal as it needs?
    fn reached(&self, goal: &Goal<'_>, side: SideId) -> bool {
        let Some(squares) = goal.squares.get(side as usize) else { return false };
        let counts = |&square: &Square| {
            squares.contains(square) && self.piece_on(square).is_some_and(|(_, piece)| goal.pieces.contains(&piece))
        };
        let is_safe = |square| self.opponents(side).all(|other| self.capturers(other, square).is_empty());
        let there = self.pieces_of(side).filter(counts).filter(|&square| !goal.safe || is_safe(square)).count();
        let is_full = || squares.iter().all(|square| !self.is_empty(square));
        there >= goal.at_least as usize || goal.filled && there > 0 && is_full()
    }

    /// A goal that the later sides of a round may still reach after the first: see [`Condition::Reached`], `last_turn`.
    fn reached_in_round(&self, goal: &Goal<'_>) -> Option<(SideId, Reason)> {
        let (mover, waiter) = (self.setup.turn, self.waiter());
        if mover == 0 {
            let mut there = (0..self.rules().sides.len() as SideId).filter(|&side| self.reached(goal, side));
            let first = there.next()?;
            let reason = if there.next().is_some() { Reason::BothReachedGoal } else { Reason::Goal };
            return Some((first, reason));
        }
        if !self.reached(goal, waiter) {
            return None;
        }
        let may_equalise =
            waiter == 0 && self.moves_by_rule().iter().any(|&mv| self.after_move(mv).reached(goal, mover));
        (!may_equalise).then_some((waiter, Reason::Goal))
    }

    /// The points of a side, in hundredths.
    fn points_of(&self, side: SideId) -> usize {
        let points = &self.rules().points[side as usize];
        let value = |piece: usize| points.pieces[piece] as usize;
        let on_board = self.pieces_of(side).filter_map(|square| self.piece_on(square));
        let on_board: usize = on_board.map(|(_, piece)| value(piece as usize)).sum();
        let hand = self.setup.hands[side as usize].iter().enumerate();
        let in_hand: usize = hand.map(|(piece, &count)| count as usize * value(piece)).sum();
        points.bonus as usize + on_board + in_hand
    }

    /// The side for which `measure` is greatest, if it is only one.
    fn most(&self, measure: impl Fn(SideId) -> usize) -> Option<SideId> {
        let best = self.sides_in().map(&measure).max()?;
        let mut winners = self.sides_in().filter(|&side| measure(side) == best);
        winners.next().filter(|_| winners.next().is_none())
    }
}

/// The parts of [`Condition::Reached`] that say what counts.
struct Goal<'a> {
    pieces: &'a [PieceId],
    squares: &'a [SquareSet],
    safe: bool,
    at_least: u16,
    filled: bool,
}
