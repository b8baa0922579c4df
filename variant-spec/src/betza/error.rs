//! What can be wrong in a Betza text.

use std::ops::Range;

/// A mistake in a Betza text, or a remark about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetzaError {
    /// The bytes of the Betza text that are meant.
    pub span: Range<usize>,
    /// A stable name for this kind of mistake, such as `betza-unknown-character`.
    pub code: &'static str,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What to write instead, where that can be told.
    pub help: Option<String>,
}

impl BetzaError {
    /// An error without help.
    pub(super) fn new(span: Range<usize>, code: &'static str, message: impl Into<String>) -> BetzaError {
        BetzaError { span, code, message: message.into(), help: None }
    }

    /// The same error with help.
    pub(super) fn help(mut self, help: impl Into<String>) -> BetzaError {
        self.help = Some(help.into());
        self
    }
}

impl std::fmt::Display for BetzaError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for BetzaError {}
