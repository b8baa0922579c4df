//! Boards and diagrams as SVG: one file that needs no font and no image of its own beyond letters.

use super::diagram::{Diagram, Displaced, Mark, Way};
use super::layout::{CELL, Layout};
use std::fmt::Write;
use wazir_runtime::{Cell, Info, Setup, Square};
use wazir_variant_spec::rules::Board;

/// Room for coordinates.
const MARGIN: i32 = 24;

const LIGHT: &str = "#f3e6cd";
const DARK: &str = "#dcc19a";
/// The third colour of hexagons.
const DARKER: &str = "#c3a277";
const INK: &str = "#3b2f22";

/// A picture of a position, with hands above and below the board where the game has them.
pub fn board(info: &Info, setup: &Setup) -> String {
    let held = |side: usize| setup.hands.get(side).is_some_and(|hand| hand.iter().any(|count| *count > 0));
    let room = |held: bool| if held { CELL } else { 0 };
    let exists = |square: Square| setup.board[square as usize] != Cell::Hole;
    let layout = Layout::new(info.grid, info.files, info.ranks, exists);
    let mut canvas = Canvas::new(layout, room((1..info.sides.len()).any(held)), room(held(0)));
    canvas.squares(|square| match setup.board[square as usize] {
        Cell::Hole => Ground::Hole,
        Cell::Wall => Ground::Wall,
        _ => Ground::Square,
    });
    for square in 0..info.squares() as Square {
        if let Cell::Piece { side, piece, promoted } = setup.board[square as usize] {
            let (x, y) = canvas.centre(square);
            let royal = info.pieces[piece as usize].royal;
            let symbol = info.pieces[piece as usize].symbol.to_string() + if promoted { "~" } else { "" };
            canvas.piece(x, y, tone(info, setup, side), &symbol, royal);
        }
    }
    if info.hands {
        for side in 0..info.sides.len() as u8 {
            hand(&mut canvas, info, setup, side);
        }
    }
    canvas.finish(&format!("{}: {}", info.name, info.start_fen))
}

/// The colour of a side's pieces: of two, light and dark; of more, red, blue, yellow and green, and grey for one that is out.
fn tone(info: &Info, setup: &Setup, side: u8) -> u8 {
    match info.has_many_sides() {
        true if setup.out.contains(&side) => 6,
        true => side + 2,
        false => side,
    }
}

/// The pieces a side holds, in a row above (second side) or below the board.
fn hand(canvas: &mut Canvas, info: &Info, setup: &Setup, side: u8) {
    let y = if side == 0 { canvas.height - CELL / 2 - 2 } else { CELL / 2 + 2 };
    let mut x = MARGIN + CELL / 2;
    for (piece, count) in setup.hands[side as usize].iter().enumerate().filter(|(_, count)| **count > 0) {
        canvas.piece(x, y, tone(info, setup, side), &info.pieces[piece].symbol, false);
        x += CELL / 2 + 4;
        if *count > 1 {
            canvas.label(x, y, &format!("×{count}"), 13);
            x += CELL / 2;
        }
        x += CELL / 2;
    }
}

