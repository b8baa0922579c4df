//! [`Layout`]: where the cells of a board lie in a picture, in pixels from the left upper corner of the room that they take.

use wazir_runtime::{Grid, Square, cell_name};

/// Side of a square.
pub(crate) const CELL: i32 = 44;
/// Side of a hexagon; its width is twice that.
const SIDE: i32 = 27;
/// Half of a hexagon's height: the side times the root of 3, by 2.
const HALF: i32 = 23;

/// The cells of a board.
pub(crate) struct Layout {
    grid: Grid,
    files: u8,
    ranks: u8,
    /// Which squares of the rectangle there are.
    exists: Vec<bool>,
}

/// A coordinate beside the board.
pub(crate) struct Label {
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) text: String,
}

impl Layout {
    pub(crate) fn new(grid: Grid, files: u8, ranks: u8, exists: impl Fn(Square) -> bool) -> Layout {
        let squares = 0..Square::from(files) * Square::from(ranks);
        Layout { grid, files, ranks, exists: squares.map(exists).collect() }
    }

    /// The squares of the rectangle.
    pub(crate) fn squares(&self) -> std::ops::Range<Square> {
        0..self.exists.len() as Square
    }

    /// Those that are cells of the board.
    fn cells(&self) -> impl Iterator<Item = Square> {
        self.squares().filter(|&square| self.exists[square as usize])
    }

    /// File and rank, from 0.
    fn place(&self, square: Square) -> (i32, i32) {
        (i32::from(square % Square::from(self.files)), i32::from(square / Square::from(self.files)))
    }

    /// How high a hexagon lies, in halves of a hexagon.
    pub(crate) fn level(&self, square: Square) -> i32 {
        let (file, rank) = self.place(square);
        2 * rank - file
    }

    /// The highest and the lowest level of a hexagon.
    pub(crate) fn levels(&self) -> (i32, i32) {
        let all = || self.cells().map(|square| self.level(square));
        (all().max().unwrap_or(0), all().min().unwrap_or(0))
    }

    pub(crate) fn width(&self) -> i32 {
        match self.grid {
            Grid::Squares => i32::from(self.files) * CELL,
            Grid::Hexagons => (3 * i32::from(self.files) + 1) * SIDE / 2,
        }
    }

    pub(crate) fn height(&self) -> i32 {
        let (high, low) = self.levels();
        match self.grid {
            Grid::Squares => i32::from(self.ranks) * CELL,
            Grid::Hexagons => (high - low + 2) * HALF,
        }
    }

    /// The middle of a cell.
    pub(crate) fn centre(&self, square: Square) -> (i32, i32) {
        let (file, rank) = self.place(square);
        match self.grid {
            Grid::Squares => (file * CELL + CELL / 2, (i32::from(self.ranks) - 1 - rank) * CELL + CELL / 2),
            Grid::Hexagons => (SIDE + 3 * file * SIDE / 2, (self.levels().0 - self.level(square) + 1) * HALF),
        }
    }

    /// The outline of a cell whose middle is at a point, as an SVG path.
    pub(crate) fn outline(&self, (x, y): (i32, i32)) -> String {
        match self.grid {
            Grid::Squares => format!("M{} {}h{CELL}v{CELL}h-{CELL}z", x - CELL / 2, y - CELL / 2),
            Grid::Hexagons => {
                let (half, across) = (SIDE / 2, SIDE - SIDE / 2);
                format!("M{} {y}l{half} -{HALF}h{}l{half} {HALF}l-{half} {HALF}h-{}z", x - SIDE, 2 * across, 2 * across)
            }
        }
    }

    /// The colour of a cell: 0 or 1 on squares, 0 to 2 on hexagons. Neighbours differ.
    pub(crate) fn shade(&self, square: Square) -> usize {
        let (file, rank) = self.place(square);
        match self.grid {
            Grid::Squares => usize::from((file + rank) % 2 == 0),
            Grid::Hexagons => ((file + rank) % 3) as usize,
        }
    }

    /// The name of a cell: letters of its file, number of its rank.
    pub(crate) fn name(&self, square: Square) -> (String, String) {
        let exists = |square: Square| self.exists.get(square as usize) == Some(&true);
        let name = cell_name(self.grid, self.files, square, exists);
        let letters = name.chars().take_while(char::is_ascii_lowercase).count();
        (name[..letters].to_string(), name[letters..].to_string())
    }

    /// The coordinates, `margin` pixels away from the board: numbers of ranks at the left, letters of files below.
    pub(crate) fn labels(&self, margin: i32) -> Vec<Label> {
        let beside = |square: Square| {
            let (x, y) = self.centre(square);
            match self.grid {
                Grid::Squares => Label { x: -margin, y, text: self.name(square).1 },
                Grid::Hexagons => Label { x: x - SIDE - 4, y: y - HALF / 2, text: self.name(square).1 },
            }
        };
        let below = |square: Square| {
            let (x, y) = self.centre(square);
            match self.grid {
                Grid::Squares => Label { x, y: self.height() + margin, text: self.name(square).0 },
                Grid::Hexagons => Label { x, y: y + HALF + margin, text: self.name(square).0 },
            }
        };
        let mut labels: Vec<Label> = self.leftmost_of_ranks().into_iter().map(beside).collect();
        labels.extend(self.lowest_of_files().into_iter().map(below));
        labels
    }

    /// The square of each rank that is farthest to the left, from the first rank to the last.
    pub(crate) fn leftmost_of_ranks(&self) -> Vec<Square> {
        if self.grid == Grid::Squares {
            return self.squares().step_by(self.files as usize).collect();
        }
        let number = |square: &Square| self.name(*square).1;
        let mut found: Vec<Square> = Vec::new();
        for square in (0..Square::from(self.files)).flat_map(|file| self.cells_of(file)) {
            if !found.iter().any(|known| number(known) == number(&square)) {
                found.push(square);
            }
        }
        found
    }

    /// The lowest square of each file.
    pub(crate) fn lowest_of_files(&self) -> Vec<Square> {
        let lowest = |file: Square| match self.grid {
            Grid::Squares => Some(file),
            Grid::Hexagons => self.cells_of(file).next(),
        };
        (0..Square::from(self.files)).filter_map(lowest).collect()
    }

    /// The cells of a file, from the lowest.
    fn cells_of(&self, file: Square) -> impl Iterator<Item = Square> {
        self.cells().filter(move |square| square % Square::from(self.files) == file)
    }
}
