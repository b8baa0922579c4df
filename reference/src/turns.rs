//! Turns of several moves: see [`Turn`](wazir_variant_spec::rules::Turn).

use crate::position::Position;
use wazir_runtime::{EnPassant, FenError, Move, MoveKind, SideId, Square, TurnProgress};
use wazir_variant_spec::rules::{Attacks, Safe, TakesPassing, TurnCheck, TurnLength};

impl Position {
    /// After the move, made on the board of `next`, whose turn is still that of the mover: the turn goes on, or passes to the next side.
    pub(crate) fn turn_on(&self, next: &mut Position, mv: Move, captured: bool) {
        let side = self.setup.turn;
        let turn = &self.rules().play(side).turn;
        let TurnProgress { left, length, .. } = self.setup.progress;
        let promotes = matches!(mv.kind(), MoveKind::Promotion | MoveKind::JourneyPromotion);
        next.setup.progress.with = None;
        let chain = turn.chain.as_ref().filter(|chain| captured && chain.goes_on(mv.piece(), promotes));
        let goes_on = chain.is_some() && next.can_capture_from(mv.to());
        if goes_on || left > 1 {
            // What the side attacks may depend on how much of its turn is left.
            match goes_on {
                true => next.setup.progress.with = Some(mv.to()),
                false => next.setup.progress.left = left - 1,
            }
            if turn.check != TurnCheck::Ends || !next.gives_check(side) {
                return;
            }
            next.setup.progress.with = None;
        }
        next.setup.turn = self.after(side);
        next.setup.progress = TurnProgress::full(self.turn_length(next.setup.turn, length));
        if next.setup.turn <= side {
            next.setup.fullmove = self.setup.fullmove.saturating_add(1);
        }
    }

    /// Moves of a turn of `side` that follows one of `previous` moves.
    pub(crate) fn turn_length(&self, side: SideId, previous: u16) -> u16 {
        match self.rules().play(side).turn.length {
            TurnLength::Fixed(moves) => moves,
            TurnLength::Growing { by, .. } => previous.saturating_add(by),
        }
    }

    /// Does `side` attack royals of others?
    fn gives_check(&self, side: SideId) -> bool {
        self.opponents(side).any(|other| self.is_attacked(other))
    }

    /// Can the piece of the side to move on this square capture, leaving checks aside?
    fn can_capture_from(&self, square: Square) -> bool {
        self.own_rules(square, self.setup.turn).is_some()
            && self.pseudo_moves().iter().any(|&mv| mv.from() == square && self.captures(mv))
    }

    /// Is the pseudo-move one of the piece that has to go on capturing, where there is one?
    pub(crate) fn goes_on(&self, mv: Move) -> bool {
        self.setup.progress.with.is_none_or(|square| mv.from() == square && self.captures(mv))
    }

    /// Does the move to `next` leave the mover's turn unfinished in a way that its rules forbid?
    pub(crate) fn spoils_turn(&self, next: &Position) -> bool {
        let side = self.setup.turn;
        if next.setup.turn != side {
            return false;
        }
        let turn = &self.rules().play(side).turn;
        let stuck = || !next.is_over_with_moves_left() && next.has_no_move();
        turn.check == TurnCheck::OnlyLast && next.gives_check(side) || turn.safe == Safe::AfterTurn && stuck()
    }

    /// Do royals of the mover have to be safe in `next`, the position after its move?
    pub(crate) fn has_to_be_safe(&self, next: &Position) -> bool {
        let side = self.setup.turn;
        let play = self.rules().play(side);
        play.check.may_not_remain && (next.setup.turn != side || play.turn.safe == Safe::AfterEachMove)
    }