/// A picture of how a piece moves, with its legend below.
pub fn diagram(board: &Board, diagram: &Diagram, symbol: &str, side: u8, title: &str) -> String {
    let kinds = diagram.kinds();
    let limits = diagram.some_squares(board);
    let between = diagram.between.iter().any(|&square| diagram.marks[square as usize].is_empty());
    let lines = kinds.len() + limits.len() + usize::from(between);
    let layout = Layout::new(board.grid, board.files, board.ranks, |square| !board.holes.contains(square));
    let mut canvas = Canvas::new(layout, 0, 22 * lines as i32 + 8);
    let widest = kinds
        .iter()
        .map(|kind| diagram.words(board, *kind).chars().count())
        .chain(limits.iter().map(|l| l.chars().count()))
        .max();
    canvas.width = canvas.width.max(MARGIN + 30 + 7 * widest.unwrap_or(0) as i32);
    canvas.squares(|square| if board.holes.contains(square) { Ground::Hole } else { Ground::Square });
    let (x, y) = canvas.centre(diagram.origin);
    for &end in &diagram.lines {
        let (to_x, to_y) = canvas.centre(end);
        let _ = writeln!(
            canvas.body,
            r##"<path d="M{x} {y}L{to_x} {to_y}" stroke="#5c7f5c" stroke-width="3" stroke-opacity=".3"/>"##
        );
    }
    for square in 0..board.squares() {
        let (x, y) = canvas.centre(square);
        let marks = &diagram.marks[square as usize];
        for mark in marks {
            canvas.mark(x, y, *mark);
        }
        if marks.is_empty() && diagram.between.contains(&square) {
            canvas.between(x, y);
        }
    }
    canvas.piece(x, y, side, symbol, false);
    let mut y = canvas.board_bottom() + MARGIN + 14;
    let text_x = MARGIN + 24;
    for kind in &kinds {
        canvas.mark(MARGIN + 8, y, *kind);
        canvas.legend(text_x, y, &diagram.words(board, *kind));
        y += 22;
    }
    if between {
        canvas.between(MARGIN + 8, y);
        canvas.legend(text_x, y, "a square between");
        y += 22;
    }
    for limit in &limits {
        canvas.legend(text_x, y, limit);
        y += 22;
    }
    canvas.finish(title)
}

/// What a square of the board is.
enum Ground {
    Square,
    Hole,
    Wall,
}

struct Canvas {
    layout: Layout,
    top: i32,
    width: i32,
    height: i32,
    body: String,
}

impl Canvas {
    fn new(layout: Layout, above: i32, below: i32) -> Canvas {
        Canvas {
            top: 8 + above,
            width: MARGIN + layout.width() + 8,
            height: 8 + above + layout.height() + MARGIN + below,
            layout,
            body: String::new(),
        }
    }

    /// The middle of a square.
    fn centre(&self, square: Square) -> (i32, i32) {
        let (x, y) = self.layout.centre(square);
        (MARGIN + x, self.top + y)
    }

    fn board_bottom(&self) -> i32 {
        self.top + self.layout.height()
    }

