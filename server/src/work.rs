//! [`Work`]: what the processor has to do for a request, beside the async runtime, so many at once and no longer than a while.

use crate::{Problem, limits::MOST_SECONDS};
use std::{sync::Arc, time::Duration};
use tokio::{sync::Semaphore, time::timeout};

/// Whose rules are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Those of a game of this program, or of the file that is served.
    Ours,
    /// Those that somebody has sent.
    Sent,
}

/// Room for work. What is sent from outside never takes all of it.
#[derive(Clone, Debug)]
pub struct Work {
    ours: Arc<Semaphore>,
    sent: Arc<Semaphore>,
}

/// How long a request waits for room.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long its work may take.
pub const BUDGET: Duration = Duration::from_secs(MOST_SECONDS);

impl Work {
    /// Room for a machine with so many processors.
    pub fn new(processors: usize) -> Work {
        let room = |number: usize| Arc::new(Semaphore::new(number.max(1)));
        Work { ours: room(processors * 2), sent: room(processors) }
    }

    /// Does work. What takes longer than [`BUDGET`] is not waited for; it keeps its place until it has come to its end, which the limits of rule files see to.
    ///
    /// # Errors
    /// When there is no room, or it takes too long, or panics.
    pub async fn run<T: Send + 'static>(
        &self,
        whose: Whose,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let room = match whose {
            Whose::Ours => &self.ours,
            Whose::Sent => &self.sent,
        };
        let place = timeout(PATIENCE, room.clone().acquire_owned()).await;
        let Ok(Ok(place)) = place else { return Err(Problem::busy("Too much is asked of this server just now.")) };
        let task = tokio::task::spawn_blocking(move || {
            let result = work();
            drop(place);
            result
        });
        match timeout(BUDGET, task).await {
            Ok(Ok(result)) => Ok(result),
            Ok(Err(error)) => {
                tracing::error!(%error, "work has failed");
                Err(Problem::ours("The server has failed at this."))
            }
            Err(_) => {
                let seconds = BUDGET.as_secs();
                Err(Problem::busy(format!("This takes longer than the {seconds} seconds that a request may take.")))
            }
        }
    }

    /// Does work that has to be done, however long it waits for room and however long it takes: that of one live game, for which nobody but its players waits.
    /// `None` where it panics.
    pub async fn surely<T: Send + 'static>(
        &self,
        whose: Whose,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let room = match whose {
            Whose::Ours => &self.ours,
            Whose::Sent => &self.sent,
        };
        let place = room.clone().acquire_owned().await.ok()?;
        let task = tokio::task::spawn_blocking(move || {
            let result = work();
            drop(place);
            result
        });
        task.await.inspect_err(|error| tracing::error!(%error, "work of a live game has failed")).ok()
    }
}
