//! What the screen looks like, and what keys and mouse do.

mod common;

use common::{Stage, snapshot, text_of};
use crossterm::event::{MouseButton, MouseEventKind};
use wazir_engine::Games;
use wazir_tui::{
    app::{Opponent, Popup, Screen},
    glyphs::Choice,
    session::Ending,
    store::Store,
    theme::Depth,
};

const SIZE: (u16, u16) = (80, 24);

fn shows(stage: &mut Stage, text: &str) {
    let screen = stage.text();
    assert!(screen.contains(text), "`{text}` is not on the screen:\n{screen}");
}

#[test]
fn menu_and_picker() {
    let mut stage = Stage::new(&["chess", "shogi", "xiangqi", "crazyhouse"], Depth::None, SIZE);
    snapshot("menu", &stage.text());
    stage.keys("<enter>");
    stage.wait(|app| app.catalogue.is_some());
    stage.keys("sho");
    snapshot("picker", &stage.text());
    stage.keys("<enter>");
    snapshot("new_game", &stage.text());
    stage.keys("<down><down><down>x<enter>");
    shows(&mut stage, "is not a number of minutes");
    stage.keys("<right><right><right><enter>");
    assert!(matches!(stage.app.screen, Screen::Table));
    shows(&mut stage, "3:00");
}

#[test]
fn a_game_of_chess_with_the_keyboard() {
    let mut stage = Stage::friends("chess", Depth::None, SIZE);
    snapshot("chess_start", &stage.text());
    // The cursor is on the king: f2, then two up.
    stage.keys("lk<enter>");
    snapshot("chess_targets", &stage.text());
    stage.keys("k<enter>");
    stage.play("e7e5 g2g4 d8h4");
    assert_eq!(stage.moves(), ["f2f3", "e7e5", "g2g4", "d8h4"]);
    snapshot("chess_mate", &stage.text());
    stage.keys("<esc>");
    stage.keys("u[");
    shows(&mut stage, "after move 2 of 3");
    stage.keys("<esc>r");
    assert_eq!(stage.moves().len(), 4);
}

#[test]
fn clicks_and_drags() {
    let mut stage = Stage::friends("chess", Depth::True, SIZE);
    stage.click_square("e2");
    stage.click_square("e4");
    assert_eq!(stage.moves(), ["e2e4"]);
    let from = stage.place_of("d7");
    let to = stage.place_of("d5");
    stage.mouse(MouseEventKind::Down(MouseButton::Left), from.0, from.1);
    stage.mouse(MouseEventKind::Up(MouseButton::Left), to.0, to.1);
    assert_eq!(stage.moves(), ["e2e4", "d7d5"]);
    stage.click_square("e7");
    shows(&mut stage, "White is to move");
    stage.click_square("a5");
    shows(&mut stage, "nothing of yours stands on a5");
}

#[test]
fn typed_moves_are_checked() {
    let mut stage = Stage::friends("chess", Depth::None, SIZE);
    stage.keys(":e2e5<enter>");
    shows(&mut stage, "`e2e5` is not a legal move here");
    stage.keys("<backspace>4<enter>");
    assert_eq!(stage.moves(), ["e2e4"]);
}

#[test]
fn promotions_are_asked_for() {
    let mut stage = Stage::new(&["chess"], Depth::None, SIZE);
    stage.begin("chess", Opponent::Friend, Some("7k/P7/8/8/8/8/8/K7 w - - 0 1"));
    stage.click_square("a7");
    stage.click_square("a8");
    shows(&mut stage, "become a queen");
    stage.keys("<esc>");
    assert!(stage.moves().is_empty());
    stage.click_square("a7");
    stage.click_square("a8");
    stage.keys("<enter>");
    assert!(stage.moves()[0].starts_with("a7a8"), "{:?}", stage.moves());
}

