//! Notations of shogi: squares are numbered as its players see the board, files from the right and ranks from the top.
//!
//! Hodges's notation (`P-7f`, `Nx4e+`, `S-6c=`, `P*5e`, `G4i-5i`), the same with numbered ranks (`P-76`), Hosking's (`P76`, `P'55`), and what engines speak (USI: `7g7f`, `8h2b+`, `P*5e`).
//! `+` is a promotion, `=` one that could have been and was not made, a capital after `=` what a piece of another kind of game becomes.

use crate::moves::{Moves, Origin};
use crate::san;
use wazir_runtime::{Info, Move, MoveKind, Square};

/// How the squares are named and how the parts of a move are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// `P-7f`.
    Letters,
    /// `P-76`.
    Numbers,
    /// `P76`.
    Hosking,
}

/// The name of a square: its file from the right, and its rank from the top, as a letter or as a number.
pub(crate) fn square(info: &Info, square: Square, lettered: bool) -> String {
    let (file, rank) = coordinates(info, square, lettered);
    file + &rank
}

/// The two parts of [`square`].
pub(crate) fn coordinates(info: &Info, square: Square, lettered: bool) -> (String, String) {
    let (files, ranks) = (Square::from(info.files), Square::from(info.ranks));
    let (file, rank) = (files - square % files, ranks - square / files);
    let rank = match u8::try_from(rank) {
        Ok(rank @ 1..=26) if lettered => ((b'a' + rank - 1) as char).to_string(),
        _ => rank.to_string(),
    };
    (file.to_string(), rank)
}

/// The text of a move as people write it.
pub(crate) fn write(moves: &Moves<'_>, mv: Move, manner: Manner) -> String {
    let name = |at: Square| square(moves.info(), at, manner == Manner::Letters);
    let letter = moves.symbol(mv.piece());
    let walk = match mv.kind() {
        MoveKind::Castling => castling(moves, mv),
        MoveKind::Drop => {
            let sign = if manner == Manner::Hosking { '\'' } else { '*' };
            format!("{letter}{sign}{}{}", name(mv.to()), moves.price(mv))
        }
        _ => {
            let start = match moves.origin(mv) {
                Origin::Nothing => String::new(),
                _ => name(mv.from()),
            };
            let victims: String = match mv.kind() {
                MoveKind::EnPassant | MoveKind::Push => String::new(),
                _ => mv.victims().map(|at| format!("x{}", name(at))).collect(),
            };
            let sign = if moves.captures(mv) {
                "x"
            } else if manner == Manner::Hosking && start.is_empty() && victims.is_empty() {
                ""
            } else {
                "-"
            };
            let way = match mv.shove() {
                Some(shove) => san::pushed(mv, shove, name),
                None => format!("{victims}{sign}{}{}", name(mv.to()), san::load(mv, name)),
            };
            format!("{letter}{start}{way}")
        }
    };
    let gating = mv.gating().map_or(String::new(), |(piece, at)| {
        let place = if mv.kind() == MoveKind::Castling { name(at) } else { String::new() };
        format!("/{}{place}", moves.symbol(piece))
    });
    let wall = mv.wall().map_or(String::new(), |at| format!(",{}", name(at)));
    format!("{walk}{}{gating}{wall}", promotion(moves, mv))
}

/// `O-O` or `O-O-O`, as in SAN.
fn castling(moves: &Moves<'_>, mv: Move) -> String {
    crate::san::castling(moves, mv)
}

/// `+` or `-` for a promotion or demotion of shogi's kind, `=` and a letter for another, `=` for a promotion of shogi's kind that was not made.
fn promotion(moves: &Moves<'_>, mv: Move) -> String {
    let flips = |other: Move| {
        let (before, after) = (moves.symbol(other.piece()), moves.symbol(other.promotion()));
        match (before.strip_prefix('+'), after.strip_prefix('+')) {
            (None, Some(base)) if base == before => Some('+'),
            (Some(base), None) if base == after => Some('-'),
            _ => None,
        }
    };
    let promotes = |mv: Move| matches!(mv.kind(), MoveKind::Promotion | MoveKind::JourneyPromotion);
    if promotes(mv) {
        return flips(mv).map_or_else(|| format!("={}", moves.symbol(mv.promotion())), |sign| sign.to_string());
    }
    let could = |other: &&Move| promotes(**other) && (other.from(), other.to()) == (mv.from(), mv.to());
    let walks = !matches!(mv.kind(), MoveKind::Drop | MoveKind::Castling);
    if walks && moves.legal.iter().find(could).is_some_and(|&other| flips(other) == Some('+')) {
        "=".to_string()
    } else {
        String::new()
    }
}

/// The text of a move of a game as engines of shogi write it (USI): UCI with the squares of shogi, and drops with `*`.
pub fn usi(info: &Info, mv: Move) -> String {
    let uci = wazir_runtime::move_text(info, mv, wazir_runtime::Style::Game);
    let mut text = String::new();
    let mut rest = &*uci;
    while let Some(sign) = rest.chars().next() {
        match info.parse_square(rest) {
            // A promotion's letter is no square: no digit follows it.
            Some((at, after)) => {
                text += &square(info, at, true);
                rest = after;
            }
            None => {
                text.push(if sign == '@' { '*' } else { sign });
                rest = &rest[sign.len_utf8()..];
            }
        }
    }
    text
}
