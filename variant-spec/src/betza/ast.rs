//! The syntax tree of a Betza text: moves made of legs.

use super::BetzaError;

/// A value that is carried along but takes no part in comparisons: two trees that differ only in where they
/// were written are equal.
#[derive(Clone, Debug, Default)]
pub struct Aside<T>(
    /// The value.
    pub T,
);

impl<T> PartialEq for Aside<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl<T> Eq for Aside<T> {}

/// All the moves of a piece.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Betza {
    /// The moves in the order they were written.
    pub moves: Vec<Move>,
    /// Remarks on spellings that other programs read differently.
    pub lints: Aside<Vec<BetzaError>>,
}

/// One move: a path with a target, along all its directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The path.
    pub shape: Shape,
    /// The bytes of the text it was read from.
    pub span: Aside<std::ops::Range<usize>>,
    /// The text it was read from.
    pub text: Aside<String>,
}

impl Move {
    /// Does the piece make moves of its friends by it (`x` on its last leg)?
    pub fn borrows(&self) -> bool {
        let last = match &self.shape {
            Shape::Simple(simple) => Some(&simple.modifiers),
            Shape::Again { parts, .. } => match parts.last() {
                Some(Part::Modifiers(modifiers)) => Some(modifiers),
                _ => None,
            },
            Shape::Bracket { first, rest, .. } => Some(rest.last().map_or(&first.modifiers, |(_, leg)| &leg.modifiers)),
        };
        last.is_some_and(|modifiers| modifiers.has(Modifier::Borrow))
    }
}

/// How the path of a move is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One leg: `fmW`, `N0`.
    Simple(Simple),
    /// Several legs on one atom, or one leg with repetitions: `mafsW`, `(az)N`.
    Again {
        /// Legs, separated by [`Part::Again`], and groups.
        parts: Vec<Part>,
        /// The atom of all legs.
        atom: Atom,
        /// The range of the atom.
        range: Range,
    },
    /// Legs with an atom each: `[F?R]`.
    Bracket {
        /// What stands before the bracket and restricts the whole move.
        modifiers: Modifiers,
        /// The first leg.
        first: Simple,
        /// The other legs, each with how it is joined to the one before.
        rest: Vec<(Join, Simple)>,
        /// The range behind the bracket.
        range: Range,
    },
}

impl Shape {
    /// How many legs are written, those of a group once.
    pub(super) fn legs(&self) -> usize {
        fn again(parts: &[Part]) -> usize {
            let of = |part: &Part| match part {
                Part::Again => 1,
                Part::Group(parts) => again(parts),
                Part::Modifiers(_) => 0,
            };
            parts.iter().map(of).sum()
        }
        1 + match self {
            Shape::Simple(_) => 0,
            Shape::Again { parts, .. } => again(parts),
            Shape::Bracket { rest, .. } => rest.len(),
        }
    }
}

/// Modifiers, atom and range: one leg.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simple {
    /// The letters before the atom.
    pub modifiers: Modifiers,
    /// The atom.
    pub atom: Atom,
    /// How often the atom is repeated.
    pub range: Range,
}

/// A piece of a path with `a`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Modifiers of the present leg.
    Modifiers(Modifiers),
    /// `a`: the next leg begins.
    Again,
    /// `( )`: what it holds is repeated any number of times, or left out. Holds at least one `a` and no group.
    Group(Vec<Part>),
}

/// How a bracketed leg follows the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// `-`: it must be made.
    Must,
    /// `?`: the move may also end before it.
    May,
}

/// What is repeated: a leap, a ride or a special atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Atom {
    /// A leaper's letter (`W F D N A H C Z G`), perhaps lengthened.
    Leap(char, Option<Suffix>),
    /// A leap by its coordinates: `(4,1)`. The longer one comes first.
    Vector(u8, u8),
    /// `R`: a rider along ranks and files.
    Rook,
    /// `B`: a rider along diagonals.
    Bishop,
    /// `Q`: a rider in the eight directions of the compass.
    Queen,
    /// `K`: one step in the eight directions of the compass.
    King,
    /// `O`: castling.
    Castling,
    /// `U`: to any other square.
    Universal,
    /// `@`: a drop.
    Drop,
    /// `I`: the moves of the piece that moved last.
    Imitator,
}

/// A letter that lengthens a leap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suffix {
    /// `X`: 3 more in the longer coordinate.
    X,
    /// `Y`: 2 more in both.
    Y,
}

/// How often the leap of an atom may be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// Nothing written: once for leapers and `K`, without limit for `R B Q`.
    Default,
    /// `3`: at most so often.
    UpTo(u16),
    /// `03`: exactly so often.
    Exactly(u16),
    /// `0`, or the letter doubled: as far as the board goes.
    Unlimited,
}

impl Atom {
    /// The leap's coordinates, the longer one first; `None` where there is more than one leap (`K`, `Q`), or none.
    pub fn leap(&self) -> Option<(u8, u8)> {
        let (long, short) = match self {
            Atom::Leap(letter, _) => match letter {
                'W' => (1, 0),
                'F' => (1, 1),
                'D' => (2, 0),
                'N' => (2, 1),
                'A' => (2, 2),
                'H' => (3, 0),
                'C' => (3, 1),
                'Z' => (3, 2),
                'G' => (3, 3),
                _ => return None,
            },
            Atom::Vector(long, short) => (*long, *short),
            Atom::Rook => (1, 0),
            Atom::Bishop => (1, 1),
            _ => return None,
        };
        Some(match self {
            Atom::Leap(_, Some(Suffix::X)) => (long + 3, short),
            Atom::Leap(_, Some(Suffix::Y)) => (long + 2, short + 2),
            _ => (long, short),
        })
    }

