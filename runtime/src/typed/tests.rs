//! Names, both ways, against [`crate::move_text`] and [`Info::square_name`], on boards of every shape. (Boards are tested with all games in the package `wazir`.)

use super::{Move, Naming, PieceType, Side, Square};
use crate::{Grid, Info, MoveKind, PieceInfo, Random, Shove, SideInfo, Style, move_text};
use alloc::{
    borrow::Cow,
    format,
    string::{String, ToString},
    vec::Vec,
};

static SIDES: [SideInfo; 2] = [SideInfo::new("White", 'w'), SideInfo::new("Black", 'b')];
static PIECES: [PieceInfo; 8] = [
    PieceInfo::royal("K", "King"),
    PieceInfo::common("R", "Rook"),
    PieceInfo::common("+R", "Dragon"),
    PieceInfo::common("P'", "Other pawn"),
    PieceInfo::common("+P!'", "Its promoted type"),
    PieceInfo::common("P", "Pawn"),
    PieceInfo::common("+P", "Tokin"),
    PieceInfo::common("N", "Knight"),
];

fn info(files: u8, ranks: u8, grid: Grid, holes: Vec<u16>, chess960: bool) -> Info {
    Info {
        id: Cow::Borrowed("test"),
        name: Cow::Borrowed("Test"),
        about: Cow::Borrowed("A board."),
        files,
        ranks,
        grid,
        holes: Cow::Owned(holes),
        walls: true,
        sides: Cow::Borrowed(&SIDES),
        seats: Cow::Borrowed(&[]),
        pieces: Cow::Borrowed(&PIECES),
        hands: true,
        promoted_marks: false,
        castlings: Cow::Borrowed(&[]),
        first_moves: Cow::Borrowed(&[]),
        en_passant: Cow::Borrowed(&[]),
        checks: Cow::Borrowed(&[]),
        passes: 0,
        ending_moves: 0,
        truces: false,
        turns: Cow::Borrowed(&[]),
        points: Cow::Borrowed(&[]),
        repetition: Cow::Borrowed(&[]),
        start_fen: Cow::Borrowed(""),
        chess960,
    }
}

/// Glinski's board: of a square of 11 by 11 the cells that are no further than five steps from its middle.
fn hexagons() -> Info {
    let outside = |square: &u16| (square / 11).abs_diff(square % 11) > 5;
    info(11, 11, Grid::Hexagons, (0..121).filter(outside).collect(), false)
}

fn boards() -> Vec<Info> {
    Vec::from([
        info(8, 8, Grid::Squares, Vec::new(), false),
        info(8, 8, Grid::Squares, Vec::new(), true),
        info(9, 10, Grid::Squares, Vec::from([0, 8, 45]), false),
        info(32, 32, Grid::Squares, Vec::new(), false),
        hexagons(),
        info(32, 31, Grid::Hexagons, Vec::new(), true),
    ])
}

/// A move of some kind, between squares that exist.
fn some_move(info: &Info, random: &mut Random) -> crate::Move {
    let mut square = || loop {
        let square = random.below(info.squares()) as u16;
        if info.holes.binary_search(&square).is_err() {
            break square;
        }
    };
    let (from, to, third, fourth) = (square(), square(), square(), square());
    let mut number = |below: usize| random.below(below);
    let (piece, into) = (number(PIECES.len()) as u8, number(PIECES.len()) as u8);
    let plain = |kind, aux, into| crate::Move::new(kind, piece, from, to, aux, into);
    let victims = (Some(third.min(fourth)), (third != fourth && number(2) == 0).then_some(third.max(fourth)));
    let shove = Shove { first: to, next: third, last: fourth, lost: number(2) == 0, stays: number(2) == 0 };
    let mv = match number(13) {
        0 => plain(MoveKind::Step, 0, 0),
        1 => plain(MoveKind::Passing, third, 0),
        2 => plain(MoveKind::EnPassant, third, 0),
        3 => plain(MoveKind::Promotion, 0, into),
        4 => crate::Move::new(MoveKind::Drop, piece, to, to, 0, 0),
        5 => return crate::Move::exchange(piece, to, into),
        6 => plain(MoveKind::Castling, third, 0),
        7 => crate::Move::new(MoveKind::Pass, piece, to, to, 0, 0),
        8 => return crate::Move::journey(piece, from, to, victims, None),
        9 => return crate::Move::journey(piece, from, to, victims, Some(into)),
        10 => plain(MoveKind::Swap, 0, 0),
        11 => return crate::Move::push(piece, from, shove, number(2) == 0),
        _ => return crate::Move::carry(piece, from, to, (third, fourth)),
    };
    match number(4) {
        0 => mv.with_wall(fourth),
        1 if matches!(mv.kind(), MoveKind::Step | MoveKind::Passing | MoveKind::Promotion | MoveKind::Castling) => {
            mv.with_gating(into, number(2) == 0)
        }
        _ => mv,
    }
}

#[test]
fn moves_are_called_as_their_texts_and_read_again() {
    for info in boards() {
        let (naming, mut random) = (Naming::new(&info), Random::new(7));
        for _ in 0..20_000 {
            let mv = some_move(&info, &mut random);
            let name = naming.name(mv).expect("squares and types of the board");
            let text = name.to_string();
            assert_eq!(text, move_text(&info, mv, Style::Game), "{mv:?}");
            assert_eq!(text.parse(), Ok(name), "{mv:?}");
        }
    }
}

