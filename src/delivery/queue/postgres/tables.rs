//! The tables, made where there are none, and brought up to date.
//!
//! The version of the tables is `version.minor`. A program works with any minor version of the version that it knows,
//! newer ones included, and refuses another version. A step to a newer minor version therefore only adds what programs
//! of older ones need not know: their statements go on beside it. Steps are transactions under an advisory lock, taken
//! by the first program that needs them. They give up soon where others keep a table, and are tried at the next start;
//! the first of them, which this program cannot do without, is tried for a while.

use std::thread;
use std::time::Duration;

use postgres::error::SqlState;
use postgres::{Client, Transaction};

use super::{driver_error, partitions};
use crate::base::clock::DAY;
use crate::delivery::codes;
use crate::delivery::queue::error::Result;
use crate::delivery::queue::{ADD_ARCHIVE, other_version};
use engine::problem::Problem;

/// The version of the tables that this program reads and writes, without the minor version.
const SCHEMA_VERSION: i64 = 2;
/// The tables of version 2.0. A new database gets them too, and the steps after them.
const SCHEMA: &str = include_str!("schema.sql");
/// The step to version 2.1, which this program cannot do without.
const FINISHED_DATA: &str = include_str!("schema-2.1.sql");
/// The step to version 2.2: lists of a tenant that has few requests. `Conditions::number` has the same expression.
const OF_TENANT: &str =
    "CREATE INDEX IF NOT EXISTS requests_of_tenant ON requests (tenant, (number + 0))";

/// The step to version 2.4: the time since which nothing is missing in the log, and lists of the newest batches.
const LOG_RETENTION: &str = "CREATE TABLE log_retention (since bigint NOT NULL); \
    INSERT INTO log_retention VALUES (0); \
    CREATE INDEX batches_newest ON batches (created_at, number)";

/// Longest wait for a lock that keeps others waiting.
const IMPATIENT: &str = "SET LOCAL lock_timeout = '2s'";
/// Attempts to get the locks of a step that this program needs, and the pause between them, in which others work.
const ATTEMPTS: usize = 10;
const PAUSE: Duration = Duration::from_millis(500);

/// Several processes may do so at once: the first does it, the others wait. `settings` are those of a transaction.
pub(super) fn create_tables(client: &mut Client, schema: &str, settings: &str) -> Result<()> {
    let minor = create(client, schema, settings)?;
    let mut step = |minor, change: &dyn Fn(&mut Transaction<'_>) -> Result<(), postgres::Error>| {
        take_step(client, schema, settings, minor, change)
    };
    if minor < 1 {
        let mut attempts = 1;
        while !step(1, &|transaction| {
            transaction.batch_execute(FINISHED_DATA)?;
            partitions::FINISHED_DATA.make_ahead(transaction)
        })? {
            attempts += 1;
            if attempts > ATTEMPTS {
                return Err(held_table().into());
            }
            thread::sleep(PAUSE);
        }
    }
    if minor < 2 && !step(2, &|transaction| transaction.batch_execute(OF_TENANT))? {
        return Ok(());
    }
    if minor < 3 {
        if !bound_log(client, schema, settings)? {
            return Ok(());
        }
        if !take_step(client, schema, settings, 3, &partition_log)? {
            return Ok(());
        }
    }
    if minor < 4 && !take_step(client, schema, settings, 4, &|it| it.batch_execute(LOG_RETENTION))?
    {
        return Ok(());
    }
    if minor < 5 && index_log(client, schema, settings)? {
        take_step(client, schema, settings, 5, &|_| Ok(()))?;
    }
    Ok(())
}

/// Makes the index of the requests of the log, for version 2.5: one partition after the other, so that others write to
/// all but that one. `false` when a lock could not be had; what is done stays done.
fn index_log(client: &mut Client, schema: &str, settings: &str) -> Result<bool> {
    loop {
        let mut transaction = client.transaction()?;
        transaction.batch_execute(settings)?;
        lock(&mut transaction, schema)?;
        transaction.batch_execute(IMPATIENT)?;
        let step = index_partitions(&mut transaction).and_then(|is_whole| {
            transaction.commit()?;
            Ok(is_whole)
        });
        // A lock that could not be had is no reason to wait for it again now.
        match step {
            Ok(true) => return Ok(true),
            Ok(false) => {}
            Err(error) => return or_later(Err(error)),
        }
    }
}

