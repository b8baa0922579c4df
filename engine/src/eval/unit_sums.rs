//! [`UnitSums`]: what the units of a network add up to, position by position of a line. It is found when somebody asks, since many positions of a search are never weighed.

use super::network::Units;
use wazir_runtime::Square;

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
    /// What the units add up to, if that is `known`.
    units: Units,
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
    /// The number of the last one.
    last: usize,
    changes: Vec<Change>,
}

impl UnitSums {
    /// A line of one position, of which nothing is known but where the royals are.
    pub(crate) fn new(royals: Royals) -> UnitSums {
        UnitSums { positions: vec![Position { royals, ..Position::default() }], last: 0, changes: Vec::new() }
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
    pub(crate) fn of_last(
        &mut self,
        change: impl Fn(&mut Units, Change, &Royals),
        anew: impl FnOnce(&Royals) -> Units,
    ) -> &Units {
        let (now, royals) = (self.last, self.positions[self.last].royals);
        let mut known = now;
        while !self.positions[known].known && known > 0 && self.positions[known - 1].royals == royals {
            known -= 1;
        }
        if self.positions[known].known {
            for number in known + 1..=now {
                let mut units = self.positions[number - 1].units;
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
        &self.positions[now].units
    }

    /// The changes that led to a position, not the first one.
    #[inline(always)]
    fn changes_to(&self, number: usize) -> &[Change] {
        &self.changes[self.positions[number - 1].end..self.positions[number].end]
    }

    #[inline(always)]
    fn know(&mut self, number: usize, units: Units) {
        let position = &mut self.positions[number];
        (position.units, position.known) = (units, true);
    }
}
