//! Partitions of the log and of the data of delivered requests.

use std::thread;
use std::time::{Duration, SystemTime};

use postgres::Client;
use reportctl::delivery::queue::postgres::Postgres;
use reportctl::delivery::queue::{Administration, Ended, Filter, LogFilter, Queue};

use super::fixture::{
    Database, PostgresSchema, add, claim, entry, error, get, log, request, settle,
};

const DAY: i64 = 86_400_000;
/// Drops the partitions of the log for days to come.
const DROP_LOG: &str = "DO $$DECLARE one text; BEGIN FOR one IN SELECT c.relname FROM pg_inherits i \
    JOIN pg_class c ON c.oid = i.inhrelid WHERE inhparent = to_regclass('log') \
    AND c.relname NOT IN ('log_before', 'log_other') \
    LOOP EXECUTE 'DROP TABLE ' || one; END LOOP; END$$";

/// Milliseconds since 1970.
fn now() -> i64 {
    i64::try_from(SystemTime::UNIX_EPOCH.elapsed().unwrap().as_millis()).unwrap()
}

fn count(client: &mut Client, table: &str) -> i64 {
    client.query_one(&format!("SELECT count(*) FROM {table}"), &[]).unwrap().get(0)
}

/// Days from now until the last partition of a table ends.
fn ahead(client: &mut Client, table: &str) -> i64 {
    let query = "SELECT max(substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \\(''(\\d+)''')::int8) \
                 FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid \
                 WHERE inhparent = to_regclass($1::text)";
    (client.query_one(query, &[&table]).unwrap().get::<_, i64>(0) - now()) / DAY
}

/// Three requests: two delivered, the third failed.
fn ended(queue: &dyn Queue) {
    add(queue, 3);
    let claims = claim(queue, "w", 3);
    assert!(settle(queue, "w", claims[0].held(), Ended::Done));
    assert!(settle(queue, "w", claims[1].held(), Ended::Done));
    assert!(settle(queue, "w", claims[2].held(), error("mailRefused")));
}

#[test]
fn data_of_delivered_requests_is_apart_and_read_as_before() {
    let Some(schema) = PostgresSchema::new() else { return };
    let (queue, mut client) = (schema.open(), schema.client());
    ended(&*queue);
    assert_eq!((count(&mut client, "request_data"), count(&mut client, "finished_data")), (1, 2));
    assert_eq!(count(&mut client, "finished_data_other"), 0);
    for number in 1..=3 {
        let row = get(&*queue, number);
        assert_eq!((row.request.data, row.erased), (request(number).data, false));
    }
    assert!(queue.list(&Filter::default()).unwrap().iter().all(|row| !row.erased));
    let first = Filter { ids: vec![get(&*queue, 1).request.id], ..Filter::default() };
    assert_eq!(queue.purge(&first), Ok(1));
    assert_eq!(count(&mut client, "finished_data"), 1, "a deleted request leaves no data");
}

#[test]
fn data_of_days_that_are_over_is_dropped_with_their_partition() {
    let Some(schema) = PostgresSchema::new() else { return };
    let (queue, mut client) = (schema.open(), schema.client());
    ended(&*queue);
    let today = now() - now() % DAY;
    let (from, to) = (today - 40 * DAY, today - 39 * DAY);
    client
        .batch_execute(&format!(
            "CREATE TABLE finished_data_old (LIKE finished_data INCLUDING DEFAULTS); \
             ALTER TABLE finished_data ATTACH PARTITION finished_data_old FOR VALUES FROM ({from}) TO ({to}); \
             UPDATE requests SET processed_at = {from} + 5 WHERE email LIKE 'customer1@%'; \
             UPDATE finished_data SET processed_at = {from} + 5 \
             WHERE number = (SELECT min(number) FROM finished_data)"
        ))
        .unwrap();
    assert_eq!((count(&mut client, "finished_data_old"), get(&*queue, 1).erased), (1, false));
    queue.erase(Duration::from_secs(39 * 86_400)).unwrap();
    let is_there = "SELECT to_regclass('finished_data_old') IS NOT NULL";
    assert!(!client.query_one(is_there, &[]).unwrap().get::<_, bool>(0));
    for (number, is_erased) in [(1, true), (2, false), (3, false)] {
        let row = get(&*queue, number);
        assert_eq!((row.erased, row.request.data.is_empty()), (is_erased, is_erased), "{number}");
    }
    thread::sleep(Duration::from_millis(5));
    assert_eq!(queue.erase(Duration::ZERO), Ok(2), "the day that is not over, and the failed one");
    assert!(get(&*queue, 2).erased && get(&*queue, 3).erased);
}

