//! [`AttackInputs`]: what attacks tell a network of pieces: how each is exposed, how far it can move, which of them threaten a royal or could give check next, where royals can flee, and which
//! pawns nothing of their kind can stop.

use smallvec::SmallVec;
use std::ops::Deref;
use wazir_variant_spec::values::{Exposure, Feature};

/// What attacks tell of a position, as far as somebody asks for it.
pub(crate) struct AttackInputs {
    asked: Asked,
    told: SmallVec<[AttackInput; 64]>,
}

impl AttackInputs {
    /// Nothing told yet.
    pub(crate) fn new(asked: Asked) -> AttackInputs {
        AttackInputs { asked, told: SmallVec::new() }
    }

    /// Is a feature asked for? What is not need not be looked for.
    #[inline]
    pub(crate) fn asks(&self, feature: Feature) -> bool {
        self.asked.has(feature)
    }

    /// Takes something that attacks tell of a piece of a kind, `side * kinds + piece`.
    #[inline]
    pub(crate) fn tell(&mut self, kind: usize, told: Told) {
        self.told.push(AttackInput { kind, told });
    }
}

impl Deref for AttackInputs {
    type Target = [AttackInput];

    fn deref(&self) -> &[AttackInput] {
        &self.told
    }
}

/// The features that somebody asks for of those that are looked up for each evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Asked(u32);

impl Asked {
    /// All that `asks` says.
    pub(crate) fn new(asks: impl Fn(Feature) -> bool) -> Asked {
        let some = Feature::ALL.into_iter().filter(|&feature| feature.is_looked_up() && asks(feature));
        Asked(some.fold(0, |asked, feature| asked | 1 << feature as u32))
    }

    /// Every one of them.
    pub(crate) fn all() -> Asked {
        Asked::new(|_| true)
    }

    /// Is there any?
    pub(crate) fn any(self) -> bool {
        self.0 != 0
    }

    /// Is this one asked for?
    #[inline]
    fn has(self, feature: Feature) -> bool {
        self.0 >> feature as u32 & 1 != 0
    }
}

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
    /// It is royal, and can flee to so many squares.
    Flights(u8),
    /// It is a pawn that no enemy pawn can stop any more, with such a way before it ([`Feature::path`]).
    Path(u8),
    /// It is one on this rank, as its side sees it.
    Passed(u8),
    /// It can move to so many squares ([`Feature::mobility`]).
    Mobility(u8),
    /// It attacks so many of the squares at the other side's royal: 0 for one, 1 for two, 2 for more.
    RoyalZone(u8),
}

