//! The host: waits for a guest, agrees with it on the game, and keeps its seat.

use super::{
    Event, Link, Meeting, Message, Order, PROTOCOL, Patience, Standing, Stood,
    door::{Door, Place},
    in_thread,
    limits::{GREETING, HANDSHAKE, LONG_LINE, MOST_NAME, SHORT_LINE},
    message::{harmless, rules_hash},
    seat::{Code, Seat, TAKEN},
    wire::{self, Failed, Lines, farewell},
};
use crate::{clock::TimeControl, store::RuleFile};
use std::{net::SocketAddr, path::Path, sync::Arc, time::Duration};
use tokio::{
    net::{TcpListener, TcpStream, tcp::OwnedWriteHalf},
    sync::mpsc::{Receiver, Sender, UnboundedReceiver, channel, unbounded_channel},
    time::{Instant, sleep_until, timeout},
};
use wazir_variant_spec::Source;

/// What the host offers.
#[derive(Clone)]
pub struct Invitation {
    /// Who hosts.
    pub name: String,
    /// The name of the game.
    pub game: String,
    /// Its rule file.
    pub source: Source,
    /// Those it inherits from.
    pub parents: Vec<Source>,
    /// FEN of the start.
    pub start: String,
    /// The time control.
    pub control: Option<TimeControl>,
}

/// Waits for a guest at an address (`127.0.0.1:4817`; port 0: any) in a thread of its own. `standing` says which sides the guest plays.
///
/// # Errors
/// When the rule files are too long to be sent.
pub fn host(
    address: String,
    invitation: Invitation,
    standing: Standing,
    patience: Patience,
    say: impl Fn(Event) + Clone + Send + Sync + 'static,
) -> Result<Link, String> {
    let offer = Arc::new(Offer::new(invitation, standing)?);
    let (orders, taken) = unbounded_channel();
    let trouble = say.clone();
    in_thread(
        move || async move {
            let (knocks, knocked) = channel(64);
            let (heard, hearing) = channel(64);
            let door = Door::default();
            let host = Host { say, offer, door, knocks, heard, patience, guest: None, next: 0, until: None };
            host.run(address, taken, knocked, hearing).await;
        },
        trouble,
    );
    Ok(Link { orders })
}

/// What whoever comes is told; all of it that does not change is made once.
struct Offer {
    invitation: Invitation,
    hash: String,
    rules: Message,
    standing: Standing,
    seat: Seat,
}

impl Offer {
    fn new(invitation: Invitation, standing: Standing) -> Result<Offer, String> {
        let hash = rules_hash(&invitation.source, &invitation.parents);
        let file = |source: &Source| {
            let name = Path::new(&source.file).file_name().map_or("game.ron".into(), |name| name.to_string_lossy());
            RuleFile { file: name.into_owned(), text: source.text.clone() }
        };
        let parents = invitation.parents.iter().map(file).collect();
        let rules = Message::Rules { file: file(&invitation.source), parents };
        let length = serde_json::to_vec(&rules).map_or(usize::MAX, |line| line.len());
        if length >= LONG_LINE {
            return Err(format!("the rule files are too long to be sent to a guest: more than {LONG_LINE} bytes"));
        }
        Ok(Offer { invitation, hash, rules, standing, seat: Seat::default() })
    }

    fn game(&self, stood: &Stood) -> Message {
        let Invitation { name, game, start, control, .. } = &self.invitation;
        Message::Game {
            protocol: PROTOCOL,
            name: name.clone(),
            game: game.clone(),
            rules: self.hash.clone(),
            start: start.clone(),
            moves: stood.moves.clone(),
            control: *control,
            clocks: stood.clocks.clone(),
            epoch: stood.epoch,
            sides: stood.sides.clone(),
        }
    }
}

/// Somebody at the door has agreed to the game.
struct Knock {
    lines: Lines,
    to: OwnedWriteHalf,
    name: String,
    /// The code by which somebody comes back.
    code: Option<Code>,
    stood: Stood,
}

