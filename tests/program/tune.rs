//! `wazir tune`, and the values it writes. (What it learns is tested in the engine.)

use super::{file, folder, game, refused, wazir};
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
    let mut arguments = vec!["tune", game, "--games", "20", "--nodes", "30", "--plies", "6", "--max-plies", "60"];
    arguments.extend(["--prove", "2", "--json"]);
    arguments.extend(more);
    arguments
}

#[test]
fn an_interrupted_tuning_goes_on_to_the_same_end() {
    let (folder, path) = copied("tune");
    // From a few games something is learnt only by who knows nothing.
    let wrong = "(pieces: { \"Q\": (full: 100, bare: 100) }, shares: { \"mobility\": 500, \"king safety\": 500, \"outlook\": 500 })";
    let wrong = file(&folder, "wrong.values", wrong);
    let tune = |more: &[&str]| -> Vec<String> {
        let arguments = tune(&path, &["--from", &wrong, "--force"]);
        arguments.into_iter().chain(more.iter().copied()).map(str::to_string).collect()
    };
    let run = |more: &[&str]| wazir(&tune(more).iter().map(String::as_str).collect::<Vec<&str>>());
    let report = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
    let whole = run(&[]);
    assert_eq!(whole.status, 0, "{}", whole.err);
    let whole = report(&whole.out);
    assert_eq!((&whole["games"], &whole["proof"]["games"]), (&20.into(), &2.into()), "{whole}");
    assert_eq!(whole["written"], true, "{whole}");
    let values = folder.join("gardner.values");
    let journal = folder.join("gardner.values.journal");
    assert_eq!(whole["output"], values.display().to_string());
    let written = fs::read_to_string(&values).expect("the values");
    assert!(written.starts_with("// Written by `wazir tune gardner --games 20"), "{written}");
    // As if it had been interrupted in the middle of a line.
    let played = fs::read_to_string(&journal).expect("the journal");
    let lines: Vec<&str> = played.lines().collect();
    assert_eq!(lines.len(), 21);
    let half = format!("{}\n{}", lines[..7].join("\n"), &lines[7][..lines[7].len() / 2]);
    fs::write(&journal, half).expect("the journal");
    fs::remove_file(&values).expect("the values");
    let again = run(&["--threads", "2"]);
    assert_eq!(again.status, 0, "{}", again.err);
    assert!(again.err.contains("going on from 6 games"), "{}", again.err);
    assert_eq!(report(&again.out), whole);
    assert_eq!(fs::read_to_string(&values).expect("the values"), written);
    // Another tuning does not go on from these games; more rounds do.
    let other = run(&["--seed", "2"]);
    assert_eq!((other.status, &*other.out), (2, ""));
    assert!(other.err.contains("seed was 1 there, and is 2 now"), "{}", other.err);
    let more = run(&["--rounds", "2"]);
    assert_eq!(more.status, 0, "{}", more.err);
    assert!(more.err.contains("going on from 20 games") && more.err.contains("after round 1: loss"), "{}", more.err);
    let more = report(&more.out);
    assert_eq!(more["games"], 40);
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
        let mut arguments = vec!["match", "wazir", "wazir:values=derived", "--game", &path, "--nodes", "200"];
        arguments.extend(["--games", "8", "--json", "--journal", &journal]);
        wazir(&arguments)
    };
    // Two engines that know the same divide every pair of games.
    let run = report(None);
    assert_eq!(run.status, 0, "{}", run.err);
    let even: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!((&even["score"], &even["pairs"][2]), (&0.5.into(), &4.into()), "{even}");
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
