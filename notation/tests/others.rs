//! Notations of shogi and xiangqi, and SFEN.

mod common;

use common::open;
use std::collections::BTreeMap;
use wazir_notation::{Notation, Trouble, sfen};
use wazir_runtime::{LONGEST_MOVE, Random, Style, Variant};

#[test]
fn every_move_has_a_text_of_its_own() {
    let games = [
        "shogi",
        "minishogi",
        "kyotoshogi",
        "torishogi",
        "xiangqi",
        "janggi",
        "minixiangqi",
        "manchu",
        "chess",
        "seirawan",
        "duck",
        "chu",
        "grand",
        "dai",
        "movers",
        "haulers",
    ];
    for (name, notation) in games.iter().flat_map(|name| Notation::ALL.map(|notation| (name, notation))) {
        let variant = open(name);
        if notation.fits(variant.info()).is_err() {
            continue;
        }
        let mut random = Random::new(17);
        let mut game = variant.start();
        let mut moves = 0;
        for _ in 0..60 {
            let legal = game.legal_moves();
            moves += legal.len();
            if legal.is_empty() || moves > 1000 {
                break;
            }
            let mut seen = BTreeMap::new();
            for (mv, text) in notation.all(&*game) {
                assert!(text.len() <= LONGEST_MOVE / 2, "{name}, {notation:?}: {text}");
                if let Some(other) = seen.insert(text.clone(), mv) {
                    let uci = |mv| game.move_text(mv, Style::Game);
                    panic!(
                        "{name}, {notation:?}, {}: {} and {} are both {text}",
                        game.fen(Style::Game),
                        uci(other),
                        uci(mv)
                    );
                }
            }
            for _ in 0..3 {
                let mv = legal[random.below(legal.len())];
                let text = notation.write(&*game, mv);
                assert_eq!(
                    notation.read(&*game, &text),
                    Ok(mv),
                    "{name}, {notation:?}, {}: {text}",
                    game.fen(Style::Game)
                );
            }
            game.play(legal[random.below(legal.len())]).unwrap();
        }
    }
}

/// The move of that UCI text in each of these notations.
fn texts(name: &str, fen: &str, uci: &str, notations: &[Notation]) -> Vec<String> {
    let game = open(name).from_fen(fen, Style::Game).unwrap();
    let mv = game.parse_move(uci, Style::Game).unwrap();
    notations.iter().map(|notation| notation.write(&*game, mv)).collect()
}

#[test]
fn shogi_is_written_as_its_players_do() {
    use Notation::{Hodges, HodgesNumbers, Hosking, Usi};
    let all = [Hodges, HodgesNumbers, Hosking, Usi];
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1";
    assert_eq!(texts("shogi", start, "c3c4", &all), ["P-7f", "P-76", "P76", "7g7f"]);
    assert_eq!(texts("shogi", start, "d1e2", &all), ["G6i-5h", "G69-58", "G69-58", "6i5h"]);
    let middle = "4k4/9/9/3S5/4N4/9/9/9/4K4[P] w - - 0 1";
    assert_eq!(texts("shogi", middle, "d6d7+", &all), ["S-6c+", "S-63+", "S63+", "6d6c+"]);
    assert_eq!(texts("shogi", middle, "d6d7", &all), ["S-6c=", "S-63=", "S63=", "6d6c"]);
    assert_eq!(texts("shogi", middle, "P@e6", &all), ["P*5d", "P*54", "P'54", "P*5d"]);
}

