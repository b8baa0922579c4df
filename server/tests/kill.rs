//! A server that is killed while games are played loses no move that it has acknowledged. This program is the server as well: a process of its own, which is really killed.

mod common;

use common::{
    Few,
    socket::{Client, Remote, Seat},
};
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader},
    net::{Ipv4Addr, SocketAddr, TcpListener},
    path::Path,
    process::{Child, Command, Stdio, exit},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use tokio::time::sleep;
use wazir_engine::Stop;
use wazir_server::{Address, Rate, Rates, Setup, serve};

/// Games that are played at once.
const GAMES: usize = 12;
/// How often the server is killed.
const TIMES: usize = 3;
/// How long is played before each.
const PLAY: Duration = Duration::from_millis(900);

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [_, "serve", port, db] => be_the_server(port.parse().expect("a port"), db),
        // What the test runner asks of any test.
        [_, "--list", ..] => println!("no_acknowledged_move_is_lost: test"),
        _ => {
            let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
            runtime.expect("a runtime").block_on(no_acknowledged_move_is_lost());
        }
    }
}

/// The process that is killed.
fn be_the_server(port: u16, db: &str) {
    let much = Rate::new(1_000_000, 1_000_000);
    let rates = Rates {
        address: much,
        session: much,
        costly: much,
        sockets: much,
        messages: much,
        said: much,
        player: much,
        watcher: much,
    };
    let setup = Setup { db: Some(db.to_string()), rates, ..Setup::default() };
    let (stop, raised) = (Stop::new(), Stop::new());
    let raise = stop.clone();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let kind = tokio::signal::unix::SignalKind::terminate();
            tokio::signal::unix::signal(kind).expect("a signal").recv().await;
        });
        raise.raise();
    });
    drop(raised);
    let address = Address { bind: Ipv4Addr::LOCALHOST.into(), port };
    let ready = |url: &str| {
        println!("{url}");
        Ok(())
    };
    if let Err(why) = serve(Few::of(&["chess"]), setup, address, &stop, ready) {
        eprintln!("{why}");
        exit(1);
    }
}

/// Starts the server, and waits until it answers.
fn start(port: u16, db: &Path) -> Child {
    let own = std::env::current_exe().expect("this program");
    let mut command = Command::new(own);
    command.arg("serve").arg(port.to_string()).arg(db).stdout(Stdio::piped());
    let mut child = command.spawn().expect("a process");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("an address");
    assert!(line.starts_with("http://"), "{line}");
    child
}

/// What is known of a game: moves that were acknowledged, and the one that was said last.
#[derive(Default)]
struct Known {
    acknowledged: Vec<String>,
    /// The message of the move that has no answer yet.
    said: Option<Value>,
}

struct Game {
    id: String,
    seats: [Seat; 2],
    known: Mutex<Known>,
}

/// Plays both sides of a game by two connections, as fast as the server lets it, until the connection is lost or the game over.
async fn play(host: Remote, game: Arc<Game>) {
    let mut players = Vec::new();
    for seat in &game.seats {
        let Ok(mut client) = host.try_connect(&game.id).await else { return };
        let Some(state) = client.try_hello(seat).await else { return };
        players.push((client, state));
    }
    let mut position = players[1].1["position"].clone();
    let mut random = position["ply"].as_u64().unwrap_or(0) + u64::from(game.id.as_bytes()[0]);
    loop {
        let legal = position["moves"].as_array().cloned().unwrap_or_default();
        if legal.is_empty() {
            return;
        }
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mv = legal[usize::try_from(random >> 33).unwrap_or(0) % legal.len()]["u"].clone();
        let ply = position["ply"].clone();
        let message = json!({"t": "move", "u": mv, "ply": ply, "id": format!("{}-{ply}", game.id)});
        game.known.lock().expect("nobody has panicked").said = Some(message.clone());
        let turn = usize::try_from(position["turn"].as_u64().unwrap_or(0)).unwrap_or(0);
        let client: &mut Client = &mut players[turn].0;
        let Some(next) = say(client, &message).await else { return };
        let mut known = game.known.lock().expect("nobody has panicked");
        known.acknowledged.push(mv.as_str().unwrap_or_default().to_string());
        known.said = None;
        position = next;
    }
}

