//! Turns of several moves in words.

use super::{any_of, number, pieces};
use wazir_variant_spec::Rules;
use wazir_variant_spec::rules::{Attacks, Safe, TakesPassing, Turn, TurnCheck, TurnLength};

/// What is special about the turns of a side, one sentence each, in lower case.
pub(super) fn turns(rules: &Rules, turn: &Turn) -> Vec<String> {
    let mut said = Vec::new();
    match turn.length {
        TurnLength::Fixed(1) => {}
        TurnLength::Fixed(moves) => said.push(format!("a turn is {} moves", number(moves as u64))),
        TurnLength::Growing { first, by } => said.push(format!(
            "the first turn of the game is {} {}, each other {} longer than the one before it",
            number(first as u64),
            if first == 1 { "move" } else { "moves" },
            number(by as u64),
        )),
    }
    match turn.check {
        TurnCheck::GoesOn => {}
        TurnCheck::Ends => said.push("a check ends the turn".to_string()),
        TurnCheck::OnlyLast => said.push("only the last move of a turn may give check".to_string()),
    }
    if turn.safe == Safe::AfterTurn {
        said.push("royals may be attacked in the middle of a turn, if they are safe at its end".to_string());
    }
    if turn.attacks == Attacks::InOneTurn {
        said.push("what could be captured by one of the moves of a turn is attacked".to_string());
    }
    let passing = rules.pieces.iter().flat_map(|p| p.sides.iter().flatten()).flat_map(|r| &r.movements);
    if turn.length.is_several() && passing.into_iter().any(|movement| movement.en_passant) {
        said.push(match turn.en_passant {
            TakesPassing::FirstMove => "captures in passing are made with the first move of a turn".to_string(),
            TakesPassing::FirstMoves => "captures in passing come first in a turn".to_string(),
        });
    }
    if let Some(chain) = &turn.chain {
        let types: Vec<u8> = chain.pieces.iter().filter(|&id| (id as usize) < rules.pieces.len()).collect();
        let who = if types.len() == rules.pieces.len() {
            "a piece".to_string()
        } else {
            format!("a {}", any_of(&pieces(rules, &types)))
        };
        let until = if chain.promotion_ends { ", unless it has promoted by that" } else { "" };
        said.push(format!("{who} that has captured goes on capturing in the same turn while it can{until}"));
    }
    said
}
