//! What is kept is there again: [`Sqlite`], and the thread that writes.
#![allow(clippy::unwrap_used, reason = "tests")]

#[cfg(unix)]
#[path = "common/cluster.rs"]
mod cluster;
mod common;

use common::Stage;
use serde_json::json;
use std::{
    path::Path,
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, Sender, channel},
    },
};
use wazir_live::{
    Moment, Store, Write, Writer,
    record::{Entry, Summary},
    store::{Forget, Sqlite, StoreError},
};

fn game(id: &str, owner: &str, at: u64) -> Summary {
    let mut summary = Stage::of_two("chess", None).room.summary();
    summary.id = id.to_string();
    summary.seats[0].owner = Some(owner.to_string());
    Summary { changed: Moment(at), ..summary }
}

fn write(summary: &Summary, first: u64, count: usize) -> Write {
    let entries = (0..count).map(|n| format!(r#"{{"at":{n},"k":"moved","u":"m{n}"}}"#)).collect();
    Write { first, entries, summary: summary.clone() }
}

#[test]
fn sqlite_keeps_what_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    store_keeps(|| Box::new(Sqlite::open(&file).unwrap()));
}

/// With a real PostgreSQL, where one is installed; one for all that is asked of it, as starting it takes a second.
#[cfg(unix)]
#[test]
fn postgresql_keeps_what_is_written() {
    use wazir_live::store::Postgres;
    let Some(cluster) = cluster::Cluster::start() else { return };
    let open = || Postgres::open(&cluster.url()).unwrap();
    store_keeps(|| Box::new(open()));
    cluster.empty();
    // Several servers that start at once make the tables once.
    std::thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(open))));
    let (mut one, mut other) = (open(), open());
    let a = game("a", "me", 1);
    one.append(&[write(&a, 0, 1)]).unwrap();
    // Two that both believe they play a game: only one of them can write its next entry.
    let (all, first) = ([write(&game("b", "me", 1), 0, 1), write(&a, 1, 2)], other.append(&[write(&a, 1, 1)]));
    assert_eq!((first, one.append(&all)), (Ok(()), Err(StoreError::Taken("a".to_string()))));
    assert!(one.load("b").unwrap().is_empty(), "all or nothing");
    assert_eq!(one.load("a").unwrap().len(), 2);
    // A game twice in one batch is in lists as it was last; entries are texts of any kind.
    let odd = Write {
        first: 2,
        entries: vec![r#"{"at":1,"k":"chat","side":null,"text":"\u0000 'x' \\ {} $1 ☗"}"#.to_string()],
        summary: Summary { plies: 5, ..a.clone() },
    };
    one.append(&[odd, write(&Summary { plies: 6, ..a.clone() }, 3, 1)]).unwrap();
    assert_eq!(other.games_of("me", 9).unwrap()[0].plies, 6);
    assert_eq!(other.load("a").unwrap().len(), 4);
    // A connection that is lost is made anew.
    cluster.cut();
    one.append(&[write(&a, 4, 1)]).unwrap();
    assert_eq!(other.load("a").unwrap().len(), 5);
    // Nobody is there, or nothing of use is said.
    let url = cluster.url();
    let wrong = |url: &str| Postgres::open(url).err().unwrap().to_string();
    assert!(wrong(&url.replace("/postgres", "/nothing")).contains("nothing"));
    assert!(wrong("postgres://wazir@127.0.0.1:1/postgres").contains("connect"));
    assert!(wrong("postgres://[").len() > 10);
    drop(cluster);
    assert!(matches!(one.load("a"), Err(StoreError::Failed(_))));
}

