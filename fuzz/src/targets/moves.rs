//! A byte that picks a game, then any words as its moves: what is understood is legal, and its text is understood as the same move.

use crate::games::picked_with_text;
use wazir_runtime::{Style, Variant, parse_square};

/// Takes an input.
pub fn run(data: &[u8]) {
    let Some((variant, text)) = picked_with_text(data) else { return };
    let info = variant.info();
    let mut game = variant.start();
    for word in text.split(' ').take(20) {
        let _ = parse_square(info.files, info.ranks, word);
        let Ok(mv) = game.parse_move(word, Style::Game) else { continue };
        let printed = game.move_text(mv, Style::Game);
        assert_eq!(game.parse_move(&printed, Style::Game), Ok(mv), "{printed}");
        game.play(mv).expect("what is understood is legal");
    }
}
