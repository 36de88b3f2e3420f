//! Connections to the server: kept while they work, and made again after an outage.
//!
//! Behind a pooler that shares connections by transaction ([`Pooling::Transaction`]), nothing outlives a
//! transaction: each call is one, which begins with its settings and takes its statements along.

use std::collections::HashMap;
use std::time::Duration;

use parking_lot::Mutex;
use postgres::config::{Host, SslMode};
use postgres::error::SqlState;
use postgres::{Client, Config, SimpleQueryMessage, Statement};
use rustls::ClientConfig;
use rustls_platform_verifier::BuilderVerifierExt;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::tables::create_tables;
use crate::delivery::codes;
use crate::delivery::queue::error::{self, DatabaseError};
use crate::delivery::settings::{DatabaseSource, DatabaseUrl, Pooling};
use engine::problem::{Code, Problem, Result, quoted};

/// Connections kept while they are idle.
const IDLE: usize = 8;
/// Statements kept prepared on a connection; those of people's filters come and go.
const STATEMENTS: usize = 64;
/// Longest wait for a server that does not answer.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Longest time for a connection on which a call failed to prove that it still works.
const PROOF: Duration = Duration::from_secs(1);
/// Longest time for unacknowledged data before the connection counts as broken.
const SILENCE: Duration = Duration::from_secs(30);

/// Schema of the tables, unless the URL names another.
const SCHEMA: &str = "reportctl";

/// Ways to the server.
pub(super) struct Pool {
    source: DatabaseSource,
    target: Mutex<ConnectionTarget>,
    tls: MakeRustlsConnect,
    pub(super) schema: String,
    idle: Mutex<Vec<Connection>>,
}

/// Destination of connections.
struct ConnectionTarget {
    url: DatabaseUrl,
    config: Config,
    /// Counts the databases that there have been. All connections must go to one: rows that a worker
    /// took in one database must not be settled in another.
    database: u64,
    /// `true` if its tables are up to date.
    has_tables: bool,
    /// Sharing of connections, once that is known.
    pooling: Option<Pooling>,
}

/// A connection with the statements that it knows.
pub(super) struct Connection {
    pub(super) client: Client,
    /// The number of its database.
    database: u64,
    pooling: Pooling,
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

    /// Calls `work` in a transaction. Where the connection is that of a transaction, it is that one.
    pub(super) fn transaction<T>(
        &mut self,
        work: impl FnOnce(&mut Client) -> Result<T, DatabaseError>,
    ) -> Result<T, DatabaseError> {
        if self.pooling == Pooling::Transaction {
            return work(&mut self.client);
        }
        self.client.batch_execute("BEGIN")?;
        let result = work(&mut self.client);
        // `COMMIT` rolls a failed transaction back.
        self.client.batch_execute("COMMIT")?;
        result
    }
}

impl Pool {
    pub(super) fn new(source: DatabaseSource) -> Result<Self> {
        let url = source.current();
        let (config, schema) = configure(&url)?;
        let pooling = source.pooling();
        let target =
            Mutex::new(ConnectionTarget { url, config, database: 0, has_tables: false, pooling });
        Ok(Self { source, target, tls: tls()?, schema, idle: Mutex::default() })
    }

    /// The number of the database that connections go to.
    pub(super) fn database(&self) -> u64 {
        self.target.lock().database
    }

    /// Returns `true` if a connection is that of this process for one transaction only.
    pub(super) fn is_by_transaction(&self) -> bool {
        self.target.lock().pooling == Some(Pooling::Transaction)
    }

    /// Reads the URL again. A URL that cannot be used, or names another schema, changes nothing.
    fn renew(&self) -> Renewed {
        let url = self.source.current();
        let mut target = self.target.lock();
        if url != target.url
            && let Ok((config, schema)) = configure(&url)
            && schema == self.schema
        {
            if !is_same_database(&config, &target.config) {
                target.database += 1;
                target.has_tables = false;
                target.pooling = self.source.pooling();
            }
            (target.url, target.config) = (url, config);
        }
        let ConnectionTarget { config, database, has_tables, pooling, .. } = &*target;
        let (database, has_tables, pooling) = (*database, *has_tables, *pooling);
        Renewed { config: config.clone(), database, has_tables, pooling }
    }

