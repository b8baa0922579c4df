//! [`Techniques`]: by what the search looks at less, or at more, than every move to the same depth. Each can be left out, so that a match tells what it gains.

use std::{fmt, str::FromStr};

/// A way to spend the search's time where it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Technique {
    /// A position good enough even if the opponent moves twice in a row is not searched in full.
    NullMove,
    /// Nor is one, near the leaves, whose evaluation is better than needed by more than is lost in so few plies.
    ReverseFutility,
    /// Quiet moves are left out where the evaluation is too low for one of them to help, near the leaves.
    Futility,
    /// Quiet moves that come late in the order are left out near the leaves.
    LateMovePruning,
    /// Late moves are searched less deep first.
    LateMoveReductions,
    /// Quiet moves to where the piece is lost by exchange are left out near the leaves.
    QuietSee,
    /// Moves that give check are searched a ply deeper.
    CheckExtensions,
    /// Where captures are compulsory, the only move there is is searched a ply deeper.
    ForcedExtensions,
    /// Quiescence leaves out captures that lose by exchange.
    QuiescenceSee,
    /// Quiescence leaves out captures that gain too little to matter.
    DeltaPruning,
    /// Where checks win in the end, quiescence looks at quiet moves that give check as well, in its first ply.
    QuiescenceChecks,
    /// A position whose evaluation is good enough even if attacks say no more than they did before the last move is not weighed.
    ForeseenEvaluations,
    /// Evaluations are corrected by what searches of like positions have found.
    Corrections,
    /// The root is searched with a narrow window around the score expected.
    Aspiration,
}

/// All of them with their names.
const ALL: [(Technique, &str); 14] = [
    (Technique::NullMove, "null-move"),
    (Technique::ReverseFutility, "reverse-futility"),
    (Technique::Futility, "futility"),
    (Technique::LateMovePruning, "late-move-pruning"),
    (Technique::LateMoveReductions, "late-move-reductions"),
    (Technique::QuietSee, "quiet-see"),
    (Technique::CheckExtensions, "check-extensions"),
    (Technique::ForcedExtensions, "forced-extensions"),
    (Technique::QuiescenceSee, "quiescence-see"),
    (Technique::DeltaPruning, "delta-pruning"),
    (Technique::QuiescenceChecks, "quiescence-checks"),
    (Technique::ForeseenEvaluations, "foreseen-evaluations"),
    (Technique::Corrections, "corrections"),
    (Technique::Aspiration, "aspiration"),
];

impl Technique {
    /// Every technique.
    pub fn all() -> impl Iterator<Item = Technique> {
        ALL.iter().map(|(technique, _)| *technique)
    }

    /// Its name in commands, such as `null-move`.
    pub fn name(self) -> &'static str {
        ALL.iter().find(|(technique, _)| *technique == self).map_or("", |(_, name)| name)
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Technique {
    type Err = String;

    fn from_str(text: &str) -> Result<Technique, String> {
        let found = ALL.iter().find(|(_, name)| *name == text);
        found.map(|(technique, _)| *technique).ok_or_else(|| {
            let names: Vec<&str> = ALL.iter().map(|(_, name)| *name).collect();
            format!("`{text}` is no technique of the search; there are {}", names.join(", "))
        })
    }
}

/// A set of techniques; by default all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques(u32);

impl Default for Techniques {
    fn default() -> Techniques {
        Techniques((1 << ALL.len()) - 1)
    }
}

impl Techniques {
    /// The same without this one.
    #[must_use]
    pub fn without(self, technique: Technique) -> Techniques {
        Techniques(self.0 & !(1 << technique as u32))
    }

    /// Is this one used?
    pub fn has(self, technique: Technique) -> bool {
        self.0 >> technique as u32 & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_technique_has_a_name_and_a_bit_of_its_own() {
        for technique in Technique::all() {
            assert_eq!(technique.name().parse(), Ok(technique));
            let rest = Techniques::default().without(technique);
            assert!(Technique::all().all(|other| rest.has(other) == (other != technique)), "{technique}");
        }
        let none = Technique::all().fold(Techniques::default(), Techniques::without);
        assert_eq!(none, Techniques(0));
        assert!("null".parse::<Technique>().unwrap_err().contains("null-move, reverse-futility"));
    }
}
