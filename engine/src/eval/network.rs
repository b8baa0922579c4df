//! [`Network`]: the small neural network that corrects an evaluation, ready to be kept up to date move by move.
//!
//! Two sides look at the board through the same units (`variant-spec/src/values/network.rs` says what a unit is). What each piece adds to each unit is known beforehand, so a move changes the sums by
//! a few additions: the accumulator of Y. Nasu's NNUE (<https://www.apply.computer-shogi.org/wcsc28/appeal/the_end_of_genesis_T.N.K.evolution_turbo_type_D/nnue.pdf>), with which this has the shape in common.

use super::{
    accumulator::Accumulator,
    attack_inputs::{Asked, AttackInputs},
    unit_sums::{Change, Royals, UnitSums},
};
use crate::board::Content;
use wazir_runtime::{Cpu, PieceId, SideId, Square, Task, perform};
use wazir_variant_spec::{
    rules::Rules,
    values::{self, Feature, Input, LOOKED_UP_WEIGHTS, ON, STANDINGS, Standings, UNITS, lines_of},
};

/// What the units add up to, for each of two sides that look.
pub(crate) type Units = [[i32; UNITS]; 2];

/// What one thing adds to each unit.
type Column = [i16; UNITS];

/// Weights of what attacks tell, so many that their sum fits 16 bits.
const FIT: usize = (i16::MAX / LOOKED_UP_WEIGHTS.1) as usize;

/// What everything adds to the units, and what they are worth.
#[derive(Clone, Debug)]
pub(crate) struct Network {
    /// What a piece on a square adds, by its side, its type, the square, and the side that looks.
    on_square: Vec<[Column; 2]>,
    /// What a piece adds by how it stands to a royal, by the royal's side, then the piece's and its type, the standing, and the side that looks. Empty where that adds nothing, ever.
    by_royal: Vec<[Column; 2]>,
    standings: Standings,
    /// What attacks tell of a piece adds, by its side, its type, what is told ([`Network::told`]), and the side that looks. Empty where that adds nothing, ever.
    by_attacks: Vec<[Column; 2]>,
    /// What it asks attacks for.
    asked: Asked,
    /// Where the numbers of each feature begin, and the last ones end ([`Feature::firsts`]); of what attacks tell it is the same whoever looks.
    firsts: [usize; Feature::ALL.len() + 1],
    /// What a piece in hand adds, by its side, its type, and the side that looks.
    in_hand: Vec<[Column; 2]>,
    bias: [i32; UNITS],
    /// Centipawns of a unit that is wholly on.
    worth: [i32; UNITS],
    kinds: usize,
    squares: usize,
}

impl Network {
    /// The network that values hold, for a game of two.
    pub(crate) fn new(rules: &Rules, network: &values::Network) -> Network {
        let (kinds, squares) = (rules.pieces.len(), rules.board.squares() as usize);
        let all =
            || network.units.iter().flat_map(|unit| unit.inputs.values()).flat_map(|both| [&both.own, &both.enemy]);
        let asks = |feature: Feature| all().any(|input| !input.list(feature).is_empty());
        let stands = asks(Feature::OwnRoyal) || asks(Feature::EnemyRoyal);
        let asked = Asked::new(asks);
        let mut ready = Network {
            on_square: vec![[[0; UNITS]; 2]; 2 * kinds * squares],
            by_royal: vec![[[0; UNITS]; 2]; if stands { 4 * kinds * STANDINGS } else { 0 }],
            standings: Standings::new(rules),
            by_attacks: Vec::new(),
            asked,
            firsts: Feature::firsts(rules, 0),
            in_hand: vec![[[0; UNITS]; 2]; 2 * kinds],
            bias: [0; UNITS],
            worth: [0; UNITS],
            kinds,
            squares,
        };
        if asked.any() {
            ready.by_attacks.resize(ready.told(2 * kinds, (Feature::Exposed, 0)), [[0; UNITS]; 2]);
        }
        for (index, unit) in network.units.iter().enumerate().take(UNITS) {
            ready.bias[index] = i32::from(unit.bias);
            ready.worth[index] = i32::from(unit.worth);
            for (&(looker, piece), inputs) in &unit.inputs {
                let other = 1 - looker.min(1);
                ready.put(rules, index, (looker, looker), piece, &inputs.own);
                ready.put(rules, index, (looker, other), piece, &inputs.enemy);
            }
        }
        ready
    }

