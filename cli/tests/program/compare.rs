//! `wazir diff`, `wazir emit`, `wazir new`.

use super::*;

#[test]
fn emit_prints_the_generated_module() {
    let folder = folder("emit");
    let run = wazir(&["emit", "ataxx"]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.starts_with("// Ataxx: ") && run.out.contains("// variants/ataxx.ron:"), "{}", run.err);
    let mut by_path = command(&["emit", "variants/ataxx.ron"]);
    let by_path = finished(by_path.current_dir(root()).output().expect("it runs"));
    assert!(by_path.out == run.out, "by name and by path");
    let path = folder.join("ataxx.rs").display().to_string();
    assert_eq!(wazir(&["emit", "ataxx", "-o", &path]).out, "");
    assert!(fs::read_to_string(&path).expect("code") == run.out);
    refused(&["emit", "ataxx", "-o", "/dev/null/ataxx.rs"], "cannot write");
    refused(&["emit", "nosuchgame"], "no game");
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
    let run = wazir(&["diff", "shogi", "minishogi", "--rules", "--json"]);
    let report: Value = serde_json::from_str(&run.out).expect("JSON");
    let changes = report["rules"].as_array().expect("an array").iter();
    let lance: Vec<&Value> = changes.filter(|change| change["subject"] == "piece L").collect();
    assert_eq!(lance[0]["removed"], serde_json::json!(["Lance"]));
    assert!(lance.iter().all(|change| change["field"] != "drops"), "a piece that is gone is told in short");
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
    let run_in = |arguments: &[&str]| wazir_in(&folder, arguments);
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

    fs::rename(folder.join("child.ron"), folder.join("My Child.ron")).expect("a file");
    let run = run_in(&["check", "My Child.ron"]);
    assert_eq!((run.status, run.out.as_str().contains("my-child.ron")), (1, true), "{}{}", run.out, run.err);

    for (arguments, part) in [
        (&["new", "mygame"][..], "exists already"),
        (&["new", "My Game"], "`my-game`"),
        (&["new", "con"], "`con-game`"),
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
