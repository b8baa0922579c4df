//! No text makes the compiler panic: damaged rule files are refused (or, rarely, still describe a game).

use proptest::prelude::*;
use std::path::Path;
use wazir_variant_spec::{Folder, Library, Source, compile};

const GAMES: [&str; 6] = ["chess", "shogi", "xiangqi", "grand", "horde", "ataxx"];

fn folder() -> Folder {
    Folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../variants"))
}

/// One way to damage a text: where, how many characters, what to put there.
fn damage() -> impl Strategy<Value = (prop::sample::Index, usize, String)> {
    let pieces = prop::sample::select(vec![
        "",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        "\"",
        "'",
        "None",
        "Inherited",
        "White: ",
        "9",
        "0",
        "-",
        "/",
        "é",
        "\\",
        "//",
        "/*",
        "extends: \"shogi\",",
        "(moves: \"N\")",
        "(White: None)",
        "rank 1",
        "a1-z9",
        "99999",
        "within",
        "except",
        "+",
        "~",
        "*",
        "_",
    ]);
    (any::<prop::sample::Index>(), 0usize..12, pieces.prop_map(str::to_string))
}

proptest! {
    #[test]
    fn damaged_files_do_not_panic(game in 0..GAMES.len(), damages in prop::collection::vec(damage(), 1..4)) {
        let folder = folder();
        let mut text: Vec<char> = folder.find(GAMES[game]).expect("the game is there").text.chars().collect();
        for (at, length, new) in damages {
            let start = at.index(text.len().max(1)).min(text.len());
            let end = (start + length).min(text.len());
            text.splice(start..end, new.chars());
        }
        let source = Source { file: "damaged.ron".to_string(), text: text.into_iter().collect() };
        match compile(&source, &folder) {
            Ok(compiled) => prop_assert!(!compiled.warnings.has_errors()),
            Err(found) => {
                prop_assert!(found.has_errors());
                prop_assert!(found.render(true).contains("damaged.ron") || !found.is_empty());
            }
        }
    }

    #[test]
    fn any_text_does_not_panic(text in "\\PC{0,200}") {
        let source = Source { file: "any.ron".to_string(), text };
        let _ = compile(&source, &folder()).map_err(|found| found.render(false));
    }
}
