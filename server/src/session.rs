//! Who asks: a [`Who`] is a browser (by its cookie) or a program (by the header `X-Session`), whoever sits before it.

use crate::{App, Problem, catalogue::hex};
use axum::{
    extract::{FromRequestParts, Request, State},
    http::{HeaderMap, HeaderValue, header, request::Parts},
    middleware::Next,
    response::Response,
};
use sha2::{Digest, Sha256};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// The name of the cookie.
const COOKIE: &str = "wazir";
/// How long a browser keeps it, in seconds: a year.
const KEPT: u32 = 365 * 24 * 3600;
/// Lengths of what a program may call its session.
const LENGTHS: std::ops::RangeInclusive<usize> = 8..=100;

/// Who asks. Two requests of one browser (or of programs with the same `X-Session`) are by the same `Who`. What is kept is a hash of what the browser has: it is no secret.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Who(Arc<str>);

impl Who {
    /// Whoever has this secret.
    pub fn of(secret: &str) -> Who {
        Who(hex(&Sha256::digest(format!("session {secret}"))[..16]).into())
    }
    /// As text: 32 hexadecimal digits.
    pub fn text(&self) -> &str {
        &self.0
    }
}

/// What a request has said about who asks.
#[derive(Clone, Debug)]
struct Introduction {
    who: Who,
    /// A new cookie is to be set where somebody has asked for the name.
    asked: Arc<AtomicBool>,
}

/// Finds out who asks. A cookie is given to a browser only where that is made use of.
pub async fn introduce(State(app): State<App>, mut request: Request, next: Next) -> Result<Response, Problem> {
    let (secret, is_new) = match (named(request.headers())?, cookie(request.headers())) {
        (Some(name), _) => (format!("named {name}"), false),
        (None, Some(secret)) => (secret, false),
        (None, None) => (secret_of_128_bits()?, true),
    };
    let asked = Arc::new(AtomicBool::new(false));
    request.extensions_mut().insert(Introduction { who: Who::of(&secret), asked: asked.clone() });
    let mut response = next.run(request).await;
    if is_new && asked.load(Ordering::Relaxed) {
        let secure = if app.guard().is_secure() { "; Secure" } else { "" };
        let text = format!("{COOKIE}={secret}; Path=/; Max-Age={KEPT}; HttpOnly; SameSite=Lax{secure}");
        if let Ok(value) = HeaderValue::from_str(&text) {
            response.headers_mut().append(header::SET_COOKIE, value);
        }
    }
    Ok(response)
}

/// Random bits for a secret, as 32 hexadecimal digits.
///
/// # Errors
/// When the system has none.
pub fn secret_of_128_bits() -> Result<String, Problem> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| Problem::ours(format!("There are no random numbers: {error}")))?;
    Ok(hex(&bytes))
}

fn named(headers: &HeaderMap) -> Result<Option<String>, Problem> {
    let Some(value) = headers.get("x-session") else { return Ok(None) };
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_' || c == '.';
    match value.to_str() {
        Ok(name) if LENGTHS.contains(&name.len()) && name.chars().all(plain) => Ok(Some(name.to_string())),
        _ => {
            let (least, most) = (LENGTHS.start(), LENGTHS.end());
            let detail = format!("X-Session has {least} to {most} letters, digits, `-`, `_` and `.`.");
            Err(Problem::wrong(detail).hint("Choose something that nobody guesses: who has it plays your game."))
        }
    }
}

fn cookie(headers: &HeaderMap) -> Option<String> {
    let all = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs = all.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let value = pairs.find(|(name, _)| *name == COOKIE)?.1;
    let is_ours = value.len() == 32 && value.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_ours.then(|| value.to_string())
}

impl<S: Send + Sync> FromRequestParts<S> for Who {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Who, Problem> {
        let Some(introduction) = parts.extensions.get::<Introduction>() else {
            return Err(Problem::ours("Nobody has asked who asks."));
        };
        introduction.asked.store(true, Ordering::Relaxed);
        Ok(introduction.who.clone())
    }
}

/// Who asks, where no cookie is to be given for it.
pub(crate) fn peek(request: &Request) -> Option<Who> {
    request.extensions().get::<Introduction>().map(|introduction| introduction.who.clone())
}
