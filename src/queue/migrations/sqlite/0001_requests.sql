-- What the rows of a batch have in common.
CREATE TABLE batches (
    number INTEGER PRIMARY KEY,
    tenant TEXT NOT NULL,
    key TEXT NOT NULL,
    template TEXT NOT NULL,
    letter TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (tenant, key)
) STRICT;

-- Requests in the order in which they were added. Times are milliseconds since 1970.
CREATE TABLE requests (
    number INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    tenant TEXT NOT NULL,
    template TEXT NOT NULL,
    template_hash TEXT,
    data_hash TEXT NOT NULL,
    email TEXT NOT NULL,
    filename TEXT,
    expected_sha256 TEXT,
    batch INTEGER REFERENCES batches (number),
    batch_row INTEGER,
    row_key TEXT,
    report_date INTEGER NOT NULL,
    requested_by TEXT NOT NULL,
    webhook TEXT,
    status TEXT NOT NULL DEFAULT 'pending',
    error_code TEXT,
    error_message TEXT,
    created_at INTEGER NOT NULL,
    processed_at INTEGER,
    attempts INTEGER NOT NULL DEFAULT 0,
    -- Grows with every claim, whatever becomes of `attempts`.
    fence INTEGER NOT NULL DEFAULT 0,
    -- Workers in a row that vanished before they sent it. From 2 up it is suspicious.
    crashes INTEGER NOT NULL DEFAULT 0,
    -- 0: as soon as its turn comes. Otherwise a pause that began at `paused_at`.
    next_attempt_at INTEGER NOT NULL DEFAULT 0,
    paused_at INTEGER NOT NULL DEFAULT 0,
    worker TEXT,
    lease_until INTEGER,
    -- 0: nothing was sent; 1: about to be sent; 2: likewise, and sending twice does no harm.
    intended INTEGER NOT NULL DEFAULT 0,
    erased INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Apart from `requests`, whose rows are rewritten several times.
CREATE TABLE request_data (
    number INTEGER PRIMARY KEY,
    letter TEXT,
    data TEXT NOT NULL
) STRICT;

CREATE INDEX requests_due ON requests (next_attempt_at, number)
    WHERE status = 'pending' AND worker IS NULL AND crashes < 2;
CREATE INDEX requests_due_of_batch ON requests (batch, next_attempt_at, number)
    WHERE status = 'pending' AND worker IS NULL AND crashes < 2 AND batch IS NOT NULL;
CREATE INDEX requests_suspicious ON requests (crashes, number)
    WHERE status = 'pending' AND worker IS NULL AND crashes >= 2;
CREATE INDEX requests_paused ON requests (number)
    WHERE status = 'pending' AND worker IS NULL AND crashes < 2 AND next_attempt_at > 0;
CREATE INDEX requests_held ON requests (worker) WHERE worker IS NOT NULL;
CREATE INDEX requests_held_suspicious ON requests (worker)
    WHERE worker IS NOT NULL AND crashes >= 2;
CREATE INDEX requests_of_batch ON requests (batch) WHERE batch IS NOT NULL;
CREATE INDEX requests_to_erase ON requests (processed_at)
    WHERE processed_at IS NOT NULL AND erased = 0;
CREATE INDEX requests_failed ON requests (number) WHERE status = 'error';

-- The generation log.
CREATE TABLE log (
    number INTEGER PRIMARY KEY,
    time INTEGER NOT NULL,
    tenant TEXT NOT NULL,
    requested_by TEXT NOT NULL,
    request BLOB,
    attempt INTEGER,
    template TEXT NOT NULL,
    template_hash TEXT,
    data_hash TEXT NOT NULL,
    recipient TEXT,
    message_id TEXT,
    pages INTEGER,
    bytes INTEGER,
    sha256 TEXT,
    engine TEXT NOT NULL,
    outcome TEXT NOT NULL,
    code TEXT,
    detail TEXT
) STRICT;

CREATE INDEX log_time ON log (time);
