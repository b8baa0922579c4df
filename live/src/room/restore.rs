//! How a room is made again from its journal.

use super::{Next, Room, View, as_far_as_legal, offers::Offer};
use crate::{
    Moment,
    record::{Created, Did, Entry, Offered, Over, Sitter},
};
use std::{fmt, sync::Arc};
use wazir_engine::Opened;
use wazir_session::session::{Ending, Session};

/// Why a game cannot be played on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RestoreError {
    /// Its journal has nothing in it, or does not begin with how it was started.
    NoBeginning,
    /// An entry of the journal cannot be, by the rules as they are now: its number from 0, and why.
    Entry(usize, String),
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RestoreError::NoBeginning => f.write_str("its journal has no beginning"),
            RestoreError::Entry(number, why) => {
                write!(f, "entry {number} of its journal does not fit the rules as they are now: {why}")
            }
        }
    }
}

impl std::error::Error for RestoreError {}

impl Room {
    /// How a game has begun, by which its rules are found.
    ///
    /// # Errors
    /// When the journal does not begin with that.
    pub fn beginning(entries: &[Entry]) -> Result<&Created, RestoreError> {
        match entries.first().map(|entry| &entry.did) {
            Some(Did::Created(created)) => Ok(created),
            _ => Err(RestoreError::NoBeginning),
        }
    }

    /// A game as its journal has it.
    ///
    /// # Errors
    /// When it does not fit the rules. Of a rule file that is being edited as many moves are played as are legal now.
    pub fn restore(
        id: String,
        entries: &[Entry],
        opened: Opened,
        view: Arc<dyn View>,
        now: Moment,
    ) -> Result<Room, RestoreError> {
        let created = Room::beginning(entries)?.clone();
        let wrong = |number: usize, why: String| RestoreError::Entry(number, why);
        let session = if created.edited {
            as_far_as_legal(opened, &created.fen, &created.moves)
        } else {
            Session::set_up(opened, Some(&created.fen), &created.moves).map_err(|error| wrong(0, error.to_string()))?
        };
        if session.info().sides.len() != created.seats.len() {
            return Err(wrong(0, "it has another number of sides".to_string()));
        }
        let edited = created.edited;
        let mut room = Room::with(id, created, session, view, now);
        // What was played by other rules need not be legal by these.
        let mut cut = false;
        for (number, entry) in entries.iter().enumerate().skip(1) {
            if let Did::Rules { .. } = entry.did {
                cut = false;
            }
            if cut && matches!(entry.did, Did::Moved { .. } | Did::TakenBack { .. }) {
                continue;
            }
            match room.apply(&entry.did) {
                Err(_) if edited => cut = true,
                Err(why) => return Err(wrong(number, why)),
                Ok(()) => {}
            }
            if let (Some(clocks), Some(sides)) = (&mut room.clocks, &entry.clocks) {
                clocks.set(sides);
            }
            if let (Some(by), Some(id)) = (entry.by, &entry.id) {
                room.answers.keep(by, id.clone(), None);
            }
        }
        room.entries = entries.len() as u64;
        room.began = entries.first().map_or(now, |entry| entry.at);
        room.changed = entries.last().map_or(now, |entry| entry.at);
        room.run_clocks(now);
        Ok(room)
    }

    /// Does what an entry of the journal says. Nobody is told.
    pub(super) fn apply(&mut self, did: &Did) -> Result<(), String> {
        match did {
            Did::Created(_) => return Err("a game begins once".to_string()),
            Did::Taken { side, hash, owner, name } => {
                let seat = self.seats.get_mut(*side as usize).ok_or("there is no such seat")?;
                (seat.sitter, seat.hash) = (Sitter::Person, Some(*hash));
                (seat.owner, seat.name) = (owner.clone(), name.clone());
            }
            Did::Moved { u } => {
                let mv = self.session.parse_exactly(u).map_err(|error| error.to_string())?;
                self.session.play(mv).map_err(|error| error.to_string())?;
                self.ucis.push(u.clone());
                self.offers.retain(|offer| offer.what == Offered::Rematch);
                self.changed_position();
            }
            Did::TakenBack { ply } => {
                while self.session.ply() > *ply && self.session.undo() {}
                self.ucis.truncate(*ply);
                self.offers.clear();
                self.changed_position();
            }
            Did::Offer { what, side } => {
                self.offers.retain(|offer| offer.what != *what);
                self.offers.push(Offer { what: *what, side: *side, agreed: vec![*side] });
            }
            Did::Agreed { what, side } => {
                let offer = self.offers.iter_mut().find(|offer| offer.what == *what).ok_or("there is no such offer")?;
                offer.agreed.push(*side);
            }
            Did::Declined { what, side } => {
                let by = self.offers.iter().find(|offer| offer.what == *what).map(|offer| offer.side);
                if *what == Offered::Draw && by != Some(*side) {
                    self.declined_at = by.map(|by| (by, self.ucis.len()));
                }
                self.offers.retain(|offer| offer.what != *what);
            }
            Did::Over { over } => {
                self.session.end(match *over {
                    Over::Resigned(side) => Ending::Resigned(side),
                    Over::Timeout(side) => Ending::Timeout(side),
                    Over::Left(side) => Ending::Left(side),
                    Over::Agreed => Ending::Agreed,
                });
                self.offers.clear();
                self.changed_position();
            }
            Did::Chat { side, text } => self.add_chat(*side, text),
            Did::Rematch { id, sides } => {
                self.next = Some(Next { id: id.clone(), sides: sides.clone() });
                self.offers.clear();
            }
            Did::Rules { fen, moves } => {
                self.session = as_far_as_legal(self.session.opened().clone(), fen, moves);
                self.ucis = self.session.texts();
                self.changed_position();
                if self.ucis.len() < moves.len() {
                    return Err("the rules have changed again".to_string());
                }
            }
            Did::Paused => {}
        }
        Ok(())
    }
}
