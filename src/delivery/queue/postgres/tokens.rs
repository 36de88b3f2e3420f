//! Bearer tokens in PostgreSQL.

use postgres::Row;
use uuid::Uuid;

use super::Postgres;
use crate::delivery::queue::error;
use crate::delivery::queue::token::{COLUMNS, Token, Tokens, scopes_of, scopes_text};
use engine::problem::Result;

impl Tokens for Postgres {
    fn add_token(&self, token: &Token) -> Result<()> {
        self.pool.with(|connection| {
            let statement = connection.prepare(&format!(
                "INSERT INTO tokens ({COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
            ))?;
            connection.client.execute(
                &statement,
                &[
                    &token.id,
                    &token.name,
                    &token.tenant,
                    &scopes_text(&token.scopes),
                    &token.hash,
                    &token.created_at,
                    &token.expires_at,
                    &token.last_used_at,
                    &token.revoked_at,
                ],
            )?;
            Ok(())
        })
    }

    fn token(&self, hash: &str) -> Result<Option<Token>> {
        self.pool.with(|connection| {
            let statement =
                connection.prepare(&format!("SELECT {COLUMNS} FROM tokens WHERE hash = $1"))?;
            connection.client.query_opt(&statement, &[&hash])?.as_ref().map(token).transpose()
        })
    }

    fn has_tokens(&self) -> Result<bool> {
        let look = || {
            self.pool.with(|connection| {
                let statement = connection.prepare("SELECT EXISTS (SELECT 1 FROM tokens)")?;
                Ok(connection.client.query_one(&statement, &[])?.try_get(0)?)
            })
        };
        match &self.marker {
            Some(marker) => marker.has_tokens(look),
            None => look(),
        }
    }

    fn list_tokens(&self, tenant: Option<&str>) -> Result<Vec<Token>> {
        self.pool.with(|connection| {
            let statement = connection.prepare(&format!(
                "SELECT {COLUMNS} FROM tokens WHERE $1::text IS NULL OR tenant = $1 \
                 ORDER BY created_at, id"
            ))?;
            connection.client.query(&statement, &[&tenant])?.iter().map(token).collect()
        })
    }

    fn revoke_token(&self, id: Uuid, now: i64) -> Result<bool> {
        self.pool.with(|connection| {
            let statement = connection
                .prepare("UPDATE tokens SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1")?;
            Ok(connection.client.execute(&statement, &[&id, &now])? == 1)
        })
    }

    fn touch_token(&self, id: Uuid, now: i64) -> Result<()> {
        self.pool.with(|connection| {
            let statement =
                connection.prepare("UPDATE tokens SET last_used_at = $2 WHERE id = $1")?;
            connection.client.execute(&statement, &[&id, &now])?;
            Ok(())
        })
    }
}

fn token(row: &Row) -> error::Result<Token> {
    Ok(Token {
        id: row.try_get(0)?,
        name: row.try_get(1)?,
        tenant: row.try_get(2)?,
        scopes: scopes_of(row.try_get(3)?),
        hash: row.try_get(4)?,
        created_at: row.try_get(5)?,
        expires_at: row.try_get(6)?,
        last_used_at: row.try_get(7)?,
        revoked_at: row.try_get(8)?,
    })
}
