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
