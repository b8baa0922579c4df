//! Notations of xiangqi: WXF (`H2+3`, `C2=5`, `R+-1`) and ICCS (`H2-E2`).
//!
//! WXF names a piece and its file, counted from the right by the side that moves, then says whether it goes on (`+`), back (`-`) or sideways (`=`), and how many ranks it goes, or to
//! which file where it changes its file. Of two pieces of a type on one file the front one is `+`, the rear one `-`, in place of the file (but for diagonal movers, whose texts differ
//! anyhow); where there are three, or such pairs on several files, they are numbered from the front, and their file follows instead of their letter.
//! The letters are those of the game's FEN. Pieces that xiangqi does not have can make two moves of one text (a silver's `S2+1`): such moves are written as in ICCS.

use crate::{ReadError, Trouble, moves::Moves};
use wazir_runtime::{Info, Move, MoveKind, SideId, Square};

/// Letters of others for pieces of xiangqi: horse, elephant, general, soldier.
const SYNONYMS: [(char, char); 5] = [('H', 'N'), ('E', 'B'), ('M', 'N'), ('G', 'K'), ('S', 'P')];

/// File and rank of a square as a side sees them: the file from its right, counted from 1; the rank from its own edge, counted from 0.
pub(crate) fn seen(info: &Info, side: SideId, square: Square) -> (i32, i32) {
    let (files, ranks) = (i32::from(info.files), i32::from(info.ranks));
    let (file, rank) = (i32::from(square) % files, i32::from(square) / files);
    if side == 0 { (files - file, rank) } else { (file + 1, ranks - 1 - rank) }
}

/// WXF of a move; ICCS where another move has the same text.
pub(crate) fn write(moves: &Moves<'_>, mv: Move) -> String {
    let text = write_plainly(moves, mv);
    // Only a move with the same motion can have the same text.
    let twin = |other: &&Move| {
        **other != mv
            && other.piece() == mv.piece()
            && motion(moves, **other) == motion(moves, mv)
            && write_plainly(moves, **other) == text
    };
    if moves.legal.iter().any(|other| twin(&other)) { write_iccs(moves, mv) } else { text }
}

fn write_plainly(moves: &Moves<'_>, mv: Move) -> String {
    let side = moves.game.turn();
    let (file, rank) = seen(moves.info(), side, mv.to());
    let letter = moves.symbol(mv.piece());
    let walk = match mv.kind() {
        MoveKind::Drop => format!("{letter}@{file}{}{}", rank + 1, moves.price(mv)),
        MoveKind::Castling => crate::san::castling(moves, mv),
        _ => format!("{}{}", name(moves, mv), motion(moves, mv)),
    };
    let promotion = match mv.kind() {
        MoveKind::Promotion | MoveKind::JourneyPromotion => format!("={}", moves.symbol(mv.promotion())),
        _ => String::new(),
    };
    walk + &promotion
}

/// Where the move goes: `+1`, `-2`, `=5`, `+3`; `=0` for a pass.
fn motion(moves: &Moves<'_>, mv: Move) -> String {
    let side = moves.game.turn();
    let ((from_file, from_rank), (file, rank)) =
        (seen(moves.info(), side, mv.from()), seen(moves.info(), side, mv.to()));
    match (from_file == file, rank - from_rank) {
        (true, 0) => "=0".to_string(),
        (true, ahead) => format!("{ahead:+}"),
        (false, 0) => format!("={file}"),
        (false, ahead) => format!("{}{file}", if ahead > 0 { '+' } else { '-' }),
    }
}

