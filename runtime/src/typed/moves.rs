//! [`Move`].

use super::{ParseError, PieceType, Square, piece::SYMBOL, square::NAME};
use crate::{symbol_length, wording::Form};
use arrayvec::ArrayString;
use core::{cmp::Ordering, fmt, fmt::Write, hash, str::FromStr};

/// A move as its text tells it: `e2e4`, `e7e8q`, `b2h8+`, `P@f7`, `c3d4,d4e5`; see [`crate::move_text`] for all forms.
///
/// ```
/// use wazir_runtime::typed::Move;
///
/// let mv: Move = "e7e8q".parse()?;
/// assert_eq!(mv.to_string(), "e7e8q");
/// assert_eq!(mv.target().to_string(), "e8");
/// assert!("e7-e8".parse::<Move>().is_err());
/// # Ok::<(), wazir_runtime::typed::ParseError>(())
/// ```
///
/// Moves of one text are equal. Whether one is legal, and what it does, a [`super::Board`] tells ([`super::Board::find`]).
#[derive(Clone, Copy)]
pub struct Move {
    form: Form,
    /// How many of `squares` are written.
    written: u8,
    squares: [Square; MOST],
    /// What is dropped.
    piece: Option<PieceType>,
    /// What stands behind the squares: promotion, gating, the price of a drop.
    suffix: Suffix,
    /// The suffix stands before the first comma.
    is_early: bool,
    /// The move of a game of which this is the text, where a game has told it: saves looking for it. No part of what the move is.
    known: Option<crate::Move>,
}

/// Most squares of a text: three parts of two each.
const MOST: usize = 6;

/// A promotion and a gating.
pub(super) type Suffix = ArrayString<{ 2 * SYMBOL }>;

impl Move {
    /// A move of this form, with as many squares as its first part has.
    pub(super) fn new(form: Form, squares: &[Square]) -> Move {
        let (mut all, suffix) = ([squares[0]; MOST], Suffix::new_const());
        all[..squares.len()].copy_from_slice(squares);
        Move { form, written: squares.len() as u8, squares: all, piece: None, suffix, is_early: false, known: None }
    }

    /// The move of a game of which this is the text, where a game has told it.
    #[inline]
    pub(super) fn known(self) -> Option<crate::Move> {
        self.known
    }

    /// The same move, of which a game tells that it is this one of its own.
    #[inline]
    pub(super) fn known_as(self, mv: crate::Move) -> Move {
        Move { known: Some(mv), ..self }
    }

    /// The drop of a piece.
    pub(super) fn drop(piece: PieceType, to: Square) -> Move {
        Move { piece: Some(piece), ..Move::new(Form::Drop, &[to]) }
    }

    /// The same move with one part more: `,a1a2`. What has been written behind the squares stays where it is.
    pub(super) fn then(mut self, from: Square, to: Square) -> Option<Move> {
        let at = usize::from(self.written);
        self.squares.get_mut(at..at + 2)?.copy_from_slice(&[from, to]);
        self.written += 2;
        self.is_early |= !self.suffix.is_empty();
        Some(self)
    }

    /// The same move with more written behind its squares, in small letters.
    pub(super) fn with_suffix(mut self, text: &str) -> Option<Move> {
        for c in text.chars() {
            self.suffix.try_push(c.to_ascii_lowercase()).ok()?;
        }
        Some(self)
    }

    /// Where the moving piece starts; `None` for a drop. (A castling in the style of Chess960 begins with the king, unless a piece is gated where the rook was.)
    pub fn from(self) -> Option<Square> {
        (self.form != Form::Drop).then_some(self.squares[0])
    }

    /// Where the move arrives; with a wall, where that is placed. (A castling in the style of Chess960 names the rook's square, a push the one of the first piece
    /// that is pushed.)
    pub fn target(self) -> Square {
        match self.form {
            Form::Steps | Form::Drop => self.squares[usize::from(self.written) - 1],
            Form::Swap | Form::Carry | Form::Push | Form::PushStaying => self.squares[1],
        }
    }

    /// All squares that are written, in order: from, to and, behind each comma, two more.
    pub fn squares(&self) -> &[Square] {
        &self.squares[..usize::from(self.written)]
    }

    /// The piece that is dropped, if one is.
    pub fn dropped(self) -> Option<PieceType> {
        self.piece
    }

    /// Is a piece of the hand dropped?
    pub fn is_drop(self) -> bool {
        self.form == Form::Drop
    }

    /// What is written behind the squares, in small letters: what the piece promotes to (`q`; `+` and `-` for its own promoted and unpromoted type), what is
    /// gated, what is paid for a drop; empty where nothing is.
    pub fn suffix(&self) -> &str {
        &self.suffix
    }

