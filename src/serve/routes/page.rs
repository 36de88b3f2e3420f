//! `/`: a small page that lists templates and lets a person make a report from sample data.
//!
//! One document with its style and its script in it, named by their hashes in the content security
//! policy: nothing else runs on it, and nothing is loaded from elsewhere.

use std::sync::OnceLock;

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

const PAGE: &str = include_str!("../page/index.html");
const STYLE: &str = include_str!("../page/style.css");
const SCRIPT: &str = include_str!("../page/script.js");

const REFERRER_POLICY: HeaderName = HeaderName::from_static("referrer-policy");

struct Page {
    html: String,
    policy: String,
}

/// A page to try templates with
#[utoipa::path(get, operation_id = "getPage", path = "/", tag = "operations", security(()),
  responses((status = 200, description = "The page", content_type = "text/html", body = String)))]
pub async fn show() -> Response {
    static BUILT: OnceLock<Page> = OnceLock::new();
    let page = BUILT.get_or_init(build);
    let policy = HeaderValue::from_str(&page.policy)
        .unwrap_or(HeaderValue::from_static("default-src 'none'"));
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
        (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    ];
    (headers, page.html.as_str()).into_response()
}

fn build() -> Page {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text));
    Page {
        html: PAGE.replace("/*style*/", STYLE).replace("/*script*/", SCRIPT),
        policy: format!(
            "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; connect-src 'self'; img-src data:; \
             frame-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            hash(STYLE),
            hash(SCRIPT)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_nothing_in_it_that_its_policy_forbids() {
        let page = build();
        assert!(page.html.contains(SCRIPT) && page.html.contains(STYLE));
        for forbidden in [" onclick=", " style=", "http://", "https://", "javascript:", "innerHTML"]
        {
            assert!(!page.html.contains(forbidden), "{forbidden}");
        }
        assert!(!page.policy.contains("unsafe"));
    }
}
