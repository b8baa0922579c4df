//! Any words as moves of one of the games: what is understood is legal, and its text is understood as the same move.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wazir_fuzz::game_and_text;
use wazir_runtime::{Style, Variant, parse_square};

fuzz_target!(|data: &[u8]| {
    let Some((variant, text)) = game_and_text(data) else { return };
    let info = variant.info();
    let mut game = variant.start();
    for word in text.split(' ').take(20) {
        let _ = parse_square(info.files, info.ranks, word);
        let Ok(mv) = game.parse_move(word, Style::Game) else { continue };
        let printed = game.move_text(mv, Style::Game);
        assert_eq!(game.parse_move(&printed, Style::Game), Ok(mv), "{printed}");
        game.play(mv).expect("what is understood is legal");
    }
});
