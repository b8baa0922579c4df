//! A table: the task to which one game belongs. It does one thing after the other: what it is told, what time does, what the engine has found.

use super::{
    Shower, elsewhere,
    engine::{Found, Mover},
    missing,
    outbox::{Goodbye, Outbox, text},
    unstored,
};
use crate::{App, Change, Playable, Problem, Whose};
use std::{
    collections::HashMap,
    future::pending,
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
    time::Duration,
};
use tokio::{
    sync::{broadcast, mpsc, oneshot},
    time::sleep,
};
use wazir_live::{Effects, Moment, Room, Said, message, record::Created, room::Wrong};
use wazir_runtime::SideId;

/// A seat that somebody has taken.
#[derive(Clone, Debug)]
pub(crate) struct Joined {
    /// Which.
    pub(crate) side: SideId,
    /// By which it is held from now on.
    pub(crate) secret: String,
}

type Answer<T> = oneshot::Sender<Result<T, Problem>>;

/// What a game is told.
pub(crate) enum Order {
    /// A connection comes.
    Enter { number: u64, outbox: Outbox, answer: Answer<()> },
    /// It says something.
    Hear { number: u64, said: Said },
    /// It is gone.
    Leave { number: u64, on_purpose: bool },
    /// Somebody takes an invitation.
    Join { code: String, owner: String, name: String, answer: Answer<Joined> },
    /// Somebody wants to know something about the game.
    Look(Look),
    /// Another server plays the game now.
    Lost,
}

/// Looks at a game where there is room for such work. It is told if there is none.
pub(crate) type Look = Box<dyn FnOnce(Result<&Room, Problem>) + Send>;

impl Order {
    fn refuse(self, problem: &Problem) {
        // Who has asked may be gone.
        match self {
            Order::Enter { answer, .. } => drop(answer.send(Err(problem.clone()))),
            Order::Join { answer, .. } => drop(answer.send(Err(problem.clone()))),
            Order::Look(look) => look(Err(problem.clone())),
            Order::Hear { .. } | Order::Leave { .. } | Order::Lost => {}
        }
    }
}

/// Why a table ends.
enum End {
    /// Nobody needs it.
    Idle,
    /// The server ends.
    Closing,
    /// Something has gone wrong: what its connections are told. The journal has all that anybody was told.
    Failed(Problem),
}

/// A game with its connections.
struct Table {
    app: App,
    id: String,
    game: Arc<Playable>,
    /// `None` only while something is done with it elsewhere.
    room: Option<Box<Room>>,
    connections: HashMap<u64, Outbox>,
    mover: Mover,
    changes: Option<broadcast::Receiver<Change>>,
}

/// Opens a game and does what it is told, until nobody needs it any more.
pub(super) async fn run(app: App, id: String, mut orders: mpsc::Receiver<Order>) {
    let refusal = match open(&app, &id).await {
        Ok(mut table) => {
            let end = table.serve(&mut orders).await;
            table.end(end).await
        }
        Err(problem) => Some(problem),
    };
    app.live().put_away(&id);
    orders.close();
    while let Some(order) = orders.recv().await {
        // Whoever gets no answer asks again, and the game is opened again.
        if let Some(problem) = &refusal {
            order.refuse(problem);
        }
    }
}

/// A game from its journal.
async fn open(app: &App, id: &str) -> Result<Table, Problem> {
    let live = app.live();
    let unstored = |error| unstored(&error);
    if !live.lease(vec![id.to_string()]).await.map_err(unstored)?.is_empty() {
        return Err(elsewhere());
    }
    let game = id.to_string();
    let entries = live.stored(|writer, answer| writer.load(game, answer)).await.map_err(unstored)?;
    if entries.is_empty() {
        return Err(missing());
    }
    let (of, name, now) = (app.clone(), id.to_string(), live.now());
    let is_sent = Room::beginning(&entries).is_ok_and(|created| created.rules.is_some());
    let whose = if is_sent { Whose::Sent } else { Whose::Ours };
    let room = app.work().surely(whose, move || {
        let created = Room::beginning(&entries).map_err(Problem::ours)?;
        let game = rules(&of, created)?;
        let view = Arc::new(Shower(game.clone()));
        let room = Room::restore(name, &entries, game.opened.clone(), view, now);
        let room = room.map_err(|error| Problem::wrong(format!("This game cannot be played on: {error}.")))?;
        Ok::<_, Problem>((game, Box::new(room)))
    });
    let opened = room.await.unwrap_or_else(|| Err(Problem::ours("The server has failed at this game.")));
    if opened.is_err() {
        live.release(id.to_string()).await;
    }
    let (game, room) = opened?;
    let changes = room.created().edited.then(|| app.changes().subscribe());
    let (app, id) = (app.clone(), id.to_string());
    Ok(Table { app, id, game, room: Some(room), connections: HashMap::new(), mover: Mover::default(), changes })
}