    /// `range` in its shortest spelling for this atom.
    pub(super) fn normal_range(&self, range: Range) -> Range {
        match (self, range) {
            (Atom::Rook | Atom::Bishop | Atom::Queen, Range::Unlimited) => Range::Default,
            (Atom::Leap(..) | Atom::Vector(..) | Atom::King | Atom::Drop, Range::UpTo(1)) => Range::Default,
            _ => range,
        }
    }
}

/// A modifier letter. The order of the variants is the canonical order of the letters; directions keep the order they
/// are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Modifier {
    /// `i`: only as the piece's first move.
    Initial,
    /// `f`: forward.
    Forward,
    /// `b`: backward.
    Backward,
    /// `l`: to the left.
    Left,
    /// `r`: to the right.
    Right,
    /// `v`: forward and backward.
    Vertical,
    /// `s`: left and right.
    Sideways,
    /// `h`: half of the directions.
    Half,
    /// `q`: bends on the same way (circular).
    Circular,
    /// `z`: bends back and forth (crooked).
    Crooked,
    /// `m`: to an empty square.
    Empty,
    /// `c`: captures an enemy.
    Enemy,
    /// `d`: captures a friend.
    Friend,
    /// `e`: captures en passant.
    EnPassant,
    /// `k`: captures an enemy royal.
    Royal,
    /// `t`: tame.
    Tame,
    /// `p`: hops over one piece and goes on.
    Hop,
    /// `g`: hops over one piece and lands right behind it.
    Grasshop,
    /// `o`: over the edge of the board.
    OffBoard,
    /// `y`: on an empty square, and the next leg changes its range.
    Toggle,
    /// `u`: puts a captured piece down.
    Unload,
    /// `n`: not over a piece half-way (lame).
    Lame,
    /// `j`: only over a piece half-way; for sliders, skips the first square.
    Jump,
    /// `x`: borrows or lends moves.
    Borrow,
}

impl Modifier {
    /// All modifiers with their letters, in canonical order.
    pub const ALL: [(char, Modifier); 24] = [
        ('i', Modifier::Initial),
        ('f', Modifier::Forward),
        ('b', Modifier::Backward),
        ('l', Modifier::Left),
        ('r', Modifier::Right),
        ('v', Modifier::Vertical),
        ('s', Modifier::Sideways),
        ('h', Modifier::Half),
        ('q', Modifier::Circular),
        ('z', Modifier::Crooked),
        ('m', Modifier::Empty),
        ('c', Modifier::Enemy),
        ('d', Modifier::Friend),
        ('e', Modifier::EnPassant),
        ('k', Modifier::Royal),
        ('t', Modifier::Tame),
        ('p', Modifier::Hop),
        ('g', Modifier::Grasshop),
        ('o', Modifier::OffBoard),
        ('y', Modifier::Toggle),
        ('u', Modifier::Unload),
        ('n', Modifier::Lame),
        ('j', Modifier::Jump),
        ('x', Modifier::Borrow),
    ];

    /// The modifier with this letter.
    pub fn from_letter(letter: char) -> Option<Modifier> {
        Modifier::ALL.iter().find(|(l, _)| *l == letter).map(|(_, modifier)| *modifier)
    }

    /// Its letter.
    pub fn letter(self) -> char {
        Modifier::ALL[self as usize].0
    }

    /// Does it say where to, rather than how?
    pub fn is_direction(self) -> bool {
        (Modifier::Forward..=Modifier::Crooked).contains(&self)
    }

    /// How often it may be written for one leg.
    pub(super) fn most(self) -> usize {
        match self {
            // Each `j` skips one more square; no board has more than 32 in a row.
            Modifier::Jump => 31,
            Modifier::Initial | Modifier::Lame => 2,
            _ if self.is_direction() => usize::MAX,
            _ => 1,
        }
    }

    /// Its place in the canonical order: directions share one.
    fn rank(self) -> Modifier {
        if self.is_direction() { Modifier::Forward } else { self }
    }
}

/// A modifier where it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// Which.
    pub modifier: Modifier,
    /// Its byte in the text.
    pub at: Aside<usize>,
}

/// The modifiers of one leg, in canonical order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Modifiers {
    letters: Vec<Letter>,
}

impl Modifiers {
    /// Modifiers in any order; directions keep theirs.
    pub fn new(mut letters: Vec<Letter>) -> Modifiers {
        letters.sort_by_key(|letter| letter.modifier.rank());
        Modifiers { letters }
    }

    /// The letters in canonical order.
    pub fn letters(&self) -> &[Letter] {
        &self.letters
    }

    /// The direction letters in the order they were written.
    pub fn directions(&self) -> &[Letter] {
        let start = self.letters.partition_point(|l| l.modifier < Modifier::Forward);
        let end = self.letters.partition_point(|l| l.modifier <= Modifier::Crooked);
        &self.letters[start..end]
    }

    /// How often a modifier is written.
    pub fn count(&self, modifier: Modifier) -> usize {
        self.letters.iter().filter(|l| l.modifier == modifier).count()
    }

    /// Is a modifier written?
    pub fn has(&self, modifier: Modifier) -> bool {
        self.count(modifier) > 0
    }

    /// Where a modifier is written first.
    pub fn place(&self, modifier: Modifier) -> Option<usize> {
        self.letters.iter().find(|l| l.modifier == modifier).map(|l| l.at.0)
    }
}
