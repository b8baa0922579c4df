//! Boards and diagrams in the terminal, with box-drawing characters or in ASCII.

use super::diagram::{Diagram, Displaced, Mark, Way};
use super::layout::Layout;
use wazir_runtime::{Cell, Grid, Info, Setup, Square, file_name};
use wazir_variant_spec::rules::Board;

/// What the picture may use.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Characters beyond ASCII.
    pub unicode: bool,
    /// Colours, as ANSI terminals have them.
    pub color: bool,
}

impl Look {
    fn paint(self, code: &str, text: &str) -> String {
        if self.color && !code.is_empty() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }
}

/// The colour of each side's pieces.
const SIDE_COLORS: [&str; 2] = ["1", "1;34"];

/// The same where there are more than two: red, blue, yellow, green; and for a side that is out.
const MANY_COLORS: [&str; 4] = ["1;31", "1;34", "1;33", "1;32"];
const OUT_COLOR: &str = "2";

/// What is drawn on one square: its text (of `width` columns when shown), and its colour.
struct Drawn {
    text: String,
    code: &'static str,
    hole: bool,
}

/// A position: the board with its coordinates.
pub fn board(info: &Info, setup: &Setup, look: Look) -> String {
    let draw = |square: Square| match setup.board[square as usize] {
        Cell::Empty => Drawn { text: String::new(), code: "", hole: false },
        Cell::Hole => Drawn { text: String::new(), code: "", hole: true },
        Cell::Wall => Drawn { text: if look.unicode { "█" } else { "*" }.to_string(), code: "", hole: false },
        Cell::Piece { side, piece, promoted } => {
            let mut text = symbol(info, side, piece);
            if promoted {
                text.push('~');
            }
            let code = match info.has_many_sides() {
                true if setup.out.contains(&side) => OUT_COLOR,
                true => MANY_COLORS[usize::from(side) % MANY_COLORS.len()],
                false => SIDE_COLORS[usize::from(side) % SIDE_COLORS.len()],
            };
            Drawn { text, code, hole: false }
        }
    };
    match info.grid {
        Grid::Squares => grid(info.files, info.ranks, look, draw),
        Grid::Hexagons => honeycomb(info.files, info.ranks, look, draw),
    }
}

/// How FEN writes a piece.
pub fn symbol(info: &Info, side: u8, piece: u8) -> String {
    wazir_runtime::fen::piece_symbol(info, side, piece)
}

/// The pieces in a side's hand: `R B P3`, or `nothing`.
pub fn hand(info: &Info, setup: &Setup, side: u8) -> String {
    let held: Vec<String> = setup.hands[side as usize]
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0)
        .map(|(piece, count)| {
            let symbol = symbol(info, side, piece as u8);
            if *count == 1 { symbol } else { format!("{symbol}{count}") }
        })
        .collect();
    if held.is_empty() { "nothing".to_string() } else { held.join(" ") }
}

/// A diagram with its legend.
pub fn diagram(board: &Board, diagram: &Diagram, symbol: &str, look: Look) -> String {
    let combinations = combinations(diagram);
    let glyphs = glyphs(&combinations, look.unicode);
    let draw = |square: Square| {
        let text = |text: &str, code| Drawn { text: text.to_string(), code, hole: false };
        let marks = &diagram.marks[square as usize];
        if square == diagram.origin {
            return text(symbol, "1");
        }
        if let Some(index) = combinations.iter().position(|other| other == marks) {
            return text(&glyphs[index], if marks.iter().any(|mark| mark.captures) { "31" } else { "32" });
        }
        if diagram.between.contains(&square) {
            return text(if look.unicode { "·" } else { "." }, "2");
        }
        Drawn { text: String::new(), code: "", hole: board.holes.contains(square) }
    };
    let mut picture = match board.grid {
        Grid::Squares => grid(board.files, board.ranks, look, draw),
        Grid::Hexagons => honeycomb(board.files, board.ranks, look, draw),
    };
    for (marks, glyph) in combinations.iter().zip(&glyphs) {
        let words: Vec<String> = marks.iter().map(|&mark| diagram.words(board, mark)).collect();
        picture += &format!("  {glyph}  {}\n", words.join("; "));
    }
    let shown = |square: &Square| diagram.marks[*square as usize].is_empty();
    if diagram.between.iter().any(shown) {
        picture += &format!("  {}  a square between\n", if look.unicode { "·" } else { "." });
    }
    for some in diagram.some_squares(board) {
        picture += &format!("     {some}\n");
    }
    picture
}

/// The sets of marks that occur on squares, each once.
fn combinations(diagram: &Diagram) -> Vec<Vec<Mark>> {
    let mut found: Vec<Vec<Mark>> = diagram.marks.iter().filter(|marks| !marks.is_empty()).cloned().collect();
    found.sort();
    found.dedup();
    found
}

/// A glyph for each combination: the usual one where there is, else a letter.
fn glyphs(combinations: &[Vec<Mark>], unicode: bool) -> Vec<String> {
    let mut letters = "abcdefghijklmnopqrstuvwxyz".chars();
    let mut taken: Vec<String> = Vec::new();
    for marks in combinations {
        let glyph = match marks.as_slice() {
            [mark] => usual(*mark, unicode),
            // The cannon's lines.
            [a, b] if (a.way, a.captures, b.way, b.moves) == (Way::Plain, false, Way::Hop, false) => {
                Some(if unicode { "⊕" } else { "&" })
            }
            _ => None,
        };
        let glyph = glyph.map(String::from).filter(|glyph| !taken.contains(glyph));
        taken.push(glyph.unwrap_or_else(|| letters.next().map_or("?".to_string(), String::from)));
    }
    taken
}

