//! [`Game`]: a game to be played, by its name or from its rules.

use crate::{
    Board,
    games::{Entry, Handle, OpenError, find},
};
use std::{fmt, path::Path, sync::Arc};
use wazir_runtime::{Backend, FenError, Info, Style, Variant, typed::Naming};
use wazir_variant_spec::Source;

/// A game: chess, shogi, or one of whose rules nobody has heard before. Cheap to clone.
///
/// ```
/// use wazir::{Game, Side};
///
/// let mut board = Game::open("shogi")?.start();
/// board.play("c3c4".parse()?)?;
/// assert_eq!((board.turn(), board.side_name(Side::FIRST)), (Side::SECOND, Some("Sente")));
/// assert_eq!(board.moves().len(), 30);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Game {
    handle: Arc<Handle>,
    naming: Arc<Naming>,
}

impl Game {
    /// Opens a game of this build by its name, or a rule file by its path. Compiled code plays it where this build has some, else the machine.
    ///
    /// # Errors
    /// [`OpenError`]: there is none, the file cannot be read, or its rules are wrong.
    pub fn open(name: &str) -> Result<Game, OpenError> {
        Game::of(&find(name)?)
    }

    /// A game from the text of its rules; what it extends is looked for among the games of this build.
    ///
    /// ```
    /// let game = wazir::Game::from_rules(r#"(extends: "chess", name: "Knights", pieces: { "N": (name: "Knight", moves: "NN") })"#)?;
    /// assert_eq!((game.name(), game.start().moves().len()), ("Knights", 24));
    /// # Ok::<(), wazir::games::OpenError>(())
    /// ```
    ///
    /// # Errors
    /// [`OpenError::Rules`] with everything that is wrong, each with its place.
    pub fn from_rules(text: &str) -> Result<Game, OpenError> {
        Game::of(&Entry::from_source(Source { file: "rules.ron".to_string(), text: text.to_string() }, None))
    }

    /// A game from a rule file, whatever it is called; what it extends is looked for next to it first.
    ///
    /// # Errors
    /// [`OpenError::Unreadable`], or [`OpenError::Rules`] with everything that is wrong, each with its place.
    pub fn read(path: impl AsRef<Path>) -> Result<Game, OpenError> {
        Game::of(&Entry::read(path.as_ref())?)
    }

    fn of(entry: &Entry) -> Result<Game, OpenError> {
        Ok(Game::from(entry.open(None)?))
    }

    /// What it is called in files and commands: `shogi`.
    pub fn id(&self) -> &str {
        &self.info().id
    }

    /// What people call it: `Shogi`.
    pub fn name(&self) -> &str {
        &self.info().name
    }

    /// Its description: board, sides, pieces.
    pub fn info(&self) -> &Info {
        self.handle.info()
    }

    /// Who plays it: compiled code, the machine, or the interpreter.
    pub fn backend(&self) -> Backend {
        self.handle.backend()
    }

    /// The start.
    pub fn start(&self) -> Board {
        Board::named(&*self.handle.start(), self.naming.clone())
    }

    /// A game that begins at a position.
    ///
    /// # Errors
    /// Says which field of the FEN is wrong, where and why.
    pub fn from_fen(&self, fen: &str) -> Result<Board, FenError> {
        Ok(Board::named(&*self.handle.from_fen(fen, Style::Game)?, self.naming.clone()))
    }

    /// The game as other parts of Wazir take it.
    pub fn variant(&self) -> &dyn Variant {
        &**self.handle
    }
}

impl From<Handle> for Game {
    fn from(handle: Handle) -> Game {
        let naming = Arc::new(Naming::new(handle.info()));
        Game { handle: Arc::new(handle), naming }
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game").field("id", &self.id()).field("backend", &self.backend()).finish()
    }
}
