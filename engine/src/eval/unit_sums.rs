//! [`UnitSums`]: what the units of a network add up to, position by position of a line. It is found when somebody asks, since many positions of a search are never weighed.

use wazir_runtime::Square;

/// What the units add up to, for each of two sides that look.
pub(crate) type Units<const LANES: usize> = [[i32; LANES]; 2];

/// Where each side's only royal is.
pub(crate) type Royals = [Option<Square>; 2];

/// Something that a move has changed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Change {
    /// A piece of a kind (`side * kinds + piece`) has come to a square, or gone from it.
    Square { kind: usize, square: Square, comes: bool },
    /// So many more of a kind are in hand.
    Hand { kind: usize, more: i32 },
}

impl Change {
    /// The change that takes this one back.
    #[inline(always)]
    fn back(self) -> Change {
        match self {
            Change::Square { kind, square, comes } => Change::Square { kind, square, comes: !comes },
            Change::Hand { kind, more } => Change::Hand { kind, more: -more },
        }
    }
}

/// One position.
#[derive(Clone, Debug, Default)]
struct Position {
    /// Is known what the units add up to?
    known: bool,
    royals: Royals,
    /// Where the changes that led here end.
    end: usize,
}

/// The sums of the positions of a line.
#[derive(Clone, Debug)]
pub(crate) struct UnitSums {
    /// Those after the last one are room for the next ones.
    positions: Vec<Position>,
    /// What the units add up to in each position of which it is known: as many numbers for each as a [`Units`] has.
    sums: Vec<i32>,
    /// How many numbers these are.
    stride: usize,
    /// The number of the last one.
    last: usize,
    changes: Vec<Change>,
}

impl UnitSums {
    /// A line of one position, of which nothing is known but where the royals are, for a network that adds up so many lanes.
    pub(crate) fn new(royals: Royals, lanes: usize) -> UnitSums {
        let positions = vec![Position { royals, ..Position::default() }];
        UnitSums { positions, sums: vec![0; 2 * lanes], stride: 2 * lanes, last: 0, changes: Vec::new() }
    }

    /// A move changes this.
    pub(crate) fn note(&mut self, change: Change) {
        self.changes.push(change);
    }

    /// What was noted leads to another position, in which the royals are there.
    pub(crate) fn push(&mut self, royals: Royals) {
        self.last += 1;
        if self.last == self.positions.len() {
            self.positions.push(Position::default());
            self.sums.resize(self.positions.len() * self.stride, 0);
        }
        let position = &mut self.positions[self.last];
        (position.known, position.royals, position.end) = (false, royals, self.changes.len());
    }

    /// The last move is taken back.
    pub(crate) fn pop(&mut self) {
        if self.last > 0 {
            self.last -= 1;
            self.changes.truncate(self.positions[self.last].end);
        }
    }

    /// What the units add up to in the last position: by the changes since the last position of which it is known, as long as royals stand where they did, or else counted `anew`; then what was before is
    /// known as well.
    #[inline(always)]
    pub(crate) fn of_last<const LANES: usize>(
        &mut self,
        change: impl Fn(&mut Units<LANES>, Change, &Royals),
        anew: impl FnOnce(&Royals) -> Units<LANES>,
    ) -> Units<LANES> {
        let (now, royals) = (self.last, self.positions[self.last].royals);
        let mut known = now;
        while !self.positions[known].known && known > 0 && self.positions[known - 1].royals == royals {
            known -= 1;
        }
        if self.positions[known].known {
            for number in known + 1..=now {
                let mut units = self.of(number - 1);
                for &noted in self.changes_to(number) {
                    change(&mut units, noted, &royals);
                }
                self.know(number, units);
            }
        } else {
            let mut units = anew(&royals);
            self.know(now, units);
            for number in (known + 1..=now).rev() {
                for &noted in self.changes_to(number) {
                    change(&mut units, noted.back(), &royals);
                }
                self.know(number - 1, units);
            }
        }
        self.of(now)
    }

    /// The changes that led to a position, not the first one.
    #[inline(always)]
    fn changes_to(&self, number: usize) -> &[Change] {
        &self.changes[self.positions[number - 1].end..self.positions[number].end]
    }

    /// What was found of a position.
    #[inline(always)]
    fn of<const LANES: usize>(&self, number: usize) -> Units<LANES> {
        let (sums, _) = self.sums[number * 2 * LANES..].as_chunks::<LANES>();
        [sums[0], sums[1]]
    }

    #[inline(always)]
    fn know<const LANES: usize>(&mut self, number: usize, units: Units<LANES>) {
        self.sums[number * 2 * LANES..][..2 * LANES].copy_from_slice(units.as_flattened());
        self.positions[number].known = true;
    }
}
