//! `wazir pgn`, and `wazir moves --notation`.

use super::{file, folder, json, refused, wazir, wazir_with_input};
use serde_json::Value;

const GAMES: &str = r#"[Event "mate"]
[White "W"]
[Black "B"]
[Result "1-0"]

1. f3 e5 2. g4 Qh4# 1-0

[Event "by drop"]
[Variant "Crazyhouse"]

1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxg2 4. Bxg2 Nf6 5. Q@e5 *

[Event "illegal"]

1. e4 e5 2. Ke3 *

[Event "unknown"]
[Variant "Crazyhous"]

1. e4 *
"#;

#[test]
fn games_are_checked_and_listed() {
    let folder = folder("pgn-listed");
    let path = file(&folder, "games.pgn", GAMES);
    let run = wazir(&["pgn", &path]);
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(run.out.contains("     1  chess        W - B  1-0  (4 plies)"), "{}", run.out);
    assert!(run.out.contains("     2  crazyhouse   ? - ?  *  (9 plies)"), "{}", run.out);
    assert!(run.out.contains("4 games, 2 of them wrong"), "{}", run.out);
    assert!(
        run.err.contains("game 3, line 15, column 13, move 2.: `Ke3` is not a legal move here; did you mean Ke2"),
        "{}",
        run.err
    );
    assert!(run.err.contains("game 4, line 17, column 1: the tag Variant names `Crazyhous`"), "{}", run.err);
    assert!(run.err.contains("did you mean crazyhouse?"), "{}", run.err);
    assert!(run.err.contains("game 1: the file says 1-0, the rules 0-1: Black wins (checkmate)"), "{}", run.err);
}

#[test]
fn games_are_written_in_other_notations_and_read_back() {
    let folder = folder("pgn-written");
    let path = file(&folder, "games.pgn", GAMES);
    let long = wazir(&["pgn", &path, "--to", "lan"]);
    assert!(long.out.contains("5. Q@e5 *"), "{}", long.out);
    assert!(long.out.contains("1. f2-f3 e7-e5 2. g2-g4 Qd8-h4# 1-0"), "{}", long.out);
    let back = wazir_with_input(&["pgn", "-", "--json"], &long.out);
    assert_eq!(back.status, 0, "{}", back.err);
    let games: Vec<Value> = back.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(games.len(), 2);
    assert_eq!(games[0]["moves"], serde_json::json!(["f2f3", "e7e5", "g2g4", "d8h4"]));
    assert_eq!((&games[1]["variant"], &games[1]["plies"]), (&"crazyhouse".into(), &9.into()));
}

#[test]
fn japanese_files_are_read() {
    let folder = folder("pgn-kif");
    let path = file(&folder, "game.kif", "先手：甲\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 投了\n");
    let run = wazir(&["pgn", &path, "--to", "hodges"]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.contains("1. P-7f P-3d 2. Bx2b+ 1-0"), "{}", run.out);
}

#[test]
fn japanese_files_become_each_other() {
    let place = folder("pgn-japanese");
    let mut path =
        file(&place, "game.kif", "先手：甲\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 投了\n");
    for (form, part) in [("csa", "\n+8822UM\n%TORYO\n/\n"), ("ki2", "▲２二角成"), ("kif", "   3 ２二角成(88)\n")]
    {
        let run = wazir(&["pgn", &path, "--to", form]);
        assert_eq!((run.status, &*run.err), (0, ""), "{}", run.out);
        assert!(run.out.contains(part) && run.out.contains('甲'), "{form}: {}", run.out);
        path = file(&place, &format!("game.{form}"), &run.out);
        let told = wazir(&["pgn", &path, "--json"]);
        let told: Value = serde_json::from_str(told.out.lines().next().unwrap_or_default()).expect("JSON");
        assert_eq!(told["moves"], serde_json::json!(["c3c4", "g7g6", "b2h8+"]), "{form}");
        assert_eq!(told["result"], "1-0", "{form}");
    }
    let chess = file(&place, "chess.pgn", "1. e4 *\n");
    let run = wazir(&["pgn", &chess, "--to", "csa"]);
    assert_eq!(run.status, 1);
    assert!(run.err.contains("CSA has no word for the piece `Q`"), "{}", run.err);
}

#[test]
fn files_that_cannot_be_read_are_refused() {
    refused(&["pgn", "nowhere.pgn"], "cannot read `nowhere.pgn`");
    refused(&["pgn", "-", "--to", "morse"], "no notation is called `morse`; there are san, lan");
    refused(&["moves", "chess", "--notation", "wxf"], "has no castling");
}

#[test]
fn moves_are_listed_in_several_notations() {
    let report = json(&["moves", "xiangqi", "--notation", "san,wxf", "--json"]);
    let moves = report["moves"].as_array().expect("moves");
    let cannon = moves.iter().find(|mv| mv["uci"] == "h3e3").expect("h3e3");
    assert_eq!((&cannon["san"], &cannon["wxf"]), (&"Che3".into(), &"C2=5".into()));
    let run = wazir(&["moves", "shogi", "--notation", "hodges,usi"]);
    assert!(run.out.contains("\nc3c4      P-7f      7g7f\n"), "{}", run.out);
}
