//! Start positions from which no game can begin, or in which it is over already: each file of `starts/` has beside it what is said of it.

use std::{fs, path::Path};
use wazir_reference::{Interpreter, compile};
use wazir_runtime::Variant;
use wazir_variant_spec::{Diagnostics, Folder, Library, Source};

fn folder(path: &str) -> Folder {
    Folder(Path::new(env!("CARGO_MANIFEST_DIR")).join(path))
}

/// The games, named as seen from the project's root, wherever the test runs.
struct Games;

impl Library for Games {
    fn find(&self, name: &str) -> Option<Source> {
        let source = folder("../variants").find(name)?;
        Some(Source { file: format!("variants/{name}.ron"), ..source })
    }
    fn names(&self) -> Vec<String> {
        folder("../variants").names()
    }
}

fn diagnose(source: &Source) -> Diagnostics {
    compile(source, &Games).map_or_else(|errors| errors, |checked| checked.warnings)
}

#[test]
fn odd_starts_are_told() {
    let update = std::env::var_os("UPDATE").is_some();
    let starts = folder("tests/starts");
    let mut wrong = Vec::new();
    for name in starts.names() {
        let source = starts.find(&name).expect("listed a moment ago");
        let found = diagnose(&Source { file: format!("tests/starts/{name}.ron"), ..source });
        assert!(!found.is_empty(), "{name}: nothing is said");
        let rendered = found.render(false);
        let path = starts.0.join(format!("{name}.txt"));
        if update {
            fs::write(&path, &rendered).expect("the folder is writable");
        } else if fs::read_to_string(&path).ok().as_deref() != Some(&rendered) {
            wrong.push(format!("---- {name}, now:\n{rendered}"));
        }
    }
    let how = "If the new text is better, record it: UPDATE=1 cargo test -p wazir-reference --test starts";
    assert!(wrong.is_empty(), "{}\n{how}", wrong.join("\n"));
}

#[test]
fn games_begin_as_they_are_written_and_are_not_over() {
    for name in Games.names() {
        let source = Games.find(&name).expect("listed a moment ago");
        let checked = compile(&source, &Games).unwrap_or_else(|errors| panic!("{}", errors.render(false)));
        assert!(checked.warnings.is_empty(), "{}", checked.warnings.render(false));
        let start = checked.game.start();
        assert!(start.outcome().is_none() && start.count() > 0, "{name}");
        // What was refused, an empty board among it, is no start of rules that were put together by hand either.
        let mut rules = checked.game.rules().clone();
        rules.start.fen = "nothing".to_string();
        assert!(Interpreter::new(rules).is_err(), "{name}");
    }
}
