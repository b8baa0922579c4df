//! What the tests of evaluations begin with: rules of games, and positions as evaluations see them.

use super::{Weights, accumulator::Accumulator};
use crate::board::{Changes, Content};
use std::{path::PathBuf, sync::Arc};
use wazir_reference::Interpreter;
use wazir_runtime::{Cell, Square, Style, Variant};
use wazir_variant_spec::{Folder, Library, Values, compile, rules::Rules};

/// The rules of a game of `variants/`.
pub(crate) fn rules(game: &str) -> Rules {
    let folder = Folder(PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../variants")));
    let source = folder.find(game).unwrap_or_else(|| panic!("{game}.ron"));
    compile(&source, &folder).unwrap_or_else(|_| panic!("{game} is right")).rules
}

/// A game with what is derived from its rules only.
pub(crate) fn derived(game: &str) -> (Interpreter, Arc<Weights>) {
    let rules = rules(game);
    let variant = Interpreter::new(rules.clone()).expect("a right start");
    let weights = Arc::new(Weights::new(&rules, variant.info(), &Values::default()));
    (variant, weights)
}

/// The pieces of a position, as the evaluation sees them.
pub(crate) fn seen(variant: &Interpreter, weights: &Arc<Weights>, fen: &str) -> Accumulator {
    let setup = variant.from_fen(fen, Style::Game).unwrap_or_else(|error| panic!("{fen}: {error}")).setup();
    let mut all = Changes::default();
    for (square, cell) in setup.board.iter().enumerate() {
        if let Cell::Piece { side, piece, .. } = *cell {
            all.squares.push((square as Square, Content::Piece(side, piece)));
        }
    }
    Accumulator::with(weights, &all)
}
