//! [`Naming`]: what one game calls its squares, types and moves.

use super::{Move, Piece, PieceType, Side, Square};
use crate::notation::lowest_rank;
use crate::wording::{self, Form, Wording, promotion_suffix};
use crate::{Grid, Info, MoveKind, PieceId, SideId, Style};
use alloc::{boxed::Box, vec};

/// Between the names of squares, types and moves and the numbers that one game has for them.
#[derive(Clone, Debug)]
pub struct Naming {
    files: u8,
    is_chess960: bool,
    /// By number; of holes nothing.
    squares: Box<[Option<Square>]>,
    /// By rank and file of the name: one more than the number; 0 where the board has no such square.
    numbers: Box<[u16]>,
    symbols: Box<[PieceType]>,
}

impl Naming {
    /// The names of a game. (Types whose symbols can stand in no rule file are all called `?`.)
    pub fn new(info: &Info) -> Naming {
        let symbols = info.pieces.iter().map(|piece| PieceType::of(&piece.symbol).unwrap_or(PieceType::NAMELESS));
        let mut naming = Naming {
            files: info.files,
            is_chess960: Style::Game.is_chess960(info),
            squares: vec![None; info.squares()].into(),
            numbers: vec![0; usize::from(Square::RANKS) * usize::from(Square::FILES)].into(),
            symbols: symbols.collect(),
        };
        let exists = |square: u16| (square as usize) < info.squares() && info.holes.binary_search(&square).is_err();
        for file in 0..info.files {
            // A file of hexagons begins at its lowest cell, and no file is called `j`.
            let (lowest, letter) = match info.grid {
                Grid::Squares => (0, file),
                Grid::Hexagons => (lowest_rank(info.files, file, exists), file + u8::from(file >= 9)),
            };
            for rank in 0..info.ranks {
                let number = u16::from(file) + u16::from(rank) * u16::from(info.files);
                let named = rank.checked_sub(lowest).and_then(|rank| Square::new(letter, rank));
                if let Some(square) = named.filter(|_| exists(number)) {
                    naming.squares[usize::from(number)] = Some(square);
                    naming.numbers[place(square)] = number + 1;
                }
            }
        }
        naming
    }

    /// The square with this number; `None` where there is none.
    #[inline]
    pub fn square(&self, number: crate::Square) -> Option<Square> {
        *self.squares.get(usize::from(number))?
    }

    /// The number of a square; `None` where the board has no such square.
    #[inline]
    pub fn square_number(&self, square: Square) -> Option<crate::Square> {
        self.numbers[place(square)].checked_sub(1)
    }

    /// Every square there is with its number, in the order of numbers.
    pub fn squares(&self) -> impl Iterator<Item = (crate::Square, Square)> + '_ {
        self.squares.iter().enumerate().filter_map(|(number, square)| Some((number as crate::Square, (*square)?)))
    }

    /// The type with this number; `None` where there is none.
    #[inline]
    pub fn piece_type(&self, id: PieceId) -> Option<PieceType> {
        self.symbols.get(usize::from(id)).copied()
    }

    /// The number of a type; `None` where the game has no such piece.
    pub fn piece_id(&self, piece: PieceType) -> Option<PieceId> {
        self.symbols.iter().position(|symbol| *symbol == piece).map(|id| id as PieceId)
    }

    /// The types, in the order of their numbers.
    pub fn piece_types(&self) -> &[PieceType] {
        &self.symbols
    }

    /// A piece, from the numbers of its side and its type.
    pub fn piece(&self, (side, piece): (SideId, PieceId)) -> Option<Piece> {
        Some(Piece { side: Side::of(side), kind: self.piece_type(piece)? })
    }

    /// The name of a move of the game, with its castlings in the game's own style; `None` for one that no position of the game can have.
    #[inline]
    pub fn name(&self, mv: crate::Move) -> Option<Move> {
        self.written(mv, self.is_chess960)
    }

    /// Can the move be called so as well: with its castling in the other style?
    pub(super) fn is_castling_called(&self, mv: crate::Move, name: &Move) -> bool {
        mv.kind() == MoveKind::Castling && self.written(mv, !self.is_chess960).as_ref() == Some(name)
    }

    /// Can the move be called so in short: a journey without its victims or what it carries, a push without what it pushes?
    pub(super) fn is_called_in_short(&self, mv: crate::Move, name: &Move) -> bool {
        wording::in_short(mv).is_some_and(|short| self.written(short, self.is_chess960).as_ref() == Some(name))
    }

    /// What [`crate::move_text`] writes of the move.
    fn written(&self, mv: crate::Move, is_chess960: bool) -> Option<Move> {
        Some(wording::write(self, self.files, mv, is_chess960)?.known_as(mv))
    }
}

/// Values; nothing where the game has no such square or type.
impl Wording for Naming {
    type Written = Option<Move>;
    fn part(&self, form: Form, squares: &[crate::Square]) -> Option<Move> {
        let mut named = [Square::ORIGIN; 4];
        for (named, &number) in named.iter_mut().zip(squares) {
            *named = self.square(number)?;
        }
        Some(Move::new(form, &named[..squares.len()]))
    }
    fn drop(&self, piece: PieceId, to: crate::Square) -> Option<Move> {
        Some(Move::drop(self.piece_type(piece)?, self.square(to)?))
    }
    fn then(&self, written: Option<Move>, from: crate::Square, to: crate::Square) -> Option<Move> {
        written?.then(self.square(from)?, self.square(to)?)
    }
    fn with_piece(&self, written: Option<Move>, piece: PieceId) -> Option<Move> {
        written?.with_suffix(self.piece_type(piece)?.symbol())
    }
    fn with_promotion(&self, written: Option<Move>, before: PieceId, after: PieceId) -> Option<Move> {
        let (before, after) = (self.piece_type(before)?, self.piece_type(after)?);
        written?.with_suffix(promotion_suffix(before.symbol(), after.symbol()))
    }
}

/// Where a square stands in [`Naming::numbers`].
#[inline]
fn place(square: Square) -> usize {
    usize::from(square.rank()) * usize::from(Square::FILES) + usize::from(square.file())
}
