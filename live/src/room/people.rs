//! Who is there: [`Seat`]s, [`Connection`]s, and who has gone away.

use super::{Effects, Room};
use crate::{
    Hash, Moment, Secret, limits,
    message::{Event, HereState, SeatState, Told},
    record::{SeatRecord, Sitter},
};
use std::{borrow::Cow, time::Duration};
use wazir_runtime::SideId;

/// A seat.
#[derive(Clone, Debug)]
pub(super) struct Seat {
    pub(super) sitter: Sitter,
    /// The hash of its secret.
    pub(super) hash: Option<Hash>,
    /// The hash of the invitation to it, used or not.
    pub(super) invitation: Option<Hash>,
    pub(super) owner: Option<String>,
    pub(super) name: String,
    /// When the last connection to it was lost, and whether on purpose; `None` while there is one.
    lost: Option<(Moment, bool)>,
    /// Browsers have been told that somebody is here.
    here: bool,
    pub(super) talk: Bucket,
}

impl Seat {
    pub(super) fn new(seat: &SeatRecord, now: Moment) -> Seat {
        let (hash, invitation) = match seat.sitter {
            Sitter::Person => (seat.hash, None),
            Sitter::Open => (None, seat.hash),
            Sitter::Engine(_) => (None, None),
        };
        let here = matches!(seat.sitter, Sitter::Engine(_));
        let (owner, name) = (seat.owner.clone(), seat.name.clone());
        Seat {
            sitter: seat.sitter,
            hash,
            invitation,
            owner,
            name,
            lost: Some((now, false)),
            here,
            talk: Bucket::default(),
        }
    }

    pub(super) fn record(&self) -> SeatRecord {
        SeatRecord { sitter: self.sitter, hash: self.hash, owner: self.owner.clone(), name: self.name.clone() }
    }

    pub(super) fn state(&self) -> SeatState<'_> {
        let (kind, name) = match self.sitter {
            Sitter::Engine(level) => ("engine", Cow::Owned(format!("engine, level {level}"))),
            Sitter::Person => ("person", Cow::Borrowed(self.name.as_str())),
            Sitter::Open => ("open", Cow::Borrowed("nobody yet")),
        };
        SeatState { kind, name, here: self.here }
    }

    /// When it is to be told that nobody is here any more.
    pub(super) fn away_at(&self) -> Option<Moment> {
        let (lost, _) = self.lost.filter(|_| self.here && self.sitter == Sitter::Person)?;
        Some(lost + limits::AWAY)
    }

    /// Since when nobody has been here: if that is so, and whether they left on purpose.
    pub(super) fn lost(&self) -> Option<(Moment, bool)> {
        self.lost.filter(|_| self.sitter == Sitter::Person)
    }

    fn is_here(&self, now: Moment) -> bool {
        match (self.sitter, self.lost) {
            (Sitter::Engine(_), _) => true,
            (Sitter::Open, _) => false,
            (Sitter::Person, None) => true,
            // Who is not here yet does not become so by the grace that those have who were.
            (Sitter::Person, Some((lost, _))) => self.here && now < lost + limits::AWAY,
        }
    }
}

/// A connection of a browser.
#[derive(Clone, Debug, Default)]
pub(super) struct Connection {
    /// It has said hello, and is told what happens.
    pub(super) greeted: bool,
    /// The sides whose seats it has, ascending.
    pub(super) sides: Vec<SideId>,
    /// Invitations that it may hand on.
    pub(super) invitations: Vec<(SideId, String)>,
    /// How long messages take there and back, as it says.
    lag: Duration,
}

/// How much somebody may say.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bucket {
    /// When everything said so far would have been said at an even pace.
    paced: Moment,
}

impl Bucket {
    /// Takes one thing to say, if there is one.
    pub(super) fn take(&mut self, now: Moment) -> bool {
        let pause = limits::CHAT_PAUSE;
        let may = self.paced.since(now) <= pause * (limits::CHAT_BURST - 1);
        if may {
            self.paced = self.paced.max(now) + pause;
        }
        may
    }
}

impl Room {
    /// A browser has connected; it is told nothing until it says hello. False where there are too many already.
    pub fn enter(&mut self, number: u64) -> bool {
        let room = self.connections.len() < limits::MOST_CONNECTIONS;
        if room {
            self.connections.insert(number, Connection::default());
        }
        room
    }

    /// A connection is gone; `on_purpose`: the browser has closed it.
    pub fn leave(&mut self, number: u64, on_purpose: bool, now: Moment) -> Effects {
        let mut effects = self.passed(now);
        let Some(gone) = self.connections.remove(&number) else { return self.finish(effects, now) };
        self.answers.forget(number);
        for side in gone.sides {
            let still = self.connections.values().any(|connection| connection.sides.contains(&side));
            if let Some(seat) = self.seats.get_mut(side as usize).filter(|_| !still) {
                seat.lost = Some((now, on_purpose));
            }
        }
        self.look_around(&mut effects, now);
        self.finish(effects, now)
    }

    /// The sides whose seats a connection has.
    pub fn sides_of(&self, number: u64) -> &[SideId] {
        self.connections.get(&number).map_or(&[], |connection| &connection.sides)
    }

