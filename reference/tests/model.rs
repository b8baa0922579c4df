//! The interpreter on rules put together from the model, against figures and positions whose answers are known.
#![allow(missing_docs)]

mod common;

use common::*;
use wazir_runtime::Perft;

#[test]
fn orthodox_chess_is_counted_as_published() {
    let rules = chess();
    for (fen, nodes) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8_902][..]),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", &[48, 2_039]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2_812]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9_467]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1_486]),
    ] {
        for (depth, &expected) in (1..).zip(nodes) {
            let game = position(&rules, fen);
            assert_eq!(game.perft(depth, Perft::Bulk), expected, "{fen} at depth {depth}");
            assert_eq!(game.perft(depth, Perft::Leaf), expected, "{fen} at depth {depth}, leaf by leaf");
        }
    }
}
