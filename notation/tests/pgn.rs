//! PGN: what is read and written, and what is said about files that are wrong.

mod common;

use common::open;
use std::time::Duration;
use wazir_notation::{
    Notation,
    pgn::{Fault, Layout, Line, Play, Reader, Record, Scores, Tags, Text},
};
use wazir_runtime::{Ending, Random, Style, Variant, playout};

fn read(text: &str) -> Vec<Result<Text, Fault>> {
    Reader::new(text.as_bytes()).map(|game| game.unwrap()).collect()
}

fn played(variant: &dyn Variant, text: &str) -> Vec<Result<Record, Fault>> {
    read(text).into_iter().map(|game| game.and_then(|game| game.play(variant))).collect()
}

const ANNOTATED: &str = r#"[Event "Casual \"blitz\" game"]
[Site "?"]
[Date "2026.11.22"]
[Round "-"]
[White "A"]
[Black "B"]
[Result "1-0"]
[Annotator "C"]

{Before the game.} 1. e4 $1 {[%clk 0:03:00] best by test} 1... e5 2. Nf3 (2. f4
exf4 (2... d5 {the Falkbeer} 3. exd5) 3. Bc4 {bishop's gambit}) (2. Nc3) 2...
Nc6 3. Bb5 a6 $6 4. Ba4 1-0

"#;

#[test]
fn a_game_is_written_as_it_was_read() {
    let chess = open("chess");
    let record = played(&chess, ANNOTATED).remove(0).unwrap();
    assert_eq!(record.write(&chess, &Layout::default()).unwrap(), ANNOTATED);
    assert_eq!(record.tags.get("Event"), Some("Casual \"blitz\" game"));
    assert_eq!(record.line.plays[0].clock(), Some(Duration::from_secs(180)));
    assert_eq!(record.line.plays[2].variations.len(), 2);
}

#[test]
fn other_ways_to_write_the_same() {
    let chess = open("chess");
    let plain = played(&chess, "1. e4 e5 2. Nf3 *").remove(0).unwrap();
    let same = [
        "1.e4 e5 2.Nf3 *",
        "1 e4 e5 2 Nf3 *",
        "1. e4 1... e5 2. Nf3",
        "% hidden\n1. e2-e4 e7-e5\n% hidden as well }\n2. g1f3 *",
        "\u{feff}e4 e5 Nf3",
        "1. P-e4 e7e5 2. Ng1f3 *",
    ];
    for text in same {
        let record = played(&chess, text).remove(0).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        assert_eq!(record.line, plain.line, "{text}");
    }
    let marked = played(&chess, "1. e4! e5?! ; a remark\n2. Nf3 !? {and} {another} *").remove(0).unwrap();
    assert_eq!(marked.line.plays.iter().map(|play| play.nags[0]).collect::<Vec<_>>(), [1, 6, 5]);
    assert_eq!(marked.line.plays[1].comments, ["a remark"]);
    assert_eq!(marked.line.plays[2].comments, ["and", "another"]);
    let latin = b"[White \"J\xf6rg\"]\n\n1. e4 *\n";
    let game = Reader::new(&latin[..]).next().unwrap().unwrap().unwrap();
    assert_eq!(game.tags.get("White"), Some("J\u{f6}rg"));
}

#[test]
fn what_is_wrong_is_told_with_its_place_and_the_rest_is_read() {
    let chess = open("chess");
    let file = "[Event \"1\"]\n\n1. e4 e5 2. Ke3 Nc6 *\n\n[Event \"2\"]\n\n1. d4 (1. e4 {open\nd5 *\n\n[Event \"3\"]\n[White \"no end]\n\n1. c4 *\n\n\
        [Event \"4\"]\n\n1. d4 ) d5 *\n\n[Event \"5\"]\n\n1. Nf3 1/2-1/2\n[Event \"6\"]\n[FEN \"8/8 w\"]\n\n*\n1. g3 g6 0-1 1. h3 *";
    let told: Vec<String> = played(&chess, file)
        .iter()
        .map(|game| {
            game.as_ref().map_or_else(ToString::to_string, |record| {
                format!("{:?}", record.scores.as_ref().map(ToString::to_string))
            })
        })
        .collect();
    assert_eq!(
        told,
        [
            "game 1, line 3, column 13, move 2.: `Ke3` is not a legal move here; did you mean Ke2 or Bd3 or Be2?",
            "game 2, line 7, column 14: this comment is never closed by `}`",
            "game 3, line 11, column 1: the value of the tag White has no closing `\"`",
            "game 4, line 17, column 7: this `)` closes no variation",
            "Some(\"1/2-1/2\")",
            "game 6, line 22, column 1: FEN board: 2 ranks instead of 8",
            "Some(\"0-1\")",
            "None",
        ]
    );
}

#[test]
fn null_moves_in_variations_cost_nothing_else() {
    let chess = open("chess");
    let made = |text: &str| read(text).remove(0).and_then(|text| text.make(&chess));
    for null in ["--", "Z0", "@@@@", "0000", "pass", "--?!"] {
        let text = format!(
            "1. e4 e5 2. Nf3 (2. d3 {{slow}} Nc6 3. {null} d5 {{gains}} 4. c3 (4. a3) 4... d4) (2. {null} d5 3. e5) 2... Nc6 (2... d6 3. d4 exd4 4. {null}) 3. Bb5 1-0"
        );
        let played = made(&text).unwrap_or_else(|fault| panic!("{fault}"));
        let variations: Vec<usize> =
            played.record.line.plays[2].variations.iter().map(|line| line.plays.len()).collect();
        assert_eq!(played.record.line.plays.len(), 5);
        assert_eq!(variations, [2], "the variation is kept as far as it can be");
        let kept = &played.record.line.plays[2];
        assert_eq!(kept.variations[0].plays[1].comments, [format!("{null} d5 (gains) c3 (a3) d4")]);
        assert_eq!(kept.comments, [format!("instead: {null} d5 e5")]);
        assert_eq!(played.record.line.plays[3].variations[0].plays.len(), 3);
        let told: Vec<String> = played.remarks.iter().map(ToString::to_string).collect();
        assert_eq!(told.len(), 3);
        assert_eq!(
            told[0],
            format!(
                "game 1, line 1, column 38, move 3.: `{null}` gives up the turn (a null move), which the rules do not allow here: the variation is kept up to here, what follows as a comment ({null} d5 (gains) c3 (a3) d4)"
            )
        );
        // What is written is read again, without remarks.
        let written = played.record.write(&chess, &Layout::default()).unwrap();
        let again = made(&written).unwrap_or_else(|fault| panic!("{fault}\n{written}"));
        assert!(again.remarks.is_empty());
        assert_eq!(again.record.line, played.record.line, "{written}");
    }
    // In the main line it is told for what it is.
    let fault = made("1. e4 -- 2. d4 *").map(|_| ()).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "game 1, line 1, column 7, move 1...: `--` gives up the turn (a null move), which the rules do not allow here; null moves are for variations"
    );
    // Whatever else is wrong in a variation is wrong.
    assert!(made("1. e4 (1. e5) e5 *").is_err());
    // Where the rules let a side pass, it passes.
    let janggi = open("janggi");
    let text =
        read("1. -- -- (1... pass) *").remove(0).unwrap().make(&janggi).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!((text.record.line.plays.len(), text.remarks.len()), (2, 0));
    assert_eq!(text.record.line.plays[1].variations[0].plays.len(), 1);
}

#[test]
fn random_games_of_every_kind_come_back() {
    for name in [
        "chess",
        "fischerandom",
        "shogi",
        "xiangqi",
        "crazyhouse",
        "seirawan",
        "duck",
        "marseillais",
        "fourplayer",
        "glinski",
        "draughts",
        "sittuyin",
    ] {
        let variant = open(name);
        let start = variant.start();
        let game = playout(&mut *start.begin(), &mut Random::of_game(5, 1), 40, &|| false).unwrap();
        let mut line = Line { comments: vec!["a random game".to_string()], plays: Vec::new() };
        let mut now = start.boxed();
        for (index, &mv) in game.moves.iter().enumerate() {
            let mut play = Play::new(mv);
            if index % 3 == 0 {
                play.nags.push((index % 140) as u8);
                play.comments.push(format!("move {index}; with % and ) and ( "));
                play.comments.push("a brace } in it".to_string());
                let other = now.legal_moves()[0];
                play.variations.push(Line { comments: vec!["instead".to_string()], plays: vec![Play::new(other)] });
            }
            if index % 5 == 1 {
                play.set_clock(Duration::from_millis(61_500));
            }
            now.play(mv).unwrap();
            line.plays.push(play);
        }
        let scores = match game.ending {
            Ending::Over(outcome) => Some(Scores::of(variant.info(), outcome)),
            _ => Some(Scores::lost_by(variant.info(), 0)),
        };
        let mut tags = Tags::new();
        tags.set("Event", "back\\slash and \"quotes\"");
        let record = Record { tags, start: start.setup(), line, scores };
        for notation in Notation::ALL.into_iter().filter(|notation| notation.fits(variant.info()).is_ok()) {
            let text = record.write(&variant, &Layout { notation, width: 60 }).unwrap();
            let back = played(&variant, &text).remove(0).unwrap_or_else(|fault| panic!("{name}: {fault}\n{text}"));
            let trimmed = |line: &Line<_>| {
                let mut line = line.clone();
                line.plays
                    .iter_mut()
                    .flat_map(|play| &mut play.comments)
                    .for_each(|comment| *comment = comment.trim().to_string());
                line
            };
            assert_eq!(trimmed(&back.line), trimmed(&record.line), "{name}\n{text}");
            assert_eq!((&back.scores, &back.start), (&record.scores, &record.start), "{name}");
            assert_eq!(back.write(&variant, &Layout { notation, width: 60 }).unwrap(), text, "{name}");
        }
    }
}

#[test]
fn games_begin_where_they_say() {
    let chess960 = open("fischerandom");
    let text =
        "[SetUp \"1\"]\n[FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1\"]\n\n1. Nb3 Nb6 2. O-O O-O *";
    let record = played(&chess960, text).remove(0).unwrap_or_else(|fault| panic!("{fault}"));
    assert!(record.write(&chess960, &Layout::default()).unwrap().contains("[SetUp \"1\"]"));
    let mid = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 b Q - 0 9\"]\n\n9... Ke7 10. O-O-O *";
    let chess = open("chess");
    let record = played(&chess, mid).remove(0).unwrap();
    let written = record.write(&chess, &Layout::default()).unwrap();
    assert!(written.contains("9... Ke7 10. O-O-O *"), "{written}");
    assert!(written.contains("[FEN \"4k3/8/8/8/8/8/8/R3K3 b Q - 0 9\"]"), "{written}");
    assert_eq!(
        chess.start().fen(Style::Game),
        played(&chess, "*").remove(0).map(|r| chess.start().at(&r.start).unwrap().fen(Style::Game)).unwrap()
    );
}

#[test]
fn no_command_to_a_terminal_is_written() {
    let chess = open("chess");
    let file = "[White \"\u{1b}[2J\u{202e}evil \\\"\u{9b}\\\"\"]\n[Site \"a\tb\"]\n\n{\u{1b}]0;t\u{7}} 1. e4 {a\u{8}b c} (1. d4 {\u{7f}}) *\n";
    let record = played(&chess, file).remove(0).unwrap();
    let written = record.write(&chess, &Layout::default()).unwrap();
    assert!(written.chars().all(|c| c == '\n' || !wazir_runtime::is_command(c)), "{written}");
    assert!(written.contains("[White \"\u{FFFD}[2J\u{FFFD}evil \\\"\u{FFFD}\\\"\"]"), "{written}");
    assert!(written.contains("[Site \"a b\"]"), "{written}");
    assert!(written.contains("{\u{FFFD}]0;t\u{FFFD}} 1. e4 {a\u{FFFD}b c} (1. d4 {\u{FFFD}})"), "{written}");
    let again = played(&chess, &written).remove(0).unwrap();
    assert_eq!(again.write(&chess, &Layout::default()).unwrap(), written);
}

#[test]
fn no_file_makes_it_panic() {
    let signs: Vec<&str> = vec![
        "e4 ",
        "1. ",
        "(",
        ")",
        "{",
        "}",
        "[Event \"x\"]\n",
        "\n",
        "\n\n",
        ";",
        "$1 ",
        "$x",
        "\"",
        "*",
        "1-0 ",
        "%",
        "[",
        "]",
        "\\",
        "\u{e9}",
        "e5 ",
        "Nf3 ",
        "--",
        "0-0-0",
        "...",
        "!",
    ];
    let chess = open("chess");
    let mut random = Random::new(11);
    for _ in 0..2000 {
        let file: String = (0..random.below(30)).map(|_| signs[random.below(signs.len())]).collect();
        for game in played(&chess, &file).into_iter().flatten() {
            game.write(&chess, &Layout::default()).unwrap();
        }
    }
}