/// Indexes the partitions without rows, and one with rows. Returns `true` when all are.
fn index_partitions(transaction: &mut Transaction<'_>) -> Result<bool, postgres::Error> {
    transaction.batch_execute("CREATE INDEX IF NOT EXISTS log_request ON ONLY log (request)")?;
    let left = "SELECT c.relname::text, pg_relation_size(c.oid) FROM pg_inherits i \
        JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = to_regclass('log') \
        AND NOT EXISTS (SELECT 1 FROM pg_index x JOIN pg_inherits p ON p.inhrelid = x.indexrelid \
            WHERE x.indrelid = c.oid AND p.inhparent = to_regclass('log_request')) \
        ORDER BY 2, 1";
    let left = transaction.query(left, &[])?;
    for row in &left {
        let (name, size): (String, i64) = (row.try_get(0)?, row.try_get(1)?);
        transaction.batch_execute(&format!(
            "CREATE INDEX {name}_request ON {name} (request); \
             ALTER INDEX log_request ATTACH PARTITION {name}_request"
        ))?;
        if size > 0 {
            return Ok(left.last().is_some_and(|last| last.get::<_, String>(0) == name));
        }
    }
    Ok(true)
}

/// Makes the tables of version 2.0 where there are none. Returns the minor version that is there.
fn create(client: &mut Client, schema: &str, settings: &str) -> Result<i64> {
    let mut transaction = client.transaction()?;
    transaction.batch_execute(settings)?;
    lock(&mut transaction, schema)?;
    // A user of the schema need not be allowed to create one.
    let there = "SELECT to_regnamespace($1) IS NOT NULL";
    if !transaction.query_one(there, &[&schema])?.try_get::<_, bool>(0)? {
        transaction.batch_execute(&format!("CREATE SCHEMA {schema}"))?;
    }
    let there = "SELECT to_regclass($1) IS NOT NULL";
    let table = format!("{schema}.schema_version");
    if !transaction.query_one(there, &[&table])?.try_get::<_, bool>(0)? {
        transaction.batch_execute("CREATE TABLE schema_version (version bigint NOT NULL)")?;
    }
    let version = transaction.query_opt("SELECT version FROM schema_version", &[])?;
    let version = version.map(|row| row.try_get::<_, i64>(0)).transpose()?;
    match version {
        Some(SCHEMA_VERSION) => {}
        Some(1) => transaction.batch_execute(ADD_ARCHIVE)?,
        Some(other) => return Err(other_version(other, SCHEMA_VERSION).into()),
        None => {
            transaction.batch_execute(SCHEMA)?;
            transaction.execute("INSERT INTO schema_version VALUES ($1)", &[&SCHEMA_VERSION])?;
        }
    }
    let minor = minor(&mut transaction)?;
    transaction.commit()?;
    Ok(minor)
}

fn held_table() -> Problem {
    let message =
        "the tables of the queue cannot be upgraded: another transaction keeps `requests`";
    Problem::new(codes::QUEUE_UNAVAILABLE, message)
        .advice("end transactions that stay open (`pg_stat_activity`), and start again")
}

/// Waits for others who change the tables.
fn lock(transaction: &mut Transaction<'_>, schema: &str) -> Result<(), postgres::Error> {
    let lock = "SELECT pg_advisory_xact_lock(hashtextextended('reportctl ' || $1, 1))";
    transaction.execute(lock, &[&schema])?;
    Ok(())
}

/// The minor version; databases of version 2.0 have no column for it.
fn minor(transaction: &mut Transaction<'_>) -> Result<i64, postgres::Error> {
    let minor = "SELECT coalesce((to_jsonb(v) ->> 'minor')::int8, 0) FROM schema_version v";
    transaction.query_one(minor, &[])?.try_get(0)
}