#[test]
fn a_typed_move_that_leaves_its_end_open_is_asked_about_as_a_pointed_one_is() {
    for typed in ["axb8", "a7b8", "a7xb8", "ab8"] {
        let mut stage = Stage::new(&["chess"], Depth::None, SIZE);
        stage.begin("chess", Opponent::Friend, Some("1n5k/P7/8/8/8/8/8/K7 w - - 0 1"));
        stage.keys(&format!(":{typed}<enter>"));
        shows(&mut stage, "become a queen");
        shows(&mut stage, "become a knight");
        assert!(stage.moves().is_empty(), "{typed}");
        stage.keys("<down><enter>");
        assert_eq!(stage.moves(), ["a7b8r"], "{typed}");
    }
    // What is left open is asked in the way of the game: here by a square.
    let mut stage = Stage::friends("duck", Depth::None, SIZE);
    stage.keys(":e4<enter>");
    shows(&mut stage, "now choose the square that is closed");
    stage.click_square("e6");
    assert_eq!(stage.moves(), ["e2e4,e4e6"]);
    // Two different moves are not one whose end is open.
    let mut stage = Stage::new(&["chess"], Depth::None, SIZE);
    stage.begin("chess", Opponent::Friend, Some("1n5k/P1P5/8/8/8/8/8/K7 w - - 0 1"));
    stage.keys(":xb8<enter>");
    shows(&mut stage, "`xb8` may mean");
    assert!(stage.moves().is_empty());
}

#[test]
fn without_colours_the_sides_differ() {
    use ratatui::style::Modifier;
    for pieces in ["fitting", "figurines", "letters", "ascii"] {
        let mut stage = Stage::friends("chess", Depth::None, SIZE);
        stage.app.settings.pieces = pieces.to_string();
        let is_inverted = |stage: &mut Stage, name: &str| {
            let place = stage.place_of(name);
            let buffer = stage.draw();
            let cell = |column: u16| &buffer[(place.0 + column, place.1)];
            let glyph = (0..5).map(cell).find(|cell| cell.symbol().chars().all(|c| !" ░.[]".contains(c)));
            glyph.expect("a piece").modifier.contains(Modifier::REVERSED)
        };
        assert!(!is_inverted(&mut stage, "b1") && is_inverted(&mut stage, "b8"), "{pieces}");
        // And what that means stands beside the names.
        let buffer = stage.draw();
        let row = |name: &str| (0..SIZE.1).find(|y| text_of(&buffer).lines().nth(*y as usize).unwrap().ends_with(name));
        let (white, black) = if pieces == "letters" || pieces == "ascii" { ("K", "k") } else { ("♔", "♚") };
        let inverted = |y: u16| (46..SIZE.0).any(|x| buffer[(x, y)].modifier.contains(Modifier::REVERSED));
        assert!(!inverted(row(&format!("White {white}")).expect("the first side")), "{pieces}");
        assert!(inverted(row(&format!("Black {black}")).expect("the second side")), "{pieces}");
    }
}

#[test]
fn what_was_captured_is_shown() {
    let mut stage = Stage::friends("chess", Depth::None, SIZE);
    stage.play("e4 d5 exd5 Qxd5 Nc3 Qe5 Be2 Nf6 d4 Qd6 Nb5 Qc6 Nxa7 Rxa7");
    snapshot("captured", &stage.text());
    stage.keys("<home>");
    assert!(!stage.text().contains("took"), "at the start nothing was captured");
    // What explodes is gone as well; what promotes is not.
    let mut stage = Stage::new(&["atomic"], Depth::None, SIZE);
    stage.begin("atomic", Opponent::Friend, Some("rn2k3/P7/8/8/8/8/8/4K3 w - - 0 1"));
    stage.play("axb8=Q");
    shows(&mut stage, "took ♞ ♜");
    shows(&mut stage, "took ♙");
    let mut stage = Stage::new(&["chess"], Depth::True, SIZE);
    stage.begin("chess", Opponent::Friend, Some("1n5k/P7/8/8/8/8/8/K7 w - - 0 1"));
    stage.play("a8=Q");
    assert!(!stage.text().contains("took"), "{}", stage.text());
    // What goes to the hand is there, and nowhere else.
    let mut stage = Stage::friends("crazyhouse", Depth::None, SIZE);
    stage.play("e4 d5 exd5");
    assert!(!stage.text().contains("took"), "{}", stage.text());
    // Stones that turn are not captured.
    let mut stage = Stage::friends("flipello", Depth::None, SIZE);
    stage.keys("i");
    stage.wait(|app| app.table.as_ref().is_some_and(|table| table.hint.is_some()));
    let hint = stage.app.table.as_ref().and_then(|table| table.hint).expect("a move");
    stage.app.table.as_mut().expect("a game").play(hint);
    assert!(!stage.text().contains("took"), "{}", stage.text());
}

