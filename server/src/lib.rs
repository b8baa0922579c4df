//! A server: any game in a browser, and an interface for programs.
//!
//! [`App`] is what all requests share, [`router`] answers them, [`serve`] does so at an address until it is told to stop. Rules are known by [`wazir_engine::Games`] alone; what
//! somebody sends is interpreted. The engine thinks in threads of its own ([`Engines`]), other work has so much room ([`Work`]); the async runtime does neither.

pub mod api;
mod app;
mod assets;
pub mod catalogue;
pub mod engines;
pub mod guard;
pub mod limits;
mod listen;
mod live;
mod problem;
pub mod session;
mod simple;
mod watch;
pub mod work;

pub use app::{App, Change, Patience, Setup};
pub use catalogue::{Catalogue, Playable};
pub use engines::Engines;
pub use guard::{Guard, Rate, Rates};
pub use listen::listen;
pub use live::forget;
pub use problem::Problem;
pub use session::Who;
pub use watch::watch;
pub use work::{Whose, Work};

use axum::{
    Router,
    extract::DefaultBodyLimit,
    http::StatusCode,
    middleware::{from_fn, from_fn_with_state},
};
use std::{
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};
use tokio::net::TcpListener;
use tower_http::{
    catch_panic::CatchPanicLayer, compression::CompressionLayer, timeout::TimeoutLayer, trace::TraceLayer,
};
use tracing_subscriber::filter::LevelFilter;
use wazir_engine::{Games, Stop};

/// How long a request may take, all in all.
const LONGEST_REQUEST: Duration = Duration::from_secs(60);

/// Answers all requests.
pub fn router(app: App) -> Router {
    let interface = Router::new()
        .merge(simple::routes(&app))
        .nest("/api/v1", api::routes(&app))
        .layer(DefaultBodyLimit::max(limits::MOST_BODY))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, LONGEST_REQUEST))
        .layer(from_fn_with_state(app.clone(), guard::watch_interface))
        .layer(from_fn_with_state(app.clone(), session::introduce));
    interface
        .fallback(assets::serve)
        .layer(from_fn_with_state(app.clone(), guard::count_addresses))
        .layer(CompressionLayer::new())
        .layer(from_fn(guard::set_headers))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(TraceLayer::new_for_http())
        .with_state(app)
}

fn panicked(_: Box<dyn std::any::Any + Send>) -> axum::response::Response {
    use axum::response::IntoResponse;
    Problem::ours("The server has failed at this.").into_response()
}

/// Where a server listens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    /// The address of the machine: 127.0.0.1 for itself alone.
    pub bind: IpAddr,
    /// The port; 0 is any that is free.
    pub port: u16,
}

/// Serves games at an address until `stop` is raised. `ready` is told the address of the first page once there is somebody to answer.
///
/// # Errors
/// Why nothing can be served, for people.
pub fn serve(
    games: Arc<dyn Games>,
    setup: Setup,
    address: Address,
    stop: &Stop,
    ready: impl FnOnce(&str) -> io::Result<()>,
) -> Result<(), String> {
    log();
    // With a file of its own, a server at the same address is the same one: after a crash it has its games at once. Others may have the same database, and the same address.
    let is_shared = setup.db.as_deref().is_some_and(live::storage::is_postgres);
    let instance = (address.port != 0 && !is_shared).then(|| format!("{}:{}", address.bind, address.port));
    let setup = Setup { instance: setup.instance.clone().or(instance), ..setup };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().thread_stack_size(STACK).build();
    let runtime = runtime.map_err(|error| format!("cannot start: {error}"))?;
    let result = runtime.block_on(async {
        let app = App::new(games, setup)?;
        let listener = TcpListener::bind(SocketAddr::new(address.bind, address.port)).await.map_err(|error| {
            format!("cannot listen at {}:{}: {error}; --port chooses another port (0: any)", address.bind, address.port)
        })?;
        let local = listener.local_addr().map_err(|error| error.to_string())?;
        tokio::spawn(app.clone().tidy());
        tokio::spawn(watch(app.clone()));
        tokio::spawn(live::Live::renew(app.clone()));
        tokio::spawn(forget(app.clone()));
        // The list takes a moment to make, in which nobody has asked for it yet.
        let early = app.clone();
        tokio::spawn(async move { early.list().await.map(drop) });
        let page = app.games().served().map_or(String::new(), |game| format!("games/{}", game.id));
        ready(&format!("http://{}/{page}", shown(local))).map_err(|error| error.to_string())?;
        let listening = tokio::spawn(listen(listener, app.clone(), router(app.clone())));
        while !stop.is_raised() && !listening.is_finished() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        app.close();
        let listened = listening.await;
        app.live().finished().await;
        match listened {
            Ok(result) => result.map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        }
    });
    // Work that has been given up on is not waited for.
    runtime.shutdown_timeout(Duration::from_secs(1));
    result
}

/// Writes what happens to standard error: warnings, or as much as `WAZIR_LOG` says (`error`, `info`, `debug`, `trace`, `off`).
fn log() {
    let level = std::env::var("WAZIR_LOG").ok().and_then(|level| level.parse().ok());
    let level: LevelFilter = level.unwrap_or(LevelFilter::WARN);
    // Who serves twice in one process has it set up already.
    let _ = tracing_subscriber::fmt().with_max_level(level).with_writer(io::stderr).with_target(false).try_init();
}

/// Bytes of stack of a thread: rules that are interpreted walk far.
const STACK: usize = 8 << 20;

/// An address that a browser on this machine can open.
fn shown(local: SocketAddr) -> SocketAddr {
    match local.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => SocketAddr::new(std::net::Ipv4Addr::LOCALHOST.into(), local.port()),
        IpAddr::V6(ip) if ip.is_unspecified() => SocketAddr::new(std::net::Ipv6Addr::LOCALHOST.into(), local.port()),
        _ => local,
    }
}

/// Opens a page in the browser of whoever sits at this machine.
///
/// # Errors
/// When there is none.
pub fn open_browser(url: &str) -> io::Result<()> {
    open::that_detached(url)
}

/// The code of the README is tested with the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
