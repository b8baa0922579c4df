//! The rule language: one RON file (and those it extends) to [`Rules`].
//!
//! [`syntax`] reads text into a tree that remembers places, [`extend`] merges a file into its parents, [`lower`] turns
//! the merged tree into rules (with [`region`] and Betza for the texts inside), [`check`] looks for what cannot be meant.

mod check;
mod context;
mod extend;
mod lower;
mod read;
mod region;
mod syntax;
mod targets;
mod unclosed;

pub(crate) use context::{Context, Span};
pub(crate) use extend::read as read_file;
pub(crate) use read::{Fields, For, for_side, items};
pub(crate) use syntax::{Field, Kind, Node};

use crate::{
    Library, Rules,
    diagnostic::{Diagnostics, Severity, Source},
};

/// A file that describes a game.
///
/// Whether a game can begin at its start position takes knowing how pieces move, which is not known here: a backend judges it and reports what it finds at the
/// place of `start`, by [`Compiled::refuse_start`] and [`Compiled::doubt_start`] (`wazir_reference::compile` does all of it).
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The game.
    pub rules: Rules,
    /// What is probably not meant.
    pub warnings: Diagnostics,
    /// Where the start position was written, possibly in a parent.
    start: Span,
}

impl Compiled {
    /// The diagnostics of a file whose start position is refused for this reason: an error at its place, and the warnings.
    pub fn refuse_start(
        mut self,
        code: &'static str,
        reason: impl Into<String>,
        help: impl Into<String>,
    ) -> Diagnostics {
        self.report_start(Severity::Error, code, reason.into(), help.into());
        self.warnings
    }

    /// Adds a warning about the start position.
    pub fn doubt_start(&mut self, code: &'static str, reason: impl Into<String>, help: impl Into<String>) {
        self.report_start(Severity::Warning, code, reason.into(), help.into());
    }

    fn report_start(&mut self, severity: Severity, code: &'static str, message: String, mut help: String) {
        if self.start.file > 0 {
            help.push_str("; `start` is inherited from this file: give the game that extends it its own");
        }
        let Span { file, start, end } = self.start;
        self.warnings.report(severity, code, file, start..end, message, help);
    }
}

/// Compiles a rule file; `library` finds the files that it extends.
///
/// # Errors
/// All mistakes in the file (and in its parents), warnings included.
pub fn compile(source: &Source, library: &dyn Library) -> Result<Compiled, Diagnostics> {
    let mut context = context::Context::new();
    let root = extend::load(&mut context, source, library);
    let lowered = root.and_then(|root| lower::lower(&mut context, &root, &extend::stem(source)));
    match lowered {
        Some((rules, start)) if !context.has_errors() => {
            Ok(Compiled { rules, start, warnings: context.diagnostics(Some(Severity::Warning)) })
        }
        _ => Err(context.diagnostics(None)),
    }
}
