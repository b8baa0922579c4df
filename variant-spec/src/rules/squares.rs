//! The board and sets of its squares.

use std::fmt;

/// A square: `file + rank * files`, from 0 at a1; at most 1,023.
pub type Square = u16;

/// The board: a rectangle of at most 32 x 32 squares, some of which may not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Number of files, 1 to 32.
    pub files: u8,
    /// Number of ranks, 1 to 32.
    pub ranks: u8,
    /// Squares that do not exist: nothing stands on them or crosses them.
    pub holes: SquareSet,
    /// True when positions of this game may hold walls (`*` in FEN): squares occupied by nobody's piece, which cannot be captured.
    pub walls: bool,
}

impl Board {
    /// Number of squares of the rectangle, holes included.
    pub fn squares(&self) -> u16 {
        self.files as u16 * self.ranks as u16
    }

    /// All squares that exist.
    pub fn all(&self) -> SquareSet {
        (0..self.squares()).filter(|&s| !self.holes.contains(s)).collect()
    }

    /// The square at 0-based file and rank, if it exists.
    pub fn square(&self, file: i32, rank: i32) -> Option<Square> {
        let inside = (0..self.files as i32).contains(&file) && (0..self.ranks as i32).contains(&rank);
        let square = (file + rank * self.files as i32) as Square;
        (inside && !self.holes.contains(square)).then_some(square)
    }

    /// 0-based file of a square.
    pub fn file(&self, square: Square) -> u8 {
        (square % self.files as u16) as u8
    }

    /// 0-based rank of a square.
    pub fn rank(&self, square: Square) -> u8 {
        (square / self.files as u16) as u8
    }

    /// The square one step away, if it exists.
    pub fn step(&self, square: Square, step: super::Step) -> Option<Square> {
        self.square(self.file(square) as i32 + step.dx as i32, self.rank(square) as i32 + step.dy as i32)
    }

    /// The squares of the rectangle that lie whole numbers of steps from `square`, itself included, one way and the other, those that do not exist
    /// left out.
    pub fn line(&self, square: Square, step: super::Step) -> Vec<Square> {
        let (file, rank) = (self.file(square) as i32, self.rank(square) as i32);
        let longest = self.files.max(self.ranks) as i32;
        let at = |n: i32| self.square(file + n * step.dx as i32, rank + n * step.dy as i32);
        (-longest..=longest).filter_map(at).collect()
    }

    /// The square's name: `a1`, `c12`, `aa3` beyond file z (26 files: a to z, then aa, ab...).
    pub fn name(&self, square: Square) -> String {
        wazir_runtime::square_name(self.files, square)
    }
}

/// A set of squares of boards of up to 1,024 squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SquareSet {
    words: [u64; 16],
}

impl SquareSet {
    /// The empty set.
    pub const EMPTY: SquareSet = SquareSet { words: [0; 16] };

    /// Is the square in the set?
    pub fn contains(&self, square: Square) -> bool {
        self.words[square as usize / 64] >> (square % 64) & 1 != 0
    }

    /// Adds a square.
    pub fn insert(&mut self, square: Square) {
        self.words[square as usize / 64] |= 1 << (square % 64);
    }

    /// Takes a square out.
    pub fn remove(&mut self, square: Square) {
        self.words[square as usize / 64] &= !(1 << (square % 64));
    }

    /// No squares at all?
    pub fn is_empty(&self) -> bool {
        self.words == [0; 16]
    }

    /// Number of squares.
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// The squares in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        (0..1024).filter(|&s| self.contains(s))
    }

    /// Squares in both.
    #[must_use]
    pub fn and(&self, other: &SquareSet) -> SquareSet {
        SquareSet { words: std::array::from_fn(|i| self.words[i] & other.words[i]) }
    }

    /// Squares in either.
    #[must_use]
    pub fn or(&self, other: &SquareSet) -> SquareSet {
        SquareSet { words: std::array::from_fn(|i| self.words[i] | other.words[i]) }
    }

    /// Squares in `self` and not in `other`.
    #[must_use]
    pub fn minus(&self, other: &SquareSet) -> SquareSet {
        SquareSet { words: std::array::from_fn(|i| self.words[i] & !other.words[i]) }
    }

    /// The set as 64-bit words, square 0 in the lowest bit of the first.
    pub fn words(&self) -> &[u64; 16] {
        &self.words
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = SquareSet::EMPTY;
        squares.into_iter().for_each(|s| set.insert(s));
        set
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