/// The rules by which a game is played.
fn rules(app: &App, created: &Created) -> Result<Arc<Playable>, Problem> {
    let known = app.games().game(&created.game);
    match (&created.rules, known) {
        // What was sent is known by what it says; a file that is edited is what it is now, if it is still served.
        (_, Ok(game)) => Ok(game),
        (None, Err(problem)) => Err(problem),
        (Some(rules), Err(problem)) => Ok(app.games().read(rules).map_err(|_| problem)?.0),
    }
}

impl Table {
    fn now(&self) -> Moment {
        self.app.live().now()
    }

    /// What takes the processor a while, done where there is room for it.
    async fn work<T: Send + 'static>(&mut self, work: impl FnOnce(&mut Room) -> T + Send + 'static) -> Result<T, End> {
        let failed = || End::Failed(Problem::ours("The server has failed at this game."));
        let mut room = self.room.take().ok_or_else(failed)?;
        let done = self.app.work().surely(self.game.whose, move || {
            let done = work(&mut room);
            (room, done)
        });
        let (room, done) = done.await.ok_or_else(failed)?;
        self.room = Some(room);
        Ok(done)
    }

    /// Does what it is told, until there is a reason to end.
    async fn serve(&mut self, orders: &mut mpsc::Receiver<Order>) -> End {
        let mut hasher = DefaultHasher::new();
        self.id.hash(&mut hasher);
        let number = hasher.finish();
        let app = self.app.clone();
        loop {
            let (now, game) = (self.now(), self.game.clone());
            let Some(room) = &self.room else { return End::Idle };
            self.mover.look(&app, &game, room, number);
            let (deadline, idle) = (room.deadline(), room.is_idle());
            let done = tokio::select! {
                order = orders.recv() => match order {
                    Some(order) => self.take(order).await,
                    None => Err(End::Idle),
                },
                found = self.mover.found() => self.moved(found).await,
                // A moment later, as moments are whole milliseconds.
                () = until(deadline.map(|deadline| deadline.since(now) + Duration::from_millis(1))) => self.tick().await,
                change = changed(&mut self.changes) => self.reload(change).await,
                () = until(idle.then_some(app.setup().patience.idle)) => Err(End::Idle),
                () = app.closed() => Err(End::Closing),
            };
            if let Err(end) = done {
                return end;
            }
        }
    }

    async fn take(&mut self, order: Order) -> Result<(), End> {
        let now = self.now();
        match order {
            Order::Enter { number, outbox, answer } => {
                let entered = self.room.as_mut().is_some_and(|room| room.enter(number));
                let answered = match entered {
                    true => answer.send(Ok(())).is_ok(),
                    false => answer.send(Err(Problem::busy("Too many look at this game."))).is_ok(),
                };
                match (entered, answered) {
                    (true, true) => drop(self.connections.insert(number, outbox)),
                    (true, false) => return self.leave(number, false).await,
                    (false, _) => {}
                }
                Ok(())
            }
            Order::Leave { number, on_purpose } => self.leave(number, on_purpose).await,
            // Nothing to think about.
            Order::Hear { number, said: said @ Said::Ping { .. } } => {
                let effects = self.room.as_mut().map(|room| room.hear(number, &said, now));
                self.carry_out(effects.unwrap_or_default()).await
            }
            Order::Hear { number, said } => {
                let heard = self.work(move |room| (room.hear(number, &said, now), !room.sides_of(number).is_empty()));
                let (effects, seated) = heard.await?;
                if let Some(connection) = self.connections.get(&number) {
                    connection.seat(seated);
                }
                self.carry_out(effects).await
            }
            Order::Join { code, owner, name, answer } => {
                let joined = self.work(move |room| room.join(&code, Some(&owner), &name, now)).await?;
                let told = match joined {
                    Ok((side, secret, effects)) => {
                        self.carry_out(effects).await?;
                        Ok(Joined { side, secret: secret.to_string() })
                    }
                    Err(wrong) => Err(refused(&wrong)),
                };
                // Who has asked may be gone: the same browser may ask again.
                let _ = answer.send(told);
                Ok(())
            }
            Order::Look(look) => self.work(|room| look(Ok(room))).await,
            Order::Lost => Err(End::Failed(elsewhere())),
        }
    }

    async fn leave(&mut self, number: u64, on_purpose: bool) -> Result<(), End> {
        self.connections.remove(&number);
        let now = self.now();
        let effects = self.room.as_mut().map(|room| room.leave(number, on_purpose, now));
        self.carry_out(effects.unwrap_or_default()).await
    }

    async fn tick(&mut self) -> Result<(), End> {
        let now = self.now();
        let effects = self.room.as_mut().map(|room| room.tick(now));
        self.carry_out(effects.unwrap_or_default()).await
    }

    async fn moved(&mut self, found: Found) -> Result<(), End> {
        match found {
            Found::Again => Ok(()),
            Found::Move(epoch, mv) => {
                let now = self.now();
                let effects = self.work(move |room| room.engine_move(epoch, mv, now)).await?;
                self.carry_out(effects).await
            }
            Found::Failed(problem) => {
                tracing::error!(id = self.id, detail = problem.detail, "the engine has failed");
                self.tell_all(&problem);
                Ok(())
            }
        }
    }

    /// The file that is served has changed.
    async fn reload(&mut self, change: Option<Change>) -> Result<(), End> {
        let Some(Change::Game(game)) = change else { return Ok(()) };
        if self.room.as_ref().is_none_or(|room| room.created().game != game.id) {
            return Ok(());
        }
        self.game = game.clone();
        let now = self.now();
        let view = Arc::new(Shower(game.clone()));
        let effects = self.work(move |room| room.reload(game.opened.clone(), view, now)).await?;
        self.carry_out(effects).await
    }

    /// Writes down what is to be written; when it is on disk, tells everybody.
    async fn carry_out(&mut self, effects: Effects) -> Result<(), End> {
        let Effects { write, told, close, .. } = effects;
        if !write.is_empty() {
            // What could not be written was not told: whoever asks again finds the game as the journal has it.
            self.app.live().write(write).await.map_err(|error| End::Failed(unstored(&error)))?;
        }
        for (to, said) in told {
            let said = text(said);
            for number in to.0 {
                if let Some(connection) = self.connections.get(&number) {
                    connection.say(said.clone());
                }
            }
        }
        for (number, why) in close {
            if let Some(connection) = self.connections.get(&number) {
                connection.end(Goodbye { code: 1008, why });
            }
        }
        Ok(())
    }

    fn tell_all(&self, problem: &Problem) {
        let told = text(told(problem));
        self.connections.values().for_each(|connection| connection.say(told.clone()));
    }

    /// Puts the game away; what is said to whoever comes too late, if there is anything to say.
    async fn end(mut self, end: End) -> Option<Problem> {
        let (goodbye, refusal) = match end {
            End::Idle => (Goodbye::LATER, None),
            End::Closing => {
                let now = self.now();
                let effects = self.work(move |room| room.close(now)).await.unwrap_or_default();
                if let Err(End::Failed(problem)) = self.carry_out(effects).await {
                    self.tell_all(&problem);
                }
                (Goodbye::RESTART, Some(Problem::busy("The server is about to end.")))
            }
            End::Failed(problem) => {
                self.tell_all(&problem);
                (Goodbye::LATER, Some(problem))
            }
        };
        // Whoever comes back may come to another server.
        self.app.live().release(self.id.clone()).await;
        self.connections.values().for_each(|connection| connection.end(goodbye));
        refusal
    }
}

