//! A part of all games, compiled: most of them as one instance for each kind of processor, with hash and clocks (`wazir_runtime::Compact`), a few as a library has them.
// A part of a few games may have none that needs all of this.
#![cfg_attr(some_games, allow(dead_code, unused_imports))]

use wazir_runtime::instances::{agree, agree_compact, agree_in_play};
use wazir_runtime::{Compact, Compiled, Position, Style, Variant};

mod games {
    include!(concat!(env!("OUT_DIR"), "/games.rs"));
}

/// Plays random games from the start and from these positions, at least so many, of at most so many plies, and compares the instances for different processors; how
/// many positions it has seen.
pub type Check = fn(&[(String, Style)], usize, usize) -> Result<usize, String>;

static GAMES: &[(&dyn Variant, Check)] = include!(concat!(env!("OUT_DIR"), "/list.rs"));

/// The compiled games, each with the comparison of its instances.
pub fn games() -> impl Iterator<Item = (&'static dyn Variant, Check)> {
    GAMES.iter().copied()
}

fn read<P: Position>(positions: &[(String, Style)]) -> Result<Vec<P>, String> {
    let read = |(fen, style): &(String, _)| P::from_fen(fen, *style).map_err(|error| format!("{fen}: {error}"));
    positions.iter().map(read).collect()
}

fn instances_agree<P: Position>(positions: &[(String, Style)], games: usize, plies: usize) -> Result<usize, String> {
    agree_in_play(&read::<P>(positions)?, games, plies, agree_compact)
}

fn all_instances_agree<P: Position, Q: Position>(
    positions: &[(String, Style)],
    games: usize,
    plies: usize,
) -> Result<usize, String> {
    let seen = instances_agree::<P>(positions, games, plies)?;
    Ok(seen + agree_in_play(&read::<Q>(positions)?, games, plies, agree)?)
}
