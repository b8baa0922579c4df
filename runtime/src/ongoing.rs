//! [`GameInProgress`]: a position and what the rules remember of those before it.

mod any;
mod history;
pub(crate) mod played;

/// Copies what a list has from a place on, as much as has room; tells how much.
fn copy_from(list: &[Move], number: u64, into: &mut [Move]) -> usize {
    let rest = usize::try_from(number).ok().and_then(|number| list.get(number..)).unwrap_or_default();
    let count = rest.len().min(into.len());
    into[..count].copy_from_slice(&rest[..count]);
    count
}

pub use any::Referred;
pub use played::{Ongoing, Playable};

use crate::playout::RandomGame;
use crate::{Ending, Game, Move, MoveError, Outcome, Random};
use alloc::{boxed::Box, vec::Vec};

/// A game in progress, whoever plays it: positions from a start on, of which the last one is looked at.
///
/// What can be done and how the game stands is found out once for each position, when it is reached. Moves can be taken back.
pub trait GameInProgress: Send + Sync {
    /// The position.
    fn position(&self) -> &dyn Game;
    /// The position after so many of the moves that were played and not taken back: of 0 the start, of [`GameInProgress::plies`] the last one; `None` beyond.
    fn position_after(&self, plies: usize) -> Option<&dyn Game>;
    /// How often the last position has occurred, this time included.
    fn occurrences(&self) -> usize;
    /// Does a legal move lead to a position that has occurred? Finds out nothing else of that position.
    fn repeats(&self, mv: Move) -> bool;
    /// The number of moves that were played and not taken back.
    fn plies(&self) -> usize;
    /// How the game has ended, by its rules; `None` while it goes on. (Where nobody can move and no rule says what that means, [`GameInProgress::count`] is 0.)
    fn outcome(&self) -> Option<Outcome>;
    /// The number of legal moves; those that may not be made for what they would repeat do not count. A game that has ended by repetition or by its clocks may have
    /// some.
    fn count(&self) -> u64;
    /// Replaces what `moves` holds by all legal moves, each once.
    fn list(&self, moves: &mut Vec<Move>);
    /// Writes legal moves into `moves`, in the order of [`GameInProgress::list`] and from the one of this number on, as many as there are and have room; tells how
    /// many.
    fn list_from(&self, number: u64, moves: &mut [Move]) -> usize;
    /// Is the move legal? Does not list the others.
    fn is_legal(&self, mv: Move) -> bool;
    /// The legal move of a number below [`GameInProgress::count`], the same whoever plays ([`crate::choose`]); `None` of any other number.
    fn nth(&self, number: u64) -> Option<Move>;
    /// Makes one of the moves that are legal, without looking whether it is one. What comes of any other is not said (but is a position, or the same one).
    fn play_listed(&mut self, mv: Move);
    /// Takes the last move back; false when there is none.
    fn undo(&mut self) -> bool;
    /// Takes all moves back.
    fn restart(&mut self);
    /// A copy.
    fn boxed(&self) -> Box<dyn GameInProgress>;

    /// Makes a move if it is legal.
    ///
    /// # Errors
    /// [`MoveError::Repeats`] where only what has gone before forbids it, else [`MoveError::Illegal`]; nothing has changed then.
    fn play(&mut self, mv: Move) -> Result<(), MoveError> {
        if !self.is_legal(mv) {
            let position = self.position();
            position.boxed().play(mv)?;
            return Err(MoveError::Repeats { text: position.move_text(mv, crate::Style::Game) });
        }
        self.play_listed(mv);
        Ok(())
    }
    /// A legal move by chance, each as likely as any other; `None` where there is none.
    fn draw(&self, random: &mut Random) -> Option<Move> {
        match self.count() {
            0 => None,
            count => self.nth(random.below(count as usize) as u64),
        }
    }
    /// Plays on with uniformly random moves: see [`crate::Playout::play`], which calls this.
    #[doc(hidden)]
    fn play_out(&mut self, random_game: RandomGame<'_>) -> Option<Ending> {
        random_game.run(
            self,
            |_| {},
            |game, (), number| {
                let mv = game.nth(number)?;
                game.play_listed(mv);
                Some(mv)
            },
        )
    }
}
