//! From the text of a move in SAN, LAN or UCI to the legal move it means.

use crate::{
    ReadError, Trouble,
    moves::{Moves, Origin},
    quick, san,
};
use wazir_runtime::{Game, Grid, Info, Move, MoveKind, Square, Style, move_text, symbol_length};

/// What programs write for a pass, and in PGN for a null move.
const PASSES: [&str; 6] = ["--", "pass", "Pass", "0000", "@@@@", "Z0"];

/// The move among `legal` that changes nothing but the turn: a pass, or a piece that moves away and back without a capture, whichever it is (a lion of chu; XBoard and hachu call
/// that a pass). `None` where the game has neither.
pub fn pass(legal: &[Move]) -> Option<Move> {
    let stays = |mv: &&Move| mv.kind() == MoveKind::Journey && mv.from() == mv.to() && mv.victims().next().is_none();
    let passes = legal.iter().find(|mv| mv.kind() == MoveKind::Pass);
    passes.or_else(|| legal.iter().find(stays)).copied()
}

/// The legal move that somebody has typed: exactly in UCI, with castling in this style, else in whatever form [`san::read`] understands.
///
/// # Errors
/// Says what about the text is wrong, and which moves come near.
pub fn typed(game: &dyn Game, text: &str, style: Style) -> Result<Move, ReadError> {
    let text = ReadError::unless_long(text)?;
    let moves = Moves::of(game);
    let exactly = |mv: &&Move| move_text(moves.info(), **mv, style) == text;
    let found = moves.legal.iter().find(exactly).copied();
    found.map_or_else(|| read(&moves, text), Ok)
}

/// What somebody has typed: the legal move as [`typed`] finds it, or, where the text leaves open how a move ends that it tells otherwise (what a pawn becomes, what is gated, where a
/// wall is placed), all the moves that it may be. These have one origin and one square of arrival.
///
/// # Errors
/// As [`typed`] has them.
pub fn meant(game: &dyn Game, text: &str, style: Style) -> Result<Vec<Move>, ReadError> {
    let text = ReadError::unless_long(text)?;
    let error = match typed(game, text, style) {
        Ok(mv) => return Ok(vec![mv]),
        Err(error) => error,
    };
    let open = unfinished(&Moves::of(game), text);
    let way = |mv: &Move| (mv.kind() == MoveKind::Drop, mv.piece(), mv.from(), mv.to());
    let is_one = open.first().is_some_and(|first| open.iter().all(|mv| way(mv) == way(first)));
    if is_one { Ok(open) } else { Err(error) }
}

/// The moves of which the text tells everything but their end.
fn unfinished(moves: &Moves<'_>, text: &str) -> Vec<Move> {
    let bare = without_marks(text);
    let told = squares_told(moves.info(), bare);
    let wanted = plain(moves.info(), bare);
    let says_more = |mv: Move| {
        matches!(mv.kind(), MoveKind::Promotion | MoveKind::JourneyPromotion)
            || mv.wall().is_some()
            || mv.gating().is_some()
    };
    let candidates = moves.legal.iter().copied().filter(|&mv| says_more(mv) && fits(mv, bare, &told));
    let candidates: Vec<Move> = candidates.collect();
    let begins = |mv: Move, origin: Origin| plain(moves.info(), &san::walk(moves, mv, origin, ""));
    let as_san = |mv: &Move| begins(*mv, san::least_origin(moves, *mv)) == wanted;
    let strictly: Vec<Move> = candidates.iter().copied().filter(as_san).collect();
    if !strictly.is_empty() {
        return strictly;
    }
    let somehow = |mv: &Move| {
        let squares = format!("{}{}", moves.square(mv.from()), moves.square(mv.to()));
        let forms = forms_of(moves, *mv, |origin| begins(*mv, origin));
        mv.kind() != MoveKind::Drop && squares == wanted || forms.iter().any(|form| form.eq_ignore_ascii_case(&wanted))
    };
    candidates.into_iter().filter(somehow).collect()
}

