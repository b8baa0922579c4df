//! What a position is worth, without any search. Everything in it comes from the rules: `docs/engine.md` tells how.

mod accumulator;
mod attack_cache;
mod attack_inputs;
mod attacks;
mod blasts;
mod goals;
mod influence;
mod king_safety;
mod network;
mod pawn_structure;
mod races;
mod reach;
mod terms;
#[cfg(test)]
pub(crate) mod testing;
mod unit_sums;
mod weights;
mod words;

pub(crate) use accumulator::Accumulator;
pub(crate) use attack_inputs::{Asked, AttackInputs};
pub(crate) use goals::is_finish;
pub(crate) use weights::{VITAL, Weights};

use crate::nature::Nature;
use influence::{Arrival, Capture, Judge, Weighed};
use std::sync::Arc;
use wazir_runtime::{Move, MoveKind, PieceId, SideId, Square};

/// Evaluations stay below that: what is above is a forced end.
pub(crate) const MOST: i32 = 28_000;

/// A piece may be lost for so much less than it was worth if it promotes first.
const PROMOTED: i32 = 80;

impl Accumulator {
    /// What the position is worth to a side and its allies, in centipawns, where `turn` is to move.
    pub(crate) fn evaluate(&self, nature: &Nature, side: SideId, turn: SideId) -> i32 {
        (self.by_pieces(nature, side) + self.by_attacks(side, turn)).clamp(-MOST, MOST)
    }

    /// What the pieces are worth to a side and its allies where they stand and in hand, and what they do for the goals of the game: what moves keep up to date.
    pub(crate) fn by_pieces(&self, nature: &Nature, side: SideId) -> i32 {
        let (mut full, mut bare, mut force) = (0, 0, 0);
        for owner in 0..self.weights.sides {
            let worth = self.sums.worth[owner];
            let sign = if nature.are_allied(owner as SideId, side) { 1 } else { -1 };
            full += sign * worth.full;
            bare += sign * worth.bare;
            force += self.sums.force[owner];
        }
        let most = self.weights.full_force.max(1);
        let force = force.clamp(0, most);
        let score = (full as i64 * force as i64 + bare as i64 * (most - force) as i64) / most as i64;
        score as i32 + self.towards_goals(nature, side)
    }

    /// What attacks say for a side, in games of two, and what the network adds, where `turn` is to move: it takes most of the time of an evaluation.
    pub(crate) fn by_attacks(&self, side: SideId, turn: SideId) -> i32 {
        let (weighed, learnt) = self.weighed(turn);
        let of_two = weighed.map_or(0, |weighed| weighed.sum(&self.weights.shares)) + learnt;
        if side == 0 { of_two } else { -of_two }
    }

    /// Does it take long to know what attacks say?
    pub(crate) fn weighs_attacks(&self) -> bool {
        self.influence().is_some()
    }

    /// What the checks given so far are worth to one side and the other, where they win in the end, in games of two.
    pub(crate) fn by_checks(&self, mine: u8, theirs: u8) -> i32 {
        let all = i32::from(self.weights.goals.checks);
        if all == 0 {
            return 0;
        }
        let worth = |given: u8| {
            let given = i32::from(given).min(all);
            750 * given * given / (all * all)
        };
        (worth(mine) - worth(theirs)) * self.weights.shares.checks / 100
    }

    /// What having more moves to choose from than the opponent has had is worth, where choice is what the game is about.
    pub(crate) fn by_choice(&self, mine: u16, theirs: u16) -> i32 {
        if !self.weights.goals.choice {
            return 0;
        }
        let more = (f32::from(mine) + 1.0) / (f32::from(theirs) + 1.0);
        (140.0 * more.ln()) as i32 * self.weights.shares.choice / 100
    }

    /// What attacks say, and what the network adds, for the first side of a game of two, where `turn` is to move.
    fn weighed(&self, turn: SideId) -> (Option<Weighed>, i32) {
        let network = self.weights.network.as_ref();
        let asked = network.map(|network| network.asked()).unwrap_or_default();
        let mut inputs = AttackInputs::new(asked);
        let weighed = self.influence().map(|influence| influence.weigh(self, asked.any().then_some(&mut inputs)));
        let both = network.zip(self.units.as_ref());
        let learnt = both.map_or(0, |(network, units)| network.worth(self, &mut units.borrow_mut(), &inputs, turn));
        (weighed, learnt)
    }

