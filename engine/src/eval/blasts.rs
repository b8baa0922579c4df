//! [`Blasts`]: captures that explode: what they take away besides the victim, and what stands beside a royal where one would take it away as well.

use super::{accumulator::Accumulator, influence::Capture, king_safety::Attacker, words::Word};
use crate::board::Content;
use wazir_runtime::{PieceId, SideId, Square};
use wazir_variant_spec::rules::Rules;

/// What it costs that an enemy attacks a square beside a royal, in centipawns: whatever it captures there takes the royal away too. Twice as much where something stands to be captured.
const FUSE: i32 = 120;

/// The explosions of one side's captures.
#[derive(Clone, Debug)]
struct Explosion<W> {
    /// The squares around each square.
    around: Vec<W>,
    /// Types that survive as bystanders.
    spares: Vec<bool>,
    /// Types that are removed when they capture.
    capturers: Vec<bool>,
}

/// The explosions of captures, by the side that captures; `None` where its captures are ordinary.
#[derive(Clone, Debug)]
pub(crate) struct Blasts<W> {
    of_side: Vec<Option<Explosion<W>>>,
}

impl<W: Word> Blasts<W> {
    /// Those of a game.
    pub(crate) fn new(rules: &Rules) -> Blasts<W> {
        let squares = rules.board.squares();
        let explosion = |side: SideId| {
            let blast = rules.play(side).capture.blast.as_ref()?;
            let beside = |at: Square| W::of(blast.around.iter().filter_map(|&step| rules.board.step(at, step)));
            let such = |types: &[PieceId]| -> Vec<bool> {
                (0..rules.pieces.len()).map(|piece| types.contains(&(piece as PieceId))).collect()
            };
            Some(Explosion {
                around: (0..squares).map(beside).collect(),
                spares: such(&blast.spares),
                capturers: such(&blast.capturers),
            })
        };
        Blasts { of_side: (0..rules.sides.len() as SideId).map(explosion).collect() }
    }

    /// Do the captures of a side explode?
    pub(crate) fn explodes(&self, side: SideId) -> bool {
        self.of_side.get(side as usize).is_some_and(Option::is_some)
    }

    /// What a capture gains, all that it blows up included; `prize` is what each type of each side is worth.
    pub(crate) fn gain(&self, accumulator: &Accumulator, capture: &Capture, prize: impl Fn(usize) -> i32) -> i32 {
        let Some(Some(explosion)) = self.of_side.get(capture.side as usize) else { return capture.gain };
        let types = accumulator.weights.kinds;
        let mut gain = capture.gain;
        let mover = capture.from.map(|from| accumulator.cells[from as usize]);
        if let Some(Content::Piece(_, piece)) = mover
            && explosion.capturers[piece as usize]
        {
            gain -= capture.mover;
        }
        let gone = capture.from.into_iter().chain(capture.victims.into_iter().flatten());
        let left = accumulator.occupied::<W>() & !W::of(gone);
        for at in (explosion.around[capture.to as usize] & left).squares() {
            if let Content::Piece(side, piece) = accumulator.cells[at as usize]
                && !explosion.spares[piece as usize]
            {
                let worth = prize(side as usize * types + piece as usize);
                gain += if side == capture.side { -worth } else { worth };
            }
        }
        gain
    }

    /// What it costs that the pieces of a side whose captures explode attack squares beside an enemy royal, and such on which that one's `own` pieces stand, while they have all their force.
    pub(crate) fn danger(&self, side: SideId, beside: W, own: W, enemies: &[Attacker<W>]) -> i32 {
        if !self.explodes(side) {
            return 0;
        }
        let near = |enemy: &Attacker<W>| (enemy.hits & beside).count() + (enemy.hits & beside & own).count();
        FUSE * enemies.iter().map(near).sum::<u32>() as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{attacks::Attacks, testing};

    /// A queen on d1 takes on d7, where a pawn stands between others that a blast would spare: what that gains, and whether it is worth a look.
    #[test]
    fn a_blast_takes_the_capturer_and_what_stands_around() {
        let (variant, weights) = testing::derived("atomic");
        let rules = variant.rules();
        let blasts = Blasts::<u64>::new(rules);
        let gained = |fen: &str| {
            let accumulator = testing::seen(&variant, &weights, fen);
            let Content::Piece(side, piece) = accumulator.cells[3] else { panic!("a queen on d1") };
            let mover = weights.prize[weights.index(side, piece)];
            let gain = accumulator.prize(51);
            let capture = Capture { side, from: Some(3), to: 51, victims: [None, None], mover, gain };
            let judge = weights.influence.as_ref().expect("a judge");
            let gained = blasts.gain(&accumulator, &capture, |kind| weights.prize[kind]);
            assert_eq!(judge.pays(&accumulator, capture), gained >= 0);
            (gained, gain, mover)
        };
        assert!(blasts.explodes(0) && blasts.explodes(1));
        // Nothing but the pawn and the queen itself; pawns around it stay.
        let (gained_pawn, pawn, queen) = gained("6k1/2ppp3/8/8/8/8/8/3QK3 w - - 0 1");
        assert_eq!(gained_pawn, pawn - queen);
        // A queen beside it goes too, and a king decides.
        assert_eq!(gained("2q3k1/3p4/8/8/8/8/8/3QK3 w - - 0 1").0, pawn);
        assert!(gained("4k3/3p4/8/8/8/8/8/3QK3 w - - 0 1").0 > 1000);
        // What attacks beside a king is near to that.
        let attacks = Attacks::<u64>::new(rules);
        let kind = 0;
        let hits = attacks.reach(kind, 8);
        let attacker = Attacker { kind, square: 8, hits, weight: 1 };
        assert_eq!(blasts.danger(0, hits, 0, &[attacker]), FUSE * hits.count_ones() as i32);
        assert_eq!(blasts.danger(0, !hits, !0, &[attacker]), 0);
    }
}
