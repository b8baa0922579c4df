//! Lines on a connection: reading with every limit that strangers call for, and writing.

use super::{
    Message,
    limits::{ANSWER, BURST, BURST_TIME, HEARTBEAT, MOST_REASON, SHORT_LINE, SILENCE, WAITING},
};
use std::time::{Duration, Instant};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{
        TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::mpsc::{Receiver, Sender, channel},
    time::timeout,
};

/// Why nothing comes any more.
pub(super) struct Failed {
    /// In words.
    pub(super) why: String,
    /// Is it the other side's fault, which is told so? Else the connection is lost, and there is nobody to tell.
    pub(super) is_fault: bool,
}

/// The lines that come.
pub(super) struct Lines {
    reader: BufReader<OwnedReadHalf>,
}

/// Both ends of a connection.
pub(super) fn split(stream: TcpStream) -> (Lines, OwnedWriteHalf) {
    // Moves are small and are waited for. Where that cannot be set they come later.
    let _ = stream.set_nodelay(true);
    let (read, write) = stream.into_split();
    (Lines { reader: BufReader::new(read) }, write)
}

impl Lines {
    /// The next message.
    ///
    /// # Errors
    /// Why there is none: the connection is closed or silent, the line is too long or no message.
    pub(super) async fn next(&mut self, most: usize, patience: Duration) -> Result<Message, Failed> {
        let broken = |why: String| Err(Failed { why, is_fault: false });
        let fault = |why: String| Err(Failed { why, is_fault: true });
        let mut line = Vec::new();
        let mut limited = (&mut self.reader).take(most as u64 + 1);
        match timeout(patience, limited.read_until(b'\n', &mut line)).await {
            Err(_) => return broken(format!("nothing came for {} seconds", patience.as_secs())),
            Ok(Err(error)) => return broken(format!("the connection broke: {error}")),
            Ok(Ok(0)) => return broken("the connection was closed".to_string()),
            Ok(Ok(_)) => {}
        }
        if line.len() > most {
            return fault(format!("a line of more than {most} bytes came"));
        }
        if line.last() != Some(&b'\n') {
            return broken("the connection was closed in the middle of a line".to_string());
        }
        serde_json::from_slice(&line).or_else(|error| fault(format!("what came is no message: {error}")))
    }

    /// The next message of a handshake; a farewell is an error.
    pub(super) async fn handshake(&mut self, most: usize, patience: Duration) -> Result<Message, String> {
        match self.next(most, patience).await.map_err(|failed| failed.why)? {
            Message::Bye { reason } => Err(said(&reason)),
            message => Ok(message),
        }
    }

    /// Hands on what comes during play until it ends; returns why.
    pub(super) async fn listen<T>(mut self, to: Sender<T>, as_event: impl Fn(Message) -> T) -> Failed {
        let (mut since, mut count) = (Instant::now(), 0);
        loop {
            let message = match self.next(SHORT_LINE, SILENCE).await {
                Ok(message) => message,
                Err(why) => return why,
            };
            if since.elapsed() > BURST_TIME {
                (since, count) = (Instant::now(), 0);
            }
            count += 1;
            if count > BURST {
                let why = format!("more than {BURST} messages came in {} seconds", BURST_TIME.as_secs());
                return Failed { why, is_fault: true };
            }
            if message != (Message::Ping {}) && to.send(as_event(message)).await.is_err() {
                return Failed { why: "nobody listens any more".to_string(), is_fault: false };
            }
        }
    }
}

/// A farewell of the other side in a sentence.
pub(super) fn said(reason: &str) -> String {
    format!("the other side says: {}", super::message::harmless(reason, MOST_REASON))
}

/// Writes one message.
pub(super) async fn write(to: &mut OwnedWriteHalf, message: &Message) -> Result<(), String> {
    let mut line = serde_json::to_vec(message).map_err(|error| error.to_string())?;
    line.push(b'\n');
    match timeout(ANSWER, to.write_all(&line)).await {
        Err(_) => Err("the other side does not take what is sent".to_string()),
        Ok(Err(error)) => Err(format!("the connection broke: {error}")),
        Ok(Ok(())) => Ok(()),
    }
}

/// Says farewell, if that is still possible.
pub(super) async fn farewell(to: &mut OwnedWriteHalf, reason: &str) {
    // Whoever does not hear it notices that the connection is closed.
    let _ = write(to, &Message::Bye { reason: reason.to_string() }).await;
    let _ = to.shutdown().await;
}

/// A task that writes what it is given, and a sign of life when that is long ago. It ends with the sender, or when it cannot write.
pub(super) fn writer(mut to: OwnedWriteHalf) -> Sender<Message> {
    let (sender, mut messages): (_, Receiver<Message>) = channel(WAITING);
    tokio::spawn(async move {
        loop {
            let message = match timeout(HEARTBEAT, messages.recv()).await {
                Ok(Some(message)) => message,
                Ok(None) => break,
                Err(_) => Message::Ping {},
            };
            // That the connection is gone is noticed by whoever reads from it.
            if write(&mut to, &message).await.is_err() {
                break;
            }
        }
        let _ = to.shutdown().await;
    });
    sender
}
