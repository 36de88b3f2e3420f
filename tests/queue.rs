//! The queue: one suite for both databases, then what is special to each.
//!
//! PostgreSQL is tested when `REPORTCTL_TEST_DATABASE_URL` names a database; every test works in a
//! schema of its own there.

#[macro_use]
pub(crate) mod fixture;

mod history;
mod killed;
mod lifecycle;
mod operators;
mod partitions;
pub(crate) mod pgbouncer;
mod poison;
mod postgres;
mod reading;
mod released;
mod retention;
mod rolling;
mod scale;
mod sqlite;
mod vanished;
mod workers;
