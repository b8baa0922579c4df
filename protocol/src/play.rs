//! [`Play`]: a game as far as it has gone.

use wazir_engine::Line;
use wazir_runtime::{Game, History, Info, Move, MoveError, Outcome, Setup};

/// A game as far as it has gone: its positions, its moves, and what it remembers of them.
pub struct Play {
    /// Where it began.
    start: Setup,
    /// The present position.
    now: Box<dyn Game>,
    /// The positions before it, from the start on; one for each move.
    before: Vec<Box<dyn Game>>,
    moves: Vec<Move>,
    history: History,
}

impl Play {
    /// A game that begins at a position.
    pub fn new(game: Box<dyn Game>) -> Play {
        let history = History::new(&*game);
        Play { start: game.setup(), now: game, before: Vec::new(), moves: Vec::new(), history }
    }

    /// A copy.
    pub fn copy(&self) -> Play {
        Play {
            start: self.start.clone(),
            now: self.now.boxed(),
            before: self.before.iter().map(|game| game.boxed()).collect(),
            moves: self.moves.clone(),
            history: self.history.clone(),
        }
    }

    /// The game.
    pub fn info(&self) -> &Info {
        self.now.info()
    }

    /// The present position.
    pub fn now(&self) -> &dyn Game {
        &*self.now
    }

    /// The first position.
    pub fn first(&self) -> &dyn Game {
        self.before.first().map_or(&*self.now, |game| &**game)
    }

    /// The moves made.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The positions with the moves made in them.
    pub fn steps(&self) -> impl Iterator<Item = (&dyn Game, Move)> {
        self.before.iter().map(|game| &**game).zip(self.moves.iter().copied())
    }

    /// The moves that may be made now: those that the rules of repetition forbid are left out.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.history.legal_moves(&*self.now)
    }

    /// How the game has ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.history.outcome(&*self.now)
    }

    /// Makes a move.
    ///
    /// # Errors
    /// When it is not legal; nothing is changed then.
    pub fn push(&mut self, mv: Move) -> Result<(), MoveError> {
        if self.history.forbids(&*self.now, mv) {
            let text = self.now.move_text(mv, wazir_runtime::Style::Game);
            return Err(MoveError::Syntax(format!("`{text}` would repeat a position that may not be repeated")));
        }
        let mut next = self.now.boxed();
        next.play(mv)?;
        self.history.push(&*next);
        self.before.push(std::mem::replace(&mut self.now, next));
        self.moves.push(mv);
        Ok(())
    }

    /// Takes the last move back; false when there is none.
    pub fn pop(&mut self) -> bool {
        let Some(before) = self.before.pop() else { return false };
        self.now = before;
        self.moves.pop();
        self.history.pop();
        true
    }

    /// Takes moves back until only this many are left.
    pub fn truncate(&mut self, moves: usize) {
        while self.moves.len() > moves && self.pop() {}
    }

    /// What an engine has to know of it.
    pub fn line(&self) -> Line {
        Line { start: self.start.clone(), moves: self.moves.clone() }
    }
}
