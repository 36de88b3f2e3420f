//! The tables, brought up to date.

use postgres::Client;

use crate::queue::error::Result;
use crate::queue::newer_version;

/// The steps by which the tables came to be; never changed once released.
const MIGRATIONS: [&str; 8] = [
    include_str!("../migrations/postgres/0001_requests.sql"),
    include_str!("../migrations/postgres/0002_tokens.sql"),
    include_str!("../migrations/postgres/0003_batches.sql"),
    include_str!("../migrations/postgres/0004_webhooks.sql"),
    include_str!("../migrations/postgres/0005_log_batches.sql"),
    include_str!("../migrations/postgres/0006_receipts.sql"),
    include_str!("../migrations/postgres/0007_locales.sql"),
    include_str!("../migrations/postgres/0008_versions.sql"),
];

/// Several processes may do so at once: the first does it, the others wait.
pub(super) fn migrate(client: &mut Client, schema: &str) -> Result<()> {
    let mut transaction = client.transaction()?;
    transaction.execute(
        "SELECT pg_advisory_xact_lock(hashtextextended('reportctl ' || $1, 1))",
        &[&schema],
    )?;
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
    let done = usize::try_from(version.unwrap_or(0)).unwrap_or(usize::MAX);
    if done > MIGRATIONS.len() {
        return Err(newer_version(done, MIGRATIONS.len()).into());
    }
    if done < MIGRATIONS.len() {
        for migration in &MIGRATIONS[done..] {
            transaction.batch_execute(migration)?;
        }
        transaction.batch_execute("DELETE FROM schema_version")?;
        let newest = i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX);
        transaction.execute("INSERT INTO schema_version VALUES ($1)", &[&newest])?;
    }
    Ok(transaction.commit()?)
}
