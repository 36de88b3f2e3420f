//! An S3 server on a folder: `machines-store FOLDER ADDRESS:PORT`.
//!
//! Clients sign with `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY` of its environment. Nothing is synchronized with the
//! disk: the server is no part of what the bench lets fail.

mod listing;
mod store;

use std::env;
use std::error::Error;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;
use socket2::{SockRef, TcpKeepalive};
use tokio::net::TcpListener;

use store::Store;

/// Time after which a connection to a machine that does not answer ends.
const SILENCE: Duration = Duration::from_secs(30);

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [folder, address] = arguments.as_slice() else {
        return Err("usage: machines-store FOLDER ADDRESS:PORT".into());
    };
    let address: SocketAddr = address.parse()?;
    let key = env::var("AWS_ACCESS_KEY_ID")?;
    let secret = env::var("AWS_SECRET_ACCESS_KEY")?;

    let mut service = S3ServiceBuilder::new(Store::open(PathBuf::from(folder))?);
    service.set_auth(SimpleAuth::from_single(key, secret));
    let service = service.build();
    let listener = TcpListener::bind(address).await?;
    let server = Builder::new(TokioExecutor::new());
    loop {
        let (stream, _) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                // Out of descriptors, for example: others may end meanwhile.
                eprintln!("machines-store: {error}");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        stream.set_nodelay(true)?;
        let keepalive = TcpKeepalive::new().with_time(SILENCE).with_interval(SILENCE / 3);
        SockRef::from(&stream).set_tcp_keepalive(&keepalive)?;
        let connection =
            server.serve_connection(TokioIo::new(stream), service.clone()).into_owned();
        // Its end is the client's business, which asks again.
        tokio::spawn(async move { connection.await.ok() });
    }
}
