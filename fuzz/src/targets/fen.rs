//! A byte that picks a game, then any text as a FEN of it: refused with a place inside the text, or a position whose FEN reads back, as do those after each of its moves.

use crate::games::picked_with_text;
use wazir_runtime::{Style, Variant, fen};

/// Takes an input.
pub fn run(data: &[u8]) {
    let Some((game, text)) = picked_with_text(data) else { return };
    for style in [Style::Game, Style::Standard, Style::Chess960] {
        match fen::parse(game.info(), text, style) {
            Ok(setup) => {
                let printed = fen::print(game.info(), &setup, style);
                assert_eq!(fen::parse(game.info(), &printed, style).as_ref(), Ok(&setup), "{printed}");
            }
            Err(error) => assert!(text.get(error.span.0..error.span.1).is_some(), "{error:?}"),
        }
    }
    let Ok(position) = game.from_fen(text, Style::Game) else { return };
    let printed = position.fen(Style::Game);
    let again = game.from_fen(&printed, Style::Game).expect("the FEN of a position is valid");
    assert_eq!(again.setup(), position.setup(), "{printed}");
    assert_eq!(again.hash(), position.hash(), "{printed}");
    let moves = position.legal_moves();
    // (Where there are thousands, some of them.)
    for &mv in moves.iter().step_by(1 + moves.len() / 30) {
        let mut next = position.boxed();
        next.play(mv).expect("a legal move can be played");
        let printed = next.fen(Style::Game);
        let again = game.from_fen(&printed, Style::Game);
        let again = again.unwrap_or_else(|error| panic!("{printed} after {mv:?}: {error}"));
        assert_eq!(again.setup(), next.setup(), "{printed} after {mv:?}");
        assert_eq!(again.hash(), next.hash(), "{printed} after {mv:?}");
    }
}
