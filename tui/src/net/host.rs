//! The host: waits for a guest, agrees with it on the game, and keeps its seat.

use super::{
    Event, HANDSHAKE, Link, Meeting, Message, Order, PROTOCOL, Patience, Standing, Stood, in_thread,
    message::{harmless, rules_hash},
    wire::{self, Failed, Lines, SHORT_LINE, farewell},
};
use crate::{clock::TimeControl, store::RuleFile};
use std::{
    hash::{BuildHasher, Hasher, RandomState},
    path::Path,
    sync::Arc,
    time::Duration,
};
use tokio::{
    net::{TcpListener, TcpStream, tcp::OwnedWriteHalf},
    sync::{
        Semaphore,
        mpsc::{Receiver, Sender, UnboundedReceiver, channel, unbounded_channel},
    },
    time::{Instant, sleep_until},
};
use wazir_runtime::SideId;
use wazir_variant_spec::Source;

/// Strangers who may be at the door at once.
const AT_THE_DOOR: usize = 8;

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
    /// The sides that the guest plays.
    pub sides: Vec<SideId>,
}

/// Waits for a guest at an address (`127.0.0.1:4817`; port 0: any) in a thread of its own.
pub fn host(
    address: String,
    invitation: Invitation,
    standing: Standing,
    patience: Patience,
    say: impl Fn(Event) + Clone + Send + Sync + 'static,
) -> Link {
    let (orders, taken) = unbounded_channel();
    let trouble = say.clone();
    in_thread(
        move || async move {
            let (door, at_door) = channel(64);
            let seat = token();
            let offer = Arc::new(Offer { invitation, standing, seat });
            let host = Host { say, offer, door, patience, guest: None, next: 0, until: None };
            host.run(address, taken, at_door).await;
        },
        trouble,
    );
    Link { orders }
}

/// 128 random bits: each hasher of the standard library has random keys of the system.
fn token() -> String {
    let random = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", random(), random())
}

struct Offer {
    invitation: Invitation,
    standing: Standing,
    /// The token of the guest's seat.
    seat: String,
}

/// What happens at the door and at the table.
enum Knock {
    /// Somebody has agreed to the game.
    Ready { lines: Lines, to: OwnedWriteHalf, name: String, returns: bool, stood: Stood },
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
    door: Sender<Knock>,
    patience: Patience,
    guest: Option<Guest>,
    next: u64,
    /// When the seat of a guest that has gone is given up.
    until: Option<Instant>,
}

