//! [`Effects`]: what has come of something; and the events that are kept for whoever has missed them.

use super::Room;
use crate::{
    Moment, Write, limits,
    message::{Event, Told},
    record::{Actor, Entry},
};
use std::{collections::VecDeque, sync::Arc};

/// Who is told something: connections by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct To(pub Vec<u64>);

/// What has come of something that was said or has happened. First everything is written; when that is on disk, everything is told, in this order.
#[derive(Debug, Default)]
#[must_use = "what is not written is lost"]
pub struct Effects {
    /// What is to be written, all of it or nothing.
    pub write: Vec<Write>,
    /// Who is told what.
    pub told: Vec<(To, Arc<str>)>,
    /// Connections that are to be closed then, and why.
    pub close: Vec<(u64, &'static str)>,
    /// What is written to the journal of this game.
    pub(super) entries: Vec<Entry>,
    /// Whose message it was and what it is called, until it is written.
    pub(super) asked: Option<(Actor, String)>,
}

impl Effects {
    pub(super) fn tell(&mut self, number: u64, told: &Told<'_>) {
        self.told.push((To(vec![number]), told.json()));
    }
}

/// What was told last, by versions.
#[derive(Debug)]
pub(super) struct Backlog {
    version: u64,
    events: VecDeque<Arc<str>>,
    bytes: usize,
}

impl Backlog {
    /// Versions begin with the time in microseconds, so that those of a game that was put away and is here again are greater than all that it had before: what nobody
    /// has written down (who is here, say) has versions as well.
    pub(super) fn new(now: Moment) -> Backlog {
        Backlog { version: now.0.saturating_mul(1000), events: VecDeque::new(), bytes: 0 }
    }

    pub(super) fn version(&self) -> u64 {
        self.version
    }

    fn push(&mut self, event: &Event<'_>) -> Arc<str> {
        self.version += 1;
        let text = Told::Event { v: self.version, e: event }.json();
        self.bytes += text.len();
        self.events.push_back(text.clone());
        while self.events.len() > limits::KEPT_EVENTS || self.bytes > limits::KEPT_EVENT_BYTES {
            let Some(old) = self.events.pop_front() else { break };
            self.bytes -= old.len();
        }
        text
    }

    /// What has happened since this version; `None` where that is not known any more, or never was.
    pub(super) fn since(&self, version: u64) -> Option<impl Iterator<Item = &Arc<str>>> {
        let missed = usize::try_from(self.version.checked_sub(version)?).ok()?;
        Some(self.events.range(self.events.len().checked_sub(missed)?..))
    }
}

impl Room {
    /// The connections that are told what happens.
    pub(super) fn greeted(&self) -> impl Iterator<Item = u64> {
        self.connections.iter().filter(|(_, connection)| connection.greeted).map(|(number, _)| *number)
    }

    /// Tells everybody what has happened.
    pub(super) fn tell(&mut self, effects: &mut Effects, event: &Event<'_>) {
        let text = self.backlog.push(event);
        let all: Vec<u64> = self.greeted().collect();
        if !all.is_empty() {
            effects.told.push((To(all), text));
        }
    }

    /// The last thing about effects: what is to be written gets its place in the journal.
    pub(super) fn finish(&mut self, mut effects: Effects, now: Moment) -> Effects {
        self.run_clocks(now);
        let entries = std::mem::take(&mut effects.entries);
        if !entries.is_empty() {
            self.changed = now;
            let first = self.entries;
            self.entries += entries.len() as u64;
            // What is told of this game has been written before what is told of the next one.
            effects.write.insert(0, Write::new(first, &entries, self.summary()));
        }
        effects
    }
}
