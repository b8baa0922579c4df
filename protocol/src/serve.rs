//! [`serve`]: reads lines, has the protocol chosen by the first of them, and tells it what it hears and learns.

use crate::{
    cecp::Cecp,
    names,
    session::{Purpose, Session},
    uci::{Kind, Uci},
    worker::News,
};
use std::{
    io::{self, BufRead, Read, Write},
    sync::{
        Arc,
        mpsc::{self, Receiver, SyncSender},
    },
    thread,
    time::{Duration, Instant},
};
use wazir_engine::Games;
use wazir_runtime::shortened;

/// What happens after a line or a piece of news.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    GoOn,
    End,
}

/// A protocol.
pub(crate) trait Protocol {
    /// Does what a line says.
    fn hear(&mut self, session: &mut Session, line: &str) -> Next;
    /// Takes what the worker tells.
    fn learn(&mut self, session: &mut Session, news: News) -> Next;
    /// Does what has had to wait, if it need not any more.
    fn catch_up(&mut self, session: &mut Session) -> Next;
    /// A line that began so was too long to be read.
    fn too_long(&mut self, session: &mut Session, start: &str);
    /// Do lines wait, to be obeyed later?
    fn has_lines_waiting(&self) -> bool;
    /// Says that something is wrong that is no line.
    fn complain(&mut self, session: &mut Session, what: &str);
    /// The other side is going: ends the search.
    fn leave(&mut self, session: &mut Session);
}

/// Something that has happened.
enum Event {
    Line(String),
    /// The beginning of a line that is too long to be one.
    TooLong(String),
    Unreadable(io::Error),
    End,
    News(News),
}

/// Longest line that is read, in bytes: a game of twenty thousand moves has fewer.
pub const LONGEST_LINE: u64 = 1 << 19;

/// Bytes of a longer line that are kept, to tell what it was.
const SHOWN: usize = 80;

/// Lines that are read ahead of those being obeyed.
const READ_AHEAD: usize = 64;

/// How long what is going on has to end in by itself when nothing more is said to us.
const FINISHING: Duration = Duration::from_millis(500);

/// How long a search has to end in when the other side has gone.
const PATIENCE: Duration = Duration::from_millis(450);

/// The protocols, by the line that chooses them.
const WORDS: [Kind; 5] = [Kind::Uci, Kind::Cyclone, Kind::Ugi, Kind::Usi, Kind::Ucci];

/// Speaks with a GUI until it says `quit` or its lines end. The protocol is the one that the first line names: `uci`, `ucicyclone`, `ugi`, `usi`, `ucci` or `xboard`;
/// where that names none, UCI. `game` is the one to begin with; by default that for which the protocol was made.
///
/// Lines are read and positions thought about in threads of their own, so that every line is answered at once.
///
/// # Errors
/// When the first game cannot be opened.
pub fn serve(
    games: Arc<dyn Games>,
    game: Option<&str>,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> Result<(), String> {
    if let Some(name) = game {
        // What is wrong with it is said before anything is heard.
        games.open(name)?;
    }
    let (sender, events) = mpsc::sync_channel(READ_AHEAD);
    let from_worker = sender.clone();
    thread::spawn(move || read(input, &sender));
    let mut early = Vec::new();
    let first = first_line(&events, &mut early);
    let Some(first) = first else { return Ok(()) };
    let family = choice(&first).map_or(names::Family::Uci, Chosen::family);
    let names = games.names();
    let default = names::first_game(family);
    let default =
        if names.iter().any(|name| name == default) { Some(default) } else { names.first().map(|name| &**name) };
    let Some(name) = game.or(default) else { return Err("this program has no games".to_string()) };
    let tell = move |news| {
        // Nobody listens any more once the conversation is over.
        let _ = from_worker.send(Event::News(news));
    };
    let mut session = Session::new(games, name, output, tell)?;
    let mut protocol =
        choice(&first).map_or_else(|| Chosen::Uci(Kind::Uci).protocol(name), |chosen| chosen.protocol(name));
    for what in early {
        protocol.complain(&mut session, &what);
    }
    let mut spoken = choice(&first);
    let mut next = protocol.hear(&mut session, &first);
    while next == Next::GoOn && !session.deaf {
        next = match events.recv() {
            Ok(Event::Line(line)) => {
                let is_idle = session.search.is_none() && !protocol.has_lines_waiting();
                let other = choice(&line).filter(|chosen| is_idle && Some(*chosen) != spoken);
                if let Some(chosen) = other {
                    // Another protocol from here on, and the game it was made for.
                    spoken = other;
                    let default = names::first_game(chosen.family());
                    if game.is_none() && names.iter().any(|name| name == default) {
                        // It is opened again when it is asked for, and what is wrong with it is told then.
                        let _ = session.open(chosen.family(), default);
                    }
                    protocol = chosen.protocol(&session.name);
                }
                hear(&mut *protocol, &mut session, &line)
            }
            Ok(Event::TooLong(start)) => {
                protocol.too_long(&mut session, &start);
                Next::GoOn
            }
            Ok(Event::Unreadable(error)) => {
                protocol.complain(&mut session, &format!("cannot read: {error}"));
                Next::End
            }
            Ok(Event::News(news)) => {
                session.received(&news);
                protocol.learn(&mut session, news)
            }
            Ok(Event::End) | Err(_) => {
                hear_out(&mut *protocol, &mut session, &events);
                Next::End
            }
        };
    }
    finish(&mut *protocol, &mut session, &events);
    Ok(())
}

fn hear(protocol: &mut dyn Protocol, session: &mut Session, line: &str) -> Next {
    let line = line.trim();
    if line.is_empty() { Next::GoOn } else { protocol.hear(session, line) }
}

/// Nothing more is said to us. What ends within a moment does so, and what waits for it is done, for whoever has written a few lines at once; a longer search is
/// ended and told after that: whoever has asked for it may be gone.
fn hear_out(protocol: &mut dyn Protocol, session: &mut Session, events: &Receiver<Event>) {
    let ends = |session: &Session| !session.is_busy_with(&Purpose::Analysis) && !session.is_busy_with(&Purpose::Ponder);
    let deadline = Instant::now() + FINISHING;
    while session.awaits_news() && ends(session) && !session.deaf {
        match events.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(Event::News(news)) => {
                session.received(&news);
                protocol.learn(session, news);
            }
            Ok(_) => {}
            Err(_) => return,
        }
    }
}

