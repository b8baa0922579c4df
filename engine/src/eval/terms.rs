//! An evaluation taken apart, for people: the same sums as [`Accumulator::evaluate`](super::Accumulator), part by part.

use super::Accumulator;
use crate::{Term, nature::Nature};
use wazir_runtime::SideId;

impl Accumulator {
    /// The parts of what the position is worth to a side and its allies, also those that are nothing. Together they are [`Accumulator::evaluate`], where that is not beyond all bounds.
    pub(crate) fn terms(&self, nature: &Nature, side: SideId, turn: SideId) -> Vec<Term> {
        let weights = &self.weights;
        let most = i64::from(weights.full_force.max(1));
        let force = i64::from(self.sums.force[..weights.sides].iter().sum::<i32>()).clamp(0, most);
        let tapered = |full: i64, bare: i64| ((full * force + bare * (most - force)) / most) as i32;
        let (mut all, mut material, mut hands) = ((0, 0), (0, 0), (0, 0));
        for owner in 0..weights.sides {
            let sign = if nature.are_allied(owner as SideId, side) { 1 } else { -1 };
            let worth = self.sums.worth[owner];
            all = (all.0 + i64::from(sign * worth.full), all.1 + i64::from(sign * worth.bare));
            for kind in owner * weights.kinds..(owner + 1) * weights.kinds {
                let (on_board, in_hand) = (i32::from(self.counts[kind]), i32::from(self.hands[kind]));
                if let Some((worth, _)) = weights.worths[kind] {
                    material.0 += i64::from(sign * on_board * worth.full);
                    material.1 += i64::from(sign * on_board * worth.bare);
                }
                hands.0 += i64::from(sign * in_hand * weights.in_hand[kind].full);
                hands.1 += i64::from(sign * in_hand * weights.in_hand[kind].bare);
            }
        }
        let all = tapered(all.0, all.1);
        let (material, hands) = (tapered(material.0, material.1), tapered(hands.0, hands.1));
        let mut terms = vec![
            term("material", "the pieces on the board, wherever they stand", material),
            term("hands", "the pieces in hand", hands),
            term("piece squares", "where the pieces stand: outlook, advance, shelter of kings", all - material - hands),
            term(
                "goals",
                "figures, chains and numbers of pieces that the game's ends ask for",
                self.towards_goals(nature, side),
            ),
        ];
        let sign = if side == 0 { 1 } else { -1 };
        let (weighed, learnt) = self.weighed(turn);
        if weights.network.is_some() {
            terms.push(term("network", "what the network that was learnt adds to all the rest", sign * learnt));
        }
        let (Some(weighed), shares) = (weighed, &weights.shares) else { return terms };
        let races = sign * weighed.races * shares.races / 100;
        let mobility = sign * weighed.mobility * shares.mobility / 100;
        let blasts = sign * weighed.blasts;
        let threats = sign * weighed.threats * shares.threats / 100;
        // What rounding leaves over goes with the last.
        let safety = sign * (weighed.sum(shares) - weighed.pawn_structure) - blasts - races - mobility - threats;
        terms.extend([
            term("mobility", "squares that pieces attack and weaker enemies do not", mobility),
            term("threats", "attacks on what is worth more, or is not defended", threats),
            term("kings", "attacks and checks around kings, and what covers them", safety),
            term("blasts", "attacks beside kings that a capture there would blow up", blasts),
            term("promotion", "free ways to promotion", sign * weighed.pawn_structure),
            term("races", "ways to a goal on which nothing can stop a piece", races),
        ]);
        terms
    }
}

fn term(name: &'static str, about: &'static str, worth: i32) -> Term {
    Term { name, about, worth }
}
