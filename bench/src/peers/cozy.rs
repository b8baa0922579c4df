//! cozy-chess: chess and Chess960.

use super::{Counter, Mode, Peer, Perft};
use crate::{measure::timed, positions::Position};
use cozy_chess::Board;
use std::hint::black_box;

/// The peer.
pub(crate) struct CozyChess;

impl Peer for CozyChess {
    fn name(&self) -> &str {
        "cozy-chess"
    }
    fn plays(&self, position: &Position) -> bool {
        matches!(&*position.variant, "chess" | "fischerandom")
    }
    fn open<'a>(&'a mut self, position: &Position) -> Result<Box<dyn Counter + 'a>, String> {
        let board = Board::from_fen(&position.fen, position.chess960).map_err(|e| e.to_string())?;
        Ok(Box::new(Perft(move |depth, mode| Ok(timed(|| perft(&board, depth, mode))))))
    }
}

fn perft(board: &Board, depth: u32, mode: Mode) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 && mode == Mode::Bulk {
            nodes += moves.len() as u64;
            return false;
        }
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            nodes += if depth == 1 {
                black_box(&child);
                1
            } else {
                perft(&child, depth - 1, mode)
            };
        }
        false
    });
    nodes
}
