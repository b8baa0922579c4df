//! A connection to a live game: what a browser says goes to the table, what the table says to the browser; who says nothing, too much, or does not listen is let go.

use super::{
    Order,
    outbox::{self, Goodbye, Inbox},
    table::told,
};
use crate::{App, Patience, Rate, Who, limits::MOST_RUBBISH};
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use std::{net::IpAddr, time::Duration};
use tokio::{
    runtime::Handle,
    sync::mpsc,
    time::{Instant, sleep_until, timeout},
};
use wazir_live::{Said, message::problem};

/// How long is waited for the other end's goodbye.
const FAREWELL: Duration = Duration::from_secs(1);

/// Who is at the other end.
pub(crate) struct Caller {
    /// The address.
    pub(crate) address: IpAddr,
    /// The session, if there is one.
    pub(crate) who: Option<Who>,
}

/// Messages that may be said: so many at once, and then so many a second.
struct Allowance {
    left: f64,
    since: Instant,
}

impl Allowance {
    fn take(&mut self, Rate { burst, second }: Rate) -> bool {
        let now = Instant::now();
        let gained = now.duration_since(self.since).as_secs_f64() * f64::from(second.get());
        self.since = now;
        self.left = (self.left + gained).min(f64::from(burst.get())) - 1.0;
        self.left >= 0.0
    }
}

/// What has become of a message.
enum Heard {
    Fine,
    /// It closes the connection, on purpose.
    Left,
    /// The connection is to be closed.
    End(Goodbye),
}

/// A place at a table, which is given back however the connection ends: a task that has panicked or was given up on leaves as well.
struct Place {
    table: mpsc::Sender<Order>,
    number: u64,
    on_purpose: bool,
}

impl Drop for Place {
    fn drop(&mut self) {
        let order = Order::Leave { number: self.number, on_purpose: self.on_purpose };
        // A table that is gone has nobody to be told, nor is there one when the server has ended.
        if let (Err(mpsc::error::TrySendError::Full(order)), Ok(runtime)) =
            (self.table.try_send(order), Handle::try_current())
        {
            let table = self.table.clone();
            runtime.spawn(async move { drop(table.send(order).await) });
        }
    }
}

/// A connection.
struct Connection {
    app: App,
    caller: Caller,
    place: Place,
    allowance: Allowance,
    rubbish: u32,
    greeted: bool,
    heard: Instant,
}

/// Talks to a browser for as long as it is there.
pub(crate) async fn talk(app: App, id: String, caller: Caller, mut socket: WebSocket) {
    let number = app.live().number();
    let (outbox, inbox) = outbox::outbox();
    let table = match app.live().enter(&app, &id, number, &outbox).await {
        Ok(table) => table,
        Err(problem) => {
            let goodbye =
                if problem.status == axum::http::StatusCode::NOT_FOUND { Goodbye::NOTHING } else { Goodbye::LATER };
            let _ =
                timeout(app.setup().patience.sending, socket.send(Message::Text(outbox::text(told(&problem))))).await;
            return close(socket, goodbye).await;
        }
    };
    let place = Place { table, number, on_purpose: false };
    // The table has the other one.
    drop(outbox);
    let allowance = Allowance { left: f64::from(app.setup().rates.player.burst.get()), since: Instant::now() };
    let heard = Instant::now();
    let mut connection = Connection { app, caller, place, allowance, rubbish: 0, greeted: false, heard };
    let ended = connection.serve(&mut socket, inbox).await;
    connection.place.on_purpose = ended.is_ok();
    drop(connection);
    if let Err(Some(goodbye)) = ended {
        close(socket, goodbye).await;
    }
}

/// Says goodbye, and waits a moment for the answer.
async fn close(mut socket: WebSocket, goodbye: Goodbye) {
    let frame = CloseFrame { code: goodbye.code, reason: Utf8Bytes::from_static(goodbye.why) };
    let farewell = async {
        if socket.send(Message::Close(Some(frame))).await.is_ok() {
            while let Some(Ok(_)) = socket.recv().await {}
        }
    };
    let _ = timeout(FAREWELL, farewell).await;
}

async fn send(app: &App, socket: &mut WebSocket, text: Utf8Bytes) -> Result<(), Option<Goodbye>> {
    match timeout(app.setup().patience.sending, socket.send(Message::Text(text))).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(None),
        Err(_) => Err(Some(Goodbye::SLOW)),
    }
}

