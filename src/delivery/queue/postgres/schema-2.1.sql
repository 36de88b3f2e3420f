-- Version 2.1: what a database of version 2 gets, while programs that know nothing of it go on.
ALTER TABLE schema_version ADD COLUMN minor bigint NOT NULL DEFAULT 0;

-- The trace that the request belongs to: `traceparent`, and `tracestate` after a blank (W3C Trace Context).
ALTER TABLE requests ADD COLUMN trace_context text;

-- The data of delivered requests, by the time of their end: it is erased by dropping partitions. That of failed
-- requests stays in `request_data`, because they may be retried.
CREATE TABLE finished_data (
    processed_at bigint NOT NULL,
    number bigint NOT NULL,
    mail text,
    data text NOT NULL,
    PRIMARY KEY (processed_at, number)
) PARTITION BY RANGE (processed_at);
CREATE TABLE finished_data_other PARTITION OF finished_data DEFAULT;

-- Rows die with every step of a request, however many finished ones there are.
ALTER TABLE requests SET (
    autovacuum_vacuum_scale_factor = 0,
    autovacuum_vacuum_threshold = 20000,
    autovacuum_analyze_scale_factor = 0,
    autovacuum_analyze_threshold = 100000
);
ALTER TABLE request_data SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
ALTER TABLE webhook_calls SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
