//! [`Engines`]: the engine for many, in a few threads of its own. Who does not want an answer any more drops the [`Thought`]: thinking stops.

use crate::{Problem, limits::MOST_WAITING};
use std::{
    collections::VecDeque,
    future::Future,
    num::NonZeroUsize,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    sync::{Arc, Condvar, Mutex, PoisonError},
    task::{Context, Poll, ready},
    thread,
    time::Duration,
};
use tokio::sync::oneshot;
use wazir_engine::{Engine, Found, Level, Limits, Line, Opened, Report, Stop};

/// So many engines a thread keeps, for games that it is asked about again.
const KEPT: usize = 4;
/// Memory of an engine's transposition table, in MiB.
const HASH: usize = 16;
/// Bytes of stack of a thread.
const STACK: usize = 16 << 20;

/// What the engine is asked.
pub struct Question {
    /// The game.
    pub opened: Opened,
    /// What has been played.
    pub line: Line,
    /// How long to think about it, and how well.
    pub limits: Limits,
    /// Which game it is: what was learnt in another is forgotten.
    pub game: u64,
}

/// Hears what the engine thinks so far, in the engine's thread.
pub type Ear = Box<dyn FnMut(&Report) + Send>;

struct Job {
    question: Question,
    stop: Stop,
    ear: Option<Ear>,
    answer: oneshot::Sender<Result<Found, String>>,
}

#[derive(Default)]
struct Queue {
    jobs: Mutex<(VecDeque<Job>, bool)>,
    changed: Condvar,
}

/// The threads that think. Clones are one and the same; the threads end with the last of them.
#[derive(Clone)]
pub struct Engines(Arc<Owner>);

struct Owner(Arc<Queue>);

impl Drop for Owner {
    fn drop(&mut self) {
        let mut jobs = self.0.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.0.clear();
        jobs.1 = true;
        self.0.changed.notify_all();
    }
}

/// What the engine will have found.
pub struct Thought {
    stop: Stop,
    answer: oneshot::Receiver<Result<Found, String>>,
}

impl Thought {
    /// Has the engine say what it has found by now.
    pub fn hurry(&self) {
        self.stop.raise();
    }
}

impl Drop for Thought {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

impl Future for Thought {
    type Output = Result<Found, Problem>;
    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Poll::Ready(match ready!(Pin::new(&mut self.answer).poll(context)) {
            Ok(Ok(found)) => Ok(found),
            Ok(Err(why)) => Err(Problem::ours(why)),
            Err(_) => Err(Problem::busy("The engine was told to stop.")),
        })
    }
}

impl Engines {
    /// Starts so many threads.
    pub fn new(threads: NonZeroUsize) -> Engines {
        let queue = Arc::new(Queue::default());
        for _ in 0..threads.get() {
            let queue = queue.clone();
            let thread = thread::Builder::new().name("engine".to_string()).stack_size(STACK);
            if let Err(error) = thread.spawn(move || serve(&queue)) {
                tracing::error!(%error, "a thread for the engine cannot be started");
            }
        }
        Engines(Arc::new(Owner(queue)))
    }

    /// Asks; the answer is awaited.
    ///
    /// # Errors
    /// When too many wait already.
    pub fn ask(&self, question: Question) -> Result<Thought, Problem> {
        self.listen(question, None)
    }

    /// Asks, and hears what the engine thinks meanwhile.
    ///
    /// # Errors
    /// When too many wait already.
    pub fn listen(&self, question: Question, ear: Option<Ear>) -> Result<Thought, Problem> {
        let queue = &*self.0.0;
        let (stop, (answer, receiver)) = (Stop::new(), oneshot::channel());
        let mut jobs = queue.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        // Who has gone has no place in the queue.
        jobs.0.retain(|job| !job.answer.is_closed());
        if jobs.0.len() >= MOST_WAITING {
            return Err(Problem::busy("Too many wait for the engine."));
        }
        jobs.0.push_back(Job { question, stop: stop.clone(), ear, answer });
        queue.changed.notify_one();
        Ok(Thought { stop, answer: receiver })
    }
}

/// An engine that a thread keeps.
struct Kept {
    make: Arc<dyn Fn() -> Box<dyn Engine> + Send + Sync>,
    game: u64,
    engine: Box<dyn Engine>,
}

fn serve(queue: &Queue) {
    let mut kept: VecDeque<Kept> = VecDeque::new();
    loop {
        let mut jobs = queue.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        let job = loop {
            match jobs.0.pop_front() {
                Some(job) => break job,
                None if jobs.1 => return,
                None => jobs = queue.changed.wait(jobs).unwrap_or_else(PoisonError::into_inner),
            }
        };
        drop(jobs);
        if job.answer.is_closed() {
            continue;
        }
        let Job { question: Question { opened, line, limits, game }, stop, ear, answer } = job;
        let mut ear = ear.unwrap_or_else(|| Box::new(|_| {}));
        let place = kept.iter().position(|kept| Arc::ptr_eq(&kept.make, &opened.engine));
        let old = place.and_then(|place| kept.remove(place));
        // Whatever goes wrong in an engine must not take the thread with it.
        let thought = catch_unwind(AssertUnwindSafe(|| {
            let mut own = match old {
                Some(own) => own,
                None => {
                    let mut engine = (opened.engine)();
                    engine.set_hash(HASH);
                    Kept { make: opened.engine.clone(), game, engine }
                }
            };
            if own.game != game {
                own.engine.new_game();
                own.game = game;
            }
            let found = own.engine.search(&line, &limits, &stop, &mut ear).map_err(|error| error.to_string());
            (own, found)
        }));
        let found = match thought {
            Ok((own, found)) => {
                kept.push_front(own);
                kept.truncate(KEPT);
                found
            }
            Err(_) => Err("the engine has failed at this position".to_string()),
        };
        // Who has asked may be gone.
        let _ = answer.send(found);
    }
}

/// How long the engine thinks about a move where there are no clocks: longer the better it is to play.
pub fn thinking_time(level: Level) -> Duration {
    Duration::from_millis(200 + 200 * u64::from(level.number()))
}
