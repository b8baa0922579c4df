//! Directions and leaps on a board of hexagons in words.

use super::{any_of, number};
use wazir_variant_spec::rules::Step;

/// The cells over the sides of a hexagon and those beyond its corners, clockwise from straight ahead and from the corner right of that.
const SIDES: [(i16, i16, &str); 6] = [
    (0, 1, "straight forward"),
    (1, 1, "forward to the right"),
    (1, 0, "backward to the right"),
    (0, -1, "straight backward"),
    (-1, -1, "backward to the left"),
    (-1, 0, "forward to the left"),
];
const CORNERS: [(i16, i16, &str); 6] = [
    (1, 2, "forward to the right over a corner"),
    (2, 1, "straight to the right over a corner"),
    (1, -1, "backward to the right over a corner"),
    (-1, -2, "backward to the left over a corner"),
    (-2, -1, "straight to the left over a corner"),
    (-1, 1, "forward to the left over a corner"),
];

/// The step without its direction: how far over sides one way, and how far the next way beside it; the shorter part first.
pub(super) fn shape(step: Step) -> (i16, i16) {
    // Of the three ways to go, the one that takes most is what the other two add up to.
    let mut parts = [step.dx.abs(), step.dy.abs(), (step.dx - step.dy).abs()];
    parts.sort_unstable();
    let [short, long, _] = parts;
    (short, long)
}

/// Steps to neighbouring cells: `over sides`, or `forward to the left or forward to the right`.
pub(super) fn directions(steps: &[Step]) -> String {
    let among = |all: &'static [(i16, i16, &'static str)]| -> Vec<&'static str> {
        let taken = |&&(dx, dy, _): &&(i16, i16, &str)| steps.contains(&Step { dx, dy });
        all.iter().filter(taken).map(|(_, _, words)| *words).collect()
    };
    match (&among(&SIDES)[..], &among(&CORNERS)[..]) {
        ([_, _, _, _, _, _], [_, _, _, _, _, _]) => "in any direction".to_string(),
        ([_, _, _, _, _, _], []) => "over sides".to_string(),
        ([], [_, _, _, _, _, _]) => "over corners".to_string(),
        (sides, corners) => {
            let words: Vec<String> = sides.iter().chain(corners).map(|words| words.to_string()).collect();
            any_of(&words)
        }
    }
}

/// A leap to a cell farther off: its shape, and its steps when it has not all of them.
pub(super) fn leap(steps: &[Step], (short, long): (i16, i16)) -> String {
    let name = match (short, long) {
        (1, 2) => "like a knight (1,2)".to_string(),
        (0, n) => format!("{} cells over sides", number(n as u64)),
        (m, n) if m == n => format!("{} cells over corners", number(n as u64)),
        _ => format!("({short},{long})"),
    };
    let complete = if short == 0 || short == long { 6 } else { 12 };
    if steps.len() == complete {
        return name;
    }
    // A leap straight on is a step to a neighbour, so many times.
    let neighbour = |step: &Step| Step { dx: step.dx / long, dy: step.dy / long };
    if complete == 6 {
        let which: Vec<Step> = steps.iter().map(neighbour).collect();
        return format!("{} cells {}", number(long as u64), directions(&which));
    }
    let offsets: Vec<String> = steps.iter().map(|s| format!("({:+},{:+})", s.dx, s.dy)).collect();
    format!("{name}, only by {}", any_of(&offsets))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_those_of_the_atoms() {
        let shapes =
            [(0, 1, (0, 1)), (1, 2, (1, 1)), (2, 3, (1, 2)), (3, 1, (1, 2)), (1, -2, (1, 2)), (-4, -2, (2, 2))];
        for (dx, dy, expected) in shapes {
            assert_eq!(shape(Step { dx, dy }), expected, "({dx}, {dy})");
        }
    }

    #[test]
    fn directions_read_as_sentences() {
        let steps = |all: &[(i16, i16)]| all.iter().map(|&(dx, dy)| Step { dx, dy }).collect::<Vec<_>>();
        assert_eq!(directions(&steps(&[(1, 1), (-1, 0)])), "forward to the right or forward to the left");
        assert_eq!(directions(&steps(&[(1, 2), (2, 1), (1, -1), (-1, -2), (-2, -1), (-1, 1)])), "over corners");
        assert_eq!(leap(&steps(&[(0, 2)]), (0, 2)), "two cells straight forward");
    }
}
