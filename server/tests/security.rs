//! What keeps others out: origins, headers, sizes, rates, and the files there are.

mod common;

use axum::{body::Body, http::Method};
use common::{server, with};
use serde_json::json;
use wazir_server::{Rate, Rates, Setup};

#[tokio::test]
async fn pages_come_with_headers_that_keep_others_out() {
    let server = server(&["chess"]);
    for path in ["/", "/js/main.js", "/own", "/game/x", "/games/chess", "/api/v1/games", "/nothing"] {
        let answer = server.get(path).await;
        let policy = answer.header("content-security-policy");
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
        assert!(
            !policy.contains("unsafe-inline")
                && !policy.contains("'unsafe-eval'")
                && policy.contains("'wasm-unsafe-eval'")
        );
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("x-frame-options"), "DENY", "{path}");
        assert_eq!(answer.header("set-cookie"), "", "{path}: nothing was asked for that needs one");
    }
    let embedded = server.get("/embed/chess").await;
    assert!(embedded.header("content-security-policy").ends_with("frame-ancestors *"));
    assert_eq!((embedded.status.as_u16(), embedded.header("x-frame-options")), (200, ""));
}

#[tokio::test]
async fn files_have_types_and_tags() {
    let server = server(&["chess"]);
    for (path, kind) in [
        ("/", "text/html; charset=utf-8"),
        ("/js/main.js", "text/javascript; charset=utf-8"),
        ("/style/base.css", "text/css; charset=utf-8"),
        ("/icon.svg", "image/svg+xml"),
        ("/fonts/characters.woff2", "font/woff2"),
    ] {
        let answer = server.get(path).await;
        assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, kind), "{path}");
        let tag = answer.header("etag").to_string();
        let again = server.ask(Method::GET, path, &[("if-none-match", &format!("W/{tag}"))], Body::empty()).await;
        assert_eq!((again.status.as_u16(), again.bytes.len()), (304, 0), "{path}");
    }
    let packed = server.ask(Method::GET, "/js/board/board.js", &[("accept-encoding", "gzip")], Body::empty()).await;
    assert_eq!((packed.header("content-encoding"), &packed.bytes[..2]), ("gzip", &[0x1f, 0x8b][..]));
}

#[tokio::test]
async fn there_are_no_other_files() {
    let server = server(&["chess"]);
    for path in [
        "/../Cargo.toml",
        "/js/../../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/js/%2e%2e/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "/js//main.js",
        "/jsconfig.json",
        "/package.json",
        "//etc/passwd",
        "/etc/passwd",
        "/js",
        "/js/",
        "/js/main.js%00.css",
    ] {
        let answer = server.get(path).await;
        assert_eq!(answer.status.as_u16(), 404, "{path}");
        assert!(
            !answer.text().contains("[package]")
                && !answer.text().contains("root:")
                && !answer.text().contains("checkJs"),
            "{path}"
        );
    }
    server.get("/api/v1/nothing").await.problem(404);
    server.ask(Method::POST, "/js/main.js", &[], Body::empty()).await.problem(405);
}

#[tokio::test]
async fn pages_of_others_change_nothing() {
    let server = server(&["chess"]);
    let json = ("content-type", "application/json");
    let body = json!({"move": "e2e4"}).to_string();
    for headers in [
        [json, ("origin", "http://evil.example")],
        [json, ("origin", "http://127.0.0.1:9999")],
        [json, ("origin", "https://127.0.0.1:8417")],
        [json, ("origin", "null")],
        [json, ("sec-fetch-site", "cross-site")],
        [json, ("sec-fetch-site", "same-site")],
    ] {
        let refused = server.ask(Method::POST, "/act", &headers, body.clone()).await.problem(403);
        assert!(refused["hint"].as_str().is_some_and(|hint| hint.contains("--origin")), "{refused}");
        for path in ["/api/v1/rules", "/api/v1/positions", "/api/v1/analysis", "/api/v1/matches", "/api/v1/read"] {
            server.ask(Method::POST, path, &headers, "{}").await.problem(403);
        }
        // GET changes something here as well.
        for path in ["/act?move=e2e4", "/generate?ms=1", "/undo", "/reset"] {
            server.ask(Method::GET, path, &headers[1..], Body::empty()).await.problem(403);
        }
    }
    server
        .ask(Method::GET, "/act?move=e2e4", &[("referer", "http://evil.example/page")], Body::empty())
        .await
        .problem(403);
    let own = [json, ("origin", "http://127.0.0.1:8417")];
    assert_eq!(server.ask(Method::POST, "/act", &own, body).await.status.as_u16(), 200);
}