/// What every store does.
fn store_keeps(open: impl Fn() -> Box<dyn Store>) {
    let mut store = open();
    let (a, b) = (game("a", "me", 1), game("b", "me", 2));
    store.append(&[write(&a, 0, 2), write(&b, 0, 1)]).unwrap();
    store.append(&[write(&a, 2, 1)]).unwrap();
    // Another server has written meanwhile: nothing of the batch is kept.
    let c = game("c", "you", 3);
    assert_eq!(store.append(&[write(&c, 0, 1), write(&a, 2, 1)]), Err(StoreError::Taken("a".to_string())));
    drop(store);
    let mut store = open();
    assert_eq!(store.load("a").unwrap().len(), 3);
    assert!(store.load("c").unwrap().is_empty() && store.load("nothing").unwrap().is_empty());
    let own = |store: &mut dyn Store, who: &str, most| -> Vec<String> {
        store.games_of(who, most).unwrap().into_iter().map(|summary| summary.id).collect()
    };
    assert_eq!(own(&mut *store, "me", 10), ["b", "a"]);
    assert_eq!(own(&mut *store, "me", 1), ["b"]);
    assert_eq!(own(&mut *store, "guest", 10), ["b", "a"]);
    assert!(own(&mut *store, "nobody'; DROP TABLE games", 10).is_empty());
    store.append(&[write(&Summary { changed: Moment(9), plies: 7, ..a.clone() }, 3, 1)]).unwrap();
    assert_eq!(store.games_of("me", 1).unwrap()[0].plies, 7);
    // Leases.
    let (soon, late) = (Moment(100), Moment(1_000));
    let is_ours = |store: &mut dyn Store, instance: &str, now, until| {
        store.lease(&["a".to_string()], instance, Moment(now), until).unwrap().is_empty()
    };
    assert!(is_ours(&mut *store, "one", 0, soon));
    assert!(!is_ours(&mut *store, "two", 50, late));
    assert!(is_ours(&mut *store, "one", 50, soon), "it is prolonged");
    let both = ["b".to_string(), "a".to_string(), "not written yet".to_string()];
    assert_eq!(store.lease(&both, "two", Moment(60), late).unwrap(), ["a"]);
    assert!(is_ours(&mut *store, "two", 101, late), "it has ended");
    store.release("a", "one").unwrap();
    assert!(!is_ours(&mut *store, "one", 102, late), "it is not one's to give back");
    store.release("a", "two").unwrap();
    assert!(is_ours(&mut *store, "one", 103, late));
    // What is forgotten, and what is not: `a` was played, and is leased until `late`; nothing was played in the others.
    store.release("b", "two").unwrap();
    let forget = |before, unplayed_before, now, most| Forget {
        before: Moment(before),
        unplayed_before: Moment(unplayed_before),
        now: Moment(now),
        most,
    };
    let new = |id: &str, at, plies| Summary { plies, ..game(id, "me", at) };
    store.append(&["p", "q", "r"].map(|id| write(&new(id, 4, 0), 0, 1))).unwrap();
    store.append(&[write(&new("s", 4, 3), 0, 1)]).unwrap();
    assert_eq!(store.forget(forget(0, 2, 100, 10)).unwrap(), 0, "nothing is so old");
    assert_eq!(store.forget(forget(0, 3, 100, 10)).unwrap(), 1);
    assert!(store.load("b").unwrap().is_empty(), "nothing was played in it");
    assert_eq!(store.forget(forget(0, 5, 100, 2)).unwrap(), 2, "no more at once");
    assert_eq!(store.forget(forget(0, 5, 100, 2)).unwrap(), 1);
    assert_eq!(own(&mut *store, "me", 10), ["a", "s"]);
    assert_eq!(store.forget(forget(10, 0, 100, 10)).unwrap(), 1, "one that somebody plays stays");
    assert_eq!(own(&mut *store, "me", 10), ["a"]);
    assert_eq!(store.load("a").unwrap().len(), 4);
    assert_eq!(store.forget(forget(10, 0, 1_001, 10)).unwrap(), 1);
    assert!(own(&mut *store, "me", 10).is_empty() && store.load("a").unwrap().is_empty());
    assert_eq!(store.forget(forget(10, 10, 1_001, 10)).unwrap(), 0);
}

#[test]
fn postgresql_is_not_promised_what_cannot_be_kept() {
    let url = "postgres://wazir@127.0.0.1:1/postgres?sslmode=require";
    let error = wazir_live::store::Postgres::open(url).err().unwrap().to_string();
    assert!(error.contains("does not encrypt") && error.contains("tunnel"), "{error}");
}

