//! `wazir tune`, and the values it writes. (What it learns is tested in the engine.)

use super::{file, folder, game, json, refused, wazir};
use std::{fs, path::Path};

/// A copy of a small game in a folder of its own, and its path.
fn copied(name: &str) -> (std::path::PathBuf, String) {
    let folder = folder(name);
    for parent in ["gardner", "chess"] {
        fs::copy(game(parent), folder.join(format!("{parent}.ron"))).expect("a copy");
    }
    let path = folder.join("gardner.ron").display().to_string();
    (folder, path)
}

fn tune<'a>(game: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec!["tune", game, "--games", "12", "--nodes", "30", "--plies", "6", "--max-plies", "60"];
    arguments.extend(["--prove", "2", "--json"]);
    arguments.extend(more);
    arguments
}

#[test]
fn an_interrupted_tuning_goes_on_to_the_same_end() {
    let (folder, path) = copied("tune");
    let whole = json(&tune(&path, &["--force"]));
    assert_eq!((&whole["games"], &whole["proof"]["games"]), (&12.into(), &2.into()), "{whole}");
    assert_eq!(whole["written"], true, "{whole}");
    let values = folder.join("gardner.values");
    let journal = folder.join("gardner.values.journal");
    assert_eq!(whole["output"], values.display().to_string());
    let written = fs::read_to_string(&values).expect("the values");
    assert!(written.starts_with("// Written by `wazir tune gardner --games 12"), "{written}");
    // As if it had been interrupted in the middle of a line.
    let played = fs::read_to_string(&journal).expect("the journal");
    let lines: Vec<&str> = played.lines().collect();
    assert_eq!(lines.len(), 13);
    let half = format!("{}\n{}", lines[..7].join("\n"), &lines[7][..lines[7].len() / 2]);
    fs::write(&journal, half).expect("the journal");
    fs::remove_file(&values).expect("the values");
    let again = wazir(&tune(&path, &["--force", "--threads", "2"]));
    assert_eq!(again.status, 0, "{}", again.err);
    assert!(again.err.contains("going on from 6 games"), "{}", again.err);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&again.out).expect("JSON"), whole);
    assert_eq!(fs::read_to_string(&values).expect("the values"), written);
    // Another tuning does not go on from these games; more rounds do.
    refused(&tune(&path, &["--seed", "2"]), "seed was 1 there, and is 2 now");
    let more = wazir(&tune(&path, &["--rounds", "2", "--force"]));
    assert_eq!(more.status, 0, "{}", more.err);
    assert!(more.err.contains("going on from 12 games") && more.err.contains("after round 1: loss"), "{}", more.err);
    let more: serde_json::Value = serde_json::from_str(&more.out).expect("JSON");
    assert_eq!(more["games"], 24);
    assert!(more["proof"]["against"].as_str().is_some_and(|name| name.ends_with("as it was")), "{more}");
    fs::remove_dir_all(&folder).expect("the folder");
}

#[test]
fn values_next_to_a_rule_file_are_used_and_checked() {
    let (folder, path) = copied("values");
    let journal = folder.join("journal").display().to_string();
    let report = |values: Option<&str>| {
        let _ = fs::remove_file(folder.join("gardner.values"));
        let _ = fs::remove_file(&journal);
        if let Some(values) = values {
            file(&folder, "gardner.values", values);
        }
        let mut arguments = vec!["match", "wazir", "wazir:values=derived", "--game", &path, "--nodes", "30"];
        arguments.extend(["--games", "4", "--json", "--journal", &journal]);
        wazir(&arguments)
    };
    // Two engines that know the same divide every pair of games.
    let run = report(None);
    assert_eq!(run.status, 0, "{}", run.err);
    let even: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!((&even["score"], &even["pairs"][2]), (&0.5.into(), &2.into()), "{even}");
    // Who gives everything away for a pawn loses.
    let silly = r#"(pieces: { "Q": (full: 1, bare: 1), "R": (full: 1, bare: 1), "P": (full: 900, bare: 900) })"#;
    let run = report(Some(silly));
    let silly: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert!(silly["score"].as_f64().is_some_and(|score| score < 0.5), "{silly}");
    let run = report(Some("(pieces: {\n    \"Qu\": (full: 1) })"));
    assert_eq!(run.status, 2);
    assert!(run.err.contains("gardner.values:2:5") && run.err.contains("no piece \"Qu\""), "{}", run.err);
    let journal = folder.join("no-journal").display().to_string();
    let wrong = |values: &str, part: &str| {
        refused(&["match", "wazir", values, "--game", &game("chess"), "--nodes", "5", "--journal", &journal], part);
        assert!(!Path::new(&journal).exists(), "nothing was played");
    };
    wrong("wazir:values=/no/such/file", "cannot read the values `/no/such/file`");
    wrong("wazir:values=", "expected a file");
    fs::remove_dir_all(&folder).expect("the folder");
}

#[test]
fn what_is_wrong_with_a_tuning_is_said() {
    refused(&["tune", "chess"], "--output chess.values");
    refused(&["tune", "no-such-game"], "no game is called `no-such-game`");
    refused(&["tune", &game("fourplayer"), "--output", "x.values"], "only games of two can be tuned");
    refused(&["tune", &game("chess"), "--games", "0"], "--games");
    refused(&["tune", &game("chess"), "--from", "/no/such/file"], "there is no file `/no/such/file`");
    let (folder, path) = copied("wrong-values");
    let wrong = file(&folder, "wrong.values", "(shares: { \"moblity\": 5 })");
    refused(&["tune", &path, "--from", &wrong], "mobility");
    let few = wazir(&["tune", &path, "--games", "2", "--nodes", "5"]);
    assert_eq!(few.status, 2);
    assert!(few.err.contains("2 games with quiet positions are too few"), "{}", few.err);
    fs::remove_dir_all(&folder).expect("the folder");
}
