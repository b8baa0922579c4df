//! FENs with random damage: no backend panics, both accept the same ones, and what they accept is the same position to both.

use crate::compare::{Hashes, observe, play, texts};
use crate::random::Random;
use wazir_runtime::{Info, Style, Variant, fen};

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

/// Reads so many damaged FENs, of these positions and the start, in both backends; how many were accepted.
///
/// # Errors
/// The first FEN that only one accepts, or on whose position they differ.
pub fn compare_damaged_fens(
    compiled: &dyn Variant,
    reference: &dyn Variant,
    mut openings: Vec<String>,
    fens: usize,
) -> Result<usize, String> {
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