    /// The parts that tell moves apart.
    fn key(&self) -> (Form, &[Square], Option<PieceType>, &str, bool) {
        (self.form, self.squares(), self.piece, self.suffix(), self.is_early)
    }

    fn write(&self, out: &mut impl Write) -> fmt::Result {
        let square = |out: &mut _, number: usize| self.squares[number].write(out);
        if let Some(piece) = &self.piece {
            out.write_str(piece.symbol())?;
            out.write_char('@')?;
        }
        let first = self.form.squares();
        for number in 0..first {
            if let Some(mark) = self.form.mark(number) {
                out.write_char(mark)?;
            }
            square(out, number)?;
        }
        if self.is_early {
            out.write_str(&self.suffix)?;
        }
        for number in (first..usize::from(self.written)).step_by(2) {
            out.write_char(',')?;
            square(out, number)?;
            square(out, number + 1)?;
        }
        if self.is_early { Ok(()) } else { out.write_str(&self.suffix) }
    }

    /// Reads a text; `None` when it is none of a move.
    fn read(text: &str) -> Option<Move> {
        let mut parts = text.split(',');
        let mut mv = Move::read_first(parts.next()?)?;
        let mut is_last = mv.suffix.is_empty();
        for part in parts {
            let (from, rest) = Square::read(part)?;
            let (to, rest) = Square::read(rest)?;
            // One suffix: before the first comma, or at the end.
            if !rest.is_empty() && !is_last {
                return None;
            }
            mv = mv.then(from, to)?;
            if !rest.is_empty() {
                mv = mv.with_written(rest)?;
                is_last = false;
            }
        }
        // A suffix between two commas is none.
        (mv.to_text() == *text).then_some(mv)
    }

    /// Reads what stands before the first comma.
    fn read_first(text: &str) -> Option<Move> {
        if let Some((piece, rest)) = text.split_once('@') {
            let (to, rest) = Square::read(rest)?;
            return Move::drop(PieceType::of(piece)?, to).with_written(rest);
        }
        let mut squares = [Square::ORIGIN; 4];
        let (mut count, mut rest, mut marks) = (0, text, ArrayString::<3>::new());
        while let Some((square, left)) = Square::read(rest) {
            *squares.get_mut(count)? = square;
            count += 1;
            rest = left;
            // What stands between this square and the next one; a square is never read behind a suffix.
            let mark = rest.chars().next().filter(|mark| matches!(mark, '~' | '>'));
            if let Some(mark) = mark {
                marks.try_push(mark).ok()?;
                rest = &rest[1..];
            }
        }
        let form = match (count, &*marks) {
            (2, "") => return Move::new(Form::Steps, &squares[..2]).with_written(rest),
            (2, "~") => Form::Swap,
            (4, "~") => Form::Carry,
            (3, ">") => Form::Push,
            (3, ">>") => Form::PushStaying,
            _ => return None,
        };
        rest.is_empty().then(|| Move::new(form, &squares[..count]))
    }

    /// The same move with this suffix, if it can be one.
    fn with_written(self, text: &str) -> Option<Move> {
        is_suffix(text).then(|| self.with_suffix(text))?
    }

    fn to_text(self) -> ArrayString<LONGEST> {
        let mut text = ArrayString::new();
        // There is room for the longest.
        let _ = self.write(&mut text);
        text
    }
}

/// Bytes of the longest text: all squares, a piece with its `@`, two marks or commas, a suffix.
const LONGEST: usize = MOST * NAME + (SYMBOL + 1) + 2 + 2 * SYMBOL;

/// Nothing, a promotion, a gating, or both: symbols in small letters, and `+` and `-` for promotions.
fn is_suffix(text: &str) -> bool {
    let symbol = |text: &str| {
        let letter = text.strip_prefix('+').unwrap_or(text);
        letter.starts_with(|c: char| c.is_ascii_lowercase()) && symbol_length(text) == text.len()
    };
    let promotion = |text: &str| matches!(text, "+" | "-") || symbol(text);
    let splits = |at: usize| text.is_char_boundary(at) && promotion(&text[..at]) && symbol(&text[at..]);
    text.is_empty() || text.len() <= 2 * SYMBOL && (promotion(text) || (1..text.len()).any(splits))
}

impl PartialEq for Move {
    fn eq(&self, other: &Move) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Move {}

impl PartialOrd for Move {
    fn partial_cmp(&self, other: &Move) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Move {
    fn cmp(&self, other: &Move) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl hash::Hash for Move {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_text())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Move").field(&&*self.to_text()).finish()
    }
}

impl FromStr for Move {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Move, ParseError> {
        Move::read(text).ok_or_else(|| ParseError::new("a move, such as `e2e4`, `e7e8q` or `P@f7`", text))
    }
}
