//! `wazir tune`, and the values it writes. (What it learns is tested in the engine.)

use super::{Folder, file, folder, game, refused, wazir};
use std::{fs, path::Path};

/// A copy of a small game in a folder of its own, and its path.
fn copied(name: &str) -> (Folder, String) {
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
    let command = written.lines().next().unwrap_or_default();
    assert!(command.ends_with(" --from wrong.values`."), "what it began with: {command}");
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
}

/// A network is learnt on top of the values beside the rule file, is written with them, and can be learnt anew.
#[test]
fn a_network_is_learnt_and_written() {
    let (folder, path) = copied("network");
    let known = "// From somewhere.\n// outcomes: counted by somebody.\n(pieces: { \"Q\": (full: 700, bare: 650) }, shares: { \"mobility\": 120 })";
    let values = folder.join("gardner.values");
    fs::write(&values, known).expect("the values");
    let tune = |games: &str, more: &[&str]| {
        let mut arguments = vec!["tune", &path, "--network", "--games", games, "--nodes", "30", "--plies", "6"];
        arguments.extend(["--max-plies", "80", "--prove", "2", "--force"]);
        arguments.extend(more);
        wazir(&arguments)
    };
    let few = tune("10", &[]);
    assert_eq!(few.status, 2);
    assert!(few.err.contains("too few to learn a network from; at least 1024 are needed"), "{}", few.err);
    assert_eq!(fs::read_to_string(&values).expect("the values"), known);
    fs::remove_file(folder.join("gardner.values.journal")).expect("the journal");
    let run = tune("200", &["--json", "--threads", "2"]);
    assert_eq!(run.status, 0, "{}", run.err);
    let report: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!((&report["written"], &report["units"], &report["games"]), (&true.into(), &16.into(), &200.into()));
    let written = fs::read_to_string(&values).expect("the values");
    let begins = "// From somewhere.\n// Written by `wazir tune gardner --network --games 200";
    assert!(written.starts_with(begins), "{written}");
    for part in ["\"Q\": (full: 700, bare: 650)", "\"mobility\": 120", "network: [", "enemy: (ranks: ["] {
        assert!(written.contains(part), "`{part}` is not in {written}");
    }
    // From the same games the same is learnt again, now against what was written.
    fs::write(&values, known).expect("the values");
    let again = tune("200", &[]);
    assert_eq!(again.status, 0, "{}", again.err);
    assert!(again.out.contains("a network of 16 units"), "{}", again.out);
    assert_eq!(fs::read_to_string(&values).expect("the values"), written);
    // What is said of a network goes with it when another one is learnt.
    let anew =
        tune("200", &["--from", &values.display().to_string(), "--output", &file(&folder, "anew.values", known)]);
    assert_eq!(anew.status, 0, "{}", anew.err);
    let anew = fs::read_to_string(folder.join("anew.values")).expect("the values");
    assert!(anew.starts_with(begins) && anew.matches("Written by").count() == 1, "{anew}");
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
    fs::remove_file(folder.join("gardner.values")).expect("the wrong values");
    // Another game lends its values, from beside the file or from what comes with the program.
    let lent = file(&folder, "lent.values", "(base: \"chess\")");
    let lent = format!("wazir:values={lent}");
    let played = folder.join("lent.journal").display().to_string();
    let mut arguments = vec!["match", &lent, "wazir:values=derived", "--game", &path, "--nodes", "20"];
    arguments.extend(["--games", "2", "--max-plies", "8", "--json", "--journal", &played]);
    let run = wazir(&arguments);
    assert_eq!(run.status, 0, "{}", run.err);
    let odd = file(&folder, "odd.values", "(\n base: \"ches\")");
    wrong(&format!("wazir:values={odd}"), "odd.values:2:8");
    wrong(&format!("wazir:values={odd}"), "did you mean \"chess\"?");
    wrong("wazir:values=/no/such/file", "cannot read the values `/no/such/file`");
    wrong("wazir:values=", "expected a file");
}

/// Several games: a plan, one after the other, what a match proves is kept, and the same command goes on.
#[test]
fn several_games_are_tuned_one_after_the_other() {
    let (folder, path) = copied("tune-several");
    let other = file(&folder, "other.ron", "(extends: \"gardner\", name: \"Other\")");
    let wrong = "(pieces: { \"Q\": (full: 100, bare: 100) }, shares: { \"mobility\": 500, \"king safety\": 500, \"outlook\": 500 })";
    let values = file(&folder, "gardner.values", wrong);
    let journals = folder.join("journals");
    let journals_text = journals.display().to_string();
    let tune = |more: &[&str]| {
        let mut arguments = vec!["tune", &path, &other, "--games", "20", "--nodes", "30", "--plies", "6"];
        arguments.extend(["--max-plies", "60", "--prove", "8", "--prove-nodes", "60", "--sprt=-800,-400"]);
        arguments.extend(["--journals", &journals_text]);
        arguments.extend(more);
        wazir(&arguments)
    };
    let run = tune(&["--json"]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.err.contains("plan: 2 games, about ") && run.err.contains("gardner  about "), "{}", run.err);
    let report: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    let rows = report["games"].as_array().expect("games");
    let of = |index: usize, name: &str| rows[index][name].clone();
    assert_eq!((of(0, "variant"), of(1, "variant")), ("gardner".into(), "other".into()));
    // Whoever begins with nonsense learns something; the other one may.
    assert_eq!((of(0, "state"), of(0, "written")), ("kept".into(), true.into()), "{report}");
    let is_kept = rows[1]["state"] == "kept";
    assert_eq!((folder.join("other.values").exists(), &report["kept"]), (is_kept, &(1 + u64::from(is_kept)).into()));
    // The test had a verdict before all games were played.
    assert_eq!(rows[0]["proof"]["nodes"], 60);
    assert!(rows[0]["proof"]["games"].as_u64().is_some_and(|games| games < 8), "{report}");
    assert!(rows[0]["proof"]["against"].as_str().is_some_and(|name| name.ends_with("as it was")), "{report}");
    let written = fs::read_to_string(&values).expect("the values");
    assert!(written.contains("at 60 nodes a move"), "{written}");
    let left: Vec<_> = fs::read_dir(&journals).expect("the folder").flatten().map(|entry| entry.file_name()).collect();
    assert_eq!(left, ["done.journal"]);
    // What has been done is not done again, and told once more.
    let again = tune(&["--json"]);
    assert_eq!((again.status, &again.out), (0, &run.out), "{}", again.err);
    assert!(again.err.contains("nothing is left to do") && again.err.contains("2 are done"), "{}", again.err);
    let text = tune(&[]);
    assert!(text.out.contains("2 of 2 games done, the values of"), "{}", text.out);
    let others = tune(&["--seed", "2"]);
    assert_eq!((others.status, &*others.out), (2, ""));
    assert!(others.err.contains("seed was 1 there, and is 2 now"), "{}", others.err);
    // Without time nothing is begun.
    let elsewhere = folder.join("elsewhere").display().to_string();
    let mut arguments = vec!["tune", &path, &other, "--games", "200", "--nodes", "30", "--hours", "0.00001"];
    arguments.extend(["--journals", &elsewhere]);
    let run = wazir(&arguments);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.err.contains("there is time for 0"), "{}", run.err);
    assert!(run.out.contains("not begun: it takes about") && run.out.contains("0 of 2 games done"), "{}", run.out);
}

