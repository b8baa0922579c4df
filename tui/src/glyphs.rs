//! [`Glyphs`]: what stands for a piece on the screen. Which sets of glyphs there are, and what is in them, is data (`data/glyphs.tsv`).

use std::sync::LazyLock;
use unicode_width::UnicodeWidthStr;
use wazir_runtime::{Info, PieceId, SideId, fen};
use wazir_variant_spec::rules::{Piece, Rules};

/// All sets of glyphs.
static SETS: LazyLock<Vec<Set>> = LazyLock::new(|| read(include_str!("../data/glyphs.tsv")));

/// A set of glyphs for pieces of some names.
#[derive(Clone, Debug, Default)]
struct Set {
    id: String,
    label: String,
    /// The families whose games it is meant for; empty: any.
    families: Vec<String>,
    /// The glyph of the second side serves both where colours tell the sides apart.
    solid: bool,
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

impl Set {
    fn find(&self, name: &str) -> Option<&(String, String, String)> {
        let name = name.to_lowercase();
        self.pieces.iter().find(|piece| piece.0 == name)
    }
    /// How many of a game's pieces it has.
    fn covers(&self, info: &Info) -> usize {
        info.pieces.iter().filter(|piece| self.find(&piece.name).is_some()).count()
    }
}

/// How pieces are shown.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Choice {
    /// What suits the game: its own writing where there is a set for its family, else figurines, else letters.
    #[default]
    Fitting,
    /// The letters of FEN, and nothing beyond ASCII anywhere.
    Ascii,
    /// The letters of FEN.
    Letters,
    /// The set of this identifier, letters for pieces it lacks.
    Set(String),
}

impl Choice {
    /// How it is written in settings.
    pub fn text(&self) -> &str {
        match self {
            Choice::Fitting => "fitting",
            Choice::Ascii => "ascii",
            Choice::Letters => "letters",
            Choice::Set(id) => id,
        }
    }
    /// What it is called.
    pub fn label(&self) -> &str {
        match self {
            Choice::Fitting => "what suits the game",
            Choice::Ascii => "plain ASCII",
            Choice::Letters => "letters",
            Choice::Set(id) => SETS.iter().find(|set| set.id == *id).map_or(id, |set| &set.label),
        }
    }
    /// All there are.
    pub fn all() -> Vec<Choice> {
        let sets = SETS.iter().map(|set| Choice::Set(set.id.clone()));
        [Choice::Fitting].into_iter().chain(sets).chain([Choice::Letters, Choice::Ascii]).collect()
    }
    /// The one of this text.
    pub fn parse(text: &str) -> Option<Choice> {
        Choice::all().into_iter().find(|choice| choice.text() == text)
    }
}

/// The glyphs of one game.
#[derive(Clone, Debug)]
pub struct Glyphs {
    /// By piece: glyphs of the first side and of the others.
    pieces: Vec<Option<(String, String)>>,
    /// Nothing beyond ASCII.
    pub ascii: bool,
    /// Columns of the widest glyph.
    pub width: usize,
}

impl Glyphs {
    /// The glyphs of a game: those of the set that is chosen, else those that its rule file gives, else letters. Where nothing is chosen, the rule file's go
    /// first.
    pub fn new(choice: &Choice, rules: &Rules, info: &Info, colours: bool) -> Glyphs {
        let set = match choice {
            Choice::Ascii | Choice::Letters => None,
            Choice::Set(id) => SETS.iter().find(|set| set.id == *id),
            Choice::Fitting => fitting(info, &rules.family),
        };
        let from_set = |name: &str| {
            let set = set?;
            let (_, first, second) = set.find(name)?;
            // Outlines and solids tell two sides apart, not more.
            let first = if set.solid && (colours || info.has_many_sides()) { second } else { first };
            Some((first.clone(), second.clone()))
        };
        let own = rules.pieces.iter().map(own_glyphs).chain(std::iter::repeat(None));
        let glyph = |name: &str, own: Option<(String, String)>| match choice {
            Choice::Ascii | Choice::Letters => None,
            Choice::Fitting => own.or_else(|| from_set(name)),
            Choice::Set(_) => from_set(name).or(own),
        };
        let mut glyphs = Glyphs {
            pieces: info.pieces.iter().zip(own).map(|(piece, own)| glyph(&piece.name, own)).collect(),
            ascii: *choice == Choice::Ascii,
            width: 1,
        };
        let sides = 0..info.sides.len() as SideId;
        let pieces = 0..info.pieces.len() as PieceId;
        let widths = sides.flat_map(|side| pieces.clone().map(move |piece| (side, piece)));
        glyphs.width = widths.map(|(side, piece)| glyphs.of(info, side, piece).width()).max().unwrap_or(1).max(1);
        glyphs
    }

    /// The glyph of a piece.
    pub fn of(&self, info: &Info, side: SideId, piece: PieceId) -> String {
        match self.pieces.get(piece as usize) {
            Some(Some((first, _))) if side == 0 => first.clone(),
            Some(Some((_, second))) => second.clone(),
            _ if info.has_many_sides() => {
                info.pieces.get(piece as usize).map_or("?", |piece| &piece.symbol).to_string()
            }
            _ => fen::piece_symbol(info, side, piece),
        }
    }

    /// Is the piece shown by a sign that says nothing about its side, so that without colours the side has to be marked?
    pub fn is_neutral(&self, info: &Info, piece: PieceId) -> bool {
        match self.pieces.get(piece as usize) {
            Some(Some((first, second))) => first == second || info.has_many_sides(),
            _ => info.has_many_sides(),
        }
    }
}

/// What the rule file gives for a piece: for the first side and for the others; where only some have one, the others have the same.
fn own_glyphs(piece: &Piece) -> Option<(String, String)> {
    let (first, others) = piece.glyphs.split_first()?;
    let second = others.iter().flatten().next();
    let first = first.as_ref().or(second)?;
    Some((first.clone(), second.unwrap_or(first).clone()))
}

/// The set that suits a game best: of those for its family the one with the most of its pieces, else of those for any game; none where no set has any.
fn fitting<'s>(info: &Info, family: &str) -> Option<&'s Set> {
    let most = |own: bool| {
        let meant = |set: &&Set| if own { set.families.iter().any(|f| f == family) } else { set.families.is_empty() };
        // Of equal ones the first.
        let best = SETS.iter().filter(meant).rev().max_by_key(|set| set.covers(info));
        best.filter(|set| set.covers(info) > 0)
    };
    most(true).or_else(|| most(false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_data_is_understood() {
        let text = include_str!("../data/glyphs.tsv");
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).count();
        let read: usize = SETS.iter().map(|set| 1 + set.pieces.len()).sum();
        assert_eq!(lines, read);
        for set in SETS.iter() {
            for (name, first, second) in &set.pieces {
                assert!(!first.is_empty() && first.width() <= 2 && second.width() <= 2, "{}: {name}", set.id);
                assert_eq!(set.pieces.iter().filter(|other| other.0 == *name).count(), 1, "{}: {name}", set.id);
            }
        }
    }

    #[test]
    fn choices_are_read_as_they_are_written() {
        for choice in Choice::all() {
            assert_eq!(Choice::parse(choice.text()), Some(choice));
        }
        assert_eq!(Choice::parse("runes"), None);
    }
}