impl Told {
    /// Which number of which feature of its type is about it; `waits` where the other side is to move.
    #[inline]
    pub(crate) fn place(self, waits: bool) -> (Feature, usize) {
        match self {
            Told::Exposed(exposure) => (Feature::Exposed, exposure.index(waits)),
            Told::Checks => (Feature::Check, usize::from(waits)),
            Told::Flights(number) => (Feature::Flights, number as usize),
            Told::Path(path) => (Feature::Path, path as usize),
            Told::Passed(rank) => (Feature::Passed, rank as usize),
            Told::Mobility(squares) => (Feature::Mobility, squares as usize),
            Told::RoyalZone(squares) => (Feature::RoyalZone, squares as usize),
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

    /// What some features tell of a position, with the symbols of the pieces, those of the first side in capitals.
    fn told(features: &[Feature], game: &str, fen: &str) -> Vec<String> {
        let (variant, weights) = testing::derived(game);
        let rules = variant.rules();
        let name = |kind: usize| {
            let (side, piece) = (kind / rules.pieces.len(), kind % rules.pieces.len());
            let symbol = &rules.pieces[piece].symbol;
            if side == 0 { symbol.to_uppercase() } else { symbol.to_lowercase() }
        };
        let asked = Asked::new(|feature| features.contains(&feature));
        let inputs = testing::seen(&variant, &weights, fen).attack_inputs(asked);
        let mut told: Vec<String> = inputs
            .iter()
            .map(|input| match input.told {
                Told::Exposed(exposure) => format!("{} {exposure:?}", name(input.kind)),
                told => format!("{} {told:?}", name(input.kind)),
            })
            .collect();
        told.sort();
        told
    }

    #[test]
    fn pieces_are_exposed_as_players_say() {
        const FEATURES: [Feature; 2] = [Feature::Exposed, Feature::Check];
        // A knight attacked by a pawn, which nothing attacks and nothing defends.
        assert_eq!(told(&FEATURES, "chess", "7k/8/8/3p4/4N3/8/8/K7 w - - 0 1"), ["N HangingToWeaker", "p Loose"]);
        // Defended by a pawn, which itself is loose.
        assert_eq!(
            told(&FEATURES, "chess", "7k/8/8/3p4/4N3/5P2/8/K7 w - - 0 1"),
            ["N ContestedByWeaker", "P Loose", "p Loose"]
        );
        // A knight that two rooks attack and one pawn defends; no rook is defended, nor are the pawns.
        assert_eq!(
            told(&FEATURES, "chess", "7k/4r3/8/8/4N2r/3P4/8/K7 w - - 0 1"),
            ["N Outnumbered", "P Loose", "r Checks", "r Checks", "r Loose", "r Loose"]
        );
        // Rooks that attack each other, one of them defended by a knight; the other could give check from where nothing takes it.
        assert_eq!(
            told(&FEATURES, "chess", "6k1/8/8/3r3R/8/6N1/8/K7 w - - 0 1"),
            ["N Loose", "R Contested", "r Checks", "r Hanging"]
        );
        // Nothing is told where losing everything wins: attacks are no threats there.
        assert!(told(&FEATURES, "antichess", "6k1/8/8/3r3R/8/6N1/8/K7 w - - 0 1").is_empty());
    }

    #[test]
    fn pieces_move_and_come_near_to_kings() {
        const FEATURES: [Feature; 2] = [Feature::Mobility, Feature::RoyalZone];
        // A rook with two squares beside the black king before it, and 14 to move to; one in the corner behind its own king and pawn, with none.
        assert_eq!(
            told(&FEATURES, "chess", "4k3/8/8/8/3R4/8/P7/RK6 w - - 0 1"),
            ["P Mobility(1)", "R Mobility(0)", "R Mobility(7)", "R RoyalZone(1)"]
        );
        // A queen cannot go to what a pawn attacks; bishop and knight each attack one square beside a king.
        assert_eq!(
            told(&FEATURES, "chess", "6k1/8/4p3/2b4N/Q7/8/8/7K w - - 0 1"),
            ["N Mobility(3)", "N RoyalZone(0)", "Q Mobility(7)", "b Mobility(6)", "b RoyalZone(0)", "p Mobility(2)"]
        );
    }

    #[test]
    fn kings_flee_and_pawns_pass_as_players_say() {
        const FEATURES: [Feature; 3] = [Feature::Flights, Feature::Path, Feature::Passed];
        // A king in the corner, one at the edge that a rook keeps on its rank. No pawns.
        assert_eq!(told(&FEATURES, "chess", "4k3/R7/8/8/8/8/8/K7 w - - 0 1"), ["K Flights(3)", "k Flights(2)"]);
        // A pawn on its fifth rank that only a knight stops, and one that a pawn beside its way still can stop; both black pawns can be stopped as well.
        assert_eq!(
            told(&FEATURES, "chess", "1n2k3/8/5p2/1P6/4P3/8/8/4K3 w - - 0 1"),
            ["K Flights(5)", "P Passed(4)", "P Path(1)", "k Flights(5)"]
        );
        // A way on which nobody stands and which its king guards to the end, then one that a rook watches from behind the last square.
        assert_eq!(told(&FEATURES[1..], "chess", "8/1KP5/8/8/8/8/8/7k w - - 0 1"), ["P Passed(6)", "P Path(3)"]);
        assert_eq!(told(&FEATURES[1..], "chess", "7r/2P5/8/8/8/8/1K6/7k w - - 0 1"), ["P Passed(6)", "P Path(2)"]);
    }
}
