//! Callers: the local owner, or the holder of a token.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::{HeaderMap, header};
use parking_lot::{Mutex, MutexGuard};

use super::error::{Rejection, Result};
use super::pool::Share;
use crate::base::clock;
use crate::base::hash::sha256;
use crate::delivery::queue::{Scope, Token, Tokens};
use crate::serve::codes;
use crate::templates::store::Id;
use engine::problem::Problem;

/// Every token starts with this, so that scanners for secrets find it where it should not be.
const PREFIX: &str = "rctl_";
/// Random bytes in a token.
const SECRET_BYTES: usize = 32;
/// Time for which an answer of the database is cached.
const CACHED_FOR: Duration = Duration::from_secs(5);
/// Resolution of the time of last use.
const TOUCH_INTERVAL: Duration = Duration::from_secs(60);
/// Maximum number of cached tokens.
const MAX_CACHED: usize = 10_000;

/// The sender of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// The tenant whose folder it is; `None` for the root.
    pub tenant: Option<Id>,
    /// The name for the log.
    pub name: String,
    pub scopes: Vec<Scope>,
    /// Key of its rate limit: the id of the token.
    pub key: uuid::Uuid,
}

impl Caller {
    /// The one owner of a service without tokens.
    pub fn local() -> Self {
        Self {
            tenant: None,
            name: "local".to_owned(),
            scopes: Scope::ALL.to_vec(),
            key: uuid::Uuid::nil(),
        }
    }

    /// A caller without a token, on a route that needs none.
    pub fn anonymous() -> Self {
        Self { name: String::new(), scopes: Vec::new(), ..Self::local() }
    }

    /// The tenant as the database has it: empty for the local owner.
    pub fn tenant_name(&self) -> &str {
        self.tenant.as_ref().map_or("", Id::as_str)
    }

    /// The share of the threads that its requests get.
    pub fn share(&self) -> Share {
        // The local owner is the only one there is: with tokens no caller is local.
        Share { tenant: self.tenant_name().to_owned(), is_only: self.key.is_nil() }
    }

    /// Refuses what the caller may not do.
    ///
    /// # Errors
    /// `forbidden`, naming the scope.
    pub fn require(&self, scope: Scope) -> Result<()> {
        if self.scopes.contains(&scope) {
            return Ok(());
        }
        Err(Rejection::new(
            Problem::new(codes::FORBIDDEN, format!("the token does not have the scope `{scope}`"))
                .detail("scope", scope.as_str()),
        ))
    }
}

pub struct NewToken {
    /// The token itself, to be shown once.
    pub secret: String,
    /// Its entry in the database.
    pub token: Token,
}

impl NewToken {
    /// Makes a token.
    ///
    /// # Errors
    /// `io` when the system has no random numbers.
    pub fn create(
        name: &str,
        tenant: Option<&Id>,
        scopes: Vec<Scope>,
        expires_at: Option<i64>,
    ) -> engine::problem::Result<Self> {
        let mut bytes = [0; SECRET_BYTES];
        getrandom::fill(&mut bytes)
            .map_err(|error| Problem::new(codes::IO, format!("no random numbers: {error}")))?;
        let mut secret = PREFIX.to_owned();
        for byte in bytes {
            let _ = write!(secret, "{byte:02x}");
        }
        let token = Token {
            id: uuid::Uuid::now_v7(),
            name: name.to_owned(),
            tenant: tenant.map_or_else(String::new, ToString::to_string),
            scopes,
            hash: hash(&secret),
            created_at: clock::millis(),
            expires_at,
            last_used_at: None,
            revoked_at: None,
        };
        Ok(Self { secret, token })
    }
}

/// Identifies callers. Caches what the database says, so that a revoked token is refused within
/// `CACHED_FOR`.
pub struct Authenticator {
    tokens: Option<Arc<dyn Tokens>>,
    /// The sender of requests that need no token.
    owner: Arc<Caller>,
    known: Mutex<KnownCaller>,
}

#[derive(Default)]
struct KnownCaller {
    tokens: HashMap<String, (Arc<Caller>, Option<i64>, Instant)>,
    touched: HashMap<uuid::Uuid, Instant>,
    /// Existence of tokens, and the time of the database's answer.
    any: Option<(bool, Instant)>,
}

impl Authenticator {
    /// An authenticator for the tokens of a database; without one there is the local owner only.
    pub fn new(tokens: Option<Arc<dyn Tokens>>) -> Self {
        Self { tokens, owner: Arc::new(Caller::local()), known: Mutex::default() }
    }

    /// An authenticator for the local owner alone, who works in the folder of a tenant where one is given.
    pub fn of_owner(tenant: Option<Id>) -> Self {
        let owner = Caller { tenant, ..Caller::local() };
        Self { owner: Arc::new(owner), ..Self::new(None) }
    }

