-- The batch of an entry of the log; the requests that say so may be deleted.
ALTER TABLE log ADD COLUMN batch TEXT;
UPDATE log SET batch = (SELECT b.key FROM requests r JOIN batches b ON b.number = r.batch
    WHERE r.id = log.request) WHERE request IS NOT NULL;
