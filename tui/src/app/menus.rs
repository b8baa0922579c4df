//! The screens around a game: main menu, picker, forms; and what lies over them.

use crate::{
    app::{
        App, Picker, at,
        setup::{USUAL_CLOCKS, control, levels},
    },
    form::{Form, List, Pressed, Row},
    glyphs::Choice,
    net::Asked,
};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use std::path::{Path, PathBuf};
use wazir_engine::Opened;
use wazir_files::News;
use wazir_runtime::{Move, PieceId};

/// What is shown.
#[derive(Clone)]
pub enum Screen {
    /// The main menu.
    Menu(List<MenuItem>),
    /// Finding a game.
    Picker(Picker),
    /// Something to fill in.
    Form(Form, FormKind),
    /// Somebody is waited for.
    Waiting {
        /// What for.
        title: String,
        /// How it stands.
        text: String,
    },
    /// The game.
    Table,
}

/// An item of the main menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuItem {
    /// Back to the game on the table.
    Back,
    /// A new game.
    New,
    /// The last game, which was not finished.
    Resume,
    /// A game from a file.
    Load,
    /// A game to which somebody comes over the network.
    Host,
    /// A game that somebody hosts.
    Join,
    /// Settings.
    Settings,
    /// The end.
    Quit,
}

/// What a form is about.
#[derive(Clone)]
pub enum FormKind {
    /// How to play this game.
    NewGame {
        /// The name by which it was opened.
        name: String,
        /// The game.
        opened: Box<Opened>,
    },
    /// What people like.
    Settings,
    /// Which file to load.
    Load,
    /// How to host this game.
    Host {
        /// The name by which it was opened.
        name: String,
        /// The game.
        opened: Box<Opened>,
    },
    /// Which game to join.
    Join,
}

/// What lies over the screen.
#[derive(Clone)]
pub enum Popup {
    /// Something to choose.
    List(List<Act>),
    /// Something to read.
    Text {
        /// What it is about.
        title: String,
        /// The text.
        text: String,
        /// Lines above the window.
        scroll: u16,
    },
    /// A line to type.
    Line(Form, LineFor),
}

/// What a typed line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineFor {
    /// A move.
    Move,
    /// Something to say to the other side.
    Chat,
    /// A file to save the game in.
    Save,
}

/// What can be done by a popup.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// Make this move (and then place its wall).
    Body(Move),
    /// Drop a piece from the hand.
    Hand(PieceId),
    /// Give up.
    Resign,
    /// Agree to a draw.
    AcceptDraw,
    /// Do not.
    DeclineDraw,
    /// Agree to what the other side asks for over the network.
    Agree(Asked),
    /// Do not.
    Decline(Asked),
    /// Make a move that makes the game a draw.
    Claim(Move),
    /// The same again, with sides changed.
    Rematch,
    /// The same game, set up otherwise.
    Again,
    /// The main menu.
    ToMenu,
    /// Nothing.
    Stay,
    /// Save the game.
    Save,
    /// Load the game of this number from a file.
    Load(PathBuf, usize),
}

/// Rows of the settings.
const PIECES: &str = "Pieces";
const COLORS: &str = "Colours";
const EVALUATION: &str = "Evaluation";
const LEVEL: &str = "Level";
const CLOCK: &str = "Clock";
const NAME: &str = "Your name";
const COLOR_CHOICES: [&str; 5] = ["auto", "none", "16", "256", "true"];

impl App {
    /// Shows the main menu.
    pub fn show_menu(&mut self) {
        let mut items = Vec::new();
        if self.table.is_some() {
            items.push(("Back to the game".to_string(), MenuItem::Back));
        }
        // Whoever comes back after a crash comes for the game that it has interrupted.
        if self.table.is_none()
            && let Some((saved, _)) = self.unfinished()
        {
            let place = if saved.seat.is_some() { ", over the network" } else { "" };
            // It may be the path of a rule file.
            let name = Path::new(&saved.game).file_stem().map_or_else(Default::default, |stem| stem.to_string_lossy());
            let name: String = name.chars().take(20).collect();
            let text = format!("Resume the last game ({name}{place})");
            items.push((text, MenuItem::Resume));
        }
        items.push(("New game".to_string(), MenuItem::New));
        items.push(("Load a game".to_string(), MenuItem::Load));
        items.push(("Host a game over the network".to_string(), MenuItem::Host));
        items.push(("Join a game over the network".to_string(), MenuItem::Join));
        items.push(("Settings".to_string(), MenuItem::Settings));
        items.push(("Quit".to_string(), MenuItem::Quit));
        self.popup = None;
        self.screen = Screen::Menu(List::new("Wazir", items));
    }

    fn unfinished(&self) -> Option<(crate::store::Saved, crate::store::Journal)> {
        self.store.as_ref()?.unfinished()
    }

    /// Says something that has to be read.
    pub fn tell(&mut self, title: &str, text: impl Into<String>) {
        self.popup = Some(Popup::Text { title: title.to_string(), text: text.into(), scroll: 0 });
    }

