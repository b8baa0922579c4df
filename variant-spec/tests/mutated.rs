//! Rule files with random damage: never a panic, and every diagnostic points into its file.

use std::path::PathBuf;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use wazir_variant_spec::{Folder, Library, Source, compile};

fn folder() -> Folder {
    Folder(PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../variants")))
}

/// One change to a text. Places are character boundaries chosen from all there are.
#[derive(Clone, Debug)]
enum Damage {
    /// Takes out what lies between two places not far apart.
    Cut(Index, usize),
    /// Puts in a piece of text.
    Insert(Index, String),
    /// Writes a piece of text over what is there.
    Replace(Index, String),
    /// Copies what follows one place to another.
    Copy(Index, Index, usize),
    /// Takes out a whole line.
    CutLine(Index),
    /// Writes a whole line twice.
    DoubleLine(Index),
    /// Exchanges two lines.
    Swap(Index, Index),
    /// Writes something else between a pair of quotes.
    Requote(Index, String),
    /// Writes another number.
    Renumber(Index, u32),
}

/// Text that is likely to hurt: pieces of the language, numbers out of range, letters in the wrong place.
fn words() -> impl Strategy<Value = String> {
    let words = [
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "'",
        "//",
        "/*",
        "\\",
        "-",
        "0",
        "1",
        "33",
        "255",
        "65536",
        "99999999999",
        "-1",
        "1.5",
        "true",
        "None",
        "Loses",
        "Wins",
        "Draw",
        "Checkmated",
        "Stalemated",
        "Repeated(times: 0)",
        "\"P\"",
        "\"K\"",
        "\"+P\"",
        "\"Q\"",
        "\"\"",
        "\"é\"",
        "\"rank 0\"",
        "\"rank 1-99\"",
        "\"a1-z9\"",
        "\"near half\"",
        "\"z99\"",
        "\"d1-f3\"",
        "extends: \"chess\",",
        "extends: \"shogi\",",
        "extends: \"nothing\",",
        "Inherited",
        "White: ",
        "(White: None)",
        "(moves: \"N\")",
        "within",
        "except",
        "near half",
        "royal: true,",
        "(files: 40, ranks: 0)",
        "(files: 1, ranks: 1)",
        "(files: 32, ranks: 32)",
        "moves: \"\",",
        "moves: \"mafsW\",",
        "moves: \"N0QcpRnZ\",",
        "N",
        "fN",
        "@",
        "*",
        "~",
        "_",
        "/8/",
        "[QNpp]",
        " w ",
        "KQkq",
        "e3",
        "3+3",
        "\u{feff}",
        "ſ",
        "ı",
        "\n",
        "\t",
        "\r",
        "\0",
    ];
    prop_oneof![4 => select(words.to_vec()).prop_map(str::to_string), 1 => ".{0,6}"]
}

/// What may stand between quotes: pieces, moves, regions, FENs, and nonsense.
fn quoted() -> impl Strategy<Value = String> {
    prop_oneof![
        "([fblrvsh]{0,2}[mcien]{0,2}[njpg]?[WFDNAHCZGKQRB][0-9]?){0,3}",
        "[+]?[A-Za-z]{0,2}",
        "(White|Black|Red|Sente)",
        "(rank |file |near |far )?[a-j0-9]{0,3}(-[a-j0-9]{0,3})?",
        "([kqrbnpKQRBNP+~*_1-9]{0,9}/){0,8}[KQkq1-9]{0,8}( [wb] [KQkq-]{0,4} (-|e3) [0-9]{1,2} [0-9]{1,2})?",
        words(),
    ]
}

fn damage() -> impl Strategy<Value = Damage> {
    let at = any::<Index>;
    prop_oneof![
        1 => (at(), 1usize..30).prop_map(|(i, n)| Damage::Cut(i, n)),
        3 => (at(), words()).prop_map(|(i, word)| Damage::Insert(i, word)),
        3 => (at(), words()).prop_map(|(i, word)| Damage::Replace(i, word)),
        1 => (at(), at(), 1usize..60).prop_map(|(i, j, n)| Damage::Copy(i, j, n)),
        2 => at().prop_map(Damage::CutLine),
        1 => at().prop_map(Damage::DoubleLine),
        1 => (at(), at()).prop_map(|(i, j)| Damage::Swap(i, j)),
        12 => (at(), quoted()).prop_map(|(i, text)| Damage::Requote(i, text)),
        6 => (at(), prop_oneof![0u32..40, any::<u32>()]).prop_map(|(i, number)| Damage::Renumber(i, number)),
    ]
}

fn apply(text: &str, damage: &Damage) -> String {
    let chars: Vec<char> = text.chars().collect();
    let place = |index: &Index| index.index(chars.len() + 1);
    let splice = |from: usize, to: usize, new: &[char]| -> String {
        let (from, to) = (from.min(chars.len()), to.min(chars.len()));
        chars[..from].iter().chain(new).chain(&chars[to..]).collect()
    };
    let mut lines: Vec<&str> = text.split('\n').collect();
    let (count, join) = (lines.len(), |lines: Vec<&str>| lines.join("\n"));
    match damage {
        Damage::Cut(at, n) => splice(place(at), place(at) + n, &[]),
        Damage::Insert(at, word) => splice(place(at), place(at), &word.chars().collect::<Vec<_>>()),
        Damage::Replace(at, word) => {
            let new: Vec<char> = word.chars().collect();
            splice(place(at), place(at) + new.len(), &new)
        }
        Damage::Copy(from, to, n) => {
            let (from, to) = (place(from), place(to));
            let piece = chars[from..(from + n).min(chars.len())].to_vec();
            splice(to, to, &piece)
        }
        Damage::CutLine(at) => {
            lines.remove(at.index(count));
            join(lines)
        }
        Damage::DoubleLine(at) => {
            lines.insert(at.index(count), lines[at.index(count)]);
            join(lines)
        }
        Damage::Swap(a, b) => {
            lines.swap(a.index(count), b.index(count));
            join(lines)
        }
        Damage::Requote(at, new) => {
            // Text between quotes is every second piece (comments of the games hold no quotes).
            let mut pieces: Vec<&str> = text.split('"').collect();
            if pieces.len() < 3 {
                return text.to_string();
            }
            let index = 1 + 2 * at.index((pieces.len() - 1) / 2);
            let new = new.replace('"', "");
            pieces[index] = &new;
            pieces.join("\"")
        }
        Damage::Renumber(at, number) => {
            let is_start = |&i: &usize| chars[i].is_ascii_digit() && (i == 0 || !chars[i - 1].is_ascii_digit());
            let starts: Vec<usize> = (0..chars.len()).filter(is_start).collect();
            if starts.is_empty() {
                return text.to_string();
            }
            let start = starts[at.index(starts.len())];
            let length = chars[start..].iter().take_while(|c| c.is_ascii_digit()).count();
            splice(start, start + length, &number.to_string().chars().collect::<Vec<_>>())
        }
    }
}

proptest! {
    #[test]
    fn damaged_files_are_refused_with_places(game in any::<Index>(), damages in vec(damage(), 1..6)) {
        let folder = folder();
        let names = folder.names();
        let mut source = folder.find(&names[game.index(names.len())]).expect("a game of the folder");
        for damage in &damages {
            source.text = apply(&source.text, damage);
        }
        hold(&source, &folder)?;
    }

    #[test]
    fn any_text_is_refused_with_places(text in "\\PC{0,60}") {
        hold(&Source { file: "any.ron".to_string(), text }, &folder())?;
    }
}

/// What has to hold for any rule file.
fn hold(source: &Source, folder: &Folder) -> Result<(), TestCaseError> {
    let diagnostics = match compile(source, folder) {
        Ok(compiled) => {
            prop_assert!(!compiled.warnings.has_errors(), "{}", compiled.warnings.render(false));
            // The rules can be described to programs as well.
            wazir_variant_spec::info(&compiled.rules);
            compiled.warnings
        }
        Err(diagnostics) => {
            prop_assert!(diagnostics.has_errors());
            diagnostics
        }
    };
    prop_assert!(diagnostics.is_empty() || !diagnostics.render(true).is_empty());
    for one in diagnostics.iter() {
        prop_assert!(!one.message.is_empty() && !one.code.is_empty());
        prop_assert!(one.line > 0 && one.column > 0);
        if one.file == source.file {
            prop_assert!(source.text.get(one.span.clone()).is_some(), "{:?} is no part of the text", one);
        }
    }
    Ok(())
}
