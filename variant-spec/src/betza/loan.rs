//! Moves that friends lend each other (`x`): on the last leg, or the only one, a piece borrows the moves of the friend it finds there; on the first of several, it lends
//! what follows to the friend.

use std::ops;

use super::directions::unsupported;
use super::lower::{Ways, assemble, lower_leg, lower_simple, turned};
use super::{Atom, BetzaError, Join, Lowering, Modifier, Modifiers, Move, Part, Range, Shape, Simple};
use super::{journey, path};
use crate::rules::{Cause, Grid, Movement, Ride};

/// A move with `x` or `I`, in board coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loan {
    /// The piece moves as the friends on which one of these rides ends.
    Borrowed {
        /// The rides to friends.
        along: Vec<Ride>,
        /// The text it was written as.
        cause: Cause,
    },
    /// The friends on which one of the rides ends can make the movement.
    Lent {
        /// Rides to friends, and what these can do then.
        lines: Vec<(Vec<Ride>, Movement)>,
    },
    /// The piece moves as what has moved last (`I`).
    Imitated {
        /// It faces the way that its own side plays.
        ahead: bool,
        /// It faces the other way.
        flipped: bool,
        /// The text it was written as.
        cause: Cause,
    },
}

/// A leg with its own atom.
#[derive(Clone)]
struct Written {
    modifiers: Modifiers,
    atom: Atom,
    range: Range,
    bracketed: bool,
}

impl Written {
    fn simple(&self, modifiers: Modifiers) -> Simple {
        Simple { modifiers, atom: self.atom, range: self.range }
    }
}

/// Where `x` stands in a move.
pub(super) fn place(one: &Move) -> Option<usize> {
    fn in_parts(parts: &[Part]) -> Option<usize> {
        parts.iter().find_map(|part| match part {
            Part::Modifiers(modifiers) => modifiers.place(Modifier::Borrow),
            Part::Group(parts) => in_parts(parts),
            Part::Again => None,
        })
    }
    match &one.shape {
        Shape::Simple(simple) => simple.modifiers.place(Modifier::Borrow),
        Shape::Again { parts, .. } => in_parts(parts),
        Shape::Bracket { modifiers, first, rest, .. } => {
            let legs = std::iter::once(first).chain(rest.iter().map(|(_, leg)| leg)).map(|leg| &leg.modifiers);
            std::iter::once(modifiers).chain(legs).find_map(|modifiers| modifiers.place(Modifier::Borrow))
        }
    }
}

/// The loan that a move with `x` is.
pub(super) fn lower(one: &Move, lowering: &Lowering) -> Result<Loan, Vec<BetzaError>> {
    let span = one.span.0.clone();
    let legs = written(&one.shape, &span).map_err(|error| vec![error])?;
    let with: Vec<usize> = (0..legs.len()).filter(|&index| legs[index].modifiers.has(Modifier::Borrow)).collect();
    let text = if one.text.0.is_empty() { one.to_string() } else { one.text.0.clone() };
    let cause = Cause { text, ..lowering.cause.clone() };
    match with[..] {
        [last] if last + 1 == legs.len() => borrowed(one, &legs, &span, lowering, cause),
        [0] => lent(&legs, &span, lowering, cause),
        _ => {
            let at = place(one).map_or(span, |at| at..at + 1);
            let message = "`x` stands on one leg: the first, or the last";
            let help = "on the last leg (`xK`) it borrows the moves of the friend there, on the first (`xaN`) it lends the friend there what follows";
            Err(vec![BetzaError::new(at, "betza-misplaced-loan", message).help(help)])
        }
    }
}

/// The legs of a move as they are written.
fn written(shape: &Shape, span: &ops::Range<usize>) -> Result<Vec<Written>, BetzaError> {
    match shape {
        Shape::Simple(Simple { modifiers, atom, range }) => {
            Ok(vec![Written { modifiers: modifiers.clone(), atom: *atom, range: *range, bracketed: false }])
        }
        Shape::Again { parts, atom, range } => {
            let leg = |modifiers| Written { modifiers, atom: *atom, range: *range, bracketed: false };
            Ok(path::legs(parts, span)?.into_iter().map(leg).collect())
        }
        Shape::Bracket { modifiers, first, rest, range } => {
            let plain = modifiers.letters().is_empty() && *range == Range::Default;
            if !plain || rest.iter().any(|(join, _)| *join == Join::May) {
                let help = "within the bracket join the legs with `-`, as in `[xN-N]`, and write nothing around it";
                return Err(unsupported(span.clone(), "`x` in such a bracket").help(help));
            }
            let leg = |leg: &Simple| Written {
                modifiers: leg.modifiers.clone(),
                atom: leg.atom,
                range: leg.range,
                bracketed: true,
            };
            Ok(std::iter::once(first).chain(rest.iter().map(|(_, leg)| leg)).map(leg).collect())
        }
    }
}

/// The modifiers without `x`.
fn without_x(modifiers: &Modifiers) -> Modifiers {
    Modifiers::new(modifiers.letters().iter().filter(|letter| letter.modifier != Modifier::Borrow).cloned().collect())
}

/// The leg with `x` leads to a friend: nothing is said about its end.
fn check_reach(modifiers: &Modifiers, errors: &mut Vec<BetzaError>) {
    for letter in modifiers.letters() {
        let (at, known) = (letter.at.0, letter.modifier);
        let says_how =
            matches!(known, Modifier::Lame | Modifier::Jump | Modifier::Hop | Modifier::Grasshop | Modifier::OffBoard);
        if !known.is_direction() && known != Modifier::Borrow && !says_how {
            let message = format!("`{}` means nothing on the leg with `x`: it leads to a friend", known.letter());
            errors.push(BetzaError::new(at..at + 1, "betza-meaningless-modifier", message).help("remove it"));
        }
    }
}

