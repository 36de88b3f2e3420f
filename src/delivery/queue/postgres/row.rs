//! Values to and from rows of PostgreSQL.

use postgres::Row;
use postgres::types::ToSql;
use uuid::Uuid;

use crate::delivery::queue::columns::RowColumns;
use crate::delivery::queue::conditions::Bind;
use crate::delivery::queue::error::Result;

impl RowColumns for Row {
    fn text(&self, column: usize) -> Result<String> {
        Ok(self.try_get(column)?)
    }

    fn maybe_text(&self, column: usize) -> Result<Option<String>> {
        Ok(self.try_get(column)?)
    }

    fn number(&self, column: usize) -> Result<i64> {
        Ok(self.try_get(column)?)
    }

    fn maybe_number(&self, column: usize) -> Result<Option<i64>> {
        Ok(self.try_get(column)?)
    }

    fn id(&self, column: usize) -> Result<Uuid> {
        Ok(self.try_get(column)?)
    }

    fn maybe_id(&self, column: usize) -> Result<Option<Uuid>> {
        Ok(self.try_get(column)?)
    }
}

impl Bind {
    fn as_parameter(&self) -> &(dyn ToSql + Sync) {
        match self {
            Self::Text(text) => text,
            Self::Number(number) => number,
            Self::Id(id) => id,
            Self::Ids(ids) => ids,
        }
    }
}

/// The values of placeholders.
pub(super) fn parameters(binds: &[Bind]) -> Vec<&(dyn ToSql + Sync)> {
    binds.iter().map(Bind::as_parameter).collect()
}
