//! [`Game`]: one game between two players, and how it ended.

use super::{
    control::{Budget, Clocks, Control},
    player::{Fault, Player},
    statistics::Score,
};
use crate::Play;
use std::{fmt, time::Instant};
use wazir_engine::Stop;
use wazir_runtime::{Info, Outcome, SideId, shortened_to};

/// Characters of why a side could not go on.
const LONGEST_REASON: usize = 1_000;

/// A game that has been played.
pub struct Game {
    /// Its positions and moves, those of the opening included.
    pub play: Play,
    /// How many moves the opening had.
    pub opening: usize,
    /// What the players said of each move after the opening, and how many seconds they took: `+0.25/7 0.31s`.
    pub comments: Vec<String>,
    /// How it ended.
    pub ending: Ending,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By its rules.
    Rules(Outcome),
    /// There was no move, and no rule says what that means: a draw.
    Stuck,
    /// It went on for longer than it was to: a draw.
    TooLong,
    /// The side gave up.
    Resigned(SideId),
    /// The side's time was up.
    Time(SideId),
    /// The side could not go on: its program ended, did not answer, or made an illegal move.
    Fault(SideId, String),
}

impl Ending {
    /// The side could not go on: why is told in a line of no great length, whatever its program has said.
    fn failed(side: SideId, fault: &Fault) -> Ending {
        Ending::Fault(side, shortened_to(&fault.to_string(), LONGEST_REASON))
    }

    /// What it gives whoever has played this side and its allies.
    pub fn score(&self, side: SideId, info: &Info) -> Score {
        let won = match self {
            Ending::Rules(Outcome { winner: None, .. }) | Ending::Stuck | Ending::TooLong => return Score::Drawn,
            Ending::Rules(outcome) => outcome.winners(info).contains(&side),
            Ending::Resigned(loser) | Ending::Time(loser) | Ending::Fault(loser, _) => !info.are_allied(*loser, side),
        };
        if won { Score::Won } else { Score::Lost }
    }

    /// One word for how it ended, as PGN's tag `Termination` has it.
    pub fn termination(&self) -> &'static str {
        match self {
            Ending::Rules(_) | Ending::Stuck | Ending::Resigned(_) => "normal",
            Ending::TooLong => "adjudication",
            Ending::Time(_) => "time forfeit",
            Ending::Fault(..) => "rules infraction",
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Rules(outcome) => outcome.reason.fmt(f),
            Ending::Stuck => f.write_str("no move, and no rule for that"),
            Ending::TooLong => f.write_str("too many moves"),
            Ending::Resigned(_) => f.write_str("resignation"),
            Ending::Time(_) => f.write_str("time forfeit"),
            Ending::Fault(_, what) => f.write_str(what),
        }
    }
}

/// Plays a game on from its opening; `seats` tells, by side, which of the players has it. `None` when the match is called off. The flags tell which
/// players have to be started anew.
pub(crate) fn play_game(
    opening: Play,
    mut players: [&mut dyn Player; 2],
    seats: &[usize],
    control: &Control,
    most_plies: usize,
    cancel: &Stop,
) -> (Option<Game>, [bool; 2]) {
    let mut game = Game { opening: opening.moves().len(), play: opening, comments: Vec::new(), ending: Ending::Stuck };
    let mut clocks = Clocks::new(control.time, seats.len());
    let mut spoilt = [false; 2];
    for (seat, player) in players.iter_mut().enumerate() {
        if let Err(fault) = player.begin(&game.play) {
            spoilt[seat] = fault.is_fatal();
            let side = seats.iter().position(|&other| other == seat).unwrap_or(0);
            game.ending = Ending::failed(side as SideId, &fault);
            return (Some(game), spoilt);
        }
    }
    game.ending = loop {
        if let Some(outcome) = game.play.outcome() {
            break Ending::Rules(outcome);
        }
        if game.play.is_stuck() {
            break Ending::Stuck;
        }
        if game.play.moves().len() >= most_plies {
            break Ending::TooLong;
        }
        if cancel.is_raised() {
            return (None, spoilt);
        }
        let turn = game.play.now().turn();
        let side = usize::from(turn);
        let seat = seats[side];
        let budget = Budget { control, clocks: clocks.all(), side };
        let begun = Instant::now();
        let chosen = players[seat].choose(&game.play, &budget, cancel);
        let took = begun.elapsed();
        let choice = match chosen {
            Ok(choice) => choice,
            Err(Fault::Cancelled) => {
                // It may still be thinking.
                spoilt[seat] = true;
                return (None, spoilt);
            }
            Err(fault) => {
                spoilt[seat] = fault.is_fatal();
                break Ending::failed(turn, &fault);
            }
        };
        if !clocks.spend(side, took, control.margin) {
            break Ending::Time(turn);
        }
        let Some(mv) = choice.mv else { break Ending::Resigned(turn) };
        if let Err(error) = game.play.push(mv) {
            break Ending::failed(turn, &Fault::Illegal(error.to_string()));
        }
        game.comments.push(format!("{} {:.2}s", choice.says, took.as_secs_f64()).trim().to_string());
    };
    (Some(game), spoilt)
}
