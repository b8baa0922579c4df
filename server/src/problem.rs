//! [`Problem`]: what went wrong, told as problem+json (RFC 9457) with what to do about it.

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use std::fmt::Display;

/// An answer that something cannot be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The status of HTTP.
    #[serde(serialize_with = "as_number")]
    pub status: StatusCode,
    /// The kind of problem, in a few words.
    pub title: &'static str,
    /// What is wrong with this request.
    pub detail: String,
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// When to try again, in seconds.
    #[serde(skip)]
    pub retry_after: Option<u64>,
}

fn as_number<S: serde::Serializer>(status: &StatusCode, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u16(status.as_u16())
}

impl Problem {
    /// A problem of this status, which says what is wrong.
    pub fn new(status: StatusCode, title: &'static str, detail: impl Display) -> Problem {
        Problem { status, title, detail: detail.to_string(), hint: None, retry_after: None }
    }
    /// The request makes no sense.
    pub fn wrong(detail: impl Display) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "This cannot be done", detail)
    }
    /// There is no such thing.
    pub fn missing(detail: impl Display) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "There is no such thing", detail)
    }
    /// It may not be done from there.
    pub fn forbidden(detail: impl Display) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, "This is not allowed", detail)
    }
    /// The request is larger than it may be.
    pub fn too_large(detail: impl Display) -> Problem {
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "This is too large", detail)
    }
    /// There is too much to do just now.
    pub fn busy(detail: impl Display) -> Problem {
        let problem = Problem::new(StatusCode::SERVICE_UNAVAILABLE, "Too busy", detail);
        Problem { retry_after: Some(2), ..problem.hint("Try again in a moment.") }
    }
    /// A mistake of ours.
    pub fn ours(detail: impl Display) -> Problem {
        let problem = Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "A mistake of ours", detail);
        problem.hint("Please report what you did.")
    }
    /// The same, with what to do.
    #[must_use]
    pub fn hint(self, hint: impl Display) -> Problem {
        Problem { hint: Some(hint.to_string()), ..self }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let (status, retry_after) = (self.status, self.retry_after);
        let mut response = (status, Json(self)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if let Some(seconds) = retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// What an error says, with a full stop where it does not end in a question.
pub(crate) fn sentence(error: &dyn Display) -> String {
    let text = error.to_string();
    if text.ends_with(['.', '?', '!']) { text } else { format!("{text}.") }
}
