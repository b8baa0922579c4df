//! `wazir engine` and `wazir match`. (What the protocols say, and what matches do with engines that misbehave, is tested where it is written.)

use super::{folder, game, json, refused, wazir, wazir_with_input};
use std::{env, fs};

#[test]
fn a_gui_is_answered() {
    let run =
        wazir_with_input(&["engine"], "uci\nposition startpos moves e2e4\ngo perft 2\nisready\ngo depth 2\nisready\n");
    assert_eq!((run.status, &*run.err), (0, ""));
    let has = |part: &str| assert!(run.out.contains(part), "`{part}` is not in {}", run.out);
    has("uciok\n");
    has("Nodes searched: 600\n");
    has("readyok\n");
    has("\nbestmove ");
}

#[test]
fn a_gui_begins_with_the_game_it_is_given() {
    let run = wazir_with_input(&["uci", &game("tictactoe")], "uci\nd\nquit\n");
    assert_eq!(run.status, 0);
    assert!(run.out.contains("Fen: 3/3/3"), "{}", run.out);
    refused(&["engine", "nonsense"], "no game is called `nonsense`");
}

#[test]
fn matches_are_played_and_told() {
    let folder = folder("match");
    let (pgn, journal) = (folder.join("games.pgn"), folder.join("journal"));
    let (pgn, journal) = (pgn.to_str().unwrap(), journal.to_str().unwrap());
    let game = game("tictactoe");
    let mut arguments =
        vec!["match", "wazir", "random", "--game", &game, "--depth", "3", "--games", "6", "--plies", "1", "--json"];
    arguments.extend(["--pgn", pgn, "--journal", journal]);
    let told = json(&arguments);
    assert_eq!(told["games"], 6);
    assert_eq!(told["wins"].as_u64().unwrap() + told["draws"].as_u64().unwrap() + told["losses"].as_u64().unwrap(), 6);
    let games = fs::read_to_string(pgn).unwrap();
    assert_eq!(games.matches("[Event \"wazir - random\"]").count(), 6);
    // The journal was named, so it is kept, and another match may not overwrite it.
    let run = wazir(&arguments);
    assert!(run.status == 2 && run.err.contains("--resume"), "{}", run.err);
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&run.out).unwrap(),
        told,
        "how it stands is told all the same"
    );
    let again: Vec<&str> = arguments.iter().copied().chain(["--resume"]).collect();
    assert_eq!(json(&again), told, "nothing is left to play");
    assert_eq!(fs::read_to_string(pgn).unwrap(), games, "no game is written twice");
    let mut other = again.clone();
    other[6] = "4";
    refused(&other, "it is about another match: control was \"depth 3\" there, and is \"depth 4\" now");
}

#[test]
fn nodes_are_not_asked_of_engines_that_cannot_count_them() {
    // The engine is not even started: there is none of that name.
    refused(
        &["match", "wazir", "cecp:no-such-engine", "--game", &game("tictactoe"), "--nodes", "100"],
        "`cecp:no-such-engine` cannot be told a limit of nodes: CECP has none; give --tc",
    );
}

#[test]
fn a_match_in_every_game_has_a_total() {
    let folder = env::temp_dir().join(format!("wazir-every-match-{}", std::process::id()));
    let journals = folder.to_str().unwrap();
    let list = json(&["list", "--json"]);
    let names: Vec<&str> = list
        .as_array()
        .unwrap()
        .iter()
        .filter(|game| game["backend"] == "compiled")
        .map(|game| game["id"].as_str().unwrap())
        .collect();
    let few = ["match", "random", "random", "--all", "--games", "2", "--plies", "0", "--max-plies", "3"];
    let arguments: Vec<&str> = few.into_iter().chain(["--journal", journals]).collect();
    let with = |more: &[&'static str]| -> Vec<&str> { arguments.iter().copied().chain(more.iter().copied()).collect() };
    if names.is_empty() {
        refused(&arguments, "this build has no games compiled in");
        return;
    }
    let told = json(&with(&["--json"]));
    let played: Vec<&str> =
        told["matches"].as_array().unwrap().iter().map(|one| one["variant"].as_str().unwrap()).collect();
    assert_eq!(played, names);
    assert_eq!(told["games"], 2 * names.len());
    assert_eq!(told["score"], 0.5, "no game is over after three random moves");
    refused(&arguments, "`--resume` goes on with it");
    assert_eq!(json(&with(&["--resume", "--json"])), told, "nothing is left to play");
    let table = wazir(&with(&["--resume", "--at-least", "50"]));
    assert_eq!((table.status, table.out.lines().count()), (0, names.len() + 2), "{}", table.out);
    assert!(table.out.lines().last().unwrap().ends_with(" 50.00 %"), "{}", table.out);
    let table = wazir(&with(&["--resume", "--at-least", "51"]));
    assert_eq!((table.status, table.out.matches("too little").count()), (1, names.len()), "{}", table.out);
    fs::remove_dir_all(&folder).unwrap();
    refused(&["match", "wazir", "random"], "--game <GAME>");
    refused(&["match", "wazir", "random", "--all", "--game", "chess"], "cannot be used with");
}

#[test]
fn what_is_wrong_with_a_match_is_said() {
    let game = game("tictactoe");
    let journal = env::temp_dir().join(format!("wazir-no-match-{}", std::process::id()));
    let journal = journal.to_str().unwrap();
    let wrong = |a: &str, b: &str, more: &[&str], part: &str| {
        let mut arguments = vec!["match", a, b, "--game", &game, "--journal", journal];
        arguments.extend(more);
        refused(&arguments, part);
        assert!(!fs::exists(journal).unwrap(), "nothing was played, and nothing is left behind");
    };
    wrong("wazir", "stockfish", &[], "`stockfish` is nobody");
    wrong("wazir", "uci:/no/such/program", &[], "cannot start `/no/such/program`");
    wrong("wazir", "random", &["--sprt", "5,0"], "the smaller first");
    wrong("wazir", "random", &["--alpha", "2", "--sprt", "0,5"], "between 0 and 0.5");
    wrong("wazir", "random", &["--tc", "soon"], "is no time control");
    wrong("wazir", "random", &["--openings", "/no/such/file"], "cannot read the openings");
    wrong("wazir", "random", &["--option-a", "Hash=5"], "its settings follow its name");
    assert_eq!(wazir(&["match", "wazir"]).status, 2);
}
