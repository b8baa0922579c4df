//! [`Playout`]: one game of uniformly random moves, the same with every backend.

use crate::{Game, History, Move, MoveError, Outcome};
use alloc::vec::Vec;

/// A random game that was played to its end.
#[derive(Clone, Debug)]
pub struct Playout {
    /// How it ended.
    pub ending: Ending,
    /// The moves; as many as the game had plies.
    pub moves: Vec<Move>,
    /// The number of legal moves in each position, the last one included.
    pub choices: Vec<u32>,
}

impl PartialEq for Playout {
    /// The same game, whichever backend has played it.
    fn eq(&self, other: &Self) -> bool {
        let moves = |playout: &Playout| playout.moves.iter().map(|mv| mv.order()).collect::<Vec<u64>>();
        self.ending == other.ending && self.choices == other.choices && moves(self) == moves(other)
    }
}
impl Eq for Playout {}

/// How a random game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ending {
    /// By a rule of the game.
    Over(Outcome),
    /// There was no legal move, and no rule says what that means.
    Stuck,
    /// It had gone on for as many plies as it was given.
    Unfinished,
}

/// Random numbers that are the same on every machine (splitmix64).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers of this seed; neighbouring seeds have unrelated numbers.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The numbers of one of the games of a seed: its moves depend on nothing else.
    pub fn of_game(seed: u64, game: u64) -> Random {
        Random::new(Random::new(Random::new(seed).number().wrapping_add(game)).number())
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A number below `limit`, which is not 0.
    pub fn below(&mut self, limit: usize) -> usize {
        // The high half of the product: every number is equally likely, but for one part in 2^64 / limit.
        ((self.number() as u128 * limit as u128) >> 64) as usize
    }
}

/// Plays `game` on with uniformly random moves until it ends, for at most `plies` moves. `None` when `stop`, which is asked before each move, says so.
///
/// # Errors
/// [`MoveError::Illegal`] when the game refuses a move that it has listed as legal: a mistake of the backend.
pub fn playout(
    game: &mut dyn Game,
    random: &mut Random,
    plies: usize,
    stop: impl Fn() -> bool,
) -> Result<Option<Playout>, MoveError> {
    let mut history = History::new(game);
    let (mut moves, mut choices) = (Vec::new(), Vec::new());
    loop {
        let mut legal = history.legal_moves(game);
        choices.push(legal.len() as u32);
        let ending = match history.outcome(game) {
            Some(outcome) => Some(Ending::Over(outcome)),
            None if legal.is_empty() => Some(Ending::Stuck),
            None if moves.len() >= plies => Some(Ending::Unfinished),
            None => None,
        };
        if let Some(ending) = ending {
            return Ok(Some(Playout { ending, moves, choices }));
        }
        if stop() {
            return Ok(None);
        }
        // Backends list the same moves in orders of their own.
        let chosen = random.below(legal.len());
        let (_, &mut mv, _) = legal.select_nth_unstable_by_key(chosen, |mv| mv.order());
        game.play(mv)?;
        history.push(game);
        moves.push(mv);
    }
}
