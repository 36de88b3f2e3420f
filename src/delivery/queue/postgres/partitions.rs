//! Tables in partitions by time: the generation log, and the data of delivered requests.
//!
//! Partitions are made for days to come, by whichever process looks first, and whole ones are dropped when all that
//! they hold is too old. Rows that no partition takes go to a default partition, so that a row is never refused; it
//! stays empty unless a clock is days ahead, or no process ran for as long. Its rows of a range move to the partition
//! that is made for it.
//!
//! Both need locks that a transaction which read the table keeps others from getting. They are given up soon, so that
//! no statement waits behind them, and tried again later: there are partitions for days.

use std::time::Duration;

use postgres::error::SqlState;
use postgres::{Client, GenericClient};

use super::{NOW, driver_error};
use crate::base::clock::{self, DAY};
use crate::delivery::queue::error::Result;
use crate::delivery::queue::millis;

/// Days to come that have partitions.
const AHEAD: i64 = 14;
/// Partitions of a day that a table may have. With more, queries of everything take too many locks: then partitions
/// are as long as [`LONG`] days.
const MOST_DAYS: usize = 120;
const LONG: i64 = 30;

/// A table in partitions by a column of milliseconds since 1970.
pub(super) struct Partitioned {
    table: &'static str,
    key: &'static str,
}

pub(super) const LOG: Partitioned = Partitioned { table: "log", key: "time" };
pub(super) const FINISHED_DATA: Partitioned =
    Partitioned { table: "finished_data", key: "processed_at" };

/// A partition.
struct Partition {
    name: String,
    /// The first moment behind it; `None` for the default partition.
    upper: Option<i64>,
}

/// Takes the lock of those who change partitions; `false` when another one does.
const LOCK: &str =
    "SELECT pg_try_advisory_xact_lock(hashtextextended('reportctl ' || current_schema(), 3))";
/// Longest wait for a lock that keeps others waiting.
const IMPATIENT: &str = "SET LOCAL lock_timeout = '500ms'";

/// Makes the partitions of days to come, in a transaction. `false` when another process does so, or a lock cannot be
/// had now.
pub(super) fn make_ahead(client: &mut Client) -> Result<bool> {
    or_later(|| {
        client.batch_execute(IMPATIENT)?;
        if !client.query_one(LOCK, &[])?.try_get::<_, bool>(0)? {
            return Ok(false);
        }
        for table in [&LOG, &FINISHED_DATA] {
            table.make_ahead(client)?;
        }
        Ok(true)
    })
}

/// Drops the oldest partition all of whose rows are older than `age`, in a transaction. Returns about how many rows it
/// had.
pub(super) fn drop_oldest(
    client: &mut Client,
    table: &Partitioned,
    age: Duration,
) -> Result<Option<usize>> {
    let mut dropped = None;
    or_later(|| {
        client.batch_execute(IMPATIENT)?;
        if !client.query_one(LOCK, &[])?.try_get::<_, bool>(0)? {
            return Ok(false);
        }
        let limit = now(client)?.saturating_sub(millis(age));
        let all = table.partitions(client)?;
        let old = all.into_iter().filter(|one| one.upper.is_some_and(|upper| upper <= limit));
        let Some(oldest) = old.min_by_key(|one| one.upper) else { return Ok(true) };
        let query = "SELECT pg_stat_get_live_tuples($1::text::regclass)";
        let rows: i64 = client.query_one(query, &[&oldest.name])?.try_get(0)?;
        client.batch_execute(&format!("DROP TABLE {}", oldest.name))?;
        dropped = Some(usize::try_from(rows).unwrap_or(0));
        Ok(true)
    })?;
    Ok(dropped)
}

/// `false` where a lock could not be had, or the user may not change the table: another process may.
fn or_later(work: impl FnOnce() -> std::result::Result<bool, postgres::Error>) -> Result<bool> {
    const LATER: [SqlState; 2] = [SqlState::LOCK_NOT_AVAILABLE, SqlState::INSUFFICIENT_PRIVILEGE];
    driver_error::or_later(work(), &LATER)
}

/// Milliseconds since 1970 by the server's clock.
fn now(client: &mut impl GenericClient) -> std::result::Result<i64, postgres::Error> {
    client.query_one(format!("SELECT {NOW}").as_str(), &[])?.try_get(0)
}

impl Partitioned {
    /// Makes the partitions of days to come, in a transaction.
    pub(super) fn make_ahead(
        &self,
        client: &mut impl GenericClient,
    ) -> std::result::Result<(), postgres::Error> {
        let now = now(client)?;
        let today = now - now.rem_euclid(DAY);
        let all = self.partitions(client)?;
        if all.is_empty() {
            // Not in partitions yet.
            return Ok(());
        }
        let mut end = all.iter().filter_map(|one| one.upper).max().unwrap_or(today);
        let mut count = all.len();
        while end < today + AHEAD * DAY {
            let length = if count < MOST_DAYS { DAY } else { LONG * DAY };
            // One partition for the time in which no process ran.
            let upper = if end < today { today } else { end + length };
            self.make(client, end, upper)?;
            end = upper;
            count += 1;
        }
        Ok(())
    }

    /// Makes the partition of a range, which takes the rows that the default partition has of it.
    fn make(
        &self,
        client: &mut impl GenericClient,
        lower: i64,
        upper: i64,
    ) -> std::result::Result<(), postgres::Error> {
        let Self { table, key } = self;
        let name: String = clock::rfc3339(lower).chars().take(10).filter(|c| *c != '-').collect();
        let name = format!("{table}_{name}");
        client.batch_execute(&format!(
            "CREATE TABLE {name} (LIKE {table} INCLUDING DEFAULTS INCLUDING STORAGE); \
             WITH moved AS (DELETE FROM {table}_other WHERE {key} >= {lower} AND {key} < {upper} \
             RETURNING *) INSERT INTO {name} SELECT * FROM moved; \
             ALTER TABLE {table} ATTACH PARTITION {name} FOR VALUES FROM ({lower}) TO ({upper})"
        ))
    }

    fn partitions(
        &self,
        client: &mut impl GenericClient,
    ) -> std::result::Result<Vec<Partition>, postgres::Error> {
        let query = "SELECT c.relname::text, pg_get_expr(c.relpartbound, c.oid) \
                     FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid \
                     WHERE i.inhparent = to_regclass($1::text)";
        let rows = client.query(query, &[&self.table])?;
        let partition = |row: &postgres::Row| {
            let (name, bound): (String, String) = (row.try_get(0)?, row.try_get(1)?);
            Ok(Partition { name, upper: upper(&bound) })
        };
        rows.iter().map(partition).collect()
    }
}

/// The upper end of `FOR VALUES FROM ('1') TO ('2')`.
fn upper(bound: &str) -> Option<i64> {
    let (_, to) = bound.rsplit_once("TO (")?;
    to.trim_matches(|c: char| !c.is_ascii_digit() && c != '-').parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_partition_is_read() {
        assert_eq!(
            upper("FOR VALUES FROM ('1700000000000') TO ('1700086400000')"),
            Some(1_700_086_400_000)
        );
        assert_eq!(upper("FOR VALUES FROM (MINVALUE) TO ('-5')"), Some(-5));
        assert_eq!(upper("DEFAULT"), None);
    }
}
