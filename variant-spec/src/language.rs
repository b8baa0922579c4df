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

use crate::{
    Library, Rules,
    diagnostic::{Diagnostics, Severity, Source},
};

/// A file that describes a game.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The game.
    pub rules: Rules,
    /// What is probably not meant.
    pub warnings: Diagnostics,
}

/// Compiles a rule file; `library` finds the files that it extends.
///
/// # Errors
/// All mistakes in the file (and in its parents), warnings included.
pub fn compile(source: &Source, library: &dyn Library) -> Result<Compiled, Diagnostics> {
    let mut context = context::Context::new();
    let root = extend::load(&mut context, source, library);
    let rules = root.and_then(|root| lower::lower(&mut context, &root, &extend::stem(&source.file)));
    match rules {
        Some(rules) if !context.has_errors() => {
            Ok(Compiled { rules, warnings: context.diagnostics(Some(Severity::Warning)) })
        }
        _ => Err(context.diagnostics(None)),
    }
}
