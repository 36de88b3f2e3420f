//! Behaviour with servers: they go away, come back, are newer than the program, encrypt.

use std::thread;
use std::time::Duration;

use reportctl::delivery::queue::postgres::Postgres;
use reportctl::delivery::queue::{Ended, Intake, Leases, LogEntry, LogFilter};
use reportctl::delivery::settings::DatabaseSource;
use reportctl::serve::codes;
use uuid::Uuid;

use super::fixture::{Database, PostgresSchema, add, claim, entry, get, request, settle};

/// Ends every connection of a queue, as a restart of the server does, and returns when they are
/// gone.
fn end_connections(schema: &PostgresSchema) {
    let mut client = schema.client();
    let mut end = || -> i64 {
        let query = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
                     WHERE application_name = $1";
        client.query_one(query, &[&schema.name]).unwrap().get(0)
    };
    assert!(end() > 0);
    // A backend ends a moment after it was asked to.
    while end() > 0 {
        thread::sleep(Duration::from_millis(5));
    }
}

/// Ends what is left of the connections of a queue, if anything is.
fn end_all(schema: &PostgresSchema) {
    let query =
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = $1";
    while schema.client().query_one(query, &[&schema.name]).unwrap().get::<_, i64>(0) > 0 {
        thread::sleep(Duration::from_millis(5));
    }
}

/// A queue whose connections bear the name of the schema.
fn named(schema: &PostgresSchema) -> Postgres {
    let url = format!("{}&application_name={}", schema.url(), schema.name);
    Postgres::open(&url.parse().unwrap()).unwrap()
}

#[test]
fn a_call_fails_when_the_server_was_away_and_the_next_one_works() {
    let Some(schema) = PostgresSchema::new() else { return };
    let queue = named(&schema);
    add(&queue, 2);
    let claims = claim(&queue, "w", 1);
    end_connections(&schema);
    let problem = queue.enqueue(&[request(3)]).unwrap_err();
    assert_eq!(problem.code, codes::QUEUE_UNAVAILABLE);
    assert_eq!(queue.enqueue(&[request(3)]), Ok(1));
    assert_eq!(queue.intend("w", &[claims[0].held()], false), Ok(vec![true]));
    assert!(settle(&queue, "w", claims[0].held(), Ended::Done));
}

#[test]
fn a_worker_whose_connections_were_cut_is_alive_again_when_it_looks_for_work() {
    let Some(schema) = PostgresSchema::new() else { return };
    let (queue, other) = (named(&schema), schema.open());
    add(&queue, 2);
    let claims = claim(&queue, "w", 1);
    queue.intend("w", &[claims[0].held()], false).unwrap();
    end_connections(&schema);
    while queue.recover().is_err() {}
    assert_eq!(other.recover(), Ok(vec![]));
    assert!(settle(&queue, "w", claims[0].held(), Ended::Done));
}

#[test]
fn a_waiting_worker_learns_that_the_server_went_away() {
    let Some(schema) = PostgresSchema::new() else { return };
    let queue = named(&schema);
    queue.wait(Duration::from_millis(10)).unwrap();
    thread::scope(|scope| {
        let waiting = scope.spawn(|| queue.wait(Duration::from_secs(20)));
        thread::sleep(Duration::from_millis(200));
        end_connections(&schema);
        let problem = waiting.join().unwrap().unwrap_err();
        assert_eq!(problem.code, codes::QUEUE_UNAVAILABLE);
    });
    queue.wait(Duration::from_millis(10)).unwrap();
}

