//! [`Geometry`]: where the cells of a board lie in a grid of characters, however the board is turned, and which cell lies where.

use wazir_runtime::{Grid, Info, SideId, Square};

/// Quarter turns of the board, to the left; 0: as the first side sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Turned(u8);

impl Turned {
    /// As the first side sees it.
    pub const NOT: Turned = Turned(0);

    /// As this side sees it: what is forward for it is up.
    pub fn for_side(info: &Info, side: SideId) -> Turned {
        if !sits_around(info) {
            return if side == 0 { Turned(0) } else { Turned(2) };
        }
        // Sides sit clockwise: the second at the left.
        Turned(side % 4)
    }

    /// The next way to look at the board.
    #[must_use]
    pub fn next(self, info: &Info) -> Turned {
        Turned((self.0 + if sits_around(info) { 1 } else { 2 }) % 4)
    }
}

/// Does somebody sit at the left or right of the board?
fn sits_around(info: &Info) -> bool {
    info.grid == Grid::Squares && info.seats.iter().any(|seat| seat.sideways)
}

/// How a board is laid out in characters, from its left upper corner.
#[derive(Clone, Debug)]
pub struct Geometry {
    grid: Grid,
    files: i32,
    turned: Turned,
    /// The cells that there are, with the columns and rows of their left upper corners.
    cells: Vec<(Square, i32, i32)>,
    /// Columns and rows of a cell.
    cell: (i32, i32),
    size: (i32, i32),
}

/// A direction on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the left.
    Left,
    /// Down.
    Down,
    /// Up.
    Up,
    /// To the right.
    Right,
}

impl Geometry {
    /// A board whose cells have so many columns and rows. (Rows of hexagons are rounded up to an even number: neighbouring files lie half a cell apart.)
    pub fn new(info: &Info, turned: Turned, (width, height): (u16, u16)) -> Geometry {
        let hexagons = info.grid == Grid::Hexagons;
        let height = if hexagons { i32::from(height.max(2)) / 2 * 2 } else { i32::from(height) };
        let cell = (i32::from(width), height);
        let mut geometry =
            Geometry { grid: info.grid, files: info.files.into(), turned, cells: Vec::new(), cell, size: (0, 0) };
        let exists = |square: &Square| info.holes.binary_search(square).is_err();
        let place = |square| {
            let (column, row) = geometry.place(square);
            (square, column * cell.0, row * cell.1 / if hexagons { 2 } else { 1 })
        };
        let mut cells: Vec<(Square, i32, i32)> = (0..info.squares() as Square).filter(exists).map(place).collect();
        let least = |of: fn(&(Square, i32, i32)) -> i32| cells.iter().map(of).min().unwrap_or(0);
        let (left, top) = (least(|c| c.1), least(|c| c.2));
        for (_, x, y) in &mut cells {
            (*x, *y) = (*x - left, *y - top);
        }
        let most = |of: fn(&(Square, i32, i32)) -> i32| cells.iter().map(of).max().unwrap_or(0);
        geometry.size = (most(|c| c.1) + cell.0, most(|c| c.2) + cell.1);
        geometry.cells = cells;
        geometry
    }

    /// Column and row of a cell, counted in cells, from anywhere; in rows of half hexagons.
    fn place(&self, square: Square) -> (i32, i32) {
        let (file, rank) = (i32::from(square) % self.files, i32::from(square) / self.files);
        match (self.grid, self.turned.0) {
            (Grid::Squares, 0) => (file, -rank),
            (Grid::Squares, 1) => (-rank, -file),
            (Grid::Squares, 2) => (-file, rank),
            (Grid::Squares, _) => (rank, file),
            (Grid::Hexagons, 0 | 1) => (file, file - 2 * rank),
            (Grid::Hexagons, _) => (-file, 2 * rank - file),
        }
    }

    /// Columns and rows of the whole board.
    pub fn size(&self) -> (i32, i32) {
        self.size
    }
    /// Columns and rows of a cell.
    pub fn cell(&self) -> (i32, i32) {
        self.cell
    }
    /// Every cell, with the column and row of its left upper corner.
    pub fn cells(&self) -> &[(Square, i32, i32)] {
        &self.cells
    }
    /// The column and row of a cell's left upper corner.
    pub fn corner(&self, square: Square) -> Option<(i32, i32)> {
        self.cells.iter().find(|cell| cell.0 == square).map(|&(_, x, y)| (x, y))
    }
    /// The cell at a column and row.
    pub fn square_at(&self, column: i32, row: i32) -> Option<Square> {
        let within = |&&(_, x, y): &&(Square, i32, i32)| {
            (x..x + self.cell.0).contains(&column) && (y..y + self.cell.1).contains(&row)
        };
        self.cells.iter().find(within).map(|cell| cell.0)
    }
    /// The colour of a cell: 0 (as the corner a1 has) or 1 on squares, 0 to 2 on hexagons. Neighbours differ.
    pub fn shade(&self, square: Square) -> usize {
        let (file, rank) = (i32::from(square) % self.files, i32::from(square) / self.files);
        match self.grid {
            Grid::Squares => ((file + rank) % 2) as usize,
            Grid::Hexagons => ((file + rank) % 3) as usize,
        }
    }
    /// The nearest cell in a direction, where there is one.
    pub fn beside(&self, square: Square, direction: Direction) -> Option<Square> {
        let (x, y) = self.corner(square)?;
        // How far another cell lies ahead, and how far off the way; in squares of equal sides.
        let distance = |&(_, x2, y2): &(Square, i32, i32)| {
            let (dx, dy) = ((x2 - x) * self.cell.1, (y2 - y) * self.cell.0);
            let (ahead, off) = match direction {
                Direction::Left => (-dx, dy),
                Direction::Right => (dx, dy),
                Direction::Up => (-dy, dx),
                Direction::Down => (dy, dx),
            };
            (ahead > 0 && off.abs() < ahead.max(1) * 2).then_some(ahead + 2 * off.abs())
        };
        let reached = self.cells.iter().filter_map(|cell| distance(cell).map(|distance| (distance, cell.0)));
        reached.min().map(|(_, square)| square)
    }
    /// The letters or numbers that stand beside rows of squares, with the row each belongs to; and below columns, with the column. Ranks of hexagons run
    /// aslant: their numbers stand
    /// at their left ends, above the cell beyond, where there is nothing.
    ///
    /// `name` gives the names of a square's file and rank.
    pub fn labels(&self, name: impl Fn(Square) -> (String, String)) -> Labels {
        let mut labels = Labels::default();
        let sideways = self.turned.0 % 2 == 1;
        for &(square, x, y) in &self.cells {
            let (file, rank) = name(square);
            let (row, column) = if sideways { (file, rank) } else { (rank, file) };
            match self.grid {
                Grid::Squares if labels.rows.iter().all(|label| label.1 != y) => labels.rows.push((row, y)),
                Grid::Squares => {}
                Grid::Hexagons => match labels.ends.iter_mut().find(|label| label.0 == row) {
                    Some(end) if x < end.1 => (end.1, end.2) = (x, y),
                    Some(_) => {}
                    None => labels.ends.push((row, x, y)),
                },
            }
            if labels.columns.iter().all(|label| label.1 != x) {
                labels.columns.push((column, x));
            }
        }
        labels
    }
}

/// Coordinates beside the board.
#[derive(Clone, Debug, Default)]
pub struct Labels {
    /// Text and first row.
    pub rows: Vec<(String, i32)>,
    /// Text and first column.
    pub columns: Vec<(String, i32)>,
    /// Text, the column before which it ends, and row.
    pub ends: Vec<(String, i32, i32)>,
}
