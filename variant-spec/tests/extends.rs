//! Files whose names meet those of the games they extend.

use wazir_variant_spec::{Diagnostics, Library, Source, compile};

/// Files of the user's folder, which come first, and those that come with the program.
struct Two(&'static [(&'static str, &'static str)]);

const BUILT_IN: [(&str, &str); 2] =
    [("chess", include_str!("../../variants/chess.ron")), ("mini", "(extends: \"chess\", name: \"Mini\")")];

fn source(folder: &str, (name, text): (&str, &str)) -> Source {
    Source { file: format!("{folder}/{name}.ron"), text: text.to_string() }
}

impl Two {
    fn all(&self, name: &str) -> Vec<Source> {
        let own = self.0.iter().map(|file| (file.0, source("mine", *file)));
        let built_in = BUILT_IN.iter().map(|file| (file.0, source("variants", *file)));
        own.chain(built_in).filter(|(of, _)| *of == name).map(|(_, source)| source).collect()
    }
}

impl Library for Two {
    fn find(&self, name: &str) -> Option<Source> {
        self.all(name).into_iter().next()
    }
    fn find_besides(&self, name: &str, file: &Source) -> Option<Source> {
        self.all(name).into_iter().find(|found| found != file)
    }
    fn names(&self) -> Vec<String> {
        BUILT_IN.iter().map(|(name, _)| name.to_string()).collect()
    }
}

fn mistakes(files: &'static [(&str, &str)]) -> Diagnostics {
    compile(&source("mine", files[0]), &Two(files)).expect_err("its parent cannot be found")
}

#[test]
fn a_file_named_like_its_parent_is_told_so() {
    let found = mistakes(&[("chess", "(\n    extends: \"chess\",\n    name: \"Mine\",\n)")]);
    let only = found.iter().next().expect("a mistake");
    assert_eq!((found.len(), only.code, only.line, only.column), (1, "extends-itself", 2, 14));
    assert!(only.message.contains("finds this file itself"), "{}", only.message);
    let help = only.help.as_deref().unwrap_or_default();
    assert!(help.contains("`mine/my-chess.ron`") && help.contains("`variants/chess.ron` is found"), "{help}");
}

#[test]
fn a_file_that_hides_what_its_parent_extends_is_named() {
    let found = mistakes(&[("chess", "(extends: \"mini\")")]);
    let only = found.iter().next().expect("a mistake");
    assert_eq!((found.len(), only.code, only.file.as_str()), (1, "extends-itself", "variants/mini.ron"));
    assert!(only.message.contains("finds `mine/chess.ron`"), "{}", only.message);
}

#[test]
fn a_circle_names_all_its_files() {
    let found =
        mistakes(&[("first", "(extends: \"one\")"), ("one", "(extends: \"two\")"), ("two", "(extends: \"one\")")]);
    let only = found.iter().next().expect("a mistake");
    assert_eq!((found.len(), only.code), (1, "extends-cycle"));
    assert!(only.message.ends_with("one -> two -> one"), "{}", only.message);
    assert!(only.help.as_deref().is_some_and(|help| help.contains("`mine/one.ron`, `mine/two.ron`")), "{only:?}");
}

#[test]
fn a_file_that_extends_itself_alone_is_told_so() {
    let found = mistakes(&[("own", "(extends: \"own\")")]);
    assert!(found.iter().any(|d| d.code == "extends-itself" && d.message.contains("no other game")), "{found:?}");
}
