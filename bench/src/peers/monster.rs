//! monster_chess: chess and ataxx. It plays and takes back on one board; its own `perft` is used for bulk counting.

use super::{Counter, Mode, Peer, Perft};
use crate::{
    measure::{Sample, timed},
    peers::ataxx::stones,
    positions::Position,
};
use monster_chess::{
    board::{
        Board,
        game::{Game, NORMAL_MODE},
    },
    games::{ataxx::Ataxx, chess::Chess},
};
use std::{hint::black_box, panic};

/// The peer.
pub(crate) struct MonsterChess;

impl Peer for MonsterChess {
    fn name(&self) -> &str {
        "monster_chess"
    }
    fn plays(&self, position: &Position) -> bool {
        matches!(&*position.variant, "chess" | "ataxx") && !position.chess960
    }
    fn open<'a>(&'a mut self, position: &Position) -> Result<Box<dyn Counter + 'a>, String> {
        let (game, fen) = match &*position.variant {
            "chess" => (Chess::create(), position.fen.clone()),
            _ => (Ataxx::create(), stones(&position.fen).ok_or("an incomplete FEN")?),
        };
        // Neither its errors nor its doubts are values: it panics.
        Ok(Box::new(Perft(move |depth, mode| {
            panic::catch_unwind(panic::AssertUnwindSafe(|| count(&game, &fen, depth, mode)))
                .map_err(|_| "it panicked".to_string())
        })))
    }
}

fn count(game: &Game<1>, fen: &str, depth: u32, mode: Mode) -> Sample {
    let mut board = game.from_fen(fen);
    timed(|| match mode {
        Mode::Bulk => board.perft(depth, true),
        Mode::Leaf => play(&mut board, depth),
    })
}

fn play(board: &mut Board<'_, 1>, depth: u32) -> u64 {
    let mut nodes = 0;
    for mv in board.generate_legal_moves(NORMAL_MODE) {
        let undo = board.make_move(&mv);
        nodes += if depth == 1 {
            black_box(&*board);
            1
        } else {
            play(board, depth - 1)
        };
        board.undo_move(undo);
    }
    nodes
}
