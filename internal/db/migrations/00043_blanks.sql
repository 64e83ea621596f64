-- +goose Up

-- What the reader has entered into the blanks (____) of an answer: a JSON list of texts in the
-- order of the blanks; empty: nothing.
ALTER TABLE speech ADD COLUMN blanks TEXT NOT NULL DEFAULT '';
