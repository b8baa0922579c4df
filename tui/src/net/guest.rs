//! The guest: goes to a host, agrees with it on the game, and comes back when the connection is lost.

use super::{
    Event, Link, Meeting, Message, Order, PROTOCOL, Patience, Terms, in_thread,
    limits::{
        ANSWER, HANDSHAKE, LONG_LINE, MOST_GAME_NAME, MOST_MOVES, MOST_NAME, MOST_PARENTS, MOST_RULES, SHORT_LINE,
    },
    message::{harmless, rules_hash},
    seat::Code,
    wire::{self, Failed, Lines, farewell},
};
use crate::{session::Session, store::RuleFile};
use std::{sync::Arc, time::Duration};
use tokio::{
    net::{TcpStream, tcp::OwnedWriteHalf},
    sync::mpsc::{Sender, UnboundedReceiver, channel, unbounded_channel},
    time::{Instant, sleep, timeout},
};
use wazir_engine::{Games, Opened};
use wazir_variant_spec::Source;

/// Joins the game at an address with its port, in a thread of its own; with the code of a seat, comes back to it.
pub fn join(
    address: String,
    name: String,
    seat: Option<Code>,
    games: Arc<dyn Games>,
    patience: Patience,
    say: impl Fn(Event) + Clone + Send + Sync + 'static,
) -> Link {
    let (orders, taken) = unbounded_channel();
    let trouble = say.clone();
    in_thread(
        move || async move {
            let guest = Guest { address, name, games, patience, say, seat, rules: None };
            guest.run(taken).await;
        },
        trouble,
    );
    Link { orders }
}

struct Guest<F> {
    address: String,
    name: String,
    games: Arc<dyn Games>,
    patience: Patience,
    say: F,
    /// The code of the seat, once there is one.
    seat: Option<Code>,
    /// The hash of the rules that are played by.
    rules: Option<String>,
}

/// How a stay at the host's table ends.
enum End {
    /// For good.
    Final(String),
    /// The connection is lost.
    Lost(String),
}

