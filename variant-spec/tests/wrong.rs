//! A corpus of wrong rule files: each has its diagnostics beside it, as they are printed.

use std::{collections::BTreeSet, fs, path::Path};
use wazir_variant_spec::{Diagnostics, Folder, Library, Source, compile};

/// The games, and the wrong files themselves (some extend each other).
struct Both(Folder, Folder);

impl Library for Both {
    fn find(&self, name: &str) -> Option<Source> {
        self.0.find(name).or_else(|| self.1.find(name)).map(shorten)
    }
    fn names(&self) -> Vec<String> {
        self.0.names()
    }
}

/// Names files as seen from the project's root, wherever the test runs.
fn shorten(source: Source) -> Source {
    let file = match source.file.rsplit_once("/tests/") {
        Some((_, rest)) => format!("tests/{rest}"),
        None => source.file.rsplit_once("../").map_or(source.file.clone(), |(_, rest)| rest.to_string()),
    };
    Source { file, ..source }
}

fn library() -> Both {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    Both(Folder(here.join("../variants")), Folder(here.join("tests/wrong")))
}

/// All mistakes of a file, warnings of files that compile included.
fn diagnose(library: &Both, name: &str) -> Diagnostics {
    let source = shorten(library.1.find(name).expect("listed a moment ago"));
    compile(&source, library).map_or_else(|errors| errors, |compiled| compiled.warnings)
}

#[test]
fn diagnostics_are_as_recorded() {
    let library = library();
    let update = std::env::var_os("UPDATE").is_some();
    let mut wrong = Vec::new();
    for name in library.1.names() {
        let found = diagnose(&library, &name);
        assert!(!found.is_empty(), "tests/wrong/{name}.ron: no mistake was found");
        let rendered = found.render(false);
        let path = library.1.0.join(format!("{name}.txt"));
        if update {
            fs::write(&path, &rendered).expect("the corpus is writable");
        } else if fs::read_to_string(&path).ok().as_deref() != Some(&rendered) {
            wrong.push(format!("---- {name}, now:\n{rendered}"));
        }
    }
    let how = "If the new text is better, record it: UPDATE=1 cargo test -p wazir-variant-spec --test wrong";
    assert!(wrong.is_empty(), "{}\n{how}", wrong.join("\n"));
}

#[test]
fn corpus_holds_many_kinds_of_mistakes() {
    let library = library();
    let names = library.1.names();
    let codes: BTreeSet<&str> =
        names.iter().flat_map(|name| diagnose(&library, name).iter().map(|d| d.code).collect::<Vec<_>>()).collect();
    assert!(names.len() >= 60 && codes.len() >= 40, "{} files, {} codes: {codes:?}", names.len(), codes.len());
}

#[test]
fn places_are_inside_their_files() {
    let library = library();
    for name in library.1.names() {
        for diagnostic in diagnose(&library, &name).iter() {
            let source = library.find(diagnostic.file.rsplit('/').next().unwrap_or("").trim_end_matches(".ron"));
            let text = source.map(|s| s.text).unwrap_or_default();
            let line = text.lines().count().max(1) + 1;
            assert!(diagnostic.span.start <= text.len() && diagnostic.line as usize <= line, "{name}: {diagnostic:?}");
            assert!(diagnostic.span.start <= diagnostic.span.end, "{name}: {diagnostic:?}");
        }
    }
}