fn borrowed(
    one: &Move,
    legs: &[Written],
    span: &ops::Range<usize>,
    lowering: &Lowering,
    cause: Cause,
) -> Result<Loan, Vec<BetzaError>> {
    let mut errors = Vec::new();
    let [first, ..] = legs else { return Err(errors) };
    if lowering.grid == Grid::Hexagons && legs.len() > 1 {
        errors.push(unsupported(span.clone(), "a move of several legs on hexagons"));
    }
    let rides = match &one.shape {
        Shape::Simple(simple) => {
            check_reach(&simple.modifiers, &mut errors);
            lower_leg(&first.simple(without_x(&simple.modifiers)), None, span.clone(), lowering, &mut errors)
        }
        Shape::Again { atom, range, .. } => {
            let modifiers: Vec<Modifiers> = legs.iter().map(|leg| without_x(&leg.modifiers)).collect();
            path::rides(&modifiers, atom, range, span, &mut errors)
        }
        Shape::Bracket { .. } => {
            let help = "write a path over empty squares with `a`: `afxsW`";
            errors.push(unsupported(span.clone(), "`x` at the end of a bracket").help(help));
            Vec::new()
        }
    };
    if !errors.is_empty() {
        return Err(errors);
    }
    let along = rides.into_iter().map(|ride| turned(ride, lowering.orientation)).collect();
    Ok(Loan::Borrowed { along, cause })
}

fn lent(
    legs: &[Written],
    span: &ops::Range<usize>,
    lowering: &Lowering,
    cause: Cause,
) -> Result<Loan, Vec<BetzaError>> {
    let mut errors = Vec::new();
    let [reach, rest @ ..] = legs else { return Err(errors) };
    if lowering.grid == Grid::Hexagons {
        let help = "say it of those who get the move: `(moves: \"N\", while: Beside(pieces: [\"N\"], at: \"N\"))`";
        errors.push(unsupported(span.clone(), "a move that is lent on hexagons").help(help));
    }
    check_reach(&reach.modifiers, &mut errors);
    let grasshop = reach.modifiers.place(Modifier::Grasshop);
    for at in grasshop.into_iter().chain(rest.iter().find_map(|leg| leg.modifiers.place(Modifier::EnPassant))) {
        errors.push(unsupported(at..at + 1, "`g` or `e` in a move that is lent"));
    }
    if let Some(at) = rest.first().and_then(|leg| leg.modifiers.place(Modifier::Initial)) {
        errors.push(unsupported(at..at + 1, "`i` of a move that is lent"));
    }
    let reach_rides = lower_leg(&reach.simple(without_x(&reach.modifiers)), None, span.clone(), lowering, &mut errors);
    if let Some(at) = reach.modifiers.place(Modifier::Jump).filter(|_| reach_rides.iter().any(|ride| ride.skips)) {
        errors.push(unsupported(at..at + 1, "`j` on a slider that leads to a friend"));
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut lines: Vec<(Vec<Ride>, Movement)> = Vec::new();
    for ride in reach_rides {
        let movement = continued(rest, &ride, span, lowering, &cause)?;
        let ride = turned(ride, lowering.orientation);
        match lines.iter_mut().find(|(_, known)| *known == movement) {
            Some((along, _)) => along.push(ride),
            None => lines.push((vec![ride], movement)),
        }
    }
    Ok(Loan::Lent { lines })
}

/// What is lent along a ride, as it goes on from there.
fn continued(
    rest: &[Written],
    reach: &Ride,
    span: &ops::Range<usize>,
    lowering: &Lowering,
    cause: &Cause,
) -> Result<Movement, Vec<BetzaError>> {
    let mut errors = Vec::new();
    let specs: Vec<journey::Spec> = rest
        .iter()
        .map(|leg| journey::Spec {
            modifiers: leg.modifiers.clone(),
            atom: leg.atom,
            range: leg.range,
            bracketed: leg.bracketed,
        })
        .collect();
    let (Some(first), Some(last)) = (rest.first(), rest.last()) else { return Err(errors) };
    let captures_friends = last.modifiers.has(Modifier::Friend) && !last.modifiers.has(Modifier::Unload);
    let (rides, legs) = if rest.len() > 1 || captures_friends {
        (Vec::new(), journey::legs_after(&specs, reach.step, span, &lowering.budget, &mut errors))
    } else {
        let mut steps =
            journey::steps_after(&specs[0], reach.step, span, &lowering.budget).map_err(|error| vec![error])?;
        let simple = first.simple(first.modifiers.clone());
        let is_leap = reach.is_leap() && matches!(first.range, Range::Default | Range::UpTo(1));
        let simple_leap = is_leap && !matches!(first.atom, Atom::Rook | Atom::Bishop | Atom::Queen);
        // The leap back leads onto the lender, where there is nothing to be had: then it does not matter from which side the friend was reached.
        if simple_leap && !first.bracketed && first.modifiers.directions().is_empty() {
            steps.extend(journey::steps_back(&specs[0], reach.step));
            steps.sort_unstable();
            steps.dedup();
        }
        lower_simple(&simple, Some(&steps), span, lowering, &mut errors)
    };
    let ways =
        Ways { rides, legs, first: Modifiers::default(), last: last.modifiers.clone(), one_leg: rest.len() == 1 };
    assemble(ways, span.clone(), lowering, cause.clone(), errors)
}
