//! Square names and UCI move text, both ways. No rules: what is legal is decided by whoever generated the moves.

use crate::{Grid, Info, Move, MoveError, Square, shortened, wording};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::cmp::Ordering;

/// How castling is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Style {
    /// As the game's own file says ([`Info::chess960`]).
    #[default]
    Game,
    /// `KQkq`, and the king's own two squares: `e1g1`.
    Standard,
    /// Rights as files (`HAha`), castling as king takes rook: `e1h1`.
    Chess960,
}

impl Style {
    /// Is this Chess960 style, for that game?
    pub fn is_chess960(self, info: &Info) -> bool {
        match self {
            Style::Game => info.chess960,
            Style::Standard => false,
            Style::Chess960 => true,
        }
    }
}

/// Most bytes of a move's text, in whatever notation: longer ones are refused unread. The longest that any game has are half as long.
pub const LONGEST_MOVE: usize = 200;

/// Why a text of so many bytes, which are more than [`LONGEST_MOVE`], is not read as a move.
pub fn too_long(bytes: usize) -> String {
    format!("it has {bytes} bytes, and a move has at most {LONGEST_MOVE}, which is the limit")
}

/// Letters of a file's name.
const MOST_LETTERS: usize = 2;
/// Digits of a rank.
const MOST_DIGITS: usize = 3;

/// The name of a file, counted from 0: `a` to `z`, then `aa` to `af`.
pub fn file_name(file: u8) -> String {
    let letter = (b'a' + file % 26) as char;
    if file < 26 { letter.to_string() } else { format!("a{letter}") }
}

/// The name of a square on a board with `files` files: `a1`, `j10`, `aa3`.
pub fn square_name(files: u8, square: Square) -> String {
    let file = (square % files as Square) as u8;
    format!("{}{}", file_name(file), square / files as Square + 1)
}

/// Reads a square name at the start of `text`; returns the square and the rest.
///
/// Returns `None` when `text` does not start with a square of a `files` x `ranks` board.
pub fn parse_square(files: u8, ranks: u8, text: &str) -> Option<(Square, &str)> {
    // One letter or digit more than a square has tells that it is none: what follows is not looked at, so that squares can be looked for at each place of a long text.
    let letters = text.bytes().take(MOST_LETTERS + 1).take_while(u8::is_ascii_lowercase).count();
    let digits = text[letters..].bytes().take(MOST_DIGITS + 1).take_while(u8::is_ascii_digit).count();
    if digits > MOST_DIGITS {
        return None;
    }
    let file = match text.as_bytes()[..letters] {
        [letter] => letter - b'a',
        [b'a', letter] => 26 + (letter - b'a'),
        _ => return None,
    };
    let (rank, rest) = text[letters..].split_at(digits);
    if rank.starts_with('0') {
        return None;
    }
    let rank: u8 = rank.parse().ok()?;
    (file < files && rank <= ranks).then(|| (file as Square + (rank as Square - 1) * files as Square, rest))
}

/// The lowest rank of a file on which there is a cell, counted from 0; 0 where there is none.
pub fn lowest_rank(files: u8, file: u8, exists: impl Fn(Square) -> bool) -> u8 {
    // Nothing exists beyond the last rank, of which there are at most 32.
    (0..32).find(|&rank| exists(file as Square + rank as Square * files as Square)).unwrap_or(0)
}

/// The name of a cell of a board with `files` files whose cells are those that `exist`; see [`Grid`]. (A hole below the lowest cell of its file of hexagons has a
/// number of 0 or less.)
pub fn cell_name(grid: Grid, files: u8, square: Square, exists: impl Fn(Square) -> bool) -> String {
    match grid {
        Grid::Squares => square_name(files, square),
        Grid::Hexagons => {
            let (file, rank) = ((square % files as Square) as u8, (square / files as Square) as i32);
            let number = rank + 1 - lowest_rank(files, file, exists) as i32;
            format!("{}{number}", file_name(file + u8::from(file >= LETTER_LEFT_OUT)))
        }
    }
}

