//! Games of rule files that were composed at random, compiled as those of `conformance/shards` are.

use wazir_runtime::instances::{agree_compact, agree_in_play};
use wazir_runtime::{Compact, Compiled, Position, Variant};

mod games {
    include!(concat!(env!("OUT_DIR"), "/games.rs"));
}

/// A compiled game.
pub struct Game {
    /// Its identifier.
    pub name: &'static str,
    /// Its rule file.
    pub text: &'static str,
    /// The game, compiled.
    pub compiled: &'static (dyn Variant + Sync),
    /// Plays so many random games of at most so many plies and compares the instances for different processors; how many positions it has seen.
    pub instances: fn(usize, usize) -> Result<usize, String>,
}

static GAMES: &[Game] = include!(concat!(env!("OUT_DIR"), "/list.rs"));

/// All games.
pub fn games() -> &'static [Game] {
    GAMES
}

fn instances_agree<P: Position>(games: usize, plies: usize) -> Result<usize, String> {
    agree_in_play::<P>(&[], games, plies, agree_compact)
}