    /// Calls `work` with a connection. A broken connection is not used again, and neither are those
    /// that broke with it.
    pub(super) fn with<T>(
        &self,
        work: impl FnOnce(&mut Connection) -> error::Result<T>,
    ) -> Result<T> {
        let idle = self.idle.lock().pop();
        let mut connection = match idle {
            Some(connection) => connection,
            None => {
                let (database, client, pooling) = self.connect_shared()?;
                Connection { client, database, pooling, statements: HashMap::new() }
            }
        };
        let result = match connection.pooling {
            Pooling::Session => work(&mut connection),
            Pooling::Transaction => self.in_transaction(&mut connection, work),
        };
        // A server that goes away says so before it hangs up: the last answer alone does not show it.
        let is_broken = connection.client.is_closed()
            || result.is_err() && connection.client.is_valid(PROOF).is_err();
        let database = self.database();
        let mut idle = self.idle.lock();
        if is_broken {
            idle.clear();
        } else if connection.database == database && idle.len() < IDLE {
            idle.push(connection);
        }
        Ok(result?)
    }

    /// Calls `work` in a transaction, after which the server connection may be that of another client.
    fn in_transaction<T>(
        &self,
        connection: &mut Connection,
        work: impl FnOnce(&mut Connection) -> error::Result<T>,
    ) -> error::Result<T> {
        connection.client.batch_execute(&format!("BEGIN; {}", self.settings("SET LOCAL", true)))?;
        let result = work(connection);
        // Closed in the transaction, while it is still this connection that knows them: another client may
        // give its statements the same names.
        connection.statements.clear();
        match result {
            Ok(result) => {
                connection.client.batch_execute("COMMIT")?;
                Ok(result)
            }
            Err(error) => {
                let _ = connection.client.batch_execute("ROLLBACK");
                Err(error)
            }
        }
    }

    /// Settings of a session or of a transaction. Rows are looked up by index, whatever the statistics of a table
    /// that was empty a moment ago say; one plan serves all values.
    fn settings(&self, set: &str, is_local: bool) -> String {
        format!(
            "{set} search_path = {}; {set} enable_seqscan = off; {set} jit = off; \
             {set} plan_cache_mode = force_generic_plan; {set} lock_timeout = '30s'; \
             SELECT set_config('synchronous_commit', 'on', {is_local}) \
             WHERE current_setting('synchronous_commit') = 'off'",
            self.schema
        )
    }

    /// A connection of its own, with the number of its database, where connections are not shared by
    /// transaction.
    pub(super) fn connect(&self) -> error::Result<(u64, Client)> {
        let (database, client, _) = self.connect_shared()?;
        Ok((database, client))
    }

    /// A connection, the number of its database, and how it is shared. The URL is read for each, so that a new
    /// password counts as soon as the server asks for it.
    fn connect_shared(&self) -> error::Result<(u64, Client, Pooling)> {
        let Renewed { config, database, has_tables, pooling } = self.renew();
        self.idle.lock().retain(|connection| connection.database == database);
        let mut client = config.connect(self.tls.clone())?;
        let pooling = match pooling {
            Some(pooling) => pooling,
            None => {
                let found = find_pooling(&config, self.tls.clone())?;
                let mut target = self.target.lock();
                if target.database == database {
                    target.pooling = Some(found);
                }
                found
            }
        };
        if pooling == Pooling::Session {
            client.batch_execute(&self.settings("SET", false))?;
        }
        if !has_tables {
            create_tables(&mut client, &self.schema, &self.settings("SET LOCAL", true))?;
            let mut target = self.target.lock();
            target.has_tables |= target.database == database;
        }
        Ok((database, client, pooling))
    }
}

/// Returns the sharing of connections. A setting of the start reaches the session only where the
/// server process is that of the connection: poolers refuse it or ignore it, because their server
/// connections are started before. Poolers that give a server connection to a session are taken for
/// ones that give it to a transaction, which is right for both.
fn find_pooling(config: &Config, tls: MakeRustlsConnect) -> error::Result<Pooling> {
    const SETTING: &str = "reportctl.own_session";
    let mut config = config.clone();
    let options = config.get_options().unwrap_or_default();
    config.options(format!("{options} -c{SETTING}=on").trim_start());
    let mut client = match config.connect(tls) {
        Ok(client) => client,
        Err(error) => {
            // A server that has no room now, or ends, says nothing of what is before it.
            let is_busy = |code: &SqlState| ["53", "57"].iter().any(|c| code.code().starts_with(c));
            return match error.code() {
                Some(code) if !is_busy(code) => Ok(Pooling::Transaction),
                _ => Err(error.into()),
            };
        }
    };
    let answer = client.simple_query(&format!("SELECT current_setting('{SETTING}', true)"))?;
    let is_own = answer.iter().any(|message| match message {
        SimpleQueryMessage::Row(row) => row.get(0) == Some("on"),
        _ => false,
    });
    Ok(if is_own { Pooling::Session } else { Pooling::Transaction })
}

