//! The limits of rule files. They are far beyond what games need, and keep the work of reading any file, however it was made, within a second and 200 MB.
//!
//! `docs/limits.md` is the table of the limits of the whole program; a test compares it with these constants.

use crate::foreign;
use std::io::{self, Read};

/// Bytes of a rule file or a file with values.
pub const FILE_BYTES: usize = 1 << 20;
/// Values (numbers, texts, words, lists, fields in parentheses) of a game, with all that it inherits.
pub const VALUES: usize = 30_000;
/// Items between one pair of brackets.
pub const ITEMS: usize = 1000;
/// Brackets within brackets.
pub const NESTING: usize = 48;
/// Bytes of one text in quotes.
pub const TEXT_BYTES: usize = 8192;
/// Bytes of a name: of a game, a side, a piece or a region, and of any word or number.
pub const NAME_BYTES: usize = 100;
/// Files that extend each other, the first one not counted.
pub const PARENTS: usize = 16;
/// Mistakes after which no more are looked for.
pub const MISTAKES: usize = 1000;
/// Errors that are told in full, and as many warnings; of the rest, their number.
pub const TOLD: usize = 50;

/// Files, and ranks, of a board.
pub const BOARD_EDGE: u16 = 32;
/// Types of pieces.
pub const PIECES: usize = 250;
/// Rules about how a game ends.
pub const ENDS: usize = 200;
/// Regions with a name.
pub const REGIONS: usize = 250;
/// Regions that are defined by others, one within the other.
pub const REGION_NESTING: usize = 16;

/// Bytes of one movement in Betza notation.
pub const BETZA_BYTES: usize = 1000;
/// Legs of one move in Betza notation, each time a group is repeated counted.
pub const BETZA_LEGS: usize = 64;
/// Ways, leg by leg, in which one move of several legs can go; a leg that goes as far as it likes counts for each length, if others follow.
pub const BETZA_WAYS: usize = 20_000;
/// The same, together with the directions of moves of one leg, of all pieces of all sides; once more for each piece that others lend them to.
pub const GAME_WAYS: usize = 50_000;
/// The squares of the board, to the power of the moves of a turn but one, where what could be captured in one turn counts as attacked.
pub const LOOKED_THROUGH: usize = 4_096;
/// Movements (atoms of Betza notation) of all pieces of all sides, with those that friends lend them.
pub const MOVEMENTS: usize = 10_000;
/// Promotions of one piece.
pub const PROMOTIONS: usize = 50;

/// Reads everything, unless that is more than `most` bytes: then no more than that is read.
///
/// # Errors
/// [`io::ErrorKind::FileTooLarge`] with the limit, or what goes wrong with reading.
pub fn read_bounded(input: impl Read, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(most as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > most { Err(too_large(most)) } else { Ok(bytes) }
}

/// The same for text.
///
/// # Errors
/// As of [`read_bounded`], and [`io::ErrorKind::InvalidData`] where it is no UTF-8, with what it is instead.
pub fn read_text_bounded(input: impl Read, most: usize) -> io::Result<String> {
    foreign::text(read_bounded(input, most)?, false).map_err(no_text)
}

/// The same for a rule file of at most [`FILE_BYTES`]: what is no text is told how it could become one, or where rules stand.
///
/// # Errors
/// As of [`read_text_bounded`].
pub fn read_rules_bounded(input: impl Read) -> io::Result<String> {
    foreign::text(read_bounded(input, FILE_BYTES)?, true).map_err(no_text)
}

fn no_text(what: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

fn too_large(most: usize) -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, format!("it is larger than {}, which is the limit", size(most)))
}

/// A number of bytes, for people.
pub fn size(bytes: usize) -> String {
    match bytes {
        _ if bytes.is_multiple_of(1 << 20) => format!("{} MiB", bytes >> 20),
        _ if bytes.is_multiple_of(1 << 10) => format!("{} KiB", bytes >> 10),
        _ => format!("{bytes} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_stops_at_the_limit() {
        assert_eq!(read_bounded(&[1, 2, 3][..], 3).expect("at the limit"), [1, 2, 3]);
        let error = read_bounded(io::repeat(0), 1 << 20).expect_err("without end");
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(error.to_string(), "it is larger than 1 MiB, which is the limit");
        assert_eq!(size(8192), "8 KiB");
        assert_eq!(size(1000), "1000 bytes");
    }
}