#[test]
fn shogi_is_written_as_its_players_write_it() {
    let mut stage = Stage::friends("minishogi", Depth::None, SIZE);
    stage.play("S-3d");
    stage.play("2a2b");
    stage.play("P-5c");
    assert_eq!(stage.moves(), ["c1c2", "d5d4", "a2a3"]);
    snapshot("minishogi", &stage.text());
    // Chess players may type as they are used to.
    stage.play("Gd3");
    stage.keys(":P-9z<enter>");
    shows(&mut stage, "`P-9z`");
    stage.keys("<esc>");
    stage.click_square("c3");
    shows(&mut stage, "nothing of yours stands on 3c");
    // The board is turned, and its names with it.
    stage.keys("f");
    let place = stage.place_of("a5");
    assert!(stage.text().lines().nth(place.1 as usize).is_some_and(|line| line.starts_with("  a")));
}

#[test]
fn the_last_game_comes_first_after_a_crash() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("resume-first");
    let _ = std::fs::remove_dir_all(&folder);
    let store = || Some(Store::in_folder(&folder));
    let mut crashed = Stage::with_store(&["chess"], Depth::None, SIZE, store());
    crashed.begin("chess", Opponent::Friend, None);
    crashed.play("e4 e5");
    drop(crashed);
    let mut again = Stage::with_store(&["chess"], Depth::None, SIZE, store());
    snapshot("menu_resume", &again.text());
    again.keys("<enter>");
    assert_eq!(again.moves(), ["e2e4", "e7e5"]);
}

#[test]
fn games_are_listed_by_family_and_told_whole() {
    let games = ["chess", "atomic", "shogi", "minishogi", "xiangqi", "racingkings", "antichess"];
    let mut stage = Stage::new(&games, Depth::None, SIZE);
    stage.keys("<enter>");
    stage.wait(|app| app.catalogue.is_some());
    snapshot("picker_families", &stage.text());
    // The list at the left is as wide as its widest heading.
    let list = "Chess with other captures".len() + 3;
    for _ in 0..games.len() {
        let entry = stage.app.picked().expect("a game").opened.clone();
        let text: String = stage.text().lines().map(|line| line.chars().skip(list).collect::<String>() + " ").collect();
        let text = text.replace('│', " ");
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        for told in [&*entry.rules.about, &entry.rules.origin, "kinds of pieces"] {
            assert!(words(&text).contains(&words(told)), "{told} of {}\n{}", entry.rules.name, stage.text());
        }
        stage.keys("<down>");
    }
}

#[test]
fn shogi_in_kanji_with_drops() {
    let mut stage = Stage::friends("shogi", Depth::None, (90, 30));
    stage.play("c3c4 g7g6");
    stage.click_square("b2");
    stage.click_square("h8");
    snapshot("shogi_promotion", &stage.text());
    stage.keys("<enter>");
    stage.play("g9h8");
    snapshot("shogi_hands", &stage.text());
    stage.keys("d");
    shows(&mut stage, "[");
    stage.click_square("e5");
    assert_eq!(stage.moves().last().map(String::as_str), Some("B@e5"));
}

