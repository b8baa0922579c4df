//! Attacks on royals: see [`Check`](wazir_variant_spec::rules::Check) and [`Blast`].

use crate::position::Position;
use wazir_runtime::{SideId, Square};
use wazir_variant_spec::rules::{Blast, Facing, Guard, Movement, Step};

impl Position {
    /// The pieces of `side` one of whose movements could capture the enemy piece that stands on `target`.
    pub(crate) fn capturers(&self, side: SideId, target: Square) -> Vec<Square> {
        self.pieces_of(side).filter(|&from| self.could_capture(side, from, target)).collect()
    }

    /// Could a movement of the piece of `side` on `from` capture the enemy piece that stands on `target`?
    pub(crate) fn could_capture(&self, side: SideId, from: Square, target: Square) -> bool {
        let Some((_, rules)) = self.own_rules(from, side) else { return false };
        let Some((_, victim)) = self.piece_on(target) else { return false };
        if !rules.victims.contains(&victim) {
            return false;
        }
        let movements = || rules.movements.iter().filter(|m| m.from.contains(from));
        let mut direct = movements().filter(|m| m.to_enemy && m.takes(victim) && m.to.contains(target));
        let lands = |m: &Movement| m.rides.iter().any(|ride| self.lands_on(ride, from, target));
        let pushing = |m: &&Movement| m.push.is_some() && self.allows(side, from, m);
        let mut shoves = movements().filter(pushing).flat_map(|m| self.shoves(side, from, rules, m));
        let journeying = |m: &&Movement| !m.legs.is_empty() && self.allows(side, from, m);
        let mut journeys = movements().filter(journeying).flat_map(|m| self.journeys(side, from, rules, m));
        direct.any(|m| lands(m) && self.allows(side, from, m)) && self.can_be_ransomed(side, rules, from, target)
            || shoves.any(|shove| shove.lost && shove.last == target)
            || journeys.any(|journey| {
                let ends_there = journey.to == target && journey.last.is_some_and(|(owner, _)| owner != side);
                ends_there || journey.taken.contains(&target)
            })
    }

    /// The enemy pieces that attack the royal on `royal`, ascending.
    pub(crate) fn attackers_of_royal(&self, royal: Square) -> Vec<Square> {
        let Some((side, _)) = self.piece_on(royal) else { return Vec::new() };
        let mut attackers: Vec<Square> = Vec::new();
        for opponent in self.opponents(side) {
            attackers.extend(self.capturers(opponent, royal));
            attackers.extend(self.facing_royals(opponent, royal));
        }
        attackers.sort_unstable();
        attackers.dedup();
        attackers.retain(|&attacker| !self.would_lose_royal(attacker, royal));
        attackers
    }

    /// The enemy pieces that attack a royal of `side` while its guard does not hold, ascending.
    pub(crate) fn checkers_of(&self, side: SideId) -> Vec<Square> {
        if !self.is_attacked(side) {
            return Vec::new();
        }
        let mut checkers: Vec<Square> = self.royals(side).flat_map(|royal| self.attackers_of_royal(royal)).collect();
        checkers.sort_unstable();
        checkers.dedup();
        checkers
    }

    /// Are royals of `side` attacked that it has to guard?
    pub(crate) fn is_attacked(&self, side: SideId) -> bool {
        if self.opponents(side).any(|other| self.attacks_in_a_turn(other, side)) {
            return true;
        }
        let mut attacked = self.royals(side).map(|royal| !self.attackers_of_royal(royal).is_empty());
        match self.rules().play(side).check.guard {
            Guard::Each => attacked.any(|attacked| attacked),
            Guard::Last => attacked.next() == Some(true) && attacked.next().is_none(),
            Guard::All => self.royals(side).next().is_some() && attacked.all(|attacked| attacked),
        }
    }

    /// Royals of `side` that see the royal on `royal` along a direction in which they attack royals.
    fn facing_royals(&self, side: SideId, royal: Square) -> Vec<Square> {
        self.royals_seen(side, royal, &self.rules().play(side).check.facing)
    }

    /// Does a royal of `side` face one of an opponent?
    pub(crate) fn faces(&self, side: SideId, facing: &Facing) -> bool {
        self.royals(side)
            .any(|royal| self.opponents(side).any(|other| !self.royals_seen(other, royal, &facing.along).is_empty()))
    }

    /// Royals of `side` that are joined to `square` by one of these lines, with nothing between.
    fn royals_seen(&self, side: SideId, square: Square, along: &[Step]) -> Vec<Square> {
        let both_ways = along.iter().flat_map(|&step| [step, Step { dx: -step.dx, dy: -step.dy }]);
        let seen = both_ways.filter_map(|step| self.first_along(square, step));
        seen.filter(|&square| self.own_rules(square, side).is_some_and(|(_, rules)| rules.royal)).collect()
    }

    /// The first square along a direction that is not empty; a hole and the edge of the board end the line.
    fn first_along(&self, from: Square, step: Step) -> Option<Square> {
        self.rules().board.ray(from, step).find(|&at| self.cell(at) != wazir_runtime::Cell::Empty)
    }

    /// Would capturing on `target` cost the capturer's side a royal?
    fn would_lose_royal(&self, capturer: Square, target: Square) -> bool {
        let Some((side, piece)) = self.piece_on(capturer) else { return false };
        let is_own_royal = |square| self.own_rules(square, side).is_some_and(|(_, rules)| rules.royal);
        if is_own_royal(capturer) && self.rules().piece_rules(piece, side).is_some_and(|own| own.capturer.is_lost()) {
            return true;
        }
        let Some(blast) = &self.rules().play(side).capture.blast else { return false };
        // The capturer has left its square; on the target it dies if the blast takes capturers.
        blast.capturers.contains(&piece) && is_own_royal(capturer)
            || self.blown_up(blast, target).into_iter().any(|square| square != capturer && is_own_royal(square))
    }

    /// The squares around `centre` whose pieces an explosion removes.
    pub(crate) fn blown_up(&self, blast: &Blast, centre: Square) -> Vec<Square> {
        let victim = |&square: &Square| self.piece_on(square).is_some_and(|(_, piece)| !blast.spares.contains(&piece));
        blast.around.iter().filter_map(|&step| self.shift(centre, step)).filter(victim).collect()
    }
}
