//! The object-safe handle through which programs play any game, compiled or interpreted.

use crate::{
    FenError, GameInProgress, Info, Move, Outcome, PieceId, Referred, Setup, SideId, Square, Style, move_text,
};
use alloc::{boxed::Box, string::String, vec::Vec};
use core::fmt;

/// A game that can be started: the entry of a registry.
pub trait Variant: Send + Sync {
    /// What the game is called, its board and letters.
    fn info(&self) -> &Info;
    /// Who plays it.
    fn backend(&self) -> Backend;
    /// The start position.
    fn start(&self) -> Box<dyn Game>;
    /// A position from FEN (either castling style is understood; `style` decides where they contradict).
    ///
    /// # Errors
    /// Says which field is wrong, where and why.
    #[allow(clippy::wrong_self_convention, reason = "from a FEN, by the game that `self` is")]
    fn from_fen(&self, fen: &str, style: Style) -> Result<Box<dyn Game>, FenError>;
}

/// Which implementation plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Backend {
    /// Generated code.
    Compiled,
    /// The machine, which runs the game's move program.
    Machine,
    /// The interpreter, which is the oracle of the others.
    Reference,
}

/// How perft counts its leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Perft {
    /// Leaves are counted without being played (bulk counting).
    Bulk,
    /// Every leaf is played.
    Leaf,
}

impl Perft {
    /// Plies, and turns, to which programs count at the most: the stack holds every position on the way.
    pub const DEEPEST: u32 = 100;

    /// Stack of a thread that counts so deep, in bytes: of the largest games a ply takes 64 KiB.
    pub const STACK: usize = 64 << 20;
}

/// A position of some game, with all that programs do with it. It knows nothing of those before it: repetition is a matter of [`GameInProgress`].
pub trait Game: Send + Sync {
    /// The game.
    fn info(&self) -> &Info;
    /// Who plays it.
    fn backend(&self) -> Backend;
    /// The position of the same game with this state.
    ///
    /// # Errors
    /// Says what about the state cannot be in this game.
    fn at(&self, setup: &Setup) -> Result<Box<dyn Game>, FenError>;
    /// A copy.
    fn boxed(&self) -> Box<dyn Game>;
    /// A game that begins here.
    fn begin(&self) -> Box<dyn GameInProgress> {
        Box::new(Referred::new(self.boxed()))
    }
    /// The position in full, in the neutral form that FEN is written from.
    fn setup(&self) -> Setup;
    /// The side to move.
    fn turn(&self) -> SideId;
    /// What stands on a square: side and type.
    fn piece_at(&self, square: Square) -> Option<(SideId, PieceId)>;
    /// How many pieces of a type a side has in hand.
    fn in_hand(&self, side: SideId, piece: PieceId) -> u16;
    /// Every legal move, each once, in the order of generation. Empty when the position is over. (Where moves can be illegal for what they
    /// repeat, [`GameInProgress::list`] leaves those out.)
    fn legal_moves(&self) -> Vec<Move>;
    /// Number of legal moves.
    fn count(&self) -> u64;
    /// Makes a move if it is legal.
    ///
    /// # Errors
    /// [`MoveError::Illegal`]; the position is unchanged then.
    fn play(&mut self, mv: Move) -> Result<(), MoveError>;
    /// Makes one of the moves that [`Game::legal_moves`] has for this position, without looking whether it is one. What comes of any other move is not said (but is a position, or
    /// the same one).
    fn play_listed(&mut self, mv: Move) {
        // By default it is looked at: what is not legal changes nothing.
        let _ = self.play(mv);
    }
    /// Enemy pieces that attack a royal of the side to move (with facing royals: the enemy royal). Ascending.
    fn checkers(&self) -> Vec<Square>;
    /// Zobrist hash: equal positions (placement, side to move, rights, en passant, hands, promoted marks, check counters)
    /// have equal hashes. The clocks and counts are not part of it.
    fn hash(&self) -> u64;
    /// The result, if the position by itself ends the game (all but repetition).
    fn outcome(&self) -> Option<Outcome>;
    /// Leaf nodes `depth` plies below; 1 at depth 0.
    fn perft(&self, depth: u32, mode: Perft) -> u64;

    /// FEN of the position.
    fn fen(&self, style: Style) -> String {
        crate::fen::print(self.info(), &self.setup(), style)
    }
    /// UCI text of one of this position's moves.
    fn move_text(&self, mv: Move, style: Style) -> String {
        move_text(self.info(), mv, style)
    }
    /// The legal move with this UCI text.
    ///
    /// # Errors
    /// [`MoveError::Syntax`] when it is no move text, [`MoveError::Illegal`] when it is no legal move here.
    fn parse_move(&self, text: &str, style: Style) -> Result<Move, MoveError> {
        crate::parse_move(self.info(), &self.legal_moves(), text, style)
    }
}

/// Why a move was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The text is not a move: what is wrong with it.
    Syntax(String),
    /// It is a move, and not legal here: the text, and the legal moves that come nearest.
    Illegal {
        /// The move's text.
        text: String,
        /// Legal moves close to it, best first; may be empty.
        near: Vec<String>,
    },
    /// The position allows it, and not what has gone before: it would bring a position about that may not be repeated.
    Repeats {
        /// The move's text.
        text: String,
    },
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Syntax(what) => f.write_str(what),
            MoveError::Illegal { text, near } if near.is_empty() => write!(f, "`{text}` is not a legal move here"),
            MoveError::Illegal { text, near } => {
                write!(f, "`{text}` is not a legal move here; did you mean {}?", near.join(", "))
            }
            MoveError::Repeats { text } => write!(f, "`{text}` would repeat a position that may not be repeated"),
        }
    }
}

impl core::error::Error for MoveError {}
