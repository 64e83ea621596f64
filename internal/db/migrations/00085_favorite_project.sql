-- +goose Up

-- The project from whose conversation a favourite was saved; empty: a conversation of the owner.
ALTER TABLE favorite ADD COLUMN project_id TEXT NOT NULL DEFAULT '';
