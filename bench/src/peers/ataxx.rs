//! The `ataxx` crate.

use super::{Counter, Mode, Peer, Perft};
use crate::{measure::timed, positions::Position};
use std::{hint::black_box, str::FromStr};

/// The peer.
pub(crate) struct AtaxxCrate;

impl Peer for AtaxxCrate {
    fn name(&self) -> &str {
        "ataxx"
    }
    fn plays(&self, position: &Position) -> bool {
        position.variant == "ataxx"
    }
    fn open<'a>(&'a mut self, position: &Position) -> Result<Box<dyn Counter + 'a>, String> {
        let fen = stones(&position.fen).ok_or("an incomplete FEN")?;
        let board = ataxx::Position::from_str(&fen).map_err(|e| e.to_string())?;
        Ok(Box::new(Perft(move |depth: u32, mode| {
            // Its own perft has both ways of counting; without bulk counting it returns 1 for each leaf position it made.
            Ok(timed(|| match mode {
                Mode::Bulk => ataxx::perft::<false, true>(board, depth as u8),
                Mode::Leaf => play(&board, depth),
            }))
        })))
    }
}

fn play(board: &ataxx::Position, depth: u32) -> u64 {
    let mut nodes = 0;
    for mv in board.generate_moves() {
        let child = board.after_move::<false>(mv);
        nodes += if depth == 1 {
            black_box(&child);
            1
        } else {
            play(&child, depth - 1)
        };
    }
    nodes
}

/// Our FEN to the ataxx programs': `x` begins, `-` is a wall, and there are no castling or en passant fields.
pub(crate) fn stones(fen: &str) -> Option<String> {
    let mut fields = fen.split(' ');
    let board = fields.next()?.replace('P', "x").replace('p', "o").replace('*', "-");
    let turn = if fields.next()? == "w" { 'x' } else { 'o' };
    let mut numbers = fields.filter(|field| *field != "-");
    let (half, full) = (numbers.next().unwrap_or("0"), numbers.next().unwrap_or("1"));
    Some(format!("{board} {turn} {half} {full}"))
}
