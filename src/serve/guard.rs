//! Protection of a service without tokens against other web pages.
//!
//! Such a service trusts every caller on loopback, and a browser on the same machine does so
//! for any page it shows. So the request must name the service by a name of its own (`Host`; a
//! page that rebinds its domain to 127.0.0.1 has another one), and must not come from another
//! origin (`Origin`, `Sec-Fetch-Site`). Requests that a proxy passes on come from this machine too,
//! but anybody may have sent them (`Forwarded`, `X-Forwarded-For`, `X-Real-IP`).

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderName, header};

use super::error::{Rejection, Result};
use crate::serve::codes;
use engine::problem::{Problem, quoted};

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const X_REAL_IP: HeaderName = HeaderName::from_static("x-real-ip");
const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Checks where a request comes from.
///
/// # Errors
/// `forbidden`, with the reason.
pub(crate) fn check(headers: &HeaderMap, hosts: &[String], origins: &[String]) -> Result<()> {
    let host = text(headers, &header::HOST).unwrap_or_default();
    if !is_own(host, hosts) {
        let message = format!("the service does not go by the name {}", quoted(host_name(host)));
        return Err(refused(message, "use its address, or name it in the setting `serve.hosts`"));
    }
    let all = |name: &HeaderName, is_local: fn(&str) -> bool| {
        let values = headers.get_all(name).into_iter();
        // A value that is not text is not an address of this machine.
        values.map(|value| value.to_str().unwrap_or_default()).all(is_local)
    };
    let is_from_here = all(&X_FORWARDED_FOR, is_local)
        && all(&X_REAL_IP, is_local)
        && all(&header::FORWARDED, is_forwarded_locally);
    if !is_from_here {
        return Err(refused(
            "the request was passed on from another machine, and there are no tokens".to_owned(),
            "make a token with `reportctl token create`",
        ));
    }
    if let Some(origin) = text(headers, &header::ORIGIN) {
        if origins.iter().any(|known| known == origin) {
            return Ok(());
        }
        let authority = origin.split_once("://").map(|(_, authority)| authority);
        if !authority.is_some_and(|authority| authority.eq_ignore_ascii_case(host)) {
            return Err(foreign());
        }
    }
    match text(headers, &SEC_FETCH_SITE) {
        None | Some("same-origin" | "none") => Ok(()),
        Some(_) => Err(foreign()),
    }
}

fn refused(message: String, advice: &'static str) -> Rejection {
    Rejection::new(Problem::new(codes::FORBIDDEN, message).advice(advice))
}

fn foreign() -> Rejection {
    refused(
        "the request comes from another web page".to_owned(),
        "name its origin in the setting `serve.origins`",
    )
}

/// A header as text; `?` for one that is not text.
fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).map(|value| value.to_str().unwrap_or("?"))
}

/// Returns `true` if a list of addresses has those of this machine only.
fn is_local(addresses: &str) -> bool {
    let mut addresses = addresses.split(',').map(str::trim);
    addresses.all(|address| {
        address.parse().is_ok_and(|address: IpAddr| address.to_canonical().is_loopback())
    })
}

/// Returns `true` if every hop of a `Forwarded` header (RFC 7239) names this machine as its sender. A hop
/// that does not name its sender, or hides it (`for=unknown`, `for=_hidden`), may be anybody's.
fn is_forwarded_locally(hops: &str) -> bool {
    hops.split(',').all(|hop| {
        let pairs = hop.split(';').filter_map(|pair| pair.trim().split_once('='));
        let mut senders = pairs.filter(|(name, _)| name.trim().eq_ignore_ascii_case("for"));
        // One sender each (RFC 7239, 4): of two, it is not known which was written here.
        match (senders.next(), senders.next()) {
            (Some((_, node)), None) => is_local(without_port(node.trim().trim_matches('"'))),
            _ => false,
        }
    })
}

/// The address of a node: `[::1]:4711`, `127.0.0.1:4711`, or without port and brackets.
fn without_port(node: &str) -> &str {
    if let Some((address, _)) = node.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        return address;
    }
    match node.split_once(':') {
        Some((address, port)) if !port.contains(':') => address,
        _ => node,
    }
}

/// Returns `true` if a `Host` is the machine itself or one of the names given.
fn is_own(host: &str, hosts: &[String]) -> bool {
    let name = host_name(host).to_ascii_lowercase();
    matches!(name.as_str(), "localhost" | "127.0.0.1" | "[::1]")
        || hosts.iter().any(|known| host_name(known).eq_ignore_ascii_case(&name))
}

/// A `Host` without its port.
fn host_name(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn passes(given: &[(&'static str, &'static str)]) -> bool {
        let headers = given
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        let headers: HeaderMap = headers.collect();
        check(
            &headers,
            &["reports.lan".into(), "reports.example:9411".into()],
            &["https://app.example".into()],
        )
        .is_ok()
    }

    #[test]
    fn only_names_of_its_own_reach_it() {
        for host in [
            "localhost",
            "127.0.0.1:8080",
            "[::1]:8080",
            "LOCALHOST:1",
            "reports.lan:80",
            "reports.example",
            "reports.example:9411",
        ] {
            assert!(passes(&[("host", host)]), "{host}");
        }
        for host in ["evil.example", "127.0.0.1.evil.example", "localhost.evil:8080", "", "::1"] {
            assert!(!passes(&[("host", host)]), "{host}");
        }
        assert!(!passes(&[]));
    }

    #[test]
    fn what_a_proxy_passes_on_from_elsewhere_is_refused() {
        let host = ("host", "localhost:8080");
        for own in ["127.0.0.1", "::1", "::ffff:127.0.0.1", "127.0.0.1, ::1"] {
            assert!(passes(&[host, ("x-forwarded-for", own)]), "{own}");
        }
        for other in ["203.0.113.7", "127.0.0.1, 203.0.113.7", "unknown", "localhost", ""] {
            assert!(!passes(&[host, ("x-forwarded-for", other)]), "{other}");
            assert!(!passes(&[host, ("x-real-ip", other)]), "{other}");
        }
        assert!(passes(&[host, ("x-real-ip", "127.0.0.1")]));
        for own in ["for=127.0.0.1", "For=\"[::1]:4711\";proto=http", "for=127.0.0.1:80, for=::1"] {
            assert!(passes(&[host, ("forwarded", own)]), "{own}");
        }
        for other in [
            "for=203.0.113.7",
            "for=127.0.0.1, for=203.0.113.7",
            "for=127.0.0.1;for=8.8.8.8",
            "for=127.0.0.1;By=127.0.0.1;FOR=\"8.8.8.8\"",
            "for=127.0.0.1;for=127.0.0.1",
            "for=unknown",
            "for=_hidden",
            "proto=https",
            "",
        ] {
            assert!(!passes(&[host, ("forwarded", other)]), "{other}");
        }
    }

    #[test]
    fn other_web_pages_are_refused() {
        let host = ("host", "localhost:8080");
        assert!(passes(&[host, ("origin", "http://localhost:8080")]));
        assert!(passes(&[
            host,
            ("origin", "https://app.example"),
            ("sec-fetch-site", "cross-site")
        ]));
        for origin in ["null", "http://evil.example", "http://localhost:9999", "http://localhost"] {
            assert!(!passes(&[host, ("origin", origin)]), "{origin}");
        }
        assert!(passes(&[host, ("sec-fetch-site", "same-origin")]));
        assert!(passes(&[host, ("sec-fetch-site", "none")]));
        assert!(!passes(&[host, ("sec-fetch-site", "cross-site")]));
        assert!(!passes(&[host, ("sec-fetch-site", "same-site")]));
    }
}
