//! Filters as SQL, for both databases.

use uuid::Uuid;

use super::{Filter, LogEntry, LogFilter, Status};
use engine::problem::Result;

/// Differences between the databases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    Sqlite,
    #[cfg_attr(not(feature = "postgres"), allow(dead_code, reason = "built without it"))]
    Postgres,
}

/// A value for a placeholder.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Bind {
    Text(String),
    Number(i64),
    Id(Uuid),
    Ids(Vec<Uuid>),
}

/// Conditions joined with `AND`, and the values of their placeholders.
#[derive(Debug)]
pub(super) struct Conditions {
    dialect: Dialect,
    all: Vec<String>,
    pub(super) binds: Vec<Bind>,
    /// `true` if only rows that are pending are meant.
    is_pending: bool,
    /// `true` if only rows of one key of batches are meant.
    is_of_batch: bool,
    /// `true` if only rows of one tenant are meant.
    is_of_tenant: bool,
    /// `true` if only entries of the log of one request are meant.
    is_of_request: bool,
}

/// Pending rows as PostgreSQL finds them, each kind by an index that knows no finished rows; the columns of such an
/// index are in the order of numbers, or its rows are few. A condition on the status alone would be looked for among
/// all requests.
const PENDING: &str = "(SELECT * FROM requests WHERE status = 'pending' AND worker IS NULL \
    AND crashes < 2 AND next_attempt_at = 0 \
    UNION ALL SELECT * FROM requests WHERE status = 'pending' AND worker IS NULL AND crashes < 2 \
    AND next_attempt_at > 0 \
    UNION ALL SELECT * FROM requests WHERE status = 'pending' AND worker IS NULL AND crashes >= 2 \
    UNION ALL SELECT * FROM requests WHERE worker IS NOT NULL)";

/// Largest step back of a clock for which rows count as being in the order of their creation, in milliseconds.
const CLOCK_TOLERANCE: i64 = 3_600_000;

/// A query for the lowest number of rows that were created at a time or later, or the one behind all rows: a search by
/// halves, which reads one row for each step.
const FIRST_SINCE: &str = "WITH RECURSIVE search (low, high) AS ( \
    SELECT coalesce((SELECT min(number) FROM requests), 0) - 1, \
        coalesce((SELECT max(number) FROM requests), 0) + 1 \
    UNION ALL SELECT \
        CASE WHEN (SELECT created_at FROM requests WHERE number >= (low + high) / 2 \
            ORDER BY number LIMIT 1) < {} THEN (low + high) / 2 ELSE low END, \
        CASE WHEN (SELECT created_at FROM requests WHERE number >= (low + high) / 2 \
            ORDER BY number LIMIT 1) < {} THEN high ELSE (low + high) / 2 END \
    FROM search WHERE high - low > 1 \
    ) SELECT min(high) FROM search";

impl Conditions {
    pub(super) fn new(dialect: Dialect) -> Self {
        Self {
            dialect,
            all: Vec::new(),
            binds: Vec::new(),
            is_pending: false,
            is_of_batch: false,
            is_of_tenant: false,
            is_of_request: false,
        }
    }

    /// Adds that rows are pending.
    pub(super) fn require_pending(&mut self) {
        self.is_pending = true;
        self.require("r.status = 'pending'");
    }

