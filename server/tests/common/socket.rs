//! Browsers at a server in this process, over real connections.

use super::{Server, with};
use axum::{body::Body, http::Method};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::{net::SocketAddr, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time::{Instant, timeout},
};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{self, Message, client::IntoClientRequest, protocol::CloseFrame},
};
use wazir_server::{Setup, listen};

/// Nothing in a test takes longer.
const PATIENCE: Duration = Duration::from_secs(20);

/// A server that listens.
pub struct Host {
    pub server: Server,
    pub address: SocketAddr,
}

/// A seat: the side and its secret.
pub type Seat = (u64, String);

impl Host {
    pub async fn new(games: &[&str], setup: Setup) -> Host {
        let server = with(games, setup);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("an address");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(listen(listener, server.app.clone(), server.router.clone()));
        Host { server, address }
    }

    /// Begins a game: its name, the seats of whoever asks, and the invitations.
    pub async fn begin(&self, wanted: &Value) -> (String, Vec<Seat>, Vec<Seat>) {
        let made = self.post_by("the-one-who-begins", "/api/v1/live", wanted).await.ok();
        let seats = |list: &Value, name: &str| {
            let seat = |seat: &Value| {
                let text = seat[name].as_str().expect("a text");
                let code = text.rsplit('=').next().expect("a code").to_string();
                (seat["side"].as_u64().expect("a side"), code)
            };
            list.as_array().expect("a list").iter().map(seat).collect()
        };
        let id = made["id"].as_str().expect("a name").to_string();
        (id, seats(&made["seats"], "secret"), seats(&made["invitations"], "url"))
    }

    pub async fn post_by(&self, session: &str, path: &str, body: &Value) -> super::Answer {
        let headers = [("content-type", "application/json"), ("x-session", session)];
        self.server.ask(Method::POST, path, &headers, Body::from(body.to_string())).await
    }

    /// Takes an invitation.
    pub async fn join(&self, session: &str, id: &str, code: &str) -> Seat {
        let seat = self.post_by(session, &format!("/api/v1/live/{id}/join"), &json!({"code": code})).await.ok();
        (seat["side"].as_u64().expect("a side"), seat["secret"].as_str().expect("a secret").to_string())
    }

    /// A game of two people: its name and both seats.
    pub async fn of_two(&self, game: &str, clock: Option<Value>) -> (String, Seat, Seat) {
        let mut wanted = json!({"game": game, "seats": ["me", "open"]});
        if let Some(clock) = clock {
            wanted["clock"] = clock;
        }
        let (id, seats, invitations) = self.begin(&wanted).await;
        let other = self.join("the-one-who-joins", &id, &invitations[0].1).await;
        (id, seats[0].clone(), other)
    }

    /// A connection, with headers of its own.
    pub async fn connect_with(&self, id: &str, headers: &[(&'static str, &str)]) -> Result<Client, tungstenite::Error> {
        let url = format!("ws://{}/api/v1/live/{id}/socket", self.address);
        let mut request = url.into_client_request()?;
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().expect("a value"));
        }
        let stream = TcpStream::connect(self.address).await.expect("a connection");
        let (socket, _) = client_async(request, stream).await?;
        Ok(Client::new(socket))
    }

    pub async fn connect(&self, id: &str) -> Client {
        self.connect_with(id, &[]).await.expect("a WebSocket")
    }

    /// A connection that has said which seats it has, and knows the state.
    pub async fn sit(&self, id: &str, seats: &[&Seat]) -> (Client, Value) {
        let mut client = self.connect(id).await;
        let state = client.hello(seats).await;
        (client, state)
    }
}

/// A server somewhere else: in another process.
#[derive(Clone, Copy)]
pub struct Remote {
    pub address: SocketAddr,
}

impl Remote {
    /// Sends JSON, and reads the answer, which has to be one that all is well.
    pub async fn post(&self, path: &str, body: &Value) -> Value {
        let mut stream = TcpStream::connect(self.address).await.expect("a connection");
        let body = body.to_string();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        stream.write_all(format!("{head}{body}").as_bytes()).await.expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        assert!(head.starts_with("HTTP/1.1 20"), "{answer}");
        serde_json::from_str(body).expect("JSON")
    }

    /// A connection, if there is a server.
    pub async fn try_connect(&self, id: &str) -> Result<Client, tungstenite::Error> {
        let request = format!("ws://{}/api/v1/live/{id}/socket", self.address).into_client_request()?;
        let stream = TcpStream::connect(self.address).await?;
        let (socket, _) = client_async(request, stream).await?;
        Ok(Client::new(socket))
    }
}

/// What a browser knew whose connection is gone.
#[derive(Default)]
pub struct Gone {
    pub version: Option<u64>,
    pub plies: u64,
    pub history: Vec<String>,
}

/// A browser, as `web/js/net/live.js` behaves.
pub struct Client {
    pub socket: WebSocketStream<TcpStream>,
    pub version: Option<u64>,
    pub plies: u64,
    pub history: Vec<String>,
    /// The position, as it was told last.
    pub position: Value,
    /// Every event it was told.
    pub events: Vec<Value>,
    seen: usize,
    ids: u64,
}

impl Client {
    fn new(socket: WebSocketStream<TcpStream>) -> Client {
        Client {
            socket,
            version: None,
            ids: 0,
            seen: 0,
            plies: 0,
            history: Vec::new(),
            position: Value::Null,
            events: Vec::new(),
        }
    }