    /// A key outside the game.
    pub(super) fn key_in_menus(&mut self, key: KeyEvent) {
        match &mut self.screen {
            Screen::Menu(menu) => match menu.key(key) {
                Pressed::Done(_) => {
                    if let Some(&item) = menu.chosen() {
                        self.choose_item(item);
                    }
                }
                Pressed::Left if self.table.is_some() => self.screen = Screen::Table,
                Pressed::Left => self.quit = true,
                Pressed::Taken | Pressed::Unknown => {}
            },
            Screen::Picker(_) => self.key_in_picker(key),
            Screen::Form(form, _) => match form.key(key) {
                Pressed::Done(_) => self.finish_form(),
                Pressed::Left => self.show_menu(),
                Pressed::Taken | Pressed::Unknown => {}
            },
            Screen::Waiting { .. } if matches!(key.code, KeyCode::Esc | KeyCode::Char('q')) => {
                self.disconnect("nobody waits any more");
                self.show_menu();
            }
            Screen::Waiting { .. } | Screen::Table => {}
        }
    }

    fn choose_item(&mut self, item: MenuItem) {
        match item {
            MenuItem::Back => self.screen = Screen::Table,
            MenuItem::New => self.show_picker(false),
            MenuItem::Resume => match self.unfinished() {
                Some((saved, journal)) if saved.seat.is_some() => self.come_back_to(saved, journal),
                Some((saved, journal)) => {
                    if let Err(error) = self.resume(&saved, Some(journal)) {
                        self.tell("The last game cannot be resumed", error);
                    }
                }
                None => self.show_menu(),
            },
            MenuItem::Load => self.show_load(),
            MenuItem::Host => self.show_picker(true),
            MenuItem::Join => self.show_join(),
            MenuItem::Settings => self.show_settings(),
            MenuItem::Quit => self.quit = true,
        }
    }

    fn key_in_picker(&mut self, key: KeyEvent) {
        let Screen::Picker(picker) = &mut self.screen else { return };
        let last = picker.found.len().saturating_sub(1);
        let plain = !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        match key.code {
            KeyCode::Esc if picker.query.is_empty() => self.show_menu(),
            KeyCode::Esc => {
                picker.query.clear();
                self.refilter();
            }
            KeyCode::Up => picker.at = picker.at.saturating_sub(1),
            KeyCode::Down => picker.at = (picker.at + 1).min(last),
            KeyCode::PageUp => picker.at = picker.at.saturating_sub(10),
            KeyCode::PageDown => picker.at = (picker.at + 10).min(last),
            KeyCode::Home => picker.at = 0,
            KeyCode::End => picker.at = last,
            KeyCode::Backspace => {
                picker.query.pop();
                self.refilter();
            }
            KeyCode::Char(c) if plain && picker.query.len() < 100 => {
                picker.query.push(c);
                picker.at = 0;
                self.refilter();
            }
            KeyCode::Enter => self.pick(),
            _ => {}
        }
    }

    fn pick(&mut self) {
        let picked = self.picked().map(|entry| (entry.id.clone(), entry.opened.clone()));
        let hosting = matches!(&self.screen, Screen::Picker(picker) if picker.hosting);
        match picked {
            Some((name, opened)) if hosting => self.show_host(name, opened),
            Some((name, opened)) => self.show_new_game(name, opened),
            None => {}
        }
    }

    fn show_settings(&mut self) {
        let all = Choice::all();
        let pieces = all.iter().position(|choice| *choice == self.pieces()).unwrap_or(0);
        let colors = COLOR_CHOICES.iter().position(|text| *text == self.settings.colors).unwrap_or(0);
        let clock = self.settings.clock.map_or("none".to_string(), |control| control.to_string());
        let evaluation = ["hidden", "shown"].map(str::to_string).to_vec();
        let rows = vec![
            Row::choice(PIECES, all.iter().map(|choice| choice.label().to_string()).collect(), pieces),
            Row::choice(COLORS, COLOR_CHOICES.map(str::to_string).to_vec(), colors),
            Row::choice(EVALUATION, evaluation, usize::from(self.settings.evaluation)),
            Row::choice(LEVEL, levels(), usize::from(self.settings.level.max(1)) - 1),
            Row::text(CLOCK, clock, &USUAL_CLOCKS),
            Row::text(NAME, self.settings.name.clone(), &[]),
        ];
        self.screen = Screen::Form(Form::new("Settings", rows), FormKind::Settings);
    }

    /// A form is filled in: it is looked at, and stays when something is wrong with it.
    fn finish_form(&mut self) {
        let Screen::Form(mut form, kind) = self.screen.clone() else { return };
        match &kind {
            FormKind::NewGame { name, opened } => self.begin_from_form(&mut form, name, opened),
            FormKind::Settings => self.take_settings(&mut form),
            FormKind::Host { name, opened } => self.host_from_form(&mut form, name, opened),
            FormKind::Join => self.join_from_form(&mut form),
            FormKind::Load => self.load_from_form(&mut form),
        }
        if form.error.is_some() {
            self.screen = Screen::Form(form, kind);
        }
    }

