//! Any bytes as requests to a server: each begins with a line such as `POST /api/v1/positions`, and what follows up to a line `---` is its body, JSON as far as its head says. Every request is answered, none
//! by a failure of the server, and what is said to be JSON is JSON.

use crate::games::Few;
use axum::{
    Router,
    body::{Body, to_bytes},
    http::{Method, Request, StatusCode, header},
};
use std::{sync::LazyLock, time::Duration};
use tokio::{runtime::Runtime, time::timeout};
use tower::ServiceExt;
use wazir_server::{App, Rate, Rates, Setup, router};

/// How long an answer may take, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(50);

/// A server in this process that keeps nothing, and counts nobody's requests.
static SERVER: LazyLock<(Runtime, Router)> = LazyLock::new(|| {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let runtime = runtime.expect("a runtime can be started");
    let any = Rate::new(u32::MAX, 1_000_000);
    let rates = Rates {
        address: any,
        session: any,
        costly: any,
        sockets: any,
        messages: any,
        said: any,
        player: any,
        watcher: any,
    };
    let setup = Setup { db: Some(":memory:".to_string()), rates, ..Setup::default() };
    let router = runtime.block_on(async { App::new(std::sync::Arc::new(Few), setup).map(router) });
    (runtime, router.expect("a server"))
});

/// Takes an input.
pub fn run(data: &[u8]) {
    answers(data);
}

/// How its requests are answered.
pub fn answers(data: &[u8]) -> Vec<StatusCode> {
    let Ok(text) = std::str::from_utf8(data) else { return Vec::new() };
    let all = text.split("\n---\n").take(8).map(|one| one.split_once('\n').unwrap_or((one, "")));
    all.filter_map(|(head, body)| request(head, body).map(|request| answer(head, request))).collect()
}

/// The request of a first line, if it is one.
fn request(head: &str, body: &str) -> Option<Request<Body>> {
    let (method, path) = head.split_once(' ')?;
    let method = Method::from_bytes(method.as_bytes()).ok()?;
    let request = Request::builder().method(method).uri(path).header(header::HOST, "127.0.0.1:8417");
    let request = request.header(header::CONTENT_TYPE, "application/json");
    request.body(Body::from(body.to_string())).ok().filter(|request| request.uri().path().starts_with('/'))
}

fn answer(head: &str, request: Request<Body>) -> StatusCode {
    let (runtime, router) = &*SERVER;
    runtime.block_on(async {
        let answered = timeout(PATIENCE, router.clone().oneshot(request)).await;
        let response = answered.unwrap_or_else(|_| panic!("`{head}` is not answered")).expect("an answer");
        let status = response.status();
        // (Busy is no failure.)
        let fails = status.is_server_error() && status != StatusCode::SERVICE_UNAVAILABLE;
        assert!(!fails, "`{head}` is answered by {status}");
        let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
        // (Events go on.)
        if kind.contains("json") {
            let bytes = timeout(PATIENCE, to_bytes(response.into_body(), 64 << 20)).await.expect("a body in time");
            let bytes = bytes.expect("a body");
            let read = serde_json::from_slice::<serde_json::Value>(&bytes);
            assert!(read.is_ok() || bytes.is_empty(), "`{head}`: {}", String::from_utf8_lossy(&bytes));
        }
        status
    })
}
