-- What a document was made of, as JSON; nothing where no document was made.
ALTER TABLE log ADD COLUMN receipt TEXT;