    fn take_settings(&mut self, form: &mut Form) {
        match control(form.text(CLOCK)) {
            Ok(control) => self.settings.clock = control,
            Err(error) => {
                form.error = Some(error);
                return;
            }
        }
        let pieces = Choice::all().into_iter().nth(form.chosen(PIECES)).unwrap_or_default();
        self.settings.pieces = pieces.text().to_string();
        self.settings.colors = form.text(COLORS).to_string();
        self.settings.evaluation = form.chosen(EVALUATION) == 1;
        self.settings.level = form.chosen(LEVEL) as u8 + 1;
        self.settings.name = form.text(NAME).to_string();
        // What was asked for on the command line gives way to what is asked for now.
        self.forced = None;
        self.apply_settings();
        self.show_menu();
        self.keep_settings();
    }

    pub(super) fn keep_settings(&mut self) {
        let Some(attempt) = self.store.as_ref().map(|store| store.keep(&self.settings)) else { return };
        match (self.settings_kept.after(attempt), self.store.as_ref()) {
            (Some(News::Lost(error)), Some(store)) => {
                self.tell(
                    "Settings",
                    format!("they hold for now, and are not kept in {}: {error}", store.config.display()),
                );
            }
            (Some(News::Kept), _) => self.tell("Settings", "they are kept again"),
            _ => {}
        }
    }

    /// A key while something lies over the screen.
    pub(super) fn key_in_popup(&mut self, key: KeyEvent) {
        match &mut self.popup {
            Some(Popup::List(list)) => match list.key(key) {
                Pressed::Done(_) => self.act_on_popup(),
                Pressed::Left => {
                    self.popup = None;
                    self.forget_selection();
                }
                Pressed::Taken | Pressed::Unknown => {}
            },
            Some(Popup::Text { scroll, .. }) => match key.code {
                KeyCode::Down | KeyCode::Char('j') => *scroll = scroll.saturating_add(1),
                KeyCode::Up | KeyCode::Char('k') => *scroll = scroll.saturating_sub(1),
                KeyCode::PageDown => *scroll = scroll.saturating_add(10),
                KeyCode::PageUp => *scroll = scroll.saturating_sub(10),
                _ => self.popup = None,
            },
            Some(Popup::Line(form, _)) => match form.key(key) {
                Pressed::Done(_) => self.finish_line(),
                Pressed::Left => self.popup = None,
                Pressed::Taken | Pressed::Unknown => {}
            },
            None => {}
        }
    }

    fn act_on_popup(&mut self) {
        if let Some(Popup::List(list)) = self.popup.take()
            && let Some(act) = list.chosen()
        {
            self.act(act.clone());
        }
    }

    fn finish_line(&mut self) {
        let Some(Popup::Line(form, purpose)) = &mut self.popup else { return };
        let text = form.rows.first().map_or("", |row| row.field.shown()).trim().to_string();
        let purpose = *purpose;
        match self.take_line(&text, purpose) {
            Ok(()) => {}
            Err(error) => {
                if let Some(Popup::Line(form, _)) = &mut self.popup {
                    form.error = Some(error);
                }
            }
        }
    }

    /// The mouse in menus and popups.
    pub(super) fn mouse_in_menus(&mut self, mouse: MouseEvent) {
        let item = at(&self.areas.items, mouse.column, mouse.row);
        let clicked = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        let wheel = match mouse.kind {
            MouseEventKind::ScrollUp => Some(KeyCode::Up),
            MouseEventKind::ScrollDown => Some(KeyCode::Down),
            _ => None,
        };
        if let Some(code) = wheel {
            let key = KeyEvent::new(code, KeyModifiers::NONE);
            if self.popup.is_some() {
                self.key_in_popup(key)
            } else {
                self.key_in_menus(key)
            }
            return;
        }
        if !clicked {
            return;
        }
        match (&mut self.popup, item) {
            (Some(Popup::List(list)), Some(index)) => {
                list.at = index;
                self.act_on_popup();
            }
            (Some(Popup::Text { .. }), _) => self.popup = None,
            (Some(_), _) => {}
            (None, Some(index)) => self.click_in_menus(index),
            (None, None) => {}
        }
    }

    fn click_in_menus(&mut self, index: usize) {
        match &mut self.screen {
            Screen::Menu(menu) => {
                menu.at = index;
                if let Some(&item) = menu.chosen() {
                    self.choose_item(item);
                }
            }
            Screen::Picker(picker) if picker.at == index => self.pick(),
            Screen::Picker(picker) => picker.at = index.min(picker.found.len().saturating_sub(1)),
            Screen::Form(form, _) => form.click(index),
            Screen::Waiting { .. } | Screen::Table => {}
        }
    }

    /// Text was pasted.
    pub(super) fn paste(&mut self, text: &str) {
        match (&mut self.popup, &mut self.screen) {
            (Some(Popup::Line(form, _)), _) | (None, Screen::Form(form, _)) => form.paste(text),
            (None, Screen::Picker(picker)) => {
                picker.query.extend(text.chars().filter(|c| !c.is_control()).take(100));
                self.refilter();
            }
            _ => {}
        }
    }
}
