//! Edits of the file that is served, as server-sent events for pages that are open.

use crate::{App, Change};
use axum::{
    extract::State,
    http::StatusCode,
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures_util::stream::{StreamExt, unfold};
use serde_json::json;
use std::{convert::Infallible, time::Duration};
use tokio::sync::broadcast::error::RecvError;

/// `rules`: the file is this game now. `wrong`: what is said about it. The stream ends when the server does. Where no file is served, the answer is empty, by which
/// browsers know that there is nothing to ask for again.
pub(super) async fn events(State(app): State<App>) -> Response {
    if app.file().is_none() {
        return StatusCode::NO_CONTENT.into_response();
    }
    let changes = unfold(app.changes().subscribe(), |mut changes| async move {
        let change = loop {
            match changes.recv().await {
                Ok(change) => break change,
                // Who was too slow hears of the next one.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return None,
            }
        };
        let event = match change {
            Change::Game(game) => {
                Event::default().event("rules").data(json!({"id": game.id, "game": game.view}).to_string())
            }
            Change::Wrong(why) => Event::default().event("wrong").data(json!({"text": why}).to_string()),
        };
        Some((Ok::<Event, Infallible>(event), changes))
    });
    Sse::new(changes.take_until(Box::pin(app.closed())))
        .keep_alive(KeepAlive::new().interval(Duration::from_secs(20)))
        .into_response()
}
