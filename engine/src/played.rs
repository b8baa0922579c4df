//! [`Played`]: the game as far as it has gone, played by its rules.

use crate::{Line, LineError, search::Past};
use wazir_runtime::{Game, GameInProgress, Info, Move, MoveError, Outcome, Setup, Variant};
use wazir_variant_spec::rules::MOST_SIDES;

/// A line that has been played.
pub(crate) struct Played {
    line: Line,
    /// By the rules.
    pub(crate) game: Box<dyn GameInProgress>,
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
        let game = variant.start().at(&line.start).map_err(LineError::Start)?.begin();
        let mut played = Played { line: Line { start: line.start.clone(), moves: Vec::new() }, game, past: Vec::new() };
        played.remember();
        Ok(played)
    }

    /// The last position.
    pub(crate) fn position(&self) -> &dyn Game {
        self.game.position()
    }

    fn play(&mut self, mv: Move) -> Result<(), MoveError> {
        self.game.play(mv)?;
        self.line.moves.push(mv);
        self.remember();
        Ok(())
    }

    fn remember(&mut self) {
        let game = self.game.position();
        let setup = game.setup();
        let given = checks_given(game.info(), &setup);
        let (hash, turn, check) = (game.hash(), game.turn(), !game.checkers().is_empty());
        let since = self.past.len() as u32;
        self.past.push(Past { hash, turn, check, since, quiet: setup.halfmove, given, choice: None });
    }

    /// What a legal move leads to that ends the game by what has gone before: only where it repeats a position, which the search cannot always judge.
    pub(crate) fn settled(&mut self, mv: Move) -> Option<Outcome> {
        // To play a move finds all that can be played after it, and to take it back once more: too slow for every move of a game that has hundreds, each hard to find.
        if !self.game.repeats(mv) {
            return None;
        }
        self.game.play_listed(mv);
        let outcome = self.game.outcome();
        self.game.undo();
        outcome
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