fn usual(mark: Mark, unicode: bool) -> Option<&'static str> {
    if mark.displaced != Displaced::Nobody {
        return None;
    }
    let (nice, plain) = match (mark.way, mark.limited, mark.moves, mark.captures) {
        (Way::Plain, false, true, true) => ("●", "*"),
        (Way::Plain, false, true, false) => ("○", "o"),
        (Way::Plain, false, false, true) => ("×", "x"),
        (Way::Plain | Way::Lame, true, true, true) => ("◉", "@"),
        (Way::Plain | Way::Lame, true, true, false) => ("◌", "0"),
        (Way::Plain | Way::Lame, true, false, true) => ("⊗", "X"),
        (Way::Lame, false, true, true) => ("■", "#"),
        (Way::Lame, false, true, false) => ("□", "="),
        (Way::Hop | Way::Behind, false, true, true) => ("◆", "^"),
        (Way::Hop | Way::Behind, false, true, false) => ("◇", "~"),
        (Way::Hop | Way::Behind, false, false, true) => ("◈", "%"),
        _ => return None,
    };
    Some(if unicode { nice } else { plain })
}

/// The board as a grid with coordinates.
fn grid(files: u8, ranks: u8, look: Look, draw: impl Fn(Square) -> Drawn) -> String {
    let square = |file: u8, rank: u8| Square::from(file) + Square::from(rank) * Square::from(files);
    let texts = (0..ranks).flat_map(|rank| (0..files).map(move |file| square(file, rank)));
    let names = (0..files).map(|file| file_name(file).chars().count());
    let inner = texts.map(|s| draw(s).text.chars().count()).chain(names).max().unwrap_or(1).max(1) + 2;
    let margin = ranks.to_string().len() + 1;
    let (bar, dash, corners) = if look.unicode {
        ("│", "─", [["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"]])
    } else {
        ("|", "-", [["+", "+", "+"]; 3])
    };
    let line = |[left, middle, right]: [&str; 3]| {
        let cells = vec![dash.repeat(inner); files as usize].join(middle);
        format!("{:margin$} {left}{cells}{right}\n", "")
    };
    let mut picture = line(corners[0]);
    for rank in (0..ranks).rev() {
        picture += &format!("{:>margin$} {bar}", rank + 1);
        for file in 0..files {
            let drawn = draw(square(file, rank));
            let fill = if drawn.hole { if look.unicode { "░" } else { "#" } } else { " " };
            let free = inner - drawn.text.chars().count();
            // A sign before or after the letter (`+P`, `P~`) does not move the letter out of the middle.
            let left = if drawn.text.starts_with('+') { (free - 1) / 2 } else { free / 2 };
            picture += &fill.repeat(left);
            picture += &look.paint(drawn.code, &drawn.text);
            picture += &fill.repeat(free - left);
            picture += bar;
        }
        picture.push('\n');
        picture += &line(if rank > 0 { corners[1] } else { corners[2] });
    }
    picture += &" ".repeat(margin + 2);
    for file in 0..files {
        picture += &format!("{:^inner$} ", file_name(file));
    }
    picture.truncate(picture.trim_end().len());
    picture.push('\n');
    picture
}

/// A board of hexagons: every file is a column, each cell half a cell lower than the one left of it. Numbers of ranks stand left of their first cell, letters of
/// files below their lowest.
fn honeycomb(files: u8, ranks: u8, look: Look, draw: impl Fn(Square) -> Drawn) -> String {
    let layout = Layout::new(Grid::Hexagons, files, ranks, |square| !draw(square).hole);
    let cells = || layout.squares().filter(|&square| !draw(square).hole);
    let inner = cells().map(|square| draw(square).text.chars().count()).max().unwrap_or(1).max(1);
    // A column: the text, and room for the number of a rank before it.
    let step = inner + 3;
    let column = |square: Square| (square % Square::from(files)) as usize;
    let (high, low) = layout.levels();
    let (numbered, lettered) = (layout.leftmost_of_ranks(), layout.lowest_of_files());
    let mut picture = String::new();
    // The letters below stand where the next cell of their file would.
    for level in (low - 2..=high).rev() {
        let mut line = String::new();
        let mut reached = 0;
        for file in 0..files as usize {
            let here = |&square: &Square| column(square) == file;
            let cell = cells().filter(here).find(|&square| layout.level(square) == level);
            let above = lettered.iter().copied().filter(here).find(|&square| layout.level(square) - 2 == level);
            let (before, text, code) = match (cell, above) {
                (Some(square), _) => {
                    let drawn = draw(square);
                    let empty = if look.unicode { "⬡" } else { "-" };
                    let text = if drawn.text.is_empty() { empty.to_string() } else { drawn.text };
                    (numbered.contains(&square).then(|| layout.name(square).1), text, drawn.code)
                }
                (None, Some(square)) => (None, layout.name(square).0, ""),
                (None, None) => continue,
            };
            let start = 3 + file * step;
            let before = before.unwrap_or_default();
            line += &" ".repeat((start - 1).saturating_sub(reached + before.len()));
            line += &before;
            line += " ";
            line += &look.paint(code, &text);
            reached = start + text.chars().count();
        }
        picture += line.trim_end();
        picture.push('\n');
    }
    picture
}
