//! [`Context`]: the files of one compilation and the mistakes found so far.

use crate::diagnostic::{Diagnostic, Diagnostics, Lines, Severity, Source, Untold};
use crate::limits::{MISTAKES, TOLD, VALUES};
use crate::rules::Cause;
use std::{
    collections::{BTreeSet, HashSet},
    hash::{DefaultHasher, Hash, Hasher},
};

/// A place: byte range in one of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    /// Index in [`Context::sources`].
    pub(crate) file: usize,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// Characters of a cause that are kept.
const MOST_CAUSE: usize = 160;

/// The files of one compilation and the mistakes found so far.
pub(crate) struct Context {
    /// The file that is compiled, then its parents.
    sources: Vec<Source>,
    lines: Vec<Lines>,
    /// The first mistakes, of each severity at most [`TOLD`].
    found: Vec<Diagnostic>,
    /// Hashes of file, place, code and message of all mistakes.
    seen: HashSet<u64>,
    /// Kinds of mistakes, and the places of each kind.
    codes: BTreeSet<&'static str>,
    places: HashSet<(usize, usize, &'static str)>,
    /// How many mistakes are not among `found`.
    untold: Untold,
    /// Takes what is added to a mistake that is not told.
    scratch: Diagnostic,
    /// Values that have been read, and copied by inheritance.
    values: usize,
    /// There is a parent, but its name could not be read: a mistake that has been reported.
    pub(crate) parent_is_unreadable: bool,
}

/// What had been found at some time.
#[derive(Clone)]
pub(crate) struct Mistakes {
    found: Vec<Diagnostic>,
    seen: HashSet<u64>,
    codes: BTreeSet<&'static str>,
    places: HashSet<(usize, usize, &'static str)>,
    untold: Untold,
}

impl Mistakes {
    /// How many they are.
    pub(crate) fn len(&self) -> usize {
        self.seen.len()
    }

    /// How many of them will be told in full.
    pub(crate) fn told_in_full(&self) -> usize {
        self.found.len()
    }
}

impl Context {
    pub(crate) fn new() -> Context {
        let (file, message) = (String::new(), String::new());
        let (severity, line, column, span, help) = (Severity::Error, 0, 0, 0..0, None);
        Context {
            sources: Vec::new(),
            lines: Vec::new(),
            found: Vec::new(),
            seen: HashSet::new(),
            codes: BTreeSet::new(),
            places: HashSet::new(),
            untold: Untold::default(),
            scratch: Diagnostic { severity, code: "", file, line, column, span, message, help },
            values: 0,
            parent_is_unreadable: false,
        }
    }

    /// Are there so many mistakes already that no more are looked for?
    pub(crate) fn is_overwhelmed(&self) -> bool {
        self.len() >= MISTAKES
    }

    /// Counts values; false, and an error at `span`, where there are more than any game needs.
    pub(crate) fn spend_values(&mut self, span: Span, number: usize) -> bool {
        let before = self.values;
        self.values = before.saturating_add(number);
        if before <= VALUES && self.values > VALUES {
            let message =
                format!("the game has more than {VALUES} values with all that it inherits, which is the limit");
            self.error(span, "too-many-values", message).help =
                Some("what is read ends here; name what is the same once, in `regions` or for all sides".to_string());
        }
        self.values <= VALUES
    }

    /// Takes in another file and returns its number.
    pub(crate) fn add(&mut self, source: Source) -> usize {
        self.lines.push(Lines::of(&source.text));
        self.sources.push(source);
        self.sources.len() - 1
    }

    /// The text of a file.
    pub(crate) fn text_of(&self, file: usize) -> &str {
        &self.sources[file].text
    }

    /// Line and column (in characters), both from 1, of a byte of a file.
    pub(crate) fn place(&self, file: usize, at: usize) -> (u32, u32) {
        let lines = &self.lines[file];
        (lines.line(at), lines.column(&self.sources[file].text, at))
    }

    /// The file with this number.
    pub(crate) fn source(&self, file: usize) -> &Source {
        &self.sources[file]
    }

    /// Number of mistakes so far.
    pub(crate) fn len(&self) -> usize {
        self.seen.len()
    }

    /// What has been found so far.
    pub(crate) fn mistakes(&self) -> Mistakes {
        Mistakes {
            found: self.found.clone(),
            seen: self.seen.clone(),
            codes: self.codes.clone(),
            places: self.places.clone(),
            untold: self.untold,
        }
    }