    /// Could `other` capture a royal of `side` within a turn, where that is what it attacks?
    pub(crate) fn attacks_in_a_turn(&self, other: SideId, side: SideId) -> bool {
        if self.rules().play(other).turn.attacks == Attacks::InOneMove || self.royals(side).next().is_none() {
            return false;
        }
        let mut position = self.clone();
        if self.setup.turn != other {
            position.setup.turn = other;
            position.setup.en_passant = Vec::new();
            position.setup.progress = TurnProgress::full(self.turn_length(other, self.setup.progress.length));
        }
        position.could_capture_royal(side)
    }

    /// Could the side to move capture a royal of `of` by one of the moves of its turn?
    fn could_capture_royal(&self, of: SideId) -> bool {
        if self.royals(of).any(|royal| !self.attackers_of_royal(royal).is_empty()) {
            return true;
        }
        self.setup.progress.left > 1
            && self
                .pseudo_moves()
                .into_iter()
                .map(|mv| self.after_move(mv))
                .any(|next| next.setup.turn == self.setup.turn && next.could_capture_royal(of))
    }

    /// The en passant squares of `next`, the position after the move: those left in this turn, and those that may still be captured on.
    pub(crate) fn leave_en_passant(&self, next: &mut Position, mv: Move) {
        let side = self.setup.turn;
        let takes_on = next.setup.turn == side
            && mv.kind() == MoveKind::EnPassant
            && self.rules().play(side).turn.en_passant == TakesPassing::FirstMoves;
        let kept = self.setup.en_passant.iter().filter_map(|passed| {
            let own = self.piece_on(passed.victim).is_some_and(|(owner, _)| owner == side);
            let squares = passed.squares.iter().copied().filter(|&square| next.is_empty(square));
            let squares: Vec<Square> = squares.collect();
            let lasts = (own || takes_on) && !squares.is_empty() && self.is_untouched(passed.victim, mv, next);
            lasts.then_some(EnPassant { squares, victim: passed.victim })
        });
        next.setup.en_passant = kept.collect();
        if mv.kind() == MoveKind::Passing {
            next.setup.en_passant.push(EnPassant { squares: self.passed_by(mv), victim: mv.to() });
            next.setup.en_passant.sort_unstable_by_key(|passed| passed.victim);
        }
        next.forget_idle_en_passant();
    }

    /// Drops the en passant squares on which nobody could capture: what cannot be used is no part of the position. Those that the side to move
    /// has left itself are for later.
    pub(crate) fn forget_idle_en_passant(&mut self) {
        if self.setup.en_passant.is_empty() {
            return;
        }
        let takes = self.en_passant_victims();
        let (turn, board) = (self.setup.turn, self.setup.board.clone());
        let own =
            |victim: Square| matches!(board[victim as usize], wazir_runtime::Cell::Piece { side, .. } if side == turn);
        self.setup.en_passant.retain(|passed| own(passed.victim) || takes.contains(&passed.victim));
    }

    /// Is how far the turn has come possible?
    pub(crate) fn check_turn_progress(&self) -> Result<(), FenError> {
        let TurnProgress { left, length, with } = self.setup.progress;
        let name = &self.rules().sides[self.setup.turn as usize].name;
        let turn = &self.rules().play(self.setup.turn).turn;
        let fits = match turn.length {
            TurnLength::Fixed(moves) => length == moves,
            TurnLength::Growing { first, .. } => length >= first,
        };
        if !fits || left == 0 || left > length {
            return Err(FenError::position(format!("a turn of {name} cannot have {left} of {length} moves left")));
        }
        let Some(square) = with else { return Ok(()) };
        let goes_on = turn.chain.as_ref().is_some_and(|chain| {
            self.own_rules(square, self.setup.turn).is_some_and(|(piece, _)| {
                // What it was before its last capture is not known: it may have promoted.
                let came = |origin: u8| chain.goes_on(origin, origin != piece);
                (0..self.rules().pieces.len() as u8).any(came)
            })
        });
        if !goes_on || !self.can_capture_from(square) {
            let square = self.rules().board.name(square);
            return Err(FenError::position(format!("the piece on {square} cannot have to go on capturing")));
        }
        Ok(())
    }
}
