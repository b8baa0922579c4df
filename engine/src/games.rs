//! [`Games`]: where front ends get games from.

use crate::Engine;
use std::sync::Arc;
use wazir_runtime::Variant;
use wazir_variant_spec::{Source, rules::Rules};

/// All games that can be opened: what a program's front ends know instead of rule files, backends and features.
pub trait Games: Send + Sync {
    /// The names of the games that are at hand, sorted.
    fn names(&self) -> Vec<String>;
    /// Opens a game by its name or by the path of its rule file.
    ///
    /// # Errors
    /// Why it cannot be opened, for people: the mistakes of a wrong rule file with their places, or the names that come near.
    fn open(&self, name: &str) -> Result<Opened, String>;
    /// Opens a rule file that is not on disk (sent by somebody, or by an editor). Its parents may be among `parents`, else they are looked up by name.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read(&self, source: Source, parents: &[Source]) -> Result<Opened, String>;
    /// The rule files that this one inherits from, nearest first: what somebody needs besides it to read it elsewhere.
    fn parents(&self, game: &Opened) -> Vec<Source>;
}

/// A game that is open.
#[derive(Clone)]
pub struct Opened {
    /// Its rule file.
    pub source: Source,
    /// Its rules.
    pub rules: Arc<Rules>,
    /// Who plays it.
    pub variant: Arc<dyn Variant>,
    /// Makes an engine for it.
    pub engine: Arc<dyn Fn() -> Box<dyn Engine> + Send + Sync>,
}
