//! The program as its users meet it: every subcommand is run, with good and with bad input of every kind.
//!
//! Most games are opened by path, so these tests hold whatever is compiled in.

mod arguments;
mod compare;
mod docs;
mod engines;
mod hangup;
mod mates;
mod perft;
mod pgn;
mod play;
mod playout;
mod show;
mod trouble;
mod tune;

use serde_json::Value;
use std::{
    env, fs,
    io::{self, Write},
    ops::Deref,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};
use tempfile::TempDir;

/// A run of the program.
struct Run {
    status: i32,
    out: String,
    err: String,
}

/// The folder of the project.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Path of a game's rule file.
fn game(name: &str) -> String {
    root().join(format!("variants/{name}.ron")).display().to_string()
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wazir"));
    command.args(arguments).env_remove("NO_COLOR").current_dir(env::temp_dir());
    command
}

fn finished(output: Output) -> Run {
    let text = |bytes| String::from_utf8(bytes).expect("the program prints UTF-8");
    Run { status: output.status.code().expect("an exit status"), out: text(output.stdout), err: text(output.stderr) }
}

fn wazir(arguments: &[&str]) -> Run {
    finished(command(arguments).output().expect("the program runs"))
}

/// The same in this folder.
fn wazir_in(folder: &Path, arguments: &[&str]) -> Run {
    finished(command(arguments).current_dir(folder).output().expect("the program runs"))
}

/// Tells what is left out, and why. (Not by `println`, which is shown only where a test fails.)
fn skip(what: &str) {
    let _ = writeln!(io::stderr(), "SKIPPED: {what}");
}

fn wazir_with_input(arguments: &[&str], input: &str) -> Run {
    let mut command = command(arguments);
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    finished(child.wait_with_output().expect("it ends"))
}

/// Runs it; it has to succeed and print JSON.
fn json(arguments: &[&str]) -> Value {
    let run = wazir(arguments);
    assert_eq!(run.status, 0, "{arguments:?}: {}", run.err);
    serde_json::from_str(&run.out).expect("JSON")
}

/// Runs it; it has to refuse with status 2, saying `part` on standard error and nothing on standard output.
fn refused(arguments: &[&str], part: &str) {
    let run = wazir(arguments);
    assert_eq!(run.status, 2, "{arguments:?} printed {}{}", run.out, run.err);
    assert!(run.err.contains(part), "{arguments:?} does not say `{part}` but: {}", run.err);
    assert_eq!(run.out, "", "{arguments:?}");
}

/// A folder of a test's own, which goes when the test is over.
struct Folder(TempDir);

impl Deref for Folder {
    type Target = Path;

    fn deref(&self) -> &Path {
        self.0.path()
    }
}

/// An empty folder of this test's own.
fn folder(name: &str) -> Folder {
    // Outside the checkout: below it, `wazir new` would add its games to the project itself.
    Folder(tempfile::Builder::new().prefix(&format!("wazir-{name}-")).tempdir().expect("a folder"))
}

fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).expect("a file");
    path.display().to_string()
}

#[test]
fn help_has_examples_everywhere() {
    for subcommand in ["list", "check", "show", "moves", "perft", "emit", "diff", "new", "match", "tune"] {
        let run = wazir(&[subcommand, "--help"]);
        assert_eq!(run.status, 0);
        assert!(run.out.contains("Examples:"), "{subcommand}: {}", run.out);
    }
    assert!(wazir(&["--help"]).out.contains("Exit status"));
    assert_eq!(wazir(&["--version"]).status, 0);
}

#[test]
fn unknown_subcommands_and_options_are_refused() {
    refused(&["prefect"], "perft");
    refused(&["perft", &game("chess"), "2", "--dvide"], "--divide");
    refused(&["perft", &game("chess")], "DEPTH");
    refused(&["perft", &game("chess"), "two"], "two");
    refused(&["perft", &game("chess"), "2", "--threads", "0"], "threads");
    refused(&[], "Usage");
}

#[test]
fn unknown_games_and_files_are_refused() {
    refused(&["show", "no_such_game_at_all"], "no game is called `no_such_game_at_all`");
    refused(&["show", "nowhere/chess.ron"], "cannot read `nowhere/chess.ron`");
    let folder = folder("unreadable");
    refused(&["check", &folder.display().to_string()], "cannot read");
    let bytes = folder.join("bytes.ron");
    fs::write(&bytes, [0xff, 0xfe, 0x00]).expect("a file");
    refused(&["check", &bytes.display().to_string()], "UTF-8");
}

#[test]
fn list_prints_what_its_json_says() {
    let Value::Array(games) = json(&["list", "--json"]) else { panic!("an array") };
    assert_eq!(games.len(), files_in("variants"), "the rule files of all games are in every build");
    let run = wazir(&["list"]);
    assert_eq!(run.status, 0);
    for entry in &games {
        let line = run.out.lines().find(|line| line.split_whitespace().next() == entry["id"].as_str());
        let line = line.unwrap_or_else(|| panic!("{} is not listed", entry["id"]));
        let backend = entry["backend"].as_str().expect("a backend");
        assert!(line.ends_with(&format!("({backend})")), "{line}");
        assert!(entry["start"].is_string() && entry["pieces"].is_array());
    }
}

