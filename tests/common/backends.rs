//! Positions in every backend: that of the interpreter, and compiled code where the game is compiled in.

use crate::common::rules;
use wazir_reference::Interpreter;
use wazir_runtime::{Game, Style, Variant};

/// Calls `test` with the position of every backend that has the game.
pub(crate) fn in_every_backend(name: &str, fen: &str, test: impl Fn(&mut dyn Game)) {
    let reference = Interpreter::new(rules(name));
    let compiled = wazir::compiled::variants().iter().filter(|game| game.info().id == *name);
    let mut backends: Vec<&dyn Variant> = vec![&reference];
    backends.extend(compiled);
    for variant in backends {
        let position = variant.from_fen(fen, Style::Game);
        test(&mut *position.unwrap_or_else(|error| panic!("{name}: {fen}: {:?}: {error}", variant.backend())));
    }
}
