//! [`Room`]: one live game, from the first seat taken to the last word said.

mod effects;
mod hear;
mod offers;
mod people;
mod restore;
mod start;

pub use effects::{Effects, To};
pub use restore::RestoreError;
pub use start::{Made, Wrong};

use crate::{
    Moment,
    clock::Running,
    limits,
    message::{
        ChatLine, ClockState, Event, InvitationState, OfferState, OutcomeState, Played, SeatState, Shown, State,
    },
    record::{Created, Did, Ended, Entry, Offered, Over, SeatSummary, Sitter, Summary},
};
use effects::Backlog;
use hear::Answers;
use offers::Offer;
use people::{Bucket, Connection, Seat};
use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};
use wazir_engine::{Clock, Line, Opened};
use wazir_runtime::{Move, SideId, Style};
use wazir_session::session::{Ending, Session, side_name};

/// Who shows games and positions to browsers.
pub trait View: Send + Sync {
    /// What there is to show of the game that is played, which does not change from move to move.
    fn game(&self) -> Shown;
    /// The present position of a game with its legal moves.
    fn position(&self, session: &Session) -> Shown;
}

/// A move that an engine is to find.
#[derive(Clone, Debug)]
pub struct Question {
    /// Said with the answer: whether the position is still the same.
    pub epoch: u64,
    /// The level, 1 to 10.
    pub level: u8,
    /// What has been played.
    pub line: Line,
    /// How much time there is; `None`: the game has no clock.
    pub clock: Option<Clock>,
}

/// Something that was said.
#[derive(Clone, Debug)]
struct Spoken {
    side: Option<SideId>,
    text: String,
}

/// A game that follows.
#[derive(Clone, Debug)]
struct Next {
    id: String,
    sides: Vec<SideId>,
}

/// A live game.
pub struct Room {
    id: String,
    created: Created,
    session: Session,
    view: Arc<dyn View>,
    game: Shown,
    /// The moves that have been played, in UCI.
    ucis: Vec<String>,
    seats: Vec<Seat>,
    clocks: Option<Running>,
    offers: Vec<Offer>,
    /// Whose offer of a draw was declined last, and after how many moves.
    declined_at: Option<(SideId, usize)>,
    chat: VecDeque<Spoken>,
    /// Things said in all.
    said: usize,
    next: Option<Next>,
    connections: BTreeMap<u64, Connection>,
    watchers: Bucket,
    answers: Answers,
    /// The version of what browsers have been told, with what those may have missed.
    backlog: Backlog,
    /// Changes whenever the position does.
    epoch: u64,
    /// The position, if somebody has asked for it since.
    shown: Option<Shown>,
    /// The number of the next entry of the journal.
    entries: u64,
    began: Moment,
    changed: Moment,
}

impl Room {
    fn with(id: String, created: Created, session: Session, view: Arc<dyn View>, now: Moment) -> Room {
        let sides = session.info().sides.len();
        let clocks = created.control.map(|control| Running::new(control, sides));
        let ucis = session.texts();
        let game = view.game();
        let seats = created.seats.iter().map(|seat| Seat::new(seat, now)).collect();
        Room {
            id,
            created,
            session,
            view,
            game,
            ucis,
            seats,
            clocks,
            offers: Vec::new(),
            declined_at: None,
            chat: VecDeque::new(),
            said: 0,
            next: None,
            connections: BTreeMap::new(),
            watchers: Bucket::default(),
            answers: Answers::default(),
            backlog: Backlog::new(now),
            epoch: 0,
            shown: None,
            entries: 0,
            began: now,
            changed: now,
        }
    }

