//! [`Diagnostics`]: what is wrong with a rule file, where, and what to do about it.

use crate::file_name::check_name;
use crate::limits::{self, FILE_BYTES};
use serde::Serialize;
use std::{fmt::Write, fs::File, io, ops::Range, path::Path};

/// A rule file: its name as opened, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// File name as it was opened, such as `variants/shogi.ron`. Its stem is the game's identifier.
    pub file: String,
    /// The whole text.
    pub text: String,
}

impl Source {
    /// Reads a rule file of at most [`FILE_BYTES`].
    ///
    /// # Errors
    /// Where it cannot be read, is too large or no UTF-8.
    pub fn read(path: &Path) -> io::Result<Source> {
        let text = limits::read_rules_bounded(File::open(path)?)?;
        Ok(Source { file: path.to_string_lossy().into_owned(), text })
    }

    /// Reads a file with values, which is as large at most.
    ///
    /// # Errors
    /// As of [`Source::read`].
    pub fn read_values(path: &Path) -> io::Result<Source> {
        let text = limits::read_text_bounded(File::open(path)?, FILE_BYTES)?;
        Ok(Source { file: path.to_string_lossy().into_owned(), text })
    }

    /// The file's name without folder and `.ron`, as it is written.
    pub fn stem(&self) -> &str {
        let name = self.file.rsplit(['/', '\\']).next().unwrap_or(&self.file);
        name.strip_suffix(".ron").unwrap_or(name)
    }
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The file does not describe a game.
    Error,
    /// It does, but probably not the one that was meant.
    Warning,
}

/// One mistake, with its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// Stable name of the kind of mistake, such as `unknown-field`.
    pub code: &'static str,
    /// File it is in (with `extends`, possibly a parent).
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// Byte range in the file's text.
    pub span: Range<usize>,
    /// What is wrong, and what was expected.
    pub message: String,
    /// What to do, where that can be guessed.
    pub help: Option<String>,
}

/// The mistakes found in one run, in the order of their places; of very many, those found first, and the number of the others.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    #[serde(skip)]
    untold: Untold,
    #[serde(skip)]
    sources: Vec<Source>,
}

/// How many more mistakes there are than are told in full: see [`limits::TOLD`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Untold {
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
}

impl Diagnostics {
    pub(crate) fn new(mut list: Vec<Diagnostic>, untold: Untold, sources: &[Source]) -> Diagnostics {
        // By file in the order of opening (the file itself first, then its parents), then by place.
        let order = |d: &Diagnostic| {
            let file = sources.iter().position(|s| s.file == d.file).unwrap_or(usize::MAX);
            (file, d.span.start, d.severity, d.span.end)
        };
        list.sort_by(|a, b| order(a).cmp(&order(b)).then_with(|| (a.code, &a.message).cmp(&(b.code, &b.message))));
        list.dedup();
        Diagnostics { list, untold, sources: sources.to_vec() }
    }

    /// Adds one, at a byte range of the source with this number.
    pub(crate) fn report(
        &mut self,
        severity: Severity,
        code: &'static str,
        source: usize,
        span: Range<usize>,
        message: String,
        help: String,
    ) {
        let sources = std::mem::take(&mut self.sources);
        let Source { file, text } = &sources[source];
        let lines = Lines::of(text);
        let (line, column) = (lines.line(span.start), lines.column(text, span.start));
        let mut list = std::mem::take(&mut self.list);
        list.push(Diagnostic { severity, code, file: file.clone(), line, column, span, message, help: Some(help) });
        *self = Diagnostics::new(list, self.untold, &sources);
    }

    /// Adds an error where the file's name can be no game's ([`crate::file_name::check_name`]); is it one?
    pub fn check_name(&mut self, source: &Source) -> bool {
        let Err(wrong) = check_name(source.stem()) else { return true };
        let place = self.place_of(source);
        let help = format!("rename the file to `{}.ron`", wrong.better);
        self.report(Severity::Error, "file-name", place, 0..0, wrong.to_string(), help);
        false
    }

    /// Adds those of another file, after these.
    pub fn extend(&mut self, others: Diagnostics) {
        for source in &others.sources {
            self.place_of(source);
        }
        self.list.extend(others.list);
        self.untold.errors += others.untold.errors;
        self.untold.warnings += others.untold.warnings;
    }

    /// The number of a source, which is known from now on if it has not been.
    fn place_of(&mut self, source: &Source) -> usize {
        self.sources.iter().position(|known| known == source).unwrap_or_else(|| {
            self.sources.push(source.clone());
            self.sources.len() - 1
        })
    }

    /// Nothing found?
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many more there are.
    pub fn untold(&self) -> Untold {
        self.untold
    }

