//! `reportctl serve --probe`: whether a service answers.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use crate::cli::context::Context;
use crate::cli::exit::Exit;
use crate::cli::failure::Outcome;
use crate::serve::codes;
use engine::problem::Problem;

/// Longest time of the service for each step.
const TIMEOUT: Duration = Duration::from_secs(3);

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

/// The status of the answer.
fn ask(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    let request = format!("GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut answer = Vec::new();
    stream.take(64 << 10).read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer);
    let status = answer.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.get(..3));
    status
        .map(str::to_owned)
        .ok_or_else(|| std::io::Error::other("what answers is no such service"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_listens_everywhere_is_asked_here() {
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
