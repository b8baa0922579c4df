//! How a game is set up: who plays what, and against whom.

use crate::{
    app::{App, Event, FormKind, Screen},
    clock::{Clocks, TimeControl},
    form::{Form, Row},
    loaded::Loaded,
    session::Session,
    store::{Journal, Saved},
    table::{Player, Seats, Table},
};
use std::hash::{BuildHasher, Hasher, RandomState};
use wazir_engine::Opened;
use wazir_runtime::{Info, SideId};

/// A game that is to be begun.
#[derive(Clone)]
pub struct NewGame {
    /// The name by which it was opened.
    pub name: String,
    /// The game.
    pub opened: Opened,
    /// The side that is played here; `None`: any.
    pub side: Option<SideId>,
    /// Who plays the others.
    pub opponent: Opponent,
    /// The time control.
    pub control: Option<TimeControl>,
    /// The start in FEN; `None`: the game's own.
    pub fen: Option<String>,
}

/// Who plays against whoever sits here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// The engine, at a level.
    Engine(u8),
    /// Somebody at the same keyboard.
    Friend,
    /// Nobody: the engine plays all sides, at a level.
    Watch(u8),
}

/// Rows of the form.
const OPPONENT: &str = "Opponent";
const SIDE: &str = "You play";
const LEVEL: &str = "Level";
const CLOCK: &str = "Clock";

/// Time controls that can be had without typing.
pub(super) const USUAL_CLOCKS: [&str; 8] = ["none", "1+0", "3+2", "5+3", "10+5", "15+10", "30", "10b30"];

/// The levels of the engine, in words.
pub(super) fn levels() -> Vec<String> {
    let word = |level: u8| match level {
        1 => " (has learnt the moves)",
        10 => " (as well as it can)",
        _ => "",
    };
    (1..=10).map(|level| format!("{level}{}", word(level))).collect()
}

/// The side to play: as asked, or any by chance.
pub(super) fn drawn_side(side: Option<SideId>, info: &Info) -> SideId {
    let sides = info.sides.len().max(1) as u64;
    side.unwrap_or_else(|| (RandomState::new().build_hasher().finish() % sides) as SideId)
}

impl NewGame {
    fn players(&self) -> Vec<Player> {
        let info = self.opened.variant.info();
        let here = drawn_side(self.side, info);
        let player = |side: SideId| match self.opponent {
            Opponent::Friend => Player::Human,
            Opponent::Watch(level) => Player::Engine(level),
            Opponent::Engine(level) => {
                if side == here {
                    Player::Human
                } else {
                    Player::Engine(level)
                }
            }
        };
        (0..info.sides.len() as SideId).map(player).collect()
    }
}

impl App {
    /// Asks how a game is to be played.
    pub(super) fn show_new_game(&mut self, name: String, opened: Opened) {
        let info = opened.variant.info();
        let sides = info.sides.iter().map(|side| side.name.to_string()).chain(["either, by chance".to_string()]);
        let clock = self.settings.clock.map_or("none".to_string(), |control| control.to_string());
        let opponents = ["the engine", "a friend at this keyboard", "nobody: watch the engine"].map(str::to_string);
        let rows = vec![
            Row::choice(OPPONENT, opponents.to_vec(), 0),
            Row::choice(SIDE, sides.collect(), 0),
            Row::choice(LEVEL, levels(), usize::from(self.settings.level.max(1)) - 1),
            Row::text(CLOCK, clock, &USUAL_CLOCKS),
        ];
        let form = Form::new(format!("New game of {}", info.name), rows);
        self.screen = Screen::Form(form, FormKind::NewGame { name, opened: Box::new(opened) });
    }

    /// The form of a new game is filled in.
    pub(super) fn begin_from_form(&mut self, form: &mut Form, name: &str, opened: &Opened) {
        let control = match control(form.text(CLOCK)) {
            Ok(control) => control,
            Err(error) => {
                form.error = Some(error);
                return;
            }
        };
        let level = form.chosen(LEVEL) as u8 + 1;
        let sides = opened.variant.info().sides.len();
        let side = Some(form.chosen(SIDE)).filter(|&side| side < sides).map(|side| side as SideId);
        let opponent = match form.chosen(OPPONENT) {
            0 => Opponent::Engine(level),
            1 => Opponent::Friend,
            _ => Opponent::Watch(level),
        };
        self.settings.level = level;
        self.settings.clock = control;
        self.keep_settings();
        let new = NewGame { name: name.to_string(), opened: opened.clone(), side, opponent, control, fen: None };
        if let Err(error) = self.begin(new) {
            form.error = Some(error);
        }
    }

    /// Begins a game.
    ///
    /// # Errors
    /// When its start is none.
    pub fn begin(&mut self, new: NewGame) -> Result<(), String> {
        let session = Session::set_up::<&str>(new.opened.clone(), new.fen.as_deref(), &[]);
        let session = session.map_err(|error| error.to_string())?;
        let sides = session.info().sides.len();
        let players = new.players();
        let clocks = new.control.map(|control| Clocks::new(control, sides));
        self.sit_down(session, players, clocks, new.name.clone(), self.journal());
        self.last = Some(new);
        Ok(())
    }

    /// A journal for a new game, if anything is kept.
    pub(super) fn journal(&self) -> Option<Journal> {
        self.store.as_ref().map(|store| store.journal())
    }

    /// Goes on with a game that was written down.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn resume(&mut self, saved: &Saved, journal: Option<Journal>) -> Result<(), String> {
        let session = saved.open(&*self.games)?;
        let clocks = saved.clocks(session.info().sides.len());
        // Whoever was far away is not there any more.
        let here = |player: &Player| if *player == Player::Remote { Player::Human } else { *player };
        let players = saved.players.iter().map(here).collect();
        self.sit_down(session, players, clocks, saved.game.clone(), journal);
        let Some(table) = self.table.as_mut() else { return Ok(()) };
        table.note("the game goes on where it was left");
        if let Some(pgn) = &saved.loaded {
            match Loaded::read(pgn, &*table.session.opened().variant) {
                Ok(loaded) => table.set_loaded(loaded),
                Err(error) => table.complain(format!("the game goes on; what the file said about it is lost: {error}")),
            }
        }
        Ok(())
    }

    /// Shows a game that goes on from where it stands.
    pub(super) fn sit_down(
        &mut self,
        session: Session,
        players: Vec<Player>,
        clocks: Option<Clocks>,
        name: String,
        journal: Option<Journal>,
    ) {
        let lost = self.table.as_mut().and_then(|table| table.leave());
        let is_remote = players.contains(&Player::Remote);
        if !is_remote {
            self.disconnect("the other side has begun another game");
        }
        self.number += 1;
        let (number, events) = (self.number, self.events.clone());
        let parents = self.games.parents(session.opened());
        let seats = Seats { players, clocks, name, parents, journal };
        let mut table = Table::new(session, seats, move |thought| events.send(Event::Thought(number, thought)).is_ok());
        if self.settings.evaluation && !is_remote {
            table.toggle_judging();
        }
        self.table = Some(table);
        self.popup = None;
        self.screen = Screen::Table;
        if let Some(lost) = lost {
            self.tell("The last game", lost);
        }
    }
}

/// The time control of a text; `none` or nothing: none.
pub(super) fn control(text: &str) -> Result<Option<TimeControl>, String> {
    match text {
        "" | "none" => Ok(None),
        _ => text.parse().map(Some).map_err(|error: crate::clock::TimeControlError| error.to_string()),
    }
}
