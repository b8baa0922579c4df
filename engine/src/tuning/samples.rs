//! [`Samples`]: positions of games, with results.

use super::Tuning;
use crate::{
    board::{Changes, Content},
    eval::{Accumulator, Weights},
    played::checks_given,
    search::gain,
};
use std::sync::Arc;
use wazir_runtime::{Cell, Game, Move, PieceId, SideId, Square};

/// So many positions of a game are taken: more of them tell the same again.
const MOST_OF_A_GAME: usize = 16;

/// Quiet positions of games, with the results of the games.
pub struct Samples {
    pub(super) list: Vec<Sample>,
    /// What searches said in each game, of all positions in turn: centipawns for the first side; `None` where it was a forced end, or is not known.
    pub(super) scores: Vec<Vec<Option<i32>>>,
    /// What each game gave the first side: 0 to 1.
    pub(super) results: Vec<f64>,
    /// So many positions of a game are taken.
    most_of_a_game: usize,
}

/// A position of a game, the move that was played in it, and what the search for that move said: its score in centipawns for the side to move, where it is known and no forced end.
pub type Step<'g> = (&'g dyn Game, Move, Option<i32>);

impl Default for Samples {
    fn default() -> Samples {
        Samples { list: Vec::new(), scores: Vec::new(), results: Vec::new(), most_of_a_game: MOST_OF_A_GAME }
    }
}

/// A position.
pub(super) struct Sample {
    /// What stands on the board and is in hand.
    pub(super) contents: Changes,
    pub(super) turn: SideId,
    /// Checks given, by side.
    given: [u8; 2],
    /// Moves to choose from, of the side to move and of the other one before.
    choice: Option<(u16, u16)>,
    /// Which one of its game's it is, from 0.
    pub(super) ply: usize,
    /// What the game gave the first side: 0 to 1.
    pub(super) result: f64,
    /// The number of its game, from 0.
    pub(super) game: usize,
}

impl Samples {
    /// None yet; of each game that is added, all quiet positions will be taken instead of a few.
    pub fn with_all() -> Samples {
        Samples { most_of_a_game: usize::MAX, ..Samples::default() }
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Of how many games they are.
    pub fn games(&self) -> usize {
        self.results.len()
    }

    /// Adds quiet positions of a game that gave the first side `result` (0 to 1): neither in check, nor is a capture or a promotion played in them.
    /// `steps` are its positions, with the moves played.
    pub fn add<'g>(&mut self, tuning: &Tuning, result: f64, steps: impl Iterator<Item = Step<'g>>) {
        let game_number = self.games();
        let mut quiet = Vec::new();
        let mut scores = Vec::new();
        let mut before: Option<(SideId, u16)> = None;
        for (game, mv, score) in steps {
            let turn = game.turn();
            scores.push(score.map(|score| if turn == 0 { score } else { -score }));
            let count = tuning.start.goals.choice.then(|| game.count().min(u64::from(u16::MAX)) as u16);
            let theirs = before.filter(|(side, _)| *side != turn).map(|(_, count)| count);
            before = count.map(|count| (turn, count));
            if !game.checkers().is_empty() {
                continue;
            }
            let setup = game.setup();
            let contents = contents(&setup);
            if gain(&Accumulator::with(&tuning.start, &contents), turn, mv) > 0 {
                continue;
            }
            let given = checks_given(&tuning.info, &setup);
            quiet.push(Sample {
                contents,
                turn,
                given: [given[0], given[1]],
                choice: count.zip(theirs),
                ply: scores.len() - 1,
                result,
                game: game_number,
            });
        }
        self.scores.push(scores);
        self.results.push(result);
        let number = quiet.len();
        let most = self.most_of_a_game;
        let is_taken = |index: &usize| {
            let place = |index: usize| index * most / number.max(1);
            number <= most || *index == 0 || place(*index) != place(*index - 1)
        };
        self.list.extend(quiet.into_iter().enumerate().filter(|(index, _)| is_taken(index)).map(|(_, sample)| sample));
    }

    /// What a search said of a position: centipawns for the first side.
    pub(super) fn score(&self, sample: &Sample) -> Option<i32> {
        *self.scores.get(sample.game)?.get(sample.ply)?
    }
}

impl Sample {
    /// What the position is worth to the first side.
    pub(super) fn worth(&self, tuning: &Tuning, weights: &Arc<Weights>) -> i32 {
        let accumulator = Accumulator::with(weights, &self.contents);
        let (mine, theirs) = (self.given[self.turn as usize % 2], self.given[1 - self.turn as usize % 2]);
        let mut of_turn = accumulator.by_checks(mine, theirs);
        if let Some((mine, theirs)) = self.choice {
            of_turn += accumulator.by_choice(mine, theirs);
        }
        accumulator.evaluate(&tuning.nature, 0, self.turn) + of_turn * self.sign()
    }

    /// 1 where the first side is to move, else -1.
    pub(super) fn sign(&self) -> i32 {
        if self.turn == 0 { 1 } else { -1 }
    }
}

/// What stands on the board and is in hand.
fn contents(setup: &wazir_runtime::Setup) -> Changes {
    let square = |(square, cell): (usize, &Cell)| match *cell {
        Cell::Piece { side, piece, .. } => Some((square as Square, Content::Piece(side, piece))),
        Cell::Wall => Some((square as Square, Content::Wall)),
        Cell::Empty | Cell::Hole => None,
    };
    let held = |side: usize, hand: &[u16]| {
        let counts = hand.iter().enumerate().filter(|(_, count)| **count > 0);
        counts.map(|(piece, &count)| (side as SideId, piece as PieceId, count)).collect::<Vec<_>>()
    };
    Changes {
        squares: setup.board.iter().enumerate().filter_map(square).collect(),
        hands: setup.hands.iter().enumerate().flat_map(|(side, hand)| held(side, hand)).collect(),
    }
}
