//! The smallest file on which the backends still disagree in the same way.

use crate::batch::{Batch, Fate, fate};
use crate::maker::read;
use crate::value::{Value, text, word};
use std::collections::BTreeSet;

/// Files that are tried at once.
const AT_ONCE: usize = 16;

/// What kind of disagreement a message tells of.
pub fn kind(message: &str) -> &'static str {
    const KINDS: [&str; 14] = [
        "the generator panicked",
        "the code does not compile",
        "was given up after",
        "panicked",
        "the legal moves differ",
        "the positions differ",
        "the positions behind equal FENs differ",
        "the count and the list differ",
        "the outcomes differ",
        "the checkers differ",
        "one hash for two positions",
        "two hashes for",
        "reads its own FEN",
        "refuse",
    ];
    KINDS.into_iter().find(|kind| message.contains(kind)).unwrap_or("something else")
}

/// Takes out of a file whatever can be missing while the backends disagree in the same way.
///
/// # Errors
/// As of [`Batch::run`].
pub fn shrink(
    batch: &Batch,
    name: &str,
    file: &Value,
    kind_of: &str,
    told: &mut dyn FnMut(&str),
) -> Result<Value, String> {
    let mut best = file.clone();
    let mut known = BTreeSet::new();
    loop {
        let mut candidates = smaller(&best);
        candidates.retain(|value| known.insert(value.print()) && read(name, value).is_ok());
        candidates.sort_by_cached_key(|value| value.print().len());
        let mut found = None;
        for chunk in candidates.chunks(AT_ONCE) {
            found = disagreeing(batch, name, chunk, kind_of)?;
            if found.is_some() {
                break;
            }
        }
        match found {
            Some(smaller) => best = smaller,
            None => return Ok(best),
        }
        told(&format!("{} bytes", best.print().len()));
    }
}

/// The smallest of these on which the backends disagree in this way.
fn disagreeing(batch: &Batch, name: &str, candidates: &[Value], kind_of: &str) -> Result<Option<Value>, String> {
    let mut compiled = Vec::new();
    for (at, value) in candidates.iter().enumerate() {
        let Ok(game) = read(name, value) else { continue };
        match fate(&game) {
            Fate::Panicked(message) if kind(&message) == kind_of => return Ok(Some(value.clone())),
            Fate::Compiled if kind_of != "the generator panicked" => {
                compiled.push((format!("{name}-{at}"), value.print()));
            }
            _ => {}
        }
    }
    if compiled.is_empty() {
        return Ok(None);
    }
    let results = batch.run(&compiled)?;
    let disagrees = |at: &usize| match results.get(&format!("{name}-{at}")) {
        Some(Err(message)) => kind(message) == kind_of,
        _ => false,
    };
    Ok((0..candidates.len()).find(disagrees).map(|at| candidates[at].clone()))
}

/// All files with one thing less: what [`Value::smaller`] takes out, pieces of the start position, letters of movements, edges of the board.
fn smaller(file: &Value) -> Vec<Value> {
    let mut all = file.smaller();
    if let Some(Value::Text(start)) = file.get("start") {
        let mut emptier: Vec<String> = Vec::new();
        let (board, rest) = start.split_once(' ').unwrap_or((start, ""));
        let cells = cells(board);
        let kinds: BTreeSet<&String> = cells.iter().flatten().filter(|cell| !is_empty(cell)).collect();
        for kind in kinds {
            let without = cells
                .iter()
                .map(|row| row.iter().map(|cell| if cell == kind { "1".to_string() } else { cell.clone() }).collect());
            emptier.push(printed(&without.collect::<Vec<Vec<String>>>(), board));
        }
        for (rank, row) in cells.iter().enumerate() {
            for file in 0..row.len() {
                if !is_empty(&row[file]) {
                    let mut without = cells.clone();
                    without[rank][file] = "1".to_string();
                    emptier.push(printed(&without, board));
                }
            }
        }
        if let Some(open) = board.find('[') {
            emptier.push(format!("{}[]", &board[..open]));
        }
        all.extend(emptier.into_iter().map(|board| {
            let mut other = file.clone();
            other.set("start", text(format!("{board} {rest}")));
            other
        }));
        all.extend(narrower(file, &cells, board, rest));
    }
    all.extend(file.edited("", &|field, text| {
        if field != "moves" || text.len() < 2 || !text.is_ascii() {
            return Vec::new();
        }
        (0..text.len()).map(|at| format!("{}{}", &text[..at], &text[at + 1..])).collect()
    }));
    all
}

/// The file with a file or a rank less.
fn narrower(file: &Value, cells: &[Vec<String>], board: &str, rest: &str) -> Vec<Value> {
    let edge = |name: &str| match file.get("board").and_then(|board| board.get(name)) {
        Some(Value::Word(number)) => number.parse::<usize>().unwrap_or(0),
        _ => 0,
    };
    let with = |name: &str, cells: &[Vec<String>]| {
        let mut other = file.clone();
        let mut shape = file.get("board").cloned()?;
        shape.set(name, word(edge(name).checked_sub(1)?));
        other.set("board", shape);
        other.set("start", text(format!("{} {rest}", printed(cells, board))));
        Some(other)
    };
    let mut all = Vec::new();
    for rank in 0..cells.len() {
        let mut fewer = cells.to_vec();
        fewer.remove(rank);
        all.extend(with("ranks", &fewer));
    }
    for at in 0..cells.first().map_or(0, Vec::len) {
        let mut fewer = cells.to_vec();
        fewer.iter_mut().filter(|row| at < row.len()).for_each(|row| drop(row.remove(at)));
        all.extend(with("files", &fewer));
    }
    all
}

/// The squares of a FEN's board, row by row as they are written, without the hand.
fn cells(board: &str) -> Vec<Vec<String>> {
    let board = board.split('[').next().unwrap_or("");
    let row = |row: &str| {
        let mut cells: Vec<String> = Vec::new();
        let mut prefix = String::new();
        let mut digits = String::new();
        for c in row.chars().chain(['\0']) {
            if c.is_ascii_digit() {
                digits.push(c);
                continue;
            }
            let empty: usize = digits.parse().unwrap_or(0);
            cells.extend(std::iter::repeat_n("1".to_string(), empty));
            digits.clear();
            match c {
                '\0' => {}
                '+' => prefix.push(c),
                '\'' | '!' | '~' => cells.last_mut().into_iter().for_each(|last| last.push(c)),
                _ => cells.push(format!("{}{c}", std::mem::take(&mut prefix))),
            }
        }
        cells
    };
    board.split('/').map(row).collect()
}

fn is_empty(cell: &str) -> bool {
    cell == "1"
}

/// The squares as a FEN's board, with the hand of the one that they are from.
fn printed(cells: &[Vec<String>], board: &str) -> String {
    let row = |row: &Vec<String>| {
        let mut text = String::new();
        let mut empty = 0;
        for cell in row.iter().map(String::as_str).chain([""]) {
            if is_empty(cell) {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
            empty = 0;
            text.push_str(cell);
        }
        text
    };
    let hand = board.find('[').map_or("", |open| &board[open..]);
    format!("{}{hand}", cells.iter().map(row).collect::<Vec<_>>().join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_and_printed() {
        for board in ["k3/4/+P'p*_/3K[Pp]", "12/rK10"] {
            assert_eq!(printed(&cells(board), board), board);
        }
    }
}
