-- What the rows of a batch have in common.
CREATE TABLE batches (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant text NOT NULL,
    key text NOT NULL,
    template text NOT NULL,
    letter text NOT NULL,
    -- What the batch was begun from, as a hash, so that its key is not used for another.
    origin text,
    -- The moment of its documents, in seconds since 1970.
    report_date bigint,
    created_at bigint NOT NULL,
    UNIQUE (tenant, key)
);
-- The batches of one key, of all tenants.
CREATE INDEX batches_of_key ON batches (key);

-- Requests in the order in which they were added. Times are milliseconds since 1970.
CREATE TABLE requests (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id uuid NOT NULL UNIQUE,
    tenant text NOT NULL,
    template text NOT NULL,
    template_hash text,
    -- The version of the template that the request was accepted with, where workers of other machines may
    -- have other copies, and since when those who took the row up have not got it.
    template_version text,
    missed_at bigint,
    data_hash text NOT NULL,
    -- The locale of the document, as a BCP 47 tag, where the request says which.
    locale text,
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
CREATE INDEX requests_missed ON requests (missed_at)
    WHERE status = 'pending' AND missed_at IS NOT NULL;
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
    detail text,
    -- The key of the batch; the requests that say so may be deleted.
    batch text,
    -- What the document was made of, as JSON; nothing where no document was made.
    receipt text,
    -- Where the archive has the document: the key of its folder.
    archive text
);

CREATE INDEX log_time ON log (time, number);
CREATE INDEX log_archived ON log (request) WHERE archive IS NOT NULL;

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

-- Calls of webhooks: one for every outcome of a request that names a URL, kept until it is delivered
-- or given up. A trigger adds them, in the transaction that ends the request: whichever way a request
-- ends (settled, canceled, recovered), its call is neither lost nor made twice.
CREATE TABLE webhook_calls (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    url text NOT NULL,
    -- What the call reports; the request itself may be deleted before it is made.
    request uuid NOT NULL,
    tenant text NOT NULL,
    template text NOT NULL,
    outcome text NOT NULL,
    error_code text,
    processed_at bigint NOT NULL,
    -- pending, delivered, or failed when it was given up.
    status text NOT NULL DEFAULT 'pending',
    -- Also the fence of a lease: a slow caller cannot settle what another took over.
    attempts bigint NOT NULL DEFAULT 0,
    next_attempt_at bigint NOT NULL DEFAULT 0,
    lease_until bigint NOT NULL DEFAULT 0,
    ended_at bigint,
    -- Why the last attempt failed.
    detail text
);

CREATE INDEX webhook_calls_due ON webhook_calls (url, next_attempt_at, number)
    WHERE status = 'pending';
CREATE INDEX webhook_calls_of_request ON webhook_calls (request);
CREATE INDEX webhook_calls_ended ON webhook_calls (ended_at) WHERE ended_at IS NOT NULL;

CREATE FUNCTION add_webhook_call() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO webhook_calls (url, request, tenant, template, outcome, error_code, processed_at)
    VALUES (NEW.webhook, NEW.id, NEW.tenant, NEW.template, NEW.status, NEW.error_code,
        coalesce(NEW.processed_at, NEW.created_at));
    RETURN NULL;
END;
$$;

CREATE TRIGGER requests_outcome AFTER UPDATE OF status ON requests FOR EACH ROW
WHEN (NEW.webhook IS NOT NULL AND NEW.status <> OLD.status AND NEW.status <> 'pending')
EXECUTE FUNCTION add_webhook_call();
