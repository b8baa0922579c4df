//! The description of the interface.

use axum::{http::header, response::IntoResponse};

/// What programs that make clients read.
const DOCUMENT: &str = include_str!("openapi.json");

pub(super) async fn document() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-cache")], DOCUMENT)
}
