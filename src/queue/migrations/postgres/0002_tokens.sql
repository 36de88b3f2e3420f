-- Bearer tokens of the service. Times are milliseconds since 1970.
CREATE TABLE tokens (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    tenant text NOT NULL,
    -- Names of scopes, separated by blanks.
    scopes text NOT NULL,
    -- SHA-256 of the token, in hexadecimal.
    hash text NOT NULL UNIQUE,
    created_at bigint NOT NULL,
    expires_at bigint,
    last_used_at bigint,
    revoked_at bigint
);
