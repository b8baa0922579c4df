//! Royals that leave the game, and what a side without any means.

use super::{Condition, PieceId, Rules, SideId};

impl Rules {
    /// The side's royal types, ascending.
    pub fn royal_types(&self, side: SideId) -> Vec<PieceId> {
        let is_royal = |piece: &PieceId| self.piece_rules(*piece, side).is_some_and(|own| own.royal);
        (0..self.pieces.len() as PieceId).filter(is_royal).collect()
    }

    /// Makes the side's royals ordinary pieces, which it may leave attacked: what a mate problem needs whose attacker has none.
    pub fn make_no_royal(&mut self, side: SideId) {
        for own in self.pieces.iter_mut().filter_map(|piece| piece.sides[side as usize].as_mut()) {
            own.royal = false;
        }
        self.play[side as usize].check.may_not_remain = false;
    }

    /// Can the side come to have no royal, having had one? Captures alone do not do that, as no royal is left attacked (of several, the last). It is
    /// possible where royals may be left attacked, or another side's move may expose them to a third; where others' captures explode and do not spare
    /// them, or others' arrivals convert; where its royals promote to what is none; and where royals in hand are exchanged.
    pub fn can_lose_royals(&self, side: SideId) -> bool {
        let royals = self.royal_types(side);
        if royals.is_empty() {
            return false;
        }
        let others = || (0..self.sides.len() as SideId).filter(|&other| other != side).map(|other| self.play(other));
        let explodes = others().filter_map(|play| play.capture.blast.as_ref());
        let own = royals.iter().filter_map(|&piece| self.piece_rules(piece, side));
        self.has_many_sides()
            || !self.play(side).check.may_not_remain
            || explodes.into_iter().any(|blast| royals.iter().any(|royal| !blast.spares.contains(royal)))
            || others().any(|play| !play.arrival.is_empty())
            || own.flat_map(|own| &own.promotions).flat_map(|p| &p.to).any(|target| !royals.contains(&target.piece))
            || self.exchanged().iter().any(|piece| royals.contains(piece))
    }

    /// Does a rule about the end say what the loss of royals of this side, and of nothing else, means?
    pub fn decides_lost_royals(&self, side: SideId) -> bool {
        let royals = self.royal_types(side);
        self.end.iter().filter(|rule| rule.of.is_none_or(|of| of == side)).any(|rule| {
            matches!(&rule.when, Condition::Extinct { pieces, opponent_at_least: None, .. } if pieces.iter().all(|piece| royals.contains(piece)))
        })
    }
}
