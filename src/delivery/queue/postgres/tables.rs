//! The tables, made where there are none.

use postgres::Client;

use crate::delivery::queue::error::Result;
use crate::delivery::queue::{SCHEMA_VERSION, other_version, upgrade};

/// The tables, in the version [`SCHEMA_VERSION`].
const SCHEMA: &str = include_str!("schema.sql");

/// Several processes may do so at once: the first does it, the others wait. `settings` are those of a transaction.
pub(super) fn create_tables(client: &mut Client, schema: &str, settings: &str) -> Result<()> {
    let mut transaction = client.transaction()?;
    transaction.batch_execute(settings)?;
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
    match version {
        Some(SCHEMA_VERSION) => {}
        Some(other) => match upgrade(other) {
            Some(upgrade) => transaction.batch_execute(&upgrade)?,
            None => return Err(other_version(other).into()),
        },
        None => {
            transaction.batch_execute(SCHEMA)?;
            transaction.execute("INSERT INTO schema_version VALUES ($1)", &[&SCHEMA_VERSION])?;
        }
    }
    Ok(transaction.commit()?)
}
