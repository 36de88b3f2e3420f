//! Bearer tokens of the service: who may do what in whose name. Only their hashes are kept.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use uuid::Uuid;

use engine::problem::Result;

/// Permission of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// See templates.
    TemplatesRead,
    /// Change templates, and preview designs.
    TemplatesWrite,
    /// Ask for reports.
    ReportsSend,
    /// See their states.
    ReportsRead,
    /// Get documents: of stored templates with data, and of finished reports.
    ReportsRender,
    /// Read the generation log.
    LogRead,
    /// Read the figures of the service.
    MetricsRead,
}

impl Scope {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::TemplatesRead,
        Self::TemplatesWrite,
        Self::ReportsSend,
        Self::ReportsRead,
        Self::ReportsRender,
        Self::LogRead,
        Self::MetricsRead,
    ];

    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::TemplatesRead => "templates:read",
            Self::TemplatesWrite => "templates:write",
            Self::ReportsSend => "reports:send",
            Self::ReportsRead => "reports:read",
            Self::ReportsRender => "reports:render",
            Self::LogRead => "log:read",
            Self::MetricsRead => "metrics:read",
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Scope {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|scope| scope.as_str() == text).ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().map(|scope| scope.as_str()).collect();
            format!("the scopes are {}", names.join(", "))
        })
    }
}

impl Serialize for Scope {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// A token as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Token {
    /// Its id, by which it is revoked.
    pub id: Uuid,
    /// Label for people.
    pub name: String,
    /// The tenant; empty for the local owner.
    pub tenant: String,
    pub scopes: Vec<Scope>,
    /// SHA-256 of the token, in hexadecimal.
    #[serde(skip)]
    pub hash: String,
    /// Milliseconds since 1970.
    pub created_at: i64,
    /// Time of its end, in milliseconds since 1970.
    pub expires_at: Option<i64>,
    /// Time of its last use, in milliseconds since 1970; not precise to the second.
    pub last_used_at: Option<i64>,
    /// Time of its revocation, in milliseconds since 1970.
    pub revoked_at: Option<i64>,
}

impl Token {
    /// Returns `true` if it may be used at a time, in milliseconds since 1970.
    pub fn is_valid(&self, now: i64) -> bool {
        self.revoked_at.is_none() && self.expires_at.is_none_or(|end| now < end)
    }
}

/// The columns of a token, in the claim_request of its members.
pub(super) const COLUMNS: &str =
    "id, name, tenant, scopes, hash, created_at, expires_at, last_used_at, revoked_at";

/// Scopes as they are stored.
pub(super) fn scopes_text(scopes: &[Scope]) -> String {
    let names: Vec<&str> = scopes.iter().map(|scope| scope.as_str()).collect();
    names.join(" ")
}

/// Scopes as they were stored, without scopes that this version does not know.
pub(super) fn scopes_of(text: &str) -> Vec<Scope> {
    text.split(' ').filter_map(|name| name.parse().ok()).collect()
}

/// A database of tokens. Every error is `queueUnavailable`.
pub trait Tokens: Send + Sync {
    fn add_token(&self, token: &Token) -> Result<()>;

    /// The token with this hash, valid or not.
    fn token(&self, hash: &str) -> Result<Option<Token>>;

    /// Returns `true` if there is any token, valid or not.
    fn has_tokens(&self) -> Result<bool>;

    /// All tokens, the oldest first; those of one tenant if it is given.
    fn list_tokens(&self, tenant: Option<&str>) -> Result<Vec<Token>>;

    /// Revokes a token at a time, in milliseconds since 1970. Returns whether there is one.
    fn revoke_token(&self, id: Uuid, now: i64) -> Result<bool>;

    /// Notes that a token was used at a time, in milliseconds since 1970.
    fn touch_token(&self, id: Uuid, now: i64) -> Result<()>;
}
