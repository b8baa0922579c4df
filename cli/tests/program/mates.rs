//! The search for mates, asked for as GUIs ask: composed problems of chess and shogi from elsewhere, with the number of moves that their collections give.

use super::{command, skip};
use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdout, Stdio},
};

/// A problem: see `data/mates.tsv`.
struct Problem<'t> {
    game: &'t str,
    moves: usize,
    position: &'t str,
    takes_seconds: bool,
}

fn problems() -> Vec<Problem<'static>> {
    let rows = include_str!("data/mates.tsv").lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| {
        let [game, moves, position, _, when] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        Problem { game, moves: moves.parse().expect("a number"), position, takes_seconds: when == "full" }
    })
    .collect()
}

/// A program that is talked to.
struct Talk {
    child: Child,
    said: BufReader<ChildStdout>,
}

impl Talk {
    fn with(game: &str) -> Talk {
        let mut command = command(&["uci", game]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program runs");
        let said = BufReader::new(child.stdout.take().expect("a pipe"));
        Talk { child, said }
    }

    /// The first line that begins so, and the last `info` before it, after these lines.
    fn ask(&mut self, lines: &str, until: &str) -> (String, String) {
        self.child.stdin.as_mut().expect("a pipe").write_all(lines.as_bytes()).expect("it listens");
        let mut info = String::new();
        loop {
            let mut line = String::new();
            assert!(self.said.read_line(&mut line).expect("text") > 0, "it ended before `{until}`");
            if line.starts_with(until) {
                return (line, info);
            }
            if line.starts_with("info depth") {
                info = line;
            }
        }
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.child.stdin.as_mut().expect("a pipe").write_all(b"quit\n");
        let _ = self.child.wait();
    }
}

/// The nodes that a line of information tells of.
fn nodes(info: &str) -> u64 {
    let mut words = info.split_whitespace().skip_while(|word| *word != "nodes").skip(1);
    words.next().and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("no nodes: {info}"))
}

/// No problem of shogi takes more nodes than that until its line is found, the longest of 37 plies: three seconds of a processor.
const MOST_NODES: u64 = 1_000_000;

/// At least 50 with `WAZIR_EFFORT=full`; otherwise those that are quick.
#[test]
fn composed_problems_are_solved_in_as_many_moves_as_their_collections_say() {
    let full = std::env::var("WAZIR_EFFORT").is_ok_and(|effort| effort == "full");
    let all = problems();
    assert!(all.len() >= 50);
    let (mut chess, mut shogi) = (Talk::with("chess"), Talk::with("shogi"));
    chess.ask("uci\nsetoption name Hash value 256\n", "uciok");
    shogi.ask("usi\nsetoption name USI_Hash value 256\n", "usiok");
    let mut left = 0;
    for problem in all {
        if problem.takes_seconds && !full {
            left += 1;
            continue;
        }
        let (moves, position) = (problem.moves, problem.position);
        if problem.game == "chess" {
            let (best, info) = chess.ask(&format!("position {position}\ngo mate {moves}\n"), "bestmove");
            assert!(info.contains(&format!("score mate {moves} ")), "{position}: {info}{best}");
        } else {
            let (mate, info) = shogi.ask(&format!("position {position}\ngo mate infinite\n"), "checkmate");
            assert!(nodes(&info) <= MOST_NODES, "{position}: {info}");
            assert_eq!(mate.split_whitespace().count() - 1, 2 * moves - 1, "{position}: {mate}");
            // And its line ends the game.
            let line = mate.trim().trim_start_matches("checkmate ");
            let (over, _) = shogi.ask(&format!("position {position} moves {line}\nquery gameover\n"), "response");
            assert_eq!(over.trim(), "response true", "{position}: {mate}");
        }
    }
    if left > 0 {
        skip(&format!("{left} problems, which take seconds each (WAZIR_EFFORT=full tries them too)"));
    }
}

/// Positions without the attacker's king are mate problems, and the game that was open goes on afterwards.
#[test]
fn positions_without_a_king_are_mate_problems() {
    let mut chess = Talk::with("chess");
    chess.ask("uci\n", "uciok");
    let (remark, _) = chess.ask("position fen 8/8/8/k7/8/1Q6/7R/8 w - - 0 1\n", "info string");
    assert!(remark.contains("White has no king: taken as a mate problem"), "{remark}");
    assert_eq!(chess.ask("go mate 1\n", "bestmove").0.trim(), "bestmove h2a2");
    // Pawns step two squares from where they stand at the start of chess.
    let started = "position fen 8/8/8/8/1k6/8/PPPPPPPP/8 w - - 0 1 moves a2a4 b4c5";
    assert!(!chess.ask(&format!("{started}\ngo depth 2\n"), "bestmove").1.is_empty());
    let (refused, _) = chess.ask("position fen 8/8/8/8/8/8/8/8 w - - 0 1\n", "info string");
    assert!(refused.contains("there is no position"), "{refused}");
    let (best, _) = chess.ask("position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1\ngo mate 1\n", "bestmove");
    assert!(
        best.contains("bestmove f7g7") || best.contains("bestmove f7f8") || best.contains("bestmove f7h7"),
        "{best}"
    );
    let (best, _) = chess.ask("position startpos moves e2e4\ngo depth 1\n", "bestmove");
    assert!(!best.contains("(none)"), "{best}");
}
