//! Behind PgBouncer in transaction mode: a connection is that of a client for one transaction only.
//!
//! The tests start a PgBouncer before the server of `REPORTCTL_TEST_DATABASE_URL`, or use the one that
//! `REPORTCTL_TEST_PGBOUNCER_URL` names, which must lead to the same database.

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use postgres::config::Host;
use postgres::{Client, Config, NoTls};
use reportctl::delivery::queue::postgres::Postgres;
use reportctl::delivery::queue::{Claim, Ended, Intake, Leases, Settlement, Status};
use tempfile::TempDir;

use super::fixture::{Database, LEASE, MAX_CRASHES, PostgresSchema, add, claim, get, request};
use crate::tools;

/// A PgBouncer, ended with the test that started it.
pub(crate) struct PgBouncer {
    process: Option<Child>,
    /// The database through it, without a schema.
    pub(crate) server: String,
    _folder: TempDir,
}

impl PgBouncer {
    /// One with two connections to the server of a URL; `None` where there is none.
    pub(crate) fn new(server: &str) -> Option<Self> {
        Self::with_settings(server, "")
    }

    fn with_settings(server: &str, settings: &str) -> Option<Self> {
        let folder = TempDir::new().unwrap();
        if let Some(server) =
            std::env::var("REPORTCTL_TEST_PGBOUNCER_URL").ok().filter(|url| !url.is_empty())
        {
            return Some(Self { process: None, server, _folder: folder });
        }
        if !tools::has("pgbouncer") {
            return None;
        }
        let config: Config = server.parse().unwrap();
        let Some(Host::Tcp(host)) = config.get_hosts().first() else {
            tools::missing("the server of the tests has no TCP port for PgBouncer");
            return None;
        };
        let password =
            String::from_utf8(config.get_password().unwrap_or_default().to_vec()).unwrap();
        let user = config.get_user().unwrap_or("postgres");
        let database = config.get_dbname().unwrap_or(user);
        let to = config.get_ports().first().copied().unwrap_or(5432);
        let port =
            TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port();
        let path = |name: &str| folder.path().join(name).display().to_string();
        std::fs::write(path("users"), format!("\"{user}\" \"{password}\"\n")).unwrap();
        let settings = format!(
            "[databases]\n{database} = host={host} port={to}\n[pgbouncer]\nlisten_addr = 127.0.0.1\n\
             listen_port = {port}\nunix_socket_dir =\nauth_type = trust\nauth_file = {}\n\
             pool_mode = transaction\ndefault_pool_size = 2\nmax_client_conn = 200\n\
             query_wait_timeout = 30\n{settings}",
            path("users")
        );
        std::fs::write(path("settings"), settings).unwrap();
        let mut command = Command::new("pgbouncer");
        // It refuses to run as root.
        let is_root = Command::new("id").arg("-u").output().unwrap().stdout == b"0\n";
        if is_root {
            let open = Command::new("chmod").args(["-R", "a+rX"]).arg(folder.path()).status();
            assert!(open.unwrap().success());
            command.args(["-u", "nobody"]);
        }
        command.arg(path("settings")).stdout(Stdio::null()).stderr(Stdio::null());
        let process = Some(command.spawn().unwrap());
        let until = Instant::now() + Duration::from_secs(20);
        while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
            assert!(Instant::now() < until, "PgBouncer does not listen");
            thread::sleep(Duration::from_millis(20));
        }
        let secret = if password.is_empty() { String::new() } else { format!(":{password}") };
        let server = format!("postgres://{user}{secret}@127.0.0.1:{port}/{database}");
        Some(Self { process, server, _folder: folder })
    }

    /// The URL that names a schema.
    pub(crate) fn url(&self, schema: &str) -> String {
        let sign = if self.server.contains('?') { '&' } else { '?' };
        format!("{}{sign}options=-csearch_path%3D{schema}", self.server)
    }

    fn open(&self, schema: &PostgresSchema) -> Postgres {
        Postgres::open(&self.url(&schema.name).parse().unwrap()).unwrap()
    }
}