/// A problem as connections are told it.
pub(super) fn told(problem: &Problem) -> Arc<str> {
    let hint = problem.hint.as_ref().map_or(String::new(), |hint| format!(" {hint}"));
    message::problem(problem.title, &format!("{}{hint}", problem.detail))
}

/// Why somebody cannot sit down.
fn refused(wrong: &Wrong) -> Problem {
    use axum::http::StatusCode;
    match wrong {
        Wrong::Asked(_) => Problem::wrong(wrong),
        Wrong::Unknown => Problem::missing(wrong).hint("Perhaps the link is not whole."),
        Wrong::Used => Problem::new(StatusCode::CONFLICT, "Used already", wrong).hint("Ask for a new game, or watch."),
        Wrong::Ended => Problem::new(StatusCode::GONE, "Ended", wrong).hint("Ask for a new invitation."),
        Wrong::Machine(_) => Problem::ours(wrong),
    }
}

/// So long; for ever if it is not said how long.
async fn until(time: Option<Duration>) {
    match time {
        Some(time) => sleep(time).await,
        None => pending().await,
    }
}

/// The next edit of the file that is served.
async fn changed(changes: &mut Option<broadcast::Receiver<Change>>) -> Option<Change> {
    match changes {
        Some(changes) => changes.recv().await.ok(),
        None => pending().await,
    }
}