#[test]
fn squares_are_called_as_the_game_calls_them() {
    for info in boards() {
        let naming = Naming::new(&info);
        for number in 0..info.squares() as u16 {
            let Some(square) = naming.square(number) else {
                assert!(info.holes.contains(&number));
                continue;
            };
            assert!(!info.holes.contains(&number));
            let text = square.to_string();
            assert_eq!(text, info.square_name(number));
            assert_eq!(text.parse(), Ok(square));
            assert_eq!(naming.square_number(square), Some(number));
        }
        let missing = Square::new(info.files + 1, 0).into_iter().chain(Square::new(0, info.ranks));
        assert!(missing.into_iter().all(|square| naming.square_number(square).is_none()));
    }
    assert_eq!(Naming::new(&hexagons()).squares().count(), 91);
}

#[test]
fn every_square_that_can_be_called_is_read_again() {
    for (file, rank) in (0..=Square::FILES).flat_map(|file| (0..=Square::RANKS).map(move |rank| (file, rank))) {
        let square = Square::new(file, rank);
        assert_eq!(square.is_some(), file < Square::FILES && rank < Square::RANKS);
        if let Some(square) = square {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!((square.file(), square.rank()), (file, rank));
        }
    }
    for text in ["", "e", "4", "e0", "e04", "e33", "e1234", "aaa1", "ah1", "e4 ", " e4", "E4", "é4", "e4e5"] {
        assert!(text.parse::<Square>().is_err(), "{text}");
    }
}

#[test]
fn what_is_no_move_is_refused_and_named_in_short() {
    let wrong = [
        "",
        "e2",
        "e2e",
        "e2-e4",
        "e2e4Q",
        "e7e8q=",
        "e2e4qrb",
        "@e4",
        "n@e4",
        "N@",
        "N@e4e5",
        "e2e4,",
        "e2e4,e4",
        ",e2e4",
        "a1~",
        "a1~a2~a3",
        "a1>a2",
        "a1a2~a3",
        "a1~a2a3",
        "a1a2>a3q",
        "a1a2q,a2a3,a3a4r",
        "a1a2,a2a3,a3a4,a4a5",
        "e2e4é",
        "0000",
        "O-O",
    ];
    for text in wrong {
        assert!(text.parse::<Move>().is_err(), "{text}");
    }
    let long: String = "é".repeat(100_000);
    let error = long.parse::<Move>().expect_err("no move");
    assert_eq!(error.text().chars().count(), 64);
    assert_eq!("e9é".parse::<Square>().expect_err("no square").to_string(), "`e9é` is not a square, such as `e4`");
}

/// Any text: reading never fails otherwise than by an error, and what is read is written as it was.
#[test]
fn any_text_is_refused_or_written_as_it_was() {
    let letters: Vec<char> = "ah18q@~>,+-'!NRé".chars().collect();
    let (mut random, mut read) = (Random::new(3), 0);
    for _ in 0..300_000 {
        let text: String = (0..random.below(12)).map(|_| letters[random.below(letters.len())]).collect();
        if let Ok(mv) = text.parse::<Move>() {
            assert_eq!(mv.to_string(), text);
            read += 1;
        }
        if let Ok(piece) = text.parse::<PieceType>() {
            assert_eq!(piece.to_string(), text);
            read += 1;
        }
    }
    assert!(read > 1000, "only {read} texts were of moves or pieces");
}

#[test]
fn parts_of_moves() {
    let parts = |text: &str| {
        let mv: Move = text.parse().expect("a move");
        let from = mv.from().map_or("-".to_string(), |square| square.to_string());
        format!("{from} {} {} {}", mv.target(), mv.suffix(), mv.dropped().map_or("-".to_string(), |p| p.to_string()))
    };
    assert_eq!(parts("e7e8q"), "e7 e8 q -");
    assert_eq!(parts("+P'@a10"), "- a10  +P'");
    assert_eq!(parts("a4a5,a5d5"), "a4 d5  -");
    assert_eq!(parts("a1a5~a5a3"), "a1 a5  -");
    assert_eq!(parts("b2h8+"), "b2 h8 + -");
}

#[test]
fn sides_are_called_by_their_order() {
    for side in [Side::FIRST, Side::SECOND, Side::THIRD, Side::FOURTH] {
        assert_eq!(side.to_string().parse(), Ok(side));
        assert_eq!(Side::new(side.index()), Some(side));
    }
    assert_eq!(Side::new(4), None);
    assert!("fifth".parse::<Side>().is_err());
}

#[cfg(feature = "serde")]
#[test]
fn names_are_kept_as_texts() {
    let mv: Move = "e7e8q".parse().expect("a move");
    let kept = (mv, mv.target(), Side::SECOND, "+R".parse::<PieceType>().expect("a symbol"));
    let text = serde_json::to_string(&kept).expect("texts");
    assert_eq!(text, r#"["e7e8q","e8","second","+R"]"#);
    assert_eq!(serde_json::from_str::<(Move, Square, Side, PieceType)>(&text).expect("the same"), kept);
    assert!(serde_json::from_str::<Move>("\"e9\"").is_err());
    assert!(serde_json::from_str::<Square>("4").is_err());
}