/// Takes a step to a minor version. `false` when a lock could not be had.
fn take_step(
    client: &mut Client,
    schema: &str,
    settings: &str,
    to: i64,
    change: &dyn Fn(&mut Transaction<'_>) -> Result<(), postgres::Error>,
) -> Result<bool> {
    let mut transaction = client.transaction()?;
    transaction.batch_execute(settings)?;
    lock(&mut transaction, schema)?;
    // Another process may have taken it meanwhile.
    if minor(&mut transaction)? >= to {
        return Ok(true);
    }
    transaction.batch_execute(IMPATIENT)?;
    let step = change(&mut transaction).and_then(|()| {
        transaction.execute("UPDATE schema_version SET minor = $1", &[&to])?;
        transaction.commit()
    });
    or_later(step)
}

/// `false` when a lock could not be had.
fn or_later(step: Result<(), postgres::Error>) -> Result<bool> {
    driver_error::or_later(step.map(|()| true), &[SqlState::LOCK_NOT_AVAILABLE])
}

/// Makes sure that a log that is not in partitions ends the day after tomorrow, so that it can become one without
/// being looked through again while others wait. Others read and write meanwhile.
fn bound_log(client: &mut Client, schema: &str, settings: &str) -> Result<bool> {
    let mut transaction = client.transaction()?;
    transaction.batch_execute(settings)?;
    lock(&mut transaction, schema)?;
    if minor(&mut transaction)? >= 3 {
        return Ok(true);
    }
    transaction.batch_execute(IMPATIENT)?;
    let there = "SELECT EXISTS (SELECT 1 FROM pg_constraint WHERE conname = 'log_bound' \
                 AND conrelid = to_regclass('log'))";
    if !transaction.query_one(there, &[])?.try_get::<_, bool>(0)? {
        let query = "SELECT greatest((extract(epoch FROM now()) * 1000)::int8 + 86400000, \
                     (SELECT max(time) FROM log))";
        let last: i64 = transaction.query_one(query, &[])?.try_get(0)?;
        let bound = last - last.rem_euclid(DAY) + DAY;
        let add =
            format!("ALTER TABLE log ADD CONSTRAINT log_bound CHECK (time < {bound}) NOT VALID");
        if !or_later(transaction.batch_execute(&add))? {
            return Ok(false);
        }
    }
    transaction.commit()?;
    // Without the lock: a long log takes its time.
    let mut transaction = client.transaction()?;
    transaction.batch_execute(settings)?;
    let validate = "DO $$BEGIN IF EXISTS (SELECT 1 FROM pg_constraint WHERE conname = 'log_bound' \
                    AND conrelid = to_regclass('log') AND NOT convalidated) THEN \
                    ALTER TABLE log VALIDATE CONSTRAINT log_bound; END IF; END$$";
    let validated = transaction.batch_execute(validate).and_then(|()| transaction.commit());
    or_later(validated)
}

/// Makes the log the first partition of a new one.
fn partition_log(transaction: &mut Transaction<'_>) -> Result<(), postgres::Error> {
    transaction.batch_execute("LOCK TABLE log IN ACCESS EXCLUSIVE MODE")?;
    let bound = "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'log_bound' \
                 AND conrelid = to_regclass('log')";
    let bound: String = transaction.query_one(bound, &[])?.try_get(0)?;
    let bound: String = bound.chars().filter(char::is_ascii_digit).collect();
    let next =
        "SELECT CASE WHEN is_called THEN last_value + 1 ELSE last_value END FROM log_number_seq";
    let next: i64 = transaction.query_one(next, &[])?.try_get(0)?;
    transaction.batch_execute(&format!(
        "ALTER TABLE log ALTER COLUMN number DROP IDENTITY; \
         ALTER TABLE log RENAME TO log_before; \
         ALTER INDEX log_pkey RENAME TO log_before_pkey; \
         ALTER INDEX log_time RENAME TO log_before_time; \
         ALTER INDEX log_archived RENAME TO log_before_archived; \
         CREATE TABLE log (LIKE log_before INCLUDING DEFAULTS INCLUDING STORAGE) \
            PARTITION BY RANGE (time); \
         ALTER TABLE log ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (START WITH {next}); \
         CREATE INDEX log_time ON log (time, number); \
         CREATE INDEX log_archived ON log (request) WHERE archive IS NOT NULL; \
         ALTER TABLE log ATTACH PARTITION log_before FOR VALUES FROM (MINVALUE) TO ({bound}); \
         CREATE TABLE log_other PARTITION OF log DEFAULT"
    ))?;
    partitions::LOG.make_ahead(transaction)
}
