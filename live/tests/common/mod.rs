//! What the tests share: games from `variants/`, a plain view, a room with its journal, and browsers that understand what they are told.
#![allow(dead_code, reason = "each test uses some of it")]
#![allow(clippy::missing_panics_doc, clippy::unwrap_used, reason = "tests")]

use serde::Serialize;
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{Arc, Mutex, OnceLock},
    time::Duration,
};
use wazir_engine::Opened;
use wazir_live::{
    Effects, Made, Moment, NewGame, Room, Said, Secret, View,
    message::Shown,
    record::{Entry, SeatWanted},
    secret,
};
use wazir_reference::Interpreter;
use wazir_runtime::{SideId, Style};
use wazir_session::session::Session;
use wazir_variant_spec::{Folder, Library, Source, compile};

/// A game of `variants/`, interpreted; each is opened once.
pub(crate) fn opened(name: &str) -> Opened {
    static OPEN: OnceLock<Mutex<BTreeMap<String, Opened>>> = OnceLock::new();
    let mut open = OPEN.get_or_init(Mutex::default).lock().unwrap();
    open.entry(name.to_string())
        .or_insert_with(|| {
            let folder = Folder(PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../variants")));
            let source = folder.find(name).expect("a game of variants/");
            of_source(source)
        })
        .clone()
}

/// A game from the text of its rule file.
pub(crate) fn of_source(source: Source) -> Opened {
    let folder = Folder(PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../variants")));
    let compiled = compile(&source, &folder).map_err(|wrong| wrong.render(false)).unwrap();
    let rules = Arc::new(compiled.rules.clone());
    let game = Interpreter::new(compiled.rules).expect("a right start");
    let variant = Arc::new(game.clone());
    Opened { source, rules, variant, engine: Arc::new(move || wazir_engine::interpreted(&game)) }
}

/// Shows just what the tests look at.
pub(crate) struct Plain(pub(crate) String);

#[derive(Serialize)]
struct PlainPosition {
    ply: usize,
    fen: String,
    turn: SideId,
    moves: Vec<String>,
}

impl View for Plain {
    fn game(&self) -> Shown {
        Shown::new(&json!({ "id": self.0 }))
    }
    fn position(&self, session: &Session) -> Shown {
        let game = session.game();
        let moves = session.legal().iter().map(|&mv| game.move_text(mv, Style::Game)).collect();
        let (ply, fen, turn) = (session.ply(), game.fen(Style::Game), session.turn());
        Shown::new(&PlainPosition { ply, fen, turn, moves })
    }
}

pub(crate) fn view(name: &str) -> Arc<dyn View> {
    Arc::new(Plain(name.to_string()))
}

pub(crate) fn wanted(seats: &[SeatWanted]) -> NewGame {
    NewGame { seats: seats.to_vec(), ..NewGame::default() }
}

/// A room, its journal, the time, and what every connection has been told.
pub(crate) struct Stage {
    pub(crate) game: String,
    pub(crate) room: Room,
    pub(crate) journal: BTreeMap<String, Vec<String>>,
    pub(crate) now: Moment,
    pub(crate) told: BTreeMap<u64, Vec<Value>>,
    pub(crate) closed: Vec<u64>,
    pub(crate) secrets: Vec<(SideId, Secret)>,
    pub(crate) invitations: Vec<(SideId, Secret)>,
    /// How much has been said.
    pub(crate) said: u64,
    ids: u64,
}

pub(crate) const START: Moment = Moment(1_700_000_000_000);

impl Stage {
    pub(crate) fn new(game: &str, wanted: &NewGame) -> Stage {
        let id = secret::game_id().unwrap();
        let made = Room::create(id, wanted, (game, false), opened(game), view(game), Some("creator"), START);
        let (room, Made { seats, invitations }, effects) = made.unwrap();
        let mut stage = Stage {
            game: game.to_string(),
            room,
            journal: BTreeMap::new(),
            now: START,
            told: BTreeMap::new(),
            closed: Vec::new(),
            secrets: seats,
            invitations,
            said: 0,
            ids: 0,
        };
        stage.take(effects);
        stage
    }

    /// Two people with a seat each, whose connections are 0 and 1.
    pub(crate) fn of_two(game: &str, clock: Option<(u64, u64)>) -> Stage {
        let clock =
            clock.map(|(initial, increment)| wazir_live::record::ClockWanted { initial, increment, byoyomi: 0 });
        let mut stage = Stage::new(game, &NewGame { clock, ..wanted(&[SeatWanted::Me, SeatWanted::Open]) });
        let code = stage.invitations[0].1.to_string();
        let (side, secret, effects) = stage.room.join(&code, Some("guest"), "", stage.now).unwrap();
        stage.take(effects);
        stage.secrets.push((side, secret));
        stage.come(0, &[0], None);
        stage.come(1, &[1], None);
        stage
    }

    /// Effects as a server takes them: first what is written.
    pub(crate) fn take(&mut self, effects: Effects) {
        for write in &effects.write {
            let journal = self.journal.entry(write.summary.id.clone()).or_default();
            assert_eq!(write.first, journal.len() as u64, "a journal has no gaps");
            for line in &write.entries {
                serde_json::from_str::<Entry>(line).unwrap_or_else(|error| panic!("{error}: {line}"));
            }
            journal.extend(write.entries.iter().cloned());
        }
        for (to, text) in effects.told {
            let value: Value = serde_json::from_str(&text).unwrap();
            for number in to.0 {
                self.told.entry(number).or_default().push(value.clone());
            }
        }
        self.closed.extend(effects.close.into_iter().map(|(number, _)| number));
    }

    pub(crate) fn secret(&self, side: SideId) -> String {
        self.secrets.iter().find(|(own, _)| *own == side).unwrap().1.to_string()
    }

    /// A connection with these seats.
    pub(crate) fn come(&mut self, number: u64, sides: &[SideId], version: Option<u64>) {
        assert!(self.room.enter(number));
        let secrets = sides.iter().map(|&side| self.secret(side)).collect();
        let effects = self.room.hear(number, &Said::Hello { secrets, v: version }, self.now);
        self.take(effects);
    }

    pub(crate) fn leave(&mut self, number: u64) {
        let effects = self.room.leave(number, false, self.now);
        self.take(effects);
    }

    /// Says something, under a new name unless it has one; the answer to it.
    pub(crate) fn say(&mut self, number: u64, mut message: Value) -> Value {
        if message.get("id").is_none() {
            self.ids += 1;
            message["id"] = json!(format!("m{}", self.ids));
        }
        self.said += 1;
        let id = message["id"].clone();
        let said: Said = serde_json::from_value(message).unwrap();
        let before = self.told.get(&number).map_or(0, Vec::len);
        let effects = self.room.hear(number, &said, self.now);
        self.take(effects);
        let told = &self.told.get(&number).map_or(&[][..], |told| &told[before..]);
        told.iter().find(|told| told["id"] == id && told["t"] != "state").cloned().unwrap_or(Value::Null)
    }

    pub(crate) fn play(&mut self, number: u64, u: &str) -> Value {
        let ply = self.room.session().ply();
        self.say(number, json!({ "t": "move", "u": u, "ply": ply }))
    }

    pub(crate) fn wait(&mut self, ms: u64) {
        self.now = self.now + Duration::from_millis(ms);
        let effects = self.room.tick(self.now);
        self.take(effects);
    }

    /// What a connection was told last.
    pub(crate) fn last(&self, number: u64) -> &Value {
        self.told.get(&number).and_then(|told| told.last()).unwrap_or(&Value::Null)
    }

    /// The kinds of events that a connection was told.
    pub(crate) fn kinds(&self, number: u64) -> Vec<String> {
        let told = self.told.get(&number).map_or(&[][..], |told| told);
        told.iter().filter_map(|told| told["e"]["k"].as_str()).map(str::to_string).collect()
    }

    pub(crate) fn entries(&self, id: &str) -> Vec<Entry> {
        self.journal[id].iter().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The server stops without a word, and another one takes the journal.
    pub(crate) fn crash(&mut self) {
        let id = self.room.id().to_string();
        let entries = self.entries(&id);
        self.room = Room::restore(id, &entries, opened(&self.game), view(&self.game), self.now).unwrap();
        self.told.clear();
    }
}

/// A browser, as `web/js/net/live.js` behaves.
#[derive(Debug, Default)]
pub(crate) struct Browser {
    pub(crate) version: Option<u64>,
    pub(crate) history: Vec<String>,
    pub(crate) ply: u64,
    pub(crate) over: bool,
    /// It has noticed that something is missing.
    pub(crate) gap: bool,
}

impl Browser {
    pub(crate) fn hear(&mut self, told: &Value) {
        match told["t"].as_str() {
            Some("state") => {
                self.version = told["v"].as_u64();
                let history = told["history"].as_array().unwrap();
                self.history = history.iter().map(|mv| mv["u"].as_str().unwrap().to_string()).collect();
                self.ply = told["position"]["ply"].as_u64().unwrap();
                self.over = !told["over"].is_null();
                self.gap = false;
            }
            Some("event") => {
                let version = told["v"].as_u64().unwrap();
                match self.version {
                    Some(own) if version <= own => return,
                    Some(own) if version > own + 1 => {
                        self.gap = true;
                        self.version = None;
                        return;
                    }
                    Some(_) => {}
                    None => return,
                }
                self.version = Some(version);
                let event = &told["e"];
                match event["k"].as_str() {
                    Some("moved") => {
                        self.history.push(event["uci"].as_str().unwrap().to_string());
                        self.ply = event["position"]["ply"].as_u64().unwrap();
                    }
                    Some("taken back") => {
                        self.ply = event["position"]["ply"].as_u64().unwrap();
                        self.history.truncate(self.ply as usize);
                        self.over = false;
                    }
                    Some("over") => self.over = true,
                    _ => {}
                }
            }
            _ => {}
        }
    }
}