/// The legal move that the text means, by the strictest reading that has any.
pub(crate) fn read(moves: &Moves<'_>, text: &str) -> Result<Move, ReadError> {
    let text = ReadError::unless_long(text)?;
    if text.is_empty() {
        return Err(ReadError::new(text, Trouble::Empty));
    }
    if let Some(mv) = quick::read(moves, text) {
        return Ok(mv);
    }
    read_slowly(moves, text)
}

/// Does the text say that the turn is given up, whether or not the game knows that?
pub(crate) fn is_pass(text: &str) -> bool {
    PASSES.contains(&text.trim().trim_end_matches(['!', '?']))
}

/// The same by writing moves, and comparing.
pub(crate) fn read_slowly(moves: &Moves<'_>, text: &str) -> Result<Move, ReadError> {
    if is_pass(text) {
        return pass(&moves.legal).ok_or_else(|| ReadError::new(text, Trouble::Pass));
    }
    let bare = without_marks(text);
    let told = squares_told(moves.info(), bare);
    let candidates: Vec<Move> = moves.legal.iter().copied().filter(|&mv| fits(mv, bare, &told)).collect();
    let readings: [&dyn Fn(Move) -> bool; 5] = [
        &|mv| san::short(moves, mv) == text,
        &|mv| san::short(moves, mv) == bare,
        &|mv| forms(moves, mv).contains(&plain(moves.info(), bare)),
        &|mv| [Style::Standard, Style::Chess960].iter().any(|&style| move_text(moves.info(), mv, style) == text),
        &|mv| forms(moves, mv).iter().any(|form| form.eq_ignore_ascii_case(&plain(moves.info(), bare))),
    ];
    for reading in readings {
        let found: Vec<Move> = candidates.iter().copied().filter(|&mv| reading(mv)).collect();
        if !found.is_empty() {
            return only(moves, text, found);
        }
    }
    // A journey without its victims, and whatever else the runtime understands.
    if let Ok(mv) = wazir_runtime::parse_move(moves.info(), &moves.legal, text, Style::Game) {
        return Ok(mv);
    }
    match unfinished(moves, text) {
        open if open.len() > 1 => only(moves, text, open),
        _ => Err(refusal(moves, text, bare)),
    }
}

/// The one move that was found.
fn only(moves: &Moves<'_>, text: &str, found: Vec<Move>) -> Result<Move, ReadError> {
    match found[..] {
        [mv] => Ok(mv),
        [] => Err(ReadError::new(text, Trouble::Illegal)),
        _ => {
            let near = found.iter().take(MOST_NEAR + 1).map(|&mv| san::short(moves, mv)).collect();
            Err(ReadError { near, ..ReadError::new(text, Trouble::Ambiguous) })
        }
    }
}

/// The text without what comments on the move: check, mate, praise and blame, `e.p.`.
fn without_marks(text: &str) -> &str {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let text = text.strip_suffix("e.p.").or_else(|| text.strip_suffix("ep")).unwrap_or(text);
    text.trim_end()
}

/// Letters and digits that tell moves apart, without the signs that only please the eye. (An `x` is the name of a file where there are so many.)
fn plain(info: &Info, text: &str) -> String {
    let pleases = |c: char| matches!(c, '-' | ':' | '=' | '(' | ')' | '/' | '.' | ' ') || c == 'x' && info.files < 23;
    let text = if is_castling(text) { text.replace(['0', 'o'], "O") } else { text.to_string() };
    text.chars().filter(|&c| !pleases(c)).collect()
}

fn is_castling(text: &str) -> bool {
    ["O-O", "0-0", "o-o", "OO", "00"].iter().any(|start| text.starts_with(start))
}

/// All ways to write the move, as [`plain`] text: with each part of its start, and pawns with their letters as well.
fn forms(moves: &Moves<'_>, mv: Move) -> Vec<String> {
    forms_of(moves, mv, |origin| plain(moves.info(), &san::with_origin(moves, mv, origin, "")))
}