#[test]
fn a_partition_that_somebody_reads_is_dropped_later() {
    let Some(schema) = PostgresSchema::new() else { return };
    let (queue, mut client) = (schema.open(), schema.client());
    client
        .batch_execute(&format!(
            "CREATE TABLE finished_data_old (LIKE finished_data INCLUDING DEFAULTS); \
             ALTER TABLE finished_data ATTACH PARTITION finished_data_old FOR VALUES FROM (0) TO ({DAY})"
        ))
        .unwrap();
    let is_there = "SELECT to_regclass('finished_data_old') IS NOT NULL";
    let mut reader = schema.client();
    reader.batch_execute("BEGIN; SELECT count(*) FROM finished_data_old").unwrap();
    queue.erase(Duration::from_secs(86_400)).unwrap();
    assert!(client.query_one(is_there, &[]).unwrap().get::<_, bool>(0));
    reader.batch_execute("COMMIT").unwrap();
    queue.erase(Duration::from_secs(86_400)).unwrap();
    assert!(!client.query_one(is_there, &[]).unwrap().get::<_, bool>(0));
}

#[test]
fn partitions_are_made_for_days_to_come_and_take_what_none_took_before() {
    let Some(schema) = PostgresSchema::new() else { return };
    let mut client = schema.client();
    drop(schema.open());
    for table in ["log", "finished_data"] {
        assert!(ahead(&mut client, table) >= 13, "{table}");
    }
    // As if no process had run for days.
    client.batch_execute(DROP_LOG).unwrap();
    let queue = schema.open();
    let ahead_of_all = now() + 5 * DAY;
    queue.log(&[entry(1, ahead_of_all), entry(2, 5)]).unwrap();
    assert_eq!((count(&mut client, "log_other"), count(&mut client, "log_before")), (1, 1));
    claim(&*queue, "w", 1);
    assert_eq!(count(&mut client, "log_other"), 0, "a partition of its own");
    assert!(ahead(&mut client, "log") >= 13);
    assert_eq!(log(&*queue, &LogFilter::default()), [entry(2, 5), entry(1, ahead_of_all)]);
}

#[test]
fn a_user_who_may_not_change_tables_works_without_new_partitions() {
    let Some(schema) = PostgresSchema::new() else { return };
    drop(schema.open());
    let mut client = schema.client();
    let role = format!("{}_user", schema.name);
    client
        .batch_execute(&format!(
            "CREATE ROLE {role} LOGIN PASSWORD 'x'; GRANT USAGE ON SCHEMA {name} TO {role}; \
             GRANT ALL ON ALL TABLES IN SCHEMA {name} TO {role}; \
             GRANT ALL ON ALL SEQUENCES IN SCHEMA {name} TO {role}; {DROP_LOG}",
            name = schema.name,
        ))
        .unwrap();
    let (scheme, place) =
        schema.url().split_once("://").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    let place = place.rsplit_once('@').map_or(place.as_str(), |(_, place)| place).to_owned();
    let url = format!("{scheme}://{role}:x@{place}").parse().unwrap();
    let queue = Postgres::open(&url).unwrap();
    ended(&queue);
    thread::sleep(Duration::from_millis(5));
    assert_eq!(queue.erase(Duration::ZERO), Ok(3));
    drop(queue);
    client.batch_execute(&format!("DROP OWNED BY {role}; DROP ROLE {role}")).unwrap();
}