/// Says a move: the position after it, once it is acknowledged; `None` where the connection is lost.
async fn say(client: &mut Client, message: &Value) -> Option<Value> {
    client.try_say(message).await.ok()?;
    let mut position = None;
    loop {
        let told = client.next().await.ok()?;
        if told["e"]["k"] == "moved" && told["e"]["uci"] == message["u"] {
            position = Some(told["e"]["position"].clone());
        }
        if told["id"] == message["id"] {
            assert_eq!(told["t"], "ack", "{told}");
            return position;
        }
    }
}

async fn no_acknowledged_move_is_lost() {
    let began = Instant::now();
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("games.sqlite");
    let free = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address: SocketAddr = free.local_addr().expect("an address");
    drop(free);
    let host = Remote { address };
    let mut server = start(address.port(), &db);
    let mut games = Vec::new();
    for _ in 0..GAMES {
        let made = host.post("/api/v1/live", &json!({"game": "chess", "seats": ["me", "me"]})).await;
        let seat = |n: usize| {
            let seat = &made["seats"][n];
            (seat["side"].as_u64().expect("a side"), seat["secret"].as_str().expect("a secret").to_string())
        };
        let id = made["id"].as_str().expect("a name").to_string();
        games.push(Arc::new(Game { id, seats: [seat(0), seat(1)], known: Mutex::default() }));
    }
    let mut compared = 0;
    for time in 1..=TIMES {
        let playing: Vec<_> = games.iter().map(|game| tokio::spawn(play(host, game.clone()))).collect();
        sleep(PLAY).await;
        server.kill().expect("it is killed");
        server.wait().expect("it has ended");
        for task in playing {
            task.await.expect("nobody is told something else than an ack");
        }
        server = start(address.port(), &db);
        compared = 0;
        for game in &games {
            let (acknowledged, said) = {
                let known = game.known.lock().expect("nobody has panicked");
                (known.acknowledged.clone(), known.said.clone())
            };
            let mut client = host.try_connect(&game.id).await.expect("a connection");
            let state = client.try_hello(&game.seats[acknowledged.len() % 2]).await.expect("the game is there");
            let history = client.history.clone();
            assert!(
                history.starts_with(&acknowledged),
                "an acknowledged move of {} is lost:\n{acknowledged:?}\n{history:?}",
                game.id
            );
            let more = history.len() - acknowledged.len();
            assert!(more <= usize::from(said.is_some()), "nobody has played that: {history:?}");
            compared += acknowledged.len();
            // The move that had no answer is said again, as a browser does: it counts once, whether it had come or not.
            if let Some(message) = said.filter(|_| state["over"].is_null() || more == 1) {
                client.try_say(&message).await.expect("it is connected");
                let answer = client.until(|told| told["id"] == message["id"]).await;
                assert_eq!(answer["t"], "ack", "{answer}");
                let state = client.try_hello(&game.seats[0]).await.expect("the game is there");
                let moves = state["history"].as_array().expect("moves");
                assert_eq!(moves.len(), acknowledged.len() + 1, "it counts once");
                assert_eq!(moves.last().map(|mv| &mv["u"]), Some(&message["u"]));
                let mut known = game.known.lock().expect("nobody has panicked");
                known.acknowledged.push(message["u"].as_str().expect("a move").to_string());
                known.said = None;
            }
        }
        assert!(compared >= GAMES * time, "the server was killed before anything was played: {compared} moves");
    }
    // It ends as it should when it is asked to: clients are told to come back, and all is written.
    let mut client = host.try_connect(&games[0].id).await.expect("a connection");
    client.try_hello(&games[0].seats[0]).await.expect("the game is there");
    let pid = server.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().expect("a signal").success());
    assert_eq!(client.closed().await.map(|frame| u16::from(frame.code)), Some(1012));
    assert!(server.wait().expect("it has ended").success());
    println!(
        "no_acknowledged_move_is_lost ... ok ({GAMES} games, killed {TIMES} times, {compared} moves, {:.1} s)",
        began.elapsed().as_secs_f64()
    );
}
