//! The library's types against what they stand on, in random games of every game: names, texts, what is legal, what is played and taken back.
#![allow(missing_docs)]

use std::collections::BTreeSet;
use wazir::{
    Board, Game, Move, MoveError, Side, Square, games,
    runtime::{self, Grid, Random, Style},
};

/// Games of this build, each played a little. `WAZIR_GAMES=shogi` takes one of them.
fn for_each_game(mut check: impl FnMut(&Game, &mut Random)) {
    let only = std::env::var("WAZIR_GAMES").unwrap_or_default();
    let mut seen = 0;
    for (number, name) in (0..).zip(games::names()) {
        if !only.is_empty() && !only.split(',').any(|game| game == name) {
            continue;
        }
        let game = Game::open(&name).unwrap_or_else(|error| panic!("{name}: {error}"));
        check(&game, &mut Random::of_game(1, number));
        seen += 1;
    }
    assert!(seen > 0, "no game");
}

fn list(board: &Board) -> Vec<runtime::Move> {
    let mut moves = Vec::new();
    board.in_progress().list(&mut moves);
    moves
}

#[test]
fn moves_are_those_of_the_runtime_by_name() {
    for_each_game(|game, random| {
        let (mut board, mut before) = (game.start(), Vec::new());
        for _ in 0..24 {
            let (legal, id) = (list(&board), game.id());
            let moves: Vec<Move> = board.moves().collect();
            assert_eq!((moves.len(), board.moves().len()), (legal.len(), legal.len()), "{id}");
            for (name, &number) in moves.iter().zip(&legal) {
                let text = name.to_string();
                assert_eq!(text, board.position().move_text(number, Style::Game), "{id}");
                let read: Move = text.parse().unwrap_or_else(|error| panic!("{id}: {error}"));
                assert_eq!(read, *name, "{id}");
                assert!(board.is_legal(read) && board.is_legal(*name), "{id}: {text}");
            }
            // By what is read alone, without what the board knows of its own moves.
            let read = random.below(moves.len().max(1));
            if let Some(name) = moves.get(read) {
                assert_eq!(name.to_string().parse().ok().and_then(|mv| board.find(mv)), Some(legal[read]), "{id}");
                assert_eq!(board.moves().nth(read), Some(*name), "{id}");
                let mut rest = board.moves();
                assert_eq!(
                    (rest.nth(read / 2), rest.len()),
                    (Some(moves[read / 2]), moves.len() - read / 2 - 1),
                    "{id}"
                );
                assert!(rest.eq(moves[read / 2 + 1..].iter().copied()), "{id}");
            }
            assert_eq!(board.moves().nth(moves.len()), None, "{id}");
            // Whatever else is written: the answers are those of the runtime, which goes through a list.
            let info = board.info();
            let number = |square: Square| board.naming().square_number(square).expect("a square of the board");
            let squares: Vec<Square> = board.squares().collect();
            let mut texts: Vec<String> = before;
            for mv in legal.iter().take(20) {
                texts.extend([Style::Standard, Style::Chess960].map(|style| runtime::move_text(info, *mv, style)));
                texts.push(format!("{}{}", info.square_name(mv.from()), info.square_name(mv.to())));
            }
            for _ in 0..5 {
                let mut square = || squares[random.below(squares.len())];
                let (from, to) = (square(), square());
                assert_eq!(from.to_string(), info.square_name(number(from)), "{id}");
                texts.push(format!("{from}{to}"));
            }
            for text in texts {
                let expected = runtime::parse_move(info, &legal, &text, Style::Game);
                let found = board.parse(&text);
                assert_eq!(found.clone().ok().and_then(|mv| board.find(mv)), expected.clone().ok(), "{id}: {text}");
                assert_eq!(found.err(), expected.err(), "{id}: {text}");
            }
            if board.is_over() {
                break;
            }
            before = moves.iter().take(10).map(Move::to_string).collect();
            let mv = moves[random.below(moves.len())];
            let mut by_text = board.clone();
            by_text.play_text(&mv.to_string()).unwrap_or_else(|error| panic!("{id}: {error}"));
            board.play(mv).unwrap_or_else(|error| panic!("{id}: {error}"));
            assert_eq!((board.fen(), board.hash()), (by_text.fen(), by_text.hash()), "{id}");
        }
    });
}

