-- +goose Up

-- What the reader has written into the blanks (____) of an answer, in their
-- order: a JSON list of texts; empty: nothing.
ALTER TABLE speech ADD COLUMN blanks TEXT NOT NULL DEFAULT '';