impl<F: Fn(Event) + Clone + Send + Sync + 'static> Guest<F> {
    async fn run(mut self, mut orders: UnboundedReceiver<Order>) {
        let mut lost_at = None;
        loop {
            let (lines, to) = match self.arrive().await {
                Ok((lines, to, event)) => {
                    (self.say)(event);
                    if let Some(code) = &self.seat {
                        (self.say)(Event::Seated(code.clone()));
                    }
                    (lines, to)
                }
                Err(End::Lost(why)) if lost_at.is_some_and(|at: Instant| at.elapsed() < self.patience.seat) => {
                    // Whoever leaves meanwhile need not wait.
                    if let Ok(None | Some(Order::End(_))) = timeout(self.patience.pause, next_end(&mut orders)).await {
                        return;
                    }
                    drop(why);
                    continue;
                }
                Err(End::Final(why) | End::Lost(why)) => return (self.say)(Event::Ended(why)),
            };
            match self.stay(lines, to, &mut orders).await {
                End::Final(why) => return (self.say)(Event::Ended(why)),
                End::Lost(why) => {
                    lost_at = Some(Instant::now());
                    (self.say)(Event::Lost(why));
                }
            }
        }
    }

    /// Connects and agrees on the game.
    async fn arrive(&mut self) -> Result<(Lines, OwnedWriteHalf, Event), End> {
        let connected = timeout(ANSWER, TcpStream::connect(&self.address)).await;
        let lost = |why: String| End::Lost(format!("cannot reach {}: {why}", self.address));
        let stream = match connected {
            Err(_) => return Err(lost("no answer".to_string())),
            Ok(Err(error)) => return Err(lost(error.to_string())),
            Ok(Ok(stream)) => stream,
        };
        let (mut lines, mut to) = wire::split(stream);
        let agreed = timeout(HANDSHAKE, self.agree(&mut lines, &mut to)).await;
        match agreed.unwrap_or_else(|_| Err("the handshake took too long".to_string())) {
            Ok(event) => Ok((lines, to, event)),
            Err(why) => {
                farewell(&mut to, &why).await;
                // Somebody who is there and does not agree will not agree a second later; but a seat may still be taken by the connection that was lost.
                Err(if self.seat.is_some() { End::Lost(why) } else { End::Final(why) })
            }
        }
    }

    async fn agree(&mut self, lines: &mut Lines, to: &mut OwnedWriteHalf) -> Result<Event, String> {
        let seat = self.seat.as_ref().map(Code::to_string);
        let hello = Message::Hello { protocol: PROTOCOL, name: self.name.clone(), seat };
        wire::write(to, &hello).await?;
        let Message::Game { protocol, name, game, rules, start, moves, control, clocks, epoch, sides } =
            lines.handshake(LONG_LINE, ANSWER).await?
        else {
            return Err("a host tells the game first".to_string());
        };
        if protocol != PROTOCOL {
            return Err(format!("this is version {PROTOCOL} of the game's language, the host's is version {protocol}"));
        }
        if let Some(known) = &self.rules {
            if *known != rules {
                return Err("the host has another game now".to_string());
            }
            self.sit_down(lines, to).await?;
            return Ok(Event::Back { moves, clocks, epoch });
        }
        if moves.len() > MOST_MOVES {
            return Err(format!("the host's game has more than {MOST_MOVES} moves"));
        }
        let opened = match self.known(&game, &rules) {
            Some(opened) => opened,
            None => {
                wire::write(to, &Message::NeedRules {}).await?;
                let Message::Rules { file, parents } = lines.handshake(LONG_LINE, ANSWER).await? else {
                    return Err("a host that is asked for the rules sends them".to_string());
                };
                self.read(file, parents, &rules)?
            }
        };
        // What the host tells has to be a game, before anything is shown of it.
        let session = Session::set_up(opened.clone(), Some(&start), &moves)
            .map_err(|error| format!("the host's game is none: {error}"))?;
        let count = session.info().sides.len();
        if sides.is_empty() || sides.iter().any(|&side| usize::from(side) >= count) {
            return Err(format!("the host gives the guest sides that are none of the game's {count}"));
        }
        if clocks.len() != if control.is_some() { count } else { 0 } {
            return Err("the host's clocks are not those of the sides".to_string());
        }
        self.sit_down(lines, to).await?;
        self.rules = Some(rules);
        let terms =
            Terms { name: harmless(&game, MOST_GAME_NAME), opened, start, moves, control, clocks, epoch, sides };
        Ok(Event::Met(Box::new(Meeting { name: harmless(&name, MOST_NAME), game: Some(terms) })))
    }

    /// Agrees to the game, and is given the seat.
    async fn sit_down(&mut self, lines: &mut Lines, to: &mut OwnedWriteHalf) -> Result<(), String> {
        wire::write(to, &Message::Ready {}).await?;
        let Message::Seated { seat } = lines.handshake(SHORT_LINE, ANSWER).await? else {
            return Err("a host gives a guest that is ready its seat".to_string());
        };
        self.seat = Some(seat.parse()?);
        Ok(())
    }

    /// The game of this name, if its rules have this hash. A stranger's text is no path: only games that are at hand are looked for.
    fn known(&self, game: &str, rules: &str) -> Option<Opened> {
        let at_hand = self.games.names().iter().any(|name| name == game);
        let opened = at_hand.then(|| self.games.open(game).ok()).flatten()?;
        let parents = self.games.parents(&opened);
        (rules_hash(&opened.source, &parents) == rules).then_some(opened)
    }

    /// The game of files that the host has sent.
    fn read(&self, file: RuleFile, parents: Vec<RuleFile>, rules: &str) -> Result<Opened, String> {
        let is_name = |file: &RuleFile| {
            let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
            file.file.len() <= 100 && file.file.ends_with(".ron") && file.file.chars().all(plain)
        };
        if !is_name(&file) || !parents.iter().all(is_name) || parents.len() > MOST_PARENTS {
            return Err("the host's rule files have names that are none".to_string());
        }
        if std::iter::once(&file).chain(&parents).any(|file| file.text.len() > MOST_RULES) {
            return Err(format!("the host's rule files are too long: one has at most {MOST_RULES} bytes"));
        }
        let source = Source::from(file);
        let parents: Vec<Source> = parents.into_iter().map(Source::from).collect();
        if rules_hash(&source, &parents) != rules {
            return Err("the rule files are not those that the host has announced".to_string());
        }
        self.games.read(source, &parents).map_err(|error| format!("the host's rule file is wrong:\n{error}"))
    }

    /// Plays until the connection ends.
    async fn stay(&mut self, lines: Lines, to: OwnedWriteHalf, orders: &mut UnboundedReceiver<Order>) -> End {
        let (heard, mut messages) = channel(64);
        let reader = tokio::spawn(lines.listen(heard, |message| message));
        let writer: Sender<Message> = wire::writer(to);
        loop {
            tokio::select! {
                message = messages.recv() => match message {
                    Some(Message::Bye { reason }) => return End::Final(wire::said(&reason)),
                    Some(Message::Seated { seat }) => match seat.parse::<Code>() {
                        Ok(code) => {
                            self.seat = Some(code.clone());
                            (self.say)(Event::Seated(code));
                        }
                        Err(why) => return leave(&writer, why).await,
                    },
                    Some(message) => (self.say)(Event::Said(message)),
                    None => {
                        let Ok(Failed { why, is_fault }) = reader.await else {
                            return End::Lost("the connection could not be read".to_string());
                        };
                        if !is_fault {
                            return End::Lost(why);
                        }
                        return leave(&writer, why).await;
                    }
                },
                order = orders.recv() => {
                    let why = match order {
                        Some(Order::Say(message)) => {
                            if writer.try_send(message).is_err() {
                                // What it has not been told it is told later.
                                return End::Lost("the host does not take what is sent".to_string());
                            }
                            continue;
                        }
                        // The host's word.
                        Some(Order::NewGame) => continue,
                        Some(Order::End(why)) => why,
                        None => "the guest has left".to_string(),
                    };
                    return leave(&writer, why).await;
                }
            }
        }
    }
}

/// The next order to end, or that nobody gives orders any more.
async fn next_end(orders: &mut UnboundedReceiver<Order>) -> Option<Order> {
    loop {
        match orders.recv().await {
            Some(Order::Say(_) | Order::NewGame) => {}
            other => return other,
        }
    }
}

/// Leaves for good, and says why.
async fn leave(to: &Sender<Message>, why: String) -> End {
    // A host that does not take it notices that the connection is closed.
    let _ = to.try_send(Message::Bye { reason: why.clone() });
    // Time for the farewell to go out.
    sleep(Duration::from_millis(100)).await;
    End::Final(why)
}