    /// What attacks tell whoever asks for these features, whether there is a network or not.
    pub(crate) fn attack_inputs(&self, asked: Asked) -> AttackInputs {
        let mut inputs = AttackInputs::new(asked);
        if let Some(influence) = self.influence() {
            influence.weigh(self, Some(&mut inputs));
        }
        inputs
    }

    /// Who judges attacks, in games of two.
    fn influence(&self) -> Option<&Arc<dyn Judge>> {
        self.weights.influence.as_ref().filter(|_| self.weights.sides == 2)
    }

    /// Does a capture or promotion lose more than it gains, when the pieces on the square are exchanged?
    pub(crate) fn is_bad_capture(&self, side: SideId, mv: Move, gain: i32) -> bool {
        match mv.kind() {
            MoveKind::Step | MoveKind::Journey => gain > 0 && self.is_lost(side, mv, gain),
            // What is taken where it promotes was worth what it had been; but it may be worth a little to have it taken there.
            MoveKind::Promotion | MoveKind::JourneyPromotion => {
                self.is_lost(side, mv, gain - self.gained_by_promoting(mv) + PROMOTED)
            }
            _ => false,
        }
    }

    /// Does a move give check, as far as attacks tell?
    pub(crate) fn gives_check(&self, side: SideId, mv: Move) -> bool {
        let Some(influence) = &self.weights.influence else { return false };
        let Some(from) = origin(mv) else { return false };
        influence.gives_check(self, Arrival { side, from, to: mv.to(), into: becomes(mv) })
    }

    /// What a promotion gains, without what is captured by it.
    pub(crate) fn gained_by_promoting(&self, mv: Move) -> i32 {
        (self.prize_of(mv.promotion()) - self.prize_of(mv.piece())).max(0)
    }

    /// Does a move lose more than `gain` by what can then be captured where it arrives?
    pub(crate) fn is_lost(&self, side: SideId, mv: Move, gain: i32) -> bool {
        let Some(influence) = &self.weights.influence else { return false };
        let Some(from) = origin(mv) else { return false };
        let mover = self.weights.prize[self.weights.index(side, mv.piece())];
        let victims = [mv.victims().next(), mv.victims().nth(1)];
        gain < mover && !influence.pays(self, Capture { side, from, to: mv.to(), victims, mover, gain })
    }

    /// What the figures, chains and numbers of pieces are worth to a side that the game's ends ask for.
    fn towards_goals(&self, nature: &Nature, side: SideId) -> i32 {
        let (goals, shares) = (&self.weights.goals, &self.weights.shares);
        let mut score = 0;
        for owner in 0..self.weights.sides as SideId {
            let sign = if nature.are_allied(owner, side) { 1 } else { -1 };
            score += sign * self.sums.rows[owner as usize] * shares.figures / 100;
            if !goals.scarce.is_empty() {
                let count = |piece: usize| self.counts[owner as usize * self.weights.kinds + piece];
                score += sign * goals.scarcity(owner, count) * shares.scarcity / 100;
            }
        }
        let sign = if nature.are_allied(0, side) { 1 } else { -1 };
        score + goals.paths.iter().map(|path| sign * path.worth(&self.cells)).sum::<i32>() * shares.paths / 100
    }
}

/// Where the one piece stood that a move puts on its target, `Some(None)` of one that was in hand; `None` of moves that do more or less than that.
fn origin(mv: Move) -> Option<Option<Square>> {
    match mv.kind() {
        MoveKind::Step | MoveKind::Journey | MoveKind::Promotion | MoveKind::JourneyPromotion => Some(Some(mv.from())),
        MoveKind::Drop => Some(None),
        _ => None,
    }
}

