//! Wazir itself: compiled code, through the same handle that the program uses.

use super::{Counter, Mode, Perft};
use crate::{measure::timed, positions::Position};
use wazir_runtime::{Perft as Leaves, Style, Variant};

/// Sets up a position.
pub(crate) fn open(game: &dyn Variant, position: &Position) -> Result<Box<dyn Counter>, String> {
    let style = if position.chess960 { Style::Chess960 } else { Style::Game };
    let game = game.from_fen(&position.fen, style).map_err(|e| e.to_string())?;
    Ok(Box::new(Perft(move |depth, mode| {
        let leaves = match mode {
            Mode::Bulk => Leaves::Bulk,
            Mode::Leaf => Leaves::Leaf,
        };
        Ok(timed(|| game.perft(depth, leaves)))
    })))
}