/// Every game is opened by its name, by its file and by either backend, and is the same game.
#[test]
fn games_have_names() {
    let Value::Array(games) = json(&["list", "--json"]) else { panic!("an array") };
    for entry in &games {
        let id = entry["id"].as_str().expect("an id");
        let by_name = json(&["perft", id, "2", "--divide", "--json"]);
        assert_eq!(by_name["backend"], entry["backend"]);
        let interpreted = json(&["perft", id, "2", "--divide", "--json", "--backend", "reference"]);
        assert_eq!(interpreted["backend"], "reference");
        let by_path = json(&["perft", &game(id), "2", "--divide", "--json"]);
        assert_ne!(by_path["backend"], "compiled");
        let runs = wazir(&["perft", id, "1", "--backend", "machine"]).status == 0;
        assert_eq!(by_path["backend"] == "machine", runs, "{id}");
        for other in [&interpreted, &by_path] {
            for field in ["variant", "fen", "nodes", "divide"] {
                assert_eq!(by_name[field], other[field], "{id}: {field}");
            }
        }
    }
    refused(&["show", "shoggi"], "did you mean `shogi`?");
    refused(&["show", "Chess"], "did you mean `chess`?");
    let run = wazir(&["new", "chess"]);
    assert!(run.status == 2 && run.err.contains("a game called `chess` exists already"), "{}", run.err);
}

#[test]
fn check_finds_mistakes_and_places() {
    let folder = folder("check");
    let wrong = file(&folder, "wrong.ron", "(\n    name: \"Wrong\",\n    bord: (files: 8, ranks: 8),\n)\n");
    let run = wazir(&["check", &game("chess"), &wrong]);
    assert_eq!(run.status, 1);
    assert!(run.out.contains("chess.ron: ok"), "{}", run.out);
    assert!(run.out.contains("wrong.ron:3:5") && run.out.contains("board"), "{}", run.out);
    assert!(!run.out.contains('\x1b'), "no colours when not on a terminal");

    let run = wazir(&["check", "--json", &game("chess"), &wrong]);
    assert_eq!(run.status, 1);
    let report: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(report[0]["ok"], true);
    assert_eq!(report[0]["id"], "chess");
    assert_eq!(report[1]["ok"], false);
    let diagnostics = report[1]["diagnostics"].as_array().expect("an array");
    assert!(diagnostics.iter().any(|diagnostic| diagnostic["line"] == 3 && diagnostic["column"] == 5), "{report}");
    refused(&["check"], "FILE");

    // The values next to it are what the engine would stumble over.
    let tuned = file(&folder, "tuned.ron", "(extends: \"chess\", name: \"Tuned\")");
    let values = |text: &str| file(&folder, "tuned.values", text);
    values("(pieces: { \"N\": (full: 310) })");
    let run = wazir(&["check", &tuned]);
    assert!(run.status == 0 && run.out.contains("tuned.ron: ok"), "{}", run.out);
    values("(pieces: {\n    \"N\": (ful: 310),\n})");
    let run = wazir(&["check", &tuned]);
    assert_eq!(run.status, 1);
    assert!(run.out.contains("tuned.values:2:11") && run.out.contains("did you mean `full`"), "{}", run.out);
    let report: Value = serde_json::from_str(&wazir(&["check", "--json", &tuned]).out).expect("JSON");
    assert!(report[0]["ok"] == false && report[0]["diagnostics"][0]["line"] == 2, "{report}");
}

#[test]
fn colours_are_for_those_who_ask() {
    let folder = folder("colours");
    let wrong = file(&folder, "wrong.ron", "(name: 3)");
    assert!(wazir(&["check", &wrong, "--color", "always"]).out.contains('\x1b'));
    assert!(!wazir(&["check", &wrong, "--color", "never"]).out.contains('\x1b'));
    assert!(!wazir(&["check", &wrong]).out.contains('\x1b'));
}

#[test]
fn standard_input_is_a_file() {
    let chess = fs::read_to_string(game("chess")).expect("chess");
    let run = wazir_with_input(&["perft", "-", "2", "--json"], &chess);
    assert_eq!(run.status, 0, "{}", run.err);
    assert_eq!(serde_json::from_str::<Value>(&run.out).expect("JSON")["nodes"], 400);
    let run = wazir_with_input(&["check", "-"], "(");
    assert_eq!(run.status, 1);
    let run = wazir_with_input(&["show", "-"], "(");
    assert_eq!(run.status, 2);
    assert!(run.err.contains(":1:1"), "{}", run.err);
}

/// How many rule files a folder of the repository holds.
fn files_in(folder: &str) -> usize {
    let files = fs::read_dir(root().join(folder)).expect("a folder");
    files.filter(|file| file.as_ref().is_ok_and(|file| file.path().extension().is_some_and(|e| e == "ron"))).count()
}

/// `wazir moves ... | head -1` ends quietly.
#[test]
#[cfg(unix)]
fn a_closed_pipe_is_no_error() {
    let line = format!("'{}' perft '{}' 1 --divide | true", env!("CARGO_BIN_EXE_wazir"), game("shogi"));
    let output = Command::new("sh").args(["-c", &format!("set -o pipefail 2>/dev/null; {line}")]).output();
    let run = finished(output.expect("a shell"));
    assert_eq!(run.err, "");
    let mut child =
        command(&["show", &game("shogi")]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    drop(child.stdout.take());
    let run = finished(child.wait_with_output().expect("it ends"));
    assert_eq!((run.status, run.err.as_str()), (0, ""));
}
