//! The canonical spelling: modifiers in XBoard's order, ranges as numbers, no spaces but where two atoms would read as one.

use std::fmt;

use super::{Atom, Betza, Join, Modifiers, Move, Part, Range, Shape, Simple, Suffix};

impl fmt::Display for Betza {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut last = String::new();
        for one in &self.moves {
            let text = one.to_string();
            // `N` and `N` side by side would read as the rider `NN`, `N` and `NX` as `NN` with something behind it.
            let begins_as_ended = last.chars().last().is_some_and(|end| text.starts_with(end));
            if begins_as_ended || one.atom().is_some_and(|atom| last.ends_with(&atom) && text.starts_with(&atom)) {
                f.write_str(" ")?;
            }
            f.write_str(&text)?;
            last = text;
        }
        Ok(())
    }
}

impl Move {
    /// Its atom as it is written, where it has one for all its legs.
    fn atom(&self) -> Option<String> {
        match &self.shape {
            Shape::Simple(Simple { atom, .. }) | Shape::Again { atom, .. } => Some(atom.to_string()),
            Shape::Bracket { .. } => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.shape {
            Shape::Simple(simple) => simple.fmt(f),
            Shape::Again { parts, atom, range } => {
                parts.iter().try_for_each(|part| part.fmt(f))?;
                write!(f, "{atom}{range}")
            }
            Shape::Bracket { modifiers, first, rest, range } => {
                write!(f, "{modifiers}[{first}")?;
                for (join, leg) in rest {
                    write!(f, "{}{leg}", if *join == Join::Must { '-' } else { '?' })?;
                }
                write!(f, "]{range}")
            }
        }
    }
}

impl fmt::Display for Simple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.modifiers, self.atom, self.range)
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Modifiers(modifiers) => modifiers.fmt(f),
            Part::Again => f.write_str("a"),
            Part::Group(parts) => {
                f.write_str("(")?;
                parts.iter().try_for_each(|part| part.fmt(f))?;
                f.write_str(")")
            }
        }
    }
}

impl fmt::Display for Modifiers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letters().iter().try_for_each(|letter| write!(f, "{}", letter.modifier.letter()))
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Atom::Leap(letter, None) => write!(f, "{letter}"),
            Atom::Leap(letter, Some(Suffix::X)) => write!(f, "{letter}X"),
            Atom::Leap(letter, Some(Suffix::Y)) => write!(f, "{letter}Y"),
            Atom::Vector(long, short) => write!(f, "({long},{short})"),
            Atom::Rook => f.write_str("R"),
            Atom::Bishop => f.write_str("B"),
            Atom::Queen => f.write_str("Q"),
            Atom::King => f.write_str("K"),
            Atom::Castling => f.write_str("O"),
            Atom::Universal => f.write_str("U"),
            Atom::Drop => f.write_str("@"),
            Atom::Imitator => f.write_str("I"),
        }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Range::Default => Ok(()),
            Range::UpTo(steps) => write!(f, "{steps}"),
            Range::Exactly(steps) => write!(f, "0{steps}"),
            Range::Unlimited => f.write_str("0"),
        }
    }
}
