-- The locale of the document, as a BCP 47 tag, where the request says which.
ALTER TABLE requests ADD COLUMN locale TEXT;
