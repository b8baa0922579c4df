//! [`Play`]: a game as far as it has gone.

use wazir_engine::Line;
use wazir_runtime::{Game, GameInProgress, Info, Move, MoveError, Outcome};

/// A game as far as it has gone: its positions and its moves.
pub struct Play {
    game: Box<dyn GameInProgress>,
    moves: Vec<Move>,
}

impl Play {
    /// A game that begins at a position.
    pub fn new(start: &dyn Game) -> Play {
        Play { game: start.begin(), moves: Vec::new() }
    }

    /// The game.
    pub fn info(&self) -> &Info {
        self.now().info()
    }

    /// The present position.
    pub fn now(&self) -> &dyn Game {
        self.game.position()
    }

    /// The first position.
    pub fn first(&self) -> &dyn Game {
        self.game.position_after(0).unwrap_or(self.now())
    }

    /// The moves made.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The positions with the moves made in them.
    pub fn steps(&self) -> impl Iterator<Item = (&dyn Game, Move)> {
        let positions = (0..).map_while(|plies| self.game.position_after(plies));
        positions.zip(self.moves.iter().copied())
    }

    /// The moves that may be made now: those that the rules of repetition forbid are left out.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.game.list(&mut moves);
        moves
    }

    /// Is this one of them?
    pub fn is_legal(&self, mv: Move) -> bool {
        self.game.is_legal(mv)
    }

    /// May no move be made?
    pub fn is_stuck(&self) -> bool {
        self.game.count() == 0
    }

    /// How the game has ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// Makes a move.
    ///
    /// # Errors
    /// When it is not legal; nothing is changed then.
    pub fn push(&mut self, mv: Move) -> Result<(), MoveError> {
        self.game.play(mv)?;
        self.moves.push(mv);
        Ok(())
    }

    /// Takes the last move back; false when there is none.
    pub fn pop(&mut self) -> bool {
        self.moves.pop();
        self.game.undo()
    }

    /// Takes moves back until only this many are left.
    pub fn truncate(&mut self, moves: usize) {
        while self.moves.len() > moves && self.pop() {}
    }

    /// What an engine has to know of it.
    pub fn line(&self) -> Line {
        Line { start: self.first().setup(), moves: self.moves.clone() }
    }
}
