//! Reading what the moves of a game mostly are, SAN as it is in the books, without writing any move: by piece and square of arrival among the legal moves. What is not plain is left to
//! [`read`](crate::read), which gives the same answer, and knows more forms.

use crate::moves::Moves;
use wazir_runtime::{Grid, Info, Move, MoveKind, PieceId, Square, symbol_length};

/// Boards with more files have one that is called `x`, the sign of a capture.
const MOST_FILES: u8 = 23;

/// The parts of a text.
struct Parts {
    /// The piece; `None` for a pawn.
    piece: Option<PieceId>,
    /// What is told of the start.
    file: Option<Square>,
    rank: Option<Square>,
    to: Square,
    /// What it becomes.
    promotion: Option<PieceId>,
    is_drop: bool,
}

/// The legal move that the text means, where it has a form of which there can be no doubt.
pub(crate) fn read(moves: &Moves<'_>, text: &str) -> Option<Move> {
    let info = moves.info();
    if info.grid != Grid::Squares || info.files > MOST_FILES || !text.is_ascii() {
        return None;
    }
    let core = text.trim_end_matches(['+', '#', '!', '?']);
    if let Some(long) =
        [("O-O", false), ("O-O-O", true)].iter().find_map(|(name, long)| (core == *name).then_some(*long))
    {
        let castling = |mv: &&Move| mv.kind() == MoveKind::Castling && moves.is_short(**mv) != long;
        let mut found = moves.legal.iter().filter(castling);
        return found.next().copied().filter(|mv| found.next().is_none() && mv.gating().is_none());
    }
    let parts = parts(info, core, text.len() > core.len())?;
    let files = Square::from(info.files);
    let mut found = None;
    for &mv in &moves.legal {
        let is_meant = mv.to() == parts.to
            && match parts.piece {
                Some(piece) => mv.piece() == piece,
                None => moves.is_pawn(mv.piece()),
            };
        if !is_meant {
            continue;
        }
        match mv.kind() {
            // Its text has a sign that no other's has.
            MoveKind::Drop if !parts.is_drop => continue,
            MoveKind::Drop if mv.price().is_some() => return None,
            MoveKind::Drop | MoveKind::Step | MoveKind::Passing | MoveKind::EnPassant | MoveKind::Promotion => {}
            _ => return None,
        }
        if mv.wall().is_some() || mv.gating().is_some() {
            return None;
        }
        let becomes = (mv.kind() == MoveKind::Promotion).then(|| mv.promotion());
        let starts = parts.file.is_none_or(|file| mv.from() % files == file)
            && parts.rank.is_none_or(|rank| mv.from() / files == rank);
        if becomes != parts.promotion || !starts || parts.is_drop != (mv.kind() == MoveKind::Drop) {
            continue;
        }
        if found.replace(mv).is_some() {
            return None;
        }
    }
    found
}

/// Takes a text apart. `marked`: marks stood behind it, which may have belonged to a symbol at its end.
fn parts(info: &Info, core: &str, marked: bool) -> Option<Parts> {
    let (core, promotion) = match core.split_once('=') {
        Some(_) if marked && core.ends_with('=') => return None,
        // A symbol may end with a mark: then it has to be read whole.
        Some((_, symbol))
            if marked
                && info
                    .pieces
                    .iter()
                    .any(|piece| piece.symbol.len() > symbol.len() && piece.symbol.starts_with(symbol)) =>
        {
            return None;
        }
        Some((walk, symbol)) => (walk, Some(info.piece_by_symbol(symbol)?)),
        None => (core, None),
    };
    let (start, to) = last_square(info, core)?;
    if let Some(symbol) = start.strip_suffix('@') {
        let piece = info.piece_by_symbol(symbol).filter(|_| promotion.is_none())?;
        return Some(Parts { piece: Some(piece), file: None, rank: None, to, promotion, is_drop: true });
    }
    let start = start.strip_suffix(['x', '-']).unwrap_or(start);
    let has_letter = start.starts_with(|c: char| c.is_ascii_uppercase() || c == '+');
    let length = if has_letter { symbol_length(start) } else { 0 };
    let piece = match &start[..length] {
        "" => None,
        // A pawn's letter can be told, and mostly is not.
        symbol => Some(
            info.piece_by_symbol(symbol)
                .filter(|&piece| info.pieces.get(piece as usize).is_some_and(|piece| !piece.pawn))?,
        ),
    };
    let (file, rank) = origin(info, start.get(length..)?)?;
    Some(Parts { piece, file, rank, to, promotion, is_drop: false })
}

