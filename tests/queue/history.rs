//! Reads of commands in a long history, counted by the server: rows read one after the other, and entries of indexes.

use std::thread;
use std::time::{Duration, SystemTime};

use postgres::Client;
use reportctl::delivery::queue::{BatchRecord, Filter, LogFilter, Queue, Status};
use uuid::Uuid;

use super::fixture::{Database, PostgresSchema, log, request};
use super::scale::add_history;

/// Finished requests, which ended over the last 30 days.
const ROWS: i64 = 60_000;
/// Most rows and entries that a command may read beside those that it is about.
const MOST: i64 = 2_000;
const DAY: i64 = 86_400_000;

/// Rows that were read one after the other, and entries of indexes, in the schema.
fn read(client: &mut Client, schema: &str) -> i64 {
    let query = "SELECT (SELECT sum(seq_tup_read) FROM pg_stat_user_tables WHERE schemaname = $1)::int8 \
                 + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE schemaname = $1)::int8";
    client.query_one(query, &[&schema]).unwrap().get(0)
}

/// Calls `work` with a queue of its own, and returns how much that read. A connection reports it when it ends.
fn reads<T>(
    schema: &PostgresSchema,
    client: &mut Client,
    work: impl FnOnce(&dyn Queue) -> T,
) -> (i64, T) {
    let before = settled(client, &schema.name);
    let queue = schema.open();
    let result = work(&*queue);
    drop(queue);
    (settled(client, &schema.name) - before, result)
}

/// [`read`], when it does not change any more.
fn settled(client: &mut Client, schema: &str) -> i64 {
    let mut last = read(client, schema);
    loop {
        thread::sleep(Duration::from_millis(300));
        let now = read(client, schema);
        if now == last {
            return now;
        }
        last = now;
    }
}

#[test]
fn commands_do_not_read_the_history() {
    let Some(schema) = PostgresSchema::new() else { return };
    let queue = schema.open();
    let mut client = schema.client();
    add_history(&schema, ROWS);
    let of_batches = "INSERT INTO batches (tenant, key, template, letter, origin, created_at) \
                      SELECT '', 'old-' || g, 'invoice', '{}', 'rows', 0 FROM generate_series(0, 59) AS g; \
                      UPDATE requests SET batch = (SELECT min(number) FROM batches) + number % 60";
    client.batch_execute(of_batches).unwrap();
    for batch in 0..40 {
        let key = format!("batch-{batch}");
        let origin = Some("rows".to_owned());
        queue
            .begin_batch(&BatchRecord { key: key.clone(), origin, ..BatchRecord::default() })
            .unwrap();
        let rows: Vec<_> = (0..5)
            .map(|number| {
                let mut row = request(batch * 5 + number);
                row.id = Uuid::from_u128((1 << 100) + batch * 5 + number);
                row.batch = Some(key.clone());
                row
            })
            .collect();
        queue.enqueue(&rows).unwrap();
    }
    drop(queue);
    for table in ["requests", "log", "batches"] {
        client.batch_execute(&format!("VACUUM ANALYZE {table}")).unwrap();
    }
    let now = i64::try_from(SystemTime::UNIX_EPOCH.elapsed().unwrap().as_millis()).unwrap();
    let any = Filter::default;

    let (few, depth) = reads(&schema, &mut client, |queue| queue.depth(None).unwrap());
    assert_eq!(depth.pending, 200);
    assert!(few < MOST, "depth: {few}");

    let pending = Filter { status: Some(Status::Pending), ..any() };
    let (few, counts) = reads(&schema, &mut client, |queue| queue.summary(&pending).unwrap());
    assert_eq!((counts.pending, counts.done), (200, 0));
    assert!(few < MOST, "summary of what waits: {few}");

    let newest = Filter { limit: Some(1000), ..any() };
    let (few, counts) = reads(&schema, &mut client, |queue| queue.summary(&newest).unwrap());
    assert_eq!((counts.pending, counts.done), (200, 800));
    assert!(few < MOST, "summary of the newest: {few}");

    let of_batch =
        Filter { tenant: Some(String::new()), batch: Some("batch-7".to_owned()), ..any() };
    let (few, counts) = reads(&schema, &mut client, |queue| queue.summary(&of_batch).unwrap());
    assert_eq!(counts.pending, 5);
    assert!(few < MOST, "summary of a batch: {few}");

    let (few, batches) =
        reads(&schema, &mut client, |queue| queue.batches(None, Some(20)).unwrap());
    assert_eq!(batches.len(), 20);
    assert!(batches.iter().all(|batch| batch.rows.pending == 5), "{batches:?}");
    assert!(few < MOST, "batches: {few}");

    let one = LogFilter { request: Some(Uuid::from_u128(123)), ..LogFilter::default() };
    let (few, found) = reads(&schema, &mut client, |queue| log(queue, &one));
    assert_eq!(found.len(), 1);
    assert!(few < MOST, "log of a request: {few}");

    // Before the server has statistics, as after a large batch, too: `archive verify` asks for each document.
    let forget = "SET allow_system_table_mods = on; DELETE FROM pg_statistic WHERE starelid IN \
                  (SELECT relid FROM pg_stat_user_tables WHERE schemaname = current_schema() AND relname LIKE 'log%')";
    client.batch_execute(forget).unwrap();
    let archived = LogFilter { archived: true, ..one };
    let (few, found) = reads(&schema, &mut client, |queue| log(queue, &archived));
    assert_eq!(found.len(), 0);
    assert!(few < MOST, "archived documents of a request: {few}");

    // Half a day of thirty.
    let half = usize::try_from(ROWS / 60).unwrap();
    let recent = Filter { created_since: Some(now - DAY / 2), limit: Some(50_000), ..any() };
    let (few, found) = reads(&schema, &mut client, |queue| queue.list(&recent).unwrap().len());
    assert!(found.abs_diff(half + 200) < 20, "{found}");
    assert!(few < MOST * 4, "a list since half a day: {few}");

    let old = Filter { created_before: Some(now - 30 * DAY + DAY / 2), ..any() };
    let (few, purged) = reads(&schema, &mut client, |queue| queue.purge(&old).unwrap());
    assert!(purged.abs_diff(half) < 20, "{purged}");
    // Rows, their entries in an index, and those of their data; the history is fifteen times as much at least.
    assert!(few < MOST * 6, "purge: {few}");

    let age = Duration::from_millis(u64::try_from(30 * DAY - DAY).unwrap());
    let (few, gone) = reads(&schema, &mut client, |queue| queue.forget(age, usize::MAX).unwrap());
    assert!(gone.abs_diff(half) < 20, "{gone}");
    assert!(few < MOST * 6, "forget: {few}");
}
