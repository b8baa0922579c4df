//! How many live games a server has room for: begins so many, plays all of them at once by two connections each, and reports moves a second, how long a move takes, and the memory of a
//! game. A program to be run by hand, no test:
//!
//! ```text
//! cargo build --release
//! cargo run --release -p wazir-server --example load -- target/release/wazir --games 1000 --seconds 30 --pause 1000
//! ```

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::{
    error::Error,
    io::{BufRead, BufReader},
    net::SocketAddr,
    process::{Child, Command, Stdio, exit},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    sync::Semaphore,
    time::{Instant, sleep},
};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Message, client::IntoClientRequest},
};

const HELP: &str = "\
usage: load PROGRAM [--games N] [--seconds N] [--pause MS] [--game NAME] [--db PATH]

PROGRAM      the program wazir, which is started as a server
--games N    games at once, by two connections each (1000)
--seconds N  how long is measured (20)
--pause MS   how long players think (1000; 0: as fast as the server lets them)
--game NAME  what is played (chess)
--db PATH    where games are kept (a file that is thrown away)";

type Failure = Box<dyn Error + Send + Sync>;

struct Wanted {
    program: String,
    games: usize,
    seconds: u64,
    pause: Duration,
    game: String,
    db: Option<String>,
}

fn wanted() -> Option<Wanted> {
    let mut arguments = std::env::args().skip(1);
    let program = arguments.next().filter(|program| !program.starts_with('-'))?;
    let mut wanted = Wanted {
        program,
        games: 1000,
        seconds: 20,
        pause: Duration::from_secs(1),
        game: "chess".to_string(),
        db: None,
    };
    while let Some(name) = arguments.next() {
        let value = arguments.next()?;
        match name.as_str() {
            "--games" => wanted.games = value.parse().ok()?,
            "--seconds" => wanted.seconds = value.parse().ok()?,
            "--pause" => wanted.pause = Duration::from_millis(value.parse().ok()?),
            "--game" => wanted.game = value,
            "--db" => wanted.db = Some(value),
            _ => return None,
        }
    }
    Some(wanted)
}

fn main() {
    let Some(wanted) = wanted() else {
        eprintln!("{HELP}");
        exit(2);
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let done = runtime.map_err(Into::into).and_then(|runtime| runtime.block_on(run(wanted)));
    if let Err(why) = done {
        eprintln!("{why}");
        exit(1);
    }
}

/// The server, which is ended with this program.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Server {
    fn start(program: &str, db: &str) -> Result<(Server, SocketAddr), Failure> {
        let mut command = Command::new(program);
        command.args(["serve", "--port", "0", "--proxied", "--db", db]).stdout(Stdio::piped());
        let mut server = Server(command.spawn().map_err(|error| format!("{program}: {error}"))?);
        let mut line = String::new();
        let output = server.0.stdout.take().ok_or("it has no output")?;
        BufReader::new(output).read_line(&mut line)?;
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').parse();
        Ok((server, address.map_err(|_| format!("the server says `{}`", line.trim()))?))
    }

    /// Its memory in KiB, where the system tells.
    fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id())).ok()?;
        status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.split_whitespace().next()?.parse().ok())
    }

    /// What it has used of the processors, in ticks of 10 ms, where the system tells.
    fn ticks(&self) -> Option<u64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.0.id())).ok()?;
        // The name, in parentheses, may have spaces.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
    }
}

/// What all games share.
struct Shared {
    address: SocketAddr,
    game: String,
    pause: Duration,
    /// So many games begin at once.
    begins: Semaphore,
    ready: AtomicUsize,
    measures: AtomicBool,
    ends: AtomicBool,
    failed: AtomicUsize,
    /// Microseconds from a move to its acknowledgement, and to the other player.
    times: Mutex<(Vec<u64>, Vec<u64>)>,
}

type Socket = WebSocketStream<TcpStream>;

/// The address that a proxy would tell of these players.
fn address(number: usize) -> String {
    format!("10.{}.{}.{}", number >> 16 & 255, number >> 8 & 255, number & 255)
}

