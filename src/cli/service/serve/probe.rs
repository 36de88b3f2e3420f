//! `reportctl serve --probe`: asks a running service for its health.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use crate::cli::context::Context;
use crate::cli::exit::Exit;
use crate::cli::failure::Outcome;
use crate::serve::codes;
use engine::problem::Problem;

/// Time limit of each step.
const TIMEOUT: Duration = Duration::from_secs(3);

/// Beginning of an answer, before the status code.
const STATUS_START: &[u8] = b"HTTP/1.1 ";

/// Asks the service that listens on an address.
pub(super) fn run(listen: SocketAddr, context: &Context<'_>) -> Outcome {
    let address = reachable(listen);
    let status = ask(address).map_err(|error| {
        Problem::new(codes::IO, format!("no service answers at {address}: {error}"))
            .advice("start one with `reportctl serve`, or name its address with `--listen`")
    })?;
    match status.as_str() {
        "200" => {
            context.printer.note(format_args!("the service at {address} is alive"));
            Ok(Exit::Done)
        }
        other => Err(Problem::new(codes::IO, format!("the service at {address} answers {other}"))
            .advice("see its log")
            .into()),
    }
}

/// Loopback address of a service that listens on all addresses.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

/// The status code of the answer.
fn ask(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    let request = format!("GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    // The rest of the answer is not waited for: a server that sends it byte by byte would hold the probe.
    let mut start = [0; STATUS_START.len() + 3];
    stream.read_exact(&mut start)?;
    let status = start.strip_prefix(STATUS_START).and_then(|code| std::str::from_utf8(code).ok());
    status
        .map(str::to_owned)
        .ok_or_else(|| std::io::Error::other("the answer is not one of HTTP/1.1"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn services_on_all_addresses_are_asked_at_the_loopback_address() {
        for (listen, asked) in [
            ("0.0.0.0:80", "127.0.0.1:80"),
            ("[::]:80", "[::1]:80"),
            ("192.0.2.1:80", "192.0.2.1:80"),
        ] {
            let [listen, asked] = [listen, asked].map(|text| text.parse::<SocketAddr>());
            assert_eq!(listen.map(reachable), asked);
        }
    }
}
