//! Sides that go out of a game that goes on: see [`Verdict::Loses`] and [`Defeated`].

use crate::position::Position;
use wazir_runtime::{Cell, Move, SideId, Square, TurnProgress};
use wazir_variant_spec::rules::{Defeated, Verdict};

impl Position {
    /// The position after a legal move: the move made, and the sides out that lose by it.
    pub fn after_turn(&self, mv: Move) -> Position {
        let mut next = self.after_move(mv);
        next.eliminate_sides();
        next
    }

    /// Puts out the sides that lose here, as long as others play on.
    pub(crate) fn eliminate_sides(&mut self) {
        if !self.rules().has_many_sides() {
            return;
        }
        while let Some(losers) = self.losers().filter(|losers| self.winner_without(losers).is_none()) {
            self.put_out(&losers);
        }
    }

    /// The sides that lose by the first rule that holds, if its verdict is that somebody does.
    fn losers(&self) -> Option<Vec<SideId>> {
        let (rule, subject) = self.deciding_rule().map(|(rule, subject, _)| (rule, subject))?;
        self.losers_by(rule.then, subject)
    }

    /// The sides that lose by a verdict about `subject`, if it is that somebody does.
    pub(crate) fn losers_by(&self, verdict: Verdict, subject: SideId) -> Option<Vec<SideId>> {
        match verdict {
            Verdict::Loses => Some(vec![subject]),
            Verdict::TeamLoses => {
                Some(self.sides_in().filter(|&side| self.rules().are_allied(side, subject)).collect())
            }
            _ => None,
        }
    }

    /// A side of the one team that is left without the losers; `None` where several are.
    pub(crate) fn winner_without(&self, losers: &[SideId]) -> Option<SideId> {
        let mut left = self.sides_in().filter(|side| !losers.contains(side));
        let first = left.next()?;
        left.all(|side| self.rules().are_allied(first, side)).then_some(first)
    }

    fn put_out(&mut self, losers: &[SideId]) {
        let conqueror = self.waiter();
        for &loser in losers {
            let theirs: Vec<Square> = self.pieces_of(loser).collect();
            self.setup.castling.retain(|right| !theirs.contains(right));
            self.setup.out.push(loser);
            for square in theirs {
                self.setup.board[square as usize] = self.defeated(square, loser, conqueror, losers);
            }
            self.setup.hands[loser as usize].iter_mut().for_each(|held| *held = 0);
        }
        if !self.is_in(self.setup.turn) {
            let turn = self.after(self.setup.turn);
            self.setup.fullmove = self.setup.fullmove.saturating_add(u32::from(turn <= self.setup.turn));
            self.setup.turn = turn;
            self.setup.progress = TurnProgress::full(self.turn_length(turn, self.setup.progress.length));
        }
        self.setup.en_passant.clear();
    }

    /// What stands on a square of `loser`, now that it is out.
    fn defeated(&self, square: Square, loser: SideId, conqueror: SideId, losers: &[SideId]) -> Cell {
        let Cell::Piece { piece, .. } = self.cell(square) else { return self.cell(square) };
        match self.rules().play(loser).defeated {
            Defeated::Stay => self.cell(square),
            Defeated::Removed => Cell::Empty,
            Defeated::GoOver => {
                let royal = self.rules().piece_rules(piece, loser).is_some_and(|own| own.royal);
                let can_own = self.rules().piece_rules(piece, conqueror).is_some();
                match royal || !can_own || losers.contains(&conqueror) {
                    true => Cell::Empty,
                    false => Cell::Piece { side: conqueror, piece, promoted: false },
                }
            }
        }
    }
}
