//! Standard algebraic notation for any game, and its long form.
//!
//! A move is the symbol of its piece (none for pawns: [`PieceInfo::pawn`](wazir_runtime::PieceInfo::pawn)), as much of its start as is needed to tell it from other moves, `x` for a
//! capture, and the square of arrival; then `=` and the type it is promoted to (`e8=Q`, `Sd7=+S`), `/` and the type that is gated (`Nf3/H`, `O-O/Hh1`), a
//! comma and the square of a wall (`Nf3,e5`), `+` for a check and `#` for a mate. Drops are `N@e5`, castlings `O-O` and `O-O-O` (the partner on a lower
//! file), a pass is the move of a piece to its own square. A move that captures on its way names what it captures, square by square, before the square of arrival:
//! `Nxf7xg8`, `Nxf7-f6`. A push has `>` before the square where the pushed piece stands: `e>f5`, `R>f5`; where that is not all, `R>f5>g5`, and `R>>f5>g5` if the piece stays behind.
//!
//! These are the conventions of Fairy-Stockfish, except that a promoted piece of shogi has the symbol that FEN has for it (`+R`), where Fairy-Stockfish writes the letter of
//! what it moves like, by which two moves can have one text.

use crate::{
    ReadError,
    moves::{Moves, Origin},
    read,
};
use wazir_runtime::{Game, Move, MoveKind, Shove, Square};

/// SAN of a legal move of the position.
pub fn write(game: &dyn Game, mv: Move) -> String {
    marked(&Moves::of(game), mv, short)
}

/// Every legal move of the position with its SAN.
pub fn all(game: &dyn Game) -> Vec<(Move, String)> {
    let moves = Moves::of(game);
    moves.legal.iter().map(|&mv| (mv, marked(&moves, mv, short))).collect()
}

/// Long algebraic notation: as SAN, but the start is always named, and `-` stands where nothing is captured (`Ng1-f3`, `e4xd5`).
pub fn write_long(game: &dyn Game, mv: Move) -> String {
    marked(&Moves::of(game), mv, long)
}

/// The legal move that the text means.
///
/// Understood are SAN and LAN with or without their marks (`x`, `-`, `=`, `/`, `+`, `#`, `!`, `?`), with more of the start than is needed, with `0-0` for castling, with a pawn's
/// letter or without, lower case where that leaves no doubt, `--` for a pass, and UCI.
///
/// # Errors
/// Says what about the text is wrong, and which moves come near.
pub fn read(game: &dyn Game, text: &str) -> Result<Move, ReadError> {
    read::read(&Moves::of(game), text)
}

/// The text with its mark of check or mate.
fn marked(moves: &Moves<'_>, mv: Move, text: impl Fn(&Moves<'_>, Move) -> String) -> String {
    text(moves, mv) + moves.check_mark(mv)
}

/// SAN without the mark of check or mate.
pub(crate) fn short(moves: &Moves<'_>, mv: Move) -> String {
    with_origin(moves, mv, least_origin(moves, mv), "")
}

/// As much of a move's start as SAN tells.
pub(crate) fn least_origin(moves: &Moves<'_>, mv: Move) -> Origin {
    let pawn_captures = moves.is_pawn(mv.piece())
        && (moves.captures(mv) || mv.victims().next().is_some() || mv.kind() == MoveKind::Push);
    match moves.origin(mv) {
        _ if moves.promotes_aslant(mv) => Origin::Square,
        Origin::Nothing if pawn_captures && mv.kind() != MoveKind::Drop => Origin::File,
        Origin::Rank if pawn_captures => Origin::Square,
        origin => origin,
    }
}

/// LAN without the mark of check or mate.
pub(crate) fn long(moves: &Moves<'_>, mv: Move) -> String {
    with_origin(moves, mv, Origin::Square, "-")
}

