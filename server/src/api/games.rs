//! The games: their list, one of them, and the page about it.

use crate::{App, Problem};
use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use std::collections::BTreeMap;
use wazir_describe::view::GameView;

/// All games, each with a picture of its start.
pub(super) async fn list(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    let list = app.list().await?;
    let tag = list.tag.clone();
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let mut response = match known {
        Some(known) if known.trim_start_matches("W/") == tag => StatusCode::NOT_MODIFIED.into_response(),
        _ => ([(header::CONTENT_TYPE, "application/json")], list.json.clone()).into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    Ok(response)
}

/// One game.
pub(super) async fn game(State(app): State<App>, Path(id): Path<String>) -> Result<Json<GameView>, Problem> {
    Ok(Json(app.game(&id).await?.view.clone()))
}

/// What there is to say about a game.
#[derive(Clone, Debug, Serialize)]
pub struct Page {
    /// Its name.
    pub title: String,
    /// The page in Markdown.
    pub markdown: String,
    /// Pictures (SVG) by the paths that the page has for them.
    pub diagrams: BTreeMap<String, String>,
}

/// What there is to say about a game.
pub(super) async fn page(State(app): State<App>, Path(id): Path<String>) -> Result<Json<Page>, Problem> {
    let game = app.game(&id).await?;
    let page = app.work().run(game.whose, move || {
        let (rules, variant) = (&game.opened.rules, &game.opened.variant);
        let page =
            wazir_describe::page::page(rules, variant.info(), &variant.start().setup()).map_err(Problem::ours)?;
        Ok(Page { title: rules.name.clone(), markdown: page.text, diagrams: page.pictures.into_iter().collect() })
    });
    page.await?.map(Json)
}
