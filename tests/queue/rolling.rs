//! Two versions of the program on one database, and databases that an older one made.

use std::collections::HashMap;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use reportctl::delivery::queue::postgres::Postgres;
use reportctl::delivery::queue::{
    Claim, Ended, Filter, LogFilter, Outcome, Queue, Settlement, Status,
};
use reportctl::serve::codes;
use uuid::Uuid;

use super::fixture::{Database, PostgresSchema, add, claim, entry, get, log, request, settle};
use super::released::Released;

/// A schema with the tables of version 2.0, and a program of that version on it.
fn released() -> Option<(PostgresSchema, Released)> {
    let schema = PostgresSchema::new()?;
    let client = postgres::Client::connect(&schema.server, postgres::NoTls).unwrap();
    let mut old = Released::create(client, &schema.name);
    old.register("old");
    Some((schema, old))
}

/// The minor version of the tables.
fn minor(schema: &PostgresSchema) -> i64 {
    schema.client().query_one("SELECT minor FROM schema_version", &[]).unwrap().get(0)
}

#[test]
fn a_database_of_the_released_version_is_upgraded_with_all_that_it_has() {
    let Some((schema, mut old)) = released() else { return };
    let rows: Vec<_> = (1..=6).map(request).collect();
    assert_eq!(old.enqueue(&rows), 6);
    let claims = old.claim("old", 4);
    assert_eq!(old.intend("old", &claims).len(), 4);
    assert_eq!(old.settle("old", &claims[..2], "done").len(), 2);
    assert_eq!(old.settle("old", &claims[2..3], "error").len(), 1);
    let queue = schema.open();
    assert!(minor(&schema) >= 3 && old.starts());
    assert_eq!(queue.enqueue(&rows), Ok(0), "its ids are known");
    assert_eq!(
        (get(&*queue, 1).status, get(&*queue, 1).request.data),
        (Status::Done, request(1).data)
    );
    assert_eq!(log(&*queue, &LogFilter::default()).len(), 2);
    // What it held can be settled by it, and what waits is claimed.
    assert_eq!(old.settle("old", &claims[3..], "done").len(), 1);
    assert_eq!(claim(&*queue, "new", 9).len(), 2);
    assert_eq!(log(&*queue, &LogFilter::default()).len(), 3);
    assert_eq!(queue.retry(&Filter::default()), Ok(1));
    thread::sleep(Duration::from_millis(5));
    assert_eq!(queue.erase(Duration::ZERO), Ok(3));
    assert!(get(&*queue, 1).erased && !get(&*queue, 5).erased);
    // The numbers of the log go on where they were.
    let mut client = schema.client();
    let query = "SELECT count(*), count(DISTINCT number) FROM log";
    let row = client.query_one(query, &[]).unwrap();
    assert_eq!((row.get::<_, i64>(0), row.get::<_, i64>(1)), (3, 3));
    let in_default = "SELECT count(*) FROM log_other";
    assert_eq!(client.query_one(in_default, &[]).unwrap().get::<_, i64>(0), 0);
}

#[test]
fn an_upgraded_database_has_the_tables_of_a_new_one() {
    let (Some((schema, _)), Some(fresh)) = (released(), PostgresSchema::new()) else { return };
    drop(schema.open());
    drop(fresh.open());
    let tables = |schema: &PostgresSchema| {
        let query = "SELECT c.relname || ' ' || c.relkind::text || ' ' || coalesce(string_agg(a.attname || ' ' || \
                     format_type(a.atttypid, 0) || ' ' || a.attnotnull, ', ' ORDER BY a.attname), '') \
                     FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND attnum > 0 \
                     AND NOT attisdropped WHERE relnamespace = $1::text::regnamespace \
                     GROUP BY c.oid, c.relname, c.relkind ORDER BY 1";
        let rows = schema.client().query(query, &[&schema.name]).unwrap();
        rows.iter().map(|row| row.get::<_, String>(0)).collect::<Vec<_>>()
    };
    assert_eq!(tables(&schema), tables(&fresh));
}

