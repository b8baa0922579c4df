//! A byte that picks a game, then any bytes as a file of games (PGN, and where it fits KIF and CSA): what is read can be written, and reads back as the same.

use crate::games::picked;
use wazir_notation::{
    csa, kif,
    pgn::{Layout, Line, Reader, Record},
};
use wazir_reference::Interpreter;
use wazir_runtime::Move;

/// Takes an input.
pub fn run(data: &[u8]) {
    let Some((variant, data)) = picked(data) else { return };
    for text in Reader::new(data) {
        let Ok(text) = text else { break };
        let played = match text.and_then(|text| text.play(variant)) {
            Ok(record) => record,
            Err(fault) => {
                assert!(fault.game > 0 && fault.line > 0 && !fault.message.is_empty(), "{fault:?}");
                continue;
            }
        };
        reads_back(variant, &played);
    }
    if let Ok(text) = kif::decode(data) {
        let _ = kif::read(&text, variant);
        for (number, (first_line, game)) in (1..).zip(csa::games(&text)) {
            let _ = csa::read(game, variant, number, first_line);
        }
    }
}

fn reads_back(variant: &Interpreter, record: &Record) {
    let written = record.write(variant, &Layout::default()).expect("what has been read can be written");
    let again = Reader::new(written.as_bytes()).next().expect("there is a game").expect("it is text");
    let again = again.and_then(|text| text.play(variant)).unwrap_or_else(|fault| panic!("{fault}\n{written}"));
    assert_eq!(moves(&again.line), moves(&record.line), "{written}");
    assert_eq!((&again.scores, &again.start), (&record.scores, &record.start), "{written}");
    let twice = again.write(variant, &Layout::default()).expect("what has been read can be written");
    assert_eq!(twice, written, "writing is no fixed point");
}

/// The moves of a line, with those of its variations. (Comments are set anew: their spaces and braces may change.)
fn moves(line: &Line<Move>) -> Vec<(Move, Vec<u8>, Vec<Move>)> {
    fn all(line: &Line<Move>, into: &mut Vec<Move>) {
        for play in &line.plays {
            into.push(play.mv);
            play.variations.iter().for_each(|line| all(line, into));
        }
    }
    let of = |lines: &[Line<Move>]| {
        let mut moves = Vec::new();
        lines.iter().for_each(|line| all(line, &mut moves));
        moves
    };
    line.plays.iter().map(|play| (play.mv, play.nags.clone(), of(&play.variations))).collect()
}
