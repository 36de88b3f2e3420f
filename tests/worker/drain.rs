//! `worker --once` and `worker --batch`: what they work on, what they say, and what they erase.

use reportctl::delivery::queue::{BatchRecord, Filter, NewRequest, Queue, Status};

use super::fixture::{MailFixture, invoice, request};

/// Adds rows of a batch.
fn add_batch(queue: &dyn Queue, key: &str, numbers: std::ops::Range<usize>) {
    queue
        .begin_batch(&BatchRecord {
            tenant: String::new(),
            key: key.to_owned(),
            template: "invoice".to_owned(),
            mail: Default::default(),
            created_at: 0,
            origin: None,
            report_date: None,
        })
        .unwrap();
    let rows: Vec<_> = numbers
        .map(|number| {
            let mut row = request(number);
            row.batch = Some(key.to_owned());
            row
        })
        .collect();
    queue.enqueue(&rows).unwrap();
}

fn of_a_batch(fixture: &MailFixture) {
    let queue = fixture.queue();
    add_batch(&*queue, "march", 0..20);
    add_batch(&*queue, "april", 20..40);
    fixture.add(40..50);
    let output = fixture.run(&["worker", "--batch", "april"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("delivered 20, failed 0"), "{said}");
    for row in fixture.rows() {
        let is_april = row.request.batch.as_deref() == Some("april");
        assert_eq!(row.status == Status::Done, is_april, "{row:?}");
    }
    assert_eq!((fixture.audit().done, fixture.audit().pending), (20, 30));
    // Batches of one key are one for the commands of the queue, whatever their tenants.
    for (number, tenant) in [(50, "acme"), (51, "other")] {
        let (tenant, batch) = (tenant.to_owned(), Some("june".to_owned()));
        std::fs::create_dir_all(fixture.project.path(&format!("templates/{tenant}"))).unwrap();
        fixture.file(&format!("templates/{tenant}/invoice.json"), &invoice("Invoice"));
        queue.enqueue(&[NewRequest { tenant, batch, ..request(number) }]).unwrap();
    }
    let output = fixture.run(&["worker", "--batch", "june"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("delivered 2, failed 0"), "{said}");
    let output = fixture.run(&["worker", "--batch", "may"]);
    assert_eq!(output.status.code(), Some(4));
    assert!(String::from_utf8_lossy(&output.stderr).contains("there is no batch `may`"));
}

#[test]
fn a_worker_of_a_batch_leaves_all_other_rows_alone_on_sqlite() {
    of_a_batch(&MailFixture::new());
}

#[test]
fn a_worker_of_a_batch_leaves_all_other_rows_alone_on_postgres() {
    if let Some(fixture) = MailFixture::on_postgres() {
        of_a_batch(&fixture);
    }
}

#[test]
fn a_quiet_worker_still_reports_what_failed() {
    let fixture = MailFixture::new();
    let queue = fixture.queue();
    let mut bad = request(2);
    bad.data = r#"{"number": "\ue000"}"#.to_owned();
    queue.enqueue(&[request(1), bad]).unwrap();
    let output = fixture.run(&["worker", "--once", "--quiet"]);
    assert_eq!(output.status.code(), Some(6));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.starts_with("error: not sent to 2@example.com: "), "{said}");
    assert!(said.contains("error: 1 of 2 requests failed"), "{said}");
    let output = fixture.run(&["worker", "--once", "--quiet"]);
    assert!(output.status.success() && output.stderr.is_empty());
}

/// Data older than `keepDataDays` is erased by every drain; that of newer rows and of rows that
/// wait is kept, and so is what the log says.
fn erases(fixture: &MailFixture, make_older: impl Fn(&str)) {
    fixture.settings(60, "keepDataDays: 2\n");
    fixture.add(0..2);
    assert!(fixture.run(&["worker", "--once"]).status.success());
    let rows = fixture.rows();
    assert!(rows.iter().all(|row| !row.erased));
    // The first ended three days ago.
    make_older(&rows[1].request.email);
    let mut later = request(2);
    later.template = "missing".to_owned();
    fixture.queue().enqueue(&[later]).unwrap();
    assert_eq!(fixture.run(&["worker", "--once"]).status.code(), Some(6));
    let queue = fixture.queue();
    for row in queue.list(&Filter::default()).unwrap() {
        let whole = queue.get("", row.request.id).unwrap().unwrap();
        let is_old = row.request.id == rows[1].request.id;
        assert_eq!((whole.erased, whole.request.data.is_empty()), (is_old, is_old), "{whole:?}");
    }
    assert_eq!(fixture.log().len(), 3);
}

const OLDER: &str = "UPDATE requests SET processed_at = processed_at - 3 * 86400000 WHERE email = ";

#[test]
fn data_of_rows_that_ended_long_ago_is_erased_on_sqlite() {
    let fixture = MailFixture::new();
    let path = fixture.project.path(".reportctl/state.db");
    erases(&fixture, |email| {
        let database = rusqlite::Connection::open(&path).unwrap();
        assert_eq!(database.execute(&format!("{OLDER} ?1"), (email,)).unwrap(), 1);
    });
}

#[test]
fn data_of_rows_that_ended_long_ago_is_erased_on_postgres() {
    let Some(fixture) = MailFixture::on_postgres() else { return };
    erases(&fixture, |email| {
        let mut client = fixture.client();
        let data = "UPDATE finished_data SET processed_at = processed_at - 3 * 86400000 \
                    WHERE number = (SELECT number FROM requests WHERE email = $1)";
        assert_eq!(client.execute(data, &[&email]).unwrap(), 1);
        assert_eq!(client.execute(&format!("{OLDER} $1"), &[&email]).unwrap(), 1);
    });
}

/// Requests older than `keepLogDays` are deleted by every drain, with what the log has of them.
fn forgets(fixture: &MailFixture, make_older: impl Fn(&str)) {
    fixture.settings(60, "keepLogDays: 2\n");
    fixture.add(0..2);
    assert!(fixture.run(&["worker", "--once"]).status.success());
    // The first ended three days ago.
    make_older("0@example.com");
    let mut later = request(2);
    later.template = "missing".to_owned();
    fixture.queue().enqueue(&[later]).unwrap();
    assert_eq!(fixture.run(&["worker", "--once"]).status.code(), Some(6));
    let mut left: Vec<_> = fixture.rows().into_iter().map(|row| row.request.email).collect();
    left.sort();
    assert_eq!(left, ["1@example.com", "2@example.com"]);
    let mut logged: Vec<_> = fixture.log().into_iter().map(|entry| entry.recipient).collect();
    logged.sort();
    assert_eq!(logged, [Some("1@example.com".to_owned()), Some("2@example.com".to_owned())]);
}

const EARLIER: &str = "UPDATE requests SET created_at = created_at - 4 * 86400000, \
    processed_at = processed_at - 4 * 86400000 WHERE email = ";
const LOGGED_EARLIER: &str = "UPDATE log SET time = time - 4 * 86400000 WHERE recipient = ";

#[test]
fn requests_that_ended_long_ago_are_forgotten_on_sqlite() {
    let fixture = MailFixture::new();
    let path = fixture.project.path(".reportctl/state.db");
    forgets(&fixture, |email| {
        let database = rusqlite::Connection::open(&path).unwrap();
        for change in [EARLIER, LOGGED_EARLIER] {
            assert_eq!(database.execute(&format!("{change} ?1"), (email,)).unwrap(), 1);
        }
    });
}

#[test]
fn requests_that_ended_long_ago_are_forgotten_on_postgres() {
    let Some(fixture) = MailFixture::on_postgres() else { return };
    forgets(&fixture, |email| {
        let mut client = fixture.client();
        for change in [EARLIER, LOGGED_EARLIER] {
            assert_eq!(client.execute(&format!("{change} $1"), &[&email]).unwrap(), 1);
        }
        // A day of its own, as days are dropped.
        let day = "ALTER TABLE log DETACH PARTITION log_before; \
                   CREATE TABLE log_day (LIKE log INCLUDING DEFAULTS); \
                   WITH moved AS (DELETE FROM log_before WHERE time < (extract(epoch FROM now()) * 1000)::int8 - 3 * 86400000 RETURNING *) \
                   INSERT INTO log_day SELECT * FROM moved; \
                   DO $$DECLARE day int8 = (extract(epoch FROM now()) * 1000)::int8 / 86400000 * 86400000; BEGIN \
                   EXECUTE 'ALTER TABLE log ATTACH PARTITION log_day FOR VALUES FROM (MINVALUE) TO (' || day - 3 * 86400000 || ')'; \
                   EXECUTE 'ALTER TABLE log ATTACH PARTITION log_before FOR VALUES FROM (' || day - 3 * 86400000 || ') TO (' || day + 86400000 || ')'; \
                   END$$";
        client.batch_execute(day).unwrap();
    });
}
