//! The pages in `docs/` show what the program does: the pictures of Betza's modifiers in `docs/language.md` are those it draws.

use super::*;
use std::collections::BTreeSet;
use wazir_variant_spec::betza::Modifier;

fn docs() -> PathBuf {
    root().join("docs")
}

fn language_page() -> String {
    fs::read_to_string(docs().join("language.md")).expect("the page is there")
}

/// What stands between the first `start` and the next `end`.
fn between<'t>(text: &'t str, start: &str, end: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(start)?;
    Some(rest.split_once(end)?.0)
}

/// A row of the table of modifiers: the example, the square it stands on, and the file of its picture.
struct Row {
    letters: String,
    example: String,
    origin: String,
    picture: Option<PathBuf>,
}

fn rows(page: &str) -> Vec<Row> {
    let table = between(page, "#### Modifiers in pictures", "\nWithout letters").expect("the table is there");
    let rows = table.lines().filter(|line| line.starts_with("| `"));
    rows.map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").collect();
        let [letters, _, example, picture] = cells[..] else { panic!("not four cells: {line}") };
        let picture = between(picture, "src=\"", "\"").map(|file| docs().join(file));
        Row {
            letters: letters.split('`').skip(1).step_by(2).collect(),
            example: between(example, "`", "`").expect("an example in backticks").to_string(),
            origin: example.split_once(" from ").map_or("d4", |(_, square)| square.trim()).to_string(),
            picture,
        }
    })
    .collect()
}

/// The picture that the program draws of a piece with these moves on an empty board.
fn drawn(row: &Row) -> String {
    let rules = format!(
        "(name: \"{0}\", board: (files: 7, ranks: 7), pieces: {{ \"A\": (name: \"Piece\", moves: \"{0}\") }}, \
         start: \"7/3a3/7/7/7/3A3/7 w - - 0 1\", end: [(if: Stalemated, then: Draw)])",
        row.example
    );
    let run = wazir_with_input(&["show", "-", "--piece", "A", "--square", &row.origin, "--svg", "-"], &rules);
    assert_eq!(run.status, 0, "{}: {}", row.example, run.err);
    run.out
}

/// `UPDATE_SNAPSHOTS=1` draws them anew.
#[test]
fn pictures_of_modifiers_are_what_the_program_draws() {
    let update = std::env::var_os("UPDATE_SNAPSHOTS").is_some();
    let mut shown = BTreeSet::new();
    for row in rows(&language_page()) {
        let Some(file) = &row.picture else { continue };
        assert!(shown.insert(file.clone()), "{} is shown twice", file.display());
        let picture = drawn(&row);
        if update {
            fs::create_dir_all(docs().join("images/betza")).expect("a folder");
            fs::write(file, &picture).expect("a picture");
        }
        let kept = fs::read_to_string(file).unwrap_or_default();
        assert!(
            kept == picture,
            "{} is not what the program draws of `{}`; `UPDATE_SNAPSHOTS=1 cargo test --test program docs` draws it anew",
            file.display(),
            row.example
        );
    }
    let kept: BTreeSet<PathBuf> = fs::read_dir(docs().join("images/betza"))
        .expect("the folder of pictures")
        .map(|entry| entry.expect("a file").path())
        .collect();
    assert_eq!(kept, shown, "pictures that the page does not show");
}

#[test]
fn every_modifier_has_a_row_that_uses_it() {
    let rows = rows(&language_page());
    for (letter, _) in Modifier::ALL {
        let own = rows.iter().find(|row| row.letters == letter.to_string());
        let row = own.unwrap_or_else(|| panic!("docs/language.md has no row for the modifier `{letter}`"));
        assert!(row.example.contains(letter), "`{}` is no example of `{letter}`", row.example);
    }
}

/// The rule files of `docs/what-cannot-be-said.md` are right, and its commands print what stands below them (but for line breaks).
#[test]
fn what_can_be_said_after_all_works_as_written() {
    let folder = folder("said");
    let page = fs::read_to_string(docs().join("what-cannot-be-said.md")).expect("the page is there");
    let (mut files, mut commands) = (0, 0);
    for block in page.split("\n```").skip(1).step_by(2) {
        let (language, text) = block.split_once('\n').expect("a block has lines");
        match language {
            "ron" => {
                let name = between(text, "// ", "\n").expect("the first line names the file: `// its-name.ron`");
                let path = file(&folder, name, text);
                let run = wazir(&["check", &path]);
                assert_eq!((run.status, run.err.as_str()), (0, ""), "{name}");
                files += 1;
            }
            "console" => {
                let (said, expected) = text.split_once('\n').expect("a command and what it prints");
                let said = said.strip_prefix("$ wazir ").expect("a command of the program");
                // Double quotes group words.
                let words = said.split('"').enumerate().flat_map(|(place, part)| match place % 2 {
                    1 => vec![part],
                    _ => part.split_whitespace().collect(),
                });
                let words: Vec<&str> = words.collect();
                let run = wazir_in(&folder, &words);
                let in_words = |text: &str| text.split_whitespace().map(str::to_string).collect::<Vec<_>>();
                assert_eq!(in_words(&run.out), in_words(expected), "{said}: {}", run.err);
                commands += 1;
            }
            _ => {}
        }
    }
    assert!(files >= 5 && commands >= 5, "only {files} rule files and {commands} commands found");
}

/// Links from page to page lead somewhere, and to sections that are there.
#[test]
fn links_between_pages_lead_somewhere() {
    for name in ["what-cannot-be-said.md", "language.md", "../CONTRIBUTING.md", "../CHANGELOG.md"] {
        let page = docs().join(name);
        let text = fs::read_to_string(&page).expect("the page is there");
        for target in text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target) {
            if target.contains("://") {
                continue;
            }
            let (path, section) =
                target.split_once('#').map_or((target, None), |(path, section)| (path, Some(section)));
            let path = if path.is_empty() { page.clone() } else { page.with_file_name(path) };
            assert!(path.exists(), "{name} links to {target}");
            let Some(section) = section else { continue };
            // As GitHub names sections: lower case, blanks as dashes, nothing else than letters, digits, dashes and underscores.
            let named = |line: &str| -> String {
                let kept =
                    line.trim_start_matches('#').trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
                kept.collect::<String>().to_lowercase().replace(' ', "-")
            };
            let text = fs::read_to_string(&path).expect("a page");
            let mut sections = text.lines().filter(|line| line.starts_with('#')).map(named);
            assert!(sections.any(|own| own == section), "{name} links to {target}");
        }
    }
}

/// The places that CONTRIBUTING.md names exist.
#[test]
fn contributing_names_what_exists() {
    let root = root();
    let text = fs::read_to_string(root.join("CONTRIBUTING.md")).expect("the page is there");
    let mut seen = 0;
    for name in text.split('`').skip(1).step_by(2) {
        // (Capitals stand for what one chooses; within a section on a crate its folders are named alone.)
        let is_path = name.contains('/') && !name.contains([' ', '\n']) && !name.chars().any(char::is_uppercase);
        if is_path {
            let found = ["", "variant-spec/src/language"].iter().any(|folder| root.join(folder).join(name).exists());
            assert!(found, "CONTRIBUTING.md names `{name}`, which does not exist");
            seen += 1;
        }
    }
    assert!(seen > 15, "only {seen} places found");
}