    /// The squares and the coordinates.
    fn squares(&mut self, ground: impl Fn(Square) -> Ground) {
        // All squares of one colour are one path.
        let mut paths = [LIGHT, DARK, DARKER, "#6d6257"].map(|fill| (fill, String::new()));
        for square in self.layout.squares() {
            let kind = match ground(square) {
                Ground::Hole => continue,
                Ground::Wall => 3,
                Ground::Square => self.layout.shade(square),
            };
            paths[kind].1 += &self.layout.outline(self.centre(square));
        }
        for (fill, path) in paths.iter().filter(|(_, path)| !path.is_empty()) {
            let _ = writeln!(self.body, r##"<path d="{path}" fill="{fill}" stroke="#b2946a" stroke-width=".5"/>"##);
        }
        for label in self.layout.labels(MARGIN / 2) {
            self.label(MARGIN + label.x, self.top + label.y, &label.text, 12);
        }
    }

    fn label(&mut self, x: i32, y: i32, text: &str, size: i32) {
        let y = y + size / 3;
        let _ = writeln!(self.body, r##"<text x="{x}" y="{y}" font-size="{size}" class="c">{}</text>"##, escaped(text));
    }

    fn legend(&mut self, x: i32, y: i32, text: &str) {
        let y = y + 4;
        let _ = writeln!(self.body, r##"<text x="{x}" y="{y}" font-size="13">{}</text>"##, escaped(text));
    }

    /// A piece: a disc in its side's colour (see [`tone`]) with its letters; a ring marks royals.
    fn piece(&mut self, x: i32, y: i32, tone: u8, symbol: &str, royal: bool) {
        const COLORS: [(&str, &str); 7] = [
            ("#fffdf8", "#2b2b2b"),
            ("#3a3a42", "#f6f1e6"),
            ("#a8402f", "#fff4ec"),
            ("#2f5f8f", "#eef6ff"),
            ("#e2b93b", "#2b2b2b"),
            ("#3d7d4a", "#f0fff2"),
            ("#a7a39b", "#57534d"),
        ];
        let (fill, ink) = COLORS[usize::from(tone) % COLORS.len()];
        let _ = writeln!(
            self.body,
            r##"<circle cx="{x}" cy="{y}" r="17" fill="{fill}" stroke="{INK}" stroke-width="1.5"/>"##
        );
        if royal {
            let _ = writeln!(
                self.body,
                r##"<circle cx="{x}" cy="{y}" r="14" fill="none" stroke="#c9972c" stroke-width="1.6"/>"##
            );
        }
        let size = match symbol.chars().count() {
            1 => 19,
            2 | 3 => 15,
            _ => 12,
        };
        let y = y + size * 7 / 20;
        let _ = writeln!(
            self.body,
            r##"<text x="{x}" y="{y}" font-size="{size}" font-weight="bold" class="c" fill="{ink}">{}</text>"##,
            escaped(symbol)
        );
    }

    /// A square between.
    fn between(&mut self, x: i32, y: i32) {
        let _ = writeln!(self.body, r##"<circle cx="{x}" cy="{y}" r="3" fill="#8a7a66"/>"##);
    }

    /// A way to get to a square. Shape: round is free, square is lame, a diamond hops. Filled: moves or captures; outline: moves
    /// only; a cross: captures only. Dashed: only from some squares.
    fn mark(&mut self, x: i32, y: i32, mark: Mark) {
        let displaces = mark.displaced != Displaced::Nobody;
        let color = match (mark.moves, mark.captures) {
            _ if displaces => "#7a4fa3",
            (true, true) => "#2e7d4f",
            (true, false) => "#2d6da3",
            (false, _) => "#b3382c",
        };
        let dashes = if mark.limited { r##" stroke-dasharray="2.5 2""## } else { "" };
        let fill = match (mark.moves && mark.captures, mark.limited) {
            (true, false) => color,
            (true, true) => "#a9d3b8",
            _ => "none",
        };
        let (x, y) = (f64::from(x), f64::from(y));
        let r = 7.0;
        let shape = match mark.way {
            _ if !mark.moves && !displaces => {
                let (a, b, c, d) = (x - r, y - r, x + r, y + r);
                let _ = writeln!(
                    self.body,
                    r##"<path d="M{a} {b}L{c} {d}M{a} {d}L{c} {b}" stroke="{color}" stroke-width="3"{dashes}/>"##
                );
                match mark.way {
                    Way::Plain => return,
                    Way::Lame | Way::Legs | Way::Capturing | Way::Friend => outline_square(x, y, 10.0),
                    Way::Hop | Way::Behind | Way::Jump => outline_diamond(x, y, 13.0),
                }
            }
            Way::Plain => format!(r##"<circle cx="{x}" cy="{y}" r="{r}""##),
            Way::Lame | Way::Legs | Way::Capturing | Way::Friend => outline_square(x, y, r - 0.5),
            Way::Hop | Way::Behind | Way::Jump => outline_diamond(x, y, r + 2.0),
        };
        let _ = writeln!(self.body, r##"{shape} fill="{fill}" stroke="{color}" stroke-width="2"{dashes}/>"##);
    }

    fn finish(self, title: &str) -> String {
        let Canvas { width, height, body, .. } = self;
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="'DejaVu Sans', Verdana, Helvetica, Arial, sans-serif" fill="{INK}">
<style>.c{{text-anchor:middle}}</style>
<title>{}</title>
<rect width="{width}" height="{height}" fill="#fffaf0" rx="6"/>
{body}</svg>
"##,
            escaped(title)
        )
    }
}

fn outline_square(x: f64, y: f64, r: f64) -> String {
    format!(r##"<rect x="{}" y="{}" width="{}" height="{}""##, x - r, y - r, 2.0 * r, 2.0 * r)
}

fn outline_diamond(x: f64, y: f64, r: f64) -> String {
    format!(r##"<path d="M{x} {}L{} {y}L{x} {}L{} {y}Z""##, y - r, x + r, y + r, x - r)
}

/// Text as XML wants it.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