/// The type that the piece is after a move.
pub(crate) fn becomes(mv: Move) -> PieceId {
    if mv.promotion() != 0 { mv.promotion() } else { mv.piece() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Changes, InterpretedBoard};
    use wazir_runtime::Random;

    /// A position as the evaluation sees it, with what is derived from the rules only.
    fn seen(game: &str, fen: &str) -> (Accumulator, Nature) {
        let (variant, weights) = testing::derived(game);
        (testing::seen(&variant, &weights, fen), Nature::new(variant.rules()))
    }

    #[test]
    fn the_parts_are_the_whole_and_both_sides_are_alike() {
        for (white, black) in [
            ("r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7", None),
            (
                "r2q1rk1/pp3ppp/2n5/3p2B1/1b1P2b1/2N2N2/PP2BPPP/R2Q1RK1 w - - 0 11",
                Some("r2q1rk1/pp2bppp/2n2n2/1B1p2B1/3P2b1/2N5/PP3PPP/R2Q1RK1 w - - 0 11"),
            ),
            ("8/5k2/3P4/8/8/2K5/8/8 w - - 0 1", Some("8/8/2k5/8/8/3p4/5K2/8 w - - 0 1")),
        ] {
            let (accumulator, nature) = seen("chess", white);
            let worth = accumulator.evaluate(&nature, 0, 0);
            assert_eq!(worth, -accumulator.evaluate(&nature, 1, 0));
            assert_eq!(worth, accumulator.terms(&nature, 0, 0).iter().map(|term| term.worth).sum::<i32>(), "{white}");
            match black.map(|black| seen("chess", black)) {
                Some((mirrored, nature)) => assert_eq!(worth, -mirrored.evaluate(&nature, 0, 1), "{white}"),
                None => assert_eq!(worth, 0),
            }
        }
    }

    /// Plays random games and compares what is said of each move with what comes of it. The number of checks.
    fn checks_foreseen(game: &str) -> usize {
        let (variant, weights) = testing::derived(game);
        let (mut random, mut checks) = (Random::new(7), 0);
        for _ in 0..4 {
            let mut board = InterpretedBoard::start(variant.clone());
            for ply in 0..70 {
                let accumulator = Accumulator::new(&weights, &board);
                let (turn, mut moves) = (board.turn(), Vec::new());
                board.moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                for &mv in &moves {
                    // What castles, or takes in passing, puts or removes more than one piece.
                    if !matches!(mv.kind(), MoveKind::Step | MoveKind::Promotion | MoveKind::Drop) {
                        continue;
                    }
                    board.play(mv);
                    let check = board.in_check();
                    board.undo();
                    assert_eq!(accumulator.gives_check(turn, mv), check, "{game}, ply {ply}: {mv:?}");
                    checks += usize::from(check);
                }
                board.play(moves[random.below(moves.len())]);
            }
        }
        checks
    }

    #[test]
    fn what_is_remembered_changes_no_evaluation() {
        // Sliders on one word and on two, hoppers and lame leapers, joined edges, journeys, hands, blasts.
        for game in ["chess", "capablanca", "xiangqi", "toroidal", "grasshopper", "chu", "crazyhouse", "atomic"] {
            let (variant, weights) = testing::derived(game);
            let nature = Nature::new(variant.rules());
            let mut random = Random::new(5);
            let mut board = InterpretedBoard::start(variant);
            let (mut followed, mut moves) = (Accumulator::new(&weights, &board), Vec::new());
            for ply in 0..60 {
                let mut all = Changes::default();
                board.contents(&mut all);
                let anew = Accumulator::with(&weights, &all).evaluate(&nature, 0, 0);
                assert_eq!(followed.evaluate(&nature, 0, 0), anew, "{game}, ply {ply}");
                moves.clear();
                board.moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                board.play(moves[random.below(moves.len())]);
                followed.follow(&board);
            }
        }
    }

    #[test]
    fn checks_are_known_before_they_are_made() {
        // Direct and uncovered ones, by riders, hoppers, lame leapers and what is dropped.
        for game in ["chess", "crazyhouse", "minishogi", "xiangqi", "grasshopper", "3check"] {
            assert!(checks_foreseen(game) > 20, "{game}");
        }
    }
}
