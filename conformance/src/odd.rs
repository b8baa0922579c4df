//! Positions that no game reaches: random placements, hands, rights and counters. Whatever a backend accepts it plays without panicking, and where both
//! accept a position they agree on it.

use crate::compare::agree;
use crate::random::Random;
use wazir_runtime::{Info, Style, Variant, fen::piece_symbol};
use wazir_variant_spec::Rules;

/// A FEN of the game's form with arbitrary contents. The sides' royals stand somewhere, most of the time.
pub fn odd_fen(rules: &Rules, info: &Info, random: &mut Random) -> String {
    let squares = info.squares();
    let kinds = info.pieces.len();
    let mut owners = Vec::new();
    for piece in 0..kinds as u8 {
        let sides = 0..info.sides.len() as u8;
        owners.extend(sides.filter(|&side| rules.piece_rules(piece, side).is_some()).map(|side| (side, piece)));
    }
    let is_royal = |side, piece| rules.piece_rules(piece, side).is_some_and(|rules| rules.royal);
    let mut board = vec![String::new(); squares];
    // Sparse boards as often as crowded ones: in a crowd somebody could nearly always capture a king.
    let most = (squares / [1, 3, 6, 12][random.below(4)]).max(1);
    for _ in 0..1 + random.below(most) {
        let (side, piece) = owners[random.below(owners.len())];
        if !is_royal(side, piece) {
            let mark = if info.promoted_marks && random.below(6) == 0 { "~" } else { "" };
            board[random.below(squares)] = format!("{}{mark}", piece_symbol(info, side, piece));
        }
    }
    for &(side, piece) in owners.iter().filter(|&&(side, piece)| is_royal(side, piece)) {
        if random.below(12) > 0 {
            board[random.below(squares)] = piece_symbol(info, side, piece);
        }
    }
    let rows = board
        .chunks(info.files as usize)
        .rev()
        .map(|row| row.iter().map(|cell| if cell.is_empty() { "1" } else { cell }).collect::<String>());
    let mut text = join_empty(&rows.collect::<Vec<_>>().join("/"));
    if info.hands {
        let pieces = (0..random.below(5))
            .map(|_| piece_symbol(info, random.below(info.sides.len()) as u8, random.below(kinds) as u8));
        text.push_str(&format!("[{}]", pieces.collect::<String>()));
    }
    let side = info.sides[random.below(info.sides.len())].letter;
    let rights = ["-", "KQkq", "K", "q", "Kq"]
        [if info.castlings.is_empty() || random.below(4) > 0 { 0 } else { random.below(5) }];
    let passed = if info.en_passant.is_empty() || random.below(6) > 0 {
        "-".to_string()
    } else {
        info.square_name(random.below(squares) as u16)
    };
    text.push_str(&format!(" {side} {rights} {passed}"));
    let counts: Vec<String> = info.checks.iter().map(|&most| random.below(most as usize + 1).to_string()).collect();
    if !counts.is_empty() {
        text.push_str(&format!(" {}", counts.join("+")));
    }
    if info.passes > 0 && random.below(3) == 0 {
        text.push_str(&format!(" {}p", random.below(info.passes as usize + 1)));
    }
    if info.ending_moves > 0 && random.below(6) == 0 {
        text.push_str(&format!(" {}d", 1 + random.below(info.ending_moves as usize + 1)));
    }
    if !info.turns.is_empty() && random.below(2) == 0 {
        let square = wazir_runtime::square_name(info.files, random.below(squares) as u16);
        let left = random.below(4);
        let progress = [format!("{left}m"), format!("{left}/{}m", 1 + random.below(5)), format!("{square}m")];
        text.push_str(&format!(" {}", progress[random.below(3)]));
    }
    text.push_str(&format!(" {} {}", random.below(150), random.below(300)));
    text
}

/// Replaces each run of the digit 1 by its length.
fn join_empty(board: &str) -> String {
    let mut joined = String::new();
    let mut empty = 0;
    for letter in board.chars().chain([' ']) {
        match letter.to_digit(10) {
            Some(digit) => empty += digit,
            None => {
                if empty > 0 {
                    joined.push_str(&empty.to_string());
                }
                empty = 0;
                joined.push(letter);
            }
        }
    }
    joined.trim_end().to_string()
}

/// Reads so many odd positions in both backends; how many were accepted.
///
/// # Errors
/// The first position that only one accepts, or on which they differ.
pub fn compare_odd_positions(
    rules: &Rules,
    compiled: &dyn Variant,
    reference: &dyn Variant,
    positions: usize,
) -> Result<usize, String> {
    let mut random = Random(1 + rules.id.len() as u64);
    let mut accepted = 0;
    for _ in 0..positions {
        let fen = odd_fen(rules, reference.info(), &mut random);
        match (reference.from_fen(&fen, Style::Standard), compiled.from_fen(&fen, Style::Standard)) {
            (Ok(first), Ok(second)) => {
                accepted += 1;
                agree(&*first, &*second).map_err(|what| format!("{fen}: {what}"))?;
            }
            (Err(_), Err(_)) => {}
            (Ok(_), Err(error)) => return Err(format!("{fen}: only the compiled game refuses it: {error}")),
            (Err(error), Ok(_)) => return Err(format!("{fen}: only the reference refuses it: {error}")),
        }
    }
    Ok(accepted)
}
