//! Ten thousand lines, good and bad, and it still answers.

mod common;

use common::Gui;
use wazir_runtime::Random;

/// Words that protocols know, and some that none does.
const WORDS: &[&str] = &[
    "uci",
    "usi",
    "ucci",
    "ugi",
    "ucicyclone",
    "isready",
    "ucinewgame",
    "usinewgame",
    "position",
    "startpos",
    "fen",
    "sfen",
    "moves",
    "e2e4",
    "e7e5",
    "7g7f",
    "P*5e",
    "P@e4",
    "h2e2",
    "e1g1",
    "e7e8q",
    "e1e1",
    "go",
    "depth",
    "1",
    "0",
    "-1",
    "99999999999999999999",
    "wtime",
    "btime",
    "winc",
    "binc",
    "byoyomi",
    "movestogo",
    "nodes",
    "movetime",
    "5",
    "mate",
    "perft",
    "2",
    "infinite",
    "ponder",
    "searchmoves",
    "stop",
    "ponderhit",
    "setoption",
    "name",
    "value",
    "Hash",
    "Threads",
    "MultiPV",
    "UCI_Variant",
    "chess",
    "shogi",
    "tictactoe",
    "VariantPath",
    "/nowhere",
    "UCI_Chess960",
    "true",
    "d",
    "eval",
    "query",
    "gameover",
    "result",
    "banmoves",
    "xboard",
    "protover",
    "new",
    "variant",
    "normal",
    "force",
    "playother",
    "level",
    "40",
    "st",
    "sd",
    "time",
    "otim",
    "usermove",
    "?",
    "ping",
    "3",
    "setboard",
    "undo",
    "remove",
    "hard",
    "easy",
    "post",
    "nopost",
    "analyze",
    "exit",
    ".",
    "hint",
    "memory",
    "cores",
    "option",
    "=",
    "8/8/8/8/8/8/8/8",
    "w",
    "-",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "KQkq",
    "\u{0}",
    "ä",
    "🙂",
    "'",
    "\"",
    "{}",
    "%s%n",
    "../../etc/passwd",
    "debug",
    "register",
    "draw",
    "white",
    "black",
    "edit",
];

/// Lines that make sense one after the other, so that searches begin and end.
const SENSE: &[&str] = &[
    "position startpos",
    "position startpos moves e2e4 e7e5 g1f3",
    "go depth 1",
    "go infinite",
    "stop",
    "go ponder wtime 50 btime 50",
    "ponderhit",
    "go movetime 2",
    "go perft 1",
    "isready",
    "usermove e2e4",
    "go",
    "force",
    "undo",
    "analyze",
    "exit",
    "new",
    "ping 1",
    "hint",
    "setoption name UCI_Variant value tictactoe",
    "setoption name UCI_Variant value chess",
    "d",
    "query result",
];

/// Sends so many lines, and asks `is_there` now and then; the answer has to come.
fn soak(protocol: &str, seed: u64, lines: usize, question: &str, answer: &str) {
    let gui = Gui::new(None);
    gui.say(protocol);
    let mut random = Random::new(seed);
    let mut sent = 0;
    while sent < lines {
        let line: Vec<u8> = match random.below(10) {
            0 => (0..random.below(80)).map(|_| random.number() as u8).collect(),
            1..=4 => SENSE[random.below(SENSE.len())].as_bytes().to_vec(),
            _ => {
                let words: Vec<&str> = (0..random.below(7)).map(|_| WORDS[random.below(WORDS.len())]).collect();
                words.join(" ").into_bytes()
            }
        };
        // These would end it, or speak another protocol, or count for hours.
        let text = String::from_utf8_lossy(&line).into_owned();
        let is_other = ["quit", "xboard", "uci", "usi", "ucci", "ugi", "ucicyclone"].contains(&text.trim());
        let is_long = text.contains("40") || text.contains("9999") || text.contains("Threads") || text.contains("Hash");
        if is_other || is_long || text.contains("perft 5") || text.contains("perft 3") {
            continue;
        }
        gui.send(&line);
        gui.send(b"\n");
        sent += 1;
        if sent % 250 == 0 {
            gui.say(&format!("stop\n?\nforce\n{question}"));
            gui.hear_until(answer);
        }
    }
    let (_, result) = gui.end();
    assert_eq!(result, Ok(()));
}

#[test]
fn uci_answers_after_anything() {
    soak("uci", 1, 4000, "isready", "readyok");
}

#[test]
fn usi_answers_after_anything() {
    soak("usi", 2, 2000, "isready", "readyok");
}

#[test]
fn ucci_answers_after_anything() {
    soak("ucci", 3, 1000, "isready", "readyok");
}

#[test]
fn ugi_answers_after_anything() {
    soak("ugi", 4, 1000, "isready", "readyok");
}

#[test]
fn xboard_answers_after_anything() {
    soak("xboard", 5, 4000, "ping 77777", "pong 77777");
}

#[test]
fn a_line_without_end_is_left_out() {
    let gui = Gui::new(None);
    gui.ask("uci", "uciok");
    gui.send(&vec![b'x'; 3 << 20]);
    gui.send(b"\n");
    assert!(
        gui.ask("isready", "info string")
            .contains(&format!("a line of more than {} bytes", wazir_protocol::serve::LONGEST_LINE))
    );
    gui.hear_until("readyok");
}