    /// Puts down what a type of an owner adds to a unit of the side that looks.
    fn put(&mut self, rules: &Rules, unit: usize, (looker, owner): (SideId, SideId), piece: PieceId, input: &Input) {
        let kind = owner as usize * self.kinds + piece as usize;
        self.in_hand[kind][looker as usize][unit] = input.weight(Feature::Hand, 0);
        for square in rules.board.all().iter() {
            let column = &mut self.on_square[kind * self.squares + square as usize][looker as usize];
            let (rank, file) = lines_of(rules, looker, square);
            column[unit] = input.weight(Feature::Ranks, rank).saturating_add(input.weight(Feature::Files, file));
        }
        for feature in Feature::ALL.into_iter().filter(|feature| feature.is_looked_up()) {
            for (index, &weight) in input.list(feature).iter().enumerate() {
                let column = self.told(kind, (feature, index));
                self.by_attacks[column][looker as usize][unit] = weight;
            }
        }
        for (side, feature) in [(looker, Feature::OwnRoyal), (1 - looker.min(1), Feature::EnemyRoyal)] {
            for (standing, &weight) in input.list(feature).iter().enumerate() {
                let row = self.row(side as usize, kind, standing);
                self.by_royal[row][looker as usize][unit] = weight;
            }
        }
    }

    /// The row of `by_royal` of a royal's side, a kind and a standing.
    fn row(&self, royal: usize, kind: usize, standing: usize) -> usize {
        (royal * 2 * self.kinds + kind) * STANDINGS + standing
    }

    /// The columns of `by_attacks` of a kind and what is told of it.
    fn told(&self, kind: usize, (feature, index): (Feature, usize)) -> usize {
        let (first, end) = (self.firsts[Feature::Exposed as usize], self.firsts[Feature::ALL.len()]);
        kind * (end - first) + self.firsts[feature as usize] - first + index
    }

    /// Does it ask how pieces stand to royals?
    pub(crate) fn sees_royals(&self) -> bool {
        !self.by_royal.is_empty()
    }

    /// What it asks attacks for.
    pub(crate) fn asked(&self) -> Asked {
        self.asked
    }

    /// What the network adds for the first side, in centipawns, with what attacks tell of the pieces, where `turn` is to move.
    pub(crate) fn worth(
        &self,
        accumulator: &Accumulator,
        sums: &mut UnitSums,
        inputs: &AttackInputs,
        turn: SideId,
    ) -> i32 {
        perform(accumulator.weights.cpu, Worth { network: self, accumulator, sums, inputs, turn })
    }

    /// What the pieces of a position add up to.
    #[inline(always)]
    fn anew(&self, accumulator: &Accumulator, royals: &Royals) -> Units {
        let mut units = [self.bias; 2];
        for (square, &content) in accumulator.cells.iter().enumerate() {
            if let Content::Piece(side, piece) = content {
                let kind = accumulator.weights.index(side, piece);
                self.change(&mut units, Change::Square { kind, square: square as Square, comes: true }, royals);
            }
        }
        for (kind, &count) in accumulator.hands.iter().enumerate().filter(|(_, count)| **count > 0) {
            self.change(&mut units, Change::Hand { kind, more: i32::from(count) }, royals);
        }
        units
    }

