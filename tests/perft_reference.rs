//! All perft figures of up to a million nodes (in debug builds: up to 20,000), counted by the reference interpreter. `WAZIR_PERFT_NODES` sets
//! another limit.
//!
//! The published figures count a dropped pawn that mates as a move, real shogi does not. Where that matters the row holds both figures, and
//! both are counted: the game's own, and that of the same rules without the prohibition.
#![allow(missing_docs)]

mod common;

use common::{Row, in_parallel, perft_rows, rules};
use std::collections::BTreeMap;
use wazir_reference::Interpreter;
use wazir_runtime::{Perft, Variant};
use wazir_variant_spec::Rules;

/// Rows of more nodes are left to the compiled backend.
const MOST_NODES: u64 = if cfg!(debug_assertions) { 20_000 } else { 1_000_000 };

/// The limit on the nodes of a row.
fn most_nodes() -> u64 {
    let wanted = std::env::var("WAZIR_PERFT_NODES").ok();
    wanted.map_or(MOST_NODES, |text| text.parse().expect("WAZIR_PERFT_NODES is a number of nodes"))
}

/// The same rules, except that a drop may mate.
fn with_drop_mates(mut rules: Rules) -> Rules {
    let drops =
        rules.pieces.iter_mut().flat_map(|piece| piece.sides.iter_mut().flatten()).filter_map(|r| r.drop.as_mut());
    drops.for_each(|drop| drop.may_not_mate = false);
    rules
}

/// What is wrong with a row, if anything.
fn mismatch(row: &Row, game: &dyn Variant, expected: u64, what: &str) -> Option<String> {
    let Row { variant, fen, depth, style, .. } = row;
    let counted = match game.from_fen(fen, *style) {
        Ok(position) => position.perft(*depth, Perft::Bulk),
        Err(error) => return Some(format!("{variant}{what}: {fen}: {error}")),
    };
    (counted != expected).then(|| format!("{variant}{what}: {fen} depth {depth}: {counted} instead of {expected}"))
}

#[test]
fn every_figure_is_reproduced() {
    let most = most_nodes();
    let rows: Vec<Row> = perft_rows().into_iter().filter(|row| row.nodes <= most).collect();
    let mut games: BTreeMap<&str, (Interpreter, Interpreter)> = BTreeMap::new();
    for row in &rows {
        games.entry(&row.variant).or_insert_with(|| {
            let rules = rules(&row.variant);
            (Interpreter::new(rules.clone()), Interpreter::new(with_drop_mates(rules)))
        });
    }
    let wrong = in_parallel(&rows, |row| {
        let (game, with_drop_mates) = &games[&*row.variant];
        let own = mismatch(row, game, row.nodes, "");
        let published = row.nodes_with_drop_mates;
        let other = published.and_then(|nodes| mismatch(row, with_drop_mates, nodes, " with drop mates"));
        [own, other]
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().flatten().collect();
    assert!(wrong.is_empty(), "{} of {} rows are wrong:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}
