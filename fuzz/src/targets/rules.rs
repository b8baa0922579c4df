//! Any text as a rule file: refused with places inside the text, or a game that can be played.

use crate::games::library;
use wazir_reference::compile;
use wazir_runtime::{Style, Variant};
use wazir_variant_spec::Source;

/// Takes an input.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let source = Source { file: "fuzz.ron".to_string(), text: text.to_string() };
    let checked = match compile(&source, &library()) {
        Ok(checked) => checked,
        Err(diagnostics) => {
            assert!(diagnostics.has_errors());
            assert!(!diagnostics.render(true).is_empty());
            for diagnostic in diagnostics.iter().filter(|d| d.file == source.file) {
                assert!(text.get(diagnostic.span.clone()).is_some(), "{diagnostic:?}");
            }
            return;
        }
    };
    assert!(!checked.warnings.has_errors());
    let mut game = checked.game.start();
    // A few moves of the game, always the first one.
    for _ in 0..4 {
        let moves = game.legal_moves();
        assert_eq!(game.count(), moves.len() as u64);
        let _ = (game.outcome(), game.checkers(), game.hash(), game.fen(Style::Game));
        let Some(&mv) = moves.first() else { break };
        game.play(mv).expect("a legal move can be played");
    }
}
