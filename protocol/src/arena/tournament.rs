//! [`play_match`]: the whole match.

use super::{
    built_in::{BuiltInPlayer, RandomPlayer},
    cecp_client::CecpPlayer,
    contestant::{Contestant, Speaks},
    control::Control,
    game::{self, Game},
    openings::Openings,
    player::{Choice, Fault, Player},
    statistics::{Score, Sprt, Standing},
    uci_client::UciPlayer,
};
use crate::Play;
use std::{
    collections::BTreeMap,
    num::NonZeroUsize,
    sync::{
        atomic::{AtomicU64, Ordering},
        mpsc::{self, RecvTimeoutError, Sender},
    },
    time::Duration,
};
use wazir_engine::{Opened, Stop};
use wazir_runtime::{Random, SideId};

/// Games of a match.
pub const MOST_GAMES: u64 = 10_000_000;

/// A match: two contestants, a game, and the terms.
pub struct Match {
    /// The game.
    pub opened: Opened,
    /// Who plays. The first has the first side, and its allies, in the first game, the second in the second, and so on; the other contestant has the other sides.
    pub contestants: [Contestant; 2],
    /// How much a move has.
    pub control: Control,
    /// How many games: an even number where they come in pairs.
    pub games: u64,
    /// How many are played at the same time.
    pub concurrency: NonZeroUsize,
    /// Where games begin.
    pub openings: Openings,
    /// Each opening is played twice, with sides swapped; else every game has its own.
    pub paired: bool,
    /// Which openings, and which moves random players make.
    pub seed: u64,
    /// Plies after which a game is a draw, since nothing ends it.
    pub most_plies: usize,
    /// When to stop early.
    pub sprt: Option<Sprt>,
}

/// A game that has been played in a match.
pub struct Finished {
    /// Its number, from 0.
    pub number: u64,
    /// The game.
    pub game: Game,
    /// Which contestant has had each side.
    pub seats: Vec<usize>,
    /// What the player of each side calls himself.
    pub names: Vec<String>,
    /// What it gives the first contestant.
    pub score: Score,
}

/// How often it is looked whether the match is called off.
const GLANCE: Duration = Duration::from_millis(50);

/// Plays a match; `scores` holds the games that have been played already, by their numbers, and those played now are added. `finished` is called with each game that is over and the standing
/// then. The match ends when all games are played, when the sequential test has a verdict, when `cancel` is raised, or when `finished` fails.
///
/// # Errors
/// When a contestant cannot begin, or what `finished` says.
pub fn play_match(
    terms: &Match,
    scores: &mut BTreeMap<u64, Score>,
    cancel: &Stop,
    finished: &mut dyn FnMut(&Finished, &Standing) -> Result<(), String>,
) -> Result<Standing, String> {
    let info = terms.opened.variant.info();
    let is_program = |contestant: &&Contestant| matches!(contestant, Contestant::Program(_));
    if let Some(program) = terms.contestants.iter().find(is_program).filter(|_| info.has_many_sides()) {
        return Err(format!(
            "{} has more than two sides, which `{program}` cannot be told of; `wazir` and `random` play it",
            info.name
        ));
    }
    let over = |standing: &Standing| terms.sprt.and_then(|sprt| sprt.verdict(standing)).is_some();
    let mut standing = Standing::of(scores);
    let numbers: Vec<u64> = (0..terms.games).filter(|number| !scores.contains_key(number)).collect();
    if numbers.is_empty() || over(&standing) {
        return Ok(standing);
    }
    // Raised when the match is over, for whatever reason.
    let enough = Stop::new();
    // What cannot begin at all is told before anything is played.
    let mut first = Some([terms.player(0, 0, &enough)?, terms.player(1, 0, &enough)?]);
    let next = AtomicU64::new(0);
    let workers = terms.concurrency.get().min(numbers.len());
    let mut result = Ok(());
    std::thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..workers {
            let players = first.take().map_or([None, None], |[a, b]| [Some(a), Some(b)]);
            let (sender, numbers, next, enough) = (sender.clone(), &numbers, &next, &enough);
            scope.spawn(move || work(terms, players, numbers, next, enough, &sender));
        }
        drop(sender);
        loop {
            match results.recv_timeout(GLANCE) {
                Ok(Ok(game)) => {
                    scores.insert(game.number, game.score);
                    standing = Standing::of(scores);
                    let told = finished(&game, &standing);
                    if told.is_err() || over(&standing) {
                        enough.raise();
                    }
                    if let Err(error) = told {
                        result = Err(error);
                        return;
                    }
                    if over(&standing) {
                        return;
                    }
                }
                Ok(Err(error)) => {
                    enough.raise();
                    result = Err(error);
                    return;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            // After each game as well: where games are quick, there is never time for a timeout.
            if cancel.is_raised() {
                enough.raise();
                return;
            }
        }
    });
    result.map(|()| standing)
}

