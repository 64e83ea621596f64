-- +goose Up

-- A copy of a message's text, so that a search need not read the table of the message. The copy is empty
-- for entries that were indexed before; a search still reads their texts from the tables of the messages.
ALTER TABLE search_entry ADD COLUMN body TEXT NOT NULL DEFAULT '';
