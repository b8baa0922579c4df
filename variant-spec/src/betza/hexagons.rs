//! What atoms and directions mean on a board of hexagons, as the mover sees it.
//!
//! An atom of `m` and `n` goes `m` cells over sides of hexagons and then `n` cells in a direction next to that, a sixth of a turn away: `W` leads to the six
//! neighbours, `F` to the six cells at the corners, `N` to the twelve cells nearest to these that no queen reaches, and so on. Steps count files
//! to the right and ranks up, where each file stands half a cell lower than the one on its left (see [`Grid`](crate::rules::Grid)).
//!
//! A letter for a direction selects the leaps of the atom that point most nearly that way, one or two: `fW` is the cell straight ahead, `rW` are both on
//! the right, `fF` both in front, `rF` is the one straight to the right. Two letters select what leads both ways (`frW`: ahead to the right), `fh` and the like all
//! that leads that way at all.

use super::directions::{Rose, unsupported};
use super::{BetzaError, Letter, Modifier};
use crate::rules::Step;

/// The six neighbours, clockwise from straight ahead.
const SIDES: [(i16, i16); 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

/// What letters select.
enum Select {
    /// The leaps nearest to a direction.
    Nearest(Modifier),
    /// Those that lead in both directions.
    Both(Modifier, Modifier),
    /// Those that lead in a direction at all.
    Half(Modifier),
    /// `hr` (true) or `hl`: every other one of the leaps of an oblique atom.
    Chiral(bool),
}

/// The leaps of an atom that direction letters select; all of them where there are no letters.
pub(super) fn select(rose: Rose, letters: &[Letter]) -> Result<Vec<Step>, BetzaError> {
    let all = all(rose);
    if letters.is_empty() {
        return Ok(all);
    }
    let selections = combine(rose, letters)?;
    let is_selected = |place: usize, step: Step| {
        selections.iter().any(|selection| match *selection {
            Select::Nearest(direction) => single(direction).iter().any(|&one| is_nearest(one, step, &all)),
            Select::Both(a, b) => lead(a, step) > 0 && lead(b, step) > 0,
            Select::Half(direction) => lead(direction, step) > 0,
            Select::Chiral(right) => place.is_multiple_of(2) == right,
        })
    };
    Ok(all.iter().enumerate().filter(|&(place, &step)| is_selected(place, step)).map(|(_, &step)| step).collect())
}

/// All leaps of an atom, clockwise from straight ahead.
fn all(rose: Rose) -> Vec<Step> {
    let sixths: &[(i16, i16)] = match rose {
        Rose::Orthogonal(n) => &[(n, 0)],
        Rose::Diagonal(n) => &[(n, n)],
        Rose::Oblique(long, short) => &[(long, short), (short, long)],
        Rose::Compass => &[(1, 0), (1, 1)],
    };
    let turned = |sixth: usize| {
        let ((ax, ay), (bx, by)) = (SIDES[sixth], SIDES[(sixth + 1) % 6]);
        sixths.iter().map(move |&(a, b)| Step { dx: a * ax + b * bx, dy: a * ay + b * by })
    };
    (0..6).flat_map(turned).collect()
}

/// Groups letters, from left to right: a letter with `h` behind it, one vertical and one sideways, else one by one.
fn combine(rose: Rose, letters: &[Letter]) -> Result<Vec<Select>, BetzaError> {
    let mut selections = Vec::new();
    let mut rest = letters;
    while let [first, after @ ..] = rest {
        let a = first.modifier;
        let b = after.first().map(|letter| letter.modifier);
        let place = first.at.0..first.at.0 + 1;
        let (selection, used) = match (a, b) {
            (Modifier::Circular | Modifier::Crooked, _) => {
                return Err(unsupported(place, &format!("`{}` (a ride that bends)", a.letter())));
            }
            (Modifier::Half, Some(hand @ (Modifier::Left | Modifier::Right)))
                if matches!(rose, Rose::Oblique(..)) && letters.len() == 2 =>
            {
                (Select::Chiral(hand == Modifier::Right), 2)
            }
            (Modifier::Half, _) => {
                let message = "`h` (half) selects nothing on its own here";
                let help = "`fh bh lh rh` is all that leads that way, `hl hr` one handedness of a knight's leaps";
                return Err(BetzaError::new(place, "betza-direction", message).help(help));
            }
            (_, Some(Modifier::Half)) => (Select::Half(a), 2),
            (_, Some(b)) if a == b => (Select::Nearest(a), 2),
            (_, Some(b)) if is_vertical(a) != is_vertical(b) => (Select::Both(a, b), 2),
            _ => (Select::Nearest(a), 1),
        };
        selections.push(selection);
        rest = &rest[used..];
    }
    Ok(selections)
}

fn is_vertical(direction: Modifier) -> bool {
    matches!(direction, Modifier::Forward | Modifier::Backward | Modifier::Vertical)
}

/// `v` and `s` as the two directions they stand for.
fn single(direction: Modifier) -> Vec<Modifier> {
    match direction {
        Modifier::Vertical => vec![Modifier::Forward, Modifier::Backward],
        Modifier::Sideways => vec![Modifier::Left, Modifier::Right],
        one => vec![one],
    }
}

/// How far a step leads in a direction, in halves of a cell's height or in files.
fn lead(direction: Modifier, Step { dx, dy }: Step) -> i16 {
    let up = 2 * dy - dx;
    match direction {
        Modifier::Forward => up,
        Modifier::Backward => -up,
        Modifier::Left => -dx,
        Modifier::Right => dx,
        Modifier::Vertical => up.abs(),
        Modifier::Sideways => dx.abs(),
        _ => 0,
    }
}

/// Does no leap of the atom point more exactly in this direction?
fn is_nearest(direction: Modifier, step: Step, all: &[Step]) -> bool {
    // In whole numbers: the square of a file's width is 3 where half a cell's height is 1. The nearest has the greatest cosine.
    let cosine = |step: Step| {
        let (across, up) = (i32::from(step.dx), i32::from(2 * step.dy - step.dx));
        let along = i32::from(lead(direction, step));
        let weight = if is_vertical(direction) { 1 } else { 3 };
        let length = 3 * across * across + up * up;
        // The square of the cosine as a fraction, for steps that lead that way.
        (along > 0).then_some((weight * along * along, length))
    };
    let Some((top, bottom)) = cosine(step) else { return false };
    all.iter()
        .filter_map(|&other| cosine(other))
        .all(|(other_top, other_bottom)| top * other_bottom >= other_top * bottom)
}

#[cfg(test)]
mod tests {
    use super::super::{Initial, Lowering, lower, parse};
    use crate::rules::{Cause, Grid, Orientation};

    /// The steps of a Betza text on hexagons, in order.
    fn steps(text: &str, orientation: Orientation) -> Vec<(i16, i16)> {
        let all = (0..121).collect();
        let (grid, initial, cause) = (Grid::Hexagons, Initial::On(all), Cause::default());
        let (size, royals) = ((11, 11), Default::default());
        let lowering = Lowering {
            grid,
            size,
            royals,
            orientation,
            initial,
            unchecked: false,
            safe_way: false,
            push: None,
            over: None,
            from: all,
            to: all,
            cause,
            budget: Default::default(),
        };
        let movements = lower(&parse(text).expect("Betza"), &lowering).expect("movements");
        let rides = movements.into_iter().flat_map(|movement| movement.rides);
        let mut steps: Vec<(i16, i16)> = rides.map(|ride| (ride.step.dx, ride.step.dy)).collect();
        steps.sort_unstable();
        steps
    }

    #[test]
    fn atoms_reach_all_round() {
        for (atom, count) in [("W", 6), ("F", 6), ("N", 12), ("D", 6), ("A", 6), ("C", 12), ("K", 12), ("Q", 12)] {
            let found = steps(atom, Orientation::Upward);
            assert_eq!(found.len(), count, "{atom}");
            assert!(found.iter().all(|&(dx, dy)| found.contains(&(-dx, -dy))), "{atom}");
        }
        let knight = [
            (-3, -2),
            (-3, -1),
            (-2, -3),
            (-2, 1),
            (-1, -3),
            (-1, 2),
            (1, -2),
            (1, 3),
            (2, -1),
            (2, 3),
            (3, 1),
            (3, 2),
        ];
        assert_eq!(steps("N", Orientation::Upward), knight);
    }

    #[test]
    fn letters_select_what_points_that_way() {
        for (text, expected) in [
            ("fW", &[(0, 1)][..]),
            ("bW", &[(0, -1)]),
            ("vW", &[(0, -1), (0, 1)]),
            ("rW", &[(1, 0), (1, 1)]),
            ("lW", &[(-1, -1), (-1, 0)]),
            ("fsW", &[(-1, 0), (1, 1)]),
            ("frW", &[(1, 1)]),
            ("fhW", &[(-1, 0), (0, 1), (1, 1)]),
            ("fF", &[(-1, 1), (1, 2)]),
            ("sF", &[(-2, -1), (2, 1)]),
            ("rhF", &[(1, -1), (1, 2), (2, 1)]),
            ("fN", &[(-1, 2), (1, 3)]),
            ("rN", &[(3, 1), (3, 2)]),
            ("frN", &[(1, 3), (2, 3), (3, 2)]),
            ("fK", &[(0, 1)]),
            ("rK", &[(2, 1)]),
            ("fhK", &[(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 2)]),
        ] {
            assert_eq!(steps(text, Orientation::Upward), expected, "{text}");
            let mut turned: Vec<(i16, i16)> = expected.iter().map(|&(dx, dy)| (-dx, -dy)).collect();
            turned.sort_unstable();
            assert_eq!(steps(text, Orientation::Downward), turned, "{text}");
        }
        assert_eq!([steps("hrN", Orientation::Upward).len(), steps("hlN", Orientation::Upward).len()], [6, 6]);
        assert_eq!(steps("fnD", Orientation::Upward), [(0, 2)]);
    }
}