impl<F: Fn(Event) + Clone + Send + Sync + 'static> Host<F> {
    async fn run(mut self, address: String, mut orders: UnboundedReceiver<Order>, mut at_door: Receiver<Knock>) {
        let listener = match TcpListener::bind(&address).await {
            Ok(listener) => listener,
            Err(error) => return (self.say)(Event::Ended(format!("cannot listen at {address}: {error}"))),
        };
        if let Ok(address) = listener.local_addr() {
            (self.say)(Event::Listening(address));
        }
        let room = Arc::new(Semaphore::new(AT_THE_DOOR));
        loop {
            let far = Instant::now() + Duration::from_secs(3600);
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((stream, _)) => self.receive(stream, &room),
                    // Too many open files, say: not so fast.
                    Err(_) => tokio::time::sleep(Duration::from_millis(200)).await,
                },
                Some(knock) = at_door.recv() => {
                    if let Some(end) = self.take(knock).await {
                        return (self.say)(Event::Ended(end));
                    }
                },
                order = orders.recv() => match order {
                    Some(Order::Say(message)) => self.tell(message),
                    Some(Order::End(why)) => return self.leave(&why).await,
                    None => return self.leave("the host has left").await,
                },
                () = sleep_until(self.until.unwrap_or(far)), if self.until.is_some() => {
                    let patience = self.patience.seat.as_secs_f64();
                    return (self.say)(Event::Ended(format!("the guest has not come back within {patience} seconds")));
                },
            }
        }
    }

    /// Somebody knocks: the handshake has a task of its own, so that nobody has to wait for a silent stranger.
    fn receive(&self, stream: TcpStream, room: &Arc<Semaphore>) {
        let Ok(place) = room.clone().try_acquire_owned() else { return };
        let (offer, door) = (self.offer.clone(), self.door.clone());
        tokio::spawn(async move {
            let (mut lines, mut to) = wire::split(stream);
            let agreed = tokio::time::timeout(3 * HANDSHAKE, agree(&offer, &mut lines, &mut to)).await;
            let agreed = agreed.unwrap_or_else(|_| Err("the handshake took too long".to_string()));
            drop(place);
            match agreed {
                Ok((name, returns, stood)) => {
                    // If the host is gone there is nobody to play with.
                    let _ = door.send(Knock::Ready { lines, to, name, returns, stood }).await;
                }
                Err(why) => farewell(&mut to, &why).await,
            }
        });
    }

    /// Takes what has happened; returns why it is over for good, if it is.
    async fn take(&mut self, knock: Knock) -> Option<String> {
        match knock {
            Knock::Ready { mut to, .. } if self.guest.is_some() => farewell(&mut to, "the seat is taken").await,
            Knock::Ready { mut to, returns, .. } if self.next > 0 && !returns => {
                farewell(&mut to, "the seat is kept for somebody else").await;
            }
            Knock::Ready { lines, to, name, returns, stood } => {
                self.next += 1;
                self.until = None;
                let number = self.next;
                let door = self.door.clone();
                self.guest = Some(Guest { number, to: wire::writer(to) });
                tokio::spawn(async move {
                    let why = lines.listen(door.clone(), |message| Knock::Said(number, message)).await;
                    let _ = door.send(Knock::Gone(number, why)).await;
                });
                let event = if returns {
                    Event::Back { moves: stood.moves, clocks: Vec::new(), epoch: stood.epoch }
                } else {
                    Event::Met(Box::new(Meeting { name, game: None }))
                };
                (self.say)(event);
            }
            Knock::Said(number, message) if self.is_here(number) => match message {
                Message::Bye { reason } => return Some(wire::said(&reason)),
                message => (self.say)(Event::Said(message)),
            },
            Knock::Gone(number, Failed { why, is_fault }) if self.is_here(number) => {
                if is_fault {
                    self.tell(Message::Bye { reason: why.clone() });
                }
                self.guest = None;
                self.until = Some(Instant::now() + self.patience.seat);
                (self.say)(Event::Lost(why));
            }
            Knock::Said(..) | Knock::Gone(..) => {}
        }
        None
    }

    fn is_here(&self, number: u64) -> bool {
        self.guest.as_ref().is_some_and(|guest| guest.number == number)
    }

    fn tell(&self, message: Message) {
        if let Some(guest) = &self.guest {
            // A guest that takes nothing any more is noticed by its silence.
            let _ = guest.to.try_send(message);
        }
    }

    async fn leave(&mut self, why: &str) {
        self.tell(Message::Bye { reason: why.to_string() });
        self.guest = None;
        // Time for the farewell to go out.
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// The handshake: returns the guest's name, whether it comes back to its seat, and how it was told that the game stands.
async fn agree(offer: &Offer, lines: &mut Lines, to: &mut OwnedWriteHalf) -> Result<(String, bool, Stood), String> {
    let Message::Hello { protocol, name, seat } = lines.handshake(SHORT_LINE).await? else {
        return Err("a guest says hello first".to_string());
    };
    if protocol != PROTOCOL {
        return Err(format!("this is version {PROTOCOL} of the game's language, that was version {protocol}"));
    }
    let returns = match seat {
        None => false,
        Some(seat) if seat == offer.seat => true,
        Some(_) => return Err("that is not the token of the seat".to_string()),
    };
    let Invitation { name: own, game, source, parents, start, control, sides } = &offer.invitation;
    let stood = offer.standing.get();
    let game = Message::Game {
        protocol: PROTOCOL,
        name: own.clone(),
        game: game.clone(),
        rules: rules_hash(source, parents),
        start: start.clone(),
        moves: stood.moves.clone(),
        control: *control,
        clocks: stood.clocks.clone(),
        epoch: stood.epoch,
        sides: sides.clone(),
        seat: offer.seat.clone(),
    };
    wire::write(to, &game).await?;
    let mut answer = lines.handshake(SHORT_LINE).await?;
    if answer == (Message::NeedRules {}) {
        let file = |source: &Source| {
            let name = Path::new(&source.file).file_name().map_or("game.ron".into(), |name| name.to_string_lossy());
            RuleFile { file: name.into_owned(), text: source.text.clone() }
        };
        let rules = Message::Rules { file: file(source), parents: parents.iter().map(file).collect() };
        wire::write(to, &rules).await?;
        answer = lines.handshake(SHORT_LINE).await?;
    }
    if answer == (Message::Ready {}) {
        Ok((harmless(&name, 40), returns, stood))
    } else {
        Err("a guest says that it is ready, or that it needs the rules".to_string())
    }
}
