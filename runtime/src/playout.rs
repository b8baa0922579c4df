//! [`Playout`]: one game of uniformly random moves, the same with every backend.

use crate::{GameInProgress, Move, Outcome};
use alloc::vec::Vec;

/// A random game that was played to its end.
#[derive(Clone, Debug, Default)]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ending {
    /// By a rule of the game.
    Over(Outcome),
    /// There was no legal move, and no rule says what that means.
    Stuck,
    /// It had gone on for as many plies as it was given.
    #[default]
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
    #[inline]
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A number below `limit`, which is not 0.
    #[inline]
    pub fn below(&mut self, limit: usize) -> usize {
        // The high half of the product: every number is equally likely, but for one part in 2^64 / limit.
        ((self.number() as u128 * limit as u128) >> 64) as usize
    }
}

/// Plays `game` on with uniformly random moves until it ends, until it has so many plies (those before included). `None` when `stop`, which is asked before the
/// first move and every few moves after it, says so.
///
/// Equal seeds give equal games whoever plays them.
pub fn playout(
    game: &mut dyn GameInProgress,
    random: &mut Random,
    plies: usize,
    stop: &dyn Fn() -> bool,
) -> Option<Playout> {
    let mut played = Playout::default();
    played.play(game, random, plies, stop).then_some(played)
}

impl Playout {
    /// As [`playout`], in place of what was played before: for whoever plays many games and wants no memory for each. False where that is `None`; what was played then is
    /// the beginning of a game.
    pub fn play(
        &mut self,
        game: &mut dyn GameInProgress,
        random: &mut Random,
        plies: usize,
        stop: &dyn Fn() -> bool,
    ) -> bool {
        self.moves.clear();
        self.choices.clear();
        // One call for the whole game: what is asked for each move is not asked through the virtual table then.
        let ending = game.play_out(RandomGame { random, plies, stop, played: self });
        self.ending = ending.unwrap_or_default();
        ending.is_some()
    }
}

/// A random game that is played: with what, and where it is written down.
#[doc(hidden)]
pub struct RandomGame<'a> {
    random: &'a mut Random,
    plies: usize,
    stop: &'a dyn Fn() -> bool,
    /// What has been played so far.
    played: &'a mut Playout,
}

/// After so many plies somebody is asked again whether to stop.
const ASKED_EVERY: usize = 16;

impl RandomGame<'_> {
    /// Plays on: see [`Playout::play`]. `look` finds out what can be done in the position, if that is not known, and `play_nth` plays by it the move that a number stands for
    /// and tells which it is; `None` where there is none.
    #[inline(always)]
    pub(crate) fn run<G: GameInProgress + ?Sized, L>(
        self,
        game: &mut G,
        mut look: impl FnMut(&mut G) -> L,
        mut play_nth: impl FnMut(&mut G, L, u64) -> Option<Move>,
    ) -> Option<Ending> {
        let RandomGame { random, plies, stop, played } = self;
        loop {
            let seen = look(game);
            let count = game.count();
            played.choices.push(count as u32);
            match game.outcome() {
                Some(outcome) => return Some(Ending::Over(outcome)),
                None if count == 0 => return Some(Ending::Stuck),
                None if game.plies() >= plies => return Some(Ending::Unfinished),
                None if played.moves.len().is_multiple_of(ASKED_EVERY) && stop() => return None,
                None => {}
            }
            let mv = play_nth(game, seen, random.below(count as usize) as u64)?;
            played.moves.push(mv);
        }
    }
}
