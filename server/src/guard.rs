//! [`Guard`]: who may do what from where, and how often.

use crate::{App, Problem, session};
use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::Response,
};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter, clock::Clock};
use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    num::NonZeroU32,
};

/// How often something may be done: so many times at once, and so many a second in the long run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// At once.
    pub burst: NonZeroU32,
    /// A second.
    pub second: NonZeroU32,
}

impl Rate {
    /// So many at once, and so many a second; nothing is taken for 1.
    pub fn new(burst: u32, second: u32) -> Rate {
        let at_least_1 = |number| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        Rate { burst: at_least_1(burst), second: at_least_1(second) }
    }
    fn quota(self) -> Quota {
        Quota::per_second(self.second).allow_burst(self.burst)
    }
}

/// How often each thing may be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rates {
    /// Requests of an address, pages and pictures included.
    pub address: Rate,
    /// Requests of a session to the interfaces.
    pub session: Rate,
    /// What takes the engine or the compiler, of an address.
    pub costly: Rate,
    /// Connections to live games that an address opens.
    pub sockets: Rate,
    /// Messages on all these connections of an address.
    pub messages: Rate,
    /// Messages on all these connections of a session.
    pub said: Rate,
    /// Messages on one such connection of somebody who has a seat.
    pub player: Rate,
    /// The same of somebody who watches.
    pub watcher: Rate,
}

impl Default for Rates {
    fn default() -> Rates {
        Rates {
            address: Rate::new(600, 100),
            session: Rate::new(200, 40),
            costly: Rate::new(30, 3),
            sockets: Rate::new(80, 3),
            messages: Rate::new(2000, 200),
            said: Rate::new(300, 30),
            player: Rate::new(100, 5),
            watcher: Rate::new(50, 3),
        }
    }
}

/// From where requests are taken, and how many.
pub struct Guard {
    /// Origins of pages that may change something, such as `https://play.example.org`.
    origins: Vec<String>,
    /// The address of who asks is told by a proxy.
    proxied: bool,
    addresses: DefaultKeyedRateLimiter<IpAddr>,
    sessions: DefaultKeyedRateLimiter<session::Who>,
    costly: DefaultKeyedRateLimiter<IpAddr>,
    sockets: DefaultKeyedRateLimiter<IpAddr>,
    messages: DefaultKeyedRateLimiter<IpAddr>,
    said: DefaultKeyedRateLimiter<session::Who>,
}

/// The address at the other end of the connection.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

impl Guard {
    /// A guard who knows these origins beside the machine's own; `proxied`: the last address of `X-Forwarded-For` is that of who asks.
    pub fn new(origins: Vec<String>, proxied: bool, rates: Rates) -> Guard {
        Guard {
            origins: origins.into_iter().map(|origin| origin.trim_end_matches('/').to_lowercase()).collect(),
            proxied,
            addresses: RateLimiter::keyed(rates.address.quota()),
            sessions: RateLimiter::keyed(rates.session.quota()),
            costly: RateLimiter::keyed(rates.costly.quota()),
            sockets: RateLimiter::keyed(rates.sockets.quota()),
            messages: RateLimiter::keyed(rates.messages.quota()),
            said: RateLimiter::keyed(rates.said.quota()),
        }
    }

    /// Are pages reached by https alone, so that cookies may be for that alone?
    pub fn is_secure(&self) -> bool {
        !self.origins.is_empty() && self.origins.iter().all(|origin| origin.starts_with("https://"))
    }

    /// May a page of this origin speak to a server that it calls `host`? A name has to be known, since anybody's name may lead to this machine; an address speaks for
    /// itself.
    fn is_ours(&self, origin: &str, host: Option<&str>) -> bool {
        let origin = origin.to_lowercase();
        if self.origins.contains(&origin) {
            return true;
        }
        let Some(authority) = origin.strip_prefix("http://") else { return false };
        let name = host_name(authority);
        let plain = name == "localhost" || name.parse::<Ipv4Addr>().is_ok() || is_ipv6(name);
        plain && host.is_some_and(|host| host.eq_ignore_ascii_case(authority))
    }

