//! The board and sets of its squares.

use std::fmt;
use wazir_runtime::Grid;

/// A square: `file + rank * files`, from 0 at a1; at most 1,023.
pub type Square = u16;

/// The board: a rectangle of at most 32 x 32 squares, some of which may not exist, with edges that may be joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Number of files, 1 to 32.
    pub files: u8,
    /// Number of ranks, 1 to 32.
    pub ranks: u8,
    /// The shape of its cells; see [`Grid`] for which cells of hexagons are neighbours, that is, what steps mean there. ("Square" means a cell of either shape.)
    pub grid: Grid,
    /// Squares that do not exist: nothing stands on them or crosses them.
    pub holes: SquareSet,
    /// Which of its edges are joined, so that a step over one goes on at the other.
    pub joined: Joined,
    /// True when positions of this game may hold walls (`*` in FEN): squares occupied by nobody's piece, which cannot be captured.
    pub walls: bool,
}

/// Pairs of opposite edges that are joined. Every step over such an edge goes on at the other one: of leaps, rides and their vias, of figures, explosions,
/// conversions and reaches. What is told by files and ranks (castling, limits by file, regions) does not go round.
///
/// A step, or a whole number of steps, that leads back to the square it came from leads nowhere: a ride ends before it comes back to its start, so that no
/// move leaves everything as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Joined {
    /// The first file is next to the last: a cylinder, with both a torus.
    pub files: bool,
    /// The first rank is next to the last.
    pub ranks: bool,
}

impl Joined {
    /// Is any edge joined?
    pub fn any(self) -> bool {
        self.files || self.ranks
    }

    /// The edges that are joined here or there.
    #[must_use]
    pub fn or(self, other: Joined) -> Joined {
        Joined { files: self.files || other.files, ranks: self.ranks || other.ranks }
    }
}

impl Board {
    /// A rectangle without holes, walls and joints.
    pub fn rectangle(files: u8, ranks: u8) -> Board {
        Board { files, ranks, grid: Grid::Squares, holes: SquareSet::EMPTY, joined: Joined::default(), walls: false }
    }

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

    /// The square at file and rank, if it exists, going round joined edges.
    fn around(&self, file: i32, rank: i32, joined: Joined) -> Option<Square> {
        let round = |at: i32, size: u8, joined: bool| if joined { at.rem_euclid(size as i32) } else { at };
        self.square(round(file, self.files, joined.files), round(rank, self.ranks, joined.ranks))
    }

    /// The board as a ride sees it for which more edges are joined.
    #[must_use]
    pub fn over(&self, more: Joined) -> Board {
        Board { joined: self.joined.or(more), ..self.clone() }
    }

