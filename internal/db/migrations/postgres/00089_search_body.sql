-- +goose Up

-- A copy of the text of messages, so that a search need not read each of them from its own table. It is
-- empty for entries that were indexed before; their texts are still read from there.
ALTER TABLE search_entry ADD COLUMN body TEXT NOT NULL DEFAULT '';
