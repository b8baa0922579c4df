//! Moves of KIF and KI2 files: from their text to the legal move, and what both need to know of pieces and squares.

use super::{NUMERALS, rows};
use wazir_runtime::{Game, Info, LONGEST_MOVE, Move, MoveKind, Square, Style, too_long};

/// The type that this word means.
pub(super) fn piece_of(info: &Info, word: &str) -> Option<u8> {
    let (_, columns) = rows("piece").find(|(known, _)| *known == word)?;
    info.piece_by_symbol(columns.first()?)
}

/// The legal move that a text such as `７六歩(77)`, `同　銀成(31)`, `５五角打`, `５八金右` means; `last` is where the move before it has arrived.
pub(super) fn read(game: &dyn Game, text: &str, last: Option<Square>) -> Result<Move, String> {
    let info = game.info();
    if text.len() > LONGEST_MOVE {
        return Err(too_long(text.len()));
    }
    let (to, rest) = match text.strip_prefix('同') {
        Some(rest) => (last.ok_or("`同` is the square of the move before, and there is none")?, rest),
        None => destination(info, text).ok_or("a move begins with the square it goes to, as in `７六歩(77)`")?,
    };
    let rest = rest.trim_start_matches([' ', '\u{3000}']);
    let Some((word, columns)) = rows("piece").find(|(word, _)| rest.starts_with(word)) else {
        return Err(format!("a piece is expected behind the square, not `{rest}`"));
    };
    let symbol = columns.first().copied().unwrap_or("");
    let piece = info.piece_by_symbol(symbol).ok_or_else(|| format!("{} has no `{word}`", info.name))?;
    let (how, from) = match rest[word.len()..].split_once('(') {
        Some((how, from)) => {
            let named = from.trim_end_matches(')');
            let from = destination(info, named).filter(|(_, rest)| rest.is_empty());
            (how, Some(from.ok_or_else(|| format!("`({named})` is no square"))?.0))
        }
        None => (&rest[word.len()..], None),
    };
    let promotes = how.ends_with('成') && !how.ends_with("不成");
    let fits = |mv: &Move| {
        let promotion = matches!(mv.kind(), MoveKind::Promotion | MoveKind::JourneyPromotion);
        let drop = mv.kind() == MoveKind::Drop;
        mv.to() == to
            && mv.piece() == piece
            && promotion == promotes
            && (drop || !how.contains('打'))
            && from.is_none_or(|from| !drop && mv.from() == from)
    };
    let found: Vec<Move> = game.legal_moves().into_iter().filter(fits).collect();
    // A piece on the board goes before one in hand, which would have to be said to be dropped.
    let walks: Vec<Move> = found.iter().copied().filter(|mv| mv.kind() != MoveKind::Drop).collect();
    let walks = if how.contains('打') { walks } else { told_apart(game, walks, how) };
    match (&found[..], &walks[..]) {
        ([mv], _) | (_, [mv]) => Ok(*mv),
        ([], _) => Err(format!("no `{word}` can make this move in {}", game.fen(Style::Game))),
        (_, []) => Err(format!("no `{word}` that can make this move stands so (`{how}`)")),
        _ => Err(format!(
            "{} moves can be written so; where the piece starts is missing, as in `(77)`, or how it goes there, as in `右`",
            found.len()
        )),
    }
}

/// How a piece goes to its square, seen by who moves it: so far to the right, and so far ahead.
pub(super) fn way(game: &dyn Game, mv: Move) -> (i32, i32) {
    let files = i32::from(game.info().files);
    let place = |square: Square| (i32::from(square) % files, i32::from(square) / files);
    let ((x, y), (to_x, to_y)) = (place(mv.from()), place(mv.to()));
    let (right, ahead) = (to_x - x, to_y - y);
    if game.turn() == 0 { (right, ahead) } else { (-right, -ahead) }
}

/// Of several moves to one square those that go there as the words say: 上 (or 行) ahead, 寄 sideways, 引 back, 直 straight ahead; then the one that comes from the
/// right (右) or left (左).
fn told_apart(game: &dyn Game, mut moves: Vec<Move>, how: &str) -> Vec<Move> {
    let way = |mv: &Move| way(game, *mv);
    let says = |words: &[char]| how.contains(words);
    if says(&['上', '行', '直']) {
        moves.retain(|mv| way(mv).1 > 0);
    }
    if says(&['寄']) {
        moves.retain(|mv| way(mv).1 == 0);
    }
    if says(&['引']) {
        moves.retain(|mv| way(mv).1 < 0);
    }
    if says(&['直']) {
        moves.retain(|mv| way(mv).0 == 0);
    }
    // What goes most to the left has come from the right.
    let most = |of: fn(i32, i32) -> i32| moves.iter().map(|mv| way(mv).0).reduce(of);
    let edge = if says(&['右']) {
        most(i32::min)
    } else if says(&['左']) {
        most(i32::max)
    } else {
        None
    };
    if let Some(edge) = edge {
        moves.retain(|mv| way(mv).0 == edge);
    }
    moves
}

/// The square at the start of a text: a file and a rank, in digits of either width or as a numeral.
fn destination<'t>(info: &Info, text: &'t str) -> Option<(Square, &'t str)> {
    let mut signs = text.chars();
    let mut number = || {
        let sign = signs.next()?;
        let wide = (u32::from(sign)).checked_sub(u32::from('０')).filter(|digit| *digit < 10);
        let numeral = NUMERALS.iter().position(|&known| known == sign).map(|at| at as u32 + 1);
        sign.to_digit(10).or(wide).or(numeral).map(|number| number as Square)
    };
    let (file, rank) = (number()?, number()?);
    let (files, ranks) = (Square::from(info.files), Square::from(info.ranks));
    let there = (1..=files).contains(&file) && (1..=ranks).contains(&rank);
    there.then(|| (files - file + (ranks - rank) * files, signs.as_str()))
}
