-- +goose Up

-- The project to which the favourite's conversation belongs. Empty: the conversation belongs to the owner
-- of the favourite, or there is no conversation.
ALTER TABLE favorite ADD COLUMN project_id TEXT NOT NULL DEFAULT '';
