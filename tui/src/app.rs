//! [`App`]: everything there is on the screen, and what events do to it. Drawing reads it; the terminal and the engine feed it.

mod catalogue;
mod files;
mod menus;
mod network;
mod play;
mod setup;

pub use catalogue::{Entry, Picker};
pub use menus::{Act, FormKind, LineFor, MenuItem, Popup, Screen};
pub use network::{Hosted, Network};
pub use play::KEYS;
pub use setup::{NewGame, Opponent};

use crate::{
    form::List,
    geometry::Geometry,
    glyphs::Choice,
    store::{Journal, Saved, Settings, Store},
    table::Table,
    theme::{Depth, Theme},
    thinker::Thought,
};
use crossterm::event::{Event as TerminalEvent, KeyEvent, KeyEventKind, MouseEvent};
use ratatui::layout::Rect;
use std::{
    sync::{Arc, mpsc::Sender},
    time::Duration,
};
use wazir_engine::Games;
use wazir_files::Keeping;
use wazir_runtime::{PieceId, Square};

/// What happens to the app.
#[derive(Debug)]
pub enum Event {
    /// A key, the mouse, another size.
    Terminal(TerminalEvent),
    /// The engine of the table of this number says something.
    Thought(u64, Thought),
    /// The terminal is gone: nothing comes from it any more.
    Gone,
    /// The games have been read.
    Catalogue(Vec<Entry>),
    /// The connection of this number has something to tell.
    Net(u64, crate::net::Event),
}

/// Everything there is on the screen.
pub struct App {
    /// Where games come from.
    pub games: Arc<dyn Games>,
    /// Where things are kept, if anything is.
    pub store: Option<Store>,
    /// What people like.
    pub settings: Settings,
    /// Colours, as settings and terminal allow.
    pub theme: Theme,
    /// What the terminal has.
    detected: Depth,
    /// Colours that were asked for on the command line.
    forced: Option<Depth>,
    /// What is shown.
    pub screen: Screen,
    /// What lies over it.
    pub popup: Option<Popup>,
    /// The game, if there is one.
    pub table: Option<Table>,
    /// All games, once they have been read.
    pub catalogue: Option<Vec<Entry>>,
    /// Has reading them begun?
    reading: bool,
    /// Where things have been drawn, for the mouse.
    pub areas: Areas,
    /// Is it over?
    pub quit: bool,
    events: Sender<Event>,
    /// The number of the table: thoughts about earlier ones are not listened to.
    number: u64,
    /// The square on which the mouse button went down.
    pressed: Option<Square>,
    /// The connection to somebody far away.
    pub network: Option<Network>,
    /// The number of the connection: earlier ones are not listened to.
    connections: u64,
    /// How long the network waits for somebody who is gone.
    pub patience: crate::net::Patience,
    /// How the last game was set up, for a rematch.
    last: Option<NewGame>,
    /// The game to which a guest is coming back, and its journal.
    coming_back: Option<(Saved, Journal)>,
    /// Are the settings kept?
    settings_kept: Keeping,
}

/// Where things have been drawn.
#[derive(Clone, Debug, Default)]
pub struct Areas {
    /// The board: its window, the column and row of the board in the window's left upper corner, and the board.
    pub board: Option<(Rect, (i32, i32), Geometry)>,
    /// Pieces in the hand of the side to move.
    pub hands: Vec<(Rect, PieceId)>,
    /// Plies in the list of moves.
    pub moves: Vec<(Rect, usize)>,
    /// Items of the list or rows of the form on top.
    pub items: Vec<(Rect, usize)>,
}

impl Areas {
    /// The square at a place on the screen.
    fn square_at(&self, column: u16, row: u16) -> Option<Square> {
        let (window, (left, top), geometry) = self.board.as_ref()?;
        let inside = window.contains((column, row).into());
        let (x, y) = (i32::from(column) - i32::from(window.x), i32::from(row) - i32::from(window.y));
        inside.then(|| geometry.square_at(x + left, y + top)).flatten()
    }
}

