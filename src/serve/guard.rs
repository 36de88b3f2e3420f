//! What keeps other web pages out of a service without tokens.
//!
//! Such a service trusts whoever reaches it on loopback, and a browser on the same machine does so
//! for any page it shows. So the request must name the service by a name of its own (`Host`; a
//! page that rebinds its domain to 127.0.0.1 has another one), and must not come from another
//! origin (`Origin`, `Sec-Fetch-Site`). What a proxy passes on comes from this machine too, but its
//! sender may be anybody (`X-Forwarded-For`).

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderName, header};

use super::error::{Rejection, Result};
use crate::problem::{Code, Problem, quoted};

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Checks where a request comes from.
///
/// # Errors
/// `forbidden`, with the reason.
pub fn check(headers: &HeaderMap, hosts: &[String], origins: &[String]) -> Result<()> {
    let host = text(headers, &header::HOST).unwrap_or_default();
    if !is_own(host, hosts) {
        let message = format!("the service does not go by the name {}", quoted(host));
        return Err(refused(message, "use its address, or name it in the setting `serve.hosts`"));
    }
    let senders = headers.get_all(X_FORWARDED_FOR).into_iter().map(|value| value.to_str());
    if !senders.map(Result::unwrap_or_default).all(is_local) {
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
    Rejection::new(Problem::new(Code::Forbidden, message).advice(advice))
}

fn foreign() -> Rejection {
    refused(
        "the request comes from another web page".to_owned(),
        "name its origin in the setting `serve.origins`",
    )
}

/// A header; one that is not text is none that we know.
fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).map(|value| value.to_str().unwrap_or("?"))
}

/// Whether a list of addresses has those of this machine only.
fn is_local(addresses: &str) -> bool {
    let mut addresses = addresses.split(',').map(str::trim);
    addresses.all(|address| {
        address.parse().is_ok_and(|address: IpAddr| address.to_canonical().is_loopback())
    })
}

/// Whether a `Host` is the machine itself or one of the names given.
fn is_own(host: &str, hosts: &[String]) -> bool {
    let without_port = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let name = without_port.to_ascii_lowercase();
    matches!(name.as_str(), "localhost" | "127.0.0.1" | "[::1]")
        || hosts.iter().any(|known| known.eq_ignore_ascii_case(&name))
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
        check(&headers, &["reports.lan".into()], &["https://app.example".into()]).is_ok()
    }

    #[test]
    fn only_names_of_its_own_reach_it() {
        for host in ["localhost", "127.0.0.1:8080", "[::1]:8080", "LOCALHOST:1", "reports.lan:80"] {
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
