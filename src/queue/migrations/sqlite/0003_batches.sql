-- What a batch was begun from, as a hash, so that its key is not used for another; and the moment of
-- its documents, in seconds since 1970.
ALTER TABLE batches ADD COLUMN origin TEXT;
ALTER TABLE batches ADD COLUMN report_date INTEGER;
