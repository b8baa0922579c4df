//! What the tests share: the games of `variants/`, interpreted, and a server in this process.

#![allow(dead_code, unreachable_pub, reason = "each test uses a part")]

pub mod socket;

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{HeaderMap, Method, Request, StatusCode, header},
};
use serde_json::Value;
use std::{path::Path, sync::Arc};
use tower::ServiceExt;
use wazir_engine::{Games, Opened};
use wazir_reference::compile;
use wazir_runtime::Variant;
use wazir_server::{App, Setup, router};
use wazir_variant_spec::{Folder, Library, Source};

/// Games of a folder; of `variants/` only the named ones, so that tests are quick.
pub struct Few {
    names: Vec<String>,
    library: Folder,
}

impl Few {
    pub fn of(names: &[&str]) -> Arc<dyn Games> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../variants");
        let mut names: Vec<String> = names.iter().map(ToString::to_string).collect();
        names.sort();
        Arc::new(Few { names, library: Folder(folder) })
    }
}

/// Parents are looked for next to the file, then among the variants.
struct NextTo<'a>(Option<Folder>, &'a Folder);

impl Library for NextTo<'_> {
    fn find(&self, name: &str) -> Option<Source> {
        self.0.as_ref().and_then(|folder| folder.find(name)).or_else(|| self.1.find(name))
    }
    fn names(&self) -> Vec<String> {
        self.1.names()
    }
}

impl Games for Few {
    fn names(&self) -> Vec<String> {
        self.names.clone()
    }
    fn open(&self, name: &str) -> Result<Opened, String> {
        let source = match self.names.iter().any(|known| known == name) {
            true => self.library.find(name).ok_or("no such file")?,
            false => Source::read(Path::new(name)).map_err(|error| error.to_string())?,
        };
        self.read(source, &[])
    }
    fn read(&self, source: Source, _: &[Source]) -> Result<Opened, String> {
        let folder = Path::new(&source.file).parent().map(|folder| Folder(folder.to_path_buf()));
        let game = compile(&source, &NextTo(folder, &self.library)).map_err(|wrong| wrong.render(false))?.game;
        let rules = Arc::new(game.rules().clone());
        let variant: Arc<dyn Variant> = Arc::new(game.clone());
        Ok(Opened { source, rules, variant, engine: Arc::new(move || wazir_engine::interpreted(&game)) })
    }
    fn parents(&self, _: &Opened) -> Vec<Source> {
        Vec::new()
    }
}

/// A server in this process.
pub struct Server {
    pub app: App,
    pub router: Router,
}

/// A server with some games.
pub fn server(names: &[&str]) -> Server {
    with(names, Setup::default())
}

/// A server that is set up so.
pub fn with(names: &[&str], setup: Setup) -> Server {
    // Never among the data of whoever runs the tests.
    let setup = Setup { db: setup.db.or(Some(":memory:".to_string())), ..setup };
    let app = App::new(Few::of(names), setup).expect("a server");
    Server { router: router(app.clone()), app }
}

/// An answer.
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap_or("?"))
    }
    /// The answer of a request that has to succeed.
    pub fn ok(self) -> Value {
        assert!(self.status.is_success(), "{}: {}", self.status, self.text());
        self.json()
    }
    /// What a request was refused with.
    pub fn problem(&self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text());
        assert_eq!(self.header("content-type"), "application/problem+json");
        let problem = self.json();
        assert_eq!(problem["status"], status);
        assert!(problem["title"].is_string() && problem["detail"].is_string(), "{problem}");
        problem
    }
}

impl Server {
    pub async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.router.clone().oneshot(request).await.expect("an answer");
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, 64 << 20).await.expect("a body").to_vec();
        Answer { status: parts.status, headers: parts.headers, bytes }
    }

    /// A request with headers and a body.
    pub async fn ask(&self, method: Method, path: &str, headers: &[(&str, &str)], body: impl Into<Body>) -> Answer {
        let mut request = Request::builder().method(method).uri(path).header(header::HOST, "127.0.0.1:8417");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.send(request.body(body.into()).expect("a request")).await
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.ask(Method::GET, path, &[], Body::empty()).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask(Method::POST, path, &[("content-type", "application/json")], body.to_string()).await
    }

    /// A GET by a session with a name.
    pub async fn by(&self, session: &str, path: &str) -> Answer {
        self.ask(Method::GET, path, &[("x-session", session)], Body::empty()).await
    }
}
