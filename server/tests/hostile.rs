//! Live games and whoever means no good, or has a bad connection: what they say is refused, what they do not read is not kept, and nobody else notices.

mod common;

use common::socket::{Client, Gone, Host};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::{collections::BTreeMap, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    time::{Instant, timeout},
};
use tokio_tungstenite::{
    client_async,
    tungstenite::{Error, Message, client::IntoClientRequest, protocol::CloseFrame},
};
use wazir_server::{Patience, Rate, Rates, Setup};

async fn host() -> Host {
    Host::new(&["chess"], Setup::default()).await
}

fn code(frame: Option<CloseFrame>) -> Option<u16> {
    frame.map(|frame| frame.code.into())
}

#[tokio::test]
async fn pages_of_others_do_not_get_a_connection() {
    let host = host().await;
    let (id, _, _) = host.of_two("chess", None).await;
    let own = format!("http://{}", host.address);
    assert!(host.connect_with(&id, &[("origin", &own)]).await.is_ok());
    let port = host.address.port();
    for origin in [
        "http://evil.example",
        "null",
        "https://127.0.0.1",
        "http://127.0.0.1",
        &format!("https://127.0.0.1:{port}"),
        &format!("http://localhost:{port}"),
        &format!("http://127.0.0.1:{port}.evil.example"),
    ] {
        match host.connect_with(&id, &[("origin", origin)]).await {
            Err(Error::Http(response)) => assert_eq!(response.status().as_u16(), 403, "{origin}"),
            other => panic!("{origin}: {:?}", other.map(|_| "connected")),
        }
    }
    // What is no WebSocket is told so; there is no such game.
    host.server.get(&format!("/api/v1/live/{id}/socket")).await.problem(426);
    for id in ["000000000000", "..%2f..%2fetc%2fpasswd", "chess"] {
        let mut client = host.connect(id).await;
        assert_eq!(client.next().await.map(|told| told["t"].clone()), Ok(json!("problem")), "{id}");
        assert_eq!(code(client.closed().await), Some(1008), "{id}");
        host.server.get(&format!("/api/v1/live/{id}/positions?from=0&to=1")).await.problem(404);
    }
}

#[tokio::test]
async fn seats_cannot_be_forged() {
    let host = host().await;
    let (id, first, second) = host.of_two("chess", None).await;
    let (_, elsewhere, _) = host.of_two("chess", None).await;
    let flipped: String = first.1.chars().map(|c| if c == '0' { '1' } else { '0' }).collect();
    let (mut black, _) = host.sit(&id, &[&second]).await;
    for secret in [
        &elsewhere.1,
        &flipped,
        &first.1[1..].to_string(),
        &String::new(),
        &"0".repeat(10_000),
        &format!("{} ", first.1),
    ] {
        let mut forger = host.connect(&id).await;
        let state = forger.hello(&[&(0, secret.clone())]).await;
        assert_eq!(state["you"], json!([]), "{secret}");
        let refused = forger.ask(json!({"t": "move", "u": "e2e4", "ply": 0})).await;
        assert!(refused["why"].as_str().is_some_and(|why| why.contains("watching")), "{refused}");
        for said in ["resign", "draw", "takeback", "claim", "rematch"] {
            assert_eq!(forger.ask(json!({"t": said, "side": 0})).await["t"], "refused", "{said}");
        }
    }
    // A seat is for its own side alone.
    assert_eq!(black.ask(json!({"t": "move", "u": "e2e4", "ply": 0})).await["t"], "refused");
    assert_eq!(black.ask(json!({"t": "resign", "side": 0})).await["t"], "refused");
    assert_eq!(black.ask(json!({"t": "resign", "side": 200})).await["t"], "refused");
    let (mut white, state) = host.sit(&id, &[&first]).await;
    assert_eq!((&state["over"], white.plies), (&Value::Null, 0));
    white.play("e2e4").await;
}

