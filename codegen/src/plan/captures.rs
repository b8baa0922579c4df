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
        self.pieces.iter().filter_map(|piece| piece.rules[side]).all(|rules| rules.capturer == Capturer::Arrives)
    }

    /// Can a side lose a royal by its own capture?
    pub(crate) fn loses_royals(&self, side: usize) -> bool {
        let lost = |id: &PieceId| self.rules.piece_rules(*id, side as u8).is_some_and(|rules| rules.capturer.is_lost());
        self.rules.play[side].capture.blast.is_some() && !self.royals[side].is_empty()
            || self.royals[side].iter().any(lost)
    }

    /// Are pieces of `side` forbidden to capture where they could be captured back?
    pub(crate) fn is_wary(&self, side: usize) -> bool {
        self.pieces.iter().filter_map(|piece| piece.rules[side]).any(|rules| rules.wary.is_some())
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
        let play = &self.rules.play[side];
        let own = || (0..self.pieces.len()).filter_map(|id| Some((id, self.pieces[id].rules[side]?)));
        if let Some((_, rules)) = own().find(|(_, rules)| rules.capturer != Capturer::Arrives) {
            let refuse = |with: &str| {
                let what = format!("this `capturer` has no compiled form together with {with} yet");
                Err(Unsupported::at(&rules.cause, what))
            };
            if play.capture.blast.is_some() {
                return refuse("captures that explode");
            }
            if self.may_change_royals(side) {
                return refuse("royals that promote");
            }
        }
        if let Some(truce) = self.truce {
            let with = if play.walling.is_some() || play.gating.is_some() {
                "walls or gating"
            } else if self.blasts() || self.converts() || !self.capturers_arrive(side) {
                "explosions, conversions or capturers that do not arrive"
            } else if self.series {
                "turns of several moves"
            } else if self.en_passant {
                "captures en passant"
            } else {
                ""
            };
            if !with.is_empty() {
                let what = format!("`truce` has no compiled form together with {with} yet");
                return Err(Unsupported::at(&truce.cause, what));
            }
        }
        if let Some(wary) = own().find_map(|(_, rules)| rules.wary.as_ref()) {
            let immune = self.pieces.iter().enumerate().any(|(id, _)| !self.immune_to(id, 1 - side).is_empty());
            let chooses = |piece: &PiecePlan<'_>| piece.parts[1 - side].iter().any(|part| part.mode.victims.is_some());
            let immune = immune || self.pieces.iter().any(chooses);
            let with = if play.walling.is_some() || play.gating.is_some() {
                "walls or gating"
            } else if self.blasts() || self.converts() || !self.capturers_arrive(side) {
                "explosions, conversions or capturers that do not arrive"
            } else if immune {
                "pieces that some enemies cannot capture"
            } else {
                ""
            };
            if !with.is_empty() {
                let what = format!("`wary` has no compiled form together with {with} yet");
                return Err(Unsupported::at(&wary.cause, what));
            }
        }
        let over_attacks = own().flat_map(|(_, rules)| &rules.movements).find(|movement| movement.safe_way);
        if let Some(movement) = over_attacks.filter(|_| self.board().joined.any() || self.goes_round() || self.blasts())
        {
            let what = "`WayAttacked` has no compiled form on joined edges or together with explosions yet";
            return Err(Unsupported::at(&movement.cause, what.to_string()));
        }
        let takes_passing = |id: usize| self.pieces[id].parts[side].iter().any(|part| part.mode.en_passant);
        let passes = |id: usize| self.pieces[id].parts[1 - side].iter().any(|part| part.mode.leaves);
        for (id, rules) in own() {
            let refuse = |with: &str| {
                let what = format!("this restriction of `captures` has no compiled form together with {with} yet");
                Err(Unsupported::at(&rules.cause, what))
            };
            let choosy = |part: &&Part| part.mode.victims.is_some();
            let parts = || self.pieces[id].parts[side].iter().filter(choosy);
            let spares_royal = |part: &Part| {
                let spared = |victims: PieceSet| self.royals[1 - side].iter().any(|&royal| !victims.contains(royal));
                part.mode.menaces && part.mode.victims.is_some_and(spared)
            };
            if parts().any(|part| part.mode.en_passant) {
                return refuse("captures en passant");
            }
            if parts().any(spares_royal) {
                return refuse("several royal types of which a movement captures some");
            }
            let immune = self.immune_to(id, side);
            if takes_passing(id) && immune.iter().any(|&victim| passes(victim)) {
                return refuse("captures en passant");
            }
            let royals = immune.iter().filter(|&&victim| self.royals[1 - side].contains(&(victim as PieceId))).count();
            if royals > 0 && royals < self.royals[1 - side].len() {
                return refuse("several royal types of which it may capture some");
            }
            if royals > 0 && !play.check.facing.is_empty() {
                return refuse("royals that face each other");
            }
            let asks = |rule: &EndRule| matches!(rule.when, Condition::Reached { safe: true, .. });
            if (!immune.is_empty() || parts().next().is_some()) && self.rules.end.iter().any(asks) {
                return refuse("goals on which a piece has to be safe");
            }
        }
        if let Some(blast) = &play.capture.blast {
            let dying = self.royals[side].iter().filter(|id| blast.capturers.contains(id)).count();
            if dying > 0 && dying < self.royals[side].len() {
                let what = "several royal types of which some explode as capturers have no compiled form yet";
                return Err(Unsupported::at(&blast.cause, what.to_string()));
            }
        }
        Ok(())
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
