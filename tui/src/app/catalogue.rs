//! The games there are, and finding one among them.

use crate::app::{App, Event, Screen};
use std::{sync::Arc, thread};
use wazir_engine::{Games, Opened};

/// A game of the catalogue.
#[derive(Clone)]
pub struct Entry {
    /// The name by which it is opened.
    pub id: String,
    /// The game.
    pub opened: Opened,
}

impl std::fmt::Debug for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Entry").field(&self.id).finish()
    }
}

/// Finding a game.
#[derive(Clone, Debug, Default)]
pub struct Picker {
    /// What was typed.
    pub query: String,
    /// Indices into the catalogue of the games that fit, best first.
    pub found: Vec<usize>,
    /// The one that is pointed at.
    pub at: usize,
    /// Is a game to be hosted?
    pub hosting: bool,
}

impl Entry {
    /// How well it fits words in lower case: less is better; `None` when it does not.
    fn fits(&self, words: &[&str]) -> Option<usize> {
        let info = self.opened.variant.info();
        let name = info.name.to_lowercase();
        let family = self.opened.rules.family.to_lowercase();
        let about = info.about.to_lowercase();
        let rank = |word: &&str| match () {
            () if self.id == *word || name == *word => Some(0),
            () if self.id.starts_with(word) || name.starts_with(word) => Some(1),
            () if self.id.contains(word) || name.contains(word) => Some(2),
            () if family.contains(word) => Some(3),
            () if about.contains(word) => Some(4),
            () => None,
        };
        words.iter().map(rank).sum()
    }
}

impl App {
    /// Shows the games to choose from.
    pub(super) fn show_picker(&mut self, hosting: bool) {
        self.screen = Screen::Picker(Picker { hosting, ..Picker::default() });
        if !self.reading {
            self.reading = true;
            let (games, events) = (self.games.clone(), self.events.clone());
            // Reading every rule file takes a moment, in which the screen goes on.
            thread::spawn(move || {
                // When nobody listens any more, the program is over.
                let _ = events.send(Event::Catalogue(read_all(&games)));
            });
        }
        self.refilter();
    }

    /// Finds the games that fit what was typed.
    pub(super) fn refilter(&mut self) {
        let Screen::Picker(picker) = &mut self.screen else { return };
        let Some(entries) = &self.catalogue else { return };
        let query = picker.query.to_lowercase();
        let words: Vec<&str> = query.split_whitespace().collect();
        let fits = entries.iter().enumerate().filter_map(|(index, entry)| Some((entry.fits(&words)?, index)));
        let mut found: Vec<(usize, usize)> = fits.collect();
        found.sort();
        picker.found = found.into_iter().map(|(_, index)| index).collect();
        picker.at = picker.at.min(picker.found.len().saturating_sub(1));
    }

    /// The game that is pointed at.
    pub fn picked(&self) -> Option<&Entry> {
        let Screen::Picker(picker) = &self.screen else { return None };
        self.catalogue.as_ref()?.get(*picker.found.get(picker.at)?)
    }
}

/// All games, by families: the largest first, games without one last. A game that cannot be opened is none to choose.
fn read_all(games: &Arc<dyn Games>) -> Vec<Entry> {
    let open = |id: String| games.open(&id).ok().map(|opened| Entry { id, opened });
    let mut entries: Vec<Entry> = games.names().into_iter().filter_map(open).collect();
    let family = |entry: &Entry| entry.opened.rules.family.clone();
    let size = |name: &str| entries.iter().filter(|entry| entry.opened.rules.family == name).count();
    let mut order: Vec<(bool, std::cmp::Reverse<usize>, String)> =
        entries.iter().map(family).map(|name| (name.is_empty(), std::cmp::Reverse(size(&name)), name)).collect();
    order.sort();
    order.dedup();
    let place = |entry: &Entry| order.iter().position(|(.., name)| *name == entry.opened.rules.family);
    entries.sort_by_cached_key(|entry| (place(entry), entry.id.clone()));
    entries
}
