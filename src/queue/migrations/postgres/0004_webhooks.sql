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
