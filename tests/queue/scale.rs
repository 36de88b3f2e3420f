//! A day of requests beside years of history, compressed: `REPORTCTL_TEST_SCALE_REQUESTS` requests in the
//! rhythm of a day, beside `REPORTCTL_TEST_SCALE_HISTORY` finished ones, by `REPORTCTL_TEST_SCALE_WORKERS`
//! workers. With `REPORTCTL_TEST_SCALE_OPEN=1` a transaction stays open all the while, so that the server
//! can remove no dead row. With `--nocapture` the test prints what it measured.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use postgres::{Client, NoTls};
use reportctl::delivery::queue::postgres::Postgres;
use reportctl::delivery::queue::{
    Administration, Claim, Ended, Intake, NewRequest, Queue, Settlement,
};
use uuid::Uuid;

use super::fixture::{LEASE, MAX_CRASHES, PostgresSchema, entry, request};
use crate::worker::fixture::number;

/// Parts of a day's requests by hour, as a back office has them: a peak at nine, one at fourteen, and
/// little at night.
const RHYTHM: [usize; 24] =
    [5, 3, 2, 2, 3, 8, 20, 60, 150, 250, 120, 70, 40, 60, 90, 50, 30, 15, 8, 5, 3, 2, 2, 2];
/// Rows of a claim.
const CLAIMED: usize = 32;
/// Requests that are added with one call.
const ADDED: usize = 64;

/// Rows of a history that one statement adds.
const ADDED_HISTORY: i64 = 1_000_000;

/// Finished requests and their entries of the log, `$2` to `$3` of `$1`, which ended over the last 30 days.
const HISTORY: &str = "WITH input AS ( \
        SELECT g, (extract(epoch from now()) * 1000)::int8 - ($1 - g) * (30 * 86400000::int8 / $1) AS time \
        FROM generate_series($2::int8, $3::int8) AS g \
    ), logged AS ( \
        INSERT INTO log (time, tenant, requested_by, request, attempt, template, template_hash, \
        data_hash, recipient, message_id, pages, bytes, sha256, engine, outcome, detail) \
        SELECT time, '', 'ana', lpad(to_hex(g), 32, '0')::uuid, 1, 'invoice', 'a1', 'd1', \
        'customer@example.com', 'm@example.com', 1, 12345, repeat('e', 64), '0.1.0', 'delivered', \
        '250 ok' FROM input \
    ) INSERT INTO requests (id, tenant, template, template_hash, data_hash, email, report_date, \
        requested_by, status, created_at, processed_at, attempts, fence, erased) \
    SELECT lpad(to_hex(g), 32, '0')::uuid, '', 'invoice', 'a1', 'd1', 'customer@example.com', 0, \
        'ana', 'done', time - 900, time, 1, 1, 1 FROM input";

/// Adds so many finished requests with their entries of the log. Two connections share the work.
pub(super) fn add_history(schema: &PostgresSchema, rows: i64) {
    let next = AtomicI64::new(1);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut client = schema.client();
                loop {
                    let first = next.fetch_add(ADDED_HISTORY, Ordering::SeqCst);
                    if first > rows {
                        break;
                    }
                    let last = rows.min(first + ADDED_HISTORY - 1);
                    client.execute(HISTORY, &[&rows, &first, &last]).unwrap();
                }
            });
        }
    });
    // As tables are that have grown for years.
    for table in ["requests", "log"] {
        schema.client().batch_execute(&format!("VACUUM ANALYZE {table}")).unwrap();
    }
}

/// Times of calls, in milliseconds, in the order in which they ended.
#[derive(Default)]
struct Times(Mutex<Vec<f64>>);

impl Times {
    fn of<T>(&self, work: impl FnOnce() -> T) -> T {
        let started = Instant::now();
        let result = work();
        self.0.lock().unwrap().push(started.elapsed().as_secs_f64() * 1e3);
        result
    }

    /// A line with percentiles of the first tenth, of the last tenth, and of all.
    fn line(&self, name: &str) -> String {
        let all = self.0.lock().unwrap();
        let tenth = (all.len() / 10).max(1);
        let percentiles = |part: &[f64]| {
            let mut sorted = part.to_vec();
            sorted.sort_by(f64::total_cmp);
            let at = |share: f64| sorted[((sorted.len() - 1) as f64 * share) as usize];
            format!("p50 {:.2} p99 {:.2} max {:.2}", at(0.5), at(0.99), at(1.0))
        };
        format!(
            "{name}: {} calls, ms: first tenth {}, last tenth {}, all {}",
            all.len(),
            percentiles(&all[..tenth]),
            percentiles(&all[all.len() - tenth..]),
            percentiles(&all)
        )
    }
}

fn settlement(claim: &Claim) -> Settlement {
    let number = claim.request.id.as_u128();
    let time = i64::try_from(number & 0xffff).unwrap() + 1_000_000_000_000;
    Settlement { row: claim.held(), ended: Ended::Done, log: Some(entry(number, time)) }
}

struct Measured {
    add: Times,
    claim: Times,
    intend: Times,
    settle: Times,
    sent: Mutex<Vec<Uuid>>,
    added: AtomicUsize,
}

