//! Numbers, addresses and files on the command line that cannot be meant.

use super::{file, folder, game, refused, wazir, wazir_in};
use std::fs;

#[test]
fn numbers_have_limits() {
    let chess = game("chess");
    let a_match = ["match", "random", "random", "--game", &chess];
    for (option, value, told) in [
        ("--at-least", "nan", "percent"),
        ("--at-least", "inf", "percent"),
        ("--at-least", "1e9", "percent"),
        ("--at-least", "100.5", "percent"),
        ("--concurrency", "100000", "1 to 512"),
        ("--games", "18446744073709551615", "up to 10000000"),
    ] {
        refused(&[&a_match[..], &[option, value]].concat(), told);
    }
    refused(&["match", "wazir:threads=100000", "random", "--game", &chess], "512 is the limit");
    refused(&["match", "wazir:hash=10000000", "random", "--game", &chess], "131072 is the limit");
    for arguments in [
        &["tune", &chess, "--threads", "100000"][..],
        &["playout", &chess, "--threads", "100000"],
        &["perft", &chess, "2", "--threads", "100000"],
    ] {
        refused(arguments, "1 to 512");
    }
    refused(&["tune", &chess, "--prove", "18446744073709551615"], "up to 10000000");
}

#[cfg(feature = "serve")]
#[test]
fn what_is_no_origin_is_not_served() {
    refused(&["serve", "--threads", "100000"], "1 to 512");
    for origin in ["x y", "https://a.example\r\nX: y", "play.example.org", "https://a.example/path"] {
        refused(&["serve", "--db", ":memory:", "--port", "0", "--origin", origin], "host[:port]");
    }
}

#[test]
fn binary_files_are_told_without_rules() {
    let folder = folder("binary");
    let binary = folder.join("binary");
    fs::write(&binary, b"\x7fELF\x02\x01\xff").expect("a file");
    let (binary, chess) = (binary.display().to_string(), game("chess"));
    let values = format!("wazir:values={binary}");
    for arguments in [
        &["perft", "--suite", &binary][..],
        &["match", "random", "random", "--game", &chess, "--openings", &binary],
        &["match", &values, "random", "--game", &chess],
        &["tune", &chess, "--from", &binary, "--output", "values"],
    ] {
        let run = wazir(arguments);
        let told = run.err.contains("this is a program, not text in UTF-8") && !run.err.contains("RON");
        assert!(run.status == 2 && told, "{arguments:?}: {}", run.err);
    }
}

/// A game that is opened by an engine tells what is wrong with its file as `wazir check` does.
#[test]
fn mistakes_of_rule_files_are_called_errors_once() {
    let folder = folder("prefix");
    let rules = file(&folder, "s.ron", "(extends: \"chess\", start: \"8/8/8/8/8/8/8/8 w - - 0 1\")");
    for arguments in [
        &["engine", &rules][..],
        &["match", "random", "random", "--game", &rules],
        &["tune", &rules],
        &["show", &rules],
    ] {
        let run = wazir(arguments);
        assert!(run.status == 2 && run.err.starts_with("error[no-royal]: "), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn what_cannot_be_written_is_called_by_its_name() {
    let folder = folder("no-folder");
    let chess = game("chess");
    for arguments in [
        &["emit", &chess, "-o", "x'y/z.rs"][..],
        &["match", "random", "random", "--game", &chess, "--journal", "x'y/z.rs"],
    ] {
        let run = wazir_in(&folder, arguments);
        assert!(run.status == 2 && run.err.contains("`x'y/z.rs`: ") && !run.err.contains(".wazir"), "{}", run.err);
    }
}