async fn begin(shared: &Shared, number: usize) -> Result<Value, Failure> {
    let body = json!({"game": shared.game, "seats": ["me", "me"], "clock": {"initial": 3_600_000}}).to_string();
    let mut stream = TcpStream::connect(shared.address).await?;
    let head = format!(
        "POST /api/v1/live HTTP/1.1\r\nHost: {}\r\nX-Forwarded-For: {}\r\nX-Session: load-{number:08}\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
        shared.address,
        address(number),
        body.len()
    );
    stream.write_all(format!("{head}{body}").as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (_, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
    let made: Value = serde_json::from_str(body)?;
    if made["id"].is_null() { Err(body.to_string().into()) } else { Ok(made) }
}

async fn connect(shared: &Shared, number: usize, made: &Value, side: usize) -> Result<(Socket, Value), Failure> {
    let id = made["id"].as_str().ok_or("no name")?;
    let mut request = format!("ws://{}/api/v1/live/{id}/socket", shared.address).into_client_request()?;
    request.headers_mut().insert("x-forwarded-for", address(number).parse()?);
    request.headers_mut().insert("x-session", format!("load-{number:08}-{side}").parse()?);
    let stream = TcpStream::connect(shared.address).await?;
    stream.set_nodelay(true)?;
    let (mut socket, _) = client_async(request, stream).await?;
    let hello = json!({"t": "hello", "secrets": [made["seats"][side]["secret"]], "v": null});
    socket.send(Message::text(hello.to_string())).await?;
    let state = until(&mut socket, |told| told["t"] == "state").await?;
    Ok((socket, state))
}

async fn until(socket: &mut Socket, is_it: impl Fn(&Value) -> bool) -> Result<Value, Failure> {
    loop {
        let message = socket.next().await.ok_or("the connection is closed")??;
        if let Message::Text(text) = message {
            let told: Value = serde_json::from_str(&text)?;
            if is_it(&told) {
                return Ok(told);
            }
        }
    }
}

/// Waits for the acknowledgement and for the position after the move: how long the first took.
async fn acknowledged(socket: &mut Socket, id: &str, began: Instant) -> Result<Duration, Failure> {
    let told = until(socket, |told| told["id"] == id).await?;
    if told["t"] == "ack" { Ok(began.elapsed()) } else { Err(told.to_string().into()) }
}

/// Plays one game after the other.
async fn play(shared: &Shared, number: usize) -> Result<(), Failure> {
    let mut random = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut is_first = true;
    loop {
        let place = shared.begins.acquire().await?;
        let made = begin(shared, number).await?;
        let (first, state) = connect(shared, number, &made, 0).await?;
        let (second, _) = connect(shared, number, &made, 1).await?;
        drop(place);
        if is_first {
            is_first = false;
            shared.ready.fetch_add(1, Ordering::Relaxed);
        }
        let mut sockets = [first, second];
        let mut position = state["position"].clone();
        let mut pinged = Instant::now();
        // Not all at the same moment.
        sleep(shared.pause.mul_f64((number % 97) as f64 / 97.0)).await;
        loop {
            let legal = position["moves"].as_array().map_or(&[][..], Vec::as_slice);
            if legal.is_empty() {
                break;
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let u = legal[(random >> 33) as usize % legal.len()]["u"].clone();
            let turn = usize::from(position["turn"] != 0);
            let id = format!("{}", position["ply"]);
            let message = json!({"t": "move", "u": u, "ply": position["ply"], "id": id}).to_string();
            let [one, other] = &mut sockets;
            let (mover, waiter) = if turn == 0 { (one, other) } else { (other, one) };
            let began = Instant::now();
            mover.send(Message::text(message)).await?;
            let told = async {
                let told = until(waiter, |told| told["e"]["k"] == "moved").await?;
                Ok::<_, Failure>((told["e"]["position"].clone(), began.elapsed()))
            };
            let (acknowledged, told) = tokio::join!(acknowledged(mover, &id, began), told);
            let (next, told) = told?;
            position = next;
            let acknowledged = acknowledged?;
            if shared.measures.load(Ordering::Relaxed) {
                let mut times = shared.times.lock().map_err(|_| "a game has failed")?;
                times.0.push(acknowledged.as_micros() as u64);
                times.1.push(told.as_micros() as u64);
            }
            sleep(shared.pause).await;
            if pinged.elapsed() > Duration::from_millis(2500) {
                pinged = Instant::now();
                for socket in &mut sockets {
                    socket.send(Message::text(json!({"t": "ping", "n": 1, "lag": 1}).to_string())).await?;
                }
            }
            if shared.ends.load(Ordering::Relaxed) {
                return Ok(());
            }
        }
    }
}

async fn run(wanted: Wanted) -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("load.sqlite").display().to_string();
    let (server, address) = Server::start(&wanted.program, &wanted.db.clone().unwrap_or(file))?;
    // The list of games is made in the first moments.
    sleep(Duration::from_secs(5)).await;
    let before = server.memory();
    let shared = Arc::new(Shared {
        address,
        game: wanted.game.clone(),
        pause: wanted.pause,
        begins: Semaphore::new(16),
        ready: AtomicUsize::new(0),
        measures: AtomicBool::new(false),
        ends: AtomicBool::new(false),
        failed: AtomicUsize::new(0),
        times: Mutex::default(),
    });
    let began = Instant::now();
    let tasks: Vec<_> = (0..wanted.games)
        .map(|number| {
            let shared = shared.clone();
            tokio::spawn(async move {
                if let Err(why) = play(&shared, number).await
                    && shared.failed.fetch_add(1, Ordering::Relaxed) < 5
                {
                    eprintln!("game {number}: {why}");
                }
            })
        })
        .collect();
    loop {
        let (ready, failed) = (shared.ready.load(Ordering::Relaxed), shared.failed.load(Ordering::Relaxed));
        if ready + failed >= wanted.games {
            break;
        }
        sleep(Duration::from_millis(100)).await;
    }
    println!(
        "{} games of {}, {} connections: all there after {:.1} s",
        wanted.games,
        wanted.game,
        2 * wanted.games,
        began.elapsed().as_secs_f64()
    );
    sleep(Duration::from_secs(2)).await;
    shared.measures.store(true, Ordering::Relaxed);
    let (began, ticks) = (Instant::now(), server.ticks());
    sleep(Duration::from_secs(wanted.seconds)).await;
    shared.measures.store(false, Ordering::Relaxed);
    let used = server.ticks().zip(ticks).map(|(after, before)| after.saturating_sub(before));
    let seconds = began.elapsed().as_secs_f64();
    let after = server.memory();
    shared.ends.store(true, Ordering::Relaxed);
    let (acknowledged, told) = {
        let mut times = shared.times.lock().map_err(|_| "a game has failed")?;
        std::mem::take(&mut *times)
    };
    println!(
        "{:.0} moves a second for {seconds:.0} s, {} ms of thinking each",
        acknowledged.len() as f64 / seconds,
        wanted.pause.as_millis()
    );
    if let Some(used) = used {
        // Other programs on the machine make everything slower but this.
        let each = used as f64 * 10.0 / acknowledged.len().max(1) as f64;
        println!("{each:.2} ms of a processor for a move, {:.0} % of one in all", used as f64 / seconds);
    }
    report("until a move is acknowledged", acknowledged);
    report("until the other player has it", told);
    if let (Some(before), Some(after)) = (before, after) {
        let each = after.saturating_sub(before) as f64 / wanted.games as f64;
        println!(
            "memory: {} MiB before, {} MiB with all games: {each:.0} KiB a game with its two connections",
            before >> 10,
            after >> 10
        );
    }
    println!("{} games have failed", shared.failed.load(Ordering::Relaxed));
    tasks.iter().for_each(tokio::task::JoinHandle::abort);
    Ok(())
}

fn report(what: &str, mut times: Vec<u64>) {
    times.sort_unstable();
    let at = |share: f64| times.get(((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1)));
    let ms = |share| at(share).map_or(f64::NAN, |micros| *micros as f64 / 1000.0);
    println!("{what}: median {:.1} ms, 99th percentile {:.1} ms, longest {:.1} ms", ms(0.5), ms(0.99), ms(1.0));
}
