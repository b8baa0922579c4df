//! Reading a FEN: its fields in turn, and each of them but the board and the castling rights.

use super::board::parse_board_and_hand;
use super::castling::parse_castling;
use super::{Cell, EnPassant, FenError, Setup};
use crate::{Info, PieceId, SideId, Square, Style, TurnProgress};
use alloc::{
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};

/// One space-separated field and its place in the text.
#[derive(Clone, Copy)]
pub(super) struct Field<'a> {
    pub(super) text: &'a str,
    start: usize,
}

impl Field<'_> {
    pub(super) fn error<T>(self, field: &'static str, message: impl Into<String>) -> Result<T, FenError> {
        self.error_at(field, 0, self.text.len(), message)
    }

    pub(super) fn error_at<T>(
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

/// Bytes of the longest FEN that is read: a full board of 1,024 squares and hands take a fifth.
pub const LONGEST: usize = 1 << 15;

/// Reads a FEN. Missing trailing fields take their defaults; in games without en passant, a number in its field is the limit of a [count](Setup::count_limit); passes in a row stand before the clocks, as in `1p`, so does which of the
/// kinds of moves that end the game the last one was of (`1d`, the first), and so does how far a
/// turn of several moves has come: `1m` (one move is left), `2/3m` (two of three are left), `c5m` (the piece on c5 has to go on); without that
/// a turn begins; squares on which something has just been captured that may not be answered in kind stand there as well, as in `f7t`, and so does what has moved last, as in `=N`; a hand may be written `[...]` or, lichess-like, after one more `/`; lichess's trailing `+0+0`
/// (checks given) is accepted.
///
/// Where there are more than two sides, a piece is the letter of its side and its own (`rK`; commas between squares, as in FEN4, are read over), rights stand behind
/// the letter of their side (`rKQbK`), and an `x` with the letters of the sides that are out, in the order in which they went, follows the side to move.
///
/// # Errors
/// Names the field, the place and what was expected.
pub fn parse(info: &Info, fen: &str, style: Style) -> Result<Setup, FenError> {
    read(info, fen, style, &mut Err)
}

/// Reads a FEN as [`parse`] does, but reads over what the game has no use for, where it can mean nothing else: castling rights where nothing castles, an en passant square where nothing is captured so,
/// checks where none are counted, fields behind the last one. Clients send such FENs because they write all games alike. Returns with the position what was read over, as the errors
/// that [`parse`] would give.
///
/// # Errors
/// As [`parse`], for everything else.
pub fn parse_leniently(info: &Info, fen: &str, style: Style) -> Result<(Setup, Vec<FenError>), FenError> {
    let mut notes = Vec::new();
    let setup = read(info, fen, style, &mut |error| {
        notes.push(error);
        Ok(())
    })?;
    Ok((setup, notes))
}

/// What becomes of a field that the game has no use for: an error, or nothing.
type Superfluous<'a> = &'a mut dyn FnMut(FenError) -> Result<(), FenError>;

/// Reads a FEN; what is superfluous in it is given to `superfluous`.
fn read(info: &Info, fen: &str, style: Style, superfluous: Superfluous<'_>) -> Result<Setup, FenError> {
    if fen.len() > LONGEST {
        let message = format!("a FEN of more than {LONGEST} bytes, which is the limit");
        return Err(FenError { field: "FEN", span: (0, 1), message });
    }
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
        !is_number(field.text)
            && !has_several_moves(field.text)
            && !is_truce(field.text)
            && !is_ending_move(field.text)
            && !is_last_moved(field.text)
    }) {
        let field = fields.next().unwrap_or(board);
        let none = info.castlings.is_empty() && info.first_moves.is_empty();
        match parse_castling(info, field, style, &mut setup) {
            Err(error) if none && names_rights(info, field.text) => superfluous(error)?,
            read => read?,
        }
    }
    // The limit of a count stands there while one is running: then three numbers are left. (Games without counts read it over.)
    let counts = fields.clone().filter(|field| is_number(field.text)).count() > 2;
    if counts && info.en_passant.is_empty() && fields.peek().is_some_and(|field| is_number(field.text)) {
        let field = fields.next().unwrap_or(board);
        let Ok(limit) = field.text.parse::<u32>() else {
            return field.error("count", format!("expected the limit of a count, found `{}`", field.text));
        };
        setup.count_limit = limit;
    } else if fields.peek().is_some_and(|field| {
        !is_number(field.text)
            && !is_checks(field.text)
            && !is_passes(field.text)
            && !is_ending_move(field.text)
            && !is_truce(field.text)
            && !is_last_moved(field.text)
            && !has_several_moves(field.text)
    }) {
        let field = fields.next().unwrap_or(board);
        let is_square = matches!(info.parse_square(field.text), Some((_, "")));
        match parse_en_passant(info, field, &mut setup) {
            Err(error) if info.en_passant.is_empty() && is_square => superfluous(error)?,
            read => read?,
        }
    }
    let mut numbers = 0;
    let mut progress = None;
    for field in fields {
        if is_checks(field.text) {
            match parse_checks(info, field, &mut setup) {
                Err(error) if info.checks.is_empty() => superfluous(error)?,
                read => read?,
            }
            continue;
        }
        if is_passes(field.text) {
            setup.passes = parse_passes(info, field)?;
            continue;
        }
        if is_ending_move(field.text) {
            setup.ending_move = parse_ending_move(info, field)?;
            continue;
        }
        if is_truce(field.text) {
            setup.struck = parse_truce(info, field)?;
            continue;
        }
        if is_last_moved(field.text) {
            setup.last_moved = Some(parse_last_moved(info, field)?);
            continue;
        }
        if has_several_moves(field.text) {
            progress = Some(field);
            continue;
        }
        let name = ["halfmove clock", "fullmove number"].get(numbers);
        let Some(&name) = name else {
            field
                .error("fullmove number", format!("`{}` is one field too many", field.text))
                .or_else(&mut *superfluous)?;
            continue;
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
    setup.progress = info.full_turn(setup.turn, setup.fullmove);
    if let Some(field) = progress {
        setup.progress = parse_turn_progress(info, field, setup.progress, &setup)?;
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

/// Letters of castling rights, as other games have them: wings or files.
fn names_rights(info: &Info, text: &str) -> bool {
    let is_right = |letter: char| {
        let upper = letter.to_ascii_uppercase();
        let is_file = (upper as u32).checked_sub('A' as u32).is_some_and(|file| file < u32::from(info.files));
        matches!(upper, 'K' | 'Q') || is_file
    };
    !info.has_many_sides() && text.chars().all(is_right)
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
fn is_ending_move(text: &str) -> bool {
    text.strip_suffix('d').is_some_and(|number| !number.is_empty() && is_number(number))
}

/// `f7t`, `f6f7t`: squares on which something has just been captured that may not be answered in kind.
fn is_truce(text: &str) -> bool {
    text.strip_suffix('t').is_some_and(|rest| rest.ends_with(|c: char| c.is_ascii_digit()))
}

/// `=N`: what has moved last.
fn is_last_moved(text: &str) -> bool {
    text.starts_with('=')
}

/// `1m`, `2/3m`, `c5m`: how far a turn has come. (No other field ends so: letters of castlings have no digits before them.)
fn has_several_moves(text: &str) -> bool {
    text.strip_suffix('m').is_some_and(|rest| rest.ends_with(|c: char| c.is_ascii_digit()))
}

/// The side with this letter.
pub(super) fn side_of_mark(info: &Info, letter: char) -> Option<SideId> {
    info.sides.iter().position(|side| side.letter == letter).map(|side| side as SideId)
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

fn parse_ending_move(info: &Info, field: Field<'_>) -> Result<u8, FenError> {
    if info.ending_moves == 0 {
        return field.error("ending move", format!("no kind of move ends a game of {}", info.name));
    }
    let place = field.text.strip_suffix('d').and_then(|number| number.parse().ok());
    match place.filter(|place| (1..=info.ending_moves).contains(place)) {
        Some(place) => Ok(place),
        None => field.error(
            "ending move",
            format!("expected `1d` to `{}d`: a kind of moves that end the game", info.ending_moves),
        ),
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

fn parse_last_moved(info: &Info, field: Field<'_>) -> Result<PieceId, FenError> {
    let remembered = || info.pieces.iter().filter(|piece| piece.remembered).map(|piece| &*piece.symbol);
    if remembered().next().is_none() {
        return field.error("last moved", format!("{} does not remember what has moved last", info.name));
    }
    let symbol = field.text.strip_prefix('=').unwrap_or(field.text);
    let known = info.pieces.iter().position(|piece| piece.symbol.eq_ignore_ascii_case(symbol));
    match known.filter(|&piece| info.pieces[piece].remembered) {
        Some(piece) => Ok(piece as PieceId),
        None => {
            let known: Vec<String> = remembered().map(|symbol| format!("`={symbol}`")).collect();
            let expected =
                format!("expected one of {}: a type that is remembered to have moved last", known.join(", "));
            field.error("last moved", expected)
        }
    }
}

fn parse_turn_progress(
    info: &Info,
    field: Field<'_>,
    full: TurnProgress,
    setup: &Setup,
) -> Result<TurnProgress, FenError> {
    let Some(turn) = info.turns.get(setup.turn as usize) else {
        return field.error("turn", format!("each turn of {} is one move", info.name));
    };
    let text = field.text.strip_suffix('m').unwrap_or(field.text);
    let letters = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (numbers, square) = text.split_at(letters);
    let mut progress = full;
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
        progress = TurnProgress { left, length, with: None };
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
        progress.with = Some(square);
    }
    Ok(progress)
}