/// Reads a cell's name at the start of `text`, on a board of that many files and ranks; returns the cell and the rest.
pub fn parse_cell(
    grid: Grid,
    (files, ranks): (u8, u8),
    text: &str,
    exists: impl Fn(Square) -> bool,
) -> Option<(Square, &str)> {
    if grid == Grid::Squares {
        return parse_square(files, ranks, text);
    }
    // As on a board of squares with one letter more, but for where each file is counted from.
    let wider = files + u8::from(files > LETTER_LEFT_OUT);
    let (named, rest) = parse_square(wider, ranks, text)?;
    let (letter, number) = ((named % wider as Square) as u8, named / wider as Square);
    let file = match letter.cmp(&LETTER_LEFT_OUT) {
        Ordering::Less => letter,
        Ordering::Equal => return None,
        Ordering::Greater => letter - 1,
    };
    let rank = number + lowest_rank(files, file, exists) as Square;
    (rank < ranks as Square).then(|| (file as Square + rank * files as Square, rest))
}

/// The place of `j` among the letters.
const LETTER_LEFT_OUT: u8 = 9;

/// What may stand behind the letter of a piece type, so that types that share a letter differ: `P`, `P'`, `P!`. At most [`MOST_MARKS`] of them do.
pub const SYMBOL_MARKS: [char; 2] = ['\'', '!'];

/// Most marks behind a letter: with these, `+` and two of [`SYMBOL_MARKS`], there are symbols for more types than a game can have.
pub const MOST_MARKS: usize = 2;

/// Length in bytes of the piece symbol at the start of `text`, whatever its letter is: `+` where there is one, a character, and its marks.
///
/// Marks never begin a symbol, so a text in which symbols follow each other is read in one way: as long as it goes.
pub fn symbol_length(text: &str) -> usize {
    let plus = usize::from(text.starts_with('+'));
    let letter = plus + text[plus..].chars().next().map_or(0, char::len_utf8);
    letter + text[letter..].chars().take(MOST_MARKS).take_while(|c| SYMBOL_MARKS.contains(c)).count()
}

/// UCI text of a move: `e2e4`, `e7e8q`, `b2h8+`, `b2h8-`, `P@f7`, `+P@a3`, `N@f7b` (a drop for which a `B` is given), `e1g1` (Chess960 style `e1h1`). A wall that is placed then follows behind a comma,
/// with the square of arrival before it: `a4a5,a5d5`.
///
/// A journey that captures on its way is written part by part, from victim to victim (lowest square first) to the square of arrival: `c3d4,d4e5`, `f6g7,g7f6`;
/// a piece that has moved and is back without having captured anything: `f6f6`.
///
/// Pieces that exchange places: `a1~a8`. A journey that carries a piece, with the squares where that stood and where it is put down: `d1d5~d5d3`.
///
/// A push is written as other moves are, where it is the only one in its game that can be meant; elsewhere with the square where the first piece goes: `e4f5>g6`. `e4>f5>g6` when the
/// mover stays on e4, `e4>f5>f5` when what stands on f5 is lost by that.
///
/// A castling by which the king goes to the next square, or stays, is written as king takes partner in either style: `f1g1` is a step.
///
/// A piece that is gated follows: `d1d2e`; with a castling that leaves two squares, on the partner's as `h1e1e`, on the king's as `e1g1e`.
pub fn move_text(info: &Info, mv: Move, style: Style) -> String {
    wording::write(info, info.files, mv, style.is_chess960(info))
}

/// The move among `legal` whose text is `text`.
///
/// Castling is understood in both styles where no other legal move has that text. A journey is understood without its victims or what it carries (`c3e5`), a push without what it pushes, where no other legal
/// move can be written so.
///
/// # Errors
/// [`MoveError::Syntax`] when the text is no move at all, or longer than [`LONGEST_MOVE`]; [`MoveError::Illegal`], with the nearest legal moves, when it is none of `legal`.
pub fn parse_move(info: &Info, legal: &[Move], text: &str, style: Style) -> Result<Move, MoveError> {
    if text.len() > LONGEST_MOVE {
        return Err(MoveError::Syntax(format!("`{}` is not a move: {}", shortened(text), too_long(text.len()))));
    }
    let other = if style.is_chess960(info) { Style::Standard } else { Style::Chess960 };
    for style in [style, other] {
        if let Some(&mv) = legal.iter().find(|&&mv| move_text(info, mv, style) == text) {
            return Ok(mv);
        }
    }
    let mut short =
        legal.iter().filter(|&&mv| wording::in_short(mv).is_some_and(|mv| move_text(info, mv, style) == text));
    if let (Some(&mv), None) = (short.next(), short.next()) {
        return Ok(mv);
    }
    check_syntax(info, text)?;
    let mut near: Vec<(usize, String)> = legal
        .iter()
        .map(|&mv| move_text(info, mv, style))
        .map(|other| (distance(text, &other), other))
        .filter(|(distance, _)| *distance <= 2)
        .collect();
    near.sort();
    near.truncate(3);
    Err(MoveError::Illegal { text: text.to_string(), near: near.into_iter().map(|(_, text)| text).collect() })
}

