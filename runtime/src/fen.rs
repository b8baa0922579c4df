//! FEN: text <-> [`Setup`], the neutral form of a position. Syntax only: whether a position is legal is for the backends.

use crate::{
    FirstMoves, Info, PieceId, Series, SideId, Square, Style,
    notation::{file_name, symbol_length},
};
use alloc::{
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};
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
    /// Which of the kinds of moves that end the game ([`Info::deeds`]) the last move was of: the first such, counted from 1; 0 for none.
    pub deed: u8,
    /// Squares, ascending, on which the last move has made captures that may not be answered in kind; empty in games without such a rule.
    pub struck: Vec<Square>,
    /// How far the turn has come, where turns have several moves.
    pub series: Series,
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
            deed: 0,
            struck: Vec::new(),
            series: Series::SINGLE,
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
    /// Which part: "board", "hand", "side to move", "sides that are out", "castling rights", "en passant", "checks", "passes", "deed", "truce", "turn", "halfmove clock", "fullmove number", "position".
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

/// One space-separated field and its place in the text.
#[derive(Clone, Copy)]
struct Field<'a> {
    text: &'a str,
    start: usize,
}

impl Field<'_> {
    fn error<T>(self, field: &'static str, message: impl Into<String>) -> Result<T, FenError> {
        self.error_at(field, 0, self.text.len(), message)
    }
    fn error_at<T>(
        self,
        field: &'static str,
        from: usize,
        len: usize,
        message: impl Into<String>,
    ) -> Result<T, FenError> {
        let start = self.start + from;
        Err(FenError { field, span: (start, start + len), message: message.into() })
    }
}

/// Reads a FEN. Missing trailing fields take their defaults; in games without en passant, a number in its field is the limit of a [count](Setup::count_limit); passes in a row stand before the clocks, as in `1p`, so does which of the
/// kinds of moves that end the game the last one was of (`1d`, the first), and so does how far a
/// turn of several moves has come: `1m` (one move is left), `2/3m` (two of three are left), `c5m` (the piece on c5 has to go on); without that
/// a turn begins; squares on which something has just been captured that may not be answered in kind stand there as well, as in `f7t`; a hand may be written `[...]` or, lichess-like, after one more `/`; lichess's trailing `+0+0`
/// (checks given) is accepted.
///
/// Where there are more than two sides, a piece is the letter of its side and its own (`rK`; commas between squares, as in FEN4, are read over), rights stand behind
/// the letter of their side (`rKQbK`), and an `x` with the letters of the sides that are out, in the order in which they went, follows the side to move.
///
/// # Errors
/// Names the field, the place and what was expected.
pub fn parse(info: &Info, fen: &str, style: Style) -> Result<Setup, FenError> {
    let mut fields = fields(fen).into_iter().peekable();
    let Some(board) = fields.next() else {
        return Err(FenError { field: "board", span: (0, fen.len()), message: "the FEN is empty".to_string() });
    };
    let mut setup = Setup::empty(info);
    parse_board_and_hand(info, board, &mut setup)?;
    if let Some(field) = fields.next() {
        setup.turn = parse_turn(info, field)?;
    }
    if let Some(field) = fields.next_if(|field| info.has_many_sides() && is_out(field.text)) {
        setup.out = parse_out(info, field, setup.turn)?;
    }
    // Castling rights and en passant are optional as a pair: `w 0 1` is accepted where a game has neither.
    if fields.peek().is_some_and(|field| {
        !is_number(field.text) && !is_series(field.text) && !is_truce(field.text) && !is_deed(field.text)
    }) {
        parse_castling(info, fields.next().unwrap_or(board), style, &mut setup)?;
    }
    // The limit of a count stands there while one is running: then three numbers are left. (Games without counts read it over.)
    let counts = fields.clone().filter(|field| is_number(field.text)).count() > 2;
    if counts && info.en_passant.is_empty() {
        let field = fields.next().unwrap_or(board);
        let Ok(limit) = field.text.parse::<u32>() else {
            return field.error("count", format!("expected the limit of a count, found `{}`", field.text));
        };
        setup.count_limit = limit;
    } else if fields.peek().is_some_and(|field| {
        !is_number(field.text)
            && !is_checks(field.text)
            && !is_passes(field.text)
            && !is_deed(field.text)
            && !is_truce(field.text)
            && !is_series(field.text)
    }) {
        parse_en_passant(info, fields.next().unwrap_or(board), &mut setup)?;
    }
    let mut numbers = 0;
    let mut series = None;
    for field in fields {
        if is_checks(field.text) {
            parse_checks(info, field, &mut setup)?;
            continue;
        }
        if is_passes(field.text) {
            setup.passes = parse_passes(info, field)?;
            continue;
        }
        if is_deed(field.text) {
            setup.deed = parse_deed(info, field)?;
            continue;
        }
        if is_truce(field.text) {
            setup.struck = parse_truce(info, field)?;
            continue;
        }
        if is_series(field.text) {
            series = Some(field);
            continue;
        }
        let name = ["halfmove clock", "fullmove number"].get(numbers);
        let Some(&name) = name else {
            return field.error("fullmove number", format!("`{}` is one field too many", field.text));
        };
        let Ok(number) = field.text.parse::<u32>() else {
            return field.error(name, format!("expected a number, found `{}`", field.text));
        };
        if numbers == 0 {
            setup.halfmove = number
        } else {
            setup.fullmove = number.max(1)
        }
        numbers += 1;
    }
    setup.series = info.full_turn(setup.turn, setup.fullmove);
    if let Some(field) = series {
        setup.series = parse_series(info, field, setup.series, &setup)?;
    }
    Ok(setup)
}