    /// Something changes while each side's only royal is there.
    #[inline(always)]
    fn change(&self, units: &mut Units, change: Change, royals: &Royals) {
        match change {
            Change::Square { kind, square, comes } => {
                let columns = &self.on_square[kind * self.squares + square as usize];
                for (sums, column) in units.iter_mut().zip(columns) {
                    add(sums, column, comes);
                }
                if self.sees_royals() {
                    for (side, &royal) in royals.iter().enumerate() {
                        if let Some(royal) = royal {
                            self.stand(units, kind, square, (side, royal), comes);
                        }
                    }
                }
            }
            Change::Hand { kind, more } => {
                for (sums, column) in units.iter_mut().zip(&self.in_hand[kind]) {
                    for (sum, &weight) in sums.iter_mut().zip(column) {
                        *sum = sum.wrapping_add(more.wrapping_mul(i32::from(weight)));
                    }
                }
            }
        }
    }

    /// A piece of a kind stands, or stands no more, as it is seen from a royal of a side on a square.
    #[inline(always)]
    fn stand(&self, units: &mut Units, kind: usize, square: Square, (side, royal): (usize, Square), comes: bool) {
        for (looker, sums) in units.iter_mut().enumerate() {
            let standing = self.standings.of(looker as SideId, square, royal);
            add(sums, &self.by_royal[self.row(side, kind, standing)][looker], comes);
        }
    }

    /// What the units are worth to the first side, with what attacks tell of the pieces.
    #[inline(always)]
    fn worth_here(&self, units: &Units, inputs: &AttackInputs, turn: SideId) -> i32 {
        let mut all = *units;
        // In 16 bits, which takes half as long, as many at a time as cannot overflow.
        for some in inputs.chunks(FIT) {
            let mut told = [[0_i16; UNITS]; 2];
            for input in some {
                let waits = (input.kind < self.kinds) != (turn == 0);
                let columns = &self.by_attacks[self.told(input.kind, input.told.place(waits))];
                for (sums, column) in told.iter_mut().zip(columns) {
                    for (sum, &weight) in sums.iter_mut().zip(column) {
                        *sum = sum.wrapping_add(weight);
                    }
                }
            }
            for (sums, told) in all.iter_mut().zip(&told) {
                for (sum, &told) in sums.iter_mut().zip(told) {
                    *sum = sum.wrapping_add(i32::from(told));
                }
            }
        }
        let [first, second] = &all;
        let on = |sum: i32| sum.clamp(0, i32::from(ON));
        (0..UNITS).map(|unit| (on(first[unit]) - on(second[unit])) * self.worth[unit]).sum::<i32>() / i32::from(ON)
    }
}

/// [`Network::worth`], with the instructions of the processor.
struct Worth<'a> {
    network: &'a Network,
    accumulator: &'a Accumulator,
    sums: &'a mut UnitSums,
    inputs: &'a AttackInputs,
    turn: SideId,
}

impl Task for Worth<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<C: Cpu>(self, _: C) -> i32 {
        let Worth { network, accumulator, sums, inputs, turn } = self;
        let units = sums.of_last(
            #[inline(always)]
            |units, change, royals| network.change(units, change, royals),
            #[inline(always)]
            |royals| network.anew(accumulator, royals),
        );
        network.worth_here(units, inputs, turn)
    }
}

