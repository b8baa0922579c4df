//! The description of the interface says what there is: it is compared with the routes in the sources, and asked for each of them.

mod common;

use axum::{body::Body, http::Method};
use common::server;
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// Methods by path, as the routers of a file have them.
fn routes(source: &str, prefix: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for part in source.split(".route(").skip(1) {
        // Up to the end of the call.
        let mut depth = 1;
        let end = part.find(|c: char| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        });
        let call = &part[..end.expect("the end of a call")];
        let path = call.split('"').nth(1).expect("a path");
        let rest = &call[call.find(path).expect("the path") + path.len()..];
        let methods = ["get", "post", "put", "delete", "patch"]
            .into_iter()
            .filter(|method| [" ", ".", "("].iter().any(|before| rest.contains(&format!("{before}{method}("))));
        found.entry(format!("{prefix}{path}")).or_default().extend(methods.map(str::to_string));
    }
    found
}

fn sources(folder: &Path, text: &mut String) {
    let mut entries: Vec<_> = fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            sources(&path, text);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            text.push_str(&fs::read_to_string(path).expect("a file"));
        }
    }
}

fn described() -> BTreeMap<String, BTreeSet<String>> {
    let document: Value = serde_json::from_str(include_str!("../src/api/openapi.json")).expect("JSON");
    let paths = document["paths"].as_object().expect("paths");
    let methods = |item: &Value| {
        let names = item.as_object().expect("methods").keys().filter(|key| *key != "parameters").cloned();
        names.collect()
    };
    paths.iter().map(|(path, item)| (path.clone(), methods(item))).collect()
}

#[test]
fn every_route_is_described_and_nothing_else() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let simple = fs::read_to_string(src.join("simple.rs")).expect("a file");
    let mut all = routes(&simple, "");
    // Everything else is below one path.
    let mut rest = String::new();
    sources(&src, &mut rest);
    all.extend(routes(&rest.replace(&simple, ""), "/api/v1"));
    assert!(all.len() > 10, "{all:?}");
    assert_eq!(all, described());
}

#[tokio::test]
async fn what_is_described_is_there() {
    let server = server(&["chess"]);
    assert_eq!(server.get("/api/v1/openapi.json").await.ok()["openapi"], "3.1.0");
    for (path, methods) in described() {
        let path = path.replace("{id}", "chess");
        if path.ends_with("/events") || path.ends_with("/socket") {
            continue;
        }
        for method in methods {
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).expect("a method");
            let answer =
                server.ask(method.clone(), &path, &[("content-type", "application/json")], Body::from("{}")).await;
            assert_ne!(answer.status.as_u16(), 405, "{method} {path}");
            assert!(
                answer.status.as_u16() != 404 || answer.header("content-type").contains("problem"),
                "{method} {path}"
            );
        }
        let other = server.ask(Method::PUT, &path, &[], Body::empty()).await;
        assert_eq!(other.status.as_u16(), 405, "PUT {path}");
    }
}

#[test]
fn references_lead_somewhere() {
    let text = include_str!("../src/api/openapi.json");
    let document: Value = serde_json::from_str(text).expect("JSON");
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    let used: BTreeSet<&str> =
        text.split("#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(used, schemas.keys().map(String::as_str).collect::<BTreeSet<_>>());
}