    /// Says something to a server that may be gone.
    pub async fn try_say(&mut self, message: &Value) -> Result<(), tungstenite::Error> {
        self.socket.send(Message::text(message.to_string())).await
    }

    /// Says hello with one seat, to a server that may be gone: the state.
    pub async fn try_hello(&mut self, seat: &Seat) -> Option<Value> {
        self.try_say(&json!({"t": "hello", "secrets": [seat.1], "v": null})).await.ok()?;
        loop {
            let told = self.next().await.ok()?;
            if told["t"] == "state" {
                return Some(told);
            }
        }
    }

    pub async fn say(&mut self, message: &Value) {
        self.send(message.to_string()).await;
    }

    pub async fn send(&mut self, text: String) {
        self.socket.send(Message::text(text)).await.expect("it is connected");
    }

    /// Says hello, having lost the connection at this version.
    pub async fn hello_again(&mut self, seats: &[&Seat], before: &Gone) {
        (self.version, self.plies, self.history) = (before.version, before.plies, before.history.clone());
        let secrets: Vec<&str> = seats.iter().map(|(_, secret)| secret.as_str()).collect();
        self.say(&json!({"t": "hello", "secrets": secrets, "v": self.version})).await;
        // A state, or what was missed and then a pong.
        self.until(|told| told["t"] == "state" || told["t"] == "pong").await;
    }

    pub async fn hello(&mut self, seats: &[&Seat]) -> Value {
        let secrets: Vec<&str> = seats.iter().map(|(_, secret)| secret.as_str()).collect();
        self.say(&json!({"t": "hello", "secrets": secrets, "v": null})).await;
        self.until(|told| told["t"] == "state").await
    }

    /// The next thing it is told; `Err` when the connection is closed.
    pub async fn next(&mut self) -> Result<Value, Option<CloseFrame>> {
        loop {
            let message = timeout(PATIENCE, self.socket.next()).await.expect("something is said in time");
            match message {
                Some(Ok(Message::Text(text))) => {
                    let told: Value = serde_json::from_str(&text).expect("JSON");
                    self.hear(&told);
                    return Ok(told);
                }
                Some(Ok(Message::Close(frame))) => return Err(frame),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }

    /// Waits for something; what it is told before is heard as well.
    pub async fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            let told = self.next().await.unwrap_or_else(|frame| panic!("closed: {frame:?}"));
            if wanted(&told) {
                return told;
            }
        }
        panic!("it is never told");
    }

    /// The next event of this kind: of those that it was told since the one asked for before, or waits for it.
    pub async fn event(&mut self, kind: &str) -> Value {
        loop {
            let found = self.events[self.seen..].iter().position(|event| event["k"] == kind);
            if let Some(place) = found {
                self.seen += place + 1;
                return self.events[self.seen - 1].clone();
            }
            self.next().await.unwrap_or_else(|frame| panic!("closed while waiting for `{kind}`: {frame:?}"));
        }
    }

    /// Waits until so many half-moves have been played.
    pub async fn sees(&mut self, plies: usize) {
        while self.history.len() < plies {
            self.next().await.unwrap_or_else(|frame| panic!("closed before half-move {plies}: {frame:?}"));
        }
    }

    /// Why the connection is closed.
    pub async fn closed(&mut self) -> Option<CloseFrame> {
        loop {
            if let Err(frame) = self.next().await {
                return frame;
            }
        }
    }

    /// Says something that is acknowledged: how.
    pub async fn ask(&mut self, mut message: Value) -> Value {
        if message.get("id").is_none() {
            self.ids += 1;
            message["id"] = json!(format!("m{}-{}", self.ids, self.version.unwrap_or_default()));
        }
        let id = message["id"].clone();
        self.say(&message).await;
        self.until(|told| told["id"] == id && (told["t"] == "ack" || told["t"] == "refused")).await
    }

    /// Plays a move that has to be taken.
    pub async fn play(&mut self, u: &str) {
        let ply = self.plies;
        let answer = self.ask(json!({"t": "move", "u": u, "ply": ply})).await;
        assert_eq!(answer["t"], "ack", "{u} at {ply}: {answer}");
    }

    fn hear(&mut self, told: &Value) {
        match told["t"].as_str() {
            Some("state") => {
                self.version = told["v"].as_u64();
                let history = told["history"].as_array().expect("moves");
                self.history = history.iter().map(|mv| mv["u"].as_str().expect("a move").to_string()).collect();
                self.plies = told["position"]["ply"].as_u64().expect("plies");
                self.position = told["position"].clone();
            }
            Some("event") => {
                let version = told["v"].as_u64().expect("a version");
                let Some(own) = self.version.filter(|own| version > *own) else { return };
                assert_eq!(version, own + 1, "nothing is left out");
                self.version = Some(version);
                let event = &told["e"];
                self.events.push(event.clone());
                if event["position"].is_object() {
                    self.position = event["position"].clone();
                }
                match event["k"].as_str() {
                    Some("moved") => {
                        self.history.push(event["uci"].as_str().expect("a move").to_string());
                        self.plies = event["position"]["ply"].as_u64().expect("plies");
                    }
                    Some("taken back") => {
                        self.plies = event["position"]["ply"].as_u64().expect("plies");
                        self.history.truncate(usize::try_from(self.plies).expect("plies"));
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
}