#[tokio::test]
async fn bodies_are_read_strictly() {
    let server = server(&["chess"]);
    let json = [("content-type", "application/json")];
    server.ask(Method::POST, "/api/v1/positions", &json, "{").await.problem(400);
    server.ask(Method::POST, "/api/v1/positions", &json, "[1,2]").await.problem(422);
    server.ask(Method::POST, "/api/v1/positions", &json, "\u{0}").await.problem(400);
    server
        .ask(Method::POST, "/api/v1/positions", &[("content-type", "text/plain")], "{\"game\":\"chess\"}")
        .await
        .problem(415);
    let deep = format!("{}{}", "[".repeat(20_000), "]".repeat(20_000));
    server.ask(Method::POST, "/api/v1/positions", &json, deep).await.problem(422);
    let ron = format!("{}{}", "(a: ".repeat(10_000), ")".repeat(10_000));
    let verdict = server.ask(Method::POST, "/api/v1/rules", &json, json!({"ron": ron}).to_string()).await.ok();
    assert_eq!(verdict["ok"], false);
    server.ask(Method::GET, "/act", &[], Body::empty()).await.problem(400);
    server.ask(Method::GET, "/generate?ms=x", &[], Body::empty()).await.problem(400);
}

#[tokio::test]
async fn who_asks_too_often_has_to_wait() {
    let rates =
        Rates { costly: Rate::new(3, 1), session: Rate::new(5, 1), address: Rate::new(1000, 1), ..Rates::default() };
    let server = with(&["chess"], Setup { rates, ..Setup::default() });
    for _ in 0..3 {
        server.post("/api/v1/rules", &json!({"ron": "("})).await.ok();
    }
    let refused = server.post("/api/v1/rules", &json!({"ron": "("})).await;
    assert!(refused.header("retry-after").parse::<u64>().is_ok_and(|seconds| seconds >= 1));
    refused.problem(429);
    for _ in 0..5 {
        server.by("a-session", "/ping").await.ok();
    }
    server.by("a-session", "/ping").await.problem(429);
    server.by("another-session", "/ping").await.ok();
}

#[tokio::test]
async fn cookies_are_for_this_site_and_for_no_script() {
    let server = server(&["chess"]);
    let first = server.get("/game").await;
    let cookie = first.header("set-cookie").to_string();
    assert!(
        cookie.starts_with("wazir=")
            && cookie.contains("HttpOnly")
            && cookie.contains("SameSite=Lax")
            && !cookie.contains("Secure"),
        "{cookie}"
    );
    let own = cookie.split(';').next().expect("a value").to_string();
    let headers = [("cookie", own.as_str())];
    let moved = server.ask(Method::GET, "/act?move=e4", &headers, Body::empty()).await;
    assert_eq!(moved.header("set-cookie"), "", "it has one");
    moved.ok();
    let game = server.ask(Method::GET, "/game", &headers, Body::empty()).await.ok();
    assert_eq!(game["history"], json!([{"uci": "e2e4", "san": "e4", "text": "e4"}]));
    assert_eq!(server.get("/game").await.ok()["history"], json!([]), "somebody else's");
    for odd in ["wazir=", "wazir=x", "wazir=../../../../etc/passwd", "wazir;wazir=", "=;=;"] {
        let answer = server.ask(Method::GET, "/game", &[("cookie", odd)], Body::empty()).await;
        assert!(answer.header("set-cookie").starts_with("wazir="), "{odd}: a new one");
    }
    let secure = with(&["chess"], Setup { origins: vec!["https://play.example.org".to_string()], ..Setup::default() });
    assert!(secure.get("/game").await.header("set-cookie").contains("Secure"));
    for odd in ["short", "with space", "a\u{7f}bcdefghi", &"x".repeat(200)] {
        if axum::http::HeaderValue::from_str(odd).is_ok() {
            server.by(odd, "/game").await.problem(422);
        }
    }
}