    /// The sender of requests that need no token.
    pub(crate) fn owner(&self) -> Arc<Caller> {
        Arc::clone(&self.owner)
    }

    /// Returns `true` if there are any tokens; not cached.
    ///
    /// # Errors
    /// `queueUnavailable`.
    pub fn has_tokens(&self) -> engine::problem::Result<bool> {
        self.tokens.as_ref().map_or(Ok(false), |tokens| tokens.has_tokens())
    }

    /// Returns `true` if the sender of a request needs a token.
    ///
    /// # Errors
    /// `queueUnavailable`.
    pub async fn needs_token(&self, headers: &HeaderMap) -> Result<bool> {
        let Some(tokens) = &self.tokens else { return Ok(false) };
        match self.lock().any {
            // Once there are tokens there always are: revoked ones count too.
            Some((true, _)) => return Ok(true),
            // A caller with a token must not be taken for the local owner.
            Some((false, at)) if at.elapsed() < CACHED_FOR && bearer(headers).is_none() => {
                return Ok(false);
            }
            _ => {}
        }
        let tokens = Arc::clone(tokens);
        let any = blocking(move || tokens.has_tokens()).await??;
        self.lock().any = Some((any, Instant::now()));
        Ok(any)
    }

    /// The caller of a request.
    ///
    /// # Errors
    /// `unauthorized`, `queueUnavailable`.
    pub async fn caller(&self, headers: &HeaderMap) -> Result<Arc<Caller>> {
        let unauthorized = || {
            Rejection::new(
                Problem::new(codes::UNAUTHORIZED, "a valid token is needed")
                    .advice("send `Authorization: Bearer TOKEN`"),
            )
        };
        let (Some(tokens), Some(secret)) = (&self.tokens, bearer(headers)) else {
            return Err(unauthorized());
        };
        let hash = hash(secret);
        if let Some(caller) = self.known(&hash) {
            return Ok(caller);
        }
        let (store, asked) = (Arc::clone(tokens), hash.clone());
        let found = blocking(move || store.token(&asked)).await??;
        let token =
            found.filter(|token| token.is_valid(clock::millis())).ok_or_else(unauthorized)?;
        let caller = Arc::new(caller(&token).ok_or_else(unauthorized)?);
        self.remember(hash, &caller, token.expires_at);
        self.touch(token.id, tokens);
        Ok(caller)
    }

    fn known(&self, hash: &str) -> Option<Arc<Caller>> {
        let known = self.lock();
        let (caller, expires_at, at) = known.tokens.get(hash)?;
        let is_valid = expires_at.is_none_or(|end| clock::millis() < end);
        (is_valid && at.elapsed() < CACHED_FOR).then(|| Arc::clone(caller))
    }

    fn remember(&self, hash: String, caller: &Arc<Caller>, expires_at: Option<i64>) {
        let mut known = self.lock();
        if known.tokens.len() >= MAX_CACHED {
            known.tokens.clear();
        }
        known.tokens.insert(hash, (Arc::clone(caller), expires_at, Instant::now()));
    }

    /// Records the use of a token without delaying the request.
    fn touch(&self, id: uuid::Uuid, tokens: &Arc<dyn Tokens>) {
        let mut known = self.lock();
        if known.touched.get(&id).is_some_and(|at| at.elapsed() < TOUCH_INTERVAL) {
            return;
        }
        known.touched.insert(id, Instant::now());
        drop(known);
        let tokens = Arc::clone(tokens);
        tokio::task::spawn_blocking(move || {
            if let Err(problem) = tokens.touch_token(id, clock::millis()) {
                tracing::warn!(code = problem.code.as_str(), "the use of a token was not recorded");
            }
        });
    }

    fn lock(&self) -> MutexGuard<'_, KnownCaller> {
        self.known.lock()
    }
}

/// Runs what waits for a disk or a database on a thread that may block.
///
/// # Errors
/// `internal` when it panicked.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Rejection::internal())
}

/// The caller of a token; `None` for one whose tenant is no id, which cannot be ours.
fn caller(token: &Token) -> Option<Caller> {
    let tenant = match token.tenant.as_str() {
        "" => None,
        name => Some(Id::parse(name).ok()?),
    };
    let (scopes, name) = (token.scopes.clone(), format!("token:{}", token.name));
    Some(Caller { tenant, name, scopes, key: token.id })
}

/// The token of a request, if it has the form of one.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let text = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = text.split_once(' ')?;
    let has_form = token.len() == PREFIX.len() + 2 * SECRET_BYTES && token.starts_with(PREFIX);
    (scheme.eq_ignore_ascii_case("bearer") && has_form).then_some(token)
}

/// SHA-256 of a token in hexadecimal. Tokens are random, so that one round is enough.
pub fn hash(secret: &str) -> String {
    sha256(secret.as_bytes())
}
