//! [`Writing`]: in which notation a game's squares and moves are shown and typed. Which families have one of their own is data (`data/writing.tsv`).

use crate::session::Session;
use wazir_notation::Notation;
use wazir_runtime::{Game, Info, Move, Square, Style, move_text};
use wazir_variant_spec::rules::Rules;

/// How a game is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Writing(Notation);

impl Writing {
    /// As the games of its family are written, where it can be written so; else in SAN.
    pub fn of(rules: &Rules, info: &Info) -> Writing {
        let rows = include_str!("../data/writing.tsv").lines().filter(|line| !line.starts_with('#'));
        let mut pairs = rows.filter_map(|row| row.split_once('\t'));
        let own = pairs.find(|(family, _)| *family == rules.family).and_then(|(_, notation)| notation.parse().ok());
        Writing(own.filter(|notation: &Notation| notation.fits(info).is_ok()).unwrap_or(Notation::San))
    }

    /// What the file and the rank of a square are called.
    pub fn coordinates(self, info: &Info, square: Square) -> (String, String) {
        self.0.coordinates(info, square)
    }

    /// The name of a square.
    pub fn square(self, info: &Info, square: Square) -> String {
        let (file, rank) = self.coordinates(info, square);
        file + &rank
    }

    /// A legal move of the position.
    pub fn write(self, game: &dyn Game, mv: Move) -> String {
        self.0.write(game, mv)
    }

    /// A move of some position, as engines write it with these squares.
    pub fn bare(self, info: &Info, mv: Move) -> String {
        if self.0 == Notation::San { move_text(info, mv, Style::Game) } else { wazir_notation::usi(info, mv) }
    }

    /// What somebody has typed: a move in this notation, as engines write it, or in SAN, LAN or UCI; several where the text leaves the end of the move open. These have one origin
    /// and one square of arrival.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(self, session: &Session, text: &str) -> Result<Vec<Move>, String> {
        if self.0 == Notation::San {
            return session.meant(text);
        }
        let own = self.0.read(session.game(), text).or_else(|error| {
            // `7g7f` is what engines of these games speak.
            Notation::Usi.read(session.game(), text).map_err(|_| error)
        });
        match own {
            Ok(mv) if session.legal().contains(&mv) => Ok(vec![mv]),
            Ok(_) => session.meant(text),
            Err(error) => session.meant(text).map_err(|_| error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_data_is_understood() {
        let rows = include_str!("../data/writing.tsv").lines().filter(|line| !line.starts_with('#'));
        for row in rows {
            let (family, notation) = row.split_once('\t').unwrap_or_else(|| panic!("{row}"));
            assert!(!family.is_empty() && notation.parse::<Notation>().is_ok(), "{row}");
        }
    }
}
