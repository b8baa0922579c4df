//! What there is to know about captures: who can capture whom, and what becomes of them.

use super::Analysis;
use alloc::vec::Vec;
use wazir_variant_spec::rules::{Blast, Capturer, Conversion, PieceId, Rules};

impl Analysis<'_> {
    /// The enemy types that pieces of this type of `side` cannot capture.
    pub fn immune_to(&self, id: usize, side: usize) -> Vec<usize> {
        let Some(rules) = self.pieces[id].rules[side] else { return Vec::new() };
        let there = |victim: &usize| self.others(side).any(|other| self.pieces[*victim].rules[other].is_some());
        (0..self.pieces.len()).filter(there).filter(|&victim| !rules.victims.contains(&(victim as PieceId))).collect()
    }

    /// The types of `side` that could not capture an enemy royal: they may not, or would cost their own side a royal by it.
    pub fn harmless(&self, side: usize) -> Vec<usize> {
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
    pub fn capturers(&self, side: usize, fate: Capturer) -> Vec<usize> {
        let becomes = |&id: &usize| self.pieces[id].rules[side].is_some_and(|rules| rules.capturer == fate);
        (0..self.pieces.len()).filter(becomes).collect()
    }

    /// Does each capturer of `side` simply arrive?
    pub fn capturers_arrive(&self, side: usize) -> bool {
        self.own(side).all(|rules| rules.capturer == Capturer::Arrives)
    }

    /// Can a side lose a royal by its own capture?
    pub fn loses_royals(&self, side: usize) -> bool {
        let lost = |id: &PieceId| self.rules.piece_rules(*id, side as u8).is_some_and(|rules| rules.capturer.is_lost());
        self.rules.play[side].capture.blast.is_some() && !self.royals[side].is_empty()
            || self.royals[side].iter().any(lost)
    }

    /// Are pieces of `side` forbidden to capture where they could be captured back?
    pub fn is_wary(&self, side: usize) -> bool {
        self.own(side).any(|rules| rules.wary.is_some())
    }

    /// Do anybody's captures explode?
    pub fn blasts(&self) -> bool {
        self.rules.play.iter().any(|play| play.capture.blast.is_some())
    }

    /// The explosion of captures, where those of both sides are alike.
    pub fn common_blast(&self) -> Option<&Blast> {
        let [first, second] = [0, 1].map(|side| self.rules.play[side].capture.blast.as_ref());
        first.filter(|_| first == second)
    }

    /// Are capturers of whatever type blown up?
    pub fn blows_up_capturers(&self, blast: &Blast) -> bool {
        blast.capturers.len() == self.pieces.len()
    }

    /// Do anybody's arrivals convert?
    pub fn converts(&self) -> bool {
        self.rules.play.iter().any(|play| !play.arrival.is_empty())
    }

    /// The types whose capture of an enemy royal is an attack: with blasts that take the capturer, no royal.
    pub fn attacks_royals(&self, id: usize, side: usize) -> bool {
        let dies = |blast: &Blast| blast.capturers.contains(&(id as PieceId));
        !(self.rules.play[side].capture.blast.as_ref().is_some_and(dies)
            && self.royals[side].contains(&(id as PieceId)))
    }

    /// Can a capturer of another side that changes sides be a royal of this one then?
    pub fn royals_change_over(&self, side: usize) -> bool {
        let royals = &self.royals[side];
        let others = (0..self.sides()).filter(|&other| other != side);
        others
            .flat_map(|other| self.capturers(other, Capturer::ChangesSides).into_iter().map(move |id| (other, id)))
            .any(|(other, id)| {
                let promotions = self.pieces[id].rules[other].iter().flat_map(|rules| &rules.promotions);
                royals.contains(&(id as u8)) || promotions.flat_map(|p| &p.to).any(|to| royals.contains(&to.piece))
            })
    }

    /// What arrivals of `side` convert, by drops or by moves.
    pub fn conversions(&self, side: usize, dropped: bool) -> impl Iterator<Item = &Conversion> {
        let arrival = self.rules.play[side].arrival.iter();
        arrival.filter(move |conversion| if dropped { conversion.by_drops } else { conversion.by_moves })
    }
}

/// Do anybody's blasts leave walls?
pub fn petrifies(rules: &Rules) -> bool {
    let mut blasts = rules.play.iter().filter_map(|play| play.capture.blast.as_ref());
    blasts.any(|blast| !blast.petrifies.is_empty())
}
