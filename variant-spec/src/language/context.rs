//! [`Context`]: the files of one compilation and the mistakes found so far.

use crate::diagnostic::{Diagnostic, Diagnostics, Severity, Source, line_and_column};
use crate::rules::Cause;
use std::collections::BTreeMap;

/// A place: byte range in one of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    /// Index in [`Context::sources`].
    pub(crate) file: usize,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// The files of one compilation and the mistakes found so far.
pub(crate) struct Context {
    /// The file that is compiled, then its parents.
    pub(crate) sources: Vec<Source>,
    found: Vec<Diagnostic>,
    /// Place, code and message of what has been found, with its index.
    seen: BTreeMap<(usize, usize, &'static str, String), usize>,
}

impl Context {
    pub(crate) fn new() -> Context {
        Context { sources: Vec::new(), found: Vec::new(), seen: BTreeMap::new() }
    }

    /// Number of mistakes so far.
    pub(crate) fn len(&self) -> usize {
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
        let source = &self.sources[span.file];
        let (line, column) = line_and_column(&source.text, span.start);
        let file = source.file.clone();
        // The same text is read once for each side: a mistake in it is one mistake.
        let key = (span.file, span.start, code, message.clone());
        let index = *self.seen.entry(key).or_insert_with(|| {
            let (span, help) = (span.start..span.end, None);
            self.found.push(Diagnostic { severity, code, file, line, column, span, message, help });
            self.found.len() - 1
        });
        &mut self.found[index]
    }

    /// Has a mistake of this kind been reported?
    pub(crate) fn has_code(&self, code: &str) -> bool {
        self.found.iter().any(|d| d.code == code)
    }

    /// Has a mistake of this kind been reported at this place? (For one side; a second time for the other says nothing new.)
    pub(crate) fn told(&self, span: Span, code: &str) -> bool {
        let file = &self.sources[span.file].file;
        self.found.iter().any(|d| d.code == code && d.file == *file && d.span.start == span.start)
    }

    /// Something the whole file lacks. When its parent could not be read, that is where it may be.
    pub(crate) fn missing(&mut self, root: Span, message: &str, help: &str) {
        if !["unknown-parent", "extends-cycle", "bad-extends"].into_iter().any(|code| self.has_code(code)) {
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
        let text: Vec<&str> = source.text.get(span.start..span.end).unwrap_or("").split_whitespace().collect();
        let mut text = text.join(" ");
        if let Some((end, _)) = text.char_indices().nth(160) {
            text.truncate(end);
            text.push_str(" ...");
        }
        Cause { file: source.file.clone(), line: line_and_column(&source.text, span.start).0, text }
    }

    /// Everything found, sorted, of one severity or of both.
    pub(crate) fn diagnostics(&self, only: Option<Severity>) -> Diagnostics {
        let list = self.found.iter().filter(|d| only.is_none_or(|s| d.severity == s)).cloned().collect();
        Diagnostics::new(list, &self.sources)
    }
}