#[test]
fn a_file_with_the_url_may_be_replaced_while_the_queue_is_open() {
    let Some(schema) = PostgresSchema::new() else { return };
    let role = |letter: char| format!("{}_{letter}", schema.name);
    let run = |sql: &str| schema.client().batch_execute(sql).unwrap();
    run(&format!("CREATE ROLE {} LOGIN SUPERUSER PASSWORD 'a'", role('a')));
    let file = tempfile::NamedTempFile::new().unwrap();
    let write = |letter: char| {
        let (scheme, rest) =
            schema.url().split_once("://").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
        let place = rest.rsplit_once('@').map_or(rest.as_str(), |(_, place)| place);
        let url = format!(
            "{scheme}://{}:{letter}@{place}&application_name={}\n",
            role(letter),
            schema.name
        );
        std::fs::write(file.path(), url).unwrap();
    };
    write('a');
    let queue = Postgres::open_source(DatabaseSource::file(file.path()).unwrap()).unwrap();
    assert_eq!(queue.enqueue(&[request(1)]), Ok(1));
    run(&format!(
        "ALTER ROLE {} RENAME TO {b}; ALTER ROLE {b} PASSWORD 'b'",
        role('a'),
        b = role('b')
    ));
    // What is connected stays so.
    assert_eq!(queue.enqueue(&[request(2)]), Ok(1));
    end_connections(&schema);
    for _ in 0..2 {
        let problem = queue.enqueue(&[request(3)]).unwrap_err();
        assert_eq!(problem.code, codes::QUEUE_UNAVAILABLE);
    }
    write('b');
    assert_eq!(queue.enqueue(&[request(3)]), Ok(1));
    drop(queue);
    end_all(&schema);
    schema.drop_tables().unwrap();
    let drop = format!("DROP ROLE {}", role('b'));
    postgres::Client::connect(&schema.server, postgres::NoTls)
        .unwrap()
        .batch_execute(&drop)
        .unwrap();
}

#[test]
fn many_may_make_the_tables_at_once() {
    let Some(schema) = PostgresSchema::new() else { return };
    thread::scope(|scope| {
        for number in 1..=6 {
            let schema = &schema;
            scope.spawn(move || schema.open().enqueue(&[request(number)]).unwrap());
        }
    });
    assert_eq!(schema.open().list(&Default::default()).unwrap().len(), 6);
}

#[test]
fn tables_of_another_version_are_refused_and_left_alone() {
    let Some(schema) = PostgresSchema::new() else { return };
    drop(schema.open());
    schema.client().batch_execute("UPDATE schema_version SET version = 99").unwrap();
    let problem = Postgres::open(&schema.url().parse().unwrap()).err().unwrap();
    assert_eq!(problem.code, codes::QUEUE_UNAVAILABLE);
    assert!(problem.message.contains("has version 99"), "{problem}");
}

#[test]
fn tables_from_before_the_archive_get_its_column() {
    let Some(schema) = PostgresSchema::new() else { return };
    drop(schema.open());
    let back = "DROP INDEX log_archived; ALTER TABLE log DROP COLUMN archive; \
                UPDATE schema_version SET version = 1";
    schema.client().batch_execute(back).unwrap();
    let archived = LogEntry { archive: Some("ab/cd/x".to_owned()), ..entry(2, 20) };
    schema.open().log(&[entry(1, 10), archived.clone()]).unwrap();
    let filter = LogFilter { archived: true, ..LogFilter::default() };
    let mut found = Vec::new();
    schema
        .open()
        .read_log(&filter, &mut |entry| {
            found.push(entry);
            true
        })
        .unwrap();
    assert_eq!(found, [archived]);
}

#[test]
fn schemas_do_not_see_each_other() {
    let (Some(one), Some(two)) = (PostgresSchema::new(), PostgresSchema::new()) else { return };
    let (queue, other) = (one.open(), two.open());
    add(&*queue, 1);
    assert_eq!(claim(&*other, "w", 1), []);
    assert_eq!(claim(&*queue, "w", 1)[0].request.id, Uuid::from_u128(1));
    assert_eq!(other.recover(), Ok(vec![]));
    assert_eq!(get(&*queue, 1).worker.as_deref(), Some("w"));
}

#[test]
fn texts_with_nul_can_be_reported() {
    let Some(schema) = PostgresSchema::new() else { return };
    let queue = schema.open();
    add(&*queue, 1);
    let claims = claim(&*queue, "w", 1);
    let ended = Ended::Error { code: "mailRefused".to_owned(), message: "a\0b".to_owned() };
    assert!(settle(&*queue, "w", claims[0].held(), ended));
    assert_eq!(get(&*queue, 1).error_message.as_deref(), Some("a\u{fffd}b"));
}

#[test]
fn a_certificate_of_an_unknown_authority_is_refused() {
    let Some(schema) = PostgresSchema::new() else { return };
    let on: String = schema.client().query_one("SHOW ssl", &[]).unwrap().get(0);
    let url = format!("{}&sslmode=require", schema.url());
    let problem = Postgres::open(&url.parse().unwrap()).err().unwrap();
    assert_eq!(problem.code, codes::QUEUE_UNAVAILABLE);
    let reason = if on == "on" { "invalid peer certificate" } else { "does not support TLS" };
    assert!(problem.message.contains(reason), "{problem}");
}