/// Is `text` of the form of a move on this board?
fn check_syntax(info: &Info, text: &str) -> Result<(), MoveError> {
    let board = format!("a1 to {}", last_square_name(info));
    let square = |text| info.parse_square(text);
    let error = |what: String| Err(MoveError::Syntax(what));
    if let Some((first, next)) = text.split_once(',') {
        check_syntax(info, first)?;
        return match square(next).and_then(|(_, rest)| square(rest)) {
            Some(_) => check_syntax(info, next),
            _ => error(format!(
                "`{text}`: after the comma two squares are expected ({board}): that of arrival and that of the wall, as in `a4a5,a5d5`, or the next part of a move that captures on its way, as in `c3d4,d4e5`"
            )),
        };
    }
    if let Some((piece, to)) = text.split_once('@') {
        if info.piece_by_symbol(piece).is_none() {
            let known: Vec<&str> = info.pieces.iter().map(|p| &*p.symbol).collect();
            return error(format!("`{text}`: no piece is written `{piece}`; this game has {}", known.join(" ")));
        }
        return match square(to) {
            Some((_, "")) => Ok(()),
            Some((_, price)) if info.piece_by_symbol(&price.to_ascii_uppercase()).is_some() => Ok(()),
            _ => error(format!("`{text}`: `{to}` is not a square ({board})")),
        };
    }
    if let Some((first, second)) = text.split_once('~') {
        let whole = |text| matches!(square(text), Some((_, "")));
        let two = |text| square(text).is_some_and(|(_, rest)| whole(rest));
        return if whole(first) && whole(second) || two(first) && two(second) {
            Ok(())
        } else {
            error(format!(
                "`{text}`: an exchange of places is written with two squares ({board}), as in `a1~a8`; a move that carries a piece with two pairs, its own and that piece's, as in `a1a5~a5a3`"
            ))
        };
    }
    if text.contains('>') {
        let squares: Vec<&str> = text.split('>').collect();
        let is_one = |text| matches!(square(text), Some((_, "")));
        let are_two = |text| square(text).is_some_and(|(_, rest)| is_one(rest));
        let right = match squares[..] {
            [move_, next] => are_two(move_) && is_one(next),
            [from, first, next] => [from, first, next].into_iter().all(is_one),
            _ => false,
        };
        return if right {
            Ok(())
        } else {
            error(format!(
                "`{text}`: a push is written with three squares ({board}): that of the mover, that of the piece it pushes and where this goes, as in `a1a2>a3`, or `a1>a2>a3` when the mover stays"
            ))
        };
    }
    let Some((_, rest)) = square(text) else {
        return error(format!(
            "`{text}` is not a move: expected a square ({board}), as in `a2a3`, or a drop, as in `P@a3`"
        ));
    };
    let Some((_, suffix)) = square(rest) else {
        return error(format!("`{text}`: after the first square a second one is expected ({board}), not `{rest}`"));
    };
    let promotes = |piece: &str| info.piece_by_symbol(&piece.to_ascii_uppercase()).is_some();
    // A promotion, a piece that is gated, or both.
    let two = |suffix: &str| {
        let after = |at: usize| suffix.is_char_boundary(at) && promotes(&suffix[at..]);
        (1..suffix.len()).any(|at| after(at) && (promotes(&suffix[..at]) || matches!(&suffix[..at], "+" | "-")))
    };
    if suffix.is_empty() || suffix == "+" || suffix == "-" || promotes(suffix) || two(suffix) {
        return Ok(());
    }
    error(format!("`{text}`: `{suffix}` is not a piece to promote to; write its letter, `+` or `-`"))
}

/// The name of the last square there is.
fn last_square_name(info: &Info) -> String {
    let last = (0..info.squares() as Square).rev().find(|square| info.holes.binary_search(square).is_err());
    info.square_name(last.unwrap_or(0))
}

/// Edit distance (insertions, deletions, replacements) between two short texts.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
}
