//! Moves are written as Fairy-Stockfish writes them: facts gathered with its Python module (`scripts/agree_pyffish.py` gathers as many as one likes).

mod common;

use common::open;
use std::collections::BTreeMap;
use wazir_notation::Notation;
use wazir_runtime::{Style, Variant};

const FACTS: &str = include_str!("data/pyffish.tsv");

#[test]
fn moves_are_written_as_fairy_stockfish_writes_them() {
    let mut games = BTreeMap::new();
    let mut count = 0;
    for row in FACTS.lines().filter(|row| !row.starts_with('#')) {
        let [name, fen, uci, notation, text] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let variant = games.entry(name).or_insert_with(|| open(name));
        let game = variant.from_fen(fen, Style::Game).unwrap_or_else(|error| panic!("{row}: {error}"));
        let mv = game.parse_move(uci, Style::Game).unwrap_or_else(|error| panic!("{row}: {error}"));
        let notation: Notation = notation.parse().unwrap();
        assert_eq!(notation.write(&*game, mv), text, "{row}");
        assert_eq!(notation.read(&*game, text), Ok(mv), "{row}");
        count += 1;
    }
    assert!(count > 700, "{count}");
}
