//! The program as its users meet it: every subcommand is run, with good and with bad input of every kind.
//!
//! Most games are opened by path, so these tests hold whatever is compiled in.

use serde_json::Value;
use std::{
    collections::BTreeMap,
    env, fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

/// A run of the program.
struct Run {
    status: i32,
    out: String,
    err: String,
}

/// Path of a game's rule file.
fn game(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("variants/{name}.ron")).display().to_string()
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

/// An empty folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).expect("a file");
    path.display().to_string()
}

#[test]
fn help_has_examples_everywhere() {
    for subcommand in ["list", "check", "show", "moves", "perft", "emit", "diff", "new"] {
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
        assert_eq!(line.ends_with("(interpreted)"), entry["backend"] == "reference", "{line}");
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
        assert_eq!(by_path["backend"], "reference");
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
fn emit_prints_the_generated_module() {
    let folder = folder("emit");
    let run = wazir(&["emit", "ataxx"]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.starts_with("// Ataxx: ") && run.out.contains("// variants/ataxx.ron:"), "{}", run.err);
    let mut by_path = command(&["emit", "variants/ataxx.ron"]);
    let by_path = finished(by_path.current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("it runs"));
    assert!(by_path.out == run.out, "by name and by path");
    let path = folder.join("ataxx.rs").display().to_string();
    assert_eq!(wazir(&["emit", "ataxx", "-o", &path]).out, "");
    assert!(fs::read_to_string(&path).expect("code") == run.out);
    refused(&["emit", "ataxx", "-o", "/dev/null/ataxx.rs"], "cannot write");
    refused(&["emit", "nosuchgame"], "no game");
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

#[test]
fn show_draws_boards_with_hands() {
    let run = wazir(&["show", &game("shogi"), "--moves", "c3c4 g7g6 b2h8+"]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.contains("Sente's hand: B"), "{}", run.out);
    assert!(run.out.contains("│ p  │") && run.out.contains("│+B  │"), "{}", run.out);
    let run = wazir(&["show", &game("chess"), "--ascii"]);
    assert!(run.out.is_ascii() && run.out.contains("| r | n | b | q | k |"), "{}", run.out);
    let position = json(&["show", &game("chess"), "--moves", "f2f3 e7e5 g2g4 d8h4", "--json"]);
    assert_eq!(position["outcome"]["winner"], "Black");
    assert_eq!(position["outcome"]["reason"], "checkmate");
    assert_eq!(position["board"]["h4"], "q");
    assert_eq!(position["check"], true);
}

#[test]
fn show_draws_how_pieces_move() {
    let knight = json(&["show", &game("chess"), "--piece", "n", "--square", "d4", "--json"]);
    let targets = knight["sides"][0]["targets"].as_object().expect("an object");
    let squares: Vec<&str> = targets.keys().map(String::as_str).collect();
    assert_eq!(squares, ["b3", "b5", "c2", "c6", "e2", "e6", "f3", "f5"]);
    assert_eq!(knight["sides"].as_array().map(Vec::len), Some(1), "both sides move knights alike");
    assert_eq!(knight["sides"][0]["alike"][0], "Black");

    let pawn = json(&["show", &game("chess"), "--piece", "Pawn", "--square", "e2", "--json"]);
    let targets = &pawn["sides"][0]["targets"];
    assert_eq!(targets["d3"][0], "captures");
    assert_eq!(targets["e3"][0], "moves without capturing");
    assert!(targets["e4"][0].as_str().expect("text").contains("only from rank 2"));
    assert!(targets["e5"].is_null());

    let cannon = json(&["show", &game("xiangqi"), "--piece", "C", "--square", "a1", "--json"]);
    let targets = &cannon["sides"][0]["targets"];
    assert_eq!(targets["a2"].as_array().map(Vec::len), Some(1), "no room for a hurdle");
    assert_eq!(targets["a3"].as_array().map(Vec::len), Some(2));

    let run = wazir(&["show", &game("xiangqi"), "--piece", "N"]);
    assert!(run.out.contains('■') && run.out.contains("a square between"), "{}", run.out);
    refused(&["show", &game("chess"), "--piece", "X"], "Knight");
    refused(&["show", &game("chess"), "--piece", "N", "--square", "i1"], "a1 to h8");
}

#[test]
fn show_writes_svg() {
    let folder = folder("svg");
    let path = folder.join("deeper/board.svg").display().to_string();
    let run = wazir(&["show", &game("shogi"), "--svg", &path]);
    assert_eq!((run.status, run.out.as_str()), (0, ""), "{}", run.err);
    let board = fs::read_to_string(&path).expect("a picture");
    assert!(board.starts_with("<svg") && board.ends_with("</svg>\n"));
    assert_eq!(board.matches("<circle").count(), 40 + 2, "40 pieces, two of them with the ring of royals");
    let run = wazir(&["show", &game("chess"), "--piece", "P", "--svg", "-"]);
    assert!(run.out.contains("<title>Pawn of Chess</title>"), "{}", run.out);
    refused(&["show", &game("chess"), "--svg", "/dev/null/board.svg"], "cannot write");
}

#[test]
fn pages_are_written_from_the_rule_file_alone() {
    let folder = folder("page");
    let to = folder.display().to_string();
    let run = wazir(&["show", &game("crazyhouse"), "--page", "--to", &to]);
    assert_eq!(run.status, 0, "{}", run.err);
    let page = fs::read_to_string(folder.join("crazyhouse.md")).expect("a page");
    for part in ["# Crazyhouse", "(crazyhouse/start.svg)", "### Knight (N)", "goes to the capturer's hand", "castles"] {
        assert!(page.contains(part), "`{part}` is missing in {page}");
    }
    for picture in ["start", "p", "n", "k"] {
        assert!(folder.join(format!("crazyhouse/{picture}.svg")).is_file());
    }
}

/// The pages in the repository are what the program writes today, no more and no less.
#[test]
fn pages_in_the_repository_are_fresh() {
    let anew = "to write all pages anew: rm -r docs/games; cargo run --release -- show --page --all";
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/games");
    let folder = folder("fresh");
    let run = wazir(&["show", "--page", "--all", "--to", &folder.display().to_string()]);
    assert_eq!(run.status, 0, "{}", run.err);
    let (expected, found) = (texts(&folder), texts(&committed));
    assert!(expected.len() > 2 * files_in("variants"), "pages and pictures");
    for (name, text) in &expected {
        assert!(found.get(name) == Some(text), "docs/games/{name} is out of date; {anew}");
    }
    for name in found.keys() {
        assert!(expected.contains_key(name), "docs/games/{name} is no page of any game; {anew}");
    }
}

/// Every file below a folder, by its path in it.
fn texts(folder: &Path) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).into_iter().flatten() {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("below it").display().to_string();
                texts.insert(name, fs::read_to_string(&path).expect("text"));
            }
        }
    }
    texts
}

