//! What a game is started with, and what its journal has: from the entries alone, a room is as it was.

use crate::{Hash, Moment, limits};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use wazir_runtime::SideId;
use wazir_session::clock::{SideClock, TimeControl};

/// What somebody wants to play.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The name of the game.
    #[serde(default)]
    pub game: Option<String>,
    /// A rule file of one's own instead.
    #[serde(default)]
    pub rules: Option<String>,
    /// Where it begins; `None`: at its start position.
    #[serde(default)]
    pub fen: Option<String>,
    /// What has been played already, in UCI.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The clocks; `None`: there is as much time as everybody wants.
    #[serde(default)]
    pub clock: Option<ClockWanted>,
    /// Who is to sit where: one for each side.
    pub seats: Vec<SeatWanted>,
    /// What whoever asks is called.
    #[serde(default)]
    pub name: Option<String>,
}

/// A clock, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockWanted {
    /// At the start.
    pub initial: u64,
    /// Gained with each move.
    #[serde(default)]
    pub increment: u64,
    /// For each move when the rest is used up.
    #[serde(default)]
    pub byoyomi: u64,
}

impl ClockWanted {
    /// The same as a time control.
    ///
    /// # Errors
    /// Which of the times cannot be.
    pub fn control(self) -> Result<TimeControl, String> {
        let time = |what: &str, ms, most: Duration| {
            let time = Duration::from_millis(ms);
            let most_ms = most.as_millis();
            if time <= most {
                Ok(time)
            } else {
                Err(format!("`clock.{what}` is from 0 to {most_ms} milliseconds, not {ms}"))
            }
        };
        let base = time("initial", self.initial, limits::LONGEST_CLOCK)?;
        let increment = time("increment", self.increment, limits::LONGEST_INCREMENT)?;
        let byoyomi = time("byoyomi", self.byoyomi, limits::LONGEST_INCREMENT)?;
        if base.is_zero() && byoyomi.is_zero() {
            return Err("with `clock.initial` and `clock.byoyomi` 0 there is no time for the first move".to_string());
        }
        Ok(TimeControl { base, increment, byoyomi, moves: None })
    }
}

/// Who is to sit at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeatWanted {
    /// Whoever starts the game.
    Me,
    /// Whoever is invited.
    Open,
    /// Whoever sits before the browser that starts the game.
    AnyoneHere,
    /// The engine, at this level from 1 to 10.
    Engine(u8),
}

/// Whose a seat is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sitter {
    /// A person with the seat's secret.
    Person,
    /// Nobody: somebody is invited.
    Open,
    /// The engine, at this level.
    Engine(u8),
}

/// A seat as the journal has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SeatRecord {
    /// Whose it is.
    pub sitter: Sitter,
    /// The hash of its secret, of a person's; of an open one that of the invitation.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub hash: Option<Hash>,
    /// Whoever has the seat, as the server knows them: for lists of one's own games.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub owner: Option<String>,
    /// What they are called; empty: nothing.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub name: String,
}

/// How a game has begun.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Created {
    /// The name of the game, by which the server finds its rules.
    pub game: String,
    /// The rule file, if it was sent.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub rules: Option<String>,
    /// The rule file may change while the game goes on.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub edited: bool,
    /// Where it began, in FEN.
    pub fen: String,
    /// What had been played already, in UCI.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub moves: Vec<String>,
    /// The time control.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub control: Option<TimeControl>,
    /// The seats, by side.
    pub seats: Vec<SeatRecord>,
    /// Until when invitations hold.
    pub invited_until: Moment,
    /// The side whose secret makes the invitations.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub host: Option<SideId>,
}

/// Who has said something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    /// Whoever has this seat.
    Side(SideId),
    /// Somebody who watches, by the number of the connection.
    Watcher(u64),
}

/// What can be offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Offered {
    /// A draw.
    Draw,
    /// That moves are taken back.
    Takeback,
    /// Another game.
    Rematch,
}

impl Offered {
    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Offered::Draw => "draw",
            Offered::Takeback => "takeback",
            Offered::Rematch => "rematch",
        }
    }
}

/// How a game has ended other than by its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Over {
    /// A side has given up.
    Resigned(SideId),
    /// A side has no time left.
    Timeout(SideId),
    /// A side has gone away.
    Left(SideId),
    /// A draw was agreed to.
    Agreed,
}

