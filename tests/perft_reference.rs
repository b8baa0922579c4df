//! All perft figures of up to a million nodes (in debug builds: up to 20,000), counted by the reference interpreter. `WAZIR_PERFT_NODES` sets
//! another limit.
//!
//! The published figures count a dropped pawn that mates as a move, real shogi and Wazir do not. The rows that hold such drops say so (`drops mate`): there
//! the first test counts fewer nodes, and the second, for which drops may mate, exactly the figure. All other rows come out in both tests.
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
fn mismatch(row: &Row, game: &dyn Variant) -> Option<String> {
    let Row { variant, fen, depth, nodes, style, .. } = row;
    let counted = match game.from_fen(fen, *style) {
        Ok(position) => position.perft(*depth, Perft::Bulk),
        Err(error) => return Some(format!("{variant}: {fen}: {error}")),
    };
    (!row.agrees(counted)).then(|| format!("{variant}: {fen} depth {depth}: {counted} instead of {nodes}"))
}

/// Checks the rows of the games for which `select` gives rules.
fn check(select: impl Fn(&str) -> Option<Rules>, rows: impl IntoIterator<Item = Row>) {
    let most = most_nodes();
    let mut games: BTreeMap<String, Option<Interpreter>> = BTreeMap::new();
    let mut rows: Vec<Row> = rows.into_iter().filter(|row| row.nodes <= most).collect();
    rows.retain(|row| {
        let select = || select(&row.variant).map(Interpreter::new);
        games.entry(row.variant.clone()).or_insert_with(select).is_some()
    });
    assert!(!rows.is_empty(), "no row to check");
    let wrong = in_parallel(&rows, |row| games[&row.variant].as_ref().and_then(|game| mismatch(row, game)));
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{} of {} rows are wrong:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

#[test]
fn every_figure_is_reproduced() {
    check(|name| Some(rules(name)), perft_rows());
}

#[test]
fn the_figures_count_drops_that_mate() {
    let select = |name: &str| {
        let rules = rules(name);
        let allowed = with_drop_mates(rules.clone());
        (allowed != rules).then_some(allowed)
    };
    check(select, perft_rows().into_iter().map(|row| Row { drops_mate: false, ..row }));
}
