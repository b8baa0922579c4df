//! No source knows a game by its name: whatever is special about one is said in its rule file. What stands below as allowed says why.
//!
//! Comments, attributes (the program's help) and unit tests may name games; other texts and names of things may not.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Where a text may name a game, and why.
const TEXTS: &[(&str, &[&str], &str)] = &[
    ("notation/src/names.rs", &["chess", "shogi"], "PGN without the tag `Variant` is chess, KIF and CSA are shogi"),
    ("notation/src/notation.rs", &["janggi"], "the name of a notation, which is chosen by the board"),
    ("notation/src/pgn/write.rs", &["chess"], "PGN without the tag `Variant` is chess"),
    ("protocol/src/announce.rs", &["crazyhouse", "shogi"], "XBoard's words for ways to promote, in its line `setup`"),
    ("protocol/src/names.rs", ALL, "what others call games, and which each protocol begins with: tables"),
    ("runtime/src/outcome.rs", &["extinction"], "the reason of an end in words"),
    ("cli/src/main.rs", ALL, "examples in the help"),
    ("cli/src/commands/list.rs", &["chess"], "an example in a message"),
    ("tui/src/app/files.rs", &["chess"], "PGN without the tag `Variant` is chess"),
    ("variant-spec/src/betza/parse.rs", &["chess"], "an example in a message"),
    ("variant-spec/src/file_name.rs", &["loop"], "a word of Rust"),
    ("variant-spec/src/foreign.rs", &["chess"], "examples in messages"),
    ("variant-spec/src/language/extend.rs", &["chess"], "an example in a message"),
    ("variant-spec/src/language/syntax.rs", &["chess"], "an example in a message"),
    ("variant-spec/src/values/base.rs", &["chess"], "an example in a message"),
];

/// Any name.
const ALL: &[&str] = &["*"];

/// Where a module or a variant may be called as a game is, and why.
const THINGS: &[(&str, &[&str], &str)] = &[
    ("notation/src/lib.rs", &["shogi", "xiangqi"], "modules of notations, which are chosen by the board"),
    ("notation/src/notation.rs", &["janggi", "shogi", "xiangqi"], "notations, which are chosen by the board"),
    ("notation/src/numbered.rs", &["janggi"], "a notation"),
];

/// Games that are called by a word of which English makes use as well: in a longer text, or in the name of a thing, it is not meant.
const WORDS: &[&str] = &["atomic", "extinction", "hex", "loop", "losers", "misere", "petrified", "placement", "supply"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The names of all games.
fn games() -> BTreeSet<String> {
    let files = fs::read_dir(root().join("variants")).expect("the folder of rule files");
    let paths = files.map(|file| file.expect("a file").path());
    let rules = paths.filter(|path| path.extension().is_some_and(|extension| extension == "ron"));
    rules.filter_map(|path| Some(path.file_stem()?.to_str()?.to_string())).collect()
}

/// All sources below a folder.
fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push(path);
        }
    }
}

/// What a source says and names.
#[derive(Default)]
struct Said {
    texts: Vec<String>,
    things: Vec<String>,
    /// Modules in files of their own that are only there for tests.
    tests: Vec<String>,
}

impl Said {
    fn read(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        let mut for_tests = false;
        while let Some(token) = tokens.get(at) {
            at += 1;
            match token {
                // An attribute: `#[..]` or `#![..]`.
                TokenTree::Punct(sign) if sign.as_char() == '#' => {
                    if matches!(tokens.get(at), Some(TokenTree::Punct(sign)) if sign.as_char() == '!') {
                        at += 1;
                    }
                    if let Some(TokenTree::Group(group)) = tokens.get(at)
                        && group.delimiter() == Delimiter::Bracket
                    {
                        for_tests |= group.to_string().replace(' ', "") == "[cfg(test)]";
                        at += 1;
                    }
                }
                // What follows `#[cfg(test)]` ends with a group in braces, or a semicolon.
                TokenTree::Ident(name) if for_tests => {
                    if name == "mod"
                        && let (Some(TokenTree::Ident(module)), Some(TokenTree::Punct(_))) =
                            (tokens.get(at), tokens.get(at + 1))
                    {
                        self.tests.push(module.to_string());
                    }
                    let is_end = |token: &TokenTree| match token {
                        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                        TokenTree::Punct(sign) => sign.as_char() == ';',
                        _ => false,
                    };
                    at += tokens[at..].iter().position(is_end).map_or(tokens.len(), |end| end + 1);
                    for_tests = false;
                }
                TokenTree::Group(group) => self.read(Group::stream(group)),
                TokenTree::Literal(literal) => self.texts.push(literal.to_string()),
                TokenTree::Ident(name) => self.things.push(name.to_string()),
                TokenTree::Punct(_) => {}
            }
        }
    }
}

/// The words of a text, in lower case.
fn words(text: &str) -> impl Iterator<Item = String> {
    // What a line break or a tab is written with is no letter of a word.
    let text = text.replace("\\n", " ").replace("\\t", " ").to_lowercase();
    let words: Vec<String> = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').map(str::to_string).collect();
    words.into_iter()
}