#[test]
fn boards_hold_what_positions_hold_and_take_moves_back() {
    for_each_game(|game, random| {
        let mut board = game.start();
        let (start, id) = (board.fen(), game.id());
        let mut fens = vec![start.clone()];
        while fens.len() < 40 && !board.is_over() {
            let mv = board.moves().nth(random.below(board.moves().len())).expect("a move");
            board.play(mv).unwrap_or_else(|error| panic!("{id}: {error}"));
            fens.push(board.fen());
        }
        let setup = board.position().setup();
        let mut pieces = 0;
        for (square, piece) in board.pieces() {
            assert_eq!(board.piece_at(square), Some(piece), "{id}");
            let number = board.naming().square_number(square).expect("a square of the board");
            let (side, kind) = board.position().piece_at(number).expect("a piece");
            assert_eq!((piece.side.index(), board.naming().piece_id(piece.kind)), (side, Some(kind)), "{id}");
            assert_eq!(piece.kind.symbol(), board.info().pieces[usize::from(kind)].symbol, "{id}");
            pieces += 1;
        }
        assert_eq!(
            pieces,
            setup.board.iter().filter(|cell| matches!(cell, runtime::Cell::Piece { .. })).count(),
            "{id}"
        );
        let sides = (0..4).filter_map(Side::new).filter(|side| board.side_name(*side).is_some());
        for side in sides {
            let hand: u32 = board.hand(side).map(|(_, count)| u32::from(count)).sum();
            let held = &setup.hands[usize::from(side.index())];
            assert_eq!(hand, held.iter().map(|&count| u32::from(count)).sum::<u32>(), "{id}");
        }
        assert_eq!(board.played().len(), fens.len() - 1, "{id}");
        // The same game by its texts.
        let mut again = game.start();
        for mv in board.played() {
            again.play_text(&mv.to_string()).unwrap_or_else(|error| panic!("{id}: {error}"));
        }
        assert_eq!((again.fen(), again.outcome()), (board.fen(), board.outcome()), "{id}");
        while let Some(fen) = fens.pop() {
            assert_eq!(board.fen(), fen, "{id}");
            let last = board.played().next_back();
            assert_eq!(board.undo(), last, "{id}");
        }
        assert_eq!(board.fen(), start, "{id}");
        again.restart();
        assert_eq!((again.fen(), again.played().len()), (start, 0), "{id}");
    });
}

/// A move that another game has told is this game's if it is called like one of its own, and that one is played.
#[test]
fn moves_of_other_games_are_known_by_their_names_only() {
    let names = [
        "chess",
        "shogi",
        "xiangqi",
        "draughts",
        "ataxx",
        "glinski",
        "amazons",
        "minishogi",
        "capablanca",
        "checkshogi",
    ];
    let boards: Vec<Board> = names.iter().map(|name| Game::open(name).expect("a game").start()).collect();
    let (mut legal, mut refused) = (0, 0);
    for (board, other) in boards.iter().flat_map(|board| boards.iter().map(move |other| (board, other))) {
        let own: BTreeSet<String> = board.moves().map(|mv| mv.to_string()).collect();
        for mv in other.moves() {
            let text = mv.to_string();
            let mut board = board.clone();
            assert_eq!(board.is_legal(mv), board.parse(&text).is_ok(), "{text}");
            let before = board.fen();
            match board.play(mv) {
                Ok(()) => {
                    assert_eq!(board.undo().map(|mv| own.contains(&mv.to_string())), Some(true), "{text}");
                    legal += 1;
                }
                Err(error) => {
                    assert!(!own.contains(&text) && matches!(error, MoveError::Illegal { .. } | MoveError::Syntax(_)));
                    assert_eq!(board.fen(), before);
                    refused += 1;
                }
            }
        }
    }
    assert!(legal > 200 && refused > 200, "{legal} legal, {refused} refused");
}

#[test]
fn castling_is_understood_in_both_styles_and_told_in_the_games_own() {
    let game = Game::open("chess").expect("a game");
    let board = game.from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").expect("a position");
    let told = |text: &str| board.parse(text).map(|mv| mv.to_string());
    assert_eq!((told("e1g1").as_deref(), told("e1h1").as_deref()), (Ok("e1g1"), Ok("e1g1")));
    assert!(board.is_legal("e1a1".parse().expect("a move")));
    assert_eq!(board.moves().len(), 26);
}