/// How many rule files a folder of the repository holds.
fn files_in(folder: &str) -> usize {
    let files = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).expect("a folder");
    files.filter(|file| file.as_ref().is_ok_and(|file| file.path().extension().is_some_and(|e| e == "ron"))).count()
}

#[test]
fn moves_are_listed_with_what_they_are() {
    let run = wazir(&["moves", &game("chess")]);
    assert_eq!(run.out.lines().count(), 20);
    assert!(run.out.lines().any(|line| line == "g1f3"));
    let report = json(&["moves", &game("chess"), "--moves", "e2e4 a7a6 e4e5 d7d5", "--json"]);
    assert_eq!(report["variant"], "chess");
    assert_eq!(report["turn"], "White");
    let find = |uci: &str| {
        let moves = report["moves"].as_array().expect("an array");
        moves.iter().find(|mv| mv["uci"] == uci).unwrap_or_else(|| panic!("no {uci}")).clone()
    };
    let passing = find("e5d6");
    assert_eq!((&passing["kind"], &passing["captures"]), (&"en passant".into(), &"Pawn".into()));
    assert_eq!((&passing["from"], &passing["to"]), (&"e5".into(), &"d6".into()));
    assert_eq!(report["count"], report["moves"].as_array().map(Vec::len).expect("moves"));

    let fen = "r3k2r/P7/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let report = json(&["moves", &game("chess"), "--fen", fen, "--json"]);
    let kinds: Vec<(&str, &str)> = report["moves"]
        .as_array()
        .expect("an array")
        .iter()
        .map(|mv| (mv["uci"].as_str().expect("text"), mv["kind"].as_str().expect("text")))
        .collect();
    assert!(kinds.contains(&("e1g1", "castling")), "{kinds:?}");
    let run = wazir(&["moves", &game("chess"), "--fen", fen, "--chess960"]);
    assert!(run.out.lines().any(|line| line == "e1h1"), "{}", run.out);

    let run = wazir(&["moves", &game("chess"), "--moves", "f2f3 e7e5 g2g4 d8h4"]);
    assert_eq!((run.status, run.out.as_str()), (0, ""));
    assert!(run.err.contains("Black wins (checkmate)"), "{}", run.err);
}

