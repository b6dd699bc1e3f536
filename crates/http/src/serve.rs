//! Accepting connections. A client that sends its request slowly, or not at all, is closed; so many
//! of them do not keep others out; and the server ends within seconds, whatever clients do.

use std::convert::Infallible;
use std::io;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::sleep;
use tower::ServiceExt;
use tracing::{debug, warn};

use crate::connections::{Activity, Connections};

/// How long a client may take to send the head of a request.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
/// How long requests under way may take once the server ends.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(1_500);
/// How long to wait when no connection can be accepted, for example without a free file descriptor.
const ACCEPT_DELAY: Duration = Duration::from_millis(50);

/// The address of the client, as an extension of each request.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ClientAddress(pub IpAddr);

/// Serves a router until `end` resolves. Requests under way are then answered, those that take
/// longer than a second and a half are dropped.
///
/// ```
/// use axum::{Router, routing::get};
///
/// # tokio::runtime::Runtime::new()?.block_on(async {
/// let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
/// let router = Router::new().route("/", get(|| async { "a page" }));
/// // A server ends by `shutdown_signal()`; this one ends at once.
/// spielwerk_http::serve(listener, router, async {}).await?;
/// # Ok::<(), std::io::Error>(())
/// # })?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub async fn serve(
    listener: TcpListener,
    router: Router,
    end: impl Future<Output = ()>,
) -> io::Result<()> {
    let (shutdown, is_shut_down) = watch::channel(false);
    // Closed when the last connection has dropped its sender.
    let (open, mut all_closed) = mpsc::channel::<()>(1);
    let mut connections = Connections::default();
    tokio::pin!(end);
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, address)) => {
                    connections.make_room();
                    let activity: Arc<Activity> = Arc::default();
                    let client = ClientAddress(address.ip());
                    let service = (router.clone(), activity.clone());
                    let (is_shut_down, open) = (is_shut_down.clone(), open.clone());
                    connections.spawn(activity, async move {
                        serve_connection(stream, client, service, is_shut_down).await;
                        drop(open);
                    });
                }
                Err(error) => {
                    warn!(%error, "a connection cannot be accepted");
                    connections.drop_idle();
                    sleep(ACCEPT_DELAY).await;
                }
            },
            () = &mut end => break,
        }
    }
    drop((listener, open));
    // Connections hold the other end.
    let _ = shutdown.send(true);
    tokio::select! {
        _ = all_closed.recv() => {}
        () = sleep(SHUTDOWN_TIMEOUT) => debug!("requests are dropped"),
    }
    Ok(())
}

/// Serves one connection, until it is closed or, once the server shuts down, its request answered.
async fn serve_connection(
    stream: TcpStream,
    client: ClientAddress,
    (router, activity): (Router, Arc<Activity>),
    mut is_shut_down: watch::Receiver<bool>,
) {
    // Messages are small and must not wait for each other; without this option the connection
    // still works.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(client);
        answer(router.clone(), request.map(Body::new), activity.clone())
    });
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(HEADER_TIMEOUT);
    let connection = server.serve_connection(TokioIo::new(stream), service).with_upgrades();
    let mut connection = pin!(connection);
    let served = tokio::select! {
        served = &mut connection => served,
        () = async { drop(is_shut_down.wait_for(|&shut_down| shut_down).await) } => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = served {
        debug!(%error, "a connection has failed");
    }
}

async fn answer(
    router: Router,
    request: Request<Body>,
    activity: Arc<Activity>,
) -> Result<Response<Body>, Infallible> {
    let _busy = activity.begin();
    router.oneshot(request).await
}

/// Waits for SIGINT or SIGTERM.
pub async fn shutdown_signal() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    // Without signals the server runs until it is killed.
    if interrupted.await.is_err() {
        std::future::pending::<()>().await;
    }
}
