//! [`AttackInputs`]: what attacks tell a network of pieces: how each is exposed, and which of them could give check next.

use smallvec::SmallVec;
use wazir_variant_spec::values::{EXPOSURES, Exposure, TURNS};

/// Numbers that a network has of a type for what attacks tell of its pieces.
pub(crate) const ATTACK_INPUTS: usize = EXPOSURES + TURNS;

/// What attacks tell of a position.
pub(crate) type AttackInputs = SmallVec<[AttackInput; 32]>;

/// Something that attacks tell of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AttackInput {
    /// Its side and type, `side * kinds + piece`.
    pub(crate) kind: usize,
    pub(crate) told: Told,
}

/// What is told of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    Exposed(Exposure),
    /// It could give check next, from where nothing takes it.
    Checks,
}

impl Told {
    /// Which number of its type is about it, below [`ATTACK_INPUTS`]; `waits` where the other side is to move.
    pub(crate) fn index(self, waits: bool) -> usize {
        match self {
            Told::Exposed(exposure) => exposure.index(waits),
            Told::Checks => EXPOSURES + usize::from(waits),
        }
    }
}

/// How a piece is exposed that `attackers` and `defenders` are so many of, counted up to two; `by_weaker` where one of the former is weaker. `None` if it is defended and not attacked.
pub(crate) fn exposure(attackers: usize, defenders: usize, by_weaker: bool) -> Option<Exposure> {
    EXPOSED[attackers][defenders][usize::from(by_weaker)]
}

/// By attackers, by defenders, and by whether there is a weaker attacker: in a table, since nobody could foresee the branches.
const EXPOSED: [[[Option<Exposure>; 2]; 3]; 3] = {
    let hanging = [Some(Exposure::Hanging), Some(Exposure::HangingToWeaker)];
    let outnumbered = [Some(Exposure::Outnumbered), Some(Exposure::OutnumberedByWeaker)];
    let contested = [Some(Exposure::Contested), Some(Exposure::ContestedByWeaker)];
    [
        [[Some(Exposure::Loose); 2], [None; 2], [None; 2]],
        [hanging, contested, contested],
        [hanging, outnumbered, contested],
    ]
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::testing;

    /// What is told of a position, with the symbols of the pieces, those of the first side in capitals.
    fn told(game: &str, fen: &str) -> Vec<String> {
        let (variant, weights) = testing::derived(game);
        let rules = variant.rules();
        let name = |kind: usize| {
            let (side, piece) = (kind / rules.pieces.len(), kind % rules.pieces.len());
            let symbol = &rules.pieces[piece].symbol;
            if side == 0 { symbol.to_uppercase() } else { symbol.to_lowercase() }
        };
        let inputs = testing::seen(&variant, &weights, fen).attack_inputs();
        let mut told: Vec<String> = inputs
            .iter()
            .map(|input| match input.told {
                Told::Exposed(exposure) => format!("{} {exposure:?}", name(input.kind)),
                Told::Checks => format!("{} Checks", name(input.kind)),
            })
            .filter(|told| !told.to_lowercase().starts_with("k "))
            .collect();
        told.sort();
        told
    }

    #[test]
    fn pieces_are_exposed_as_players_say() {
        // A knight attacked by a pawn, which nothing attacks and nothing defends.
        assert_eq!(told("chess", "7k/8/8/3p4/4N3/8/8/K7 w - - 0 1"), ["N HangingToWeaker", "p Loose"]);
        // Defended by a pawn, which itself is loose.
        assert_eq!(told("chess", "7k/8/8/3p4/4N3/5P2/8/K7 w - - 0 1"), ["N ContestedByWeaker", "P Loose", "p Loose"]);
        // A knight that two rooks attack and one pawn defends; no rook is defended, nor are the pawns.
        assert_eq!(
            told("chess", "7k/4r3/8/8/4N2r/3P4/8/K7 w - - 0 1"),
            ["N Outnumbered", "P Loose", "r Checks", "r Checks", "r Loose", "r Loose"]
        );
        // Rooks that attack each other, one of them defended by a knight; the other could give check from where nothing takes it.
        assert_eq!(
            told("chess", "6k1/8/8/3r3R/8/6N1/8/K7 w - - 0 1"),
            ["N Loose", "R Contested", "r Checks", "r Hanging"]
        );
        // Nothing is told where losing everything wins: attacks are no threats there.
        assert!(told("antichess", "6k1/8/8/3r3R/8/6N1/8/K7 w - - 0 1").is_empty());
    }
}