    /// The name of the game.
    pub fn id(&self) -> &str {
        &self.id
    }
    /// How it has begun.
    pub fn created(&self) -> &Created {
        &self.created
    }
    /// When it has begun.
    pub fn began(&self) -> Moment {
        self.began
    }
    /// What is played.
    pub fn session(&self) -> &Session {
        &self.session
    }
    /// The version of what browsers have been told.
    pub fn version(&self) -> u64 {
        self.backlog.version()
    }
    /// How many entries its journal has.
    pub fn entries(&self) -> u64 {
        self.entries
    }
    /// Is it over?
    pub fn is_over(&self) -> bool {
        self.session.ending().is_some()
    }
    /// Is anybody looking?
    pub fn is_watched(&self) -> bool {
        self.connections.values().any(|connection| connection.greeted)
    }
    /// May it be put away? Nobody is connected, and no clock runs.
    pub fn is_idle(&self) -> bool {
        self.connections.is_empty() && self.clocks.as_ref().is_none_or(|clocks| clocks.running().is_none())
    }
    /// What each side has left, in milliseconds, where there are clocks.
    pub fn clocks_left(&self, now: Moment) -> Option<Vec<u64>> {
        self.clocks.as_ref().map(|clocks| clocks.left(now))
    }

    fn is_engine(&self, side: SideId) -> bool {
        matches!(self.seats.get(side as usize), Some(Seat { sitter: Sitter::Engine(_), .. }))
    }
    fn is_person(&self, side: SideId) -> bool {
        matches!(self.seats.get(side as usize), Some(Seat { sitter: Sitter::Person, .. }))
    }
    fn has_open_seats(&self) -> bool {
        self.seats.iter().any(|seat| seat.sitter == Sitter::Open)
    }

    /// Whose clock is to run: that of the side to move, from the first move on, while everybody is there who has to be; an engine's only while somebody watches it think.
    fn runs(&self) -> Option<SideId> {
        let turn = self.session.turn();
        let waits = self.is_over() || self.ucis.len() <= self.created.moves.len() || self.has_open_seats();
        let unwatched = self.is_engine(turn) && !self.is_watched();
        if waits || unwatched { None } else { Some(turn) }
    }

    fn run_clocks(&mut self, now: Moment) {
        let side = self.runs();
        if let Some(clocks) = &mut self.clocks {
            clocks.run(side, now);
        }
    }

    /// The epoch of the position in which an engine is to move; `None` where none is, or nobody is looking.
    pub fn engine_to_move(&self) -> Option<u64> {
        let waits = self.is_over() || !self.is_watched() || self.ucis.len() >= limits::MOST_PLIES;
        (self.is_engine(self.session.turn()) && !waits).then_some(self.epoch)
    }

    /// What an engine is to find now; `None` where none is to move, or nobody is looking.
    pub fn question(&self) -> Option<Question> {
        self.engine_to_move()?;
        let turn = self.session.turn();
        let Some(Seat { sitter: Sitter::Engine(level), .. }) = self.seats.get(turn as usize) else { return None };
        let clock = self.clocks.as_ref().and_then(|clocks| clocks.clocks().for_engine(turn));
        Some(Question { epoch: self.epoch, level: *level, line: self.session.line(), clock })
    }

    /// An engine has found a move in the position of that epoch. If that is past, nothing happens.
    pub fn engine_move(&mut self, epoch: u64, mv: Move, now: Moment) -> Effects {
        let mut effects = self.passed(now);
        if epoch == self.epoch
            && !self.is_over()
            && self.is_engine(self.session.turn())
            && self.session.legal().contains(&mv)
        {
            self.play(mv, &mut effects, now);
        }
        self.finish(effects, now)
    }

    /// When [`Room::tick`] has something to do next, if nothing happens before.
    pub fn deadline(&self) -> Option<Moment> {
        let presence = self.seats.iter().filter_map(|seat| seat.away_at());
        let flag = self.clocks.as_ref().and_then(|clocks| clocks.end(self.lag(clocks.running()?)));
        presence.chain(flag).min()
    }

    /// Time has passed.
    pub fn tick(&mut self, now: Moment) -> Effects {
        let effects = self.passed(now);
        self.finish(effects, now)
    }

    /// What time alone has done: a flag has fallen, somebody is away.
    fn passed(&mut self, now: Moment) -> Effects {
        let mut effects = Effects::default();
        let flag = self.clocks.as_ref().and_then(|clocks| {
            let side = clocks.running()?;
            clocks.end(self.lag(side)).filter(|end| *end <= now).map(|_| side)
        });
        if let Some(side) = flag {
            if let Some(clocks) = &mut self.clocks {
                clocks.settle(now);
            }
            self.end(Over::Timeout(side), &mut effects, now);
        }
        self.look_around(&mut effects, now);
        effects
    }