#[test]
fn xiangqi_is_written_as_its_players_do() {
    let both = [Notation::Wxf, Notation::Iccs];
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    assert_eq!(texts("xiangqi", start, "h3e3", &both), ["C2=5", "H2-E2"]);
    assert_eq!(texts("xiangqi", start, "h1g3", &both), ["N2+3", "H0-G2"]);
    let pairs = "3k5/9/6P2/2P3P2/2P3P2/9/9/9/9/4K4 w - - 0 1";
    assert_eq!(texts("xiangqi", pairs, "c6b6", &both), ["27=8", "C5-B5"]);
    assert_eq!(texts("xiangqi", pairs, "g8g9", &both), ["13+1", "G7-G8"]);
    let rooks = "3k5/9/9/9/9/2R6/9/2R6/9/4K4 w - - 0 1";
    assert_eq!(texts("xiangqi", rooks, "c3c4", &both), ["R-+1", "C2-C3"]);
    let black = "3k5/9/9/9/9/2n6/9/2n6/9/4K4 b - - 0 1";
    assert_eq!(texts("xiangqi", black, "c3b1", &both), ["N++2", "C2-B0"]);
    let elephants = "3k5/9/9/9/9/2B6/9/9/9/2B1K4 w - - 0 1";
    assert_eq!(texts("xiangqi", elephants, "c1e3", &both), ["B7+5", "C0-E2"]);
}

#[test]
fn readers_are_lenient_and_errors_teach() {
    let xiangqi = open("xiangqi");
    let game = xiangqi.start();
    let uci = |text: &str, notation: Notation| notation.read(&*game, text).map(|mv| game.move_text(mv, Style::Game));
    for text in ["N2+3", "H2+3", "h2+3", "n2+3"] {
        assert_eq!(uci(text, Notation::Wxf), Ok("h1g3".to_string()), "{text}");
    }
    for text in ["C2=5", "C2.5", "c2.5"] {
        assert_eq!(uci(text, Notation::Wxf), Ok("h3e3".to_string()), "{text}");
    }
    assert_eq!(uci("h2e2", Notation::Iccs), Ok("h3e3".to_string()));
    let pair = xiangqi.from_fen("3k5/9/9/9/9/2C6/9/9/9/2C1K4 w - - 0 1", Style::Game).unwrap();
    for (text, expected) in [("C+-1", Ok("c5c4")), ("C7-1", Ok("c5c4")), ("C7+1", Err(Trouble::Ambiguous))] {
        let found = Notation::Wxf.read(&*pair, text).map(|mv| pair.move_text(mv, Style::Game));
        assert_eq!(found.map_err(|error| error.trouble), expected.map(str::to_string), "{text}");
    }
    assert!(uci("C2=0", Notation::Wxf).unwrap_err().to_string().contains("did you mean C2="));
    let shogi = open("shogi");
    let game = shogi.start();
    let uci = |text: &str| Notation::Hodges.read(&*game, text).map(|mv| game.move_text(mv, Style::Game));
    for text in ["P-7f", "P7f", "p-7f", "P7F!"] {
        assert_eq!(uci(text), Ok("c3c4".to_string()), "{text}");
    }
    assert_eq!(uci("P-7e").unwrap_err().near[0], "P-7f");
    assert!(matches!(Notation::Wxf.read(&*open("glinski").start(), "P1+1").unwrap_err().trouble, Trouble::Unfit(_)));
}

#[test]
fn sfen_goes_there_and_back() {
    let shogi = open("shogi");
    let texts = [
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "lnsgkgsnl/1r7/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w Bb 4",
        "4k4/1+B4+R2/2+P6/3S5/4N4/9/9/9/4K4 w RG2P10p 32",
    ];
    for text in texts {
        let setup = sfen::read(shogi.info(), text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let game = shogi.start().at(&setup).unwrap();
        assert_eq!(sfen::write(&*game).as_deref(), Some(text));
    }
    let wrong = [
        ("", "board", (0, 0)),
        ("9/9/9/9/9/9/9/9/8X b - 1", "board", (17, 18)),
        ("9/9/9/9/9/9/9/9/9 x - 1", "side to move", (18, 19)),
        ("9/9/9/9/9/9/9/9/9 b 2PX 1", "hand", (22, 23)),
        ("9/9/9/9/9/9/9/9/9 b 2 1", "hand", (20, 21)),
        ("9/9/9/9/9/9/9/9/9 b - one", "fullmove number", (22, 25)),
        ("9/9/9/9/9/9/9/9/9 b - 1 1", "fullmove number", (24, 25)),
    ];
    for (text, field, span) in wrong {
        let error = sfen::read(shogi.info(), text).unwrap_err();
        assert_eq!((error.field, error.span), (field, span), "{text}: {error}");
    }
}
