//! [`Reader`]: a PGN file taken apart into games, of whatever variant.

use super::{Fault, Line, Play, Scores, Tags};
use std::io::{self, BufRead};
use wazir_runtime::shortened;

/// A game as it is written: tags and words, not yet moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// Which game of the file, from 1.
    pub number: u64,
    /// The line of the file on which it begins, from 1.
    pub first_line: u64,
    /// Its tags.
    pub tags: Tags,
    /// The words of its moves.
    pub line: Line<Word>,
    /// The result at the end of its moves; `None` for `*`, and where none is written.
    pub scores: Option<Scores>,
}

/// The text of a move, and its place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// As it is written, without a number.
    pub text: String,
    /// The line of the file, from 1.
    pub line: u64,
    /// The place in the line, in characters from 1.
    pub column: u64,
}

/// Variations may be nested so deep.
pub const MOST_NESTED: usize = 100;

/// A null move of UCI, which has the form of a number. (No game begins at move 0.)
const NULL_IN_UCI: &str = "0000";

/// Longest line in bytes: more is no file of games.
pub const LONGEST_LINE: usize = 1 << 20;
/// Most characters of a game's comments, tags and moves; of the formats of shogi, bytes of a file.
pub const LONGEST_GAME: usize = 1 << 24;

/// Reads a file game by game: an iterator of games and of what is wrong with others. It never holds more than one game.
pub struct Reader<R> {
    input: R,
    /// The line that was read last, and its number.
    row: String,
    row_number: u64,
    /// A line has been read that belongs to the next game, from this place (in bytes) on.
    rest: Option<usize>,
    games: u64,
    bytes: u64,
    failed: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads from the beginning of `input`.
    pub fn new(input: R) -> Reader<R> {
        Reader { input, row: String::new(), row_number: 0, rest: None, games: 0, bytes: 0, failed: false }
    }

    /// How many bytes have been read, to tell how far it has come.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Reads the next line; `false` at the end. Lines that `%` hides are empty.
    fn next_row(&mut self) -> io::Result<bool> {
        // The room of the last line is used again.
        let mut bytes = std::mem::take(&mut self.row).into_bytes();
        bytes.clear();
        let limit = LONGEST_LINE as u64;
        // (Its end is not counted.)
        let read = io::Read::take(&mut self.input, limit + 1).read_until(b'\n', &mut bytes)?;
        self.bytes += read as u64;
        if read as u64 > limit && bytes.last() != Some(&b'\n') {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                format!("line {} has more than {limit} bytes: this is no file of games", self.row_number + 1),
            ));
        }
        self.row = match String::from_utf8(bytes) {
            Ok(text) => text,
            // Files of old are ISO 8859-1, in which each byte is a character.
            Err(error) => error.into_bytes().iter().map(|&byte| byte as char).collect(),
        };
        self.row_number += 1;
        if self.row_number == 1
            && let Some(text) = self.row.strip_prefix('\u{feff}')
        {
            self.row = text.to_string();
        }
        if self.row.starts_with('%') {
            self.row.clear();
        }
        Ok(read > 0)
    }

    /// The next game; `Ok(None)` at the end of the file.
    fn next_game(&mut self) -> io::Result<Option<Result<Text, Fault>>> {
        let mut draft: Option<Draft> = None;
        loop {
            let from = match self.rest.take() {
                Some(from) => from,
                None if self.next_row()? => 0,
                None => break,
            };
            let whole = std::mem::take(&mut self.row);
            let row = &whole[from..];
            let place = Place { line: self.row_number, column: whole[..from].chars().count() as u64 };
            if draft.is_none() && row.trim().is_empty() {
                self.row = whole;
                continue;
            }
            let is_tag = from == 0 && is_tag(row);
            if is_tag && draft.as_ref().is_some_and(|draft| draft.is_ended_by_tag(row)) {
                self.rest = Some(0);
                self.row = whole;
                break;
            }
            let draft = draft.get_or_insert_with(|| {
                self.games += 1;
                Draft::new(self.games, place)
            });
            if draft.length > LONGEST_GAME {
                draft.fail(place, format!("the game has more than {LONGEST_GAME} characters"));
            }
            if let Some(used) = draft.take(row, place, is_tag) {
                // The result ends the game; what follows on the line belongs to the next.
                let end = from + used;
                self.rest = (!whole[end..].trim().is_empty()).then_some(end);
                self.row = whole;
                break;
            }
            self.row = whole;
        }
        Ok(draft.map(Draft::finish))
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    /// A game; or what is wrong with it; or why the file cannot be read on.
    type Item = io::Result<Result<Text, Fault>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let next = self.next_game();
        self.failed = next.is_err();
        next.transpose()
    }
}

