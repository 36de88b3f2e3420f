//! Links to archived documents, in the place of attachments: signed, with an end, and revocable.
//!
//! A link holds report and end, and an HMAC of them. Nothing is stored with it; a mark in the archive
//! (`revoked.json`) ends all links of a report.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use uuid::Uuid;

use crate::base::secret::{Secret, SecretSource};
use crate::delivery::queue::RequestId;
use crate::delivery::settings::LinkSettings;
use engine::problem::{Code, Problem, Result};

/// Path of the page of a document, below the URL of the service.
const PATH: &str = "/documents/";
/// Prefix of the signed bytes, which keeps the HMAC from being used for another purpose.
const PURPOSE: &[u8] = b"reportctl link 1";
/// Bytes of report and end.
const CLAIMS: usize = 16 + 8;
/// Minimum length of a secret in bytes: the strength of the HMAC.
const MIN_SECRET: usize = 32;

/// Makes and reads links.
pub struct Links {
    url: String,
    lifetime: Duration,
    secret: SecretSource,
}

/// A link to a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentLink {
    pub url: String,
    /// Its end, in seconds since 1970.
    pub expires_at: i64,
}

/// Meaning of the token of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkToken {
    /// A document, until a time in seconds since 1970.
    Valid(RequestId, i64),
    Expired,
    /// It is not signed with the secret of this service.
    Unknown,
}

impl Links {
    /// The links of the settings.
    ///
    /// # Errors
    /// `invalidSetting` for an address without `https:` or `http:`, and a secret that can be guessed.
    pub(super) fn open(settings: &LinkSettings) -> Result<Self> {
        let url = settings.url.trim_end_matches('/');
        let invalid = |message: &str| Problem::new(Code::InvalidSetting, message);
        if !url.starts_with("https://") && !url.starts_with("http://") {
            return Err(invalid("`archive.linkUrl` must begin with `https://` or `http://`")
                .advice("write the address of the service as the readers of the mails reach it"));
        }
        if url.contains(char::is_whitespace) || url.contains(['"', '<', '>', '?', '#']) {
            return Err(invalid("`archive.linkUrl` is no address of a service"));
        }
        let file = settings.secret_file.as_ref().ok_or_else(|| {
            invalid("links need a secret to sign with")
                .advice("name its file with `archive.linkSecretFile`, for example made by `openssl rand -hex 32`")
        })?;
        let secret = SecretSource::file(file, "the secret of links")?;
        if secret.current().reveal().len() < MIN_SECRET {
            let message = format!("the secret of links has fewer than {MIN_SECRET} characters");
            return Err(invalid(&message).advice("make one with `openssl rand -hex 32`"));
        }
        Ok(Self { url: url.to_owned(), lifetime: settings.lifetime, secret })
    }

    /// A link to the document of a report, from now in seconds since 1970.
    pub fn issue(&self, report: RequestId, now: i64) -> DocumentLink {
        let lifetime = i64::try_from(self.lifetime.as_secs()).unwrap_or(i64::MAX);
        let expires_at = now.saturating_add(lifetime);
        let mut bytes = Vec::with_capacity(CLAIMS + 32);
        bytes.extend_from_slice(report.as_bytes());
        bytes.extend_from_slice(&expires_at.to_be_bytes());
        let code = code_of(&self.secret.current(), &bytes).finalize().into_bytes();
        bytes.extend_from_slice(&code);
        let url = format!("{}{PATH}{}", self.url, URL_SAFE_NO_PAD.encode(bytes));
        DocumentLink { url, expires_at }
    }

    /// Reads the token of a link, without a look at the archive.
    pub fn read(&self, token: &str, now: i64) -> LinkToken {
        let Ok(bytes) = URL_SAFE_NO_PAD.decode(token) else { return LinkToken::Unknown };
        let Some((claims, code)) = bytes.split_at_checked(CLAIMS) else {
            return LinkToken::Unknown;
        };
        // Takes as long for each wrong code.
        if code_of(&self.secret.current(), claims).verify_slice(code).is_err() {
            return LinkToken::Unknown;
        }
        let (report, end) = claims.split_at(16);
        let (Ok(report), Ok(end)) = (Uuid::from_slice(report), end.try_into()) else {
            return LinkToken::Unknown;
        };
        let expires_at = i64::from_be_bytes(end);
        if now < expires_at { LinkToken::Valid(report, expires_at) } else { LinkToken::Expired }
    }
}

fn code_of(secret: &Secret, claims: &[u8]) -> Hmac<Sha256> {
    let mut code = Hmac::new_from_slice(secret.reveal().as_bytes())
        .expect("HMAC takes keys of any length (RFC 2104, 2)");
    code.update(PURPOSE);
    code.update(claims);
    code
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn links(secret: &str) -> Result<Links> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), secret).unwrap();
        Links::open(&LinkSettings {
            url: "https://reports.example.org/".to_owned(),
            lifetime: Duration::from_secs(60),
            secret_file: Some(file.path().to_owned()),
        })
    }

    fn token(link: &DocumentLink) -> &str {
        link.url.strip_prefix("https://reports.example.org/documents/").unwrap()
    }

    #[test]
    fn a_link_holds_until_its_end_and_with_its_secret_alone() {
        let one = links(&"a".repeat(32)).unwrap();
        let report = Uuid::from_u128(7);
        let link = one.issue(report, 1_000);
        assert_eq!(link.expires_at, 1_060);
        assert_eq!(one.read(token(&link), 1_059), LinkToken::Valid(report, 1_060));
        assert_eq!(one.read(token(&link), 1_060), LinkToken::Expired);
        let other = links(&"b".repeat(32)).unwrap();
        assert_eq!(other.read(token(&link), 1_000), LinkToken::Unknown);
    }

    #[test]
    fn a_token_with_any_other_character_is_unknown() {
        let links = links(&"a".repeat(32)).unwrap();
        let link = links.issue(Uuid::from_u128(7), 1_000);
        let token = token(&link);
        for at in 0..token.len() {
            let mut other = token.to_owned();
            let char = if token.as_bytes()[at] == b'A' { "B" } else { "A" };
            other.replace_range(at..=at, char);
            assert_eq!(links.read(&other, 1_000), LinkToken::Unknown, "{other}");
        }
        for other in ["", "A", &token[1..], &format!("{token}A"), "ä", &"A".repeat(10_000)] {
            assert_eq!(links.read(other, 1_000), LinkToken::Unknown, "{other}");
        }
    }

    #[test]
    fn a_secret_that_can_be_guessed_is_refused() {
        assert_eq!(links("secret").map(drop).unwrap_err().code, Code::InvalidSetting);
    }
}
