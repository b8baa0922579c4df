//! From a [`Record`] to the text of a PGN file.

use super::{Line, Play, Record};
use crate::Notation;
use std::fmt::Write;
use wazir_runtime::{FenError, Game, Move, MoveError, Style, Variant, printable_line};

/// How a game is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// How moves are written.
    pub notation: Notation,
    /// Characters in a line of moves, where words are short enough.
    pub width: usize,
}

impl Default for Layout {
    /// As the standard has it: SAN, lines of at most 79 characters.
    fn default() -> Layout {
        Layout { notation: Notation::San, width: 79 }
    }
}

/// Why a game cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriteError {
    /// The variant has no such start.
    Start(FenError),
    /// A move is not legal where it is played.
    Move(MoveError),
}

impl std::fmt::Display for WriteError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            WriteError::Start(error) => write!(f, "the start of the game: {error}"),
            WriteError::Move(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for WriteError {}

impl From<MoveError> for WriteError {
    fn from(error: MoveError) -> WriteError {
        WriteError::Move(error)
    }
}

/// The value of a tag as it is written, and read again: in one line, and without commands to the terminal on which the game is looked at later, which a name or a file
/// may hold.
pub fn tag_value(value: &str) -> String {
    printable_line(&value.replace(['\n', '\r', '\t'], " ")).into_owned()
}

impl Record {
    /// The game as text: tags, an empty line, moves, an empty line. `Result`, `Variant` (but for the game called `chess`), `SetUp` and `FEN` are set as they have to be, and `Format` where
    /// moves are written otherwise than in SAN, LAN or UCI.
    ///
    /// # Errors
    /// When the variant is another one than the record was made with.
    pub fn write(&self, variant: &dyn Variant, layout: &Layout) -> Result<String, WriteError> {
        let start = variant.start();
        let game = start.at(&self.start).map_err(WriteError::Start)?;
        let mut text = String::new();
        for (name, value) in self.tags_to_write(&*start, &*game, layout.notation).ordered() {
            let value = tag_value(value).replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(text, "[{name} \"{value}\"]");
        }
        text.push('\n');
        let mut page = Page { text, width: layout.width, column: 0, opening: String::new() };
        write_line(&mut page, &*game, &self.line, layout.notation)?;
        page.word(&self.result());
        page.text.push_str("\n\n");
        Ok(page.text)
    }

    fn result(&self) -> String {
        self.scores.as_ref().map_or("*".to_string(), ToString::to_string)
    }

    fn tags_to_write(&self, start: &dyn Game, game: &dyn Game, notation: Notation) -> super::Tags {
        let mut tags = self.tags.clone();
        tags.set("Result", self.result());
        match notation {
            Notation::San | Notation::Lan | Notation::Uci => tags.remove("Format"),
            other => tags.set("Format", other.name()),
        }
        let info = game.info();
        if info.id != "chess" && tags.get("Variant").is_none() {
            tags.set("Variant", crate::names::to_pgn(&info.id));
        }
        let (usual, fen) = (start.fen(Style::Game), game.fen(Style::Game));
        if usual != fen || info.chess960 {
            tags.set("SetUp", "1");
            tags.set("FEN", fen);
        } else {
            tags.remove("SetUp");
            tags.remove("FEN");
        }
        tags
    }
}

/// Where words are put in lines.
struct Page {
    text: String,
    width: usize,
    column: usize,
    /// Parentheses that open before the next word.
    opening: String,
}

impl Page {
    /// Puts a word behind the others, on a new line where this one is full.
    fn word(&mut self, word: &str) {
        let opening = std::mem::take(&mut self.opening);
        let length = opening.len() + word.chars().count();
        if self.column > 0 && self.column + 1 + length > self.width {
            self.end_line();
        }
        if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(&opening);
        self.text.push_str(word);
        self.column += length;
    }

    fn open(&mut self) {
        self.opening.push('(');
    }

    fn close(&mut self) {
        // A variation without moves and comments still has its two parentheses.
        self.text.push_str(&std::mem::take(&mut self.opening));
        self.text.push(')');
        self.column += 1;
    }

    fn end_line(&mut self) {
        self.text.push('\n');
        self.column = 0;
    }

    /// A comment in braces; one that has a brace itself goes to the end of the line, where it needs none.
    fn comment(&mut self, comment: &str) {
        let comment = comment.split_whitespace().collect::<Vec<_>>().join(" ");
        let comment = printable_line(&comment);
        let words: Vec<&str> = comment.split(' ').filter(|word| !word.is_empty()).collect();
        if comment.contains('}') {
            self.word(&format!("; {}", words.join(" ")));
            self.end_line();
            return;
        }
        match &words[..] {
            [] => self.word("{}"),
            [only] => self.word(&format!("{{{only}}}")),
            [first, middle @ .., last] => {
                self.word(&format!("{{{first}"));
                middle.iter().for_each(|word| self.inner_word(word));
                self.inner_word(&format!("{last}}}"));
            }
        }
    }

    /// A word of a comment. (No line of a file may begin with `%`, which hides it.)
    fn inner_word(&mut self, word: &str) {
        if word.starts_with('%') {
            self.text.push(' ');
            self.text.push_str(word);
            self.column += 1 + word.chars().count();
        } else {
            self.word(word);
        }
    }
}

/// Writes the moves of a line that begins at `game`.
fn write_line(page: &mut Page, game: &dyn Game, line: &Line<Move>, notation: Notation) -> Result<(), WriteError> {
    let mut game = game.boxed();
    line.comments.iter().for_each(|comment| page.comment(comment));
    // The number of a move is told when the first side begins its turn, and wherever something stands between it and the move before.
    let mut before = None;
    for Play { mv, nags, comments, variations } in &line.plays {
        let (number, turn) = (game.setup().fullmove, game.turn());
        match before {
            None => page.word(&move_number(number, turn)),
            Some(moment) if moment != (number, turn) && turn == 0 => page.word(&move_number(number, turn)),
            Some(_) => {}
        }
        page.word(&notation.write(&*game, *mv));
        nags.iter().for_each(|nag| page.word(&format!("${nag}")));
        comments.iter().for_each(|comment| page.comment(comment));
        for variation in variations {
            page.open();
            write_line(page, &*game, variation, notation)?;
            page.close();
        }
        before = (comments.is_empty() && variations.is_empty()).then_some((number, turn));
        game.play(*mv)?;
    }
    Ok(())
}

/// `12.` for the first side, `12...` for the others.
fn move_number(number: u32, turn: u8) -> String {
    format!("{number}{}", if turn == 0 { "." } else { "..." })
}
