//! The code generator: [`Rules`] in, the Rust source of a specialised move generator out.
//!
//! `emit` writes the module of a game, `geometry` the tables that games on equal boards share. Both are pure functions: equal rules
//! give equal bytes. [`build`] is what build scripts call.

pub mod build;
mod emit;
mod geometry;
mod many;
mod merge;
mod plan;
mod tables;
mod unsupported;

pub use build::compile;
pub use plan::Legality;
pub use unsupported::Unsupported;

use plan::{Plan, Word};
use wazir_variant_spec::Rules;

/// The generated module of a game: formatted Rust that uses `wazir_runtime` and, as `super::<name>`, the game's [`geometry`].
///
/// # Errors
/// [`Unsupported`] when the rules use something that has no compiled form yet.
pub fn emit(rules: &Rules) -> Result<String, Unsupported> {
    emit::module(rules)
}

/// Name and text of the module with the tables of the game's board.
pub fn geometry(rules: &Rules) -> (String, String) {
    (geometry::module_name(&rules.board), geometry::module(&rules.board, Word::of(rules.board.squares())))
}

/// How the legality of each side's moves is decided in the compiled game, in words.
///
/// # Errors
/// As [`emit`].
pub fn legality(rules: &Rules) -> Result<Vec<String>, Unsupported> {
    Plan::new(rules).map(|plan| (0..plan.sides()).map(|side| plan.legality_text(side)).collect())
}
