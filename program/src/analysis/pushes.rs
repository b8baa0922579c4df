//! What there is to know about pushes.

use super::Analysis;
use super::parts::{Part, parts_of};
use crate::Unsupported;
use alloc::{format, vec::Vec};
use wazir_variant_spec::rules::{Board, Movement, PieceId, PieceSet, Push, Step};

/// Pushes with the same conditions.
#[derive(Clone, Debug)]
pub struct Pushing {
    /// What they do.
    pub push: Push,
    /// The types that are pushed; `None`: all.
    pub takes: Option<PieceSet>,
    /// By step, the parts of the rides that end where a row begins.
    pub steps: Vec<(Step, Vec<Part>)>,
}

impl Pushing {
    /// The parts of all its rides.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        self.steps.iter().flat_map(|(_, parts)| parts)
    }
}

/// The pushes of a piece.
pub(super) fn pushes_of(board: &Board, movements: &[Movement]) -> Result<Vec<Pushing>, Unsupported> {
    let mut pushes = Vec::new();
    for movement in movements {
        let Some(push) = movement.push else { continue };
        if movement.unmoved || movement.unchecked || movement.safe_way {
            let what = format!("`{}`: a push on a condition has no compiled form yet", movement.cause.text);
            return Err(Unsupported::at(&movement.cause, what));
        }
        let mut ways: Vec<Step> = movement.rides.iter().map(|ride| ride.step).collect();
        ways.sort_unstable();
        ways.dedup();
        let mut steps = Vec::new();
        for step in ways {
            let anywhere = Movement {
                rides: movement.rides.iter().filter(|ride| ride.step == step).copied().collect(),
                to_empty: true,
                to_enemy: true,
                push: None,
                victims: None,
                en_passant: false,
                leaves_en_passant: false,
                ..movement.clone()
            };
            steps.push((step, parts_of(board, &[anywhere])?));
        }
        pushes.push(Pushing { push, takes: movement.victims, steps });
    }
    Ok(pushes)
}

impl Analysis<'_> {
    /// Can anybody push?
    pub fn has_pushes(&self) -> bool {
        self.pieces.iter().any(|piece| piece.pushes.iter().any(|pushes| !pushes.is_empty()))
    }

    /// For each type of royals of others: can such a push lose one?
    pub fn royals_taken_by(&self, id: usize, side: usize, pushing: &Pushing) -> Vec<bool> {
        let Some(rules) = self.pieces[id].rules[side] else { return Vec::new() };
        let loses = pushing.push.enemies && (pushing.push.over_edge.enemies || pushing.push.crushed.enemies);
        let royals = self.others(side).filter(|_| loses).flat_map(|other| &self.royals[other]);
        let takes =
            |royal: &PieceId| pushing.takes.is_none_or(|types| types.contains(*royal)) && rules.victims.contains(royal);
        royals.map(takes).collect()
    }

    /// Can such a push lose a royal of another side?
    pub fn loses_royals_by(&self, id: usize, side: usize, pushing: &Pushing) -> bool {
        self.royals_taken_by(id, side, pushing).contains(&true)
    }
}
