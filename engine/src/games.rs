//! [`Games`]: where front ends get games from.

use crate::Engine;
use std::sync::Arc;
use wazir_machine::Machine;
use wazir_reference::Interpreter;
use wazir_runtime::Variant;
use wazir_variant_spec::{Source, Values, rules::Rules};

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

impl Opened {
    /// A game that has no code: it is run where that is possible, else interpreted.
    pub fn without_code(source: Source, game: Interpreter, values: Values) -> Opened {
        match Machine::load(game.rules()) {
            Ok(machine) => Opened::run(source, game.rules(), machine, values),
            Err(_) => Opened::interpreted(source, game, values),
        }
    }

    /// A game that is run.
    pub fn run(source: Source, rules: &Rules, machine: Machine, values: Values) -> Opened {
        let variant: Arc<dyn Variant> = Arc::new(machine.clone());
        let engine = move || knowing(crate::run(&machine), &values);
        Opened { source, rules: Arc::new(rules.clone()), variant, engine: Arc::new(engine) }
    }

    /// A game that is interpreted.
    pub fn interpreted(source: Source, game: Interpreter, values: Values) -> Opened {
        let rules = Arc::new(game.rules().clone());
        let variant: Arc<dyn Variant> = Arc::new(game.clone());
        let engine = move || knowing(crate::interpreted(&game), &values);
        Opened { source, rules, variant, engine: Arc::new(engine) }
    }
}

/// An engine with what was tuned for its game.
fn knowing(mut engine: Box<dyn Engine>, values: &Values) -> Box<dyn Engine> {
    if !values.is_empty() {
        engine.set_values(values);
    }
    engine
}
