-- The version of the template that a request was accepted with, where workers of other machines may
-- have other copies, and since when those who took the row up have not got it.
ALTER TABLE requests ADD COLUMN template_version TEXT;
ALTER TABLE requests ADD COLUMN missed_at INTEGER;
CREATE INDEX requests_missed ON requests (missed_at)
    WHERE status = 'pending' AND missed_at IS NOT NULL;
-- The batches of one key, of all tenants.
CREATE INDEX batches_of_key ON batches (key);
