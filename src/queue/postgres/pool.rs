//! Connections to the server: kept while they work, and made again after an outage.

use std::collections::HashMap;
use std::time::Duration;

use parking_lot::Mutex;
use postgres::config::{Host, SslMode};
use postgres::{Client, Config, Statement};
use rustls::ClientConfig;
use rustls_platform_verifier::BuilderVerifierExt;
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::config::DatabaseUrl;
use crate::problem::{Code, Problem, Result, quoted};
use crate::queue::error::{self, DatabaseError};

/// Connections kept while they are idle.
const IDLE: usize = 8;
/// Statements kept prepared on a connection; those of people's filters come and go.
const STATEMENTS: usize = 64;
/// How long to wait for a server that does not answer.
const TIMEOUT: Duration = Duration::from_secs(10);
/// How long a connection on which a call failed may take to show that it is still good.
const PROOF: Duration = Duration::from_secs(1);
/// How long unacknowledged data may hang before the connection counts as broken.
const SILENCE: Duration = Duration::from_secs(30);

/// Where the tables are, unless the URL names another schema.
const SCHEMA: &str = "reportctl";

/// Ways to the server.
pub(super) struct Pool {
    config: Config,
    tls: MakeRustlsConnect,
    pub(super) schema: String,
    idle: Mutex<Vec<Connection>>,
}

/// A connection with the statements that it knows.
pub(super) struct Connection {
    pub(super) client: Client,
    statements: HashMap<String, Statement>,
}

impl Connection {
    /// The statement of a text, prepared once.
    pub(super) fn prepare(&mut self, sql: &str) -> Result<Statement, DatabaseError> {
        if let Some(statement) = self.statements.get(sql) {
            return Ok(statement.clone());
        }
        if self.statements.len() >= STATEMENTS {
            self.statements.clear();
        }
        let statement = self.client.prepare(sql)?;
        self.statements.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }
}

impl Pool {
    pub(super) fn new(url: &DatabaseUrl) -> Result<Self> {
        let (config, schema) = configure(url)?;
        Ok(Self { config, tls: tls()?, schema, idle: Mutex::default() })
    }

    /// Calls `work` with a connection. One that broke is not used again, and neither are those
    /// that broke with it.
    pub(super) fn with<T>(
        &self,
        work: impl FnOnce(&mut Connection) -> error::Result<T>,
    ) -> Result<T> {
        let idle = self.idle.lock().pop();
        let mut connection = match idle {
            Some(connection) => connection,
            None => Connection { client: self.connect()?, statements: HashMap::new() },
        };
        let result = work(&mut connection);
        // A server that goes away says so before it hangs up: the last answer alone does not show it.
        let is_broken = connection.client.is_closed()
            || result.is_err() && connection.client.is_valid(PROOF).is_err();
        let mut idle = self.idle.lock();
        if is_broken {
            idle.clear();
        } else if idle.len() < IDLE {
            idle.push(connection);
        }
        Ok(result?)
    }

    /// A connection of its own.
    pub(super) fn connect(&self) -> error::Result<Client> {
        let mut client = self.config.connect(self.tls.clone())?;
        // Rows are looked up by index, whatever the statistics of a table that was empty a moment
        // ago say; one plan serves all values. Without the two joins, a claim looks up the rows that
        // it takes. With them, and with statistics from before the rows were sent, a claim of 10 rows
        // behind 190,000 sent ones joins by merging and reads all of these. Reading everything gains
        // nothing by them: 200,000 rows with their data take 0.26 s with them, 0.23 s without.
        client.batch_execute(&format!(
            "SET search_path = {}; SET enable_seqscan = off; SET enable_hashjoin = off; \
             SET enable_mergejoin = off; SET jit = off; SET plan_cache_mode = force_generic_plan; \
             SET lock_timeout = '30s'; \
             SELECT set_config('synchronous_commit', 'on', false) \
             WHERE current_setting('synchronous_commit') = 'off'",
            self.schema
        ))?;
        Ok(client)
    }
}