/// What happens at the table.
enum Heard {
    /// The guest of this number says something.
    Said(u64, Message),
    /// The guest of this number is gone.
    Gone(u64, Failed),
}

struct Guest {
    number: u64,
    to: Sender<Message>,
}

struct Host<F> {
    say: F,
    offer: Arc<Offer>,
    door: Door,
    knocks: Sender<Knock>,
    heard: Sender<Heard>,
    patience: Patience,
    guest: Option<Guest>,
    next: u64,
    /// When the seat of a guest that has gone is given up.
    until: Option<Instant>,
}

impl<F: Fn(Event) + Clone + Send + Sync + 'static> Host<F> {
    async fn run(
        mut self,
        address: String,
        mut orders: UnboundedReceiver<Order>,
        mut knocked: Receiver<Knock>,
        mut hearing: Receiver<Heard>,
    ) {
        let listener = match TcpListener::bind(&address).await {
            Ok(listener) => listener,
            Err(error) => return (self.say)(Event::Ended(format!("cannot listen at {address}: {error}"))),
        };
        if let Ok(address) = listener.local_addr() {
            (self.say)(Event::Listening(address));
        }
        loop {
            let far = Instant::now() + Duration::from_secs(3600);
            // The game before whoever is at the door.
            let end = tokio::select! {
                biased;
                order = orders.recv() => match order {
                    Some(Order::Say(message)) => { self.tell(message); None }
                    Some(Order::NewGame) => self.seat_again(),
                    Some(Order::End(why)) => return self.leave(&why).await,
                    None => return self.leave("the host has left").await,
                },
                Some(heard) = hearing.recv() => self.hear(heard),
                () = sleep_until(self.until.unwrap_or(far)), if self.until.is_some() => {
                    let patience = self.patience.seat.as_secs_f64();
                    Some(format!("the guest has not come back within {patience} seconds"))
                },
                Some(knock) = knocked.recv() => self.take(knock),
                accepted = listener.accept() => {
                    match accepted {
                        Ok((stream, from)) => self.receive(stream, from),
                        // Too many open files, say: not so fast.
                        Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
                    }
                    None
                },
            };
            if let Some(end) = end {
                return (self.say)(Event::Ended(end));
            }
        }
    }

    /// Somebody comes: the handshake has a task of its own, so that nobody has to wait for a silent stranger.
    fn receive(&self, stream: TcpStream, from: SocketAddr) {
        let place = self.door.come(from.ip());
        let number = place.number();
        let (offer, knocks) = (self.offer.clone(), self.knocks.clone());
        let handshake = tokio::spawn(async move {
            let (mut lines, mut to) = wire::split(stream);
            let agreed = timeout(HANDSHAKE, agree(&offer, &place, &mut lines, &mut to)).await;
            match agreed.unwrap_or_else(|_| Err("the handshake took too long".to_string())) {
                Ok((name, code, stood)) => {
                    drop(place);
                    // If the host is gone there is nobody to play with.
                    let _ = knocks.send(Knock { lines, to, name, code, stood }).await;
                }
                Err(why) => farewell(&mut to, &why).await,
            }
        });
        self.door.set_away(number, handshake.abort_handle());
    }

    /// Takes whoever has agreed; returns why it is over for good, if it is.
    fn take(&mut self, knock: Knock) -> Option<String> {
        let Knock { lines, mut to, name, code, stood } = knock;
        // Meanwhile somebody else may have sat down, or another game may have begun.
        let refused = match (&code, self.offer.seat.code()) {
            (None, None) => None,
            (Some(code), Some(own)) if *code == own => None,
            (None, Some(_)) => Some(TAKEN),
            (Some(_), _) => Some("that is not the code of the seat any more"),
        };
        if let Some(why) = refused {
            // Not here: the game does not wait until somebody has heard it.
            tokio::spawn(async move { farewell(&mut to, why).await });
            return None;
        }
        let (own, returns) = match code {
            Some(code) => (code, true),
            None => match self.offer.seat.give() {
                Ok(code) => (code, false),
                Err(why) => return Some(why),
            },
        };
        // Whoever knows the code is the guest; a connection that is still there is one of which only the guest has noticed that it is gone.
        self.tell(Message::Bye { reason: "the seat was taken up by another program".to_string() });
        self.next += 1;
        self.until = None;
        let number = self.next;
        self.guest = Some(Guest { number, to: wire::writer(to) });
        self.tell(Message::Seated { seat: own.to_string() });
        let heard = self.heard.clone();
        tokio::spawn(async move {
            let why = lines.listen(heard.clone(), |message| Heard::Said(number, message)).await;
            let _ = heard.send(Heard::Gone(number, why)).await;
        });
        let event = if returns {
            Event::Back { moves: stood.moves, clocks: Vec::new(), epoch: stood.epoch }
        } else {
            Event::Met(Box::new(Meeting { name, game: None }))
        };
        (self.say)(event);
        None
    }

    /// Takes what has happened at the table; returns why it is over for good, if it is.
    fn hear(&mut self, heard: Heard) -> Option<String> {
        match heard {
            Heard::Said(number, message) if self.is_here(number) => match message {
                Message::Bye { reason } => return Some(wire::said(&reason)),
                message => (self.say)(Event::Said(message)),
            },
            Heard::Gone(number, failed) if self.is_here(number) => self.lose(failed),
            Heard::Said(..) | Heard::Gone(..) => {}
        }
        None
    }

    /// The connection is lost.
    fn lose(&mut self, Failed { why, is_fault }: Failed) {
        if let Some(guest) = self.guest.take().filter(|_| is_fault) {
            // If it takes nothing any more it need not know.
            let _ = guest.to.try_send(Message::Bye { reason: why.clone() });
        }
        self.until = Some(Instant::now() + self.patience.seat);
        (self.say)(Event::Lost(why));
    }

    /// Another game begins: the code of the last one has ended with it.
    fn seat_again(&mut self) -> Option<String> {
        match self.offer.seat.give() {
            Ok(code) => {
                self.tell(Message::Seated { seat: code.to_string() });
                None
            }
            Err(why) => Some(why),
        }
    }

    fn is_here(&self, number: u64) -> bool {
        self.guest.as_ref().is_some_and(|guest| guest.number == number)
    }

    fn tell(&mut self, message: Message) {
        let Some(guest) = &self.guest else { return };
        if guest.to.try_send(message).is_err() {
            // What it has not been told it is told when it comes back.
            self.lose(Failed { why: "the guest does not take what is sent".to_string(), is_fault: false });
        }
    }

    async fn leave(&mut self, why: &str) {
        self.tell(Message::Bye { reason: why.to_string() });
        self.guest = None;
        // Time for the farewell to go out.
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// The handshake: returns the guest's name, the code if it comes back to its seat, and how it was told that the game stands.
async fn agree(
    offer: &Offer,
    place: &Place,
    lines: &mut Lines,
    to: &mut OwnedWriteHalf,
) -> Result<(String, Option<Code>, Stood), String> {
    let Message::Hello { protocol, name, seat } = lines.handshake(SHORT_LINE, GREETING).await? else {
        return Err("a guest says hello first".to_string());
    };
    if protocol != PROTOCOL {
        return Err(format!("this is version {PROTOCOL} of the game's language, that was version {protocol}"));
    }
    // Nobody but the guest is told anything of a game that has begun.
    let returns = offer.seat.admits(seat.as_deref())?;
    place.has_greeted();
    let code = if returns { offer.seat.code() } else { None };
    let stood = offer.standing.get();
    wire::write(to, &offer.game(&stood)).await?;
    let mut answer = lines.handshake(SHORT_LINE, HANDSHAKE).await?;
    if answer == (Message::NeedRules {}) {
        wire::write(to, &offer.rules).await?;
        answer = lines.handshake(SHORT_LINE, HANDSHAKE).await?;
    }
    if answer == (Message::Ready {}) {
        Ok((harmless(&name, MOST_NAME), code, stood))
    } else {
        Err("a guest says that it is ready, or that it needs the rules".to_string())
    }
}
