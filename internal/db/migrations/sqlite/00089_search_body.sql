-- +goose Up

-- A copy of a message's text, so that a search does not read the table of the message. For entries
-- indexed earlier, the copy is empty, and a search still reads the texts from the tables of the
-- messages.
ALTER TABLE search_entry ADD COLUMN body TEXT NOT NULL DEFAULT '';
