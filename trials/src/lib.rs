//! Odd games, compiled: see `rules/`. They exist so that every kernel, board word and strategy of the generator is compared with the interpreter,
//! not only those that a played game happens to need.

use wazir_runtime::Position;
use wazir_runtime::instances::{agree_in_play, agree_on_moves};

/// Compares all instances of one game's generator on so many random games of so many plies.
type Check = fn(usize, usize) -> Result<usize, String>;

include!(concat!(env!("OUT_DIR"), "/trials.rs"));

/// The compiled games.
pub fn variants() -> &'static [&'static dyn wazir_runtime::Variant] {
    VARIANTS
}

/// Plays random games of at most `plies` plies of each trial and compares the instances of its generator for different processors: here, not in the tests, so
/// that each is compiled once. Comparing children and leaves too would compile most of them once more.
///
/// # Errors
/// Names the first position on which they differ.
pub fn all_instances_agree(games: usize, plies: usize) -> Result<(), String> {
    CHECKS.iter().try_for_each(|check| check(games, plies).map(|_| ()))
}

fn instances_agree<P: Position>(games: usize, plies: usize) -> Result<usize, String> {
    let seen = agree_in_play::<P>(&[], games, plies, agree_on_moves);
    seen.map_err(|what| format!("{}: {what}", P::info().id))
}