#[tokio::test]
async fn large_messages_close_the_connection() {
    let host = host().await;
    let (id, first, second) = host.of_two("chess", None).await;
    let (mut black, _) = host.sit(&id, &[&second]).await;
    let (mut white, _) = host.sit(&id, &[&first]).await;
    let text = "x".repeat(17 << 10);
    white.say(&json!({"t": "chat", "text": text, "id": "x"})).await;
    assert!(matches!(code(white.closed().await), Some(1009) | None));
    // Many small frames are no way around it, nor a head that only says how much there will be.
    let mut client = host.connect(&id).await;
    let part = |opcode: u8, length: usize| {
        let mut frame = vec![opcode, 0x80 | 126];
        frame.extend(u16::try_from(length).expect("a length").to_be_bytes());
        frame.extend([0; 4]);
        frame.extend(vec![b'x'; length]);
        frame
    };
    let raw = client.socket.get_mut();
    raw.write_all(&part(0x01, 8 << 10)).await.expect("the first");
    for _ in 0..8 {
        // The other end may have closed already.
        let _ = raw.write_all(&part(0x00, 8 << 10)).await;
    }
    assert!(matches!(code(client.closed().await), Some(1009) | None));
    let mut client = host.connect(&id).await;
    let mut head = vec![0x81, 0x80 | 127];
    head.extend(u64::MAX.to_be_bytes());
    head.extend([0; 4]);
    client.socket.get_mut().write_all(&head).await.expect("a head");
    assert!(matches!(code(client.closed().await), Some(1002 | 1009) | None));
    // Nobody else has noticed.
    let (mut white, _) = host.sit(&id, &[&first]).await;
    white.play("e2e4").await;
    assert_eq!(black.event("moved").await["uci"], "e2e4");
    // A message may have 16 KiB: this one is only not understood.
    let odd = json!({"t": "chat", "text": "x".repeat(16_000), "id": "y"});
    assert_eq!(white.ask(odd).await["t"], "refused");
}

#[tokio::test]
async fn who_says_nothing_is_let_go() {
    let patience =
        Patience { greeting: Duration::from_millis(400), silence: Duration::from_millis(900), ..Patience::default() };
    let host = Host::new(&["chess"], Setup { patience, ..Setup::default() }).await;
    let (id, first, _) = host.of_two("chess", None).await;
    let began = Instant::now();
    // A connection that says nothing, one that says nothing of use, and one that has said hello.
    let mut mute = host.connect(&id).await;
    let mut pinging = host.connect(&id).await;
    let (mut white, _) = host.sit(&id, &[&first]).await;
    let (mut alive, _) = host.sit(&id, &[]).await;
    pinging.say(&json!({"t": "ping", "n": 1})).await;
    assert_eq!(code(mute.closed().await), Some(1008));
    assert_eq!(code(pinging.closed().await), Some(1008));
    assert!(began.elapsed() >= Duration::from_millis(390), "{:?}", began.elapsed());
    for n in 0..4 {
        tokio::time::sleep(Duration::from_millis(200)).await;
        alive.say(&json!({"t": "ping", "n": n})).await;
        alive.until(|told| told["t"] == "pong" && told["n"] == n).await;
    }
    assert_eq!(code(white.closed().await), Some(1008));
    alive.say(&json!({"t": "ping", "n": 9})).await;
    alive.until(|told| told["n"] == 9).await;
    // A head that never ends is no connection either.
    let mut slow = TcpStream::connect(host.address).await.expect("a connection");
    slow.write_all(b"GET /api/v1/live/x/socket HTTP/1.1\r\nHost: x\r\n").await.expect("sent");
}