    /// Is what these headers come with asked by a page of ours, or by no page at all?
    ///
    /// # Errors
    /// Where a page of somebody else asks.
    pub fn same_origin(&self, headers: &HeaderMap) -> Result<(), Problem> {
        let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        let refuse = |what: String| {
            Problem::forbidden(what).hint(
                "Pages of other sites may not do this. If this is your own site, start the server with `--origin` and its address, as in `--origin https://play.example.org`.",
            )
        };
        if let Some(origin) = text("origin") {
            return match self.is_ours(origin, text("host")) {
                true => Ok(()),
                false => Err(refuse(format!("This comes from {}, which is another site.", shown(origin)))),
            };
        }
        match text("sec-fetch-site") {
            None | Some("same-origin" | "none") => Ok(()),
            Some(_) => Err(refuse("This comes from another site.".to_string())),
        }
    }

    /// The same for what a link can do: browsers of old do not say where a link is.
    ///
    /// # Errors
    /// Where a page of somebody else asks.
    pub fn same_origin_link(&self, headers: &HeaderMap) -> Result<(), Problem> {
        self.same_origin(headers)?;
        let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        let Some(page) = text("referer") else { return Ok(()) };
        let origin: String = page.split('/').take(3).collect::<Vec<_>>().join("/");
        match self.is_ours(&origin, text("host")) {
            true => Ok(()),
            false => {
                Err(Problem::forbidden(format!("This link is on a page of {}, which is another site.", shown(&origin)))
                    .hint("Type the address, or follow a link on a page of this server."))
            }
        }
    }

    /// The address of who asks.
    pub fn address(&self, headers: &HeaderMap, peer: Option<IpAddr>) -> IpAddr {
        let told = headers.get_all("x-forwarded-for").into_iter().next_back().filter(|_| self.proxied);
        let told = told.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        let address: IpAddr = told.or(peer).unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
        // Whoever has one address of IPv6 has as many as they like of the same network.
        match address {
            IpAddr::V6(v6) if v6.to_ipv4_mapped().is_none() => {
                IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX)))
            }
            IpAddr::V6(v6) => v6.to_canonical(),
            IpAddr::V4(_) => address,
        }
    }

    /// Counts something that takes the engine or the compiler.
    ///
    /// # Errors
    /// When there is too much of it.
    pub fn costly(&self, address: IpAddr) -> Result<(), Problem> {
        admit(&self.costly, &address, "This asks too much of the engine at once.")
    }

    /// Counts a connection to a live game.
    ///
    /// # Errors
    /// When there are too many.
    pub fn socket(&self, address: IpAddr) -> Result<(), Problem> {
        admit(&self.sockets, &address, "Your address opens too many connections.")
    }

    /// Counts a message of a live game: false where there are too many.
    pub fn message(&self, address: IpAddr, who: Option<&session::Who>) -> bool {
        self.messages.check_key(&address).is_ok() && who.is_none_or(|who| self.said.check_key(who).is_ok())
    }

    /// Forgets those who have not come for a while.
    pub fn sweep(&self) {
        self.addresses.retain_recent();
        self.sessions.retain_recent();
        self.costly.retain_recent();
        self.sockets.retain_recent();
        self.messages.retain_recent();
        self.said.retain_recent();
    }
}

/// The origin that a text names, `scheme://host[:port]`, as browsers write it: in lower case, and without the port that is usual.
///
/// # Errors
/// What is expected instead.
pub fn origin(text: &str) -> Result<String, String> {
    let expected = || "expected scheme://host[:port], as in https://play.example.org".to_string();
    let origin = text.strip_suffix('/').unwrap_or(text).to_ascii_lowercase();
    let (scheme, authority) = origin.split_once("://").ok_or_else(expected)?;
    let usual = match scheme {
        "http" => "80",
        "https" => "443",
        _ => {
            return Err(
                "expected http://host[:port] or https://host[:port]: browsers have no other origins here".into()
            );
        }
    };
    let name = host_name(authority);
    let port = authority[name.len()..].strip_prefix(':');
    let is_label = |label: &str| {
        !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    let is_host = is_ipv6(name) || name.strip_suffix('.').unwrap_or(name).split('.').all(is_label);
    let is_port = port.is_none_or(|port| port.parse::<u16>().is_ok_and(|port| port > 0));
    if !is_host || !is_port {
        return Err(if text.is_ascii() {
            expected()
        } else {
            format!("{}; names with other letters as browsers send them, beginning with xn--", expected())
        });
    }
    Ok(match port {
        Some(port) if port != usual => format!("{scheme}://{name}:{port}"),
        _ => format!("{scheme}://{name}"),
    })
}

fn is_ipv6(name: &str) -> bool {
    name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).is_some_and(|name| name.parse::<Ipv6Addr>().is_ok())
}