#[test]
fn walls_are_placed_in_a_second_step() {
    let mut stage = Stage::friends("duck", Depth::None, SIZE);
    stage.click_square("e2");
    stage.click_square("e4");
    shows(&mut stage, "now choose the square that is closed");
    snapshot("duck_wall", &stage.text());
    stage.click_square("e6");
    assert_eq!(stage.moves(), ["e2e4,e4e6"]);
}

#[test]
fn gating_is_asked_for() {
    let mut stage = Stage::friends("seirawan", Depth::None, SIZE);
    stage.click_square("b1");
    stage.click_square("c3");
    shows(&mut stage, "put a hawk on b1");
    stage.keys("<down><enter>");
    assert_eq!(stage.moves().len(), 1);
}

#[test]
fn castling_by_the_kings_target_and_by_the_rook() {
    for target in ["g1", "h1"] {
        let mut stage = Stage::new(&["chess"], Depth::None, SIZE);
        stage.begin("chess", Opponent::Friend, Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
        stage.click_square("e1");
        stage.click_square(target);
        assert_eq!(stage.moves(), ["e1g1"], "{target}");
    }
}

#[test]
fn turns_of_several_moves() {
    let mut stage = Stage::friends("marseillais", Depth::None, SIZE);
    stage.play("e2e4 e7e5");
    shows(&mut stage, "Black to move, 1 of 2 moves left");
}

#[test]
fn other_boards() {
    let mut xiangqi = Stage::friends("xiangqi", Depth::None, (90, 30));
    xiangqi.click_square("b3");
    snapshot("xiangqi", &xiangqi.text());
    let mut glinski = Stage::friends("glinski", Depth::None, (90, 40));
    glinski.click_square("f5");
    snapshot("glinski", &glinski.text());
    let mut four = Stage::friends("fourplayer", Depth::None, (100, 24));
    snapshot("fourplayer", &four.text());
    four.keys("f");
    snapshot("fourplayer_turned", &four.text());
}

#[test]
fn ascii_is_ascii() {
    for game in ["chess", "shogi", "xiangqi", "glinski", "duck"] {
        let mut stage = Stage::friends(game, Depth::None, SIZE);
        stage.app.settings.pieces = "ascii".to_string();
        stage.keys("?");
        let help = stage.text();
        stage.keys("<esc><enter>");
        for text in [help, stage.text()] {
            assert!(text.is_ascii(), "{game}:\n{text}");
        }
    }
    let mut stage = Stage::friends("chess", Depth::None, SIZE);
    stage.app.settings.pieces = "ascii".to_string();
    stage.play("e2e4");
    snapshot("ascii", &stage.text());
}

#[test]
fn colours_are_those_that_there_are() {
    use ratatui::style::Color;
    for depth in [Depth::None, Depth::Sixteen, Depth::Indexed, Depth::True] {
        let mut stage = Stage::friends("chess", depth, SIZE);
        stage.play("e2e4");
        let buffer = stage.draw();
        let colours: Vec<Color> = buffer
            .content()
            .iter()
            .flat_map(|cell| [cell.fg, cell.bg])
            .filter(|color| *color != Color::Reset)
            .collect();
        let kind = |color: &Color| match color {
            Color::Rgb(..) => Depth::True,
            Color::Indexed(_) => Depth::Indexed,
            _ => Depth::Sixteen,
        };
        assert_eq!(colours.is_empty(), depth == Depth::None);
        assert!(colours.iter().all(|color| kind(color) == depth), "{depth:?}");
    }
}

#[test]
fn small_windows_scroll_and_the_smallest_says_so() {
    let mut stage = Stage::friends("fourplayer", Depth::None, (44, 18));
    let before = stage.text();
    stage.keys(&"k".repeat(12));
    let after = stage.text();
    assert_ne!(before, after, "the board follows the cursor");
    snapshot("scrolled", &after);
    stage.resize(30, 8);
    snapshot("too_small", &stage.text());
    stage.resize(1, 1);
    stage.text();
}

#[test]
fn every_size_can_be_drawn() {
    for game in ["chess", "shogi", "glinski", "fourplayer"] {
        let mut stage = Stage::friends(game, Depth::True, SIZE);
        stage.keys("e");
        for (width, height) in
            (1..110).step_by(7).flat_map(|width| (1..60).step_by(5).map(move |height| (width, height)))
        {
            stage.resize(width, height);
            stage.text();
        }
    }
}

#[test]
fn the_engine_answers_and_judges() {
    let mut stage = Stage::new(&["chess"], Depth::None, SIZE);
    stage.begin("chess", Opponent::Engine(3), None);
    stage.keys("e");
    stage.wait(|app| app.table.as_ref().is_some_and(|table| table.evaluation.is_some()));
    shows(&mut stage, "White: +0.25");
    stage.play("e2e4");
    stage.wait(|app| app.table.as_ref().is_some_and(|table| table.session.ply() == 2));
    assert_eq!(stage.moves(), ["e2e4", "a7a5"]);
    stage.keys("u");
    assert!(stage.moves().is_empty(), "both moves are taken back");
    stage.keys("i");
    stage.wait(|app| app.table.as_ref().is_some_and(|table| table.hint.is_some()));
    shows(&mut stage, "hint: a3");
    stage.keys("D");
    stage.wait(|app| app.table.as_ref().is_some_and(|table| table.session.ending().is_some()));
    shows(&mut stage, "draw: agreed");
}

#[test]
fn engines_play_each_other_until_they_are_told_to_wait() {
    let mut stage = Stage::new(&["tictactoe"], Depth::None, SIZE);
    stage.begin("tictactoe", Opponent::Watch(1), None);
    stage.wait(|app| app.table.as_ref().is_some_and(|table| table.session.ending().is_some()));
    assert!(matches!(stage.app.popup, Some(Popup::List(_))), "how it ended is told");
}

#[test]
fn resigning_draws_and_claims() {
    let ending = |stage: &Stage| stage.app.table.as_ref().and_then(|table| table.session.ending());
    let mut stage = Stage::friends("chess", Depth::None, SIZE);
    stage.keys("R<down><enter>");
    assert_eq!(ending(&stage), Some(Ending::Resigned(0)));
    shows(&mut stage, "Black wins: White resigns");
    stage.keys("<esc>u");
    assert_eq!(ending(&stage), None, "a resignation is taken back alone");
    stage.keys("D<enter>");
    assert_eq!(ending(&stage), Some(Ending::Agreed));

    let mut stage = Stage::friends("chess", Depth::None, SIZE);
    stage.keys("C");
    shows(&mut stage, "nothing to claim: this position has occurred 1 of 3 times");
    stage.play("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    stage.keys("C");
    shows(&mut stage, "draw: play Ng8");
    stage.keys("<enter>");
    shows(&mut stage, "draw: repetition");
}

#[test]
fn rule_files_may_bring_their_own_glyphs() {
    let folder = common::FolderGames::of(&["chess"]);
    let text = "(extends: \"chess\", name: \"Horses\", pieces: {\"N\": (name: \"Pony\", glyph: \"馬\"), \"B\": (glyph: (White: \"b1\", Black: \"b2\"))})";
    let source = wazir_variant_spec::Source { file: "horses.ron".to_string(), text: text.to_string() };
    let opened = folder.read(source, &[]).expect("right rules");
    let mut stage = Stage::new(&["chess"], Depth::None, (80, 24));
    let opponent = wazir_tui::app::Opponent::Friend;
    let new = wazir_tui::app::NewGame {
        name: "horses".to_string(),
        opened,
        side: Some(0),
        opponent,
        control: None,
        fen: None,
    };
    stage.app.begin(new).expect("a game");
    let text = stage.text();
    // Both sides have the same knight: without colours the second side's is marked.
    assert!(text.contains("v馬") && text.contains("b1") && text.contains("b2") && text.contains('♖'), "{text}");
    assert_eq!(text.matches('馬').count(), 4, "{text}");
    stage.app.force(Some(Choice::Letters), None);
    assert!(!stage.text().contains('馬'), "whoever wants letters has letters");
}