    /// The squares that lie one, two, three... steps of a ride from `square`, as far as it can go.
    pub fn along(&self, square: Square, ride: &super::Ride) -> impl Iterator<Item = Square> + use<'_> {
        let (step, joined) = (ride.step, ride.joined);
        let next = move |&at: &Square| self.step_over(at, step, joined).filter(|&to| to != square);
        std::iter::successors(self.step_over(square, step, joined), next).take(ride.max as usize)
    }

    /// The square one step away, if it exists; over a joined edge, that on the other side. A step (other than none at all) that leads back to the
    /// square itself leads nowhere.
    pub fn step(&self, square: Square, step: super::Step) -> Option<Square> {
        self.step_over(square, step, Joined::default())
    }

    /// The same where more edges are joined.
    pub fn step_over(&self, square: Square, step: super::Step, more: Joined) -> Option<Square> {
        let (file, rank) = (self.file(square) as i32 + step.dx as i32, self.rank(square) as i32 + step.dy as i32);
        let there = self.around(file, rank, self.joined.or(more));
        there.filter(|&to| to != square || (step.dx, step.dy) == (0, 0))
    }

    /// The squares that lie one, two, three... steps from `square`, to the edge of the board, to the first that does not exist, or until the next would be
    /// `square` again.
    pub fn ray(&self, square: Square, step: super::Step) -> impl Iterator<Item = Square> + use<'_> {
        let next = move |&at: &Square| self.step(at, step).filter(|&to| to != square);
        std::iter::successors(self.step(square, step), next)
    }

    /// More steps than these no ride by this step can make.
    pub fn most_steps(&self, step: super::Step) -> u16 {
        let across = self.files.max(self.ranks) as u16;
        let longest = || self.all().iter().map(|square| self.ray(square, step).count() as u16).max();
        if self.joined.any() { longest().unwrap_or(0).max(1) } else { across }
    }

    /// Calls `reached` with each square that lies `min` to `max` steps from any of these, as far as the board goes; perhaps several times.
    pub fn reached(
        &self,
        from: &SquareSet,
        step: super::Step,
        (min, max): (u16, u16),
        reached: &mut dyn FnMut(Square),
    ) {
        // How many steps more have been made from a square already, and one: who comes with fewer left finds nothing new.
        let mut left = [0u16; 1024];
        let mut walk = |start: Square| {
            let mut at = start;
            for steps in 1..=max {
                let Some(next) = self.step(at, step) else { return };
                at = next;
                if steps >= min {
                    // As far as the board goes is as far from everywhere, also where the way comes round.
                    let more = if max == super::Ride::UNLIMITED { max } else { (max - steps).saturating_add(1) };
                    if left[at as usize] >= more {
                        return;
                    }
                    left[at as usize] = more;
                    reached(at);
                }
            }
        };
        // Those that are farther along the way come first: most others end where these began.
        if i32::from(step.dy) * i32::from(self.files) + i32::from(step.dx) > 0 {
            from.iter().collect::<Vec<_>>().into_iter().rev().for_each(&mut walk);
        } else {
            from.iter().for_each(&mut walk);
        }
    }

    /// The squares of the rectangle that lie whole numbers of steps from `square`, itself included, one way and the other, those that do not exist
    /// left out; each once.
    pub fn line(&self, square: Square, step: super::Step) -> Vec<Square> {
        let (file, rank) = (self.file(square) as i32, self.rank(square) as i32);
        // Where edges are joined, so many steps lead all the way round.
        let longest = if self.joined.any() { self.squares() as i32 } else { self.files.max(self.ranks) as i32 };
        let at = |n: i32| self.around(file + n * step.dx as i32, rank + n * step.dy as i32, self.joined);
        let mut squares: Vec<Square> = (-longest..=longest).filter_map(at).collect();
        if self.joined.any() {
            squares.sort_unstable();
            squares.dedup();
        }
        squares
    }

    /// The square's name: `a1`, `c12`, `aa3` beyond file z (26 files: a to z, then aa, ab...); for hexagons see [`Grid`].
    pub fn name(&self, square: Square) -> String {
        wazir_runtime::cell_name(self.grid, self.files, square, |square| self.exists(square))
    }

    /// The square with this name, and what follows the name. It may be a hole.
    pub fn parse<'t>(&self, text: &'t str) -> Option<(Square, &'t str)> {
        wazir_runtime::parse_cell(self.grid, (self.files, self.ranks), text, |square| self.exists(square))
    }

    /// The letters of a file, counted from 0.
    pub fn file_name(&self, file: u8) -> String {
        self.name(file as Square).trim_end_matches(|c: char| !c.is_ascii_lowercase()).to_string()
    }

    /// The rank in a square's name, counted from 0: its rank, or on hexagons its place on its file. (Of squares that exist.)
    pub fn row(&self, square: Square) -> u8 {
        match self.grid {
            Grid::Squares => self.rank(square),
            Grid::Hexagons => {
                let lowest = wazir_runtime::lowest_rank(self.files, self.file(square), |square| self.exists(square));
                self.rank(square) - lowest
            }
        }
    }

    /// How many rows the file of this square has.
    pub fn rows(&self, square: Square) -> u8 {
        match self.grid {
            Grid::Squares => self.ranks,
            Grid::Hexagons => {
                let all = self.all();
                let highest = all.iter().filter(|&other| self.file(other) == self.file(square)).last();
                highest.map_or(0, |highest| self.row(highest) + 1)
            }
        }
    }

    /// The square as a side sees it that plays down the board: on a board of squares mirrored from top to bottom, on hexagons turned by half a turn.
    pub fn mirrored(&self, square: Square) -> Square {
        match self.grid {
            Grid::Squares => {
                let (files, ranks) = (self.files as Square, self.ranks as Square);
                square % files + (ranks - 1 - square / files) * files
            }
            Grid::Hexagons => self.squares() - 1 - square,
        }
    }

    /// Does a step lead forward, as the first side sees it? On hexagons: further up, where each file stands half a cell lower than the one on its left.
    pub fn is_forward(&self, step: super::Step) -> bool {
        match self.grid {
            Grid::Squares => step.dy > 0,
            Grid::Hexagons => 2 * step.dy > step.dx,
        }
    }

    fn exists(&self, square: Square) -> bool {
        square < self.squares() && !self.holes.contains(square)
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
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            let rest = move |word: &u64| Some(word & (word - 1)).filter(|&rest| rest != 0);
            let words = std::iter::successors(Some(word).filter(|&word| word != 0), rest);
            words.map(move |word| (index as u32 * 64 + word.trailing_zeros()) as Square)
        })
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

/// Squares that the rule file gives a name. No rule looks at it any more: it is for people, who see a river or a palace where the board has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its name.
    pub name: String,
    /// Its squares, by side.
    pub squares: Vec<SquareSet>,
}
