//! CSA files.

mod common;

use common::open;
use std::sync::LazyLock;
use wazir_notation::{
    csa,
    pgn::{Layout, Play, Record},
};
use wazir_reference::Interpreter;
use wazir_runtime::{Random, Style, Variant};

static SHOGI: LazyLock<Interpreter> = LazyLock::new(|| open("shogi"));

const GAME: &str = "\
'CSA encoding=UTF-8
V2.2
N+甲
N-乙
$EVENT:試し
$START_TIME:2026/11/22 10:00:00
$NOTE:なにか, とか
PI
+
'*始まり
+7776FU,T16
-3334FU
T5
'*定跡どおり
+8822UM
-3122GI,T2
+0055KA
%TORYO
";

fn read(text: &str) -> Result<Record, String> {
    csa::read(text, &*SHOGI, 1, 1).map_err(|fault| fault.to_string())
}

#[test]
fn a_file_is_read_with_all_it_says() {
    let record = read(GAME).unwrap();
    let layout = Layout { notation: wazir_notation::Notation::Hodges, width: 90 };
    let text = record.write(&*SHOGI, &layout).unwrap();
    for part in [
        "[Event \"試し\"]",
        "[Date \"2026.11.22\"]",
        "[Time \"10:00:00\"]",
        "[White \"甲\"]",
        "[Result \"1-0\"]",
        "[Termination \"resignation\"]",
        "{$NOTE:なにか, とか} {始まり} 1. P-7f {[%emt 0:00:16]}",
        "2. Bx2b+ Sx2b",
        "3. B*5e 1-0",
    ] {
        assert!(text.replace('\n', " ").contains(part), "{part} is not in {text}");
    }
}

#[test]
fn what_is_read_is_written_again() {
    let record = read(GAME).unwrap();
    let written = csa::write(&record, &*SHOGI).unwrap();
    assert!(written.starts_with("V2.2\nN+甲\nN-乙\n$EVENT:試し\n$START_TIME:2026/11/22 10:00:00\n"), "{written}");
    assert!(written.contains("P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 * -HI *  *  *  *  * -KA * \n"), "{written}");
    assert!(
        written.ends_with("+7776FU\nT16\n-3334FU\nT5\n'*定跡どおり\n+8822UM\n-3122GI\nT2\n+0055KA\n%TORYO\n"),
        "{written}"
    );
    let again = read(&written).unwrap();
    assert_eq!((again.start, again.scores), (record.start, record.scores));
    assert_eq!(again.line.plays, record.line.plays);
}

#[test]
fn random_games_go_there_and_back() {
    let mut random = Random::new(3);
    for _ in 0..6 {
        let mut game = SHOGI.start();
        let start = game.setup();
        let mut record =
            Record { tags: wazir_notation::pgn::Tags::new(), start, line: Default::default(), scores: None };
        for _ in 0..120 {
            let legal = game.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[random.below(legal.len())];
            game.play(mv).unwrap();
            record.line.plays.push(Play::new(mv));
        }
        // And from a position in the middle, with pieces in hand.
        let middle = Record { start: game.setup(), line: Default::default(), ..record.clone() };
        for record in [record, middle] {
            let written = csa::write(&record, &*SHOGI).unwrap();
            let again = read(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
            assert_eq!(again.line.plays, record.line.plays);
            let fen = |record: &Record| {
                let fen = SHOGI.start().at(&record.start).unwrap().fen(Style::Game);
                fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
            };
            assert_eq!(fen(&again), fen(&record));
        }
    }
}

#[test]
fn positions_are_told_in_three_ways() {
    let fen = |text: &str| {
        let record = read(text).unwrap();
        let fen = SHOGI.start().at(&record.start).unwrap().fen(Style::Game);
        fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        fen("PI82HI22KA\n-\n"),
        "lnsgkgsn1/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] b".replacen("lnsgkgsn1/1r7", "lnsgkgsnl/9", 1)
    );
    assert_eq!(fen("P+59OU00KI00KI\nP-51OU\n+\n"), "4k4/9/9/9/9/9/9/9/4K4[GG] w");
    // Everything else is in the second side's hand.
    let rest = fen("P+59OU28RY\nP-51OU00AL\n+\n");
    assert!(rest.starts_with("4k4/9/9/9/9/9/9/7+R1/4K4["), "{rest}");
    assert_eq!(rest.matches('p').count(), 18, "{rest}");
    assert_eq!((rest.matches('r').count(), rest.matches('b').count()), (1, 2), "{rest}");
}

#[test]
fn several_games_of_a_file_have_their_own_lines() {
    let text = "PI\n+\n+7776FU\n%TORYO\n/\nPI\n+\n+2726FU\n-3334FX\n/\n";
    let games: Vec<(u64, &str)> = csa::games(text).collect();
    assert_eq!(games.iter().map(|game| game.0).collect::<Vec<_>>(), [1, 6]);
    assert!(csa::read(games[0].1, &*SHOGI, 1, games[0].0).is_ok());
    let fault = csa::read(games[1].1, &*SHOGI, 2, games[1].0).unwrap_err();
    assert_eq!((fault.game, fault.line, fault.number.as_deref()), (2, 9, Some("2")), "{fault}");
}

#[test]
fn what_is_wrong_is_said() {
    let wrong = |text: &str| read(text).unwrap_err();
    assert!(wrong("PI\n+\n+7775FU\n").contains("line 3, column 1, move 1: `7775FU` is no legal move"));
    assert!(wrong("PI\n+\n-3334FU\n").contains("it is the other side's turn"));
    assert!(wrong("PI\n+\n+77\n").contains("two squares and a piece"));
    assert!(wrong("PI\n+\n+7776XX\n").contains("`XX` is no piece"));
    assert!(wrong("PI\n+\n+7706FU\n").contains("a file from the right"));
    assert!(wrong("PX\n").contains("`PX`"));
    assert!(wrong("P歩\n").contains("behind `P`"));
    assert!(wrong("P1-XX\n").contains("is no piece"));
    assert!(wrong("P+63\n").contains("squares and pieces are expected"));
    assert!(wrong("PI\n+\n%NOSUCH\n").contains("no game ends by `%NOSUCH`"));
    assert!(wrong("hello\n").contains("is no statement"));
    assert!(wrong("PI\n+\n+7776FU\nTx\n").contains("a number of seconds"));
    assert!(wrong("Nobody\n").contains("`N+` and `N-`"));
    // Nothing but chance in the bytes: it is refused, and nothing panics.
    let mut random = Random::new(8);
    let signs: Vec<char> = "P+-N$%T'I0123456789FUKYOUAL, \n歩玉é".chars().collect();
    for _ in 0..3000 {
        let text: String = (0..random.below(30)).map(|_| signs[random.below(signs.len())]).collect();
        let _ = read(&text);
    }
}

#[test]
fn games_without_words_are_not_written() {
    let chess = open("chess");
    let start = chess.start().setup();
    let record = Record { tags: wazir_notation::pgn::Tags::new(), start, line: Default::default(), scores: None };
    let error = csa::write(&record, &chess).unwrap_err().to_string();
    assert!(error.contains("no word for the piece `Q`"), "{error}");
    let minishogi = open("minishogi");
    let record = Record { start: minishogi.start().setup(), ..record };
    assert!(csa::write(&record, &minishogi).unwrap().contains("P1-HI-KA-GI-KI-OU\n"));
}
