//! How moves and positions are written: what is written is read back as the same, in every position of random games.

mod common;

use common::{Interpreted, game};
use wazir_engine::Games;
use wazir_protocol::{MoveFormat, Play};
use wazir_runtime::{LONGEST_MOVE, MoveError, Random, Style};

const MOVE_FORMATS: [MoveFormat; 4] = [MoveFormat::Uci, MoveFormat::Usi, MoveFormat::Iccs, MoveFormat::XBoard];

/// Games with castling, drops, walls, gating, journeys, passes, hexagons, ten ranks, wide boards, pieces that carry others.
const GAMES: [&str; 15] = [
    "chess",
    "fischerandom",
    "crazyhouse",
    "shogi",
    "xiangqi",
    "janggi",
    "duck",
    "seirawan",
    "chu",
    "glinski",
    "grand",
    "ataxx",
    "sittuyin",
    "amazons",
    concat!(env!("CARGO_MANIFEST_DIR"), "/../trials/rules/movers.ron"),
];

#[test]
fn moves_are_read_as_they_are_written() {
    for name in GAMES {
        let variant = Interpreted.open(name).unwrap().variant;
        let mut random = Random::new(5);
        let mut play = Play::new(&*variant.start());
        for _ in 0..25 {
            let legal = play.legal_moves();
            if legal.is_empty() || play.outcome().is_some() {
                break;
            }
            for move_format in MOVE_FORMATS {
                // Hexagons have no names in the others.
                if name == "glinski" && move_format != MoveFormat::Uci {
                    continue;
                }
                for &mv in legal.iter().take(60) {
                    let text = move_format.move_text(play.info(), mv, Style::Game);
                    let read = move_format.parse_move(play.info(), &legal, &text, Style::Game);
                    assert_eq!(read, Ok(mv), "{name}: {text} in {move_format:?}");
                }
            }
            let mv = legal[random.below(legal.len())];
            play.push(mv).unwrap();
        }
    }
}

#[test]
fn shogi_positions_are_read_as_they_are_written() {
    let variant = Interpreted.open("shogi").unwrap().variant;
    let mut random = Random::new(11);
    let mut play = Play::new(&*variant.start());
    for _ in 0..150 {
        let legal = play.legal_moves();
        if legal.is_empty() {
            break;
        }
        play.push(legal[random.below(legal.len())]).unwrap();
        let sfen = MoveFormat::Usi.fen(play.now(), Style::Game);
        let read = MoveFormat::Usi.parse_fen(&*variant, &sfen, Style::Game).unwrap();
        assert_eq!((read.setup().board, read.setup().hands, read.turn()), {
            let setup = play.now().setup();
            (setup.board, setup.hands, setup.turn)
        });
        assert_eq!(MoveFormat::Usi.fen(&*read, Style::Game), sfen);
    }
}

#[test]
fn wrong_sfen_says_what_is_wrong() {
    let variant = Interpreted.open("shogi").unwrap().variant;
    let error = |sfen: &str| MoveFormat::Usi.parse_fen(&*variant, sfen, Style::Game).err().unwrap().to_string();
    assert!(error("").contains("the SFEN is empty"));
    assert!(error("9/9/9/9/9/9/9/9/9 x - 1").contains("expected `b` (the first side) or `w`, found `x`"));
    assert!(error("4k4/9/9/9/9/9/9/9/4K4 b 5 1").contains("a piece is expected behind `5`"));
    assert!(error("4k4/9/9/9/9/9/9/9/4K4 b 99999P 1").contains("`99999` is no number of pieces in hand (1 to 999)"));
    assert!(error("4k4/9/9/9/9/9/9/9/4K4 b - x").contains("expected the number of the ply, found `x`"));
    // What stands behind all fields is read over, and said.
    let (_, notes) = MoveFormat::Usi.parse_setup(variant.info(), "4k4/9/9/9/9/9/9/9/4K4 b - 1 2", Style::Game).unwrap();
    assert!(notes[0].to_string().contains("`2` is more than the 4 fields of an SFEN"), "{notes:?}");
}

