-- Bearer tokens of the service. Times are milliseconds since 1970.
CREATE TABLE tokens (
    id BLOB PRIMARY KEY,
    name TEXT NOT NULL,
    tenant TEXT NOT NULL,
    -- Names of scopes, separated by blanks.
    scopes TEXT NOT NULL,
    -- SHA-256 of the token, in hexadecimal.
    hash TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    last_used_at INTEGER,
    revoked_at INTEGER
) STRICT;
