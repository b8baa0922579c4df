//! The sides: who plays, whose ally each is, how it sees the board, and what becomes of a side that is out.

use super::{Board, Castling, Grid, Joined, Rules, SideId, Square, SquareSet, Step};

/// Most sides a game can have.
pub const MOST_SIDES: usize = 4;

/// One side (player).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Name for people: "White", "Sente", "Red".
    pub name: String,
    /// The letter in the FEN's side field: `w`, `b`. With more than two sides it also marks the side's pieces and rights.
    pub letter: char,
    /// How this side sees the board: Betza directions and regions are written for a side that
    /// plays up the board and are turned by this.
    pub orientation: Orientation,
    /// Sides of one number are allies: they neither capture nor check each other, they win together, and none is the other's opponent. Each of two sides has a
    /// team of its own.
    pub team: u8,
}

/// How a side's own view is turned into board coordinates.
///
/// The own ranks of a side that plays sideways are files of the board; its own files are the ranks, the first the lowest. (So files stay what they are for
/// both sides that play up and down, and ranks for both that play sideways.) Only square boards have such sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orientation {
    /// Forward is up the board; regions are read as written.
    Upward,
    /// Forward is down the board: Betza directions are rotated by 180 degrees (so that left and right are seen
    /// by the mover). Regions are mirrored top to bottom: rank 1 becomes the last rank, files stay. (Those of hexagons are rotated as well.)
    Downward,
    /// Forward is to the right: Betza directions are rotated by 90 degrees, up to the right. Regions are mirrored along the diagonal from a1: rank 1 becomes
    /// the first file.
    Rightward,
    /// Forward is to the left: Betza directions are rotated by 90 degrees, up to the left. Rank 1 becomes the last file, the first file rank 1.
    Leftward,
}

impl Orientation {
    /// Does the side play along the ranks?
    pub fn is_sideways(self) -> bool {
        matches!(self, Orientation::Rightward | Orientation::Leftward)
    }

    /// Edges as the side sees them (its side edges are `files`), on the board, and the reverse.
    #[must_use]
    pub fn joined(self, Joined { files, ranks }: Joined) -> Joined {
        if self.is_sideways() { Joined { files: ranks, ranks: files } } else { Joined { files, ranks } }
    }

    /// A step as the side sees it, in board coordinates.
    #[must_use]
    pub fn turn(self, Step { dx, dy }: Step) -> Step {
        match self {
            Orientation::Upward => Step { dx, dy },
            Orientation::Downward => Step { dx: -dx, dy: -dy },
            Orientation::Rightward => Step { dx: dy, dy: -dx },
            Orientation::Leftward => Step { dx: -dy, dy: dx },
        }
    }

    /// A step in board coordinates, as the side sees it.
    #[must_use]
    pub fn seen(self, step: Step) -> Step {
        match self {
            Orientation::Upward | Orientation::Downward => self.turn(step),
            Orientation::Rightward => Orientation::Leftward.turn(step),
            Orientation::Leftward => Orientation::Rightward.turn(step),
        }
    }

    /// The square that the side calls `square`.
    pub fn place(self, board: &Board, square: Square) -> Square {
        let files = board.files as Square;
        let (file, rank) = (square % files, square / files);
        match self {
            Orientation::Upward => square,
            Orientation::Downward => board.mirrored(square),
            Orientation::Rightward => rank + file * files,
            Orientation::Leftward => (files - 1 - rank) + file * files,
        }
    }

    /// What the side calls the square: the way back from [`Orientation::place`].
    pub fn seen_square(self, board: &Board, square: Square) -> Square {
        let files = board.files as Square;
        match self {
            Orientation::Leftward => square / files + (files - 1 - square % files) * files,
            other => other.place(board, square),
        }
    }

    /// The squares that the side calls so, as far as they exist.
    pub fn place_all(self, board: &Board, squares: &SquareSet) -> SquareSet {
        let placed: SquareSet = squares.iter().map(|square| self.place(board, square)).collect();
        placed.minus(&board.holes)
    }

    /// The line that is the side's first rank, and its last: a rank of the board or, for a side that plays sideways, a file. Both are counted from 0.
    pub fn first_and_last_line(self, board: &Board) -> (u8, u8) {
        match self {
            Orientation::Upward => (0, board.ranks - 1),
            Orientation::Downward => (board.ranks - 1, 0),
            Orientation::Rightward => (0, board.files - 1),
            Orientation::Leftward => (board.files - 1, 0),
        }
    }

    /// Does the square lie on the side's last line; on hexagons, is it the last of its file?
    pub fn is_on_last_line(self, board: &Board, square: Square) -> bool {
        match (board.grid, self) {
            (Grid::Squares, _) => self.line_and_place(board, square).0 == self.first_and_last_line(board).1,
            (Grid::Hexagons, Orientation::Downward) => board.row(square) == 0,
            (Grid::Hexagons, _) => board.row(square) + 1 == board.rows(square),
        }
    }

    /// The line (see [`Orientation::first_and_last_line`]) on which the square lies, and its place on it from the lowest square.
    pub fn line_and_place(self, board: &Board, square: Square) -> (u8, u8) {
        let (file, rank) = (board.file(square), board.rank(square));
        if self.is_sideways() { (file, rank) } else { (rank, file) }
    }
}

/// What becomes of the pieces of a side that is out of a game that goes on (see [`super::Verdict::Loses`]). Its hand and its rights are gone in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Defeated {
    /// They stay where they are. They never move again, attack nothing, and can be captured by every side, former allies included.
    #[default]
    Stay,
    /// They leave the board.
    Removed,
    /// They change to the side that has just moved, where that one is in the game and can own such a piece; the others, and all royals, leave the board. Marks of
    /// promotion are lost.
    GoOver,
}

impl Rules {
    /// Are there more than two sides, so that a game can go on without some of them?
    pub fn has_many_sides(&self) -> bool {
        self.sides.len() > 2
    }

    /// Are these one side, or two of one team?
    pub fn are_allied(&self, a: SideId, b: SideId) -> bool {
        self.sides[a as usize].team == self.sides[b as usize].team
    }

    /// The squares of the line on which king and partner of the castling stand, ascending.
    pub fn castling_line(&self, castling: &Castling) -> impl Iterator<Item = Square> + use<> {
        let (files, ranks, line) = (self.board.files as Square, self.board.ranks as Square, castling.rank as Square);
        let sideways = self.sides[castling.side as usize].orientation.is_sideways();
        let (first, step, squares) = if sideways { (line, files, ranks) } else { (line * files, 1, files) };
        (0..squares).map(move |place| first + place * step)
    }
}
