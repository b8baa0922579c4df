//! atomic-movegen: atomic chess.

use super::{Counter, Mode, Peer, Perft};
use crate::{measure::timed, positions::Position};
use atomic_movegen::{
    MoveList,
    board::{Board, StateInfo},
    movegen::generate_legal,
};
use std::hint::black_box;

/// The peer.
pub(crate) struct AtomicMovegen;

impl Peer for AtomicMovegen {
    fn name(&self) -> &str {
        "atomic-movegen"
    }
    fn plays(&self, position: &Position) -> bool {
        // Its FEN and castling know no Chess960.
        position.variant == "atomic" && !position.chess960
    }
    fn open<'a>(&'a mut self, position: &Position) -> Result<Box<dyn Counter + 'a>, String> {
        let mut board = Board::from_fen(&position.fen).map_err(|e| e.to_string())?;
        Ok(Box::new(Perft(move |depth, mode| {
            Ok(timed(|| match mode {
                Mode::Bulk => atomic_movegen::perft(&mut board, depth),
                Mode::Leaf => play(&mut board, depth),
            }))
        })))
    }
}

fn play(board: &mut Board, depth: u32) -> u64 {
    let mut moves = MoveList::new();
    generate_legal(board, &mut moves);
    let mut state = StateInfo::new();
    let mut nodes = 0;
    for &mv in moves.as_slice() {
        board.do_move(mv, &mut state);
        nodes += if depth == 1 {
            black_box(&*board);
            1
        } else {
            play(board, depth - 1)
        };
        board.undo_move(mv, &state);
    }
    nodes
}
