//! KIF files.

mod common;

use common::open;
use std::sync::LazyLock;
use wazir_notation::{
    csa, kif,
    pgn::{Layout, Record},
};
use wazir_reference::Interpreter;
use wazir_runtime::{Style, Variant};

const GAME: &str = "\
# KIF version=2.0 encoding=UTF-8
開始日時：2026/11/22 10:00:00
棋戦：試し
先手：甲
後手：乙
手合割：平手
備考：なにか
手数----指手---------消費時間--
*始まり
   1 ７六歩(77)   ( 0:16/00:00:16)
   2 ３四歩(33)   ( 0:05/00:00:05)
*定跡どおり
   3 ２二角成(88) ( 0:01/00:00:17)+
   4 同　銀(31)   ( 0:02/00:00:07)
   5 ５五角打     ( 0:30/00:00:47)
   6 投了         ( 0:09/00:00:16)
まで5手で先手の勝ち

変化：3手
   3 ２六歩(27)
   4 ８四歩(83)

変化：4手
   4 ４四歩(43)
";

fn read(text: &str) -> Result<Record, String> {
    static SHOGI: LazyLock<Interpreter> = LazyLock::new(|| open("shogi"));
    kif::read(text, &*SHOGI).map_err(|fault| fault.to_string())
}

#[test]
fn a_file_is_read_with_all_it_says() {
    let record = read(GAME).unwrap();
    let text = record.write(&open("shogi"), &Layout { notation: wazir_notation::Notation::Hodges, width: 70 }).unwrap();
    assert_eq!(
        text,
        "\
[Event \"試し\"]
[Site \"?\"]
[Date \"2026.11.22\"]
[Round \"?\"]
[White \"甲\"]
[Black \"乙\"]
[Result \"1-0\"]
[Time \"10:00:00\"]
[Handicap \"平手\"]
[Termination \"resignation\"]
[Format \"hodges\"]
[Variant \"Shogi\"]

{備考：なにか} {始まり} 1. P-7f {[%emt 0:16]} 1... P-3d {[%emt 0:05]} {定跡どおり}
2. Bx2b+ {[%emt 0:01]} (2. P-2f P-8d (2... P-4d)) 2... Sx2b {[%emt
0:02]} 3. B*5e {[%emt 0:30]} {まで5手で先手の勝ち} 1-0

"
    );
}

#[test]
fn shift_jis_and_handicaps_are_understood() {
    let (bytes, _, _) = encoding_rs::SHIFT_JIS
        .encode("手合割：二枚落ち\n上手：甲\n下手：乙\n   1 ６二銀(71)\n   2 ７六歩(77)\n   3 中断\n");
    let text = kif::decode(&bytes).unwrap();
    let record = read(&text).unwrap();
    let game = open("shogi");
    let start = game.start().at(&record.start).unwrap();
    assert_eq!(
        start.fen(Style::Game).split(' ').take(2).collect::<Vec<_>>(),
        ["lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[]", "b"]
    );
    assert_eq!((record.tags.get("White"), record.tags.get("Black")), (Some("乙"), Some("甲")));
    assert_eq!((record.line.plays.len(), record.scores), (2, None));
    assert!(kif::decode(&[0x81, 0xff, 0xfe]).is_err());
}

#[test]
fn a_board_that_is_drawn_is_where_the_game_begins() {
    let text = "\
手合割：その他
後手の持駒：飛　金二 歩十八
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ と ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金
手数----指手
   1 ５二金打
   2 詰み
";
    let record = read(text);
    // Gote's king stands alone; Sente has none, which the rules of shogi do not allow.
    assert!(record.as_ref().is_err_and(|error| error.contains("Sente has no king")), "{record:?}");
    let record = read(&text.replace("| ・ ・ ・ ・ ・ ・ ・ ・ ・|九", "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九")).unwrap();
    assert_eq!(record.line.plays.len(), 1);
    assert_eq!(record.scores.map(|scores| scores.to_string()).as_deref(), Some("1-0"));
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let wrong = [
        ("手合割：三歩落ち\n", "line 1"),
        ("   1 ７六歩(77)\n   3 ２六歩(27)\n", "line 2, column 1: move 3 stands where move 2 is expected"),
        ("   1 ７五歩(77)\n", "line 1, column 1, move 1: `７五歩(77)`: no `歩` can make this move"),
        ("   1 同　歩(77)\n", "`同` is the square of the move before"),
        ("   1 ７六馬鹿\n", "no `馬` can make this move"),
        ("   1 ７六象(77)\n", "a piece is expected"),
        ("   1 abc\n", "a move begins with the square"),
        ("変化：9手\n", "there is no move 9"),
        ("なにか\n", "is no header"),
        ("|v香|一\n", "a drawn board has 9 rows"),
    ];
    for (text, expected) in wrong {
        let error = read(text).unwrap_err();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn no_text_makes_it_panic() {
    let parts = [
        "1 ",
        "2 ",
        "７",
        "六",
        "歩",
        "(77)",
        "同",
        "　",
        "成",
        "打",
        "\n",
        "変化：",
        "手",
        "|",
        "v玉",
        "・",
        "先手：",
        "手合割：",
        "平手",
        "*",
        "投了",
        "(",
        ")",
        "十",
        "+",
        "持駒：",
        "先手の",
        "番",
    ];
    let mut random = wazir_runtime::Random::new(5);
    for _ in 0..3000 {
        let text: String = (0..random.below(25)).map(|_| parts[random.below(parts.len())]).collect();
        let _ = read(&text);
    }
}

#[test]
fn what_is_read_is_written_again() {
    let record = read(GAME).unwrap();
    let shogi = open("shogi");
    for form in [kif::Form::Kif, kif::Form::Ki2] {
        let written = kif::write(&record, &shogi, form).unwrap();
        let again = read(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
        let bare = |record: &Record| Record { line: without_comments(&record.line), ..record.clone() };
        let (mut one, mut other) = (bare(&again), bare(&record));
        // KI2 has no word for how a game was given up.
        if form == kif::Form::Ki2 {
            one.tags.set("Termination", "");
            other.tags.set("Termination", "");
        }
        assert_eq!(one, other, "{written}");
        let part = match form {
            kif::Form::Kif => "   4 同\u{3000}銀(31)   ( 0:02/00:00:07)\n",
            kif::Form::Ki2 => "▲５五角\u{20}",
        };
        assert!(written.contains(part), "{written}");
        assert!(written.contains("*定跡どおり\n") && written.contains("まで5手で先手の勝ち"), "{written}");
    }
}

/// What a file of another kind, or a program, has put into the record.
#[test]
fn no_command_to_a_terminal_is_written() {
    let shogi = open("shogi");
    let mut record = read(GAME).unwrap();
    record.tags.set("White", "甲\u{1b}[2J");
    record.line.comments.push("a\u{9b}b\tc".to_string());
    record.line.plays[0].comments.push("\u{1b}]0;t\u{7}".to_string());
    for form in [kif::Form::Kif, kif::Form::Ki2] {
        let written = kif::write(&record, &shogi, form).unwrap();
        assert!(written.chars().all(|c| c == '\n' || !wazir_runtime::is_command(c)), "{written}");
        assert!(written.contains("甲\u{FFFD}[2J\n") && written.contains("*a\u{FFFD}b c\n"), "{written}");
    }
    let written = csa::write(&record, &shogi).unwrap();
    assert!(written.chars().all(|c| c == '\n' || !wazir_runtime::is_command(c)), "{written}");
    assert!(written.contains("N+甲\u{FFFD}[2J\n") && written.contains("'*\u{FFFD}]0;t\u{FFFD}\n"), "{written}");
}

fn without_comments(
    line: &wazir_notation::pgn::Line<wazir_runtime::Move>,
) -> wazir_notation::pgn::Line<wazir_runtime::Move> {
    let plays = line.plays.iter().map(|play| {
        let variations = play.variations.iter().map(without_comments).collect();
        wazir_notation::pgn::Play { comments: Vec::new(), variations, ..play.clone() }
    });
    wazir_notation::pgn::Line { comments: Vec::new(), plays: plays.collect() }
}

#[test]
fn random_games_go_there_and_back_in_both_forms() {
    let shogi = open("shogi");
    let mut random = wazir_runtime::Random::new(7);
    for _ in 0..4 {
        let mut game = shogi.start();
        let mut record = Record {
            tags: wazir_notation::pgn::Tags::new(),
            start: game.setup(),
            line: Default::default(),
            scores: None,
        };
        for _ in 0..150 {
            let legal = game.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[random.below(legal.len())];
            game.play(mv).unwrap();
            record.line.plays.push(wazir_notation::pgn::Play::new(mv));
        }
        let middle = Record { start: game.setup(), line: Default::default(), ..record.clone() };
        for form in [kif::Form::Kif, kif::Form::Ki2] {
            let written = kif::write(&record, &shogi, form).unwrap();
            let again = read(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
            assert_eq!(again.line, record.line, "{written}");
            let drawn = kif::write(&middle, &shogi, form).unwrap();
            let again = read(&drawn).unwrap_or_else(|error| panic!("{error}\n{drawn}"));
            assert_eq!(
                (&again.start.board, &again.start.hands, again.start.turn),
                (&middle.start.board, &middle.start.hands, middle.start.turn),
                "{drawn}"
            );
        }
    }
}

#[test]
fn words_tell_pieces_apart() {
    // As the Japan Shogi Association has them: <https://www.shogi.or.jp/faq/kihuhyouki.html>.
    let shogi = open("shogi");
    let words = |sfen: &str, usi: &str| {
        let setup = wazir_notation::sfen::read(shogi.info(), sfen).unwrap();
        let game = shogi.start().at(&setup).unwrap();
        let mv = wazir_notation::Notation::Usi.read(&*game, usi).unwrap();
        let plays = vec![wazir_notation::pgn::Play::new(mv)];
        let line = wazir_notation::pgn::Line { comments: Vec::new(), plays };
        let record = Record { tags: wazir_notation::pgn::Tags::new(), start: game.setup(), line, scores: None };
        let text = kif::write(&record, &shogi, kif::Form::Ki2).unwrap();
        text.lines().last().unwrap().trim().to_string()
    };
    let golds = "k8/9/1G7/3G5/9/9/4S4/9/4K4 b - 1";
    assert_eq!(words(golds, "8c8b"), "▲８二金");
    let golds = "8k/9/2G1G4/9/9/9/9/9/4K4 b - 1";
    assert_eq!(words(golds, "7c6b"), "▲６二金左");
    assert_eq!(words(golds, "5c6b"), "▲６二金右");
    let moves = "8k/4G4/3G5/9/9/9/9/9/K8 b - 1";
    assert_eq!(words(moves, "5b6b"), "▲６二金寄");
    assert_eq!(words(moves, "6c6b"), "▲６二金上");
    let three = "8k/9/9/9/9/9/9/9/K1GGG4 b - 1";
    assert_eq!(words(three, "7i6h"), "▲６八金左");
    assert_eq!(words(three, "6i6h"), "▲６八金直");
    assert_eq!(words(three, "5i6h"), "▲６八金右");
    let dragons = "8k/9/9/9/9/9/9/9/K1+R2+R3 b - 1";
    assert_eq!(words(dragons, "7i6h"), "▲６八竜");
    let silvers = "8k/9/9/9/9/2S1S4/9/2S1S4/K8 b - 1";
    assert_eq!(words(silvers, "7h6g"), "▲６七銀左上");
    assert_eq!(words(silvers, "5f6g"), "▲６七銀右引");
    let drop = "8k/9/9/9/9/9/9/4G4/K8 b G 1";
    assert_eq!(words(drop, "G*5g"), "▲５七金打");
    assert_eq!(words(drop, "G*2g"), "▲２七金");
}