/// Parameters of new connections.
struct Renewed {
    config: Config,
    database: u64,
    has_tables: bool,
    pooling: Option<Pooling>,
}

/// Returns `true` if two URLs lead to one database, perhaps as other users.
fn is_same_database(one: &Config, other: &Config) -> bool {
    let place = |config: &Config| {
        let (hosts, addresses) = (config.get_hosts().to_vec(), config.get_hostaddrs().to_vec());
        let name = config.get_dbname().or(config.get_user()).map(str::to_owned);
        (hosts, addresses, config.get_ports().to_vec(), name)
    };
    place(one) == place(other)
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
    let parse = |url: &str| {
        url.parse::<Config>().map_err(|error: postgres::Error| {
            let cause = std::error::Error::source(&error).map(ToString::to_string);
            invalid(cause.unwrap_or_else(|| error.to_string()))
        })
    };
    let mut config = parse(&known)?;
    let schema = schema(config.get_options().unwrap_or_default());
    if config.get_options().is_some_and(names_schema_only) {
        // Each session sets it itself, and poolers refuse options of the start.
        config = parse(&without_options(&known))?;
    }
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

/// Returns `true` if nothing leaves this machine.
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

/// Returns `true` if the options of a URL set the `search_path` and nothing else.
fn names_schema_only(options: &str) -> bool {
    let set = options.trim();
    let set = set.strip_prefix("-c").unwrap_or(set).trim_start();
    set.starts_with("search_path=") && !set.contains(char::is_whitespace)
}

/// A URL without its parameter `options`.
fn without_options(url: &str) -> String {
    let Some((place, query)) = url.split_once('?') else { return url.to_owned() };
    let is_other = |pair: &&str| pair.split('=').next() != Some("options");
    let query: Vec<&str> = query.split('&').filter(is_other).collect();
    if query.is_empty() { place.to_owned() } else { format!("{place}?{}", query.join("&")) }
}

/// Certificates are checked against the roots of the system.
fn tls() -> Result<MakeRustlsConnect> {
    let provider = rustls::crypto::ring::default_provider();
    let config = ClientConfig::builder_with_provider(provider.into())
        .with_safe_default_protocol_versions()
        .and_then(BuilderVerifierExt::with_platform_verifier)
        .map_err(|error| {
            let message = format!("the certificates of this system cannot be used: {error}");
            Problem::new(codes::QUEUE_UNAVAILABLE, message)
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
    fn options_that_only_name_the_schema_are_not_sent() {
        let sent = |url: &str| configured(url).unwrap().0.get_options().map(str::to_owned);
        let url = "postgres://a@localhost/b";
        assert_eq!(sent(&format!("{url}?options=-csearch_path%3Dx")), None);
        assert_eq!(sent(&format!("{url}?options=-c%20search_path%3Dx&connect_timeout=1")), None);
        let both = "-csearch_path=x -cwork_mem=1";
        assert_eq!(
            sent(&format!("{url}?options=-csearch_path%3Dx%20-cwork_mem%3D1")).as_deref(),
            Some(both)
        );
        let (config, schema) =
            configured(&format!("{url}?application_name=c&options=-csearch_path%3Dx")).unwrap();
        assert_eq!((config.get_application_name(), &*schema), (Some("c"), "x"));
    }

    #[test]
    fn another_password_or_user_is_no_other_database() {
        let is_same = |one: &str, other: &str| {
            is_same_database(&configured(one).unwrap().0, &configured(other).unwrap().0)
        };
        let url = "postgres://a:x@localhost/b";
        assert!(is_same(url, "postgres://a:y@localhost/b?application_name=c"));
        assert!(is_same(url, "postgres://c:y@localhost/b"));
        for other in
            ["postgres://a:x@localhost/c", "postgres://a:x@localhost:1/b", "postgres://a:x@h/b"]
        {
            assert!(!is_same(url, other), "{other}");
        }
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