/// The text of a move with so much of its start, and `quiet` before the square where nothing is captured.
pub(crate) fn with_origin(moves: &Moves<'_>, mv: Move, origin: Origin, quiet: &str) -> String {
    let promotion = match mv.kind() {
        MoveKind::Promotion | MoveKind::JourneyPromotion => format!("={}", moves.symbol(mv.promotion())),
        _ => String::new(),
    };
    format!("{}{promotion}{}{}", walk(moves, mv, origin, quiet), gating(moves, mv), wall(moves, mv))
}

/// The same without what it says at the end: what is promoted to or gated, and where a wall is placed.
pub(crate) fn walk(moves: &Moves<'_>, mv: Move, origin: Origin, quiet: &str) -> String {
    match mv.kind() {
        MoveKind::Drop => format!("{}@{}{}", moves.symbol(mv.piece()), moves.square(mv.to()), moves.price(mv)),
        MoveKind::Castling => castling(moves, mv),
        _ => {
            let letter = if moves.is_pawn(mv.piece()) { "" } else { moves.symbol(mv.piece()) };
            format!("{letter}{}{}", moves.origin_text(mv.from(), origin), way(moves, mv, quiet))
        }
    }
}

/// What a move captures on its way, and where it arrives.
fn way(moves: &Moves<'_>, mv: Move, quiet: &str) -> String {
    let to = moves.square(mv.to());
    if mv.kind() == MoveKind::Swap {
        return format!("~{to}");
    }
    if mv.kind() == MoveKind::EnPassant {
        return format!("x{to}");
    }
    if let Some(shove) = mv.shove() {
        return pushed(mv, shove, |square| moves.square(square));
    }
    let victims: String = mv.victims().map(|square| format!("x{}", moves.square(square))).collect();
    let quiet = if victims.is_empty() { quiet } else { "-" };
    let arrival = if moves.captures(mv) { "x" } else { quiet };
    format!("{victims}{arrival}{to}{}", load(mv, |square| moves.square(square)))
}

/// From where to where a piece is carried: `~d5d3`.
pub(crate) fn load(mv: Move, name: impl Fn(Square) -> String) -> String {
    mv.load().map_or(String::new(), |(picked, put)| format!("~{}{}", name(picked), name(put)))
}

/// What a push does: `>f5`. Where that could be another of the piece's moves as well, with where the pushed piece goes: `>f5>g6`; `>>f5>g6` when the mover stays.
pub(crate) fn pushed(mv: Move, shove: Shove, name: impl Fn(Square) -> String) -> String {
    let (first, next) = (name(shove.first), name(shove.next));
    match (mv.is_named(), shove.stays) {
        (false, _) => format!(">{first}"),
        (true, false) => format!(">{first}>{next}"),
        (true, true) => format!(">>{first}>{next}"),
    }
}

fn wall(moves: &Moves<'_>, mv: Move) -> String {
    mv.wall().map_or(String::new(), |square| format!(",{}", moves.square(square)))
}

/// The piece that is gated; with castling, which leaves two squares, where.
fn gating(moves: &Moves<'_>, mv: Move) -> String {
    let Some((piece, square)) = mv.gating() else { return String::new() };
    let place = if mv.kind() == MoveKind::Castling { moves.square(square) } else { String::new() };
    format!("/{}{place}", moves.symbol(piece))
}

/// `O-O` or `O-O-O`; where several castlings would be written so, with the squares of the king and its partner behind: `O-Oe1h1`.
pub(crate) fn castling(moves: &Moves<'_>, mv: Move) -> String {
    let wing = if moves.is_short(mv) { "O-O" } else { "O-O-O" };
    let alike = |other: &Move| {
        other.kind() == MoveKind::Castling
            && moves.is_short(*other) == moves.is_short(mv)
            && (other.from(), other.aux()) != (mv.from(), mv.aux())
    };
    if moves.legal.iter().any(alike) {
        format!("{wing}{}{}", moves.square(mv.from()), moves.square(mv.aux()))
    } else {
        wing.to_string()
    }
}
