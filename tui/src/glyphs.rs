//! [`Glyphs`]: what stands for a piece on the screen, of the sets of glyphs that there are ([`wazir_describe::glyphs`]).

use unicode_width::UnicodeWidthStr;
use wazir_describe::glyphs::{fitting, own, sets};
use wazir_runtime::{Info, PieceId, SideId, fen};
use wazir_variant_spec::rules::Rules;

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
            Choice::Set(id) => sets().iter().find(|set| set.id == *id).map_or(id, |set| &set.label),
        }
    }
    /// All there are.
    pub fn all() -> Vec<Choice> {
        let sets = sets().iter().map(|set| Choice::Set(set.id.clone()));
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
            Choice::Set(id) => sets().iter().find(|set| set.id == *id),
            Choice::Fitting => fitting(info, &rules.family),
        };
        let from_set = |name: &str| {
            let set = set?;
            let (first, second) = set.find(name)?;
            // Outlines and solids tell two sides apart, not more.
            let first = if set.solid && (colours || info.has_many_sides()) { second } else { first };
            Some((first.to_string(), second.to_string()))
        };
        let own = rules.pieces.iter().map(own).chain(std::iter::repeat(None));
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

    /// The glyph of a piece; before it, where it says nothing about its side and there are no colours to tell it: nothing for the first of two sides, `v` for the second, the side's
    /// letter where there are more.
    pub fn told(&self, info: &Info, side: SideId, piece: PieceId, colours: bool) -> String {
        let mut text = self.of(info, side, piece);
        if !colours && self.is_neutral(info, piece) {
            match (info.has_many_sides(), side) {
                (false, 0) => {}
                (false, _) => text.insert(0, 'v'),
                (true, _) => text.insert(0, info.sides.get(side as usize).map_or('?', |side| side.letter)),
            }
        }
        text
    }

    /// Is the piece shown by a sign that says nothing about its side, so that without colours the side has to be marked?
    pub fn is_neutral(&self, info: &Info, piece: PieceId) -> bool {
        match self.pieces.get(piece as usize) {
            Some(Some((first, second))) => first == second || info.has_many_sides(),
            _ => info.has_many_sides(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_glyph_is_wider_than_two_columns() {
        for set in sets() {
            for (name, first, second) in set.pieces() {
                assert!(first.width() <= 2 && second.width() <= 2, "{}: {name}", set.id);
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
