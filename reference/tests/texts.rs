//! FEN and move text of every game of `variants/`: what is printed reads back as itself, and no text is a panic.

use std::path::PathBuf;
use std::sync::OnceLock;

use proptest::prelude::*;
use proptest::sample::Index;
use wazir_reference::Interpreter;
use wazir_runtime::{Game, Style, Variant, fen, move_text};
use wazir_variant_spec::{Folder, Library, compile};

/// All games, read once.
fn games() -> &'static [Interpreter] {
    static GAMES: OnceLock<Vec<Interpreter>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let folder = Folder(PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../variants")));
        let open = |name: &String| {
            let source = folder.find(name).expect("a game of the folder");
            let compiled = compile(&source, &folder).unwrap_or_else(|wrong| panic!("{}", wrong.render(false)));
            Interpreter::new(compiled.rules).expect("a right start")
        };
        folder.names().iter().map(open).collect()
    })
}

/// A position of a game after moves chosen by these numbers (fewer, when the game ends before).
fn reach(game: &Interpreter, choices: &[Index]) -> Box<dyn Game> {
    let mut position = game.start();
    for choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play(*choice.get(&moves)).expect("a legal move");
    }
    position
}

#[test]
fn letters_beyond_ascii_are_no_pieces() {
    // The capital of `ſ` is `S`, a piece of shogi; its FEN has an `s` in this place.
    let shogi = games().iter().find(|game| game.info().id == "shogi").expect("shogi");
    let text = shogi.info().start_fen.replacen('s', "ſ", 1);
    let error = fen::parse(shogi.info(), &text, Style::Game).expect_err("not a letter of a FEN");
    assert_eq!(&text[error.span.0..error.span.1], "ſ");
}

#[test]
fn a_castling_is_not_written_as_a_step() {
    let chess = games().iter().find(|game| game.info().id == "chess").expect("chess");
    for (king, expected) in
        [("R4K1R w KQ", ["f1c1", "f1h1"]), ("R5KR w KQ", ["g1c1", "g1h1"]), ("RK5R w KQ", ["b1a1", "b1g1"])]
    {
        let fen = format!("4k3/8/8/8/8/8/8/{king} - 0 1");
        for style in [Style::Game, Style::Standard] {
            let game = chess.from_fen(&fen, style).expect("a position");
            let moves = game.legal_moves();
            let text = |mv: &wazir_runtime::Move| move_text(chess.info(), *mv, style);
            let castling = moves.iter().filter(|mv| mv.kind() == wazir_runtime::MoveKind::Castling);
            let mut castlings: Vec<String> = castling.map(text).collect();
            castlings.sort();
            assert_eq!(castlings, expected, "{fen}");
            for mv in &moves {
                assert_eq!(game.parse_move(&text(mv), style).as_ref(), Ok(mv), "{fen}: {}", text(mv));
            }
        }
    }
}

#[test]
fn marks_belong_to_the_letter_before_them() {
    let dai = games().iter().find(|game| game.info().id == "dai").expect("dai");
    for (wrong, named) in [("+l!", "+l!"), ("p''", "p''"), ("p'''", "p''"), ("k'", "k'"), ("'", "'")] {
        let text = dai.info().start_fen.replacen("p'", wrong, 1);
        let error = fen::parse(dai.info(), &text, Style::Game).expect_err("no piece of the game");
        assert_eq!(&text[error.span.0..error.span.1], named, "{error}");
    }
    let text = |&mv| move_text(dai.info(), mv, Style::Game);
    let moves: Vec<String> = dai.start().legal_moves().iter().map(text).collect();
    assert!(moves.contains(&"e6e7".to_string()), "the go-between P' on e6: {moves:?}");
}

fn choices() -> impl Strategy<Value = Vec<Index>> {
    proptest::collection::vec(any::<Index>(), 0..40)
}

proptest! {
    // Each case is a game of the slow interpreter.
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn positions_and_moves_read_back(game in any::<Index>(), choices in choices()) {
        let game = game.get(games());
        let position = reach(game, &choices);
        for style in [Style::Game, Style::Standard, Style::Chess960] {
            let text = position.fen(style);
            let again = game.from_fen(&text, style);
            let again = again.map_err(|error| TestCaseError::fail(format!("{text}: {error}")))?;
            prop_assert_eq!(again.setup(), position.setup(), "{}", &text);
            prop_assert_eq!(again.hash(), position.hash(), "{}", &text);
            prop_assert_eq!(again.fen(style), text);
            let moves = position.legal_moves();
            let mut texts: Vec<String> = moves.iter().map(|&mv| position.move_text(mv, style)).collect();
            for (mv, text) in moves.iter().zip(&texts) {
                prop_assert_eq!(position.parse_move(text, style), Ok(*mv), "{}", text);
            }
            texts.sort();
            prop_assert!(texts.windows(2).all(|pair| pair[0] != pair[1]), "two moves with one text: {:?}", texts);
        }
    }

    #[test]
    fn damaged_fens_are_refused_with_places(
        game in any::<Index>(),
        choices in choices(),
        changes in proptest::collection::vec((any::<Index>(), 0usize..4, "[a-zA-Z0-9/~+*_\\[\\] é-]{0,3}"), 0..4),
    ) {
        let game = game.get(games());
        let mut text: Vec<char> = reach(game, &choices).fen(Style::Game).chars().collect();
        for (at, cut, new) in changes {
            let at = at.index(text.len() + 1);
            let end = (at + cut).min(text.len());
            text.splice(at..end, new.chars());
        }
        let text: String = text.into_iter().collect();
        match fen::parse(game.info(), &text, Style::Game) {
            Ok(setup) => {
                let printed = fen::print(game.info(), &setup, Style::Game);
                prop_assert_eq!(fen::parse(game.info(), &printed, Style::Game), Ok(setup), "{} as {}", text, printed);
            }
            Err(error) => {
                prop_assert!(text.get(error.span.0..error.span.1).is_some(), "{:?} in {}", error, text);
                prop_assert!(!error.message.is_empty());
            }
        }
        if let Ok(position) = game.from_fen(&text, Style::Game) {
            // Whatever is accepted can be played.
            for mv in position.legal_moves() {
                prop_assert!(position.boxed().play(mv).is_ok());
            }
        }
    }

    #[test]
    fn any_text_is_a_fen_or_a_move_or_refused(game in any::<Index>(), text in ".{0,30}") {
        let game = game.get(games());
        if let Err(error) = fen::parse(game.info(), &text, Style::Game) {
            prop_assert!(text.get(error.span.0..error.span.1).is_some(), "{:?}", error);
        }
        let start = game.start();
        if let Ok(mv) = start.parse_move(&text, Style::Game) {
            prop_assert!(start.legal_moves().contains(&mv));
        }
    }
}
