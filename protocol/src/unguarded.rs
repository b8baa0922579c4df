//! [`unguarded`]: a game at a position in which one side has no royal piece, as problems have it that ask for a mate of the other side's.
//!
//! The rules of a game ask for the royals that its start has. So the game is read anew with the position for its start: then they ask for none of a side that has none.

use wazir_engine::{Games, Opened};
use wazir_runtime::{Cell, Setup, SideId, Style, fen};
use wazir_variant_spec::Source;

/// The game of which this is the start, where exactly one of two sides has no royal piece here and could have one; and the name of that side.
pub(crate) fn unguarded(games: &dyn Games, opened: &Opened, setup: &Setup) -> Option<(Opened, String)> {
    let info = opened.variant.info();
    let royals = |setup: &Setup, side: SideId| {
        let is_royal = |cell: &&Cell| {
            let Cell::Piece { side: owner, piece, .. } = **cell else { return false };
            owner == side && opened.rules.piece_rules(piece, side).is_some_and(|rules| rules.royal)
        };
        setup.board.iter().filter(is_royal).count()
    };
    let start = opened.variant.start().setup();
    if info.sides.len() != 2 || (0..2).any(|side| royals(&start, side) == 0) {
        return None;
    }
    let side = match (royals(setup, 0), royals(setup, 1)) {
        (0, 1..) => 0,
        (1.., 0) => 1,
        _ => return None,
    };
    let fen = fen::print(info, setup, Style::Game);
    let text = format!("(extends: {:?}, name: {:?}, start: {fen:?})", opened.rules.id, opened.rules.name);
    let mut parents = games.parents(opened);
    parents.insert(0, opened.source.clone());
    let source = Source { file: "position.ron".to_string(), text };
    let read = games.read(source, &parents).ok()?;
    Some((read, info.sides[side as usize].name.to_string()))
}
