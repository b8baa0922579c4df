//! What outlives the program: PGN files, the journal of a game, settings.

mod common;

use common::Stage;
use std::{
    path::{Path, PathBuf},
    time::Duration,
};
use wazir_tui::{
    app::{NewGame, Opponent},
    store::Store,
    theme::Depth,
};

const SIZE: (u16, u16) = (80, 24);

/// A folder of its own for a test, empty at first and removed at the end.
struct TestFolder(PathBuf);

impl TestFolder {
    fn new(name: &str) -> TestFolder {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        TestFolder(folder)
    }
    fn stage(&self, games: &[&str]) -> Stage {
        Stage::with_store(games, Depth::None, SIZE, Some(Store::in_folder(&self.0)))
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn games_are_saved_behind_each_other_and_loaded() {
    let folder = TestFolder::new("pgn");
    let file = folder.0.join("games.pgn");
    let mut stage = folder.stage(&["chess", "shogi", "duck"]);
    for (game, moves) in
        [("chess", "f3 e5 g4 Qh4"), ("shogi", "c3c4 g7g6 b2h8+ g9h8 B@e5"), ("duck", "e2e4,e4e6 d7d5,d5d6")]
    {
        stage.begin(game, Opponent::Friend, None);
        stage.play(moves);
        stage.keys("<esc>s");
        stage.keys(&"<backspace>".repeat(200));
        stage.keys(&format!("{}<enter>", file.display()));
        assert!(stage.text().contains("saved in"), "{}", stage.text());
    }
    let text = std::fs::read_to_string(&file).expect("the file was written");
    assert!(text.contains("1. f3 e5 2. g4 Qh4# 0-1"), "{text}");
    assert!(text.contains("[Variant \"Shogi\"]") || text.contains("[Variant \"shogi\"]"), "{text}");
    assert!(text.contains("[Termination \"Black wins: checkmate\"]"), "{text}");

    let mut other = folder.stage(&["chess", "shogi", "duck"]);
    other.app.load(&file, None).expect("a file of games");
    assert!(other.text().contains("Which game?"));
    other.keys("2");
    assert_eq!(other.moves(), ["c3c4", "g7g6", "b2h8+", "g9h8", "B@e5"]);
    other.app.load(&file, Some(3)).expect("the third game");
    assert_eq!(other.moves(), ["e2e4,e4e6", "d7d5,d5d6"]);
    let error = other.app.load(&file, Some(4)).expect_err("there are three");
    assert!(error.starts_with("there is no game 4"), "{error}");
}

#[test]
fn wrong_files_are_told() {
    let folder = TestFolder::new("wrong");
    let mut stage = folder.stage(&["chess"]);
    let mut load = |text: &str| {
        let file = folder.0.join("x.pgn");
        std::fs::write(&file, text).expect("a file");
        stage.app.load(&file, None).expect_err("a wrong file")
    };
    assert!(load("").contains("no game in"));
    let error = load("1. e4 e5 2. Ke4 *");
    assert!(error.contains("line 1") && error.contains("Ke4"), "{error}");
    assert!(load("[Variant \"Calvinball\"]\n\n1. e4 *").contains("`Calvinball` cannot be opened"));
    assert!(load("[FEN \"8/8\"]\n\n*").contains("FEN"));
    assert!(stage.app.load(Path::new("/no/such/file"), None).is_err_and(|error| error.contains("cannot read")));
}

#[test]
fn a_game_goes_on_after_a_crash() {
    let folder = TestFolder::new("journal");
    let mut first = folder.stage(&["crazyhouse"]);
    assert!(!first.text().contains("Resume"));
    first.begin("crazyhouse", Opponent::Friend, None);
    first.play("e4 d5 exd5");
    // While it is played, nobody else resumes it.
    let mut other = folder.stage(&["crazyhouse"]);
    assert!(!other.text().contains("Resume"));
    // It ends without a word: locks are given up by the system then.
    drop(first);
    let mut second = folder.stage(&["crazyhouse"]);
    assert!(second.text().contains("Resume"), "{}", second.text());
    second.keys("<enter>");
    assert_eq!(second.moves(), ["e2e4", "d7d5", "e4d5"]);
    second.keys("R<down><enter><esc>");
    second.app.close();
    drop(second);
    let mut third = folder.stage(&["crazyhouse"]);
    assert!(!third.text().contains("Resume"), "a game that is over is not resumed");
}

#[test]
fn what_a_file_says_survives_a_crash() {
    let folder = TestFolder::new("crash");
    let file = folder.0.join("in.pgn");
    let said = "1. e4 {best by test} 1... e5 (1... c5 {Sicilian}) 2. Nf3 {develops} 2... Nc6";
    std::fs::write(&file, format!("[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n{said} 1-0\n")).expect("a file");
    let mut first = folder.stage(&["chess"]);
    first.app.load(&file, None).expect("a game");
    first.play("Bb5");
    drop(first);
    let mut second = folder.stage(&["chess"]);
    second.keys("<enter>");
    assert!(second.text().contains("goes on where it was left"), "{}", second.text());
    let out = saved(&mut second, &folder.0.join("out.pgn")).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(out.contains(&format!("{said} 3. Bb5 *")) && out.contains("[White \"A\"]"), "{out}");
    // The game that was resumed is written down as well.
    drop(second);
    let mut third = folder.stage(&["chess"]);
    third.keys("<enter>");
    let again = saved(&mut third, &folder.0.join("again.pgn"));
    assert_eq!(again.split_whitespace().collect::<Vec<_>>().join(" "), out);
    drop(third);
    // What a journal says about the file may be damaged: the game goes on without it.
    let journals = std::fs::read_dir(folder.0.join("state/journal")).expect("a folder").flatten();
    let journals: Vec<PathBuf> = journals.map(|entry| entry.path()).collect();
    let journal = journals.iter().find(|path| path.extension().is_some_and(|ext| ext == "json")).expect("a journal");
    let text = std::fs::read_to_string(journal).expect("its text");
    std::fs::write(journal, text.replace("best by test} 1...", "best by test} 9x!")).expect("a file");
    let mut fourth = folder.stage(&["chess"]);
    fourth.keys("<enter>");
    assert!(fourth.text().contains("what the file said about it is lost"), "{}", fourth.text());
    assert_eq!(fourth.moves().last().map(String::as_str), Some("f1b5"));
}

#[test]
fn a_journal_that_is_broken_is_in_nobodys_way() {
    let folder = TestFolder::new("broken");
    let journals = folder.0.join("state/journal");
    std::fs::create_dir_all(&journals).expect("a folder");
    std::fs::write(journals.join("999999999999999.json"), "{\"game\":").expect("a file");
    let mut stage = folder.stage(&["chess"]);
    assert!(!stage.text().contains("Resume"));
    stage.begin("chess", Opponent::Friend, None);
    stage.play("e4");
    assert_eq!(stage.moves(), ["e2e4"]);
}

#[test]
fn settings_are_kept_and_wrong_ones_told() {
    let folder = TestFolder::new("settings");
    let mut stage = folder.stage(&["chess"]);
    // From the last row of the menu but one.
    stage.keys("<up><up><enter>");
    assert!(stage.text().contains("Pieces"), "{}", stage.text());
    stage.keys("<left><down><down><right><enter>");
    assert_eq!(stage.app.settings.pieces, "ascii");
    let mut again = folder.stage(&["chess"]);
    assert_eq!(again.app.settings, stage.app.settings);
    assert!(again.app.settings.evaluation);
    assert!(again.text().is_ascii());
    std::fs::write(folder.0.join("config/play.json"), "{\"sound\": 11}").expect("a file");
    let mut wrong = folder.stage(&["chess"]);
    assert!(wrong.text().contains("unknown field"), "{}", wrong.text());
}

/// A file that stands where a folder is to be: nothing can be written there, not even by an administrator.
fn blocked(path: &Path) {
    let _ = std::fs::remove_dir_all(path);
    std::fs::write(path, "").expect("a file");
}

#[test]
fn a_journal_that_cannot_be_written_is_told_and_tried_again() {
    let folder = TestFolder::new("full");
    let state = folder.0.join("state");
    blocked(&state);
    let mut stage = folder.stage(&["chess"]);
    stage.begin("chess", Opponent::Friend, None);
    stage.draw();
    assert!(stage.text().contains("the game is not kept for a crash"), "{}", stage.text());
    stage.play("e4");
    assert_eq!(stage.moves(), ["e2e4"], "the game goes on");
    assert!(stage.text().lines().next().is_some_and(|title| title.contains("not kept for a crash")));
    assert!(stage.app.close().is_some_and(|lost| lost.contains("after 1 moves is not kept")));
    // A new game, and room for it while nobody moves.
    stage.begin("chess", Opponent::Friend, None);
    stage.play("d4 d5");
    std::fs::remove_file(&state).expect("a file");
    stage.app.pass(Duration::from_secs(6));
    assert!(stage.text().contains("the game is kept again"), "{}", stage.text());
    // And once more, in the middle of the game: the folder vanishes, and is in the way.
    blocked(&state);
    stage.play("c4");
    assert!(stage.text().contains("the game is not kept for a crash"), "{}", stage.text());
    std::fs::remove_file(&state).expect("a file");
    stage.play("e6");
    assert!(stage.text().contains("the game is kept again"), "{}", stage.text());
    assert_eq!(stage.app.close(), None);
    drop(stage);
    let mut again = folder.stage(&["chess"]);
    again.keys("<enter>");
    assert_eq!(again.moves(), ["d2d4", "d7d5", "c2c4", "e7e6"]);
}

#[test]
fn settings_that_are_not_kept_are_told_and_hold() {
    let folder = TestFolder::new("settings-full");
    let config = folder.0.join("config");
    blocked(&config);
    let mut stage = folder.stage(&["chess"]);
    let change = |stage: &mut Stage| {
        stage.keys("<esc><esc>");
        stage.app.popup = None;
        stage.keys("<up><up><enter><left><enter>");
    };
    // What cannot be read is told at the start.
    assert!(stage.text().contains("cannot read"), "{}", stage.text());
    stage.app.popup = None;
    change(&mut stage);
    assert!(stage.text().contains("are not kept"), "{}", stage.text());
    std::fs::remove_file(&config).expect("a file");
    change(&mut stage);
    assert!(stage.text().contains("kept again"), "{}", stage.text());
}

#[test]
fn commands_to_the_terminal_in_a_file_stay_there() {
    let folder = TestFolder::new("commands");
    let file = folder.0.join("in.pgn");
    let text = "[White \"\u{1b}[2J\u{202e}evil\"]\n[Black \"\u{9b}31m\"]\n[Termination \"\u{1b}]0;t\u{7}\"]\n\n1. e4 {\u{1b}c} *\n\n[White \"b\u{7}\"]\n\n*\n";
    std::fs::write(&file, text).expect("a file");
    let mut stage = folder.stage(&["chess"]);
    stage.app.load(&file, None).expect("two games");
    let harmless = |text: &str| text.chars().all(|c| c == '\n' || !wazir_runtime::is_command(c));
    assert!(stage.text().contains("evil") && harmless(&stage.text()), "{}", stage.text());
    stage.keys("<enter>");
    assert!(harmless(&stage.text()), "{}", stage.text());
    let error = stage.app.load(Path::new("/no/\u{1b}[2Jfile"), None).expect_err("no file");
    stage.app.tell("File", error);
    assert!(stage.text().contains("no") && harmless(&stage.text()), "{}", stage.text());
}

/// Saves the game on the table; the text of the file.
fn saved(stage: &mut Stage, file: &Path) -> String {
    stage.keys("<esc>s");
    stage.keys(&"<backspace>".repeat(200));
    stage.keys(&format!("{}<enter>", file.display()));
    assert!(stage.text().contains("saved in"), "{}", stage.text());
    std::fs::read_to_string(file).expect("the file was written")
}

#[test]
fn what_a_file_says_about_its_moves_is_kept() {
    let folder = TestFolder::new("comments");
    let file = folder.0.join("in.pgn");
    let text = "[Event \"Café\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[Termination \"a word\"]\n\n\
                {before} 1. e4 $1 {best by test} 1... e5 (1... c5 2. Nf3 {Sicilian} (2. c3 d5)) 2. Nf3 {develops} 2... Nc6 1-0\n";
    std::fs::write(&file, text).expect("a file");
    let mut stage = folder.stage(&["chess"]);
    stage.app.load(&file, None).expect("a game");
    let whole = saved(&mut stage, &folder.0.join("whole.pgn"));
    for kept in [
        "[Event \"Café\"]",
        "[White \"A\"]",
        "[Result \"1-0\"]",
        "[Termination \"a word\"]",
        "{before} 1. e4 $1 {best by test} 1... e5 (1... c5 2. Nf3 {Sicilian} (2. c3 d5)) 2. Nf3 {develops}",
    ] {
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words(&whole).contains(&words(kept)), "{kept} is not in {whole}");
    }
    assert!(whole.trim_end().ends_with("1-0"), "{whole}");
    // Another second move: the file's is a variation of it, and its result is not that of this game.
    stage.keys("<esc>uu");
    stage.play("Nc3 Nf6");
    let other = saved(&mut stage, &folder.0.join("other.pgn"));
    assert!(other.contains("2. Nc3 (2. Nf3 {develops} 2... Nc6) 2... Nf6 *"), "{other}");
    assert!(other.contains("[White \"A\"]") && !other.contains("Termination"), "{other}");
    // And it can be read again.
    let mut again = folder.stage(&["chess"]);
    again.app.load(&folder.0.join("other.pgn"), None).expect("a game");
    assert_eq!(again.moves(), ["e2e4", "e7e5", "b1c3", "g8f6"]);
}

#[test]
fn clocks_are_written_behind_the_moves() {
    let folder = TestFolder::new("clocks");
    let mut stage = folder.stage(&["chess"]);
    let opened = stage.app.games.open("chess").expect("a game of ours");
    let control = Some("5+3".parse().expect("a time control"));
    let new =
        NewGame { name: "chess".to_string(), opened, side: Some(0), opponent: Opponent::Friend, control, fen: None };
    stage.app.begin(new).expect("a game");
    stage.app.pass(Duration::from_millis(10_500));
    stage.play("e4");
    stage.app.pass(Duration::from_secs(60));
    stage.play("e5");
    let text = saved(&mut stage, &folder.0.join("clocks.pgn"));
    assert!(text.contains("1. e4 {[%clk 0:04:52.5]} 1... e5 {[%clk 0:04:03]} *"), "{text}");
    assert!(text.contains("[TimeControl \"300+3\"]"), "{text}");
}
