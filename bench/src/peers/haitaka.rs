//! haitaka: shogi.

use super::{Counter, Mode, Peer, Perft};
use crate::{measure::timed, positions::Position};
use haitaka::{Board, PieceMoves};
use std::{collections::BTreeMap, hint::black_box};

/// The peer.
pub(crate) struct Haitaka;

impl Peer for Haitaka {
    fn name(&self) -> &str {
        "haitaka"
    }
    fn plays(&self, position: &Position) -> bool {
        position.variant == "shogi"
    }
    fn open<'a>(&'a mut self, position: &Position) -> Result<Box<dyn Counter + 'a>, String> {
        let sfen = sfen(&position.fen).ok_or("the FEN has no hand")?;
        let board = Board::from_sfen(&sfen).map_err(|e| format!("{sfen}: {e}"))?;
        Ok(Box::new(Perft(move |depth, mode| Ok(timed(|| perft(&board, depth, mode))))))
    }
}

/// FEN to SFEN: the first side is `b`, hands are counted, the clock goes.
fn sfen(fen: &str) -> Option<String> {
    let (board, rest) = fen.split_once('[')?;
    let (hand, rest) = rest.split_once(']')?;
    let turn = if rest.trim_start().starts_with('w') { 'b' } else { 'w' };
    let mut counts = BTreeMap::new();
    for piece in hand.chars() {
        *counts.entry(piece).or_insert(0) += 1;
    }
    let text = |(piece, count)| if count == 1 { String::from(piece) } else { format!("{count}{piece}") };
    let hand: String = counts.into_iter().map(text).collect();
    let hand = if hand.is_empty() { "-" } else { &hand };
    Some(format!("{board} {turn} {hand} 1"))
}

fn perft(board: &Board, depth: u32, mode: Mode) -> u64 {
    let mut nodes = 0;
    let mut visit = |moves: PieceMoves| {
        if depth == 1 && mode == Mode::Bulk {
            nodes += moves.into_iter().len() as u64;
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
    };
    board.generate_board_moves(&mut visit);
    board.generate_drops(&mut visit);
    nodes
}

#[cfg(test)]
mod tests {
    #[test]
    fn fen_becomes_sfen() {
        assert_eq!(
            super::sfen("R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3[RBGggpp] w - - 0 1").as_deref(),
            Some("R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b BGR2g2p 1")
        );
    }
}