impl Connection {
    /// Talks until there is a reason not to: `Ok` where the browser has closed the connection on purpose, `Err` with what it is to be told, if it can be told anything.
    async fn serve(&mut self, socket: &mut WebSocket, mut inbox: Inbox) -> Result<(), Option<Goodbye>> {
        let Patience { greeting, silence, .. } = self.app.setup().patience;
        let began = self.heard;
        loop {
            let patience = if self.greeted { self.heard + silence } else { began + greeting };
            tokio::select! {
                goodbye = inbox.ended() => {
                    if goodbye != Goodbye::SLOW {
                        while let Some(text) = inbox.rest() {
                            send(&self.app, socket, text).await?;
                        }
                    }
                    return Err(Some(goodbye));
                }
                Some(text) = inbox.next() => tokio::select! {
                    sent = send(&self.app, socket, text) => sent?,
                    // What was begun cannot be ended properly any more.
                    () = inbox.too_slow() => return Err(None),
                },
                message = socket.recv() => match message {
                    None => return Err(None),
                    Some(Err(error)) => return Err(too_large(error).then_some(Goodbye::LARGE)),
                    Some(Ok(message)) => match self.hear(socket, &inbox, message).await? {
                        Heard::Fine => {}
                        Heard::Left => return Ok(()),
                        Heard::End(goodbye) => return Err(Some(goodbye)),
                    },
                },
                () = sleep_until(patience) => return Err(Some(Goodbye::SILENT)),
            }
        }
    }

    async fn hear(
        &mut self,
        socket: &mut WebSocket,
        inbox: &Inbox,
        message: Message,
    ) -> Result<Heard, Option<Goodbye>> {
        let rates = self.app.setup().rates;
        let rate = if inbox.is_seated() || !self.greeted { rates.player } else { rates.watcher };
        let guard = self.app.guard();
        if !self.allowance.take(rate) || !guard.message(self.caller.address, self.caller.who.as_ref()) {
            send(&self.app, socket, outbox::text(problem("Too many messages", "Say less at once."))).await?;
            return Ok(Heard::End(Goodbye::CHATTY));
        }
        let text = match message {
            Message::Text(text) => text,
            Message::Close(_) => return Ok(Heard::Left),
            Message::Ping(_) | Message::Pong(_) => {
                self.heard = Instant::now();
                return Ok(Heard::Fine);
            }
            Message::Binary(_) => return self.rubbish(socket, "Messages are texts.").await,
        };
        let said = match serde_json::from_str::<Said>(&text) {
            Ok(said) => said,
            Err(error) => return self.rubbish(socket, &format!("{error}. docs/web.md tells what can be said.")).await,
        };
        self.heard = Instant::now();
        self.greeted |= matches!(said, Said::Hello { .. });
        match self.place.table.send(Order::Hear { number: self.place.number, said }).await {
            Ok(()) => Ok(Heard::Fine),
            Err(_) => Ok(Heard::End(Goodbye::LATER)),
        }
    }

    /// Something that is none of what can be said.
    async fn rubbish(&mut self, socket: &mut WebSocket, why: &str) -> Result<Heard, Option<Goodbye>> {
        self.rubbish += 1;
        send(&self.app, socket, outbox::text(problem("Not understood", why))).await?;
        Ok(if self.rubbish < MOST_RUBBISH { Heard::Fine } else { Heard::End(Goodbye::RUBBISH) })
    }
}

/// Is it the size of a message that is wrong?
fn too_large(error: axum::Error) -> bool {
    let error = error.into_inner();
    matches!(error.downcast_ref(), Some(tungstenite::Error::Capacity(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_connection_that_panics_leaves_its_table() {
        let (table, mut orders) = mpsc::channel(1);
        let place = |number, on_purpose| Place { table: table.clone(), number, on_purpose };
        let (first, second) = (place(1, false), place(2, true));
        // There is room for one order: the other waits for it.
        let failed = tokio::spawn(async move {
            let _both = (first, second);
            panic!("as if the connection had failed");
        });
        assert!(failed.await.is_err_and(|error| error.is_panic()));
        let mut left = Vec::new();
        for _ in 0..2 {
            let order = timeout(Duration::from_secs(10), orders.recv()).await.ok().flatten();
            match order {
                Some(Order::Leave { number, on_purpose }) => left.push((number, on_purpose)),
                _ => panic!("it has not left"),
            }
        }
        left.sort_unstable();
        assert_eq!(left, [(1, false), (2, true)]);
        drop(table);
        assert!(orders.recv().await.is_none(), "and nothing more");
    }
}
