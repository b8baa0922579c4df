//! A game over the network: what is said to the other side, and what comes of what it says.

mod asking;
mod returning;

use crate::{
    app::{Act, App, Event, FormKind, Popup, Screen, setup},
    clock::Clocks,
    form::{Form, List, Row},
    net::{self, Asked, Code, Link, Meeting, Message, Standing, Stood, Terms, limits},
    session::{Ending, Session, side_name},
    store::SavedSeat,
    table::{Happening, Player, Table},
};
use std::time::Instant;
use wazir_engine::Opened;
use wazir_runtime::SideId;

/// A connection and what belongs to it.
pub struct Network {
    link: Link,
    standing: Standing,
    /// The game to be played, at the host.
    hosted: Option<Hosted>,
    /// How many moves both sides know.
    told: usize,
    /// Is the other side there?
    pub connected: bool,
    /// Has the end of the game been told?
    ended: bool,
    /// What the other side calls itself.
    pub peer: String,
    /// What it was asked for and has not answered.
    asked: Option<Asked>,
    /// What it asks for.
    to_answer: Option<Asked>,
    /// How often moves were taken back or the game was begun again.
    epoch: u32,
    /// The code of the seat, at the guest.
    code: Option<Code>,
    /// Where the host is, at the guest.
    address: Option<String>,
    /// A seat of which nothing is known any more was tried first: then somebody new comes.
    or_anew: bool,
    /// Until when the other side, which is away, can come back.
    away_until: Option<Instant>,
}

/// A game that waits for its guest.
#[derive(Clone)]
pub struct Hosted {
    /// The name by which it was opened.
    pub name: String,
    /// The game.
    pub opened: Opened,
    /// The side that the host plays; `None`: any.
    pub side: Option<SideId>,
    /// The time control.
    pub control: Option<crate::clock::TimeControl>,
    /// The start in FEN; `None`: the game's own.
    pub fen: Option<String>,
}

const ADDRESS: &str = "Address";
const CODE: &str = "Code";
const SIDE: &str = "You play";
const CLOCK: &str = "Clock";

impl App {
    /// Asks how a game is to be hosted.
    pub(super) fn show_host(&mut self, name: String, opened: Opened) {
        let info = opened.variant.info();
        let sides = info.sides.iter().map(|side| side.name.to_string()).chain(["either, by chance".to_string()]);
        let clock = self.settings.clock.map_or("none".to_string(), |control| control.to_string());
        let local = format!("127.0.0.1:{}", net::PORT);
        let open = format!("0.0.0.0:{}", net::PORT);
        let rows = vec![
            Row::choice(SIDE, sides.collect(), 0),
            Row::text(CLOCK, clock, &setup::USUAL_CLOCKS),
            Row::text(ADDRESS, local.clone(), &[&local, &open]),
        ];
        let form = Form::new(format!("Host {}", info.name), rows);
        self.screen = Screen::Form(form, FormKind::Host { name, opened: Box::new(opened) });
    }

    pub(super) fn host_from_form(&mut self, form: &mut Form, name: &str, opened: &Opened) {
        let sides = opened.variant.info().sides.len();
        let side = Some(form.chosen(SIDE)).filter(|&side| side < sides).map(|side| side as SideId);
        let begun = setup::control(form.text(CLOCK)).and_then(|control| {
            let address = net::with_port(form.text(ADDRESS), None)?;
            self.settings.clock = control;
            self.keep_settings();
            self.host(&address, Hosted { name: name.to_string(), opened: opened.clone(), side, control, fen: None })
        });
        form.error = begun.err();
    }