/// The words that the name of a thing is made of: `XiangqiNotation`, `is_shogi`.
fn parts(thing: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for letter in thing.chars() {
        if letter == '_' || letter.is_uppercase() {
            parts.push(String::new());
        }
        if letter != '_' {
            parts.last_mut().expect("there is one").extend(letter.to_lowercase());
        }
    }
    parts.push(thing.to_lowercase());
    parts
}

#[test]
fn sources_name_no_game() {
    let games = games();
    assert!(games.len() > 100, "{games:?}");
    // All that is published; the others are about named games.
    const UNPUBLISHED: [&str; 4] = ["bench", "conformance", "fuzz", "random-rules"];
    let folders = fs::read_dir(root()).expect("the project").flatten().map(|entry| entry.path());
    let is_crate = |folder: &PathBuf| {
        folder.join("Cargo.toml").is_file() && !UNPUBLISHED.iter().any(|name| folder.ends_with(name))
    };
    let crates: Vec<PathBuf> = folders.filter(is_crate).chain([root()]).collect();
    assert!(crates.len() > 16, "{crates:?}");
    let mut files = vec![root().join("build.rs")];
    crates.iter().for_each(|folder| sources(&folder.join("src"), &mut files));
    assert!(files.len() > 200, "{} sources", files.len());

    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).expect("a source");
        let tokens = text.parse::<TokenStream>().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut said = Said::default();
        said.read(tokens);
        said
    };
    let all: Vec<(PathBuf, Said)> = files.iter().map(|path| (path.clone(), read(path))).collect();
    // `mod tests;` in `betza.rs` or `betza/mod.rs` is `betza/tests.rs`.
    let test_files: BTreeSet<PathBuf> = all
        .iter()
        .flat_map(|(path, said)| {
            let is_root = ["mod", "lib", "main"].iter().any(|name| path.file_stem().is_some_and(|stem| stem == *name));
            let folder = if is_root { path.with_file_name("") } else { path.with_extension("") };
            said.tests.iter().map(move |module| folder.join(format!("{module}.rs")))
        })
        .collect();

    let mut wrong = Vec::new();
    let mut used = BTreeSet::new();
    for (path, said) in all.iter().filter(|(path, _)| !test_files.contains(path)) {
        let file = path.strip_prefix(root()).expect("below the root").display().to_string();
        let mut judge = |allowed: &'static [(&str, &[&str], &str)], what: &str, name: &str, text: &str| {
            let entry =
                allowed.iter().find(|(place, names, _)| *place == file && (names.contains(&name) || *names == ALL));
            match entry {
                Some(entry) => drop(used.insert((entry.0, entry.2))),
                None => wrong.push(format!("{file}: the {what} {text} names the game `{name}`")),
            }
        };
        for text in &said.texts {
            let is_meant = |word: &String| !WORDS.contains(&word.as_str()) || text.trim_matches('"') == word;
            words(text)
                .filter(|word| games.contains(word) && is_meant(word))
                .for_each(|name| judge(TEXTS, "text", &name, text));
        }
        for thing in &said.things {
            let named: BTreeSet<String> = parts(thing).into_iter().filter(|part| games.contains(part)).collect();
            let named = named.iter().filter(|part| !WORDS.contains(&part.as_str()));
            named.for_each(|name| judge(THINGS, "thing", name, thing));
        }
    }
    assert!(
        wrong.is_empty(),
        "What is special about a game is said in its rule file. Where a name has to stand in a source, codegen/tests/names.rs says why.\n{}",
        wrong.join("\n")
    );
    for (file, _, why) in TEXTS.iter().chain(THINGS) {
        assert!(used.contains(&(*file, *why)), "{file} names no game any more: take it out of the list ({why})");
    }
}

/// The test would see a name in a text, in an array, behind an attribute, and in the name of a thing; not in a comment, in help, or in a unit test.
#[test]
fn names_are_seen_where_they_matter() {
    let source = r##"
        //! As in chess.
        /// As in shogi.
        #[command(after_help = "wazir play makruk")]
        fn is_xiangqi(id: &str) -> bool { matches!(id, "a" | "hex-like \n janggi") }
        #[cfg(test)]
        mod tests { const A: &str = "chess"; }
        #[cfg(test)]
        mod properties;
        const B: &[&str] = &[r"duck"];
    "##;
    let mut said = Said::default();
    said.read(source.parse().expect("Rust"));
    let games = games();
    let texts: Vec<String> =
        said.texts.iter().flat_map(|text| words(text)).filter(|word| games.contains(word)).collect();
    assert_eq!(texts, ["janggi", "duck"]);
    let things: Vec<String> =
        said.things.iter().flat_map(|thing| parts(thing)).filter(|part| games.contains(part)).collect();
    assert_eq!(things, ["xiangqi"]);
    assert_eq!(said.tests, ["properties"]);
}
