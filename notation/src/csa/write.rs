//! From a [`Record`] to the text of a CSA file.

use super::{arriving, rows};
use crate::{
    japanese::{self, Unfit, end_word, one_line, seconds, unfit},
    pgn::{Play, Record},
};
use wazir_runtime::{Cell, Game, Info, Move, MoveKind, PieceId, SideId, Square, Variant};

/// The game as a text of CSA, version 2.2. Variations are left out: the format has none.
///
/// # Errors
/// Why this game cannot be written so: another kind of board, pieces or moves for which the format has no words, or a record of another variant.
pub fn write(record: &Record, variant: &dyn Variant) -> Result<String, Unfit> {
    let start = variant.start().at(&record.start).map_err(|error| Unfit(error.to_string()))?;
    let info = start.info();
    if info.sides.len() != 2 || info.files > 9 || info.ranks > 9 || !info.turns.is_empty() {
        return unfit(format!("CSA is for two sides on at most 9 x 9 squares, and {} is another game", info.name));
    }
    let mut text = "V2.2\n".to_string();
    for (sign, tag) in [('+', "White"), ('-', "Black")] {
        if let Some(name) = record.tags.get(tag).filter(|name| *name != "?") {
            text += &format!("N{sign}{}\n", one_line(name));
        }
    }
    for (header, value) in japanese::headers(rows("tag"), record) {
        text += &format!("${header}:{value}\n");
    }
    for comment in &record.line.comments {
        text += &format!("'*{}\n", one_line(comment));
    }
    text += &position(&*start)?;
    let mut game = start.boxed();
    for play in &record.line.plays {
        text += &one_move(&*game, play)?;
        game.play(play.mv).map_err(|error| Unfit(error.to_string()))?;
    }
    if let Some(word) = end_word(rows("end"), record, info, game.turn()) {
        text += &format!("%{word}\n");
    }
    Ok(text)
}

/// The word for a type.
fn word(info: &Info, piece: PieceId) -> Result<&'static str, Unfit> {
    let symbol = info.pieces.get(usize::from(piece)).map_or("", |piece| &*piece.symbol);
    let found = rows("piece").find(|(_, columns)| columns.first() == Some(&symbol));
    found.map_or_else(
        || unfit(format!("CSA has no word for the piece `{symbol}` of {}", info.name)),
        |(word, _)| Ok(word),
    )
}

fn sign(side: SideId) -> char {
    if side == 0 { '+' } else { '-' }
}

/// The position, rank by rank, the hands, and the side to move.
fn position(game: &dyn Game) -> Result<String, Unfit> {
    let (info, setup) = (game.info(), game.setup());
    let files = usize::from(info.files);
    let mut text = String::new();
    for (index, row) in setup.board.chunks(files).rev().enumerate() {
        text += &format!("P{}", index + 1);
        for cell in row {
            match *cell {
                Cell::Piece { side, piece, promoted: false } => {
                    text += &format!("{}{}", sign(side), word(info, piece)?)
                }
                Cell::Empty => text += " * ",
                _ => return unfit(format!("CSA has no word for what stands on the board of {}", info.name)),
            }
        }
        text.push('\n');
    }
    for (side, hand) in (0..).zip(&setup.hands) {
        let mut held = String::new();
        for (piece, &number) in hand.iter().enumerate().filter(|(_, number)| **number > 0) {
            held += &format!("00{}", word(info, piece as PieceId)?).repeat(usize::from(number));
        }
        if !held.is_empty() {
            text += &format!("P{}{held}\n", sign(side));
        }
    }
    Ok(format!("{text}{}\n", sign(setup.turn)))
}

/// The name of a square: its file from the right, its rank from the top.
fn square(info: &Info, at: Square) -> String {
    let files = Square::from(info.files);
    format!("{}{}", files - at % files, Square::from(info.ranks) - at / files)
}

/// A move, the time it has taken, and what is said about it.
fn one_move(game: &dyn Game, play: &Play<Move>) -> Result<String, Unfit> {
    let (info, mv) = (game.info(), play.mv);
    let start = match mv.kind() {
        MoveKind::Drop => "00".to_string(),
        MoveKind::Step | MoveKind::Promotion => square(info, mv.from()),
        _ => return unfit(format!("CSA has no word for such a move of {}", info.name)),
    };
    let mut text = format!("{}{start}{}{}\n", sign(game.turn()), square(info, mv.to()), word(info, arriving(mv))?);
    for comment in &play.comments {
        match seconds(comment) {
            Some(seconds) => text += &format!("T{seconds}\n"),
            None => text += &format!("'*{}\n", one_line(comment)),
        }
    }
    Ok(text)
}
