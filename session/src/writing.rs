//! [`Writing`]: in which notation a game's squares and moves are shown and typed. Which families have one of their own is data (`data/writing.tsv`).

use wazir_notation::{Notation, ReadError};
use wazir_runtime::{Game, Info, Move, SideId, Square, Style, move_text};
use wazir_variant_spec::rules::Rules;

/// How a game is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Writing {
    people: Notation,
    engines: Notation,
}

/// The families that have a notation of their own: for people, and for engines.
fn rows() -> impl Iterator<Item = (&'static str, Option<Writing>)> {
    let rows = include_str!("../data/writing.tsv").lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|row| {
        let (family, notations) = row.split_once('\t')?;
        let (people, engines) = notations.split_once('\t')?;
        Some((
            family,
            people.parse().ok().zip(engines.parse().ok()).map(|(people, engines)| Writing { people, engines }),
        ))
    })
}

impl Writing {
    /// SAN.
    const USUAL: Writing = Writing { people: Notation::San, engines: Notation::Uci };

    /// As the games of its family are written, where it can be written so; else in SAN.
    pub fn of(rules: &Rules, info: &Info) -> Writing {
        let own = rows().find(|(family, _)| *family == rules.family).and_then(|(_, writing)| writing);
        own.filter(|writing| writing.people.fits(info).is_ok()).unwrap_or(Writing::USUAL)
    }

    /// Is that another notation than SAN?
    pub fn is_own(self) -> bool {
        self != Writing::USUAL
    }

    /// What the notation is called: see [`Notation::name`].
    pub fn name(self) -> &'static str {
        self.people.name()
    }

    /// What stands beside the board at the file and the rank of a square, before who plays `side`; nothing where moves do not name them.
    pub fn beside(self, info: &Info, side: SideId, square: Square) -> (String, String) {
        self.people.beside(info, side, square)
    }

    /// The name of a square.
    pub fn square(self, info: &Info, square: Square) -> String {
        self.people.square(info, square)
    }

    /// A legal move of the position.
    pub fn write(self, game: &dyn Game, mv: Move) -> String {
        self.people.write(game, mv)
    }

    /// Every legal move with its text.
    pub fn all(self, game: &dyn Game) -> Vec<(Move, String)> {
        self.people.all(game)
    }

    /// A move of some position, as engines write it.
    pub fn bare(self, info: &Info, mv: Move) -> String {
        match self.engines {
            Notation::Usi => wazir_notation::usi(info, mv),
            _ => move_text(info, mv, Style::Game),
        }
    }

    /// The legal move that somebody has typed: as the game is written by people or by its engines, or in SAN, LAN or UCI, with castling in this style.
    ///
    /// # Errors
    /// What is wrong with it: in the notation of the game, where that is none of these.
    pub fn parse(self, game: &dyn Game, text: &str, style: Style) -> Result<Move, ReadError> {
        self.read(game, text, |mv| mv, || wazir_notation::typed(game, text, style))
    }

    /// The same, or all the moves that the text leaves open: see [`wazir_notation::meant`].
    ///
    /// # Errors
    /// As [`Writing::parse`] has them.
    pub fn meant(self, game: &dyn Game, text: &str, style: Style) -> Result<Vec<Move>, ReadError> {
        self.read(game, text, |mv| vec![mv], || wazir_notation::meant(game, text, style))
    }

    /// What a text means in the game's own notation, where it has one and the text is in it; else what it means `otherwise`.
    fn read<T>(
        self,
        game: &dyn Game,
        text: &str,
        own: impl FnOnce(Move) -> T,
        otherwise: impl FnOnce() -> Result<T, ReadError>,
    ) -> Result<T, ReadError> {
        if !self.is_own() {
            return otherwise();
        }
        match self.people.read(game, text) {
            Ok(mv) => Ok(own(mv)),
            Err(error) => match self.engines.read(game, text) {
                Ok(mv) => Ok(own(mv)),
                Err(_) => otherwise().map_err(|_| error),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_data_is_understood() {
        let lines = include_str!("../data/writing.tsv").lines().filter(|line| !line.starts_with('#')).count();
        let understood: Vec<&str> = rows().filter_map(|(family, writing)| writing.map(|_| family)).collect();
        assert_eq!(understood.len(), lines, "{understood:?}");
        assert!(understood.iter().all(|family| !family.is_empty()));
    }
}