#[tokio::test]
async fn who_does_not_read_is_cut_off_and_holds_nobody_up() {
    let patience = Patience { sending: Duration::from_millis(300), ..Patience::default() };
    let rates = Rates { player: Rate::new(10_000, 10_000), messages: Rate::new(100_000, 100_000), ..Rates::default() };
    let host = Host::new(&["chess"], Setup { patience, rates, ..Setup::default() }).await;
    let (id, first, second) = host.of_two("chess", None).await;
    // Its end takes a few kilobytes and no more.
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4096).expect("a small one");
    let stream = socket.connect(host.address).await.expect("a connection");
    let request = format!("ws://{}/api/v1/live/{id}/socket", host.address).into_client_request().expect("a request");
    let (mut deaf, _) = client_async(request, stream).await.expect("a WebSocket");
    let (mut white, _) = host.sit(&id, &[&first]).await;
    let (mut black, _) = host.sit(&id, &[&second]).await;
    // It asks for the state again and again, and reads none of them.
    let hello = json!({"t": "hello", "secrets": [], "v": null}).to_string();
    let asks = async {
        loop {
            if deaf.send(Message::text(hello.clone())).await.is_err() {
                return;
            }
            // What it says fills no buffer: what it is told does.
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    // Meanwhile the others play, and wait for nothing.
    let plays = async {
        for (round, (mv, back)) in [("g1f3", "g8f6"), ("f3g1", "f6g8")].into_iter().cycle().take(3).enumerate() {
            let began = Instant::now();
            white.play(mv).await;
            black.sees(2 * round + 1).await;
            black.play(back).await;
            white.sees(2 * round + 2).await;
            assert!(began.elapsed() < Duration::from_secs(5));
        }
    };
    let (cut_off, ()) = tokio::join!(timeout(Duration::from_secs(20), asks), plays);
    assert!(cut_off.is_ok(), "it is cut off");
    // What it had not read was thrown away: far less than all that it had asked for is left.
    let mut left = 0;
    while let Some(Ok(message)) = deaf.next().await {
        left += message.len();
    }
    assert!(left < 8 << 20, "{left}");
}

#[tokio::test]
async fn who_says_too_much_is_let_go() {
    let host = host().await;
    let (id, first, _) = host.of_two("chess", None).await;
    let flood = async |client: &mut Client, fine: u32| {
        for n in 0..fine {
            client.say(&json!({"t": "ping", "n": n})).await;
        }
        client.until(|told| told["n"] == fine - 1).await;
        for n in fine..1000 {
            if client.socket.send(Message::text(json!({"t": "ping", "n": n}).to_string())).await.is_err() {
                break;
            }
        }
        let mut told = 0;
        let frame = loop {
            match client.next().await {
                Ok(_) => told += 1,
                Err(frame) => break frame,
            }
        };
        // Where much is left unread, the network may lose the goodbye.
        assert!(told < 150 && code(frame).is_none_or(|code| code == 1008), "{told}");
    };
    let (mut white, _) = host.sit(&id, &[&first]).await;
    flood(&mut white, 95).await;
    // Who watches has less to say.
    let (mut watcher, _) = host.sit(&id, &[]).await;
    flood(&mut watcher, 45).await;
    let (mut watcher, _) = host.sit(&id, &[]).await;
    for n in 0..70 {
        if watcher.socket.send(Message::text(json!({"t": "ping", "n": n}).to_string())).await.is_err() {
            break;
        }
    }
    assert!(code(watcher.closed().await).is_none_or(|code| code == 1008));
    // Control frames count as well, and so does what makes no sense.
    let (mut odd, _) = host.sit(&id, &[]).await;
    for _ in 0..9 {
        odd.send("rubbish".to_string()).await;
        odd.until(|told| told["t"] == "problem").await;
    }
    odd.socket.send(Message::binary(vec![0, 159, 146, 150])).await.expect("sent");
    assert_eq!(code(odd.closed().await), Some(1008));
    // An address opens so many connections at once.
    let host = Host::new(
        &["chess"],
        Setup { rates: Rates { sockets: Rate::new(3, 1), ..Rates::default() }, ..Setup::default() },
    )
    .await;
    let (id, _, _) = host.of_two("chess", None).await;
    let mut refused = 0;
    for _ in 0..5 {
        match host.connect_with(&id, &[]).await {
            Ok(_) => {}
            Err(Error::Http(response)) if response.status().as_u16() == 429 => refused += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(refused >= 1);
}

/// Random numbers (xorshift): the same for the same seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }
    fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[usize::try_from(self.roll(all.len() as u64)).expect("a place")]
    }
}

/// Something that nobody should say: cut off, garbled, or out of place.
fn hostile(dice: &mut Dice, honest: &str) -> String {
    match dice.roll(8) {
        0 => honest.chars().take(usize::try_from(dice.roll(40)).unwrap_or(0)).collect(),
        1 => {
            let other: &str = dice.pick::<&str>(&["\"resign\"", "\"dance\"", "null", "[]", "\"accept\""]);
            honest.replace("\"move\"", other)
        }
        2 => json!({"t": "move", "u": "e2e4", "ply": -1, "id": "x"}).to_string(),
        3 => json!({"t": "move", "u": "\u{202e}\0e2e4", "ply": 0, "id": "\u{1f3f4}".repeat(20)}).to_string(),
        4 => json!({"t": "hello", "secrets": vec!["0".repeat(48); 300], "v": u64::MAX}).to_string(),
        5 => "[".repeat(2000),
        6 => json!({"t": "accept", "what": "draw", "side": 0, "id": dice.roll(1 << 40).to_string()}).to_string(),
        _ => json!({"t": "ping", "n": 1, "lag": 1e300}).to_string(),
    }
}

/// Two players and a stranger say everything in every order: what is acknowledged is played once, what is stale never, and all see the same game.
#[tokio::test]
async fn whatever_is_said_in_whatever_order() {
    let much = Rate::new(100_000, 100_000);
    let rates = Rates { player: much, watcher: much, messages: much, said: much, sockets: much, ..Rates::default() };
    let host = Host::new(&["chess"], Setup { rates, ..Setup::default() }).await;
    for seed in 1..=6_u64 {
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let (id, first, second) = host.of_two("chess", None).await;
        let seats = [first, second];
        let mut players = [host.sit(&id, &[&seats[0]]).await.0, host.sit(&id, &[&seats[1]]).await.0];
        let mut stranger = host.sit(&id, &[]).await.0;
        let mut said: Vec<(usize, Value)> = Vec::new();
        // Moves by the names of the messages that brought them, as they were acknowledged.
        let mut acknowledged: BTreeMap<String, bool> = BTreeMap::new();
        let mut legal = players[0].hello(&[&seats[0]]).await["position"]["moves"].clone();
        let mut played: Vec<String> = Vec::new();
        for step in 0..60 {
            let who = usize::try_from(dice.roll(2)).expect("0 or 1");
            let turn = played.len() % 2;
            if legal.as_array().is_none_or(Vec::is_empty) {
                break;
            }
            match dice.roll(10) {
                // The move whose turn it is; it may come twice at once.
                0..=3 => {
                    let Some(mv) =
                        legal.as_array().filter(|all| !all.is_empty()).map(|all| dice.pick(all)["u"].clone())
                    else {
                        break;
                    };
                    let message = json!({"t": "move", "u": mv, "ply": played.len(), "id": format!("s{seed}-{step}")});
                    if dice.roll(3) == 0 {
                        players[turn].say(&message).await;
                    }
                    let answer = players[turn].ask(message.clone()).await;
                    assert_eq!(answer["t"], "ack", "{message}");
                    acknowledged.insert(message["id"].as_str().expect("a name").to_string(), true);
                    played.push(mv.as_str().expect("a move").to_string());
                    said.push((turn, message));
                    players[turn].sees(played.len()).await;
                    assert_eq!(players[turn].position["last"]["uci"], mv);
                    legal = players[turn].position["moves"].clone();
                }
                // Something of before, by whoever said it: answered as it was.
                4 if !said.is_empty() => {
                    let (of, message) = dice.pick(&said).clone();
                    let answer = players[of].ask(message.clone()).await;
                    let known = acknowledged[message["id"].as_str().expect("a name")];
                    assert_eq!(answer["t"] == "ack", known, "{message}: {answer}");
                }
                // A move for another ply, or of the other side, or none at all.
                5 | 6 => {
                    let (ply, mover) = match dice.roll(3) {
                        0 => (played.len() + 1 + usize::try_from(dice.roll(5)).expect("few"), turn),
                        1 if !played.is_empty() => (played.len() - 1, turn),
                        _ => (played.len(), 1 - turn),
                    };
                    let mv = legal[0]["u"].clone();
                    let message = json!({"t": "move", "u": mv, "ply": ply, "id": format!("w{seed}-{step}")});
                    assert_eq!(players[mover].ask(message.clone()).await["t"], "refused", "{message}");
                    acknowledged.insert(format!("w{seed}-{step}"), false);
                    said.push((mover, message));
                }
                // Rubbish: the stranger is thrown out at some time, and comes again.
                7 | 8 => {
                    let honest = json!({"t": "move", "u": "e2e4", "ply": played.len(), "id": "y"}).to_string();
                    let text = hostile(&mut dice, &honest);
                    if stranger.socket.send(Message::text(text)).await.is_err() {
                        stranger = host.sit(&id, &[]).await.0;
                    }
                }
                // The connection is lost.
                _ => {
                    let mut again = host.connect(&id).await;
                    let old = &players[who];
                    let gone = Gone { version: old.version, plies: old.plies, history: old.history.clone() };
                    again.hello_again(&[&seats[who]], &gone).await;
                    players[who] = again;
                }
            }
        }
        for (player, seat) in players.iter_mut().zip(&seats) {
            // What was told until now is heard before the answer.
            player.say(&json!({"t": "ping", "n": 4711})).await;
            player.until(|told| told["n"] == 4711).await;
            assert_eq!(player.history, played, "seed {seed}");
            let (fresh, state) = host.sit(&id, &[seat]).await;
            assert_eq!((fresh.history, &state["position"]["ply"]), (played.clone(), &json!(played.len())));
        }
    }
}

#[tokio::test]
async fn connections_that_are_none() {
    let host = host().await;
    let (id, _, _) = host.of_two("chess", None).await;
    for rubbish in [&b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..], b"\r\n\r\n\r\n", &[0xff; 20_000], b"GET"] {
        let mut raw = TcpStream::connect(host.address).await.expect("a connection");
        // It may be closed before all is sent.
        let _ = raw.write_all(rubbish).await;
        let _ = raw.shutdown().await;
        let mut answer = Vec::new();
        let _ = timeout(Duration::from_secs(5), raw.read_to_end(&mut answer)).await.expect("it is closed");
        assert!(answer.is_empty() || answer.starts_with(b"HTTP/1.1 4"), "{}", String::from_utf8_lossy(&answer));
    }
    // A frame that is not masked, one with reserved bits, a text that is no UTF-8: closed, each of them.
    for frame in [
        &[0x81, 0x02, b'h', b'i'][..],
        &[0xf1, 0x80, 0, 0, 0, 0],
        &[0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28],
        &[0x83, 0x80, 0, 0, 0, 0],
    ] {
        let mut client = host.connect(&id).await;
        client.socket.get_mut().write_all(frame).await.expect("sent");
        client.closed().await;
    }
    host.sit(&id, &[]).await;
}
