//! From the words of a game to its moves.

use super::{Fault, Line, Play, Record, Scores, Text, Word};
use crate::Notation;
use wazir_runtime::{Game, Move, Style, Variant};

impl Text {
    /// Makes the game's moves, from the variant's start or from the position of its tag `FEN`.
    ///
    /// # Errors
    /// The first move that cannot be made, with its place, or what is wrong with the `FEN`.
    pub fn play(&self, variant: &dyn Variant) -> Result<Record, Fault> {
        let start = match self.tags.get("FEN") {
            Some(fen) => variant.from_fen(fen, Style::Game).map_err(|error| self.fault(None, error.to_string()))?,
            None => variant.start(),
        };
        let notation = self.notation()?;
        let line = self.play_line(&*start, &self.line, notation)?;
        let scores = self.scores.clone().or_else(|| self.tags.get("Result").and_then(Scores::read));
        if let Some(scores) = &scores
            && scores.sides().len() != variant.info().sides.len()
        {
            let sides = variant.info().sides.len();
            return Err(self.fault(None, format!("the result {scores} is not one of {sides} sides")));
        }
        Ok(Record { tags: self.tags.clone(), start: start.setup(), line, scores })
    }

    /// How its moves are written: SAN and what is read like it, but for what the tag `Format` says (as files of xiangqi have it).
    fn notation(&self) -> Result<Notation, Fault> {
        match self.tags.get("Format") {
            Some(format) => format
                .to_lowercase()
                .parse()
                .map_err(|error: crate::UnknownNotation| self.fault(None, format!("the tag Format: {error}"))),
            None => Ok(Notation::San),
        }
    }

    fn play_line(&self, start: &dyn Game, line: &Line<Word>, notation: Notation) -> Result<Line<Move>, Fault> {
        let mut game = start.boxed();
        let mut played = Line { comments: line.comments.clone(), plays: Vec::with_capacity(line.plays.len()) };
        for play in &line.plays {
            let read = notation.read(&*game, &play.mv.text);
            let mv = read.map_err(|error| self.fault(Some((&*game, &play.mv)), error.to_string()))?;
            let variations = play.variations.iter().map(|line| self.play_line(&*game, line, notation));
            let variations = variations.collect::<Result<_, _>>()?;
            let mut nags = play.nags.clone();
            nags.splice(0..0, judgement(&play.mv.text, &notation.write_unmarked(&*game, mv)));
            game.play(mv).map_err(|error| self.fault(Some((&*game, &play.mv)), error.to_string()))?;
            played.plays.push(Play { mv, nags, comments: play.comments.clone(), variations });
        }
        Ok(played)
    }

    /// What is wrong, about a word where one is given, else about the game.
    fn fault(&self, at: Option<(&dyn Game, &Word)>, message: String) -> Fault {
        let number = |game: &dyn Game| {
            let number = game.setup().fullmove;
            if game.turn() == 0 { format!("{number}.") } else { format!("{number}...") }
        };
        Fault {
            game: self.number,
            number: at.map(|(game, _)| number(game)),
            line: at.map_or(self.first_line, |(_, word)| word.line),
            column: at.map_or(1, |(_, word)| word.column),
            message,
        }
    }
}

/// The glyph that `!` and `?` behind a move mean. (A piece's own symbol may end with `!`.)
fn judgement(text: &str, written: &str) -> Option<u8> {
    let marks = &text[text.trim_end_matches(['!', '?']).len()..];
    let own = written[written.trim_end_matches('!').len()..].len();
    match marks.get(own..)? {
        "!" => Some(1),
        "?" => Some(2),
        "!!" => Some(3),
        "??" => Some(4),
        "!?" => Some(5),
        "?!" => Some(6),
        _ => None,
    }
}
