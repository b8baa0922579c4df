//! Terminals that are closed while the program has them.
#![cfg(unix)]

use super::{folder, game, skip};
use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

/// Runs a command in a terminal of its own, types something, closes the terminal, and prints the exit status.
///
/// The arguments: `signal`, where the command is the one that is told of the end by SIGHUP, or `silence`, where it only finds out; a file for standard error, or `-`; what is typed;
/// the command.
const CLOSE: &str = r#"
import os, pty, select, signal, subprocess, sys, time, fcntl, termios, struct
how, errors, keys, command = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
if how == "silence":
    command = ["sh", "-c", 'trap "" HUP; "$@"; exit $?', "sh"] + command
master, slave = pty.openpty()
fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 110, 0, 0))
def own_terminal():
    os.setsid()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
err = slave if errors == "-" else open(errors, "wb")
run = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=err, preexec_fn=own_terminal)
os.close(slave)
def read(seconds):
    end = time.time() + seconds
    while time.time() < end:
        if select.select([master], [], [], 0.05)[0]:
            os.read(master, 65536)
# Until it has taken the terminal over, or has played games of a match.
begun, said, end = False, b"", time.time() + 60
while not begun and time.time() < end:
    if select.select([master], [], [], 0.05)[0]:
        said += os.read(master, 65536)
    begun = b"\x1b[?1049h" in said or (os.path.exists("j") and os.path.getsize("j") > 2000)
read(0.3)
for key in keys.split():
    os.write(master, (key + "\r").encode())
    read(0.4)
os.close(master)
try:
    print(run.wait(60))
except subprocess.TimeoutExpired:
    os.killpg(run.pid, signal.SIGKILL)
    print("still running")
"#;

/// What is on a standard error that is a file, and the exit status; `None` where there is no Python.
fn closed(folder: &Path, how: &str, errors: &str, keys: &str, arguments: &[&str]) -> Option<(String, String)> {
    let python = Command::new("python3")
        .args(["-c", CLOSE, how, errors, keys, env!("CARGO_BIN_EXE_wazir")])
        .args(arguments)
        .current_dir(folder)
        .envs([("HOME", folder), ("XDG_STATE_HOME", &folder.join("state")), ("XDG_CONFIG_HOME", folder)])
        .env("TERM", "xterm-256color")
        .output();
    let Ok(Output { stdout, stderr, .. }) = python else {
        skip("there is no python3, which makes terminals");
        return None;
    };
    let status = String::from_utf8_lossy(&stdout).trim().to_string();
    assert!(!status.is_empty(), "{}", String::from_utf8_lossy(&stderr));
    Some((fs::read_to_string(folder.join(errors)).unwrap_or_default(), status))
}

/// Some seconds: sixteen terminals, one after the other.
#[test]
fn a_closed_terminal_is_a_hang_up() {
    let folder = folder("hangup");
    let chess = game("chess");
    let calls: [&[&str]; 4] =
        [&["play", &chess, "--friend"], &["play"], &["play", &chess, "--watch"], &["host", &chess, "--port", "0"]];
    for arguments in calls {
        for (how, errors) in [("signal", "-"), ("signal", "errors"), ("silence", "-"), ("silence", "errors")] {
            let Some((told, status)) = closed(&folder, how, errors, "", arguments) else { return };
            assert_eq!(status, "129", "{how}, {errors}, {arguments:?}: {told}");
            assert!(!told.contains("panicked") && !told.contains("cursor"), "{how}, {arguments:?}: {told}");
        }
    }
}

#[test]
fn a_game_in_a_closed_terminal_is_kept() {
    let folder = folder("hangup-kept");
    let Some((told, status)) = closed(&folder, "silence", "errors", ":e4", &["play", &game("chess"), "--friend"])
    else {
        return;
    };
    assert_eq!(status, "129", "{told}");
    let journals: Vec<_> = walk(&folder.join("state")).into_iter().filter(|text| text.contains("e2e4")).collect();
    assert_eq!(journals.len(), 1, "{told}");
}

/// The texts of all files below a folder.
fn walk(folder: &Path) -> Vec<String> {
    let mut texts = Vec::new();
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            texts.extend(walk(&path));
        } else {
            texts.extend(fs::read_to_string(&path));
        }
    }
    texts
}

#[test]
fn a_match_in_a_closed_terminal_says_how_to_go_on() {
    let folder = folder("hangup-match");
    let chess = game("chess");
    let arguments =
        ["match", "random", "random", "--game", &chess, "--games", "100000", "--concurrency", "1", "--journal", "j"];
    let Some((told, status)) = closed(&folder, "signal", "errors", "", &arguments) else { return };
    assert_eq!(status, "129", "{told}");
    assert!(told.contains("`--resume` goes on with it (its journal is `j`)"), "{told}");
    assert!(fs::read_to_string(folder.join("j")).expect("the journal").ends_with("}\n"));
}
