//! The limits of files of games: what is just within them is read, what is beyond is refused with the limit.

use wazir_notation::pgn::{Fault, LONGEST_GAME, LONGEST_LINE, MOST_NESTED, Reader, Text};

fn read(text: &str) -> Result<Vec<Result<Text, Fault>>, std::io::Error> {
    Reader::new(text.as_bytes()).collect()
}

/// The only game of a file, or what is wrong with it.
fn only(text: &str) -> Result<Text, Fault> {
    let mut games = read(text).expect("no line is too long");
    assert_eq!(games.len(), 1);
    games.remove(0)
}

#[test]
fn lines() {
    for (more, end) in [(0, ""), (0, "\n"), (1, ""), (1, "\n")] {
        let head = "1. e4 {";
        let text = format!("{head}{}}}{end}", "x".repeat(LONGEST_LINE + more - head.len() - 1));
        match (more, read(&text)) {
            (0, games) => assert!(games.is_ok_and(|games| games[0].is_ok()), "at the limit, ended by {end:?}"),
            (_, games) => {
                let error = games.err().map(|error| error.to_string()).unwrap_or_default();
                assert!(error.contains(&LONGEST_LINE.to_string()), "{error}");
            }
        }
    }
}

#[test]
fn games() {
    // A comment over many lines, whose ends are no part of it.
    let line = "x".repeat(1 << 16);
    let text = |lines: usize, last: usize| {
        format!("1. e4 {{{}\n{}}} *", vec![line.as_str(); lines].join("\n"), "x".repeat(last))
    };
    assert!(only(&text(LONGEST_GAME / line.len() - 1, 0)).is_ok());
    let fault = only(&text(LONGEST_GAME / line.len() + 1, 1)).expect_err("it is longer than the limit").to_string();
    assert!(fault.contains(&LONGEST_GAME.to_string()), "{}", &fault[..fault.len().min(200)]);
}

#[test]
fn variations() {
    let nested = |deep: usize| format!("1. e4 {}{} *", "(1. d4 ".repeat(deep), ")".repeat(deep));
    assert!(only(&nested(MOST_NESTED)).is_ok());
    let fault = only(&nested(MOST_NESTED + 1)).expect_err("one deeper than the limit").to_string();
    assert!(fault.contains(&format!("more than {MOST_NESTED} deep")), "{fault}");
}
