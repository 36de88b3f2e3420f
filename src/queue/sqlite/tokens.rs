//! Bearer tokens in SQLite.

use std::io::ErrorKind;
use std::path::PathBuf;

use rusqlite::{OptionalExtension, Row, params};
use uuid::Uuid;

use super::Sqlite;
use crate::files::{self, display_name, io_problem};
use crate::problem::{Code, Problem, Result, quoted};
use crate::queue::token::{COLUMNS, Token, Tokens, scopes_of, scopes_text};

/// The file beside the database that says that there are tokens: with a new database in the place of
/// a lost one, the service would be open to everybody on the machine.
const MARKER: &str = "has-tokens";

impl Sqlite {
    fn marker(&self) -> PathBuf {
        files::folder_of(&self.path).join(MARKER)
    }

    /// Notes beside the database that there are tokens; `false` when that is known already.
    fn mark(&self) -> Result<bool> {
        let marker = self.marker();
        let file = match files::private().write(true).create_new(true).open(&marker) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(false),
            Err(error) => return Err(io_problem("create", &marker, &error)),
        };
        file.sync_all().map_err(|error| io_problem("write", &marker, &error))?;
        Ok(true)
    }
}

impl Tokens for Sqlite {
    fn add_token(&self, token: &Token) -> Result<()> {
        // Before the token: a crash in between must not leave a token without the marker.
        let is_first = self.mark()?;
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
            // If it stays, the service refuses to start and says what to do.
            let _ = std::fs::remove_file(self.marker());
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
        if look()? {
            // Databases of older versions have no marker. Tokens work without it.
            let _ = self.mark();
            return Ok(true);
        }
        let marker = self.marker();
        if !marker.exists() {
            return Ok(false);
        }
        // The marker comes before the first token, which may have been added since.
        if look()? {
            return Ok(true);
        }
        let message = format!(
            "the database had tokens and has none now: it was lost or replaced ({} is there)",
            quoted(&display_name(&marker))
        );
        Err(Problem::new(Code::QueueUnavailable, message).file(display_name(&self.path)).advice(
            "restore the database, make a token with `reportctl token create`, or remove that file \
             to go on without tokens",
        ))
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
