//! FENs with random damage: no backend panics, both accept the same ones, and what they accept is the same position to both.
#![allow(missing_docs)]

mod common;
#[path = "common/differential.rs"]
mod differential;

use common::{dearness, game_names, in_parallel, perft_rows, rules};
use differential::{Hashes, Random, observe, play, texts};
use wazir_reference::Interpreter;
use wazir_runtime::{Info, Style, Variant, fen};

/// FENs for each game.
const FENS: usize = if cfg!(debug_assertions) { 100 } else { 1_000 };

/// A few random changes to a FEN: mostly such that it stays one.
fn damage(info: &Info, text: &str, random: &mut Random) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(3) {
        let at = random.below(chars.len().max(1)).min(chars.len());
        let is_piece = |c: &char| c.is_ascii_alphabetic();
        let board_end = chars.iter().position(|&c| c == ' ').unwrap_or(chars.len());
        let pieces: Vec<usize> = (0..board_end).filter(|&i| is_piece(&chars[i])).collect();
        let symbol = &info.pieces[random.below(info.pieces.len())].symbol;
        let symbol = if random.below(2) == 0 { symbol.to_lowercase() } else { symbol.to_string() };
        match random.below(8) {
            // Another piece, or none, where a piece stands.
            0..=2 if !pieces.is_empty() => {
                let place = pieces[random.below(pieces.len())];
                let new = if random.below(3) == 0 { "1".to_string() } else { symbol };
                chars.splice(place..=place, new.chars());
            }
            // Two pieces change places.
            3 if !pieces.is_empty() => {
                chars.swap(pieces[random.below(pieces.len())], pieces[random.below(pieces.len())])
            }
            // The other side to move.
            4 if chars.get(board_end + 1).is_some() => {
                let other = if chars[board_end + 1] == 'w' { 'b' } else { 'w' };
                chars[board_end + 1] = other;
            }
            // Another field after the side.
            5 => {
                let mut fields: Vec<String> = chars.iter().collect::<String>().split(' ').map(str::to_string).collect();
                let number = random.below(fields.len());
                let new = ["-", "KQkq", "HAha", "e3", "e6", "d3", "3+1", "+1+2", "0", "4294967295", "99999999999"];
                if number > 1 {
                    fields[number] = new[random.below(new.len())].to_string();
                }
                chars = fields.join(" ").chars().collect();
            }
            // Any character anywhere.
            6 => {
                let any = ['1', '9', '/', '[', ']', '~', '+', '*', '_', ' ', '-', 'K', 'k', 'é', '\u{0}'];
                chars.insert(at, any[random.below(any.len())]);
            }
            _ if at < chars.len() => {
                chars.remove(at);
            }
            _ => {}
        }
    }
    chars.into_iter().collect()
}

/// The first difference between the backends.
fn compare(name: &str) -> Result<usize, String> {
    let rules = rules(name);
    let fens = (FENS / dearness(&rules)).max(100);
    let reference = Interpreter::new(rules);
    let compiled = wazir::compiled::variants().iter().find(|game| game.info().id == name);
    let compiled: &dyn Variant = compiled.map_or(&reference, |game| *game);
    let mut openings: Vec<String> =
        perft_rows().into_iter().filter(|row| row.variant == name).map(|row| row.fen).collect();
    openings.push(reference.info().start_fen.to_string());
    let mut random = Random(0xFE4);
    let mut accepted = 0;
    for _ in 0..fens {
        let text = damage(reference.info(), &openings[random.below(openings.len())], &mut random);
        let style = [Style::Game, Style::Standard, Style::Chess960][random.below(3)];
        if let Err(error) = fen::parse(reference.info(), &text, style)
            && text.get(error.span.0..error.span.1).is_none()
        {
            return Err(format!("{text}: {error:?} points outside the text"));
        }
        match (compiled.from_fen(&text, style), reference.from_fen(&text, style)) {
            (Ok(one), Ok(other)) => {
                // Equal positions under different texts: hashes are compared by the differential test.
                observe(&*one, &*other, &mut [Hashes::default(), Hashes::default()])
                    .map_err(|what| format!("{text}: {what}"))?;
                let moves = texts(&*one);
                for _ in 0..moves.len().min(2) {
                    let mv = &moves[random.below(moves.len())];
                    let mut next = [one.boxed(), other.boxed()];
                    next.iter_mut().try_for_each(|game| play(&mut **game, mv))?;
                    let [after_one, after_other] = &next;
                    observe(&**after_one, &**after_other, &mut [Hashes::default(), Hashes::default()])
                        .map_err(|what| format!("{text} after {mv}: {what}"))?;
                }
                accepted += 1;
            }
            (Err(_), Err(_)) => {}
            (Ok(_), Err(error)) => return Err(format!("{text}: only the reference refuses it: {error}")),
            (Err(error), Ok(_)) => return Err(format!("{text}: only the compiled game refuses it: {error}")),
        }
    }
    Ok(accepted)
}

#[test]
fn both_backends_read_damaged_fens_alike() {
    let names = game_names();
    let results = in_parallel(&names, |name| compare(name).map_err(|what| format!("{name}: {what}")));
    let wrong: Vec<String> = results.iter().filter_map(|result| result.as_ref().err().cloned()).collect();
    assert!(wrong.is_empty(), "{} of {} games differ:\n\n{}", wrong.len(), names.len(), wrong.join("\n\n"));
    // Damage that nothing survives would prove nothing about positions.
    let accepted: usize = results.iter().flatten().sum();
    assert!(accepted > names.len() * FENS / 20, "only {accepted} FENs were accepted");
}

/// Found by damage: a pawn on the last rank, where no game puts it, has no move over the edge of the board.
#[test]
fn a_pawn_on_the_last_rank_stays_there() {
    let text = "lnsgkgsPl/1r5b1/1pppppppp/9/9/9/nPPPPP1PP/1B5R1/LNSGKGSNL[] w - - 0 1";
    let reference = Interpreter::new(rules("shogi"));
    let games: [&dyn Variant; 2] = [
        &reference,
        wazir::compiled::variants().iter().find(|game| game.info().id == "shogi").map_or(&reference, |g| *g),
    ];
    for game in games {
        let position = game.from_fen(text, Style::Game).expect("an odd position, but one that can be played");
        assert!(!texts(&*position).iter().any(|mv| mv.starts_with("h9")));
    }
}
