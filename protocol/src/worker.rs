//! [`Worker`]: the thread that thinks, so that whoever talks to the GUI can always answer.

use std::{
    any::Any,
    io,
    num::NonZeroUsize,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        mpsc::{self, Sender},
    },
    thread,
    time::{Duration, Instant},
};
use wazir_engine::{Engine, Found, Limits, Line, Report, Stop, Term};
use wazir_runtime::{Backend, Game, Move, Perft};

/// Makes an engine for a game.
pub(crate) type Maker = Arc<dyn Fn() -> Box<dyn Engine> + Send + Sync>;

/// Something to do, in the order in which it is asked for.
pub(crate) enum Job {
    /// Another game is played from now on.
    Open(Maker),
    /// Size of the transposition table, in MiB.
    Hash(usize),
    /// Number of threads.
    Threads(NonZeroUsize),
    /// Forget.
    NewGame,
    /// Say [`News::Ready`] when everything before is done and the engine is there.
    Ready(u64),
    /// Think.
    Search { number: u64, line: Line, limits: Limits, stop: Stop },
    /// What is the position worth?
    Evaluate(Line),
    /// Count leaves.
    Perft { game: Box<dyn Game>, depth: u32, stop: Stop },
}

/// What a job has come to.
pub(crate) enum News {
    /// The job of this number has been reached.
    Ready(u64),
    /// The search of this number has something to tell.
    Report(u64, Report),
    /// The search of this number is over. An error says why it could not be made.
    Done(u64, Result<Found, String>),
    /// What the position is worth, in centipawns, and the parts of that.
    Evaluated(Result<(i32, Vec<Term>), String>),
    /// Leaves below a move.
    Leaves(Move, u64),
    /// All leaves, and how long it took; `None` when it was stopped.
    Counted(Option<(u64, Duration)>),
}

/// The thread that thinks.
pub(crate) struct Worker {
    jobs: Sender<Job>,
}

impl Worker {
    /// Starts it; `tell` is called from its thread.
    pub(crate) fn start(tell: impl Fn(News) + Send + 'static) -> io::Result<Worker> {
        let (jobs, queue) = mpsc::channel();
        // A search needs no more than usual, counting leaves does.
        let started = thread::Builder::new().stack_size(Perft::STACK).spawn(move || {
            let mut hands = Hands::default();
            while let Ok(job) = queue.recv() {
                hands.work(job, &tell);
            }
        });
        started.map(|_| Worker { jobs })
    }

    /// Queues a job.
    pub(crate) fn ask(&self, job: Job) {
        // The thread ends only with this sender.
        let _ = self.jobs.send(job);
    }
}

/// What the thread has.
#[derive(Default)]
struct Hands {
    maker: Option<Maker>,
    engine: Option<Box<dyn Engine>>,
    hash: Option<usize>,
    threads: Option<NonZeroUsize>,
}

impl Hands {
    fn work(&mut self, job: Job, tell: &impl Fn(News)) {
        match job {
            Job::Open(maker) => {
                self.engine = None;
                self.maker = Some(maker);
            }
            Job::Hash(mebibytes) => {
                self.hash = Some(mebibytes);
                if let Some(engine) = &mut self.engine {
                    engine.set_hash(mebibytes);
                }
            }
            Job::Threads(threads) => {
                self.threads = Some(threads);
                if let Some(engine) = &mut self.engine {
                    engine.set_threads(threads);
                }
            }
            Job::NewGame => {
                if let Some(engine) = &mut self.engine {
                    engine.new_game();
                }
            }
            Job::Ready(number) => {
                // Whether it can be made is told by the first search.
                let _ = self.engine();
                tell(News::Ready(number));
            }
            Job::Search { number, line, limits, stop } => {
                let found = self.guarded(|engine| {
                    let mut report = |report: &Report| tell(News::Report(number, report.clone()));
                    engine.search(&line, &limits, &stop, &mut report).map_err(|error| error.to_string())
                });
                tell(News::Done(number, found));
            }
            Job::Evaluate(line) => {
                tell(News::Evaluated(self.guarded(|engine| {
                    let worth = engine.evaluate(&line).map_err(|error| error.to_string())?;
                    Ok((worth, engine.terms(&line).map_err(|error| error.to_string())?))
                })));
            }
            Job::Perft { game, depth, stop } => tell(News::Counted(divide(&*game, depth, &stop, tell))),
        }
    }

    /// The engine, made if it is not there yet.
    fn engine(&mut self) -> Result<&mut dyn Engine, String> {
        if self.engine.is_none() {
            let maker = self.maker.clone().ok_or("no game is open")?;
            let mut engine = catch_unwind(AssertUnwindSafe(|| maker())).map_err(|panic| failure(&*panic))?;
            if let Some(mebibytes) = self.hash {
                engine.set_hash(mebibytes);
            }
            if let Some(threads) = self.threads {
                engine.set_threads(threads);
            }
            self.engine = Some(engine);
        }
        self.engine.as_deref_mut().map(|engine| engine as &mut dyn Engine).ok_or_else(|| "no engine".to_string())
    }

    /// Work with the engine. One that fails is given up for a new one, and the program goes on: a GUI waits for an answer.
    fn guarded<T>(&mut self, work: impl FnOnce(&mut dyn Engine) -> Result<T, String>) -> Result<T, String> {
        let engine = self.engine()?;
        match catch_unwind(AssertUnwindSafe(|| work(engine))) {
            Ok(result) => result,
            Err(panic) => {
                self.engine = None;
                Err(failure(&*panic))
            }
        }
    }
}

/// What a panic said.
fn failure(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_string());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    format!("the engine failed: {}", text.unwrap_or_else(|| "for no reason it could name".to_string()))
}

/// Counts the leaves below each move, and tells each number.
fn divide(game: &dyn Game, depth: u32, stop: &Stop, tell: &impl Fn(News)) -> Option<(u64, Duration)> {
    let clock = Instant::now();
    if depth == 0 {
        return Some((1, clock.elapsed()));
    }
    let mut sum = 0;
    for mv in game.legal_moves() {
        let leaves = leaves_after(game, mv, depth, stop)?;
        tell(News::Leaves(mv, leaves));
        sum += leaves;
    }
    Some((sum, clock.elapsed()))
}

/// Leaves `depth` plies below; looks at `stop` often enough to end at once.
fn leaves(game: &dyn Game, depth: u32, stop: &Stop) -> Option<u64> {
    let at_once = if game.backend() == Backend::Compiled { 3 } else { 1 };
    if stop.is_raised() {
        return None;
    }
    if depth <= at_once {
        return Some(game.perft(depth, Perft::Bulk));
    }
    game.legal_moves().into_iter().map(|mv| leaves_after(game, mv, depth, stop)).sum()
}

/// Leaves `depth` plies below, of those after a move.
fn leaves_after(game: &dyn Game, mv: Move, depth: u32, stop: &Stop) -> Option<u64> {
    let mut next = game.boxed();
    // It was listed a moment ago.
    next.play(mv).ok()?;
    leaves(&*next, depth - 1, stop)
}
