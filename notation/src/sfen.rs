//! SFEN, in which programs of shogi and its kin write positions: `lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b 2Pp 1`.
//!
//! The board is written as in FEN; `b` is the first side, `w` the second; hands follow, the number of a type's pieces before its letter, `-` for none; then the number of the ply.

use wazir_runtime::{Cell, FenError, Game, Info, PieceId, Setup, SideId, Style, fen, shortened, symbol_length};

/// SFEN of a position; `None` where SFEN cannot say all about it: with more than two sides, walls, castling rights, en passant, counts and the like.
pub fn write(game: &dyn Game) -> Option<String> {
    let (info, setup) = (game.info(), game.setup());
    let remembers = !setup.struck.is_empty() || setup.last_moved.is_some();
    let plain = setup.castling.is_empty() && setup.en_passant.is_empty() && setup.checks.is_empty() && !remembers;
    let marked = |cell: &Cell| matches!(cell, Cell::Wall | Cell::Piece { promoted: true, .. });
    if info.sides.len() != 2 || !info.turns.is_empty() || !plain || setup.board.iter().any(marked) {
        return None;
    }
    let whole = game.fen(Style::Game);
    let board = whole.split(' ').next()?;
    let board = board.split('[').next()?;
    let turn = if setup.turn == 0 { 'b' } else { 'w' };
    let ply = (setup.fullmove - 1) * 2 + 1 + u32::from(setup.turn);
    Some(format!("{board} {turn} {} {ply}", hands(info, &setup)))
}

/// The pieces in hand, the first side's first, the types that are listed last first: in shogi rooks before pawns.
fn hands(info: &Info, setup: &Setup) -> String {
    let mut text = String::new();
    for (side, hand) in setup.hands.iter().enumerate() {
        for (piece, &number) in hand.iter().enumerate().rev().filter(|(_, number)| **number > 0) {
            let symbol = info.pieces.get(piece).map_or("", |piece| &*piece.symbol);
            let symbol = if side == 0 { symbol.to_string() } else { symbol.to_lowercase() };
            let number = if number > 1 { number.to_string() } else { String::new() };
            text += &format!("{number}{symbol}");
        }
    }
    if text.is_empty() { "-".to_string() } else { text }
}

/// The position that an SFEN describes; missing fields take their defaults.
///
/// # Errors
/// Names the field that is wrong, its place in the text, and what was expected.
pub fn read(info: &Info, sfen: &str) -> Result<Setup, FenError> {
    let error = |field: &'static str, text: &str, message: String| {
        let start = text.as_ptr() as usize - sfen.as_ptr() as usize;
        FenError { field, span: (start, start + text.len()), message }
    };
    if info.sides.len() != 2 {
        return Err(error("board", sfen, format!("SFEN is for two sides, and {} has {}", info.name, info.sides.len())));
    }
    let mut fields = sfen.split_whitespace();
    let Some(board) = fields.next() else {
        return Err(error("board", sfen, "the SFEN is empty".to_string()));
    };
    // The board has the same text, so that its faults have the same places, but for blanks before it.
    let offset = board.as_ptr() as usize - sfen.as_ptr() as usize;
    let mut setup = fen::parse(info, board, Style::Game)
        .map_err(|fault| FenError { span: (fault.span.0 + offset, fault.span.1 + offset), ..fault })?;
    setup.turn = match fields.next() {
        None | Some("b") => 0,
        Some("w") => 1,
        Some(other) => {
            return Err(error(
                "side to move",
                other,
                format!("expected `b` (the first side) or `w`, found `{}`", shortened(other)),
            ));
        }
    };
    match fields.next() {
        None | Some("-") => {}
        Some(hand) => read_hands(info, hand, &mut setup).map_err(|(part, message)| error("hand", part, message))?,
    }
    if let Some(number) = fields.next() {
        let Ok(ply) = number.parse::<u32>() else {
            return Err(error(
                "fullmove number",
                number,
                format!("expected the number of the ply, found `{}`", shortened(number)),
            ));
        };
        setup.fullmove = ply.saturating_sub(1) / 2 + 1;
    }
    match fields.next() {
        Some(more) => Err(error("fullmove number", more, format!("`{}` is one field too many", shortened(more)))),
        None => Ok(setup),
    }
}

/// Most pieces of one type that a hand may hold: more are a mistake.
const MOST_IN_HAND: u16 = 999;

/// Reads `2Pb`: the part that is wrong and why, where there is one.
fn read_hands<'t>(info: &Info, text: &'t str, setup: &mut Setup) -> Result<(), (&'t str, String)> {
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, after) = rest.split_at(digits);
        let length = symbol_length(after);
        let Some(symbol) = after.get(..length).filter(|symbol| !symbol.is_empty()) else {
            return Err((rest, format!("a piece is expected behind `{}`", shortened(number))));
        };
        let piece: Option<PieceId> = info.piece_by_symbol(&symbol.to_uppercase());
        let side: SideId = u8::from(symbol.chars().any(char::is_lowercase));
        let number: u16 = match number {
            "" => 1,
            number => number.parse().unwrap_or(0),
        };
        if !(1..=MOST_IN_HAND).contains(&number) {
            let digits = &rest[..digits];
            return Err((
                digits,
                format!("`{}` is no number of pieces in hand (1 to {MOST_IN_HAND})", shortened(digits)),
            ));
        }
        let place = piece.and_then(|piece| setup.hands.get_mut(side as usize)?.get_mut(piece as usize));
        let Some(held) = place else {
            let known: Vec<&str> = info.pieces.iter().map(|piece| &*piece.symbol).collect();
            return Err((
                &after[..length],
                format!("no piece is written `{symbol}`; this game has {}", known.join(" ")),
            ));
        };
        *held = held.saturating_add(number);
        rest = &after[length..];
    }
    Ok(())
}