#[test]
fn a_pass_is_four_signs_in_xboard() {
    let janggi = game("janggi", None);
    let legal = janggi.legal_moves();
    let pass = legal.iter().find(|mv| mv.from() == mv.to()).copied().unwrap();
    assert_eq!(MoveFormat::XBoard.move_text(janggi.info(), pass, Style::Game), "@@@@");
}

/// A lion that moves away and back changes nothing but the turn: hachu calls that a pass.
#[test]
fn a_move_to_where_it_began_may_be_told_as_a_pass() {
    let chu = game("chu", Some("10gk/12/12/12/12/5N6/12/12/12/12/12/KG10 w - - 0 1"));
    let read = |text: &str| MoveFormat::XBoard.parse_move(chu.info(), &chu.legal_moves(), text, Style::Game);
    let stays = read("@@@@").unwrap();
    assert_eq!(chu.move_text(stays, Style::Game), "f7f7");
    assert_eq!(stays.victims().count(), 0);
    // Where nothing can stay, it is no move.
    let chess = game("chess", None);
    let read = MoveFormat::XBoard.parse_move(chess.info(), &chess.legal_moves(), "@@@@", Style::Game);
    assert!(read.is_err());
}

#[test]
fn squares_that_are_only_passed_may_be_written() {
    // A lion on f6 with an enemy on g7: it may capture it and go on, or jump over it.
    let chu = game("chu", Some("12/12/12/12/11k/6p5/5N6/12/12/12/12/K11 w - - 0 1"));
    let legal = chu.legal_moves();
    let text = |mv| MoveFormat::XBoard.move_text(chu.info(), mv, Style::Game);
    let read = |text: &str| MoveFormat::XBoard.parse_move(chu.info(), &legal, text, Style::Game);
    assert_eq!(read("f6g7,g7h8").map(text), Ok("f6g7,g7h8".to_string()));
    assert_eq!(read("f6f7,f7f8").map(text), Ok("f6f8".to_string()));
    assert_eq!(read("f6g7,g7f6").map(text), Ok("f6g7,g7f6".to_string()));
    assert!(read("f6g7,g7l12").is_err());
}

#[test]
fn xboard_writes_where_a_piece_is_put_down_as_a_square_on_the_way() {
    let variant = Interpreted.open(GAMES[GAMES.len() - 1]).unwrap().variant;
    let position = variant.from_fen("8k/9/9/9/P8/2p6/9/VR6K[] w - - 0 1", Style::Game).unwrap();
    let (info, legal) = (variant.info(), position.legal_moves());
    for (text, meant) in [("a1a3,a3a4", "a1a4~a4a3"), ("a1a2,a2a4", "a1a4~a4a2"), ("a1a4~a4a2", "a1a4~a4a2")] {
        let mv = MoveFormat::XBoard.parse_move(info, &legal, text, Style::Game).unwrap();
        assert_eq!(position.move_text(mv, Style::Game), meant, "{text}");
    }
    assert!(MoveFormat::XBoard.parse_move(info, &legal, "a1b2,b2a4", Style::Game).is_err());
}

#[test]
fn what_is_longer_than_a_move_is_refused_unread() {
    let shogi = game("shogi", None);
    let legal = shogi.legal_moves();
    for move_format in MOVE_FORMATS {
        let message = |text: &str| match move_format.parse_move(shogi.info(), &legal, text, Style::Game) {
            Err(MoveError::Syntax(what)) => what,
            other => panic!("{other:?}"),
        };
        assert!(!message(&"e".repeat(LONGEST_MOVE)).contains("limit"), "{move_format:?}");
        assert!(message(&"e".repeat(LONGEST_MOVE + 1)).contains("at most 200, which is the limit"), "{move_format:?}");
        // As long as a line may be: what looks at it again for each letter does not come to an end.
        for letter in ["e", "7", "7g", "a1a2,", "@"] {
            let message = message(&letter.repeat((512 << 10) / letter.len()));
            assert!(message.len() < 400, "{move_format:?}, {letter}: {message:.200}");
        }
    }
}
