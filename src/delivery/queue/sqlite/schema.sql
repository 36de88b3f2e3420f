-- What the rows of a batch have in common.
CREATE TABLE batches (
    number INTEGER PRIMARY KEY,
    tenant TEXT NOT NULL,
    key TEXT NOT NULL,
    template TEXT NOT NULL,
    letter TEXT NOT NULL,
    -- What the batch was begun from, as a hash, so that its key is not used for another.
    origin TEXT,
    -- The moment of its documents, in seconds since 1970.
    report_date INTEGER,
    created_at INTEGER NOT NULL,
    UNIQUE (tenant, key)
) STRICT;
-- The batches of one key, of all tenants.
CREATE INDEX batches_of_key ON batches (key);

-- Requests in the order in which they were added. Times are milliseconds since 1970.
CREATE TABLE requests (
    number INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    tenant TEXT NOT NULL,
    template TEXT NOT NULL,
    template_hash TEXT,
    -- The version of the template that the request was accepted with, where workers of other machines may
    -- have other copies, and since when those who took the row up have not got it.
    template_version TEXT,
    missed_at INTEGER,
    data_hash TEXT NOT NULL,
    -- The locale of the document, as a BCP 47 tag, where the request says which.
    locale TEXT,
    email TEXT NOT NULL,
    filename TEXT,
    expected_sha256 TEXT,
    batch INTEGER REFERENCES batches (number),
    batch_row INTEGER,
    row_key TEXT,
    report_date INTEGER NOT NULL,
    requested_by TEXT NOT NULL,
    webhook TEXT,
    -- The trace that the request belongs to: `traceparent`, and `tracestate` after a blank (W3C Trace Context).
    trace_context TEXT,
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
CREATE INDEX requests_missed ON requests (missed_at)
    WHERE status = 'pending' AND missed_at IS NOT NULL;
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
    detail TEXT,
    -- The key of the batch; the requests that say so may be deleted.
    batch TEXT,
    -- What the document was made of, as JSON; nothing where no document was made.
    receipt TEXT,
    -- Where the archive has the document: the key of its folder.
    archive TEXT
) STRICT;

CREATE INDEX log_time ON log (time);
CREATE INDEX log_archived ON log (request) WHERE archive IS NOT NULL;

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

-- Calls of webhooks: one for every outcome of a request that names a URL, kept until it is delivered
-- or given up. A trigger adds them, in the transaction that ends the request: whichever way a request
-- ends (settled, canceled, recovered), its call is neither lost nor made twice.
CREATE TABLE webhook_calls (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    url TEXT NOT NULL,
    -- What the call reports; the request itself may be deleted before it is made.
    request BLOB NOT NULL,
    tenant TEXT NOT NULL,
    template TEXT NOT NULL,
    outcome TEXT NOT NULL,
    error_code TEXT,
    processed_at INTEGER NOT NULL,
    -- pending, delivered, or failed when it was given up.
    status TEXT NOT NULL DEFAULT 'pending',
    -- Also the fence of a lease: a slow caller cannot settle what another took over.
    attempts INTEGER NOT NULL DEFAULT 0,
    next_attempt_at INTEGER NOT NULL DEFAULT 0,
    lease_until INTEGER NOT NULL DEFAULT 0,
    ended_at INTEGER,
    -- Why the last attempt failed.
    detail TEXT
) STRICT;

CREATE INDEX webhook_calls_due ON webhook_calls (url, next_attempt_at, number)
    WHERE status = 'pending';
CREATE INDEX webhook_calls_of_request ON webhook_calls (request);
CREATE INDEX webhook_calls_ended ON webhook_calls (ended_at) WHERE ended_at IS NOT NULL;

CREATE TRIGGER requests_outcome AFTER UPDATE OF status ON requests
WHEN NEW.webhook IS NOT NULL AND NEW.status <> OLD.status AND NEW.status <> 'pending'
BEGIN
    INSERT INTO webhook_calls (url, request, tenant, template, outcome, error_code, processed_at)
    VALUES (NEW.webhook, NEW.id, NEW.tenant, NEW.template, NEW.status, NEW.error_code,
        coalesce(NEW.processed_at, NEW.created_at));
END;
