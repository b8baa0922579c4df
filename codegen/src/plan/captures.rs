//! What the plan has to know about captures: who can capture whom, and what becomes of them.

use super::parts::Part;
use super::{PiecePlan, Plan};
use crate::unsupported::Unsupported;
use wazir_variant_spec::rules::{Blast, Capturer, Condition, EndRule, PieceId, PieceSet, Rules, Truce};

impl Plan<'_> {
    /// The enemy types that pieces of this type of `side` cannot capture.
    pub(crate) fn immune_to(&self, id: usize, side: usize) -> Vec<usize> {
        let Some(rules) = self.pieces[id].rules[side] else { return Vec::new() };
        let there = |victim: &usize| self.others(side).any(|other| self.pieces[*victim].rules[other].is_some());
        (0..self.pieces.len()).filter(there).filter(|&victim| !rules.victims.contains(&(victim as PieceId))).collect()
    }

    /// The types of `side` that could not capture an enemy royal: they may not, or would cost their own side a royal by it.
    pub(crate) fn harmless(&self, side: usize) -> Vec<usize> {
        let harmless = |&id: &usize| {
            let Some(rules) = self.pieces[id].rules[side] else { return false };
            let captures = self.pieces[id].parts[side].iter().any(|part| part.mode.capture)
                || !self.pieces[id].travels[side].is_empty();
            let immune = self.immune_to(id, side);
            let mut royals = self.others(side).flat_map(|other| &self.royals[other]);
            let may_not = royals.any(|&royal| immune.contains(&(royal as usize)));
            captures && (may_not || rules.royal && rules.capturer.is_lost())
        };
        (0..self.pieces.len()).filter(harmless).collect()
    }

    /// The types of `side` of whose captures this becomes.
    pub(crate) fn capturers(&self, side: usize, fate: Capturer) -> Vec<usize> {
        let becomes = |&id: &usize| self.pieces[id].rules[side].is_some_and(|rules| rules.capturer == fate);
        (0..self.pieces.len()).filter(becomes).collect()
    }

    /// Does each capturer of `side` simply arrive?
    pub(super) fn capturers_arrive(&self, side: usize) -> bool {
        self.own(side).all(|rules| rules.capturer == Capturer::Arrives)
    }

    /// Can a side lose a royal by its own capture?
    pub(crate) fn loses_royals(&self, side: usize) -> bool {
        let lost = |id: &PieceId| self.rules.piece_rules(*id, side as u8).is_some_and(|rules| rules.capturer.is_lost());
        self.rules.play[side].capture.blast.is_some() && !self.royals[side].is_empty()
            || self.royals[side].iter().any(lost)
    }

    /// Are pieces of `side` forbidden to capture where they could be captured back?
    pub(crate) fn is_wary(&self, side: usize) -> bool {
        self.own(side).any(|rules| rules.wary.is_some())
    }

    /// Do anybody's captures explode?
    pub(crate) fn blasts(&self) -> bool {
        self.rules.play.iter().any(|play| play.capture.blast.is_some())
    }

    /// The explosion of captures, where those of both sides are alike.
    pub(crate) fn common_blast(&self) -> Option<&Blast> {
        let [first, second] = [0, 1].map(|side| self.rules.play[side].capture.blast.as_ref());
        first.filter(|_| first == second)
    }

    /// Are capturers of whatever type blown up?
    pub(crate) fn blows_up_capturers(&self, blast: &Blast) -> bool {
        blast.capturers.len() == self.pieces.len()
    }

    /// Do anybody's arrivals convert?
    pub(super) fn converts(&self) -> bool {
        self.rules.play.iter().any(|play| !play.arrival.is_empty())
    }

    /// What has no code together with capturers that do not simply arrive, or with victims that not all can capture.
    pub(super) fn refuse_unbuilt_captures(&self, side: usize) -> Result<(), Unsupported> {
        self.refuse_unbuilt_capturers(side)?;
        self.refuse_unbuilt_truce(side)?;
        self.refuse_unbuilt_wary(side)?;
        self.refuse_unbuilt_royal_paths(side)?;
        self.refuse_unbuilt_victims(side)?;
        self.refuse_unbuilt_blasts(side)
    }

    fn refuse_unbuilt_capturers(&self, side: usize) -> Result<(), Unsupported> {
        let Some(rules) = self.own(side).find(|rules| rules.capturer != Capturer::Arrives) else { return Ok(()) };
        let with = if self.rules.play[side].capture.blast.is_some() {
            "captures that explode"
        } else if self.may_change_royals(side) {
            "royals that promote"
        } else {
            return Ok(());
        };
        Err(Unsupported::together(&rules.cause, "this `capturer` has", with))
    }

    /// What moves of the side do besides capturing where they arrive.
    fn more_than_captures(&self, side: usize) -> Option<&'static str> {
        let play = &self.rules.play[side];
        if play.walling.is_some() || play.gating.is_some() {
            Some("walls or gating")
        } else if self.blasts() || self.converts() || !self.capturers_arrive(side) {
            Some("explosions, conversions or capturers that do not arrive")
        } else {
            None
        }
    }

    fn refuse_unbuilt_truce(&self, side: usize) -> Result<(), Unsupported> {
        let Some(truce) = self.truce else { return Ok(()) };
        let with = if let Some(ending_move) = self.more_than_captures(side) {
            ending_move
        } else if self.several_moves {
            "turns of several moves"
        } else if self.en_passant {
            "captures en passant"
        } else {
            return Ok(());
        };
        Err(Unsupported::together(&truce.cause, "`truce` has", with))
    }

    fn refuse_unbuilt_wary(&self, side: usize) -> Result<(), Unsupported> {
        let Some(wary) = self.own(side).find_map(|rules| rules.wary.as_ref()) else { return Ok(()) };
        let immune = (0..self.pieces.len()).any(|id| !self.immune_to(id, 1 - side).is_empty());
        let chooses = |piece: &PiecePlan<'_>| piece.parts[1 - side].iter().any(|part| part.mode.victims.is_some());
        let with = if let Some(ending_move) = self.more_than_captures(side) {
            ending_move
        } else if immune || self.pieces.iter().any(chooses) {
            "pieces that some enemies cannot capture"
        } else {
            return Ok(());
        };
        Err(Unsupported::together(&wary.cause, "`wary` has", with))
    }

    /// Ways that may not be attacked, where attacks are more than lines and leaps on a plane board.
    fn refuse_unbuilt_royal_paths(&self, side: usize) -> Result<(), Unsupported> {
        let over_attacks = self.own(side).flat_map(|rules| &rules.movements).find(|movement| movement.safe_way);
        let odd = self.board().joined.any() || self.goes_round() || self.blasts();
        let Some(movement) = over_attacks.filter(|_| odd) else { return Ok(()) };
        let what = "`WayAttacked` has no compiled form on joined edges or together with explosions yet";
        Err(Unsupported::at(&movement.cause, what.to_string()))
    }

    /// Pieces or movements that cannot capture all types.
    fn refuse_unbuilt_victims(&self, side: usize) -> Result<(), Unsupported> {
        let passes = |id: usize| self.pieces[id].parts[1 - side].iter().any(|part| part.mode.leaves);
        let asks = |rule: &EndRule| matches!(rule.when, Condition::Reached { safe: true, .. });
        for (id, piece) in self.pieces.iter().enumerate() {
            let Some(rules) = piece.rules[side] else { continue };
            let parts = || piece.parts[side].iter();
            let choosy = || parts().filter(|part| part.mode.victims.is_some());
            let spares_royal = |part: &Part| {
                let spared = |victims: PieceSet| self.royals[1 - side].iter().any(|&royal| !victims.contains(royal));
                part.mode.menaces && part.mode.victims.is_some_and(spared)
            };
            let immune = self.immune_to(id, side);
            let royals = immune.iter().filter(|&&victim| self.royals[1 - side].contains(&(victim as PieceId))).count();
            let with = if choosy().any(|part| part.mode.en_passant) {
                "captures en passant"
            } else if choosy().any(spares_royal) {
                "several royal types of which a movement captures some"
            } else if parts().any(|part| part.mode.en_passant) && immune.iter().any(|&victim| passes(victim)) {
                "captures en passant"
            } else if royals > 0 && royals < self.royals[1 - side].len() {
                "several royal types of which it may capture some"
            } else if royals > 0 && !self.rules.play[side].check.facing.is_empty() {
                "royals that face each other"
            } else if (!immune.is_empty() || choosy().next().is_some()) && self.rules.end.iter().any(asks) {
                "goals on which a piece has to be safe"
            } else {
                continue;
            };
            return Err(Unsupported::together(&rules.cause, "this restriction of `captures` has", with));
        }
        Ok(())
    }

    fn refuse_unbuilt_blasts(&self, side: usize) -> Result<(), Unsupported> {
        let Some(blast) = &self.rules.play[side].capture.blast else { return Ok(()) };
        let dying = self.royals[side].iter().filter(|id| blast.capturers.contains(id)).count();
        if dying == 0 || dying == self.royals[side].len() {
            return Ok(());
        }
        let what = "several royal types of which some explode as capturers have no compiled form yet";
        Err(Unsupported::at(&blast.cause, what.to_string()))
    }
}

/// The captures that neither side may answer in kind. What one side alone may not do, or each other things, would have to be remembered apart.
pub(super) fn truce(rules: &Rules) -> Result<Option<&Truce>, Unsupported> {
    let Some(truce) = rules.play.iter().find_map(|play| play.truce.as_ref()) else { return Ok(None) };
    if rules.sides.len() > 2 {
        return Err(Unsupported::at(
            &truce.cause,
            "a `truce` of more than two sides has no compiled form yet".to_string(),
        ));
    }
    let [first, second] = [0, 1].map(|side| rules.play[side].truce.as_ref());
    let terms = |truce: Option<&Truce>| truce.map(|truce| (truce.of.clone(), truce.by.clone()));
    if terms(first) == terms(second) {
        return Ok(Some(truce));
    }
    Err(Unsupported::at(
        &truce.cause,
        "a `truce` that binds the sides differently has no compiled form yet".to_string(),
    ))
}

/// Do anybody's blasts leave walls?
pub(crate) fn petrifies(rules: &Rules) -> bool {
    let mut blasts = rules.play.iter().filter_map(|play| play.capture.blast.as_ref());
    blasts.any(|blast| !blast.petrifies.is_empty())
}
