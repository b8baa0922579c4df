//! [`Referred`]: a game in progress over the object-safe handle, for backends that have nothing faster.

use super::{GameInProgress, copy_from, history::History};
use crate::{Game, Move, Outcome, choose};
use alloc::{boxed::Box, vec::Vec};

/// A game in progress over any [`Game`], as simply as it can be had: everything is listed.
pub struct Referred {
    /// From the start on; there is always one.
    positions: Vec<Box<dyn Game>>,
    history: History,
    /// The legal moves of the last position.
    legal: Vec<Move>,
    outcome: Option<Outcome>,
}

impl Referred {
    /// The game that begins at this position.
    pub fn new(start: Box<dyn Game>) -> Self {
        let history = History::new(&*start);
        let mut ongoing = Referred { positions: Vec::from([start]), history, legal: Vec::new(), outcome: None };
        ongoing.look();
        ongoing
    }

    fn look(&mut self) {
        let game = &*self.positions[self.positions.len() - 1];
        self.legal = self.history.legal_moves(game);
        self.outcome = self.history.outcome(game);
    }
}

impl GameInProgress for Referred {
    fn position(&self) -> &dyn Game {
        &*self.positions[self.positions.len() - 1]
    }
    fn position_after(&self, plies: usize) -> Option<&dyn Game> {
        self.positions.get(plies).map(|position| &**position)
    }
    fn occurrences(&self) -> usize {
        self.history.occurrences()
    }
    fn repeats(&self, mv: Move) -> bool {
        let mut next = self.position().boxed();
        next.play_listed(mv);
        self.history.knows(next.hash())
    }
    fn plies(&self) -> usize {
        self.positions.len() - 1
    }
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }
    fn count(&self) -> u64 {
        self.legal.len() as u64
    }
    fn list(&self, moves: &mut Vec<Move>) {
        moves.clear();
        moves.extend_from_slice(&self.legal);
    }
    fn list_from(&self, number: u64, moves: &mut [Move]) -> usize {
        copy_from(&self.legal, number, moves)
    }
    fn is_legal(&self, mv: Move) -> bool {
        self.legal.contains(&mv)
    }
    fn nth(&self, number: u64) -> Option<Move> {
        choose(&mut self.legal.clone(), number)
    }
    fn play_listed(&mut self, mv: Move) {
        let mut next = self.position().boxed();
        next.play_listed(mv);
        self.history.push(&*next);
        self.positions.push(next);
        self.look();
    }
    fn undo(&mut self) -> bool {
        if self.positions.len() == 1 {
            return false;
        }
        self.positions.pop();
        self.history.pop();
        self.look();
        true
    }
    fn restart(&mut self) {
        self.positions.truncate(1);
        self.history = History::new(&*self.positions[0]);
        self.look();
    }
    fn boxed(&self) -> Box<dyn GameInProgress> {
        let positions = self.positions.iter().map(|position| position.boxed()).collect();
        let (history, legal) = (self.history.clone(), self.legal.clone());
        Box::new(Referred { positions, history, legal, outcome: self.outcome })
    }
}