fn fields(fen: &str) -> Vec<Field<'_>> {
    let mut result = Vec::new();
    let mut start = 0;
    for part in fen.split(' ') {
        if !part.trim().is_empty() {
            result.push(Field { text: part, start });
        }
        start += part.len() + 1;
    }
    result
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit())
}

fn is_checks(text: &str) -> bool {
    let digits_and_plus = text.bytes().all(|b| b.is_ascii_digit() || b == b'+');
    digits_and_plus && text.contains('+')
}

/// `xbg`: an `x` and the letters of the sides that are out.
fn is_out(text: &str) -> bool {
    text.strip_prefix('x').is_some_and(|sides| sides.bytes().all(|b| b.is_ascii_lowercase()))
}

/// `1p`: a number of passes.
fn is_passes(text: &str) -> bool {
    text.strip_suffix('p').is_some_and(|number| !number.is_empty() && is_number(number))
}

/// `1d`: the place, from 1, of a kind of moves that end the game.
fn is_deed(text: &str) -> bool {
    text.strip_suffix('d').is_some_and(|number| !number.is_empty() && is_number(number))
}

/// `f7t`, `f6f7t`: squares on which something has just been captured that may not be answered in kind.
fn is_truce(text: &str) -> bool {
    text.strip_suffix('t').is_some_and(|rest| rest.ends_with(|c: char| c.is_ascii_digit()))
}

/// `1m`, `2/3m`, `c5m`: how far a turn has come. (No other field ends so: letters of castlings have no digits before them.)
fn is_series(text: &str) -> bool {
    text.strip_suffix('m').is_some_and(|rest| rest.ends_with(|c: char| c.is_ascii_digit()))
}

fn parse_board_and_hand(info: &Info, field: Field<'_>, setup: &mut Setup) -> Result<(), FenError> {
    let text = field.text;
    let (placement, hand) = match text.find('[') {
        Some(open) if text.ends_with(']') => (&text[..open], Some((open + 1, &text[open + 1..text.len() - 1]))),
        Some(open) => return field.error_at("hand", open, text.len() - open, "`[` without a closing `]`"),
        None => match text.match_indices('/').nth(info.ranks as usize - 1) {
            Some((slash, _)) if info.hands => (&text[..slash], Some((slash + 1, &text[slash + 1..]))),
            _ => (text, None),
        },
    };
    parse_placement(info, field, placement, setup)?;
    match hand {
        Some((at, hand)) if info.hands || hand.is_empty() => parse_hand(info, field, at, hand, setup),
        Some((at, hand)) => field.error_at("hand", at, hand.len(), format!("{} has no hands", info.name)),
        None => Ok(()),
    }
}

