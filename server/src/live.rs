//! Live games: a [`wazir_live::Room`] for each that somebody looks at, in a task of its own ([`table`]), which its connections ([`socket`]) talk to. Whatever a room does is
//! written down before anybody is told; a room that nobody needs is put away, and made again from its journal when somebody comes.

mod engine;
pub(crate) mod outbox;
pub(crate) mod paper;
pub(crate) mod socket;
pub(crate) mod storage;
mod table;

pub(crate) use table::{Joined, Order};

use crate::{
    App, Playable, Problem,
    catalogue::hex,
    limits::{MOST_FORGOTTEN, MOST_SOCKETS, UNPLAYED_DAYS},
};
use outbox::Outbox;
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};
use tokio::sync::{Semaphore, mpsc, oneshot};
use wazir_describe::view::PositionView;
use wazir_live::{
    Moment, Summary, View, Write, Writer,
    message::Shown,
    secret,
    store::{Forget, StoreError},
};
use wazir_session::session::Session;

/// Games that are in memory at once.
const MOST_GAMES: u32 = crate::limits::MOST_LIVE_GAMES;
/// How long an instance says that it plays a game, before it says so again.
const LEASE: Duration = Duration::from_secs(15);
/// How often it says so.
const RENEWAL: Duration = Duration::from_secs(5);
/// How often it is looked for games to forget.
const FORGETTING: Duration = Duration::from_secs(3600);
/// How often an order is tried again that has come to a game that was just put away.
const TRIES: usize = 5;

/// The live games of a server.
pub(crate) struct Live {
    writer: Writer,
    /// By which other servers with the same storage know this one.
    instance: String,
    tables: Mutex<HashMap<String, mpsc::Sender<Order>>>,
    places: Arc<Semaphore>,
    numbers: AtomicU64,
    began: (Moment, Instant),
    sockets: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// A connection of an address, for as long as it lasts.
pub(crate) struct SocketPlace(Arc<Mutex<HashMap<IpAddr, usize>>>, IpAddr);

impl Drop for SocketPlace {
    fn drop(&mut self) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = all.get_mut(&self.1) {
            *count -= 1;
            if *count == 0 {
                all.remove(&self.1);
            }
        }
    }
}

/// Shows a game and its positions to browsers.
pub(crate) struct Shower(pub(crate) Arc<Playable>);

impl View for Shower {
    fn game(&self) -> Shown {
        self.0.live()
    }
    fn position(&self, session: &Session) -> Shown {
        Shown::new(&PositionView::now(session))
    }
}

/// There is no such game.
pub(crate) fn missing() -> Problem {
    Problem::missing("There is no such game here.")
        .hint("Perhaps the link is not whole. GET /api/v1/live lists your games.")
}

/// What went wrong with the storage.
pub(crate) fn unstored(error: &StoreError) -> Problem {
    match error {
        StoreError::Taken(_) => elsewhere(),
        StoreError::Broken(_) | StoreError::Failed(_) => {
            tracing::error!(%error, "live games cannot be kept");
            Problem::busy("The server cannot write down or read games just now.")
        }
    }
}

/// Another server plays it.
pub(crate) fn elsewhere() -> Problem {
    Problem::busy("Another server with the same storage plays this game just now.")
}

