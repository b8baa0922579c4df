//! Odd games, compiled: see `rules/`. They exist so that every kernel, board word and strategy of the generator is compared with the interpreter,
//! not only those that a played game happens to need.

use wazir_runtime::{Portable, Position, Style, visitors};

/// Compares all instances of one game's generator on random play of so many plies.
type Check = fn(u32) -> Result<(), String>;

include!(concat!(env!("OUT_DIR"), "/trials.rs"));

/// The compiled games.
pub fn variants() -> &'static [&'static dyn wazir_runtime::Variant] {
    VARIANTS
}

/// Plays this many random plies of each game and compares what the instances of its generator for different processors say.
///
/// # Errors
/// Names the first position on which they differ.
pub fn all_instances_agree(plies: u32) -> Result<(), String> {
    CHECKS.iter().try_for_each(|check| check(plies))
}

/// One game: it is here, not in the tests, so that each instance is compiled once.
fn instances_agree<P: Position>(plies: u32) -> Result<(), String> {
    let mut random = 0x9E37_79B9_7F4A_7C15_u64;
    let mut position = P::start();
    for _ in 0..plies {
        let moves = position.legal_moves();
        let portable = visitors::list(&position, Portable);
        if portable != moves || visitors::count(&position.lean(), Portable) != position.count() {
            let (id, fen) = (&P::info().id, position.fen(Style::Game));
            return Err(format!("{id}: {fen}: {} moves, {} by the portable instance", moves.len(), portable.len()));
        }
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        position = match moves.len() {
            0 => P::start(),
            some => position.play_unchecked(moves[(random >> 33) as usize % some]),
        };
    }
    Ok(())
}
