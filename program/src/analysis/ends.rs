//! What rules of the end ask of positions.

use super::Analysis;
use alloc::vec::Vec;
use wazir_variant_spec::rules::{Condition, EndRule, Facing};

impl Analysis<'_> {
    /// Is the game over, with this side to move, when nobody can move otherwise than by passing?
    pub fn ends_when_nobody_moves(&self, side: usize) -> bool {
        let about = |rule: &EndRule| rule.of.is_none_or(|of| of as usize == side);
        self.rules.end.iter().any(|rule| rule.when == Condition::NobodyCanMove && about(rule))
    }

    /// Does anything ask whether a side can move without passing?
    pub fn asks_mobility(&self) -> bool {
        self.rules.end.iter().any(|rule| rule.when == Condition::NobodyCanMove)
    }

    /// Is the loss of a side's royals (and of nothing else) an end of the game?
    pub fn may_lose_royals(&self, side: usize) -> bool {
        let royals = &self.royals[side];
        let of_side = |rule: &&EndRule| rule.of.is_none_or(|of| of as usize == side);
        self.rules.end.iter().filter(of_side).any(|rule| match &rule.when {
            Condition::Extinct { pieces, opponent_at_least: None, .. } => {
                pieces.iter().all(|piece| royals.contains(piece))
            }
            _ => false,
        })
    }

    /// The different facings that the rules ask for, each once.
    pub fn facings(&self) -> Vec<&Facing> {
        let ends = self.rules.end.iter().filter_map(|rule| match &rule.when {
            Condition::Facing { facing, .. } => Some(facing),
            _ => None,
        });
        let mut all: Vec<&Facing> = Vec::new();
        for facing in self.must_end.iter().copied().flatten().chain(ends) {
            if !all.contains(&facing) {
                all.push(facing);
            }
        }
        all
    }

    /// Does any rule end the game by the position alone, other than by a lack of moves?
    pub fn ends_by_position(&self) -> bool {
        self.rules.end.iter().any(|rule| stops(&rule.when))
    }
}

/// Conditions that hold in a position whatever its moves, and so stop them.
pub fn stops(condition: &Condition) -> bool {
    matches!(
        condition,
        Condition::Extinct { .. }
            | Condition::Reached { .. }
            | Condition::Connected { .. }
            | Condition::ChecksGiven { .. }
            | Condition::BoardFull
            | Condition::Passed { .. }
            | Condition::Moved { .. }
            | Condition::Unentitled { .. }
            | Condition::Facing { .. }
    )
}
