//! [`Info`]: what notation and front ends have to know about a game. No rules of play.

use crate::{PieceId, RepetitionRule, SideId, Square, TurnInfo, notation};
use alloc::{borrow::Cow, string::String};

/// Static description of a game: names, board, letters, and what its FEN holds.
///
/// Generated modules hold one in a `static`; the interpreter builds one from `Rules`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// Identifier, such as `shogi`.
    pub id: Cow<'static, str>,
    /// Name for people.
    pub name: Cow<'static, str>,
    /// One sentence about the game.
    pub about: Cow<'static, str>,
    /// Number of files, 1 to 32.
    pub files: u8,
    /// Number of ranks, 1 to 32.
    pub ranks: u8,
    /// The shape of its cells, which decides how they are named.
    pub grid: Grid,
    /// Squares that do not exist, ascending.
    pub holes: Cow<'static, [Square]>,
    /// FEN may hold walls (`*`).
    pub walls: bool,
    /// The sides in the order of turns.
    pub sides: Cow<'static, [SideInfo]>,
    /// How the sides sit around the board, by side; empty where two sides play against each other up and down the board.
    pub seats: Cow<'static, [SeatInfo]>,
    /// The piece types.
    pub pieces: Cow<'static, [PieceInfo]>,
    /// FEN holds hands (`[...]`).
    pub hands: bool,
    /// FEN marks pieces that revert when captured (`~`).
    pub promoted_marks: bool,
    /// Castlings, in the order of their letters in FEN.
    pub castlings: Cow<'static, [CastlingInfo]>,
    /// Pieces that FEN's rights field tells to be unmoved, by side; empty where positions do not remember it.
    pub first_moves: Cow<'static, [FirstMoves]>,
    /// Which moves leave en passant squares; empty where there is no en passant.
    pub en_passant: Cow<'static, [EnPassantPattern]>,
    /// How many checks each side has to give, to win or for a mate to count; empty where FEN does not count them.
    pub checks: Cow<'static, [u8]>,
    /// Up to how many passes in a row positions count; 0 where they do not.
    pub passes: u8,
    /// How many kinds of moves end the game ([`crate::Setup::ending_move`]).
    pub ending_moves: u8,
    /// Positions remember captures that may not be answered in kind ([`crate::Setup::struck`]).
    pub truces: bool,
    /// The turns of each side; empty where each turn is one move.
    pub turns: Cow<'static, [TurnInfo]>,
    /// What pieces count, by side; empty where no points are counted.
    pub points: Cow<'static, [SidePoints]>,
    /// What repeated positions mean, in the order of the rules; see [`crate::GameInProgress`].
    pub repetition: Cow<'static, [RepetitionRule]>,
    /// Start position.
    pub start_fen: Cow<'static, str>,
    /// Castling is written Chess960-style by default.
    pub chess960: bool,
}

/// The shape of a board's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub enum Grid {
    /// Squares, named by file and rank: `a1`.
    #[default]
    Squares,
    /// Hexagons that stand on a side, so that files go straight up. Each file stands half a cell lower than the one left of it would make it: a cell's neighbours are
    /// one rank up and down its file, on the next file the cells of the same rank and of one rank more, on the one before those of the same rank and of one less.
    ///
    /// Names follow Glinski: files are lettered without `j`, and each file's cells are counted from its lowest one.
    Hexagons,
}

/// A side, for notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideInfo {
    /// Name for people.
    pub name: Cow<'static, str>,
    /// Letter in FEN's side field.
    pub letter: char,
}

impl SideInfo {
    /// A side of this name and letter.
    pub const fn new(name: &'static str, letter: char) -> SideInfo {
        SideInfo { name: Cow::Borrowed(name), letter }
    }
}

/// How a side sits, for notation and results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatInfo {
    /// Sides of one number are allies: they win and lose together.
    pub team: u8,
    /// The side plays sideways: what are ranks to others are files to it.
    pub sideways: bool,
}

/// A piece type, for notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceInfo {
    /// FEN symbol for the first side: `P`, `+P`, `P'` (see [`symbol_length`](crate::symbol_length)).
    pub symbol: Cow<'static, str>,
    /// Name for people.
    pub name: Cow<'static, str>,
    /// Royal for at least one side (front ends mark it; a pass is written with it).
    pub royal: bool,
    /// It moves as pawns of chess do, straight on, and captures only aslant: its moves are written without a letter in SAN (`e4`, `exd5`). At most one type of a
    /// game is marked so.
    pub pawn: bool,
    /// Positions remember that such a piece has moved last ([`crate::Setup::last_moved`]).
    pub remembered: bool,
}

impl PieceInfo {
    /// A piece that is royal for nobody.
    pub const fn common(symbol: &'static str, name: &'static str) -> PieceInfo {
        let (symbol, name) = (Cow::Borrowed(symbol), Cow::Borrowed(name));
        PieceInfo { symbol, name, royal: false, pawn: false, remembered: false }
    }

    /// A piece that is written without a letter in SAN.
    pub const fn pawn(symbol: &'static str, name: &'static str) -> PieceInfo {
        let mut piece = PieceInfo::common(symbol, name);
        piece.pawn = true;
        piece
    }