/// A worker: claims, intends and settles until all was added and nothing is left.
fn work(queue: &dyn Queue, name: &str, measured: &Measured, is_over: &AtomicBool, requests: usize) {
    let mut sent = Vec::new();
    loop {
        let claims =
            measured.claim.of(|| queue.claim(name, None, CLAIMED, LEASE, MAX_CRASHES).unwrap());
        if claims.is_empty() {
            let mut all = measured.sent.lock().unwrap();
            all.append(&mut sent);
            if is_over.load(Ordering::SeqCst) && all.len() >= requests {
                break;
            }
            drop(all);
            queue.wait(Duration::from_millis(50)).unwrap();
            continue;
        }
        let held: Vec<_> = claims.iter().map(Claim::held).collect();
        let is_held = measured.intend.of(|| queue.intend(name, &held, false).unwrap());
        sent.extend(
            claims.iter().zip(is_held).filter(|(_, held)| *held).map(|(c, _)| c.request.id),
        );
        let settlements: Vec<_> = claims.iter().map(settlement).collect();
        measured.settle.of(|| queue.settle(name, &settlements).unwrap());
    }
}

/// Size of each table, and the number of its dead rows.
#[expect(clippy::print_stdout, reason = "the measurement")]
fn print_tables(client: &mut Client, name: &str, when: &str) {
    let query = "SELECT relname::text, pg_total_relation_size(relid) / 1048576, n_live_tup, n_dead_tup, \
                 autovacuum_count FROM pg_stat_user_tables WHERE schemaname = $1 \
                 AND pg_total_relation_size(relid) > 1048576 ORDER BY 2 DESC LIMIT 12";
    println!("tables {when}: MB, live, dead, vacuums");
    for row in client.query(query, &[&name]).unwrap() {
        let (table, size): (String, i64) = (row.get(0), row.get(1));
        let (live, dead, vacuums): (i64, i64, i64) = (row.get(2), row.get(3), row.get(4));
        println!("  {table:28} {size:>7} {live:>9} {dead:>9} {vacuums:>4}");
    }
}

#[expect(clippy::print_stdout, reason = "the measurement")]
#[test]
fn a_day_goes_through_beside_history() {
    let Some(schema) = PostgresSchema::new() else { return };
    let requests = number("REPORTCTL_TEST_SCALE_REQUESTS", 2000);
    let history = i64::try_from(number("REPORTCTL_TEST_SCALE_HISTORY", 20_000)).unwrap();
    let workers = number("REPORTCTL_TEST_SCALE_WORKERS", 2);
    let queue = Postgres::open(&schema.url().parse().unwrap()).unwrap();
    let mut client = schema.client();
    add_history(&schema, history);
    print_tables(&mut client, &schema.name, "before");
    // Nothing may depend on when the oldest transaction of the server began.
    let mut reader = Client::connect(&schema.server, NoTls).unwrap();
    if number("REPORTCTL_TEST_SCALE_OPEN", 0) > 0 {
        reader.batch_execute("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1").unwrap();
    }
    let measured = Measured {
        add: Times::default(),
        claim: Times::default(),
        intend: Times::default(),
        settle: Times::default(),
        sent: Mutex::default(),
        added: AtomicUsize::new(0),
    };
    let is_over = AtomicBool::new(false);
    let started = Instant::now();
    thread::scope(|scope| {
        for worker in 0..workers {
            let (measured, is_over, schema) = (&measured, &is_over, &schema);
            scope.spawn(move || {
                let queue = Postgres::open(&schema.url().parse().unwrap()).unwrap();
                work(&queue, &format!("scale-{worker}"), measured, is_over, requests);
            });
        }
        let day: usize = RHYTHM.iter().sum();
        let mut hours = 0;
        for (hour, part) in RHYTHM.iter().enumerate() {
            hours += part;
            let until = requests * hours / day;
            while measured.added.load(Ordering::SeqCst) < until {
                let from = measured.added.load(Ordering::SeqCst);
                let to = until.min(from + ADDED);
                let rows: Vec<NewRequest> = (from..to)
                    .map(|n| NewRequest {
                        id: Uuid::from_u128((1 << 100) + n as u128),
                        ..request(n as u128)
                    })
                    .collect();
                assert_eq!(measured.add.of(|| queue.enqueue(&rows).unwrap()), rows.len());
                measured.added.store(to, Ordering::SeqCst);
            }
            // The peaks pile up; the hours after them are for what is left.
            while *part < 50 && queue.depth(None).unwrap().pending > requests as u64 / 100 {
                thread::sleep(Duration::from_millis(10));
            }
            if hour % 6 == 5 && requests > 10_000 {
                println!("hour {hour}: {} s", started.elapsed().as_secs());
                print_tables(&mut client, &schema.name, &format!("at hour {hour}"));
            }
        }
        is_over.store(true, Ordering::SeqCst);
    });
    let took = started.elapsed();
    print_tables(&mut client, &schema.name, "at the end");
    drop(reader);
    println!(
        "{requests} requests beside {history} finished ones, {workers} workers: {:.1} s, {:.0} a second",
        took.as_secs_f64(),
        requests as f64 / took.as_secs_f64()
    );
    for (name, times) in [
        ("add 64", &measured.add),
        ("claim 32", &measured.claim),
        ("intend 32", &measured.intend),
        ("settle 32", &measured.settle),
    ] {
        println!("{}", times.line(name));
    }
    let mut sent = measured.sent.into_inner().unwrap();
    assert_eq!(sent.len(), requests, "each was sent");
    sent.sort_unstable();
    sent.dedup();
    assert_eq!(sent.len(), requests, "and none twice");
    let row = client.query_one("SELECT count(*) FROM requests WHERE status = 'done'", &[]).unwrap();
    assert_eq!(row.get::<_, i64>(0), history + requests as i64);
}
