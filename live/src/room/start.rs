//! How a game begins, and how somebody sits down who was invited.

use super::{Effects, Room, View, hear};
use crate::{
    Moment, Secret, limits,
    record::{Created, Did, Entry, NewGame, SeatRecord, SeatWanted, Sitter},
    secret::NoRandomNumbers,
};
use std::{fmt, sync::Arc};
use wazir_engine::{Level, Opened};
use wazir_runtime::SideId;
use wazir_session::session::Session;

/// Why something cannot be done that a person has asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// What is asked for makes no sense: why.
    Asked(String),
    /// There is no such invitation.
    Unknown,
    /// The invitation has been used.
    Used,
    /// The invitation has ended.
    Ended,
    /// The machine cannot: why.
    Machine(String),
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Asked(why) | Wrong::Machine(why) => f.write_str(why),
            Wrong::Unknown => f.write_str("There is no such invitation to this game."),
            Wrong::Used => f.write_str("This invitation was used already: it works once."),
            Wrong::Ended => f.write_str("This invitation has ended: it holds for a day."),
        }
    }
}

impl std::error::Error for Wrong {}

impl From<NoRandomNumbers> for Wrong {
    fn from(error: NoRandomNumbers) -> Wrong {
        Wrong::Machine(error.to_string())
    }
}

/// What whoever has started a game gets, and nobody else.
#[derive(Debug)]
pub struct Made {
    /// Their seats with their secrets.
    pub seats: Vec<(SideId, Secret)>,
    /// The invitations to the open seats.
    pub invitations: Vec<(SideId, Secret)>,
}

impl Room {
    /// Starts a game of these rules. `owner` is whoever asks, as the server knows them; `edited`: the rule file may change while the game goes on.
    ///
    /// # Errors
    /// What about the wish makes no sense.
    pub fn create(
        id: String,
        wanted: &NewGame,
        (name, edited): (&str, bool),
        opened: Opened,
        view: Arc<dyn View>,
        owner: Option<&str>,
        now: Moment,
    ) -> Result<(Room, Made, Effects), Wrong> {
        let asked = |why: String| Wrong::Asked(why);
        let sides = opened.variant.info().sides.len();
        if wanted.seats.len() != sides {
            return Err(asked(format!(
                "`seats` has one entry for each of the {sides} sides, not {}",
                wanted.seats.len()
            )));
        }
        if wanted.moves.len() > limits::MOST_PLIES {
            return Err(asked(format!("`moves` has more than {} half-moves", limits::MOST_PLIES)));
        }
        let control = wanted.clock.map(|clock| clock.control()).transpose().map_err(asked)?;
        let session = Session::set_up(opened, wanted.fen.as_deref(), &wanted.moves);
        let session = session.map_err(|error| asked(error.to_string()))?;
        let name_of_owner = hear::line(wanted.name.as_deref().unwrap_or_default(), limits::MOST_NAME);
        let mut made = Made { seats: Vec::new(), invitations: Vec::new() };
        for (side, wanted) in (0..).zip(&wanted.seats) {
            match wanted {
                SeatWanted::Me | SeatWanted::AnyoneHere => made.seats.push((side, Secret::new()?)),
                SeatWanted::Open => {}
                SeatWanted::Engine(level) if Level::new(*level).is_some() => {}
                SeatWanted::Engine(level) => {
                    return Err(asked(format!("the engine has levels from 1 to 10, not {level}")));
                }
            }
        }
        let host = made.seats.first().cloned();
        let seat = |(side, wanted): (SideId, &SeatWanted)| {
            let secret = made.seats.iter().find(|(own, _)| *own == side);
            Ok(match wanted {
                SeatWanted::Me | SeatWanted::AnyoneHere => SeatRecord {
                    sitter: Sitter::Person,
                    hash: secret.map(|(_, secret)| secret.hash()),
                    owner: owner.map(str::to_string),
                    name: if *wanted == SeatWanted::Me { name_of_owner.clone() } else { String::new() },
                },
                SeatWanted::Engine(level) => {
                    SeatRecord { sitter: Sitter::Engine(*level), hash: None, owner: None, name: String::new() }
                }
                SeatWanted::Open => {
                    let code = match &host {
                        Some((_, secret)) => secret.invitation(&id, side),
                        None => Secret::new()?,
                    };
                    made.invitations.push((side, code.clone()));
                    SeatRecord { sitter: Sitter::Open, hash: Some(code.hash()), owner: None, name: String::new() }
                }
            })
        };
        let seats: Result<Vec<SeatRecord>, NoRandomNumbers> = (0..).zip(&wanted.seats).map(seat).collect();
        let created = Created {
            game: name.to_string(),
            rules: wanted.rules.clone(),
            edited,
            fen: session.start_fen(),
            moves: session.texts(),
            control,
            seats: seats?,
            invited_until: now + limits::INVITATION,
            host: host.map(|(side, _)| side),
        };
        let mut room = Room::with(id, created.clone(), session, view, now);
        let mut effects = Effects::default();
        let did = Did::Created(Box::new(created));
        effects.entries.push(Entry { at: now, by: None, id: None, clocks: None, did });
        let effects = room.finish(effects, now);
        Ok((room, made, effects))
    }

    /// Somebody who has an invitation sits down. The same browser may use it again (its answer may have been lost on the way), and has a new secret then.
    ///
    /// # Errors
    /// When there is no such invitation, or it was used, or has ended.
    pub fn join(
        &mut self,
        code: &str,
        owner: Option<&str>,
        name: &str,
        now: Moment,
    ) -> Result<(SideId, Secret, Effects), Wrong> {
        let code: Secret = code.parse().map_err(|_| Wrong::Unknown)?;
        let is_meant = |seat: &super::Seat| seat.invitation.is_some_and(|hash| hash.is_of(&code));
        let place = self.seats.iter().position(is_meant).ok_or(Wrong::Unknown)?;
        let seat = &self.seats[place];
        let again = seat.sitter == Sitter::Person && owner.is_some() && seat.owner.as_deref() == owner;
        if seat.sitter != Sitter::Open && !again {
            return Err(Wrong::Used);
        }
        if now >= self.created.invited_until {
            return Err(Wrong::Ended);
        }
        let secret = Secret::new()?;
        let side = place as SideId;
        let mut effects = self.passed(now);
        let (owner, name) = (owner.map(str::to_string), hear::line(name, limits::MOST_NAME));
        self.record(Did::Taken { side, hash: secret.hash(), owner, name }, &mut effects, now);
        self.tell_presence(&mut effects, now);
        Ok((side, secret, self.finish(effects, now)))
    }
}