    /// The table of requests `r`, as these conditions find rows in it.
    pub(super) fn requests(&self) -> &'static str {
        if self.is_pending && self.dialect == Dialect::Postgres { PENDING } else { "requests" }
    }

    /// The number of a row, for its order and for comparisons. PostgreSQL must not look for the rows of a batch or of a
    /// tenant among all others in the order of numbers, however many it expects: an expression keeps it from that. The
    /// index of tenants has the same one.
    pub(super) fn number(&self) -> &'static str {
        match (self.dialect, self.is_pending) {
            (Dialect::Postgres, false) if self.is_of_batch => "r.number - 0",
            (Dialect::Postgres, false) if self.is_of_tenant => "r.number + 0",
            _ => "r.number",
        }
    }

    /// Adds a condition without a value.
    pub(super) fn require(&mut self, condition: &str) {
        self.all.push(condition.to_owned());
    }

    /// The placeholder of a value: `?1` or `$1`.
    pub(super) fn bind(&mut self, value: Bind) -> String {
        self.binds.push(value);
        let sign = match self.dialect {
            Dialect::Sqlite => '?',
            Dialect::Postgres => '$',
        };
        format!("{sign}{}", self.binds.len())
    }

    /// Adds a condition with a value, whose place is `{}`.
    fn with(&mut self, condition: &str, value: Option<Bind>) {
        if let Some(value) = value {
            let placeholder = self.bind(value);
            self.all.push(condition.replace("{}", &placeholder));
        }
    }

    /// `WHERE …`, or nothing.
    pub(super) fn text(&self) -> String {
        if self.all.is_empty() {
            return String::new();
        }
        format!(" WHERE {}", self.all.join(" AND "))
    }

    /// The conditions of a filter on the table `r`, without its `limit`.
    pub(super) fn of(filter: &Filter, dialect: Dialect) -> Self {
        let mut conditions = Self::new(dialect);
        let text = |text: &Option<String>| text.clone().map(Bind::Text);
        if !filter.ids.is_empty() {
            let all = match dialect {
                // One value, however many they are.
                Dialect::Sqlite => "r.id IN (SELECT unhex(value) FROM json_each({}))",
                Dialect::Postgres => "r.id = ANY({})",
            };
            conditions.with(all, Some(Bind::Ids(filter.ids.clone())));
        }
        conditions.with("r.tenant = {}", text(&filter.tenant));
        match filter.status {
            Some(Status::Pending) => conditions.require_pending(),
            Some(status) => conditions.require(&format!("r.status = '{}'", status.as_str())),
            None => {}
        }
        conditions.with("r.error_code = {}", text(&filter.error_code));
        conditions.with("r.template = {}", text(&filter.template));
        let batch = match dialect {
            Dialect::Sqlite => "r.batch IN (SELECT number FROM batches WHERE key = {})",
            Dialect::Postgres => "r.batch = ANY (ARRAY(SELECT number FROM batches WHERE key = {}))",
        };
        conditions.with(batch, text(&filter.batch));
        (conditions.is_of_batch, conditions.is_of_tenant) =
            (filter.batch.is_some(), filter.tenant.is_some());
        conditions.with("r.email = {}", text(&filter.email));
        conditions.with("r.created_at < {}", filter.created_before.map(Bind::Number));
        conditions.with("r.created_at >= {}", filter.created_since.map(Bind::Number));
        conditions.bound_numbers(filter);
        let number = conditions.number();
        let after = format!("{number} < (SELECT number FROM requests WHERE id = {{}})");
        conditions.with(&after, filter.after.map(Bind::Id));
        conditions
    }

    /// Adds that numbers are in the range in which rows of the times of creation are: rows are in the order of their
    /// creation, but no index has it. Without the range, rows of one end would be looked for from the other one.
    fn bound_numbers(&mut self, filter: &Filter) {
        if self.is_pending || self.is_of_batch || !filter.ids.is_empty() {
            return;
        }
        let number = self.number();
        if let Some(before) = filter.created_before {
            let time = before.saturating_add(CLOCK_TOLERANCE);
            self.with(&format!("{number} < ({FIRST_SINCE})"), Some(Bind::Number(time)));
        }
        if let Some(since) = filter.created_since {
            let time = since.saturating_sub(CLOCK_TOLERANCE);
            self.with(&format!("{number} >= ({FIRST_SINCE})"), Some(Bind::Number(time)));
        }
    }

    /// Adds that rows have a lower number than this.
    pub(super) fn below(&mut self, number: Option<i64>) {
        let below = format!("{} < {{}}", self.number());
        self.with(&below, number.map(Bind::Number));
    }

    /// The conditions of a filter on the log, without its `limit`.
    pub(super) fn of_log(filter: &LogFilter, dialect: Dialect) -> Self {
        let mut conditions = Self::new(dialect);
        let text = |text: &Option<String>| text.clone().map(Bind::Text);
        conditions.with("tenant = {}", text(&filter.tenant));
        conditions.with("time >= {}", filter.since.map(Bind::Number));
        conditions.with("time < {}", filter.until.map(Bind::Number));
        conditions.with("recipient = {}", text(&filter.recipient));
        conditions.with("template = {}", text(&filter.template));
        conditions.with("request = {}", filter.request.map(Bind::Id));
        conditions.is_of_request = filter.request.is_some();
        conditions.with("batch = {}", text(&filter.batch));
        if let Some(outcome) = filter.outcome {
            conditions.require(&format!("outcome = '{}'", outcome.as_str()));
        }
        if filter.archived {
            conditions.require("archive IS NOT NULL");
        }
        conditions
    }

    /// ` LIMIT …`, or nothing.
    pub(super) fn limit(&mut self, limit: Option<usize>) -> String {
        let Some(limit) = limit else { return String::new() };
        let limit = self.bind(Bind::Number(i64::try_from(limit).unwrap_or(i64::MAX)));
        format!(" LIMIT {limit}")
    }

    /// A query for the numbers of the rows that are meant, newest first.
    pub(super) fn numbers(&mut self, limit: Option<usize>) -> String {
        let (requests, order, conditions) = (self.requests(), self.number(), self.text());
        let limit = self.limit(limit);
        format!("SELECT r.number FROM {requests} r{conditions} ORDER BY {order} DESC{limit}")
    }

    /// A query for the columns that a summary counts, of the rows that are meant: of the newest ones, with a limit.
    pub(super) fn counted(&mut self, limit: Option<usize>) -> String {
        let (requests, conditions) = (self.requests(), self.text());
        let order = if limit.is_some() {
            format!(" ORDER BY {} DESC", self.number())
        } else {
            String::new()
        };
        let limit = self.limit(limit);
        format!(
            "SELECT r.status, r.worker, r.error_code, r.created_at \
             FROM {requests} r{conditions}{order}{limit}"
        )
    }

    /// The time of an entry, by which entries are ordered. Those of one request are few: an expression keeps the index of
    /// times out, which a server without statistics would read as a whole for each request.
    fn log_time(&self) -> &'static str {
        if self.is_of_request { "time + 0" } else { "time" }
    }

    /// A query for where the newest entries of the log begin, this many: the place of the oldest of
    /// them. Nothing when there are fewer.
    pub(super) fn log_start(&mut self, newest: usize) -> String {
        let (conditions, by) = (self.text(), self.log_time());
        let skipped = self.bind(Bind::Number(i64::try_from(newest).unwrap_or(i64::MAX) - 1));
        format!(
            "SELECT time, number FROM log{conditions} ORDER BY {by} DESC, number DESC \
             LIMIT 1 OFFSET {skipped}"
        )
    }

    /// A query for a page of entries of the log, oldest first, that come after a place. Their own
    /// place is in the two columns behind those that are asked for.
    pub(super) fn log_page(&mut self, columns: &str, after: Place, most: usize) -> String {
        let (time, number) = (self.bind(Bind::Number(after.0)), self.bind(Bind::Number(after.1)));
        let by = self.log_time();
        self.require(&format!("({by}, number) > ({time}, {number})"));
        let conditions = self.text();
        let limit = self.limit(Some(most));
        format!("SELECT {columns}, time, number FROM log{conditions} ORDER BY {by}, number{limit}")
    }
}

