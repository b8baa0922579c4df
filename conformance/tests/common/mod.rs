//! The compiled games, and positions in both backends.
#![allow(dead_code)]

use wazir_conformance::games::interpreter;
use wazir_machine::Machine;
use wazir_runtime::{Game, Style, Variant};

/// A compiled game, and the comparison of its instances for different processors: from the start and these positions, so many games at least of so many plies.
pub(crate) type Compiled = (&'static dyn Variant, fn(&[(String, Style)], usize, usize) -> Result<usize, String>);

/// Every compiled game.
pub(crate) fn compiled() -> Vec<Compiled> {
    wazir_conformance_1::games()
        .chain(wazir_conformance_2::games())
        .chain(wazir_conformance_3::games())
        .chain(wazir_conformance_4::games())
        .collect()
}

/// A compiled game. All of them are compiled, unless `WAZIR_GAMES` wants few.
///
/// # Errors
/// Says that it is missing: a test that has nothing to compare fails.
pub(crate) fn find(name: &str) -> Result<Compiled, String> {
    compiled().into_iter().find(|(game, _)| game.info().id == name).ok_or_else(|| {
        format!("`{name}` is not compiled, there is nothing to compare (was this built with another WAZIR_GAMES?)")
    })
}

/// Calls `test` with the position in the interpreter, in the machine, and in the compiled game.
pub(crate) fn in_every_backend(name: &str, fen: &str, test: impl Fn(&mut dyn Game)) {
    for_every_backend(name, |variant| {
        let position = variant.from_fen(fen, Style::Game);
        test(&mut *position.unwrap_or_else(|error| panic!("{name}: {fen}: {:?}: {error}", variant.backend())));
    });
}

/// Calls `test` with the game in the interpreter, in the machine, and compiled.
pub(crate) fn for_every_backend(name: &str, test: impl Fn(&dyn Variant)) {
    let reference = interpreter(name);
    let machine = Machine::load(reference.rules()).unwrap_or_else(|error| panic!("{name}: {error}"));
    let (compiled, _) = find(name).unwrap_or_else(|missing| panic!("{missing}"));
    for variant in [&reference as &dyn Variant, &machine, compiled] {
        test(variant);
    }
}
