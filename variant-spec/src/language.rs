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

pub(crate) use context::Context;
pub(crate) use read::{Fields, For, for_side};
pub(crate) use syntax::{Kind, Node};

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

/// Reads the RON of a file that is no rule file; its mistakes are in the context.
pub(crate) fn read_text(context: &mut Context, source: &Source) -> Node {
    context.sources.push(source.clone());
    syntax::read(context, context.sources.len() - 1)
}