/// Ctrl-C in the middle of the games: the same command goes on, to the same end.
#[test]
#[cfg(unix)]
fn an_interrupted_tuning_of_several_games_goes_on() {
    let (folder, path) = copied("tune-interrupted");
    let other = file(&folder, "other.ron", "(extends: \"gardner\", name: \"Other\")");
    let arguments = |journals: &str| {
        let journals = folder.join(journals).display().to_string();
        let fixed = ["tune", &path, &other, "--games", "30", "--nodes", "30", "--plies", "6", "--max-plies", "60"];
        let more = ["--prove", "2", "--prove-nodes", "30", "--json", "--journals", &journals];
        fixed.iter().chain(&more).map(|text| text.to_string()).collect::<Vec<String>>()
    };
    let run = |journals: &str| {
        let arguments = arguments(journals);
        super::finished(
            super::command(&arguments.iter().map(String::as_str).collect::<Vec<_>>()).output().expect("it runs"),
        )
    };
    let begun = arguments("a");
    let begun: Vec<&str> = begun.iter().map(String::as_str).collect();
    let child = super::command(&begun)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("it runs");
    let journal = folder.join("a/gardner.journal");
    let lines = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    while lines() < 12 {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    let pid = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
    let interrupted = super::finished(child.wait_with_output().expect("it ends"));
    assert_eq!(interrupted.status, 130, "{}", interrupted.err);
    assert!(interrupted.err.contains("the same command goes on"), "{}", interrupted.err);
    let kept = lines();
    assert!((12..31).contains(&kept), "{kept} lines");
    let rows = |run: &super::Run| {
        assert_eq!(run.status, 0, "{}", run.err);
        let mut report: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
        report["games"].as_array_mut().expect("games").iter_mut().for_each(|row| row["seconds"] = 0.into());
        report
    };
    assert_eq!(rows(&run("a")), rows(&run("b")));
}

#[test]
fn what_cannot_be_asked_of_several_games_is_said() {
    let (gardner, chess) = (game("gardner"), game("chess"));
    let nowhere = format!("{gardner}/nowhere");
    let several = |more: &[&str], part: &str| {
        let mut arguments = vec!["tune", &gardner, &chess, "--journals", &nowhere];
        arguments.extend(more);
        refused(&arguments, part);
    };
    several(&["--from", "x.values"], "several games begin with the values that they have");
    several(&["--force"], "only those values are kept that a match has proven");
    several(&["--prove", "0"], "only those values are kept that a match has proven");
    several(&["--hours", "0"], "as in `--hours 1.5`");
    several(&["--hours", "NaN"], "as in `--hours 1.5`");
    several(&["--sprt", "5"], "two differences in Elo");
    several(&["--output", &gardner], "it names the folder");
    several(&[&gardner], "two of these games are called `gardner`");
    several(&["no-such-game"], "no game is called `no-such-game`");
    several(&[&game("fourplayer")], "only games of two can be tuned");
    several(&[], "cannot make `");
    refused(&["tune", "chess", "gardner"], "by `--output FOLDER`");
    refused(&["tune", "--all"], "by `--output FOLDER`");
    refused(&["tune", "--all", "chess"], "cannot be used with");
    refused(&["tune"], "GAME");
    refused(&["tune", &gardner, "--hours", "1"], "--hours is for several games");
    refused(&["tune", &gardner, "--journals", "x"], "--journals is for several games");
}

#[test]
fn games_that_mistakes_decide_are_told() {
    let folder = folder("mistakes");
    for (name, decided_by_mistakes) in [("tictactoe", true), ("gardner", false)] {
        let values = folder.join(format!("{name}.values")).display().to_string();
        let run = wazir(&["tune", name, "--games", "40", "--nodes", "20", "--prove", "0", "--output", &values]);
        assert_eq!(run.status, 0, "{}", run.err);
        assert_eq!(run.out.contains("hardly tell what anything is worth"), decided_by_mistakes, "{name}: {}", run.out);
    }
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
}