fn parse_placement(info: &Info, field: Field<'_>, text: &str, setup: &mut Setup) -> Result<(), FenError> {
    let files = info.files as usize;
    let mut start = 0;
    let mut rows = 0;
    for row in text.split('/') {
        if rows == info.ranks as usize {
            return field.error_at("board", start, row.len(), format!("more than {} ranks", info.ranks));
        }
        let rank = info.ranks as usize - 1 - rows;
        let mut file = 0;
        let mut at = 0;
        while at < row.len() {
            let rest = &row[at..];
            // FEN4 puts commas between the squares of a rank.
            if info.has_many_sides() && rest.starts_with(',') {
                at += 1;
                continue;
            }
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let too_wide = |len| {
                field.error_at("board", start + at, len, format!("rank {} has more than {files} squares", rank + 1))
            };
            if digits > 0 {
                let Ok(empty) = rest[..digits].parse::<usize>() else { return too_wide(digits) };
                if empty > files - file {
                    return too_wide(digits);
                }
                file += empty;
                at += digits;
                continue;
            }
            let (cell, length) = parse_cell(info, field, start + at, rest)?;
            if file == files {
                return too_wide(length);
            }
            let square = file + rank * files;
            match (setup.board[square], cell) {
                (Cell::Hole, Cell::Hole) => {}
                (Cell::Hole, _) => {
                    let name = info.square_name(square as Square);
                    return field.error_at(
                        "board",
                        start + at,
                        length,
                        format!("there is no square {name} on this board; write `_` or an empty square there"),
                    );
                }
                (_, Cell::Hole) => {
                    let name = info.square_name(square as Square);
                    return field.error_at(
                        "board",
                        start + at,
                        length,
                        format!("{name} is a square of this board, not a hole"),
                    );
                }
                _ => setup.board[square] = cell,
            }
            file += 1;
            at += length;
        }
        if file < files {
            return field.error_at(
                "board",
                start,
                row.len(),
                format!("rank {} has {file} squares instead of {files}", rank + 1),
            );
        }
        rows += 1;
        start += row.len() + 1;
    }
    if rows < info.ranks as usize {
        return field.error_at("board", 0, text.len(), format!("{rows} ranks instead of {}", info.ranks));
    }
    Ok(())
}

/// One piece, wall or hole at the start of `text`, and its length in bytes.
fn parse_cell(info: &Info, field: Field<'_>, at: usize, text: &str) -> Result<(Cell, usize), FenError> {
    let first = text.chars().next().unwrap_or(' ');
    match first {
        '_' => return Ok((Cell::Hole, 1)),
        '*' if info.walls => return Ok((Cell::Wall, 1)),
        '*' => return field.error_at("board", at, 1, format!("{} has no walls", info.name)),
        _ => {}
    }
    let Some((side, piece, length)) = parse_piece(info, text) else {
        let length = length_of_unknown(info, text);
        return field.error_at("board", at, length, unknown_piece(info, &text[..length]));
    };
    if !text[length..].starts_with('~') {
        return Ok((Cell::Piece { side, piece, promoted: false }, length));
    }
    if !info.promoted_marks {
        return field.error_at(
            "board",
            at,
            length + 1,
            format!("`~`: pieces of {} do not revert when captured", info.name),
        );
    }
    Ok((Cell::Piece { side, piece, promoted: true }, length + 1))
}

/// The piece at the start of `text`: side, type, length in bytes.
fn parse_piece(info: &Info, text: &str) -> Option<(SideId, PieceId, usize)> {
    if info.has_many_sides() {
        let mark = text.chars().next()?;
        let side = side_of_mark(info, mark)?;
        let symbol = &text[mark.len_utf8()..];
        let length = symbol_length(symbol);
        return Some((side, info.piece_by_symbol(&symbol[..length])?, mark.len_utf8() + length));
    }
    let symbol = &text[..symbol_length(text)];
    let side = SideId::from(symbol.chars().any(char::is_lowercase));
    // Only ASCII: `ı` and `ſ` have `I` and `S` as their capitals, but are no letters of a FEN.
    let piece = info.piece_by_symbol(&symbol.to_ascii_uppercase())?;
    Some((side, piece, symbol.len()))
}

/// What is said to be unknown at the start of `text`: a symbol, or the mark of a side.
fn length_of_unknown(info: &Info, text: &str) -> usize {
    match info.has_many_sides() {
        true => text.chars().next().map_or(0, char::len_utf8),
        false => symbol_length(text),
    }
}

/// The side with this letter.
fn side_of_mark(info: &Info, letter: char) -> Option<SideId> {
    info.sides.iter().position(|side| side.letter == letter).map(|side| side as SideId)
}

