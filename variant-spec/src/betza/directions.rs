//! Which of an atom's leaps its direction letters select, as the mover sees the board.

use super::hexagons;
use super::{BetzaError, Letter, Modifier};
use crate::rules::{Grid, Step};

/// The leaps an atom has before directions select some.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rose {
    /// Four along ranks and files, this long.
    Orthogonal(i16),
    /// Four along diagonals, this long.
    Diagonal(i16),
    /// Eight with a long and a short coordinate.
    Oblique(i16, i16),
    /// The eight points of the compass, one step long (`K`, `Q`).
    Compass,
}

/// A selection by one letter, or by two that combine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Select {
    One(Modifier),
    Pair(Modifier, Modifier),
    Half(Modifier),
    /// `hr` (true) or `hl`.
    Chiral(bool),
}

impl Rose {
    /// The leaps of the atom with these coordinates, the longer one first.
    pub(super) fn of((long, short): (u8, u8)) -> Rose {
        let (long, short) = (long.into(), short.into());
        match short {
            0 => Rose::Orthogonal(long),
            _ if short == long => Rose::Diagonal(long),
            _ => Rose::Oblique(long, short),
        }
    }

    /// All leaps, clockwise from straight ahead.
    pub(super) fn all(self) -> Vec<Step> {
        let (a, b) = match self {
            Rose::Orthogonal(n) => (Some((0, n)), None),
            Rose::Diagonal(n) => (Some((n, n)), None),
            Rose::Oblique(long, short) => (Some((short, long)), Some((long, short))),
            Rose::Compass => (Some((0, 1)), Some((1, 1))),
        };
        let mut steps: Vec<Step> = [a, b].into_iter().flatten().map(|(dx, dy)| Step { dx, dy }).collect();
        // A quarter turn clockwise takes (dx, dy) to (dy, -dx).
        let quarter = steps.len();
        for i in 0..3 * quarter {
            let Step { dx, dy } = steps[i];
            steps.push(Step { dx: dy, dy: -dx });
        }
        steps
    }

    /// The leaps on a grid of cells that direction letters select; all of them where there are no letters.
    pub(super) fn select(self, letters: &[Letter], grid: Grid) -> Result<Vec<Step>, BetzaError> {
        if grid == Grid::Hexagons {
            return hexagons::select(self, letters);
        }
        let all = self.all();
        if letters.is_empty() {
            return Ok(all);
        }
        let selections = self.combine(letters)?;
        let mut index = 0..;
        Ok(all
            .into_iter()
            .filter(|&step| {
                let place = index.next().unwrap_or(0);
                selections.iter().any(|&select| self.selects(select, step, place))
            })
            .collect())
    }

