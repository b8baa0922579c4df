//! [`Square`].

use super::ParseError;
use crate::notation::parse_square;
use core::{fmt, fmt::Write, str::FromStr};

/// A square by its name: a file, written as a letter, and a rank, written as a number. Ordered by rank, then by file.
///
/// ```
/// use wazir_runtime::typed::Square;
///
/// let square: Square = "e4".parse()?;
/// assert_eq!((square.file(), square.rank()), (4, 3));
/// assert_eq!(square.to_string(), "e4");
/// assert_eq!(Square::new(26, 11).map(|square| square.to_string()).as_deref(), Some("aa12"));
/// # Ok::<(), wazir_runtime::typed::ParseError>(())
/// ```
///
/// Cells of boards of hexagons have names as well (`f6`): there the letter `j` is left out, and ranks are counted from the lowest cell of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    rank: u8,
    file: u8,
}

/// Bytes of the longest name: `ag32`.
pub(super) const NAME: usize = 4;

impl Square {
    /// Letters of files: `a` to `z`, `aa` to `ag`. (A board has at most 32 files; hexagons leave a letter out.)
    pub const FILES: u8 = 33;
    /// Ranks that a board may have.
    pub const RANKS: u8 = 32;

    /// `a1`.
    pub(super) const ORIGIN: Square = Square { rank: 0, file: 0 };

    /// The square on this file and rank, both counted from 0: `a1` is (0, 0). `None` where no board has one.
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file < Square::FILES && rank < Square::RANKS { Some(Square { rank, file }) } else { None }
    }

    /// The file, counted from 0: by its letter, as the name has it.
    #[inline]
    pub const fn file(self) -> u8 {
        self.file
    }

    /// The rank, counted from 0: one less than the name's number.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.rank
    }

    /// Reads the square at the start of a text; returns it and the rest.
    pub(super) fn read(text: &str) -> Option<(Square, &str)> {
        let (number, rest) = parse_square(Square::FILES, Square::RANKS, text)?;
        let files = u16::from(Square::FILES);
        Some((Square { rank: (number / files) as u8, file: (number % files) as u8 }, rest))
    }

    pub(super) fn write(self, out: &mut impl Write) -> fmt::Result {
        if self.file >= 26 {
            out.write_char('a')?;
        }
        out.write_char((b'a' + self.file % 26) as char)?;
        let number = self.rank + 1;
        if number >= 10 {
            out.write_char((b'0' + number / 10) as char)?;
        }
        out.write_char((b'0' + number % 10) as char)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut name = arrayvec::ArrayString::<NAME>::new();
        self.write(&mut name)?;
        f.pad(&name)
    }
}

impl FromStr for Square {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Square, ParseError> {
        match Square::read(text) {
            Some((square, "")) => Ok(square),
            _ => Err(ParseError::new("a square, such as `e4`", text)),
        }
    }
}