/// Ends the search that is going on, and has its end told.
fn finish(protocol: &mut dyn Protocol, session: &mut Session, events: &Receiver<Event>) {
    let deadline = Instant::now() + PATIENCE;
    protocol.leave(session);
    while session.search.is_some() && !session.deaf {
        match events.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(Event::News(news)) => {
                protocol.learn(session, news);
            }
            Ok(_) => {}
            Err(_) => return,
        }
    }
}

/// A protocol that a line names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chosen {
    Uci(Kind),
    Cecp,
}

impl Chosen {
    fn family(self) -> names::Family {
        match self {
            Chosen::Uci(kind) => kind.family(),
            Chosen::Cecp => names::Family::Cecp,
        }
    }

    fn protocol(self, game: &str) -> Box<dyn Protocol> {
        match self {
            Chosen::Uci(kind) => Box::new(Uci::new(kind)),
            Chosen::Cecp => Box::new(Cecp::new(game)),
        }
    }
}

/// The protocol that a line names, if it names one.
fn choice(line: &str) -> Option<Chosen> {
    let line = line.trim();
    let uci = WORDS.into_iter().find(|kind| kind.word() == line).map(Chosen::Uci);
    uci.or_else(|| (line == "xboard").then_some(Chosen::Cecp))
}

/// The first line with something in it; what was wrong before that is put into `early`.
fn first_line(events: &Receiver<Event>, early: &mut Vec<String>) -> Option<String> {
    loop {
        match events.recv() {
            Ok(Event::Line(line)) if line.trim().is_empty() => {}
            Ok(Event::Line(line)) => {
                if choice(&line).is_none() {
                    early.push(format!(
                        "`{}` names no protocol (uci, ucicyclone, ugi, usi, ucci, xboard), so this is UCI",
                        shortened(line.trim())
                    ));
                }
                return Some(line.trim().to_string());
            }
            Ok(Event::TooLong(_)) => early.push(format!("a line of more than {LONGEST_LINE} bytes is left out")),
            Ok(Event::News(_)) => {}
            Ok(Event::End | Event::Unreadable(_)) | Err(_) => return None,
        }
    }
}

/// Reads lines until they end or nobody wants them. Bytes that are no UTF-8 are replaced.
fn read(mut input: impl BufRead, sender: &SyncSender<Event>) {
    loop {
        let mut bytes = Vec::new();
        let event = match input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) => Event::End,
            Ok(_) if bytes.ends_with(b"\n") || (bytes.len() as u64) < LONGEST_LINE => {
                Event::Line(String::from_utf8_lossy(&bytes).into_owned())
            }
            Ok(_) => match skip_line(&mut input) {
                Ok(()) => Event::TooLong(String::from_utf8_lossy(&bytes[..SHOWN.min(bytes.len())]).into_owned()),
                Err(error) => Event::Unreadable(error),
            },
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Event::Unreadable(error),
        };
        let is_last = matches!(event, Event::End | Event::Unreadable(_));
        if sender.send(event).is_err() || is_last {
            return;
        }
    }
}

/// Reads the rest of a line without keeping it.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let bytes = input.fill_buf()?;
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let (length, is_over) = (end.map_or(bytes.len(), |end| end + 1), end.is_some() || bytes.is_empty());
        input.consume(length);
        if is_over {
            return Ok(());
        }
    }
}