/// Is the line a tag, `[Name "...`?
fn is_tag(row: &str) -> bool {
    let Some(rest) = row.strip_prefix('[') else { return false };
    let name = rest.trim_start();
    let length = name.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    length > 0 && name[length..].trim_start().starts_with('"')
}

#[derive(Clone, Copy)]
struct Place {
    line: u64,
    /// Characters before it in the line.
    column: u64,
}

/// A game that is being read.
struct Draft {
    number: u64,
    first: Place,
    tags: Tags,
    /// The line that is being read, and around it those of which it is a variation.
    lines: Vec<Line<Word>>,
    /// The comment that is being read, and where it began.
    comment: Option<(String, Place)>,
    scores: Option<Scores>,
    has_moves: bool,
    length: usize,
    /// The first thing that is wrong. The game is read to its end all the same, so that the next one is found.
    fault: Option<Fault>,
}

impl Draft {
    fn new(number: u64, first: Place) -> Draft {
        Draft {
            number,
            first,
            tags: Tags::new(),
            lines: vec![Line::default()],
            comment: None,
            scores: None,
            has_moves: false,
            length: 0,
            fault: None,
        }
    }

    fn fail(&mut self, place: Place, message: impl Into<String>) {
        let fault = Fault {
            game: self.number,
            number: None,
            line: place.line,
            column: place.column + 1,
            message: message.into(),
        };
        self.fault.get_or_insert(fault);
    }

    /// Does a tag begin another game? So it does behind moves, and in a comment that was never closed where it is the one that games begin with.
    fn is_ended_by_tag(&self, row: &str) -> bool {
        match self.comment {
            Some(_) => row.starts_with("[Event "),
            None => self.has_moves,
        }
    }

    /// Takes in a line; returns how many bytes of it belong to the game where it ends the game.
    fn take(&mut self, row: &str, start: Place, is_tag: bool) -> Option<usize> {
        if is_tag && self.comment.is_none() {
            self.take_tag(row, start);
            return None;
        }
        let is_ascii = row.is_ascii();
        let place = |at: usize| {
            let characters = if is_ascii { at } else { row[..at].chars().count() };
            Place { column: start.column + characters as u64, ..start }
        };
        let mut at = 0;
        while at < row.len() {
            let rest = &row[at..];
            if let Some((comment, _)) = &mut self.comment {
                let end = rest.find('}');
                let part = &rest[..end.unwrap_or(rest.len())];
                self.length += part.len();
                if self.length <= LONGEST_GAME {
                    comment.push_str(part);
                }
                at += part.len() + usize::from(end.is_some());
                if end.is_some() {
                    self.end_comment();
                }
                continue;
            }
            let Some(sign) = rest.chars().next() else { break };
            match sign {
                '{' => {
                    self.comment = Some((String::new(), place(at)));
                    at += 1;
                }
                ';' => {
                    self.comment = Some((rest[1..].to_string(), place(at)));
                    self.end_comment();
                    break;
                }
                '(' => {
                    self.open(place(at));
                    at += 1;
                }
                ')' => {
                    self.close(place(at));
                    at += 1;
                }
                '}' | ']' | '[' | '"' | '<' | '>' => {
                    self.fail(place(at), format!("`{sign}` has no meaning here"));
                    at += 1;
                }
                _ if sign.is_whitespace() => at += sign.len_utf8(),
                _ => {
                    let length = rest.find(|c: char| {
                        c.is_whitespace() || matches!(c, '{' | '}' | ')' | ';' | '"') || c == '(' && !is_promotion(rest)
                    });
                    let word = &rest[..length.unwrap_or(rest.len())];
                    self.has_moves = true;
                    self.length += word.len();
                    at += word.len();
                    if self.take_word(word, place(at - word.len())) {
                        return Some(at);
                    }
                }
            }
        }
        None
    }

    fn take_tag(&mut self, row: &str, place: Place) {
        let row = row.trim_end();
        let (name, rest) = row.split_once('"').unwrap_or((row, ""));
        let name = name.trim_start_matches('[').trim();
        let called = shortened(name);
        let mut value = String::new();
        let mut signs = rest.chars();
        loop {
            match signs.next() {
                Some('\\') => value.extend(signs.next()),
                Some('"') => break,
                Some(sign) => value.push(sign),
                None => return self.fail(place, format!("the value of the tag {called} has no closing `\"`")),
            }
        }
        self.length += row.len();
        // A second tag of a line, or nothing at all in place of the bracket.
        let rest = signs.as_str().trim();
        match rest.strip_prefix(']') {
            Some("") => {}
            Some(next) if is_tag(next.trim_start()) => {
                let column = place.column + (row.chars().count() - next.trim_start().chars().count()) as u64;
                self.take_tag(next.trim_start(), Place { column, ..place });
            }
            Some(next) => self.fail(place, format!("`{}` follows the tag {called} on its line", shortened(next))),
            None => self.fail(place, format!("the tag {called} has no closing `]`")),
        }
        if self.tags.get(name).is_none() {
            self.tags.set(name, value);
        }
    }

