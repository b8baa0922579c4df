//! Rights to castle, and of pieces that have not moved: which pieces the letters of a FEN mean.

use super::parse::{Field, side_of_mark};
use super::{Cell, FenError, Setup};
use crate::{FirstMoves, Info, SideId, Square, Style};
use alloc::{format, vec, vec::Vec};

pub(super) fn parse_castling(info: &Info, field: Field<'_>, style: Style, setup: &mut Setup) -> Result<(), FenError> {
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
pub(super) fn king_file(info: &Info, castling: &crate::CastlingInfo, setup: &Setup) -> Option<u8> {
    (0..info.line_length(castling.side)).find(|&file| {
        let square = info.on_line(castling.side, castling.rank, file) as usize;
        matches!(setup.board[square], Cell::Piece { side, piece, .. } if side == castling.side && piece == castling.king)
    })
}

/// The castling partner that the wing's letter means: the one on its usual square, or else the one farthest from the king.
pub(super) fn named_partner(info: &Info, castling: &crate::CastlingInfo, setup: &Setup) -> Option<Square> {
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