#[test]
fn a_file_of_a_later_version_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    drop(Sqlite::open(&file).unwrap());
    rusqlite::Connection::open(&file).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let error = Sqlite::open(&file).err().unwrap().to_string();
    assert!(error.contains("has version 99 of the tables"), "{error}");
    let error = Sqlite::open(folder.path()).err().unwrap().to_string();
    assert!(error.contains(folder.path().to_str().unwrap()), "{error}");
}

/// A store that notes how much is written at once, and waits before each time.
struct Slow {
    inner: Sqlite,
    go: Receiver<()>,
    sizes: Arc<Mutex<Vec<usize>>>,
}

impl Store for Slow {
    fn append(&mut self, writes: &[Write]) -> Result<(), StoreError> {
        self.go.recv().unwrap();
        self.sizes.lock().unwrap().push(writes.len());
        self.inner.append(writes)
    }
    fn load(&mut self, game: &str) -> Result<Vec<Entry>, StoreError> {
        self.inner.load(game)
    }
    fn games_of(&mut self, owner: &str, most: usize) -> Result<Vec<Summary>, StoreError> {
        self.inner.games_of(owner, most)
    }
    fn lease(
        &mut self,
        games: &[String],
        instance: &str,
        now: Moment,
        until: Moment,
    ) -> Result<Vec<String>, StoreError> {
        self.inner.lease(games, instance, now, until)
    }
    fn release(&mut self, game: &str, instance: &str) -> Result<(), StoreError> {
        self.inner.release(game, instance)
    }
    fn forget(&mut self, which: Forget) -> Result<usize, StoreError> {
        self.inner.forget(which)
    }
}

fn answer<T: Send + 'static>(to: &Sender<T>) -> impl FnOnce(T) + Send + 'static {
    let to = to.clone();
    move |answer| to.send(answer).unwrap()
}

#[test]
fn many_games_are_written_at_once_and_answered_when_they_are() {
    let (go, wait) = channel();
    let sizes = Arc::new(Mutex::new(Vec::new()));
    let slow = Slow { inner: Sqlite::open(Path::new(":memory:")).unwrap(), go: wait, sizes: sizes.clone() };
    let writer = Writer::new(Box::new(slow)).unwrap();
    let (done, answers) = channel();
    let summary = game("x", "me", 1);
    let of = |number: usize| Summary { id: format!("game{number}"), ..summary.clone() };
    writer.append(vec![write(&of(0), 0, 1)], answer(&done));
    // While the first is written, 50 others come, one of them twice: its fault is its own.
    for number in (1..50).chain([7]) {
        writer.append(vec![write(&of(number), 0, 1)], answer(&done));
    }
    assert!(answers.try_recv().is_err(), "nobody is told before it is on disk");
    (0..60).for_each(|_| go.send(()).unwrap());
    let results: Vec<Result<(), StoreError>> = (0..51).map(|_| answers.recv().unwrap()).collect();
    assert_eq!(results.iter().filter(|result| result.is_err()).count(), 1);
    assert_eq!(results[50], Err(StoreError::Taken("game7".to_string())));
    let sizes = sizes.lock().unwrap();
    assert!(sizes.len() <= 2 + 50 && sizes.iter().any(|size| *size > 10), "{sizes:?}");
    let (loaded, journals) = channel();
    writer.load("game49".to_string(), answer(&loaded));
    assert_eq!(journals.recv().unwrap().unwrap().len(), 1);
}

#[test]
fn a_room_comes_back_from_the_store() {
    let mut stage = Stage::of_two("chess", Some((60_000, 0)));
    stage.play(0, "e2e4");
    stage.say(1, json!({ "t": "chat", "text": "it's \"quoted\"" }));
    let mut store = Sqlite::open(Path::new(":memory:")).unwrap();
    let id = stage.room.id().to_string();
    let entries = stage.journal[&id].clone();
    store.append(&[Write { first: 0, entries, summary: stage.room.summary() }]).unwrap();
    let entries = store.load(&id).unwrap();
    let room =
        wazir_live::Room::restore(id, &entries, common::opened("chess"), common::view("chess"), stage.now).unwrap();
    assert_eq!(room.summary(), stage.room.summary());
}