impl Live {
    /// Opens what games are kept in.
    ///
    /// # Errors
    /// Why that cannot be, for people.
    pub(crate) fn new(db: Option<&str>, instance: Option<&str>) -> Result<Live, String> {
        let store = storage::open(db)?;
        let writer = Writer::new(store).map_err(|error| format!("cannot start: {error}"))?;
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| format!("there are no random numbers: {error}"))?;
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let now = Moment(since.as_millis().try_into().unwrap_or(u64::MAX));
        Ok(Live {
            writer,
            instance: instance.map_or_else(|| hex(&bytes), str::to_string),
            tables: Mutex::default(),
            places: Arc::new(Semaphore::new(MOST_GAMES as usize)),
            // Those of a server of before are smaller: journals name connections by them.
            numbers: AtomicU64::new(now.0.saturating_mul(1000)),
            began: (now, Instant::now()),
            sockets: Arc::default(),
        })
    }

    /// The time. It never runs backwards, whatever is done to the clock of the machine meanwhile.
    pub(crate) fn now(&self) -> Moment {
        self.began.0 + self.began.1.elapsed()
    }

    /// A number for a connection.
    pub(crate) fn number(&self) -> u64 {
        self.numbers.fetch_add(1, Ordering::Relaxed)
    }

    /// A place for a connection of this address.
    ///
    /// # Errors
    /// When it has too many.
    pub(crate) fn socket(&self, address: IpAddr) -> Result<SocketPlace, Problem> {
        let mut all = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let count = all.entry(address).or_default();
        if *count >= MOST_SOCKETS {
            return Err(Problem::new(
                axum::http::StatusCode::TOO_MANY_REQUESTS,
                "Too many connections",
                "Your address has too many games open at once.",
            )
            .hint("Close some of them."));
        }
        *count += 1;
        Ok(SocketPlace(self.sockets.clone(), address))
    }

    /// Asks something of the storage.
    pub(crate) async fn stored<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&Writer, Box<dyn FnOnce(Result<T, StoreError>) + Send>),
    ) -> Result<T, StoreError> {
        let (answer, answered) = oneshot::channel();
        ask(&self.writer, Box::new(move |result| drop(answer.send(result))));
        answered.await.unwrap_or_else(|_| Err(StoreError::Failed("it has stopped".to_string())))
    }

    /// Writes this down; it is on disk then.
    pub(crate) async fn write(&self, writes: Vec<Write>) -> Result<(), StoreError> {
        self.stored(|writer, answer| writer.append(writes, answer)).await
    }

    /// The games of somebody.
    ///
    /// # Errors
    /// When they cannot be read.
    pub(crate) async fn games_of(&self, owner: String, most: usize) -> Result<Vec<Summary>, Problem> {
        let games = self.stored(|writer, answer| writer.games_of(owner, most, answer)).await;
        games.map_err(|error| unstored(&error))
    }

    /// Where orders to a game go. It is opened if it is not.
    fn table(&self, app: &App, id: &str) -> Result<mpsc::Sender<Order>, Problem> {
        if !secret::is_game_id(id) {
            return Err(missing());
        }
        if *app.closing().borrow() {
            return Err(Problem::busy("The server is about to end."));
        }
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = tables.get(id).filter(|table| !table.is_closed()) {
            return Ok(table.clone());
        }
        let Ok(place) = self.places.clone().try_acquire_owned() else {
            return Err(Problem::busy("Too many games are played here just now."));
        };
        let (orders, taken) = mpsc::channel(crate::limits::MOST_ORDERS);
        tables.insert(id.to_string(), orders.clone());
        let (app, id) = (app.clone(), id.to_string());
        tokio::spawn(async move {
            table::run(app, id, taken).await;
            drop(place);
        });
        Ok(orders)
    }

    /// A game takes no orders any more.
    fn put_away(&self, id: &str) {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
    }

    /// Asks something of a game, and waits for the answer; with it comes where orders go.
    ///
    /// # Errors
    /// When there is no such game, or it cannot do so.
    pub(crate) async fn ask<T>(
        &self,
        app: &App,
        id: &str,
        order: impl Fn(oneshot::Sender<Result<T, Problem>>) -> Order,
    ) -> Result<(T, mpsc::Sender<Order>), Problem> {
        for _ in 0..TRIES {
            let table = self.table(app, id)?;
            let (answer, answered) = oneshot::channel();
            // A game that was put away just now is opened again.
            if table.send(order(answer)).await.is_err() {
                continue;
            }
            if let Ok(answer) = answered.await {
                return answer.map(|answer| (answer, table));
            }
        }
        Err(Problem::busy("This game cannot be opened just now."))
    }

    /// Takes a connection into a game.
    ///
    /// # Errors
    /// When there is no such game, or no room in it.
    pub(crate) async fn enter(
        &self,
        app: &App,
        id: &str,
        number: u64,
        outbox: &Outbox,
    ) -> Result<mpsc::Sender<Order>, Problem> {
        let order = |answer| Order::Enter { number, outbox: outbox.clone(), answer };
        self.ask(app, id, order).await.map(|((), table)| table)
    }

    /// Says again and again which games this instance plays, until the server ends.
    pub(crate) async fn renew(app: App) {
        loop {
            tokio::select! {
                () = tokio::time::sleep(RENEWAL) => {}
                () = app.closed() => return,
            }
            let live = app.live();
            let games: Vec<String> =
                live.tables.lock().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect();
            let lost = live.lease(games).await;
            // What cannot be written down is noticed where it matters.
            for game in lost.unwrap_or_default() {
                let table = live.tables.lock().unwrap_or_else(PoisonError::into_inner).get(&game).cloned();
                if let Some(table) = table {
                    let _ = table.send(Order::Lost).await;
                }
            }
        }
    }

    /// Says that this instance plays these games: those that it does not.
    async fn lease(&self, games: Vec<String>) -> Result<Vec<String>, StoreError> {
        let now = self.now();
        let (instance, span) = (self.instance.clone(), (now, now + LEASE));
        self.stored(|writer, answer| writer.lease(games, instance, span, answer)).await
    }

    /// Forgets some of the games that nobody has touched for so long, and of those in which nothing was played: how many.
    async fn forget_old(&self, keep: Option<Duration>) -> Result<usize, StoreError> {
        let now = self.now();
        let before = |span: Duration| Moment(now.0.saturating_sub(span.as_millis().try_into().unwrap_or(u64::MAX)));
        let which = Forget {
            before: keep.map_or(Moment(0), before),
            unplayed_before: before(Duration::from_secs(UNPLAYED_DAYS * 24 * 3600)),
            now,
            most: MOST_FORGOTTEN,
        };
        self.stored(|writer, answer| writer.forget(which, answer)).await
    }

    async fn release(&self, game: String) {
        let instance = self.instance.clone();
        if let Err(error) = self.stored(|writer, answer| writer.release(game, instance, answer)).await {
            tracing::warn!(%error, "a lease cannot be given back; it ends by itself");
        }
    }

    /// Waits until all games are put away, which they are when the server ends.
    pub(crate) async fn finished(&self) {
        let _ = self.places.acquire_many(MOST_GAMES).await;
    }
}

/// Forgets live games that are not to be kept any longer, again and again, until the server ends.
pub async fn forget(app: App) {
    loop {
        match app.live().forget_old(app.setup().keep).await {
            // There may be more.
            Ok(gone) if gone >= MOST_FORGOTTEN as usize => continue,
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, "old games cannot be forgotten"),
        }
        tokio::select! {
            () = tokio::time::sleep(FORGETTING) => {}
            () = app.closed() => return,
        }
    }
}
