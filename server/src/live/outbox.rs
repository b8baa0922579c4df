//! [`Outbox`]: what a connection is still to be told. Who reads too slowly is cut off, so that nobody fills the memory by not listening.

use crate::limits::{MOST_UNREAD, MOST_UNREAD_BYTES};
use axum::{body::Bytes, extract::ws::Utf8Bytes};
use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};
use tokio::sync::{mpsc, watch};

/// Why a connection is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Goodbye {
    /// The code of RFC 6455.
    pub(crate) code: u16,
    /// In words.
    pub(crate) why: &'static str,
}

impl Goodbye {
    /// The server restarts: come back in a moment.
    pub(crate) const RESTART: Goodbye = Goodbye { code: 1012, why: "The server restarts. Come back in a moment." };
    /// The game cannot be played here just now.
    pub(crate) const LATER: Goodbye = Goodbye { code: 1013, why: "Come back in a moment." };
    /// It reads too slowly.
    pub(crate) const SLOW: Goodbye = Goodbye { code: 1008, why: "This connection reads too slowly." };
    /// It says nothing.
    pub(crate) const SILENT: Goodbye = Goodbye { code: 1008, why: "This connection has said nothing for too long." };
    /// It says too much.
    pub(crate) const CHATTY: Goodbye = Goodbye { code: 1008, why: "Too many messages." };
    /// What it says is none of what can be said.
    pub(crate) const RUBBISH: Goodbye = Goodbye { code: 1008, why: "These are no messages of this interface." };
    /// A message is too large.
    pub(crate) const LARGE: Goodbye = Goodbye { code: 1009, why: "A message has at most 16 KiB." };
    /// There is nothing to be told.
    pub(crate) const NOTHING: Goodbye = Goodbye { code: 1008, why: "There is no such game." };
}

/// The end at which a game says something.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    texts: mpsc::Sender<Utf8Bytes>,
    waiting: Arc<AtomicUsize>,
    seated: Arc<AtomicBool>,
    end: watch::Sender<Option<Goodbye>>,
}

/// The end at which a connection takes it.
#[derive(Debug)]
pub(crate) struct Inbox {
    texts: mpsc::Receiver<Utf8Bytes>,
    waiting: Arc<AtomicUsize>,
    seated: Arc<AtomicBool>,
    end: watch::Receiver<Option<Goodbye>>,
}

/// Both ends.
pub(crate) fn outbox() -> (Outbox, Inbox) {
    let (texts, taken) = mpsc::channel(MOST_UNREAD);
    let (end, ended) = watch::channel(None);
    let (waiting, seated) = (Arc::<AtomicUsize>::default(), Arc::<AtomicBool>::default());
    let outbox = Outbox { texts, waiting: waiting.clone(), seated: seated.clone(), end };
    (outbox, Inbox { texts: taken, waiting, seated, end: ended })
}

/// A text as it is told to many.
pub(crate) fn text(text: Arc<str>) -> Utf8Bytes {
    /// What the bytes belong to.
    struct Owned(Arc<str>);
    impl AsRef<[u8]> for Owned {
        fn as_ref(&self) -> &[u8] {
            self.0.as_bytes()
        }
    }
    // It is a text: that cannot fail.
    Utf8Bytes::try_from(Bytes::from_owner(Owned(text))).unwrap_or_default()
}

impl Outbox {
    /// Says something. Who has too much to read already is cut off.
    pub(crate) fn say(&self, text: Utf8Bytes) {
        let size = text.len();
        let before = self.waiting.fetch_add(size, Ordering::Relaxed);
        // A single message may be larger: a whole game is told at once.
        let fits = before == 0 || before + size <= MOST_UNREAD_BYTES;
        if !fits || self.texts.try_send(text).is_err() {
            self.end(Goodbye::SLOW);
        }
    }

    /// Has the connection a seat? Who plays may say more than who watches.
    pub(crate) fn seat(&self, seated: bool) {
        self.seated.store(seated, Ordering::Relaxed);
    }

    /// Has the connection closed: at once if it is too slow, else when it has read what it was told.
    pub(crate) fn end(&self, goodbye: Goodbye) {
        self.end.send_if_modified(|end| {
            let first = end.is_none();
            end.get_or_insert(goodbye);
            first
        });
    }
}

impl Inbox {
    /// The next thing to be told; `None` when there will be none.
    pub(crate) async fn next(&mut self) -> Option<Utf8Bytes> {
        let text = self.texts.recv().await?;
        self.waiting.fetch_sub(text.len(), Ordering::Relaxed);
        Some(text)
    }

    /// Has the connection a seat?
    pub(crate) fn is_seated(&self) -> bool {
        self.seated.load(Ordering::Relaxed)
    }

    /// What has not been told yet.
    pub(crate) fn rest(&mut self) -> Option<Utf8Bytes> {
        self.texts.try_recv().ok()
    }

    /// Waits until the connection is to be closed.
    pub(crate) fn ended(&self) -> impl Future<Output = Goodbye> + Send + use<> {
        let mut end = self.end.clone();
        async move {
            match end.wait_for(Option::is_some).await.map(|end| *end) {
                Ok(Some(goodbye)) => goodbye,
                // The game is gone without a word.
                _ => Goodbye::LATER,
            }
        }
    }

    /// Waits until the connection is found to read too slowly.
    pub(crate) fn too_slow(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut end = self.end.clone();
        async move {
            if end.wait_for(|end| *end == Some(Goodbye::SLOW)).await.is_err() {
                std::future::pending().await
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn say(outbox: &Outbox, length: usize) {
        outbox.say(text("x".repeat(length).into()));
    }

    #[tokio::test]
    async fn who_reads_is_told_everything() {
        let (outbox, mut inbox) = outbox();
        for length in 1..10 * MOST_UNREAD {
            say(&outbox, length);
            assert_eq!(inbox.next().await.map(|text| text.len()), Some(length));
        }
        assert!(outbox.end.borrow().is_none());
    }

    #[tokio::test]
    async fn who_does_not_read_is_cut_off() {
        let (outbox, inbox) = outbox();
        (0..=MOST_UNREAD).for_each(|_| say(&outbox, 1));
        assert_eq!(inbox.ended().await, Goodbye::SLOW);
        let (outbox, inbox) = super::outbox();
        say(&outbox, 2 * MOST_UNREAD_BYTES);
        assert!(outbox.end.borrow().is_none(), "a whole game");
        say(&outbox, 1);
        assert_eq!(inbox.ended().await, Goodbye::SLOW);
        outbox.end(Goodbye::RESTART);
        assert_eq!(inbox.ended().await, Goodbye::SLOW, "the first reason is the reason");
    }
}