    /// Writes down what has happened, and does it.
    fn record(&mut self, did: Did, effects: &mut Effects, now: Moment) {
        // What is written has been found to be possible before.
        let done = self.apply(&did);
        debug_assert_eq!(done, Ok(()));
        self.run_clocks(now);
        let clocks = match did {
            Did::Moved { .. } | Did::TakenBack { .. } | Did::Over { .. } | Did::Rules { .. } | Did::Paused => {
                self.clocks.as_mut().map(|clocks| {
                    clocks.settle(now);
                    clocks.sides().to_vec()
                })
            }
            _ => None,
        };
        let (by, id) = effects.asked.take().unzip();
        effects.entries.push(Entry { at: now, by, id, clocks, did });
    }

    /// Plays a legal move for the side to move.
    fn play(&mut self, mv: Move, effects: &mut Effects, now: Moment) {
        let turn = self.session.turn();
        let u = self.session.game().move_text(mv, Style::Game);
        let lag = self.lag(turn);
        if let Some(clocks) = &mut self.clocks {
            clocks.moved(turn, now, lag);
        }
        self.record(Did::Moved { u: u.clone() }, effects, now);
        let position = self.position();
        let text = self.session.written().last().cloned().unwrap_or_default();
        let clocks = self.clock_state(now);
        self.tell(effects, &Event::Moved { uci: &u, text: &text, position: &position, clocks });
        self.tell_end(effects, now);
    }

    /// Ends the game other than by its rules.
    fn end(&mut self, over: Over, effects: &mut Effects, now: Moment) {
        if !self.is_over() {
            self.record(Did::Over { over }, effects, now);
            self.tell_end(effects, now);
        }
    }

    fn tell_end(&mut self, effects: &mut Effects, now: Moment) {
        if let Some(outcome) = self.outcome() {
            let clocks = self.clock_state(now);
            self.tell(effects, &Event::Over { outcome, clocks });
        }
    }

    /// The rule file has changed: the game goes on by the new rules, with as many of its moves as they allow. Its old start is kept if the new rules have it.
    pub fn reload(&mut self, opened: Opened, view: Arc<dyn View>, now: Moment) -> Effects {
        let mut effects = self.passed(now);
        let whole = self.session.info().sides.len() == opened.variant.info().sides.len();
        if !whole {
            // Nobody knows who would have which seat.
            return self.finish(effects, now);
        }
        let (fen, moves) = (self.session.start_fen(), std::mem::take(&mut self.ucis));
        self.session = as_far_as_legal(opened, &fen, &moves);
        self.ucis = self.session.texts();
        self.view = view;
        self.game = self.view.game();
        self.offers.retain(|offer| offer.what == Offered::Rematch);
        self.changed_position();
        let did = Did::Rules { fen: self.session.start_fen(), moves: self.ucis.clone() };
        let clocks = self.clocks.as_ref().map(|clocks| clocks.sides().to_vec());
        effects.entries.push(Entry { at: now, by: None, id: None, clocks, did });
        self.run_clocks(now);
        let game = self.game.clone();
        self.tell(&mut effects, &Event::Rules { game: &game });
        let all: Vec<u64> = self.greeted().collect();
        for number in all {
            let state = self.state(number, now);
            effects.told.push((To(vec![number]), state));
        }
        self.finish(effects, now)
    }

    /// The server goes down (or puts the game away): the clocks stand still until somebody comes back.
    pub fn close(&mut self, now: Moment) -> Effects {
        let mut effects = self.passed(now);
        if let Some(clocks) = self.clocks.as_mut().filter(|clocks| clocks.running().is_some()) {
            clocks.run(None, now);
            let clocks = Some(clocks.sides().to_vec());
            effects.entries.push(Entry { at: now, by: None, id: None, clocks, did: Did::Paused });
        }
        self.tell(&mut effects, &Event::Closing);
        self.finish(effects, now)
    }

