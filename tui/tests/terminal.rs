//! A panic in the middle of a game, in a real terminal: the terminal is what it was, and the game is kept.
#![cfg(target_os = "linux")]

mod common;

use common::FolderGames;
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{Arc, mpsc::channel},
};
use wazir_engine::Games;
use wazir_tui::{
    app::{App, NewGame, Opponent},
    store::Store,
    terminal,
    theme::Depth,
};

/// In a terminal of its own: a game that ends in a panic once it is on the screen.
fn panics(folder: &Path) {
    let (events, heard) = channel();
    let games = Arc::new(FolderGames::of(&["chess"]));
    let opened = games.open("chess").expect("a game of ours");
    let mut app = App::new(games, Some(Store::in_folder(folder)), Depth::None, events.clone());
    let new = NewGame {
        name: "chess".to_string(),
        opened,
        side: Some(0),
        opponent: Opponent::Friend,
        control: None,
        fen: None,
    };
    app.begin(new).expect("a start");
    let table = app.table.as_mut().expect("a game");
    let first = table.session.legal()[0];
    table.play(first);
    let _ = terminal::run(&mut app, events, &heard, || panic!("something is broken"));
}

#[test]
fn a_panic_gives_the_terminal_back_and_keeps_the_game() {
    if let Some(folder) = env::var_os("WAZIR_PANICS_IN") {
        return panics(Path::new(&folder));
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("panic");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let here = env::current_exe().expect("this program");
    let test = "a_panic_gives_the_terminal_back_and_keeps_the_game";
    let inside = format!("{} --exact {test} --nocapture; echo ended with $?; stty -a", here.display());
    // `script` gives it a terminal.
    let run = Command::new("script")
        .args(["-qec", &inside, "/dev/null"])
        .env("WAZIR_PANICS_IN", &folder)
        .env("SHELL", "/bin/sh")
        .stdin(Stdio::null())
        .output()
        .expect("util-linux has script");
    let said = String::from_utf8_lossy(&run.stdout);
    let place = |part: &str| said.find(part).unwrap_or_else(|| panic!("no {part:?} in {said}"));
    let (taken, back, told) = (place("\u{1b}[?1049h"), place("\u{1b}[?1049l"), place("something is broken"));
    assert!(taken < back && back < told, "{said}");
    assert_eq!(said.matches("\u{1b}[?1049l").count(), 1, "once: {said}");
    assert!(place("ended with 101") > told && said.contains(" icanon") && said.contains(" echo "), "{said}");
    let journals = fs::read_dir(folder.join("state/journal")).expect("a folder").flatten().map(|entry| entry.path());
    let kept = journals.filter(|path| path.extension().is_some_and(|ext| ext == "json")).map(fs::read_to_string);
    let kept: Vec<String> = kept.map(|text| text.expect("a journal")).collect();
    assert!(kept.len() == 1 && kept[0].contains("\"moves\": [\n"), "{kept:?}");
}
