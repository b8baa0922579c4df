//! The README does what it says: its rule files are written to a folder and its `wazir` commands are run there, in order.
//! (Its Rust code is a documentation test of the library.)

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use wazir_variant_spec::{Folder, Source, compile, rules::Condition};

const README: &str = include_str!("../../README.md");

/// The folder of the project.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// A fenced block: its language and its lines.
struct Block {
    language: &'static str,
    lines: Vec<&'static str>,
}

fn blocks() -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for line in README.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(language), None) => open = Some(Block { language, lines: Vec::new() }),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some(block)) => block.lines.push(line),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block of the README is never closed");
    blocks
}

/// The words of a command line; double quotes group.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in line.split('"').enumerate() {
        if i % 2 == 1 {
            words.push(part.to_string());
        } else {
            words.extend(part.split_whitespace().map(String::from));
        }
    }
    words
}

/// The arguments, when a line runs the program.
fn arguments(line: &str) -> Option<Vec<String>> {
    let line = line.split(" #").next().unwrap_or(line).trim();
    let rest = line.strip_prefix("wazir ").or_else(|| line.strip_prefix("cargo run --release -- "))?;
    Some(words(rest))
}

/// An empty folder for this test.
fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

#[test]
fn commands_and_files_work_as_written() {
    let folder = folder();
    let (mut files, mut commands) = (0, 0);
    for block in blocks() {
        if block.language == "ron" {
            // The first line names the file.
            let name = block.lines[0]
                .strip_prefix("// ")
                .expect("the first line of a rule file in the README is `// its-name.ron`");
            fs::write(folder.join(name), block.lines.join("\n")).expect("writing a rule file");
            files += 1;
        }
        if block.language != "sh" {
            continue;
        }
        for line in block.lines {
            let Some(mut arguments) = arguments(line) else { continue };
            if arguments[0] == "new" {
                // Changes the project that it is run in; it has tests of its own.
                arguments = vec!["new".to_string(), "--help".to_string()];
            }
            if cfg!(debug_assertions) && arguments[0] == "perft" && !arguments[1].ends_with(".ron") {
                // Too slow without optimisation: one ply less than nothing is enough to see that the command is right.
                arguments[2] = "1".to_string();
            }
            let output = Command::new(env!("CARGO_BIN_EXE_wazir"))
                .args(&arguments)
                .current_dir(&folder)
                .output()
                .expect("the program starts");
            // Status 1 says that two games differ, which the README shows.
            let fine = output.status.success() || arguments[0] == "diff" && output.status.code() == Some(1);
            assert!(fine, "`{line}`: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr));
            assert!(!output.stdout.is_empty(), "`{line}` prints nothing");
            commands += 1;
        }
    }
    assert!(files >= 1 && commands >= 5, "only {files} rule files and {commands} commands found in the README");
}

/// A game of one's own is not to lose the draws of chess without being asked, as the first one shown here once did.
#[test]
fn the_first_game_keeps_the_draws_of_its_parent() {
    let block = blocks().into_iter().find(|block| block.language == "ron").expect("a rule file");
    let source = Source { file: "mygame.ron".to_string(), text: block.lines.join("\n") };
    let library = Folder(root().join("variants"));
    let compiled = compile(&source, &library).unwrap_or_else(|errors| panic!("{}", errors.render(false)));
    let ends = compiled.rules.end;
    assert!(ends.iter().any(|rule| matches!(rule.when, Condition::Repetition { .. })), "{ends:?}");
    assert!(ends.iter().any(|rule| matches!(rule.when, Condition::QuietMoves { .. })), "{ends:?}");
}

#[test]
fn other_commands_name_what_exists() {
    let root = root();
    let mut seen = 0;
    for block in blocks().into_iter().filter(|block| block.language == "sh") {
        for line in block.lines {
            let words = words(line);
            for pair in words.windows(2).filter(|pair| pair[0] == "--manifest-path" || pair[0] == "--test") {
                let path = if pair[0] == "--test" { format!("tests/{}.rs", pair[1]) } else { pair[1].clone() };
                assert!(root.join(&path).is_file(), "`{line}`: there is no {path}");
                seen += 1;
            }
        }
    }
    assert!(seen >= 1, "the README shows no command of the benchmark");
}

#[test]
fn links_lead_somewhere() {
    let root = root();
    let mut seen = 0;
    for target in README.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target) {
        let file = target.split('#').next().unwrap_or(target);
        if !file.contains("://") && !file.is_empty() {
            assert!(root.join(file).exists(), "the README links to {file}, which does not exist");
            seen += 1;
        }
    }
    assert!(seen >= 3, "the README links to nothing");
}
