//! A start from which no game can begin is a build error at its place, also where it is inherited.
#![allow(missing_docs)]

use wazir_codegen::build::modules;
use wazir_variant_spec::{Folder, Source};

fn errors(file: &str, text: &str) -> Vec<String> {
    let source = Source { file: file.to_string(), text: text.to_string() };
    modules(&[source], &Folder("../variants".into())).err().unwrap_or_default()
}

#[test]
fn a_royal_that_can_be_captured_at_once() {
    let text =
        "(\n    extends: \"chess\",\n    start: \"rnbqkbnr/pppp1ppp/8/8/8/4Q3/PPPPPPPP/RNB1KBNR w KQkq - 0 1\",\n)";
    let told = "rules/loud.ron:3:12: the game cannot begin here: it is the turn of White, who could capture the royal piece of Black on e8";
    assert_eq!(errors("rules/loud.ron", text), [told]);
}

#[test]
fn an_inherited_start() {
    let told = errors("far.ron", r#"(extends: "chess", pieces: { "Q": (name: "Marksman", moves: "(1,7)") })"#);
    assert!(matches!(&told[..], [one] if one.contains("chess.ron:28:12: the game cannot begin here")), "{told:?}");
}

#[test]
fn a_game_that_is_over_at_once_is_built() {
    let mated = r#"(extends: "chess", start: "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")"#;
    assert!(errors("mated.ron", mated).is_empty());
}
