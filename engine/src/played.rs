//! [`Played`]: the game as far as it has gone, played by its rules.

use crate::{Line, LineError, search::Past};
use wazir_runtime::{Game, History, Info, Move, MoveError, Outcome, Setup, Style, Variant};
use wazir_variant_spec::rules::MOST_SIDES;

/// A line that has been played.
pub(crate) struct Played {
    line: Line,
    /// Its last position.
    pub(crate) game: Box<dyn Game>,
    /// Its positions, for the rules that look back.
    pub(crate) history: History,
    /// Its positions, for the search.
    pub(crate) past: Vec<Past>,
}

impl Played {
    /// Plays a line; what has been played of it before is not played again.
    ///
    /// # Errors
    /// When it cannot be played.
    pub(crate) fn follow(variant: &dyn Variant, before: Option<Played>, line: &Line) -> Result<Played, LineError> {
        let known =
            before.filter(|played| played.line.start == line.start && line.moves.starts_with(&played.line.moves));
        let mut played = match known {
            Some(played) => played,
            None => Played::start(variant, line)?,
        };
        for (index, &mv) in line.moves.iter().enumerate().skip(played.line.moves.len()) {
            played.play(mv).map_err(|error| LineError::Move(index, error))?;
        }
        Ok(played)
    }

    fn start(variant: &dyn Variant, line: &Line) -> Result<Played, LineError> {
        let game = variant.start().at(&line.start).map_err(LineError::Start)?;
        let history = History::new(&*game);
        let mut played =
            Played { line: Line { start: line.start.clone(), moves: Vec::new() }, game, history, past: Vec::new() };
        played.remember();
        Ok(played)
    }

    fn play(&mut self, mv: Move) -> Result<(), MoveError> {
        if self.history.forbids(&*self.game, mv) {
            let text = self.game.move_text(mv, Style::Game);
            return Err(MoveError::Illegal { text, near: Vec::new() });
        }
        self.game.play(mv)?;
        self.history.push(&*self.game);
        self.line.moves.push(mv);
        self.remember();
        Ok(())
    }

    fn remember(&mut self) {
        let game = &self.game;
        let setup = game.setup();
        let given = checks_given(game.info(), &setup);
        let (hash, turn, check) = (game.hash(), game.turn(), !game.checkers().is_empty());
        let since = self.past.len() as u32;
        self.past.push(Past { hash, turn, check, since, quiet: setup.halfmove, given, choice: None });
    }

    /// What a legal move leads to that ends the game by what has gone before: only where it repeats a position, which the search cannot always judge.
    pub(crate) fn settled(&self, mv: Move) -> Option<Outcome> {
        let mut next = self.game.boxed();
        next.play(mv).ok()?;
        let hash = next.hash();
        if !self.past.iter().any(|past| past.hash == hash) {
            return None;
        }
        let mut history = self.history.clone();
        history.push(&*next);
        history.outcome(&*next)
    }
}

/// How many checks each side has given, where they are counted.
pub(crate) fn checks_given(info: &Info, setup: &Setup) -> [u8; MOST_SIDES] {
    let mut given = [0; MOST_SIDES];
    for (given, (all, left)) in given.iter_mut().zip(info.checks.iter().zip(&setup.checks)) {
        *given = all.saturating_sub(*left);
    }
    given
}