impl Drop for PgBouncer {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

fn on_both() -> Option<(PostgresSchema, PgBouncer)> {
    let schema = PostgresSchema::new()?;
    let bouncer = PgBouncer::new(&schema.server)?;
    Some((schema, bouncer))
}

#[test]
fn workers_share_rows_and_leave_nothing_on_the_connections() {
    const ROWS: u128 = 300;
    let Some((schema, bouncer)) = on_both() else { return };
    add(&bouncer.open(&schema), ROWS);
    let sent: usize = thread::scope(|scope| {
        let workers: Vec<_> = (0..4)
            .map(|worker| {
                let (schema, bouncer) = (&schema, &bouncer);
                scope.spawn(move || {
                    let (queue, name) = (bouncer.open(schema), format!("w{worker}"));
                    let mut sent = 0;
                    loop {
                        let claims = claim(&queue, &name, 7);
                        if claims.is_empty() {
                            return sent;
                        }
                        assert_eq!(queue.recover(), Ok(vec![]), "all are alive");
                        let rows: Vec<_> = claims.iter().map(Claim::held).collect();
                        let intended = queue.intend(&name, &rows, false).unwrap();
                        sent += intended.iter().filter(|held| **held).count();
                        let ended = |row| Settlement { row, ended: Ended::Done, log: None };
                        let settled = rows.into_iter().map(ended).collect::<Vec<_>>();
                        assert!(queue.settle(&name, &settled).unwrap().iter().all(|held| *held));
                    }
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).sum()
    });
    assert_eq!(sent as u128, ROWS);
    for number in 1..=ROWS {
        assert_eq!(get(&*schema.open(), number).status, Status::Done);
    }
    // Other programs of the pool find the connections as they were.
    let mut other = Client::connect(&bouncer.server, NoTls).unwrap();
    for _ in 0..4 {
        let query = "SELECT current_setting('search_path') || current_setting('enable_seqscan')";
        let settings = other.simple_query(query).unwrap();
        let text = settings.iter().find_map(|message| match message {
            postgres::SimpleQueryMessage::Row(row) => row.get(0),
            _ => None,
        });
        assert!(text.is_some_and(|text| !text.contains(&schema.name) && text.ends_with("on")));
    }
    let prepared = other.simple_query("SELECT name FROM pg_prepared_statements").unwrap();
    let is_row = |message: &&postgres::SimpleQueryMessage| {
        matches!(message, postgres::SimpleQueryMessage::Row(_))
    };
    assert_eq!(prepared.iter().filter(is_row).count(), 0);
}

#[test]
fn rows_of_a_vanished_worker_are_free_when_the_lease_is_over() {
    let Some((schema, bouncer)) = on_both() else { return };
    let lease = Duration::from_secs(2);
    let queue = bouncer.open(&schema);
    add(&queue, 2);
    let claims = queue.claim("w", None, 2, lease, MAX_CRASHES).unwrap();
    assert_eq!(queue.intend("w", &[claims[0].held()], false), Ok(vec![true]));
    assert_eq!(get(&queue, 1).worker.as_deref(), Some("w"));
    drop(queue);
    // A program with connections of its own must not take the missing lock for the end of the worker.
    let (direct, shared) = (schema.open(), bouncer.open(&schema));
    assert_eq!((direct.recover(), shared.recover()), (Ok(vec![]), Ok(vec![])));
    assert!(direct.claim("v", None, 2, LEASE, MAX_CRASHES).unwrap().is_empty());
    thread::sleep(lease);
    assert_eq!(shared.recover(), Ok(vec![claims[0].request.id]));
    assert_eq!(direct.claim("v", None, 2, LEASE, MAX_CRASHES).unwrap().len(), 1);
}

#[test]
fn a_waiting_worker_sees_new_rows_without_a_notification() {
    let Some((schema, bouncer)) = on_both() else { return };
    let (waiting, adding) = (bouncer.open(&schema), bouncer.open(&schema));
    while claim(&waiting, "w", 1).is_empty() {
        adding.enqueue(&[request(1)]).unwrap();
    }
    // What was added before is no news after a few looks.
    let quiet = Instant::now();
    while Instant::now() - quiet < Duration::from_secs(2) {
        waiting.wait(Duration::from_millis(300)).unwrap();
    }
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(200));
            adding.enqueue(&[request(2)]).unwrap();
        });
        let started = Instant::now();
        waiting.wait(Duration::from_secs(20)).unwrap();
        let waited = started.elapsed();
        assert!(
            waited > Duration::from_millis(150) && waited < Duration::from_secs(5),
            "{waited:?}"
        );
    });
    assert_eq!(claim(&waiting, "w", 1).len(), 1);
}

#[test]
fn the_pooler_is_found_while_other_clients_are_busy() {
    let Some((schema, bouncer)) = on_both() else { return };
    add(&bouncer.open(&schema), 1);
    // One of the two server connections is that of a transaction that stays open.
    let mut busy = Client::connect(&bouncer.server, NoTls).unwrap();
    busy.batch_execute("BEGIN").unwrap();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..10 {
                    let queue = bouncer.open(&schema);
                    for _ in 0..4 {
                        assert_eq!(get(&queue, 1).status, Status::Pending);
                    }
                }
            });
        }
    });
    busy.batch_execute("COMMIT").unwrap();
    let mut other = Client::connect(&bouncer.server, NoTls).unwrap();
    assert_search_path_is_not(&mut other, &schema.name);
}

#[test]
fn a_pooler_that_ignores_settings_of_the_start_is_found_too() {
    let Some(schema) = PostgresSchema::new() else { return };
    let settings = "ignore_startup_parameters = options\n";
    let Some(bouncer) = PgBouncer::with_settings(&schema.server, settings) else { return };
    add(&bouncer.open(&schema), 1);
    let mut other = Client::connect(&bouncer.server, NoTls).unwrap();
    assert_search_path_is_not(&mut other, &schema.name);
}

/// Asserts that no server connection of the pool kept the schema of a client.
fn assert_search_path_is_not(client: &mut Client, schema: &str) {
    for _ in 0..20 {
        let settings = client.simple_query("SELECT current_setting('search_path')").unwrap();
        let is_set = settings.iter().any(|message| match message {
            postgres::SimpleQueryMessage::Row(row) => row.get(0) == Some(schema),
            _ => false,
        });
        assert!(!is_set, "a session took the connection of others for its own");
    }
}