/// Something that has happened.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Did {
    /// The game has begun: the first entry.
    Created(Box<Created>),
    /// An invitation was taken.
    Taken {
        /// To which seat.
        side: SideId,
        /// The hash of the secret by which it is held from now on.
        hash: Hash,
        /// Whose it is.
        owner: Option<String>,
        /// What they are called.
        name: String,
    },
    /// A move.
    Moved {
        /// In UCI.
        u: String,
    },
    /// Moves were taken back.
    TakenBack {
        /// So many are left.
        ply: usize,
    },
    /// An offer was made.
    Offer {
        /// What.
        what: Offered,
        /// By which side.
        side: SideId,
    },
    /// A side agrees to an offer; others have to as well.
    Agreed {
        /// To what.
        what: Offered,
        /// Which.
        side: SideId,
    },
    /// An offer was declined or withdrawn.
    Declined {
        /// What.
        what: Offered,
        /// By which side.
        side: SideId,
    },
    /// The game is over, not by its rules.
    Over {
        /// How.
        over: Over,
    },
    /// Something was said.
    Chat {
        /// By whom; a watcher has no name.
        side: Option<SideId>,
        /// What.
        text: String,
    },
    /// Another game was begun.
    Rematch {
        /// Its name. (`id` is that of the message, in the same object.)
        #[serde(rename = "game")]
        id: String,
        /// The new sides of those who had sides 0, 1, ..
        sides: Vec<SideId>,
    },
    /// The rule file has changed: from here on the game is this.
    Rules {
        /// Where it began.
        fen: String,
        /// What of it has been played.
        moves: Vec<String>,
    },
    /// The clocks stand still until somebody comes.
    Paused,
}

/// An entry of a journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// When it was written.
    pub at: Moment,
    /// Whose message has led to it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub by: Option<Actor>,
    /// The name of that message.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub id: Option<String>,
    /// How the clocks stand now.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub clocks: Option<Vec<SideClock>>,
    /// What has happened.
    #[serde(flatten)]
    pub did: Did,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Its name.
    pub id: String,
    /// The game that is played.
    pub game: String,
    /// What that is called.
    pub title: String,
    /// Moves so far.
    pub plies: usize,
    /// How it has ended, if it has.
    pub over: Option<Ended>,
    /// Who sits where.
    pub seats: Vec<SeatSummary>,
    /// When something has changed last.
    pub changed: Moment,
}

/// How a game has ended, in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// In a sentence.
    pub text: String,
    /// As PGN writes it.
    pub result: String,
}

/// A seat, in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatSummary {
    /// Whose it is.
    pub sitter: Sitter,
    /// What they are called; empty: nothing.
    pub name: String,
    /// Who they are.
    pub owner: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_lines_of_json() -> Result<(), serde_json::Error> {
        let did = Did::Moved { u: "e2e4".to_string() };
        let entry = Entry { at: Moment(7), by: Some(Actor::Side(0)), id: Some("a-1".to_string()), clocks: None, did };
        let line = serde_json::to_string(&entry)?;
        assert_eq!(line, r#"{"at":7,"by":{"side":0},"id":"a-1","k":"moved","u":"e2e4"}"#);
        let read: Entry = serde_json::from_str(&line)?;
        assert_eq!(serde_json::to_string(&read)?, line);
        Ok(())
    }

    #[test]
    fn what_a_browser_wants_is_read() -> Result<(), serde_json::Error> {
        let text = r#"{"game":"g","seats":["me",{"engine":4},"open","anyone-here"],"clock":{"initial":60000,"increment":1000}}"#;
        let wanted: NewGame = serde_json::from_str(text)?;
        assert_eq!(wanted.seats, [SeatWanted::Me, SeatWanted::Engine(4), SeatWanted::Open, SeatWanted::AnyoneHere]);
        assert_eq!(
            wanted.clock.map(|clock| clock.control().map(|control| control.to_string())),
            Some(Ok("1+1".to_string()))
        );
        let wrong = ClockWanted { initial: 0, increment: 5, byoyomi: 0 }.control();
        assert!(wrong.is_err_and(|why| why.contains("no time for the first move")));
        let long = ClockWanted { initial: u64::MAX, increment: 0, byoyomi: 0 }.control();
        assert!(long.is_err_and(|why| why.contains("`clock.initial`")));
        Ok(())
    }
}
