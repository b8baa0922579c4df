//! Full disks, signals, and texts that would command a terminal.

use super::{Run, command, file, finished, folder, game, skip, wazir, wazir_in};
use std::{fs, path::Path, process::Command};

/// Is nothing in a text that a terminal would take for a command?
fn harmless(text: &str) -> bool {
    text.chars().all(|c| c == '\n' || c == '\t' || !wazir_runtime::is_command(c))
}

/// Runs it in this folder where files may have so many blocks of 512 bytes.
#[cfg(unix)]
fn with_full_disk(folder: &Path, blocks: u32, arguments: &[&str]) -> Run {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("ulimit -f {blocks} && exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_wazir")]);
    finished(shell.args(arguments).current_dir(folder).output().expect("a shell"))
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[cfg(unix)]
#[test]
fn a_match_on_a_full_disk_is_played_and_what_is_missing_is_told() {
    let folder = folder("full-match");
    let chess = game("chess");
    let arguments = ["match", "random", "random", "--game", &chess, "--games", "12", "--max-plies", "60"];
    let with = |more: &[&'static str]| -> Vec<&str> { arguments.iter().chain(more).copied().collect() };
    let run = with_full_disk(&folder, 8, &with(&["--pgn", "games.pgn", "--journal", "journal"]));
    assert_eq!(run.status, 2, "{}", run.err);
    assert!(run.out.contains("12 games:"), "the match goes on: {}", run.out);
    for told in [
        "games are not saved in `games.pgn` any more",
        "`games.pgn` lacks ",
        "the journal lacks ",
        "not all games are saved",
    ] {
        assert_eq!(run.err.matches(told).count(), 1, "{told}: {}", run.err);
    }
    // What there is, is whole.
    let journal = fs::read_to_string(folder.join("journal")).expect("the journal");
    let pgn = fs::read_to_string(folder.join("games.pgn")).expect("the games");
    assert!(journal.ends_with("}\n") && pgn.ends_with("\n\n"), "{pgn}");
    let games = pgn.matches("[Event ").count();
    assert!(games > 0 && pgn.matches("[Result ").count() == games);
    let file = folder.join("games.pgn").display().to_string();
    let read = wazir(&["pgn", "--game", &chess, &file]);
    assert!(read.status == 0 && read.out.contains(&format!("{games} game")), "{}{}", read.out, read.err);
    // There is room again: the games that are missing are played, and nothing else.
    let on = wazir_in(&folder, &with(&["--journal", "journal", "--resume"]));
    assert!(on.status == 0 && on.out.contains("12 games:"), "{}{}", on.out, on.err);
    assert_eq!(fs::read_to_string(folder.join("journal")).expect("the journal").lines().count(), 13);
}

/// What tells the games of a PGN file apart, in their order: tags without the date, and moves without what is said of them.
#[cfg(unix)]
fn games_in(pgn: &str) -> Vec<String> {
    let without_comments = |text: &str| {
        let parts = text.split('{').map(|part| part.rsplit('}').next().unwrap_or_default());
        parts.collect::<String>().split_whitespace().filter(|word| !word.contains('.')).collect::<Vec<_>>().join(" ")
    };
    let games = pgn.split("[Event ").skip(1).map(|game| {
        let (tags, moves) = game.split_once("\n\n").expect("an empty line");
        let tags: Vec<&str> = tags.lines().filter(|tag| !tag.starts_with("[Date ")).collect();
        format!("{}\n{}", tags.join("\n"), without_comments(moves))
    });
    games.collect()
}

#[cfg(unix)]
#[test]
fn games_that_the_pgn_lacks_are_written_from_the_journal() {
    let folder = folder("full-pgn");
    let chess = game("chess");
    let arguments = ["match", "random", "random", "--game", &chess, "--games", "12", "--max-plies", "60"];
    let with = |more: &[&'static str]| -> Vec<&str> { arguments.iter().chain(more).copied().collect() };
    let pgn = || fs::read_to_string(folder.join("games.pgn")).expect("the games");
    // What there would be.
    let whole = wazir_in(&folder, &with(&["--pgn", "whole.pgn"]));
    assert_eq!(whole.status, 0, "{}", whole.err);
    let mut all = games_in(&fs::read_to_string(folder.join("whole.pgn")).expect("the games"));
    all.sort();
    assert_eq!(all.len(), 12);
    // The journal has room, the PGN file, which has the games of another match already, has none after some games.
    let other = ["match", "random", "random", "--game", &chess, "--games", "8", "--max-plies", "60", "--seed", "5"];
    let other = wazir_in(&folder, &[&other[..], &["--pgn", "games.pgn"]].concat());
    assert_eq!(other.status, 0, "{}", other.err);
    let before = games_in(&pgn()).len();
    let blocks = u32::try_from(pgn().len() / 512).expect("a small file") + 6;
    let run = with_full_disk(&folder, blocks, &with(&["--pgn", "games.pgn", "--journal", "journal"]));
    assert_eq!(run.status, 2, "{}", run.err);
    assert!(run.err.contains("`games.pgn` lacks ") && run.err.contains("`--resume`"), "{}", run.err);
    let some = games_in(&pgn()).len() - before;
    assert!(some < 12, "{some}");
    for (time, note) in [(1, true), (2, false)] {
        let run = wazir_in(&folder, &with(&["--pgn", "games.pgn", "--journal", "journal", "--resume"]));
        assert!(run.status == 0 && run.out.contains("12 games:"), "{}{}", run.out, run.err);
        assert_eq!(run.err.contains("of the journal that `games.pgn` lacked"), note, "{time}: {}", run.err);
        let mut games = games_in(&pgn()).split_off(before);
        games.sort();
        assert_eq!(games, all, "{time}");
    }
    let file = folder.join("games.pgn").display().to_string();
    let read = wazir(&["pgn", "--game", &chess, &file]);
    assert!(read.status == 0 && read.out.contains(&format!("{} games", before + 12)), "{}{}", read.out, read.err);
    // What cannot be made again is said.
    let journal = fs::read_to_string(folder.join("journal")).expect("the journal");
    let broken = journal.replacen("\"moves\":\"", "\"moves\":\"e1e8 ", 1);
    assert_ne!(broken, journal);
    fs::write(folder.join("journal"), broken).expect("a file");
    let run = wazir_in(&folder, &with(&["--pgn", "games.pgn", "--journal", "journal", "--resume"]));
    assert!(run.status == 2 && run.err.contains("of the journal cannot be written to `games.pgn`"), "{}", run.err);
}

/// What a PGN file has is known again, also where its tags cannot be written as they are.
#[test]
fn games_of_contestants_with_odd_names_are_written_once() {
    let folder = folder("odd-names");
    let chess = game("chess");
    let program = format!("uci:{}\tuci\t{chess}", env!("CARGO_BIN_EXE_wazir"));
    let arguments = ["match", &program, "random", "--game", &chess, "--games", "2", "--max-plies", "8", "--nodes", "1"];
    let arguments = [&arguments[..], &["--pgn", "games.pgn", "--journal", "journal"]].concat();
    let run = wazir_in(&folder, &arguments);
    assert_eq!(run.status, 0, "{}", run.err);
    let before = fs::read_to_string(folder.join("games.pgn")).expect("the games");
    let resumed = || {
        let run = wazir_in(&folder, &[&arguments[..], &["--resume"]].concat());
        assert_eq!(run.status, 0, "{}", run.err);
        fs::read_to_string(folder.join("games.pgn")).expect("the games")
    };
    assert_eq!(resumed(), before);
    // From the journal alone they are the same, with all that was said of their moves; only their date is not known.
    fs::remove_file(folder.join("games.pgn")).expect("a file that is not wanted any more");
    let undated = |text: &str| text.lines().filter(|line| !line.starts_with("[Date ")).collect::<Vec<_>>().join("\n");
    assert!(before.contains("s}") && before.contains("{opening}"), "{before}");
    assert_eq!(undated(&resumed()), undated(&before));
}

/// A match whose journal nobody has named keeps it until its games are where they were to be.
#[cfg(unix)]
#[test]
fn a_match_whose_pgn_is_not_saved_keeps_its_journal() {
    let folder = folder("kept-journal");
    let chess = game("chess");
    let arguments = ["match", "random", "random", "--game", &chess, "--games", "6", "--max-plies", "60"];
    let journals = || names(&folder).iter().filter(|name| name.ends_with(".journal")).count();
    let full: Vec<&str> = arguments.iter().copied().chain(["--pgn", "/dev/full"]).collect();
    let run = wazir_in(&folder, &full);
    if run.err.contains("cannot write `/dev/full`") {
        skip("there is no /dev/full");
        return;
    }
    assert!(run.status == 2 && run.err.contains("`/dev/full` lacks 6 games of this match"), "{}", run.err);
    assert_eq!(journals(), 1, "{:?}", names(&folder));
    // What cannot be read again is not written to.
    let resume: Vec<&str> = full.iter().copied().chain(["--resume"]).collect();
    let run = wazir_in(&folder, &resume);
    assert!(run.status == 2 && run.err.contains("`/dev/full` cannot be read again"), "{}", run.err);
    let file: Vec<&str> = arguments.iter().copied().chain(["--pgn", "games.pgn", "--resume"]).collect();
    let run = wazir_in(&folder, &file);
    assert!(run.status == 0 && run.err.contains("6 games of the journal"), "{}", run.err);
    assert_eq!((journals(), names(&folder)), (0, vec!["games.pgn".to_string()]));
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_files_as_they_were() {
    let folder = folder("full-files");
    fs::write(folder.join("chess.rs"), "before").expect("a file");
    let chess = game("chess");
    let run = with_full_disk(&folder, 8, &["emit", &chess, "-o", "chess.rs"]);
    assert!(run.status == 2 && run.err.contains("cannot write `chess.rs`: File too large"), "{}", run.err);
    let run = with_full_disk(&folder, 1, &["new", "mygame"]);
    assert!(run.status == 2 && run.err.contains("cannot write `mygame.ron`"), "{}", run.err);
    assert_eq!(names(&folder), ["chess.rs"]);
    assert_eq!(fs::read_to_string(folder.join("chess.rs")).expect("a file"), "before");
    let run = with_full_disk(&folder, 100, &["new", "mygame"]);
    assert_eq!((run.status, names(&folder)), (0, vec!["chess.rs".to_string(), "mygame.ron".to_string()]));
    // A file where a folder is to be: not even an administrator can write there.
    let run = wazir_in(&folder, &["emit", &chess, "-o", "chess.rs/x"]);
    assert!(run.status == 2 && run.err.contains("cannot write `chess.rs/x`"), "{}", run.err);
}

#[test]
fn texts_of_files_command_no_terminal() {
    let folder = folder("commands");
    let chess = game("chess");
    let text = fs::read_to_string(&chess).expect("chess");
    let evil = r"\u{1b}]0;title\u{7}\u{1b}[2J\u{9b}31m\u{202e}evil\r";
    let named = text
        .replace("name: \"Chess\"", &format!("name: \"{evil}\""))
        .replace("name: \"Queen\"", &format!("name: \"{evil}\""));
    assert_eq!(named.matches("]0;title").count(), 2);
    let rules = file(&folder, "evil.ron", &named);
    let raw = evil
        .replace("\\u{1b}", "\u{1b}")
        .replace("\\u{7}", "\u{7}")
        .replace("\\u{9b}", "\u{9b}")
        .replace("\\u{202e}", "\u{202e}");
    let wrong = file(&folder, "wrong.ron", &format!("(name: \"{raw}\", bord: \"{raw}\")"));
    let pgn = format!(
        "[White \"{raw}\"]\n[Black \"x\"]\n[Variant \"{raw}\"]\n\n1. e4 *\n\n[White \"{raw}\"]\n\n1. e4 {{{raw}}} {raw} *\n\n[White \"{raw}\"]\n\n1. e4 {{{raw}}} *\n"
    );
    let games = file(&folder, "evil.pgn", &pgn);
    let calls: [&[&str]; 16] = [
        &[&raw],
        &["perft", &rules, &raw],
        &["check", &rules, &wrong],
        &["check", "--json", &rules, &wrong],
        &["show", &rules],
        &["show", &rules, "--piece", "Q"],
        &["show", &rules, "--json"],
        &["show", &wrong],
        &["moves", &rules],
        &["moves", &rules, "--json", "--fen", &raw],
        &["perft", &rules, "1", "--fen", &raw],
        &["perft", &raw, "1"],
        &["diff", &chess, &rules, "--rules"],
        &["pgn", "--game", &chess, &games],
        &["pgn", "--game", &chess, "--json", &games],
        &["pgn", "--game", &chess, "--to", "lan", &games],
    ];
    for arguments in calls {
        let run = wazir(arguments);
        assert!(harmless(&run.out) && harmless(&run.err), "{arguments:?}: {:?} {:?}", run.out, run.err);
        assert!(!(run.out + &run.err).is_empty(), "{arguments:?}");
    }
    // With colours, ours only.
    let run = wazir(&["show", &wrong, "--color", "always"]);
    assert!(
        run.err.contains("\u{1b}[1;31m") && !run.err.contains("\u{1b}]") && !run.err.contains("\u{1b}[2J"),
        "{:?}",
        run.err
    );
    // A GUI is a program, and what it logs goes to a terminal.
    let run =
        super::wazir_with_input(&["engine"], &format!("uci\nposition fen {raw}\nsetoption name {raw} value 3\nquit\n"));
    assert!(harmless(&run.out) && run.out.contains("uciok"), "{:?}", run.out);
    // JSON has what it may not show.
    let run = wazir(&["show", &rules, "--json", "--piece", "Q"]);
    let shown: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert!(shown["name"].as_str().is_some_and(|name| name.contains("\u{1b}]0;title\u{7}")), "{shown}");
}

#[cfg(unix)]
#[test]
fn a_program_that_is_asked_to_end_tells_what_it_has() {
    for (signal, status) in [("TERM", 143), ("HUP", 129), ("INT", 130)] {
        let folder = folder(&format!("signal-{signal}"));
        let mut long =
            command(&["match", "random", "random", "--game", &game("chess"), "--games", "100000", "--journal", "j"]);
        let child =
            long.current_dir(&*folder).stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        let child = child.spawn().expect("the program runs");
        let journal = folder.join("j");
        while fs::read_to_string(&journal).unwrap_or_default().lines().count() < 3 {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        let sent =
            Command::new("sh").args(["-c", &format!("kill -{signal} {}", child.id())]).status().expect("a shell");
        assert!(sent.success());
        let run = finished(child.wait_with_output().expect("it ends"));
        assert_eq!(run.status, status, "{}", run.err);
        assert!(
            run.out.contains(" games: ") && run.err.contains("`--resume` goes on with it"),
            "{}{}",
            run.out,
            run.err
        );
        assert!(fs::read_to_string(&journal).expect("the journal").ends_with("}\n"));
    }
}