#[test]
fn several_programs_may_upgrade_a_database_at_once_while_an_older_one_works() {
    let Some((schema, mut old)) = released() else { return };
    thread::scope(|scope| {
        let programs: Vec<_> = (0..4).map(|_| scope.spawn(|| drop(schema.open()))).collect();
        let mut number = 0;
        while programs.iter().any(|program| !program.is_finished()) || number == 0 {
            number += 1;
            assert_eq!(old.enqueue(&[request(number)]), 1);
            let claims = old.claim("old", 1);
            assert_eq!(old.settle("old", &claims, "done").len(), 1);
        }
        programs.into_iter().for_each(|program| program.join().unwrap());
        let logged = log(&*schema.open(), &LogFilter::default()).len();
        assert_eq!(logged as u128, number);
    });
    assert!(minor(&schema) >= 3);
}

#[test]
fn a_transaction_that_read_the_log_delays_its_partitions_and_nothing_else() {
    let Some((schema, _)) = released() else { return };
    let mut reader = schema.client();
    reader.batch_execute("BEGIN; SELECT count(*) FROM log").unwrap();
    let started = Instant::now();
    let queue = schema.open();
    assert!(started.elapsed() < Duration::from_secs(20));
    assert!((1..3).contains(&minor(&schema)));
    add(&*queue, 1);
    let claims = claim(&*queue, "w", 1);
    let ended = Settlement { row: claims[0].held(), ended: Ended::Done, log: Some(entry(1, 5)) };
    assert_eq!(queue.settle("w", &[ended]), Ok(vec![true]));
    reader.batch_execute("COMMIT").unwrap();
    let queue = schema.open();
    assert!(minor(&schema) >= 3);
    assert_eq!(log(&*queue, &LogFilter::default()), [entry(1, 5)]);
}

#[test]
fn a_transaction_that_keeps_the_requests_stops_the_upgrade_and_no_older_program() {
    let Some((schema, mut old)) = released() else { return };
    let mut reader = schema.client();
    reader.batch_execute("BEGIN; SELECT count(*) FROM requests").unwrap();
    let problem = thread::scope(|scope| {
        let upgrade = scope.spawn(|| Postgres::open(&schema.url().parse().unwrap()).err().unwrap());
        let mut number = 0;
        while !upgrade.is_finished() {
            number += 1;
            assert_eq!(old.enqueue(&[request(number)]), 1);
        }
        upgrade.join().unwrap()
    });
    assert_eq!(problem.code, codes::QUEUE_UNAVAILABLE);
    assert!(problem.message.contains("another transaction keeps"), "{problem}");
    reader.batch_execute("COMMIT").unwrap();
    drop(schema.open());
    assert!(minor(&schema) >= 3);
}

#[test]
fn a_newer_minor_version_is_read_and_a_newer_version_refused() {
    let Some(schema) = PostgresSchema::new() else { return };
    add(&*schema.open(), 1);
    let newer = "UPDATE schema_version SET minor = 99; ALTER TABLE requests ADD COLUMN further text; \
                 ALTER TABLE log ADD COLUMN further text";
    schema.client().batch_execute(newer).unwrap();
    let queue = schema.open();
    let claims = claim(&*queue, "w", 1);
    let ended = Settlement { row: claims[0].held(), ended: Ended::Done, log: Some(entry(1, 5)) };
    assert_eq!(queue.settle("w", &[ended]), Ok(vec![true]));
    assert_eq!(minor(&schema), 99);
    schema.client().batch_execute("UPDATE schema_version SET version = 3").unwrap();
    let problem = Postgres::open(&schema.url().parse().unwrap()).err().unwrap();
    assert_eq!(problem.code, codes::QUEUE_UNAVAILABLE);
    assert!(problem.message.contains("has version 3"), "{problem}");
}

/// Sent rows, with their workers.
type Sent = Mutex<HashMap<Uuid, Vec<&'static str>>>;