    /// Hosts a game at an address with its port.
    ///
    /// # Errors
    /// When the start is none.
    pub fn host(&mut self, address: &str, mut hosted: Hosted) -> Result<(), String> {
        let session = Session::set_up::<&str>(hosted.opened.clone(), hosted.fen.as_deref(), &[]);
        let session = session.map_err(|error| error.to_string())?;
        let info = session.info();
        let own = setup::drawn_side(hosted.side, info);
        hosted.side = Some(own);
        let invitation = net::Invitation {
            name: self.settings.name.clone(),
            game: info.id.to_string(),
            source: hosted.opened.source.clone(),
            parents: self.games.parents(&hosted.opened),
            start: session.start_fen(),
            control: hosted.control,
        };
        let standing = Standing::default();
        let stood = hosted.control.map(|control| Clocks::new(control, info.sides.len()).sides().to_vec());
        let sides = guest_sides(info.sides.len(), own);
        standing.set(Stood { clocks: stood.unwrap_or_default(), sides, ..Stood::default() });
        let link = net::host(address.to_string(), invitation, standing.clone(), self.patience, self.listener())?;
        let title = format!("{}, played over the network", info.name);
        self.connect(link, standing, Some(hosted));
        self.screen = Screen::Waiting { title, text: "opening the door...".to_string() };
        Ok(())
    }

    /// Asks which game to join.
    pub(super) fn show_join(&mut self) {
        let rows = vec![Row::text(ADDRESS, "127.0.0.1", &[]), Row::text(CODE, "", &[])];
        let form = Form::new("Join a game (the code of a seat: only to come back)", rows);
        self.screen = Screen::Form(form, FormKind::Join);
    }

    pub(super) fn join_from_form(&mut self, form: &mut Form) {
        let code = Some(form.text(CODE).trim()).filter(|code| !code.is_empty()).map(str::parse).transpose();
        form.error = code.and_then(|code| self.join(form.text(ADDRESS), code)).err();
    }

    /// Joins the game at an address. With the code that this guest was shown it comes back to it, and also without it where a program on this machine that has ended had a seat there:
    /// where nothing is known of that seat any more, somebody new comes.
    ///
    /// # Errors
    /// When it is none.
    pub fn join(&mut self, address: &str, code: Option<Code>) -> Result<(), String> {
        let address = net::with_port(address, None)?;
        let left = self.store.as_ref().filter(|_| code.is_none()).and_then(|store| store.seat_at(&address));
        let Some((saved, journal)) = left else { return self.go_to(&address, code) };
        self.come_back_to(saved, journal);
        if let Some(network) = &mut self.network {
            network.or_anew = true;
        }
        Ok(())
    }

    /// Goes to an address, by this code or as somebody new.
    fn go_to(&mut self, address: &str, code: Option<Code>) -> Result<(), String> {
        let address = net::with_port(address, None)?;
        let (name, games) = (self.settings.name.clone(), self.games.clone());
        let link = net::join(address.clone(), name, code, games, self.patience, self.listener());
        self.connect(link, Standing::default(), None);
        if let Some(network) = &mut self.network {
            network.address = Some(address.clone());
        }
        self.screen = Screen::Waiting { title: "Join a game".to_string(), text: format!("calling {address}...") };
        Ok(())
    }

