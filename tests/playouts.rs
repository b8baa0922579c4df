//! Random games of every compiled game end by its rules, or are cut off; and the interpreter plays the same ones.
#![allow(missing_docs)]

mod common;

use common::{dearness, in_parallel, rules};
use std::collections::BTreeMap;
use wazir_reference::Interpreter;
use wazir_runtime::{Ending, Game, Playout, Random, Variant, playout};

/// Games of each compiled game; fewer of those whose positions take long.
const GAMES: u64 = if cfg!(debug_assertions) { 20 } else { 1_000 };

/// Games of a compiled game of this [`dearness`].
fn games(dearness: usize) -> u64 {
    (GAMES / dearness as u64).max(GAMES.min(100))
}

/// Plies after which a game is cut off.
const PLIES: usize = 100;

/// Moves that the interpreter plays of each game, in whole games and the beginning of one.
const INTERPRETED: usize = if cfg!(debug_assertions) { 40 } else { 200 };

const SEED: u64 = 2026;

fn play(game: &mut dyn Game, number: u64, plies: usize) -> Playout {
    let id = game.info().id.clone();
    let played = playout(game, &mut Random::of_game(SEED, number), plies, || false);
    let played = played.unwrap_or_else(|error| panic!("{id}, game {number}: a listed move was refused: {error}"));
    played.unwrap_or_else(|| panic!("{id}, game {number}: nobody asked to stop"))
}

/// Plays one game's games; what is wrong, if anything.
fn soak(game: &dyn Variant) -> Result<BTreeMap<Ending, u64>, String> {
    let id = &game.info().id;
    let rules = rules(id);
    let dearness = dearness(&rules);
    let most_interpreted = (INTERPRETED / dearness).max(20);
    let interpreter = Interpreter::new(rules);
    let mut endings = BTreeMap::new();
    let mut interpreted = 0;
    for number in 0..games(dearness) {
        let played = play(&mut *game.start(), number, PLIES);
        if played.moves.len() + 1 != played.choices.len() || played.moves.len() > PLIES {
            return Err(format!(
                "{id}, game {number}: {} moves, {} positions",
                played.moves.len(),
                played.choices.len()
            ));
        }
        if played.ending == Ending::Stuck {
            return Err(format!(
                "{id}, game {number}: no rule says what the lack of moves means after {} plies",
                played.moves.len()
            ));
        }
        if interpreted < most_interpreted {
            let plies = PLIES.min(most_interpreted - interpreted);
            let (ours, theirs) =
                (play(&mut *game.start(), number, plies), play(&mut interpreter.start_position(), number, plies));
            if ours != theirs {
                return Err(format!("{id}, game {number}: the backends differ:\n{ours:?}\n{theirs:?}"));
            }
            interpreted += ours.moves.len().max(1);
        }
        *endings.entry(played.ending).or_default() += 1;
    }
    Ok(endings)
}

#[test]
fn random_games_end_by_their_rules_in_both_backends_alike() {
    let variants = wazir::compiled::variants();
    let soaked = in_parallel(variants, |game| soak(*game));
    let wrong: Vec<&String> = soaked.iter().filter_map(|result| result.as_ref().err()).collect();
    assert!(wrong.is_empty(), "{} games are wrong:\n{wrong:#?}", wrong.len());
    for (game, endings) in variants.iter().zip(soaked.iter().flatten()) {
        assert_eq!(endings.values().sum::<u64>(), games(dearness(&rules(&game.info().id))));
    }
    let finished = soaked.iter().flatten().flat_map(|endings| endings.keys());
    assert!(
        variants.is_empty() || finished.filter(|ending| matches!(ending, Ending::Over(_))).count() > 0,
        "no game has ended"
    );
}
