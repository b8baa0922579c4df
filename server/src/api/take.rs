//! What requests bring: read strictly, and refused with what is wrong.

use crate::Problem;
use axum::{
    Json,
    extract::{FromRequest, FromRequestParts, Query, Request, rejection::JsonRejection},
    http::{Method, StatusCode, header, request::Parts},
};
use serde::de::DeserializeOwned;

/// A body of JSON.
#[derive(Clone, Debug)]
pub struct Asked<T>(pub T);

/// The values behind `?`.
#[derive(Clone, Debug)]
pub struct Queried<T>(pub T);

/// A body of JSON where there is one, else the values behind `?`.
#[derive(Clone, Debug)]
pub struct Params<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Asked<T> {
    type Rejection = Problem;
    async fn from_request(request: Request, state: &S) -> Result<Asked<T>, Problem> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(value)) => Ok(Asked(value)),
            Err(rejection) => Err(refused(&rejection)),
        }
    }
}

fn refused(rejection: &JsonRejection) -> Problem {
    let detail = rejection.body_text();
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::too_large("The request is larger than it may be.")
            .hint("A rule file has at most 64 KiB, a game on paper 256 KiB."),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "Not JSON", "The body has to be JSON.")
                .hint("Send it with `Content-Type: application/json`.")
        }
        StatusCode::BAD_REQUEST => Problem::new(StatusCode::BAD_REQUEST, "Not JSON", detail),
        _ => Problem::wrong(detail).hint("GET /api/v1/openapi.json tells what is expected."),
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Queried<T> {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Queried<T>, Problem> {
        match Query::<T>::from_request_parts(parts, state).await {
            Ok(Query(value)) => Ok(Queried(value)),
            Err(rejection) => Err(Problem::new(StatusCode::BAD_REQUEST, "Not understood", rejection.body_text())),
        }
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Params<T> {
    type Rejection = Problem;
    async fn from_request(request: Request, state: &S) -> Result<Params<T>, Problem> {
        let headers = request.headers();
        let is_json =
            headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
        if request.method() == Method::POST && is_json {
            return Asked::from_request(request, state).await.map(|Asked(value)| Params(value));
        }
        let (mut parts, _) = request.into_parts();
        Queried::from_request_parts(&mut parts, state).await.map(|Queried(value)| Params(value))
    }
}