#[test]
fn games_end_and_errors_say_why() {
    let game = Game::open("chess").expect("a game");
    let mut board = game.start();
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        board.play_text(text).expect("a legal move");
    }
    let outcome = board.outcome().expect("mate");
    assert_eq!((outcome.winner, outcome.to_string().as_str()), (Some(Side::SECOND), "the second side wins: checkmate"));
    assert!(board.is_over() && board.is_check() && board.moves().next().is_none());
    board.undo();
    // The third occurrence of a position is a draw, of which a position alone knows nothing.
    let mut board = game.start();
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2) {
        assert_eq!(board.outcome(), None);
        board.play_text(text).expect("a legal move");
    }
    assert_eq!(board.outcome().map(|outcome| outcome.to_string()).as_deref(), Some("draw: repetition"));

    let mut board = game.start();
    let error = board.play_text("e2e5").expect_err("not legal");
    assert_eq!(error.to_string(), "`e2e5` is not a legal move here; did you mean e2e3, e2e4?");
    assert!(matches!(board.play_text("e2-e4"), Err(MoveError::Syntax(_))));
    assert_eq!(board.played().len(), 0);
    assert!(matches!(Game::open("ches"), Err(games::OpenError::Unknown { .. })));
    assert!(matches!(Game::read("no such file.ron"), Err(games::OpenError::Unreadable { .. })));
    assert!(matches!(Game::from_rules("(name: 1)"), Err(games::OpenError::Rules(_))));
    assert_eq!(game.from_fen("8/8/8 w").expect_err("no position").field, "board");
}

#[test]
fn hexagons_are_called_as_players_call_them() {
    let board = Game::open("glinski").expect("a game").start();
    assert_eq!(board.info().grid, Grid::Hexagons);
    assert_eq!(board.squares().count(), 91);
    let at = |text: &str| board.piece_at(text.parse().expect("a square")).map(|piece| piece.kind.to_string());
    // No file is called `j`; the middle one, `f`, has eleven cells.
    assert_eq!((at("f1").as_deref(), at("f11").as_deref(), at("j1"), at("f12")), (Some("B"), Some("B"), None, None));
    let files: BTreeSet<u8> = board.squares().map(Square::file).collect();
    assert_eq!((files.len(), files.contains(&9), files.contains(&11)), (11, false, true));
}

#[cfg(feature = "variant-chess")]
#[test]
fn named_pieces_stand_for_types() {
    use wazir::{PieceType, compiled::chess::Piece};
    let board = Game::open("chess").expect("a game").start();
    let knight: PieceType = Piece::Knight.into();
    assert_eq!((knight.symbol(), board.piece_name(Piece::Knight)), ("N", Some("Knight")));
    let knights = board.pieces().filter(|(_, piece)| piece.kind == Piece::Knight);
    assert_eq!(knights.map(|(square, _)| square.to_string()).collect::<Vec<_>>(), ["b1", "g1", "b8", "g8"]);
    assert_eq!(board.piece_types().iter().map(|&kind| Piece::try_from(kind)).filter(Result::is_ok).count(), 6);
    assert_eq!(Piece::try_from("+R".parse::<PieceType>().expect("a symbol")).ok(), None);
}

/// What is in the program is what is in the folder, to the letter.
#[test]
fn embedded_files_are_those_of_the_folder() {
    use std::{fs, path::Path};
    use wazir::{games::Embedded, variant_spec::Library};
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants");
    let same = |library: &dyn Library, extension: &str| {
        let names = library.names();
        for name in &names {
            let source = library.find(name).expect("an embedded file");
            assert_eq!(source.file, format!("variants/{name}.{extension}"));
            assert_eq!(source.text, fs::read_to_string(folder.join(format!("{name}.{extension}"))).expect("a file"));
        }
        let files = fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        assert_eq!(names.len(), files.filter(|path| path.extension().is_some_and(|it| it == extension)).count());
        names.len()
    };
    assert!(same(&Embedded::RULES, "ron") > 100 && same(&Embedded::VALUES, "values") > 10);
    assert_eq!(Embedded::RULES.find("no such game"), None);
}