    pub(super) fn hello(
        &mut self,
        number: u64,
        secrets: &[String],
        version: Option<u64>,
        effects: &mut Effects,
        now: Moment,
    ) {
        let secrets: Vec<Secret> =
            secrets.iter().take(limits::MOST_SECRETS).filter_map(|text| text.parse().ok()).collect();
        let has = |seat: &Seat| {
            seat.sitter == Sitter::Person
                && seat.hash.is_some_and(|hash| secrets.iter().any(|secret| hash.is_of(secret)))
        };
        let seats = (0..).zip(&self.seats);
        let sides: Vec<SideId> = seats.filter(|(_, seat)| has(seat)).map(|(side, _)| side).collect();
        let host = self.created.host.filter(|host| sides.contains(host));
        let by = host.and_then(|host| {
            let hash = self.seats.get(host as usize)?.hash?;
            secrets.iter().find(|secret| hash.is_of(secret))
        });
        let open = |side: &SideId| self.seats[*side as usize].sitter == Sitter::Open;
        let all = (0..self.seats.len() as SideId).filter(open);
        let invitations =
            by.map_or(Vec::new(), |by| all.map(|side| (side, by.invitation(&self.id, side).to_string())).collect());
        for &side in &sides {
            // A browser whose connections pile up has lost the oldest ones.
            let at_it = |(_, connection): &(&u64, &Connection)| connection.sides.contains(&side);
            let others = self.connections.iter().filter(|(other, _)| **other != number).filter(at_it);
            let others: Vec<u64> = others.map(|(other, _)| *other).collect();
            if others.len() >= limits::MOST_AT_A_SEAT {
                effects.close.push((others[0], "Another page of this browser has taken over."));
            }
            self.seats[side as usize].lost = None;
        }
        let Some(connection) = self.connections.get_mut(&number) else { return };
        (connection.sides, connection.invitations) = (sides, invitations);
        // What changes by its coming it is not told as news: it is in what follows.
        connection.greeted = false;
        self.look_around(effects, now);
        let missed = version.and_then(|version| self.backlog.since(version));
        match missed.map(|missed| missed.cloned().collect::<Vec<_>>()) {
            Some(missed) => {
                effects.told.extend(missed.into_iter().map(|text| (super::To(vec![number]), text)));
                // Who has missed nothing is to know that as well.
                effects.tell(number, &Told::Pong { n: 0 });
            }
            None => {
                let state = self.state(number, now);
                effects.told.push((super::To(vec![number]), state));
            }
        }
        if let Some(connection) = self.connections.get_mut(&number) {
            connection.greeted = true;
        }
        // An engine that nobody has watched thinks again.
        let running = |room: &Room| room.clocks.as_ref().and_then(|clocks| clocks.running());
        let before = running(self);
        self.run_clocks(now);
        if running(self) != before {
            self.tell_presence(effects, now);
        }
    }

    pub(super) fn ping(&mut self, number: u64, n: u64, lag: f64, effects: &mut Effects) {
        if let Some(connection) = self.connections.get_mut(&number) {
            // Whatever it says: what is forgiven is bounded elsewhere.
            connection.lag = Duration::from_millis(if lag.is_finite() { lag.clamp(0.0, 10_000.0) as u64 } else { 0 });
        }
        effects.tell(number, &Told::Pong { n });
    }

    /// How long messages of a side take there and back.
    pub(super) fn lag(&self, side: SideId) -> Duration {
        let own = self.connections.values().filter(|connection| connection.sides.contains(&side));
        own.map(|connection| connection.lag).min().unwrap_or_default()
    }

    /// Tells who has come or gone, if that has changed.
    pub(super) fn look_around(&mut self, effects: &mut Effects, now: Moment) {
        let mut changed = false;
        for seat in &mut self.seats {
            let here = seat.is_here(now);
            changed |= here != seat.here;
            seat.here = here;
        }
        if changed {
            self.tell_presence(effects, now);
        }
    }

    pub(super) fn tell_presence(&mut self, effects: &mut Effects, now: Moment) {
        self.run_clocks(now);
        let seats: Vec<SeatState<'static>> = self
            .seats
            .iter()
            .map(|seat| {
                let SeatState { kind, name, here } = seat.state();
                SeatState { kind, name: Cow::Owned(name.into_owned()), here }
            })
            .collect();
        let sides = seats.iter().map(|seat| HereState { here: seat.here }).collect();
        let clocks = self.clock_state(now);
        self.tell(effects, &Event::Presence { sides, seats, clocks });
    }

    /// Has a side been away for so long that the game can be claimed from it?
    pub(super) fn is_gone(&self, side: SideId, now: Moment) -> bool {
        let Some((lost, on_purpose)) = self.seats.get(side as usize).and_then(Seat::lost) else { return false };
        let patience = match (&self.clocks, on_purpose) {
            (None, _) => limits::GONE_WITHOUT_CLOCK,
            (Some(_), true) => limits::LEFT,
            (Some(_), false) => limits::GONE,
        };
        now.since(lost) >= patience
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn talk_is_paced() {
        let mut bucket = Bucket::default();
        let mut now = Moment(1_000_000);
        assert_eq!((0..10).filter(|_| bucket.take(now)).count(), limits::CHAT_BURST as usize);
        now = now + limits::CHAT_PAUSE;
        assert_eq!((0..10).filter(|_| bucket.take(now)).count(), 1);
        now = now + limits::CHAT_PAUSE * 100;
        assert_eq!((0..10).filter(|_| bucket.take(now)).count(), limits::CHAT_BURST as usize);
    }
}