fn unknown_piece(info: &Info, text: &str) -> String {
    let known: Vec<&str> = info.pieces.iter().map(|piece| &*piece.symbol).collect();
    if info.has_many_sides() {
        let marks: Vec<String> = info.sides.iter().map(|side| format!("`{}` {}", side.letter, side.name)).collect();
        return format!(
            "no piece of {} begins with `{text}` here; a piece is the letter of its side ({}) and its own: {}",
            info.name,
            marks.join(", "),
            known.join(" ")
        );
    }
    format!("`{text}` is no piece of {}; its pieces are {}", info.name, known.join(" "))
}

fn parse_hand(info: &Info, field: Field<'_>, at: usize, text: &str, setup: &mut Setup) -> Result<(), FenError> {
    let mut done = 0;
    if text == "-" {
        return Ok(());
    }
    while done < text.len() {
        let rest = &text[done..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let count = if digits == 0 { 1 } else { rest[..digits].parse::<u16>().unwrap_or(u16::MAX) };
        let Some((side, piece, length)) = parse_piece(info, &rest[digits..]) else {
            let length = length_of_unknown(info, &rest[digits..]);
            return field.error_at(
                "hand",
                at + done,
                digits + length,
                unknown_piece(info, &rest[digits..digits + length]),
            );
        };
        let held = &mut setup.hands[side as usize][piece as usize];
        *held = held.saturating_add(count);
        if *held > 255 {
            return field.error_at("hand", at + done, digits + length, "more than 255 pieces of one type in hand");
        }
        done += digits + length;
    }
    Ok(())
}

fn parse_turn(info: &Info, field: Field<'_>) -> Result<SideId, FenError> {
    match info.sides.iter().position(|side| field.text.chars().eq([side.letter])) {
        Some(side) => Ok(side as SideId),
        None => {
            let letters: Vec<String> = info.sides.iter().map(|side| format!("`{}`", side.letter)).collect();
            field.error("side to move", format!("expected {}, found `{}`", letters.join(" or "), field.text))
        }
    }
}

fn parse_out(info: &Info, field: Field<'_>, turn: SideId) -> Result<Vec<SideId>, FenError> {
    let mut out: Vec<SideId> = Vec::new();
    for (at, letter) in field.text.char_indices().skip(1) {
        let message = match side_of_mark(info, letter) {
            None => format!("`{letter}` is the letter of no side"),
            Some(side) if out.contains(&side) => format!("{} is out twice", info.sides[side as usize].name),
            Some(side) if side == turn => format!("it is the turn of {}, who is out", info.sides[side as usize].name),
            Some(side) => {
                out.push(side);
                continue;
            }
        };
        return field.error_at("sides that are out", at, 1, message);
    }
    if out.is_empty() {
        return field.error("sides that are out", "expected the letters of sides behind `x`, in the order they went");
    }
    Ok(out)
}

fn parse_castling(info: &Info, field: Field<'_>, style: Style, setup: &mut Setup) -> Result<(), FenError> {
    if field.text == "-" {
        return Ok(());
    }
    let mut marked = None;
    for (at, letter) in field.text.char_indices() {
        if info.has_many_sides() && letter.is_lowercase() {
            marked = side_of_mark(info, letter);
            if marked.is_none() {
                return field.error_at("castling rights", at, 1, format!("`{letter}` is the letter of no side"));
            }
            continue;
        }
        let side = match marked {
            Some(side) => side,
            None if info.has_many_sides() => {
                let message = "rights stand behind the letter of their side, as in `rKQbK`";
                return field.error_at("castling rights", at, letter.len_utf8(), message);
            }
            None => SideId::from(letter.is_lowercase()),
        };
        let upper = letter.to_ascii_uppercase();
        let own: Vec<_> = info.castlings.iter().filter(|c| c.side == side).collect();
        let as_file = (upper as u32).checked_sub('A' as u32).filter(|&file| file < info.line_length(side) as u32);
        let named = own.iter().find(|castling| castling.letter == upper);
        if let Some(first) = info.first_moves.iter().find(|first| first.side == side) {
            let unmoved = match named {
                Some(castling) if !style.is_chess960(info) || as_file.is_none() => {
                    let king = king_file(info, castling, setup);
                    let king = king.map(|place| info.on_line(side, castling.rank, place));
                    king.zip(named_partner(info, castling, setup)).map(|(king, partner)| vec![king, partner])
                }
                _ => as_file.and_then(|file| unmoved_on_file(info, first, file as u8, setup)).map(|at| vec![at]),
            };
            let Some(unmoved) = unmoved else {
                let message = format!("`{letter}`: no piece stands there whose first move matters");
                return field.error_at("castling rights", at, letter.len_utf8(), message);
            };
            setup.castling.extend(unmoved);
            continue;
        }
        // In Chess960 style a letter that is both a file and a wing (K on a wide board) is read as a file.
        let partner = match named {
            Some(castling) if !style.is_chess960(info) || as_file.is_none() => named_partner(info, castling, setup),
            _ => as_file.and_then(|file| partner_on_file(info, &own, file as u8, setup)),
        };
        match partner {
            Some(square) => setup.castling.push(square),
            None => {
                let message = if info.castlings.is_empty() {
                    format!("`{letter}`: {} has no castling; write `-`", info.name)
                } else {
                    format!("`{letter}`: no king and partner stand ready for this castling")
                };
                return field.error_at("castling rights", at, letter.len_utf8(), message);
            }
        }
    }
    setup.castling.sort_unstable();
    setup.castling.dedup();
    Ok(())
}

/// The file of the side's castling king on the castling rank. (For sides that play sideways: its place on the file, and so below.)
fn king_file(info: &Info, castling: &crate::CastlingInfo, setup: &Setup) -> Option<u8> {
    (0..info.line_length(castling.side)).find(|&file| {
        let square = info.on_line(castling.side, castling.rank, file) as usize;
        matches!(setup.board[square], Cell::Piece { side, piece, .. } if side == castling.side && piece == castling.king)
    })
}

/// The castling partner that the wing's letter means: the one on its usual square, or else the one farthest from the king.
fn named_partner(info: &Info, castling: &crate::CastlingInfo, setup: &Setup) -> Option<Square> {
    let king = king_file(info, castling, setup)?;
    let is_partner = |file: u8| {
        let square = info.on_line(castling.side, castling.rank, file) as usize;
        matches!(setup.board[square], Cell::Piece { side, piece, .. } if side == castling.side && castling.partners.contains(&piece))
    };
    let mut wing = if castling.towards > 0 { king + 1..info.line_length(castling.side) } else { 0..king };
    let usual = castling.partner_from.map(|from| info.line_and_place(castling.side, from).1);
    let file = match usual.filter(|file| wing.contains(file) && is_partner(*file)) {
        Some(file) => file,
        None if castling.towards > 0 => wing.rev().find(|&file| is_partner(file))?,
        None => wing.find(|&file| is_partner(file))?,
    };
    Some(info.on_line(castling.side, castling.rank, file))
}

/// The piece on a file whose first move matters.
fn unmoved_on_file(info: &Info, first: &FirstMoves, file: u8, setup: &Setup) -> Option<Square> {
    let square = info.on_line(first.side, first.rank, file);
    let stands = matches!(setup.board[square as usize], Cell::Piece { side, piece, .. } if side == first.side && first.pieces.contains(&piece));
    stands.then_some(square)
}

fn partner_on_file(info: &Info, own: &[&crate::CastlingInfo], file: u8, setup: &Setup) -> Option<Square> {
    own.iter().find_map(|castling| {
        let king = king_file(info, castling, setup)?;
        let square = info.on_line(castling.side, castling.rank, file);
        let wing = if castling.towards > 0 { file > king } else { file < king };
        let stands = matches!(setup.board[square as usize], Cell::Piece { side, piece, .. } if side == castling.side && castling.partners.contains(&piece));
        (wing && stands).then_some(square)
    })
}

fn parse_en_passant(info: &Info, field: Field<'_>, setup: &mut Setup) -> Result<(), FenError> {
    if field.text == "-" {
        return Ok(());
    }
    if info.en_passant.is_empty() {
        return field.error("en passant", format!("{} has no en passant; write `-`", info.name));
    }
    let mut rest = field.text;
    // Squares that were passed over up to the next victim that is named.
    let mut squares = Vec::new();
    let mut groups: Vec<(Vec<Square>, Option<Square>)> = Vec::new();
    while !rest.is_empty() {
        let at = field.text.len() - rest.len();
        let Some((square, after)) = info.parse_square(rest) else {
            return field.error_at("en passant", at, rest.len(), format!("`{rest}` is not a square"));
        };
        let several = !info.turns.is_empty() || groups.is_empty();
        match setup.board[square as usize] {
            Cell::Empty => squares.push(square),
            Cell::Piece { .. } if several => groups.push((core::mem::take(&mut squares), Some(square))),
            _ => {
                return field.error_at(
                    "en passant",
                    at,
                    rest.len() - after.len(),
                    format!("{} is not empty", info.square_name(square)),
                );
            }
        }
        rest = after;
    }
    match &mut groups[..] {
        // The victim may be named first where it is the only one.
        [(first, _)] => first.append(&mut squares),
        _ if info.turns.is_empty() => groups.push((squares, None)),
        _ => groups.extend(squares.into_iter().map(|square| (vec![square], None))),
    }
    for (mut squares, victim) in groups {
        squares.sort_unstable();
        let victims: Vec<Square> = match (victim, squares.first()) {
            (Some(victim), Some(_)) => vec![victim],
            (None, Some(&passed)) => victims_of(info, passed, setup),
            _ => return field.error("en passant", "name the empty square that was passed over"),
        };
        match victims[..] {
            [victim] => match setup.en_passant.iter_mut().find(|known| known.victim == victim) {
                Some(known) => known.squares.extend(squares),
                None => setup.en_passant.push(EnPassant { squares, victim }),
            },
            [] => return field.error("en passant", format!("no piece can just have passed {}", field.text)),
            _ => {
                return field
                    .error("en passant", "more than one piece may have passed; name its square as well, as in `e3d4`");
            }
        }
    }
    setup.en_passant.sort_unstable_by_key(|passed| passed.victim);
    Ok(())
}

/// Pieces that may have passed over `passed`: of another side than that to move or, within a turn of several moves, of any.
fn victims_of(info: &Info, passed: Square, setup: &Setup) -> Vec<Square> {
    let files = info.files as i32;
    let mut found = Vec::new();
    let several = !info.turns.is_empty();
    for pattern in info.en_passant.iter().filter(|pattern| several || pattern.side != setup.turn) {
        let file = passed as i32 % files + pattern.dx as i32;
        let rank = passed as i32 / files + pattern.dy as i32;
        if !(0..files).contains(&file) || !(0..info.ranks as i32).contains(&rank) {
            continue;
        }
        let square = (file + rank * files) as Square;
        let stands = matches!(setup.board[square as usize], Cell::Piece { side, piece, .. } if side == pattern.side && piece == pattern.piece);
        if stands && !found.contains(&square) {
            found.push(square);
        }
    }
    found
}

fn parse_checks(info: &Info, field: Field<'_>, setup: &mut Setup) -> Result<(), FenError> {
    let totals = &info.checks;
    if totals.is_empty() {
        return field.error("checks", format!("{} does not count checks", info.name));
    }
    // `3+3`: checks still to give; `+0+0` (lichess): checks given.
    let (given, text) = match field.text.strip_prefix('+') {
        Some(text) => (true, text),
        None => (false, field.text),
    };
    let counts: Vec<Option<u8>> = text.split('+').map(|part| part.parse().ok()).collect();
    let possible = counts.iter().zip(totals.iter()).all(|(count, total)| count.is_some_and(|n| n <= *total));
    if counts.len() != totals.len() || !possible {
        let most = totals.iter().map(u8::to_string).collect::<Vec<_>>().join("+");
        return field.error("checks", format!("expected {} numbers up to `{most}`", totals.len()));
    }
    let left = |(count, total): (u8, &u8)| if given { total - count } else { count };
    setup.checks = counts.into_iter().flatten().zip(totals.iter()).map(left).collect();
    Ok(())
}

fn parse_passes(info: &Info, field: Field<'_>) -> Result<u8, FenError> {
    if info.passes == 0 {
        return field.error("passes", format!("{} does not count passes", info.name));
    }
    let count = field.text.strip_suffix('p').and_then(|number| number.parse().ok());
    match count.filter(|count| *count <= info.passes) {
        Some(count) => Ok(count),
        None => field.error("passes", format!("expected at most `{}p`, passes in a row", info.passes)),
    }
}

fn parse_deed(info: &Info, field: Field<'_>) -> Result<u8, FenError> {
    if info.deeds == 0 {
        return field.error("deed", format!("no kind of move ends a game of {}", info.name));
    }
    let place = field.text.strip_suffix('d').and_then(|number| number.parse().ok());
    match place.filter(|place| (1..=info.deeds).contains(place)) {
        Some(place) => Ok(place),
        None => field.error("deed", format!("expected `1d` to `{}d`: a kind of moves that end the game", info.deeds)),
    }
}

fn parse_truce(info: &Info, field: Field<'_>) -> Result<Vec<Square>, FenError> {
    if !info.truces {
        return field.error("truce", format!("all captures of {} may be answered in kind", info.name));
    }
    let mut rest = field.text.strip_suffix('t').unwrap_or(field.text);
    let mut struck = Vec::new();
    while !rest.is_empty() {
        let at = field.text.len() - 1 - rest.len();
        let Some((square, after)) = info.parse_square(rest) else {
            return field.error_at("truce", at, rest.len(), format!("`{rest}` is not a square"));
        };
        struck.push(square);
        rest = after;
    }
    struck.sort_unstable();
    struck.dedup();
    Ok(struck)
}

fn parse_series(info: &Info, field: Field<'_>, full: Series, setup: &Setup) -> Result<Series, FenError> {
    let Some(turn) = info.turns.get(setup.turn as usize) else {
        return field.error("turn", format!("each turn of {} is one move", info.name));
    };
    let text = field.text.strip_suffix('m').unwrap_or(field.text);
    let letters = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (numbers, square) = text.split_at(letters);
    let mut series = full;
    if !numbers.is_empty() {
        let (left, length) = match numbers.split_once('/') {
            Some((left, length)) => (left.parse().ok(), length.parse().ok()),
            None => (numbers.parse().ok(), Some(full.length)),
        };
        let (Some(left), Some(length)) = (left, length) else {
            return field.error("turn", "expected the moves that are left, as in `1m`, or of how many, as in `2/3m`");
        };
        if left == 0 || left > length {
            return field.error("turn", format!("expected 1 to {length} moves that are left, found `{left}`"));
        }
        if length != full.length && turn.by == 0 {
            let side = &info.sides[setup.turn as usize].name;
            return field.error("turn", format!("a turn of {side} has {} moves, not {length}", full.length));
        }
        series = Series { left, length, with: None };
    }
    if !square.is_empty() {
        let Some((square, "")) = info.parse_square(square) else {
            return field.error_at("turn", letters, square.len(), format!("`{square}` is not a square"));
        };
        let own = matches!(setup.board[square as usize], Cell::Piece { side, .. } if side == setup.turn);
        if !turn.chains || !own {
            let name = info.square_name(square);
            return field.error_at(
                "turn",
                letters,
                text.len() - letters,
                format!("no piece on {name} can have to go on capturing"),
            );
        }
        series.with = Some(square);
    }
    Ok(series)
}

/// Writes a position as FEN.
pub fn print(info: &Info, setup: &Setup, style: Style) -> String {
    let mut text = print_board(info, setup);
    if info.hands {
        text.push('[');
        for (side, hand) in setup.hands.iter().enumerate() {
            for (piece, &count) in hand.iter().enumerate() {
                let symbol = piece_symbol(info, side as SideId, piece as PieceId);
                (0..count).for_each(|_| text.push_str(&symbol));
            }
        }
        text.push(']');
    }
    text.push(' ');
    text.push(info.sides[setup.turn as usize].letter);
    if !setup.out.is_empty() {
        text.push_str(" x");
        text.extend(setup.out.iter().map(|&side| info.sides[side as usize].letter));
    }
    text.push(' ');
    text.push_str(&print_castling(info, setup, style));
    text.push(' ');
    if setup.en_passant.is_empty() {
        text.push_str(&if setup.count_limit > 0 { setup.count_limit.to_string() } else { "-".to_string() });
    }
    let names_victims = info.en_passant_names_victim() || !info.turns.is_empty();
    for en_passant in &setup.en_passant {
        let victim = names_victims.then_some(&en_passant.victim);
        en_passant.squares.iter().chain(victim).for_each(|&square| text.push_str(&info.square_name(square)));
    }
    if !setup.checks.is_empty() {
        let counts: Vec<String> = setup.checks.iter().map(u8::to_string).collect();
        text.push(' ');
        text.push_str(&counts.join("+"));
    }
    if setup.passes > 0 {
        text.push_str(&format!(" {}p", setup.passes));
    }
    if setup.deed > 0 {
        text.push_str(&format!(" {}d", setup.deed));
    }
    if !setup.struck.is_empty() {
        let squares: String = setup.struck.iter().map(|&square| info.square_name(square)).collect();
        text.push_str(&format!(" {squares}t"));
    }
    text.push_str(&print_series(info, setup));
    text.push_str(&format!(" {} {}", setup.halfmove, setup.fullmove));
    text
}

/// How far the turn has come, with a space before it; nothing at the start of a turn whose length is always the same.
fn print_series(info: &Info, setup: &Setup) -> String {
    let Series { left, length, with } = setup.series;
    let grows = info.turns.get(setup.turn as usize).is_some_and(|turn| turn.by > 0);
    let numbers = match (grows, left < length) {
        (true, _) => format!("{left}/{length}"),
        (false, true) => left.to_string(),
        (false, false) => String::new(),
    };
    let square = with.map_or(String::new(), |square| info.square_name(square));
    if numbers.is_empty() && square.is_empty() { String::new() } else { format!(" {numbers}{square}m") }
}

fn print_board(info: &Info, setup: &Setup) -> String {
    let mut text = String::new();
    for rank in (0..info.ranks as usize).rev() {
        let mut empty = 0;
        for file in 0..info.files as usize {
            let cell = setup.board[file + rank * info.files as usize];
            if cell != Cell::Empty && empty > 0 {
                text.push_str(&empty.to_string());
                empty = 0;
            }
            match cell {
                Cell::Empty => empty += 1,
                Cell::Hole => text.push('_'),
                Cell::Wall => text.push('*'),
                Cell::Piece { side, piece, promoted } => {
                    text.push_str(&piece_symbol(info, side, piece));
                    if promoted {
                        text.push('~');
                    }
                }
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// A piece's FEN text: of two sides, upper case for the first and lower case for the second; of more, behind the letter of its side.
pub fn piece_symbol(info: &Info, side: SideId, piece: PieceId) -> String {
    let symbol = &info.pieces[piece as usize].symbol;
    if info.has_many_sides() {
        return format!("{}{symbol}", info.sides[side as usize].letter);
    }
    if side == 0 { symbol.to_string() } else { symbol.to_lowercase() }
}

fn print_castling(info: &Info, setup: &Setup, style: Style) -> String {
    let mut text = String::new();
    if !info.first_moves.is_empty() {
        info.first_moves.iter().for_each(|first| text += &print_unmoved(info, setup, style, first));
        return if text.is_empty() { "-".to_string() } else { text };
    }
    let mut marked = None;
    for castling in info.castlings.iter() {
        let Some(king) = king_file(info, castling, setup) else { continue };
        for &square in &setup.castling {
            let (line, file) = info.line_and_place(castling.side, square);
            let wing = if castling.towards > 0 { file > king } else { file < king };
            let owned = matches!(setup.board[square as usize], Cell::Piece { side, .. } if side == castling.side);
            if line != castling.rank || !wing || !owned {
                continue;
            }
            let standard = !style.is_chess960(info) && named_partner(info, castling, setup) == Some(square);
            let letter = if standard { castling.letter.to_string() } else { file_name(file).to_uppercase() };
            text.push_str(&rights_of(info, castling.side, letter, &mut marked));
        }
    }
    if text.is_empty() { "-".to_string() } else { text }
}

/// Letters of the rights of a side: of two sides, in its case; of more, behind its own letter, which is written once.
fn rights_of(info: &Info, side: SideId, letters: String, marked: &mut Option<SideId>) -> String {
    if !info.has_many_sides() {
        return if side == 0 { letters } else { letters.to_lowercase() };
    }
    let again = marked.replace(side) == Some(side);
    if again || letters.is_empty() { letters } else { format!("{}{letters}", info.sides[side as usize].letter) }
}

/// The unmoved pieces of a side: by the letters of its castlings where king and partner are among them, else by their files.
fn print_unmoved(info: &Info, setup: &Setup, style: Style, first: &FirstMoves) -> String {
    let mut text = String::new();
    let owned = |square: Square| matches!(setup.board[square as usize], Cell::Piece { side, .. } if side == first.side);
    let on_rank = |&square: &Square| info.line_and_place(first.side, square).0 == first.rank && owned(square);
    let mut told: Vec<Square> = Vec::new();
    for castling in info.castlings.iter().filter(|c| c.side == first.side && !style.is_chess960(info)) {
        let king = king_file(info, castling, setup).map(|file| info.on_line(castling.side, castling.rank, file));
        let Some((king, partner)) = king.zip(named_partner(info, castling, setup)) else { continue };
        if setup.castling.contains(&king) && setup.castling.contains(&partner) {
            text.push(castling.letter);
            told.extend([king, partner]);
        }
    }
    for &square in setup.castling.iter().filter(|square| on_rank(square) && !told.contains(square)) {
        text += &file_name(info.line_and_place(first.side, square).1).to_uppercase();
    }
    rights_of(info, first.side, text, &mut None)
}