/// Adds what a thing adds that has come, or takes away what one added that has gone.
#[inline(always)]
fn add(sums: &mut [i32; UNITS], column: &Column, comes: bool) {
    // All are read before any is written, so that they are added up at once.
    let mut changed = *sums;
    let sign = if comes { 1 } else { -1 };
    for (sum, &weight) in changed.iter_mut().zip(column) {
        *sum = sum.wrapping_add(sign * i32::from(weight));
    }
    *sums = changed;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::{Board, Changes, Content, InterpretedBoard},
        eval::{Accumulator, Weights, testing},
        nature::Nature,
    };
    use std::sync::Arc;
    use wazir_reference::Interpreter;
    use wazir_runtime::{Random, Variant};
    use wazir_variant_spec::{
        Values,
        values::{Inputs, Unit},
    };

    /// A network of random numbers, other ones for either side that looks, that asks for some features.
    fn any_network(rules: &Rules, asks: impl Fn(Feature) -> bool) -> values::Network {
        let mut random = Random::new(5);
        let mut any = |most: i16| random.below(2 * most as usize + 1) as i16 - most;
        let mut unit = || {
            let mut unit = Unit { worth: any(300), bias: any(100), ..Unit::default() };
            for (side, piece) in (0..2).flat_map(|side| (0..rules.pieces.len()).map(move |piece| (side, piece))) {
                let mut input = || {
                    let mut input = Input::default();
                    for feature in Feature::ALL.into_iter().filter(|&feature| asks(feature)) {
                        input.set(feature, (0..feature.count(rules, side)).map(|_| any(60)).collect());
                    }
                    input
                };
                unit.inputs.insert((side, piece as PieceId), Inputs { own: input(), enemy: input() });
            }
            unit
        };
        values::Network { units: (0..UNITS).map(|_| unit()).collect() }
    }

    /// What a network says of a position to the first side, by its definition.
    fn defined(rules: &Rules, network: &values::Network, board: &dyn Board, attacks: &AttackInputs) -> i32 {
        let mut all = Changes::default();
        board.contents(&mut all);
        let standings = Standings::new(rules);
        let sum = |unit: &Unit, looker: SideId| {
            let of = |owner: SideId, piece: PieceId| {
                let inputs = &unit.inputs[&(looker, piece)];
                if owner == looker { &inputs.own } else { &inputs.enemy }
            };
            let mut sum = i32::from(unit.bias);
            let royals = [looker, 1 - looker].map(|side| {
                let is_royal = |content| matches!(content, Content::Piece(owner, piece) if owner == side && rules.royal_types(side).contains(&piece));
                let mut royals = all.squares.iter().filter(|(_, content)| is_royal(*content)).map(|(square, _)| *square);
                royals.next().filter(|_| royals.next().is_none())
            });
            for &(square, content) in &all.squares {
                if let Content::Piece(side, piece) = content {
                    let input = of(side, piece);
                    let (rank, file) = lines_of(rules, looker, square);
                    sum += i32::from(input.weight(Feature::Ranks, rank) + input.weight(Feature::Files, file));
                    for (royal, feature) in royals.iter().zip([Feature::OwnRoyal, Feature::EnemyRoyal]) {
                        let seen = royal.map(|royal| standings.of(looker, square, royal));
                        sum += seen.map_or(0, |standing| i32::from(input.weight(feature, standing)));
                    }
                }
            }
            for &(side, piece, count) in &all.hands {
                sum += i32::from(count) * i32::from(of(side, piece).weight(Feature::Hand, 0));
            }
            for input in attacks.iter() {
                let owner = (input.kind / rules.pieces.len()) as SideId;
                let of = of(owner, (input.kind % rules.pieces.len()) as PieceId);
                let (feature, index) = input.told.place(owner != board.turn());
                sum += i32::from(of.weight(feature, index));
            }
            sum.clamp(0, 256)
        };
        let each = network.units.iter().map(|unit| (sum(unit, 0) - sum(unit, 1)) * i32::from(unit.worth));
        each.sum::<i32>() / 256
    }

    #[test]
    fn moves_keep_what_the_definition_says() {
        keeps_what_the_definition_says(|_| true);
    }

    #[test]
    fn only_what_is_asked_for_is_told() {
        for alone in Feature::ALL.into_iter().filter(|feature| feature.is_looked_up()) {
            keeps_what_the_definition_says(|feature| feature == alone || feature == Feature::Ranks);
        }
    }

    fn keeps_what_the_definition_says(asks: impl Fn(Feature) -> bool) {
        // Drops and promoted pieces, captures in passing and castling, pieces that change sides, unlike sides, no hands.
        for game in ["shogi", "crazyhouse", "chess", "flipello", "horde", "spartan"] {
            let rules = testing::rules(game);
            let variant = Interpreter::new(rules.clone()).expect("a right start");
            let network = any_network(&rules, &asks);
            let with = |network: Option<values::Network>| {
                let values = Values { network, ..Values::default() };
                Arc::new(Weights::new(&rules, variant.info(), &values))
            };
            let (weights, bare) = (with(Some(network.clone())), with(None));
            let mut any_processor = Weights::clone(&weights);
            any_processor.cpu = None;
            let any_processor = Arc::new(any_processor);
            let network_asks = Asked::new(&asks);
            let nature = Nature::new(&rules);
            let mut random = Random::new(11);
            let mut board = InterpretedBoard::start(variant.clone());
            let mut accumulator = Accumulator::new(&weights, &board);
            let mut said_before = vec![(board.turn(), accumulator.evaluate(&nature, 0, board.turn()))];
            let mut heard = 0;
            for ply in 0..60 {
                let mut moves = Vec::new();
                board.moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                board.play(moves[random.below(moves.len())]);
                accumulator.follow(&board);
                let said = defined(&rules, &network, &board, &accumulator.attack_inputs(Asked::all()));
                for input in accumulator.attack_inputs(network_asks).iter() {
                    let (feature, _) = input.told.place(false);
                    assert!(asks(feature), "{game}, ply {ply}: nobody asked for {feature:?}");
                }
                let turn = board.turn();
                let alone = Accumulator::new(&bare, &board).evaluate(&nature, 0, turn);
                assert_eq!(accumulator.evaluate(&nature, 0, turn), alone + said, "{game}, ply {ply}");
                assert_eq!(accumulator.evaluate(&nature, 1, turn), -alone - said, "{game}, ply {ply}");
                let plain = Accumulator::new(&any_processor, &board).evaluate(&nature, 0, turn);
                assert_eq!(plain, alone + said, "{game}, ply {ply}: without the instructions of this processor");
                let terms = accumulator.terms(&nature, 1, turn);
                assert_eq!(terms.iter().map(|term| term.worth).sum::<i32>(), -alone - said, "{game}, ply {ply}");
                said_before.push((turn, alone + said));
                heard += usize::from(said != 0);
            }
            assert!(heard > 20, "{game}: the network says something {heard} times");
            while let Some((turn, said)) = said_before.pop() {
                assert_eq!(accumulator.evaluate(&nature, 0, turn), said, "{game}");
                accumulator.undo();
            }
        }
    }

    /// Whether the positions before were weighed or not, and whatever was played and taken back between.
    #[test]
    fn it_does_not_matter_when_somebody_asks() {
        for (game, units) in [("chess", UNITS), ("shogi", UNITS - 3), ("crazyhouse", 1), ("horde", 3)] {
            let rules = testing::rules(game);
            let variant = Interpreter::new(rules.clone()).expect("a right start");
            let network = values::Network { units: any_network(&rules, |_| true).units[..units].to_vec() };
            let weights =
                Arc::new(Weights::new(&rules, variant.info(), &Values { network: Some(network), ..Values::default() }));
            let nature = Nature::new(&rules);
            let mut random = Random::new(3);
            let mut board = InterpretedBoard::start(variant.clone());
            let mut accumulator = Accumulator::new(&weights, &board);
            let (mut plies, mut asked) = (0, 0);
            for step in 0..400 {
                let mut moves = Vec::new();
                board.moves(&mut moves);
                if plies > 0 && (moves.is_empty() || random.below(5) < 2) {
                    board.undo();
                    accumulator.undo();
                    plies -= 1;
                } else {
                    // Kings as often as they can.
                    let royal = |mv: &&wazir_runtime::Move| weights.royal[weights.index(board.turn(), mv.piece())];
                    let by_king = moves.iter().find(royal).filter(|_| random.below(3) == 0).copied();
                    board.play(by_king.unwrap_or(moves[random.below(moves.len())]));
                    accumulator.follow(&board);
                    plies += 1;
                }
                if random.below(4) == 0 {
                    let turn = board.turn();
                    let anew = Accumulator::new(&weights, &board).evaluate(&nature, 0, turn);
                    assert_eq!(accumulator.evaluate(&nature, 0, turn), anew, "{game}, step {step}");
                    asked += 1;
                }
            }
            assert!(asked > 50 && plies > 20, "{game}: asked {asked} times, {plies} plies");
        }
    }
}
