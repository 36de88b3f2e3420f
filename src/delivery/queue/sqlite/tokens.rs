//! Bearer tokens in SQLite.

use rusqlite::{OptionalExtension, Row, params};
use uuid::Uuid;

use super::Sqlite;
use crate::base::files::display_name;
use crate::delivery::queue::token::{COLUMNS, Token, Tokens, scopes_of, scopes_text};
use engine::problem::Result;

impl Tokens for Sqlite {
    fn add_token(&self, token: &Token) -> Result<()> {
        // Before the token: a crash in between must not leave a token without the marker.
        let is_first = self.marker.set()?;
        let added = self.write_durably(|transaction| {
            transaction.execute(
                &format!(
                    "INSERT INTO tokens ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"
                ),
                params![
                    token.id,
                    token.name,
                    token.tenant,
                    scopes_text(&token.scopes),
                    token.hash,
                    token.created_at,
                    token.expires_at,
                    token.last_used_at,
                    token.revoked_at,
                ],
            )?;
            Ok(())
        });
        if is_first && added.is_err() {
            self.marker.remove();
        }
        added
    }

    fn token(&self, hash: &str) -> Result<Option<Token>> {
        self.read(|transaction| {
            let query = format!("SELECT {COLUMNS} FROM tokens WHERE hash = ?1");
            Ok(transaction.prepare_cached(&query)?.query_row((hash,), token).optional()?)
        })
    }

    fn has_tokens(&self) -> Result<bool> {
        let look = || {
            self.read(|transaction| {
                let query = "SELECT EXISTS (SELECT 1 FROM tokens)";
                Ok(transaction.prepare_cached(query)?.query_row((), |row| row.get(0))?)
            })
        };
        let has_tokens = self.marker.has_tokens(look);
        has_tokens.map_err(|problem| match problem.file {
            None => problem.file(display_name(&self.path)),
            Some(_) => problem,
        })
    }

    fn list_tokens(&self, tenant: Option<&str>) -> Result<Vec<Token>> {
        self.read(|transaction| {
            let query = format!(
                "SELECT {COLUMNS} FROM tokens WHERE ?1 IS NULL OR tenant = ?1 \
                 ORDER BY created_at, id"
            );
            let mut statement = transaction.prepare(&query)?;
            let tokens = statement.query_map((tenant,), token)?;
            Ok(tokens.collect::<rusqlite::Result<_>>()?)
        })
    }

    fn revoke_token(&self, id: Uuid, now: i64) -> Result<bool> {
        self.write_durably(|transaction| {
            let query = "UPDATE tokens SET revoked_at = coalesce(revoked_at, ?2) WHERE id = ?1";
            Ok(transaction.execute(query, params![id, now])? == 1)
        })
    }

    fn touch_token(&self, id: Uuid, now: i64) -> Result<()> {
        self.write(|transaction| {
            let query = "UPDATE tokens SET last_used_at = ?2 WHERE id = ?1";
            Ok(transaction.execute(query, params![id, now])?)
        })?;
        Ok(())
    }
}

fn token(row: &Row<'_>) -> rusqlite::Result<Token> {
    Ok(Token {
        id: row.get(0)?,
        name: row.get(1)?,
        tenant: row.get(2)?,
        scopes: scopes_of(&row.get::<_, String>(3)?),
        hash: row.get(4)?,
        created_at: row.get(5)?,
        expires_at: row.get(6)?,
        last_used_at: row.get(7)?,
        revoked_at: row.get(8)?,
    })
}
