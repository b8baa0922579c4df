//! Texts of moves that are longer than any move: refused for that, at once, by every reader, and quoted in short.

mod common;

use common::open;
use wazir_notation::{Notation, ReadError, Trouble, csa, kif, meant, pgn::Reader, san, typed};
use wazir_runtime::{LONGEST_MOVE, MoveError, Style, Variant};

/// Longer is no message about a move.
const LONGEST_MESSAGE: usize = 400;

/// The same letter again and again: a line of PGN may be as long, and a reader that looks at all of it again for each letter does not come to an end.
fn long(letter: &str) -> String {
    letter.repeat(1_000_000 / letter.len())
}

/// A reader of moves.
type Reads<'r> = &'r dyn Fn(&str) -> Result<(), ReadError>;

#[test]
fn a_move_may_be_so_long_and_no_longer() {
    let chess = open("chess");
    let game = chess.start();
    let marked = |bytes: usize| format!("Nf3{}", "!".repeat(bytes - 3));
    let readers: [(&str, Reads<'_>); 6] = [
        ("san", &|text| san::read(&*game, text).map(drop)),
        ("typed", &|text| typed(&*game, text, Style::Game).map(drop)),
        ("meant", &|text| meant(&*game, text, Style::Game).map(drop)),
        ("SAN", &|text| Notation::San.read(&*game, text).map(drop)),
        ("LAN", &|text| Notation::Lan.read(&*game, text).map(drop)),
        ("UCI", &|text| Notation::Uci.read(&*game, text).map(drop)),
    ];
    for (name, read) in readers {
        assert_eq!(read(&marked(LONGEST_MOVE)), Ok(()), "{name}");
        assert_eq!(read(&format!("  {} ", marked(LONGEST_MOVE))), Ok(()), "{name}: blanks around it do not count");
        let error = read(&marked(LONGEST_MOVE + 1)).unwrap_err();
        assert_eq!(error.trouble, Trouble::Long(LONGEST_MOVE + 1), "{name}");
        let beginning = &marked(60);
        assert_eq!(
            error.to_string(),
            format!("`{beginning}...` is not a move: it has 201 bytes, and a move has at most 200, which is the limit")
        );
    }
}

#[test]
fn no_reader_looks_into_what_is_too_long() {
    for (name, notation) in ["chess", "shogi", "xiangqi", "janggi", "makruk"]
        .into_iter()
        .flat_map(|name| Notation::ALL.map(|notation| (name, notation)))
    {
        let variant = open(name);
        let game = variant.start();
        for letter in ["e", "é", "7", "+", "@", "N", "歩", "e4", "a1a2,"] {
            let error = notation.read(&*game, &long(letter)).expect_err("no move");
            assert_eq!(error.trouble, Trouble::Long(long(letter).len()), "{name}, {notation:?}, {letter}");
            assert!(error.to_string().len() < LONGEST_MESSAGE, "{name}, {notation:?}, {letter}");
        }
    }
}

#[test]
fn moves_of_uci_have_the_same_limit() {
    let chess = open("chess");
    let game = chess.start();
    let message = |text: &str| match game.parse_move(text, Style::Game) {
        Err(MoveError::Syntax(what)) => what,
        other => panic!("{other:?}"),
    };
    assert!(!message(&"e".repeat(LONGEST_MOVE)).contains("limit"));
    assert!(
        message(&"e".repeat(LONGEST_MOVE + 1)).contains("201 bytes, and a move has at most 200, which is the limit")
    );
    // Each comma began another part of a move, which was looked at by itself.
    for letter in ["e", "é", "e2e4,", "~", ">", "@"] {
        assert!(message(&long(letter)).len() < LONGEST_MESSAGE, "{letter}");
    }
}

#[test]
fn files_with_long_words_are_refused_in_few_words() {
    let (chess, shogi) = (open("chess"), open("shogi"));
    let pgn = |text: &str| {
        let game = Reader::new(text.as_bytes()).next().expect("a game").expect("it can be read");
        game.and_then(|text| text.play(&chess)).expect_err("no game").to_string()
    };
    let files = [
        ("a move of PGN", pgn(&format!("1. {} *\n", long("e")))),
        ("a move of PGN with a number", pgn(&format!("1.{}", long("e4")))),
        ("a result", pgn(&format!("1. e4 1{}", long("-1")))),
        ("a glyph", pgn(&format!("1. e4 ${} *", long("1")))),
        ("a glyph before any move", pgn(&format!("${}1 e4", "0".repeat(900_000)))),
        ("a tag", pgn(&format!("[{} \"x\n\n1. e4 *", long("E")))),
        ("what follows a tag", pgn(&format!("[White \"x\"] ] {}\n\n1. e4 *", long("E")))),
        ("a notation", pgn(&format!("[Format \"{}\"]\n\n1. e4 *", long("e")))),
        ("a move of KIF", kif::read(&format!("1 ７六歩{}\n", long("歩")), &shogi).expect_err("no game").to_string()),
        ("a line of KIF", kif::read(&long("歩"), &shogi).expect_err("no game").to_string()),
        ("a number in KIF", kif::read(&long("7"), &shogi).expect_err("no game").to_string()),
        ("a handicap", kif::read(&format!("手合割：{}", long("歩")), &shogi).expect_err("no game").to_string()),
        ("a move of CSA", csa::read(&format!("+{}", long("7")), &shogi, 1, 1).expect_err("no game").to_string()),
        ("a line of CSA", csa::read(&long("e"), &shogi, 1, 1).expect_err("no game").to_string()),
        ("an end in CSA", csa::read(&format!("%{}", long("E")), &shogi, 1, 1).expect_err("no game").to_string()),
        ("a time in CSA", csa::read(&format!("PI\n+\nT{}", long("e")), &shogi, 1, 1).expect_err("no game").to_string()),
    ];
    for (what, message) in files {
        // With all the notations, handicaps or ends that there are instead.
        assert!(message.len() < 2 * LONGEST_MESSAGE, "{what}: {} bytes: {:.200}", message.len(), message);
    }
}