/// The square that a text ends with, and what stands before it.
fn last_square<'t>(info: &Info, text: &'t str) -> Option<(&'t str, Square)> {
    let letters = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let file = file(info, *letters.as_bytes().last()?)?;
    let rank = rank(info, &text[letters.len()..])?;
    Some((&letters[..letters.len() - 1], rank * Square::from(info.files) + file))
}

/// File and rank of a start, as far as they are told.
fn origin(info: &Info, text: &str) -> Option<(Option<Square>, Option<Square>)> {
    let (letter, digits) = match text.as_bytes().first() {
        Some(letter) if letter.is_ascii_lowercase() => (Some(*letter), &text[1..]),
        _ => (None, text),
    };
    let file = match letter {
        Some(letter) => Some(file(info, letter)?),
        None => None,
    };
    let rank = match digits {
        "" => None,
        digits => Some(rank(info, digits)?),
    };
    Some((file, rank))
}

fn file(info: &Info, letter: u8) -> Option<Square> {
    let file = letter.checked_sub(b'a').filter(|file| *file < info.files)?;
    Some(Square::from(file))
}

fn rank(info: &Info, digits: &str) -> Option<Square> {
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0') && digits.len() <= 2;
    let rank: u8 = digits.parse().ok().filter(|_| plain)?;
    (1..=info.ranks).contains(&rank).then(|| Square::from(rank - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Notation, read::read_slowly, san};
    use wazir_reference::Interpreter;
    use wazir_runtime::{Random, Variant};
    use wazir_variant_spec::{Folder, Library, compile};

    fn open(name: &str) -> Interpreter {
        let library = Folder(format!("{}/../variants", env!("CARGO_MANIFEST_DIR")).into());
        let source = library.find(name).unwrap();
        Interpreter::new(compile(&source, &library).unwrap_or_else(|wrong| panic!("{}", wrong.render(false))).rules)
            .unwrap()
    }

    /// How many texts of random games are read at once, of how many; whatever is read is what the slow reading says.
    fn agrees(name: &str, games: u64) -> (usize, usize) {
        let variant = open(name);
        let (mut quickly, mut all) = (0, 0);
        for game in 0..games {
            let mut random = Random::of_game(7, game);
            let mut now = variant.start();
            for _ in 0..60 {
                let moves = Moves::of(&*now);
                if moves.legal.is_empty() {
                    break;
                }
                for &mv in &moves.legal {
                    let (short, long) = (san::short(&moves, mv), san::long(&moves, mv));
                    let uci = Notation::Uci.write(&*now, mv);
                    let marks = ["+", "#", "!", "?!", "=Q", "=", "x"].map(|mark| format!("{short}{mark}"));
                    let others =
                        [short.replace('x', ""), short.to_lowercase(), long.replace('-', "x"), uci, long.clone()];
                    let cut = (1..short.len()).filter_map(|at| short.get(at..)).map(str::to_string);
                    for text in marks.into_iter().chain(others).chain(cut).filter(|text| !text.is_empty()) {
                        let Some(found) = read(&moves, &text) else { continue };
                        assert_eq!(Some(found), read_slowly(&moves, &text).ok(), "{name}: {text}");
                    }
                    all += 1;
                    quickly += usize::from(read(&moves, &short) == Some(mv));
                }
                let mv = moves.legal[random.below(moves.legal.len())];
                now.play(mv).unwrap();
            }
        }
        (quickly, all)
    }

    #[test]
    fn what_is_read_quickly_is_what_is_read_slowly() {
        // The least share that is to be read at once, in hundredths.
        for (name, games, least) in [
            ("chess", 2, 97),
            ("crazyhouse", 1, 97),
            ("shogi", 1, 90),
            ("xiangqi", 1, 90),
            ("seirawan", 1, 60),
            ("chu", 1, 50),
            ("duck", 1, 0),
            ("sittuyin", 1, 50),
            ("grand", 1, 90),
            ("pawnsideways", 1, 90),
        ] {
            let (quickly, all) = agrees(name, games);
            assert!(quickly * 100 >= all * least, "{name}: {quickly} of {all}");
        }
    }
}
