//! Rows and entries of the log that are deleted because of their age.

use std::thread;
use std::time::{Duration, SystemTime};

use reportctl::delivery::queue::sqlite::Sqlite;
use reportctl::delivery::queue::{
    Administration, BatchRecord, DeliveryLog, Ended, Filter, LogFilter, Status,
};
use uuid::Uuid;

use super::fixture::{
    Database, PostgresSchema, SqliteFolder, add, claim, entry, error, get, log, request, settle,
};

const DAY: i64 = 86_400_000;

/// Milliseconds since 1970.
fn now() -> i64 {
    i64::try_from(SystemTime::UNIX_EPOCH.elapsed().unwrap().as_millis()).unwrap()
}

/// Time in which what has ended becomes older than nothing.
fn pause() {
    thread::sleep(Duration::from_millis(5));
}

suite! {
    fn rows_that_ended_long_ago_are_forgotten_and_others_stay(database) {
        let queue = database.open();
        add(&*queue, 5);
        let claims = claim(&*queue, "w", 4);
        assert!(settle(&*queue, "w", claims[0].held(), Ended::Done));
        assert!(settle(&*queue, "w", claims[1].held(), error("mailRefused")));
        assert!(settle(&*queue, "w", claims[2].held(), error("deliveryUnknown")));
        assert_eq!(queue.log_since(), Ok(0));
        assert_eq!(queue.forget(Duration::from_secs(3600), usize::MAX), Ok(0), "too young");
        let hour_ago = queue.log_since().unwrap();
        assert!((now() - hour_ago - 3_600_000).abs() < 60_000, "{hour_ago}");
        pause();
        assert_eq!(queue.forget(Duration::ZERO, usize::MAX), Ok(3));
        assert_eq!(queue.forget(Duration::ZERO, usize::MAX), Ok(0));
        let left: Vec<_> = queue.list(&Filter::default()).unwrap();
        let left: Vec<_> = left.iter().map(|row| row.request.id.as_u128()).collect();
        assert_eq!(left, [5, 4], "held, and waiting");
        // It does not fall.
        let raised = queue.log_since().unwrap();
        assert!(raised > hour_ago);
        queue.forget(Duration::from_secs(7200), usize::MAX).unwrap();
        assert!(queue.log_since().unwrap() >= raised);
        assert!(settle(&*queue, "w", claims[3].held(), Ended::Done));
        assert_eq!(queue.enqueue(&[request(1)]), Ok(1), "its id is free again");
        assert_eq!(get(&*queue, 1).status, Status::Pending);
    }

    fn thousands_are_forgotten_in_chunks(database) {
        const ROWS: u128 = 1700;
        let queue = database.open();
        add(&*queue, ROWS);
        assert_eq!(queue.cancel(&Filter { limit: Some(1600), ..Filter::default() }), Ok(1600));
        pause();
        let some = queue.forget(Duration::ZERO, 600).unwrap();
        assert!((600..1600).contains(&some), "{some}");
        assert_eq!(queue.forget(Duration::ZERO, usize::MAX), Ok(1600 - some));
        let left = queue.list(&Filter::default()).unwrap();
        assert_eq!(left.len(), 100, "those that wait");
    }

    fn batches_of_people_stay_and_those_of_send_go(database) {
        let queue = database.open();
        let own = format!("send-{}", Uuid::from_u128(7));
        let rows = [("march", 1), (own.as_str(), 2), (own.as_str(), 3)];
        let rows = rows.map(|(key, number)| {
            let mut row = request(number);
            row.batch = Some(key.to_owned());
            row
        });
        queue
            .begin_batch(&BatchRecord {
                key: "march".to_owned(),
                origin: Some("rows".to_owned()),
                ..BatchRecord::default()
            })
            .unwrap();
        queue.enqueue(&rows).unwrap();
        let claims = claim(&*queue, "w", 2);
        for claim in &claims {
            assert!(settle(&*queue, "w", claim.held(), Ended::Done));
        }
        pause();
        assert_eq!(queue.forget(Duration::ZERO, usize::MAX), Ok(2));
        assert!(queue.batch("", &own).unwrap().is_some(), "a row of it waits");
        let claims = claim(&*queue, "w", 2);
        assert!(settle(&*queue, "w", claims[0].held(), Ended::Done));
        pause();
        assert_eq!(queue.forget(Duration::ZERO, usize::MAX), Ok(1));
        assert_eq!(queue.batch("", &own), Ok(None));
        assert!(queue.batch("", "march").unwrap().is_some());
    }
}

#[test]
fn sqlite_deletes_entries_of_the_log_by_their_time() {
    let folder = SqliteFolder::new();
    let queue = Sqlite::open(folder.folder.path()).unwrap();
    let young = now() - 1000;
    let old: Vec<_> = (0..1200).map(|number| entry(number, 5)).collect();
    queue.log(&old).unwrap();
    queue.log(&[entry(2000, young)]).unwrap();
    queue.forget(Duration::from_secs(60), usize::MAX).unwrap();
    assert_eq!(log(&queue, &LogFilter::default()), [entry(2000, young)]);
}

#[test]
fn postgres_drops_days_of_the_log_and_deletes_what_no_day_took() {
    let Some(schema) = PostgresSchema::new() else { return };
    let (queue, mut client) = (schema.open(), schema.client());
    add(&*queue, 2);
    let claims = claim(&*queue, "w", 2);
    assert!(settle(&*queue, "w", claims[0].held(), Ended::Done));
    assert!(settle(&*queue, "w", claims[1].held(), Ended::Done));
    let end = now() - now() % DAY - 39 * DAY;
    client
        .batch_execute(&format!(
            "ALTER TABLE log DETACH PARTITION log_before; \
             ALTER TABLE log ATTACH PARTITION log_before FOR VALUES FROM (MINVALUE) TO ({end}); \
             UPDATE finished_data SET processed_at = {end} - 5 \
             WHERE number = (SELECT min(number) FROM requests); \
             UPDATE requests SET created_at = {end} - 9, processed_at = {end} - 5 \
             WHERE number = (SELECT min(number) FROM requests)"
        ))
        .unwrap();
    let recent = now();
    queue
        .log(&[entry(1, end - DAY), entry(2, end), entry(3, end + 2 * DAY), entry(4, recent)])
        .unwrap();
    let count = |client: &mut postgres::Client, table: &str| -> i64 {
        client.query_one(&format!("SELECT count(*) FROM {table}"), &[]).unwrap().get(0)
    };
    assert_eq!((count(&mut client, "log_before"), count(&mut client, "log_other")), (1, 3));
    pause();
    assert_eq!(queue.forget(Duration::from_secs(39 * 86_400), usize::MAX), Ok(2));
    let is_there = "SELECT to_regclass('log_before') IS NOT NULL";
    assert!(!client.query_one(is_there, &[]).unwrap().get::<_, bool>(0));
    assert_eq!(log(&*queue, &LogFilter::default()), [entry(3, end + 2 * DAY), entry(4, recent)]);
    assert_eq!((count(&mut client, "requests"), count(&mut client, "finished_data")), (1, 1));
}
