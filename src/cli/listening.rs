//! Ports that cannot be listened on.

use std::io::{Error, ErrorKind};
use std::net::SocketAddr;

use engine::problem::{Code, Problem};

/// The problem of an address that cannot be listened on. `advice` names the flag that chooses another.
pub(super) fn cannot_listen(address: SocketAddr, error: &Error, advice: &'static str) -> Problem {
    let message = match error.kind() {
        ErrorKind::AddrInUse => format!("`{address}` is in use by another program"),
        ErrorKind::AddrNotAvailable => format!("`{address}` is not an address of this machine"),
        ErrorKind::PermissionDenied => format!("`{address}` may not be used by this user"),
        _ => format!("cannot listen on `{address}`: {error}"),
    };
    Problem::new(Code::InvalidSetting, message).advice(advice)
}

/// Advice of commands that listen on a port of this machine.
pub(super) const ANOTHER_PORT: &str = "choose another one with `--port`, or leave it out";
