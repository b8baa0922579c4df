//! Mate problems: positions in which a side has no royal though the game gives it one, such as the attacker of most tsume shogi problems.

use crate::Opened;
use wazir_reference::Interpreter;
use wazir_runtime::{Cell, Setup, SideId, Style, Variant, fen};
use wazir_variant_spec::{Values, rules::Rules};

/// A mate problem, opened.
pub struct MateProblem {
    /// The game of which the position is the start. It differs from the game it is of in that: what is royal is an ordinary piece to the sides that have none here. It has no code: it is run where that is possible.
    pub opened: Opened,
    /// The sides without royals, ascending.
    pub without: Vec<SideId>,
}

impl Opened {
    /// The mate problem that a position is which this game cannot have because sides lack their royals. `None` where no side does, or none has one, where the position cannot be for
    /// another reason, and where the rules say that a side without royals has lost.
    pub fn mate_problem(&self, setup: &Setup) -> Option<MateProblem> {
        let without = without_royals(&self.rules, setup);
        if without.is_empty() {
            return None;
        }
        let mut rules = Rules::clone(&self.rules);
        without.iter().for_each(|&side| rules.make_no_royal(side));
        rules.start.fen = fen::print(self.variant.info(), setup, Style::Game);
        let game = Interpreter::new(rules).ok()?;
        if game.start().outcome().is_some() {
            return None;
        }
        let opened = Opened::without_code(self.source.clone(), game, Values::default());
        Some(MateProblem { opened, without })
    }
}

/// The sides that have royals in this game and none in this position, where another side has one.
fn without_royals(rules: &Rules, setup: &Setup) -> Vec<SideId> {
    let lacks = |side: &SideId| {
        let royals = rules.royal_types(*side);
        let stands = |cell: &Cell| matches!(*cell, Cell::Piece { side: of, piece, .. } if of == *side && royals.contains(&piece));
        !setup.board.iter().any(stands) && royals.iter().all(|&piece| setup.hands[*side as usize][piece as usize] == 0)
    };
    let sides = (0..rules.sides.len() as SideId).filter(|&side| !rules.royal_types(side).is_empty());
    let (without, with): (Vec<SideId>, Vec<SideId>) = sides.partition(lacks);
    if with.is_empty() { Vec::new() } else { without }
}