#[test]
fn workers_of_two_versions_share_rows_and_nothing_is_lost_or_sent_twice() {
    const ROWS: u128 = 600;
    let Some((schema, mut first)) = released() else { return };
    let (sent, started) = (Sent::default(), Instant::now());
    let all: Vec<_> = (1..=ROWS).map(request).collect();
    assert_eq!(first.enqueue(&all[..200]), 200);
    let is_done = || {
        assert!(
            started.elapsed() < Duration::from_secs(120),
            "{} sent",
            sent.lock().unwrap().len()
        );
        sent.lock().unwrap().len() as u128 == ROWS
    };
    let note = |id, by| sent.lock().unwrap().entry(id).or_default().push(by);
    thread::scope(|scope| {
        for number in 0..2 {
            let (schema, note, is_done, all) = (&schema, &note, &is_done, &all);
            // The old program: it also gives rows back, lets some fail and retries them, and adds again what
            // was sent already.
            scope.spawn(move || {
                let name = format!("old{number}");
                let client = postgres::Client::connect(&schema.server, postgres::NoTls).unwrap();
                let mut old = Released::connected(client, &schema.name);
                old.register(&name);
                let mut rounds = 0;
                while !is_done() {
                    rounds += 1;
                    let claims = old.claim(&name, 5);
                    if rounds % 7 == 0 {
                        old.settle(&name, &claims, "released");
                        old.retry();
                        old.enqueue(&all[..300]);
                        continue;
                    }
                    if rounds % 11 == 0 {
                        old.settle(&name, &claims, "error");
                        continue;
                    }
                    let held = old.intend(&name, &claims);
                    held.iter().for_each(|id| note(*id, "old"));
                    assert_eq!(old.settle(&name, &claims, "done").len(), claims.len());
                    thread::sleep(Duration::from_millis(5));
                }
            });
            scope.spawn(move || {
                let (queue, name) = (schema.open(), format!("new{number}"));
                let mut rounds = 0;
                while !is_done() {
                    rounds += 1;
                    let claims = claim(&*queue, &name, 5);
                    if rounds % 7 == 0 {
                        for claim in &claims {
                            settle(&*queue, &name, claim.held(), Ended::Released { pause: 0 });
                        }
                        queue.retry(&Filter::default()).unwrap();
                        let from = rounds / 7 % 6 * 100;
                        queue.enqueue(&all[from..from + 100]).unwrap();
                        continue;
                    }
                    let rows: Vec<_> = claims.iter().map(Claim::held).collect();
                    let intended = queue.intend(&name, &rows, false).unwrap();
                    for (claim, is_held) in claims.iter().zip(intended) {
                        assert!(is_held, "no worker takes rows of one that is alive");
                        note(claim.request.id, "new");
                    }
                    let ended = |claim: &Claim| Settlement {
                        row: claim.held(),
                        ended: Ended::Done,
                        log: Some(entry(claim.request.id.as_u128(), 10)),
                    };
                    let settled: Vec<_> = claims.iter().map(ended).collect();
                    assert!(queue.settle(&name, &settled).unwrap().iter().all(|held| *held));
                    thread::sleep(Duration::from_millis(5));
                }
            });
        }
    });
    let queue: &dyn Queue = &*schema.open();
    let sent = sent.into_inner().unwrap();
    let twice: Vec<_> = sent.iter().filter(|(_, by)| by.len() > 1).collect();
    assert!(twice.is_empty(), "{twice:?}");
    for by in ["old", "new"] {
        assert!(sent.values().any(|sent| sent[0] == by), "{by} sent nothing");
    }
    let listed = queue.list(&Filter::default()).unwrap();
    assert_eq!(listed.len() as u128, ROWS);
    for row in listed {
        assert_eq!((row.status, row.erased), (Status::Done, false), "{row:?}");
        let whole = queue.get("", row.request.id).unwrap().unwrap();
        assert_eq!(whole.request.data, request(row.request.id.as_u128()).data);
    }
    let entries =
        log(queue, &LogFilter { outcome: Some(Outcome::Delivered), ..LogFilter::default() });
    assert_eq!(entries.len() as u128, ROWS, "an entry for each");
    // Each erases the data of both.
    let mut old = first;
    thread::sleep(Duration::from_millis(5));
    let by_old = usize::try_from(old.erase()).unwrap();
    assert_eq!(by_old + queue.erase(Duration::ZERO).unwrap(), ROWS as usize);
}
