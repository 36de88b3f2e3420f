//! Values to and from rows of SQLite.

use rusqlite::Row;
use rusqlite::types::{ToSql, ToSqlOutput, Value};
use uuid::Uuid;

use crate::delivery::queue::columns::RowColumns;
use crate::delivery::queue::conditions::Bind;
use crate::delivery::queue::error::Result;

impl RowColumns for Row<'_> {
    fn text(&self, column: usize) -> Result<String> {
        Ok(self.get(column)?)
    }

    fn maybe_text(&self, column: usize) -> Result<Option<String>> {
        Ok(self.get(column)?)
    }

    fn number(&self, column: usize) -> Result<i64> {
        Ok(self.get(column)?)
    }

    fn maybe_number(&self, column: usize) -> Result<Option<i64>> {
        Ok(self.get(column)?)
    }

    fn id(&self, column: usize) -> Result<Uuid> {
        Ok(self.get(column)?)
    }

    fn maybe_id(&self, column: usize) -> Result<Option<Uuid>> {
        Ok(self.get(column)?)
    }
}

impl ToSql for Bind {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Self::Text(text) => text.as_str().into(),
            Self::Number(number) => (*number).into(),
            Self::Id(id) => ToSqlOutput::Owned(Value::Blob(id.as_bytes().to_vec())),
            Self::Ids(ids) => {
                let all: Vec<_> = ids.iter().map(|id| id.simple().to_string()).collect();
                ToSqlOutput::Owned(Value::Text(serde_json::Value::from(all).to_string()))
            }
        })
    }
}
