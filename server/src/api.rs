//! `/api/v1`: games, rules, positions, analysis and matches for pages and programs. `openapi.json` describes it; a test compares that with the routes.

pub mod analysis;
pub mod events;
pub mod games;
pub mod live;
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
        .route("/live/{id}/join", post(live::join))
        .layer(DefaultBodyLimit::max(limits::MOST_TEXT))
        .layer(from_fn_with_state(app.clone(), guard::count_costly));
    let count = from_fn_with_state(app.clone(), guard::count_costly);
    Router::new()
        .route("/games", get(games::list))
        .route("/games/{id}", get(games::game))
        .route("/games/{id}/page", get(games::page))
        .route("/matches/{id}", get(matches::look).delete(matches::end))
        .route("/events", get(events::events))
        // To begin a game is costly, to ask for one's own is not.
        .route(
            "/live",
            get(live::own).merge(post(live::begin).layer((DefaultBodyLimit::max(limits::MOST_TEXT), count))),
        )
        .route("/live/{id}/positions", get(live::positions))
        .route("/live/{id}/export", get(live::export))
        .route("/live/{id}/socket", get(live::socket))
        .route("/openapi.json", get(openapi::document))
        .merge(costly)
}
