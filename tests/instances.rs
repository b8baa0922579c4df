//! All instances of each game's generator say the same: see `wazir_runtime::instances`.
#![allow(missing_docs)]

mod common;

use common::{game_names, in_parallel, perft_rows};
use wazir_runtime::Style;

const GAMES: usize = 6;
const PLIES: usize = if cfg!(debug_assertions) { 12 } else { 60 };

#[test]
fn all_instances_agree() {
    let names = game_names();
    let results = in_parallel(&names, |name| {
        let mut openings: Vec<(String, Style)> =
            perft_rows().into_iter().filter(|row| row.variant == **name).map(|row| (row.fen, row.style)).collect();
        openings.dedup_by(|a, b| a.0 == b.0);
        (name.to_string(), wazir::compiled::self_check(name, &openings, GAMES, PLIES))
    });
    let mut compiled = 0;
    for (name, result) in &results {
        match result {
            Some(Ok(positions)) => {
                assert!(*positions > 10, "{name}: only {positions} positions were compared");
                compiled += 1;
            }
            Some(Err(what)) => panic!("{name}: {what}"),
            None => {}
        }
    }
    let expected =
        wazir::compiled::variants().iter().filter(|game| names.contains(&game.info().id.to_string())).count();
    assert_eq!(compiled, expected);
}