/// The settings of a connection, and the schema.
fn configure(url: &DatabaseUrl) -> Result<(Config, String)> {
    let url = url.expose();
    // Certificates are always checked, so that these ask for nothing more.
    let known = url.replace("sslmode=verify-full", "sslmode=require");
    let known = known.replace("sslmode=verify-ca", "sslmode=require");
    let invalid = |what: String| {
        Problem::new(Code::InvalidSetting, format!("the URL of the database is wrong: {what}"))
            .advice("write `postgres://user:password@host/database`")
    };
    let mut config: Config = known.parse().map_err(|error: postgres::Error| {
        let cause = std::error::Error::source(&error).map(ToString::to_string);
        invalid(cause.unwrap_or_else(|| error.to_string()))
    })?;
    if !url.contains("sslmode=") {
        // Never a silent fallback; the certificate that a server of this machine made for itself
        // would be refused, and nothing listens in between.
        config.ssl_mode(if is_local(&config) { SslMode::Disable } else { SslMode::Require });
    }
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(TIMEOUT);
    }
    if config.get_tcp_user_timeout().is_none() {
        config.tcp_user_timeout(SILENCE);
    }
    if config.get_application_name().is_none() {
        config.application_name("reportctl");
    }
    let schema = schema(config.get_options().unwrap_or_default());
    let is_name = |name: &str| {
        name.len() <= 63
            && name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
            && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    if !is_name(&schema) {
        let what = format!("the schema {} may have only a-z, 0-9 and _", quoted(&schema));
        return Err(invalid(what));
    }
    Ok((config, schema))
}

/// Whether nothing leaves this machine.
fn is_local(config: &Config) -> bool {
    config.get_hosts().iter().all(|host| match host {
        Host::Tcp(name) => ["localhost", "127.0.0.1", "::1"].contains(&name.as_str()),
        #[cfg(unix)]
        Host::Unix(_) => true,
    })
}

/// The `search_path` that the options of a URL set.
fn schema(options: &str) -> String {
    let path = options.split_once("search_path=").map(|(_, rest)| rest);
    let first = path.and_then(|path| path.split([' ', ',']).next());
    first.unwrap_or(SCHEMA).to_owned()
}

/// Certificates are checked against the roots of the system.
fn tls() -> Result<MakeRustlsConnect> {
    let provider = rustls::crypto::ring::default_provider();
    let config = ClientConfig::builder_with_provider(provider.into())
        .with_safe_default_protocol_versions()
        .and_then(BuilderVerifierExt::with_platform_verifier)
        .map_err(|error| {
            let message = format!("the certificates of this system cannot be used: {error}");
            Problem::new(Code::QueueUnavailable, message)
        })?
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn configured(url: &str) -> Result<(Config, String)> {
        configure(&url.parse().unwrap())
    }

    #[test]
    fn the_schema_is_ours_unless_the_url_names_one() {
        assert_eq!(configured("postgres://a@localhost/b").unwrap().1, "reportctl");
        let named = configured("postgres://a@localhost/b?options=-csearch_path%3Dother").unwrap();
        assert_eq!(named.1, "other");
        let spaced = "postgres://a@localhost/b?options=-c%20search_path%3Dother%20-c%20x%3D1";
        assert_eq!(configured(spaced).unwrap().1, "other");
        let nasty = configured("postgres://a@h/b?options=-csearch_path%3Dx;drop").unwrap_err();
        assert_eq!(nasty.code, Code::InvalidSetting);
    }

    #[test]
    fn what_leaves_the_machine_is_encrypted_unless_set_otherwise() {
        let mode = |url: &str| configured(url).unwrap().0.get_ssl_mode();
        assert_eq!(mode("postgres://a@db.example.com/b"), SslMode::Require);
        assert_eq!(mode("postgres://a@db.example.com/b?sslmode=disable"), SslMode::Disable);
        assert_eq!(mode("postgres://a@db.example.com/b?sslmode=verify-full"), SslMode::Require);
        assert_eq!(mode("postgres://a@127.0.0.1/b"), SslMode::Disable);
    }

    #[test]
    fn mistakes_in_the_url_do_not_show_the_password() {
        let problem = configured("postgres://me:secret@host/b?sslmode=maybe").unwrap_err();
        assert_eq!(problem.code, Code::InvalidSetting);
        assert!(!problem.message.contains("secret"), "{}", problem.message);
    }
}