#[test]
fn wrong_positions_and_moves_are_refused_with_their_place() {
    let chess = game("chess");
    refused(&["moves", &chess, "--fen", "rnbqkbn/8/8/8/8/8/8/8 w - - 0 1"], "rank 8");
    refused(&["moves", &chess, "--fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1"], "side to move");
    refused(&["moves", &chess, "--fen", "rnbqkbnX/8/8/8/8/8/8/8 w"], "       ^");
    refused(&["moves", &chess, "--fen", ""], "empty");
    refused(&["moves", &chess, "--moves", "e2e5"], "move 1 of --moves");
    refused(&["moves", &chess, "--moves", "e2e4 e7e5 e4e5"], "move 3 of --moves");
    refused(&["moves", &chess, "--moves", "hello"], "not a move");
    refused(&["perft", &chess, "1", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "FEN");
}

#[test]
fn perft_counts() {
    let report = json(&["perft", &game("chess"), "3", "--json"]);
    assert_eq!((&report["variant"], &report["depth"], &report["nodes"]), (&"chess".into(), &3.into(), &8902.into()));
    assert_eq!(report["fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(report["backend"], "reference");
    assert!(report["seconds"].is_f64() && report["nps"].is_u64() && report["divide"].is_null());
    assert!(wazir(&["perft", &game("chess"), "3"]).out.contains("8,902 nodes"));
    assert_eq!(json(&["perft", &game("chess"), "0", "--json"])["nodes"], 1);
    assert_eq!(json(&["perft", &game("chess"), "2", "--leaf", "--json"])["nodes"], 400);
    let after = json(&["perft", &game("chess"), "1", "--moves", "e2e4 e7e5", "--json"]);
    assert_eq!(after["nodes"], 29);
    refused(&["perft", &game("chess"), "2", "--backend", "compiled"], "--backend reference");
}

#[test]
fn divide_adds_up_with_any_number_of_threads() {
    let one = json(&["perft", &game("crazyhouse"), "3", "--divide", "--json"]);
    let four = json(&["perft", &game("crazyhouse"), "3", "--divide", "--threads", "4", "--json"]);
    assert_eq!(one["divide"], four["divide"]);
    let divide = one["divide"].as_object().expect("an object");
    assert_eq!(divide.len(), 20);
    assert_eq!(divide.values().filter_map(Value::as_u64).sum::<u64>(), one["nodes"].as_u64().expect("a number"));
    assert_eq!(json(&["perft", &game("crazyhouse"), "3", "--threads", "3", "--json"])["nodes"], one["nodes"]);
    let deeper = |threads| {
        let fen = "7k/8/8/8/8/8/P7/K7 w - - 0 1";
        json(&["perft", &game("chess"), "5", "--fen", fen, "--threads", threads, "--json"])["nodes"].clone()
    };
    assert_eq!(deeper("1"), deeper("4"), "positions after two plies are shared out");
    let run = wazir(&["perft", &game("chess"), "1", "--divide"]);
    assert!(run.out.starts_with("a2a3: 1\n"), "{}", run.out);
}

#[test]
fn suites_pass_and_fail() {
    let folder = folder("suite");
    let (chess, shogi) = (game("chess"), game("shogi"));
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let shogi_start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1";
    let header = "variant\tfen\tdepth\tnodes\tchess960\tkind\n";
    let good = format!(
        "{header}{chess}\t{start}\t2\t400\tfalse\tpublished\n{shogi}\t{shogi_start}\t2\t900\tfalse\tstart\n\
         {chess}\t{start}\t9\t2439530234167\tfalse\tpublished\n"
    );
    let good = file(&folder, "good.tsv", &good);
    let run = wazir(&["perft", "--suite", &good, "--max-nodes", "1000"]);
    assert_eq!((run.status, run.out.as_str()), (0, "2 passed, 0 failed\n"), "{}", run.err);
    let run = wazir(&["perft", "--suite", &good, "--max-nodes", "1000", "--filter", &shogi]);
    assert_eq!((run.status, run.out.as_str()), (0, "1 passed, 0 failed\n"), "{}", run.err);

    let bad = format!("{header}{chess}\t{start}\t2\t401\tfalse\tpublished\n{chess}\trnbq w\t1\t20\tfalse\tx\n");
    let bad = file(&folder, "bad.tsv", &bad);
    let run = wazir(&["perft", "--suite", &bad]);
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(run.out.contains("expected 401 nodes, counted 400"), "{}", run.out);
    assert!(run.out.contains("a2a3: 20"), "the divide is shown: {}", run.out);
    assert!(run.out.contains("bad.tsv:3"), "{}", run.out);
    assert!(run.out.ends_with("\n0 passed, 2 failed\n"), "{}", run.out);
    let run = wazir(&["perft", "--suite", &bad, "--json"]);
    assert_eq!(run.status, 1);
    let report: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!((&report["passed"], &report["failed"]), (&0.into(), &2.into()));
    assert_eq!(report["rows"][0]["divide"]["a2a3"], 20);
}

#[test]
fn suites_that_are_no_suites_are_refused() {
    let folder = folder("suite_wrong");
    let suite = |name: &str, text: &str| file(&folder, name, text);
    let chess = game("chess");
    refused(&["perft", "--suite", "nowhere.tsv"], "cannot read");
    refused(&["perft", "--suite", &suite("empty.tsv", "")], "header row");
    refused(&["perft", "--suite", &suite("header.tsv", "variant\tfen\tdepth\n")], "no column `nodes`");
    let header = "variant\tfen\tdepth\tnodes\tchess960\n";
    refused(&["perft", "--suite", &suite("none.tsv", header)], "no row");
    let text = format!("{header}{chess}\tx\tdeep\t1\tfalse\n");
    refused(&["perft", "--suite", &suite("depth.tsv", &text)], "depth.tsv:2");
    let text = format!("{header}{chess}\tx\t1\t1\tmaybe\n");
    refused(&["perft", "--suite", &suite("flag.tsv", &text)], "`chess960` is true or false");
    let text = format!("variant\tfen\tdepth\tnodes\n{chess}\tx\t1\n");
    let short = suite("short.tsv", &text);
    refused(&["perft", "--suite", &short], "no value for column `nodes`");
    let text = format!("{header}nosuchgame\tx\t1\t1\tfalse\n");
    let unknown = suite("unknown.tsv", &text);
    refused(&["perft", "--suite", &unknown], "nosuchgame");
    refused(&["perft", "--suite", &unknown, "--filter", "chess"], "has no row of `chess`");
    refused(&["perft", &chess, "2", "--filter", "chess"], "--suite");
    refused(&["perft", &chess, "2", "--suite", &unknown], "cannot be used with");
}

#[test]
fn diff_tells_rules_apart() {
    let (chess, crazyhouse) = (game("chess"), game("crazyhouse"));
    let run = wazir(&["diff", &chess, &chess, "--rules"]);
    assert_eq!(run.status, 0);
    assert!(run.out.contains("no difference"), "{}", run.out);
    let run = wazir(&["diff", &chess, &crazyhouse, "--rules"]);
    assert_eq!(run.status, 1);
    assert!(run.out.contains("name: Chess -> Crazyhouse"), "{}", run.out);
    assert!(run.out.contains("+ dropped from the hand on a square of ranks 2-7"), "{}", run.out);
    let run = wazir(&["diff", &chess, &crazyhouse, "--rules", "--json"]);
    assert_eq!(run.status, 1);
    let report: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(report["differs"], true);
    assert_eq!(report["rules"][0]["field"], "name");
}

#[test]
fn diff_of_the_code_is_a_patch() {
    let run = wazir(&["diff", "chess", "kingofthehill", "--code"]);
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(run.out.contains("--- a/chess.rs\n+++ b/kingofthehill.rs\n@@ -1,"), "{}", run.out);
    let run = wazir(&["diff", "chess", &game("chess"), "--code", "--json"]);
    assert_eq!(run.status, 0, "{}", run.err);
    let report: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!((&report["code"], &report["differs"]), (&"".into(), &false.into()));
    assert!(report["rules"].is_null() && report["play"].is_null(), "only what was asked for");
}

#[test]
fn diff_finds_a_position_in_which_games_part() {
    let folder = folder("diff");
    fs::copy(game("chess"), folder.join("chess.ron")).expect("a copy");
    let chess = folder.join("chess.ron").display().to_string();
    let changed = "(extends: \"chess\", name: \"Changed\", pieces: { \"N\": (moves: \"NmW\") })";
    let changed = file(&folder, "changed.ron", changed);
    let run = wazir(&["diff", &chess, &chess, "--play", "--games", "2"]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.contains("no difference in"), "{}", run.out);
    let run = wazir(&["diff", &chess, &changed, "--play", "--games", "3", "--json"]);
    assert_eq!(run.status, 1, "{}", run.err);
    let report: Value = serde_json::from_str(&run.out).expect("JSON");
    let found = &report["play"];
    assert!(found["lost"].as_array().expect("an array").is_empty());
    let gained = found["gained"].as_array().expect("an array");
    assert!(!gained.is_empty());
    // The position is one in which each of these moves is legal in the second game and not in the first.
    let fen = found["fens"][0].as_str().expect("a FEN");
    for mv in gained.iter().filter_map(Value::as_str) {
        assert_eq!(wazir(&["moves", &changed, "--fen", fen, "--moves", mv]).status, 0);
        assert_eq!(wazir(&["moves", &chess, "--fen", fen, "--moves", mv]).status, 2);
    }
    let again = wazir(&["diff", &chess, &changed, "--play", "--games", "3", "--json"]);
    assert_eq!(again.out, run.out, "equal seeds play equal games");
    let run = wazir(&["diff", &chess, &game("shogi"), "--play"]);
    assert_eq!(run.status, 1);
    assert!(run.out.contains("the boards differ in size"), "{}", run.out);
    refused(&["diff", "-", "-"], "only one");
}

#[test]
fn new_games_work_at_once() {
    let folder = folder("new");
    let run_in = |arguments: &[&str]| finished(command(arguments).current_dir(&folder).output().expect("it runs"));
    let run = run_in(&["new", "mygame"]);
    assert_eq!(run.status, 0, "{}", run.err);
    let checked = run_in(&["check", "mygame.ron"]);
    assert_eq!(checked.status, 0, "{}", checked.out);
    assert!(!checked.out.contains("warning"), "{}", checked.out);
    assert_eq!(run_in(&["perft", "mygame.ron", "2"]).status, 0);

    fs::copy(game("chess"), folder.join("base.ron")).expect("a copy");
    let run = run_in(&["new", "child", "--from", "base"]);
    assert_eq!(run.status, 0, "{}", run.err);
    let nodes = |file: &str| {
        let run = run_in(&["perft", file, "2", "--json"]);
        serde_json::from_str::<Value>(&run.out).expect("JSON")["nodes"].clone()
    };
    assert_eq!(nodes("child.ron"), 400);
    assert!(run_in(&["check", "child.ron"]).out.contains("ok"));

    for (arguments, part) in [
        (&["new", "mygame"][..], "exists already"),
        (&["new", "My Game"], "`my_game`"),
        (&["new", "9lives"], "game_9lives"),
        (&["new", "other", "--from", "nosuchparent"], "no game is called `nosuchparent`"),
        (&["new", "other", "--from", "./base.ron"], "a parent is named by"),
    ] {
        let run = run_in(arguments);
        assert_eq!(run.status, 2, "{arguments:?}");
        assert!(run.err.contains(part), "{arguments:?}: {}", run.err);
    }
    assert!(!folder.join("other.ron").exists());
}

#[test]
fn new_games_in_a_checkout_get_their_feature() {
    let folder = folder("checkout");
    fs::create_dir_all(folder.join("variants")).expect("a folder");
    fs::create_dir_all(folder.join("src")).expect("a folder");
    let manifest = "[package]\nname = \"wazir\" # kept\n\n[features]\ndefault = [\n    \"variant-chess\",\n    \"variant-shogi\",\n]\nvariant-chess = []\nvariant-shogi = []\n";
    fs::write(folder.join("Cargo.toml"), manifest).expect("a manifest");
    let output = command(&["new", "mygame"]).current_dir(folder.join("src")).output();
    let run = finished(output.expect("it runs"));
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(folder.join("variants/mygame.ron").is_file());
    let expected = "[package]\nname = \"wazir\" # kept\n\n[features]\ndefault = [\n    \"variant-chess\",\n    \"variant-mygame\",\n    \"variant-shogi\",\n]\nvariant-chess = []\nvariant-shogi = []\nvariant-mygame = []\n";
    assert_eq!(fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest"), expected);
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

/// Ctrl-C ends long work at once, without a word.
#[test]
#[cfg(unix)]
fn interrupted_work_ends_quietly() {
    let (chess, folder) = (game("chess"), folder("interrupted"));
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let rows = format!("variant\tfen\tdepth\tnodes\n{chess}\t{start}\t1\t21\n{chess}\t{start}\t20\t0\n");
    let suite = file(&folder, "long.tsv", &rows);
    let mut long = command(&["perft", "--suite", &suite]);
    let mut child = long.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    // The first row fails at once and is reported; by then the program is at work on the second, which takes for ever.
    let mut line = String::new();
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    reader.read_line(&mut line).expect("a line");
    assert!(line.starts_with("FAIL"), "{line}");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(killed.success());
    let run = finished(child.wait_with_output().expect("it ends"));
    assert_eq!((run.status, run.err.as_str()), (130, ""));
}