    /// How many are told.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Those that are told, sorted by place.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// Is at least one an error?
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|d| d.severity == Severity::Error)
    }

    /// All of them as text for people: message, place, the line with the mistake underlined, help. With `color`, ANSI colours.
    pub fn render(&self, color: bool) -> String {
        let blocks: Vec<String> = self.list.iter().map(|d| self.render_one(d, color)).collect();
        let mut text = blocks.join("\n");
        let mut rest = |number: usize, word: &str| {
            if number > 0 {
                let s = if number == 1 { "" } else { "s" };
                let _ = writeln!(text, "\nand {number} more {word}{s}: {} are shown", limits::TOLD);
            }
        };
        rest(self.untold.errors, "error");
        rest(self.untold.warnings, "warning");
        text
    }

    fn render_one(&self, diagnostic: &Diagnostic, color: bool) -> String {
        let paint = |style: &'static str| if color { style } else { "" };
        let (bold, blue, reset) = (paint("\x1b[1m"), paint("\x1b[1;34m"), paint("\x1b[0m"));
        let (word, tint) = match diagnostic.severity {
            Severity::Error => ("error", paint("\x1b[1;31m")),
            Severity::Warning => ("warning", paint("\x1b[1;33m")),
        };
        let Diagnostic { code, file, line, column, message, .. } = diagnostic;
        let mut out = format!("{tint}{word}[{code}]{reset}{bold}: {message}{reset}\n");
        let number = line.to_string();
        let margin = " ".repeat(number.len());
        let _ = writeln!(out, "{margin}{blue}-->{reset} {file}:{line}:{column}");
        if let Some(source) = self.sources.iter().find(|s| s.file == *file) {
            let (text, indent, length) = underlined_line(&source.text, &diagnostic.span);
            let carets = "^".repeat(length);
            let _ = writeln!(out, "{margin} {blue}|{reset}");
            let _ = writeln!(out, "{blue}{number} |{reset} {text}");
            let _ = writeln!(out, "{margin} {blue}|{reset} {}{tint}{carets}{reset}", " ".repeat(indent));
        }
        if let Some(help) = &diagnostic.help {
            let _ = writeln!(out, "{margin} {blue}={reset} help: {help}");
        }
        out
    }
}

/// Longest line that is shown whole, in characters.
const WIDTH: usize = 140;

/// The line a span starts in (a piece of it when it is very long), where to start underlining, and how far.
fn underlined_line(text: &str, span: &Range<usize>) -> (String, usize, usize) {
    let start = floor_char(text, span.start);
    let end = floor_char(text, span.end).max(start);
    let line_start = text[..start].rfind('\n').map_or(0, |i| i + 1);
    let line_end = text[start..].find('\n').map_or(text.len(), |i| start + i);
    let line: Vec<char> = text[line_start..line_end].trim_end_matches('\r').chars().map(plain).collect();
    let indent = text[line_start..start].chars().count().min(line.len());
    let length = text[start..end.min(line_end)].trim_end().chars().count().max(1);
    if line.len() <= WIDTH {
        return (line.into_iter().collect(), indent, length);
    }
    let from = indent.saturating_sub(WIDTH / 2).min(line.len() - WIDTH);
    let cropped: String = line[from..from + WIDTH].iter().collect();
    (cropped, indent - from, length.min(WIDTH - (indent - from)).max(1))
}

/// A character that takes one column.
fn plain(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}

/// The last character boundary at or before `at`.
fn floor_char(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Where the lines of a text start, so that a place in it is found quickly.
pub(crate) struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    pub(crate) fn of(text: &str) -> Lines {
        let behind = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at + 1);
        Lines { starts: std::iter::once(0).chain(behind).collect() }
    }

    /// The line of a byte offset, from 1.
    pub(crate) fn line(&self, offset: usize) -> u32 {
        self.starts.partition_point(|&start| start <= offset) as u32
    }

    /// The column (in characters) of a byte offset in the text, from 1.
    pub(crate) fn column(&self, text: &str, offset: usize) -> u32 {
        let end = floor_char(text, offset);
        let start = self.starts[self.starts.partition_point(|&start| start <= end) - 1];
        text[start..end].chars().count() as u32 + 1
    }
}

/// The known word that `word` was probably meant to be.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_lowercase();
    let length = lower.chars().count();
    let near = |candidate: &&str| {
        let other = candidate.chars().count();
        // Words differ at least by their lengths: that spares the work of comparing them.
        *candidate != word && length.abs_diff(other) <= length.max(other).div_ceil(3)
    };
    known
        .into_iter()
        .filter(near)
        .map(|candidate| (strsim::damerau_levenshtein(&lower, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| *distance <= candidate.chars().count().max(length).div_ceil(3))
        .filter(|(distance, candidate)| *distance < candidate.chars().count() || *distance == 0)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// "did you mean `x`?", else the list of what is possible.
pub(crate) fn suggestion(word: &str, known: &[&str]) -> String {
    match nearest(word, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => "nothing is possible here".to_string(),
        None => {
            let list: Vec<String> = known.iter().map(|k| format!("`{k}`")).collect();
            format!("possible here: {}", list.join(", "))
        }
    }
}