    fn changed_position(&mut self) {
        self.epoch += 1;
        self.shown = None;
    }

    /// The position, as browsers are shown it.
    pub fn position(&mut self) -> Shown {
        let view = &self.view;
        self.shown.get_or_insert_with(|| view.position(&self.session)).clone()
    }

    fn outcome(&self) -> Option<OutcomeState> {
        let info = self.session.info();
        let state = |ending: Ending| OutcomeState {
            text: ending.text(info),
            result: ending.result(info),
            winners: ending.winners(info),
        };
        self.session.ending().map(state)
    }

    fn clock_state(&self, now: Moment) -> Option<ClockState> {
        let clocks = self.clocks.as_ref()?;
        let control = clocks.control();
        let millis = |time: std::time::Duration| time.as_millis() as u64;
        Some(ClockState {
            ms: clocks.left(now),
            running: clocks.running(),
            initial: millis(control.base),
            increment: millis(control.increment),
            byoyomi: millis(control.byoyomi),
        })
    }

    fn seat_states(&self) -> Vec<SeatState<'_>> {
        self.seats.iter().map(Seat::state).collect()
    }

    fn called(&self, side: Option<SideId>) -> &str {
        let Some(side) = side else { return "Watcher" };
        match self.seats.get(side as usize).map(|seat| seat.name.as_str()) {
            Some(name) if !name.is_empty() => name,
            _ => side_name(self.session.info(), side),
        }
    }

    /// Everything, for one connection.
    fn state(&mut self, number: u64, now: Moment) -> Arc<str> {
        let position = self.position();
        let connection = self.connections.get(&number);
        let you = connection.map_or(&[][..], |connection| &connection.sides);
        let open = |(side, _): &&(SideId, String)| {
            self.seats.get(*side as usize).is_some_and(|seat| seat.sitter == Sitter::Open)
        };
        let codes = connection.map_or(&[][..], |connection| &connection.invitations);
        let codes = codes.iter().filter(|_| now < self.created.invited_until).filter(open);
        let url = |code: &str| format!("/game/{}#i={code}", self.id);
        let invitations = codes.map(|(side, code)| InvitationState { side: *side, url: url(code) }).collect();
        let moves = self.ucis.iter().zip(self.session.written());
        let state = State {
            v: self.backlog.version(),
            id: &self.id,
            game: &self.game,
            position: &position,
            history: moves.map(|(u, s)| Played { u, s }).collect(),
            clocks: self.clock_state(now),
            seats: self.seat_states(),
            you,
            offers: self.offers.iter().map(|offer| OfferState { what: offer.what, side: offer.side }).collect(),
            chat: self.chat.iter().map(|line| ChatLine { from: self.called(line.side), text: &line.text }).collect(),
            over: self.outcome(),
            invitations,
            rematch: self.next.as_ref().map(|next| next.id.as_str()),
            rematch_sides: self.next.as_ref().map(|next| next.sides.as_slice()),
        };
        crate::message::Told::State(Box::new(state)).json()
    }

    /// The game in a list.
    pub fn summary(&self) -> Summary {
        let seat =
            |seat: &Seat| SeatSummary { sitter: seat.sitter, name: seat.name.clone(), owner: seat.owner.clone() };
        Summary {
            id: self.id.clone(),
            game: self.created.game.clone(),
            title: self.session.opened().rules.name.clone(),
            plies: self.ucis.len(),
            over: self.outcome().map(|outcome| Ended { text: outcome.text, result: outcome.result.to_string() }),
            seats: self.seats.iter().map(seat).collect(),
            changed: self.changed,
        }
    }
}

/// A game from this FEN (from the start position where the rules do not have it) with as many of these moves as are legal.
fn as_far_as_legal(opened: Opened, fen: &str, moves: &[String]) -> Session {
    let none: [&str; 0] = [];
    let session = Session::set_up(opened.clone(), Some(fen), &none);
    let mut session = session.unwrap_or_else(|_| Session::new(opened));
    for text in moves {
        let played = session.parse_exactly(text).and_then(|mv| session.play(mv));
        if played.is_err() {
            break;
        }
    }
    session
}
