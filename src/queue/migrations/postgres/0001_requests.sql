-- What the rows of a batch have in common.
CREATE TABLE batches (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant text NOT NULL,
    key text NOT NULL,
    template text NOT NULL,
    letter text NOT NULL,
    created_at bigint NOT NULL,
    UNIQUE (tenant, key)
);

-- Requests in the order in which they were added. Times are milliseconds since 1970.
CREATE TABLE requests (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id uuid NOT NULL UNIQUE,
    tenant text NOT NULL,
    template text NOT NULL,
    template_hash text,
    data_hash text NOT NULL,
    email text NOT NULL,
    filename text,
    expected_sha256 text,
    batch bigint,
    batch_row bigint,
    row_key text,
    report_date bigint NOT NULL,
    requested_by text NOT NULL,
    webhook text,
    status text NOT NULL DEFAULT 'pending',
    error_code text,
    error_message text,
    created_at bigint NOT NULL,
    processed_at bigint,
    attempts bigint NOT NULL DEFAULT 0,
    -- Grows with every claim, whatever becomes of `attempts`.
    fence bigint NOT NULL DEFAULT 0,
    -- Workers in a row that vanished before they sent it. From 2 up it is suspicious.
    crashes bigint NOT NULL DEFAULT 0,
    -- 0: as soon as its turn comes. Otherwise a pause that began at `paused_at`.
    next_attempt_at bigint NOT NULL DEFAULT 0,
    paused_at bigint NOT NULL DEFAULT 0,
    worker text,
    lease_until bigint,
    -- 0: nothing was sent; 1: about to be sent; 2: likewise, and sending twice does no harm.
    intended bigint NOT NULL DEFAULT 0,
    erased bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 70);

-- Apart from `requests`, whose rows are rewritten several times.
CREATE TABLE request_data (
    number bigint PRIMARY KEY,
    letter text,
    data text NOT NULL
);

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
CREATE INDEX requests_of_batch ON requests (batch, number) WHERE batch IS NOT NULL;
CREATE INDEX requests_to_erase ON requests (processed_at)
    WHERE processed_at IS NOT NULL AND erased = 0;
CREATE INDEX requests_failed ON requests (number) WHERE status = 'error';

-- The generation log.
CREATE TABLE log (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    time bigint NOT NULL,
    tenant text NOT NULL,
    requested_by text NOT NULL,
    request uuid,
    attempt bigint,
    template text NOT NULL,
    template_hash text,
    data_hash text NOT NULL,
    recipient text,
    message_id text,
    pages bigint,
    bytes bigint,
    sha256 text,
    engine text NOT NULL,
    outcome text NOT NULL,
    code text,
    detail text
);

CREATE INDEX log_time ON log (time, number);