    /// Groups letters: two neighbours that can combine do, from left to right.
    fn combine(self, letters: &[Letter]) -> Result<Vec<Select>, BetzaError> {
        let mut selections = Vec::new();
        let mut rest = letters;
        while let [first, after @ ..] = rest {
            let second = after.first();
            let place = first.at.0..second.map_or(first.at.0, |l| l.at.0).max(first.at.0) + 1;
            let (a, b) = (first.modifier, second.map(|l| l.modifier));
            let written = |pair: Modifier| format!("{}{}", a.letter(), pair.letter());
            let (select, used) = match (a, b) {
                (Modifier::Circular | Modifier::Crooked, _) => {
                    let letter = a.letter();
                    return Err(unsupported(first.at.0..first.at.0 + 1, &format!("`{letter}` (a ride that bends)")));
                }
                (Modifier::Half, Some(hand @ (Modifier::Left | Modifier::Right)))
                    if matches!(self, Rose::Oblique(..)) && letters.len() == 2 =>
                {
                    (Select::Chiral(hand == Modifier::Right), 2)
                }
                (Modifier::Half, Some(Modifier::Left | Modifier::Right)) if matches!(self, Rose::Oblique(..)) => {
                    return Err(BetzaError::new(
                        place,
                        "betza-direction",
                        "`hl` and `hr` (one handedness of the leaps) do not go together with other directions",
                    )
                    .help("write the directions as two moves: `hrNfN`"));
                }
                (Modifier::Half, _) => {
                    return Err(BetzaError::new(
                        first.at.0..first.at.0 + 1,
                        "betza-direction",
                        "`h` (half) selects nothing on its own here",
                    )
                    .help("`fh bh lh rh` is half of the moves of an eight-fold atom, `hl hr` one handedness of a knight's"));
                }
                (_, Some(Modifier::Half)) => {
                    let single = matches!(a, Modifier::Forward | Modifier::Backward | Modifier::Left | Modifier::Right);
                    if !single || matches!(self, Rose::Orthogonal(_) | Rose::Diagonal(_)) {
                        let code = "betza-direction";
                        let message = format!("`{}` selects nothing here", written(Modifier::Half));
                        let help = format!(
                            "`fh bh lh rh` are for atoms with eight directions; with four, write `{}`",
                            a.letter()
                        );
                        return Err(BetzaError::new(place, code, message).help(help));
                    }
                    (Select::Half(a), 2)
                }
                (_, Some(b)) if a == b => (Select::One(a), 2),
                (_, Some(b)) if is_vertical(a) != is_vertical(b) => match self {
                    Rose::Orthogonal(_) => (Select::One(a), 1),
                    Rose::Diagonal(_) => (Select::Pair(a, b), 2),
                    Rose::Oblique(..) | Rose::Compass if matches!(a, Modifier::Vertical | Modifier::Sideways) => {
                        return Err(BetzaError::new(
                            place,
                            "betza-direction",
                            format!("`{}` can be read in two ways here", written(b)),
                        )
                        .help(format!(
                            "for both, double the letters: `{0}{0}{1}{1}`; for a pair of directions, begin with one of f b l r",
                            a.letter(),
                            b.letter()
                        )));
                    }
                    _ => (Select::Pair(a, b), 2),
                },
                _ => (Select::One(a), 1),
            };
            selections.push(select);
            rest = &rest[used..];
        }
        Ok(selections)
    }

    /// Is the leap (at its place in [`Rose::all`]) selected?
    fn selects(self, select: Select, step: Step, place: usize) -> bool {
        match (self, select) {
            (Rose::Orthogonal(_), Select::One(a)) => towards(a, step),
            // Every diagonal leap has a vertical and a sideways component, so that `v` and `s` select all.
            (Rose::Diagonal(_), Select::One(a)) => towards(a, step),
            (Rose::Diagonal(_), Select::Pair(a, b)) => towards(a, step) && towards(b, step),
            (Rose::Oblique(long, _), Select::One(a)) => along(a, step, long),
            (Rose::Oblique(long, _), Select::Pair(side, a)) => towards(side, step) && along(a, step, long),
            (_, Select::Half(side)) => towards(side, step),
            // Clockwise from straight ahead, the two kinds alternate; (1,2) is right-handed.
            (_, Select::Chiral(right)) => place.is_multiple_of(2) == right,
            (Rose::Compass, Select::One(a)) => towards(a, step) && (step.dx == 0 || step.dy == 0),
            (Rose::Compass, Select::Pair(a, b)) => towards(a, step) && towards(b, step),
            (Rose::Orthogonal(_), Select::Pair(..)) => false,
        }
    }
}

/// Is this one of `f b v`?
fn is_vertical(direction: Modifier) -> bool {
    matches!(direction, Modifier::Forward | Modifier::Backward | Modifier::Vertical)
}

/// Does the step have a component in this direction?
fn towards(direction: Modifier, Step { dx, dy }: Step) -> bool {
    match direction {
        Modifier::Forward => dy > 0,
        Modifier::Backward => dy < 0,
        Modifier::Left => dx < 0,
        Modifier::Right => dx > 0,
        Modifier::Vertical => dy != 0,
        Modifier::Sideways => dx != 0,
        _ => false,
    }
}

/// Does the long coordinate of the step point in this direction?
fn along(direction: Modifier, step: Step, long: i16) -> bool {
    let coordinate = if is_vertical(direction) { step.dy } else { step.dx };
    towards(direction, step) && coordinate.abs() == long
}

/// The error for notation that is read but not played yet.
pub(super) fn unsupported(span: std::ops::Range<usize>, what: &str) -> BetzaError {
    BetzaError::new(span, "betza-unsupported", format!("{what} is valid Betza, but Wazir does not play it yet"))
}
