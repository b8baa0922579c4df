//! SAN and LAN: each legal move of random games has a text of its own, which reads back as the move.

mod common;

use common::open;
use std::collections::BTreeMap;
use wazir_notation::{Trouble, san};
use wazir_runtime::{Game, Random, Style, Variant};

/// Games of every kind: drops, gating, walls, hexagons, journeys, pieces that carry others, many sides, many ranks, turns of several moves, promotion by force and by choice.
const GAMES: [&str; 34] = [
    "chess",
    "fischerandom",
    "shogi",
    "xiangqi",
    "janggi",
    "crazyhouse",
    "seirawan",
    "kyotoshogi",
    "sittuyin",
    "duck",
    "ataxx",
    "amazons",
    "breakthrough",
    "flipello",
    "glinski",
    "chu",
    "dai",
    "fourplayer",
    "marseillais",
    "monster",
    "draughts",
    "torishogi",
    "grand",
    "terachess",
    "spartan",
    "chess-shogi",
    "pawnsideways",
    "torpedo",
    "joust",
    "connectfour",
    "toroidal",
    "gale",
    "movers",
    "haulers",
];

#[test]
fn every_move_has_a_text_of_its_own() {
    for name in GAMES {
        let variant = open(name);
        let mut random = Random::new(7);
        let mut game = variant.start();
        let (mut positions, mut moves) = (0, 0);
        while positions < 20 && moves < 500 {
            let legal = game.legal_moves();
            if legal.is_empty() {
                break;
            }
            positions += 1;
            let mut seen = BTreeMap::new();
            for (mv, text) in san::all(&*game) {
                if let Some(other) = seen.insert(text.clone(), mv) {
                    let uci = |mv| game.move_text(mv, Style::Game);
                    panic!("{name}, {}: {} and {} are both {text}", game.fen(Style::Game), uci(other), uci(mv));
                }
            }
            moves += legal.len();
            for _ in 0..5 {
                let mv = legal[random.below(legal.len())];
                for text in [san::write(&*game, mv), san::write_long(&*game, mv), game.move_text(mv, Style::Game)] {
                    assert_eq!(san::read(&*game, &text), Ok(mv), "{name}, {}: {text}", game.fen(Style::Game));
                }
            }
            game.play(legal[random.below(legal.len())]).unwrap();
        }
    }
}

/// The position's move of that UCI text, in SAN.
fn san_of(game: &dyn Game, uci: &str) -> String {
    san::write(game, game.parse_move(uci, Style::Game).unwrap())
}

