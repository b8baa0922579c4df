//! All perft figures, counted by the compiled games, in both ways of counting.
//!
//! In debug builds rows of more than 300,000 nodes are left out; leaf by leaf, rows of more than ten million.
#![allow(missing_docs)]

mod common;

use common::{Row, in_parallel, perft_rows};
use wazir_runtime::Perft;

const MOST_NODES: u64 = if cfg!(debug_assertions) { 300_000 } else { u64::MAX };
const MOST_LEAVES: u64 = if cfg!(debug_assertions) { 30_000 } else { 10_000_000 };

/// What is wrong with a row, if anything.
fn mismatch(row: &Row, mode: Perft) -> Option<String> {
    let Row { variant, fen, depth, nodes, style, .. } = row;
    let game = wazir::compiled::variants().iter().find(|game| game.info().id == **variant)?;
    let counted = match game.from_fen(fen, *style) {
        Ok(position) => position.perft(*depth, mode),
        Err(error) => return Some(format!("{variant}: {fen}: {error}")),
    };
    (!row.agrees(counted)).then(|| format!("{variant}: {fen} depth {depth} ({mode:?}): {counted} instead of {nodes}"))
}

fn check(mode: Perft, most: u64) {
    let rows: Vec<Row> = perft_rows().into_iter().filter(|row| row.nodes <= most).collect();
    let wrong: Vec<String> = in_parallel(&rows, |row| mismatch(row, mode)).into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{} of {} rows are wrong:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

#[test]
#[cfg(feature = "all-variants")]
fn every_game_is_compiled_in() {
    let compiled: Vec<&str> = wazir::compiled::variants().iter().map(|game| &*game.info().id).collect();
    assert_eq!(compiled, common::game_names());
}

#[test]
fn every_figure_is_reproduced_in_bulk() {
    check(Perft::Bulk, MOST_NODES);
}

#[test]
fn every_figure_is_reproduced_leaf_by_leaf() {
    check(Perft::Leaf, MOST_LEAVES);
}
