//! Rules in words: squares, movements, promotions and endings as sentences. Used by the pages and by `wazir diff`.

mod endings;
mod hexagons;
mod journeys;
mod movements;
pub mod rules;
mod turns;

pub use endings::{verdict, when};
pub use movements::{is_of_others, pattern, told};

use wazir_variant_spec::rules::{Board, Grid, Rules, Square, SquareSet};

/// A set of squares in words: `every square`, `rank 2`, `ranks 7-9`, `files d-f`, `d1-f3`, or the squares by name.
pub fn squares(board: &Board, set: &SquareSet) -> String {
    let all = board.all();
    if set.is_empty() {
        return "no square".to_string();
    }
    if all.minus(set).is_empty() {
        return "every square".to_string();
    }
    let line = |ranks: bool, index: u8| -> SquareSet {
        all.iter().filter(|&s| if ranks { board.row(s) } else { board.file(s) } == index).collect()
    };
    for (ranks, count) in [(true, board.ranks), (false, board.files)] {
        let full: Vec<u8> =
            (0..count).filter(|&i| line(ranks, i).minus(set).is_empty() && !line(ranks, i).is_empty()).collect();
        let covered = full.iter().fold(SquareSet::EMPTY, |sum, &i| sum.or(&line(ranks, i)));
        if !full.is_empty() && set.minus(&covered).is_empty() {
            let name = |i: u8| if ranks { (i as u16 + 1).to_string() } else { board.file_name(i) };
            let word = match (ranks, full.len()) {
                (true, 1) => "rank",
                (true, _) => "ranks",
                (false, 1) => "file",
                (false, _) => "files",
            };
            return format!("{word} {}", runs(&full, name).join(", "));
        }
    }
    rectangle(board, set).unwrap_or_else(|| listed(board, set))
}

/// Neighbouring numbers joined: `7-9`.
fn runs(numbers: &[u8], name: impl Fn(u8) -> String) -> Vec<String> {
    numbers
        .chunk_by(|a, b| a + 1 == *b)
        .map(|run| match run {
            [one] => name(*one),
            [first, .., last] => format!("{}-{}", name(*first), name(*last)),
            [] => String::new(),
        })
        .collect()
}

/// `d1-f3`, when the set is all squares of such a rectangle.
fn rectangle(board: &Board, set: &SquareSet) -> Option<String> {
    let span = |value: &dyn Fn(Square) -> u8| Some((set.iter().map(value).min()?, set.iter().map(value).max()?));
    let (left, right) = span(&|s| board.file(s))?;
    let (low, high) = span(&|s| board.row(s))?;
    let inside = |s: &Square| (left..=right).contains(&board.file(*s)) && (low..=high).contains(&board.row(*s));
    let whole: SquareSet = board.all().iter().filter(inside).collect();
    if whole != *set || set.len() < 3 {
        return None;
    }
    let corner = |file: u8, row: u8| format!("{}{}", board.file_name(file), u16::from(row) + 1);
    Some(format!("{}-{}", corner(left, low), corner(right, high)))
}

/// The squares by name, runs along a rank joined: `a1-c1, e1`.
fn listed(board: &Board, set: &SquareSet) -> String {
    let squares: Vec<Square> = set.iter().collect();
    let joined =
        |a: &Square, b: &Square| a + 1 == *b && board.rank(*a) == board.rank(*b) && board.grid == Grid::Squares;
    let runs = squares.chunk_by(joined).map(|run| match run {
        [first, _, .., last] => format!("{}-{}", board.name(*first), board.name(*last)),
        _ => run.iter().map(|&s| board.name(s)).collect::<Vec<_>>().join(", "),
    });
    runs.collect::<Vec<_>>().join(", ")
}

/// `a`, `a or b`, `a, b or c`.
pub fn any_of(items: &[String]) -> String {
    joined(items, "or")
}

/// `a`, `a and b`, `a, b and c`.
pub fn all_of(items: &[String]) -> String {
    joined(items, "and")
}

fn joined(items: &[String], word: &str) -> String {
    match items {
        [] => "none".to_string(),
        [one] => one.clone(),
        [start @ .., last] => format!("{} {word} {last}", start.join(", ")),
    }
}

/// With its article: `a knight`, `an elephant`.
pub fn a(noun: &str) -> String {
    format!("{} {noun}", if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" })
}

/// Names of piece types, in lower case, for use inside a sentence.
pub fn pieces(rules: &Rules, ids: &[u8]) -> Vec<String> {
    ids.iter().map(|&id| rules.pieces[id as usize].name.to_lowercase()).collect()
}

/// `3` as `three`, as books write it.
pub fn number(n: u64) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    WORDS.get(n as usize).map_or_else(|| n.to_string(), |word| (*word).to_string())
}

/// Makes the first letter a capital one.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(files: u8, ranks: u8) -> Board {
        Board::rectangle(files, ranks)
    }

    #[test]
    fn squares_read_as_people_write_them() {
        let board = board(9, 10);
        let set = |squares: &[Square]| squares.iter().copied().collect::<SquareSet>();
        assert_eq!(squares(&board, &board.all()), "every square");
        assert_eq!(squares(&board, &SquareSet::EMPTY), "no square");
        assert_eq!(squares(&board, &(9..18).collect()), "rank 2");
        assert_eq!(squares(&board, &(45..90).collect()), "ranks 6-10");
        assert_eq!(squares(&board, &set(&[3, 4, 5, 12, 13, 14, 21, 22, 23])), "d1-f3");
        assert_eq!(squares(&board, &set(&[0, 1, 2, 4])), "a1-c1, e1");
        assert_eq!(squares(&board, &(0..10).map(|rank| rank * 9).collect()), "file a");
    }

    #[test]
    fn lists_read_as_sentences() {
        let items = ["a", "b", "c"].map(String::from);
        assert_eq!(any_of(&items), "a, b or c");
        assert_eq!(all_of(&items[..1]), "a");
    }
}
