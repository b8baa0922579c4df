//! Odd games, compiled: see `rules/`. They exist so that every kernel, board word and strategy of the generator is compared with the interpreter,
//! not only those that a played game happens to need.

use wazir_runtime::{Position, instances::agree_in_play};

/// Compares all instances of one game's generator on so many random games of so many plies.
type Check = fn(usize, usize) -> Result<usize, String>;

include!(concat!(env!("OUT_DIR"), "/trials.rs"));

/// The compiled games.
pub fn variants() -> &'static [&'static dyn wazir_runtime::Variant] {
    VARIANTS
}

/// Plays random games of at most `plies` plies of each trial and compares all instances of its generator: here, not in the tests, so that each is compiled
/// once.
///
/// # Errors
/// Names the first position on which they differ.
pub fn all_instances_agree(games: usize, plies: usize) -> Result<(), String> {
    CHECKS.iter().try_for_each(|check| check(games, plies).map(|_| ()))
}

fn instances_agree<P: Position>(games: usize, plies: usize) -> Result<usize, String> {
    let seen = agree_in_play::<P>(&[], games, plies);
    seen.map_err(|what| format!("{}: {what}", P::info().id))
}