/// A host without its port.
fn host_name(authority: &str) -> &str {
    match authority.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => authority,
    }
}

fn shown(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(100).collect()
}

fn admit<K: Clone + std::hash::Hash + Eq>(
    limiter: &DefaultKeyedRateLimiter<K>,
    key: &K,
    detail: &str,
) -> Result<(), Problem> {
    let Err(early) = limiter.check_key(key) else { return Ok(()) };
    let seconds = early.wait_time_from(limiter.clock().now()).as_secs() + 1;
    let problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, "Too many requests", detail);
    let hint = format!("Try again in {seconds} s.");
    Err(Problem { retry_after: Some(seconds), ..problem.hint(hint) })
}

/// The address of who has sent a request.
pub fn address_of(app: &App, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<Peer>().map(|peer| peer.0.ip());
    app.guard().address(request.headers(), peer)
}

/// Counts every request of an address.
pub async fn count_addresses(State(app): State<App>, request: Request, next: Next) -> Result<Response, Problem> {
    let guard = app.guard();
    admit(&guard.addresses, &address_of(&app, &request), "Your address sends too many requests.")?;
    Ok(next.run(request).await)
}

/// Counts every request of a session, and takes nothing that changes something from pages of others.
pub async fn watch_interface(State(app): State<App>, request: Request, next: Next) -> Result<Response, Problem> {
    let guard = app.guard();
    if let Some(who) = session::peek(&request) {
        admit(&guard.sessions, &who, "Your session sends too many requests.")?;
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        guard.same_origin(request.headers())?;
    }
    Ok(next.run(request).await)
}

/// For what changes something also by GET.
pub async fn watch_links(State(app): State<App>, request: Request, next: Next) -> Result<Response, Problem> {
    app.guard().same_origin_link(request.headers())?;
    Ok(next.run(request).await)
}

/// For what takes the engine or the compiler.
pub async fn count_costly(State(app): State<App>, request: Request, next: Next) -> Result<Response, Problem> {
    app.guard().costly(address_of(&app, &request))?;
    Ok(next.run(request).await)
}

/// What pages of this server may load, and nothing else; scripts are files of its own, also for who gets a mark into a page.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; \
     manifest-src 'self'; base-uri 'none'; form-action 'self'";

