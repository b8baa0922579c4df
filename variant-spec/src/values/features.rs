//! [`Feature`]: what a network may be told of a piece, each with a list of numbers in a file.

use super::{
    exposure::{EXPOSURES, TURNS},
    places::numbers_of_lines,
    royal::{FAR, STANDINGS},
};
use crate::{Rules, rules::SideId};

/// The least and the most that a piece adds to a unit by where it stands or in hand, and a unit's bias.
pub const WEIGHTS: (i16, i16) = (-4000, 4000);

/// The least and the most that a piece adds to a unit by what is looked up for each evaluation: so little that the sum of a hundred fits 16 bits.
pub const LOOKED_UP_WEIGHTS: (i16, i16) = (-255, 255);

/// Numbers of a list by the way that a passed pawn has before it ([`Feature::path`]).
pub const PATHS: usize = 4;

/// Numbers of a list by how many squares a royal can flee to: none to eight and more.
pub const FLIGHTS: usize = 9;

/// Which number of a list is about so many squares that a piece can move to; the last one about more as well.
const MOBILITY: [u8; 15] = [0, 1, 2, 3, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6, 7];

/// Numbers of a list by how many squares a piece can move to: none, 1, 2, 3 and 4, 5 and 6, 7 to 9, 10 to 13, more.
pub const MOBILITIES: usize = MOBILITY[MOBILITY.len() - 1] as usize + 1;

/// Numbers of a list by how many of the squares at a royal a piece attacks: one, two, more.
pub const ROYAL_ZONES: usize = 3;

/// Something that a network is told of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Feature {
    /// The rank it is on, from the first one of the side that looks.
    Ranks,
    /// The file it is on, from the edge of the board to its middle.
    Files,
    /// Where it stands as seen from the royal of the side that looks, where that is its only one ([`super::Standings`]).
    OwnRoyal,
    /// The same as seen from the other side's royal.
    EnemyRoyal,
    /// That it is in hand.
    Hand,
    /// How it is attacked and defended, if it is not royal, and whose turn it is ([`super::Exposure::index`]).
    Exposed,
    /// That it could give check next, by a move or by a drop, from where nothing takes it: while its side is to move, and while the other one is.
    Check,
    /// Of a royal: how many of the squares beside it neither hold a piece of its side nor are attacked.
    Flights,
    /// Of a pawn (a piece that only advances, and promotes or arrives somewhere in the end) which no enemy pawn can stop any more: what is in its way ([`Feature::path`]).
    Path,
    /// Of the same: the rank it is on, from its own side's first one.
    Passed,
    /// How many squares it attacks, if it is not royal, on which none of its side stands and which nothing much weaker attacks ([`Feature::mobility`]).
    Mobility,
    /// How many it attacks of the squares beside the other side's royal and of its own, if it is not royal and that is the only one.
    RoyalZone,
}

impl Feature {
    /// All of them, in the order of their names in files.
    pub const ALL: [Feature; 12] = [
        Feature::Ranks,
        Feature::Files,
        Feature::OwnRoyal,
        Feature::EnemyRoyal,
        Feature::Hand,
        Feature::Exposed,
        Feature::Check,
        Feature::Flights,
        Feature::Path,
        Feature::Passed,
        Feature::Mobility,
        Feature::RoyalZone,
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Feature::Ranks => "ranks",
            Feature::Files => "files",
            Feature::OwnRoyal => "own_royal",
            Feature::EnemyRoyal => "enemy_royal",
            Feature::Hand => "hand",
            Feature::Exposed => "exposed",
            Feature::Check => "check",
            Feature::Flights => "flights",
            Feature::Path => "path",
            Feature::Passed => "passed",
            Feature::Mobility => "mobility",
            Feature::RoyalZone => "royal_zone",
        }
    }

    /// How many numbers its list has for a side that looks.
    pub fn count(self, rules: &Rules, side: SideId) -> usize {
        match self {
            Feature::Ranks => numbers_of_lines(rules, side).0,
            Feature::Passed => {
                let ranks = |side| numbers_of_lines(rules, side as SideId).0;
                (0..rules.sides.len()).map(ranks).max().unwrap_or(0)
            }
            Feature::Files => numbers_of_lines(rules, side).1,
            Feature::OwnRoyal | Feature::EnemyRoyal => STANDINGS,
            Feature::Hand => 1,
            Feature::Exposed => EXPOSURES,
            Feature::Check => TURNS,
            Feature::Flights => FLIGHTS,
            Feature::Path => PATHS,
            Feature::Mobility => MOBILITIES,
            Feature::RoyalZone => ROYAL_ZONES,
        }
    }

    /// What its numbers are about, for people.
    pub(super) fn about(self) -> String {
        match self {
            Feature::Ranks => "one for each rank from the side's first to its last".to_string(),
            Feature::Files => "one for each file from the edge of the board to its middle".to_string(),
            Feature::OwnRoyal | Feature::EnemyRoyal => format!(
                "rank by rank from the {FAR} behind the royal to the {FAR} before it, in each by how many files they are apart, 0 to {FAR}"
            ),
            Feature::Hand => "for each one in hand".to_string(),
            Feature::Exposed => "while its side is to move: loose, hanging, hanging to something weaker, outnumbered, that by something weaker, contested, that by something weaker; then the same while the other side is".to_string(),
            Feature::Check => "while its side is to move, and while the other one is".to_string(),
            Feature::Flights => format!("by how many squares a royal can flee to, 0 to {} and more", FLIGHTS - 1),
            Feature::Path => "by the way before a passed pawn: blocked and attacked, blocked, attacked, clear".to_string(),
            Feature::Passed => "one for each rank that a passed pawn can be on, from its own side's first to its last".to_string(),
            Feature::Mobility => "by how many squares it can move to: none, 1, 2, 3 and 4, 5 and 6, 7 to 9, 10 to 13, more".to_string(),
            Feature::RoyalZone => "by how many of the squares at the other side's royal it attacks: one, two, more".to_string(),
        }
    }

    /// Where the numbers of each feature begin, if those of all are put one after the other as a side sees them, and where the last ones end.
    pub fn firsts(rules: &Rules, side: SideId) -> [usize; Feature::ALL.len() + 1] {
        let mut firsts = [0; Feature::ALL.len() + 1];
        for (index, feature) in Feature::ALL.into_iter().enumerate() {
            firsts[index + 1] = firsts[index] + feature.count(rules, side);
        }
        firsts
    }

    /// Is it looked up for each evaluation, and not kept up to date by moves? From the first one on that is, all are.
    pub fn is_looked_up(self) -> bool {
        self >= Feature::Exposed
    }

    /// The least and the most that each number can be.
    pub fn weights(self) -> (i16, i16) {
        if self.is_looked_up() { LOOKED_UP_WEIGHTS } else { WEIGHTS }
    }

    /// Which number of [`Feature::Mobility`] is about so many squares.
    #[inline]
    pub fn mobility(squares: usize) -> usize {
        usize::from(MOBILITY[squares.min(MOBILITY.len() - 1)])
    }

    /// Which number of [`Feature::Path`] is about a way on which no enemy stands (`is_free`), and no square is attacked that is not defended (`is_safe`).
    pub fn path(is_free: bool, is_safe: bool) -> usize {
        2 * usize::from(is_free) + usize::from(is_safe)
    }
}