/// Place of an entry in the log: its time and its number.
pub(super) type Place = (i64, i64);

/// Entries of the log that are read at a time, so that a reader who takes long to look at them
/// blocks no others.
const LOG_PAGE: usize = 1000;

/// Reads the entries of a filter page by page, and hands it to `each` until that says `false`. `start` finds where
/// the newest entries begin, `page` reads those after a place, this many at most, and returns the
/// place of the last one.
pub(super) fn log_pages(
    filter: &LogFilter,
    each: &mut dyn FnMut(LogEntry) -> bool,
    start: impl FnOnce(usize) -> Result<Option<Place>>,
    page: impl Fn(Place, usize) -> Result<(Vec<LogEntry>, Place)>,
) -> Result<()> {
    let limit = filter.limit;
    let first = match limit {
        Some(0) => return Ok(()),
        Some(newest) => start(newest)?.map(|(time, number)| (time, number - 1)),
        None => None,
    };
    let mut left = limit.unwrap_or(usize::MAX);
    // The place of the first entry bounds the look into the index; the condition on the time would not.
    let mut after = first.unwrap_or((filter.since.unwrap_or(i64::MIN), 0));
    loop {
        let wanted = LOG_PAGE.min(left);
        let (entries, last) = page(after, wanted)?;
        let read = entries.len();
        if !entries.into_iter().all(&mut *each) || read < wanted || read == left {
            return Ok(());
        }
        after = last;
        left -= read;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::delivery::queue::Status;

    #[test]
    fn an_empty_filter_asks_for_everything() {
        let mut all = Conditions::of(&Filter::default(), Dialect::Sqlite);
        assert_eq!(all.numbers(None), "SELECT r.number FROM requests r ORDER BY r.number DESC");
        assert_eq!(all.binds, []);
    }

    #[test]
    fn what_is_given_is_never_part_of_the_text() {
        let nasty = "x' OR 1=1 --".to_owned();
        let filter = Filter {
            template: Some(nasty.clone()),
            status: Some(Status::Error),
            limit: Some(7),
            ..Filter::default()
        };
        let mut conditions = Conditions::of(&filter, Dialect::Postgres);
        assert_eq!(
            conditions.numbers(filter.limit),
            "SELECT r.number FROM requests r WHERE r.status = 'error' AND r.template = $1 \
             ORDER BY r.number DESC LIMIT $2"
        );
        assert_eq!(conditions.binds, [Bind::Text(nasty), Bind::Number(7)]);
    }
}
