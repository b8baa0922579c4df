//! Commands are answered in the order in which they are said, each for the position that was told last before it; and nothing is answered for a position that was refused.

mod common;

use common::Gui;
use wazir_runtime::Random;

/// Positions of chess that differ in their FEN, each with the only move that is offered to the search, or `None` for one that is refused.
const POSITIONS: [(&str, Option<(&str, &str)>); 7] = [
    ("startpos", Some(("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4"))),
    ("startpos moves e2e4", Some(("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "c7c5"))),
    (
        "startpos moves f2f3 e7e5 g2g4 d8h4",
        Some(("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "(none)")),
    ),
    ("fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", Some(("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1a5"))),
    ("startpos moves e2e5", None),
    ("fen 8/8 w", None),
    ("nowhere", None),
];

/// What a line is answered by, as far as that tells which position it was answered for: the beginning of a line.
fn answers(line: &str, position: Option<(&str, &str)>) -> Vec<String> {
    let words: Vec<&str> = line.split(' ').collect();
    let Some((fen, mv)) = position else {
        let best = (words[0] == "go" && words[1] != "perft").then(|| "bestmove (none)".to_string());
        return ["info string there is no position: ".to_string()].into_iter().chain(best).collect();
    };
    let is_over = mv == "(none)";
    match &words[..] {
        ["query", "gameover"] => vec![format!("response {is_over}")],
        ["query", "p1turn"] => vec![format!("response {}", fen.contains(" w "))],
        ["d"] => vec![format!("Fen: {fen}")],
        ["eval"] => vec!["info string evaluation ".to_string()],
        ["go", "perft", ..] => vec!["Nodes searched: ".to_string()],
        _ => vec![format!("bestmove {mv}")],
    }
}

/// Is the line one of those that [`answers`] tells of?
fn counts(line: &str) -> bool {
    [
        "info string there is no position: ",
        "info string evaluation ",
        "bestmove ",
        "response ",
        "Fen: ",
        "Nodes searched: ",
    ]
    .iter()
    .any(|start| line.starts_with(start))
}

#[test]
fn commands_are_answered_in_order_each_for_the_position_before_it() {
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let (mut position, mut text) = (POSITIONS[0].1, "uci\n".to_string());
        let (mut expected, mut ends) = (Vec::new(), true);
        for _ in 0..30 {
            let mv = position.map_or("a2a3", |(_, mv)| mv);
            let line = match random.below(12) {
                0..=3 => {
                    let (told, meant) = POSITIONS[random.below(POSITIONS.len())];
                    position = meant;
                    format!("position {told}")
                }
                4 => "query gameover".to_string(),
                5 => "query p1turn".to_string(),
                6 => "d".to_string(),
                7 => "eval".to_string(),
                8 => "go perft 1".to_string(),
                9 => format!("go movetime {} searchmoves {mv}", random.below(20)),
                10 => format!("go infinite searchmoves {mv}"),
                _ => {
                    text += "isready\n";
                    continue;
                }
            };
            if !line.starts_with("position") {
                // While a search goes on, what asks about its position is answered at once; so that the order is known, none comes then.
                let asks = line.starts_with("query") || line == "d";
                if asks && text.lines().last().is_some_and(|last| last.starts_with("go") || last == "isready") {
                    continue;
                }
                expected.extend(answers(&line, position));
            }
            // Whatever comes later ends an endless search.
            ends = position.is_none() || !line.starts_with("go infinite");
            text += &line;
            text.push('\n');
        }
        // All of it at once, or in pieces between which something may already be answered.
        let gui = Gui::new(None);
        for piece in text.as_bytes().chunks(1 + random.below(400)) {
            gui.send(piece);
        }
        let mut said = gui.hear_until("uciok");
        said.clear();
        let mut ready = text.matches("isready").count();
        while said.len() < expected.len() || ready > 0 {
            // Nothing but the endless search is left. (Said before, it would cut short what waits for its turn.)
            if !ends && said.len() + 1 == expected.len() {
                gui.say("stop");
                ends = true;
            }
            let heard = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| gui.hear()));
            let Ok(Some(line)) = heard else {
                panic!("seed {seed}: after {said:#?} of {expected:#?} comes nothing\n{text}")
            };
            ready -= usize::from(line == "readyok");
            if counts(&line) {
                said.push(line);
            }
        }
        for (said, expected) in said.iter().zip(&expected) {
            assert!(said.starts_with(expected), "seed {seed}: expected `{expected}`, heard `{said}`\n{text}");
        }
        let (rest, result) = gui.end();
        assert_eq!((rest.iter().find(|line| counts(line)), result), (None, Ok(())), "seed {seed}\n{text}");
    }
}