    /// Takes in a word; returns whether it ends the game.
    fn take_word(&mut self, word: &str, place: Place) -> bool {
        let nested = self.lines.len() > 1;
        // A result begins with a digit, or is a star; most words are neither.
        let scores =
            if word.starts_with(|c: char| c.is_ascii_digit() || c == '\u{bd}') { Scores::read(word) } else { None };
        if word == "*" || scores.is_some() {
            if nested && self.fault.is_none() {
                // A variation may have a result of its own, which nobody needs.
                return false;
            }
            self.scores = scores;
            return true;
        }
        if let Some(number) = word.strip_prefix('$') {
            match (number.parse(), self.last_play()) {
                (Ok(nag), Some(play)) => play.nags.push(nag),
                (Ok(_), None) => self.fail(place, format!("`{}` stands before any move", shortened(word))),
                (Err(_), _) => {
                    self.fail(place, format!("`{}`: a glyph is `$` and a number from 0 to 255", shortened(word)));
                }
            }
            return false;
        }
        let nag = match word {
            "!" => 1,
            "?" => 2,
            "!!" => 3,
            "??" => 4,
            "!?" => 5,
            "?!" => 6,
            _ => return self.take_move(word, place),
        };
        if let Some(play) = self.last_play() {
            play.nags.push(nag);
        }
        false
    }

    fn take_move(&mut self, word: &str, place: Place) -> bool {
        // `12.`, `12...e5`, `12`; a dot tells a number from a move that begins with a digit.
        let digits = if word == NULL_IN_UCI { 0 } else { word.bytes().take_while(u8::is_ascii_digit).count() };
        let dots = word[digits..].bytes().take_while(|byte| *byte == b'.').count();
        let number = if dots > 0 || digits == word.len() { digits + dots } else { 0 };
        let text = word[number..].trim_start_matches('\u{2026}');
        if text.is_empty() || matches!(text, "e.p." | "ep" | "+" | "#" | "++") {
            return false;
        }
        let column = place.column + (word.len() - text.len()) as u64 + 1;
        let word = Word { text: text.to_string(), line: place.line, column };
        if let Some(line) = self.lines.last_mut() {
            line.plays.push(Play::new(word));
        }
        false
    }

    fn last_play(&mut self) -> Option<&mut Play<Word>> {
        self.lines.last_mut()?.plays.last_mut()
    }

    fn end_comment(&mut self) {
        let Some((text, _)) = self.comment.take() else { return };
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let Some(line) = self.lines.last_mut() else { return };
        match line.plays.last_mut() {
            Some(play) => play.comments.push(text),
            None => line.comments.push(text),
        }
    }

    fn open(&mut self, place: Place) {
        if self.last_play().is_none() {
            self.fail(place, "a variation stands behind the move that it replaces: there is none before this `(`");
        }
        if self.lines.len() > MOST_NESTED {
            self.fail(place, format!("variations are nested more than {MOST_NESTED} deep"));
        }
        if self.fault.is_none() {
            self.lines.push(Line::default());
        }
    }

    fn close(&mut self, place: Place) {
        if self.fault.is_some() {
            return;
        }
        if self.lines.len() < 2 {
            return self.fail(place, "this `)` closes no variation");
        }
        if let Some(variation) = self.lines.pop()
            && let Some(play) = self.last_play()
        {
            play.variations.push(variation);
        }
    }

    fn finish(mut self) -> Result<Text, Fault> {
        if let Some((_, place)) = self.comment.take() {
            self.fail(place, "this comment is never closed by `}`");
        }
        if self.lines.len() > 1 {
            self.fail(self.first, "a variation is never closed by `)`");
        }
        match (self.fault, self.lines.pop()) {
            (None, Some(line)) => Ok(Text {
                number: self.number,
                first_line: self.first.line,
                tags: self.tags,
                line,
                scores: self.scores,
            }),
            (Some(fault), _) => Err(fault),
            (None, None) => Ok(Text {
                number: self.number,
                first_line: self.first.line,
                tags: self.tags,
                line: Line::default(),
                scores: self.scores,
            }),
        }
    }
}

/// Does the first parenthesis of a word hold the letter of a piece, as in `b8(Q)`?
fn is_promotion(word: &str) -> bool {
    let inner = word.split_once('(').map_or("", |(_, inner)| inner);
    inner.starts_with(|c: char| c.is_ascii_uppercase()) && inner.get(1..2) == Some(")")
}
