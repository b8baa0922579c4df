//! The imitator `I`: the moves of what has moved last.

use super::directions::unsupported;
use super::{Atom, BetzaError, Loan, Lowering, Modifier, Move, Range, Shape, Simple};
use crate::rules::Cause;

/// Is `I` the atom of the move, or of one of its legs?
pub(super) fn is_in(one: &Move) -> bool {
    match &one.shape {
        Shape::Simple(simple) => simple.atom == Atom::Imitator,
        Shape::Again { atom, .. } => *atom == Atom::Imitator,
        Shape::Bracket { first, rest, .. } => {
            std::iter::once(first).chain(rest.iter().map(|(_, leg)| leg)).any(|leg| leg.atom == Atom::Imitator)
        }
    }
}

/// What a move with `I` imitates.
pub(super) fn lower(one: &Move, lowering: &Lowering) -> Result<Loan, Vec<BetzaError>> {
    let span = one.span.0.clone();
    let Shape::Simple(simple) = &one.shape else {
        let help = "`I` stands alone: `I`, `fI` or `bI`";
        return Err(vec![unsupported(span, "`I` as one of several legs").help(help)]);
    };
    let mut errors = Vec::new();
    let known = [Modifier::Forward, Modifier::Backward, Modifier::Vertical];
    for letter in simple.modifiers.letters().iter().filter(|letter| !known.contains(&letter.modifier)) {
        let (at, letter) = (letter.at.0, letter.modifier.letter());
        let help = "`fI` moves as such a piece of its own side, `bI` as one that faces the other way, `I` as either";
        errors.push(unsupported(at..at + 1, &format!("`{letter}` before `I`")).help(help));
    }
    if simple.range != Range::Default {
        errors.push(unsupported(span, "a range of `I`").help("what is imitated says itself how far it goes"));
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let (ahead, flipped) = ways(simple);
    let text = if one.text.0.is_empty() { one.to_string() } else { one.text.0.clone() };
    let cause = Cause { text, ..lowering.cause.clone() };
    Ok(Loan::Imitated { ahead, flipped, cause })
}

/// Which way the piece faces when it imitates: that of its own side, the other way, or both.
fn ways(simple: &Simple) -> (bool, bool) {
    let has = |modifier| simple.modifiers.has(modifier);
    let both = has(Modifier::Vertical) || has(Modifier::Forward) == has(Modifier::Backward);
    (both || has(Modifier::Forward), both || has(Modifier::Backward))
}

impl Move {
    /// Does the piece move as what has moved last (`I`): as one that faces the way its side plays, as one that faces the other way?
    pub fn imitates(&self) -> Option<(bool, bool)> {
        match &self.shape {
            Shape::Simple(simple) if simple.atom == Atom::Imitator => Some(ways(simple)),
            _ => None,
        }
    }
}
