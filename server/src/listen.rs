//! Listening: connections, so many and none that says nothing, and an end that lets requests come to theirs.

use crate::{
    App,
    guard::Peer,
    limits::{MOST_CONNECTIONS, MOST_HEAD},
};
use axum::{Router, http::Request};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::{io, pin::pin, sync::Arc, time::Duration};
use tokio::{
    net::TcpListener,
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};
use tower::ServiceExt;

/// How long the head of a request may take.
const HEAD: Duration = Duration::from_secs(15);
/// How long requests have to come to their end when the server ends.
const FAREWELL: Duration = Duration::from_secs(5);

/// The place of a connection, which it keeps as long as there are clones: also when it has become a WebSocket.
#[derive(Clone, Debug)]
pub(crate) struct Place(#[allow(dead_code, reason = "it is given back when it is dropped")] Arc<OwnedSemaphorePermit>);

/// Answers requests until the server is closed ([`App::close`]).
///
/// # Errors
/// When nothing can be listened to any more.
pub async fn listen(listener: TcpListener, app: App, router: Router) -> io::Result<()> {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS as usize));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = app.closed() => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            // Too many open files, say: that passes.
            Err(error) => {
                tracing::warn!(%error, "a connection cannot be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        // Who finds no place is let go at once.
        let Ok(place) = places.clone().try_acquire_owned() else { continue };
        let _ = stream.set_nodelay(true);
        let router = router.clone();
        let place = Place(Arc::new(place));
        let kept = place.clone();
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(Peer(peer));
            request.extensions_mut().insert(kept.clone());
            router.clone().oneshot(request)
        });
        let mut builder = http1::Builder::new();
        builder.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(MOST_HEAD);
        let connection = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
        let closed = app.closed();
        tokio::spawn(async move {
            let mut connection = pin!(connection);
            let ended = tokio::select! {
                ended = connection.as_mut() => ended,
                () = closed => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = ended {
                tracing::debug!(%error, %peer, "a connection has ended");
            }
            drop(place);
        });
    }
    drop(listener);
    // Who has not finished by now is cut off.
    let _ = timeout(FAREWELL, places.acquire_many(MOST_CONNECTIONS)).await;
    Ok(())
}
