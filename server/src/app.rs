//! [`App`]: what all requests share.

use crate::{Catalogue, Engines, Guard, Problem, Rates, Work, catalogue::Playable, live::Live};
use axum::body::Bytes;
use sha2::{Digest, Sha256};
use std::{
    num::NonZeroUsize,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread::available_parallelism,
    time::Duration,
};
use tokio::sync::{broadcast, watch};
use wazir_engine::Games;

/// How a server is set up.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// The game or file that is served before all others.
    pub game: Option<String>,
    /// Where live games are kept: a file, `:memory:`, or `postgres://...`; `None`: a file of the user's.
    pub db: Option<String>,
    /// Origins of pages that may change something, beside those at this machine's own addresses.
    pub origins: Vec<String>,
    /// A proxy tells the address of who asks (`X-Forwarded-For`).
    pub proxied: bool,
    /// How often things may be done.
    pub rates: Rates,
    /// Threads of the engine; `None`: half of the processors.
    pub engine_threads: Option<NonZeroUsize>,
    /// What other servers with the same storage know this one by, if it is to be known again after it was ended without warning; `None`: it is another one each time.
    pub instance: Option<String>,
    /// How long is waited for connections of live games.
    pub patience: Patience,
    /// How long live games are kept that nobody touches; `None`: for ever.
    pub keep: Option<Duration>,
}

/// How long is waited for connections of live games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Until a browser has said which seats it has.
    pub greeting: Duration,
    /// Until one that says nothing counts as gone: it beats the heart every 2.5 s.
    pub silence: Duration,
    /// Until a message is taken by the other end.
    pub sending: Duration,
    /// Until a game that nobody looks at is put away.
    pub idle: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        let seconds = Duration::from_secs;
        Patience { greeting: seconds(10), silence: seconds(30), sending: seconds(5), idle: seconds(10) }
    }
}

/// The file that is served has been edited.
#[derive(Clone)]
pub enum Change {
    /// It is another game now.
    Game(Arc<Playable>),
    /// It is wrong: what is said about it. The game is still what it was.
    Wrong(String),
}

/// The list of games, as it is sent.
pub(crate) struct List {
    /// The list.
    pub(crate) json: Bytes,
    /// What tells it from others, as HTTP has it.
    pub(crate) tag: String,
    edition: u64,
}

/// What all requests share. Clones are one and the same.
#[derive(Clone)]
pub struct App(Arc<Inner>);

struct Inner {
    setup: Setup,
    games: Catalogue,
    engines: Engines,
    work: Work,
    guard: Guard,
    changes: broadcast::Sender<Change>,
    closing: watch::Sender<bool>,
    pub(crate) simple: crate::simple::Tables,
    pub(crate) matches: crate::api::matches::Matches,
    live: Live,
    list: tokio::sync::Mutex<Option<Arc<List>>>,
    /// Grows when the list has to be made anew.
    edition: AtomicU64,
}

impl App {
    /// What a server needs that is set up so.
    ///
    /// # Errors
    /// When the game or file that is to be served cannot be opened, or what live games are kept in.
    pub fn new(games: Arc<dyn Games>, setup: Setup) -> Result<App, String> {
        let games = Catalogue::new(games);
        if let Some(file) = &setup.game {
            games.serve(file)?;
        }
        let processors = available_parallelism().map_or(1, NonZeroUsize::get);
        let half = NonZeroUsize::new(processors.div_ceil(2)).unwrap_or(NonZeroUsize::MIN);
        Ok(App(Arc::new(Inner {
            games,
            engines: Engines::new(setup.engine_threads.unwrap_or(half)),
            work: Work::new(processors),
            guard: Guard::new(setup.origins.clone(), setup.proxied, setup.rates),
            changes: broadcast::channel(16).0,
            closing: watch::channel(false).0,
            simple: crate::simple::Tables::default(),
            matches: crate::api::matches::Matches::default(),
            live: Live::new(setup.db.as_deref(), setup.instance.as_deref())?,
            list: tokio::sync::Mutex::default(),
            edition: AtomicU64::new(0),
            setup,
        })))
    }

    /// How it is set up.
    pub fn setup(&self) -> &Setup {
        &self.0.setup
    }
    /// The file that is served, where it is one and not a game of the program.
    pub fn file(&self) -> Option<&str> {
        self.setup().game.as_deref().filter(|game| Path::new(game).is_file())
    }
    /// The games.
    pub fn games(&self) -> &Catalogue {
        &self.0.games
    }
    /// The engine.
    pub fn engines(&self) -> &Engines {
        &self.0.engines
    }
    /// Room for work that is not the engine's.
    pub fn work(&self) -> &Work {
        &self.0.work
    }
    /// Who may do what.
    pub fn guard(&self) -> &Guard {
        &self.0.guard
    }
    /// Tells of edits of the file that is served.
    pub fn changes(&self) -> &broadcast::Sender<Change> {
        &self.0.changes
    }
    /// Becomes true when the server is about to end.
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.0.closing.subscribe()
    }
    /// Waits until the server is about to end.
    pub fn closed(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut closing = self.closing();
        async move {
            let _ = closing.wait_for(|closing| *closing).await;
        }
    }
    /// Tells everybody that the server is about to end.
    pub fn close(&self) {
        self.0.closing.send_replace(true);
    }
    pub(crate) fn simple(&self) -> &crate::simple::Tables {
        &self.0.simple
    }
    pub(crate) fn matches(&self) -> &crate::api::matches::Matches {
        &self.0.matches
    }
    pub(crate) fn live(&self) -> &Live {
        &self.0.live
    }

    /// The game of this name, found where there is room for such work.
    ///
    /// # Errors
    /// When there is none.
    pub async fn game(&self, id: &str) -> Result<Arc<Playable>, Problem> {
        let (app, id) = (self.clone(), id.to_string());
        self.work().run(crate::Whose::Ours, move || app.games().game(&id)).await?
    }

    /// The list of games. It is made once, which takes a moment, and again when the file that is served has changed.
    pub(crate) async fn list(&self) -> Result<Arc<List>, Problem> {
        let mut list = self.0.list.lock().await;
        let edition = self.0.edition.load(Ordering::Acquire);
        if let Some(list) = list.as_ref().filter(|list| list.edition == edition) {
            return Ok(list.clone());
        }
        let app = self.clone();
        let made = tokio::task::spawn_blocking(move || serde_json::to_vec(&app.games().list())).await;
        let json = made.map_err(Problem::ours)?.map_err(Problem::ours)?;
        let tag = format!("\"{}\"", &crate::catalogue::hex(&Sha256::digest(&json))[..24]);
        let made = Arc::new(List { json: json.into(), tag, edition });
        *list = Some(made.clone());
        Ok(made)
    }

    /// Has the list made anew when it is asked for again.
    pub(crate) fn forget_list(&self) {
        self.0.edition.fetch_add(1, Ordering::AcqRel);
    }

    /// Cleans up, again and again, until the server ends.
    pub async fn tidy(self) {
        loop {
            tokio::select! {
                () = tokio::time::sleep(Duration::from_secs(60)) => {}
                () = self.closed() => return,
            }
            self.guard().sweep();
            self.simple().sweep();
        }
    }
}
