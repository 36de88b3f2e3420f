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
use tokio::io::{AsyncReadExt, AsyncWriteExt, Interest};
use tokio::net::tcp::OwnedReadHalf;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::limits::WriteTimeoutStream;
use super::state::Service;

/// Largest header section of a request, in bytes.
const MAX_HEADER_BYTES: usize = 64 << 10;
/// Connections beyond the limit that get an answer; further ones are closed.
const MAX_REFUSED: usize = 1024;
/// Pause after a connection could not be accepted, for example for want of file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// Time that a request gets after its client has closed its side of the connection. A client may
/// do so and still read (`nc -N`); one that went away looks the same.
const HALF_CLOSED: Duration = Duration::from_secs(10);
/// Interval of checking a half-closed connection with unread bytes.
const CLOSE_POLL: Duration = Duration::from_millis(250);

/// Answers requests until `stop` completes, and for the drain time after it; then finishes those under way.
///
/// # Errors
/// No error ends it. Returns `true` if all requests under way were finished in time.
pub(crate) async fn run(
    listener: TcpListener,
    service: Arc<Service>,
    router: Router,
    stop: impl Future<Output = ()>,
) -> bool {
    let graceful = GracefulShutdown::new();
    let stopped = async {
        stop.await;
        service.drain();
        tokio::time::sleep(service.config.drain_time).await;
    };
    accept(&listener, &service, &router, &graceful, stopped).await;
    // The port is closed; new requests on open connections are refused.
    drop(listener);
    service.stop();
    let longest = service.config.request_time + service.config.body_time;
    tokio::time::timeout(longest, graceful.shutdown()).await.is_ok()
}

/// Accepts connections until `stop` completes.
async fn accept(
    listener: &TcpListener,
    service: &Arc<Service>,
    router: &Router,
    graceful: &GracefulShutdown,
    stop: impl Future<Output = ()>,
) {
    let slots = Arc::new(Semaphore::new(service.config.connections as usize));
    let refused = Arc::new(Semaphore::new(MAX_REFUSED));
    let mut stop = std::pin::pin!(stop);
    loop {
        let stream = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => return,
        };
        let stream = match stream {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        match Arc::clone(&slots).try_acquire_owned() {
            Ok(slot) => serve(stream, slot, service, router, graceful),
            Err(_) => refuse(stream, &refused),
        }
    }
}

fn serve(
    stream: TcpStream,
    slot: OwnedSemaphorePermit,
    service: &Arc<Service>,
    router: &Router,
    graceful: &GracefulShutdown,
) {
    let _ = stream.set_nodelay(true);
    let (stream, watched) = WriteTimeoutStream::new(stream, service.config.body_time);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .half_close(true)
        .header_read_timeout(service.config.header_time)
        .max_buf_size(MAX_HEADER_BYTES)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router.clone()));
    let connection = graceful.watch(connection);
    let service = Arc::clone(service);
    service.metrics.connections().inc();
    tokio::spawn(async move {
        // Dropping the connection drops the request, and with it what is computed for it.
        tokio::select! {
            _ = connection => {}
            () = abandoned(&watched) => {}
        }
        service.metrics.connections().dec();
        drop(slot);
    });
}

/// Completes when the client is gone, or closed its side of the connection long ago.
async fn abandoned(stream: &OwnedReadHalf) {
    loop {
        match stream.ready(Interest::READABLE).await {
            Ok(ready) if ready.is_read_closed() && ready.is_write_closed() => return,
            Ok(ready) if ready.is_read_closed() => break,
            // Bytes that are not read yet.
            Ok(_) => tokio::time::sleep(CLOSE_POLL).await,
            Err(_) => return,
        }
    }
    tokio::time::sleep(HALF_CLOSED).await;
}

/// Answers a connection beyond the limit.
fn refuse(mut stream: TcpStream, refused: &Arc<Semaphore>) {
    const ANSWER: &str = "{\"error\":\"the service has more connections than it can serve\",\
                          \"code\":\"overloaded\",\"blame\":\"config\"}";
    let Ok(permit) = Arc::clone(refused).try_acquire_owned() else { return };
    tokio::spawn(async move {
        let answer = format!(
            "HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\nRetry-After: 1\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{ANSWER}",
            ANSWER.len()
        );
        let exchange = async {
            // An answer before the request is read would be lost with the connection.
            let mut head = [0; 4096];
            let _ = stream.read(&mut head).await;
            let _ = stream.write_all(answer.as_bytes()).await;
            let _ = stream.shutdown().await;
            // Unread bytes would close the connection before the answer is read.
            while stream.read(&mut head).await.is_ok_and(|read| read > 0) {}
        };
        let _ = tokio::time::timeout(Duration::from_secs(1), exchange).await;
        drop(permit);
    });
}

/// Returns `true` if an address is reached from this machine only.
pub(crate) fn is_loopback(address: SocketAddr) -> bool {
    address.ip().to_canonical().is_loopback()
}
