//! [`Thinker`]: the engine, in a thread of its own. It is given positions and tells what it thinks of them; the screen never waits for it.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::mpsc::{Receiver, Sender, channel},
    thread,
};
use wazir_engine::{Found, Limits, Line, LineError, Opened, Report, Stop};

/// What the engine says.
#[derive(Debug)]
pub struct Thought {
    /// The number that [`Thinker::think`] gave to the position.
    pub id: u64,
    /// What it says about it.
    pub what: What,
}

/// What the engine says about a position.
#[derive(Debug)]
pub enum What {
    /// What it thinks so far.
    Report(Report),
    /// What it has come to.
    Found(Found),
    /// Why it could not think.
    Failed(String),
}

/// The engine's thread. When this is dropped, it stops thinking and ends.
pub struct Thinker {
    jobs: Sender<Job>,
    stop: Stop,
    next: u64,
}

struct Job {
    id: u64,
    line: Line,
    limits: Limits,
    stop: Stop,
}

impl Thinker {
    /// Starts a thread that thinks about this game and hands every thought to `say`. It ends when that returns false.
    pub fn new(opened: &Opened, say: impl Fn(Thought) -> bool + Send + 'static) -> Thinker {
        let (jobs, work) = channel();
        let make = opened.engine.clone();
        thread::spawn(move || serve(&*make, &work, &say));
        Thinker { jobs, stop: Stop::new(), next: 0 }
    }

    /// Thinks about a position instead of what it thought about before. Returns the number that its thoughts will have.
    pub fn think(&mut self, line: Line, limits: Limits) -> u64 {
        self.stop();
        self.next += 1;
        self.stop = Stop::new();
        // A thread that has failed has said so.
        let _ = self.jobs.send(Job { id: self.next, line, limits, stop: self.stop.clone() });
        self.next
    }

    /// Ends the present search: it finds what it has found by now.
    pub fn stop(&self) {
        self.stop.raise();
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop();
    }
}

fn serve(
    make: &(dyn Fn() -> Box<dyn wazir_engine::Engine> + Send + Sync),
    work: &Receiver<Job>,
    say: &(dyn Fn(Thought) -> bool + Send),
) {
    let mut engine = None;
    while let Ok(Job { id, line, limits, stop }) = work.recv() {
        // Whatever goes wrong in an engine must not take the game with it.
        let thought = catch_unwind(AssertUnwindSafe(|| -> Result<Found, LineError> {
            let engine = engine.get_or_insert_with(make);
            engine.search(&line, &limits, &stop, &mut |report| {
                // The end of the listener is noticed when the search is over.
                let _ = say(Thought { id, what: What::Report(report.clone()) });
            })
        }));
        let what = match thought {
            Ok(Ok(found)) => What::Found(found),
            Ok(Err(error)) => What::Failed(error.to_string()),
            Err(panic) => {
                engine = None;
                let text = panic.downcast_ref::<String>().map(String::as_str);
                let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
                What::Failed(format!("the engine has failed ({text}): this is a mistake of ours"))
            }
        };
        if !say(Thought { id, what }) {
            return;
        }
    }
}