/// The thing that lies at a place.
fn at<T: Copy>(areas: &[(Rect, T)], column: u16, row: u16) -> Option<T> {
    areas.iter().find(|(area, _)| area.contains((column, row).into())).map(|&(_, thing)| thing)
}

impl App {
    /// The app with its main menu. Events that come from elsewhere are sent to `events`, and are to be handed to [`App::handle`].
    pub fn new(games: Arc<dyn Games>, store: Option<Store>, detected: Depth, events: Sender<Event>) -> App {
        let (settings, trouble) = match store.as_ref().map(Store::settings) {
            Some(Ok(settings)) => (settings, None),
            Some(Err(error)) => (Settings::default(), Some(error)),
            None => (Settings::default(), None),
        };
        let mut app = App {
            games,
            store,
            settings,
            theme: Theme { depth: detected },
            detected,
            forced: None,
            screen: Screen::Menu(List::new("Wazir", Vec::new())),
            popup: None,
            table: None,
            catalogue: None,
            reading: false,
            areas: Areas::default(),
            quit: false,
            events,
            number: 0,
            pressed: None,
            last: None,
            network: None,
            connections: 0,
            patience: crate::net::Patience::default(),
            coming_back: None,
            settings_kept: Keeping::default(),
        };
        app.apply_settings();
        app.show_menu();
        if let Some(trouble) = trouble {
            app.tell("Settings", trouble);
        }
        app
    }

    /// Pieces and colours that were asked for on the command line: for this time only.
    pub fn force(&mut self, pieces: Option<Choice>, depth: Option<Depth>) {
        if let Some(pieces) = pieces {
            self.settings.pieces = pieces.text().to_string();
        }
        self.forced = depth;
        self.apply_settings();
    }

    fn apply_settings(&mut self) {
        let chosen = self.settings.colors.parse().unwrap_or(self.detected);
        self.theme = Theme { depth: self.forced.unwrap_or(chosen) };
    }

    /// How pieces are shown.
    pub fn pieces(&self) -> Choice {
        Choice::parse(&self.settings.pieces).unwrap_or_default()
    }

    /// Takes an event.
    pub fn handle(&mut self, event: Event) {
        match event {
            Event::Terminal(TerminalEvent::Key(key)) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Terminal(TerminalEvent::Mouse(mouse)) => self.mouse(mouse),
            Event::Terminal(TerminalEvent::Paste(text)) => self.paste(&text),
            Event::Terminal(_) => {}
            Event::Thought(number, thought) if number == self.number => {
                let happening = self.table.as_mut().and_then(|table| table.hear(thought));
                self.follow(happening);
            }
            Event::Thought(..) => {}
            Event::Gone => self.quit = true,
            Event::Net(number, event) if number == self.connections => self.hear_network(event),
            Event::Net(..) => {}
            Event::Catalogue(entries) => {
                self.catalogue = Some(entries);
                self.refilter();
            }
        }
        self.tell_network();
    }

    /// Time has passed.
    pub fn pass(&mut self, elapsed: Duration) {
        let happening = self.table.as_mut().and_then(|table| table.tick(elapsed));
        self.follow(happening);
        self.tell_network();
    }

    fn key(&mut self, key: KeyEvent) {
        if is_interrupt(key) {
            self.quit = true;
        } else if self.popup.is_some() {
            self.key_in_popup(key);
        } else if matches!(self.screen, Screen::Table) {
            self.key_at_table(key);
        } else {
            self.key_in_menus(key);
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        if self.popup.is_some() || !matches!(self.screen, Screen::Table) {
            self.mouse_in_menus(mouse);
        } else {
            self.mouse_at_table(mouse);
        }
    }

    /// Leaves in an orderly way: a game that is not finished stays in its journal. What is lost by leaving, if anything is.
    pub fn close(&mut self) -> Option<String> {
        if self.network.is_some() {
            self.disconnect("the other side has left");
            // Time for the farewell to go out.
            std::thread::sleep(Duration::from_millis(150));
        }
        self.table.as_mut().and_then(|table| table.leave())
    }
}

/// Is it Ctrl-C?
fn is_interrupt(key: KeyEvent) -> bool {
    use crossterm::event::{KeyCode, KeyModifiers};
    key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL)
}
