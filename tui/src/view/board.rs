//! A board: cells, pieces, marks and coordinates, as much of it as the window shows.

use crate::{
    geometry::Geometry,
    glyphs::Glyphs,
    selection::Target,
    theme::{Ground, Theme},
};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
};
use unicode_width::UnicodeWidthStr;
use wazir_runtime::{Cell, Info, Setup, Square};

/// What is marked on a board.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// The square under the cursor.
    pub cursor: Option<Square>,
    /// Where the move begins that is being chosen.
    pub selected: Option<Square>,
    /// Squares of the last move.
    pub last: Vec<Square>,
    /// Royals in check.
    pub checked: Vec<Square>,
    /// Where one may go.
    pub targets: Vec<(Square, Target)>,
}

/// Draws the part of a board that begins at `offset` (column and row of the board) into `window`.
#[allow(clippy::too_many_arguments, reason = "what a board looks like has that many sides")]
pub fn board(
    buffer: &mut Buffer,
    window: Rect,
    offset: (i32, i32),
    info: &Info,
    setup: &Setup,
    geometry: &Geometry,
    glyphs: &Glyphs,
    theme: Theme,
    marks: &Marks,
) {
    let pen = Pen { window, offset };
    for &(square, x, y) in geometry.cells() {
        let cell = setup.board.get(square as usize).copied().unwrap_or_default();
        if cell == Cell::Hole {
            continue;
        }
        let ground = Ground {
            shade: geometry.shade(square),
            last: marks.last.contains(&square),
            selected: marks.selected == Some(square),
            cursor: marks.cursor == Some(square),
            check: marks.checked.contains(&square),
            wall: cell == Cell::Wall,
        };
        let target = marks.targets.iter().find(|target| target.0 == square).map(|target| target.1);
        Painter { info, setup, glyphs, theme, size: geometry.cell() }.cell(buffer, &pen, (x, y), cell, ground, target);
    }
}

/// Writes where the window shows.
struct Pen {
    window: Rect,
    offset: (i32, i32),
}

impl Pen {
    /// Writes a text of one row; what would lie outside the window is left out.
    fn put(&self, buffer: &mut Buffer, (x, y): (i32, i32), text: &str, style: Style) {
        let (left, top) = (x - self.offset.0, y - self.offset.1);
        let inside = top >= 0 && top < i32::from(self.window.height);
        if !inside {
            return;
        }
        let mut column = left;
        for c in text.chars() {
            let mut one = [0; 4];
            let one: &str = c.encode_utf8(&mut one);
            let width = one.width() as i32;
            if column >= 0 && column + width <= i32::from(self.window.width) {
                buffer.set_string(self.window.x + column as u16, self.window.y + top as u16, one, style);
            }
            column += width;
        }
    }
}

/// What cells are painted with.
struct Painter<'a> {
    info: &'a Info,
    setup: &'a Setup,
    glyphs: &'a Glyphs,
    theme: Theme,
    size: (i32, i32),
}

impl Painter<'_> {
    fn cell(
        &self,
        buffer: &mut Buffer,
        pen: &Pen,
        (x, y): (i32, i32),
        cell: Cell,
        ground: Ground,
        target: Option<Target>,
    ) {
        let (width, height) = self.size;
        let style = self.theme.ground(ground);
        let fill = self.fill(ground).repeat(width as usize);
        for row in 0..height {
            pen.put(buffer, (x, y + row), &fill, style.patch(self.theme.faint_on_board()));
        }
        let middle = y + (height - 1) / 2;
        let (text, ink) = self.content(cell, target, ground);
        let taken = text.width() as i32;
        if taken > 0 {
            pen.put(buffer, (x + (width - taken) / 2, middle), &text, style.patch(ink));
        }
        let [left, right] = self.sides(cell, ground, target);
        for (text, column) in [(left, x), (right, x + width - 1)] {
            if let Some((text, ink)) = text {
                pen.put(buffer, (column, middle), text, style.patch(ink));
            }
        }
    }

    /// What cells are filled with: without colours, their shade.
    fn fill(&self, ground: Ground) -> &'static str {
        let shades = match (self.theme.has_colours(), self.glyphs.ascii) {
            (true, _) => return if ground.wall { self.wall() } else { " " },
            (false, true) => [".", " ", ":"],
            (false, false) => ["░", " ", "▒"],
        };
        if ground.wall { self.wall() } else { shades[ground.shade % 3] }
    }

    fn wall(&self) -> &'static str {
        if self.glyphs.ascii { "#" } else { "█" }
    }

    /// What stands in the middle of a cell.
    fn content(&self, cell: Cell, target: Option<Target>, ground: Ground) -> (String, Style) {
        let ascii = self.glyphs.ascii;
        match cell {
            Cell::Piece { side, piece, promoted } => {
                let text = self.glyphs.told(self.info, side, piece, self.theme.has_colours());
                let mut style = self.theme.piece(side, self.info.sides.len());
                // By their symbols such pieces are told by the plus sign they begin with.
                let is_promoted = self.info.pieces.get(piece as usize).is_some_and(|p| p.symbol.starts_with('+'));
                if promoted || is_promoted && !text.starts_with('+') {
                    style = style.add_modifier(Modifier::UNDERLINED);
                }
                if self.setup.out.contains(&side) {
                    style = style.patch(self.theme.faint());
                }
                (text, style)
            }
            _ => match target {
                None => (String::new(), Style::new()),
                Some(Target::Move) => (if ascii { "*" } else { "•" }.to_string(), self.theme.mark()),
                Some(Target::Hop) => (if ascii { "^" } else { "◆" }.to_string(), self.theme.mark()),
                Some(Target::Wall) => (if ascii || ground.cursor { "#" } else { "▪" }.to_string(), self.theme.mark()),
                Some(Target::Capture | Target::HopCapture) => {
                    (if ascii { "x" } else { "×" }.to_string(), self.theme.capture())
                }
            },
        }
    }

    /// What stands at the left and right end of a cell: so that nothing is told by colours alone.
    fn sides(&self, cell: Cell, ground: Ground, target: Option<Target>) -> [Option<(&'static str, Style)>; 2] {
        let ascii = self.glyphs.ascii;
        let plain = self.theme.edge();
        let on_piece = matches!(cell, Cell::Piece { .. });
        let capture = match target {
            Some(Target::Capture) if on_piece => Some([if ascii { "x" } else { "×" }; 2]),
            Some(Target::HopCapture) if on_piece && ascii => Some(["^", "x"]),
            Some(Target::HopCapture) if on_piece => Some(["◆", "×"]),
            Some(Target::Move | Target::Hop) if on_piece => Some([if ascii { "*" } else { "•" }; 2]),
            _ => None,
        };
        let pair = match () {
            () if ground.cursor => Some((["[", "]"], plain)),
            () if ground.selected => Some((["(", ")"], plain)),
            () if capture.is_some() => capture.map(|pair| (pair, self.theme.capture())),
            () if ground.check => Some((["!", "!"], plain)),
            () if ground.last && !self.theme.has_colours() => Some((["<", ">"], plain)),
            () => None,
        };
        pair.map_or([None, None], |([left, right], style)| [Some((left, style)), Some((right, style))])
    }
}
