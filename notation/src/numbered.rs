//! Notations that name squares and pieces otherwise: janggi's (`H31-52`), and SAN in Thai (`ม-ข๘`).
//!
//! Both as Fairy-Stockfish writes them. Janggi's squares have two digits: the rank from the top (0 is the tenth), then the file from the left. Thai has letters for files, pieces
//! (`data/thai-words.tsv`, by symbols) and digits of its own.

use crate::{
    Notation,
    moves::{Moves, Origin},
    san,
};
use wazir_runtime::{Info, Move, MoveKind, Square};

/// Symbols and their Thai letters.
const WORDS: &str = include_str!("../data/thai-words.tsv");
/// The files in Thai.
const FILES: [char; 8] = ['ก', 'ข', 'ค', 'ง', 'จ', 'ฉ', 'ช', 'ญ'];
/// The first Thai digit, for 0.
const ZERO: char = '๐';

/// The Thai letter of a symbol.
pub(crate) fn thai_letter(symbol: &str) -> Option<&'static str> {
    WORDS.lines().filter_map(|row| row.split_once('\t')).find(|(known, _)| *known == symbol).map(|(_, letter)| letter)
}

/// What janggi calls the file and the rank of a square.
pub(crate) fn coordinates(info: &Info, at: Square) -> (String, String) {
    let (files, ranks) = (Square::from(info.files), Square::from(info.ranks));
    ((at % files + 1).to_string(), ((ranks - at / files) % 10).to_string())
}

/// The text of a move in janggi's notation.
pub(crate) fn write_janggi(moves: &Moves<'_>, mv: Move) -> String {
    let name = |at: Square| Notation::Janggi.square(moves.info(), at);
    let letter = moves.symbol(mv.piece());
    match mv.kind() {
        MoveKind::Castling => san::castling(moves, mv),
        MoveKind::Drop => format!("{letter}@{}", name(mv.to())),
        _ => {
            let (start, way) = (name(mv.from()), way(moves, mv, "-", name));
            format!("{letter}{start}{way}{}", promotion(moves, mv, str::to_string))
        }
    }
}

/// The text of a move in Thai.
pub(crate) fn write_thai(moves: &Moves<'_>, mv: Move) -> String {
    let info = moves.info();
    let name = |at: Square| format!("{}{}", thai_file(info, at), thai_rank(info, at));
    let letter = |symbol: &str| thai_letter(symbol).unwrap_or("?").to_string();
    let own = letter(moves.symbol(mv.piece()));
    if mv.kind() == MoveKind::Drop {
        return format!("{own}@{}", name(mv.to()));
    }
    let is_pawn = moves.is_pawn(mv.piece());
    let start = match san::least_origin(moves, mv) {
        Origin::Nothing => String::new(),
        Origin::File => thai_file(info, mv.from()).to_string(),
        Origin::Rank => thai_rank(info, mv.from()).to_string(),
        Origin::Square => name(mv.from()),
    };
    let piece = if is_pawn { String::new() } else { own };
    let way = way(moves, mv, if is_pawn { "" } else { "-" }, name);
    format!("{piece}{start}{way}{}", promotion(moves, mv, letter))
}

/// What a move captures on its way, and where it arrives; `quiet` stands before that where nothing is captured.
fn way(moves: &Moves<'_>, mv: Move, quiet: &str, name: impl Fn(Square) -> String) -> String {
    if let Some(shove) = mv.shove() {
        return san::pushed(mv, shove, name);
    }
    let victims: String = match mv.kind() {
        MoveKind::EnPassant => String::new(),
        _ => mv.victims().map(|at| format!("x{}", name(at))).collect(),
    };
    let quiet = if victims.is_empty() { quiet } else { "-" };
    let sign = if moves.captures(mv) { "x" } else { quiet };
    format!("{victims}{sign}{}{}", name(mv.to()), san::load(mv, name))
}

fn promotion(moves: &Moves<'_>, mv: Move, letter: impl Fn(&str) -> String) -> String {
    match mv.kind() {
        MoveKind::Promotion | MoveKind::JourneyPromotion => format!("={}", letter(moves.symbol(mv.promotion()))),
        _ => String::new(),
    }
}

fn thai_file(info: &Info, at: Square) -> char {
    FILES.get(usize::from(at % Square::from(info.files))).copied().unwrap_or('?')
}

fn thai_rank(info: &Info, at: Square) -> char {
    let rank = u32::from(at / Square::from(info.files)) + 1;
    char::from_u32(u32::from(ZERO) + rank % 10).unwrap_or('?')
}