/// Which piece moves: its letter and its file, or its place among the pieces of its type on that file.
fn name(moves: &Moves<'_>, mv: Move) -> String {
    let (side, letter) = (moves.game.turn(), moves.symbol(mv.piece()));
    let (file, _) = seen(moves.info(), side, mv.from());
    let (dx, dy) = {
        let (to_file, to_rank) = seen(moves.info(), side, mv.to());
        let (from_file, from_rank) = seen(moves.info(), side, mv.from());
        ((to_file - from_file).abs(), (to_rank - from_rank).abs())
    };
    // The pieces of the type on each file, the front one first.
    let mut columns: Vec<Vec<Square>> = vec![Vec::new(); usize::from(moves.info().files) + 1];
    let squares = 0..moves.info().squares() as Square;
    for square in squares.filter(|&square| moves.game.piece_at(square) == Some((side, mv.piece()))) {
        if let Some(column) = columns.get_mut(seen(moves.info(), side, square).0 as usize) {
            column.push(square);
        }
    }
    columns.iter_mut().for_each(|column| column.sort_by_key(|&square| -seen(moves.info(), side, square).1));
    let own = columns.get(file as usize).map_or(&[][..], |column| &column[..]);
    let place = own.iter().position(|&square| square == mv.from()).unwrap_or(0);
    let tandems = columns.iter().filter(|column| column.len() > 1).count();
    match own.len() {
        0 | 1 => format!("{letter}{file}"),
        2 if dx == dy && dx > 0 && is_told_by_motion(moves, mv) => format!("{letter}{file}"),
        2 if tandems == 1 => format!("{letter}{}", if place == 0 { '+' } else { '-' }),
        _ => format!("{}{file}", place + 1),
    }
}

/// The text of a move as if its piece were alone on its file.
fn by_file(moves: &Moves<'_>, mv: Move) -> String {
    let (file, _) = seen(moves.info(), moves.game.turn(), mv.from());
    match mv.kind() {
        MoveKind::Drop | MoveKind::Castling => String::new(),
        _ => format!("{}{file}{}", moves.symbol(mv.piece()), motion(moves, mv)),
    }
}

/// Does no other piece of its type on its file make a move that is told by the same sign and number?
fn is_told_by_motion(moves: &Moves<'_>, mv: Move) -> bool {
    let side = moves.game.turn();
    let same = |other: &&Move| {
        other.piece() == mv.piece()
            && other.from() != mv.from()
            && !matches!(other.kind(), MoveKind::Drop | MoveKind::Castling)
            && seen(moves.info(), side, other.from()).0 == seen(moves.info(), side, mv.from()).0
            && motion(moves, **other) == motion(moves, mv)
    };
    !moves.legal.iter().any(|other| same(&other))
}

/// ICCS of a move: the two squares, ranks counted from 0.
pub(crate) fn write_iccs(moves: &Moves<'_>, mv: Move) -> String {
    let files = Square::from(moves.info().files);
    let name = |square: Square| {
        format!("{}{}", wazir_runtime::file_name((square % files) as u8).to_uppercase(), square / files)
    };
    let promotion = match mv.kind() {
        MoveKind::Promotion | MoveKind::JourneyPromotion => format!("={}", moves.symbol(mv.promotion())),
        _ => String::new(),
    };
    match mv.kind() {
        MoveKind::Drop => format!("{}@{}{}", moves.symbol(mv.piece()), name(mv.to()), moves.price(mv)),
        _ => format!("{}-{}{promotion}", name(mv.from()), name(mv.to())),
    }
}

/// The legal move that a WXF text means: lower case, `.` for `=`, a sign before the letter (`+R-1`) and other letters (`H` or `N`) are understood.
pub(crate) fn read(moves: &Moves<'_>, text: &str) -> Result<Move, ReadError> {
    let plain: String = text.trim().to_uppercase().replace('.', "=");
    let mut spellings = vec![plain.clone()];
    if let (Some(sign @ ('+' | '-')), Some(letter)) = (plain.chars().next(), plain.chars().nth(1)) {
        spellings.push(format!("{letter}{sign}{}", plain.chars().skip(2).collect::<String>()));
    }
    for spelling in spellings.clone() {
        let Some(first) = spelling.chars().next() else { continue };
        let others = SYNONYMS.iter().filter(|(theirs, _)| *theirs == first);
        spellings.extend(others.map(|(_, ours)| format!("{ours}{}", &spelling[first.len_utf8()..])));
    }
    for spelling in &spellings {
        let means = |mv: Move| write(moves, mv) == *spelling || write_iccs(moves, mv) == *spelling;
        if let Some(&mv) = moves.legal.iter().find(|&&mv| means(mv)) {
            return Ok(mv);
        }
        // Some programs name the file of a piece of a pair where the other piece cannot go the same way.
        let mut found = moves.legal.iter().filter(|&&mv| by_file(moves, mv) == *spelling);
        match (found.next(), found.next()) {
            (Some(&mv), None) => return Ok(mv),
            (Some(_), Some(_)) => return Err(ReadError::new(text, Trouble::Ambiguous)),
            (None, _) => {}
        }
    }
    Err(ReadError::new(text, Trouble::Illegal))
}