/// Plays games until there are no more, or it is enough.
fn work(
    terms: &Match,
    mut players: [Option<Box<dyn Player>>; 2],
    numbers: &[u64],
    next: &AtomicU64,
    enough: &Stop,
    sender: &Sender<Result<Finished, String>>,
) {
    while !enough.is_raised() {
        let Some(&number) = numbers.get(next.fetch_add(1, Ordering::Relaxed) as usize) else { return };
        for (index, player) in players.iter_mut().enumerate() {
            if player.is_none() || terms.contestants[index] == Contestant::Random {
                // One that cannot be started again loses, and is tried again for the next game.
                *player = Some(match terms.player(index, number, enough) {
                    Ok(player) => player,
                    Err(error) => Box::new(Absent(error)),
                });
            }
        }
        let opening = match terms.opening(number) {
            Ok(opening) => opening,
            Err(error) => {
                // Nobody listens when it is enough.
                let _ = sender.send(Err(error));
                return;
            }
        };
        let [Some(a), Some(b)] = &mut players else { return };
        let (side, seats) = terms.seats(number);
        let called = [a.name(), b.name()];
        let names = seats.iter().map(|&seat| called[seat].clone()).collect();
        let (game, spoilt) =
            game::play_game(opening, [&mut **a, &mut **b], &seats, &terms.control, terms.most_plies, enough);
        for (player, _) in players.iter_mut().zip(spoilt).filter(|(_, spoilt)| *spoilt) {
            *player = None;
        }
        // Called off: nobody wants to know.
        let Some(game) = game else { return };
        let score = game.ending.score(side, terms.opened.variant.info());
        let _ = sender.send(Ok(Finished { number, game, seats, names, score }));
    }
}

impl Match {
    /// The opening of the game of this number.
    ///
    /// # Errors
    /// When there is none.
    pub fn opening(&self, number: u64) -> Result<Play, String> {
        let opening = if self.paired { number / 2 } else { number };
        self.openings.of(&self.opened, self.seed, opening)
    }

    /// The side that the first contestant has in the game of this number, and which contestant has each side.
    pub fn seats(&self, number: u64) -> (SideId, Vec<usize>) {
        let info = self.opened.variant.info();
        let sides = info.sides.len() as SideId;
        let first = (number % u64::from(sides.max(1))) as SideId;
        (first, (0..sides).map(|side| usize::from(!info.are_allied(side, first))).collect())
    }

    /// A contestant as a player.
    fn player(&self, index: usize, number: u64, cancel: &Stop) -> Result<Box<dyn Player>, String> {
        let contestant = &self.contestants[index];
        let failed = |fault: Fault| format!("{contestant}: {fault}");
        Ok(match contestant {
            Contestant::BuiltIn(own) => Box::new(BuiltInPlayer::new(&self.opened, own, contestant.to_string())?),
            Contestant::Random => {
                let seed = self.seed.wrapping_add(1 + index as u64);
                Box::new(RandomPlayer(Random::of_game(seed, number)))
            }
            Contestant::Program(program) => match program.speaks {
                Speaks::Uci(kind) => Box::new(UciPlayer::start(program, kind, &self.opened, cancel).map_err(failed)?),
                Speaks::Cecp => {
                    Box::new(CecpPlayer::start(program, &self.opened, &self.control, cancel).map_err(failed)?)
                }
            },
        })
    }
}

/// A player who could not be started.
struct Absent(String);

impl Player for Absent {
    fn name(&self) -> String {
        "nobody".to_string()
    }
    fn begin(&mut self, _: &Play) -> Result<(), Fault> {
        Err(Fault::Died(self.0.clone()))
    }
    fn choose(&mut self, _: &Play, _: &super::control::Budget, _: &Stop) -> Result<Choice, Fault> {
        Err(Fault::Died(self.0.clone()))
    }
}