    /// A piece that is royal for at least one side.
    pub const fn royal(symbol: &'static str, name: &'static str) -> PieceInfo {
        let mut piece = PieceInfo::common(symbol, name);
        piece.royal = true;
        piece
    }

    /// The same type, of which positions remember that it has moved last.
    pub const fn remembered(mut self) -> PieceInfo {
        self.remembered = true;
        self
    }
}

/// What the pieces of a side count where points decide, in hundredths of a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SidePoints {
    /// Each piece of a type, on the board or in hand, by [`PieceId`].
    pub pieces: Cow<'static, [u32]>,
    /// What the side has without any piece.
    pub bonus: u32,
}

/// A castling, for the rights field of FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CastlingInfo {
    /// Whose.
    pub side: SideId,
    /// Letter for the first side (`K`, `Q`).
    pub letter: char,
    /// The type that castles.
    pub king: PieceId,
    /// Types it castles with.
    pub partners: Cow<'static, [PieceId]>,
    /// 0-based rank on which both stand; for a side that plays sideways, the file.
    pub rank: u8,
    /// +1: the partner stands on a higher file (sideways: rank) than the king; -1: on a lower one.
    pub towards: i8,
    /// The partner that the letter means where one stands on this square; else it means the outermost.
    pub partner_from: Option<Square>,
}

/// The pieces of a side of which positions remember whether they have moved, for the rights field of FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstMoves {
    /// Whose.
    pub side: SideId,
    /// 0-based rank they stand on; for a side that plays sideways, the file.
    pub rank: u8,
    /// Their types, ascending.
    pub pieces: Cow<'static, [PieceId]>,
}

/// A move of `piece` of `side` that ends `dx` files and `dy` ranks away from a square it leaves as an en passant square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnPassantPattern {
    /// Who made the move.
    pub side: SideId,
    /// Type of the victim.
    pub piece: PieceId,
    /// From the en passant square to the victim.
    pub dx: i16,
    /// From the en passant square to the victim.
    pub dy: i16,
}

impl Info {
    /// Number of squares of the rectangle, holes included.
    pub fn squares(&self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// The name of a square.
    pub fn square_name(&self, square: Square) -> String {
        notation::cell_name(self.grid, self.files, square, self.exists())
    }

    /// Reads the name of a square at the start of `text`; returns the square and the rest.
    ///
    /// Returns `None` when `text` does not start with a square of this board.
    pub fn parse_square<'t>(&self, text: &'t str) -> Option<(Square, &'t str)> {
        notation::parse_cell(self.grid, (self.files, self.ranks), text, self.exists())
    }

    fn exists(&self) -> impl Fn(Square) -> bool {
        |square| (square as usize) < self.squares() && self.holes.binary_search(&square).is_err()
    }

    /// The type with this symbol, as written for the first side.
    pub fn piece_by_symbol(&self, symbol: &str) -> Option<PieceId> {
        self.pieces.iter().position(|p| p.symbol == symbol).map(|i| i as PieceId)
    }

    /// Are there more than two sides? Then FEN marks each piece with the letter of its side, instead of upper and lower case.
    pub fn has_many_sides(&self) -> bool {
        self.sides.len() > 2
    }

    /// Are these one side, or two of one team?
    pub fn are_allied(&self, a: SideId, b: SideId) -> bool {
        let team = |side: SideId| self.seats.get(side as usize).map(|seat| seat.team);
        a == b || team(a).is_some() && team(a) == team(b)
    }

    /// Does the side play sideways?
    fn is_sideways(&self, side: SideId) -> bool {
        self.seats.get(side as usize).is_some_and(|seat| seat.sideways)
    }

    /// Number of squares of a line of the side: one of its own ranks, which for a side that plays sideways is a file.
    pub(crate) fn line_length(&self, side: SideId) -> u8 {
        if self.is_sideways(side) { self.ranks } else { self.files }
    }

    /// The square at this place of a line of the side.
    pub(crate) fn on_line(&self, side: SideId, line: u8, place: u8) -> Square {
        let (file, rank) = if self.is_sideways(side) { (line, place) } else { (place, line) };
        file as Square + rank as Square * self.files as Square
    }

    /// The line of the side on which the square lies, and its place there.
    pub(crate) fn line_and_place(&self, side: SideId, square: Square) -> (u8, u8) {
        let (file, rank) = ((square % self.files as Square) as u8, (square / self.files as Square) as u8);
        if self.is_sideways(side) { (file, rank) } else { (rank, file) }
    }

    /// True when an en passant square alone does not tell which piece passed it, so that FEN names the victim as well.
    pub fn en_passant_names_victim(&self) -> bool {
        let by_several = self.has_many_sides() && !self.en_passant.is_empty();
        by_several
            || self
                .en_passant
                .iter()
                .enumerate()
                .any(|(i, a)| self.en_passant[..i].iter().any(|b| a.side == b.side && (a.dx, a.dy) != (b.dx, b.dy)))
    }
}
