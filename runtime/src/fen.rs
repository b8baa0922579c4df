//! FEN: text <-> [`Setup`], the neutral form of a position. Syntax only: whether a position is legal is for the backends.

mod board;
mod castling;
mod parse;
mod print;

pub use parse::{LONGEST, parse, parse_leniently};
pub use print::{piece_symbol, print};

use crate::{Info, PieceId, SideId, Square, TurnProgress};
use alloc::{string::String, vec, vec::Vec};
use core::fmt;

/// A position with everything that FEN says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// What stands on each square, by square number.
    pub board: Vec<Cell>,
    /// Pieces in hand: `hands[side][piece]`.
    pub hands: Vec<Vec<u16>>,
    /// Side to move.
    pub turn: SideId,
    /// Castling rights: squares of the partners that may still castle, ascending. Where positions remember first moves ([`Info::first_moves`]):
    /// squares of all such pieces that have not moved; a king castles with a partner while both are among them.
    pub castling: Vec<Square>,
    /// En passant squares with their victims, ascending by victim; more than one only where turns have several moves.
    pub en_passant: Vec<EnPassant>,
    /// Checks still to give, by side; empty where the game does not count them.
    pub checks: Vec<u8>,
    /// Passes in a row up to this position; 0 where the game does not count them.
    pub passes: u8,
    /// Which of the kinds of moves that end the game ([`Info::ending_moves`]) the last move was of: the first such, counted from 1; 0 for none.
    pub ending_move: u8,
    /// Squares, ascending, on which the last move has made captures that may not be answered in kind; empty in games without such a rule.
    pub struck: Vec<Square>,
    /// The type of the piece that has moved last, as far as positions remember it ([`crate::PieceInfo::remembered`]); `None` where nobody has moved yet, and in other games.
    pub last_moved: Option<PieceId>,
    /// How far the turn has come, where turns have several moves.
    pub progress: TurnProgress,
    /// Plies since the last move that resets the clock; while a count is running, the plies it stands at.
    pub halfmove: u32,
    /// Plies at which a count of moves runs out; 0 while none is running, and in games without such counts.
    pub count_limit: u32,
    /// Number of the full move, from 1.
    pub fullmove: u32,
    /// The sides that are out of the game, in the order in which they went; empty in games of two.
    pub out: Vec<SideId>,
}

impl Setup {
    /// The board without pieces and walls, nothing in hand, the first side's whole turn to move: where reading and writing begin.
    pub fn empty(info: &Info) -> Setup {
        let mut board = vec![Cell::Empty; info.squares()];
        for &hole in info.holes.iter() {
            if let Some(cell) = board.get_mut(hole as usize) {
                *cell = Cell::Hole;
            }
        }
        Setup {
            board,
            hands: vec![vec![0; info.pieces.len()]; info.sides.len()],
            turn: 0,
            castling: Vec::new(),
            en_passant: Vec::new(),
            checks: info.checks.to_vec(),
            passes: 0,
            ending_move: 0,
            struck: Vec::new(),
            last_moved: None,
            progress: TurnProgress::SINGLE,
            halfmove: 0,
            count_limit: 0,
            fullmove: 1,
            out: Vec::new(),
        }
    }

    /// What may be captured en passant where turns have one move, so that only one piece can just have passed over squares.
    ///
    /// # Errors
    /// Says so where there are more.
    pub fn only_en_passant(&self) -> Result<Option<&EnPassant>, FenError> {
        match &self.en_passant[..] {
            [] => Ok(None),
            [only] => Ok(Some(only)),
            _ => Err(FenError::position("two pieces cannot both just have passed over squares")),
        }
    }
}

/// What stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Cell {
    /// Nothing.
    #[default]
    Empty,
    /// There is no such square.
    Hole,
    /// A wall.
    Wall,
    /// A piece.
    Piece {
        /// Whose.
        side: SideId,
        /// Its type.
        piece: PieceId,
        /// It reverts to what it was promoted from when captured (`~`).
        promoted: bool,
    },
}

/// The en passant state: where an `e` move may go, and what it removes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnPassant {
    /// Squares passed over, ascending.
    pub squares: Vec<Square>,
    /// The piece that passed.
    pub victim: Square,
}

/// Why a FEN was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    /// Which part: "board", "hand", "side to move", "sides that are out", "castling rights", "en passant", "checks", "passes", "ending move", "truce", "last moved", "turn", "halfmove clock", "fullmove number", "position".
    pub field: &'static str,
    /// Byte range of the offending text in the FEN.
    pub span: (usize, usize),
    /// What is wrong and what was expected.
    pub message: String,
}

impl FenError {
    /// An error about the position as a whole, such as a missing royal.
    pub fn position(message: impl Into<String>) -> FenError {
        FenError { field: "position", span: (0, 0), message: message.into() }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FEN {}: {}", self.field, self.message)
    }
}

impl core::error::Error for FenError {}
