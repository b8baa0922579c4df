//! The compiled game plays by its rules.

use own_game::stampede::Position as Stampede;
use wazir_runtime::{Perft, Position, Reason, Style};

#[test]
fn counts() {
    // The figures are the reference interpreter's: `wazir perft rules/stampede.ron 4 --backend interpreted`.
    let start = <Stampede as Position>::start();
    for (depth, nodes) in [(0, 1), (1, 16), (2, 241), (3, 4389), (4, 80027)] {
        assert_eq!(start.perft(depth, Perft::Bulk), nodes, "depth {depth}, bulk");
        assert_eq!(start.perft(depth, Perft::Leaf), nodes, "depth {depth}, leaf");
    }
}

#[test]
fn a_king_on_the_last_rank_wins() {
    let mut position =
        <Stampede as Position>::from_fen("7/2K4/7/7/4k2/7/7 w - - 0 1", Style::Game).expect("a position");
    assert_eq!(position.outcome(), None);
    let mv = position.parse_move("c6c7", Style::Game).expect("a legal move");
    position.play(mv).expect("a legal move");
    let outcome = position.outcome().expect("the game is over");
    assert_eq!((outcome.winner, outcome.reason), (Some(0), Reason::Goal));
    assert_eq!(position.count(), 0, "nothing is played after the end");
}

#[test]
fn illegal_moves_are_refused() {
    let position = <Stampede as Position>::start();
    assert!(position.parse_move("d1d3", Style::Game).is_err());
    assert!(position.parse_move("nonsense", Style::Game).is_err());
}
