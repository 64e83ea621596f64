-- +goose Up

-- If a favourite was saved from a project's conversation: the project. Empty: saved from the
-- owner's conversation.
ALTER TABLE favorite ADD COLUMN project_id TEXT NOT NULL DEFAULT '';