    /// Hands on what the network of this connection says.
    fn listener(&mut self) -> impl Fn(net::Event) + Clone + Send + Sync + 'static {
        self.connections += 1;
        let (number, events) = (self.connections, self.events.clone());
        move |event| {
            // When nobody listens any more, the program is over.
            let _ = events.send(Event::Net(number, event));
        }
    }

    fn connect(&mut self, link: Link, standing: Standing, hosted: Option<Hosted>) {
        self.popup = None;
        self.coming_back = None;
        self.network = Some(Network {
            link,
            standing,
            hosted,
            told: 0,
            connected: false,
            ended: false,
            peer: String::new(),
            asked: None,
            to_answer: None,
            epoch: 0,
            code: None,
            address: None,
            or_anew: false,
            away_until: None,
        });
    }

    /// Ends the connection, if there is one.
    pub(super) fn disconnect(&mut self, why: &str) {
        if let Some(network) = self.network.take() {
            network.link.end(why);
            self.coming_back = None;
            self.give_up_seat();
        }
    }

    /// Takes what the network says.
    pub(super) fn hear_network(&mut self, event: net::Event) {
        match event {
            net::Event::Listening(address) => {
                if let Screen::Waiting { text, .. } = &mut self.screen {
                    *text = format!("waiting at {address} for somebody to say\n\n  wazir join {address}");
                }
            }
            net::Event::Met(meeting) => self.meet(*meeting),
            net::Event::Lost(why) => {
                let was_asked = self.network.as_ref().is_some_and(|network| network.to_answer.is_some());
                if let Some(network) = &mut self.network {
                    network.connected = false;
                    network.away_until = Some(Instant::now() + self.patience.seat);
                    network.forget_questions(self.table.as_mut());
                }
                if was_asked {
                    self.popup = None;
                }
                self.complain(format!("connection lost: {why}"));
            }
            net::Event::Seated(code) => {
                let Some(network) = &mut self.network else { return };
                let seat = network.address.clone().map(|address| SavedSeat { address, code: code.to_string() });
                network.code = Some(code);
                if let Some(table) = self.table.as_mut() {
                    table.set_seat(seat);
                }
            }
            net::Event::Back { moves, clocks, epoch } => self.come_back(&moves, &clocks, epoch),
            net::Event::Said(message) => {
                if let Err(why) = self.take_message(message) {
                    self.break_off(why);
                }
            }
            net::Event::Ended(why) => self.lose(&why),
        }
    }

    fn complain(&mut self, text: String) {
        if let Some(table) = self.table.as_mut() {
            table.complain(text);
        }
    }

    /// The other side has not kept to the rules of play or of the language.
    fn break_off(&mut self, why: String) {
        let coming_back = self.coming_back.take();
        self.disconnect(&why);
        self.coming_back = coming_back;
        self.lose(&why);
    }

    /// The connection is gone for good.
    fn lose(&mut self, why: &str) {
        let anew = self.network.take().filter(|network| network.or_anew).and_then(|network| network.address);
        if let Some((saved, journal)) = self.coming_back.take() {
            return match anew {
                Some(address) if self.go_to(&address, None).is_ok() => {}
                _ => self.go_on_alone(saved, journal, why),
            };
        }
        self.give_up_seat();
        if let Some(table) = self.table.as_mut().filter(|table| table.message.is_some()) {
            // Whatever was said about the connection is not true any more.
            table.complain(format!("the connection has ended: {why}"));
        }
        if matches!(self.screen, Screen::Waiting { .. }) {
            self.show_menu();
        }
        let over = self.table.as_ref().is_some_and(|table| table.session.ending().is_some());
        if over && matches!(self.screen, Screen::Table) {
            self.complain(format!("the connection has ended: {why}"));
            return;
        }
        self.tell("The connection has ended", why);
    }

    /// The guest has come, or the host has told its game: it begins.
    fn meet(&mut self, meeting: Meeting) {
        let Some(network) = &mut self.network else { return };
        network.connected = true;
        network.peer = meeting.name;
        network.away_until = None;
        network.epoch = meeting.game.as_ref().map_or(0, |terms| terms.epoch);
        let begun = match (meeting.game, network.hosted.clone()) {
            (Some(terms), _) => self.begin_as_guest(terms),
            (None, Some(hosted)) => self.begin_as_host(hosted),
            (None, None) => Ok(()),
        };
        if let Err(error) = begun {
            self.break_off(error);
            return;
        }
        let told = self.table.as_ref().map_or(0, |table| table.session.ply());
        if let Some(network) = &mut self.network {
            network.told = told;
            let text = format!("you play against {}", network.peer);
            if let Some(table) = self.table.as_mut() {
                table.note(text);
            }
        }
    }

    fn begin_as_host(&mut self, hosted: Hosted) -> Result<(), String> {
        let session = Session::set_up::<&str>(hosted.opened.clone(), hosted.fen.as_deref(), &[]);
        let session = session.map_err(|error| error.to_string())?;
        let count = session.info().sides.len();
        let away = guest_sides(count, hosted.side.unwrap_or(0));
        let clocks = hosted.control.map(|control| Clocks::new(control, count));
        let journal = self.journal();
        self.sit_down(session, seats(count, &away, Player::Remote), clocks, hosted.name, journal);
        Ok(())
    }

    fn begin_as_guest(&mut self, terms: Terms) -> Result<(), String> {
        let session = Session::set_up(terms.opened, Some(&terms.start), &terms.moves);
        let session = session.map_err(|error| error.to_string())?;
        let count = session.info().sides.len();
        let clocks = terms.control.map(|control| Clocks::resumed(control, terms.clocks));
        let players = seats(count, &terms.sides, Player::Human);
        let journal = self.coming_back.take().map(|(_, journal)| journal).or_else(|| self.journal());
        self.sit_down(session, players, clocks, terms.name, journal);
        if let Some(table) = self.table.as_mut() {
            table.clocks_elsewhere = true;
        }
        Ok(())
    }

    /// Takes what the other side says about the game.
    ///
    /// # Errors
    /// Why it cannot have said that.
    fn take_message(&mut self, message: Message) -> Result<(), String> {
        let (Some(network), Some(table)) = (&mut self.network, self.table.as_mut()) else { return Ok(()) };
        let remote = table.players.iter().position(|player| *player == Player::Remote).unwrap_or(0) as SideId;
        let is_host = network.hosted.is_some();
        let happening = match message {
            // What crosses the end of the game on its way is too late, not wrong.
            Message::Move { .. } | Message::OfferDraw {} | Message::AcceptDraw {} | Message::Resign {}
                if table.session.ending().is_some() =>
            {
                None
            }
            Message::Move { ply, text, clocks } => {
                // A move that was on its way when the connection broke is said twice.
                if ply < table.session.ply() && table.session.texts().get(ply) == Some(&text) {
                    return Ok(());
                }
                if ply != table.session.ply() || ply != network.told {
                    return Err(format!("a move came for ply {ply}, after {} moves", table.session.ply()));
                }
                remote_move(table, &text)?;
                network.told += 1;
                match &table.clocks {
                    Some(_) if !is_host => table.set_clocks(&clocks),
                    Some(own) => network.link.say(Message::Clocks { clocks: own.sides().to_vec() }),
                    None => {}
                }
                table.session.ending().map(Happening::Over)
            }
            Message::Clocks { clocks } if !is_host => {
                table.set_clocks(&clocks);
                None
            }
            Message::Chat { text } => {
                let text = net::harmless_chat(&text);
                table.note(format!("{}: {text}", network.peer));
                keep_said(table, network.peer.clone(), text);
                None
            }
            Message::Ask { asked } => return self.hear_question(asked),
            Message::Agree { asked } => return self.hear_answer(asked, true),
            Message::Decline { asked } => return self.hear_answer(asked, false),
            Message::Resign {} => table.end(Ending::Resigned(remote)),
            Message::OfferDraw {} => {
                table.offer = Some(remote);
                let items = vec![("agree".to_string(), Act::AcceptDraw), ("play on".to_string(), Act::DeclineDraw)];
                self.popup = Some(Popup::List(List::new(format!("{} offers a draw", network.peer), items)));
                None
            }
            Message::AcceptDraw {} if table.offer.is_some_and(|side| side != remote) => table.end(Ending::Agreed),
            Message::DeclineDraw {} => {
                table.offer = None;
                table.note(format!("{} declines the draw", network.peer));
                None
            }
            Message::Timeout { side } if !is_host && usize::from(side) < table.players.len() => {
                table.end(Ending::Timeout(side))
            }
            _ => return Err("the other side says something that has no place here".to_string()),
        };
        if table.session.ending().is_some() {
            network.ended = true;
        }
        self.follow(happening);
        Ok(())
    }

    /// Tells the other side what has happened here since it was told last.
    pub(super) fn tell_network(&mut self) {
        let (Some(network), Some(table)) = (&mut self.network, self.table.as_ref()) else { return };
        // What happens while nobody is there is told when somebody comes back.
        if !table.is_remote() {
            return;
        }
        let texts = table.session.texts();
        let clocks = table.clocks.as_ref().map_or(Vec::new(), |clocks| clocks.sides().to_vec());
        if network.connected {
            for (ply, text) in texts.iter().enumerate().skip(network.told) {
                network.link.say(Message::Move { ply, text: text.clone(), clocks: clocks.clone() });
            }
            network.told = network.told.max(texts.len());
            match table.session.ending() {
                Some(Ending::Timeout(side)) if !network.ended => network.link.say(Message::Timeout { side }),
                Some(Ending::Resigned(_)) if !network.ended => network.link.say(Message::Resign {}),
                Some(Ending::Agreed) if !network.ended => network.link.say(Message::AcceptDraw {}),
                _ => {}
            }
            network.ended = table.session.ending().is_some();
        }
        let remote = |side: &SideId| table.plays(*side, Player::Remote);
        let sides = (0..table.players.len() as SideId).filter(remote).collect();
        network.standing.set(Stood { moves: texts, clocks, epoch: network.epoch, sides });
        if self.popup.is_none() {
            self.show_question();
        }
    }

    /// Says something to the other side.
    pub(super) fn say(&mut self, message: Message) {
        if let Some(network) = &self.network {
            network.link.say(message);
        }
    }

    /// Says a line of text to the other side.
    pub(super) fn chat(&mut self, text: &str) -> Result<(), String> {
        if self.network.as_ref().is_none_or(|network| !network.connected) {
            return Err("nobody is there to hear it".to_string());
        }
        let text = net::harmless_chat(text);
        if let Some(table) = self.table.as_mut().filter(|_| !text.is_empty()) {
            keep_said(table, self.settings.name.clone(), text.clone());
            self.say(Message::Chat { text });
        }
        Ok(())
    }

    /// Offers a draw to whoever is far away.
    pub(super) fn offer_far_away(&mut self) {
        let Some(table) = self.table.as_mut() else { return };
        let own = table.players.iter().position(|player| *player == Player::Human).unwrap_or(0) as SideId;
        table.offer = Some(own);
        let name = side_name(table.session.info(), own).to_string();
        table.note(format!("{name} offers a draw"));
        self.say(Message::OfferDraw {});
    }
}

/// Keeps what was said, and forgets what was said long ago.
fn keep_said(table: &mut Table, who: String, text: String) {
    table.chat.push((who, text));
    let more = table.chat.len().saturating_sub(limits::KEPT_CHAT);
    table.chat.drain(..more);
}

/// The sides of a guest: every other one, so that two play against two where there are four.
fn guest_sides(count: usize, own: SideId) -> Vec<SideId> {
    (0..count as SideId).filter(|side| side % 2 != own % 2).collect()
}

/// Who plays: `player` the given sides, somebody else the others.
fn seats(count: usize, sides: &[SideId], player: Player) -> Vec<Player> {
    let other = if player == Player::Human { Player::Remote } else { Player::Human };
    (0..count as SideId).map(|side| if sides.contains(&side) { player } else { other }).collect()
}

/// Makes a move that somebody far away has made, if that side is to move and the move is legal.
fn remote_move(table: &mut Table, text: &str) -> Result<(), String> {
    if table.player() != Player::Remote {
        return Err("the other side has moved out of turn".to_string());
    }
    let mv =
        table.session.parse_exactly(text).map_err(|error| format!("the other side has made no legal move: {error}"))?;
    table.make(mv)
}