/// The same of a text that depends on how much is told of the start.
fn forms_of(moves: &Moves<'_>, mv: Move, text: impl Fn(Origin) -> String) -> Vec<String> {
    let origins: &[Origin] = match mv.kind() {
        MoveKind::Drop | MoveKind::Castling => &[Origin::Nothing],
        _ => &[Origin::Nothing, Origin::File, Origin::Rank, Origin::Square],
    };
    let mut forms: Vec<String> = origins.iter().map(|&origin| text(origin)).collect();
    if moves.is_pawn(mv.piece()) {
        let letter = moves.symbol(mv.piece());
        match mv.kind() {
            MoveKind::Drop => forms.extend(forms[0].strip_prefix(letter).map(str::to_string)),
            _ => forms.extend(forms.clone().into_iter().map(|form| format!("{letter}{form}"))),
        }
    }
    forms
}

/// The squares that a text names, as far as they are on the board.
fn squares_told(info: &Info, text: &str) -> Vec<Square> {
    let starts = text.char_indices().filter(|(_, c)| c.is_ascii_lowercase());
    starts.filter_map(|(at, _)| info.parse_square(text.get(at..)?)).map(|(square, _)| square).collect()
}

/// Could the text mean the move? Castlings can be written without squares, others are told by where they arrive.
fn fits(mv: Move, bare: &str, told: &[Square]) -> bool {
    mv.kind() == MoveKind::Castling && (is_castling(bare) || told.contains(&mv.from()))
        || told.contains(&mv.to())
        || told.is_empty() && bare.bytes().any(|b| b.is_ascii_uppercase() && b != b'O')
}

/// At most so many moves are suggested.
const MOST_NEAR: usize = 3;

/// Why the text is no move here.
fn refusal(moves: &Moves<'_>, text: &str, bare: &str) -> ReadError {
    let trouble = trouble(moves.info(), bare);
    let mut near: Vec<(usize, String)> = moves
        .legal
        .iter()
        .map(|&mv| san::short(moves, mv))
        .map(|san| (strsim::damerau_levenshtein(bare, &san), san))
        .filter(|(distance, san)| *distance <= 2 && *distance < san.chars().count())
        .collect();
    near.sort();
    near.dedup();
    near.truncate(MOST_NEAR);
    ReadError { near: near.into_iter().map(|(_, san)| san).collect(), ..ReadError::new(text, trouble) }
}

/// What is wrong with a text that no legal move is written like.
fn trouble(info: &Info, bare: &str) -> Trouble {
    let exists = |square: &Square| info.holes.binary_search(square).is_err();
    let existing: Vec<Square> = (0..info.squares() as Square).filter(exists).collect();
    let name = |square: Option<&Square>| square.map_or(String::new(), |&square| info.square_name(square));
    let (first, last) = (name(existing.first()), name(existing.last()));
    if is_castling(bare) {
        return Trouble::Illegal;
    }
    let square = bare.rfind(|c: char| c.is_ascii_digit()).map(|end| {
        let head = &bare[..=end];
        let digits = head.trim_end_matches(|c: char| c.is_ascii_digit());
        // Of two letters the second alone may be a file, the first a mark.
        let letters = digits.len() - digits.bytes().rev().take(1).take_while(u8::is_ascii_lowercase).count();
        &head[letters..]
    });
    match square {
        None => {
            return Trouble::Form(format!(
                "a move names the square it goes to ({first} to {last}), as in `{}`",
                example(info)
            ));
        }
        Some(name)
            if info.grid == Grid::Squares
                && !info.parse_square(name).is_some_and(|(square, rest)| rest.is_empty() && exists(&square)) =>
        {
            return Trouble::Square(name.to_string(), first, last);
        }
        Some(_) => {}
    }
    if bare.starts_with(|c: char| c.is_ascii_uppercase() || c == '+') {
        let letter = bare.get(..symbol_length(bare)).unwrap_or(bare);
        if info.piece_by_symbol(letter).is_none() {
            return Trouble::Piece(
                letter.to_string(),
                info.pieces.iter().map(|piece| piece.symbol.to_string()).collect(),
            );
        }
    }
    Trouble::Illegal
}

/// What a move may look like in this game.
fn example(info: &Info) -> String {
    let square =
        (0..info.squares() as Square).rev().find(|square| info.holes.binary_search(square).is_err()).unwrap_or(0);
    let piece = info.pieces.iter().find(|piece| !piece.pawn).map_or("", |piece| &*piece.symbol);
    format!("{piece}{}", info.square_name(square))
}
