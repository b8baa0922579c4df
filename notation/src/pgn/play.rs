//! From the words of a game to its moves.

use super::{Fault, Line, Play, Record, Scores, Text, Word};
use crate::{Notation, ReadError, Trouble};
use wazir_runtime::{Game, Move, Style, Variant, shortened};

/// A game whose moves have been made.
pub struct Played {
    /// The game.
    pub record: Record,
    /// The position after its last move.
    pub last: Box<dyn Game>,
    /// What of the text is in the record in another form, with its place: variations that give up the turn in games where nobody may.
    pub remarks: Vec<Fault>,
}

impl Text {
    /// Makes the game's moves, from the variant's start or from the position of its tag `FEN`; see [`Text::make`].
    ///
    /// # Errors
    /// The first move that cannot be made, with its place, or what is wrong with the `FEN`.
    pub fn play(&self, variant: &dyn Variant) -> Result<Record, Fault> {
        self.make(variant).map(|played| played.record)
    }

    /// Makes the game's moves, from the variant's start or from the position of its tag `FEN`.
    ///
    /// In variations, many programs write null moves (`--`, `Z0`, `@@@@`), by which a side gives up its turn. Where the rules do not allow that the variation is kept up to there, and
    /// what follows as a comment: behind its last move, and of a variation that begins so behind the move that it replaces. [`Played::remarks`] tells each.
    ///
    /// # Errors
    /// The first move that cannot be made, with its place, or what is wrong with the `FEN`.
    pub fn make(&self, variant: &dyn Variant) -> Result<Played, Fault> {
        let start = match self.tags.get("FEN") {
            Some(fen) => variant.from_fen(fen, Style::Game).map_err(|error| self.fault(None, error.to_string()))?,
            None => variant.start(),
        };
        let mut maker = Maker { text: self, notation: self.notation()?, remarks: Vec::new() };
        let setup = start.setup();
        let mut last = start;
        let line = maker.line(&mut last, &self.line)?;
        let scores = self.scores.clone().or_else(|| self.tags.get("Result").and_then(Scores::read));
        if let Some(scores) = &scores
            && scores.sides().len() != variant.info().sides.len()
        {
            let sides = variant.info().sides.len();
            return Err(
                self.fault(None, format!("the result {} is not one of {sides} sides", shortened(&scores.to_string())))
            );
        }
        let record = Record { tags: self.tags.clone(), start: setup, line, scores };
        Ok(Played { record, last, remarks: maker.remarks })
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

/// What moves are made with.
struct Maker<'t> {
    text: &'t Text,
    notation: Notation,
    remarks: Vec<Fault>,
}

/// Why a line ends before its end.
enum Stop {
    /// A null move that cannot be made, where the game stands so, at this place in the line.
    Null(usize, Box<ReadError>),
    /// It is wrong.
    Wrong(Fault),
}

impl Maker<'_> {
    /// The main line: `game` is where it leads to.
    fn line(&mut self, game: &mut Box<dyn Game>, line: &Line<Word>) -> Result<Line<Move>, Fault> {
        let mut played = Line { comments: line.comments.clone(), plays: Vec::with_capacity(line.plays.len()) };
        match self.make(game, line, &mut played) {
            Ok(()) => Ok(played),
            Err(Stop::Wrong(fault)) => Err(fault),
            Err(Stop::Null(index, error)) => {
                let message = format!("{error}; null moves are for variations");
                Err(self.text.fault(Some((&**game, &line.plays[index].mv)), message))
            }
        }
    }

    /// A variation from this position, as far as it can be kept; the rest in words, where there is a rest.
    fn variation(&mut self, start: &dyn Game, line: &Line<Word>) -> Result<(Line<Move>, Option<String>), Fault> {
        let mut game = start.boxed();
        let mut played = Line { comments: line.comments.clone(), plays: Vec::with_capacity(line.plays.len()) };
        match self.make(&mut game, line, &mut played) {
            Ok(()) => Ok((played, None)),
            Err(Stop::Wrong(fault)) => Err(fault),
            Err(Stop::Null(index, error)) => {
                let rest = words(&line.plays[index..]);
                let message = format!("{error}: the variation is kept up to here, what follows as a comment ({rest})");
                self.remarks.push(self.text.fault(Some((&*game, &line.plays[index].mv)), message));
                Ok((played, Some(rest)))
            }
        }
    }

    /// Makes the moves of a line.
    fn make(&mut self, game: &mut Box<dyn Game>, line: &Line<Word>, played: &mut Line<Move>) -> Result<(), Stop> {
        for (index, play) in line.plays.iter().enumerate() {
            let text = &*play.mv.text;
            let mv = match self.notation.read(&**game, text) {
                Ok(mv) => mv,
                Err(error) if error.trouble == Trouble::Pass => return Err(Stop::Null(index, Box::new(error))),
                Err(error) => return Err(Stop::Wrong(self.text.fault(Some((&**game, &play.mv)), error.to_string()))),
            };
            let mut comments = play.comments.clone();
            let mut variations = Vec::with_capacity(play.variations.len());
            for line in &play.variations {
                let (mut kept, rest) = self.variation(&**game, line).map_err(Stop::Wrong)?;
                match (rest, kept.plays.last_mut()) {
                    (None, _) => variations.push(kept),
                    (Some(rest), Some(last)) => {
                        last.comments.push(rest);
                        variations.push(kept);
                    }
                    (Some(rest), None) => {
                        comments.append(&mut kept.comments);
                        comments.push(format!("instead: {rest}"));
                    }
                }
            }
            let mut nags = play.nags.clone();
            if text.ends_with(['!', '?']) {
                nags.splice(0..0, judgement(text, &self.notation.write_unmarked(&**game, mv)));
            }
            game.play_listed(mv);
            played.plays.push(Play { mv, nags, comments, variations });
        }
        Ok(())
    }
}

/// A line in words, as a comment can have them: moves, and in parentheses what is said about them and what might be played instead.
fn words(plays: &[Play<Word>]) -> String {
    let mut text = String::new();
    for play in plays {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&play.mv.text);
        for comment in &play.comments {
            text.push_str(&format!(" ({})", comment.replace('}', ")")));
        }
        for line in &play.variations {
            text.push_str(&format!(" ({})", words(&line.plays)));
        }
    }
    text
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
