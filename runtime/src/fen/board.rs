//! The first field of a FEN: the board, and what is in hand.

use super::parse::{Field, side_of_mark};
use super::{Cell, FenError, Setup};
use crate::{Info, PieceId, SideId, Square, notation::symbol_length};
use alloc::{format, string::String, vec::Vec};

pub(super) fn parse_board_and_hand(info: &Info, field: Field<'_>, setup: &mut Setup) -> Result<(), FenError> {
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
            let name = || info.square_name(square as Square);
            let misplaced = match (setup.board[square], cell) {
                (Cell::Hole, Cell::Hole) => None,
                (Cell::Hole, _) => {
                    Some(format!("there is no square {} on this board; write `_` or an empty square there", name()))
                }
                (_, Cell::Hole) => Some(format!("{} is a square of this board, not a hole", name())),
                _ => {
                    setup.board[square] = cell;
                    None
                }
            };
            if let Some(message) = misplaced {
                return field.error_at("board", start + at, length, message);
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