/// Sets the headers that browsers keep others out by. Pages below `/embed` may be part of other sites' pages.
pub async fn set_headers(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let embedded = path == "/embed" || path.starts_with("/embed/");
    let is_interface = path.starts_with("/api/");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let ancestors = if embedded { "*" } else { "'none'" };
    if let Ok(policy) = HeaderValue::from_str(&format!("{POLICY}; frame-ancestors {ancestors}")) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    let mut set = |name: &'static str, value: &'static str| headers.insert(name, HeaderValue::from_static(value));
    set("x-content-type-options", "nosniff");
    set("referrer-policy", "same-origin");
    set("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
    set("cross-origin-resource-policy", "same-origin");
    if !embedded {
        set("x-frame-options", "DENY");
        set("cross-origin-opener-policy", "same-origin");
    }
    if is_interface && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().expect("a name"), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn an_origin_is_a_scheme_a_host_and_a_port() {
        for (text, read) in [
            ("https://play.example.org", "https://play.example.org"),
            ("HTTPS://Play.Example.org/", "https://play.example.org"),
            ("https://play.example.org:443", "https://play.example.org"),
            ("http://my_host:8080", "http://my_host:8080"),
            ("http://[::1]:8080", "http://[::1]:8080"),
            ("http://192.168.0.7", "http://192.168.0.7"),
        ] {
            assert_eq!(origin(text).as_deref(), Ok(read));
        }
        for text in [
            "x y",
            "",
            "play.example.org",
            "https://",
            "https://a b",
            "https://a.example\r\nX: y",
            "https://a.example/\n",
            "https://a.example/path",
            "https://me@a.example",
            "https://a..example",
            "https://a.example:",
            "https://a.example:0",
            "https://a.example:70000",
            "https://a.example:x",
            "https://[::1",
            "https://sch\u{e4}ch.example",
            "ftp://a.example",
            "null",
        ] {
            assert!(origin(text).is_err_and(|error| error.contains("host[:port]")), "{text:?}");
        }
    }

    #[test]
    fn origins_have_to_match_exactly() {
        let guard = Guard::new(vec!["https://play.example.org/".to_string()], false, Rates::default());
        let ok = |pairs: &[(&'static str, &'static str)]| guard.same_origin(&headers(pairs)).is_ok();
        assert!(ok(&[]), "a program, not a page");
        assert!(ok(&[("origin", "http://127.0.0.1:8080"), ("host", "127.0.0.1:8080")]));
        assert!(ok(&[("origin", "http://localhost:8080"), ("host", "localhost:8080")]));
        assert!(ok(&[("origin", "http://[::1]:8080"), ("host", "[::1]:8080")]));
        assert!(ok(&[("origin", "https://play.example.org"), ("host", "127.0.0.1:8080")]));
        assert!(ok(&[("sec-fetch-site", "none")]), "typed");
        for (origin, host) in [
            ("http://127.0.0.1:9090", "127.0.0.1:8080"),
            ("http://localhost:8080", "127.0.0.1:8080"),
            ("https://localhost:8080", "localhost:8080"),
            ("http://evil.example:8080", "evil.example:8080"),
            ("https://play.example.org.evil.example", "127.0.0.1:8080"),
            ("http://play.example.org", "127.0.0.1:8080"),
            ("http://localhost.evil.example:8080", "localhost.evil.example:8080"),
            ("null", "127.0.0.1:8080"),
            ("", "127.0.0.1:8080"),
        ] {
            assert!(!ok(&[("origin", origin), ("host", host)]), "{origin} to {host}");
        }
        assert!(!ok(&[("sec-fetch-site", "cross-site")]));
        assert!(!ok(&[("sec-fetch-site", "same-site")]));
    }

    #[test]
    fn links_on_pages_of_others_are_told_by_the_referer() {
        let guard = Guard::new(Vec::new(), false, Rates::default());
        let link = |page| guard.same_origin_link(&headers(&[("referer", page), ("host", "localhost:1")]));
        assert!(link("http://localhost:1/games/x").is_ok());
        assert!(link("http://evil.example/x").is_err());
        assert!(guard.same_origin_link(&headers(&[])).is_ok());
    }

    #[test]
    fn addresses_are_told_by_a_proxy_only_where_there_is_one() {
        let told = headers(&[("x-forwarded-for", "1.1.1.1, 2.2.2.2")]);
        let peer = Some(IpAddr::V4(Ipv4Addr::new(9, 9, 9, 9)));
        let of = |proxied| Guard::new(Vec::new(), proxied, Rates::default()).address(&told, peer).to_string();
        assert_eq!([of(false), of(true)], ["9.9.9.9", "2.2.2.2"]);
        let guard = Guard::new(Vec::new(), false, Rates::default());
        let network = guard.address(&HeaderMap::new(), "2001:db8:1:2:3:4:5:6".parse().ok());
        assert_eq!(network.to_string(), "2001:db8:1:2::");
    }

    #[test]
    fn who_comes_too_often_is_told_when_to_come_again() {
        let rates = Rates { costly: Rate::new(2, 1), ..Rates::default() };
        let guard = Guard::new(Vec::new(), false, rates);
        let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
        assert!(guard.costly(address).is_ok() && guard.costly(address).is_ok());
        let problem = guard.costly(address).expect_err("the third");
        assert_eq!((problem.status, problem.retry_after), (StatusCode::TOO_MANY_REQUESTS, Some(1)));
        assert!(guard.costly(IpAddr::V4(Ipv4Addr::new(1, 2, 3, 4))).is_ok(), "somebody else");
    }
}
