//! `wazir perft` and `wazir moves`: counts, suites, positions that are refused, Ctrl-C.

use super::*;
use std::io::{BufRead, BufReader};

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

/// Every option that takes moves reads what people type, as `play` does.
#[test]
fn moves_are_typed_in_any_notation() {
    let chess = game("chess");
    let fen = |moves: &str| json(&["moves", &chess, "--moves", moves, "--json"])["fen"].clone();
    let expected = fen("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1");
    for moves in
        ["e4 e5 Nf3 Nc6 Bb5 a6 O-O", "e2-e4 e7-e5 Ng1-f3 Nb8-c6 Bf1-b5 a7-a6 0-0", "e4 e7e5 Ng1f3 nc6 Bb5! pa6 e1g1"]
    {
        assert_eq!(fen(moves), expected, "{moves}");
    }
    let perft = |moves| json(&["perft", &chess, "2", "--moves", moves, "--json"])["nodes"].clone();
    assert_eq!(perft("e4 e5 Nf3"), perft("e2e4 e7e5 g1f3"));
    assert!(wazir(&["show", &chess, "--moves", "e4 e5 Nf3"]).out.contains("FEN: rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2"));
    assert_eq!(wazir(&["playout", &chess, "--games", "1", "--moves", "f3 e5 g4"]).status, 0);
    let castled = json(&["moves", &chess, "--chess960", "--json", "--moves", "e4 e5 Nf3 Nc6 Bb5 a6 e1h1"]);
    assert!(castled["fen"].as_str().is_some_and(|fen| fen.contains("RNBQ1RK1")), "{castled}");
    refused(&["moves", &chess, "--moves", "e4 Nf3"], "move 2 of --moves: `Nf3` is not a legal move here");
    refused(&["moves", &chess, "--moves", "Na3 Na6 Nb1 Nb8 Nc3 a6 Nb1 a5 Na3 a4 Nd2"], "move 11 of --moves");
}

/// As the game is written by people and by its engines, where those have a notation of their own: what `moves --notation` prints.
#[test]
fn moves_are_typed_as_the_game_is_written() {
    let fen = |name: &str, moves: &str| json(&["moves", &game(name), "--moves", moves, "--json"])["fen"].clone();
    for moves in ["7g7f 3c3d 8h2b+", "P-7f P-3d Bx2b+", "P-7f 3c3d b2h8+"] {
        assert_eq!(fen("shogi", moves), fen("shogi", "c3c4 g7g6 b2h8+"), "{moves}");
    }
    assert_eq!(fen("xiangqi", "C2=5 H8+7"), fen("xiangqi", "h3e3 h10g8"));
    assert_eq!(fen("janggi", "P71-61"), fen("janggi", "a4a5"));
    let perft = |moves| json(&["perft", &game("shogi"), "1", "--moves", moves, "--json"])["nodes"].clone();
    assert_eq!(perft("P-7f"), perft("c3c4"));
    assert!(
        wazir(&["show", &game("xiangqi"), "--moves", "C2=5"])
            .out
            .contains("FEN: rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/")
    );
    assert_eq!(wazir(&["playout", &game("shogi"), "--games", "1", "--moves", "P-7f P-3d"]).status, 0);
    refused(&["moves", &game("shogi"), "--moves", "P-7f P-7f"], "move 2 of --moves: `P-7f` is not a legal move here");
}

/// One that is longer than any move was looked at again for each of its letters.
#[test]
fn a_long_word_is_no_move() {
    for name in ["chess", "shogi"] {
        let run = wazir(&["moves", &game(name), "--moves", &"e".repeat(100_000)]);
        assert!(run.status == 2 && run.err.len() < 600, "{name}: {:.600}", run.err);
        assert!(run.err.contains("has 100000 bytes, and a move has at most 200, which is the limit"), "{}", run.err);
    }
}

#[test]
fn perft_counts() {
    let report = json(&["perft", &game("chess"), "3", "--json"]);
    assert_eq!((&report["variant"], &report["depth"], &report["nodes"]), (&"chess".into(), &3.into(), &8902.into()));
    assert_eq!(report["fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(report["backend"], "machine");
    assert!(report["seconds"].is_f64() && report["nps"].is_u64() && report["divide"].is_null());
    assert!(wazir(&["perft", &game("chess"), "3"]).out.contains("8,902 nodes"));
    assert_eq!(json(&["perft", &game("chess"), "0", "--json"])["nodes"], 1);
    assert_eq!(json(&["perft", &game("chess"), "2", "--leaf", "--json"])["nodes"], 400);
    let after = json(&["perft", &game("chess"), "1", "--moves", "e2e4 e7e5", "--json"]);
    assert_eq!(after["nodes"], 29);
    refused(&["perft", &game("chess"), "2", "--backend", "compiled"], "--backend machine");
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
    let more = format!(
        "{}hippodrome\t{start}\t1\t20\tfalse\tpublished\n",
        std::fs::read_to_string(&good).expect("written above")
    );
    let more = file(&folder, "more.tsv", &more);
    let run = wazir(&["perft", "--suite", &more, "--max-nodes", "1000"]);
    assert_eq!(run.out, "2 passed, 0 failed, 1 left out\n", "{}", run.err);
    assert!(run.err.contains("hippodrome"), "{}", run.err);
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