#[test]
fn moves_are_written_as_people_write_them() {
    let chess = open("chess");
    let texts = [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "O-O-O"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8", "Rxa8+"),
        ("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7b8q", "b8=Q+"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ("4k3/8/8/8/1N3N2/8/8/4K3 w - - 0 1", "b4d5", "Nbd5"),
        ("4k3/8/1N6/8/1N6/8/8/4K3 w - - 0 1", "b4d5", "N4d5"),
        ("7k/8/1N3N2/8/1N6/8/8/4K3 w - - 0 1", "b6d5", "Nb6d5"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"),
    ];
    for (fen, uci, expected) in texts {
        let game = chess.from_fen(fen, Style::Game).unwrap();
        assert_eq!(san_of(&*game, uci), expected, "{fen}");
    }
}

#[test]
fn what_is_carried_is_written_behind_the_move() {
    let game = open("movers").from_fen("8k/4r4/9/4p4/4D1p2/4P4/9/K8[] w - - 0 1", Style::Game).unwrap();
    for (uci, expected) in [("e4e7~e5e6", "Dxe7~e5e6"), ("e4e2~e3e4", "De2~e3e4"), ("e4g4~g4e4", "Dg4~g4e4")] {
        assert_eq!(san_of(&*game, uci), expected);
    }
    // Where nothing else is meant, that may be left out.
    assert_eq!(san::read(&*game, "e4e7"), game.parse_move("e4e7~e5e6", Style::Game).map_err(|_| unreachable!()));
}

#[test]
fn readers_are_lenient() {
    let chess = open("chess");
    let game = chess.from_fen("r3k3/1P6/8/3pP3/8/2N5/8/R3K2R w KQ d6 0 1", Style::Game).unwrap();
    let same = [
        ("O-O", "e1g1"),
        ("0-0", "e1g1"),
        ("o-o", "e1g1"),
        ("e1h1", "e1g1"),
        ("e1g1", "e1g1"),
        ("O-O-O", "e1c1"),
        ("0-0-0!?", "e1c1"),
        ("Nd5", "c3d5"),
        ("Nxd5", "c3d5"),
        ("Nc3xd5", "c3d5"),
        ("N3d5", "c3d5"),
        ("nxd5", "c3d5"),
        ("Nc3-d5", "c3d5"),
        ("N:d5", "c3d5"),
        ("ed6", "e5d6"),
        ("exd6e.p.", "e5d6"),
        ("exd6 e.p.", "e5d6"),
        ("e5xd6", "e5d6"),
        ("Pexd6", "e5d6"),
        ("b8Q", "b7b8q"),
        ("b8=Q", "b7b8q"),
        ("b8(Q)", "b7b8q"),
        ("b8/Q+", "b7b8q"),
        ("bxa8=N", "b7a8n"),
        ("ba8n", "b7a8n"),
        ("Rxa8", "a1a8"),
        ("Rxa8#", "a1a8"),
        ("Ra8!!", "a1a8"),
    ];
    for (text, uci) in same {
        assert_eq!(san::read(&*game, text).map(|mv| game.move_text(mv, Style::Game)), Ok(uci.to_string()), "{text}");
    }
}

#[test]
fn errors_teach() {
    let chess = open("chess");
    let game = chess.start();
    let trouble = |text: &str| san::read(&*game, text).unwrap_err();
    assert_eq!(trouble("").trouble, Trouble::Empty);
    assert!(matches!(trouble("Nf9").trouble, Trouble::Square(..)));
    assert!(matches!(trouble("Xf3").trouble, Trouble::Piece(..)));
    assert!(matches!(trouble("hello").trouble, Trouble::Form(_)));
    assert_eq!(trouble("Ne5").trouble, Trouble::Illegal);
    assert_eq!(trouble("Nf4").to_string(), "`Nf4` is not a legal move here; did you mean Nf3 or f4 or Na3?");
    let two = chess.from_fen("4k3/8/8/8/1N3N2/8/8/4K3 w - - 0 1", Style::Game).unwrap();
    assert_eq!(san::read(&*two, "Nd5").unwrap_err().to_string(), "`Nd5` may mean Nbd5 or Nfd5");
}

/// Also that of a piece that moves away and back.
#[test]
fn a_pass_is_read_as_programs_write_it() {
    let read = |game: &str, fen: &str, text: &str| {
        let game = open(game).from_fen(fen, Style::Game).unwrap();
        san::read(&*game, text).map(|mv| game.move_text(mv, Style::Game)).map_err(|error| error.trouble)
    };
    let janggi = "4k4/9/9/9/9/9/9/9/4K4/9 w - - 0 1";
    let chu = "10gk/12/12/12/12/5N6/12/12/12/12/12/KG10 w - - 0 1";
    for pass in ["--", "pass", "@@@@"] {
        assert_eq!(read("janggi", janggi, pass), Ok("e2e2".to_string()));
        assert_eq!(read("chu", chu, pass), Ok("f7f7".to_string()));
        assert_eq!(read("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", pass), Err(Trouble::Pass));
    }
}

#[test]
fn no_text_makes_it_panic() {
    let signs: Vec<char> = "abcdefghijklxNKPQRB+-=#@/,:.!?0123456789Oo*'\u{e9}\u{99ac} ".chars().collect();
    let mut random = Random::new(3);
    for name in ["chess", "shogi", "xiangqi", "seirawan", "glinski", "duck", "chu"] {
        let variant = open(name);
        let game = variant.start();
        for _ in 0..300 {
            let text: String = (0..random.below(9)).map(|_| signs[random.below(signs.len())]).collect();
            if let Ok(mv) = san::read(&*game, &text) {
                assert!(game.legal_moves().contains(&mv), "{name}: {text}");
            }
        }
    }
}
