//! What stands for a piece where people look at it. Which sets of glyphs there are, and what is in them, is data (`data/glyphs.tsv`).

use std::sync::LazyLock;
use wazir_runtime::{Info, PieceId};
use wazir_variant_spec::rules::{Piece, Rules};

/// All sets of glyphs.
static SETS: LazyLock<Vec<Set>> = LazyLock::new(|| read(include_str!("../data/glyphs.tsv")));

/// The figurines of chess, by how they are written for the first side.
const FIGURINES: [(&str, &str); 6] =
    [("♔", "king"), ("♕", "queen"), ("♖", "rook"), ("♗", "bishop"), ("♘", "knight"), ("♙", "pawn")];

/// A set of glyphs for pieces of some names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Set {
    /// Its identifier.
    pub id: String,
    /// What it is called.
    pub label: String,
    /// The families whose games it is meant for; empty: any.
    pub families: Vec<String>,
    /// The glyph of the second side serves both where colours tell the sides apart.
    pub solid: bool,
    /// Name in lower case, glyph of the first side, glyph of the others.
    pieces: Vec<(String, String, String)>,
}

fn read(text: &str) -> Vec<Set> {
    let mut sets: Vec<Set> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        match line.split('\t').collect::<Vec<_>>()[..] {
            ["set", id, label, families, kind] => sets.push(Set {
                id: id.to_string(),
                label: label.to_string(),
                families: families.split(';').filter(|family| !family.is_empty()).map(str::to_string).collect(),
                solid: kind == "solid",
                pieces: Vec::new(),
            }),
            [name, first, second] => {
                if let Some(set) = sets.last_mut() {
                    set.pieces.push((name.to_lowercase(), first.to_string(), second.to_string()));
                }
            }
            _ => {}
        }
    }
    sets
}

/// All sets, in the order of the data.
pub fn sets() -> &'static [Set] {
    &SETS
}

impl Set {
    /// The glyphs of the first side and of the others for a piece of this name.
    pub fn find(&self, name: &str) -> Option<(&str, &str)> {
        let name = name.to_lowercase();
        let found = self.pieces.iter().find(|piece| piece.0 == name);
        found.map(|(_, first, second)| (first.as_str(), second.as_str()))
    }
    /// Every name with its glyphs of the first side and of the others.
    pub fn pieces(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        self.pieces.iter().map(|(name, first, second)| (name.as_str(), first.as_str(), second.as_str()))
    }
    /// How many of a game's pieces it has.
    fn covers(&self, info: &Info) -> usize {
        info.pieces.iter().filter(|piece| self.find(&piece.name).is_some()).count()
    }
}

/// The set that suits a game best: of those for its family the one with the most of its pieces, else of those for any game; none where no set has any.
pub fn fitting(info: &Info, family: &str) -> Option<&'static Set> {
    let most = |own: bool| {
        let meant = |set: &&Set| if own { set.families.iter().any(|f| f == family) } else { set.families.is_empty() };
        // Of equal ones the first.
        let best = SETS.iter().filter(meant).rev().max_by_key(|set| set.covers(info));
        best.filter(|set| set.covers(info) > 0)
    };
    most(true).or_else(|| most(false))
}

/// What the rule file gives for a piece: for the first side and for the others; where only some have one, the others have the same.
pub fn own(piece: &Piece) -> Option<(String, String)> {
    let (first, others) = piece.glyphs.split_first()?;
    let second = others.iter().flatten().next();
    let first = first.as_ref().or(second)?;
    Some((first.clone(), second.unwrap_or(first).clone()))
}

/// What is on a piece that is drawn as a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What is written on it, by side.
    pub letters: Vec<String>,
    /// The figurine of chess that suits it: `king`, `queen`, `rook`, `bishop`, `knight` or `pawn`.
    pub figurine: Option<&'static str>,
}

/// What is on a piece: what its rule file gives, else what the set has that suits the game, else its symbol.
pub fn token(rules: &Rules, info: &Info, piece: PieceId) -> Token {
    let told = &info.pieces[piece as usize];
    let sides = info.sides.len();
    let of = |first: &str, others: &str| {
        (0..sides).map(|side| if side == 0 { first } else { others }.to_string()).collect::<Vec<_>>()
    };
    if let Some((first, others)) = own(&rules.pieces[piece as usize]) {
        return Token { letters: of(&first, &others), figurine: None };
    }
    let found = fitting(info, &rules.family).and_then(|set| Some((set, set.find(&told.name)?)));
    let figurine = found.and_then(|(_, (first, _))| FIGURINES.iter().find(|(glyph, _)| *glyph == first));
    let letters = match found {
        // Figurines are drawn, not written.
        Some((set, (first, others))) if !set.solid => of(first, others),
        _ => of(&told.symbol, &told.symbol),
    };
    Token { letters, figurine: figurine.map(|(_, name)| *name) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_data_is_understood() {
        let text = include_str!("../data/glyphs.tsv");
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).count();
        let read: usize = sets().iter().map(|set| 1 + set.pieces().count()).sum();
        assert_eq!(lines, read);
        for set in sets() {
            for (name, first, _) in set.pieces() {
                assert!(!first.is_empty(), "{}: {name}", set.id);
                assert_eq!(set.pieces().filter(|other| other.0 == name).count(), 1, "{}: {name}", set.id);
            }
        }
        for (glyph, name) in FIGURINES {
            assert!(sets().iter().any(|set| set.find(name).is_some_and(|found| found.0 == glyph)), "{name}");
        }
    }
}
