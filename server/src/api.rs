//! `/api/v1`: games, rules, positions, analysis and matches for pages and programs. `openapi.json` describes it; a test compares that with the routes.

pub mod analysis;
pub mod events;
pub mod games;
pub mod matches;
mod openapi;
pub mod positions;
pub mod read;
pub mod rules;
mod take;

pub use take::{Asked, Params, Queried};

use crate::{App, guard, limits};
use axum::{
    Router,
    extract::DefaultBodyLimit,
    middleware::from_fn_with_state,
    routing::{get, post},
};

/// The routes below `/api/v1`.
pub fn routes(app: &App) -> Router<App> {
    let costly = Router::new()
        .route("/rules", post(rules::check))
        .route("/read", post(read::read))
        .route("/positions", post(positions::position))
        .route("/analysis", post(analysis::analyse))
        .route("/matches", post(matches::begin))
        .layer(DefaultBodyLimit::max(limits::MOST_TEXT))
        .layer(from_fn_with_state(app.clone(), guard::count_costly));
    Router::new()
        .route("/games", get(games::list))
        .route("/games/{id}", get(games::game))
        .route("/games/{id}/page", get(games::page))
        .route("/matches/{id}", get(matches::look).delete(matches::end))
        .route("/events", get(events::events))
        .route("/openapi.json", get(openapi::document))
        .merge(costly)
}
