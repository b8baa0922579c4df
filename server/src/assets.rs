//! The pages: the files of `web/`, which are part of the program. (In this crate that folder is a link, so that what is published has them.)

use axum::{
    body::Body,
    extract::Request,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use rust_embed::{Embed, EmbeddedFile};

use crate::Problem;

#[derive(Embed)]
#[folder = "web/"]
#[include = "index.html"]
#[include = "icon.svg"]
#[include = "js/*"]
#[include = "style/*"]
#[include = "fonts/*"]
#[include = "pieces/*"]
struct Files;

/// Paths (or what they begin with, where they end in `/`) whose page is made in the browser: see `web/js/main.js`.
const PAGES: [&str; 5] = ["/", "/games/", "/game/", "/own", "/embed/"];

/// A file of `web/`, or the page that makes all others.
pub(crate) async fn serve(request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let problem = Problem::new(StatusCode::METHOD_NOT_ALLOWED, "Not this way", "Pages are only to be read.");
        return problem.into_response();
    }
    let path = request.uri().path();
    if path.starts_with("/api/") {
        let problem = Problem::missing(format!("There is nothing at {path}."));
        return problem.hint("GET /api/v1/openapi.json tells what there is.").into_response();
    }
    if let Some(file) = Files::get(path.trim_start_matches('/')) {
        return answer(path, &file, request.headers(), StatusCode::OK);
    }
    let is_page = |page: &str| path == page || page.len() > 1 && page.ends_with('/') && path.starts_with(page);
    let status = if PAGES.into_iter().any(is_page) { StatusCode::OK } else { StatusCode::NOT_FOUND };
    match Files::get("index.html") {
        Some(file) => answer("/index.html", &file, request.headers(), status),
        None => Problem::ours("The pages are not part of this program.").into_response(),
    }
}

fn answer(path: &str, file: &EmbeddedFile, headers: &HeaderMap, status: StatusCode) -> Response {
    let hash = file.metadata.sha256_hash();
    let tag = format!("\"{}\"", crate::catalogue::hex(&hash[..12]));
    let known = headers.get_all(header::IF_NONE_MATCH).into_iter().filter_map(|value| value.to_str().ok());
    // Compression makes a tag a weak one.
    let is_known = known.flat_map(|line| line.split(',')).any(|own| own.trim().trim_start_matches("W/") == tag);
    let mut response = match status == StatusCode::OK && is_known {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => (status, Body::from(file.data.clone().into_owned())).into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(path)));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// What a file is.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        Some("json") => "application/json",
        Some("wasm") => "application/wasm",
        _ => "text/plain; charset=utf-8",
    }
}
