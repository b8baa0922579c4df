//! `wazir show`: boards, diagrams, pictures, pages.

use super::*;
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn show_draws_boards_with_hands() {
    let run = wazir(&["show", &game("shogi"), "--moves", "c3c4 g7g6 b2h8+"]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.contains("Sente's hand: B"), "{}", run.out);
    assert!(run.out.contains("│ p  │") && run.out.contains("│+B  │"), "{}", run.out);
    let run = wazir(&["show", &game("chess"), "--ascii"]);
    assert!(run.out.is_ascii() && run.out.contains("| r | n | b | q | k |"), "{}", run.out);
    let position = json(&["show", &game("chess"), "--moves", "f2f3 e7e5 g2g4 d8h4", "--json"]);
    assert_eq!(position["outcome"]["winner"], "Black");
    assert_eq!(position["outcome"]["reason"], "checkmate");
    assert_eq!(position["board"]["h4"], "q");
    assert_eq!(position["check"], true);
}

#[test]
fn show_draws_how_pieces_move() {
    let knight = json(&["show", &game("chess"), "--piece", "n", "--square", "d4", "--json"]);
    let targets = knight["sides"][0]["targets"].as_object().expect("an object");
    let squares: Vec<&str> = targets.keys().map(String::as_str).collect();
    assert_eq!(squares, ["b3", "b5", "c2", "c6", "e2", "e6", "f3", "f5"]);
    assert_eq!(knight["sides"].as_array().map(Vec::len), Some(1), "both sides move knights alike");
    assert_eq!(knight["sides"][0]["alike"][0], "Black");

    let pawn = json(&["show", &game("chess"), "--piece", "Pawn", "--square", "e2", "--json"]);
    let targets = &pawn["sides"][0]["targets"];
    assert_eq!(targets["d3"][0], "captures");
    assert_eq!(targets["e3"][0], "moves without capturing");
    assert!(targets["e4"][0].as_str().expect("text").contains("only from rank 2"));
    assert!(targets["e5"].is_null());

    let cannon = json(&["show", &game("xiangqi"), "--piece", "C", "--square", "a1", "--json"]);
    let targets = &cannon["sides"][0]["targets"];
    assert_eq!(targets["a2"].as_array().map(Vec::len), Some(1), "no room for a hurdle");
    assert_eq!(targets["a3"].as_array().map(Vec::len), Some(2));

    let run = wazir(&["show", &game("xiangqi"), "--piece", "N"]);
    assert!(run.out.contains('■') && run.out.contains("a square between"), "{}", run.out);
    refused(&["show", &game("chess"), "--piece", "X"], "Knight");
    refused(&["show", &game("chess"), "--piece", "N", "--square", "i1"], "a1 to h8");
}

/// What is neither a move nor a capture was told as a capture in passing, and sides that differ only in it as alike.
#[test]
fn show_tells_exchanges_and_pushes_from_captures_in_passing() {
    let folder = folder("exchanges");
    let piece = |moves: &str| {
        let text = format!(
            "(extends: \"chess\", castling: None, pieces: {{ \"R\": (moves: {moves}) }}, start: \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\")"
        );
        json(&["show", &file(&folder, "a.ron", &text), "--piece", "R", "--square", "d4", "--json"])
    };
    let told = |moves: &str| piece(moves)["sides"][0]["targets"]["d5"].clone();
    assert_eq!(told("\"ucW\"")[0], "exchanges places with an enemy");
    assert_eq!(told("\"udW\"")[0], "exchanges places with an own piece");
    assert_eq!(
        told("[\"mW\", \"ucdW\"]"),
        serde_json::json!(["moves without capturing", "exchanges places with a piece"])
    );
    assert_eq!(told("[(moves: \"cdW\", push: (stays: true))]")[0], "pushes on what stands there");
    assert_eq!(told("[(moves: \"cW\", push: (over_edge: Enemies))]")[0], "captures");
    assert_eq!(piece("(White: \"ucW\", Black: \"udW\")")["sides"].as_array().map(Vec::len), Some(2));
    assert_eq!(piece("\"ucW\"")["sides"].as_array().map(Vec::len), Some(1));
}

#[test]
fn show_writes_svg() {
    let folder = folder("svg");
    let path = folder.join("deeper/board.svg").display().to_string();
    let run = wazir(&["show", &game("shogi"), "--svg", &path]);
    assert_eq!((run.status, run.out.as_str()), (0, ""), "{}", run.err);
    let board = fs::read_to_string(&path).expect("a picture");
    assert!(board.starts_with("<svg") && board.ends_with("</svg>\n"));
    assert_eq!(board.matches("<circle").count(), 40 + 2, "40 pieces, two of them with the ring of royals");
    let run = wazir(&["show", &game("chess"), "--piece", "P", "--svg", "-"]);
    assert!(run.out.contains("<title>Pawn of Chess</title>"), "{}", run.out);
    refused(&["show", &game("chess"), "--svg", "/dev/null/board.svg"], "cannot write");
}

#[test]
fn pages_are_written_from_the_rule_file_alone() {
    let folder = folder("page");
    let to = folder.display().to_string();
    let run = wazir(&["show", &game("crazyhouse"), "--page", "--to", &to]);
    assert_eq!(run.status, 0, "{}", run.err);
    let page = fs::read_to_string(folder.join("crazyhouse.md")).expect("a page");
    for part in ["# Crazyhouse", "(crazyhouse/start.svg)", "### Knight (N)", "goes to the capturer's hand", "castles"] {
        assert!(page.contains(part), "`{part}` is missing in {page}");
    }
    for picture in ["start", "p", "n", "k"] {
        assert!(folder.join(format!("crazyhouse/{picture}.svg")).is_file());
    }
}

/// Every game has a page; its pictures are there, and none that no page shows; and the index has all of them.
#[test]
fn every_game_has_a_page_that_is_whole() {
    let folder = folder("fresh");
    let run = wazir(&["show", "--page", "--all", "--to", &folder.display().to_string()]);
    assert_eq!(run.status, 0, "{}", run.err);
    let found = texts(&folder);
    let games = files_in("variants");
    let pages: Vec<(&String, &String)> = found.iter().filter(|(name, _)| name.ends_with(".md")).collect();
    assert!(games > 100 && pages.len() == games + 1, "{} pages of {games} games, and the index", pages.len());
    let mut shown = BTreeSet::new();
    for (name, text) in pages {
        for link in text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link) {
            let is_inside = !link.contains("://") && !link.starts_with(['#', '.']);
            assert!(!is_inside || found.contains_key(link), "{name} has a link to {link}, which is not there");
            shown.insert(link);
        }
        // A movement is told in one sentence that people read to its end.
        for movement in text.lines().filter(|line| line.starts_with("* `")) {
            assert!(movement.len() <= 250, "{name}: {} letters: {movement}", movement.len());
        }
    }
    for (name, text) in &found {
        assert!(name == "README.md" || shown.contains(name.as_str()), "no page shows {name}");
        assert!(!name.ends_with(".svg") || text.starts_with("<svg"), "{name}");
    }
}

/// Every file below a folder, by its path in it.
fn texts(folder: &Path) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).into_iter().flatten() {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("below it").display().to_string();
                texts.insert(name, fs::read_to_string(&path).expect("text"));
            }
        }
    }
    texts
}
