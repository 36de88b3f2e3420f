//! The service on a port: connections, their limits, and how it stops.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::limits::WriteTimeoutStream;
use super::state::Service;

/// Largest head of a request, in bytes.
const MOST_HEAD_BYTES: usize = 64 << 10;
/// Connections beyond the limit that are told so; further ones are closed.
const MOST_TURNED_AWAY: usize = 1024;
/// How long a system that has run out of something is left alone.
const BREATH: Duration = Duration::from_millis(50);

/// Answers requests until `stop` completes, then finishes those under way.
///
/// # Errors
/// None that end it; the result says whether everything under way could be finished in time.
pub async fn run(
    listener: TcpListener,
    service: Arc<Service>,
    router: Router,
    stop: impl Future<Output = ()>,
) -> bool {
    let slots = Arc::new(Semaphore::new(service.config.connections as usize));
    let turned_away = Arc::new(Semaphore::new(MOST_TURNED_AWAY));
    let graceful = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let stream = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let stream = match stream {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(BREATH).await;
                continue;
            }
        };
        match Arc::clone(&slots).try_acquire_owned() {
            Ok(slot) => serve(stream, slot, &service, &router, &graceful),
            Err(_) => turn_away(stream, &turned_away),
        }
    }
    // Nobody new: the port is closed. Requests on open connections are told that it stops.
    drop(listener);
    service.stop();
    let longest = service.config.request_time + service.config.body_time;
    tokio::time::timeout(longest, graceful.shutdown()).await.is_ok()
}

fn serve(
    stream: TcpStream,
    slot: OwnedSemaphorePermit,
    service: &Arc<Service>,
    router: &Router,
    graceful: &GracefulShutdown,
) {
    let _ = stream.set_nodelay(true);
    let stream = WriteTimeoutStream::new(stream, service.config.body_time);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(service.config.header_time)
        .max_buf_size(MOST_HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router.clone()));
    let connection = graceful.watch(connection);
    let service = Arc::clone(service);
    service.metrics.connections().inc();
    tokio::spawn(async move {
        // Whatever ends a connection, its client knows.
        let _ = connection.await;
        service.metrics.connections().dec();
        drop(slot);
    });
}

/// Tells a connection that there are too many.
fn turn_away(mut stream: TcpStream, turned_away: &Arc<Semaphore>) {
    const ANSWER: &str = "{\"error\":\"the service has more connections than it can serve\",\
                          \"code\":\"overloaded\",\"blame\":\"config\"}";
    let Ok(place) = Arc::clone(turned_away).try_acquire_owned() else { return };
    tokio::spawn(async move {
        let answer = format!(
            "HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\nRetry-After: 1\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{ANSWER}",
            ANSWER.len()
        );
        let told = async {
            // An answer before the request is read would be lost with the connection.
            let mut head = [0; 4096];
            let _ = stream.read(&mut head).await;
            let _ = stream.write_all(answer.as_bytes()).await;
            let _ = stream.shutdown().await;
            // What is still on its way would close the connection before the answer is read.
            while stream.read(&mut head).await.is_ok_and(|read| read > 0) {}
        };
        let _ = tokio::time::timeout(Duration::from_secs(1), told).await;
        drop(place);
    });
}

/// Whether an address is reached from this machine only.
pub fn is_loopback(address: SocketAddr) -> bool {
    address.ip().to_canonical().is_loopback()
}