    /// Forgets what has been found since then, and returns what of it was to be told.
    pub(crate) fn forget_since(&mut self, then: Mistakes) -> Vec<Diagnostic> {
        let forgotten = self.found.split_off(then.found.len());
        let Mistakes { found, seen, codes, places, untold } = then;
        (self.found, self.seen, self.codes, self.places, self.untold) = (found, seen, codes, places, untold);
        forgotten
    }

    /// Number of mistakes that will be told in full.
    pub(crate) fn told_in_full(&self) -> usize {
        self.found.len()
    }

    /// Reports an error; the caller may add help to it.
    pub(crate) fn error(&mut self, span: Span, code: &'static str, message: impl Into<String>) -> &mut Diagnostic {
        self.report(Severity::Error, span, code, message.into())
    }

    /// Reports a warning; the caller may add help to it.
    pub(crate) fn warn(&mut self, span: Span, code: &'static str, message: impl Into<String>) -> &mut Diagnostic {
        self.report(Severity::Warning, span, code, message.into())
    }

    fn report(&mut self, severity: Severity, span: Span, code: &'static str, message: String) -> &mut Diagnostic {
        let mut hasher = DefaultHasher::new();
        (span.file, span.start, code, &message).hash(&mut hasher);
        let source = &self.sources[span.file];
        if !self.seen.insert(hasher.finish()) {
            // The same text is read once for each side: a mistake in it is one mistake.
            let is_it = |d: &Diagnostic| {
                d.span.start == span.start && d.code == code && d.file == source.file && d.message == message
            };
            let known = self.found.iter().position(is_it);
            return known.map_or(&mut self.scratch, |index| &mut self.found[index]);
        }
        self.codes.insert(code);
        self.places.insert((span.file, span.start, code));
        if self.found.iter().filter(|d| d.severity == severity).count() == TOLD {
            match severity {
                Severity::Error => self.untold.errors += 1,
                Severity::Warning => self.untold.warnings += 1,
            }
            return &mut self.scratch;
        }
        let (line, column) = self.place(span.file, span.start);
        let (file, span, help) = (source.file.clone(), span.start..span.end, None);
        let index = self.found.len();
        self.found.push(Diagnostic { severity, code, file, line, column, span, message, help });
        &mut self.found[index]
    }

    /// Has a mistake of this kind been reported?
    pub(crate) fn has_code(&self, code: &str) -> bool {
        self.codes.contains(code)
    }

    /// Has a mistake of this kind been reported at this place? (For one side; a second time for the other says nothing new.)
    pub(crate) fn told(&self, span: Span, code: &'static str) -> bool {
        self.places.contains(&(span.file, span.start, code))
    }

    /// Something the whole file lacks. When its parent could not be read, that is where it may be.
    pub(crate) fn missing(&mut self, root: Span, message: &str, help: &str) {
        let codes = ["unknown-parent", "extends-cycle", "extends-itself", "bad-extends"];
        if !self.parent_is_unreadable && !codes.into_iter().any(|code| self.has_code(code)) {
            let span = Span { end: root.start + 1, ..root };
            self.error(span, "missing-field", message).help = Some(help.to_string());
        }
    }

    /// Has an error been reported?
    pub(crate) fn has_errors(&self) -> bool {
        self.found.iter().any(|d| d.severity == Severity::Error)
    }

    /// Where a rule was written, as the model keeps it.
    pub(crate) fn cause(&self, span: Span) -> Cause {
        let source = &self.sources[span.file];
        let whole = source.text.get(span.start..span.end).unwrap_or("");
        // No more than is kept is looked at: a span can be the whole file.
        let mut text = String::new();
        for word in whole.split_whitespace() {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
            if let Some((end, _)) = text.char_indices().nth(MOST_CAUSE) {
                text.truncate(end);
                text.push_str(" ...");
                break;
            }
        }
        Cause { file: source.file.clone(), line: self.lines[span.file].line(span.start), text }
    }

    /// Everything found, sorted, of one severity or of both.
    pub(crate) fn diagnostics(&self, only: Option<Severity>) -> Diagnostics {
        let list = self.found.iter().filter(|d| only.is_none_or(|s| d.severity == s)).cloned().collect();
        let errors = if only == Some(Severity::Warning) { 0 } else { self.untold.errors };
        let warnings = if only == Some(Severity::Error) { 0 } else { self.untold.warnings };
        Diagnostics::new(list, Untold { errors, warnings }, &self.sources)
    }
}
