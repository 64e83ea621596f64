-- +goose Up

-- The reader's texts for the blanks (____) of an answer: a JSON list in the order of the blanks;
-- empty: no texts.
ALTER TABLE speech ADD COLUMN blanks TEXT NOT NULL DEFAULT '';
