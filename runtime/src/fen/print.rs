//! Writing a position as FEN.

use super::castling::{king_file, named_partner};
use super::{Cell, Setup};
use crate::{FirstMoves, Info, PieceId, SideId, Square, Style, TurnProgress, notation::file_name};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

/// Writes a position as FEN.
pub fn print(info: &Info, setup: &Setup, style: Style) -> String {
    let mut text = print_board(info, setup);
    if info.hands {
        text.push('[');
        for (side, hand) in setup.hands.iter().enumerate() {
            for (piece, &count) in hand.iter().enumerate() {
                let symbol = piece_symbol(info, side as SideId, piece as PieceId);
                (0..count).for_each(|_| text.push_str(&symbol));
            }
        }
        text.push(']');
    }
    text.push(' ');
    text.push(info.sides[setup.turn as usize].letter);
    if !setup.out.is_empty() {
        text.push_str(" x");
        text.extend(setup.out.iter().map(|&side| info.sides[side as usize].letter));
    }
    text.push(' ');
    text.push_str(&print_castling(info, setup, style));
    text.push(' ');
    if setup.en_passant.is_empty() {
        text.push_str(&if setup.count_limit > 0 { setup.count_limit.to_string() } else { "-".to_string() });
    }
    let names_victims = info.en_passant_names_victim() || !info.turns.is_empty();
    for en_passant in &setup.en_passant {
        let victim = names_victims.then_some(&en_passant.victim);
        en_passant.squares.iter().chain(victim).for_each(|&square| text.push_str(&info.square_name(square)));
    }
    if !setup.checks.is_empty() {
        let counts: Vec<String> = setup.checks.iter().map(u8::to_string).collect();
        text.push(' ');
        text.push_str(&counts.join("+"));
    }
    if setup.passes > 0 {
        text.push_str(&format!(" {}p", setup.passes));
    }
    if setup.ending_move > 0 {
        text.push_str(&format!(" {}d", setup.ending_move));
    }
    if !setup.struck.is_empty() {
        let squares: String = setup.struck.iter().map(|&square| info.square_name(square)).collect();
        text.push_str(&format!(" {squares}t"));
    }
    if let Some(piece) = setup.last_moved.and_then(|piece| info.pieces.get(piece as usize)) {
        text.push_str(&format!(" ={}", piece.symbol));
    }
    text.push_str(&print_turn_progress(info, setup));
    text.push_str(&format!(" {} {}", setup.halfmove, setup.fullmove));
    text
}

/// How far the turn has come, with a space before it; nothing at the start of a turn whose length is always the same.
fn print_turn_progress(info: &Info, setup: &Setup) -> String {
    let TurnProgress { left, length, with } = setup.progress;
    let grows = info.turns.get(setup.turn as usize).is_some_and(|turn| turn.by > 0);
    let numbers = match (grows, left < length) {
        (true, _) => format!("{left}/{length}"),
        (false, true) => left.to_string(),
        (false, false) => String::new(),
    };
    let square = with.map_or(String::new(), |square| info.square_name(square));
    if numbers.is_empty() && square.is_empty() { String::new() } else { format!(" {numbers}{square}m") }
}

fn print_board(info: &Info, setup: &Setup) -> String {
    let mut text = String::new();
    for rank in (0..info.ranks as usize).rev() {
        let mut empty = 0;
        for file in 0..info.files as usize {
            let cell = setup.board[file + rank * info.files as usize];
            if cell != Cell::Empty && empty > 0 {
                text.push_str(&empty.to_string());
                empty = 0;
            }
            match cell {
                Cell::Empty => empty += 1,
                Cell::Hole => text.push('_'),
                Cell::Wall => text.push('*'),
                Cell::Piece { side, piece, promoted } => {
                    text.push_str(&piece_symbol(info, side, piece));
                    if promoted {
                        text.push('~');
                    }
                }
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// A piece's FEN text: of two sides, upper case for the first and lower case for the second; of more, behind the letter of its side.
pub fn piece_symbol(info: &Info, side: SideId, piece: PieceId) -> String {
    let symbol = &info.pieces[piece as usize].symbol;
    if info.has_many_sides() {
        return format!("{}{symbol}", info.sides[side as usize].letter);
    }
    if side == 0 { symbol.to_string() } else { symbol.to_lowercase() }
}

fn print_castling(info: &Info, setup: &Setup, style: Style) -> String {
    let mut text = String::new();
    if !info.first_moves.is_empty() {
        info.first_moves.iter().for_each(|first| text += &print_unmoved(info, setup, style, first));
        return if text.is_empty() { "-".to_string() } else { text };
    }
    let mut marked = None;
    for castling in info.castlings.iter() {
        let Some(king) = king_file(info, castling, setup) else { continue };
        for &square in &setup.castling {
            let (line, file) = info.line_and_place(castling.side, square);
            let wing = if castling.towards > 0 { file > king } else { file < king };
            let owned = matches!(setup.board[square as usize], Cell::Piece { side, .. } if side == castling.side);
            if line != castling.rank || !wing || !owned {
                continue;
            }
            let standard = !style.is_chess960(info) && named_partner(info, castling, setup) == Some(square);
            let letter = if standard { castling.letter.to_string() } else { file_name(file).to_uppercase() };
            text.push_str(&rights_of(info, castling.side, letter, &mut marked));
        }
    }
    if text.is_empty() { "-".to_string() } else { text }
}

/// Letters of the rights of a side: of two sides, in its case; of more, behind its own letter, which is written once.
fn rights_of(info: &Info, side: SideId, letters: String, marked: &mut Option<SideId>) -> String {
    if !info.has_many_sides() {
        return if side == 0 { letters } else { letters.to_lowercase() };
    }
    let again = marked.replace(side) == Some(side);
    if again || letters.is_empty() { letters } else { format!("{}{letters}", info.sides[side as usize].letter) }
}

/// The unmoved pieces of a side: by the letters of its castlings where king and partner are among them, else by their files.
fn print_unmoved(info: &Info, setup: &Setup, style: Style, first: &FirstMoves) -> String {
    let mut text = String::new();
    let owned = |square: Square| matches!(setup.board[square as usize], Cell::Piece { side, .. } if side == first.side);
    let on_rank = |&square: &Square| info.line_and_place(first.side, square).0 == first.rank && owned(square);
    let mut told: Vec<Square> = Vec::new();
    for castling in info.castlings.iter().filter(|c| c.side == first.side && !style.is_chess960(info)) {
        let king = king_file(info, castling, setup).map(|file| info.on_line(castling.side, castling.rank, file));
        let Some((king, partner)) = king.zip(named_partner(info, castling, setup)) else { continue };
        if setup.castling.contains(&king) && setup.castling.contains(&partner) {
            text.push(castling.letter);
            told.extend([king, partner]);
        }
    }
    for &square in setup.castling.iter().filter(|square| on_rank(square) && !told.contains(square)) {
        text += &file_name(info.line_and_place(first.side, square).1).to_uppercase();
    }
    rights_of(info, first.side, text, &mut None)
}
